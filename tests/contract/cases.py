"""What the contract tests run over: every registered game, every number of players, every variant, and random
walks through them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from egypt import Game, Position, Rng, View, game_names, get_game
from tests.scale import ONLY_GAME, SCALE, seeded

# No game of the house comes near; a game that gets there does not end.
MOST_PLIES = 20_000

# At most this number of variants of a game go through every contract test.
MOST_VARIANTS = 5


@dataclass(frozen=True)
class Case:
    game: Game
    players: int
    variant: str

    def __str__(self) -> str:
        return f"{self.game.name}-{self.players}-{self.variant}"

    def start(self) -> Position:
        return Position.start(self.game, self.players, self.variant)


def some_variants(game: Game) -> list[str]:
    """All of a few. Of many that differ in degree alone, such as levels of an automaton, the first ones and the last;
    the room's own tests have the rest.
    """
    return [*game.variants[: MOST_VARIANTS - 1], *game.variants[MOST_VARIANTS - 1 :][-1:]]


def all_cases() -> list[Case]:
    return [
        Case(game, players, variant)
        for game in map(get_game, game_names())
        for players in range(game.min_players, game.max_players + 1)
        for variant in some_variants(game)
        if game.seats_of(variant)[0] <= players <= game.seats_of(variant)[1]
    ]


def chosen_games() -> list[Game]:
    return [get_game(ONLY_GAME)] if ONLY_GAME else [get_game(name) for name in game_names()]


def chosen_cases() -> list[Case]:
    if not ONLY_GAME:
        return all_cases()
    return [case for case in all_cases() if case.game.name == ONLY_GAME and case.players == case.game.min_players]


every_case = pytest.mark.parametrize("case", chosen_cases(), ids=str)
every_game = pytest.mark.parametrize("game", chosen_games(), ids=lambda game: game.name)


@dataclass(frozen=True)
class Ply:
    """One step of a random game: a position (with the seat that moves made its actor) and the move or outcome
    chosen.
    """

    position: Position
    code: int


def random_game(start: Position, rng: Rng, plies: int = MOST_PLIES) -> Iterator[Ply]:
    """Uniformly random play; in a secret simultaneous choice the seats choose in random order. The last ply
    has code 0 if the game ended.
    """
    position = start
    for _ in range(plies):
        if position.is_over:
            yield Ply(position, 0)
            return
        if position.is_chance:
            code = position.draw_code(rng)
        else:
            pending = position.pending
            position = position.acting(pending[rng.below(len(pending))])
            codes = position.legal_codes()
            code = codes[rng.below(len(codes))]
        yield Ply(position, code)
        position = position.after(code)


def random_plies(case: Case, games: int, seed: int, keep: float = 1.0) -> Iterator[Ply]:
    """Steps of random games, a share `keep` of those that the suite looks at."""
    rng, chooser = Rng(seeded(seed)), Rng(seeded(seed + 1))
    share = round(1000 * keep * min(1.0, SCALE))
    for _ in range(max(games, round(games * SCALE))):
        for ply in random_game(case.start(), rng):
            if share >= 1000 or chooser.below(1000) < share:
                yield ply


def random_positions(case: Case, games: int, seed: int, keep: float = 1.0) -> Iterator[Position]:
    return (ply.position for ply in random_plies(case, games, seed, keep))


def views(position: Position) -> list[View]:
    return [position.view(seat) for seat in range(position.players)]
