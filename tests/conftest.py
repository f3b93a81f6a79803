"""Everything the tests share is in modules; this file only builds the toy game before any test runs, hears interrupts, gives
a busy machine time, and chooses the tests that run.

Child processes find the toy built then: on a busy machine its compilation would outlast the time for a handshake. A shell
starts what runs in its background deaf to interrupts, and some tests send them. No test asks how fast an answer comes:
programs get minutes where a user would give them seconds, and examples of hypothesis have no deadline.
"""

import signal
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

import tests.toy  # noqa: F401
from egypt.protocol.client import Client
from tests import PATIENCE
from tests.choice import pytest_collection_modifyitems, pytest_runtest_protocol  # noqa: F401

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytest_plugins = ["tests.programs"]

signal.signal(signal.SIGINT, signal.default_int_handler)
Client.__init__.__kwdefaults__.update(timeout=PATIENCE, start_timeout=PATIENCE)
settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    """One for all tests of a module. What uses it needs a Chromium: see tests/programs.py."""
    from tests.protocol.web.browsing import open_browser

    with open_browser() as here:
        yield here
