"""A review as one HTML page that needs nothing else: no script, no file, no other site. Whatever it quotes is escaped."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from importlib.resources import files

from egypt import get_game
from egypt.bots.review.game import ERRORS, SIGNS, TERMS, Message, Reviewed, outcomes_words, short, signed

WIDTH, HEIGHT = 900, 340
LEFT, RIGHT, TOP, BOTTOM = 74, 166, 16, 34
SEAT_SIGNS = "●■▲◆★"
LONGEST_NAME = 14  # characters of a name beside a curve


def page(found: Reviewed) -> str:
    style = files("egypt.bots.review").joinpath("page.css").read_text(encoding="utf-8")
    title = escape(f"Review: {found.title}")
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
<main>
<header><h1>{escape(get_game(found.deal.game).title)} reviewed</h1><p>{escape(found.title)}</p></header>
<section><h2>Chances to win</h2><div>{chart(found)}</div>
<p class="soft">A filled mark is an error, an open one a lucky or unlucky draw.</p></section>
<section><h2>Who played how well</h2><div class="wide">{_summary(found)}</div></section>
<section><h2>{found.why.capitalize()}</h2>
<p class="soft">In points of a hundred: the chance before the deal, what nature gave, what own errors lost, what the others'
errors gave, and what is left over from one judgement to the next (explained below); together they are the result.</p>
<div class="wide">{_accounts(found)}</div></section>
<section class="moments"><h2>Key moments</h2>{_moments(found)}</section>
<section><h2>Every decision</h2>
<input type="checkbox" class="only" id="only"> <label for="only">only errors and notable draws</label>
<ol>{_decisions(found)}</ol></section>
<section><h2>How it is judged</h2>{"".join(f"<p>{escape(sentence)}</p>" for sentence in found.how)}</section>
</main>
</body>
</html>
"""


# -- seats in words ----------------------------------------------------------------------------------------------------


def _seat(found: Reviewed, seat: int) -> str:
    return f'<span class="seat seat{seat + 1}">{SEAT_SIGNS[seat]} {escape(found.name(seat))}</span>'


def _told(text: str, found: Reviewed) -> str:
    """A sentence with its seats in their colours."""
    parts = re.split(r"\bp([1-5])\b", text)
    out = [escape(parts[0])]
    for number, rest in zip(parts[1::2], parts[2::2], strict=True):
        known = int(number) <= found.deal.players
        out.append((f'<span class="seat seat{number}">p{number}</span>' if known else f"p{number}") + escape(rest))
    return "".join(out)


# -- the chart ---------------------------------------------------------------------------------------------------------


def chart(found: Reviewed) -> str:
    """A curve for every seat: at each decision its chance, then with the move played, at last the result."""
    parts = []
    for percent in (0, 25, 50, 75, 100):
        parts.append(
            f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{_y(percent):.1f}" y2="{_y(percent):.1f}"/>'
            f'<text x="{LEFT - 6}" y="{_y(percent) + 4:.1f}" text-anchor="end">{percent} %</text>'
        )
    parts.append(
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2:.0f}" y="{HEIGHT - 6}" text-anchor="middle">'
        f"{len(found.items)} decisions</text>"
    )
    results = [one["result"] for one in found.summary["accounts"]]
    labels = _apart([_y(result) for result in results])
    for seat in range(found.deal.players):
        points = [(_x(-1, found), _y(100 * found.opening["mean"][seat]))]
        for item in found.items:
            points += [
                (_x(item["ply"], found), _y(100 * item["chances"][seat])),
                (_x(item["ply"] + 0.5, found), _y(100 * item["played"][seat])),
            ]
        points.append((_x(len(found.items), found), _y(results[seat])))
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        name = short(found.name(seat), LONGEST_NAME)
        parts.append(
            f'<g class="seat{seat + 1}"><polyline class="curve" points="{path}"/>'
            f'<text class="name" x="{WIDTH - RIGHT + 8}" y="{labels[seat] + 4:.1f}">'
            f"{SEAT_SIGNS[seat]} {escape(name)}</text></g>"
        )
    parts += [_mark(moment, found) for moment in found.moments if moment["ply"] >= 0]
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="Chances to win over the game, one curve per seat; '
        f'the list of decisions has the numbers">{"".join(parts)}</svg>'
    )


def _mark(moment: Message, found: Reviewed) -> str:
    item, seat = found.items[moment["ply"]], moment["seat"]
    is_draw = moment["what"] == "draw"
    x = _x(moment["ply"] + 0.5, found)
    y = _y(100 * item["played"][seat])
    words = escape(found.moment_words(moment))
    return (
        f'<a href="#d{moment["ply"] + 1}"><circle class="{"draw" if is_draw else "mark"} seat{seat + 1}" cx="{x:.1f}" '
        f'cy="{y:.1f}" r="{5 if is_draw else 6}"><title>{words}</title></circle></a>'
    )


def _x(place: float, found: Reviewed) -> float:
    return LEFT + (place + 1) / max(1, len(found.items) + 1) * (WIDTH - LEFT - RIGHT)


