"""Recorded games in a real browser: opened from a file, reviewed, stepped through, and another move tried."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from egypt.bots.review.reading import read_record
from tests import PATIENCE
from tests.bots.review.runs import play_run

pytestmark = pytest.mark.program  # all of them start processes

LAPTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}

# A quick review is over before a busy machine looks for its progress: the page itself notes that it was shown.
PROGRESS = """
  new MutationObserver(() => { window.progressed ||= document.querySelector(".review progress") !== null; })
    .observe(document, { childList: true, subtree: true });
"""

expect.set_options(timeout=PATIENCE * 1000)


@contextmanager
def egypt_play(folder: Path, *words: str) -> Iterator[str]:
    """`egypt-play` as a user starts it; the address it prints."""
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "egypt.bots.review.play",
            "--no-browser",
            "--pause",
            "0",
            "--port",
            "0",
            "--records",
            str(folder),
            "--review-iterations",
            "150",
            *words,
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        yield process.stdout.readline().split()[1]
    finally:
        process.terminate()
        process.wait(PATIENCE)
        process.stdout.close()


@contextmanager
def tab(browser: Browser, size: Any, **settings: Any) -> Iterator[Page]:
    """A page; whatever the browser complains about fails the test."""
    context = browser.new_context(viewport=size, **settings)
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda problem: complaints.append(str(problem)))
    yield page
    context.close()
    assert complaints == []


def until(page: Page, expression: str) -> None:
    """Wait for something to be so. Playwright's own way evaluates texts inside the page, which the page's policy forbids."""
    deadline = time.monotonic() + PATIENCE
    while not page.evaluate(expression):
        assert time.monotonic() < deadline, expression
        page.wait_for_timeout(50)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play_run(tmp_path_factory.mktemp("run"), "ra", 2, deals=1)


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tables")


def numbers(page: Page, row: int) -> list[float]:
    """The numbers of a seat's account."""
    rows = page.locator(".review details table.summary").first.locator("tbody tr")
    cells = rows.nth(row).locator("td").all_text_contents()
    return [float(cell.replace("−", "-")) for cell in cells]


def test_a_record_is_reviewed_and_another_move_tried(run: Path, tables: Path, browser: Browser) -> None:
    total = len(read_record(run, 1)[1].plies)
    with egypt_play(tables, "--review", str(run), "--game", "1") as url, tab(browser, LAPTOP) as page:
        page.add_init_script(PROGRESS)
        page.goto(url)
        expect(page.locator("#now")).to_contain_text("game 1 of run.jsonl")
        until(page, "window.progressed === true")
        expect(page.locator(".review .summary").first.locator("tbody tr")).to_have_count(2)
        expect(page.locator(".review .summary").first.locator("thead")).to_contain_text("luck")
        expect(page.locator(".judged > li[id]")).to_have_count(total)
        assert page.locator(".drawn").count() > 5, "draws stand beside the decisions"
        expect(page.locator(".drawn summary").first).to_contain_text(re.compile(r"luck .*[+−]?\d+\.\d"))
        page.get_by_text("Why it ended so").click()
        for row in range(2):
            *parts, result = numbers(page, row)
            assert len(parts) == 6 and sum(parts) == pytest.approx(result, abs=0.35)
        assert page.locator(".chart .curve").count() >= 2
        page.select_option("#kinds", "luck")
        expect(page.locator(".judged > li[id]")).not_to_have_count(total)
        assert all("lucky" in text for text in page.locator(".judged > li[id] .drawn").all_text_contents())
        page.select_option("#kinds", "")
        expect(page.locator(".judged > li[id]")).to_have_count(total)
        page.click("#decision8 button")
        expect(page.locator("#now")).to_contain_text("Before decision 8")
        page.click("#on")
        expect(page.locator("#now")).to_contain_text("Before decision 9")
        page.click("#key")
        expect(page.locator(".steps").last).to_contain_text("before decision")
        page.click("#decision8 button")
        expect(page.locator("#now")).to_contain_text("Before decision 8")
        page.click("#try")
        expect(page.locator("#now")).to_have_attribute("data-now", "yours")
        expect(page.locator(".analysis")).to_contain_text("iterations")
        page.locator(".moves .move").first.click()
        expect(page.locator("#undo")).to_be_enabled()
        page.go_back()
        expect(page.locator("#now")).to_contain_text("Before decision 8")  # back where the review was


def test_opening_it_again_is_instant(run: Path, tmp_path: Path, browser: Browser) -> None:
    """Judged once, it is kept: the whole review comes in one message then, here at a phone."""
    total = len(read_record(run, 1)[1].plies)
    with egypt_play(tmp_path, "--review", str(run), "--game", "1") as url, tab(browser, LAPTOP) as page:
        page.goto(url)
        expect(page.locator(".judged > li[id]")).to_have_count(total)
    with egypt_play(tmp_path, "--review", str(run), "--game", "1") as url, tab(browser, PHONE, color_scheme="dark") as page:
        heard: list[str] = []
        page.on("websocket", lambda socket: socket.on("framereceived", lambda data: heard.append(str(data))))
        page.goto(url)
        expect(page.locator(".review .summary").first.locator("tbody tr")).to_have_count(2)
        assert sum('"type":"review"' in data for data in heard) == 1
        until(page, f"document.documentElement.scrollWidth <= {PHONE['width']}")
        page.click("#key")
        expect(page.locator("#try")).to_be_visible()


def test_a_file_is_chosen_in_the_lobby(run: Path, tables: Path, browser: Browser, tmp_path: Path) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_text("nothing\n")
    with egypt_play(tables) as url, browser.new_context(viewport=LAPTOP) as context:  # a refusal is told to the console
        page = context.new_page()
        page.goto(url)
        page.set_input_files("#record", broken)
        expect(page.locator(".notice.bad")).to_contain_text("line 1 is not the header")
    with egypt_play(tables) as url, tab(browser, LAPTOP) as page:
        page.goto(url)
        page.set_input_files("#record", run)
        expect(page.locator("#record-game option")).to_have_count(2)
        page.select_option("#record-game", "1")
        page.click("#record-open")
        expect(page.locator("#now")).to_contain_text("game 1 of run.jsonl")
        expect(page.locator(".review .summary").first.locator("tbody tr")).to_have_count(2)


def test_what_cannot_be_opened_is_said_in_one_line(run: Path, tmp_path: Path) -> None:
    for words, why in (
        (["--review", str(tmp_path / "nothing.jsonl")], "No such file"),
        (["--review", str(run)], "--game N chooses one"),
        (["--review", str(run), "--game", "99"], "there is no game 99"),
        (["--review", str(run), "--game", "ra"], "with --review it is the number of a game"),
        (["--review-iterations", "0"], "from 1 to"),
    ):
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "egypt.bots.review.play",
                "--no-browser",
                "--port",
                "0",
                "--records",
                str(tmp_path),
                *words,
            ],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 2 and why in done.stderr.splitlines()[-1] and "Traceback" not in done.stderr
