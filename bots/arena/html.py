"""The report as one page: no script, no network, nothing but this file."""

from __future__ import annotations

from html import escape
from pathlib import Path

from bots.arena import plots
from bots.arena.course import points_by_progress
from bots.arena.errors import ArenaError
from bots.arena.faults import Kind
from bots.arena.report import number, span
from bots.arena.results import Floats
from bots.arena.sprt import SequentialTest, deal_scores
from bots.arena.statistics import Estimate
from bots.arena.summary import Summary

# Colours of engines, in fixed order: (light page, dark page). Neighbours differ for colour-blind eyes as well.
_COLOURS = (
    ("#2a78d6", "#3987e5"), ("#eb6834", "#d95926"), ("#1baf7a", "#199e70"), ("#eda100", "#c98500"),
    ("#e87ba4", "#d55181"), ("#008300", "#008300"), ("#4a3aa7", "#9085e9"), ("#e34948", "#e66767"),
)

_STYLE = """
:root { color-scheme: light dark; --page: #f9f9f7; --card: #fcfcfb; --ink: #0b0b0b; --soft: #52514e; --faint: #898781;
  --rule: #e1e0d9; --edge: rgba(11,11,11,.1); --ahead: 42,120,214; --behind: 227,73,72; LIGHT }
@media (prefers-color-scheme: dark) { :root { --page: #0d0d0d; --card: #1a1a19; --ink: #fff; --soft: #c3c2b7;
  --faint: #898781; --rule: #2c2c2a; --edge: rgba(255,255,255,.1); DARK } }
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif }
main { max-width: 820px; margin: 0 auto; padding: 28px 20px 60px }
h1 { font-size: 24px; margin: 0 0 2px } h2 { font-size: 16px; margin: 0 0 2px }
p { margin: 0 0 12px; color: var(--soft) } header p { margin: 0 0 20px }
section { background: var(--card); border: 1px solid var(--edge); border-radius: 10px; padding: 16px 18px; margin: 0 0 16px }
.wide { overflow-x: auto } svg { max-width: 100%; height: auto; display: block } .grid2 { display: flex; flex-wrap: wrap; gap: 12px }
table { border-collapse: collapse; font-size: 14px; width: 100% }
th { font-weight: 500; color: var(--soft); text-align: right; padding: 5px 8px; border-bottom: 1px solid var(--rule) }
td { text-align: right; padding: 6px 8px; border-bottom: 1px solid var(--rule); font-variant-numeric: tabular-nums; white-space: nowrap }
th:first-child, td:first-child { text-align: left } tr:last-child td { border-bottom: 0 }
td small { display: block; color: var(--faint); font-size: 12px } code { font-size: 12.5px; overflow-wrap: anywhere }
.chip { display: inline-block; width: 10px; height: 10px; border-radius: 3px; margin-right: 8px }
.heat td { border: 2px solid var(--card); text-align: center; border-radius: 6px } .heat td:first-child { text-align: left }
.heat th { text-align: center } .heat small { color: var(--soft) } .verdict { color: var(--ink); font-weight: 500 }
text { font: 12px system-ui, sans-serif; fill: var(--soft) } text.tick { fill: var(--faint); font-size: 11px }
text.label { fill: var(--ink); font-size: 13px } text.value { fill: var(--ink); font-variant-numeric: tabular-nums }
line.grid { stroke: var(--rule) } line.reference { stroke: var(--faint); stroke-dasharray: 4 3 }
.whisker { stroke-width: 2.5; stroke-linecap: round; stroke: var(--c) } .dot { fill: var(--c); stroke: var(--card); stroke-width: 2 }
.bar { fill: var(--c) } .band { fill: var(--c); opacity: .13 } .line { fill: none; stroke: var(--c); stroke-width: 2; stroke-linejoin: round }
.dashed.line, .dashed.whisker { stroke-dasharray: 6 4 } .mark { fill: var(--ink) } .neutral { --c: var(--soft) }
SERIES
"""


def write_page(summary: Summary, path: Path, run_file: Path | None) -> None:
    """Write the page; raises ArenaError if that fails. Without the file of the run there is no course of points."""
    try:
        path.write_text(page(summary, run_file), encoding="utf-8")
    except OSError as problem:
        raise ArenaError(f"{path}: {problem.strerror}") from None


def page(summary: Summary, run_file: Path | None) -> str:
    config = summary.config
    title = f"{config.game}: {' – '.join(config.names[:4])}{' …' if len(config.names) > 4 else ''}"
    sections = [_settings(summary)]
    if len(summary.results):
        sections = [
            _standings(summary), _ratings(summary), _sequential(summary), _crosses(summary), _margins(summary),
            _course(summary, run_file), _seats(summary), _faults(summary), *sections,
        ]
    return (f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
            f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{_style()}</style></head>'
            f"<body><main><header><h1>{escape(title)}</h1><p>{escape(summary.headline)}</p></header>"
            f"{''.join(sections)}</main></body></html>\n")


def _style() -> str:
    light = "".join(f"--c{i}: {colour}; " for i, (colour, _) in enumerate(_COLOURS))
    dark = "".join(f"--c{i}: {colour}; " for i, (_, colour) in enumerate(_COLOURS))
    classes = " ".join(f".s{i} {{ --c: var(--c{i}) }}" for i in range(plots.SERIES))
    return _STYLE.replace("LIGHT", light).replace("DARK", dark).replace("SERIES", classes)


