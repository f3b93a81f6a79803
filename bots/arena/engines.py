"""Who plays: `name=new,cmd=egypt-engine --game ra,movetime=100` as a frozen EngineSpec."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from egypt import SETTINGS
from egypt.bots import BotSpecError, bot_class, bot_names, bot_settings, is_foreign, kinds_of
from egypt.bots.arena.errors import ArenaError
from egypt.bots.arena.reading import BadField, Fields, shown
from egypt.protocol.commands import printable
from egypt.protocol.ranges import MAX_ITERATIONS, MAX_MILLISECONDS

DEFAULT_OVERHEAD = 100  # milliseconds
DEFAULT_STALL = 30.0  # seconds
DEFAULT_START = 20.0  # seconds
MAX_NAME = 100  # characters

# Options of the protocol and the settings of bots in the process that mean the same: name -> setting and divisor.
_SAME_AS = {"hash": ("hash_mb", 1), **{s.option.lower(): (s.name, s.scale) for s in SETTINGS}}


@dataclass(frozen=True, slots=True)
class EngineSpec:
    """One contestant. Either `bot` (in the process) or `cmd` (any EGI program) is set."""

    name: str
    bot: str = ""
    cmd: str = ""
    dir: str = ""  # where `cmd` is started
    movetime: int | None = None  # milliseconds a move
    iterations: int | None = None  # of a search, a move
    tc: str = ""  # seconds on the clock + seconds gained a move, e.g. 10+0.1
    overhead: int = DEFAULT_OVERHEAD  # milliseconds that an answer may be late
    stall: float = DEFAULT_STALL  # seconds without an answer
    start: float = DEFAULT_START  # seconds for the handshake
    options: dict[str, str] = field(default_factory=dict)  # of this engine: it must know them
    each: dict[str, str] = field(default_factory=dict)  # of `--each`: set if the engine knows them

    @property
    def clock(self) -> tuple[float, float] | None:
        """Milliseconds at the start of a game and gained a move; None without `tc`."""
        return read_clock(self.name, self.tc) if self.tc else None

    @property
    def arguments(self) -> list[str]:
        return shlex.split(self.cmd)

    @property
    def is_plain_random(self) -> bool:
        """Whether all this contestant does is draw legal moves with the seeds of the arena."""
        return self.bot == "random" and not self.options and not any(name.lower() == "seed" for name in self.each)

    def settings(self) -> dict[str, Any]:
        """Keyword arguments of a bot in the process: options by their names, limits. Raises ArenaError."""
        known = bot_settings(bot_class(self.bot))
        spelled = {setting.lower(): setting for setting in known}  # options do not care for case
        values: dict[str, Any] = {}
        for options, must_fit in ((self.each, False), (self.options, True)):
            for name, text in options.items():
                setting, divisor = _SAME_AS.get(name.lower(), (spelled.get(name.lower(), ""), 1))
                if setting in known:
                    values[setting] = _read_number(self.name, name, text, kinds_of(known[setting]), divisor)
                elif must_fit:
                    raise ArenaError(f"{self.name}: bot={self.bot} has no option '{name}'")
        for limit, value in (("movetime", self.movetime), ("iterations", self.iterations)):
            if value is not None and limit in known:
                values[limit] = value
        return values

    def to_json(self) -> dict[str, Any]:
        """What differs from the defaults."""
        return {
            f.name: value
            for f in fields(self)
            if (value := getattr(self, f.name)) not in (None, "", {}) and (f.name == "name" or value != f.default)
        }

    def describe(self) -> str:
        """The settings as one would write them, without the name, and fit to be shown."""
        data = self.to_json()
        options = {**data.pop("each", {}), **data.pop("options", {})}
        words = [f"{key}={value}" for key, value in data.items() if key != "name"]
        return printable(", ".join([*words, *(f"option.{key}={value}" for key, value in options.items())]))

    @staticmethod
    def from_json(data: object) -> EngineSpec:
        """Raises BadField or ArenaError. Whether its bot and options still exist is seen when it is seated."""
        given = Fields(data, [f.name for f in fields(EngineSpec)])
        numbers = {
            key: given.whole(key, int(low), int(high)) if _NUMBERS[key] is int else given.number(key, low, high)
            for key, (low, high) in _RANGES.items()
            if key in given
        }
        spec = EngineSpec(
            name=given.any_text("name"),
            bot=given.text("bot", ""),
            cmd=given.any_text("cmd", ""),
            dir=given.any_text("dir", ""),
            tc=given.text("tc", ""),
            options=given.words("options"),
            each=given.words("each"),
            **numbers,  # type: ignore[arg-type]
        )
        if bool(spec.bot) == bool(spec.cmd):
            raise BadField("an engine has a bot or a cmd, one of the two")
        check_name(spec.name)
        if spec.tc:
            read_clock(spec.name, spec.tc)
        return spec


def check_name(name: str) -> None:
    """A name is shown in tables, on terminals and pages: raises ArenaError if it could do harm there."""
    if not name.strip() or len(name) > MAX_NAME or not name.isprintable():
        raise ArenaError(f"'{shown(name)}' is no name for an engine: 1 to {MAX_NAME} characters that can be shown")


def _read_number(engine: str, name: str, text: str, kinds: list[str], divisor: int) -> Any:
    if "bool" in kinds:
        if text.lower() not in ("true", "false"):
            raise ArenaError(f"{engine}: option.{name}={text} is neither true nor false")
        return text.lower() == "true"
    if not {"int", "float"} & set(kinds):
        return text
    try:
        return int(text) if "int" in kinds and divisor == 1 else float(text) / divisor
    except ValueError:
        raise ArenaError(f"{engine}: option.{name}={text} is not a number") from None


def read_clock(engine: str, text: str) -> tuple[float, float]:
    """`10+0.1` or `10`: seconds at the start and gained a move, as milliseconds."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?", text)
    if not match or float(match[1]) <= 0:
        raise ArenaError(f"{engine}: tc={text} is no clock; write seconds, or seconds+increment, e.g. 10+0.1")
    start, increment = float(match[1]) * 1000, float(match[2] or 0) * 1000
    if max(start, increment) > MAX_MILLISECONDS:
        raise ArenaError(f"{engine}: tc={text}: a clock of the protocol has at most {MAX_MILLISECONDS // 1000} seconds")
    return start, increment


