"""A board as a picture: the text that people read at a terminal, drawn in a font of fixed width.

The board of the browser needs a browser; this needs Pillow and a font alone, both of which come with Matplotlib.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

FONT_SIZE = 14
MARGIN = 8
PAPER, INK = (250, 246, 236), (40, 32, 24)


@cache
def font() -> Any:
    from matplotlib import font_manager
    from PIL import ImageFont

    return ImageFont.truetype(font_manager.findfont("DejaVu Sans Mono"), FONT_SIZE)


def draw_text(text: str) -> NDArray[np.uint8]:
    """An image (height, width, 3) of a text of several lines."""
    from PIL import Image, ImageDraw

    scratch = ImageDraw.Draw(Image.new("RGB", (1, 1)))
    _, _, right, bottom = scratch.multiline_textbbox((MARGIN, MARGIN), text, font=font())
    image = Image.new("RGB", (int(right) + MARGIN, int(bottom) + MARGIN), PAPER)
    ImageDraw.Draw(image).multiline_text((MARGIN, MARGIN), text, font=font(), fill=INK)
    return np.asarray(image, np.uint8)
