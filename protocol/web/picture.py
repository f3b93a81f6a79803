"""A board as a picture: the page's own modules and styles, drawn by a browser without a window.

Needs playwright, which the extra `rl` brings, and a Chromium. Nothing is sent anywhere: the browser gets the files from
the package, and whatever else it might ask for is refused.
"""

from __future__ import annotations

import os
import shutil
import weakref
from concurrent.futures import Future
from contextlib import ExitStack, suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from egypt.protocol.threads import start_thread

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright, Route

PAGE = Path(__file__).resolve().parent / "page"
ADDRESS = "http://board.invalid/page/board.html"  # no such host: every request is answered by _hand_out
DRAW = "([view, catalogue]) => import('/page/js/still.js').then((still) => still.fillWindow(view, catalogue))"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
NO_BROWSER = "a picture of the board needs a browser: install Chromium or Chrome, or run 'playwright install chromium'"
WIDTH, HEIGHT = 1200, 900
BROWSER_MILLISECONDS = 300_000  # a browser that does not answer by then never will, however busy the machine is

Json = dict[str, Any]
Requests = SimpleQueue["tuple[Json, Json, Future[bytes]] | None"]


class NoBrowser(Exception):
    """There is none to draw with; its text says in one line what to install."""


class Camera:
    """Pictures of boards, all of one size. A browser starts with the first picture and stays open until `close`.

    It lives on a thread of its own, because playwright occupies the event loop of the thread that it is used on: so a
    notebook, which has one running, can take pictures, too, and one program may have several cameras.
    """

    def __init__(self, width: int = WIDTH, height: int = HEIGHT) -> None:
        self._size = width, height
        self._requests: Requests | None = None
        self._process = 0  # in which the thread runs
        self._stop: weakref.finalize[[Requests, Thread], Camera] | None = None

    def png(self, view: Json, catalogue: Json) -> bytes:
        """What a seat sees: the JSON of its view, and the catalogue of the game. Raises NoBrowser."""
        if self._requests is None or self._process != os.getpid():  # a forked process has no such thread
            requests: Requests = SimpleQueue()
            thread = start_thread(_work, requests, *self._size, name="camera")
            self._requests, self._process = requests, os.getpid()
            self._stop = weakref.finalize(self, _stop, requests, thread)  # at the end of the program at the latest
        answer: Future[bytes] = Future()
        self._requests.put((view, catalogue, answer))
        return answer.result()

    def close(self) -> None:
        """Close the browser; another picture would start it again."""
        if self._stop is not None:
            self._stop()
        self._requests = self._stop = None


def _stop(requests: Requests, thread: Thread) -> None:
    requests.put(None)
    thread.join()


def _work(requests: Requests, width: int, height: int) -> None:
    """Take pictures until None is asked for. After a failure the next request starts with a new browser."""
    with ExitStack() as opened:
        page: Page | None = None
        while (request := requests.get()) is not None:
            view, catalogue, answer = request
            try:
                page = page or _open(opened, width, height)
                page.evaluate(DRAW, [view, catalogue])
                answer.set_result(page.screenshot(animations="disabled"))
            except Exception as problem:
                page = None
                with suppress(Exception):  # what broke down may not close, and who waits must hear of it
                    opened.close()
                answer.set_exception(problem)


def _open(opened: ExitStack, width: int, height: int) -> Page:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise NoBrowser("a picture of the board needs playwright: pip install 'egypt-engine[rl]'") from None
    browser = opened.enter_context(_launch(opened.enter_context(sync_playwright())))
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme="light", reduced_motion="reduce", service_workers="block"
    )
    page = context.new_page()
    page.set_default_timeout(BROWSER_MILLISECONDS)
    page.route("**/*", _hand_out)
    page.goto(ADDRESS)
    return page


def _launch(playwright: Playwright) -> Browser:
    """The system's browser, or the one that `playwright install` keeps."""
    from playwright.sync_api import Error

    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0  # Chromium's sandbox does not work for root
    try:
        return playwright.chromium.launch(
            executable_path=found, args=["--no-sandbox"] if is_root else [], timeout=BROWSER_MILLISECONDS
        )
    except Error as problem:
        if found is not None:
            raise NoBrowser(f"{found} does not start: {problem.message.splitlines()[0]}") from None
        raise NoBrowser(NO_BROWSER) from None


def _hand_out(route: Route) -> None:
    path = (PAGE / urlsplit(route.request.url).path.removeprefix("/page/")).resolve()
    if route.request.url.startswith(ADDRESS.rpartition("/")[0]) and path.is_relative_to(PAGE) and path.is_file():
        route.fulfill(path=path)
    else:
        route.abort()
