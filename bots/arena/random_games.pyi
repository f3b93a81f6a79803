from collections.abc import Callable
from typing import Self

import numpy as np
from numpy.typing import NDArray

from egypt.core.game import Game

def deal_seed(run_seed: int, deal: int) -> int: ...
def seat_seed(run_seed: int, number: int, seat: int) -> int: ...

class RandomGames:
    game: Game
    def __new__(cls, game: Game, players: int, variant: str, run_seed: int, seats: list[bytes]) -> Self: ...
    def play(self, numbers: NDArray[np.int64], clock: Callable[[], str] | None = None) -> tuple[bytes, bytes, bytes]: ...
