"""The client for event loops: live info lines, several tasks at one engine, and no child left behind."""

from __future__ import annotations

import asyncio
import gc
import signal
import sys
import threading
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from egypt import Table, get_game
from egypt.protocol.client import AsyncClient, BrokenProtocol, CannotStart, Client, Crashed, Refused, Stalled
from tests import PATIENCE, ROOT
from tests.protocol.test_client import ENGINE, HANDSHAKE, is_gone

pytestmark = pytest.mark.program  # all of them start processes

VIEW = Table.deal(get_game("jars"), 3, 1).view(0).to_text()


def engine() -> AsyncClient:
    return AsyncClient(ENGINE, cwd=str(ROOT), timeout=PATIENCE, start_timeout=PATIENCE)


def liar(code: str, timeout: float = PATIENCE) -> AsyncClient:
    """A program that shakes hands properly and then does something else."""
    return AsyncClient([sys.executable, "-c", HANDSHAKE + code], timeout=timeout, start_timeout=PATIENCE)


def with_engine(
    scene: Callable[[AsyncClient], Coroutine[Any, Any, None]], client: Callable[[], AsyncClient] = engine
) -> None:
    """Play a scene with an engine; at the end it is gone."""

    async def play() -> int:
        async with client() as opened:
            await scene(opened)
            return opened.pid

    assert is_gone(asyncio.run(asyncio.wait_for(play(), PATIENCE)))


# -- a search --------------------------------------------------------------------------------------------------


def test_info_lines_come_one_by_one_and_then_the_answer() -> None:
    async def scene(client: AsyncClient) -> None:
        await client.set_option("MultiPV", 3)
        await client.set_option("Exact", False)
        await client.position_view(VIEW)
        search = client.go(iterations=300)
        ranks = [info.numbers["multipv"] async for info in search]
        assert ranks == [1, 2, 3] and search.is_over and search.best in await client.legal()
        assert [info.numbers["multipv"] for info in search.infos] == ranks

    with_engine(scene)


def test_info_lines_are_live() -> None:
    """The first one is there before the search is over: this search has no end of its own."""

    async def scene(client: AsyncClient) -> None:
        await client.set_option("InfoInterval", 10)
        await client.set_option("Exact", False)
        await client.position_view(VIEW)
        search = client.go(infinite=True)
        seen = 0
        async for info in search:
            seen += 1
            assert info.pv
            if seen == 2:
                assert not search.is_over
                await search.stop()
        assert seen >= 2 and search.best == search.infos[-1].pv[0]

    with_engine(scene)


def test_awaiting_a_search_gives_the_whole_thought() -> None:
    async def scene(client: AsyncClient) -> None:
        await client.position_view(VIEW)
        thought = await client.go(iterations=200)
        assert thought.best in await client.legal() and thought.infos
        assert (await client.go(iterations=50, searchmoves=["lay:5"], view=VIEW)).best == "lay:5"

    with_engine(scene)


def test_a_search_that_was_left_can_be_stopped_and_read() -> None:
    async def scene(client: AsyncClient) -> None:
        await client.set_option("InfoInterval", 10)
        await client.set_option("Exact", False)
        await client.position_view(VIEW)
        search = client.go(infinite=True)
        async for _ in search:
            break
        with pytest.raises(Refused, match="busy"):
            await client.legal()
        with pytest.raises(Refused, match="busy"):
            await client.go(iterations=5)
        await search.stop()
        assert (await search).best in await client.legal()
        await client.go(iterations=5)

    with_engine(scene)


def test_a_search_that_nobody_read_is_not_in_the_way_of_the_next() -> None:
    async def scene(client: AsyncClient) -> None:
        await client.position_view(VIEW)
        first = await client.go(iterations=5).begin()
        assert await first.has_answer(PATIENCE)
        second = await client.go(iterations=50)
        assert (await first).infos[0].numbers["iterations"] == 5
        assert second.infos[0].numbers["iterations"] == 50

    with_engine(scene)


def test_two_tasks_one_reads_and_one_asks() -> None:
    """The answers of `isready` and the lines of the search reach the right task, whichever of them reads the pipe."""

    async def scene(client: AsyncClient) -> None:
        await client.set_option("InfoInterval", 10)
        await client.set_option("Exact", False)
        await client.position_view(VIEW)
        search = client.go(infinite=True)
        heard = asyncio.Event()

        async def read() -> int:
            count = 0
            async for _ in search:
                count += 1
                heard.set()
            return count

        reader = asyncio.create_task(read())
        await heard.wait()
        for _ in range(50):
            await client.is_ready()
        await asyncio.gather(*(client.is_ready() for _ in range(5)))
        await search.stop()
        assert await reader == len(search.infos) and search.best is not None

    with_engine(scene)


def test_an_answer_may_come_before_the_readyok() -> None:
    """A search that ends while `isready` is on its way keeps its answer; the blocking client once called that broken."""
    code = "input(); input(); print('bestmove lay:1\\nreadyok', flush=True); input()"
    client = Client([sys.executable, "-c", HANDSHAKE + code], timeout=PATIENCE, start_timeout=PATIENCE)
    client.go_start(iterations=1)
    client.is_ready()
    assert client.go_wait().best == "lay:1"
    client.kill()


