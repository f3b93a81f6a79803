"""What moves are like: gains, what is below the best of its kind, corruption, and what is left to the next player."""

from __future__ import annotations

from egypt import Position, get_game
from egypt.search.priors import move_traits
from tests.games.sobek.positions import position

GAME = get_game("sobek")
QUARTERS = 4
GAINS = 16
LEADS = 13
EVEN = 6  # place of an even lead of corruption


def traits(start: Position) -> dict[str, dict[str, list[int]]]:
    """By move and group, the places of its traits in the group."""
    groups, first = [], 1
    for name, size in GAME.trait_groups:
        groups.append((name, first, first + size))
        first += size
    told: dict[str, dict[str, list[int]]] = {}
    for move, numbers in move_traits(start):
        own: dict[str, list[int]] = {}
        for number in numbers:
            ((name, begin),) = [(name, begin) for name, begin, end in groups if begin <= number < end]
            own.setdefault(name, []).append(number - begin)
        told[GAME.move_text(move)] = own
    return told


def steps(told: dict[str, dict[str, list[int]]], group: str) -> dict[str, int]:
    """Of traits of gains: the step of the gain, without kind of move and quarter of the round."""
    return {move: own[group][0] // QUARTERS % GAINS for move, own in told.items() if group in own}


def test_a_card_gains_what_it_adds_to_its_family() -> None:
    told = traits(position(hands=["ivory3*2", "-"], docks="wheat1,ivory0,fish0,?,ivory3"))
    assert steps(told, "deed_gain") == {"take:0": 1, "take:1": 6, "take:2": 0, "take:3": 4}
    assert steps(told, "deed_below") == {"take:0": 5, "take:1": 0, "take:2": 6, "take:3": 2}


def test_what_the_next_player_wants_counts() -> None:
    told = traits(position(hands=["-", "ivory3*2"], docks="wheat0,ivory0,fish0,wheat0,wheat1"))
    assert steps(told, "take_rival") == {"take:0": 0, "take:1": 6, "take:2": 0, "take:3": 0}
    assert steps(told, "take_left") == {"take:0": 6, "take:1": 0, "take:2": 0, "take:3": 1}


def test_skipped_cards_add_to_the_lead_in_corruption() -> None:
    told = traits(position(piles=["-", "wheat1*3"], docks="fish1,fish0,wheat0,cattle1,cattle0"))
    assert {move: own["take_lead"][0] // QUARTERS % LEADS for move, own in told.items()} == {
        "take:0": EVEN - 3,
        "take:1": EVEN - 2,
        "take:2": EVEN - 1,
        "take:3": EVEN,
    }


def test_sets_are_told_by_points_and_by_what_they_hold_back() -> None:
    told = traits(position(hands=["marble2*3+amulet", "-"], docks="wheat0,fish0"))
    points = steps(told, "deed_gain")
    assert points["set:marble+2+2+amulet"] == 8 + (12 - 8) // 2  # 3 cards, 4 scarabs
    assert points["set:marble+2+2+2+amulet"] == 12 + (24 - 16) // 8  # 4 cards, 6 scarabs
    assert {move: own["set_held"][0] // QUARTERS for move, own in told.items() if "set_held" in own} == {
        "set:marble+2+2+amulet": 1,
        "set:marble+2+2+2": 0,
        "set:marble+2+2+2+amulet": 0,
    }


def test_the_thief_knows_the_leader() -> None:
    start = position(3, hands=["thief", "fish1", "wheat1"], totals=[0, 5, 9], docks="wheat0,fish0")
    told = traits(start)
    leader = {move: own["thief_victim"][0] // 3 for move, own in told.items() if "thief_victim" in own}
    assert sorted(leader.values()) == [0, 1]
    assert [leader[move] for move in leader if "p3" in move] == [1]