# -- the command line --------------------------------------------------------------------------------------------------

_NUMBERS = {"movetime": int, "iterations": int, "overhead": int, "stall": float, "start": float}
_SECONDS = MAX_MILLISECONDS // 1000
_RANGES = {
    "movetime": (1, MAX_MILLISECONDS),
    "iterations": (1, MAX_ITERATIONS),
    "overhead": (0, MAX_MILLISECONDS),
    "stall": (0, _SECONDS),
    "start": (0.001, _SECONDS),
}
_PROGRAMS_ONLY = ("dir", "stall", "start")  # a bot in the process is no process of its own
_TEXTS = ("name", "bot", "cmd", "dir", "tc")


def split_fields(text: str) -> list[tuple[str, str]]:
    """`a=1,b=x y,c="p,q=r"`: a comma begins a new field where `key=` follows, except inside double quotes."""
    pairs: list[tuple[str, str]] = []
    for part in re.split(r',(?=(?:option\.[\w. -]+|[A-Za-z][\w-]*)=)(?=(?:[^"]*"[^"]*")*[^"]*$)', text):
        key, equals, value = part.partition("=")
        if not equals:
            raise ArenaError(f"'{part}' is not key=value (in '{text}')")
        if len(value) > 1 and value[0] == value[-1] == '"':
            value = value[1:-1]
        if any(key == known for known, _ in pairs):
            raise ArenaError(f"'{key}' stands twice in '{text}'")
        pairs.append((key.strip(), value))
    return pairs


