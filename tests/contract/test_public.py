"""What onlookers see: nothing that some seat does not know."""

from __future__ import annotations

import json
from typing import Any

import pytest

from egypt import ONLOOKER, Rng, Table, get_game, public_data, public_position, public_saying, public_scores, public_text
from egypt.core import public
from tests.contract.cases import Case, every_case
from tests.scale import SCALE, seeded

pytestmark = pytest.mark.attack


def differences(one: Any, other: Any, place: str = "") -> list[str]:
    """Where two public positions differ. A null fits anything: a world that a seat makes up keeps what others have in their
    hands unknown, but not which of the others knows it.
    """
    if one is None or other is None or one == other:
        return []
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return [found for key in one for found in differences(one[key], other[key], f"{place}.{key}")]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [found for pair in zip(one, other, strict=True) for found in differences(*pair, f"{place}[]")]
    return [f"{place}: {one} / {other}"]


def leaks(case: Case, seed: int, every: int) -> tuple[int, list[str]]:
    """How many worlds were compared along a random game, and what an onlooker saw that some seat does not know."""
    table, rng = Table.deal(case.game, case.players, seed, case.variant), Rng(seed)
    decisions, compared, found = 0, 0, []
    while not table.is_over and not found:
        decisions += 1
        if decisions % every == 1 % every:
            position = public_position(table)
            seen = public.public_data(position)
            for seat in range(case.players):
                compared += 1
                other = public.public_data(position.view(seat).sample(rng))
                other["seats"][seat] = None  # a seat knows its own, and a made-up world does not keep who else does
                found += differences(seen, other)
        pending = table.position.pending
        actor = pending[rng.below(len(pending))]
        moves = table.position.acting(actor).legal_moves()
        table.play(moves[rng.below(len(moves))], actor)
    return compared, found


@every_case
def test_onlookers_learn_nothing_that_a_seat_does_not_know(case: Case) -> None:
    compared, found = leaks(case, seeded(50), every=max(1, round(7 / SCALE)))
    assert compared and found == []


def test_what_seats_note_for_themselves_is_not_public() -> None:
    """In this game each seat knows two groups of cards that lie in one of several places: other cards, other places."""
    compared, found = leaks(Case(get_game("sobek"), 3, "standard"), 20261120000050, every=7)
    assert compared and found == []


@pytest.mark.parametrize("game", ["sobek", "amunre", "tekhenu", "jars"])
def test_a_planted_leak_is_found(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(public, "public_data", lambda position: position.view(0).as_dict())
    assert leaks(Case(get_game(game), 3, get_game(game).variants[0]), 50, every=3)[1]


@every_case
def test_every_event_can_be_told_to_onlookers(case: Case) -> None:
    table, rng = Table.deal(case.game, case.players, seeded(60), case.variant), Rng(seeded(60))
    while not table.is_over:
        moves = table.legal_moves()
        table.play(moves[rng.below(len(moves))])
    told = table.told(ONLOOKER)
    assert len(told) == len(table.events)
    for event in told[:: max(1, round(1 / SCALE))]:
        texts = {event.text(seat) for seat in range(case.players)}
        assert public_text(event) in texts | {None}
        assert public_saying(event).sentence
        assert all(item in event.score_items() for item in public_scores(event))
    json.dumps(public_data(table.position))
