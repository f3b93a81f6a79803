"""The same results whatever the concurrency and whichever way they were played; and a file that can be verified."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from egypt import Table, get_game
from egypt.bots.arena.cli import main
from egypt.bots.arena.random_games import RandomGames
from egypt.bots.arena.record import GameRecord, read_run
from egypt.bots.arena.schedule import Config
from egypt.bots.arena.verify import check_game, verify
from egypt.bots.arena.work import FAST_GAMES, Job, JobRunner, is_fast, jobs_of
from tests.bots.arena.helpers import config_of, contents, play, program
from tests.contract.cases import all_cases

EVERY_TABLE = [(case.game.name, case.players, case.variant) for case in all_cases()]


@pytest.mark.program
def test_concurrency_changes_nothing(tmp_path: Path) -> None:
    config = config_of("name=i,bot=ismcts,iterations=30", program("good", name="x"), "name=r,bot=random", players=3, deals=2)
    for name, concurrency in (("one", 1), ("three", 3)):
        play(config, tmp_path / f"{name}.jsonl", concurrency)
    assert contents(tmp_path / "one.jsonl") == contents(tmp_path / "three.jsonl")


# -- games below Python ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "players", "variant"), EVERY_TABLE)
def test_fast_games_are_the_games_of_the_referee(game: str, players: int, variant: str) -> None:
    """Game by game: the same moves, draws, points, ranks and the same line of the file, but for times and dates."""
    config = config_of("bot=random", "bot=random", game=game, players=players, deals=4, more=("--variant", variant))
    assert is_fast(config)
    job = Job(range(0, config.games))
    fast, slow = JobRunner(config).play(job), JobRunner(config, fast=False).play(job)
    assert np.array_equal(fast.batch.scores, slow.batch.scores) and np.array_equal(fast.batch.ranks, slow.batch.ranks)
    for one, other in zip(fast.lines.splitlines(), slow.lines.splitlines(), strict=True):
        mine, theirs = GameRecord.from_json(json.loads(one)), GameRecord.from_json(json.loads(other))
        assert len(mine.times) == len(theirs.times)
        assert mine.to_line().encode().strip() == one  # what Python itself would have written
        assert mine.nature and mine.began and mine.began <= mine.ended
        assert _undated(one) == _undated(other)


def _undated(line: bytes) -> dict[str, Any]:
    return json.loads(line) | {"times": 0, "began": "", "ended": ""}


def test_fast_games_can_be_picked() -> None:
    config = config_of("bot=random", "bot=random", deals=50)
    runner = JobRunner(config)
    everything = runner.play(Job(range(100))).lines.splitlines()
    some = [3, 4, 17, 99]
    picked = runner.play(Job(some)).lines.splitlines()
    assert list(map(_undated, picked)) == [_undated(everything[number]) for number in some]


def test_only_players_who_draw_are_fast() -> None:
    assert not is_fast(config_of("bot=random", "bot=greedy"))
    assert not is_fast(config_of("bot=random,option.Seed=3"))
    assert not is_fast(config_of("bot=random", more=("--each", "option.Seed=3")))
    assert is_fast(config_of("bot=random,movetime=5", more=("--each", "option.Threads=3")))


def test_fast_games_refuse_what_the_game_does_not_have() -> None:
    for settings in ((9, "standard", [b"[]"]), (2, "no-such-variant", [b"[]"]), (2, "standard", [])):
        with pytest.raises(ValueError):
            RandomGames(get_game("ra"), settings[0], settings[1], 1, settings[2])


def test_jobs_cover_every_game_once() -> None:
    slow = config_of("bot=greedy", "bot=random", players=3, deals=7)
    for config in (config_of("bot=random", "bot=random", deals=5000), slow):
        done = {1, 5, FAST_GAMES + 3}
        for by_deal in (False, True):
            numbers = [number for job in jobs_of(config, done, by_deal) for number in job.numbers]
            assert numbers == [number for number in range(config.games) if number not in done]


# -- verify ------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> tuple[Config, list[str]]:
    path = tmp_path_factory.mktemp("sound") / "run.jsonl"
    config = config_of("name=a,bot=random", program("illegal", name="b"), deals=2)
    play(config, path)
    return config, path.read_text().splitlines()


@pytest.mark.program
def test_a_sound_file_is_verified(
    sound: tuple[Config, list[str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text("\n".join(sound[1]) + "\n")
    assert main(["verify", str(path)]) == 0
    assert "4 games" in capsys.readouterr().out


@pytest.mark.parametrize(("game", "players", "variant"), EVERY_TABLE)
def test_every_game_can_be_verified(game: str, players: int, variant: str, tmp_path: Path) -> None:
    config = config_of("bot=random", "bot=random", game=game, players=players, deals=2, more=("--variant", variant))
    play(config, tmp_path / "run.jsonl")
    assert not list(verify(read_run(tmp_path / "run.jsonl")))


def change(key: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def changed(game: dict[str, Any]) -> None:
        game[key] = value(game[key]) if callable(value) else value

    return changed


FORGERIES = [
    ("finished", change("scores", lambda scores: [scores[0] + 1, *scores[1:]]), "scores are"),
    ("finished", change("ranks", lambda ranks: ranks[::-1]), "ranks are"),
    ("finished", change("moves", lambda moves: moves.rpartition(" ")[0]), ""),
    ("finished", change("moves", lambda moves: f"{moves} draw"), "over after"),
    ("finished", change("moves", lambda moves: f"conquer:rome {moves}"), "conquer:rome"),
    ("finished", change("seed", lambda seed: seed + 1), "seed is"),
    ("finished", change("deal", lambda deal: deal + 1), "deal is"),
    ("finished", change("seats", lambda seats: seats[::-1]), "seats is"),
    ("finished", change("times", lambda times: times[1:]), "times for"),
    ("finished", change("end", "forfeit"), "without a fault"),
    ("finished", change("end", "tired"), "'tired'"),
    ("forfeit", change("end", "finished"), "not over"),
    ("forfeit", change("ranks", lambda ranks: ranks[::-1]), "ranks are"),
    (
        "forfeit",
        change("faults", lambda faults: [{**faults[0], "seat": {"p1": "p2", "p2": "p1"}[faults[0]["seat"]]}]),
        "was to act",
    ),
]


@pytest.mark.program
@pytest.mark.parametrize(("end", "forge", "text"), FORGERIES, ids=[str(number) for number in range(len(FORGERIES))])
def test_a_forgery_is_found(
    end: str,
    forge: Callable[[dict[str, Any]], None],
    text: str,
    sound: tuple[Config, list[str]],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = sound[1]
    if end == "finished":  # the run of the fixture has forfeits only: play games to their end beside it
        play(config_of("name=a,bot=random", "name=b,bot=greedy", deals=2), tmp_path / "other.jsonl")
        lines = (tmp_path / "other.jsonl").read_text().splitlines()
    games = [json.loads(line) for line in lines[1:]]
    victim = next(game for game in games if game["end"] == end)
    forge(victim)
    path = tmp_path / "run.jsonl"
    path.write_text("\n".join([lines[0], *(json.dumps(game) for game in games)]) + "\n")
    assert main(["verify", str(path)]) == 1
    out = capsys.readouterr().out
    assert f"game {victim['game']}: " in out and text in out and "1 are not as recorded" in out


@pytest.mark.program
def test_a_move_called_illegal_must_be_illegal(sound: tuple[Config, list[str]]) -> None:
    config, lines = sound
    record = GameRecord.from_json(json.loads(lines[1]))
    table = Table.deal(get_game("ra"), 2, record.seed)
    table.replay(record.moves.split())
    (fault,) = record.faults
    legal = replace(fault, text=f"'{table.position.legal_moves()[0]}' is not legal here")
    assert check_game(record, config, get_game("ra")) == ""
    assert "is legal" in check_game(replace(record, faults=(legal,)), config, get_game("ra"))


def test_other_rules_are_not_verified(
    sound: tuple[Config, list[str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    header = {**json.loads(sound[1][0]), "rules": "older"}
    path = tmp_path / "run.jsonl"
    path.write_text("\n".join([json.dumps(header), *sound[1][1:]]) + "\n")
    assert main(["verify", str(path)]) == 2
    assert "rules older" in capsys.readouterr().err
