from array import array
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar, overload

from egypt.core.position import View
from egypt.core.saying import Saying
from egypt.core.table import Table
from egypt.core.tensor import TensorLayout
from egypt.core.weights import GameWeights

_Buffer = TypeVar("_Buffer")

CHANCE_ACTOR: int
OVER_ACTOR: int
TRUTH: int
CAPACITY: dict[str, int]

class Game:
    """One game: its name, its players, its variants and the way to its first position.

    A Game has no state of its own; one object serves any number of positions and threads.
    """

    name: str
    title: str
    variants: tuple[str, ...]
    rules_hash: str
    feature_names: tuple[str, ...]
    trait_groups: tuple[tuple[str, int], ...]
    field_names: tuple[str, ...]
    weights: GameWeights
    def __init__(
        self,
        name: str,
        title: str,
        variants: tuple[str, ...] = ("standard",),
        rules_hash: str = "",
        feature_names: tuple[str, ...] = (),
    ) -> None: ...
    @property
    def min_players(self) -> int: ...
    @property
    def max_players(self) -> int: ...
    @property
    def can_be_solved(self) -> bool:
        """Whether there are positions where nothing unknown still matters (`complete`), whose rest can be solved exactly."""
    @property
    def state_bytes(self) -> int: ...
    @property
    def view_bytes(self) -> int: ...
    def check_table(self, players: int, variant: str | None = None) -> str:
        """The variant (None: the usual one) for that number of players; raises StateError if there is none."""
    def deal(self, players: int, seed: int | None = None, variant: str | None = None) -> Table:
        """A Table with a new game, dealt. The seed decides all that nature draws; None takes one at random."""
    def seats_of(self, variant: str | None = None) -> tuple[int, int]:
        """The fewest and the most players of a variant."""
    @property
    def variant_seats(self) -> dict[str, tuple[int, int]]:
        """Variants for fewer numbers of players than the game: variant -> (fewest, most)."""
    def has_rules(self, rules_hash: str | None = None) -> bool:
        """Whether another program plays this game by the same rules; None: it does not say, so nothing speaks against it."""
    @property
    def feature_groups(self) -> dict[str, tuple[str, ...]]:
        """The features in groups that a player knows: words -> names of features. A room says its own."""
    @property
    def search_defaults(self) -> dict[str, Any]:
        """Settings of the search that suit this game, from its weights.json: name -> value."""
    def read_weights(self, data: dict[str, Any]) -> GameWeights:
        """Weights for this game, in the form of a room's weights.json; raises EgyptError if they do not fit."""
    def load_weights(self, data: dict[str, Any]) -> None:
        """Take over weights in the form of a room's weights.json, all or none; raises EgyptError if they do not fit."""
    def action_count(self, players: int | None = None, variant: str | None = None) -> int:
        """How many actions there are, the same for all tables of the game."""
    def action_index(self, move: str | int) -> int:
        """The number of a move (text or code), 0..action_count-1; raises IllegalMoveError for what no seat ever does."""
    def action_code(self, action: int) -> int:
        """The code of the move with this number; raises IllegalMoveError if there is none."""
    def action_move(self, action: int) -> str:
        """The text of the move with this number; raises IllegalMoveError if there is none."""
    def layout_of(self, players: int, variant: str | None = None) -> TensorLayout:
        """How the views of a table become numbers; raises StateError for a table there is not."""
    def tensor_size(self, players: int, variant: str | None = None) -> int:
        """How many entries the tensor of a view has."""
    def tensor_names(self, players: int, variant: str | None = None) -> tuple[str, ...]:
        """What the entries of a tensor are called; seat0 is the viewer, seat1 sits to their left."""
    @overload
    def tensors(self, views: Iterable[View], out: None = None, observation: str = "counts") -> array[float]: ...
    @overload
    def tensors(self, views: Iterable[View], out: _Buffer, observation: str = "counts") -> _Buffer: ...
    def move_text(self, move: int) -> str: ...
    def move_code(self, text: str) -> int: ...
    def board(self, description: dict[str, Any]) -> str: ...
    @property
    def has_words(self) -> bool:
        """Whether its room says moves in sentences and lists its components."""
    def say_move(
        self,
        description: dict[str, Any],
        actor: str,
        move: str,
        after: dict[str, Any] | None = None,
        moments: Sequence[tuple[str, str, dict[str, Any]]] = (),
    ) -> Saying:
        """A move or outcome in words, from what `as_dict` of a position or a view gives before the move and maybe after."""
    def catalogue(self) -> dict[str, Any]:
        """Everything in the box, as plain data: {"components": [{id, name, kind, text, count, sure}], "board": {…}}."""
