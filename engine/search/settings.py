"""Everything of the search that can be set: what it does, its range, and what it is where a game says nothing better.

A setting is declared here, once. The keywords of `Search` and of the bots, the options of the protocol and the values of the
C struct (engine/search/worker.pxd, which has a field for each that an iteration reads) follow from it.

A game's own values stand in its room's weights.json under "search", for all player counts and, under "players", for one.
What was measured for each of them: bench/README.md and bench/EXPERIMENTS.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import Parameter, signature
from numbers import Real
from typing import Any, TypeVar

from egypt.core.errors import EgyptError
from egypt.core.integers import shown

F = TypeVar("F", bound=Callable[..., Any])

FULL_PLAYOUT = 1_000_000  # decisions; the search takes it for "to the end"
MOST_THREADS = 64
MOST_HASH = 65_536  # MB
MOST_LINES = 256
FAMILIES = ("single", "multiple", "determinized")
REUSES = ("never", "timed", "always")  # a search with an iteration limit repeats exactly, unless `always` is asked for


@dataclass(frozen=True, slots=True)
class Setting:
    """One of them. Switches and words are integers for the core: a word is its place in `words`."""

    name: str
    option: str  # its name in the protocol, where fractions are counted in thousandths
    default: Any
    low: float
    high: float
    meaning: str
    words: tuple[str, ...] = ()

    @property
    def annotation(self) -> str:
        """The type of its values, as a keyword is annotated."""
        return "str" if self.words else type(self.default).__name__

    @property
    def scale(self) -> int:
        """Units of the protocol to one of ours."""
        return 1000 if isinstance(self.default, float) else 1

    def check(self, value: Any) -> Any:
        """The value, as the type of the default; raises EgyptError."""
        if self.words:
            if not isinstance(value, str) or value not in self.words:
                raise EgyptError(f"{self.name}: {shown(value)} is none of {', '.join(self.words)}")
            return value
        is_number = isinstance(value, Real) and (isinstance(self.default, bool) or not isinstance(value, bool))
        if not is_number or not self.low <= value <= self.high:
            raise EgyptError(f"{self.name}: {shown(value)} is not between {self.low:g} and {self.high:g}")
        if type(self.default)(value) != value:
            raise EgyptError(f"{self.name}: {shown(value)} must be an integer")
        return type(self.default)(value)


# fmt: off
SETTINGS = (
    Setting("lines", "MultiPV", 1, 1, MOST_LINES,
            "how many of the best moves are told, and share the effort so that each of them is known well"),
    Setting("level", "Level", 10, 1, 10,
            "strength for people: below 10 it thinks less and takes one of the moves that seem nearly equal"),
    Setting("family", "Search", "single", 0, 0, "which member of the ISMCTS family searches", FAMILIES),
    Setting("worlds", "Worlds", 16, 1, 64, "trees of a determinized search"),
    Setting("exploration", "Exploration", 0.7, 0.0, 100.0,
            "UCB exploration constant; where priors select, only among the lines of MultiPV"),
    Setting("urgency", "Urgency", -1.0, -1.0, 10.0,
            "an untried move counts as tried once, this much below the rest; -1: all are tried first"),
    Setting("prior", "Prior", 0.0, 0.0, 100.0,
            "weight of what is known of a move beforehand, where the game has learned it; 0: moves are selected by UCB"),
    Setting("history", "History", 0.0, 0.0, 10.0,
            "weight of what a move was worth elsewhere in the tree; where priors select, only among the lines of MultiPV"),
    Setting("siblings", "Siblings", False, 0, 1,
            "judge all untried moves of a node at once, in one world; not at the root, not with playouts, and not "
            "where priors select"),
    Setting("mixing", "Mixing", 0.0, 0.0, 10.0,
            "draw the move of a secret simultaneous choice from a mixture, with this confidence bound; 0: take the best; "
            "with a tree per seat"),
    Setting("sealed", "Sealed", False, 0, 1,
            "where all choose in secret at once, draw by priors what is still to be chosen, and judge a leaf after that"),
    Setting("margin", "Margin", 0.0, 0.0, 1.0, "share of the reward that counts points instead of chances"),
    Setting("keyed_draws", "KeyedDraws", 1, 0, 8, "longest chain of draws that gets a node per outcome"),
    Setting("playout", "Playout", FULL_PLAYOUT, 0, FULL_PLAYOUT, "decisions played from a leaf before judging it"),
    Setting("candidates", "Candidates", 1, 1, 64, "random moves of which a playout takes the best one"),
    Setting("reuse", "Reuse", "never", 0, 0,
            "start from what the seat's last search of the game learned; timed: only if no number of iterations is set",
            REUSES),
    Setting("early", "EarlyStop", True, 0, 1, "on a clock, stop when the best move can no longer change"),
    Setting("early_movetime", "EarlyStopMoveTime", False, 0, 1,
            "with a movetime, too, stop when the best move can no longer change; not in analysis (MultiPV above 1)"),
    Setting("exact", "Exact", True, 0, 1,
            "solve the end of the game where few decisions remain and nothing unknown still matters"),
)
# fmt: on
BY_NAME = {setting.name: setting for setting in SETTINGS}


def resolve(game_defaults: Mapping[str, Any], players: int, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """All settings for that number of players: what the user chose, else what suits the game, else the default."""
    values = {setting.name: setting.default for setting in SETTINGS}
    everywhere = {name: value for name, value in game_defaults.items() if name != "players"}
    values.update(check(everywhere))
    values.update(check(_table(_table(game_defaults, "players"), str(players))))
    values.update(check(chosen))
    return values


def _table(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    table = data.get(key, {})
    if not isinstance(table, Mapping):
        raise EgyptError(f"'{key}' of the search: {table!r} must be a table of settings")
    return table


def check(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """What was chosen, without what was left open (None); raises EgyptError for what is unknown or out of range."""
    for name in chosen:
        if name not in BY_NAME:
            raise EgyptError(f"'{name}' is not a setting of the search; there are {', '.join(BY_NAME)}")
    return {name: BY_NAME[name].check(value) for name, value in chosen.items() if value is not None}


def core_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values as the C struct wants them: words by their place."""
    return {name: BY_NAME[name].words.index(value) if BY_NAME[name].words else value for name, value in values.items()}


def keywords() -> list[Parameter]:
    """A keyword argument for each setting; None leaves it to the game."""
    return [
        Parameter(setting.name, Parameter.KEYWORD_ONLY, default=None, annotation=f"{setting.annotation} | None")
        for setting in SETTINGS
    ]


def with_settings(function: F) -> F:
    """Show the settings as keywords in the signature of a function that takes them as `**settings`."""
    plain = signature(function)
    named = [parameter for parameter in plain.parameters.values() if parameter.kind is not Parameter.VAR_KEYWORD]
    function.__signature__ = plain.replace(parameters=[*named, *keywords()])  # type: ignore[attr-defined]
    return function
