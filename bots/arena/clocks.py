"""The clocks of a game: what is left to every seat, and what of it a seat may see."""

from __future__ import annotations

from collections.abc import Sequence

from egypt.bots.arena.engines import EngineSpec


class Clocks:
    """The milliseconds left to every seat; seats without a clock stand at 0."""

    def __init__(self, specs: Sequence[EngineSpec]) -> None:
        clocks = [spec.clock or (0.0, 0.0) for spec in specs]
        self.left = [base for base, _ in clocks]
        self.gains = [gain for _, gain in clocks]
        self._public = list(self.left)
        self._runs = [bool(spec.tc) for spec in specs]

    def shown_to(self, seat: int, is_sealed: bool) -> list[float]:
        """What a seat sees of the clocks. In a secret simultaneous choice the others' stand as they stood before it, or they
        would tell who has chosen.
        """
        if not is_sealed:
            self._public = list(self.left)
        return [*self._public[:seat], self.left[seat], *self._public[seat + 1 :]]

    def spend(self, seat: int, used: float) -> None:
        """A seat moved in time; an overhead that was needed leaves its clock at 0."""
        if self._runs[seat]:
            self.left[seat] = max(0.0, self.left[seat] - used) + self.gains[seat]
