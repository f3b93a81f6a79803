"""What people ask an engine for takes turns: the host waits for no guest, and no page has more than its share."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from egypt.protocol.web import analysis, review
from egypt.protocol.web.engines import Places, to_the_end
from egypt.protocol.web.tables import MAX_ANALYSTS, MAX_REVIEWS
from tests import PATIENCE
from tests.pace import wait_until
from tests.protocol.web.house import Server, serving

pytestmark = [pytest.mark.program, pytest.mark.attack]

# Passes everything on to an engine, except that it thinks of what p1 may do alone: of others' views until it is stopped.
SLOW = """
import signal, subprocess, sys
engine = subprocess.Popen([sys.executable, "-m", "egypt.protocol"], stdin=-1, stdout=-1, text=True)
def say(line):
    print(line.rstrip("\\n"), flush=True)
viewer, is_thinking = "p1", False
for line in sys.stdin:
    word = line.split()[0]
    if line.startswith("position view"):
        viewer = line.partition(";viewer=")[2][:2]
    if word == "go" and viewer != "p1":
        is_thinking = True
        signal.alarm(int(sys.argv[1]))  # so that a host who does wait fails the test, and does not hang it
        continue
    if word == "stop" and is_thinking:
        is_thinking = False
        signal.alarm(0)
        say("bestmove none")
        continue
    engine.stdin.write(line)
    engine.stdin.flush()
    if word in ("go", "isready", "egi", "eval"):
        ends = {"go": "bestmove", "isready": "readyok", "egi": "egiok", "eval": "readyok"}[word]
        if word == "eval":
            engine.stdin.write("isready\\n")
            engine.stdin.flush()
        while not (told := engine.stdout.readline()).startswith(ends):
            say(told)
        if word != "eval":
            say(told)
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path) as here:
        yield here


def waiting(server: Server) -> int:
    """Guests who wait for an engine."""
    return server.tables.analysts._places["egypt-engine"]._waiting[True]


@pytest.fixture
def slow(server: Server, tmp_path: Path) -> Server:
    """With an engine that never comes to an end with what guests ask."""
    script = tmp_path / "engine.py"
    script.write_text(SLOW)
    server.tables.analysts.programs["egypt-engine"] = [sys.executable, str(script), str(int(PATIENCE))]
    return server


def test_the_host_waits_for_no_guest(slow: Server, capsys: pytest.CaptureFixture[str]) -> None:
    made = [slow.table("ra", "here", "link", "link", "link", "link", seed=seed) for seed in (1, 2)]
    with ExitStack() as stack:
        guests = [stack.enter_context(slow.page(one, entry)) for one in made for entry in (1, 2, 3, 4)]
        for guest in guests:
            guest.say(type="analyse", lines=3)
            guest.say(type="hint", id="first")
        taken = MAX_ANALYSTS - 1
        wait_until(lambda: waiting(slow) >= len(guests) - taken)
        host = stack.enter_context(slow.page(made[0]))
        for number in range(3):
            host.say(type="hint", id=f"h{number}")
            answer = host.hear_type("hint")
            assert "text" not in answer
            assert waiting(slow) >= len(guests) - taken, "all the others wait as they did"
        assert capsys.readouterr().err == "", "no engine of a guest had to end before"


def test_a_page_has_one_hint_at_a_time(slow: Server) -> None:
    made = slow.table("ra", "here", "link")
    with slow.page(made, 1) as guest:
        for name in "abc":
            guest.say(type="hint", id=name)
        for name in "bc":
            assert guest.hear_type("hint") == {
                "type": "hint", "id": name, "move": None, "decision": "", "text": "a hint is on its way already",
            }  # fmt: skip


