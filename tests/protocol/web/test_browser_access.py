"""In a real browser: the page by keyboard and through the accessibility tree, as a screen reader has it."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, Literal

import pytest
from playwright.sync_api import Locator, expect

from egypt import Rng, Table, get_game
from tests.protocol.web.browsing import DRAW, LAPTOP, PHONE, Program, Visitor, my_turn, told

pytestmark = pytest.mark.program  # all of them start processes

KEPT = """async ([before, after]) => {
  const { h, show } = await import("/page/js/dom.js");
  const place = document.createElement("div");
  document.body.append(place);
  const shapes = { moves: () => h("p", { key: "moves" }), log: () => h("div", { key: "log" }, h("input", { id: "kept" })),
    other: () => h("section", { key: "moves" }) };
  show(place, before.map((name) => shapes[name]()));
  document.getElementById("kept").focus();
  show(place, after.map((name) => shapes[name]()));
  const { id } = document.activeElement;
  place.remove();
  return id;
}"""


def test_focus_stays_when_something_before_it_goes(program: Program, visitor: Visitor) -> None:
    visitor.page.goto(program.base)
    for before, after in ((["moves", "log"], ["log"]), (["moves", "log"], ["other", "log"]), (["log"], ["moves", "log"])):
        assert visitor.page.evaluate(KEPT, [before, after]) == "kept", (before, after)


def test_a_dialog_keeps_the_keyboard_and_gives_it_back(program: Program, visitor: Visitor) -> None:
    page = visitor.begin(program, "ra", 2)
    my_turn(page)
    before = told(page)
    for opener in ("#settings", "#box", "#copy"):
        page.locator(opener).focus()
        page.keyboard.press("Enter")
        dialog = page.get_by_role("dialog")
        expect(dialog).to_have_count(1)
        expect(dialog.locator(":focus")).to_have_count(1)
        for _ in range(30):
            page.keyboard.press("Tab")
            assert page.evaluate("document.activeElement.closest('#page .bar, .stage, .side')") is None
        page.keyboard.press("1")
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        expect(page.locator(opener)).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Close").press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("#copy")).to_be_focused()
    page.click("#settings")
    expect(page.get_by_role("dialog")).to_have_count(1)
    page.mouse.click(5, 5)  # beside it
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert told(page) == before, "no key was played behind a dialog"


def drawn(program: Program, visitor: Visitor, game: str, plies: int) -> tuple[Locator, dict[str, Any]]:
    """The board as onlookers have it after `plies` random moves, when nothing on it can be clicked; and its JSON."""
    page = visitor.page
    page.goto(program.base)
    table, rng = Table.deal(get_game(game), 3, seed=9), Rng(9)
    for _ in range(plies):
        moves = table.legal_moves()
        table.play(moves[rng.below(len(moves))])
    view = table.view(0).as_dict()
    assert page.evaluate(DRAW, [game, view, 0, []]) == []
    return page.locator("#drawn"), view


def names_of(game: str) -> dict[str, str]:
    return {one["id"]: one["name"] for one in get_game(game).catalogue()["components"]}


def expect_named(board: Locator, role: Literal["img", "group"], names: list[str]) -> None:
    """Each name stands in the accessibility tree as often as it is given."""
    for name, count in Counter(names).items():
        expect(board.get_by_role(role, name=name, exact=True)).to_have_count(count)


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_ra_is_told_to_a_screen_reader(program: Program, visitor: Visitor, size: dict[str, int]) -> None:
    visitor.page.set_viewport_size(size)  # type: ignore[arg-type]
    board, view = drawn(program, visitor, "ra", 60)
    names = names_of("ra")
    suns = [f"sun {disc['value']}" for seat in view["seats"] for disc in seat["suns_up"]]
    used = [f"sun {disc['value']}, used" for seat in view["seats"] for disc in seat["suns_down"]]
    won = [f"{group['count']} {names[group['component']]}" for seat in view["seats"] for group in seat["tiles"]]
    assert used and won
    expect_named(
        board,
        "img",
        [*suns, *used, f"sun {view['center']['sun']['value']}", *won, f"bag, {view['bag']['count']} tiles left"],
    )


def test_sobek_is_told_to_a_screen_reader(program: Program, visitor: Visitor) -> None:
    board, view = drawn(program, visitor, "sobek", 30)
    names = names_of("sobek")
    sets = [card for seat in view["seats"] for one in seat["sets"] for card in one["cards"]]
    assert sets
    for card in sets:
        name = (f"{card['count']} times " if card["count"] > 1 else "") + names[card["component"]]
        expect(board.locator(".set").get_by_role("img", name=name, exact=True).first).to_be_visible()
    hidden = [card for card in view["docks"]["cards"] if card["kind"] is None]
    assert hidden
    expect(board.locator(".dock").get_by_role("img", name=re.compile("^hidden card, .* back$"))).to_have_count(len(hidden))
    expect(board.get_by_role("img", name=f"deck, {view['deck']['count']} cards", exact=True)).to_have_count(1)
    for number, seat in enumerate(view["seats"]):
        where = re.compile(rf"^space {seat['marker']['space']}\b.*p{number + 1}")
        expect(board.get_by_role("img", name=where)).to_have_count(1)


def test_amunre_is_told_to_a_screen_reader(program: Program, visitor: Visitor) -> None:
    board, view = drawn(program, visitor, "amunre", 60)
    names = names_of("amunre")
    lands = [(land, names[land["component"]]) for land in view["provinces"]]
    assert any(land["stones"] for land, _ in lands)
    built = ("pyramids", "stones")
    expect_named(board, "img", [f"{thing} in {name}: {land[thing]}" for land, name in lands for thing in built])


def test_tekhenu_is_told_to_a_screen_reader(program: Program, visitor: Visitor) -> None:
    board, view = drawn(program, visitor, "tekhenu", 60)
    dice = [f"{die['colour']} {die['value']}, {die['status']}" for sector in view["wheel"] for die in sector["dice"]]
    built = [place for place in view["sites"] if place["owner"]]
    assert built
    taken = [f"{die['colour']} {die['value']}, {die['pan']}" for seat in view["seats"] for die in seat["dice"]]
    steps = [f"{key} of {seat['seat']}: {seat[key]}" for seat in view["seats"] for key in ("population", "happiness")]
    expect_named(board, "img", dice + taken + steps)
    expect(board.get_by_role("img", name=re.compile("^building site .* built by p[1-3]$"))).to_have_count(len(built))
    sectors = [f"{one['god'].capitalize()}, {one['light']}, {len(one['dice'])} dice" for one in view["wheel"]]
    expect_named(board, "group", sectors)
