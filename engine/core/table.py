"""Table: the referee of one game. It holds the truth, lets nature draw, and tells each seat what it may know."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from egypt.core.errors import EgyptError, IllegalMoveError, NotationError, StateError
from egypt.core.fields import parse_seat
from egypt.core.game import CHANCE_ACTOR, Game
from egypt.core.integers import integer, shown
from egypt.core.position import Position, Rng, View
from egypt.core.saying import Saying, ScoreItem
from egypt.core.sealing import still_sealed, telling_order

NO_SEAT = -1  # who looks on
SEED_BYTES = 6  # of a seed chosen at random: every reader of JSON keeps as many


@dataclass(frozen=True, slots=True, repr=False)
class Event:
    """One move or draw: who made it (a seat or CHANCE), where, and its code."""

    number: int
    actor: int
    before: Position
    code: int
    is_sealed: bool = False  # part of a secret simultaneous choice that others still have to make

    def __repr__(self) -> str:
        return f"<Event {self.number}: {self.text()}>"

    def text(self, seat: int | None = None) -> str:
        """`<actor> <move>` as a seat perceived it, or the truth for None."""
        who = "chance" if self.actor == CHANCE_ACTOR else f"p{self.actor + 1}"
        if seat is None:
            return f"{who} {self.before.game.move_text(self.code)}"
        return f"{who} {self.before.observed(self.code, seat, self.actor)}"

    def saying(self, seat: int | None = None) -> Saying:
        """The event in words, with what it brought about, as a seat perceived it, or the truth for None."""
        after, (who, _, move) = self.after, self.text(seat).partition(" ")
        known = (self.before, after) if seat is None else (self.before.view(seat), after.view(seat))
        return self.before.game.say_move(known[0].as_dict(), who, move, known[1].as_dict(), self.moments)

    @property
    def moments(self) -> list[tuple[str, str, dict[str, Any]]]:
        """What was decided on the way because there was no choice; everybody sees it."""
        return self.before.moments(self.code, self.actor if self.actor >= 0 else None)

    @property
    def after(self) -> Position:
        """The position that the event led to."""
        return self.before.after(self.code, self.actor if self.actor >= 0 else None)

    def score_items(self, seat: int | None = None) -> list[ScoreItem]:
        """Why the scores changed, item by item; for a seat only where it knows the scores before and after."""
        items = self.before.score_items(self.code, self.actor if self.actor >= 0 else None)
        if seat is None:
            return items
        before = self.before.view(seat)
        known = _known_changes(before, self.after.view(seat)) if items else {}
        told: dict[int, int] = {}
        for item in items:
            told[item.seat] = told.get(item.seat, 0) + item.score
        return [item for item in items if known.get(item.seat) == told[item.seat]]


def _known_changes(before: View, after: View) -> dict[int, int]:
    """By seat, how much its score changed as far as a viewer knows it."""
    pairs = zip(before.as_dict().get("seats", []), after.as_dict().get("seats", []), strict=False)
    scores = [(one.get("score"), two.get("score")) for one, two in pairs]
    return {seat: two - one for seat, (one, two) in enumerate(scores) if one is not None and two is not None}


class Table:
    """A game from a seed, or from a given position.

    Every pool of the game (deck, bag, dice) draws from a random stream of its own, and the n-th draw of a pool depends on
    the seed, the pool and n alone. So the same seed deals the same cards to different players, as far as the play allows.
    """

    def __init__(self, position: Position, seed: int = 0) -> None:
        if not isinstance(position, Position):
            raise TypeError(f"a table needs a Position, not {shown(position)}; game.deal(players) makes both")
        self.seed = integer(seed, "seed")
        self.position = position
        self.events: list[Event] = []
        self._draws: dict[int, int] = {}
        self._undo: list[tuple[Position, int, dict[int, int]]] = []
        self._redo: list[tuple[Position, list[Event], dict[int, int]]] = []

    @classmethod
    def deal(
        cls, game: Game, players: int, seed: int | None = None, variant: str | None = None, moves: Sequence[str] = ()
    ) -> Table:
        """A new game, dealt; without a seed, with one at random. Raises StateError if there is no such table.

        `moves` are played as `replay` plays them; nature's draws of the set-up may stand among them.
        """
        start = Position.start(game, players, variant)
        table = cls(start, int.from_bytes(os.urandom(SEED_BYTES), "big") if seed is None else seed)
        table.replay(moves)
        return table

    def copy(self) -> Table:
        """The same table once more, to try something out: what happens at one changes nothing at the other."""
        other = type(self)(self.position, self.seed)
        other.events = list(self.events)
        other._draws = dict(self._draws)
        other._undo = [(position, events, dict(draws)) for position, events, draws in self._undo]
        other._redo = [(position, events, dict(draws)) for position, events, draws in self._redo]
        return other

    __copy__ = copy

    def __repr__(self) -> str:
        players = "1 player" if self.position.players == 1 else f"{self.position.players} players"
        if self.is_over:
            now = "over, scores " + " ".join(map(str, self.scores()))
        else:
            now = "nature draws" if self.position.is_chance else f"p{self.actor + 1} to act"
        return f"<Table of {self.game.name} for {players}, {len(self.events)} events, {now}>"

    # -- where the game stands -----------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        return self.position.game

    @property
    def actor(self) -> int:
        """The seat to act (0 is p1), CHANCE (-1) or OVER (-2)."""
        return self.position.actor

    @property
    def is_over(self) -> bool:
        return self.position.is_over

    def legal_moves(self) -> list[str]:
        """The legal moves of the acting seat as text; empty when the game is over."""
        return self.position.legal_moves()

    def scores(self) -> list[int]:
        """Points in seat order; final once the game is over."""
        return self.position.scores()

    def ranks(self) -> list[int]:
        """Ranks in seat order, 1 is first; tied seats share the better rank."""
        return self.position.ranks()

    def board(self) -> str:
        """A board for human eyes, with the whole truth; `view(seat).board()` is what a seat may see."""
        return self.position.board()

    # -- the course of the game ----------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Let nature draw all it owes."""
        while self.position.is_chance:
            pool = self.position.chance_pool
            draw = self._draws.get(pool, 0)
            self._apply(self.position.draw_code(Rng.stream(self.seed, pool, draw)))

    def play(self, move: str | int, seat: int | None = None) -> list[Event]:
        """Apply a move of the acting seat (or an outcome, if nature acts), then let nature draw.

        Returns what happened, the move first. Raises NotationError or IllegalMoveError and then changes nothing.
        """
        self.play_only(move, seat)
        first = self._undo[-1][1]
        self.settle()
        return self.events[first:]

    def draw(self) -> list[Event]:
        """Let nature draw all it owes, as one play that `undo` takes back; raises IllegalMoveError if it owes nothing."""
        if not self.position.is_chance:
            raise IllegalMoveError("nature has nothing to draw here")
        first = len(self.events)
        self._undo.append((self.position, first, dict(self._draws)))
        self._redo.clear()
        self.settle()
        return self.events[first:]

    def play_only(self, move: str | int, seat: int | None = None) -> list[Event]:
        """Apply a move or an outcome without letting nature draw afterwards; returns that one event."""
        code = self.position.game.move_code(move) if isinstance(move, str) else integer(move, "move", error=NotationError)
        snapshot = (self.position, len(self.events), dict(self._draws))
        self._apply(code, seat)
        self._undo.append(snapshot)
        self._redo.clear()
        return self.events[-1:]

    def replay(self, moves: Sequence[str]) -> None:
        """Apply a list of moves. Outcomes of nature may stand among them; those left out are drawn from the seed.

        A move may say who makes it, as events do (`p2 bid:9`); it must in a secret simultaneous choice that is not made in
        the order of the seats. Raises NotationError or IllegalMoveError with the place of the move in the list.
        """
        moves = list(moves)
        for number, move in enumerate(moves, start=1):
            try:
                self._replay_one(move)
            except EgyptError as problem:
                raise type(problem)(f"move {number} of {len(moves)}: {problem}") from None
        self.settle()

    def _replay_one(self, move: str) -> None:
        if not isinstance(move, str):
            raise NotationError(f"{shown(move)} is not the text of a move")
        who, _, text = move.rpartition(" ")
        if self.position.is_chance and who in ("", "chance") and self._is_outcome(text):
            self._apply(self.game.move_code(text))  # part of the play before it, as if it were drawn from the seed
            return
        if who == "chance":
            raise IllegalMoveError(f"'{move}' cannot be drawn here")
        self.settle()
        seat = parse_seat(who, self.position.players, "seat") if who else None
        if seat is not None and seat not in self.position.pending:
            raise IllegalMoveError(f"'{move}': {who} is not to act")
        self.play_only(text, seat)

    def _is_outcome(self, text: str) -> bool:
        return any(text == outcome for outcome, _ in self.position.outcomes())

    def undo(self, plays: int = 1) -> None:
        """Take the last plays back, nature's draws included. Raises IllegalMoveError if there are fewer."""
        plays = integer(plays, "plays", 0, error=IllegalMoveError)
        if plays > len(self._undo):
            raise IllegalMoveError(_too_few(len(self._undo), "undo"))
        for _ in range(plays):
            after = (self.position, list(self.events), dict(self._draws))
            self.position, events, self._draws = self._undo.pop()
            self._redo.append((after[0], after[1][events:], after[2]))
            del self.events[events:]

    def redo(self, plays: int = 1) -> None:
        """Play again what was taken back last. Raises IllegalMoveError if there are fewer plays."""
        plays = integer(plays, "plays", 0, error=IllegalMoveError)
        if plays > len(self._redo):
            raise IllegalMoveError(_too_few(len(self._redo), "redo"))
        for _ in range(plays):
            self._undo.append((self.position, len(self.events), dict(self._draws)))
            self.position, events, self._draws = self._redo.pop()
            self.events += events

    def told(self, seat: int) -> list[Event]:
        """The events that a seat knows of, numbered as they reached it.

        In a secret simultaneous choice it learns of its own part at once and of the others' when all have chosen, in the
        order of the seats. So neither an event nor its number tells who has chosen before the seat did. Raises StateError
        for a seat that does not sit here; -1 (ONLOOKER) is told what everybody is told.
        """
        if integer(seat, "seat", error=StateError) != NO_SEAT:
            self.position.view(seat)  # raises
        told: list[Event] = []
        choice: list[Event] = []
        for event in self.events:
            choice.append(event)
            if not event.is_sealed:
                told += sorted(choice, key=lambda event: telling_order(event.actor, seat))
                choice = []
        told += [event for event in choice if event.actor == seat]
        return [replace(event, number=number) for number, event in enumerate(told, start=1)]

    @property
    def is_sealed(self) -> bool:
        """Whether some, but not all, have made their part of a secret simultaneous choice."""
        return bool(self.events) and self.events[-1].is_sealed

    def view(self, seat: int) -> View:
        """What a seat knows now."""
        return self.position.view(seat)

    def _apply(self, code: int, seat: int | None = None) -> None:
        before = self.position
        if seat is not None and before.actor >= 0:
            before = before.acting(seat)  # who acts decides who may see what was done
        after = before.after(code)
        if before.is_chance:
            pool = before.chance_pool
            self._draws[pool] = self._draws.get(pool, 0) + 1
        self.position = after
        is_sealed = still_sealed(before, after, self.is_sealed)
        self.events.append(Event(len(self.events) + 1, before.actor, before, code, is_sealed))


def _too_few(plays: int, verb: str) -> str:
    if plays == 0:
        return f"there is nothing to {verb}"
    return f"there {'is only 1 play' if plays == 1 else f'are only {plays} plays'} to {verb}"
