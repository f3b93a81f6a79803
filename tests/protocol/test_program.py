"""The real program as a child process: arguments, garbage, determinism, and every way to end."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from egypt import Rng, Table, game_names, get_game
from egypt.protocol import __main__ as program
from egypt.protocol.answers import Info, parse_answer
from egypt.protocol.listening import Ending, Listener
from egypt.protocol.responder import Responder
from egypt.protocol.session import Session
from tests import PATIENCE, ROOT
from tests.pace import wait_until

pytestmark = pytest.mark.program  # all of them start processes

PROGRAM = [sys.executable, "-m", "egypt.protocol"]
DEAL = b"position deal players 3 seed 1\n"


def run(
    data: bytes, arguments: Sequence[str] = ("--game", "jars"), timeout: float = PATIENCE
) -> subprocess.CompletedProcess[bytes]:
    """The whole life of a program: this on its stdin, then the end of input."""
    return subprocess.run([*PROGRAM, *arguments], input=data, capture_output=True, timeout=timeout, cwd=ROOT, check=False)


def answers(data: bytes) -> list[str]:
    """What the program says to this; it must end well and log nothing."""
    finished = run(data)
    assert (finished.returncode, finished.stderr) == (0, b"")
    return finished.stdout.decode().split("\n")[:-1]


@contextmanager
def running(game: str = "jars", command: Sequence[str] | None = None) -> Iterator[subprocess.Popen[bytes]]:
    """A program to talk to; killed at the end if it is still there."""
    process = subprocess.Popen(
        command or [*PROGRAM, "--game", game],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        cwd=ROOT,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def say(process: subprocess.Popen[bytes], text: bytes) -> None:
    assert process.stdin is not None
    process.stdin.write(text)


def read_until(process: subprocess.Popen[bytes], word: bytes) -> list[bytes]:
    assert process.stdout is not None
    lines: list[bytes] = []
    while not lines or not lines[-1].startswith(word):
        line = process.stdout.readline()
        assert line, lines
        lines.append(line)
    return lines


def ends_well(process: subprocess.Popen[bytes], seconds: float = PATIENCE) -> bytes:
    """The program ends by itself, with exit code 0 and without a traceback; returns what it still said."""
    output, log = process.communicate(timeout=seconds)
    assert (process.returncode, log) == (0, b"")
    return output


# -- arguments -----------------------------------------------------------------------------------------------


def test_version_and_help() -> None:
    assert re.fullmatch(rb"egypt-engine \d+\.\d+\.\d+\n", run(b"", ["--version"]).stdout)
    assert b"--game" in run(b"", ["--help"]).stdout


@pytest.mark.parametrize("words", [["--version"], ["--rules-template", "ra"]])
@pytest.mark.parametrize(("output", "code"), [(">/dev/full", 2), (">&-", 2), ("| true; exit 0", 0)])
def test_what_cannot_be_printed_is_told_in_a_line(words: list[str], output: str, code: int) -> None:
    command = ["sh", "-c", f"{shlex.join([*PROGRAM, *words])} {output}"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=PATIENCE, check=False)
    assert done.returncode == code and done.stderr.count("\n") == (code == 2) and "Traceback" not in done.stderr


def test_rules_that_are_nested_too_deeply_are_refused_in_a_line(tmp_path: Path) -> None:
    rules = tmp_path / "deep.toml"
    rules.write_text(f'rules_for = "ra"\na = {"[" * 900}{"]" * 900}\n')
    done = run(b"", ["--rules", str(rules)])
    assert done.returncode == 2 and done.stderr == f"egypt-engine: --rules {rules}: it is nested too deeply\n".encode()


def test_an_unknown_game_is_named() -> None:
    finished = run(b"", ["--game", "chess"])
    assert finished.returncode == 2
    assert finished.stdout == b"" and b"'chess'" in finished.stderr and b"Traceback" not in finished.stderr


@pytest.mark.parametrize("games", ["no_such_module", ".relative", "guest_that_fails"])
def test_a_guest_that_cannot_be_loaded_is_named(games: str, tmp_path: Path) -> None:
    (tmp_path / "guest_that_fails.py").write_text("raise RuntimeError('not today')")
    paths = os.pathsep.join(filter(None, [str(tmp_path), os.environ.get("PYTHONPATH")]))
    for words in (["egypt.protocol"], ["egypt.bots.arena.cli", "--game", "ra", "--engine", "bot=random"]):
        done = subprocess.run(
            [sys.executable, "-m", *words],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            cwd=ROOT,
            check=False,
            env={**os.environ, "EGYPT_GAMES": games, "PYTHONPATH": paths},
        )
        assert done.returncode == 2 and done.stderr.count("\n") == 1 and not done.stdout
        assert re.match(rf"egypt-(engine|arena): EGYPT_GAMES: cannot import '{re.escape(games)}'", done.stderr)


# -- conversations -------------------------------------------------------------------------------------------


def test_a_scripted_session() -> None:
    script = (
        DEAL
        + b"""turn
