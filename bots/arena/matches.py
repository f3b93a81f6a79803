"""Engines and matches in a TOML file. Its keys are those of the command line; a match may have its own.

game = "ra"
deals = 20
each = { overhead = 500, option = { Threads = 1 } }

[[engine]]
name = "new"
bot = "ismcts"
iterations = 200

[[match]]
name = "short"
engines = ["new", "old"]
out = "short.jsonl"
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from egypt.bots.arena.errors import ArenaError

_LISTS = ("engine", "match", "each")
_OF_A_MATCH = ("name", "engines")


def command_lines(path: Path, flags: Collection[str], wanted: str | None = None) -> Iterator[tuple[str, list[str]]]:
    """The name and the command line of every match of a file, or of the one that is wanted. `flags` are those that there
    are. Raises ArenaError, naming what cannot be."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise ArenaError(f"--config {path}: {problem.strerror}") from None
    except ValueError as problem:  # no TOML, no UTF-8, or a number of thousands of digits
        raise ArenaError(f"--config {path}: {problem}") from None
    except RecursionError:
        raise ArenaError(f"--config {path}: it is nested too deeply") from None
    try:
        yield from _matches(data, flags, wanted)
    except ArenaError as problem:
        raise ArenaError(f"--config {path}: {problem}") from None


def _matches(data: dict[str, Any], flags: Collection[str], wanted: str | None) -> Iterator[tuple[str, list[str]]]:
    engines = {str(entry.get("name", "")): _spec(entry) for entry in _entries(data, "engine")}
    if len(engines) != len(_entries(data, "engine")) or "" in engines:
        raise ArenaError("every [[engine]] needs a name of its own")
    shared = {key: value for key, value in data.items() if key not in _LISTS}
    each = ["--each", _spec(data["each"])] if "each" in data else []
    matches = _entries(data, "match") or [{"name": ""}]
    names = [str(match.get("name", "")) for match in matches]
    if len(set(names)) != len(names):
        raise ArenaError("every [[match]] needs a name of its own")
    if wanted is not None and wanted not in names:
        raise ArenaError(f"--match {wanted}: there is no such match; there are {', '.join(filter(None, names)) or 'none'}")
    for name, match in zip(names, matches, strict=True):
        if wanted not in (None, name):
            continue
        playing = match.get("engines", list(engines))
        if not isinstance(playing, list) or not all(isinstance(engine, str) for engine in playing):
            raise ArenaError(f"match '{name}': engines = {playing!r} must be a list of names")
        for engine in playing:
            if engine not in engines:
                raise ArenaError(f"match '{name}': there is no engine '{engine}'")
        own = {key: value for key, value in match.items() if key not in _OF_A_MATCH}
        settings = [word for key, value in (shared | own).items() for word in _flag(key, value, flags)]
        yield name, [*settings, *each, *(word for engine in playing for word in ("--engine", engines[engine]))]


def _entries(data: dict[str, Any], key: str) -> list[dict[str, Any]]:
    entries = data.get(key, [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise ArenaError(f"'{key}' must be written [[{key}]]")
    return entries


def _flag(key: str, value: Any, flags: Collection[str]) -> list[str]:
    flag = f"--{key.replace('_', '-')}"
    if flag not in flags:
        raise ArenaError(f"there is no setting '{key}'")
    if isinstance(value, bool):
        return [flag] if value else []
    if isinstance(value, list):
        value = ",".join(map(str, value))
    return [f"{flag}={value}"]


def _spec(entry: Any) -> str:
    """An engine, or what is for each, as --engine takes it."""
    if not isinstance(entry, dict):
        raise ArenaError(f"{entry!r} must be a table of settings")
    fields: list[str] = []
    for key, value in entry.items():
        if key in ("option", "options"):
            if not isinstance(value, dict):
                raise ArenaError(f"{key} = {value!r} must be a table of options")
            fields += [f"option.{name}={_text(name, option)}" for name, option in value.items()]
        else:
            fields.append(f"{key}={_text(key, value)}")
    return ",".join(fields)


def _text(key: str, value: Any) -> str:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    if '"' in text or not isinstance(value, bool | int | float | str):
        raise ArenaError(f"{key} = {value!r} must be a number or a text without double quotes")
    return f'"{text}"' if "," in text else text
