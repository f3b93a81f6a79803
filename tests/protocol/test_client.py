"""The client against the real program, and against programs that misbehave in every way."""

from __future__ import annotations

import gc
import os
import select
import sys
from pathlib import Path

import pytest

from egypt import Table, get_game
from egypt.protocol.answers import GameInfo
from egypt.protocol.client import BrokenProtocol, CannotStart, Client, Crashed, EngineFailure, Flooded, Refused, Stalled
from tests import PATIENCE, ROOT

pytestmark = pytest.mark.program  # all of them start processes

ENGINE = [sys.executable, "-m", "egypt.protocol", "--game", "jars"]
HANDSHAKE = "import sys, time\nassert input() == 'egi'\nprint('egiok 1', flush=True)\n"


def engine() -> Client:
    return Client(ENGINE, cwd=str(ROOT), timeout=PATIENCE, start_timeout=PATIENCE)


def liar(code: str, timeout: float = PATIENCE) -> Client:
    """A program that shakes hands properly and then does something else."""
    return Client([sys.executable, "-c", HANDSHAKE + code], timeout=timeout, start_timeout=PATIENCE)


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


# -- a good engine -------------------------------------------------------------------------------------------


def test_the_handshake() -> None:
    with engine() as client:
        identity = client.identity
    assert identity.name.startswith("egypt-engine ")
    seats = {"standard": (2, 4), "open": (2, 4)}
    assert identity.games == (GameInfo("jars", 2, 4, ("standard", "open"), "toy-1", seats),)
    assert identity.options["Hash"] == {"type": "spin", "default": "64", "min": "1", "max": "65536"}
    assert "jars" in identity.features["games"].split(",")


def test_the_referee_by_method() -> None:
    table = Table.deal(get_game("jars"), 3, 1)
    with engine() as client:
        client.position_deal(players=3, seed=1)
        assert client.turn().turn == ("p1", "p2", "p3")
        assert client.legal() == table.position.legal_moves()
        assert client.legal(2) == table.view(2).legal_moves()
        assert client.view(1) == table.view(1).to_text()
        assert client.view(None) == table.position.to_text()
        assert client.json(1) == table.view(1).as_dict()
        assert client.board() == table.position.board()
        outcome = client.play("lay:1", seat=1)
        assert (outcome.events, outcome.turn, outcome.is_over) == (("p2 lay:1",), ("p1", "p3"), False)
        sealed = client.events(0, since=10)
        assert (sealed.events, sealed.turn) == ((), ("p1", "p2", "p3"))
        assert client.events(1, since=10).events == ("p2 lay:1",)
        client.undo()
        assert client.view(None) == table.position.to_text()
        assert client.perft(2) == 9
        assert len(client.sample(3)) == 3
        assert abs(sum(client.evaluate().wp) - 1) < 0.001
        client.position_full(table.position.to_text())
        client.position_deal(players=2, seed=5, variant="open", moves=[])
        client.new_game()
        with pytest.raises(Refused) as refused:
            client.legal()
        assert refused.value.code == "no-position"


def test_thinking() -> None:
    with engine() as client:
        client.set_option("MultiPV", 2)
        client.set_option("Exact", False)
        client.position_view(Table.deal(get_game("jars"), 3, 1).view(0).to_text())
        thought = client.go(iterations=500)
        assert thought.best in client.legal()
        assert [info.numbers["multipv"] for info in thought] == [1, 2]
        assert thought.infos[0].pv[0] == thought.best and len(thought.infos[0].wp) == 3
        client.go_start(infinite=True)
        client.is_ready()
        assert client.stop().best is not None
        assert client.go(clock=[3000, 3000, 3000], inc=[1, 1, 1], searchmoves=["lay:5"]).best == "lay:5"


def test_a_refusal_leaves_the_engine_in_good_order() -> None:
    with engine() as client:
        for wrong in (
            lambda: client.set_option("Hash", "many"),
            lambda: client.position_view("rubbish"),
            lambda: client.play("lay:1"),
            lambda: client.board(),
            lambda: client.go(iterations=5),
            lambda: client.sample(2),
        ):
            with pytest.raises(Refused):
                wrong()
        client.is_ready()


def test_any_line_can_be_asked() -> None:
    with engine() as client:
        assert client.ask("isready", "readyok") == ["readyok"]
        assert client.ask("nonsense", "readyok") == ["error unknown-command : 'nonsense' is not a command"]


def test_a_command_is_one_line() -> None:
    with engine() as client, pytest.raises(ValueError, match="one line"):
        client.position_view("a\nquit")


# -- bad engines ---------------------------------------------------------------------------------------------


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(CannotStart, match="no-such-program"):
        Client(["no-such-program"])
    with pytest.raises(CannotStart):
        Client([])


