"""Replays every game of a file under the rules: the deal, each move, the last point, the ranks, the seats."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from egypt import EgyptError, Game, Table
from egypt.bots.arena.adjudication import Arbiter
from egypt.bots.arena.errors import ArenaError
from egypt.bots.arena.faults import Kind, forfeit_ranks
from egypt.bots.arena.reading import shown
from egypt.bots.arena.record import ADJUDICATED, FINISHED, FORFEIT, GameRecord, RunFile
from egypt.bots.arena.replay import decisions, nature_of
from egypt.bots.arena.schedule import Config, recorded_game
from egypt.protocol.commands import printable


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong with one game, or, without a number, with the header."""

    number: int | None
    text: str

    def __str__(self) -> str:
        return printable(f"header: {self.text}" if self.number is None else f"game {self.number}: {self.text}")


def verify(run: RunFile) -> Iterator[Finding]:
    """What does not fit, game by game. Raises ArenaError if the game is unknown or has other rules now."""
    game = recorded_game(run.config)
    if not run.is_header_sound:
        yield Finding(None, "its settings are not those that were written")
    for record in run.records:
        text = check_schedule(record, run.config) or check_game(record, run.config, game)
        if text:
            yield Finding(record.number, text)


def gaps(run: RunFile) -> Iterator[Finding]:
    """Games that are missing between others. What is missing at the end has not been played yet."""
    expected = 0
    for record in run.records:  # in the order of their numbers
        if record.number > expected:
            last = f", and all up to game {record.number - 1}" if record.number > expected + 1 else ""
            yield Finding(expected, f"it is missing{last}: cut out, or not played before the run was interrupted")
        expected = record.number + 1


def check_schedule(record: GameRecord, config: Config) -> str:
    """Whether this is the game that the configuration has under this number; empty if so."""
    if not 0 <= record.number < config.games:
        return f"the run has {config.games} games"
    planned = config.game_of(record.number)
    for name, expected, found in (
        ("deal", planned.deal, record.deal),
        ("seed", planned.seed, record.seed),
        ("seats", config.seats_of(record.number), record.seats),
    ):
        if expected != found:
            return f"{name} is {found}, the schedule has {expected}"
    return ""


def must_be_planned(run: RunFile, path: Path) -> None:
    """Raises ArenaError if statistics cannot be made of these games, or not go on from them."""
    players = run.config.players
    for record in run.records:
        text = check_schedule(record, run.config)
        text = text or record.miscounted()
        is_known = record.end in (FINISHED, FORFEIT) or (record.end == ADJUDICATED and run.config.adjudication is not None)
        if not text and (not is_known or (record.end == FORFEIT) != bool(record.faults)):
            text = "its end and its faults contradict each other"
        if not text and any(fault.seat >= players for fault in record.faults):
            text = f"a fault of a seat that is not at this table of {players}"
        if not text and max(record.ranks) > players:
            text = f"ranks are {record.ranks} at a table of {players}"
        if text:
            raise ArenaError(f"{path}: game {record.number}: {text}")


def must_be_played(run: RunFile, path: Path) -> None:
    """Raises ArenaError at the first game that its replay does not confirm: a resumed game is reported, too."""
    for finding in verify(run):
        raise ArenaError(f"{path}: {finding}; 'egypt-arena verify' prints all that differs")


def check_game(record: GameRecord, config: Config, game: Game) -> str:
    """Replay a game; empty if everything fits."""
    table = config.table(game, record.deal, record.seed)
    moves = record.moves.split()
    for at, move in enumerate(moves, 1):
        if table.position.is_over:
            return f"over after {at - 1} moves, the record has {len(moves)}"
        try:
            table.play(move, table.position.actor)
        except EgyptError as problem:
            return f"move {at}: {problem}"
    if record.miscounted() or (moves and not record.times):
        return record.miscounted() or f"0 times for {len(moves)} moves"
    if record.nature and nature_of(table) != record.nature:
        at = next(at for at, pair in enumerate(zip(nature_of(table), record.nature, strict=True)) if pair[0] != pair[1])
        return f"nature after move {at} is '{shown(record.nature[at])}', the replay has '{shown(nature_of(table)[at])}'"
    scores = tuple(table.position.scores())
    if scores != record.scores:
        return f"scores are {record.scores}, the replay has {scores}"
    if record.end == FINISHED:
        return _check_finished(record, table)
    if record.end == FORFEIT:
        return _check_forfeit(record, table)
    if record.end == ADJUDICATED:
        return _check_adjudicated(record, config, table)
    return f"'{record.end}' is no way to end"


def _check_finished(record: GameRecord, table: Table) -> str:
    if not table.position.is_over:
        return f"not over after {len(record.moves.split())} moves"
    if record.faults:
        return "finished, and yet with a fault"
    ranks = tuple(table.position.ranks())
    return "" if ranks == record.ranks else f"ranks are {record.ranks}, the replay has {ranks}"


def _check_adjudicated(record: GameRecord, config: Config, table: Table) -> str:
    """The thoughts must lead to the same ruling: no less and no earlier one."""
    if config.adjudication is None:
        return "adjudicated, which this run does not do"
    if table.position.is_over or record.faults:
        return "adjudicated after its end"
    arbiter, ruling = Arbiter(config.adjudication), None
    thoughts = record.thoughts or (None,) * len(record.times)
    for event, thought in zip(decisions(table), thoughts, strict=True):
        if ruling is not None:
            return f"adjudicated too late: {ruling.text}"
        ruling = arbiter.heard(event.actor, thought)
    if ruling is None or (ruling.text, tuple(ruling.ranks(config.players))) != (record.ruling, record.ranks):
        return f"'{shown(record.ruling)}' is not the ruling; it is '{ruling.text if ruling else 'none'}'"
    return ""


def _check_forfeit(record: GameRecord, table: Table) -> str:
    position = table.position
    if not record.faults:
        return "forfeited without a fault"
    if position.is_over:
        return "forfeited after its end"
    seats = {fault.seat for fault in record.faults}
    if not seats <= set(range(position.players)):
        return f"a fault of a seat that is not at this table of {position.players}"
    if record.moves and seats != {position.actor}:
        return f"p{position.actor + 1} was to act, not the seat at fault"
    for fault in record.faults:
        move = fault.text.split("'")[1] if fault.kind is Kind.ILLEGAL and fault.text.count("'") >= 2 else None
        if move is not None and move in position.legal_moves():
            return f"'{move}' was called illegal and is legal"
    ranks = tuple(forfeit_ranks(position.players, seats))
    return "" if ranks == record.ranks else f"ranks are {record.ranks}, a forfeit gives {ranks}"
