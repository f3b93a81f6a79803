"""`egypt-arena check` passes what SPEC.md allows, and names every fault that was planted."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from egypt.bots.arena.cli import main
from tests import PATIENCE
from tests.bots.arena.planted_program import ENGINE, FROM, TO

pytestmark = pytest.mark.program

PLANTED = Path(__file__).with_name("planted_program.py")

# The fault, a point that must see it, and what it says there. Some need a wait that ends: these have a short one.
FAULTS = [
    ("dies", "position view, go", "ended with exit code 3 when asked 'go movetime'; its log ends: the reason of the crash"),
    ("floods", "position view, go", "is answered with more than 10000 lines: 'info string and so on' …"),
    ("wrong bestmove", "position view, go", "is answered 'bestmove conquer:rome'; expected a legal move in 'jars/1;viewer="),
    ("wrong bestmove", "a whole game", "the game ends here, after 6 events"),
    ("wrong bestmove", "nothing to decide", "expected 'none': nothing is to be decided by this seat"),
    ("two words", "position view, go", "please', not 'bestmove <move>'"),
    ("extra output", "position view, go", "is answered 'it was a pleasure'; it has no answer"),
    ("extra output", "times", "'it was a pleasure'"),
    ("odd chances", "position view, go", "the chances 'wp' do not sum to 1 in 'info "),
    ("odd vectors", "position view, go", "'pts' has 4 values for 2 seats in 'info "),
    ("odd info", "position view, go", "'info time soon' is no line of info"),
    ("no name", "egi", "'egi' is answered without 'id name …'"),
    ("odd option", "egi", "the default is outside 'min' and 'max'"),
    (
        "another error",
        "unknown command",
        "'hello' is answered 'error bad-argument : 'hello' is not a command', not 'error unk",
    ),
    ("two errors", "unknown command", "and 1 more, not 'error unknown-command : …'"),
    ("no name in errors", "unknown command", "which does not name 'hello'"),
    ("takes comments for commands", "lines", "'# a comment' is answered 'error unknown-command"),
    ("two errors", "errors", "'go sideways' is answered 'error bad-argument"),
    ("forgets options", "errors of setoption", "is answered nothing, not 'error unknown-option : …'"),
    ("fewer moves", "adviser: questions", "'legal' differs from the rules in '"),
    ("another count", "adviser: questions", ", which lists "),
    ("another sample", "adviser: questions", "'sample jars/1'"),
    ("ignores searchmoves", "adviser: limits of go", "not 'bestmove id 7 "),
    ("does not wait for stop", "adviser: while it thinks", "before 'stop'"),
    ("not busy", "adviser: while it thinks", "'legal' during 'go infinite' is answered 'legal 0', not 'error busy : …'"),
    ("another view", "adviser: further commands", "'view p1' is answered "),
    ("deals otherwise", "referee: deals", "the same seed is dealt twice"),
    ("another view", "referee: positions", "'view all' is answered "),
    ("another view", "referee: records", "'view all' is answered "),
    ("ignores undo", "referee: a game", "'view all' is answered "),
    ("numbers of events", "referee: a game", "the events have the numbers [7"),
    ("odd events", "referee: a game", "not events and then 'turn …' or 'gameover …'"),
    ("sends nothing of luck", "referee: further commands", "'luck' is answered 'luck', not one line 'luck draws <n>"),
    ("bad JSON", "JSON", '\'legal\' in JSON is answered \'{"message":"legal"'),
    ("JSON without a key", "JSON", "in JSON is answered without 'move'"),
    ("exit code", "quit", "'quit' ends the program with exit code 1, not 0"),
]
WAITING = [
    ("late", "times", "is answered after ", str(PATIENCE)),
    ("silent", "position view, go", "is not answered within ", "1"),
    ("ignores stop", "stop", "is not answered within ", "1"),
]


def checked(command: list[str], capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, list[str]]:
    """The exit code and the lines of a report."""
    patient = ["--start", str(PATIENCE), "--stall", str(PATIENCE), "--overhead", str(1000 * PATIENCE)]
    code = main(["check", shlex.join(command), "--game", "jars", *patient, *more])  # of two options the last one counts
    caught = capsys.readouterr()
    assert not caught.err
    return code, caught.out.splitlines()


def planted(fault: str) -> list[str]:
    return [sys.executable, str(PLANTED), fault]


def test_the_engine_is_as_the_spec_says(capsys: pytest.CaptureFixture[str]) -> None:
    code, lines = checked(ENGINE, capsys)
    assert [line for line in lines[1:-1] if not line.startswith("ok ")] == []
    assert code == 0 and lines[-1].endswith(" checked: all as SPEC.md says")
    assert lines[0].startswith("egypt-engine ") and lines[0].endswith(
        "jars, 2 players, standard; adviser, referee announced"
    )


@pytest.mark.parametrize(("fault", "point", "text"), FAULTS, ids=[" - ".join(row[:2]) for row in FAULTS])
def test_a_planted_fault_is_named(fault: str, point: str, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, lines = checked(planted(fault), capsys, "--point", point)
    short = [line for line in lines if line.startswith(f"short  {point}: ")]
    assert any(text in line for line in short), lines
    assert code == 1 and lines[-1] == "1 checked: 1 fall short of SPEC.md"


@pytest.mark.parametrize(("fault", "point", "text", "stall"), WAITING, ids=[row[0] for row in WAITING])
def test_what_does_not_come_in_time_is_named(
    fault: str, point: str, text: str, stall: str, capsys: pytest.CaptureFixture[str]
) -> None:
    short = ["--stall", stall, "--overhead", "500"]
    code, lines = checked(planted(fault), capsys, "--game", "ra", "--point", point, *short)  # jars is soon solved
    assert code == 1 and any(line.startswith(f"short  {point}: ") and text in line for line in lines), lines


def test_every_fault_is_looked_for() -> None:
    assert {*FROM, *TO} <= {row[0] for row in FAULTS + WAITING}


def test_a_proxy_without_a_fault_passes(capsys: pytest.CaptureFixture[str]) -> None:
    code, lines = checked(planted("none"), capsys, *(word for row in FAULTS for word in ("--point", row[1])))
    assert [line for line in lines[1:-1] if not line.startswith("ok ")] == [] and code == 0


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (["/no/such/program"], "short  egi: [Errno 2] No such file or directory"),
        ([sys.executable, "-c", "raise SystemExit(1)"], "short  egi: ended with exit code 1 when asked 'egi'"),
        ([sys.executable, "-c", "print('egiok 2'); input()"], "short  egi: 'egi' is answered with egiok 2"),
    ],
)
def test_what_does_not_start_says_so(command: list[str], text: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, lines = checked(command, capsys)
    assert code == 1 and len(lines) == 1 and lines[0].startswith(text)


def test_what_is_never_answered_ends(capsys: pytest.CaptureFixture[str]) -> None:
    code, lines = checked(planted("never starts"), capsys, "--start", "0.3")
    assert (code, lines) == (1, ["short  egi: 'egi' is not answered within 0.3 s; said so far: nothing"])


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["'"], "': No closing quotation"),
        ([""], "the command is empty"),
        ([shlex.join(ENGINE), "--stall", "0"], "--start and --stall must be above 0"),
        ([shlex.join(ENGINE), "--game", "jars", "--players", "9"], "'9' players: jars is for 2-4"),
        ([shlex.join(ENGINE), "--game", "chess"], "'chess' is not a game here"),
        ([shlex.join(ENGINE), "--game", "jars", "--point", "manners"], "--point 'manners' is not asked of this program"),
        ([f"{shlex.join([sys.executable, '-c'])} \"print('id name x'); print('egiok 1'); input()\""], "names no game"),
    ],
)
def test_what_cannot_be_checked_is_refused(words: list[str], text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", *words]) == 2
    assert text in capsys.readouterr().err
