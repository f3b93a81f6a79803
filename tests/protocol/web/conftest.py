"""One program and one browser for all tests of a module, a visitor for each test."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.protocol.web.browsing import LAPTOP, PHONE, Program, Visitor


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    here = Program(tmp_path_factory.mktemp("records"))
    yield here
    here.stop()


@pytest.fixture(scope="module")
def playwright_here() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="module")
def browser(playwright_here: Playwright) -> Iterator[Browser]:
    chromium = shutil.which("chromium")
    assert chromium, "the tests of the page need Debian's chromium: apt-get install chromium"
    sandbox = [] if os.geteuid() else ["--no-sandbox"]
    with playwright_here.chromium.launch(executable_path=chromium, args=sandbox) as here:
        yield here


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
