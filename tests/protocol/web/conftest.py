"""One program for all tests of a module, a visitor for each test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.protocol.web.browsing import LAPTOP, PHONE, Program, Visitor


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    here = Program(tmp_path_factory.mktemp("records"))
    yield here
    here.stop()


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Visitor]:
    here = Visitor(browser, LAPTOP)
    yield here
    here.finish()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Visitor]:
    here = Visitor(browser, PHONE, has_touch=True, is_mobile=True)
    yield here
    here.finish()
