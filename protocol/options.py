"""The table of options. A value is what the user set, else the game's default, else the default here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from egypt import MOST_HASH, MOST_THREADS, SETTINGS, Setting
from egypt.protocol.commands import CommandError, bad_argument, quoted
from egypt.protocol.ranges import MAX_MILLISECONDS, MAX_SEED


class Spin(NamedTuple):
    """An integer in a range."""

    name: str
    default: int
    low: int
    high: int
    meaning: str

    def read(self, text: str) -> int:
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 20):
            raise bad_argument(f"{quoted(text)} must be an integer (option {self.name})")
        value = int(text)
        if not self.low <= value <= self.high:
            raise bad_argument(f"{quoted(text)} is out of range: {self.name} is {self.low} to {self.high}")
        return value

    def declare(self, default: int) -> str:
        return f"option name {self.name} type spin default {default} min {self.low} max {self.high}"

    def describe(self, default: int) -> dict[str, Any]:
        return {
            "name": self.name,
            "type": "spin",
            "default": default,
            "min": self.low,
            "max": self.high,
            "text": self.meaning,
        }


class Check(NamedTuple):
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

    def describe(self, default: int) -> dict[str, Any]:
        return {"name": self.name, "type": "check", "default": bool(default), "text": self.meaning}


class Combo(NamedTuple):
    """One of some words, kept as its place among them."""

    name: str
    default: int
    words: tuple[str, ...]
    meaning: str
    low: int = 0

    @property
    def high(self) -> int:
        return len(self.words) - 1

    def read(self, text: str) -> int:
        if text not in self.words:
            raise bad_argument(f"{quoted(text)} is none of {', '.join(self.words)} (option {self.name})")
        return self.words.index(text)

    def declare(self, default: int) -> str:
        words = " ".join(f"var {word}" for word in self.words)
        return f"option name {self.name} type combo default {self.words[default]} {words}"

    def describe(self, default: int) -> dict[str, Any]:
        words = list(self.words)
        return {"name": self.name, "type": "combo", "default": words[default], "words": words, "text": self.meaning}


Option = Spin | Check | Combo


def _of_search(setting: Setting) -> Option:
    """A setting of the search as an option of the protocol."""
    if setting.words:
        return Combo(setting.option, setting.words.index(setting.default), setting.words, setting.meaning)
    if isinstance(setting.default, bool):
        return Check(setting.option, int(setting.default), setting.meaning)
    unit = " (in thousandths)" if setting.scale != 1 else ""
    low, default, high = (round(value * setting.scale) for value in (setting.low, setting.default, setting.high))
    return Spin(setting.option, default, low, high, setting.meaning + unit)


TABLE: tuple[Option, ...] = (
    Spin("Threads", 1, 1, MOST_THREADS, "search threads, each with a tree of its own; their statistics are merged"),
    Spin("Hash", 64, 1, MOST_HASH, "memory of the search tree in MB"),
    Spin("Seed", 0, 0, MAX_SEED, "random seed of searches, samples and, after `position full`, of nature"),
    Spin("MoveTime", 1000, 1, MAX_MILLISECONDS, "milliseconds of a `go` without limits"),
    Spin("InfoInterval", 1000, 10, 3_600_000, "milliseconds between interim info lines"),
    Spin("MoveOverhead", 10, 0, 60_000, "milliseconds of a clock that are lost on the way to the arbiter and back"),
    Combo("Format", 0, ("text", "json"), "answers as words, or each as one line of JSON"),
    Check("PVSeats", 0, "`pvseats` before `pv`: who makes each of its moves"),
    *map(_of_search, SETTINGS),
)
_BY_NAME: dict[str, Option] = {option.name.lower(): option for option in TABLE}


class Options:
    """What the user set, over the defaults of the game."""

    def __init__(self) -> None:
        self._chosen: dict[str, int] = {}
        self._game_defaults: dict[str, int] = {}

    def set(self, name: str, text: str) -> None:
        """Raises CommandError and changes nothing if there is no such option or the value does not fit."""
        option = _BY_NAME.get(name.lower())
        if option is None:
            raise CommandError("unknown-option", f"{quoted(name)} is not an option")
        self._chosen[option.name] = option.read(text)

    def use_game_defaults(self, search_defaults: Mapping[str, Any]) -> None:
        """Declare the settings that suit a game (Game.search_defaults) as defaults; other keys are ignored."""
        self._game_defaults = {
            setting.option: self._in_units(setting, search_defaults[setting.name])
            for setting in SETTINGS
            if search_defaults.get(setting.name) is not None
        }

    @staticmethod
    def _in_units(setting: Setting, value: Any) -> int:
        option = _BY_NAME[setting.option.lower()]
        place = setting.words.index(value) if setting.words else round(value * setting.scale)
        return min(max(place, option.low), option.high)

    def __getitem__(self, name: str) -> int:
        return self._chosen.get(name, self._default(_BY_NAME[name.lower()]))

    def _default(self, option: Option) -> int:
        return self._game_defaults.get(option.name, option.default)

    def declarations(self) -> list[str]:
        """The option lines of the handshake."""
        return [option.declare(self._default(option)) for option in TABLE]

    def described(self) -> list[dict[str, Any]]:
        """The same as plain data."""
        return [option.describe(self._default(option)) for option in TABLE]

    def chosen_settings(self) -> dict[str, Any]:
        """The settings of the search that the user set, in its own units; the others are left to the game."""
        return {
            setting.name: self._in_words(setting, self._chosen[setting.option])
            for setting in SETTINGS
            if setting.option in self._chosen
        }

    @staticmethod
    def _in_words(setting: Setting, value: int) -> Any:
        if setting.words:
            return setting.words[value]
        return bool(value) if isinstance(setting.default, bool) else value / setting.scale if setting.scale > 1 else value

    def search_settings(self) -> tuple[Any, ...]:
        """What a searcher is built from; a change here needs a new searcher."""
        return (*(self[name] for name in ("Threads", "Hash", "Seed")), *self.chosen_settings().items())
