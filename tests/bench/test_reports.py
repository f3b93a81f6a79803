"""Every report, with tiny settings: JSON with the documented keys, or a table, or one sentence on errors."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bench.__main__ import REPORTS, main
from bench._report import parser, players_of
from bench.strength import standing_matches
from bench.yardstick import YARDSTICKS, compile_yardstick, source_for
from egypt import Position, Rng, get_game
from egypt.bots.ismcts_v2 import WEIGHTS as SECOND_WEIGHTS
from egypt.search.playouts import time_playouts
from tests import ROOT
from tests.bench import bench

HUGE = "99999999999999999999"
TINY = {
    "playouts": ("--seconds", "0.05"),
    "rl": ("--seconds", "0.05", "--count", "16"),
    "search": ("--iterations", "300", "--repeat", "1"),
    "strength": ("--a", "greedy", "--b", "random", "--deals", "4", "--processes", "1"),
    "fit": ("--iterations", "20", "--games", "20", "--processes", "1"),
    "selfplay": ("--bot", "greedy", "--games", "4", "--processes", "1"),
    "oracle": ("--positions", "3", "--iterations", "2000"),
    "agreement": ("--positions", "6", "--iterations", "60", "--long", "3000", "--repeat", "3"),
    "latency": ("--repeat", "12", "--starts", "1", "--movetime", "15"),
}


def report(name: str, game: str, *more: str) -> dict[str, Any]:
    done = bench(name, "--game", game, *TINY[name], "--json", *more)
    assert done.returncode == 0, done.stderr
    (line,) = done.stdout.splitlines()
    row: dict[str, Any] = json.loads(line)
    assert row["game"] == game
    return row


@pytest.mark.program
def test_all_reports_are_listed() -> None:
    done = bench()
    assert done.returncode == 0 and bench("--help").stdout == done.stdout
    assert {"fit", "playouts", "profile", "search", "strength", "yardstick"} <= set(REPORTS)
    for name in REPORTS:
        (line,) = [line for line in done.stdout.splitlines() if line.startswith(f"  {name} ")]
        assert line.endswith(".")
    table = (ROOT / "bench" / "README.md").read_text().partition("\n## ")[0]
    named = "".join(re.findall(r"^\| (`.*?) \|", table, re.MULTILINE))
    assert set(re.findall(r"`(\w+)`", named)) == set(REPORTS)


@pytest.mark.parametrize(
    ("usual", "players"), [(2, {"ra": 2, "amunre": 3}), (3, {"ra": 3, "amunre": 3}), (9, {"tekhenu": 4})]
)
def test_a_report_plays_at_the_table_that_its_help_names(usual: int, players: dict[str, int]) -> None:
    options = parser("bench.x", None, players=usual)
    assert f"(default: {usual}, or what the game allows)" in " ".join(options.format_help().split())
    for game, number in players.items():
        assert players_of(options.parse_args(["--game", game]), get_game(game)) == number
    assert players_of(options.parse_args(["--game", "ra", "--players", "5"]), get_game("ra")) == 5


@pytest.mark.program
@pytest.mark.parametrize("game", ["jars", "ra"])
def test_playouts(game: str) -> None:
    row = report("playouts", game)
    assert row["players"] == 3 and row["state_bytes"] == get_game(game).state_bytes
    assert row["moves_per_s"] == pytest.approx(row["playouts_per_s"] * row["moves_per_playout"])
    assert row["ns_per_move"] == pytest.approx(1e9 / row["moves_per_s"])
    assert row["moves_per_playout"] > 1 and row["view_us"] > 0


@pytest.mark.program
def test_rl() -> None:
    row = report("rl", "jars")
    assert row["actions"] == get_game("jars").action_count() and row["games_at_once"] == 16
    assert min(row["core_moves_per_s"], row["vector_steps_per_s"], row["aec_steps_per_s"]) > 0


@pytest.mark.program
@pytest.mark.parametrize("game", ["jars", "ra"])
def test_search(game: str) -> None:
    row = report("search", game, "--players", "2")
    assert row["players"] == 2 and row["iterations"] == 300
    assert 1 < row["nodes"] < 300 * 10 and row["bytes_per_node"] > 0
    assert row["iterations_per_s"] == pytest.approx(300 * 1000 / row["ms"])


@pytest.mark.program
def test_the_playout_of_the_search_can_be_set() -> None:
    assert report("search", "jars", "--playout", "7")["playout"] == 7
    assert report("search", "jars", "--playout", "full")["playout"] > 1000


@pytest.mark.program
def test_the_search_can_be_measured_with_the_weights_of_another_version() -> None:
    """`ismcts-v2` knew no priors, so it adds nodes in another way."""
    before = report("search", "sobek", "--players", "2", "--weights", str(SECOND_WEIGHTS / "sobek.json"))
    assert before["nodes"] != report("search", "sobek", "--players", "2")["nodes"]


@pytest.mark.program
@pytest.mark.parametrize("game", ["jars", "ra"])
def test_strength(game: str) -> None:
    row = report("strength", game, "--players", "2")
    assert row["deals"] == 4 and row["games"] == 8 and row["fair"] == 0.5
    assert 0 <= row["ci"][0] <= row["win_share"] <= row["ci"][1] <= 1
    assert row["margin_ci"][0] <= row["points_margin"] <= row["margin_ci"][1]


@pytest.mark.program
def test_fit_says_how_it_explains_twenty_games() -> None:
    row = report("fit", "ra")
    assert row["games"] == 20 and row["positions"] > 100 and row["written"] is False
    assert row["rmse"] > 0
    assert all(0 < row[key] < 3 for key in ("loss_before", "loss_sums", "loss"))


@pytest.mark.program
def test_selfplay_says_what_winners_score() -> None:
    row = report("selfplay", "jars", "--players", "3")
    assert row["games"] == 4 and sum(row["wins_by_seat"]) == pytest.approx(1, abs=0.01)
    assert row["winner_lowest"] <= row["winner_mean"] <= row["winner_highest"] and row["all_mean"] <= row["winner_mean"]


@pytest.mark.program
def test_a_longer_search_agrees_more_with_a_long_one() -> None:
    short, same = (
        report("agreement", "sobek", "--players", "2", "--positions", "24", "--iterations", iterations)
        for iterations in ("10", "3000")
    )  # far apart: whatever the weights are, one of them knows more
    assert short["searches"] == same["searches"] == 72
    assert 0 < short["found"] < same["found"] <= 1 and 0 < short["visits"] < same["visits"] < 1


@pytest.mark.program
def test_the_oracle_knows_what_a_choice_costs() -> None:
    row = report("oracle", "ra", "--players", "2")
    assert row["positions"] == 3 and 0 <= row["points_lost"] <= row["points_lost_at_most"]
    assert 0 <= row["best_found"] <= 1 and 0 <= row["chance_lost"] <= 1


def test_the_standing_table_holds_the_search_against_its_first_version() -> None:
    matches = list(standing_matches(10))
    for game in ("ra", "sobek"):
        assert (game, 2, "ismcts:movetime=10", "ismcts-v1:movetime=10") in matches
        assert (game, 3, "ismcts:movetime=10", "ismcts-v1:movetime=10") in matches
        assert (game, 2, "ismcts:iterations=16000", "ismcts:iterations=8000") in matches
    assert ("ra", 3, "ismcts:iterations=10000", "greedy") in matches
    against_second = [match[:2] for match in matches if match[3] == "ismcts-v2:movetime=10"]
    assert against_second == [
        ("amunre", 3),
        ("ra", 2),
        ("ra", 3),
        ("sobek", 2),
        ("sobek", 3),
        ("tekhenu", 2),
        ("tekhenu", 3),
    ]


@pytest.mark.program
@pytest.mark.parametrize("name", ["playouts", "search", "strength"])
def test_without_json_there_is_a_table(name: str) -> None:
    done = bench(name, "--game", "jars", *TINY[name])
    keys = [line.split()[0] for line in done.stdout.splitlines()]
    assert done.returncode == 0 and keys == list(report(name, "jars"))


@pytest.mark.parametrize(
    ("arguments", "token"),
    [
        (("playouts", "--game", "chess"), "'chess'"),
        (("search", "--game", "chess"), "'chess'"),
        (("profile", "--game", "chess"), "'chess'"),
        (("yardstick", "--game", "chess"), "'chess'"),
        (("fit", "--game", "chess"), "'chess'"),
        (("strength", "--game", "chess", "--a", "random", "--b", "random"), "'chess'"),
        (("strength", "--game", "jars", "--a", "oracle", "--b", "random"), "'oracle'"),
        (("strength", "--game", "jars", "--a", "random"), "--b"),
        (("strength", "--a", "random", "--b", "random"), "--game"),
        (("playouts", "--game", "jars", "--players", "9"), "9"),
        (("oracle", "--game", "jars"), "'jars'"),
        (("search", "--game", "jars", "--playout", "long"), "'long'"),
        (("search", "--game", "ra", "--weights", "nowhere.json"), "'nowhere.json'"),
        (("yardstick", "--game", "jars", "--yardsticks", "nowhere"), "'nowhere'"),
        (("speed", "--game", "jars"), "'speed'"),
        (("strength", "--game", "chess"), "chess"),
        (("strength", "--players", "77"), "77"),
        (("strength", "--game", "jars", "--a", "random", "--b", "random", "--deals", "0"), "--deals"),
        (("strength", "--game", "jars", "--a", "random", "--b", "random", "--seed", "-5"), "--seed"),
        (("strength", "--game", "jars", "--a", "random", "--b", "random", "--seats", "9"), "9"),
        (("strength", "--game", "jars", "--a", "random", "--b", "random", "--processes", "0"), "--processes"),
        (("strength", "--game", "jars", "--a", "ismcts:movetime=nan", "--b", "random"), "nan"),
        (("strength", "--game", "jars", "--a", "ismcts:iterations=-4", "--b", "random"), "-4"),
        (("strength", "--movetime", "0"), "--movetime"),
        (("agreement", "--game", "jars", "--positions", "0"), "--positions"),
        (("oracle", "--game", "ra", "--positions", "-1"), "--positions"),
        (("search", "--game", "jars", "--repeat", "0"), "--repeat"),
        (("search", "--game", "jars", "--hash", "999999999"), "hash_mb"),
        (("latency", "--game", "jars", "--starts", "some"), "--starts"),
        (("playouts", "--game", "jars", "--seconds", "0"), "--seconds"),
        (("playouts", "--game", "jars", "--players", HUGE), HUGE),
        (("rl", "--game", "jars", "--seconds", "nan"), "--seconds"),
        (("rl", "--game", "jars", "--count", HUGE), "--count"),
        (("yardstick", "--game", "jars", "--seconds", "-1"), "--seconds"),
        (("arena", "--game", "jars", "--seconds", "0"), "--seconds"),
        (("profile", "--game", "jars", "--seconds", "inf"), "--seconds"),
        (("latency", "--game", "jars", "--movetime", "604800001"), "--movetime"),
        (("strength", "--game", "jars", "--a", "random", "--b", "random", "--processes", HUGE), "--processes"),
        pytest.param(
            ("strength", "--game", "jars", "--a", "random", "--b", "external:command=nowhere"),
            "nowhere",
            marks=pytest.mark.program,
        ),
        (("strength", "--game", "tekhenu", "--variant", "solo-normal"), "--variant"),
        (("strength", "--game", "ra", "--seats", "1"), "--seats"),
        (("fit", "--game", "ra", "--ridge", "nan"), "--ridge"),
        (("fit", "--game", "ra", "--games", "1", "--iterations", "1", "--processes", "1", "--units", "33"), "33 units"),
        (("fit", "--game", "jars", "--variant", "nowhere", "--processes", "1"), "'nowhere'"),
        (("priors", "--game", "sobek", "--tables", "2,x"), "--tables"),
        (("priors", "--game", "sobek", "--tables", "2,77", "--roots", "0"), "'77'"),
        (("priors", "--game", "sobek", "--shards", "README.md"), "README.md"),
        (("exploitability", "--deals", "nowhere.txt"), "nowhere.txt"),
        (("exploitability", "--deals", os.devnull), os.devnull),
        (("exploitability", "--game", "ra"), "--game"),
        (("train", "--game", "ra", "--out", "README.md"), "README.md"),
    ],
)
def test_a_mistake_is_answered_by_one_line(
    arguments: tuple[str, ...], token: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        sys.exit(main(list(arguments)))
    said = capsys.readouterr()
    (line,) = said.err.splitlines()
    assert ended.value.code == 2 and line.startswith("bench") and token in line
    assert said.out == ""


@pytest.mark.program
@pytest.mark.parametrize("report", ["chess", "search"])
def test_a_mistake_ends_the_program(report: str) -> None:
    done = bench(report, "--game", "chess")
    assert done.returncode == 2 and "'chess'" in done.stderr and done.stdout == ""


# -- yardstick -----------------------------------------------------------------------------------------------

C_PROGRAM = r"""
#include <stdio.h>
int main(int count, char **argument) {
    printf("plain C state 296 B\n");
    for (int players = 2; players <= 5; players++) {
        printf("buffer np=%d min: 9 playouts/s 1 ns/move | median: 1000 playouts/s 50.00 ns/move\n", players);
        printf("fused  np=%d min: 9 playouts/s 1 ns/move | median: 2000 playouts/s 25.00 ns/move\n", players);
    }
    return count != 3;
}
"""
QUICK = ("--rounds", "2", "--seconds", "0.02", "--iterations", "200", "--batches", "1")


@pytest.fixture
def yardsticks(tmp_path: Path) -> Path:
    """A yardstick of the game ra that always measures the same."""
    (tmp_path / "ra.c").write_text(C_PROGRAM)
    return tmp_path


@pytest.mark.program
def test_the_yardstick_of_the_same_game(yardsticks: Path) -> None:
    done = bench("yardstick", "--game", "ra", "--yardsticks", str(yardsticks), *QUICK, "--json")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["own_game"] is True and set(result["players"]) == {"2", "3", "4", "5"}
    for row in result["players"].values():
        assert row["c_buffer_per_s"] == 1000 and row["c_fused_per_s"] == 2000
        assert row["c_buffer_ns_per_move"] == 50
        assert row["playouts_to_buffer"] == pytest.approx(row["playouts_per_s"] / 1000)
        assert row["full_search_to_fused"] == pytest.approx(row["full_search_per_s"] / 2000)
        assert row["leaf_search_to_buffer"] == pytest.approx(row["leaf_search_per_s"] / 1000)
        assert row["ns_to_buffer"] == pytest.approx(row["ns_per_move"] / 50)
        assert row["view_us"] > 0


@pytest.mark.program
def test_the_yardstick_of_another_game_compares_moves_alone(yardsticks: Path) -> None:
    done = bench("yardstick", "--game", "jars", "--yardsticks", str(yardsticks), *QUICK, "--json")
    result = json.loads(done.stdout)
    assert result["own_game"] is False and set(result["players"]) == {"2", "3", "4"}
    for row in result["players"].values():
        assert row["ns_to_buffer"] == pytest.approx(row["ns_per_move"] / 50)
        assert "playouts_to_buffer" not in row and "c_fused_per_s" not in row


@pytest.mark.program
def test_the_table_of_the_yardstick(yardsticks: Path) -> None:
    done = bench("yardstick", "--game", "ra", "--yardsticks", str(yardsticks), *QUICK, "--players", "3")
    lines = [line for line in done.stdout.splitlines() if line]
    assert lines[1].split() == ["players", "3"]
    assert [line.split()[-1] for line in lines if line.startswith("  C ")] == ["1,000", "2,000", "50.0"]


@pytest.mark.program
@pytest.mark.parametrize(
    ("program", "why"), [("int main() { return 3; }", "exit code 3"), ("int main( {", "does not compile")]
)
def test_a_broken_yardstick_is_told(tmp_path: Path, program: str, why: str) -> None:
    (tmp_path / "any.c").write_text(program)
    done = bench("yardstick", "--game", "jars", "--yardsticks", str(tmp_path), *QUICK)
    assert done.returncode == 2 and why in done.stderr and len(done.stderr.splitlines()) == 1


@pytest.mark.program
def test_the_yardstick_plays_the_same_games_as_the_engine(tmp_path: Path) -> None:
    """Written apart from the room, yet the same game: as long, and worth as many points, in both ways."""
    games, batches = 1000, 40
    program = compile_yardstick(source_for("ra", YARDSTICKS), tmp_path)
    done = subprocess.run([program, str(games), str(batches), "5"], capture_output=True, text=True, check=True)
    found = re.findall(r"(\w+) +np=(\d).*means: ([\d.]+) moves, ([\d.]+) points", done.stdout)
    assert [(way, int(players)) for way, players, _, _ in found] == [
        (way, players) for players in (2, 3, 4, 5) for way in ("buffer", "fused")
    ]
    for _, seats, moves, points in found:
        start = Position.start(get_game("ra"), int(seats))
        decisions, _, sums = time_playouts(start, 7, games * batches)
        assert float(moves) == pytest.approx(decisions / games / batches, rel=0.008)
        assert float(points) == pytest.approx(sum(sums) / games / batches / int(seats), rel=0.02)


@pytest.mark.program
def test_latency() -> None:
    row = report("latency", "ra")
    assert row["movetime_overshoot_ms"] <= row["movetime_overshoot_p99_ms"] <= row["movetime_overshoot_most_ms"]
    assert row["movetime_overshoot_ms"] > -15 and 0 <= row["within_20_ms"] <= 1  # how late is the machine's affair
    assert row["start_ms"] > row["isready_ms"] > 0


def test_a_tree_that_is_full_is_used_again() -> None:
    from bench.memory import FULL, EndsWhenFull, GoesOn

    game = get_game("amunre")
    position = Position.start(game, 3).settle(Rng(2))
    view = position.view(position.actor)
    for bot in (EndsWhenFull(game, seed=1), GoesOn(game, seed=1, times=2)):
        iterations, result = bot.until_full(view)
        assert FULL <= result.hashfull <= 1000 and result.iterations == iterations
        assert bot.choose(view) in view.legal_moves()
    assert bot.search(view, 2 * iterations).hashfull >= FULL
