"""The page in a real browser, played by clicking. Debian's chromium, without a window."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from tests.protocol.web.browsing import GAMES, LAPTOP, PHONE, Program, Visitor, click_on, my_turn, told

pytestmark = pytest.mark.program  # all of them start processes


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_by_clicking(program: Program, visitor: Visitor, game: str) -> None:
    page = visitor.begin(program, game, 3)
    rng = Random(game)
    decisions = 0
    while my_turn(page):
        click_on(page, rng)
        decisions += 1
    assert decisions >= 10
    expect(page.locator("#now")).to_contain_text("The game is over: 1. ")
    expect(page.locator(".scores .rank")).to_have_count(3)


def test_a_reload_and_a_second_tab_keep_the_game(program: Program, visitor: Visitor) -> None:
    page = visitor.begin(program, "sobek", 2)
    my_turn(page)
    click_on(page, Random(1))
    my_turn(page)
    log = page.inner_text(".events")
    other = visitor.tab()
    other.goto(page.url)
    page.reload()
    for tab in (page, other):
        my_turn(tab)
        expect(tab.locator(".events")).to_have_text(log, use_inner_text=True)
    told_before = other.locator(".events > li").count()
    click_on(page, Random(1))
    expect(other.locator(".events > li")).not_to_have_count(told_before)


def test_undo_redo_hint_and_keys(program: Program, visitor: Visitor) -> None:
    page = visitor.begin(program, "ra", 2)
    my_turn(page)
    before = told(page)
    expect(page.locator("#undo")).to_be_disabled()
    page.keyboard.press("1")
    expect(page.locator(".log h2 small")).not_to_have_text(str(before))
    my_turn(page)
    expect(page.locator("#undo")).to_be_enabled()
    page.keyboard.press("u")
    expect(page.locator(".log h2 small")).to_have_text(str(before))
    page.keyboard.press("r")
    expect(page.locator(".log h2 small")).not_to_have_text(str(before))
    my_turn(page)
    page.keyboard.press("h")
    expect(page.locator(".move.hinted")).to_have_count(1)


def test_the_analysis_shows_chances_and_the_best_moves(program: Program, visitor: Visitor) -> None:
    page = visitor.begin(program, "ra", 3)
    my_turn(page)
    page.check("#analyse")
    expect(page.locator(".chances rect")).to_have_count(3)
    expect(page.locator(".lines .line").first).to_contain_text("%")
    page.uncheck("#analyse")
    expect(page.locator(".chances")).to_have_count(0)


def test_a_device_is_handed_on_behind_a_curtain(program: Program, visitor: Visitor) -> None:
    page = visitor.begin(program, "sobek", 2, seat2="here")
    for _ in range(3):
        expect(page.locator(".curtain")).to_contain_text("Hand the device to")  # before, whose turn it is is not known
        expect(page.locator(".board, .moves .move, .log")).to_have_count(0)
        page.locator(".curtain button").first.click()
        my_turn(page)
        page.locator(".moves .move").first.click()
        page.click("#confirm")  # it cannot be taken back here, so the page asks


def test_a_friend_plays_by_their_link(program: Program, browser: Browser, visitor: Visitor) -> None:
    page = visitor.begin(program, "sobek", 2, seat2="link")
    table = page.locator(".tables li.newest")
    link = table.locator(".links input").first.input_value()
    table.locator("a.button").click()
    friend = Visitor(browser, PHONE)
    friend.page.goto(link)
    expect(friend.page.locator(".board")).to_be_visible()
    expect(page.locator(".board")).to_be_visible()
    for _ in range(4):
        mover = page
        while mover.get_attribute("#now", "data-now") != "yours":
            mover = friend.page if mover is page else page
            page.wait_for_timeout(100)
        before = told(mover)
        mover.locator(".moves .move").first.click()
        mover.click("#confirm")
        for tab in (page, friend.page):
            expect(tab.locator(".log h2 small")).not_to_have_text(str(before))
        page.wait_for_timeout(100)
    friend.finish()


def test_engines_play_while_one_watches(program: Program, visitor: Visitor) -> None:
    page = visitor.begin(program, "sobek", 2, seat1="engine")
    expect(page.locator(".moves")).to_have_count(0)
    expect(page.locator("#undo")).to_have_count(0)
    expect(page.locator(".events > li").nth(25)).to_be_attached()


def test_a_finished_game_is_reviewed(program: Program, visitor: Visitor) -> None:
    page = visitor.begin(program, "sobek", 2, seat1="engine")
    page.wait_for_selector("[data-now=over]")
    page.click("#review")
    expect(page.locator(".review .summary").first.locator("tbody tr")).to_have_count(2)
    expect(page.locator(".chart polyline")).to_have_count(2)
    page.click("#back")
    expect(page.locator("#now")).to_contain_text("Before decision")
    page.click("#on")
    expect(page.locator("#now")).to_contain_text("The game is over")


HOW = """async () => {
  const { summary } = await import("/page/js/panels/review_summary.js");
  const thresholds = { inaccuracy: 31, mistake: 32, blunder: 33, lucky: 35, "very lucky": 36 };
  const limits = { outcomes: 38, samples: 39, searched: 40 };
  const result = { seats: [], accounts: [], moments: [], effort: { iterations: 37 }, thresholds, limits };
  return JSON.stringify(summary({ welcome: { players: 3 }, review: { summary: result } }, {}));
}"""


def test_how_it_was_judged_is_told_with_the_numbers_of_the_review(program: Program, visitor: Visitor) -> None:
    visitor.page.goto(program.base)
    text = visitor.page.evaluate(HOW)
    assert [number for number in (31, 32, 33, 35, 36, 37, 38, 39, 40) if str(number) not in text] == []


def test_a_killed_server_is_waited_for(tmp_path: Path, browser: Browser) -> None:
    visitor = Visitor(browser, LAPTOP)
    first = Program(tmp_path)
    page = visitor.begin(first, "sobek", 2)
    my_turn(page)
    click_on(page, Random(2))
    my_turn(page)
    log = page.inner_text(".events")
    first.kill()
    expect(page.locator(".notice.bad")).to_be_visible()
    second = Program(tmp_path, first.port)
    expect(page.locator(".notice.bad")).to_have_count(0)
    my_turn(page)
    expect(page.locator(".events")).to_have_text(log, use_inner_text=True)
    click_on(page, Random(2))
    visitor.context.close()  # a browser complains about a server that is gone
    second.stop()


def test_colours_follow_the_choice(program: Program, visitor: Visitor) -> None:
    page = visitor.begin(program, "ra", 2)
    my_turn(page)
    paper = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    page.click("#settings")
    page.select_option("#set-theme", "dark")
    page.keyboard.press("Escape")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.evaluate(paper) != light


NARROW = """async () => {
  const { clickable, narrowed, pick } = await import("/page/js/narrow.js");
  const legal = [["a", ["x", "y"]], ["b", ["x", "z"]], ["c", ["w"]], ["d", ["x", "y", "v"]]]
    .map(([move, touches]) => ({ move, touches, sentence: move }));
  const sets = [["few", ["1", "2", "3"]], ["most", ["1", "2", "3", "4"]], ["other", ["5"]]]
    .map(([move, touches]) => ({ move, touches, sentence: move }));
  const pairs = [["11", ["1"]], ["12", ["1", "2"]], ["22", ["2"]]]
    .map(([move, touches]) => ({ move, touches, sentence: move }));
  return {
    all: [...clickable(legal, [])].sort().join(""), one: pick(legal, [], "w").move, shared: pick(legal, [], "x").move,
    left: narrowed(legal, ["x"]).map((choice) => choice.move).join(""),
    telling: [...clickable(legal, ["x"])].sort().join(""),
    second: pick(legal, ["x"], "z").move, other: pick(legal, ["x"], "w").move, same: pick(legal, ["x"], "x").picked.length,
    none: pick(legal, [], "nothing").picked.length,
    pass: pick([{ move: "p", touches: ["s"] }, { move: "q", touches: ["s", "t"] }], [], "s").move,
    plain: pick(legal, [], "y").move, card: pick(sets, [], "1").move, cards: pick(sets, ["1", "2"], "3").move,
    pair: pick(pairs, [], "1").move, both: pick(pairs, ["1"], "2").move,
    most: pick(sets, ["1", "2", "3"], "4").move, lit: [...clickable(sets, ["1", "2"])].sort().join(""),
  };
}"""


def test_clicks_narrow_the_moves(program: Program, visitor: Visitor) -> None:
    visitor.page.goto(program.base)
    assert visitor.page.evaluate(NARROW) == {
        "all": "vwxyz",
        "one": "c",
        "shared": None,
        "left": "abd",
        "telling": "vyz",
        "second": "b",
        "other": "c",
        "same": 0,
        "none": 0,
        "pass": "p",
        "plain": "a",
        "card": None,
        "cards": None,
        "most": "most",
        "lit": "34",
        "pair": None,
        "both": "12",
    }
