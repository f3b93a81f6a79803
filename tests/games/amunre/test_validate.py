"""Positions and views that no game can reach, or from which none can go on, are refused, and the field is named."""

from __future__ import annotations

from typing import Any

import pytest

from egypt import NotationError, Position, Rng, StateError, View
from egypt.games.amunre.notation import FIELDS
from tests.games.amunre.positions import GAME, land, offer, play, position

AUCTION = "thebes:-,dakhla:-,abydos:-"


def changed(start: Position | View, **fields: str) -> str:
    """The text with other values in some fields."""
    parts = [part.partition("=") for part in start.to_text().split(";")]
    return ";".join(f"{key}={fields[key]}" if key in fields else key + mark + value for key, mark, value in parts)


def refusal(start: Position | View, **fields: str) -> str:
    kind: Any = type(start)
    with pytest.raises((NotationError, StateError)) as refused:
        kind.from_text(changed(start, **fields), GAME)
    return str(refused.value)


# -- debts that can never be raised --------------------------------------------------------------------------


def test_an_offering_beyond_gold_and_favors_is_refused() -> None:
    start = position(3, phase="offer", gold=[2, 5, 5], hands=["nile"]).after("offer:2", 0)
    assert "offers" in refusal(start, offers="p1:4")
    assert "offers" in refusal(start.view(0), offers="p1:4")


def test_a_revealed_offering_that_was_not_paid_is_refused() -> None:
    """It was turned up and paid in one go, but for favors that are still to be turned up."""
    start = offer(position(3, phase="offer", gold=[5, 5, 5]), "5", "3", "theft")
    assert "resume" in refusal(start, phase="sell", resume="offer", debt="2", rewards="0")
    sealed = position(3, phase="offer", gold=[0, 5, 5], hands=["nile+egypt"])
    shown = play(sealed.after("offer:1", 0), "offer:1", "offer:1", "sell:nile", "unveil:p1+1")
    assert shown.as_dict()["debt"] == 1
    assert "sales" in refusal(shown, sales="-")
    assert "debt" in refusal(shown, debt="2")
    assert "p1" in refusal(shown, p1="0,3,nile+egypt,-")


@pytest.mark.parametrize("resume", ["offer", "harvest", "scoring", "start", "draw"])
def test_nothing_is_sold_for_other_phases(resume: str) -> None:
    start = position(3, phase="bid", auction=AUCTION, gold=[1], hands=["nile*2"])
    selling = play(start, "bid:thebes+3")
    assert "resume" in refusal(selling, resume=resume)


def test_a_seller_holds_enough_of_the_kinds_that_may_still_be_sold() -> None:
    start = position(3, phase="bid", auction=AUCTION, gold=[1], hands=["nile+egypt+bribery"])
    selling = play(start, "bid:thebes+3")
    assert selling.legal_moves() == ["sell:bribery", "sell:nile"]
    assert "p1" in refusal(selling, floor="11")
    assert "debt" in refusal(selling, debt="3")


# -- choices in secret ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("act", ["p2", "p3"])
def test_in_the_view_of_a_seat_that_must_choose_it_is_that_seat_that_acts(act: str) -> None:
    start = position(3, phase="offer")
    assert "act" in refusal(start.view(0), act=act)
    chosen = start.after("offer:1", 0).view(0)
    assert chosen.actor == 1 and "act" in refusal(chosen, act="p3")


def test_every_sample_has_the_actor_of_its_view() -> None:
    start = position(4, phase="offer", hands=["nile", "egypt", "side"], gold=[0, 0, 0, 3]).after("offer:1", 1)
    for seat in range(4):
        view = start.view(seat)
        for number in range(20):
            world = view.sample(Rng(number))
            world.validate()
            assert world.actor == view.actor and world.view(seat) == view


# -- bonuses -------------------------------------------------------------------------------------------------


