"""The tables at the end of a run, on a terminal or as plain text."""

from __future__ import annotations

import sys
from typing import IO

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from egypt.bots.arena.faults import Kind
from egypt.bots.arena.rating_list import Rated
from egypt.bots.arena.statistics import Estimate
from egypt.bots.arena.summary import Summary

PLAIN_WIDTH = 136  # columns where there is no terminal to ask


def make_console(file: IO[str] | None = None) -> Console:
    """A console that keeps its tables whole when written to a file or a pipe."""
    console = Console(file=file or sys.stdout, highlight=False, emoji=False)
    if not console.is_terminal:
        console = Console(file=file or sys.stdout, highlight=False, emoji=False, width=PLAIN_WIDTH)
    return console


def print_report(summary: Summary, console: Console) -> None:
    """All tables of a run, the best engine first."""
    console.print(escape(summary.headline), soft_wrap=True)
    if not len(summary.results):
        return
    fair = 1 / summary.config.players
    _show(
        console,
        f"\nStandings (a fair share of the win is {fair:.1%})",
        standings(summary, stacked=console.width < PLAIN_WIDTH),
    )
    if len(summary.standings) > 2:
        _show(
            console,
            "Cross table: share of meetings in which the row finished ahead of the column, ties half",
            crosses(summary),
        )
    if not summary.config.automata:  # it always has the same seat
        _show(console, "Seats, by all who sat there", seats(summary))
    for line in summary.verdicts:
        console.print(escape(line), soft_wrap=True)
    if summary.results.faults:
        _show(console, "Faults: the seat forfeits that game, the others share the win", faults(summary))
        for line in summary.first_faults:
            console.print(escape(line), soft_wrap=True)


def standings(summary: Summary, stacked: bool = False) -> Table:
    """A row per engine; `stacked` puts intervals below their values, for a narrow terminal."""
    any_faults = bool(summary.results.faults)
    columns = ["Elo", "win share", "rank", "points", "margin"]
    headings = columns if stacked else [heading for column in columns for heading in (column, "95 %")]
    table = _table("engine", *headings, "seats", *(["faults"] if any_faults else []))
    for standing in summary.standings:
        line = standing.line
        cells = [
            (number(estimate.value, form), span(estimate, form))
            for estimate, form in (
                (standing.elo, "+.0f"),
                (line.share, ".1%"),
                (line.rank, ".2f"),
                (line.points, ".1f"),
                (line.margin, "+.1f"),
            )
        ]
        shown = ["\n".join(cell) for cell in cells] if stacked else [text for cell in cells for text in cell]
        faults = [str(standing.faults.total() or "-")] if any_faults else []
        table.add_row(escape(line.name), *shown, str(line.games), *faults)
    return table


def crosses(summary: Summary) -> Table:
    table = _table("", *(escape(standing.name) for standing in summary.standings))
    for standing, meetings in zip(summary.standings, summary.meetings, strict=True):
        table.add_row(escape(standing.name), *("" if cell is None else f"{cell.score:.1%}" for cell in meetings))
    return table


def seats(summary: Summary) -> Table:
    table = _table("seat", "win share", "95 %", "advantage", "rank", "95 %", "points", "95 %")
    fair = 1 / summary.config.players
    for line in summary.seats:
        advantage = None if line.share.value is None else line.share.value - fair
        table.add_row(
            line.name,
            number(line.share.value, ".1%"),
            span(line.share, ".1%"),
            number(advantage, "+.1%"),
            number(line.rank.value, ".2f"),
            span(line.rank, ".2f"),
            number(line.points.value, ".1f"),
            span(line.points, ".1f"),
        )
    return table


def faults(summary: Summary) -> Table:
    table = _table("engine", *(kind.value for kind in Kind))
    for standing in summary.standings:
        if standing.faults:
            table.add_row(escape(standing.name), *(str(standing.faults[kind] or "-") for kind in Kind))
    return table


def print_ratings(game: str, rated: list[Rated], console: Console) -> None:
    """A rating list, the best engine first."""
    table = _table("engine", "Elo", "95 %", "ahead", "meetings", "runs")
    for one in rated:
        table.add_row(
            escape(one.name),
            number(one.elo.value, "+.0f"),
            span(one.elo, "+.0f"),
            f"{one.score:.1%}",
            str(one.meetings),
            str(one.runs),
        )
    _show(console, f"{game}: ratings, their mean is 0", table)


def number(value: float | None, form: str) -> str:
    return "-" if value is None else format(value, form)


def span(estimate: Estimate, form: str) -> str:
    if estimate.low is None or estimate.high is None:
        return "-"
    return f"{estimate.low:{form}}…{estimate.high:{form}}"


def _table(*headings: str) -> Table:
    """A table whose first column is a name and whose others are numbers."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for at, heading in enumerate(headings):
        table.add_column(heading, justify="right" if at else "left", no_wrap=True)
    return table


def _show(console: Console, title: str, table: Table) -> None:
    console.print(title, style="bold", soft_wrap=True)
    console.print(table)
