"""The report as one page: no script, no network, nothing but this file."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from egypt.bots.arena import plots
from egypt.bots.arena.course import points_by_progress
from egypt.bots.arena.errors import ArenaError
from egypt.bots.arena.faults import Kind
from egypt.bots.arena.html_games import MAX_REPLAYS, games_list, pair_id, replayed, replays, times_by_engine, when_played
from egypt.bots.arena.record import RunFile, read_run
from egypt.bots.arena.report import number, span
from egypt.bots.arena.sprt import SequentialTest, deal_scores
from egypt.bots.arena.statistics import Estimate
from egypt.bots.arena.summary import Summary

# Colours of engines, in fixed order: (light page, dark page). Neighbours differ for colour-blind eyes as well.
_COLOURS = (
    ("#2a78d6", "#3987e5"),
    ("#eb6834", "#d95926"),
    ("#1baf7a", "#199e70"),
    ("#eda100", "#c98500"),
    ("#e87ba4", "#d55181"),
    ("#008300", "#008300"),
    ("#4a3aa7", "#9085e9"),
    ("#e34948", "#e66767"),
)

_STYLE = Path(__file__).with_name("page.css")


def write_page(summary: Summary, path: Path, run_file: Path | None, most_replays: int = MAX_REPLAYS) -> None:
    """Write the page; raises ArenaError if that fails. Without the file of the run there is no course of points."""
    try:
        path.write_text(page(summary, run_file, most_replays), encoding="utf-8")
    except OSError as problem:
        raise ArenaError(f"{path}: {problem.strerror}") from None


def page(summary: Summary, run_file: Path | None, most_replays: int = MAX_REPLAYS) -> str:
    config = summary.config
    title = f"{config.game}: {' – '.join(config.names)}"
    run = read_run(run_file) if run_file is not None else None
    sections = [_settings(summary)]
    when = ""
    if len(summary.results):
        sections = [
            _standings(summary),
            _ratings(summary),
            _sequential(summary),
            _crosses(summary, run is not None),
            _margins(summary),
            _course(summary, run_file),
            _seats(summary),
            _faults(summary),
            *_games(summary, run, most_replays),
            *sections,
        ]
        when = f"<p>{escape(when_played(run))}</p>" if run is not None else ""
    return page_frame(title, f"<p>{escape(summary.headline)}</p>{when}", sections)


def page_frame(title: str, head: str, sections: Sequence[str]) -> str:
    """A whole page: its title is escaped here, head and sections are HTML."""
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{_style()}</style></head>'
        f"<body><main><header><h1>{escape(title)}</h1>{head}</header>{''.join(sections)}</main></body></html>\n"
    )


def _style() -> str:
    light = "".join(f"--c{i}: {colour}; " for i, (colour, _) in enumerate(_COLOURS))
    dark = "".join(f"--c{i}: {colour}; " for i, (_, colour) in enumerate(_COLOURS))
    classes = " ".join(f".s{i} {{ --c: var(--c{i}) }}" for i in range(plots.SERIES))
    style = _STYLE.read_text(encoding="utf-8").partition("*/")[2]
    return style.replace("LIGHT", light).replace("DARK", dark).replace("SERIES", classes)


def section(title: str, remark: str, body: str) -> str:
    said = f"<p>{escape(remark)}</p>" if remark else ""
    return f'<section><h2>{escape(title)}</h2>{said}<div class="wide">{body}</div></section>'


def _rows(headings: list[str], rows: list[list[str]], css: str = "") -> str:
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "".join(
        "<tr>" + "".join(cell if cell.startswith("<td") else f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f'<table class="{css}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def _colour(summary: Summary, name: str) -> int:
    """An engine keeps its colour: that of its place on the command line."""
    return summary.config.names.index(name)


def _name(summary: Summary, name: str) -> str:
    index = _colour(summary, name) % plots.SERIES
    return f'<span class="chip" style="background: var(--c{index})"></span>{escape(name)}'


def _cell(estimate: Estimate, form: str) -> str:
    return f"{number(estimate.value, form)}<small>{span(estimate, form)}</small>"


def _standings(summary: Summary) -> str:
    rows = [
        [
            _name(summary, s.name),
            _cell(s.elo, "+.0f"),
            _cell(s.line.share, ".1%"),
            _cell(s.line.rank, ".2f"),
            _cell(s.line.points, ".1f"),
            _cell(s.line.margin, "+.1f"),
            str(s.line.games),
            str(s.faults.total() or "–"),
        ]
        for s in summary.standings
    ]
    said = "".join(f'<p class="verdict">{escape(line)}</p>' for line in summary.verdicts)
    fair = 1 / summary.config.players
    return section(
        "Standings",
        f"Small numbers are 95 % intervals from a bootstrap over deals. A fair share of the win is {fair:.1%}.",
        said + _rows(["engine", "Elo", "win share", "rank", "points", "margin", "seats", "faults"], rows),
    )


def _ratings(summary: Summary) -> str:
    names = [standing.name for standing in summary.standings]
    # An engine that only ever forfeited was never measured; its rating would squash all others.
    forfeited = [standing.line.games and standing.faults.total() >= standing.line.games for standing in summary.standings]
    labels = [f"{name} (forfeits only)" if only else name for name, only in zip(names, forfeited, strict=True)]
    estimates = [
        Estimate(None) if only else standing.elo for standing, only in zip(summary.standings, forfeited, strict=True)
    ]
    plot = plots.interval_plot(
        labels, estimates, [_colour(summary, name) for name in names], 0.0, "Elo, the mean of all engines is 0", "+.0f"
    )
    return section("Ratings", "100 points more: ahead in 64 % of meetings; 200: in 76 %; 400: in 91 %.", plot)


def _sequential(summary: Summary) -> str:
    if summary.config.sprt is None or summary.verdict is None:
        return ""
    test = SequentialTest(summary.config.sprt)
    ratios = [test.add(score).llr for _, score in deal_scores(summary.results)]
    return section("Sequential test", "", plots.sequential_plot(ratios, summary.verdict.lower, summary.verdict.upper))


def _crosses(summary: Summary, has_games: bool) -> str:
    rows = []
    for standing, meetings in zip(summary.standings, summary.meetings, strict=True):
        cells = [_name(summary, standing.name)]
        for other, meeting in zip(summary.standings, meetings, strict=True):
            if meeting is None:
                cells.append("<td></td>")
                continue
            strength = min(1.0, abs(meeting.score - 0.5) * 2) * 0.55
            tone = "ahead" if meeting.score >= 0.5 else "behind"
            margin = "" if meeting.margin is None else f"<small>{meeting.margin:+.1f}</small>"
            shown = f"{meeting.score:.1%}"
            if has_games:
                shown = f'<a href="#{pair_id(standing.name, other.name, summary.config)}">{shown}</a>'
            cells.append(
                f'<td style="background: rgba(var(--{tone}), {strength:.2f})" '
                f'title="{meeting.pairs} pairs of seats">{shown}{margin}</td>'
            )
        rows.append(cells)
    return section(
        "Cross table",
        "Share of meetings in which the row finished ahead of the column, ties half; below, its mean margin in points.",
        _rows(["", *(standing.name for standing in summary.standings)], rows, "heat"),
    )


def _margins(summary: Summary) -> str:
    results = summary.results
    margins, values = results.margins, {}
    for standing in summary.standings:
        mine = (results.seats == _colour(summary, standing.name)) & results.finished[:, None]
        if mine.any():
            values[standing.name] = margins[mine]
    if not values:
        return ""
    reach = max(1.0, *(float(abs(kept).max()) for kept in values.values()))
    limits = (-reach, reach)
    top = max(plots.highest_share(kept, limits) for kept in values.values())
    body = "".join(plots.histogram(name, kept, limits, top, _colour(summary, name)) for name, kept in values.items())
    return section(
        "Margins",
        "Points above the mean of the other engines at the table, in games played to their end. The triangle is the mean.",
        f'<div class="pair">{body}</div>',
    )


def _course(summary: Summary, run_file: Path | None) -> str:
    if run_file is None:
        return ""
    courses, games = points_by_progress(run_file)
    if not courses:
        return ""
    plot = plots.course_plot(courses, {name: _colour(summary, name) for name in courses})
    remark = f"Means of {games} games; the bands hold the middle half of them."
    return section("Points over the course of a game", remark, plot)


def _seats(summary: Summary) -> str:
    if summary.config.automata:
        return ""  # it always has the same seat
    plot = plots.interval_plot(
        [line.name for line in summary.seats],
        [line.share for line in summary.seats],
        [None] * len(summary.seats),
        1 / summary.config.players,
        "win share by seat; the dashed line is fair",
        ".1%",
        ".0%",
    )
    rows = [
        [line.name, _cell(line.share, ".1%"), _cell(line.rank, ".2f"), _cell(line.points, ".1f")] for line in summary.seats
    ]
    return section(
        "Seat advantage",
        "All who sat there: every engine sits on every seat equally often.",
        plot + _rows(["seat", "win share", "rank", "points"], rows),
    )


def _faults(summary: Summary) -> str:
    if not summary.results.faults:
        return ""
    rows = [[_name(summary, s.name), *(str(s.faults[kind] or "–") for kind in Kind)] for s in summary.standings if s.faults]
    said = "".join(f"<p><code>{escape(line)}</code></p>" for line in summary.first_faults)
    return section(
        "Faults",
        "The seat forfeits that game and is last; the others share the win.",
        _rows(["engine", *(kind.value for kind in Kind)], rows) + said,
    )


def _games(summary: Summary, run: RunFile | None, most_replays: int) -> list[str]:
    """Times per move, the list of games, and those that can be opened."""
    if run is None:
        return []
    sections = []
    if times := times_by_engine(run):
        rows = [
            [_name(summary, name), str(int(moves)), *(f"{value:.1f}" for value in values)]
            for name, (moves, *values) in times.items()
        ]
        headings = ["engine", "moves", "mean", "median", "95 %", "longest"]
        sections.append(section("Times", "Milliseconds a move.", _rows(headings, rows)))
    opened = len(replayed(run, most_replays))
    said = (
        ""
        if opened == len(run.records)
        else (
            f"<p>{opened} of {len(run.records)} games can be opened here; egypt-arena report --replays N opens more, "
            "egypt-arena show prints any, egypt-review judges it.</p>"
        )
    )
    sections.append(section("Games", "Numbers that are links can be opened below.", games_list(run, most_replays)))
    return [*sections, f"<section><h2>Replays</h2>{said}{replays(run, most_replays)}</section>"]


def _settings(summary: Summary) -> str:
    rows = [
        [_name(summary, spec.name), '<td class="words"><code>' + escape(spec.describe()) + "</code></td>"]
        for spec in summary.config.engines
    ]
    config = summary.config
    return section(
        "Settings",
        f"Rules {config.rules or '-'}, seed {config.seed}, {config.deals} deals, {len(config.seatings)} games a deal.",
        _rows(["engine", ""], rows),
    )
