"""Seats that no player takes: an automaton of the rules sits there, and nature moves it."""

from __future__ import annotations

from functools import lru_cache

from egypt import Game, Position

AUTOMATON = "automaton"  # its name in tables and records; and the field by which a room marks its seat


@lru_cache(maxsize=256)
def automaton_seats(game: Game, players: int, variant: str | None = None) -> tuple[int, ...]:
    """The seats that nature plays, ascending; none in most variants. Raises StateError if there is no such table."""
    seats = Position.start(game, players, variant).as_dict().get("seats", [])
    return tuple(seat for seat, described in enumerate(seats) if described.get(AUTOMATON))
