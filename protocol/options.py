"""The table of options. A value is what the user set, else what suits the game, else the default here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from protocol.commands import CommandError, bad_argument, quoted
from protocol.limits import MAX_MILLISECONDS, MAX_SEED


@dataclass(frozen=True, slots=True)
class Spin:
    """A whole number in a range."""

    name: str
    default: int
    low: int
    high: int
    meaning: str

    def read(self, text: str) -> int:
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 20):
            raise bad_argument(f"{quoted(text)} is not a whole number (option {self.name})")
        value = int(text)
        if not self.low <= value <= self.high:
            raise bad_argument(f"{quoted(text)} is out of range: {self.name} is {self.low} to {self.high}")
        return value

    def declare(self, default: int) -> str:
        return f"option name {self.name} type spin default {default} min {self.low} max {self.high}"


@dataclass(frozen=True, slots=True)
class Check:
    """Yes or no, kept as 1 or 0."""

    name: str
    default: int
    meaning: str
    low: int = 0
    high: int = 1

    def read(self, text: str) -> int:
        if text not in ("true", "false"):
            raise bad_argument(f"{quoted(text)} is neither true nor false (option {self.name})")
        return int(text == "true")

    def declare(self, default: int) -> str:
        return f"option name {self.name} type check default {'true' if default else 'false'}"


TABLE: tuple[Spin | Check, ...] = (
    Spin("Threads", 1, 1, 64, "search threads; results repeat exactly only with 1"),
    Spin("Hash", 64, 1, 65536, "memory of the search tree in MB"),
    Spin("MultiPV", 1, 1, 256, "info lines, best moves first"),
    Spin("Seed", 0, 0, MAX_SEED, "random seed of searches, samples and, after `position full`, of nature"),
    Spin("MoveTime", 1000, 1, MAX_MILLISECONDS, "milliseconds of a `go` without limits"),
    Spin("Playout", 1_000_000, 0, 1_000_000, "decisions played from a leaf before judging it; 0 = none"),
    Check("Informed", 0, "playouts follow the game's own policy instead of chance, where it has one"),
    Spin("Exploration", 700, 0, 100_000, "weight of the curious term of the selection, in thousandths"),
    Spin("InfoInterval", 1000, 10, 3_600_000, "milliseconds between interim info lines"),
)
_BY_NAME: dict[str, Spin | Check] = {option.name.lower(): option for option in TABLE}

# Options which a room counts in other units than the protocol: name -> protocol units per unit of the room.
_SCALE = {"exploration": 1000}


class Options:
    """What the user set, over what suits the game."""

    def __init__(self) -> None:
        self._chosen: dict[str, int] = {}
        self._suits: dict[str, int] = {}

    def set(self, name: str, text: str) -> None:
        """Raises CommandError and changes nothing if there is no such option or the value does not fit."""
        option = _BY_NAME.get(name.lower())
        if option is None:
            raise CommandError("unknown-option", f"{quoted(name)} is not an option")
        self._chosen[option.name] = option.read(text)

    def suit(self, search_defaults: Mapping[str, Any]) -> None:
        """Take over what suits a game (Game.search_defaults); keys that are no options are left alone."""
        self._suits = {}
        for key, value in search_defaults.items():
            option = _BY_NAME.get(key.lower())
            if option is not None and value is not None:
                scaled = round(value * _SCALE.get(key.lower(), 1))
                self._suits[option.name] = min(max(scaled, option.low), option.high)

    def __getitem__(self, name: str) -> int:
        return self._chosen.get(name, self._default(_BY_NAME[name.lower()]))

    def _default(self, option: Spin | Check) -> int:
        return self._suits.get(option.name, option.default)

    def declarations(self) -> list[str]:
        """The option lines of the handshake."""
        return [option.declare(self._default(option)) for option in TABLE]

    def search_settings(self) -> tuple[int, ...]:
        """What a searcher is built from; a change here needs a new searcher."""
        return tuple(self[name] for name in ("Threads", "Hash", "Seed", "Playout", "Informed", "Exploration"))
