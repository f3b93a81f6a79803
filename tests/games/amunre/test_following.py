"""Worlds in which an event can happen, also where hardly any world allows it."""

from __future__ import annotations

import pytest

from egypt import EgyptError, Position, Rng
from tests.games.amunre.positions import GAME, position

LATE = "side*2+nile*2+egypt*2"  # one hand of six in a million


def follow(before: Position, move: str, viewer: int) -> Position:
    """The view after an event as a seat perceives it is the view of the position after it; the position is returned."""
    actor = before.actor
    perceived = before.observed(move, viewer)
    assert before.view(viewer).after(actor, perceived) == before.after(move).view(viewer)
    world = before.view(viewer).sample_for(Rng(1), actor, GAME.move_code(perceived))
    world.validate()
    assert world.view(viewer) == before.view(viewer)
    return before.after(move)


def follow_sales(now: Position) -> int:
    """Sells in ascending order until the debt is paid, followed by all others; the number of sales."""
    seat, number = now.actor, 0
    while now.as_dict()["phase"] == "sell":
        move = now.legal_moves()[0]
        for viewer in range(now.players):
            after = follow(now, move, viewer)
        now, number = after, number + 1
        assert number <= 6 and (now.actor == seat or now.as_dict()["phase"] != "sell")
    return number


def test_a_bid_paid_with_the_six_last_favors() -> None:
    """Cards are sold in ascending order, so the first one tells of all of them."""
    start = position(3, phase="bid", auction="thebes:-,dakhla:-,abydos:-", gold=[4, 20, 20], hands=[LATE])
    assert follow_sales(start.after("bid:thebes+10")) == 6


def test_favors_sold_with_an_offering_are_turned_up() -> None:
    now = position(3, phase="offer", gold=[4, 20, 20], hands=[LATE])
    now = now.after("offer:10", 0).after("offer:theft", 1).after("offer:theft", 2)
    for kind in ("side", "side", "nile", "nile", "egypt", "egypt"):
        now = now.after(f"sell:{kind}", 0)
    while now.as_dict()["phase"] == "unveil":
        move = now.outcomes()[0][0]
        for viewer in range(3):
            after = follow(now, move, viewer)
        now = after


@pytest.mark.parametrize(
    ("phase", "hand", "move"),
    [
        ("bid", "protection+bribery", "bid:thebes+3+bribery+protection"),
        ("build", "architect+free-farmer", "stones:thebes+2+architect+free-farmer"),
    ],
)
def test_cards_that_go_with_a_move(phase: str, hand: str, move: str) -> None:
    """Cards of which all others are in the viewer's hand or discarded."""
    auction = "thebes:-,dakhla:-,abydos:-" if phase == "bid" else "-"
    rest = {"bid": "protection+bribery", "build": "architect*7+free-farmer*4"}[phase]
    lands = {} if phase == "bid" else {"thebes": ("p1", 0, 0, 0, 0)}
    start = position(3, phase=phase, auction=auction, hands=[hand], gold=[40] * 3, discard=rest, lands=lands)
    if phase == "bid":
        for bid in ("bid:thebes+0", "bid:thebes+1", "bid:abydos+0"):
            start = start.after(bid)
    assert move in start.legal_moves(), start.legal_moves()
    follow(start, move, 2)


@pytest.mark.parametrize("move", ["sell:egypt", "sell:protection", "sell:?"])
def test_what_cannot_be_sold_is_refused(move: str) -> None:
    """Both `egypt` are discarded; both `protection` are in the viewer's hand."""
    start = position(
        3,
        phase="bid",
        auction="thebes:-,dakhla:-,abydos:-",
        gold=[4, 20, 20],
        hands=["scribes*2+farmers*2+side*2", "-", "protection*2"],
        discard="egypt*2",
    )
    now = start.after("bid:thebes+10")
    with pytest.raises(EgyptError):
        now.view(2).after(0, move)


def test_a_sale_that_tells_which_earlier_plays_were_fresh() -> None:
    """p1 has drawn six fresh favors and played six that p2 and p3 cannot tell from stale ones. The six late ones that are
    left were in no fresh deck, so all plays were fresh: one way to decide them out of hundreds.
    """
    played = ["architect"] * 3 + ["free-farmer"] * 3
    start = position(
        3,
        phase="bid",
        auction="thebes:-,dakhla:-,abydos:-",
        age=2,
        gold=[4, 20, 20],
        hands=[LATE, "architect*3+free-farmer*2+treasury*3"],
        discard="architect*3+free-farmer*3",
        deck="protection*2+bribery*2+architect*2+adjustment*4+big-harvest*5+scribes*2+farmers*2",
        fresh="protection*2+bribery*2+architect*5+free-farmer*3+adjustment*4+big-harvest*5+scribes*2+farmers*2",
        drawn="p1:architect*3+free-farmer*3",
        played=",".join(f"p1:{kind}:6:fresh" for kind in played),
    )
    assert follow_sales(start.after("bid:thebes+10")) == 6
