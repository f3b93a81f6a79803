"""Walks the engine through all its ways to play a Tekhenu turn and compares the ends with those of the brute force."""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from egypt import Position
from tests.games.tekhenu.positions import GAME
from tests.games.tekhenu.turn_deals import ANY, Cards, rich_positions
from tests.games.tekhenu.turn_gains import World
from tests.games.tekhenu.turn_model import Search, TooManyStates
from tests.games.tekhenu.turn_table import (
    CELLS,
    DECKS,
    GODS,
    SITE_LINES,
    SLOT_NAMES,
    TILES,
    Seat,
    Table,
    comparable,
    read_setting,
    read_table,
)

End = tuple[Any, ...]
STATES = 20_000  # at most in the brute force, and half as many in the engine


@dataclass
class Case:
    """A position at the start of a turn, and the part of its turn that is looked at."""

    text: str
    sector: int
    die: str
    ranks: dict[str, int]
    cells: frozenset[str]
    sites: frozenset[str]

    @classmethod
    def deal(cls, text: str, rng: random.Random) -> Case:
        table = read_table(text)
        sector, die = rng.choice([(sector, die) for sector, dice in enumerate(table.wheel) for die in sorted(set(dice))])
        names = [*TILES, *(f"{deck}{number:02}" for deck in DECKS for number in range(1, 25))]
        rng.shuffle(names)
        taken = {cell for cell, _, _ in table.temple}
        empty = [f"r{row}c{column}" for row, column in CELLS if (row, column) not in taken]
        sites = {f"{side}{line}" for side, lines in SITE_LINES[len(table.seats)].items() for line in lines}
        free = sorted(sites - {site for seat in table.seats for site in seat.sites})
        return cls(
            text,
            sector,
            die,
            {name: rank for rank, name in enumerate(names)},
            frozenset(rng.sample(empty, min(2, len(empty)))),
            frozenset(rng.sample(free, min(4, len(free)))),
        )

    def world(self) -> World:
        return World(read_setting(self.text), self.ranks, self.cells, self.sites)

    def table(self) -> Table:
        """The start of the turn with no other die to take than the one looked at."""
        table = read_table(self.text)
        return table._replace(wheel=tuple((self.die,) if sector == self.sector else () for sector in range(6)))

    @property
    def rest_of_wheel(self) -> tuple[tuple[str, ...], ...]:
        wheel = list(map(list, read_table(self.text).wheel))
        wheel[self.sector].remove(self.die)
        return tuple(map(tuple, wheel))


def model_ends(case: Case, limit: int) -> tuple[dict[End, Table], Search]:
    """The ends in the form in which they are compared, each with the table of the search."""
    search = Search(case.world(), limit)
    ends = search.run(case.table())
    return {comparable(end._replace(wheel=case.rest_of_wheel)): end for end in ends}, search


# -- the engine ---------------------------------------------------------------------------------------------------


