"""The same tables over a terminal: a whole game typed in, as over ssh."""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests import PATIENCE

pytestmark = pytest.mark.program  # all of them start processes


def play(folder: Path, typed: str, *options: str) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        "-m",
        "egypt.protocol.web",
        "--terminal",
        "--pause",
        "0",
        "--level",
        "1",
        "--records",
        str(folder),
    ]
    return subprocess.run([*command, *options], input=typed, capture_output=True, text=True, timeout=PATIENCE, check=False)


def test_a_whole_game_is_typed_in(tmp_path: Path) -> None:
    done = play(tmp_path, "1\n" * 2000, "--game", "jars", "--players", "2")
    assert done.returncode == 0 and done.stderr == ""
    assert "chances" in done.stdout and "1. p" in done.stdout.splitlines()[-2]
    assert "over" in next(tmp_path.glob("*.jsonl")).read_text(), "the record is the same as the browser's"


def test_hint_undo_log_and_help(tmp_path: Path) -> None:
    done = play(tmp_path, "?\nh\n1\nu\nr\nl\nnonsense\n99999\nq\n", "--game", "ra", "--players", "2")
    assert done.returncode == 0 and done.stderr == ""
    assert "hint: " in done.stdout and "a number plays that move" in done.stdout
    record = next(tmp_path.glob("*.jsonl")).read_text()
    assert '{"undo":' in record and '{"redo":' in record


def test_nothing_to_undo_is_said(tmp_path: Path) -> None:
    done = play(tmp_path, "u\nq\n", "--game", "ra", "--players", "2")
    assert "nothing that may be taken back" in done.stdout


def test_engines_play_for_who_watches(tmp_path: Path) -> None:
    done = play(tmp_path, "", "--game", "jars", "--players", "2", "--seat", "0")
    assert done.returncode == 0 and "1. p" in done.stdout


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--game", "chess"], "choose one of"),
        ([], "--terminal needs --game"),
        (["--game", "ra", "--players", "9"], "2 to 5"),
    ],
)
def test_bad_options_are_refused_in_a_line(tmp_path: Path, options: list[str], said: str) -> None:
    done = play(tmp_path, "", *options)
    assert done.returncode == 2 and said in done.stderr and done.stderr.count("\n") == 1


def test_rules_of_ones_own(tmp_path: Path) -> None:
    rules = tmp_path / "my-ra.toml"
    rules.write_text('rules_for = "ra"\n[game]\nstart_score = 77\n')
    done = play(tmp_path, "q\n", "--game", "ra", "--players", "2", "--rules", str(rules))
    assert done.returncode == 0 and "77" in done.stdout
    rules.write_text('rules_for = "ra"\n[game]\nstart_scor = 77\n')
    done = play(tmp_path, "q\n", "--game", "ra", "--players", "2", "--rules", str(rules))
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert f"--rules {rules} [game]: 'start_scor' is not asked for here" in done.stderr


def test_a_number_without_end_is_no_move(tmp_path: Path) -> None:
    done = play(tmp_path, "9" * 5000 + "\nq\n", "--game", "ra", "--players", "2")
    assert done.returncode == 0 and done.stderr == ""


def test_a_terminal_without_its_letters_shows_question_marks(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "egypt.protocol.web", "--terminal", "--game", "ra", "--records", str(tmp_path)],
        input="q\n",
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0 and done.stderr == "" and "move (? for help)" in done.stdout


@pytest.mark.parametrize("closed", [True, False])
def test_without_input_it_ends(tmp_path: Path, closed: bool) -> None:
    words = [sys.executable, "-m", "egypt.protocol.web", "--terminal", "--game", "ra", "--records", str(tmp_path)]
    line = f"{shlex.join(words)} <{'&-' if closed else '/dev/null'}"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0 and done.stderr == ""


def test_ctrl_c_at_the_prompt_ends_it(tmp_path: Path) -> None:
    """At a terminal of its own; the thread that waits for a line is not waited for."""
    here, there = os.openpty()
    child = subprocess.Popen(
        [sys.executable, "-m", "egypt.protocol.web", "--terminal", "--game", "ra", "--records", str(tmp_path)],
        stdin=there,
        stdout=there,
        stderr=there,
        start_new_session=True,
    )
    os.close(there)
    said = b""
    while b"move (? for help)" not in said:
        said += os.read(here, 4096)
    child.send_signal(signal.SIGINT)
    assert child.wait(PATIENCE) == 0
    with contextlib.suppress(OSError):  # the terminal is gone with the program
        while data := os.read(here, 4096):
            said += data
    os.close(here)
    assert b"Traceback" not in said


def test_a_line_without_end_is_read_in_time(tmp_path: Path) -> None:
    done = play(tmp_path, "x" * 20_000_000 + "\nq\n", "--game", "ra", "--players", "2")
    assert done.returncode == 0 and done.stderr == ""
