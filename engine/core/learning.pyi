from array import array
from typing import TypeVar, overload

from egypt.core.game import Game
from egypt.core.position import Situation, View

_Buffer = TypeVar("_Buffer")

@overload
def mask_actions(situation: Situation, out: None = None) -> bytearray: ...
@overload
def mask_actions(situation: Situation, out: _Buffer) -> _Buffer: ...
@overload
def fill_tensors(game: Game, views: list[View], out: None = None, observation: str = "counts") -> array[float]: ...
@overload
def fill_tensors(game: Game, views: list[View], out: _Buffer, observation: str = "counts") -> _Buffer: ...
def mean_features(view: View, worlds: int, seed: int) -> tuple[int, list[dict[str, float]]]: ...
