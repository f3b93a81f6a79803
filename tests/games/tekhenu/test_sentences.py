"""What Tekhenu says of its moves, and why it says that scores change."""

from __future__ import annotations

from tests.games.tekhenu.positions import play, position, seat
from tests.games.tekhenu.test_tiles import TILES, raised, start_with


def test_a_die_and_its_pan():
    start = position(wheel="bastet black2")
    saying = start.say("take:bastet+black2+pure")
    assert saying.sentence == "p1 takes the black die of value 2 from Bastet and puts it on the pure pan"
    assert saying.touches == ("die:bastet:black2", "sector:bastet", "scales:p1")


def test_equal_dice_have_ids_of_their_own():
    wheel = position(wheel="bastet black2 black2").as_dict()["wheel"]
    bastet = next(sector for sector in wheel if sector["god"] == "bastet")
    black = [die["id"] for die in bastet["dice"] if die["colour"] == "black"]
    assert black == ["die:bastet:black2", "die:bastet:black2:2"]


def test_cards_of_the_same_name_are_told_apart():
    start = position(p1=seat(cards="B07"), wheel="bastet black2")
    assert start.say("bless:B07+happiness").sentence == (
        "p1 plays the blessing “A good year” (first of two) and raises happiness")
    assert start.say("bless:B08+happiness").sentence == (
        "p1 plays the blessing “A good year” (second of two) and raises happiness")


def test_a_secret_decree_is_named_to_who_draws_it_alone():
    asked = play(start_with("P13", TILES["P13"][0]), *raised("P13", "r2c3"))
    assert asked.say("deal:D07").sentence == "p1 draws the decree “House of scribes”"
    assert asked.view(1).say("deal:?").sentence == "p1 draws a decree in secret"


def test_a_pillar_is_told_as_one_item():
    asked = play(start_with("P07", TILES["P07"][0]), *raised("P07", "r2c3")[:-1])
    last = raised("P07", "r2c3")[-1]
    items = asked.score_items(asked.game.move_code(last))
    change = asked.after(last).scores()[0] - asked.scores()[0]
    assert [(item.seat, item.item, item.score) for item in items] == [(0, "pillar", change)]
    assert change > 0