legal
play p2 lay:1
view p1
undo
nonsense
isready
"""
    )
    assert answers(script) == [
        "turn p1,p2,p3",
        "legal 3 lay:3,lay:5,lay:8",
        "event 10 p2 lay:1",
        "turn p1,p3",
        "view jars/1;viewer=p1;players=3;variant=standard;phase=lay;round=1;turn=p1;winner=-;hands=358,?3,?3;"
        "gone=-;laid=-,-,-;points=0,0,0",
        "error unknown-command : 'nonsense' is not a command",
        "readyok",
    ]


@pytest.mark.parametrize("name", game_names())
def test_the_same_seed_and_iterations_give_the_same_bytes(name: str) -> None:
    script = (
        b"""position deal players %d seed 1
setoption name MultiPV value 3
setoption name Seed value 5
go id 1 iterations 3000
"""
        % get_game(name).min_players
    )
    outputs = [run(script, ["--game", name]).stdout for _ in range(2)]
    first, second = (re.sub(rb"(time|ips) \d+", rb"\1 0", output) for output in outputs)
    assert first == second
    assert first.startswith(b"info id 1 multipv 1 ") and first.split(b"\n")[-2].startswith(b"bestmove id 1 ")


def test_crlf_comments_and_a_last_line_without_end() -> None:
    assert answers(b"# hello\r\n\r\nisready\r\n  isready  ") == ["readyok", "readyok"]


def test_garbage_is_answered_line_by_line() -> None:
    script = b"\x00\n\xff\xfe\ngo \x00\n\x1b[2J\n" + b"x" * 1_000_000 + b"\nisready\n"
    lines = answers(script)
    assert len(lines) == 6 and lines[-1] == "readyok"
    assert all(line.startswith("error ") for line in lines[:-1])
    assert "longer than 65536 bytes" in lines[4]


def test_a_megabyte_of_random_bytes() -> None:
    import random

    garbage = random.Random(1).randbytes(1_000_000)
    lines = run(garbage + b"\nisready\n").stdout.split(b"\n")
    assert lines[-2:] == [b"readyok", b""]
    assert all(line.startswith((b"error ", b"readyok")) for line in lines[:-1])


# -- the end -------------------------------------------------------------------------------------------------


def test_quit_ends_at_once_even_while_thinking() -> None:
    with running() as process:
        say(process, DEAL + b"go infinite\nisready\n")
        read_until(process, b"readyok")
        say(process, b"quit\nisready\n")
        output = ends_well(process)
    assert output.count(b"bestmove") == 1 and b"readyok" not in output


def test_a_limited_search_may_finish_after_the_end_of_input() -> None:
    lines = answers(DEAL + b"go iterations 2000\n")
    assert " iterations 2000 " in lines[0] and lines[1].startswith("bestmove lay:")


def test_an_endless_search_is_stopped_at_the_end_of_input() -> None:
    lines = answers(DEAL + b"go infinite\n")
    assert lines[-1].startswith("bestmove lay:")


@pytest.mark.parametrize("thinking", [False, True])
def test_ctrl_c(thinking: bool) -> None:
    with running() as process:
        say(process, DEAL + (b"go infinite\n" if thinking else b"") + b"isready\n")
        read_until(process, b"readyok")
        process.send_signal(signal.SIGINT)
        output = ends_well(process)
    assert output.count(b"bestmove") == thinking


def test_ctrl_c_before_the_main_thread_waits_for_the_end() -> None:
    """The listener may answer before the thread that started it goes on; the search still gives its answer."""
    code = (
        "import sys, threading, time; from egypt.protocol import __main__ as program\n"
        "start = threading.Thread.start\n"
        "def slow(thread):\n"
        "    start(thread)\n"
        "    if thread.name == 'egi-listener': time.sleep(1.0)\n"
        "threading.Thread.start = slow\n"
        "sys.exit(program.main(['--game', 'jars']))"
    )
    with running(command=[sys.executable, "-c", code]) as process:
        say(process, DEAL + b"go infinite\nisready\n")
        read_until(process, b"readyok")
        process.send_signal(signal.SIGINT)
        output = ends_well(process)
    assert output.count(b"bestmove") == 1


def test_ctrl_c_after_the_end_of_input_waits_for_no_clock() -> None:
    code = (
        "import sys; from egypt.protocol import __main__ as program; program.GRACE_SECONDS = 3600.0;"
        "sys.exit(program.main(['--game', 'jars']))"
    )
    with running(command=[sys.executable, "-c", code]) as process:
        say(process, DEAL + b"go movetime 3600000\nisready\n")
        read_until(process, b"readyok")
        assert process.stdin is not None
        process.stdin.close()
        process.stdin = None
        process.send_signal(signal.SIGINT)
        output = ends_well(process)
    assert output.count(b"bestmove") == 1


@pytest.mark.parametrize("thinking", [False, True])
def test_a_broken_pipe_ends_the_program_even_if_nothing_is_said(thinking: bool) -> None:
    with running() as process:
        say(process, DEAL + (b"go infinite\n" if thinking else b"") + b"isready\n")
        read_until(process, b"readyok")
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.wait(timeout=PATIENCE) == 0
        assert process.stderr.read() == b""


def test_a_broken_pipe_in_the_middle_of_a_long_answer() -> None:
    with running() as process:
        say(process, DEAL + b"sample 1000\n" * 20)
        read_until(process, b"sample")
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.wait(timeout=PATIENCE) == 0
        assert process.stderr.read() == b""


def test_stdin_or_stdout_closed_from_the_start() -> None:
    for redirect in ("<&-", ">&-"):
        command = f"'{sys.executable}' -m egypt.protocol --game jars {redirect}"
        finished = subprocess.run(
            ["sh", "-c", command], input=b"isready\n", capture_output=True, timeout=PATIENCE, cwd=ROOT, check=False
        )
        assert (finished.returncode, finished.stderr) == (0, b""), redirect


def test_a_pipe_in_non_blocking_mode_loses_nothing() -> None:
    """Half a megabyte into a pipe that holds 64 KiB: the program waits for its reader."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    process = subprocess.Popen([*PROGRAM, "--game", "jars"], stdin=subprocess.PIPE, stdout=writer, cwd=ROOT)
    os.close(writer)
    with open(reader, "rb") as output:
        assert process.stdin is not None
        process.stdin.write(DEAL + b"sample 1000\n" * 5 + b"isready\n")
        process.stdin.close()
        lines = output.read().split(b"\n")
    assert process.wait(timeout=PATIENCE) == 0
    assert len(lines) == 5002 and lines[-2:] == [b"readyok", b""]