def test_a_program_that_ends_before_its_handshake() -> None:
    with pytest.raises(CannotStart, match=r"exit code 3.*sorry"):
        Client([sys.executable, "-c", "import sys; print('sorry', file=sys.stderr); sys.exit(3)"], start_timeout=PATIENCE)


def test_a_program_that_never_shakes_hands() -> None:
    with pytest.raises(CannotStart, match="no answer to 'egi'"):
        Client([sys.executable, "-c", "import time; time.sleep(3600)"], start_timeout=0.3)


def test_a_program_of_another_protocol() -> None:
    with pytest.raises(CannotStart, match="egiok 2"):
        Client([sys.executable, "-c", "input(); print('egiok 2', flush=True); input()"], start_timeout=PATIENCE)


def test_a_crash_is_told_with_signal_and_log() -> None:
    client = liar("import os; input(); print('ouch', file=sys.stderr, flush=True); os.kill(os.getpid(), 11)")
    with pytest.raises(Crashed, match=r"SIGSEGV.*ouch"):
        client.legal()
    assert not client.is_alive


def test_a_closed_output_is_a_crash() -> None:
    client = liar("import os\ninput()\nos.close(1)\ntime.sleep(3600)")
    with pytest.raises(Crashed, match="closed its output"):
        client.is_ready()
    assert is_gone(client.pid)


def test_silence_is_a_stall() -> None:
    client = liar("time.sleep(3600)", timeout=0.2)
    with pytest.raises(Stalled, match="'isready'"):
        client.is_ready()
    assert is_gone(client.pid)


def test_a_program_that_does_not_read_is_a_stall() -> None:
    client = liar("time.sleep(3600)", timeout=0.3)
    with pytest.raises(Stalled):
        client.position_view("x" * 1_000_000)


def test_info_without_end_is_a_stall() -> None:
    client = liar("while True:\n    print('info string hm', flush=True)\n    time.sleep(0.01)")
    with pytest.raises(Stalled):
        client.go(iterations=1, timeout=0.3)


def test_an_answer_without_end() -> None:
    client = liar("while True:\n    sys.stdout.write('x' * 65536)", timeout=PATIENCE)
    with pytest.raises(Flooded):
        client.is_ready()


@pytest.mark.parametrize(
    "answer", ["readyok", "legal", "legal 2 a", "legal 1 a,b", "error", "error oops", "info time x", "turn p1"]
)
def test_a_wrong_answer_breaks_the_protocol(answer: str) -> None:
    client = liar(f"input()\nsys.stdout.buffer.write(b'{answer}\\n')\nsys.stdout.flush()\ninput()")
    with pytest.raises(BrokenProtocol):
        client.legal()
    assert is_gone(client.pid)


@pytest.mark.parametrize("answer", ["bestmove", "bestmove a b", "turn p1"])
def test_a_wrong_bestmove(answer: str) -> None:
    client = liar(f"input()\nprint({answer!r}, flush=True)\ninput()")
    with pytest.raises(BrokenProtocol):
        client.go(iterations=1)


@pytest.mark.parametrize("answer", ["turn", "gameover", "gameover ranks 1,x scores 2", "event 1 x\nlegal 0"])
def test_a_wrong_outcome(answer: str) -> None:
    client = liar(f"input()\nprint({answer!r}, flush=True)\ninput()")
    with pytest.raises(BrokenProtocol):
        client.play("x")


# -- no child is left behind ---------------------------------------------------------------------------------


def test_close_is_polite_and_may_come_twice() -> None:
    client = engine()
    pid = client.pid
    assert client.close(PATIENCE) == 0
    assert client.close() == 0
    assert is_gone(pid)
    with pytest.raises(EngineFailure):
        client.is_ready()


def test_close_insists() -> None:
    client = liar("while True: time.sleep(1)")
    assert client.close(timeout=0.2) == -9
    assert is_gone(client.pid)


def test_a_forgotten_client_takes_its_child_along() -> None:
    client = engine()
    pid = client.pid
    del client
    gc.collect()
    assert is_gone(pid)


def test_an_exception_in_the_block_ends_the_child() -> None:
    with pytest.raises(KeyError), engine() as client:
        client.position_deal(players=2, seed=1)
        client.go_start(infinite=True)
        raise KeyError
    assert is_gone(client.pid)


def test_a_program_that_ends_by_itself_leaves_no_child(tmp_path: Path) -> None:
    held = tmp_path / "held"  # open for as long as one of the program's processes lives
    os.mkfifo(held)
    with open(os.open(held, os.O_RDONLY | os.O_NONBLOCK), "rb") as end:
        with pytest.raises(CannotStart, match="exit code 3"):
            Client(["sh", "-c", f"exec 3> '{held}'; sleep 3600 & exit 3"], start_timeout=PATIENCE)
        os.set_blocking(end.fileno(), True)
        assert select.select([end], [], [], PATIENCE)[0] and end.read() == b""
