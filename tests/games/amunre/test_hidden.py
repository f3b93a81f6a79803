"""Who knows what, row by row; samples spread over all deals that fit; sealed choices in two worlds, with planted leaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from egypt import Game, Position, Rng
from tests.contract.cases import Case, Ply, random_game
from tests.contract.two_worlds import WITNESSES, Witness, observation_faults, redealt, retold, secrecy_faults, telltales
from tests.games.amunre.positions import BOX, GAME, favors_text, field, land, offer, play, position, seat, seats
from tests.toy.build import load

THREE = "thebes:-,dakhla:-,abydos:-"
SEEDS = (101, 202, 303)
SEALED = {"offer": "standard", "choose": "expert"}


# -- the table of who knows what -----------------------------------------------------------------------------


def test_gold_and_numbers_of_cards_are_public() -> None:
    start = position(3, phase="harvest", lands={"thebes": land("p1")}, hands=["nile+egypt", "treasury"], gold=[3, 4, 5])
    for viewer in range(3):
        seats = start.view(viewer).as_dict()["seats"]
        assert [row["gold"] for row in seats] == [3, 4, 5] and [row["favors"] for row in seats] == [2, 1, 0]
        assert [row["hand"] is not None for row in seats] == [number == viewer for number in range(3)]


def test_the_architect_of_the_start_is_known_until_one_is_gone() -> None:
    start = position(3, phase="build", lands={"buto": land("p1", 0, 2)}, hands=["architect*2", "architect"], known="p1+p2")
    known = [row["known_architect"] for row in start.view(2).as_dict()["seats"]]
    assert known == [True, True, False]
    after = play(start, "stones:buto+0+architect")
    assert [row["known_architect"] for row in after.view(2).as_dict()["seats"]] == [False, True, False]
    for number in range(50):
        assert seat(start.view(2).sample(Rng(number)), "p2")["hand"] == {"architect": 1}


def test_bonus_favors_are_seen_by_who_takes_them() -> None:
    start = position(3, phase="bid", auction="thebes:-,buto:-,mendes:-")
    end = play(start, "bid:thebes+0", "bid:buto+0", "bid:mendes+0")
    assert end.observed("favor:nile", 0) == "favor:nile"
    assert end.observed("favor:nile", 1) == end.observed("favor:nile", 2) == "favor:?"


def test_an_offering_is_the_owners_until_the_reveal() -> None:
    start = position(3, phase="offer", hands=["adjustment"])
    after = start.after("offer:7+adjustment", 0)
    assert field(after.view(0).to_text(), "offers") == "p1:7+adjustment"
    for viewer in (1, 2):
        assert after.view(viewer) == start.view(viewer)
        assert start.acting(0).observed("offer:7+adjustment", viewer) == "offer:?"
    shown = offer(start, "7+adjustment", "1", "theft")
    assert [seat(shown, name)["gave"] for name in ("p1", "p2", "p3")] == ["7+adjustment", "1", "theft"]


def test_expert_hands_are_the_owners_and_their_union_is_public_in_the_new_kingdom() -> None:
    rng = Rng(8)
    table = Position.start(GAME, 3, "expert").settle(rng)
    for viewer in range(3):
        rows = table.view(viewer).as_dict()["seats"]
        assert [row["province_hand"] is not None for row in rows] == [number == viewer for number in range(3)]
    drawn = {name for number in range(200) for name in seat(table.view(0).sample(Rng(number)), "p2")["province_hand"]}
    assert len(drawn) == 12  # anything but the own three
    while table.as_dict()["age"] == 1 or table.as_dict()["phase"] != "choose":
        codes = table.legal_codes()
        table = table.settle(rng) if table.is_chance else table.after(codes[rng.below(len(codes))])
    drawn = {name for number in range(200) for name in seat(table.view(0).sample(Rng(number)), "p2")["province_hand"]}
    assert drawn == set(table.as_dict()["to_come"]) - set(seat(table, "p1")["province_hand"])


def test_a_hidden_hand_may_be_anything_that_is_not_seen() -> None:
    """Two of four unseen cards in one hand, the others in the deck: each pair as often as it is dealt."""
    text = favors_text({name: count for name, count in BOX.items() if name not in ("nile", "egypt")})
    start = position(3, phase="harvest", lands={"thebes": land("p1")}, hands=[text, "nile*2"], deck="egypt*2")
    rng = Rng(9)
    found = Counter(field(start.view(0).sample(rng).to_text(), "p2").split(",")[2] for _ in range(6000))
    for hand, chance in {"nile*2": 1 / 6, "egypt*2": 1 / 6, "nile+egypt": 4 / 6}.items():
        assert abs(found[hand] / 6000 - chance) < 0.03


def test_a_seller_still_has_what_they_need() -> None:
    """p1 has sold a yellow card, in ascending order, and owes one more: a card of that kind or a later one."""
    start = position(3, phase="bid", auction="thebes:-,buto:-,mendes:-", gold=[1, 20, 20], hands=["nile+egypt+bribery"])
    selling = play(start, "bid:thebes+3", "sell:nile")
    rng = Rng(10)
    for _ in range(300):
        world = selling.view(1).sample(rng)
        world.validate()
        assert world.legal_moves() and all(move in ("sell:nile", "sell:egypt") for move in world.legal_moves())


def test_a_sampled_world_has_views_for_all_seats() -> None:
    """A search that models rivals from their own views asks a sampled world for those."""
    rng = Rng(11)
    for variant in GAME.variants:
        table = Position.start(GAME, 4, variant).settle(rng)
        for ply in random_game(table, rng, 150):
            world = ply.position.view(0).sample(rng)
            for viewer in range(4):
                view = world.view(viewer)
                view.validate()
                again = view.sample(rng)
                assert again.view(viewer) == view


def test_favors_drawn_in_any_phase_are_seen_by_who_draws_them() -> None:
    bought = play(position(3, lands={"thebes": land("p1")}), "favors:1")
    reward = play(offer(position(3, phase="offer"), "5", "theft", "theft"), "take:favor")
    for table in (bought, reward):
        assert [table.observed("favor:nile", viewer) for viewer in (0, 1, 2)] == ["favor:nile", "favor:?", "favor:?"]


def test_an_architect_sold_is_no_longer_known() -> None:
    start = position(3, phase="bid", auction=THREE, hands=["architect*2", "architect"], known="p1+p2", gold=[0] * 3)
    table = play(start, "bid:thebes+1", "sell:architect")
    assert [row["known_architect"] for row in table.view(2).as_dict()["seats"]] == [False, True, False]


def test_all_start_with_an_architect_that_all_know() -> None:
    table = Position.start(GAME, 5).settle(Rng(1))
    for viewer in range(5):
        view = table.view(viewer)
        assert [row["known_architect"] for row in view.as_dict()["seats"]] == [True] * 5
        world = view.sample(Rng(2))
        assert [row["hand"] for row in seats(world)] == [{"architect": 1}] * 5
        assert world.as_dict()["deck"] == 39 - 5


def test_offerings_already_turned_up_stay_in_every_sampled_world() -> None:
    start = position(3, phase="offer", hands=["adjustment", "adjustment"])
    table = start.after("offer:theft+adjustment", 0).after("offer:4", 1).after("offer:theft", 2)
    ((first, _),) = table.outcomes()
    shown = play(table, first)
    for number in range(20):
        world = shown.view(2).sample(Rng(number))
        world.validate()
        assert [row["gave"] for row in seats(world)] == ["theft+adjustment", None, None]
        assert field(world.to_text(), "offers").split(",")[-1] == "p3:theft"
        assert not field(world.to_text(), "offers").startswith("p1")


# -- sealed choices in two worlds ----------------------------------------------------------------------------


def sealed_histories(game: Game, players: int, phase: str, games: int, seed: int) -> Iterator[list[Ply]]:
    """Beginnings of random games that end while choices are sealed, some of them made.

    One of three ends in the first round, with a choice made: an early game can be retold in many ways, a late one rarely.
    """
    rng = Rng(seed)
    for _ in range(games):
        plies = list(random_game(Case(game, players, SEALED[phase]).start(), rng))
        sealed = [number for number, ply in enumerate(plies) if ply.position.as_dict()["phase"] == phase]
        for number in (1 + rng.below(players - 1), rng.below(len(sealed)), rng.below(len(sealed))):
            yield plies[: 1 + sealed[number]]


QUICK = {name: witness for name, witness in WITNESSES.items() if name not in ("search", "evaluation")}


def found_in(game: Game, phase: str, players: int, games: int, witnesses: dict[str, Witness]) -> set[str]:
    """What gives a secret away: witnesses, or the words `observe` and `secrecy`."""
    found: set[str] = set()
    for history in sealed_histories(game, players, phase, games, seed=71):
        truth = history[-1].position
        if secrecy_faults(truth):
            found.add("secrecy")
        for viewer in range(players):
            worlds = [*redealt(truth, viewer, SEEDS), *retold(history, viewer, SEEDS)]
            found.update(telltales(worlds, viewer, witnesses))
            if observation_faults([table.position for table in worlds], viewer):
                found.add("observe")
    return found


@pytest.mark.parametrize("phase", SEALED)
@pytest.mark.parametrize("players", [3, 4])
def test_sealed_choices_stay_sealed(phase: str, players: int) -> None:
    assert found_in(GAME, phase, players, games=3, witnesses=QUICK) == set()
    assert found_in(GAME, phase, players, games=1, witnesses=WITNESSES) == set()


@pytest.mark.parametrize(
    ("leak", "phase", "witness"),
    [
        ("offering", "offer", "bytes"),
        ("choice", "choose", "bytes"),
        ("turn order", "offer", "secrecy"),
        ("turn order", "choose", "secrecy"),
        ("observe", "offer", "observe"),
        ("observe", "choose", "observe"),
    ],
)
def test_a_planted_leak_is_found(leak: str, phase: str, witness: str) -> None:
    assert witness in found_in(load("tests.games.amunre.leaks").leaky(leak), phase, 3, games=3, witnesses=QUICK)


@pytest.mark.parametrize("phase", SEALED)
def test_the_worlds_really_differ_in_what_is_sealed(phase: str) -> None:
    """A two-world test whose worlds have the same sealed choices finds nothing."""
    key = {"offer": "offers", "choose": "chosen"}[phase]
    differ = total = 0
    for history in sealed_histories(GAME, 3, phase, games=6, seed=72):
        made = field(history[-1].position.to_text(), key)
        others = [field(table.position.to_text(), key) for table in retold(history, 2, range(1, 9))]
        if made.startswith(("p1", "p2")):
            total += 1
            differ += any(other != made for other in others)
    assert total and differ


# -- nothing unknown matters ---------------------------------------------------------------------------------

QUIET = (("damanhur", "abu", "avaris"), ("edfu", "mendes", "berenike"))  # no yellow card asks for either three
ONE_SIDE = ("dakhla", "kharga", "baharya")


def last_round(phase: str, third: tuple[str, ...] = QUIET[1], **description: Any) -> Position:
    """p1 to act in the last round; p2 fulfils no yellow card, p3 none unless told otherwise."""
    lands = {name: land(owner) for owner, names in (("p2", QUIET[0]), ("p3", third)) for name in names}
    return position(3, **{"phase": phase, "age": 2, "round": 3, "lands": lands, "hands": ["side+treasury"], **description})


SERVED = {"gave": "p1:3,p2:8,p3:theft", "total": 8, "rewards": 2, "served": "p2"}


@pytest.mark.parametrize(
    ("matters", "start"),
    [
        (False, last_round("scoring")),
        (True, last_round("scoring", age=1)),
        (False, last_round("scoring", hands=["side", "egypt", "nile"])),  # nobody else can score a card
        (True, last_round("scoring", ONE_SIDE, hands=["side", "-", "protection"])),  # p3 may
        (False, last_round("scoring", ONE_SIDE, hands=["side", "egypt", "-"])),  # if they have any
        (False, last_round("scoring", ONE_SIDE, hands=["side", "-", "egypt"], start="p2")),  # and have not been asked before
        (False, last_round("harvest")),
        (True, last_round("harvest", round=2, lands={})),
        (True, last_round("harvest", hands=["treasury", "-", "protection"])),  # it might be another Treasury
        (False, last_round("harvest", hands=["treasury", "-", "protection"], start="p2")),  # but p3 has had their income
        (True, last_round("harvest", ONE_SIDE, hands=["treasury", "-", "protection"], start="p2")),
        (False, last_round("reward", **SERVED)),
        (True, last_round("reward", **SERVED, hands=["side", "-", "protection"])),
        (True, last_round("reward", **{**SERVED, "gave": "p1:3,p2:8,p3:1", "total": 12})),  # p3 may draw a favor yet
        (False, last_round("adjust", gave="p1:3+adjustment,p2:theft,p3:theft", adjust="p1", total=-3, discard="adjustment")),
        (True, last_round("adjust", gave="p1:3+adjustment,p2:8,p3:theft", adjust="p1", total=8, discard="adjustment")),
        (True, last_round("offer")),
        (True, last_round("favors")),
    ],
)
def test_unknown_favors_matter_while_another_seat_may_be_asked(matters: bool, start: Position) -> None:
    assert start.view(0).is_complete is not matters
    assert not start.view(1).is_complete
