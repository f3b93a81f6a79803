"""In a real browser: what moves slides, what cannot be undone is asked, the log is searched, all moves are on the board."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from egypt import Rng, Table, get_game
from tests.protocol.web.browsing import GAMES, LAPTOP, PHONE, Program, Visitor, click_on, my_turn, told

COUNT = """
  window.slides = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...words) { window.slides += 1; return animate.apply(this, words); };
"""


def slides(page: Page, program: Program, visitor: Visitor) -> int:
    """How many things were moved by script in some decisions of a game."""
    page.add_init_script(COUNT)
    visitor.begin(program, "ra", 2)
    for _ in range(4):
        my_turn(page)
        click_on(page, Random(3))
    my_turn(page)
    return int(page.evaluate("window.slides"))


def test_what_happened_is_animated(program: Program, visitor: Visitor) -> None:
    assert slides(visitor.page, program, visitor) > 0


def test_nothing_moves_for_those_who_do_not_want_it(program: Program, browser: Browser) -> None:
    still = Visitor(browser, LAPTOP, reduced_motion="reduce")
    assert slides(still.page, program, still) == 0
    still.finish()
    chosen = Visitor(browser, LAPTOP)
    chosen.page.add_init_script("localStorage.setItem('settings', JSON.stringify({ motion: false }))")
    assert slides(chosen.page, program, chosen) == 0
    chosen.finish()


def test_a_table_is_deleted_after_a_question(program: Program, visitor: Visitor) -> None:
    page = visitor.begin(program, "ra", 2)
    my_turn(page)
    name = page.url.partition("table=")[2].partition("&")[0]
    page.click(".home")
    row = page.locator(f"[data-table='{name}']")
    row.get_by_label("Delete this table").click()
    row.get_by_text("Keep").click()
    row.get_by_label("Delete this table").click()
    row.get_by_text("Delete for good").click()
    expect(row).to_have_count(0)
    page.reload()
    expect(page.locator("#start")).to_be_visible()
    expect(row).to_have_count(0)


def test_the_log_is_searched(program: Program, visitor: Visitor) -> None:
    page = visitor.begin(program, "ra", 2)
    for _ in range(3):
        my_turn(page)
        click_on(page, Random(4))
    my_turn(page)
    rows = page.locator(".events > li")
    everything = rows.count()
    assert everything == told(page)
    whose = page.locator(".log select")
    expect(whose).to_have_value("")
    assert whose.evaluate("element => element.selectedIndex") == 0
    whose.select_option("chance")
    expect(rows).not_to_have_count(everything)
    assert rows.count() > 0
    whose.select_option("")
    page.fill(".log input[type=search]", "is dealt")
    expect(rows).to_have_count(1)


@pytest.mark.parametrize("game", GAMES)
def test_the_title_of_a_phone_takes_one_row(program: Program, phone: Visitor, game: str) -> None:
    page = phone.begin(program, game, 3)
    my_turn(page)
    tops = page.locator(".bar .tools button").evaluate_all("all => all.map(one => one.getBoundingClientRect().top)")
    assert max(tops) - min(tops) < 5
    assert page.locator(".bar").evaluate("bar => bar.getBoundingClientRect().height") < PHONE["height"] / 12


# -- moves on the board ----------------------------------------------------------------------------------------------

CLICKS = """async ([game, view, me, legal]) => {
  const { show } = await import("/page/js/dom.js");
  const { boardOf } = await import("/page/js/games/index.js");
  const { clickable, pick } = await import("/page/js/narrow.js");
  const box = await (await fetch(`/api/components/${game}`)).json();
  const components = Object.fromEntries(box.components.map((one) => [one.id, one]));
  const none = new Set();
  const seats = view.seats.map(() => ({ kind: "here" }));
  const welcome = { game, players: view.players, seats, yours: [me], may_play: true };
  const place = document.createElement("div");
  document.body.append(place);
  const can = new Set(legal.flatMap((one) => one.touches));
  const marks = { can, picked: none, fresh: none, hinted: none };
  const scene = { view, me, turn: [me], welcome, ...marks, components, board: box.board };
  show(place, [boardOf(game)(scene)]);
  const lit = [...place.querySelectorAll("[data-id].can")].filter((one) => one.getClientRects().length > 0);
  const onBoard = new Set(lit.map((one) => one.dataset.id));
  place.remove();
  const played = new Set();
  const go = (picked, depth) => {
    for (const id of clickable(legal, picked)) {
      if (!onBoard.has(id)) continue;
      const next = pick(legal, picked, id);
      if (next.move !== null) played.add(next.move);
      else if (depth < 3) go(next.picked, depth + 1);
    }
  };
  go([], 1);
  const nowhere = legal.filter((one) => !one.touches.some((id) => onBoard.has(id)));
  return [played.size, nowhere.map((one) => `${one.move}: ${one.touches}`)];
}"""
# Of all legal moves so many are told apart by what they touch. The rest, mostly amounts, are offered after a click on that.
LEAST = {"ra": 0.99, "sobek": 0.6, "amunre": 0.2, "tekhenu": 0.8}


def positions(game: str) -> list[Any]:
    """What the page knows at decisions of a random game."""
    table, rng, found = Table.deal(get_game(game), 3, seed=12), Rng(12), []
    count = 0
    while not table.is_over:
        seat = table.actor
        view = table.view(seat)
        moves = view.legal_moves()
        if count % 5 == 0 and len(moves) > 1:
            legal = [{"move": move, "sentence": said.sentence, "touches": list(said.touches)}
                     for move in moves for said in [view.say(move)]]
            found.append([game, view.as_dict(), seat, legal])
        table.play(moves[rng.below(len(moves))])
        count += 1
    return found


def test_what_a_click_leaves_open_is_offered_on_the_board(program: Program, visitor: Visitor) -> None:
    page = visitor.begin(program, "amunre", 3)
    my_turn(page)
    before = told(page)
    page.locator(".board .lot.can").first.click()
    choices = page.locator(".chooser [data-choice]")
    expect(choices.first).to_contain_text("bids")
    assert choices.count() > 2
    page.locator(".chooser").get_by_label("Let go").click()
    expect(page.locator(".chooser")).to_have_count(0)
    page.locator(".board .lot.can").first.click()
    choices.first.click()
    expect(page.locator(".log h2 small")).not_to_have_text(str(before))


@pytest.mark.parametrize("game", GAMES)
def test_moves_are_played_on_the_board(program: Program, visitor: Visitor, game: str) -> None:
    page = visitor.page
    page.goto(program.url)
    expect(page.locator("#start")).to_be_visible()
    played = legal = 0
    nowhere: list[str] = []
    for position in positions(game):
        clicked, missing = page.evaluate(CLICKS, position)
        played, legal, nowhere = played + clicked, legal + len(position[3]), nowhere + missing
    print(f"{game}: {played} of {legal} legal moves are played on the board ({played / legal:.3f})")
    assert nowhere == [], "every legal move touches something on the board"
    assert played / legal >= LEAST[game]


def test_tekhenus_buildings_statues_and_markers_are_drawn(program: Program, visitor: Visitor) -> None:
    table, rng = Table.deal(get_game("tekhenu"), 3, seed=5), Rng(5)
    built: dict[str, int] = {}
    while not table.is_over and not all(built.get(kind) for kind in ("site", "shop", "standing", "cell")):
        moves = table.legal_moves()
        table.play(moves[rng.below(len(moves))])
        known = table.position.as_dict()
        built = {
            "site": sum(place["owner"] is not None for place in known["sites"]),
            "shop": sum(place["owner"] is not None for place in known["shops"]),
            "cell": sum(cell["owner"] is not None for cell in known["temple"].values()),
            "standing": sum(place["owner"] is not None for place in known["people"])
            + sum(sum(seat["gods"].values()) for seat in known["seats"]),
        }
    assert all(built.values()), built
    page = visitor.page
    page.goto(program.url)
    page.click("#position")
    page.fill("#text", table.position.to_text())
    for kind, count in built.items():
        expect(page.locator(f".tekhenu-table .{kind} .mark")).to_have_count(count)
    expect(page.locator(".tekhenu-table .steprow .mark")).to_have_count(6)
    reach = page.locator(".tekhenu-table .wheel .die").evaluate_all("""dice => dice.map((die) => {
      const [x, y] = die.getAttribute("transform").match(/[-0-9.]+/g).map(Number);
      return Math.hypot(x - 200, y - 200) + Math.SQRT2 * 14;
    })""")
    line = page.locator(".tekhenu-table .wheel .band").first.get_attribute("d") or ""
    band = float(line.partition("A")[2].split()[0])
    expect(page.locator(".tekhenu-table .wheel .god")).to_have_count(6)
    assert reach and max(reach) <= band, "no die lies on the name of a god"