def _section(title: str, remark: str, body: str) -> str:
    said = f"<p>{escape(remark)}</p>" if remark else ""
    return f"<section><h2>{escape(title)}</h2>{said}<div class=\"wide\">{body}</div></section>"


def _rows(headings: list[str], rows: list[list[str]], css: str = "") -> str:
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "".join("<tr>" + "".join(cell if cell.startswith("<td") else f"<td>{cell}</td>" for cell in row) + "</tr>"
                   for row in rows)
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
        [_name(summary, s.name), _cell(s.elo, "+.0f"), _cell(s.line.share, ".1%"), _cell(s.line.rank, ".2f"),
         _cell(s.line.points, ".1f"), _cell(s.line.margin, "+.1f"), str(s.line.games), str(s.faults.total() or "–")]
        for s in summary.standings
    ]
    said = "".join(f'<p class="verdict">{escape(line)}</p>' for line in summary.verdicts)
    fair = 1 / summary.config.players
    return _section(
        "Standings", f"Small numbers are 95 % intervals from a bootstrap over deals. A fair share of the win is {fair:.1%}.",
        said + _rows(["engine", "Elo", "win share", "rank", "points", "margin", "seats", "faults"], rows))


def _ratings(summary: Summary) -> str:
    names = [standing.name for standing in summary.standings]
    plot = plots.interval_plot(
        names, [standing.elo for standing in summary.standings], [_colour(summary, name) for name in names], 0.0,
        "Elo, the mean of all engines is 0", "+.0f")
    return _section("Ratings", "100 points more: ahead in 64 % of meetings; 200: in 76 %; 400: in 91 %.", plot)


def _sequential(summary: Summary) -> str:
    if summary.config.sprt is None or summary.verdict is None:
        return ""
    test = SequentialTest(summary.config.sprt)
    ratios = [test.add(score).llr for _, score in deal_scores(summary.results)]
    return _section("Sequential test", "", plots.sequential_plot(ratios, summary.verdict.lower, summary.verdict.upper))


def _crosses(summary: Summary) -> str:
    rows = []
    for standing, meetings in zip(summary.standings, summary.meetings, strict=True):
        cells = [_name(summary, standing.name)]
        for meeting in meetings:
            if meeting is None:
                cells.append("<td></td>")
                continue
            strength = min(1.0, abs(meeting.score - 0.5) * 2) * 0.55
            tone = "ahead" if meeting.score >= 0.5 else "behind"
            margin = "" if meeting.margin is None else f"<small>{meeting.margin:+.1f}</small>"
            cells.append(f'<td style="background: rgba(var(--{tone}), {strength:.2f})" '
                         f'title="{meeting.pairs} pairs of seats">{meeting.score:.1%}{margin}</td>')
        rows.append(cells)
    return _section(
        "Cross table", "Share of meetings in which the row finished ahead of the column, ties half; below, its mean margin in points.",
        _rows(["", *(standing.name for standing in summary.standings)], rows, "heat"))


def _margins(summary: Summary) -> str:
    results = summary.results
    margins, values = results.margins, {}
    for standing in summary.standings:
        mine = (results.seats == _colour(summary, standing.name)) & results.finished[:, None]
        values[standing.name] = margins[mine]
    every: Floats = margins[results.finished]
    if not every.size:
        return ""
    reach = max(1.0, float(abs(every).max()))
    limits = (-reach, reach)
    top = max(plots.highest_share(kept, limits) for kept in values.values())
    body = "".join(plots.histogram(name, kept, limits, top, _colour(summary, name)) for name, kept in values.items())
    return _section(
        "Margins", "Points above the mean of the other engines at the table, in games played to their end. The triangle marks the mean.",
        f'<div class="grid2">{body}</div>')


def _course(summary: Summary, run_file: Path | None) -> str:
    if run_file is None:
        return ""
    courses, games = points_by_progress(run_file)
    if not courses:
        return ""
    plot = plots.course_plot(courses, {name: _colour(summary, name) for name in courses})
    return _section("Points over the course of a game", f"Means of {games} games; the bands hold the middle half of them.", plot)


def _seats(summary: Summary) -> str:
    plot = plots.interval_plot(
        [line.name for line in summary.seats], [line.share for line in summary.seats], [None] * len(summary.seats),
        1 / summary.config.players, "win share by seat; the dashed line is fair", ".1%", ".0%")
    rows = [[line.name, _cell(line.share, ".1%"), _cell(line.rank, ".2f"), _cell(line.points, ".1f")] for line in summary.seats]
    return _section("Seat advantage", "Whoever sat there: every engine sits on every seat equally often.",
                    plot + _rows(["seat", "win share", "rank", "points"], rows))


def _faults(summary: Summary) -> str:
    if not summary.results.faults:
        return ""
    rows = [
        [_name(summary, s.name), *(str(s.faults[kind] or "–") for kind in Kind)] for s in summary.standings if s.faults
    ]
    said = "".join(f"<p><code>{escape(line)}</code></p>" for line in summary.first_faults)
    return _section("Faults", "The seat forfeits that game and is last; the others share the win.",
                    _rows(["engine", *(kind.value for kind in Kind)], rows) + said)


def _settings(summary: Summary) -> str:
    rows = [
        [_name(summary, spec.name), '<td style="text-align: left; white-space: normal"><code>'
         + escape(spec.describe()) + "</code></td>"]
        for spec in summary.config.engines
    ]
    config = summary.config
    return _section("Settings", f"Rules {config.rules or '-'}, seed {config.seed}, {config.deals} deals, "
                    f"{len(config.seatings)} games a deal.", _rows(["engine", ""], rows))
