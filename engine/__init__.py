"""egypt-engine: exact rules, fair views and a strong search for board games about Egypt.

>>> import egypt
>>> ra = egypt.game("ra")
>>> table = ra.deal(players=3, seed=7)
>>> search = egypt.Search(ra)
>>> result = search.run(table.view(table.actor), egypt.Limits(iterations=100))
>>> result.best in table.legal_moves()
True
>>> egypt.read(table.position.to_text()) == table.position
True
"""

try:
    from egypt.core.position import Position, Rng, View
except ImportError as problem:
    if "interpreter" not in str(problem).lower():
        raise
    raise ImportError("egypt can be loaded into one interpreter per process, and another one has loaded it") from None

from egypt.core.data import DataError, OwnRules
from egypt.core.errors import EgyptError, IllegalMoveError, NotationError, StateError, UnknownGameError
from egypt.core.explaining import Contribution, Explanation
from egypt.core.fields import actor_name, seat_name
from egypt.core.following import Follower
from egypt.core.game import CAPACITY, Game
from egypt.core.game import CHANCE_ACTOR as CHANCE
from egypt.core.game import OVER_ACTOR as OVER
from egypt.core.integers import integer
from egypt.core.public import (
    ONLOOKER,
    PUBLIC,
    public_data,
    public_pending,
    public_position,
    public_saying,
    public_scores,
    public_text,
)
from egypt.core.saying import Saying, ScoreItem
from egypt.core.sealing import still_sealed, telling_order
from egypt.core.table import Event, Table
from egypt.games import game_names, games, get_game, own_rules, read, register, rules_template, use_rules
from egypt.games import get_game as game
from egypt.search.greedy import GreedyChooser
from egypt.search.searcher import Limits, Line, Result, Search
from egypt.search.settings import MOST_HASH, MOST_THREADS, SETTINGS, Setting, with_settings

__version__ = "0.1.0"

# `egypt.games()` hides the package of that name, in which the rooms are. By its name `import egypt.games.ra` finds them.
games.__name__ = "egypt.games"

__all__ = [
    "CAPACITY",
    "CHANCE",
    "MOST_HASH",
    "MOST_THREADS",
    "ONLOOKER",
    "OVER",
    "PUBLIC",
    "SETTINGS",
    "Contribution",
    "DataError",
    "EgyptError",
    "Event",
    "Explanation",
    "Follower",
    "Game",
    "GreedyChooser",
    "IllegalMoveError",
    "Limits",
    "Line",
    "NotationError",
    "OwnRules",
    "Position",
    "Result",
    "Rng",
    "Saying",
    "ScoreItem",
    "Search",
    "Setting",
    "StateError",
    "Table",
    "UnknownGameError",
    "View",
    "actor_name",
    "game",
    "game_names",
    "games",
    "get_game",
    "integer",
    "own_rules",
    "public_data",
    "public_pending",
    "public_position",
    "public_saying",
    "public_scores",
    "public_text",
    "read",
    "register",
    "rules_template",
    "seat_name",
    "still_sealed",
    "telling_order",
    "use_rules",
    "with_settings",
]
