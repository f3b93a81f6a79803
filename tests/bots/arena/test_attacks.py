"""The arena under attack: engines and files that mean harm get one line, never a traceback, a raw escape or a shell."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from egypt.bots.arena.cli import main
from egypt.bots.arena.engines import MAX_NAME
from egypt.bots.arena.record import checksum, read_run
from tests import PATIENCE, ROOT
from tests.bots.arena.helpers import ARENA, NO_GUESTS, arena, config_of, play, program, running, words

pytestmark = pytest.mark.attack

ENGINES = ("name=a,bot=random", "name=b,bot=greedy")
COMMANDS = (("verify",), ("report",), ("report", "--html"), ("--resume", "--out"))


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """A run of four games: the header and the games."""
    path = tmp_path_factory.mktemp("sound") / "run.jsonl"
    play(config_of(*ENGINES, deals=2), path)
    return [json.loads(line) for line in path.read_text().splitlines()]


def write(path: Path, data: list[Any]) -> Path:
    path.write_text("".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in data))
    return path


def command_line(command: tuple[str, ...], path: Path) -> list[str]:
    if command == ("report", "--html"):
        return ["report", str(path), "--html", str(path.with_suffix(".html"))]
    return [*command, str(path)]


def is_harmless(text: str) -> bool:
    return all(line.isprintable() for line in text.split("\n"))


# -- raw escapes -------------------------------------------------------------------------------------------------------


@pytest.mark.program
def test_what_an_engine_says_does_no_harm(tmp_path: Path) -> None:
    path, page = tmp_path / "run.jsonl", tmp_path / "run.html"
    done = arena(*words(program("escapes", name="bad"), "bot=random", deals=1), "--out", str(path), "--html", str(page))
    assert "\\x1b[31mred" in done.stdout and "Faults" in done.stdout
    verified, reported = arena("verify", str(path)), arena("report", str(path))
    for text in (done.stdout, done.stderr, verified.stdout, reported.stdout, path.read_text(), page.read_text()):
        assert is_harmless(text)


@pytest.mark.parametrize("name", ["\x1b[2J", "a\x9b31m", "a\nb", "\u202eevil", "", " ", "x" * (MAX_NAME + 1), "\ud800"])
def test_a_name_that_could_do_harm_is_refused(
    name: str, sound: list[dict[str, Any]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if name.strip():
        assert main(words(f"name={name},bot=random", "bot=greedy")) == 2
        assert is_one_line(capsys.readouterr().err)
    header = {**sound[0], "engines": [{**sound[0]["engines"][0], "name": name}, sound[0]["engines"][1]]}
    seats = [{**game, "seats": [name if seat == "a" else seat for seat in game["seats"]]} for game in sound[1:]]
    path = write(tmp_path / "run.jsonl", [header, *seats])
    for command in COMMANDS:
        assert main(command_line(command, path)) == 2
        assert is_one_line(capsys.readouterr().err)


def test_a_nameless_program_with_a_bad_file_name_gets_a_good_one() -> None:
    (spec, _) = config_of("cmd=/opt/\x1b[2Jengine", "bot=random").engines
    assert spec.name.isprintable() and "engine" in spec.name


def test_moves_and_files_are_quoted_harmlessly(
    sound: list[dict[str, Any]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "\x1b[31m"
    folder.mkdir()
    assert main(["report", str(folder / "none")]) == 2
    assert is_one_line(capsys.readouterr().err)
    path = write(tmp_path / "run.jsonl", [sound[0], {**sound[1], "moves": "draw\x1b[2J"}])
    for command in COMMANDS:
        assert main(command_line(command, path)) == 2
        caught = capsys.readouterr()
        assert is_one_line(caught.err) and "moves" in caught.err and is_harmless(caught.out)


@pytest.mark.parametrize("name", ["[/x]", "[bold]b", ":smile:", "a[link=http://x]"])
def test_a_name_is_no_markup(name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # the live line, as on a terminal
    monkeypatch.setattr("egypt.bots.arena.progress.REFRESH_SECONDS", 0.0)
    assert main(words(f"name={name},bot=greedy", "bot=random", deals=2)) == 0
    caught = capsys.readouterr()
    assert name in caught.out and f"random - {name}" in re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", caught.err)


# -- full disks and outputs --------------------------------------------------------------------------------------------


def is_one_line(text: str) -> bool:
    return text.startswith("egypt-arena: ") and text.count("\n") == 1 and is_harmless(text)


def into(redirect: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", f'exec "$@" {redirect}', "arena", *ARENA, *arguments],
        cwd=ROOT,
        env=NO_GUESTS,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


@pytest.mark.program
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_full_output_is_one_line(command: tuple[str, ...], sound: list[dict[str, Any]], tmp_path: Path) -> None:
    path = write(tmp_path / "run.jsonl", sound)
    done = into("> /dev/full", *command_line(command, path))
    assert done.returncode == 2 and is_one_line(done.stderr) and "No space left" in done.stderr
    assert into("2> /dev/full", *command_line(command, path)).returncode == 0
    assert into(">&-", *command_line(command, path)).returncode == 0


@pytest.mark.program
def test_a_full_log_stops_no_run(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    assert into("2> /dev/full", *words(*ENGINES, deals=2), "--out", str(path)).returncode == 0
    assert len(read_run(path).records) == 4


@pytest.mark.program
@pytest.mark.parametrize("option", ["--out", "--html"])
def test_a_full_disk_is_one_line(option: str) -> None:
    done = arena(*words(*ENGINES, deals=1), option, "/dev/full", check=False)
    assert done.returncode == 2 and "egypt-arena: /dev/full: No space left on device" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.program
def test_a_disk_that_fills_up_keeps_whole_games(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    settings = words(*ENGINES, deals=30)
    command = f'ulimit -f 32; exec "$@" --out "{path}"'
    done = subprocess.run(
        ["bash", "-c", command, "arena", *ARENA, *settings],
        cwd=ROOT,
        env=NO_GUESTS,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 2 and "File too large" in done.stderr and "Traceback" not in done.stderr
    kept = read_run(path)
    assert kept.torn and 0 < len(kept.records) < 60
    arena(*settings, "--out", str(path), "--resume")
    assert "60 games" in arena("verify", str(path)).stdout


# -- hostile files -----------------------------------------------------------------------------------------------------

DEEP = "[" * 100_000 + "]" * 100_000
ENGINE = {"name": "a", "bot": "random"}
HEADERS: list[Any] = [
    "[]",
    "1",
    "null",
    '"egypt-arena"',
    DEEP,
    '{"egypt-arena":1}',
    '{"egypt-arena":true}',
    '{"egypt-arena":' + "9" * 5000 + "}",
    *({"deals": value} for value in (10**18, 0, -1, 1.5, "2", None, True, [], 10**400)),
    *({"players": value} for value in (0, 9, 2.0, "2", 10**18)),
    *({"seed": value} for value in (-1, 2**63, 0.5, "1")),
    *({"game": value} for value in (1, None, "chess", "\x1b[2J")),
    *({"variant": value} for value in (3, "no-such", {})),
    *({"format": value} for value in ("swiss", 1, "sprt")),
    {"games": 5},
    {"games": "4"},
    {"rules": 7},
    {"extra": 1},
    *({"automata": value} for value in (1, [0], [9], ["p2"], [1, 2])),
    *({"began": value} for value in (1, "today")),
    *({"positions": value} for value in ("x", [1], ["ra/1;x"], ["\x1b[2J"])),
    *({"adjudication": value} for value in (1, {"win": 2}, {"win": 0.1, "moves": 1}, {"longest": 0}, {"x": 1})),
    *({"sprt": value} for value in ([], [0, 10, 0.05, 0.05], ["a"] * 4, [0, 1e999, 0.05, 0.05], "x")),
    *({"engines": value} for value in ([], None, {}, [1], [ENGINE, ENGINE], [{**ENGINE, "cmd": "x"}, {"name": "b"}])),
    *(
        {"engines": [{**ENGINE, **bad}, {"name": "b", "bot": "greedy"}]}
        for bad in (
            {"stall": 1e999},
            {"movetime": 1.5},
            {"iterations": 0},
            {"start": -1},
            {"tc": "fast"},
            {"options": []},
            {"options": {"Seed": 3}},
            {"colour": "red"},
            {"name": 5},
            {"name": "renamed"},
        )
    ),
    {"engines": [{"name": f"e{i}", "bot": "random"} for i in range(2000)]},
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("header", HEADERS, ids=lambda header: str(header)[:30])
def test_a_hostile_header_is_one_line(
    header: Any, command: tuple[str, ...], sound: list[dict[str, Any]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = header if isinstance(header, str) else json.dumps({**sound[0], **header})
    path = write(tmp_path / "run.jsonl", [first, *sound[1:]])
    before = path.read_bytes()
    code, caught = main(command_line(command, path)), capsys.readouterr()
    if code == 1:  # what a replay can see and a reader cannot
        assert command == ("verify",) and "not as recorded" in caught.out
    elif code == 0:  # `report` needs no game and no rules
        assert command == ("report",) and not {"game", "variant", "rules", "positions"}.isdisjoint(header)
    else:
        assert code == 2 and is_one_line(caught.err)
    assert is_harmless(caught.out + caught.err) and path.read_bytes() == before


GAMES: list[Any] = [
    "[]",
    "1",
    "null",
    DEEP,
    '{"game":0,"game":1}',
    '{"game":' + "1" * 5000 + "}",
    *({"game": value} for value in (-1, 4, 10**30, 0.5, "0", None)),
    *({"deal": value} for value in (7, 10**30, 0.5)),
    *({"seed": value} for value in (-1, 10**30, 1.5)),
    *({"seats": value} for value in ([], ["a"], ["a", "a"], ["a", 1], "ab", None, ["a", "b", "a"])),
    *({"scores": value} for value in ([], [1], [1.5, 2], [10**30, 1], [True, 1], "12", None, [[1], 2])),
    *({"ranks": value} for value in ([], [0, 1], [1, 9], [1.0, 2], ["1", 2], None)),
    *({"moves": value} for value in (1, None, [])),
    *({"times": value} for value in (None, "x", ["x"], [-1.0], [1e999], [10**400], [True])),
    *({"end": value} for value in ("tired", 1, "forfeit", "adjudicated")),
    {"extra": 1},
    *({"nature": value} for value in ("x", [1], ["\x1b[2J"], ["a"])),
    *({"words": value} for value in (1, ["\x1b[2J"])),
    *({"thoughts": value} for value in (1, [1], [None], [{}] * 3)),
    *({"began": value} for value in (1, "today")),
    *(
        {"end": "forfeit", "faults": value}
        for value in (
            [],
            [1],
            None,
            [{}],
            [{"seat": "p9", "kind": "crash", "text": ""}],
            [{"seat": "x", "kind": "crash", "text": ""}],
            [{"seat": "p1", "kind": "bored", "text": ""}],
            [{"seat": "p1", "kind": "crash", "text": 4}],
            [{"seat": 1, "kind": "crash", "text": "x"}],
        )
    ),
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game)[:30])
@pytest.mark.parametrize("place", [1, 4])
def test_a_hostile_game_is_one_line(
    game: Any,
    command: tuple[str, ...],
    place: int,
    sound: list[dict[str, Any]],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """In the middle and at the end of a file: a whole line that is no game is not a torn one."""
    lines: list[Any] = list(sound)
    lines[place] = game if isinstance(game, str) else {**sound[place], **game}
    path = write(tmp_path / "run.jsonl", lines)
    before = path.read_bytes()
    code, caught = main(command_line(command, path)), capsys.readouterr()
    if code == 1:
        assert command == ("verify",) and "1 are not as recorded" in caught.out
    else:
        assert code == 2 and is_one_line(caught.err)
    assert is_harmless(caught.out + caught.err) and path.read_bytes() == before


# -- what verify must notice -------------------------------------------------------------------------------------------


def test_half_a_point_is_noticed(sound: list[dict[str, Any]], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for place in range(1, len(sound)):
        scores = [sound[place]["scores"][0] + 0.5, *sound[place]["scores"][1:]]
        path = write(tmp_path / "run.jsonl", [*sound[:place], {**sound[place], "scores": scores}, *sound[place + 1 :]])
        assert main(["verify", str(path)]) == 2
        assert f"line {place + 1} is no game (scores {scores[0]} must be an integer)" in capsys.readouterr().err


CHANGES = [
    {"deals": 3},
    {"deals": 3, "games": 6},
    {"deals": 1, "games": 2},
    {"games": 6},
    {"seed": 2},
    {"format": "gauntlet"},
    {"rules": "x"},
    {"players": 3},
    {"game": "sobek"},
    {"egypt-arena": 1},
    {"check": "0" * 16},
    {"check": None},
    {"engines": [{"name": "a", "bot": "random"}, {"name": "b", "bot": "greedy", "iterations": 5}]},
    {"engines": [{"name": "a", "bot": "random", "movetime": 5}, {"name": "b", "bot": "greedy"}]},
    {"engines": [{"name": "a", "bot": "ismcts"}, {"name": "b", "bot": "greedy"}]},
    {"engines": [{"name": "b", "bot": "greedy"}, {"name": "a", "bot": "random"}]},
]


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_a_changed_header_is_noticed(
    change: dict[str, Any], sound: list[dict[str, Any]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(write(tmp_path / "run.jsonl", sound))]) == 0
    assert main(["verify", str(write(tmp_path / "run.jsonl", [{**sound[0], **change}, *sound[1:]]))]) in (1, 2)
    bare = {key: value for key, value in sound[0].items() if key != "check"}
    assert main(["verify", str(write(tmp_path / "run.jsonl", [bare, *sound[1:]]))]) == 1
    assert "header: " in capsys.readouterr().out
    assert checksum(bare) == sound[0]["check"]


# -- commands that a file names ----------------------------------------------------------------------------------------


@pytest.mark.program
def test_programs_that_a_file_names_run_only_if_trusted(tmp_path: Path) -> None:
    path, trap = tmp_path / "run.jsonl", tmp_path / "trap"
    settings = words(f"name=x,cmd=touch {trap}", "bot=random", deals=2, more=("--no-check",))
    arena(*settings, "--out", str(path))
    assert trap.exists()
    trap.unlink()
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:2]))
    before = path.read_bytes()
    refused = arena("--out", str(path), "--resume", check=False)
    assert refused.returncode == 2 and f"x: touch {trap}" in refused.stderr and "--trust" in refused.stderr
    assert is_one_line(refused.stderr) and not trap.exists() and path.read_bytes() == before
    trusted = arena("--out", str(path), "--resume", "--trust", "--no-check")
    assert trap.exists() and f"x: touch {trap}" in trusted.stderr
    path.write_bytes(before)
    arena(*settings, "--out", str(path), "--resume")  # the same settings again say as much
    assert len(read_run(path).records) == 4


@pytest.mark.program
def test_modules_that_a_file_names_are_imported_only_if_trusted(tmp_path: Path) -> None:
    path, trap, module = tmp_path / "run.jsonl", tmp_path / "trap", tmp_path / "trapped.py"
    module.write_text(f"open({str(trap)!r}, 'w')\nfrom egypt.bots.greedy import GreedyBot")

    def typed(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*ARENA, *arguments], cwd=tmp_path, env=NO_GUESTS, capture_output=True, text=True)

    assert typed(*words("name=x,bot=trapped:GreedyBot", "bot=random", deals=2), "--out", str(path)).returncode == 0
    trap.unlink()
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:2]))
    refused = typed("--out", str(path), "--resume")
    assert refused.returncode == 2 and "x: trapped:GreedyBot" in refused.stderr and "--trust" in refused.stderr
    for command in ("report", "verify"):
        assert typed(command, str(path)).returncode == 0
    assert not trap.exists()
    assert typed("--out", str(path), "--resume", "--trust").returncode == 0 and trap.exists()


def test_other_settings_are_refused_also_without_engines(
    sound: list[dict[str, Any]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path / "run.jsonl", sound)
    for more, text in (
        (("--seed", "2"), "seed = 1, not 2"),
        (("--deals", "3"), "deals = 2, not 3"),
        (("--players", "3"), "players = 2, not 3"),
        (("--each", "movetime=5"), "--each"),
    ):
        assert main(["--resume", "--out", str(path), *more]) == 2
        assert text in capsys.readouterr().err
    assert main(["--resume", "--out", str(path), "--seed", "1", "--deals", "2"]) == 0
    assert main([*words(*ENGINES), "--trust"]) == 2


# -- processes and machines --------------------------------------------------------------------------------------------


@pytest.mark.program
def test_children_in_other_sessions_go_with_their_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not only when the arena ends: a long run of crashes would fill the machine with them.

    This child holds the engine's output open besides, so the crash shows by the end of the process alone.
    """
    mark = f"EGYPT_TEST_{tmp_path.name}_{os.getpid()}"
    monkeypatch.setenv(mark, "1")
    records = play(config_of(program("leaves-orphan", name="bad"), "bot=random", deals=1), tmp_path / "run.jsonl")
    assert all("exit code 3" in record.faults[0].text for record in records)
    assert not [command for command in running(mark).values() if command[0] == b"sleep"]


def test_the_manual_opens_no_port_to_the_world() -> None:
    manual = (ROOT / "bots" / "arena" / "README.md").read_text()
    lines = re.findall(r"^dask (?:scheduler|worker) .*$", manual, flags=re.M)
    assert len(lines) == 2 and all("--host 127.0.0.1" in line and "--no-dashboard" in line for line in lines)
