"""How long to think when the arbiter gives a clock."""

from __future__ import annotations

from dataclasses import dataclass

MOVES_LEFT = 40  # a game is assumed to ask for this many more moves
INCREMENT_SHARE = 0.8  # of the increment is spent at once
MOST_OF_CLOCK = 0.5  # never more than this part of what is left on one move
HARDEST = 3.0  # a hard decision gets up to this many times what a usual one does
LEAST = 0.5  # milliseconds; even a lost clock deserves an answer


@dataclass(frozen=True, slots=True)
class Budget:
    """Milliseconds for one move: what a usual decision deserves, and what a hard one may take."""

    target: float
    most: float


def budget(clock: float, increment: float = 0.0, overhead: float = 0.0) -> Budget:
    """The budget, given the mover's clock, its gain per move and what is lost on the way to the arbiter and back."""
    left = max(0.0, clock - overhead)
    most = MOST_OF_CLOCK * left
    target = min(left / MOVES_LEFT + INCREMENT_SHARE * max(0.0, increment - overhead), most)
    return Budget(max(LEAST, target), max(LEAST, min(HARDEST * target, most)))
