"""The tables at the end of a run, on a terminal or as plain text."""

from __future__ import annotations

import sys
from typing import IO

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from bots.arena.faults import Kind
from bots.arena.ratings import ratings, superiority
from bots.arena.results import Results
from bots.arena.sprt import judge
from bots.arena.statistics import Estimate, Line, cross_table, engine_lines, seat_lines

PLAIN_WIDTH = 118       # columns where there is no terminal to ask


def make_console(file: IO[str] | None = None) -> Console:
    """A console that keeps its tables whole when written to a file or a pipe."""
    console = Console(file=file or sys.stdout, highlight=False)
    if not console.is_terminal:
        console = Console(file=file or sys.stdout, highlight=False, width=PLAIN_WIDTH)
    return console


def print_report(results: Results, console: Console) -> None:
    """All tables of a run, the best engine first."""
    config = results.config
    console.print(headline(results), soft_wrap=True)
    if not len(results):
        return
    _show(console, f"\nStandings (a fair share of the win is {1 / config.players:.1%})", standings(results))
    if len(config.engines) > 2:
        _show(console, "Cross table: share of meetings in which the row finished ahead of the column, ties half",
              crosses(results))
    _show(console, "Seats, whoever sat there", seats(results))
    for line in verdicts(results):
        console.print(line, soft_wrap=True)
    if results.faults:
        _show(console, "Faults: the seat forfeits that game, the others share the win", faults(results))
        for line in first_faults(results):
            console.print(line, soft_wrap=True)


def headline(results: Results) -> str:
    config = results.config
    forfeited = f", {len(results.faults)} of them forfeited" if results.faults else ""
    missing = "" if config.sprt or len(results) == config.games else f" of {config.games}"
    deals = len(set(results.deals.tolist()))
    return (f"{config.game}, {config.players} players, {config.variant}; {config.format}, seed {config.seed}: "
            f"{len(results)}{missing} games of {deals} deals{forfeited}")


def by_rating(results: Results) -> list[tuple[Line, Estimate]]:
    """The engines, the highest rating first."""
    rated = [rating.elo for rating in ratings(results)]
    rows = list(zip(engine_lines(results), rated, strict=True))
    return sorted(rows, key=lambda row: -(row[1].value or 0.0))


def standings(results: Results) -> Table:
    headings = ["engine", "Elo", "95 %", "win share", "95 %", "rank", "points", "95 %", "margin", "95 %", "seats"]
    table = _table(*headings, *(["faults"] if results.faults else []))
    counts = results.fault_counts()
    for line, elo in by_rating(results):
        row = [
            escape(line.name), _number(elo.value, "+.0f"), _span(elo, "+.0f"), _number(line.share.value, ".1%"),
            _span(line.share, ".1%"), _number(line.rank.value, ".2f"), _number(line.points.value, ".1f"),
            _span(line.points, ".1f"), _number(line.margin.value, "+.1f"), _span(line.margin, "+.1f"),
            str(line.games),
        ]
        if results.faults:
            row.append(str(counts[line.name].total() or "-"))
        table.add_row(*row)
    return table


def crosses(results: Results) -> Table:
    order = [results.config.names.index(line.name) for line, _ in by_rating(results)]
    table = _table("", *(escape(results.config.names[engine]) for engine in order))
    meetings = cross_table(results)
    for row in order:
        cells = [meetings[row][column] for column in order]
        table.add_row(
            escape(results.config.names[row]), *("" if cell is None else f"{cell.score:.1%}" for cell in cells))
    return table


def seats(results: Results) -> Table:
    table = _table("seat", "win share", "95 %", "advantage", "rank", "points", "95 %")
    fair = 1 / results.config.players
    for line in seat_lines(results):
        advantage = None if line.share.value is None else line.share.value - fair
        table.add_row(
            line.name, _number(line.share.value, ".1%"), _span(line.share, ".1%"), _number(advantage, "+.1%"),
            _number(line.rank.value, ".2f"), _number(line.points.value, ".1f"), _span(line.points, ".1f"))
    return table


def verdicts(results: Results) -> list[str]:
    """What a match between two engines says."""
    config, said = results.config, []
    if len(config.engines) == 2:
        likely = superiority(results)
        if likely is not None:
            said.append(f"{config.names[0]} is better than {config.names[1]} in {likely:.1%} of resampled deals (LOS)")
    if config.sprt is not None:
        bounds = config.sprt
        said.append(f"SPRT elo0={bounds.elo0:g} elo1={bounds.elo1:g} alpha={bounds.alpha:g} beta={bounds.beta:g}: "
                    + judge(results, bounds).sentence(bounds, config.names))
    return [escape(line) for line in said]


def faults(results: Results) -> Table:
    table = _table("engine", *(kind.value for kind in Kind))
    for name, counts in results.fault_counts().items():
        if counts:
            table.add_row(escape(name), *(str(counts[kind] or "-") for kind in Kind))
    return table


def first_faults(results: Results) -> list[str]:
    """The first fault of each engine and kind, in words."""
    shown: dict[tuple[str, Kind], str] = {}
    for number in sorted(results.faults):
        names = results.config.seats_of(number)
        for fault in results.faults[number]:
            shown.setdefault(
                (names[fault.seat], fault.kind),
                f"game {number}: {names[fault.seat]} (p{fault.seat + 1}), {fault.kind.value}: {fault.text}")
    return [escape(" ".join(line.split())) for line in shown.values()]


def _table(*headings: str) -> Table:
    """A table whose first column is a name and whose others are numbers."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in headings:
        table.add_column(heading, justify="left" if heading == headings[0] else "right")
    return table


def _show(console: Console, title: str, table: Table) -> None:
    console.print(title, style="bold", soft_wrap=True)
    console.print(table)


def _number(value: float | None, form: str) -> str:
    return "-" if value is None else format(value, form)


def _span(estimate: Estimate, form: str) -> str:
    if estimate.low is None or estimate.high is None:
        return "-"
    return f"{estimate.low:{form}}…{estimate.high:{form}}"
