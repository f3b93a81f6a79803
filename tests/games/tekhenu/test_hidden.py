"""Who knows what: own decrees, those put under the deck, choices in secret; and samples spread over all deals that fit."""

from __future__ import annotations

from collections import Counter

import pytest

from egypt import Position, Rng
from tests.games.tekhenu.scenes import GAME, field, fields_of, maat, parts, position, settle, step_of


def dealt(seed: int = 1, players: int = 3) -> Position:
    """A game up to the choice of decrees."""
    where = Position.start(GAME, players, "standard")
    rng = Rng(seed)
    while step_of(where) != "keep":
        where = where.after(where.draw_code(rng))
    return where


def hands(where: Position) -> dict[str, str]:
    return parts(field(where, "hands"))


# -- the view ------------------------------------------------------------------------------------------------------


def test_a_view_shows_the_viewers_own_decrees_alone() -> None:
    start = dealt()
    for seat in range(3):
        view = fields_of(start.view(seat).to_text())
        name = f"p{seat + 1}"
        assert view["hands"] == f"{name}:{hands(start)[name]}"
        assert "deck" not in view
    assert len(set(hands(start).values())) == 3


def test_what_is_left_of_open_decks_is_public() -> None:
    start = dealt()
    text = fields_of(start.to_text())
    for seat in range(3):
        view = fields_of(start.view(seat).to_text())
        for key in ("blessings", "technologies", "tiles", "bag", "market", "unseen"):
            assert view[key] == text[key]


def test_the_card_put_under_the_deck_is_known_to_who_put_it_there() -> None:
    start = dealt()
    for seat in range(3):
        start = start.acting(seat) if seat else start
    where = start
    for seat in range(3):
        where = where.after(where.acting(seat).legal_moves()[0], seat) if seat < 2 else where.after(where.legal_moves()[0])
    under = parts(field(where, "under"))
    assert len(under) == 3
    for seat in range(3):
        name = f"p{seat + 1}"
        assert parts(fields_of(where.view(seat).to_text())["under"]) == {name: under[name]}


def test_nobody_has_chosen_as_far_as_the_others_know() -> None:
    start = dealt()
    after = start.after(start.acting(1).legal_moves()[0], 1)
    assert fields_of(after.to_text())["pending"] == "p1+p3"
    assert fields_of(after.view(0).to_text())["pending"] == "p1+p2+p3"
    assert fields_of(after.view(1).to_text())["pending"] == "p1+p3"
    assert after.view(0) == start.view(0)


# -- what is perceived of moves ------------------------------------------------------------------------------------


def test_decrees_are_dealt_and_kept_face_down() -> None:
    where = Position.start(GAME, 2, "standard")
    rng = Rng(3)
    while step_of(where) != "deal":
        where = where.after(where.draw_code(rng))
    assert where.observed("deal:D05", 0) == "deal:D05"
    assert where.observed("deal:D05", 1) == "deal:?"
    start = dealt(players=2).acting(0)
    kept = start.legal_moves()[0]
    assert start.observed(kept, 0) == kept
    assert start.observed(kept, 1) == "keep:?"


def test_open_moves_and_draws_are_seen_by_all() -> None:
    start = position(dice="ra:white5 horus:grey1", p1={"goods": {"scribe": 1}})
    for move in start.legal_moves():
        assert {start.observed(move, seat) for seat in range(2)} == {move}


# -- samples -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", range(3))
def test_a_sample_looks_the_same_and_is_valid(seat: int) -> None:
    view = dealt().view(seat)
    for number in range(20):
        world = view.sample(Rng(number))
        world.validate()
        assert world.view(seat) == view


def test_unknown_decrees_are_spread_evenly() -> None:
    """What p2 holds is any two of the decrees that p1 does not hold, each as often."""
    start = dealt(players=2)
    mine = set(hands(start)["p1"].split("+"))
    seen: Counter[str] = Counter()
    worlds = 3000
    for number in range(worlds):
        theirs = hands(start.view(0).sample(Rng(number)))["p2"].split("+")
        assert not mine & set(theirs)
        seen.update(theirs)
    assert len(seen) == 23 - len(mine)  # D20 is not used with two players
    expected = 2 * worlds / len(seen)
    assert all(abs(count - expected) < 6 * expected**0.5 for count in seen.values())


def test_decrees_that_all_have_seen_stay_where_they_are() -> None:
    start = maat(2, 4, p1={"known": "D07", "decrees": "D01"}, p2={"decrees": "D02 D03"})
    for number in range(50):
        world = settle(start).view(1).sample(Rng(number)) if start.is_chance else start.view(1).sample(Rng(number))
        held = set(hands(world)["p1"].split("+"))
        assert "D07" in held
        assert len(held) == 2
        assert not held & {"D02", "D03"}


# -- nothing unknown matters -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "variant"), [(2, "standard"), (3, "standard"), (2, "solo-normal"), (2, "solo-hardest")])
def test_only_players_keep_secrets(players: int, variant: str) -> None:
    """Decrees are kept before the first turn and score at the very end; the automaton has none."""
    where, rng = Position.start(GAME, players, variant), Rng(2)
    while not where.is_over:
        assert where.view(0).is_complete == variant.startswith("solo") and not where.view(1).is_complete
        legal = [where.draw_code(rng)] if where.is_chance else where.legal_codes()
        where = where.after(legal[rng.below(len(legal))])
