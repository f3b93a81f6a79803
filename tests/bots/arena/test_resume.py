"""A run that is cut off, whatever cuts it off, ends with exactly the games it would have had."""

from __future__ import annotations

import json
import signal
import subprocess
from pathlib import Path

import pytest

from egypt import Table, get_game
from egypt.bots.arena.cli import main
from egypt.bots.arena.errors import ArenaError
from egypt.bots.arena.record import read_run
from egypt.bots.arena.runner import Run
from egypt.bots.arena.schedule import Config
from tests import PATIENCE, ROOT
from tests.bots.arena.helpers import ARENA, NO_GUESTS, arena, config_of, contents, play, words
from tests.pace import wait_until
from tests.scale import part

# Slow enough that a run is not over before a signal reaches it, on a busy machine either.
ENGINES = ("name=g,bot=greedy", "name=i,bot=ismcts,iterations=150", "name=r,bot=random")
SETTINGS = words(*ENGINES, deals=8)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same run, never cut off."""
    path = tmp_path_factory.mktemp("whole") / "run.jsonl"
    play(config_of(*ENGINES, deals=8), path)
    return path


def cut_off(path: Path, games: int, number: int, *more: str) -> int:
    """Start a run, send it a signal after some games, and return its exit code. If it was over before, once more."""
    for _ in range(10):
        if code := _cut_off(path, games, number, *more):
            return code
        path.unlink()
    raise AssertionError("the signal always comes too late")


def _cut_off(path: Path, games: int, number: int, *more: str) -> int:
    process = subprocess.Popen(
        [*ARENA, *SETTINGS, "--out", str(path), *more],
        cwd=ROOT,
        env=NO_GUESTS,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_until(lambda: path.exists() and path.read_bytes().count(b"\n") > games, process)
    process.send_signal(number)
    out, err = process.communicate(timeout=PATIENCE)
    if number != signal.SIGKILL and process.returncode:
        assert "Standings" in out and "--resume" in err
    return process.returncode


@pytest.mark.program
@pytest.mark.parametrize(
    ("number", "code", "concurrency"),
    part([(signal.SIGKILL, -9, "2"), (signal.SIGKILL, -9, "1"), (signal.SIGINT, 130, "2"), (signal.SIGTERM, 130, "1")], 2),
)
def test_a_killed_run_goes_on(number: int, code: int, concurrency: str, whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    assert cut_off(path, 4, number, "--concurrency", concurrency) == code
    played = len(read_run(path).records)
    assert 4 <= played < 48
    arena(*SETTINGS, "--out", str(path), "--resume", "--concurrency", "2")
    assert contents(path) == contents(whole)


def test_a_torn_line_is_played_again(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    config = config_of(*ENGINES, deals=8)
    complete = whole.read_bytes().splitlines(keepends=True)
    for torn in (b"", complete[9][:40], complete[9][:-1], b"\0" * 300, b"\0" * 20 + b"\n" + b"\0" * 20):
        path.write_bytes(b"".join(complete[:9]) + torn)
        assert read_run(path).torn == bool(torn) and len(read_run(path).records) == 8
        play(config, path, resume=True)
        assert contents(path) == contents(whole)


def test_damage_elsewhere_is_named(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    lines = whole.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:4], b'{"game":3}\n', *lines[5:]]))
    with pytest.raises(ArenaError, match="line 5 is no game"):
        read_run(path)
    path.write_bytes(b"".join([*lines, lines[3]]))
    with pytest.raises(ArenaError, match="game 2 stands there twice"):
        read_run(path)
    for text in (b"", b"hello\n", b'{"egypt-arena":99}\n'):
        path.write_bytes(text)
        with pytest.raises(ArenaError):
            read_run(path)


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (["--seed", "2"], "seed"),
        (["--deals", "9"], "deals"),
        (["--each", "option.Hash=1"], "engines"),
        (["--players", "3"], "players"),
        (["--sprt", "0,10,0.05,0.05"], "sprt"),
        (["--variant", "other"], "variant"),
        (["--format", "gauntlet"], "format"),
        (["--game", "sobek"], "game"),
        (["--words"], "words"),
        (["--max-moves", "5"], "adjudication"),
        (["--adjudicate", "0.9,3"], "adjudication"),
    ],
)
def test_other_settings_are_refused(
    change: list[str], key: str, whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whichever other flags are given."""
    path = tmp_path / "run.jsonl"
    path.write_bytes(whole.read_bytes())
    before = path.read_bytes()
    others: list[tuple[str, ...]] = [tuple(SETTINGS), ("--players", "2"), ("--html", str(tmp_path / "page.html"))]
    for more in others if key != "engines" else others[:1]:
        assert main([*more, *change, "--out", str(path), "--resume"]) == 2
        assert f"started with {key} =" in capsys.readouterr().err
    assert path.read_bytes() == before


