"""Points over the course of a game: replays some games of a file and notes who had how many points when."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from egypt import EgyptError
from egypt.bots.arena.errors import ArenaError
from egypt.bots.arena.record import FINISHED, read_run
from egypt.bots.arena.results import Floats
from egypt.bots.arena.schedule import game_of

STEPS = 40  # a game is cut into this many equal parts
MAX_GAMES = 400  # that are replayed


def points_by_progress(path: Path) -> tuple[dict[str, Floats], int]:
    """For each engine its points at 0, 1/STEPS, … of the decisions (a row per seat and game); and how many games."""
    run = read_run(path)
    finished = [record for record in run.records if record.end == FINISHED]
    picked = [finished[i] for i in sorted({i * len(finished) // MAX_GAMES for i in range(MAX_GAMES)})] if finished else []
    game = game_of(run.config)
    rows: dict[str, list[Floats]] = {name: [] for name in run.config.names}
    for record in picked:
        table = run.config.table(game, record.deal, record.seed)
        points = [table.position.scores()]
        for move in record.moves.split():
            try:
                table.play(move, table.position.actor)
            except EgyptError as problem:
                raise ArenaError(f"{path}: game {record.number}: {problem}") from None
            points.append(table.position.scores())
        moments = np.linspace(0, len(points) - 1, STEPS + 1).round().astype(int)
        course = np.array(points, dtype=float)[moments]
        for seat, name in enumerate(record.seats):
            rows[name].append(course[:, seat])
    return {name: np.array(kept) for name, kept in rows.items() if kept}, len(picked)
