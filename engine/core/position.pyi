from array import array
from typing import Any, Self, TypeVar, overload

from egypt.core.explaining import Explanation
from egypt.core.game import Game
from egypt.core.saying import Saying, ScoreItem

_Buffer = TypeVar("_Buffer")

class Rng:
    def __init__(self, seed: int = 0) -> None: ...
    @staticmethod
    def stream(seed: int, stream: int, index: int) -> Rng: ...
    def next(self) -> int: ...
    def below(self, bound: int) -> int: ...

class Situation:
    """What Position and View share: a game, and the bytes of one of its states or views. Immutable."""

    game: Game
    def __new__(cls, maker: object = None) -> Self: ...
    @property
    def players(self) -> int:
        """How many seats the table has."""
    @property
    def variant(self) -> str:
        """The name of the variant that is played."""
    @property
    def actor(self) -> int:
        """The seat to act (0 is p1), CHANCE (-1) or OVER (-2); in a view, as the viewer knows it."""
    @property
    def pending(self) -> list[int]:
        """The seats that must act now; several in a secret simultaneous choice, none at CHANCE or OVER."""
    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
    def as_dict(self) -> dict[str, Any]:
        """The same as the text, as plain Python data: what every game says in the same words, then what the room says."""
    def say(self, move: str | int, actor: int | None = None) -> Saying:
        """A move or outcome in words, with the ids of what it touches; in a view as its owner perceives the move."""
    def json(self) -> str:
        """What `as_dict` gives, as one line of JSON."""
    def board(self) -> str:
        """A board for human eyes."""
    def legal_actions(self) -> list[int]:
        """The numbers of the legal moves (`Game.action_index`), in the order of `legal_moves`."""
    @overload
    def action_mask(self, out: None = None) -> bytearray: ...
    @overload
    def action_mask(self, out: _Buffer) -> _Buffer: ...

class Position(Situation):
    """A whole state of a game, nothing unknown. Immutable: `after` and `settle` give a new one.

    Get the first one from `Position.start(game, players)` or `Position.from_text(text, game)`; a Table plays a whole game.
    """

    @staticmethod
    def start(game: Game, players: int, variant: str | None = None) -> Position:
        """The position before anything is dealt; nature acts first in most games (`settle` deals)."""
    @staticmethod
    def from_text(text: str, game: Game) -> Position:
        """Read what `to_text` wrote; raises NotationError or StateError, naming the offending token."""
    @property
    def is_chance(self) -> bool:
        """Whether nature draws next."""
    @property
    def chance_pool(self) -> int:
        """The pool nature draws from next: deck, bag, dice … as the room counts them."""
    def scores(self) -> list[int]:
        """Points in seat order; final once the game is over."""
    def ranks(self) -> list[int]:
        """Ranks in seat order, 1 is first; tied seats share the better rank."""
    def score_items(self, move: str | int, seat: int | None = None) -> list[ScoreItem]:
        """Why each score changes when a move or outcome is played here; the items add up to the change of `scores`."""
    def moments(self, move: str | int, seat: int | None = None) -> list[tuple[str, str, dict[str, Any]]]:
        """What is decided on the way to the next question because there is no choice: (actor, move, data of the moment)."""
    def legal_codes(self) -> list[int]:
        """The legal moves as integers, ascending; empty at CHANCE and OVER."""
    def legal_moves(self) -> list[str]:
        """The legal moves as text, in the order of their codes; empty at CHANCE and OVER."""
    def outcomes(self) -> list[tuple[str, float]]:
        """What nature may draw now: [(outcome, probability)], empty unless nature acts."""
    def acting(self, seat: int) -> Position:
        """The same position with another pending seat made the actor; raises IllegalMoveError if it is not to act."""
    def after(self, move: str | int, seat: int | None = None) -> Position:
        """The position after a move (text or code) of the acting seat or, at CHANCE, after an outcome.

        Raises NotationError for a text that is no move of this game, IllegalMoveError for a move that is not legal here.
        """
    def draw_code(self, rng: Rng) -> int:
        """One outcome of nature, drawn as the rules deal it; raises IllegalMoveError unless nature acts."""
    def settle(self, rng: Rng) -> Position:
        """The position after nature has drawn all it owes."""
    def observed(self, move: str | int, seat: int, actor: int | None = None) -> str:
        """The text of a move or outcome as `seat` perceives it when it is played here; raises what `after` raises."""
    def perceived_as(self, perceived: int, seat: int) -> list[int]:
        """The codes of all moves of the acting seat or, at CHANCE, of all outcomes that `seat` perceives as this one."""
    def view(self, seat: int) -> View:
        """What a seat knows of this position."""
    def sample(self, rng: Rng, seat: int | None = None) -> Position:
        """A position that `seat` (default: the acting one, else p1) cannot tell from this one."""
    def evaluate(self) -> tuple[list[float], list[float]]:
        """The static evaluation: (expected final points, winning chances), each in seat order. Not at CHANCE."""
    def features(self) -> tuple[int, list[dict[str, int]]]:
        """The evaluation's integer features: (stage, one dict per seat). Not at CHANCE or OVER."""
    def to_text(self) -> str:
        """One token without spaces that holds the whole truth."""
    def validate(self) -> None:
        """Raise StateError if the position contradicts the rules."""

class View(Situation):
    """What one seat knows. The search takes a View and nothing else.

    Get one from `Position.view(seat)` or `View.from_text(text, game)`.
    """

    @staticmethod
    def from_text(text: str, game: Game) -> View:
        """Read what `to_text` wrote; raises NotationError or StateError, naming the offending token."""
    @property
    def viewer(self) -> int:
        """The seat whose knowledge this is (0 is p1)."""
    def legal_codes(self) -> list[int]:
        """The viewer's legal moves as integers; empty if another seat or nature acts."""
    def legal_moves(self) -> list[str]:
        """The viewer's legal moves as text; empty if another seat or nature acts."""
    def sample(self, rng: Rng) -> Position:
        """A whole position that the viewer cannot tell from the true one, spread as the rules deal."""
    @property
    def is_complete(self) -> bool:
        """Whether nothing unknown matters any more: any one world stands for all, and its end can be solved. False where the
        room cannot tell."""
    @property
    def can_sample_for(self) -> bool:
        """Whether the room finds worlds in which a given event can happen (`sample_for`)."""
    def sample_for(self, rng: Rng, actor: int, perceived: int) -> Position | None:
        """A world in which the viewer can perceive this next: a move of `actor`, or an outcome of CHANCE (-1)."""
    def after(self, actor: int, move: str, seed: int = 0) -> View:
        """The view after an event as its owner perceives it: a move of `actor`, or an outcome of CHANCE (-1)."""
    def evaluate(self, worlds: int = 32, seed: int = 0) -> tuple[list[float], list[float]]:
        """The static evaluation, averaged over sampled worlds: (expected final points, winning chances)."""
    def features(self, worlds: int = 32, seed: int = 0) -> tuple[int, list[dict[str, float]]]:
        """What the evaluation sees, averaged over sampled worlds: (stage of the first world, one dict per seat)."""
    @overload
    def tensor(self, out: None = None, observation: str = "counts") -> array[float]: ...
    @overload
    def tensor(self, out: _Buffer, observation: str = "counts") -> _Buffer: ...
    def explain(self, worlds: int = 32, seed: int = 0) -> Explanation:
        """Where that evaluation comes from, by groups of features that a player knows."""
    def to_text(self) -> str:
        """One token without spaces; `?` stands for what the viewer does not know."""
    def validate(self) -> None:
        """Raise StateError if the view contradicts the rules."""
