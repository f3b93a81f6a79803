"""Which tests run. The suite leaves out what is marked `soak`, and `make quick` keeps what is about one game.

In `make check` a test that starts a process fails, because it should be marked `program`. Part of conftest.py.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

import pytest

from tests.scale import IS_FULL, ONLY_GAME

# Their tests run over all games; those about one game have its name in their parameters.
OVER_ALL_GAMES = ("tests/contract/", "tests/golden/", "tests/mutants/")

STARTS = {"subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn", "os.system", "os.exec"}

_running: list[pytest.Item] = []


def is_about(item: pytest.Item, game: str) -> bool:
    callspec = getattr(item, "callspec", None)
    return callspec is not None and game in re.split(r"\W", callspec.id)


def is_chosen(item: pytest.Item) -> bool:
    if item.get_closest_marker("soak") and not IS_FULL:
        return False
    return not ONLY_GAME or not item.nodeid.startswith(OVER_ALL_GAMES) or is_about(item, ONLY_GAME)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left_out = [item for item in items if not is_chosen(item)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if is_chosen(item)]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    _running.append(item)
    try:
        return (yield)
    finally:
        _running.remove(item)


def _no_process(event: str, _: object) -> None:
    if event in STARTS and _running and "not program" in _running[-1].config.option.markexpr:
        raise RuntimeError(f"{_running[-1].nodeid} starts a process, so it needs the marker `program`")


sys.addaudithook(_no_process)
