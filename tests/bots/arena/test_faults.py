"""Bad engines: every fault has its own name, costs that game and nothing else, and the run goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from egypt.bots.arena.faults import Kind, forfeit_ranks
from egypt.bots.arena.record import FINISHED, FORFEIT, read_run
from egypt.bots.arena.results import Batch, Results
from egypt.bots.arena.verify import verify
from tests.bots.arena.helpers import config_of, play, program

pytestmark = pytest.mark.program  # all of them start processes

RIVAL = "name=rival,bot=random"

CASES = [
    ("crash", (), Kind.CRASH, "exit code 3"),
    ("raises", (), Kind.CRASH, "ended with exit code 1 when asked 'go'; its log ends: ValueError: the cause of it all"),
    ("killed", (), Kind.CRASH, "SIGKILL"),
    ("closes-output", (), Kind.CRASH, "closed its output"),
    ("illegal", (), Kind.ILLEGAL, "conquer:rome"),
    ("none", (), Kind.ILLEGAL, "bestmove none"),
    ("garbage", (), Kind.PROTOCOL, "lorem ipsum"),
    ("two-words", (), Kind.PROTOCOL, "please"),
    ("error", (), Kind.PROTOCOL, "I do not feel well"),
    ("refuses", (), Kind.PROTOCOL, "I do not like this view"),
    ("endless-line", (), Kind.PROTOCOL, "line without end"),
    ("hang", ("stall=0.5",), Kind.STALL, "no answer"),
    ("flood", ("stall=0.5",), Kind.STALL, "no answer"),
    ("hang-at-once", ("movetime=50", "overhead=50", "stall=0.5"), Kind.STALL, "no answer"),
    ("late", ("movetime=50", "overhead=100"), Kind.TIME, "50 ms allowed"),
    ("late", ("tc=0.3+0.01", "overhead=100"), Kind.TIME, "overhead"),
    ("late-ready", ("movetime=50", "overhead=100"), Kind.TIME, "50 ms allowed"),
    ("late-ready", ("tc=0.3+0.01", "overhead=100"), Kind.TIME, "overhead"),
    ("cannot-start", (), Kind.START, "exit code 1"),
    ("never-starts", ("start=0.5",), Kind.START, "egi"),
    ("slow-start", ("start=0.5",), Kind.START, "egi"),
]


@pytest.mark.parametrize(("mode", "settings", "kind", "text"), CASES, ids=lambda value: str(value))
def test_a_fault_has_its_name(mode: str, settings: tuple[str, ...], kind: Kind, text: str, tmp_path: Path) -> None:
    config = config_of(program(mode, *settings, name="bad"), RIVAL, deals=1)
    records = play(config, tmp_path / "run.jsonl")
    assert len(records) == 2
    for record in records:
        assert record.end == FORFEIT
        faulty = {fault.seat for fault in record.faults}
        assert all(record.seats[seat] == "bad" for seat in faulty)
        for fault in record.faults:
            assert fault.kind is kind and text in fault.text, fault
            assert "engine_program" not in fault.text and "ra/1;" not in fault.text  # the cause, not what was typed
        assert record.ranks == tuple(forfeit_ranks(2, faulty))
        assert record.moves or kind in (Kind.START, Kind.TIME, Kind.STALL)  # a busy machine may be late at once
    assert not list(verify(read_run(tmp_path / "run.jsonl")))
    counts = Results(config, [Batch.of(records, 2)]).fault_counts()
    assert counts["bad"][kind] == sum(len(record.faults) for record in records) and not counts["rival"]


def test_the_others_share_the_win_and_the_next_game_is_played(tmp_path: Path) -> None:
    """Each of two bots gets half of every game that a third seat forfeits."""
    config = config_of(program("crash", name="bad"), RIVAL, "name=third,bot=greedy", players=3, deals=1)
    records = play(config, tmp_path / "run.jsonl")
    assert len(records) == 6
    for record in records:
        (fault,) = record.faults
        assert record.seats[fault.seat] == "bad" and record.ranks[fault.seat] == 3
        assert sorted(record.ranks) == [1, 1, 3]
    shares = Results(config, [Batch.of(records, 3)]).shares
    assert sorted(shares.ravel().tolist()) == [0.0] * 6 + [0.5] * 12


@pytest.mark.parametrize("mode", ["good", "slow-start", "chatty", "ignores-quit"])
def test_strange_but_good_engines_play_on(mode: str, tmp_path: Path) -> None:
    records = play(config_of(program(mode), RIVAL, deals=1), tmp_path / "run.jsonl")
    assert [record.end for record in records] == [FINISHED, FINISHED]


def test_no_such_program(tmp_path: Path) -> None:
    records = play(config_of("name=bad,cmd=/no/such/program", RIVAL, deals=1), tmp_path / "run.jsonl")
    assert {fault.kind for record in records for fault in record.faults} == {Kind.START}
    assert [record.ranks[record.seats.index("bad")] for record in records] == [2, 2]


def test_everybody_at_fault_shares_the_game(tmp_path: Path) -> None:
    records = play(config_of("cmd=/no/such/program", "cmd=/no/such/other", deals=1), tmp_path / "run.jsonl")
    assert [record.ranks for record in records] == [(1, 1), (1, 1)]
    assert [len(record.faults) for record in records] == [2, 2]


def test_an_unknown_option_cannot_start_but_one_for_each_is_passed_over(tmp_path: Path) -> None:
    own = play(config_of(program("good", "option.Colour=red"), RIVAL, deals=1), tmp_path / "own.jsonl")
    assert [fault.kind for record in own for fault in record.faults] == [Kind.START, Kind.START]
    each = play(config_of(program("good"), RIVAL, deals=1, more=("--each", "option.Colour=red")), tmp_path / "each.jsonl")
    assert all(record.end == FINISHED for record in each)


@pytest.mark.parametrize(
    ("players", "faulty", "ranks"),
    [(2, {1}, [1, 2]), (3, {0}, [3, 1, 1]), (4, {1, 2}, [1, 3, 3, 1]), (3, {0, 1, 2}, [1, 1, 1])],
)
def test_ranks_of_a_forfeit(players: int, faulty: set[int], ranks: list[int]) -> None:
    assert forfeit_ranks(players, faulty) == ranks
