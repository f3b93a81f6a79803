"""In a real browser: what moves slides, what cannot be undone is asked, the log is searched, pieces are drawn."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from egypt import Rng, Table, get_game
from tests.protocol.web.browsing import GAMES, LAPTOP, Program, Visitor, click_on, my_turn, play_on, told

pytestmark = pytest.mark.program  # all of them start processes

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


FLIGHTS = """
  window.flights = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, ...words) {
    if (this.matches(".pandie")) window.flights.push(frames[0].translate);
    return animate.call(this, frames, ...words);
  };
"""


def test_a_die_slides_from_the_wheel_to_the_scales(program: Program, visitor: Visitor) -> None:
    table, rng = Table.deal(get_game("tekhenu"), 2, seed=6), Rng(6)
    while not (table.actor == 0 and table.legal_moves()[0].startswith("take:")):
        moves = table.legal_moves()
        table.play(moves[rng.below(len(moves))])
    page = visitor.page
    page.add_init_script(FLIGHTS)
    play_on(page, program, table.position.to_text())
    before = told(page)
    page.locator(".moves .move[data-move^='take:']").first.click()
    expect(page.locator(".log h2 small")).not_to_have_text(str(before))
    x, y = page.evaluate("window.flights[0]").split()
    assert abs(float(x.removesuffix("px"))) + abs(float(y.removesuffix("px"))) > 100


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


@pytest.mark.parametrize("game", GAMES)
def test_cards_and_symbols_are_explained(program: Program, visitor: Visitor, game: str) -> None:
    page = visitor.begin(program, game, 3)
    my_turn(page)
    page.click("#box")
    entries = get_game(game).catalogue()["components"]
    expect(page.locator(".box dt")).to_have_count(len(entries))
    page.locator(".box details", has_text=entries[0]["name"]).first.evaluate("one => { one.open = true; }")
    expect(page.locator(".box dd").filter(has_text=entries[0]["text"]).first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".box")).to_have_count(0)


def test_what_was_closed_stays_closed(program: Program, visitor: Visitor) -> None:
    page = visitor.begin(program, "ra", 2)
    my_turn(page)
    before = told(page)
    page.locator(".log summary").click()
    expect(page.locator(".events")).to_be_hidden()
    page.locator(".moves .move:enabled").first.click()
    expect(page.locator(".log h2 small")).not_to_have_text(str(before))
    expect(page.locator(".events")).to_be_hidden()


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


def test_what_was_searched_in_a_log_is_forgotten_at_the_next_table(program: Program, visitor: Visitor) -> None:
    page = visitor.begin(program, "ra", 5)
    my_turn(page)
    page.locator(".log select").select_option("p5")
    page.fill(".log input[type=search]", "nothing of the kind")
    page.locator(".log").get_by_label("scores only").check()
    page.click(".home")
    visitor.begin(program, "sobek", 2)
    my_turn(page)
    assert told(page) > 0
    expect(page.locator(".events > li")).to_have_count(told(page))
    expect(page.locator(".log").get_by_label("scores only")).not_to_be_checked()


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


def test_a_variant_limits_the_players(program: Program, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(program.url)
    page.locator("input[name=game][value=tekhenu]").check(force=True)
    expect(page.locator("#players option")).to_have_text(["2", "3", "4"])
    expect(page.locator("ol.seats > li")).to_have_count(3)
    page.select_option("#variant", "solo-low")
    expect(page.locator("#players option")).to_have_text(["2"])
    expect(page.locator("ol.seats > li")).to_have_count(2)
    page.select_option("#variant", "standard")
    expect(page.locator("#players option")).to_have_text(["2", "3", "4"])
    page.select_option("#players", "4")
    page.select_option("#variant", "solo-low")
    expect(page.locator("#players")).to_have_value("2")
    page.click("#start")
    page.wait_for_selector("#now", state="attached")


def test_the_seat_of_the_automaton_is_not_offered(program: Program, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(program.url)
    page.locator("input[name=game][value=tekhenu]").check(force=True)
    page.select_option("#players", "2")
    page.select_option("#kind2", "link")
    page.select_option("#variant", "solo-low")
    second = page.locator("ol.seats > li").nth(1)
    expect(second).to_contain_text("the automaton")
    expect(second.locator("select, input")).to_have_count(0)
    expect(page.locator("#kind1")).to_be_visible()
    page.check("#real")
    expect(second.locator("select, input")).to_have_count(0)
    page.uncheck("#real")
    page.select_option("#variant", "standard")
    expect(page.locator("#kind2")).to_have_value("link")
    page.select_option("#variant", "solo-low")
    page.click("#start")
    my_turn(page)
    expect(page.locator(".scores td.kind")).to_have_text(["person", "automaton"])
    page.locator(".moves .move:enabled").first.click()  # at once: one person has nothing to confirm
    expect(page.locator("#undo")).to_be_enabled()


def test_nothing_is_said_of_a_table_before_its_first_state(program: Program, visitor: Visitor) -> None:
    """A slow referee: the page has been welcomed, and does not know yet who is to act."""
    page, held = visitor.page, list[str | bytes]()
    routes: list[WebSocketRoute] = []

    def hold(route: WebSocketRoute) -> None:
        routes.append(route)
        server = route.connect_to_server()
        server.on_message(lambda said: held.append(said) if '"type":"state"' in str(said) else route.send(said))

    page.route_web_socket("**/play", hold)
    visitor.begin(program, "ra", 2, seat2="here")
    expect(page.locator(".bar h1")).to_have_text("Ra")
    expect(page.locator("#opening")).to_be_visible()
    expect(page.locator(".curtain")).to_have_count(0)
    while not held:
        page.wait_for_timeout(20)
    routes[0].send(held[0])
    expect(page.locator(".curtain")).to_contain_text("Hand the device to")
    expect(page.locator("#opening")).to_have_count(0)
