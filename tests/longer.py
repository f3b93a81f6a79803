"""The plugin of `make soak` (pytest -p tests.longer): the tests that have a longer form, and the time it may take.

The seed chooses the order of the modules. When EGYPT_TEST_MINUTES are over, no further test begins.
"""

from __future__ import annotations

import os
import random
import time

import pytest

from tests.scale import SEED

MINUTES = "EGYPT_TEST_MINUTES"
END = "EGYPT_TEST_END"  # for the workers

# Who uses these looks at more if told to.
LONGER = {"tests.scale", "tests.contract.cases"}


def has_longer_form(item: pytest.Item) -> bool:
    module = item.getparent(pytest.Module)
    used = vars(module.obj).values() if module else ()
    return item.get_closest_marker("soak") is not None or any(getattr(one, "__module__", "") in LONGER for one in used)


def pytest_configure() -> None:
    if os.environ.get(MINUTES):
        os.environ.setdefault(END, str(time.time() + 60 * float(os.environ[MINUTES])))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    chosen = [item for item in items if has_longer_form(item)]
    modules = sorted({str(item.path) for item in chosen})
    random.Random(SEED).shuffle(modules)
    items[:] = sorted(chosen, key=lambda item: modules.index(str(item.path)))


def is_over() -> bool:
    return time.time() > float(os.environ.get(END, "inf"))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> bool | None:
    return True if is_over() else None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if is_over():
        terminalreporter.write_line(f"{os.environ[MINUTES]} minutes were over before all tests had begun")
