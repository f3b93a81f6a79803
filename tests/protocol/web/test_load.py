"""Fifty open tables, and what is left of a server that was killed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.pace import slowness, wait_until
from tests.protocol.web.browsing import LAPTOP, Program, Visitor, my_turn
from tests.protocol.web.load import children, click_around

pytestmark = pytest.mark.program  # all of them start processes

CLICK = 0.1  # seconds that a click may compute on a machine that is not slow
GROWTH = 12.0  # MB that later rounds may add: a table of 100 pages that leaks a view a click would add more


@pytest.fixture
def alone(tmp_path: Path) -> Program:
    return Program(tmp_path)


def test_fifty_tables_answer_quickly_and_the_server_does_not_grow(alone: Program) -> None:
    try:
        load = asyncio.run(click_around(alone, tables=50, rounds=4, game="ra"))
    finally:
        alone.stop()
    print(load)
    assert load.cpu < CLICK * slowness()
    assert load.last_memory - load.first_memory < GROWTH


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_no_engine_outlives_a_killed_server(alone: Program, browser: Browser) -> None:
    visitor = Visitor(browser, LAPTOP)
    page = visitor.begin(alone, "ra", 3)
    my_turn(page)
    page.check("#analyse")
    expect(page.locator(".lines .line").first).to_contain_text("%")
    left = children(alone.pid)
    assert len(left) >= 2, "a referee and somebody who thinks"
    alone.kill()
    wait_until(lambda: not any(map(alive, left)))
    visitor.context.close()
