"""Secret simultaneous choices through the protocol: until all have chosen, no seat is told who has."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from egypt import Game, Position, Rng, Table, get_game
from egypt.core.table import Event
from egypt.protocol.responder import Responder
from egypt.protocol.session import Session
from tests.contract.cases import Case, every_case, random_game
from tests.scale import scaled, seeded
from tests.toy.build import load

pytestmark = pytest.mark.attack

QUESTIONS = ("events", "view", "json", "d", "legal")


def sealed_choices(case: Case, games: int, seed: int) -> Iterator[Position]:
    """Positions of random games in which several seats are about to choose in secret."""
    rng = Rng(seed)
    for _ in range(games):
        pending: list[int] = []
        for ply in random_game(case.start(), rng):
            begins = not set(ply.position.pending) < set(pending)
            pending = ply.position.pending
            if begins and len(pending) > 1:
                yield ply.position


class Referee:
    """A session that holds the truth; says what it tells a seat."""

    def __init__(self, position: Position) -> None:
        self._heard: list[bytes] = []
        self._session = Session(Responder(self._heard.append), position.game)
        self._session.handle(f"position full {position.to_text()}")

    def play(self, seat: int, move: str) -> None:
        self._session.handle(f"play p{seat + 1} {move}")

    def tells(self, seat: int) -> str:
        """All answers, in words and as JSON, which says more."""
        self._heard.clear()
        for form in ("json", "text"):
            self._session.handle(f"setoption name Format value {form}")
            for question in QUESTIONS:
                self._session.handle(f"{question} p{seat + 1}")
        return b"".join(self._heard).decode()


def choose_in_three_orders(position: Position, rng: Rng) -> list[str]:
    """Everybody chooses, in three orders; what a seat is told that depends on who else has chosen, or in which order."""
    position = Position.from_text(position.to_text(), position.game)
    moves = {seat: position.acting(seat).legal_moves() for seat in position.pending}
    chosen = {seat: legal[rng.below(len(legal))] for seat, legal in moves.items()}
    order = list(chosen)
    told: dict[tuple[int, str], str] = {}
    faults = []
    for seats in (order, order[1:] + order[:1], order[::-1]):
        referee = Referee(position)
        done: set[int] = set()
        for chooser in (None, *seats):
            if chooser is not None:
                referee.play(chooser, chosen[chooser])
                done.add(chooser)
            for seat in order:
                stage = "after" if done == set(order) else "chosen" if seat in done else "asked"
                text = referee.tells(seat)
                if told.setdefault((seat, stage), text) != text:
                    faults.append(f"p{seat + 1} ({stage}): {told[seat, stage]} / {text}")
    return faults


def faults_of(case: Case, most: int = 4, seed: int = 77) -> list[str]:
    """In the first of a game's secret choices, or in those of several games."""
    rng = Rng(seed)
    choices = islice(sealed_choices(case, max(1, most // 4), seed + 1), most)
    return [fault for position in choices for fault in choose_in_three_orders(position, rng)]


@every_case
def test_nobody_learns_who_has_chosen(case: Case) -> None:
    assert faults_of(case, most=scaled(4), seed=seeded(77)) == []


@pytest.mark.parametrize(
    ("name", "variant"), [("amunre", "standard"), ("amunre", "expert"), ("jars", "standard"), ("tekhenu", "standard")]
)
def test_there_are_sealed_choices_to_look_at(name: str, variant: str) -> None:
    assert next(sealed_choices(Case(get_game(name), 3, variant), 1, 78), None) is not None


def as_it_happened(table: Table, seat: int) -> list[Event]:
    return table.events


def with_true_numbers(table: Table, seat: int) -> list[Event]:
    return [event for event in table.events if event.actor == seat or not table.is_sealed]


@pytest.mark.parametrize("leak", [as_it_happened, with_true_numbers])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_referee_that_tells_of_others_choices_is_found(
    leak: object, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Table, "told", leak)
    assert faults_of(Case(get_game("jars"), players, "standard"))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_room_that_tells_who_has_chosen_is_found(players: int) -> None:
    game: Game = load("tests.toy.leaks").LeakyJars("turn order")
    assert faults_of(Case(game, players, "standard"))
