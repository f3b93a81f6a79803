"""A fifth game is one new folder and its tests: Jars gets the search, the bots, the protocol and the bench
for free.

The contract tests, the golden transcripts and the node counts run over it as over any other game.
"""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from egypt import Limits, Position, Search, Table, View, game_names, get_game
from egypt.bots import make_bot
from egypt.bots.match import play_game
from tests import PATIENCE, ROOT
from tests.contract.cases import all_cases

JARS = get_game("jars")


def run(*command: str, text: str = "") -> str:
    """Standard output of a program of the house; the toy game reaches it by EGYPT_GAMES alone."""
    done = subprocess.run(
        [sys.executable, "-m", *command], input=text, capture_output=True, text=True, timeout=PATIENCE, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return done.stdout


def test_nobody_outside_tests_knows_it() -> None:
    assert "jars" in game_names() and not (ROOT / "engine" / "games" / "jars").exists()
    assert {case.players for case in all_cases() if case.game is JARS} == {2, 3, 4}


@pytest.mark.program
def test_it_is_found_by_the_environment_alone() -> None:
    code = "from egypt import game_names; print('jars' in game_names())"
    for games, found in (("tests.toy", "True"), ("", "False")):
        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            cwd=ROOT,
            check=True,
            timeout=PATIENCE,
            env={"EGYPT_GAMES": games, "PYTHONPATH": str(ROOT), "PATH": ""},
        )
        assert done.stdout.strip() == found


# -- search --------------------------------------------------------------------------------------------------

LAST_ROUND = (
    "jars/1;viewer=p1;players=2;variant=standard;phase=lay;round=3;turn=p1;winner=-;"
    "hands={hand},?1;gone=1234;laid=-,-;points=9,9"
)


@pytest.mark.parametrize(("hand", "best"), [("8", "lay:8"), ("18", "lay:8"), ("378", "lay:8"), ("125", "lay:5")])
def test_the_search_finds_the_best_last_card(hand: str, best: str) -> None:
    """With one unseen card against it, in the last round, the highest card is best: a tie wins nothing, and
    nothing beats an 8.
    """
    view = View.from_text(LAST_ROUND.format(hand=hand), JARS)
    result = Search(JARS, seed=1, hash_mb=1).run(view, Limits(iterations=4000))
    assert result.best == best
    assert abs(sum(result.lines[0].chances) - 1.0) < 0.01


def test_the_search_counts_the_unseen_cards() -> None:
    """Left with an 8 against one unseen card of 12, the win is sure but for the other 8, which makes a tie of
    the game.
    """
    view = View.from_text(LAST_ROUND.format(hand="8"), JARS)
    unseen = 16 - 4 - 1
    result = Search(JARS, seed=1, hash_mb=1).run(view, Limits(iterations=20_000))
    assert result.lines[0].chances[0] == pytest.approx(1 - 0.5 / unseen, abs=0.005)


def test_several_threads_search_it_too() -> None:
    view = Table.deal(JARS, 3, seed=2).view(0)
    result = Search(JARS, threads=2, hash_mb=2, seed=1).run(view, Limits(iterations=2000))
    assert result.iterations == 2000 and result.best in view.legal_moves()


# -- bots ----------------------------------------------------------------------------------------------------


def test_the_bots_play_it_and_thinking_pays() -> None:
    won = {"random": 0.0, "greedy": 0.0, "ismcts:iterations=200": 0.0}
    for number in range(60):
        specs = [list(won)[(seat + number) % 3] for seat in range(3)]
        bots = [make_bot(spec, JARS) for spec in specs]
        table = play_game(bots, Table(Position.start(JARS, 3), seed=number))
        ranks = table.position.ranks()
        for spec, rank in zip(specs, ranks, strict=True):
            won[spec] += (rank == 1) / ranks.count(1)
    assert sum(won.values()) == pytest.approx(60)
    assert won["ismcts:iterations=200"] > won["random"]


# -- protocol ------------------------------------------------------------------------------------------------


@pytest.mark.program
def test_the_protocol_speaks_it() -> None:
    lines = run(
        "protocol", "--game", "jars", text="egi\nposition deal players 3 seed 7\nlegal\nview p1\nplay lay:5\nquit\n"
    ).splitlines()
    assert "game jars players 2-4 variants standard,open rules toy-1 seats 2-4,2-4" in lines
    assert "egiok 1" in lines
    position = Table.deal(JARS, 3, seed=7).position
    assert f"legal {len(position.legal_moves())} {','.join(position.legal_moves())}" in lines
    assert f"view {position.view(0)}" in lines
    assert any(line.startswith("error illegal-move") and "lay:5" in line for line in lines)


@pytest.mark.program
def test_the_protocol_advises_and_referees_a_secret_choice() -> None:
    table = Table.deal(JARS, 3, seed=7)
    second = table.position.acting(1).legal_moves()[0]
    view = table.view(2)
    script = f"position deal players 3 seed 7\nplay p2 {second}\nview p3\nview p2\n"
    script += f"position view {view}\ngo iterations 300\n"
    lines = run("protocol", "--game", "jars", text=script + "isready\n").splitlines()
    assert f"view {view}" in lines  # p3 does not notice that p2 has chosen
    table.play(second, 1)
    assert f"view {table.view(1)}" in lines  # p2 knows its own choice
    assert any(line.startswith("turn ") and set(line.split()[1].split(",")) == {"p1", "p3"} for line in lines)
    (best,) = [line.split()[1] for line in lines if line.startswith("bestmove")]
    assert best in view.legal_moves()


# -- bench ---------------------------------------------------------------------------------------------------


@pytest.mark.program
def test_the_bench_measures_it() -> None:
    playouts = json.loads(run("bench", "playouts", "--game", "jars", "--players", "3", "--seconds", "0.1", "--json"))
    assert playouts["playouts_per_s"] > 0 and playouts["state_bytes"] == JARS.state_bytes
    assert playouts["moves_per_playout"] == pytest.approx(11)  # three cards each; somebody wins every round among three
    search = json.loads(
        run("bench", "search", "--game", "jars", "--players", "3", "--iterations", "500", "--threads", "1", "--json")
    )
    assert search["iterations_per_s"] > 0 and 0 < search["nodes"] <= 501
