"""A hand of secret decrees that is turned up as a whole: hardly any sampled world has it."""

from __future__ import annotations

import pytest

from egypt import CHANCE, EgyptError, Position, Rng
from tests.games.tekhenu.scenes import GAME, maat, through_maat

SECRET = ("D01", "D02 D05 D06 D09 D10 D11 D12 D14", "D03 D07 D13 D16 D17")


def reveals() -> Position:
    """The end of a game of three, before p1 turns up what they hold."""
    return through_maat(maat(3, 4, **{f"p{seat + 1}": {"decrees": cards} for seat, cards in enumerate(SECRET)}), "reveal")


def test_all_views_follow_hands_that_are_turned_up() -> None:
    """The eight of p2 are one hand of more than a hundred thousand."""
    now = reveals()
    for cards in SECRET:
        ((move, _),) = now.outcomes()
        assert move == "reveal:" + "+".join(cards.split())
        for viewer in range(3):
            before = now.view(viewer)
            assert before.after(CHANCE, move) == now.after(move).view(viewer)
            world = before.sample_for(Rng(1), CHANCE, GAME.move_code(move))
            world.validate()
            assert world.view(viewer) == before
        now = now.after(move)
    assert now.is_over


@pytest.mark.parametrize("cards", ["D02", "D02+D05", "D01", "none"])
def test_a_hand_that_cannot_be_is_refused(cards: str) -> None:
    """p2 sees p1 turn up the wrong number of cards, or cards of p2's own; p3 knows p1 has one card."""
    view = reveals().view(1)
    if cards == "D01":
        assert view.after(CHANCE, "reveal:D01")
        return
    with pytest.raises(EgyptError, match="cannot have happened"):
        view.after(CHANCE, f"reveal:{cards}")