def test_analyses_take_turns(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "LONGEST", 10**8)  # no one ends by itself
    monkeypatch.setattr(analysis, "TURN_SECONDS", 0.0)
    made = server.table("tekhenu", "link", "link", "link", "link", seed=7)  # all choose at once
    with ExitStack() as stack:
        pages = [stack.enter_context(server.page(made, entry)) for entry in range(4)]
        first, last = pages[: MAX_ANALYSTS - 1], pages[MAX_ANALYSTS - 1 :]
        for page in first:
            page.say(type="analyse", lines=1)
            page.hear_until(lambda message: message["type"] == "analysis" and message["iterations"] > 0)
        for page in last:
            page.say(type="analyse", lines=1)
        for page in first:  # others wait for them; the last ones think on
            page.hear_until(lambda message: message["type"] == "analysis" and message["done"])
        for page in pages:
            page.say(type="ping")
            assert page.hear_until(lambda message: message["type"] in ("pong", "analysis") and not message.get("trouble"))


def test_an_analysis_that_is_turned_off_leaves_its_engine_alive(server: Server) -> None:
    made = server.table("ra", "here", "engine", seed=4)
    with server.page(made) as page:
        page.my_turn()
        page.say(type="hint", id="h")
        page.hear_type("hint")
        (engine,) = server.tables.analysts._idle["egypt-engine"]
        for _ in range(20):
            page.say(type="analyse", lines=2)
            page.say(type="analyse", lines=0)
        page.say(type="hint", id="h2")
        page.hear_type("hint")
        wait_until(lambda: engine in server.tables.analysts._idle["egypt-engine"])
        assert engine.is_alive


def test_one_place_is_never_a_guests() -> None:
    async def crowd() -> None:
        places, inside = Places(3), list[str]()

        async def visit(name: str, is_guest: bool) -> None:
            async with places.taken(is_guest):
                inside.append(name)
                await asyncio.Event().wait()

        guests = [asyncio.create_task(visit(f"guest {number}", True)) for number in range(5)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert inside == ["guest 0", "guest 1"] and places.is_awaited(True) and not places.is_awaited(False)
        hosts = [asyncio.create_task(visit(f"host {number}", False)) for number in range(2)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert inside[2:] == ["host 0"] and places.is_awaited(False)
        guests[0].cancel()
        for _ in range(5):
            await asyncio.sleep(0)
        assert inside[3:] == ["host 1"], "before the guests, who have had as much as they may"
        for task in [*guests, *hosts]:
            task.cancel()
        await asyncio.gather(*guests, *hosts, return_exceptions=True)
        assert not places.is_awaited(True)

    asyncio.run(crowd())


def test_a_question_is_asked_to_its_end() -> None:
    async def leave() -> None:
        answered = list[str]()

        async def ask() -> None:
            await asyncio.sleep(0.01)
            answered.append("yes")

        task = asyncio.create_task(to_the_end(ask()))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert answered == ["yes"]

    asyncio.run(leave())


def test_the_host_does_not_wait_for_the_reviews_of_guests(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    made = [server.table("jars", "here", "engine", seed=seed) for seed in range(MAX_REVIEWS + 1)]
    for one in made:
        with server.page(one) as page:
            page.my_turn()
            while not page.state["over"]:
                page.play_on()
                page.my_turn()
    monkeypatch.setattr(review, "ITERATIONS", 10**9)  # none of them ends
    with ExitStack() as stack:
        for one in made:
            stack.enter_context(server.page(one, -1)).say(type="review", on=True)
        places = server.tables._review_referees._places
        wait_until(lambda: places._waiting[True] == len(made) - MAX_REVIEWS + 1)
        in_row = len(made) - MAX_REVIEWS + 1
        host = stack.enter_context(server.page(made[-1]))  # of a review that a guest waits for
        host.say(type="review", on=True)
        wait_until(lambda: places._waiting[True] == in_row - 1)
        host.say(type="review", on=False)
        wait_until(lambda: places._waiting[True] == in_row)
        server.tables._reviews[made[-1]["table"]].effort = review.Effort(iterations=20)
        host.say(type="review", on=True)
        host.hear_until(lambda message: message["type"] == "review" and message["summary"] is not None)
        assert places._waiting[True] == in_row - 1
