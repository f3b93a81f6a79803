"""A view that is moved forward by what its seat perceives: secrets that must fit, choices that open and close.

tests/contract/test_following.py follows whole games of every room.
"""

from __future__ import annotations

import pytest

from egypt import CHANCE, Follower, IllegalMoveError, Table, View, get_game


def test_hidden_cards_must_fit_what_was_seen() -> None:
    """Both eights are in the viewer's hand: nobody else can lay one, and it cannot be drawn."""
    jars = get_game("jars")
    lay = (
        "jars/1;viewer=p1;players=2;variant=standard;phase={phase};round=1;turn={turn};winner=-;"
        "hands=188,?3;gone=-;laid={laid};points=0,0"
    )
    view = View.from_text(lay.format(phase="reveal", turn="chance", laid="1,?"), jars)
    assert "gone=17" in view.after(CHANCE, "reveal:1+7").to_text()
    for impossible in ("reveal:1+8", "reveal:8+7", "reveal:1", "card:3"):
        with pytest.raises(IllegalMoveError, match=f"'chance {impossible.replace('+', '.')}' cannot have happened"):
            view.after(CHANCE, impossible)


def test_a_choice_is_closed_by_its_last_part() -> None:
    """Three seats choose; p1 hears of its own choice first, then of the others', whose order does not matter to its view."""
    table = Table.deal(get_game("jars"), 3, seed=7)
    follower = Follower(table.view(0))
    own = table.legal_moves()[0]
    follower.observe(0, own)
    assert follower.view.pending == [1, 2]
    follower.observe(1, "lay:?")
    assert follower.view.pending == [1, 2]
    with pytest.raises(IllegalMoveError, match=r"'p2 lay:\?' cannot have happened"):
        follower.observe(1, "lay:?")
    follower.observe(2, "lay:?")
    assert follower.view.actor == CHANCE


def test_what_is_expected_can_be_observed() -> None:
    table = Table.deal(get_game("sobek"), 3, seed=4)
    while table.actor == 0:
        table.play(table.legal_moves()[0])
    follower = Follower(table.view(0))
    before = follower.view
    events = follower.expected()
    assert len(events) > 2 and len(set(events)) == len(events)
    for actor, move in events:
        follower.can_observe(actor, move)
        assert follower.view == before
    with pytest.raises(IllegalMoveError, match="'p1 take:1' cannot have happened here"):
        follower.can_observe(0, "take:1")