def _y(percent: float) -> float:
    return HEIGHT - BOTTOM - percent / 100 * (HEIGHT - TOP - BOTTOM)


def _apart(places: Sequence[float], least: float = 24.0) -> list[float]:
    """The same places, moved so that names do not lie on each other."""
    moved = list(places)
    below = float("inf")
    for seat in sorted(range(len(places)), key=lambda seat: -places[seat]):
        moved[seat] = below = min(places[seat], below - least)
    return moved


# -- tables ------------------------------------------------------------------------------------------------------------


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], minor: Sequence[int] = ()) -> str:
    """Cells are HTML already; the minor columns are left out where there is no room."""
    css = ["".join(' class="minor"' for at in minor if at == column) for column in range(len(head))]
    top = "".join(f'<th scope="col"{css[column]}>{cell}</th>' for column, cell in enumerate(head))
    body = "".join(
        f'<tr><th scope="row">{row[0]}</th>'
        + "".join(f"<td{css[column]}>{cell}</td>" for column, cell in enumerate(row[1:], 1))
        + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def _summary(found: Reviewed) -> str:
    rows = []
    for seat, one in enumerate(found.summary["seats"]):
        score = f"{found.course.scores[seat]} ({found.course.ranks[seat]}.)" if found.course.ranks else "–"
        rows.append(
            [
                _seat(found, seat),
                score,
                "–" if one["accuracy"] is None else f"{one['accuracy']:.1f} %",
                f"{one['loss']:.1f}",
                f"{one['points']:.1f}",
                signed(one["luck"]),
                signed(one["luck_points"]),
                *(str(one["counts"][kind]) for kind in ERRORS),
                str(one["unforced"]),
            ]
        )
    head = [
        "",
        "score",
        "accuracy",
        "lost",
        "points lost",
        "luck",
        "points by luck",
        *(f'<abbr title="{kind}">{SIGNS[kind]}</abbr>' for kind in ERRORS),
        "decisions",
    ]
    return _table(head, rows, minor=(4, 6, 10))


def _accounts(found: Reviewed) -> str:
    rows = [
        [_seat(found, seat), f"{one['start']:.1f}", *(signed(one[key]) for key in TERMS), f"{one['result']:.1f}"]
        for seat, one in enumerate(found.summary["accounts"])
    ]
    return _table(["", "start", *TERMS, "result" if found.course.ranks else "now"], rows)


def _moments(found: Reviewed) -> str:
    if not found.moments:
        return "<p>No decision was a mistake, and no draw was lucky.</p>"
    rows = []
    for moment in found.moments:
        size = -moment["size"] if moment["what"] == "decision" else moment["size"]
        at, anchor = ("deal", "deal") if moment["ply"] < 0 else (str(moment["ply"] + 1), f"d{moment['ply'] + 1}")
        rows.append(
            f'<li><span class="number"><a href="#{anchor}">{at}</a></span>'
            f"<span>{_told(found.moment_words(moment), found)}</span>"
            f'<span class="{"gain" if size > 0 else "loss"}">{signed(size)}</span></li>'
        )
    return f"<ol>{''.join(rows)}</ol>"


# -- decisions ---------------------------------------------------------------------------------------------------------


def _decisions(found: Reviewed) -> str:
    rows = []
    if found.opening["draws"]:
        rows.append(
            f'<li id="deal"{_plain(found.opening["word"])}><span class="number">deal</span>'
            f"<span>{_draws(found.opening, found)}</span></li>"
        )
    for item in found.items:
        luck = item["luck"]
        is_notable = item["kind"] in ERRORS or bool(luck and luck["word"])
        loss = f'<span class="loss">−{item["loss"]:.1f}, {signed(-item["points"])} points</span>' if item["loss"] > 0 else ""
        better = (
            ""
            if item["best"] == item["move"] or not item["loss"]
            else (f'<span class="more">better: {_told(item["best_sentence"], found)}</span>')
        )
        drawn = f'<span class="more">{_draws(luck, found)}</span>' if luck else ""
        rows.append(
            f'<li id="d{item["ply"] + 1}" class="{item["kind"]}{"" if is_notable else " plain"}">'
            f'<span class="number">{item["ply"] + 1}</span><span><span class="kind" title="{item["kind"]}">'
            f"{SIGNS[item['kind']]}</span>{_told(item['sentence'], found)}</span>{loss}{better}{drawn}</li>"
        )
    return "".join(rows)


def _plain(word: str) -> str:
    return "" if word else ' class="plain"'


def _draws(luck: Message, found: Reviewed) -> str:
    gifts = "".join(
        f'<span class="gift seat{seat + 1}">p{seat + 1} {signed(gift)}</span>' for seat, gift in enumerate(luck["luck"])
    )
    word = f' <span class="lucky">{luck["word"]} for p{luck["seat"] + 1}</span>' if luck["word"] else ""
    return f"{_told(short(luck['sentence'], 400), found)} · luck {gifts}<small>of {outcomes_words(luck)}</small>{word}"
