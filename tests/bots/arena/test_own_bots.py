"""Bots of one's own that misbehave: each forfeits its games, and the run goes on."""

from __future__ import annotations

import json
import signal
import sys
from asyncio import CancelledError
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from egypt import View
from egypt.bots import Bot, Thought
from egypt.bots.arena.check import check_engines
from egypt.bots.arena.cli import main
from egypt.bots.arena.errors import ArenaError
from egypt.bots.arena.faults import Kind
from egypt.bots.arena.record import FINISHED, FORFEIT, GameRecord, read_run
from egypt.bots.arena.verify import verify
from tests.bots.arena.helpers import config_of, play, words

RIVAL = "name=rival,bot=random"


class Good(Bot):
    def choose(self, view: View) -> str:
        return view.legal_moves()[0]


class Silent(Good):
    def choose(self, view: View) -> Any:
        return None


class Numeric(Good):
    """Answers with the number of a move instead of its text."""

    def choose(self, view: View) -> Any:
        return view.game.action_code(view.legal_actions()[0])


class Surrogate(Good):
    def choose(self, view: View) -> str:
        return "\ud800"


class Unspeakable(Exception):
    def __str__(self) -> str:
        raise RuntimeError("not even its name")


class RaisesUnspeakable(Good):
    def choose(self, view: View) -> str:
        raise Unspeakable


class Leaves(Good):
    def choose(self, view: View) -> str:
        sys.exit(0)


class Cancelled(Good):
    def choose(self, view: View) -> str:
        raise CancelledError


class LeavesAtOnce(Good):
    def __init__(self, game: Any, *, seed: int = 0) -> None:
        sys.exit(0)


class NoChances(Good):
    def choose(self, view: View) -> str:
        self.thought = Thought(chances=None)  # type: ignore[arg-type]
        return super().choose(view)


class Words(Good):
    def choose(self, view: View) -> str:
        self.thought = Thought(chances=("much", "little"))  # type: ignore[arg-type]
        return super().choose(view)


class NoThought(Good):
    @property
    def thought(self) -> Thought:  # type: ignore[override]
        raise RuntimeError("I do not tell")


class CannotAllow(Good):
    def allow(self, usual: float, most: float) -> None:
        raise RuntimeError("no clocks, please")


class CannotClose(Good):
    def close(self) -> None:
        raise RuntimeError("the door is stuck")


class LeavesInTheEnd(Good):
    def close(self) -> None:
        sys.exit(0)


class Interrupts(Good):
    def choose(self, view: View) -> str:
        raise KeyboardInterrupt


class OddNumbers(Good):
    """Numbers that JSON does not know, or reads as another kind."""

    def choose(self, view: View) -> str:
        chances: Any = (Decimal("0.25"), True)
        self.thought = Thought(True, chances, (10**400, 1) if view.viewer else (Decimal(3), 4))
        return super().choose(view)


class Terminated(Good):
    """Its process is asked to end, the first time it is to move."""

    def __init__(self, game: Any, *, seed: int = 0, mark: str = "") -> None:
        self.mark = Path(mark)

    def choose(self, view: View) -> str:
        if not self.mark.exists():
            self.mark.touch()
            signal.raise_signal(signal.SIGTERM)
        return super().choose(view)


def engine(kind: type[Bot], *settings: str) -> str:
    return ",".join(["name=own", f"bot={__name__}:{kind.__name__}", *settings])


def must_be_forfeits(records: list[GameRecord], kind: Kind, text: str) -> None:
    assert [record.end for record in records] == [FORFEIT] * 2
    for record in records:
        (fault,) = record.faults
        assert record.seats[fault.seat] == "own" and fault.kind is kind and text in fault.text


CASES = [
    (Silent, Kind.ILLEGAL, "None is no text of a move"),
    (Numeric, Kind.ILLEGAL, " is no text of a move"),
    (Surrogate, Kind.ILLEGAL, "\\ud800"),
    (RaisesUnspeakable, Kind.CRASH, "Unspeakable"),
    (Leaves, Kind.CRASH, "SystemExit: 0"),
    (Cancelled, Kind.CRASH, "CancelledError"),
    (LeavesAtOnce, Kind.START, "SystemExit: 0"),
    (NoChances, Kind.CRASH, "TypeError: "),
    (Words, Kind.CRASH, "TypeError: "),
    (NoThought, Kind.CRASH, "RuntimeError: I do not tell"),
    (CannotAllow, Kind.CRASH, "RuntimeError: no clocks, please"),
]


@pytest.mark.parametrize(("bot", "kind", "text"), CASES, ids=lambda value: getattr(value, "__name__", None))
def test_it_forfeits_its_game_and_the_run_goes_on(bot: type[Bot], kind: Kind, text: str, tmp_path: Path) -> None:
    config = config_of(engine(bot, "tc=1000"), RIVAL, deals=1)
    must_be_forfeits(play(config, tmp_path / "run.jsonl"), kind, text)
    assert not list(verify(read_run(tmp_path / "run.jsonl")))
    with pytest.raises(ArenaError) as refused:
        check_engines(config)
    assert f"own: {kind}: " in str(refused.value) and text.replace("\\ud800", "\ud800") in str(refused.value)


@pytest.mark.parametrize(("bot", "kind", "text"), CASES[:1] + CASES[4:5], ids=["Silent", "Leaves"])
def test_it_forfeits_its_game_in_a_process_of_the_pool(bot: type[Bot], kind: Kind, text: str, tmp_path: Path) -> None:
    must_be_forfeits(play(config_of(engine(bot), RIVAL, deals=1), tmp_path / "run.jsonl", concurrency=2), kind, text)


@pytest.mark.parametrize("bot", [CannotClose, LeavesInTheEnd])
def test_what_is_raised_on_closing_costs_nothing(bot: type[Bot], tmp_path: Path) -> None:
    config = config_of(engine(bot), RIVAL, deals=1)
    check_engines(config)
    assert [record.end for record in play(config, tmp_path / "run.jsonl")] == [FINISHED] * 2


def test_an_interrupt_in_a_bot_ends_the_run(tmp_path: Path) -> None:
    assert main([*words(engine(Interrupts), RIVAL, deals=1), "--no-check", "--out", str(tmp_path / "run.jsonl")]) == 130


def test_a_worker_that_is_told_to_end_costs_no_game(tmp_path: Path) -> None:
    """The bot must not take the signal for a fault of its own."""
    config = config_of(engine(Terminated, f"option.mark={tmp_path / 'mark'}"), RIVAL, deals=1)
    assert [record.end for record in play(config, tmp_path / "run.jsonl", concurrency=2)] == [FINISHED] * 2
    assert (tmp_path / "mark").exists()


def test_odd_numbers_of_a_thought_can_be_read_again(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    play(config_of(engine(OddNumbers), RIVAL, deals=1), path)
    thoughts = [thought for line in path.read_text().splitlines()[1:] for thought in json.loads(line)["thoughts"] if thought]
    assert {json.dumps(thought) for thought in thoughts} == {'{"wp": [0.25, 1.0], "pts": [3.0, 4.0]}', '{"wp": [0.25, 1.0]}'}


def test_a_module_that_exits_while_it_is_imported_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A script without `if __name__ == "__main__"`."""
    (tmp_path / "script_of_mine.py").write_text("import sys\nsys.exit(0)\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert main(words("bot=script_of_mine:Mine", RIVAL, deals=1)) == 2
    assert "cannot import script_of_mine: SystemExit: 0" in capsys.readouterr().err
