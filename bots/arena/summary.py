"""Everything a report says about a run, worked out once."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from egypt.bots.arena.faults import Kind
from egypt.bots.arena.ratings import rate
from egypt.bots.arena.results import Results
from egypt.bots.arena.sprt import Verdict, judge
from egypt.bots.arena.statistics import Estimate, Meeting, Row, cross_table, engine_lines, seat_lines


@dataclass(frozen=True, slots=True)
class Standing:
    """One engine, as a row of the table."""

    line: Row
    elo: Estimate
    faults: Counter[Kind]

    @property
    def name(self) -> str:
        return self.line.name


def likelihood_text(likelihood: float) -> str:
    """Per cent, and never certainty."""
    if likelihood > 0.9995:
        return "over 99.9%"
    return "under 0.1%" if likelihood < 0.0005 else f"{likelihood:.1%}"


class Summary:
    """The tables of a run; engines stand in the order of their ratings, the best first."""

    def __init__(self, results: Results) -> None:
        self.results = results
        self.config = config = results.config
        elos, self.lead = rate(results)
        faults = results.fault_counts()
        standings = [Standing(line, elo, faults[line.name]) for line, elo in zip(engine_lines(results), elos, strict=True)]
        self.standings = sorted(standings, key=lambda standing: -(standing.elo.value or 0.0))
        self.seats = seat_lines(results)
        order = [config.names.index(standing.name) for standing in self.standings]
        meetings = cross_table(results)
        self.meetings: list[list[Meeting | None]] = [[meetings[row][column] for column in order] for row in order]
        self.verdict: Verdict | None = judge(results, config.sprt) if config.sprt is not None else None

    @property
    def headline(self) -> str:
        results, config = self.results, self.config
        forfeited = f", {len(results.faults)} of them forfeited" if results.faults else ""
        forfeited += f", {len(results.rulings)} adjudicated" if results.rulings else ""
        missing = "" if config.sprt or len(results) == config.games else f" of {config.games}"
        deals = len(set(results.deals.tolist()))
        seats = config.players - len(config.automata)
        players = f"{seats} player{'s' if seats > 1 else ''}{' and the automaton' if config.automata else ''}"
        return (
            f"{config.game}, {players}, {config.variant}; {config.format}, seed {config.seed}: "
            f"{len(results)}{missing} games of {deals} deals{forfeited}"
        )

    @property
    def verdicts(self) -> list[str]:
        """What a match between two engines says, in sentences."""
        names, said = self.config.names, []
        if self.lead is not None:
            elo = self.lead.elo
            span = "" if elo.low is None else f" ({elo.low:+.0f}…{elo.high:+.0f})"
            said.append(
                f"{names[0]} - {names[1]}: {elo.value:+.0f} Elo{span}, likelihood of superiority "
                f"{likelihood_text(self.lead.likelihood)}"
            )
        if self.config.sprt is not None and self.verdict is not None:
            bounds = self.config.sprt
            said.append(
                f"SPRT elo0={bounds.elo0:g} elo1={bounds.elo1:g} alpha={bounds.alpha:g} beta={bounds.beta:g}: "
                + self.verdict.sentence(bounds, names)
            )
        return said

    @property
    def first_faults(self) -> list[str]:
        """The first fault of each engine and kind, in words."""
        shown: dict[tuple[str, Kind], str] = {}
        for number in sorted(self.results.faults):
            names = self.config.seats_of(number)
            for fault in self.results.faults[number]:
                shown.setdefault(
                    (names[fault.seat], fault.kind),
                    f"game {number}: {names[fault.seat]} (p{fault.seat + 1}), {fault.kind.value}: {fault.text}",
                )
        return [" ".join(line.split()) for line in shown.values()]
