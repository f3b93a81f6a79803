"""egypt-play as a user starts it, and people at browsers of their own: Debian's chromium, without a window."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Browser, Page, TimeoutError, expect, sync_playwright

from tests import PATIENCE

LAPTOP = {"width": 1366, "height": 820}
PHONE = {"width": 390, "height": 844}
MILLISECONDS = PATIENCE * 1000  # as playwright counts
CLICK = 5000  # for a click on the board that the list can replace
GAMES = ["ra", "sobek", "amunre", "tekhenu"]

# Draws a position as #drawn on the page, for a seat or for onlookers (null); gives what is lit there.
DRAW = """async ([game, view, me, legal]) => {
  const { show } = await import("/page/js/dom.js");
  const { boardOf } = await import("/page/js/games/index.js");
  const box = await (await fetch(`/api/components/${game}`)).json();
  const components = Object.fromEntries(box.components.map((one) => [one.id, one]));
  const none = new Set();
  const seats = view.seats.map(() => ({ kind: "here" }));
  const welcome = { game, players: view.players, seats, yours: [me], may_play: true };
  document.getElementById("drawn")?.remove();
  const place = document.createElement("div");
  place.id = "drawn";
  place.className = `stage board ${game}`;
  document.body.append(place);
  const marks = { can: new Set(legal.flatMap((one) => one.touches)), picked: none, fresh: none, hinted: none };
  show(place, [boardOf(game)({ view, me, turn: [me], welcome, ...marks, components, board: box.board })]);
  const lit = [...place.querySelectorAll("[data-id].can")].filter((one) => one.getClientRects().length > 0);
  return lit.map((one) => one.dataset.id);
}"""

expect.set_options(timeout=MILLISECONDS)


@contextlib.contextmanager
def open_browser() -> Iterator[Browser]:
    sandbox = [] if os.geteuid() else ["--no-sandbox"]
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=shutil.which("chromium"), args=sandbox) as here,
    ):
        yield here


class Program:
    """`egypt-play` as a user starts it."""

    def __init__(self, folder: Path, port: int = 0, *options: str) -> None:
        self.folder = folder
        self._process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "egypt.protocol.web",
                "--no-browser",
                "--pause",
                "0",
                "--port",
                str(port),
                "--records",
                str(folder),
                *options,
            ],
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().split()[1]
        self.base = self.url.partition("#")[0]
        self.port = int(self.base.rstrip("/").rpartition(":")[2])

    @property
    def pid(self) -> int:
        return self._process.pid

    def line(self) -> str:
        """The next line that it prints."""
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def kill(self) -> None:
        """As a power cut would: the program and its engines at once."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def stop(self) -> None:
        if self._process.poll() is None:
            self._process.terminate()
            self._process.wait(PATIENCE)
            assert self._process.stdout is not None
            self._process.stdout.close()


class Visitor:
    """A person at a browser of their own. Whatever the browser complains about is kept."""

    def __init__(self, browser: Browser, size: dict[str, int], **settings: Any) -> None:
        self.context = browser.new_context(viewport=size, **settings)  # type: ignore[arg-type]
        self.context.set_default_timeout(MILLISECONDS)
        self.complaints: list[str] = []
        self.page = self.tab()

    def tab(self) -> Page:
        page = self.context.new_page()
        page.on("console", lambda said: self.complaints.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda problem: self.complaints.append(str(problem)))
        return page

    def begin(self, program: Program, game: str, players: int, **kinds: str) -> Page:
        """Make a table in the lobby: engines of the first level unless `seat2="here"` says otherwise."""
        page = self.page
        page.goto(program.url)
        page.locator(f"input[name=game][value={game}]").check(force=True)
        page.select_option("#players", str(players))
        for seat in range(1, players + 1):
            kind = kinds.get(f"seat{seat}", "here" if seat == 1 else "engine")
            page.select_option(f"#kind{seat}", kind)
            if kind == "engine":
                page.select_option(f"#level{seat}", "1")
        page.click("#start")
        return page

    def finish(self) -> None:
        self.context.close()
        assert self.complaints == [], self.complaints


def play_on(page: Page, program: Program, text: str) -> None:
    """A table that begins with this whole position, against engines."""
    page.goto(program.url)
    page.click("#position")
    page.fill("#text", text)
    page.click("#playon")
    my_turn(page)


def my_turn(page: Page) -> bool:
    """Wait until a move can be made, or entered at a real table; False if the game is over."""
    now = "theirs"
    while now == "theirs":  # a click that was still on its way may end the turn between waiting and reading
        page.wait_for_selector("[data-now=yours], [data-now=asked], [data-now=over]", state="attached")
        now = str(page.get_attribute("#now", "data-now"))
    return now != "over"


def told(page: Page) -> int:
    """How many events the log has."""
    return int(page.inner_text(".log h2 small"))


def choose(page: Page, rng: Random) -> None:
    """Click on a sentence of the list, if it is there; waits a moment for something to happen."""
    before = told(page)
    with contextlib.suppress(TimeoutError):  # an earlier click may be on its way: the list is not open then
        moves = page.locator(".moves .move:enabled")
        moves.first.wait_for(timeout=CLICK)
        moves.nth(rng.randrange(max(moves.count(), 1))).click(timeout=CLICK)
    with contextlib.suppress(AssertionError):
        expect(page.locator(".log h2 small")).not_to_have_text(str(before), timeout=CLICK)


def click_on(page: Page, rng: Random) -> None:
    """One decision: something on the board that lights up, twice at most; else a sentence of the list."""
    before = told(page)
    for _ in range(2):
        lit = page.locator(".board .can:visible")
        count = lit.count()
        if count == 0:
            break
        with contextlib.suppress(TimeoutError):  # something else may lie over it: then the list serves
            lit.nth(rng.randrange(count)).click(timeout=CLICK)
        page.wait_for_timeout(50)
        if told(page) != before or page.locator(".moves .move:enabled").count() == 0:
            break
    for _ in range(int(MILLISECONDS / CLICK)):
        if told(page) != before or page.get_attribute("#now", "data-now") == "over":
            return
        choose(page, rng)
    raise AssertionError("no click was played")


def changed(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> float:
    """The share of points that differ by more than a browser's edges of letters might."""
    return float((np.abs(one.astype(int) - other) > 48).any(axis=2).mean())
