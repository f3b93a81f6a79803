"""In a real browser: a game that people play with the box, and position texts that are pasted, copied and changed."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from egypt import Rng, Table, get_game, public_data
from tests.protocol.web.browsing import DRAW, GAMES, LAPTOP, Program, Visitor, my_turn, told

pytestmark = pytest.mark.program  # all of them start processes


def sit_down(visitor: Visitor, program: Program, game: str, players: int, own: int = 1) -> Page:
    """A real table in the lobby."""
    page = visitor.page
    page.goto(program.url)
    page.locator(f"input[name=game][value={game}]").check(force=True)
    page.check("#real")
    page.select_option("#players", str(players))
    page.check(f"#own{own}")
    page.click("#start")
    expect(page.locator(".moves h2")).to_contain_text("What happened?")
    return page


def enter(page: Page, sentence: int) -> None:
    """Choose one of the sentences."""
    before = told(page)
    page.locator(".moves .move:enabled").nth(sentence).click()
    expect(page.locator(".log h2 small")).not_to_have_text(str(before))


@pytest.mark.parametrize("game", GAMES)
def test_a_real_table_is_followed_from_the_deal_on(program: Program, visitor: Visitor, game: str) -> None:
    page = sit_down(visitor, program, game, 3, own=2)
    rng = Random(game)
    for _ in range(12):
        enter(page, rng.randrange(page.locator(".moves .move:enabled").count()))
    text = page.locator(".events").inner_text()
    page.reload()
    expect(page.locator(".events")).to_have_text(text, use_inner_text=True)


def test_advice_at_a_real_table(program: Program, visitor: Visitor) -> None:
    page = sit_down(visitor, program, "ra", 2)
    page.locator(".move", has_text="p1 is dealt the suns 9").click()
    expect(page.locator(".move[data-move='p1 draw']")).to_be_visible()  # a new decision begins without a filter
    page.fill("#filter", "draw")
    expect(page.locator(".moves .move")).to_have_count(1)
    page.locator(".move[data-move='p1 draw']").click()
    expect(page.locator("#now")).to_have_text("What does the table show?")
    page.fill("#filter", "pharaoh")
    page.locator(".moves .move").first.click()
    expect(page.locator(".board [data-id='track:pharaoh']")).to_be_visible()
    page.locator(".move[data-move='p2 invoke']").click()
    expect(page.locator("#now")).to_have_text("It is your turn: what do you do?")
    page.click("#hint")
    expect(page.locator(".move.hinted")).to_have_count(1)
    page.check("#analyse")
    expect(page.locator(".lines .line:enabled").first).to_contain_text("%")
    events = told(page)
    page.fill("#typed", "p2 bid:99")
    page.press("#typed", "Enter")
    expect(page.locator(".notice")).to_contain_text("99")
    assert told(page) == events
    page.fill("#typed", "p1 bid:9")
    page.press("#typed", "Enter")
    expect(page.locator(".log h2 small")).not_to_have_text(str(events))
    page.click("#undo")
    expect(page.locator(".log h2 small")).to_have_text(str(events))
    page.click("#redo")
    expect(page.locator(".log h2 small")).not_to_have_text(str(events))


def test_a_real_table_says_whose_turn_it_is(program: Program, visitor: Visitor) -> None:
    page = sit_down(visitor, program, "ra", 2)
    says, now = page.locator("#say"), page.locator("#now")
    expect(says).to_have_text("What does the table show?")
    page.locator(".move", has_text="p1 is dealt the suns 9").click()
    expect(says).to_contain_text("It is your turn: what do you do?")
    expect(now).to_have_attribute("data-now", "yours")
    page.locator(".move[data-move='p1 draw']").click()
    expect(says).to_contain_text("p1 draws a tile from the bag. What does the table show?")
    expect(now).to_have_attribute("data-now", "asked")
    page.fill("#filter", "pharaoh")
    page.locator(".moves .move").first.click()
    expect(says).to_contain_text("To act: p2")
    expect(now).to_have_attribute("data-now", "asked")


def test_a_finished_game_with_the_box_says_why_it_has_no_review(program: Program, visitor: Visitor) -> None:
    table, rng = Table.deal(get_game("ra"), 2, seed=4), Rng(4)
    while not table.is_over:
        before = table.view(0).to_text()
        moves = table.legal_moves()
        table.play(moves[rng.below(len(moves))])
    page = visitor.page
    page.goto(program.url)
    page.click("#position")
    page.fill("#text", before)
    page.click("#analysis")
    my_turn(page)
    while page.get_attribute("#now", "data-now") != "over":
        enter(page, 0)
        my_turn(page)
    expect(page.locator("#noreview")).to_contain_text("what your seat knew")
    expect(page.locator("#review")).to_have_count(0)


def test_a_position_is_copied_pasted_and_analysed(program: Program, visitor: Visitor) -> None:
    page = visitor.begin(program, "ra", 3)
    my_turn(page)
    page.click("#copy")
    text = page.input_value("#copied")
    assert text.startswith("ra/1;viewer=p1;players=3;")
    page.click("#edit")
    expect(page.locator("#verdict")).to_contain_text("Ra for 3: what p1 knows")
    expect(page.locator(".positionpage .board")).to_be_visible()
    page.click("#analysis")
    expect(page.locator(".moves h2")).to_contain_text("What happened?")
    page.check("#analyse")
    expect(page.locator(".chances rect")).to_have_count(3)


@pytest.mark.parametrize("game", GAMES)
def test_the_form_says_what_the_room_says(program: Program, visitor: Visitor, game: str) -> None:
    text = Table.deal(get_game(game), 3, seed=8).position.to_text()
    page = visitor.page
    page.goto(program.url)
    page.click("#position")
    page.fill("#text", text)
    expect(page.locator("#verdict")).to_contain_text("for 3: a whole position")
    players = page.locator("[data-field=players]")
    players.fill("9")
    expect(page.locator("#verdict.bad")).to_contain_text("players")
    expect(page.locator(".fields .blamed [data-field=players]")).to_have_count(1)
    expect(page.locator("#analysis")).to_have_count(0)
    assert ";players=9;" in page.input_value("#text")
    players.fill("3")
    expect(page.locator("#analysis")).to_be_visible()
    visitor.complaints.clear()  # the browser notes that the server has refused a text


def test_a_whole_position_is_played_on(program: Program, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(program.url)
    page.click("#position")
    page.fill("#text", Table.deal(get_game("sobek"), 2, seed=8).position.to_text())
    page.click("#playon")
    assert my_turn(page)


def test_the_judgement_is_told_in_words(program: Program, visitor: Visitor) -> None:
    table = Table.deal(get_game("ra"), 2, seed=7)
    page = visitor.page
    page.goto(program.url)
    page.click("#position")
    view = table.view(0).to_text()
    page.fill("#text", view.replace(",9+6+5+2,-,-", ",9+6+5+2,-,pharaoh*4").replace("pharaoh*25", "pharaoh*21"))
    page.click("#analysis")
    page.check("#analyse")
    expect(page.locator("#why")).to_contain_text("is ahead in")
    expect(page.locator("#why")).to_contain_text("pharaohs")


def test_onlookers_see_no_hand(program: Program, browser: Browser, visitor: Visitor) -> None:
    page = visitor.begin(program, "sobek", 2, seat2="link")
    table = page.locator(".tables li.newest")
    link = table.locator(".links .public input").input_value()
    table.locator("a.button").click()
    expect(page.locator(".board")).to_be_visible()
    onlooker = Visitor(browser, LAPTOP)
    onlooker.page.goto(link)
    expect(onlooker.page.locator(".board")).to_be_visible()
    expect(onlooker.page.locator(".moves, #undo, #hint, #copy, #analyse")).to_have_count(0)
    before = told(onlooker.page)
    if page.get_attribute("#now", "data-now") == "yours":
        page.locator(".moves .move").first.click()
        page.click("#confirm")
        expect(onlooker.page.locator(".log h2 small")).not_to_have_text(str(before))
    onlooker.finish()


@pytest.mark.parametrize("game", GAMES)
def test_boards_are_drawn_for_those_who_know_no_hand(program: Program, visitor: Visitor, game: str) -> None:
    """In a game of three, seats know different things of a hand: onlookers know how many cards it has."""
    page = visitor.page
    page.goto(program.url)
    expect(page.locator("#start")).to_be_visible()
    table, rng, count = Table.deal(get_game(game), 3, seed=41), Rng(41), 0
    while not table.is_over:
        moves = table.legal_moves()
        table.play(moves[rng.below(len(moves))])
        count += 1
        if count % 7 == 0:
            assert page.evaluate(DRAW, [game, public_data(table.position), None, []]) == []
            assert page.locator("#drawn [data-id]").count() > 10
    assert count > 20
