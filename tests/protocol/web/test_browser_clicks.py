"""In a real browser: legal moves are played by clicking what they touch. `pytest -s` prints which share of them."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from egypt import Rng, Table, get_game
from tests.protocol.web.browsing import DRAW, GAMES, Program, Visitor, play_on, told

pytestmark = pytest.mark.program  # all of them start processes

# The fewest clicks that play each legal move: on the board, and at last on one of a few sentences that are offered then.
CLICKS = """async ([legal, lit]) => {
  const { clickable, narrowed, pick } = await import("/page/js/narrow.js");
  const fewest = Object.fromEntries(legal.map((one) => [one.move, 9]));
  const note = (move, clicks) => { fewest[move] = Math.min(fewest[move], clicks); };
  const go = (picked, clicks) => {
    for (const id of clickable(legal, picked)) {
      if (!lit.includes(id)) continue;
      const next = pick(legal, picked, id);
      const left = narrowed(legal, next.picked);
      if (next.move !== null) note(next.move, clicks);
      else if (left.length <= 8) left.forEach((one) => note(one.move, clicks + 1));
      if (next.move === null && clicks < 2) go(next.picked, clicks + 1);
    }
  };
  go([], 1);
  return fewest;
}"""
LEAST = 0.99  # share of all legal moves that must take at most two clicks


def positions(game: str) -> list[Any]:
    """What the page knows at decisions of two random games."""
    found = []
    for players, seed in ((3, 12), (4, 13)):
        table, rng, count = Table.deal(get_game(game), players, seed=seed), Rng(seed), 0
        while not table.is_over:
            seat = table.actor
            view = table.view(seat)
            moves = view.legal_moves()
            if count % 4 == 0 and len(moves) > 1:
                legal = [
                    {"move": move, "sentence": said.sentence, "touches": list(said.touches)}
                    for move in moves
                    for said in [view.say(move)]
                ]
                found.append([game, view.as_dict(), seat, legal])
            table.play(moves[rng.below(len(moves))])
            count += 1
    return found


@pytest.mark.parametrize("game", GAMES)
def test_moves_are_played_on_the_board(program: Program, visitor: Visitor, game: str) -> None:
    page = visitor.page
    page.goto(program.url)
    expect(page.locator("#start")).to_be_visible()
    clicks: list[int] = []
    nowhere: list[str] = []
    for position in positions(game):
        legal, lit = position[3], page.evaluate(DRAW, position)
        nowhere += [str(one) for one in legal if not set(one["touches"]) & set(lit)]
        clicks += page.evaluate(CLICKS, [legal, lit]).values()
    one, two = (sum(count <= most for count in clicks) / len(clicks) for most in (1, 2))
    print(f"{game}: of {len(clicks)} legal moves {one:.3f} take one click, {two:.3f} at most two")
    assert nowhere == [], "every legal move touches something on the board"
    assert two >= LEAST


def auction() -> str:
    """A whole position at the beginning of Amun-Re, where the first player bids first, with the gold of the start."""
    tables = (Table.deal(get_game("amunre"), 3, seed=seed) for seed in range(100))
    return next(str(table.position.to_text()) for table in tables if table.actor == 0)


def test_a_bid_is_a_click_on_its_space(program: Program, visitor: Visitor) -> None:
    page = visitor.page
    play_on(page, program, auction())
    before = told(page)
    spaces = page.locator(".board .lot .space.can")
    expect(spaces.first).to_be_visible()
    space = spaces.last.get_attribute("data-id") or ""
    _, province, gold = space.split(":")
    spaces.last.click()
    expect(page.locator(".log h2 small")).not_to_have_text(str(before))
    expect(page.locator(".events")).to_contain_text(f"bids {gold} gold for {province.capitalize()}")


def test_what_a_click_leaves_open_is_offered_on_the_board(program: Program, visitor: Visitor) -> None:
    page = visitor.page
    play_on(page, program, auction())
    before = told(page)
    lot = page.locator(".board .lot.can b").first
    lot.click()
    choices = page.locator(".chooser [data-choice]")
    expect(choices.first).to_contain_text("bids")
    assert choices.count() > 2
    page.locator(".chooser").get_by_label("Let go").click()
    expect(page.locator(".chooser")).to_have_count(0)
    lot.click()
    choices.first.click()
    expect(page.locator(".log h2 small")).not_to_have_text(str(before))
