"""Turns of the automaton in games by chance: the engine does what a second account allows (automaton_model.py)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from egypt import Position, Rng
from tests.games.tekhenu import automaton_model as model
from tests.games.tekhenu.scenes import GAME, field, seat, step_of

GAMES = 12  # of each level


def is_before_maat(where: Position) -> bool:
    """The automaton's dice go back into the bag at the end of this turn."""
    return int(field(where, "round")) % 4 == 0 and field(where, "order").endswith("p2")


def turns(variant: str, seed: int) -> Iterator[tuple[Position, str, Position]]:
    """Turns that begin with the deben: the position before, the action tile, and the position after lots and bonuses."""
    choice, rng = Random(seed), Rng(seed)
    now = Position.start(GAME, 2, variant)
    while not now.is_over:
        if step_of(now) == "deben":
            before, up = now, choice.random() < 0.5
            place = model.next_place(int(field(now, "marker")) - 1, up)
            now = now.after("deben:up" if up else "deben:right")
            while now.is_chance and (
                step_of(now) in ("lot-die", "lot-statue", "lot-cell", "lot-site") or "bonus" in field(now, "stack")
            ):
                now = now.after(now.draw_code(rng))
            if not is_before_maat(before):
                yield before, field(before, "pyramid").split(",")[place], now
        elif now.is_chance:
            now = now.after(now.draw_code(rng))
        else:
            now = now.after(choice.choice(now.legal_moves()))


def faults(variant: str, seed: int) -> Iterator[str]:
    for before, tile, after in turns(variant, seed):
        (taken,) = (Counter(seat(after, 2).dice) - Counter(seat(before, 2).dice)).elements()
        dice = [die for die in model.dice_for(before, tile) if f"{die.colour}{die.value}/below" == taken]
        expected = [side for die in dice for side in model.results(before, die)]
        if model.Side.read(after, 2) not in expected:
            yield f"{tile}: {taken} led to {model.Side.read(after, 2)}, not to {expected} from {before.to_text()}"


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("variant", ["solo-low", "solo-normal", "solo-high"])
def test_turns_of_a_second_account(variant: str, seed: int) -> None:
    assert not list(faults(variant, seed))


PLANTS = {
    "tainted dice go first": ("dice_for_god", lambda right, where, god: [d for d in right(where, god) if d.pan != "pure"]),
    "grey dice are like others": ("highest", lambda right, dice: right([die for die in dice if die.colour != "grey"])),
    "statues pay nothing": ("bonus", lambda right, where, own, after, god: after),
    "buildings are in no line": ("is_in_line", lambda right, piece, cell: False),
    "a tie wins a district": ("holds_district", lambda right, own, other, kind: not right(other, own, kind)),
}


@pytest.mark.parametrize("name", PLANTS)
def test_a_wrong_rule_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    function, wrong = PLANTS[name]
    right = getattr(model, function)
    monkeypatch.setattr(model, function, lambda *arguments: wrong(right, *arguments))
    assert any(True for seed in range(GAMES) for _ in faults("solo-high", seed))