def test_a_refused_go_is_told_to_who_waits_for_it() -> None:
    async def scene(client: AsyncClient) -> None:
        with pytest.raises(Refused, match="no-position"):
            await client.go(iterations=5)
        await client.position_view(VIEW)
        search = await client.go(iterations=5, searchmoves=["lay:9"]).begin()
        await client.is_ready()
        with pytest.raises(Refused, match="illegal-move"):
            await search
        with pytest.raises(BrokenProtocol):
            await client.go(iterations=5, view="rubbish").begin()

    with_engine(scene)


# -- questions ---------------------------------------------------------------------------------------------------


def test_the_seed_that_a_deal_chose() -> None:
    async def scene(client: AsyncClient) -> None:
        seed = await client.position_deal(players=3)
        first = await client.view(None)
        assert seed is not None and await client.position_deal(players=3, seed=seed) == seed
        assert await client.view(None) == first == Table.deal(get_game("jars"), 3, seed).position.to_text()

    with_engine(scene)
    with Client(ENGINE, cwd=str(ROOT), timeout=PATIENCE, start_timeout=PATIENCE) as blocking:
        seed = blocking.position_deal(players=2)
        assert seed is not None and blocking.view(None) == Table.deal(get_game("jars"), 2, seed).position.to_text()


def test_questions_of_several_tasks_wait_for_each_other() -> None:
    async def scene(client: AsyncClient) -> None:
        table = Table.deal(get_game("jars"), 3, 1)
        await client.position_deal(players=3, seed=1)
        views = await asyncio.gather(*(client.view(seat % 3) for seat in range(12)))
        assert views == [table.view(seat % 3).to_text() for seat in range(12)]
        assert await client.answers("turn") == ["turn p1,p2,p3"] and await client.answers("undo") != []
        assert await client.answers("setoption name Seed value 3") == []

    with_engine(scene)


def test_the_loop_goes_on_while_an_engine_floods() -> None:
    async def scene(client: AsyncClient) -> None:
        search = client.go(iterations=1)
        reading = asyncio.create_task(search.answer())
        for _ in range(100):
            await asyncio.sleep(0)  # would never come back if reading did not pause
        assert not reading.done()
        reading.cancel()

    with_engine(scene, lambda: liar("while True: print('info string hm', flush=True)"))


# -- failures ----------------------------------------------------------------------------------------------------


def test_a_program_that_is_not_there_or_says_nothing() -> None:
    with pytest.raises(CannotStart, match="no-such-program"):
        AsyncClient(["no-such-program"])

    async def connect() -> None:
        await AsyncClient([sys.executable, "-c", "input()"], start_timeout=PATIENCE).connect()

    with pytest.raises(CannotStart, match="exit code 0"):
        asyncio.run(connect())


def test_a_crash_reaches_all_who_wait() -> None:
    async def scene(client: AsyncClient) -> None:
        search = await client.go(infinite=True).begin()
        done = await asyncio.gather(search.answer(), client.is_ready(), return_exceptions=True)
        assert [type(problem) for problem in done] == [Crashed, Crashed]

    with_engine(scene, lambda: liar("input(); input(); sys.exit(3)"))


def test_an_engine_that_does_not_stop_is_a_stall() -> None:
    """Also for a task that began to wait before there was a deadline."""

    async def scene(client: AsyncClient) -> None:
        search = await client.go(infinite=True).begin()
        waiting = asyncio.create_task(search.answer())
        await asyncio.sleep(0)
        await search.stop()
        with pytest.raises(Stalled):
            await waiting

    with_engine(scene, lambda: liar("time.sleep(3600)", timeout=0.2))


def test_a_question_that_is_given_up_ends_the_engine() -> None:
    async def scene(client: AsyncClient) -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(client.is_ready(), 0.2)
        assert not client.is_alive

    with_engine(scene, lambda: liar("time.sleep(3600)"))


def test_a_forgotten_client_takes_its_child_along() -> None:
    async def forget() -> int:
        client = await engine().connect()
        return client.pid

    pid = asyncio.run(forget())
    gc.collect()
    assert is_gone(pid)


def test_the_blocking_client_works_where_a_loop_runs() -> None:
    """As in a notebook."""

    async def cell() -> list[str]:
        with Client(ENGINE, cwd=str(ROOT), timeout=PATIENCE, start_timeout=PATIENCE) as client:
            client.position_view(VIEW)
            return client.legal()

    assert asyncio.run(cell()) == ["lay:3", "lay:5", "lay:8"]


def test_an_interrupted_wait_leaves_nothing_behind() -> None:
    """A Ctrl-C in the middle of an answer: the client can be closed, and its child is gone."""
    client = Client([sys.executable, "-c", HANDSHAKE + "time.sleep(3600)"], start_timeout=PATIENCE)
    timer = threading.Timer(0.1, signal.pthread_kill, (threading.main_thread().ident, signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        timer.start()
        client.is_ready()
    client.close(timeout=0.2)
    assert is_gone(client.pid)
