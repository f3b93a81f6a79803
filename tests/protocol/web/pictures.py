"""Takes the pictures of docs/ anew: `python -m tests.protocol.web.pictures`. Real games, played by clicking.

One picture of every board, and the first decisions of a game of Ra as an animated PNG.
"""

from __future__ import annotations

import os
import shutil
import struct
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Page, sync_playwright

from tests import ROOT
from tests.protocol.web.browsing import Program, Visitor, click_on, my_turn

DOCS = ROOT / "docs"
SIZE = {"width": 1280, "height": 800}
SMALL = {"width": 900, "height": 560}
# game -> players, decisions before the picture, colours, whether the analysis is shown
BOARDS = {
    "ra": (3, 12, "light", True), "sobek": (3, 8, "light", False), "amunre": (4, 9, "light", False),
    "tekhenu": (3, 9, "dark", False),
}
STEPS = 4               # decisions of the first game, with two pictures each
PAUSE = 1400            # milliseconds that a picture stays


def boards(browser: Browser, program: Program) -> None:
    for game, (players, decisions, colours, analysis) in BOARDS.items():
        visitor = Visitor(browser, SIZE, color_scheme=colours)
        page = visitor.begin(program, game, players)
        rng = Random(game)
        for _ in range(decisions):
            if my_turn(page):
                click_on(page, rng)
        my_turn(page)
        if analysis:
            page.check("#analyse")
            page.wait_for_selector("#why")
            page.wait_for_timeout(3000)
        page.wait_for_timeout(3000)         # marks of what was just done fade
        page.screenshot(path=DOCS / f"play-{game}.jpg", type="jpeg", quality=72)
        visitor.finish()


def first_game(browser: Browser, program: Program) -> None:
    """The lobby, then every decision: the move that is hinted, and what came of it."""
    visitor = Visitor(browser, SMALL, color_scheme="light", device_scale_factor=0.7)
    page = visitor.page
    page.goto(program.url)
    page.wait_for_selector("#start")
    frames = [page.screenshot()]
    visitor.begin(program, "ra", 2)
    for _ in range(STEPS):
        my_turn(page)
        page.keyboard.press("h")
        page.wait_for_selector(".move.hinted")
        frames.append(settled(page))
        page.locator(".move.hinted").click()
        page.wait_for_selector(".move.hinted", state="detached")
        my_turn(page)
        frames.append(settled(page))
    visitor.finish()
    (DOCS / "first-game.png").write_bytes(animated(frames, PAUSE))


def settled(page: Page) -> bytes:
    page.wait_for_timeout(700)
    return page.screenshot()


# -- an animated PNG: the same chunks as in single ones, with a header for each frame ------------------------------------


def chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    place = 8
    while place < len(png):
        (size,) = struct.unpack(">I", png[place : place + 4])
        yield png[place + 4 : place + 8], png[place + 8 : place + 8 + size]
        place += size + 12


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def animated(frames: list[bytes], pause: int) -> bytes:
    """PNGs of one size and kind as one that plays them for ever."""
    header = dict(chunks(frames[0]))[b"IHDR"]
    width, height = struct.unpack(">II", header[:8])
    result = frames[0][:8] + chunk(b"IHDR", header) + chunk(b"acTL", struct.pack(">II", len(frames), 0))
    number = 0
    for place, frame in enumerate(frames):
        control = struct.pack(">IIIIIHHBB", number, width, height, 0, 0, pause, 1000, 0, 0)
        result += chunk(b"fcTL", control)
        number += 1
        data = zlib.compress(zlib.decompress(b"".join(body for kind, body in chunks(frame) if kind == b"IDAT")), 9)
        if place == 0:
            result += chunk(b"IDAT", data)
        else:
            result += chunk(b"fdAT", struct.pack(">I", number) + data)
            number += 1
    return result + chunk(b"IEND", b"")


def main() -> None:
    chromium = shutil.which("chromium")
    assert chromium, "the pictures need Debian's chromium: apt-get install chromium"
    sandbox = [] if os.geteuid() else ["--no-sandbox"]
    os.environ.pop("EGYPT_GAMES", None)         # no toys
    with sync_playwright() as playwright, playwright.chromium.launch(executable_path=chromium, args=sandbox) as browser:
        for take in (first_game, boards):
            with tempfile.TemporaryDirectory() as folder:
                program = Program(Path(folder))
                try:
                    take(browser, program)
                finally:
                    program.stop()
    for path in sorted(DOCS.iterdir()):
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
