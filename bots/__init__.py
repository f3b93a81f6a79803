"""Players, one per file, and the texts that name them.

A spec is `name` or `name:key=value,key=value`, e.g. `greedy`, `ismcts:iterations=1000,seed=3`,
`external:movetime=100,command=egypt-engine --game ra`. The value of `command` is the rest of the text,
commas and all.
"""

from __future__ import annotations

import inspect
from importlib import import_module
from typing import Any

from egypt.bots.base import Bot
from egypt.core.errors import EgyptError
from egypt.core.game import Game

__all__ = ["Bot", "BotSpecError", "bot_class", "bot_names", "make_bot"]

# name -> module and class; imported on first use, so that a random player needs no search
_BOTS = {
    "random": ("egypt.bots.random", "RandomBot"),
    "greedy": ("egypt.bots.greedy", "GreedyBot"),
    "ismcts": ("egypt.bots.ismcts", "IsmctsBot"),
    "ismcts-v1": ("egypt.bots.ismcts_v1", "FirstVersionBot"),
    "external": ("egypt.bots.external", "ExternalBot"),
}
_READERS: dict[str, type] = {"bool": bool, "int": int, "float": float, "str": str}


class BotSpecError(EgyptError):
    """A text that names no player; the message names the bad part."""


def bot_names() -> list[str]:
    """All players there are, sorted."""
    return sorted(_BOTS)


def bot_class(name: str) -> type[Bot]:
    """The class of a player; its keyword arguments are the settings it has. Raises BotSpecError."""
    if name not in _BOTS:
        raise BotSpecError(f"'{name}' is not a bot; there are {', '.join(bot_names())}")
    module, class_name = _BOTS[name]
    kind: type[Bot] = getattr(import_module(module), class_name)
    return kind


def make_bot(spec: str, game: Game) -> Bot:
    """The player that a spec names, for a game. Raises BotSpecError, or CannotStart for an external one."""
    name, _, settings = spec.partition(":")
    kind = bot_class(name)
    known = {
        key: parameter for key, parameter in inspect.signature(kind).parameters.items() if key != "game"
    }
    values = _read_settings(name, settings, known)
    for key, parameter in known.items():
        if parameter.default is inspect.Parameter.empty and key not in values:
            raise BotSpecError(f"{name}: '{key}' is missing")
    bot: Bot = kind(game, **values)     # type: ignore[call-arg]
    return bot


def _read_settings(name: str, text: str, known: dict[str, inspect.Parameter]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    while text:
        key, equals, rest = text.partition("=")
        if key not in known:
            raise BotSpecError(f"{name}: '{key}' is not a setting; there are {', '.join(known)}")
        if not equals:
            raise BotSpecError(f"{name}: '{key}' has no value")
        if key in values:
            raise BotSpecError(f"{name}: '{key}' stands twice")
        value, _, text = (rest, "", "") if key == "command" else rest.partition(",")
        values[key] = _read_value(name, key, value, str(known[key].annotation))
    return values


def _read_value(name: str, key: str, text: str, annotation: str) -> Any:
    """Read a value as the bot's own parameter wants it: `bool`, `int`, `float` or text, perhaps `| None`."""
    wanted = next(kind for word, kind in _READERS.items() if word in annotation.split(" | "))
    if wanted is bool:
        if text not in ("true", "false"):
            raise BotSpecError(f"{name}: '{key}={text}' is neither true nor false")
        return text == "true"
    try:
        return wanted(text)
    except ValueError:
        raise BotSpecError(f"{name}: '{key}={text}' is not a number") from None
