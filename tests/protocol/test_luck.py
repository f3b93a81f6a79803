"""Luck is what came less what could have come: on a hand-made game whose numbers are known, and in whole games."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from egypt import CHANCE, Limits, Rng, Search, Table, View, get_game
from egypt.protocol import luck
from egypt.protocol.luck import last_luck
from tests.contract.cases import every_game
from tests.protocol.conversation import Conversation


@dataclass
class Node:
    """A hand-made position of two seats: a chance node with its outcomes, or an end with the first seat's chance."""

    chance: float = 0.0
    ways: dict[str, tuple[float, Node]] = field(default_factory=dict)
    foreseen: float = 0.0  # what a search finds beyond the static evaluation
    actor: int = 0
    players: int = 2

    @property
    def is_chance(self) -> bool:
        return bool(self.ways)

    is_over = False

    def outcomes(self) -> list[tuple[str, float]]:
        return [(name, probability) for name, (probability, _) in self.ways.items()]

    def after(self, outcome: str) -> Node:
        return self.ways[outcome][1]

    def evaluate(self, worlds: int = 0, seed: int = 0) -> tuple[list[float], list[float]]:
        assert not self.ways, "nothing is judged in the middle of draws"
        return [50 * self.chance, 50 * (1 - self.chance)], [self.chance, 1 - self.chance]

    def view(self, seat: int) -> Node:
        return self

    def settle(self, rng: Rng) -> Node:
        if not self.ways:
            return self
        at = rng.below(1000) / 1000
        for probability, node in self.ways.values():
            if at < probability:
                return node.settle(rng)
            at -= probability
        raise AssertionError("probabilities add up to 1")


@dataclass
class Event:
    actor: int
    before: Any


# A coin; heads is worth 1, after tails a die of three sides is worth 0.6, 0.3 or 0. Mean: 0.5 + 0.5 x 0.3 = 0.65.
DIE = Node(ways={"a": (1 / 3, Node(0.6)), "b": (1 / 3, Node(0.3)), "c": (1 / 3, Node(0.0))})
COIN = Node(ways={"heads": (0.5, Node(1.0)), "tails": (0.5, DIE)})


def table_after(*outcomes: str, start: Node = COIN) -> Any:
    events, here = [Event(1, None)], start
    for outcome in outcomes:
        events.append(Event(CHANCE, here))
        here = here.after(outcome)
    return type("FakeTable", (), {"events": events, "position": here})()


@pytest.mark.parametrize(("outcomes", "came"), [(("heads",), 1.0), (("tails", "a"), 0.6), (("tails", "c"), 0.0)])
def test_a_chain_of_draws_is_judged_by_its_exact_mean(outcomes: tuple[str, ...], came: float) -> None:
    found = last_luck(table_after(*outcomes), 0)
    assert (found.draws, found.outcomes, found.exact) == (len(outcomes), 4, True)
    assert found.chances == pytest.approx((came, 1 - came))
    assert found.mean_chances == pytest.approx((0.65, 0.35))
    assert found.mean_points == pytest.approx((32.5, 17.5))


def test_without_a_draw_there_is_no_luck() -> None:
    found = last_luck(table_after(start=Node(0.8)), 0)
    assert found.draws == 0 and found.chances == found.mean_chances == pytest.approx((0.8, 0.2))


def test_many_outcomes_are_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(luck, "LUCK_OUTCOMES", 3)
    found = last_luck(table_after("heads"), 0)
    assert not found.exact and found.outcomes == luck.LUCK_SAMPLES
    assert found.mean_chances[0] == pytest.approx(0.65, abs=0.03) and found.mean_chances[0] != 0.65


def test_a_search_adds_what_it_foresees() -> None:
    """The static evaluation is blind to 0.2 of the first outcome: found, it counts, and the mean moves by its share."""
    start = Node(ways={"blind": (0.25, Node(0.4, foreseen=0.2)), "seen": (0.75, Node(0.4))})

    def search(view: Any) -> tuple[tuple[float, ...], tuple[float, ...]]:
        worth = view.chance + view.foreseen
        return (worth, 1 - worth), (50 * worth, 50 * (1 - worth))

    found = last_luck(table_after("blind", start=start), 0, search)
    assert found.exact and found.searched == 2
    assert found.chances == pytest.approx((0.6, 0.4)) and found.mean_chances == pytest.approx((0.45, 0.55))
    assert last_luck(table_after("blind", start=start), 0).chances == pytest.approx((0.4, 0.6))


