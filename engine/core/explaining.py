"""Where an evaluation comes from, as plain frozen data; engine/core/explanation.pyx finds it out."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Contribution:
    """What a group of features adds, in seat order."""

    words: str  # the group, as a player would call it
    points: tuple[float, ...]  # to the expected final score
    chances: tuple[float, ...]  # to the chance to win, from where all are equal


@dataclass(frozen=True, slots=True)
class Explanation:
    """An evaluation and its parts: `points` are the sum of all contributions, `chances` that sum and `even`."""

    points: tuple[float, ...]
    chances: tuple[float, ...]
    even: tuple[float, ...]  # chances if all seats were equal
    contributions: tuple[Contribution, ...]