def test_a_read_that_comes_too_late_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """In non-blocking mode, another reader of the same terminal may have taken what there was."""
    reader, writer = os.pipe()
    os.write(writer, b"isready\n")
    os.close(writer)
    heard: list[bytes] = []
    late = iter([BlockingIOError])

    def read(descriptor: int, count: int, read: Callable[[int, int], bytes] = os.read) -> bytes:
        for problem in late:
            raise problem
        return read(descriptor, count)

    monkeypatch.setattr(os, "read", read)
    listener = program._listener(Session(Responder(heard.append)))
    audience, answers = os.pipe()  # somebody who hears to the end: a pipe that is closed would end it, too
    listener.start(reader, answers)
    assert listener.wait() is Ending.INPUT
    for descriptor in (reader, audience):
        os.close(descriptor)
    assert heard == [b"readyok\n"]


def test_a_line_is_answered_by_the_thread_that_has_read_it() -> None:
    """No other thread has to wake up for it; and after `close` nothing more is heard."""
    reader, writer = os.pipe()
    heard: list[tuple[bytes, str]] = []

    def answer(data: bytes) -> bool:
        heard.append((data, threading.current_thread().name))
        return data != b"quit"

    listener = Listener(answer)
    listener.start(reader, reader)
    os.write(writer, b"isready")
    wait_until(lambda: len(heard) == 1)
    os.write(writer, b"quit")
    assert listener.wait() is Ending.SATISFIED and listener.close(PATIENCE)
    assert heard == [(b"isready", "egi-listener"), (b"quit", "egi-listener")]
    os.close(writer)
    os.close(reader)


def test_an_answer_that_never_ends_does_not_hold_up_the_end() -> None:
    reader, writer = os.pipe()
    begun, release = threading.Event(), threading.Event()

    def answer(data: bytes) -> bool:
        begun.set()
        return release.wait()

    listener = Listener(answer)
    listener.start(reader, reader)
    os.write(writer, b"isready")
    assert begun.wait(PATIENCE) and not listener.close(0.01)
    release.set()
    assert listener.close(PATIENCE)
    os.close(writer)