@pytest.mark.program
def test_settings_may_be_left_out(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_bytes(b"".join(whole.read_bytes().splitlines(keepends=True)[:20]))
    arena("--out", str(path), "--resume")
    assert contents(path) == contents(whole)


def test_some_settings_may_be_given_and_others_left_out(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    engines = [word for engine in ENGINES for word in ("--engine", engine)]
    for given in (["--game", "ra", *engines], ["--seed", "1"], engines, ["--deals", "8", "--players", "2", "--game", "ra"]):
        path.write_bytes(b"".join(whole.read_bytes().splitlines(keepends=True)[:40]))
        assert main([*given, "--out", str(path), "--resume"]) == 0
        assert contents(path) == contents(whole)


def test_positions_and_adjudication_that_are_given_are_the_runs_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, here, there = (tmp_path / name for name in ("run.jsonl", "here.txt", "there.txt"))
    for file, seed in ((here, 1), (there, 2)):
        file.write_text(Table.deal(get_game("ra"), 2, seed).position.to_text())
    own = ["--positions", str(here), "--adjudicate", "0.9,3", "--max-moves", "40"]
    assert main([*words(*ENGINES, deals=1), *own, "--out", str(path)]) == 0
    for given in (own, own[:2], own[2:4], own[4:]):
        assert main([*given, "--out", str(path), "--resume"]) == 0
    for given, text in (
        (["--positions", str(there)], "started with positions ="),
        (["--positions", "/nonexistent"], "No such file"),
        (["--adjudicate", "0.9,4"], "started with adjudication ="),
        (["--adjudicate", "x"], "--adjudicate x: "),
        (["--max-moves", "41"], "started with adjudication ="),
        (["--max-moves", "-1"], "--max-moves -1: "),
    ):
        assert main([*given, "--out", str(path), "--resume"]) == 2
        assert text in capsys.readouterr().err


def test_to_go_on_and_to_replace_exclude_each_other(whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "run.jsonl"
    path.write_bytes(whole.read_bytes())
    assert main([*SETTINGS, "--out", str(path), "--resume", "--overwrite"]) == 2
    assert "--resume and --overwrite exclude each other" in capsys.readouterr().err
    assert path.read_bytes() == whole.read_bytes()


def test_a_run_is_extended_by_more_deals(whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The games are those that a longer run would have had from the start."""
    path, longer = tmp_path / "run.jsonl", tmp_path / "longer.jsonl"
    play(config_of(*ENGINES, deals=9), longer)
    path.write_bytes(whole.read_bytes() + b'{"torn')
    assert main(["--out", str(path), "--resume", "--deals", "9"]) == 2
    assert "--extend goes on to more deals" in capsys.readouterr().err
    for more, text in ((["--deals", "7"], "has 8 deals already"), (["--deals", "9", "--seed", "2"], "with seed = 1")):
        assert main(["--out", str(path), "--resume", "--extend", *more]) == 2
        assert text in capsys.readouterr().err
    assert main(["--out", str(path), "--resume", "--extend", "--deals", "9"]) == 0
    assert contents(path) == contents(longer)
    assert main(["verify", str(path)]) == 0
    assert [file.name for file in sorted(tmp_path.iterdir())] == ["longer.jsonl", "run.jsonl"]
    assert main([*SETTINGS, "--extend"]) == 2


def test_rules_that_changed_and_a_forged_header_are_refused(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "run.jsonl"
    header, *games = whole.read_text().splitlines(keepends=True)
    data = json.loads(header)
    path.write_text(json.dumps({**data, "rules": "0" * 12}) + "\n" + "".join(games))
    assert main(["--out", str(path), "--resume"]) == 2
    assert "started under rules 000000000000" in capsys.readouterr().err
    path.write_text(json.dumps({**data, "check": "0" * 16}) + "\n" + "".join(games))
    assert main(["--out", str(path), "--resume", "--extend", "--deals", "9"]) == 2
    assert "not those that were written" in capsys.readouterr().err


def test_forged_games_are_not_gone_on_from(whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A resumed game is reported with those that are played now: its replay must confirm it."""
    path = tmp_path / "run.jsonl"
    header, *games = whole.read_text().splitlines(keepends=True)
    record = json.loads(games[3])
    forged = (
        {"scores": [score + 1 for score in record["scores"]]},
        {"ranks": record["ranks"][::-1]},
        {"moves": record["moves"].rpartition(" ")[0], "times": record["times"][:-1], "nature": record["nature"][:-1]},
    )
    for change in forged:
        games[3] = json.dumps(record | change) + "\n"
        path.write_text(header + "".join(games[:20]))
        assert main(["--out", str(path), "--resume"]) == 2
        told = capsys.readouterr()
        assert f"run.jsonl: game {record['game']}: " in told.err and told.err.count("\n") == 1 and not told.out
        assert path.read_text() == header + "".join(games[:20])


def test_a_game_that_was_cut_out_is_named(whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "run.jsonl"
    header, *games = whole.read_text().splitlines(keepends=True)
    for missing, named in (
        ([7], ["game 7: it is missing: cut out, or not played before the run was interrupted"]),
        ([0, 9, 10, 11], ["game 0: it is missing:", "game 9: it is missing, and all up to game 11:"]),
    ):
        path.write_text(header + "".join(line for line in games if json.loads(line)["game"] not in missing))
        assert main(["verify", str(path)]) == 1
        told = capsys.readouterr().out.splitlines()
        assert all(line.startswith(name) for line, name in zip(told, named, strict=False)) and len(told) == len(named) + 1
        assert f"{48 - len(missing)} of 48 games" in told[-1] and "games are missing between them" in told[-1]
    path.write_text(header + "".join(line for line in games if json.loads(line)["game"] < 40))
    assert main(["verify", str(path)]) == 0
    assert "40 of 48 games" in capsys.readouterr().out


@pytest.mark.program
def test_a_file_is_not_overwritten_by_mistake(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text("precious\n")
    done = arena(*SETTINGS, "--out", str(path), check=False)
    assert done.returncode == 2 and "--resume" in done.stderr and path.read_text() == "precious\n"
    arena(*SETTINGS, "--out", str(path), "--overwrite")
    assert len(read_run(path).records) == 48


def test_two_arenas_do_not_write_to_one_file(tmp_path: Path) -> None:
    config = config_of(*ENGINES, deals=1)
    first = Run(config, tmp_path / "run.jsonl")
    with pytest.raises(ArenaError, match="another arena"):
        Run(config, tmp_path / "run.jsonl", resume=True)
    first.close()


def test_the_file_says_everything(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    config = config_of(*ENGINES, deals=1)
    play(config, path)
    header, *games = [json.loads(line) for line in path.read_text().splitlines()]
    assert Config.from_json(header) == config
    for game in games:
        assert {"game", "deal", "seed", "seats", "end", "scores", "ranks", "moves", "times"} <= set(game)
        assert len(game["times"]) == len(game["moves"].split()) > 20
