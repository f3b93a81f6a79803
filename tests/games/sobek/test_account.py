"""Games by chance: the turns and the ends of rounds of a second account (account.py)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from egypt import Position, Rng
from tests.games.sobek import account
from tests.games.sobek.positions import GAME, field

GAMES = 8  # of each number of players


def positions(players: int, seed: int) -> Iterator[Position]:
    choice, rng = Random(seed), Rng(seed)
    now = Position.start(GAME, players)
    while not now.is_over:
        yield now
        if now.is_chance:
            now = now.after(now.draw_code(rng))
            continue
        moves = now.legal_moves()
        sets = [move for move in moves if move.startswith(("set:", "lay:"))]
        now = now.after(choice.choice(sets if sets and choice.random() < 0.3 else moves))


def in_any_order(move: str) -> tuple[str, ...]:
    """The cards of a move are a choice, in whichever order they are written."""
    head, *cards = move.split("+")
    return head, *sorted(cards)


def faults(players: int, seed: int) -> Iterator[str]:
    for now in positions(players, seed):
        phase = field(now.to_text(), "phase")
        if phase == "turn":
            moves = now.legal_moves()
            if any(move.startswith("begin:") for move in moves):  # a hand whose plays do not fit a list
                continue
            expected = {in_any_order(move) for move in account.Turn(now).moves()}
            if len(moves) != len(expected) or {in_any_order(move) for move in moves} != expected:
                yield f"{sorted(moves)} at {now.to_text()}"
        elif phase == "penalty":
            payers, totals = account.end_of_round(now)
            ((outcome, _),) = now.outcomes()
            after = now.after(outcome)
            round_number = int(field(now.to_text(), "round"))
            is_last = round_number == 3 or (round_number == 2 and max(totals) > 100)
            if (outcome, after.scores(), after.is_over) != (payers, totals, is_last):
                yield f"{outcome} {after.scores()}, not {payers} {totals}, at {now.to_text()}"


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_turns_and_rounds_of_a_second_account(players: int, seed: int) -> None:
    assert not list(faults(players, seed))


PLANTS = {
    "three docks are within reach": (
        account.Turn,
        "moves",
        lambda right, turn: {move for move in right(turn) if move != "take:3"},
    ),
    "a courtesan adds no amulet": (
        account.Turn,
        "powers",
        lambda right, turn, name: (power for power in right(turn, name) if "amulet" not in power),
    ),
    "characters of the pile must go": (account, "cleanings", lambda right, pile: list(right(pile))[-1:]),
    "green cards look beige": (account, "back", lambda right, card: "beige" if right(card) == "green" else right(card)),
    "lying sets multiply": (account, "points_of_set", lambda right, cards, lying: right(cards, False)),
    "a penalty is five": (account, "step_back", lambda right, space: space - 5),
}


@pytest.mark.parametrize("name", PLANTS)
def test_a_wrong_rule_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place, function, wrong = PLANTS[name]
    right = getattr(place, function)
    monkeypatch.setattr(place, function, lambda *arguments: wrong(right, *arguments))
    assert any(True for seed in range(4 * GAMES) for _ in faults(3, seed))
