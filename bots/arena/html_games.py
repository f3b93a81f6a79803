"""The games of a report page: when and how fast they were played, a list with links, and replays with their chances."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from html import escape

import numpy as np

from egypt import EgyptError
from egypt.bots.arena import plots
from egypt.bots.arena.errors import ArenaError
from egypt.bots.arena.record import ADJUDICATED, FINISHED, GameRecord, RunFile
from egypt.bots.arena.schedule import Config, game_of
from egypt.bots.arena.show import replay_lines

MAX_LISTED = 1000  # games in the list
MAX_REPLAYS = 40  # that can be opened unless more are asked for: each takes some ten kilobytes
MAX_TIMED = 400  # games of which times are told by engine
MAX_LINKS = 200  # games that a pair of engines is linked to


def pair_id(one: str, other: str, config: Config) -> str:
    """The anchor of two engines' games, the same in both directions."""
    first, second = sorted((config.names.index(one), config.names.index(other)))
    return f"pair-{first}-{second}"


def when_played(run: RunFile) -> str:
    """Date, duration and number of moves of a run, as far as it says so."""
    began = min((record.began for record in run.records if record.began), default=run.began)
    ended = max((record.ended for record in run.records if record.ended), default="")
    moves = sum(len(record.times) for record in run.records)
    parts = [f"{len(run.records)} games, {moves} moves"]
    if began:
        parts.append(f"played on {began[:10]} from {began[11:16]}" + (f" to {_end(began, ended)} UTC" if ended else " UTC"))
    if began and ended:
        parts.append(f"{_duration(began, ended)} from the first to the last game")
    return "; ".join(parts)


def _end(began: str, ended: str) -> str:
    return ended[11:16] if ended[:10] == began[:10] else f"{ended[:10]} {ended[11:16]}"


def _duration(began: str, ended: str) -> str:
    start, end = (datetime.fromisoformat(date.replace("Z", "+00:00")) for date in (began, ended))
    minutes, seconds = divmod(max(0, int((end - start).total_seconds())), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {seconds} s" if minutes else f"{seconds} s"


def times_by_engine(run: RunFile) -> dict[str, list[float]]:
    """Moves, and milliseconds a move: mean, median, 95th per cent and longest, of every engine that took any time. Of the
    first games: a replay must tell whose move it was."""
    times: dict[str, list[float]] = {}
    for record in run.records[:MAX_TIMED]:
        if not any(record.times):
            continue
        for seat, used in zip(movers(record, run.config), record.times, strict=False):
            times.setdefault(record.seats[seat], []).append(used)
    return {
        name: [float(len(kept)), float(np.mean(kept)), *map(float, np.percentile(kept, [50, 95])), max(kept)]
        for name, kept in times.items()
    }


def movers(record: GameRecord, config: Config) -> Iterator[int]:
    """The seat of every decision; ends where the record cannot be replayed."""
    try:
        table = config.table(game_of(config), record.deal, record.seed)
        for move in record.moves.split():
            seat = table.actor
            yield seat
            table.play(move, seat)
    except EgyptError:
        return


# -- the list ----------------------------------------------------------------------------------------------------------


def games_list(run: RunFile, most_replays: int) -> str:
    """All games as a table; those that can be opened are linked."""
    opened = {record.number for record in replayed(run, most_replays)}
    rows = []
    for record in run.records[:MAX_LISTED]:
        number = f'<a href="#replay-{record.number}">{record.number}</a>' if record.number in opened else str(record.number)
        seats = ", ".join(
            f"{escape(name)} {score}{'*' if rank == 1 else ''}"
            for name, score, rank in zip(record.seats, record.scores, record.ranks, strict=True)
        )
        end = escape(record.ruling if record.end == ADJUDICATED else record.end)
        rows.append(
            f'<tr id="game-{record.number}"><td>{number}</td><td class="words">{seats}</td>'
            f"<td>{len(record.times)}</td><td>{sum(record.times) / 1000:.1f} s</td>"
            f"<td>{end if record.end != FINISHED else ''}</td></tr>"
        )
    head = "".join(f"<th>{name}</th>" for name in ("game", "seats from p1 on, * first", "moves", "time", ""))
    more = len(run.records) - len(rows)
    return (
        f'<table class="games"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'
        + (f"<p>and {more} more</p>" if more else "")
        + _pairs(run)
    )


def _pairs(run: RunFile) -> str:
    """For every pair of engines the games in which they met."""
    met: dict[tuple[int, int], list[int]] = {}
    names = run.config.names
    for record in run.records[:MAX_LISTED]:
        seated = sorted({names.index(name) for name in record.seats})
        for at, one in enumerate(seated):
            for other in seated[at + 1 :]:
                met.setdefault((one, other), []).append(record.number)
    parts = []
    for (one, other), numbers in sorted(met.items()):
        links = " ".join(f'<a href="#game-{number}">{number}</a>' for number in numbers[:MAX_LINKS])
        more = f" and {len(numbers) - MAX_LINKS} more" if len(numbers) > MAX_LINKS else ""
        parts.append(
            f'<p id="pair-{one}-{other}" class="links">{escape(names[one])} and {escape(names[other])}: {links}{more}</p>'
        )
    return "".join(parts)


# -- replays -----------------------------------------------------------------------------------------------------------


def replayed(run: RunFile, most: int) -> list[GameRecord]:
    """The games that can be opened: some of those that did not end as usual, then the first ones."""
    odd = [record for record in run.records if record.end != FINISHED][: most // 2]
    chosen = {record.number: record for record in [*odd, *run.records][: most + len(odd)]}
    return sorted(list(chosen.values())[:most], key=lambda record: record.number)


def replays(run: RunFile, most: int) -> str:
    """Each game to be opened: what the engines thought of their chances, then every event."""
    game, parts = game_of(run.config), []
    for record in replayed(run, most):
        try:
            lines = list(replay_lines(record, run.config, game))
        except ArenaError as problem:
            lines = [f"game {record.number} cannot be replayed: {problem}"]
        seats = " – ".join(f"{name} {score}" for name, score in zip(record.seats, record.scores, strict=True))
        parts.append(
            f'<details><summary id="replay-{record.number}">game {record.number}: {escape(seats)}</summary>'
            f'<div class="wide">{_chances(record, run.config)}</div><pre>{escape(chr(10).join(lines))}</pre></details>'
        )
    return "".join(parts)


def _chances(record: GameRecord, config: Config) -> str:
    """What every seat thought of its own chances, decision by decision; nothing if none of them said."""
    courses: dict[int, list[tuple[float, float]]] = {}
    for at, (seat, thought) in enumerate(zip(movers(record, config), record.thoughts, strict=False), 1):
        if thought is not None and thought.chances:
            courses.setdefault(seat, []).append((at, thought.chances[seat]))
    if not courses:
        return "<p>No engine said what it thought of its chances.</p>"
    named = [
        (f"p{seat + 1} {record.seats[seat]}", config.names.index(record.seats[seat]), courses[seat])
        for seat in sorted(courses)
    ]
    return plots.chances_plot(named, len(record.times))