def test_output_into_a_file(tmp_path: os.PathLike[str]) -> None:
    target = os.path.join(tmp_path, "out.txt")
    with open(target, "wb") as file:
        command = [*PROGRAM, "--game", "jars"]
        subprocess.run(command, input=DEAL + b"legal\n", stdout=file, timeout=PATIENCE, cwd=ROOT, check=True)
    with open(target, "rb") as file:
        assert file.read() == b"legal 3 lay:3,lay:5,lay:8\n"


# -- answers without a search ------------------------------------------------------------------------------------------


def forced_view() -> tuple[str, str]:
    """A decision of Sobek with one legal move, and the move."""
    table = Table.deal(get_game("sobek"), 2, 1)
    while len(table.position.legal_codes()) > 1:
        table.play(table.position.legal_codes()[-1])
    return table.view(table.position.actor).to_text(), table.position.legal_moves()[0]


@pytest.mark.parametrize("limits", ["movetime 3600000", "clock 360000000,360000000", "movetime 3600000 searchmoves MOVE"])
def test_the_only_move_is_answered_at_once(limits: str) -> None:
    view, move = forced_view()
    said = run(f"position view {view}\ngo {limits.replace('MOVE', move)}\n".encode(), ("--game", "sobek")).stdout.decode()
    info, best = said.splitlines()
    assert info.startswith("info ") and best == f"bestmove {move}"


@pytest.mark.parametrize("word", ["ponder", "infinite"])
@pytest.mark.parametrize(("name", "players"), [("ra", 3), ("sobek", 2), ("tekhenu", 2), ("amunre", 3)])
def test_a_seat_that_waits_hears_what_is_expected_of_the_others(name: str, players: int, word: str) -> None:
    table = get_game(name).deal(players, seed=5)
    while len(table.legal_moves()) < 2 or len(table.position.pending) > 1:
        table.play(table.legal_moves()[0])
    view = table.view((table.actor + 1) % players)
    rng = Rng(1)
    possible = {move for _ in range(300) for move in view.sample(rng).legal_moves()}  # it may not know the other's hand
    said = f"setoption name MultiPV value 2\nposition view {view.to_text()}\ngo {word} iterations 3000\n"
    with running(name) as process:
        say(process, said.encode())
        lines = read_until(process, b"info multipv 2")
        say(process, b"stop\n")
        lines += read_until(process, b"bestmove")
    assert lines[-1] == b"bestmove none\n"
    first, second = (parse_answer(line.decode().rstrip()) for line in lines[:2])
    assert isinstance(first, Info) and isinstance(second, Info)
    assert {first.pv[0], second.pv[0]} <= possible
    assert len(first.pv) > 1 and abs(sum(first.wp) - 1) < 0.01


def test_where_nature_is_to_draw_a_seat_that_waits_hears_what_the_position_is_worth() -> None:
    position = get_game("ra").deal(3, seed=5).position.after("draw")
    assert position.is_chance
    said = f"position view {position.view(1).to_text()}\ngo infinite iterations 100\n"
    info, best = run(said.encode(), ("--game", "ra")).stdout.decode().splitlines()  # the end of input stops it
    assert info.startswith("info time 0 iterations 0 ips 0 visits 0 wp ") and " pv" not in info
    assert best == "bestmove none"


def test_an_immediate_stop_is_answered_with_a_thought() -> None:
    with running() as process:
        say(process, DEAL)
        for _ in range(20):
            say(process, b"go infinite\nstop\n")
            said = read_until(process, b"bestmove")
            assert said[-2].startswith(b"info ") and said[-1].split()[1] == said[-2].split(b" pv ")[1].split()[0]


def test_more_memory_than_there_is_is_refused_in_one_line() -> None:
    finished = subprocess.run(
        ["bash", "-c", 'ulimit -v 4000000; exec "$@"', "limited", *PROGRAM, "--game", "jars"],
        input=DEAL + b"setoption name Hash value 65536\ngo iterations 5\nsetoption name Hash value 1\ngo iterations 5\n",
        capture_output=True,
        timeout=PATIENCE,
        cwd=ROOT,
        check=True,
    )
    said = [line for line in finished.stdout.decode().splitlines() if line.startswith(("error", "bestmove"))]
    assert said[0] == "error bad-argument : no memory for a tree of 65536 MB"
    assert said[1].startswith("bestmove ") and len(said) == 2 and finished.stderr == b""
