"""Features that look beyond the hand: what may still come, what lies at the docks, and the race not to be most corrupt."""

from __future__ import annotations

from tests.games.sobek.positions import position


def test_pairs_count_what_may_still_come() -> None:
    features = position(hands=["ivory3*2+fish1", "-"], docks="ivory0,wheat1", deck=40).features()[1]
    of_ivory = 5 + 1 - 2    # goods and a character, less the two in hand; the green one is dealt or out of play
    assert features[0]["pairs_to_come"] == of_ivory * 6
    assert features[1]["pairs_to_come"] == 0


def test_docks_are_worth_what_they_add() -> None:
    start = position(
        hands=["-", "ivory3*2"], docks="wheat1,ivory0,fish0,wheat0,ivory3", turn="p2", act="p2")
    first, second = start.features()[1]
    assert first["dock_worth"] == 1 + 3 and first["dock_gain"] == 0     # one card alone counts its scarabs; not their turn
    assert second["dock_worth"] == 1 + 6 + (3 * 9 - 2 * 6)
    assert second["dock_gain"] == 6 - 1                                 # the fifth dock is out of reach


def test_the_penalty_grows_with_the_lead_in_corruption() -> None:
    start = position(sets=["fish:fish1*3", "-"], piles=["wheat0*2", "wheat1*4"])
    first, second = start.features()[1]
    assert first["penalty_lead"] == 9 * (2 - 4)
    assert second["penalty_lead"] == 0
    assert first["penalty_lead_time"] % first["penalty_lead"] == 0
