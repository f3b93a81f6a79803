"""Takes the pictures of docs/ anew: `python -m tests.protocol.web.pictures`. Real games, played by clicking.

One picture of every board, and the first decisions of a game of Ra as an animated PNG.
"""

from __future__ import annotations

import os
import sys
import tempfile
from io import BytesIO
from pathlib import Path
from random import Random

from PIL import Image
from playwright.sync_api import Browser, Page

from tests import ROOT
from tests.programs import missing
from tests.protocol.web.browsing import Program, Visitor, click_on, my_turn, open_browser

DOCS = ROOT / "docs"
SIZE = {"width": 1280, "height": 800}
SMALL = {"width": 900, "height": 560}
# game -> players, decisions before the picture, colours, whether the analysis is shown
BOARDS = {
    "ra": (3, 12, "light", True),
    "sobek": (3, 8, "light", False),
    "amunre": (4, 9, "light", False),
    "tekhenu": (3, 9, "dark", False),
}
STEPS = 4  # decisions of the first game, with two pictures each
COLOURS = 160
PAUSE = 1400  # milliseconds that a picture stays


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
        page.evaluate("scrollTo(0, 0)")  # clicks further down have scrolled the page
        page.wait_for_timeout(3000)  # marks of what was just done fade
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
    animated(frames, DOCS / "first-game.png")


def settled(page: Page) -> bytes:
    page.wait_for_timeout(700)
    return page.screenshot()


def animated(frames: list[bytes], path: Path) -> None:
    """Pictures of one size as one that plays them for ever, in few colours."""
    pictures = [Image.open(BytesIO(frame)).convert("RGB") for frame in frames]
    width, height = pictures[0].size
    all_of_them = Image.new("RGB", (width, height * len(pictures)))
    for place, picture in enumerate(pictures):
        all_of_them.paste(picture, (0, place * height))
    palette = all_of_them.quantize(COLOURS)
    first, *others = (picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures)
    first.save(path, save_all=True, append_images=others, duration=PAUSE, loop=0, optimize=True)


def main() -> None:
    if lacking := missing("chromium"):
        sys.exit(f"the pictures are taken in a browser: {lacking}")
    os.environ.pop("EGYPT_GAMES", None)  # no toys
    with open_browser() as browser:
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