def test_bonus_favors_are_there_when_they_are_laid_out() -> None:
    """Too short a deck has the discard pile under it, so cards on that pile were discarded later, by those who bid."""
    hand = "architect*8+free-farmer*5+adjustment*4+big-harvest*5+treasury*3+scribes*2+farmers*2"
    start = position(3, phase="bid", auction="thebes:-,buto:-,dakhla:-", hands=[hand], deck="nile*2+egypt*2+side")
    assert "discard" in refusal(start, deck="nile", discard="protection*2+bribery*2+side*2+nile+egypt*2")
    assert "under" in refusal(start, discard="bribery*2+side", under="protection*2")


def test_what_lies_under_the_deck_is_needed_for_the_bonuses() -> None:
    start = position(3, phase="bid", auction="dakhla:-,sawu:-,mendes:-", discard="architect")
    bonus = play(start, "bid:dakhla+0", "bid:sawu+0", "bid:mendes+0")
    assert bonus.as_dict()["phase"] == "bonus" and "under" in refusal(bonus, under="architect", discard="-")


# -- the names of fields -------------------------------------------------------------------------------------


def test_a_refusal_names_the_field() -> None:
    """One field at a time is made impossible; it is named, or one that contradicts it."""
    start = play(position(3, phase="bid", auction=AUCTION, gold=[20] * 3, hands=["nile"]), "bid:thebes+3")
    impossible = {
        "act": "p1",
        "turn": "p1",
        "tile": "2",
        "resume": "bid",
        "debt": "1",
        "floor": "1",
        "draws": "1",
        "cursor": "1",
        "bought": "1",
        "used": "1",
        "rewards": "1",
        "served": "p1",
        "adjust": "p1",
        "total": "3",
        "gave": "p1:3",
        "outbid": "p2:abydos",
        "shielded": "p2",
        "bribed": "p3",
        "seen": "thebes",
        "known": "p2",
        "under": "nile",
        "chosen": "p1:thebes",
        "offers": "p1:1",
        "sales": "p1:nile",
    }
    for field, value in impossible.items():
        message = refusal(start, **{field: value})
        assert any(name in message for name in (f"{field}:", f"{field}=", "turn:", "act:", "deck:", "auction:")), message
    assert set(impossible) <= {*FIELDS}


def test_a_number_beyond_the_rules_is_shown() -> None:
    """Of a list of provinces the refusal shows the one that is wrong."""
    start = play(position(3, phase="bid", auction=AUCTION, gold=[20] * 3, hands=["nile"]), "bid:thebes+3")
    outside = "a number is outside what the rules can reach"
    lands = "memphis:-+1+0+0+0,edfu:-+{}+1+0+0,thebes:-+1+0+0+0"
    assert refusal(start, map=lands.format(200)) == f"amunre position: map: 'edfu:-+200+1+0+0': {outside}"
    for field, value in {"p2": "0,9000,-,-", "p3": "9000,20,-,-", "debt": "9"}.items():
        assert refusal(start, **{field: value}).startswith(f"amunre position: {field}: '{value}': "), (field, value)
    assert refusal(start, cursor="99") == "cursor: '99' is not in 0-15"
    assert refusal(start, floor="200") == "floor: '200' is not in 0-30"
    dear = "thebes:p1:3,dakhla:p2:28,abydos:-"
    assert refusal(start, auction=dear, act="p3", turn="p3") == f"amunre position: auction: 'dakhla:p2:28': {outside}"


@pytest.mark.parametrize("pyramids", [0, 5, 60])
def test_what_is_accepted_can_grow_to_the_end(pyramids: int) -> None:
    """Purses and pyramids at the limit leave room for what the rest of the game can add."""
    start = position(3, phase="favors", lands={"memphis": land("p1", pyramids)}, gold=[460, 460, 460])
    for number in range(3):
        rng, table = Rng(number), start
        while not table.is_over:
            codes = table.legal_codes()
            table = table.settle(rng) if table.is_chance else table.after(codes[-1 if rng.below(2) else 0])
            table.validate()
