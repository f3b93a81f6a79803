"""Whole sessions of nonsense: never a crash, never a hang, never silence."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from egypt.protocol.lines import LineReader
from egypt.protocol.responder import Responder
from egypt.protocol.session import Session
from tests import PATIENCE
from tests.protocol.conversation import Conversation
from tests.protocol.test_commands import BAD, GOOD

pytestmark = pytest.mark.attack

ERROR_CODES = {
    "unknown-command",
    "bad-argument",
    "unknown-option",
    "unknown-game",
    "bad-view",
    "no-position",
    "illegal-move",
    "busy",
    "not-referee",
    "not-adviser",
}
PLAUSIBLE = [
    "position deal players 2 seed 3",
    "position deal players 4 seed 9 variant open",
    "position deal players 3 seed 1 moves 3 lay:8 lay:3 lay:4",
    "position view jars/1;viewer=p1;players=3;variant=standard;phase=lay;round=1;turn=p1;winner=-;"
    "hands=358,?3,?3;gone=-;laid=-,-,-;points=0,0,0",
    "newgame game jars",
    "setoption name Seed value 3",
    "events p2",
    "view p1",
    "d p1",
    "json",
    "play lay:3",
    "play lay:5",
    "play p2 lay:8",
    "play pass",
    "play draw",
    "go iterations 3",
    "go movetime 1",
    "go infinite",
    "stop",
]
LINES = st.one_of(
    st.sampled_from([line for line in GOOD if line != "quit" and not line.startswith(("perft", "bench"))]),
    st.sampled_from(list(BAD)),
    st.sampled_from(PLAUSIBLE),
    st.text(max_size=30),
)


MORSELS = st.text("0123456789?;=,-|{}abp \0é", max_size=3)
EDITS = st.lists(st.tuples(st.integers(0, 10_000), MORSELS), max_size=6)


def mangle(view: str, edits: list[tuple[int, str]]) -> str:
    for place, text in edits:
        place %= len(view)
        view = view[:place] + text + view[place + 1 :]
    return view


def settle(talk: Conversation) -> list[str]:
    """Stop whatever runs, wait for its last answer, and return all answers so far."""
    talk.begin("stop")
    assert talk.session._worker.wait(PATIENCE), "the worker hangs"
    return talk.heard()


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(LINES, max_size=25))
def test_after_any_lines_isready_is_answered(lines: list[str]) -> None:
    talk = Conversation()
    heard = 0
    for line in lines:
        for answer in talk.say(line):
            if answer.startswith("error "):
                assert answer.split()[1] in ERROR_CODES and answer.isprintable(), answer
            heard += answer.startswith("bestmove")
    heard += sum(answer.startswith("bestmove") for answer in settle(talk))
    assert talk.say("isready") == ["readyok"]
    assert heard <= sum("go" in line.split()[:1] for line in lines)


@settings(max_examples=300, deadline=None)
@given(EDITS, st.sampled_from(["view", "full"]))
def test_a_mangled_position_is_taken_or_refused(edits: list[tuple[int, str]], kind: str) -> None:
    talk = Conversation()
    talk.say("position deal players 3 seed 1")
    text = talk.say("view p1" if kind == "view" else "view all")[0].removeprefix("view ")
    before = talk.say("view all")
    problems = talk.say(f"position {kind} {mangle(text, edits)}")
    if problems:
        (problem,) = problems
        assert problem.split()[1] in ("bad-view", "bad-argument")
        assert talk.say("view all") == before
    else:
        for command in ("legal", "json", "d", "eval", "sample 2"):
            assert not any(line.startswith("error internal") for line in talk.say(command))


@settings(max_examples=200, deadline=None)
@given(st.lists(st.binary(max_size=80), max_size=10))
def test_any_bytes_are_survived(chunks: list[bytes]) -> None:
    output: list[bytes] = []
    session = Session(Responder(output.append), None)
    reader = LineReader()
    for chunk in [*chunks, b"\nisready\n"]:
        for line in reader.feed(chunk):
            session.handle(line)
    assert output[-1] == b"readyok\n"
    assert session.close()
