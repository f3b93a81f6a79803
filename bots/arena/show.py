"""One recorded game, move by move, for a person."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from egypt import CHANCE, EgyptError, Event, Game
from egypt.bots.arena.errors import ArenaError
from egypt.bots.arena.record import ADJUDICATED, GameRecord, RunFile, read_run
from egypt.bots.arena.schedule import Config, recorded_game
from egypt.bots.base import Thought
from egypt.protocol.commands import printable


def find_game(run: RunFile, number: int, path: Path) -> GameRecord:
    """Raises ArenaError if there is no game of that number."""
    for record in run.records:
        if record.number == number:
            return record
    known = f"from {run.records[0].number} to {run.records[-1].number}" if run.records else "none"
    raise ArenaError(f"{path}: there is no game {number}; its games are {known}")


def game_in_words(path: Path, number: int, with_board: bool = False) -> Iterator[str]:
    """The lines of a game: who plays, then every event with what its mover said, then how it ended."""
    run = read_run(path)
    record = find_game(run, number, path)
    yield from _heading(record, run.config)
    try:
        yield from replay_lines(record, run.config, recorded_game(run.config), with_board)
    except ArenaError as problem:
        raise ArenaError(f"{path}: game {number}: {problem}") from None


def replay_lines(record: GameRecord, config: Config, game: Game, with_board: bool = False) -> Iterator[str]:
    """Every event with what its mover said, then how the game ended. Raises ArenaError where the record does not fit."""
    if record.miscounted():
        raise ArenaError(record.miscounted())
    table = config.table(game, record.deal, record.seed)
    yield from _events(table.events)
    for at, move in enumerate(record.moves.split()):
        try:
            events = table.play(move, table.position.actor)
        except EgyptError as problem:
            raise ArenaError(f"move {at + 1}: {problem}") from None
        thought = record.thoughts[at] if record.thoughts else None
        time = record.times[at] if at < len(record.times) else None
        yield from _events(events, at + 1, _remarks(time, thought, events[0].actor))
        if with_board:
            yield from ["", *table.position.board().splitlines(), ""]
    yield ""
    yield from _result(record)


def _heading(record: GameRecord, config: Config) -> Iterator[str]:
    yield (
        f"{config.game}, {config.players} players, {config.variant}; game {record.number}, deal {record.deal}, "
        f"seed {record.seed}"
    )
    engines = {spec.name: spec.describe() for spec in config.engines}
    for seat, name in enumerate(record.seats):
        said = "; ".join(filter(None, [engines.get(name, ""), record.programs[seat] if record.programs else ""]))
        yield printable(f"p{seat + 1}: {name}{f' ({said})' if said else ''}")
    if record.began:
        yield f"began {record.began}, ended {record.ended}"
    yield ""


def _events(events: list[Event], number: int = 0, remarks: str = "") -> Iterator[str]:
    """The decision with its number, and what nature drew then."""
    for event in events:
        is_nature = event.actor == CHANCE
        words = f": {event.saying().sentence}" if event.before.game.has_words else ""
        head = "     " if is_nature else f"{number:4}."
        tail = f"  [{remarks}]" if remarks and not is_nature else ""
        yield printable(f"{head} {event.text()}{words}{tail}")


def _remarks(time: float | None, thought: Thought | None, seat: int) -> str:
    said = [f"{time:g} ms"] if time else []
    if thought is not None:
        said += [f"{thought.iterations} iterations"] if thought.iterations is not None else []
        said += [f"wins {thought.chances[seat]:.1%}"] if thought.chances else []
        said += [f"expects {' '.join(thought.pv)}"] if thought.pv else []
    return ", ".join(said)


def _result(record: GameRecord) -> Iterator[str]:
    end = f"{record.end}: {record.ruling}" if record.end == ADJUDICATED else record.end
    yield f"{end}; scores {' '.join(map(str, record.scores))}, ranks {' '.join(map(str, record.ranks))}"
    for fault in record.faults:
        yield printable(f"p{fault.seat + 1}, {fault.kind.value}: {fault.text}")
