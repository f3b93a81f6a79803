"""Features that look beyond the hand: what may still come, what lies at the docks, and the race not to be most corrupt."""

from __future__ import annotations

from egypt import Rng, Table
from tests.games.sobek.positions import GAME, position


def test_pairs_count_what_may_still_come() -> None:
    features = position(hands=["ivory3*2+fish1", "-"], docks="ivory0,wheat1", deck=40).features()[1]
    of_ivory = 5 + 1 - 2  # goods and a character, less the two in hand; the green one is dealt or out of play
    assert features[0]["pairs_to_come"] == of_ivory * 6
    assert features[1]["pairs_to_come"] == 0


def test_docks_are_worth_what_they_add() -> None:
    start = position(hands=["-", "ivory3*2"], docks="wheat1,ivory0,fish0,wheat0,ivory3", turn="p2", act="p2")
    first, second = start.features()[1]
    assert first["dock_worth"] == 1 + 3 and first["dock_gain"] == 0  # one card alone counts its scarabs; not their turn
    assert second["dock_worth"] == 1 + 6 + (3 * 9 - 2 * 6)
    assert second["dock_gain"] == 6 - 1  # the fifth dock is out of reach


def test_the_penalty_grows_with_the_lead_in_corruption() -> None:
    start = position(sets=["fish:fish1*3", "-"], piles=["wheat0*2", "wheat1*4"])
    first, second = start.features()[1]
    assert first["penalty_lead"] == 9 * (2 - 4)
    assert second["penalty_lead"] == 0
    assert first["penalty_lead_time"] % first["penalty_lead"] == 0


def test_the_end_of_the_round_is_told_as_if_it_came_now() -> None:
    """p1 would pay: their pile grows by what they cannot lay down. A set of three lies down for its scarabs, a pair
    does not."""
    start = position(
        hands=["ivory3*2+ebony0", "ebony2*3"],
        sets=["fish:fish1*4", "-"],
        piles=["wheat0*2", "wheat1*4"],
        deck=20,
        turn="p2",
        act="p2",
    )
    first, second = start.features()[1]
    assert second["end_score"] == 6 and second["end_loss"] == 0  # four cards are fewer than two and three
    assert first["end_score"] + first["end_loss"] == 16  # four fish with a scarab each
    assert first["end_loss"] > 0  # one step back for ten points
    assert first["turn_next"] == 1 and second["turn_next"] == 0
    assert (first["hand"], second["hand"]) == (3, 3)
    assert first["end_laid"] == second["end_laid"] == 0  # nobody is laying yet


def test_an_end_that_has_come_is_what_the_round_brings() -> None:
    """Where nobody can lay anything any more, the columns say what the markers show after the penalty."""
    rng = Rng(4)
    seen = 0
    for seed in range(60):
        table = Table.deal(GAME, 2 + seed % 3, seed)
        while not table.is_over:
            before = table.position
            if before.as_dict()["phase"] == "lay":
                rows = before.features()[1]
                if all(row["leftover"] == row["hand"] for row in rows) and not any(row["lying"] for row in rows):
                    while not table.is_over and table.position.as_dict()["phase"] == "lay":
                        table.play(table.position.legal_codes()[0])
                    assert [row["end_laid"] for row in rows] == list(table.position.scores())
                    seen += 1
                    continue
            legal = table.position.legal_codes()
            table.play(legal[rng.below(len(legal))])
    assert seen > 20