def _read_fields(text: str) -> tuple[dict[str, Any], dict[str, str]]:
    """Settings and options of one `--engine` or `--each`; raises ArenaError, naming the bad part."""
    settings: dict[str, Any] = {}
    options: dict[str, str] = {}
    for key, value in split_fields(text):
        if key.startswith("option.") and key != "option.":
            options[key.removeprefix("option.")] = value
        elif key in _NUMBERS:
            try:
                number = _NUMBERS[key](value)
            except ValueError:
                raise ArenaError(f"'{key}={value}' is not a number (in '{text}')") from None
            low, high = _RANGES[key]
            if not low <= number <= high:
                raise ArenaError(f"'{key}={value}' is out of range (in '{text}')")
            settings[key] = number
        elif key in _TEXTS:
            if not value:
                raise ArenaError(f"'{key}=' has no value (in '{text}')")
            settings[key] = value
        else:
            known = ", ".join([*_TEXTS, *_NUMBERS, "option.<name>"])
            raise ArenaError(f"'{key}' is no setting of an engine (in '{text}'); there are {known}")
    return settings, options


def read_engines(engines: Sequence[str], each: Sequence[str]) -> tuple[EngineSpec, ...]:
    """The contestants of a command line. Raises ArenaError."""
    shared: dict[str, Any] = {}
    shared_options: dict[str, str] = {}
    for text in each:
        settings, options = _read_fields(text)
        for key in ("name", "bot", "cmd"):
            if key in settings:
                raise ArenaError(f"'{key}' cannot stand in --each '{text}'")
        shared |= settings
        shared_options |= options
    specs: list[EngineSpec] = []
    for text in engines:
        settings, options = _read_fields(text)
        if ("bot" in settings) == ("cmd" in settings):
            raise ArenaError(f"an engine needs bot= or cmd=, one of the two (in '{text}')")
        name = settings.pop("name", None) or _free_name(settings, specs)
        spec = EngineSpec(
            name=name,
            **(shared | settings),
            options=options,
            each={key: value for key, value in shared_options.items() if key not in options},
        )
        _check(spec, text)
        if spec.bot:
            _refuse_what_a_bot_lacks(spec, settings, text)
        if any(name == other.name for other in specs):
            raise ArenaError(f"two engines are called '{name}'; give them names of their own with name=")
        specs.append(spec)
    return tuple(specs)


def _refuse_what_a_bot_lacks(spec: EngineSpec, settings: dict[str, Any], text: str) -> None:
    """Its own settings only: what stands in --each is for those who have it. A movetime is also the arena's business."""
    known = bot_settings(bot_class(spec.bot))
    for key in settings:
        if key in _PROGRAMS_ONLY or (key == "iterations" and key not in known):
            raise ArenaError(f"bot={spec.bot} has no setting '{key}' (in '{text}')")


def _free_name(settings: dict[str, Any], specs: list[EngineSpec]) -> str:
    """A name for an engine that was given none: its bot or program, numbered if need be."""
    words = settings.get("cmd", "").split() or ["engine"]
    base = str(settings.get("bot", "").rpartition(":")[2] or words[0].rpartition("/")[2])
    base = printable(base)[: MAX_NAME - 4].strip() or "engine"
    taken = {spec.name for spec in specs}
    return next(name for n in range(1, len(taken) + 2) if (name := base if n == 1 else f"{base}-{n}") not in taken)


def _check(spec: EngineSpec, text: str) -> None:
    check_name(spec.name)
    if spec.tc:
        read_clock(spec.name, spec.tc)
        if spec.movetime is not None:
            raise ArenaError(f"tc= and movetime= exclude each other (in '{text}')")
    if spec.bot:
        names = [name for name in bot_names() if name != "external"]
        if spec.bot not in names and not is_foreign(spec.bot):
            raise ArenaError(
                f"'bot={spec.bot}' is not a bot; there are {', '.join(names)}, package.module:Class, and cmd= for programs"
            )
        try:
            spec.settings()
        except BotSpecError as problem:
            raise ArenaError(f"bot={problem}") from None
    else:
        try:
            empty = not spec.arguments
        except ValueError as problem:
            raise ArenaError(f"'cmd={spec.cmd}': {problem}") from None
        if empty:
            raise ArenaError(f"'cmd=' is empty (in '{text}')")
