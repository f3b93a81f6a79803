"""How long to think when the arbiter gives a clock."""

from __future__ import annotations

MOVES_LEFT = 30         # a game is assumed to ask for this many more moves
INCREMENT_SHARE = 0.8   # of the increment is spent at once
MOST_OF_CLOCK = 0.5     # never more than this part of what is left on one move


def budget(clock: float, increment: float = 0.0) -> float:
    """Milliseconds for one move, given the mover's clock and its gain per move; at least 1."""
    wish = clock / MOVES_LEFT + INCREMENT_SHARE * increment
    return max(1.0, min(wish, MOST_OF_CLOCK * clock))
