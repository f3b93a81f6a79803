"""Games that are ended before their end: decided ones, and ones that go on and on. Off unless asked for."""

from __future__ import annotations

from dataclasses import dataclass

from egypt.bots.arena.errors import ArenaError
from egypt.bots.base import Thought

MAX_MOVES = 10**6


@dataclass(frozen=True, slots=True)
class Adjudication:
    """A seat has won if all saw its chance at `win` or more for `moves` decisions; after `longest` a game ends undecided."""

    win: float | None = None
    moves: int = 0
    longest: int | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """Why a game ended, and the seat that won; None: undecided."""

    text: str
    winner: int | None

    def ranks(self, players: int) -> list[int]:
        """The winner is first, all others are second; without one all are first."""
        return [1 if self.winner in (None, seat) else 2 for seat in range(players)]


def read_adjudication(win: str | None, longest: int | None) -> Adjudication | None:
    """`0.98,10` and a number of decisions, as on the command line; raises ArenaError."""
    if win is None and longest is None:
        return None
    chance, moves = None, 0
    if win is not None:
        first, _, second = win.partition(",")
        try:
            chance, moves = float(first), int(second)
        except ValueError:
            raise ArenaError(f"--adjudicate {win}: a chance and a number of moves are needed, e.g. 0.98,10") from None
    rules = Adjudication(chance, moves, longest)
    check_adjudication(rules)
    return rules


def check_adjudication(rules: Adjudication) -> None:
    if rules.win is not None and not (0.5 < rules.win <= 1 and 1 <= rules.moves <= MAX_MOVES):
        raise ArenaError(f"--adjudicate {rules.win:g},{rules.moves}: a chance above 0.5 up to 1, and at least 1 move")
    if rules.longest is not None and not 1 <= rules.longest <= MAX_MOVES:
        raise ArenaError(f"--max-moves {rules.longest}: from 1 to {MAX_MOVES}")


class Arbiter:
    """Hears what the players think, decision by decision, and says when it is over.

    Every one of the last decisions must have come with an evaluation, all must see the same seat win, and one at least must
    be of another seat: so no engine can talk itself into a win.
    """

    def __init__(self, rules: Adjudication) -> None:
        self._rules = rules
        self._decisions = 0
        self._seat: int | None = None  # the seat that all have seen winning
        self._agreed = 0  # decisions in a row that saw it
        self._others = False  # whether another seat was among those who saw it

    def heard(self, mover: int, thought: Thought | None) -> Ruling | None:
        self._decisions += 1
        rules = self._rules
        if rules.win is not None:
            chances = thought.chances if thought is not None else ()
            seat = max(range(len(chances)), key=chances.__getitem__) if chances else None
            if seat is None or chances[seat] < rules.win:
                self._seat, self._agreed, self._others = None, 0, False
            else:
                is_same = seat == self._seat
                self._seat, self._agreed = seat, self._agreed + 1 if is_same else 1
                self._others = (is_same and self._others) or mover != seat
                if self._agreed >= rules.moves and self._others:
                    return Ruling(f"p{seat + 1} wins: {rules.win:g} or more for {rules.moves} moves", seat)
        if rules.longest is not None and self._decisions >= rules.longest:
            return Ruling(f"undecided after {rules.longest} moves", None)
        return None
