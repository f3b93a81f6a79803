"""Players, one per file, and the texts that name them.

A spec is `name` or `name:key=value,key=value`, e.g. `greedy`, `ismcts:iterations=1000,seed=3`,
`external:movetime=100,command=egypt-engine --game ra`. The value of `command` is the rest of the text,
commas and all. A bot of your own is named by its module and class: `package.module:Class`,
`package.module:Class:key=value` (WRITE_A_BOT.md).
"""

from __future__ import annotations

import inspect
import os
import re
import sys
from importlib import import_module
from typing import Any

from egypt import EgyptError, Game
from egypt.bots.base import Bot, Thought

__all__ = [
    "Bot",
    "BotSpecError",
    "Thought",
    "bot_class",
    "bot_names",
    "bot_settings",
    "is_foreign",
    "make_bot",
    "read_bot_settings",
]

# name -> module and class; imported on first use, so that a random player needs no search
_BOTS = {
    "random": ("egypt.bots.random", "RandomBot"),
    "greedy": ("egypt.bots.greedy", "GreedyBot"),
    "ismcts": ("egypt.bots.ismcts", "IsmctsBot"),
    "ismcts-v1": ("egypt.bots.ismcts_v1", "FirstVersionBot"),
    "ismcts-v2": ("egypt.bots.ismcts_v2", "SecondVersionBot"),
    "external": ("egypt.bots.external", "ExternalBot"),
}
_READERS: dict[str, type] = {"bool": bool, "int": int, "float": float, "str": str}


class BotSpecError(EgyptError):
    """A text that names no player; the message names the bad part."""


def bot_names() -> list[str]:
    """All players there are, sorted."""
    return sorted(_BOTS)


def is_foreign(name: str) -> bool:
    """Whether a name is that of somebody's own bot, `package.module:Class`: code that this package does not bring."""
    return ":" in name


def bot_class(name: str) -> type[Bot]:
    """The class of a player; its keyword arguments are the settings it has. Raises BotSpecError.

    For `package.module:Class` the module is imported, which runs it; the working directory is searched last.
    """
    if is_foreign(name):
        return _foreign_class(name)
    if name not in _BOTS:
        raise BotSpecError(f"'{name}' is not a bot; there are {', '.join(bot_names())}, and package.module:Class")
    module, class_name = _BOTS[name]
    kind: type[Bot] = getattr(import_module(module), class_name)
    return kind


def _foreign_class(name: str) -> type[Bot]:
    module_name, _, class_name = name.partition(":")
    if not re.fullmatch(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*", name):
        raise BotSpecError(f"'{name}' must be package.module:Class")
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        module = import_module(module_name)
    except (Exception, SystemExit) as problem:  # whatever somebody's module raises while it is imported
        raise BotSpecError(f"'{name}': cannot import {module_name}: {type(problem).__name__}: {problem}") from problem
    kind = getattr(module, class_name, None)
    if kind is None:
        raise BotSpecError(f"'{name}': {module_name} has no {class_name}")
    if not (isinstance(kind, type) and issubclass(kind, Bot)):
        raise BotSpecError(f"'{name}': {class_name} must be a class derived from egypt.bots.Bot")
    if inspect.isabstract(kind):
        raise BotSpecError(f"'{name}': {class_name} lacks {', '.join(sorted(kind.__abstractmethods__))}")
    return kind


def bot_settings(kind: type[Bot]) -> dict[str, inspect.Parameter]:
    """The settings of a player: the keyword arguments of its class, by name."""
    named = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    parameters = list(inspect.signature(kind).parameters.values())
    return {parameter.name: parameter for parameter in parameters[1:] if parameter.kind in named}


def kinds_of(parameter: inspect.Parameter) -> list[str]:
    """The names of the types that a setting takes; without an annotation, that of its default."""
    annotation = parameter.annotation
    if annotation is inspect.Parameter.empty:
        annotation = type(parameter.default) if parameter.default not in (None, inspect.Parameter.empty) else str
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return [word.strip() for word in text.split("|")]


def make_bot(spec: str, game: Game) -> Bot:
    """The player that a spec names, for a game. Raises BotSpecError, or CannotStart for an external one."""
    name, colon, settings = spec.partition(":")
    if colon and name not in _BOTS and "=" not in (parts := settings.partition(":"))[0]:
        name, settings = f"{name}:{parts[0]}", parts[2]
    kind = bot_class(name)
    known = bot_settings(kind)
    values = read_bot_settings(name, settings, known)
    for key, parameter in known.items():
        if parameter.default is inspect.Parameter.empty and key not in values:
            raise BotSpecError(f"{name}: '{key}' is missing")
    return kind(game, **values)


def read_bot_settings(name: str, text: str, known: dict[str, inspect.Parameter]) -> dict[str, Any]:
    """`key=value,key=value` by the parameters that there are; raises BotSpecError, naming what is wrong and `name`."""
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
        values[key] = _read_value(name, key, value, kinds_of(known[key]))
    return values


def _read_value(name: str, key: str, text: str, kinds: list[str]) -> Any:
    """Read a value as the bot's own parameter wants it: `bool`, `int`, `float` or text, perhaps `| None`."""
    wanted = next((kind for word, kind in _READERS.items() if word in kinds), str)
    if wanted is bool:
        if text not in ("true", "false"):
            raise BotSpecError(f"{name}: '{key}={text}' is neither true nor false")
        return text == "true"
    try:
        return wanted(text)
    except ValueError:
        raise BotSpecError(f"{name}: '{key}={text}' is not a number") from None