@dataclass
class Walk:
    """All positions the engine meets in the turn, each with the move that led there first."""

    case: Case
    limit: int
    came: dict[str, tuple[str, str] | None] = field(default_factory=dict)
    ends: dict[End, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.before = read_table(self.case.text)
        self.who = read_setting(self.case.text).who

    def run(self) -> dict[End, str]:
        start = Position.from_text(self.case.text, GAME)
        seat, round_number = self.now(self.case.text)
        self.came[self.case.text] = None
        waiting = [(start, self.case.text)]
        while waiting:
            where, text = waiting.pop()
            for move in self.moves(where):
                after = where.after(move)
                found = after.to_text()
                if found in self.came:
                    continue
                self.came[found] = (text, move)
                if self.now(found) != (seat, round_number):
                    self.end(found)
                else:
                    waiting.append((after, found))
            if len(self.came) > self.limit:
                raise TooManyStates
        return self.ends

    def end(self, text: str) -> None:
        """An end of the turn; a place that was the only one was not asked for, and is perhaps not looked at."""
        table = read_table(text)
        before, after = self.before.seats[self.who], table.seats[self.who]
        cells = {f"r{row}c{column}" for row, column in after.pillars - before.pillars}
        if cells <= self.case.cells and after.sites - before.sites <= self.case.sites:
            self.ends.setdefault(comparable(table), text)

    @staticmethod
    def now(text: str) -> tuple[str, str]:
        """Whose turn of which round it is."""
        head = text[:200].split(";")
        found = dict(part.split("=", 1) for part in head[1:8] if "=" in part)
        return found["seat"], found["round"]

    def moves(self, where: Position) -> list[str]:
        if where.is_chance:
            return [min((outcome for outcome, _ in where.outcomes()), key=lambda word: self.case.ranks[word.split(":")[1]])]
        return [move for move in where.legal_moves() if self.looked_at(move)]

    def looked_at(self, move: str) -> bool:
        name, _, words = move.partition(":")
        if name == "take":
            return words.startswith(f"{GODS[self.case.sector]}+{self.case.die}")
        if name == "cell":
            return words in self.case.cells
        if name == "site":
            return words in self.case.sites
        return True

    def path(self, text: str) -> list[str]:
        moves: list[str] = []
        while (step := self.came[text]) is not None:
            text = step[0]
            moves.append(step[1])
        return moves[::-1]


# -- comparing ----------------------------------------------------------------------------------------------------


@dataclass
class Verdict:
    case: Case
    ends: int
    missing: list[tuple[Table, list[str]]]  # reached by the brute force alone, with its words
    extra: list[tuple[Table, list[str]]]  # reached by the engine alone, with its moves

    @property
    def agrees(self) -> bool:
        return not self.missing and not self.extra


def compare(case: Case, states: int = STATES) -> Verdict:
    model, search = model_ends(case, states)
    walk = Walk(case, states // 2)
    engine = walk.run()
    missing = [(table, list(search.path(table))) for end, table in model.items() if end not in engine]
    extra = [(read_table(text), walk.path(text)) for end, text in engine.items() if end not in model]
    return Verdict(case, len(model), missing, extra)


def changes(case: Case, table: Table) -> str:
    """What has changed since the start of the turn, for a reader."""
    before = read_table(case.text)
    words: list[str] = []
    for number, (was, now) in enumerate(zip(before.seats, table.seats, strict=True), 1):
        for name in Seat._fields:
            old, new = getattr(was, name), getattr(now, name)
            if old != new:
                words.append(f"p{number}.{name}: {plain(old)} > {plain(new)}")
    words += [f"{name}: {plain(getattr(before, name))} > {plain(getattr(table, name))}" for name in ("slots",)
              if getattr(before, name) != getattr(table, name)]  # fmt: skip
    words += [
        f"{slot}: {old} > {new}"
        for slot, old, new in zip(SLOT_NAMES, before.market, table.market, strict=True)
        if old != new
    ]
    return "; ".join(words)


def plain(value: object) -> str:
    if isinstance(value, frozenset):
        return "{" + " ".join(sorted(map(str, value))) + "}"
    if isinstance(value, tuple):
        return "(" + " ".join(map(str, value)) + ")"
    return str(value)


def explain(verdict: Verdict, most: int = 2) -> str:
    case = verdict.case
    held = case.world().me(case.table())
    lines = [
        f"position full {case.text}",
        f"die {GODS[case.sector]} {case.die}, cells {plain(case.cells)}, sites {plain(case.sites)}; "
        f"hand {plain(held.blessings)} {plain(held.technologies)}; ends {verdict.ends}, "
        f"missing {len(verdict.missing)}, extra {len(verdict.extra)}",
    ]
    for name, found in (("missing in the engine", verdict.missing), ("extra in the engine", verdict.extra)):
        for end, path in sorted(found, key=lambda row: len(row[1]))[:most]:
            lines += [f"  {name}: {' | '.join(path)}", f"    {changes(case, end)}"]
    return "\n".join(lines)


def cards_of(verdict: Verdict) -> frozenset[str]:
    held = verdict.case.world().me(verdict.case.table())
    return held.blessings | held.technologies


def verdicts(seed: int, cards: Cards = ANY, states: int = STATES) -> Iterator[Verdict | None]:
    """Comparisons in rich positions without end; None for one that is too large."""
    rng = random.Random(seed)
    for text in rich_positions(rng, cards):
        try:
            yield compare(Case.deal(text, rng), states)
        except TooManyStates:
            yield None


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.games.tekhenu.turn_model", description=__doc__)
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=3, help="differences to show in full")
    parser.add_argument("--states", type=int, default=STATES, help="larger positions are left out")
    parser.add_argument("--without", default="", help="cards that are not dealt, as B07+T19")
    parser.add_argument("--always", default="", help="cards that are always dealt")
    parser.add_argument("--poor", action="store_true", help="few goods, and blessings that make one action feed another")
    arguments = parser.parse_args()
    cards = Cards(frozenset(arguments.without.split("+")), frozenset(arguments.always.split("+")), arguments.poor)
    counts: Counter[str] = Counter(dict.fromkeys(("compared", "ends", "different", "too large"), 0))
    blamed: Counter[str] = Counter()
    dealt: Counter[str] = Counter()
    for verdict in verdicts(arguments.seed, cards, arguments.states):
        if verdict is None:
            counts["too large"] += 1
            continue
        counts["compared"] += 1
        counts["ends"] += verdict.ends
        dealt.update(cards_of(verdict))
        if not verdict.agrees:
            counts["different"] += 1
            blamed.update(cards_of(verdict))
            if counts["different"] <= arguments.show:
                print(explain(verdict), flush=True)
        if counts["compared"] >= arguments.positions:
            break
    print(" ".join(f"{name} {number}" for name, number in counts.items()))
    if blamed:
        shares = sorted(((blamed[card] / dealt[card], card) for card in blamed), reverse=True)[:12]
        print("cards in hand where they differ:", " ".join(f"{card} {share:.0%}" for share, card in shares))
    return 1 if counts["different"] else 0
