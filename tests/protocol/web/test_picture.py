"""A board as a picture: drawn by a browser from the page's own files."""

from __future__ import annotations

import asyncio
import gc
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import egypt
from egypt.protocol.web import picture
from egypt.protocol.web.picture import PAGE, Camera, NoBrowser
from tests import PATIENCE
from tests.protocol.web.browsing import changed

pytestmark = pytest.mark.program  # all of them start processes

SIZE = 640, 480
PAPER, CARD = (0xF4, 0xEC, 0xD9), (0xFF, 0xFA, 0xF0)  # of style/base.css
LEFT_OPEN = """
import egypt
from egypt.protocol.web.picture import Camera
camera, view = Camera(64, 48), egypt.game("ra").deal(2, seed=1).view(0)
print(len(camera.png(view.as_dict(), view.game.catalogue())) > 0)
"""


@pytest.fixture(scope="module")
def camera() -> Iterator[Camera]:
    here = Camera(*SIZE)
    yield here
    here.close()


def taken(camera: Camera, view: egypt.View) -> np.ndarray:
    return np.asarray(Image.open(BytesIO(camera.png(view.as_dict(), view.game.catalogue()))).convert("RGB"))


def share(image: np.ndarray, colour: tuple[int, int, int]) -> float:
    return float((image == colour).all(axis=2).mean())


def cameras() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "camera"]


def test_all_boards_have_their_styles() -> None:
    linked = set(re.findall(r"style/(\w+)\.css", (PAGE / "board.html").read_text(encoding="utf-8")))
    assert linked == {path.stem for path in (PAGE / "style").glob("*.css")} - {"panels"}


@pytest.mark.browser
def test_a_picture_has_the_papyrus_of_the_page_and_fills_the_window(camera: Camera) -> None:
    image = taken(camera, egypt.game("ra").deal(3, seed=1).view(0))
    assert image.shape == (SIZE[1], SIZE[0], 3)
    assert share(image, PAPER) > 0.05 and share(image, CARD) > 0.2
    drawn = np.argwhere((image != PAPER).any(axis=2))
    assert drawn.max(axis=0)[1] > 0.9 * SIZE[0] and drawn.min() < 20


@pytest.mark.browser
def test_a_picture_depends_on_the_view_alone(camera: Camera) -> None:
    table = egypt.game("sobek").deal(3, seed=1)
    first = taken(camera, table.view(0))
    assert changed(taken(camera, table.view(1)), first) > 0.002
    assert changed(taken(camera, table.view(0)), first) < 0.0005


@pytest.mark.browser
def test_pictures_can_be_taken_inside_an_event_loop(camera: Camera) -> None:
    async def notebook() -> np.ndarray:
        return taken(camera, view)

    view = egypt.game("ra").deal(2, seed=1).view(0)
    assert changed(asyncio.run(notebook()), taken(camera, view)) < 0.0005


@pytest.mark.browser
def test_what_is_closed_is_gone_and_can_start_again() -> None:
    gc.collect()  # cameras that other tests have left behind
    before = len(cameras())
    camera, view = Camera(*SIZE), egypt.game("ra").deal(2, seed=1).view(0)
    camera.close()
    for _ in range(2):
        assert len(cameras()) == before
        taken(camera, view)
        assert len(cameras()) == before + 1
        camera.close()
    assert len(cameras()) == before


@pytest.mark.browser
def test_a_program_that_forgets_to_close_ends() -> None:
    done = subprocess.run([sys.executable, "-c", LEFT_OPEN], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout) == (0, "True\n"), done.stderr


@pytest.mark.browser
def test_a_browser_that_broke_down_is_replaced(camera: Camera) -> None:
    with pytest.raises(Exception, match="undefined"):
        camera.png({"game": "ra", "viewer": "p1", "seats": []}, {})
    taken(camera, egypt.game("ra").deal(2, seed=1).view(0))


@pytest.mark.parametrize(
    ("browsers", "words"),
    [((), "install Chromium or Chrome, or run 'playwright install chromium'"), (("true",), "does not start")],
)
def test_without_a_browser_one_line_says_what_to_install(
    browsers: tuple[str, ...], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture, "BROWSERS", browsers)
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))
    with pytest.raises(NoBrowser, match=words) as problem:
        Camera().png({}, {})
    assert "\n" not in str(problem.value)


def test_without_playwright_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "playwright.sync_api", None)
    with pytest.raises(NoBrowser, match=r"pip install 'egypt-engine\[rl\]'"):
        Camera().png({}, {})
