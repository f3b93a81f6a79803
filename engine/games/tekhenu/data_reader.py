"""What entries of Tekhenu's data.toml have beyond those of any game: gains, spaces of a track."""

from __future__ import annotations

from dataclasses import dataclass, fields

from egypt.core import data
from egypt.core.data import require

PLAYER_COUNTS = (1, 2, 3, 4)  # 1 is the solo game


@dataclass(frozen=True, slots=True)
class Gain:
    """What an effect brings at once: basic resources, gold, tokens, points and steps of the two markers."""

    papyrus: int = 0
    bread: int = 0
    limestone: int = 0
    granite: int = 0
    gold: int = 0
    scribe: int = 0
    faith: int = 0
    vp: int = 0
    population: int = 0
    happiness: int = 0

    def units(self) -> tuple[int, ...]:
        """All ten numbers in the order above."""
        return tuple(getattr(self, field.name) for field in fields(self))


GAINS = tuple(field.name for field in fields(Gain))
NOTHING = Gain()


class Entry(data.Entry):
    """One table of this game's data file."""

    def truth_by_players(self, key: str) -> dict[int, bool]:
        row = self.table_of(key)
        truths = {players: row.truth(str(players)) for players in PLAYER_COUNTS}
        row.finish()
        return truths

    def spaces(self, key: str, high: int) -> dict[int, int]:
        """Numbers by space of the track, both ascending."""
        row = self.table_of(key)
        spaces: dict[int, int] = {}
        for space in row.table:
            require(space.isascii() and space.isdigit(), row.name, f"'{space}' is not a space of the track")
            spaces[int(space)] = row.number(space, 1, high)
        row.finish()
        require(list(spaces) == sorted(spaces), row.name, "the spaces must ascend")
        require(list(spaces.values()) == sorted(set(spaces.values())), row.name, "the numbers must ascend")
        return spaces

    def gain(self, key: str) -> Gain:
        row = self.table_of(key)
        gain = Gain(**{name: row.number(name, 1, 9) for name in row.table if name in GAINS})
        row.finish()
        require(any(gain.units()), row.name, "gains nothing")
        return gain
