"""In a real browser of a phone's size: everything fits, whatever the position, and also while pieces slide."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import expect

from tests.protocol.web.browsing import GAMES, PHONE, Program, Visitor, my_turn, told
from tests.protocol.web.test_browser_clicks import DRAW, positions

pytestmark = pytest.mark.program  # all of them start processes

# Whatever is drawn beyond the edges, or is clipped by what it lies in, once everything rests.
FAULTS = """(among) => {
  document.getAnimations().forEach((one) => one.finish());
  const words = (one) => `${one.className} ${one.textContent.slice(0, 30)}`;
  const all = [...document.querySelectorAll(`${among} *`)]
    .filter((one) => one instanceof HTMLElement && one.closest(".across, .cardtext, .unseen") === null);
  const beyond = all.filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width > 0 && (box.left < -0.5 || box.right > WIDTH + 0.5);
  });
  const clips = (one) => /hidden|clip/.test(getComputedStyle(one).overflowX);
  const clipped = all.filter((one) => clips(one) && one.scrollWidth > one.clientWidth + 1);
  return [...beyond.map((one) => `beyond: ${words(one)}`), ...clipped.map((one) => `clipped: ${words(one)}`)];
}""".replace("WIDTH", str(PHONE["width"]))
SLIDING = """() => {
  const slide = document.querySelector(".board .piece").animate([{ translate: "900px 0" }, { translate: "0 0" }], 1000);
  slide.pause();
  return [slide.effect.target.getBoundingClientRect().left > WIDTH, document.documentElement.scrollWidth, innerWidth];
}""".replace("WIDTH", str(PHONE["width"]))


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_shows_everything_without_scrolling_sideways(program: Program, phone: Visitor, game: str) -> None:
    page = phone.begin(program, game, 4)
    rng = Random(game)
    for _ in range(4):
        assert my_turn(page)
        moves, before = page.locator(".moves .move:enabled"), told(page)
        moves.first.wait_for()
        moves.nth(rng.randrange(moves.count())).tap()
        expect(page.locator(".log h2 small")).not_to_have_text(str(before))
        assert page.evaluate(FAULTS, "#page") == []
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


@pytest.mark.parametrize("game", GAMES)
def test_boards_fit_on_a_phone_in_every_position(program: Program, phone: Visitor, game: str) -> None:
    page = phone.page
    page.goto(program.url)
    expect(page.locator("#start")).to_be_visible()
    for position in positions(game)[::3]:
        page.evaluate(DRAW, position)
        assert page.evaluate(FAULTS, "#drawn") == []


def test_a_piece_that_slides_does_not_make_the_page_wider(program: Program, phone: Visitor) -> None:
    page = phone.begin(program, "amunre", 4)
    my_turn(page)
    assert page.evaluate(SLIDING) == [True, PHONE["width"], PHONE["width"]]


@pytest.mark.parametrize("game", GAMES)
def test_the_title_of_a_phone_takes_one_row(program: Program, phone: Visitor, game: str) -> None:
    page = phone.begin(program, game, 3)
    my_turn(page)
    tops = page.locator(".bar .tools button").evaluate_all("all => all.map(one => one.getBoundingClientRect().top)")
    assert max(tops) - min(tops) < 5
    assert page.locator(".bar").evaluate("bar => bar.getBoundingClientRect().height") < PHONE["height"] / 12
