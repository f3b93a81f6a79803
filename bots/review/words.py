"""A review for the terminal: every decision on a line, then who played how well and why it ended so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from egypt.bots.review.game import SIGNS, TERMS, Message, Reviewed, outcomes_words, short, signed
from egypt.protocol.commands import printable

BLOCKS = "▁▂▃▄▅▆▇█"
COLUMNS = 72  # of a course of chances


def report(found: Reviewed, short_form: bool = False) -> Iterator[str]:
    """All lines; the short form leaves out the single decisions."""
    yield from map(printable, _heading(found))
    if not short_form:
        yield ""
        yield from map(printable, _decisions(found))
    for part in (_chances(found), _summary(found), _accounts(found), _moments(found), _how(found)):
        yield ""
        yield from map(printable, part)


def _heading(found: Reviewed) -> Iterator[str]:
    yield found.title
    for seat in range(found.deal.players):
        rank = f", {_nth(found.course.ranks[seat])} with {_points(found.course.scores[seat])}" if found.course.ranks else ""
        yield f"{found.name(seat)}{rank}"


def _nth(rank: int) -> str:
    return {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth"}.get(rank, f"{rank}th")


def _points(score: int) -> str:
    return f"{score} point{'' if score == 1 else 's'}"


def _decisions(found: Reviewed) -> Iterator[str]:
    if found.opening["draws"]:
        yield from _draws(found.opening, "the deal")
    for item in found.items:
        lost = f"  −{item['loss']:.1f}, {signed(-item['points'])} points" if item["loss"] > 0 else ""
        yield f"{item['ply'] + 1:4}. {SIGNS[item['kind']]:2} {item['sentence']}{lost}"
        if item["loss"] > 0 and item["best"] != item["move"]:
            yield f"         better: {item['best_sentence']}"
        if item["luck"]:
            yield from _draws(item["luck"], "drawn")


def _draws(luck: Message, word: str) -> Iterator[str]:
    gifts = ", ".join(f"p{seat + 1} {signed(gift)}" for seat, gift in enumerate(luck["luck"]))
    marked = f" ({luck['word']} for p{luck['seat'] + 1})" if luck["word"] else ""
    yield f"         {word}: {short(luck['sentence'])}; luck {gifts} of {outcomes_words(luck)}{marked}"


def _chances(found: Reviewed) -> Iterator[str]:
    if not found.items:
        return
    yield "chances to win over the game, from 0 to 100"
    width = max(len(found.name(seat)) for seat in range(found.deal.players))
    for seat in range(found.deal.players):
        course = [item["played"][seat] for item in found.items]
        yield f"{found.name(seat):{width}}  {_curve(course)}"


def _curve(course: Sequence[float]) -> str:
    columns = min(COLUMNS, len(course))
    picked = [course[at * (len(course) - 1) // max(1, columns - 1)] for at in range(columns)]
    return "".join(BLOCKS[min(7, int(value * 8))] for value in picked)


def _summary(found: Reviewed) -> Iterator[str]:
    rows = [["", "accuracy", "lost", "points lost", "luck", "points by luck", "??", "?", "?!", "~", "unforced"]]
    for seat, one in enumerate(found.summary["seats"]):
        counts = one["counts"]
        rows.append(
            [
                found.name(seat),
                "-" if one["accuracy"] is None else f"{one['accuracy']:.1f}",
                f"{one['loss']:.1f}",
                f"{one['points']:.1f}",
                signed(one["luck"]),
                signed(one["luck_points"]),
                *(str(counts[kind]) for kind in ("blunder", "mistake", "inaccuracy", "unclear")),
                str(one["unforced"]),
            ]
        )
    yield from _table(rows)


def _accounts(found: Reviewed) -> Iterator[str]:
    rows = [[found.why, "start", *TERMS, "result" if found.course.ranks else "now"]]
    for seat, one in enumerate(found.summary["accounts"]):
        rows.append([found.name(seat), f"{one['start']:.1f}", *(signed(one[key]) for key in TERMS), f"{one['result']:.1f}"])
    yield from _table(rows)


def _moments(found: Reviewed) -> Iterator[str]:
    if not found.moments:
        yield "no decision was a mistake, and no draw was lucky"
        return
    yield "key moments"
    for moment in found.moments:
        size = -moment["size"] if moment["what"] == "decision" else moment["size"]
        at = "deal" if moment["ply"] < 0 else str(moment["ply"] + 1)
        yield f"{at:>4}. {signed(size):>6}  {found.moment_words(moment)}"


def _how(found: Reviewed) -> Iterator[str]:
    for sentence in found.how:
        line = ""
        for word in sentence.split():
            if len(line) + len(word) > 110:
                yield line
                line = ""
            line += f" {word}" if line else word
        yield line


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = [
            f"{cell:{width}}" if column == 0 else f"{cell:>{width}}"
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()
