"""In a real browser: words on the boards can be read, by day and in the dark (WCAG 2.2, 1.4.3)."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.sync_api import expect

from tests.protocol.web.browsing import DRAW, GAMES, PHONE, Program, Visitor
from tests.protocol.web.test_browser_clicks import positions

pytestmark = pytest.mark.program  # all of them start processes

# Words of #drawn with less contrast than 4.5, or 3 if they are large, or smaller than 8 pixels. What is crossed out or not
# there is left out, and so are words in drawings, whose ground is a drawing.
FAULTS = """() => {
  const paper = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const seen = new Map();
  const read = (colour) => {
    if (!seen.has(colour)) {
      paper.clearRect(0, 0, 1, 1);
      paper.fillStyle = colour;
      paper.fillRect(0, 0, 1, 1);
      seen.set(colour, [...paper.getImageData(0, 0, 1, 1).data].map((part) => part / 255));
    }
    return seen.get(colour);
  };
  const mix = (below, above, share) => below.map((part, place) => part * (1 - share) + above[place] * share);
  const over = (below, colour) => { const [r, g, b, alpha] = read(colour); return mix(below, [r, g, b], alpha); };
  const light = (colour) => colour.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, place) => sum + part * [0.2126, 0.7152, 0.0722][place], 0);
  const pairs = ([first, ...rest], below) => {      // ground and words, as seen; several where the ground is a gradient
    const style = getComputedStyle(first);
    const grounds = style.backgroundImage.match(/rgba?\\([^)]*\\)/g) ?? [style.backgroundColor];
    return grounds.flatMap((ground) => {
      const own = over(below, ground);
      const inside = rest.length === 0 ? [[own, over(own, style.color)]] : pairs(rest, own);
      return inside.map((pair) => pair.map((colour) => mix(below, colour, Number(style.opacity))));
    });
  };
  const faults = new Set();
  for (const one of document.querySelectorAll("#drawn *")) {
    const texts = [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    const words = texts.map((node) => node.data.trim()).join("");
    if (!(one instanceof HTMLElement) || words === "" || !one.checkVisibility()) continue;
    if (one.closest(".faint, .shut, .empty") !== null) continue;
    const line = [];
    for (let element = one; element !== null; element = element.parentElement) line.unshift(element);
    const style = getComputedStyle(one);
    if (read(style.color)[3] === 0) continue;       // hidden on purpose
    const [size, weight] = [parseFloat(style.fontSize), Number(style.fontWeight)];
    const least = size >= 24 || (size >= 18.66 && weight >= 700) ? 3 : 4.5;
    const contrast = Math.min(...pairs(line, [1, 1, 1]).map((pair) => {
      const lights = pair.map(light);
      return (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05);
    }));
    const name = `${one.parentElement.className} > ${one.className}`;
    if (contrast < least) faults.add(`${name}: ${words.slice(0, 12)} ${contrast.toFixed(2)}`);
    if (size < 8) faults.add(`${name}: ${size} px`);
  }
  return [...faults];
}"""


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_words_on_boards_can_be_read(
    program: Program, visitor: Visitor, game: str, colours: Literal["light", "dark"]
) -> None:
    page = visitor.page
    page.emulate_media(color_scheme=colours)
    page.goto(program.url)
    expect(page.locator("#start")).to_be_visible()
    faults: set[str] = set()
    for position in positions(game)[::3]:
        page.evaluate(DRAW, position)
        faults.update(page.evaluate(FAULTS))
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    faults.update(page.evaluate(FAULTS))
    assert not faults, "\n".join(sorted(faults))
