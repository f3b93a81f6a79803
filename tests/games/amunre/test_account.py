"""Whole random games against a second book-keeper: every purse, hand, map and score, and what may be done."""

from __future__ import annotations

from typing import Any

import pytest

from egypt import Position, Rng
from tests.games.amunre.positions import GAME, counts
from tests.games.amunre.scribe import Scribe

# In the middle of a purchase the engine's purse lacks what is still owed; before a draw an empty deck is filled.
UNDER_WAY = ("sell", "farmers", "build", "bonus", "draw", "reward-draw")


def told(data: dict[str, Any]) -> dict[str, Any]:
    """The engine's account in the words of the scribe."""
    lands = ("owner", "pyramids", "stones", "farmers", "free_farmers")
    return {
        **{key: data[key] for key in ("age", "round", "start_player", "tile", "deck")},
        "discard": counts(data["discard"]),
        "gold": [row["gold"] for row in data["seats"]],
        "score": [row["score"] for row in data["seats"]],
        "hands": [counts(row["hand"]) for row in data["seats"]],
        "map": {row["province"]: tuple(row[key] for key in lands) for row in data["provinces"]},
    }


def pick(moves: list[str], rng: Rng) -> str:
    """Mostly small bids and offerings, and all the favors there are: that strains purses and the deck."""
    small = [move for move in moves if move.startswith(("offer:", "bid:")) and len(move.split("+")[-1]) == 1]
    favors = [move for move in moves if move.startswith(("take:favor", "favors:"))][-1:]
    for wanted in (favors, small):
        if wanted and rng.below(4):
            return wanted[rng.below(len(wanted))]
    return moves[rng.below(len(moves))]


@pytest.mark.parametrize("variant", ["standard", "expert"])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_second_book_keeper_agrees(players: int, variant: str) -> None:
    rng = Rng(1000 + players)
    shuffles = sales = 0
    for _ in range(6):
        table = Position.start(GAME, players, variant)
        scribe = Scribe(players, variant == "expert")
        while not table.is_over:
            data = table.as_dict()
            phase = data["phase"]
            if phase not in UNDER_WAY and not data["debt"]:
                assert told(data) == scribe.book(), phase
            if table.is_chance:
                actor = int(data["turn"][1]) - 1  # who is dealt to sees what it is
                move = table.observed(table.draw_code(rng), actor)
            else:
                actor, move = table.actor, pick(table.legal_moves(), rng)
                allowed = scribe.legal(actor, phase)
                assert allowed is None or set(table.legal_moves()) == allowed, phase
                if phase == "reward":
                    assert set(table.legal_moves()) <= scribe.legal_rewards(actor)
            before = scribe.deck.total()
            table = table.after(move)
            scribe.hear(actor, phase, move)
            shuffles += scribe.deck.total() > before
            sales += move.startswith(("sell:", "sold:"))
        assert scribe.over and told(table.as_dict()) == scribe.book()
        assert table.ranks() == scribe.ranks()
    assert sales > 20 and shuffles > 0  # the games were hard enough