def test_of_many_outcomes_some_are_searched() -> None:
    sides = {str(side): (1 / 100, Node(side / 100)) for side in range(100)}
    looked = []

    def search(view: Any) -> tuple[tuple[float, ...], tuple[float, ...]]:
        looked.append(view.chance)
        return (view.chance, 1 - view.chance), (0.0, 0.0)

    found = last_luck(table_after("70", start=Node(ways=sides)), 0, search)
    assert not found.exact and (found.outcomes, found.searched) == (100, luck.LUCK_SEARCHED)
    assert found.mean_chances[0] == pytest.approx(0.495), "the mean is over all of them"
    assert sum(looked[:-1]) / luck.LUCK_SEARCHED == pytest.approx(0.5, abs=0.05), "those that are searched are spread"


@every_game
def test_luck_has_the_mean_zero(game: Any) -> None:
    """Over all outcomes of a draw, each with its probability, nature gives and takes the same; and all seats together."""
    tried, rng = 0, Rng(3)
    for seed in range(40):
        table = Table.deal(game, max(2, game.min_players), seed)
        while not table.is_over and tried < 3:
            codes = table.position.legal_codes()
            table.play_only(codes[rng.below(len(codes))])
            outcomes = table.position.outcomes()
            if 1 < len(outcomes) <= 40 and not any(table.position.after(outcome).is_chance for outcome, _ in outcomes):
                tried += 1
                _check_mean(table, outcomes)
            table.settle()
    assert tried == 3


def _check_mean(table: Table, outcomes: list[tuple[str, float]]) -> None:
    total = [0.0] * table.position.players
    for outcome, probability in outcomes:
        table.play_only(outcome)
        found = last_luck(table, 0)
        gifts = [came - mean for came, mean in zip(found.chances, found.mean_chances, strict=True)]
        assert sum(gifts) == pytest.approx(0, abs=1e-4)
        total = [old + probability * gift for old, gift in zip(total, gifts, strict=True)]
        table.undo()
    assert total == pytest.approx([0.0] * len(total), abs=1e-6)


def test_the_engine_tells_it() -> None:
    talk = Conversation("ra", lambda game, options: Search(game))
    talk.say("position deal players 3 seed 7 moves 1 draw")
    (line,) = talk.say("luck")
    assert line.startswith("luck draws 1 outcomes 23 searched 0 exact wp ")
    talk.begin("luck iterations 30")
    (line,) = talk.wait_for("luck")
    assert line.startswith("luck draws 1 outcomes 23 searched 23 exact wp ")
    talk.begin("luck iterations 100000000")
    talk.begin("stop")
    assert talk.wait_for("luck") == ["luck stopped"]
    assert talk.say("isready") == ["readyok"]


def test_only_a_referee_knows_luck() -> None:
    table = Table.deal(get_game("ra"), 3, 7)
    talk = Conversation("ra")
    talk.say(f"position view {table.view(0).to_text()}")
    assert talk.error("luck").startswith("not-referee : ")
    talk.say("position full " + Table.deal(get_game("ra"), 3, 7).events[0].before.to_text())
    assert talk.error("luck").startswith("no-position : ")


def test_a_short_search_is_what_it_says() -> None:
    """The luck of a draw is the searched value of what came less the searched mean, hand-made from single searches."""
    table = Table.deal(get_game("ra"), 2, 7)
    table.play("draw")

    def search(view: View) -> luck.Outlook:
        best = Search(view.game).run(view, Limits(iterations=40)).lines[0]
        return best.chances, best.points

    found = last_luck(table, 0, search)
    before = table.events[-1].before
    total = 0.0
    for outcome, probability in before.outcomes():
        position = before.after(outcome)
        if position.is_over:
            worth = position.evaluate()[1][0]
        else:
            view = position.view(position.actor)
            worth = search(view)[0][0] + position.evaluate()[1][0] - view.evaluate(luck.VIEW_WORLDS, 0)[1][0]
        total += probability * worth
    assert found.mean_chances[0] == pytest.approx(total, abs=1e-6)
