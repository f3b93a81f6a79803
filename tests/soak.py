"""Many random games, everything checked after every move: `python -m tests.soak [--game ra] [--games 20000]`.

Meant for a sanitizer build (`make soak`). After every move the state must be valid and read back from its text; every few
moves each seat's view must be valid and read back, and a sample of it must have that very view.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from egypt import Game, Position, Rng, View, game_names, get_game

KNOWLEDGE_EVERY = 40  # moves


def check(position: Position) -> None:
    """`validate` asks for relations alone: a number that left its range shows in the text."""
    position.validate()
    assert Position.from_text(position.to_text(), position.game) == position, position.to_text()


def check_knowledge(position: Position, rng: Rng) -> None:
    for seat in range(position.players):
        view = position.view(seat)
        view.validate()
        assert View.from_text(view.to_text(), position.game) == view, view.to_text()
        world = view.sample(rng)
        check(world)
        assert world.view(seat) == view, f"a sample of {view.to_text()} has another view"


def play_one(game: Game, players: int, variant: str, seed: int) -> int:
    """One random game; returns its number of moves, nature's included."""
    rng = Rng.stream(seed, players, game.variants.index(variant))
    position = Position.start(game, players, variant)
    moves = 0
    while not position.is_over:
        if position.is_chance:
            position = position.after(position.draw_code(rng))
        else:
            legal = position.legal_codes()
            position = position.after(legal[rng.below(len(legal))])
        check(position)
        moves += 1
        if rng.below(KNOWLEDGE_EVERY) == 0:
            check_knowledge(position, rng)
    return moves


def soak(name: str, players: int, variant: str, seeds: range) -> int:
    game = get_game(name)
    return sum(play_one(game, players, variant, seed) for seed in seeds)


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--game", choices=game_names(), help="default: all")
    parser.add_argument("--games", type=int, default=20_000, help="per number of players and variant")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    args = parser.parse_args(argv)
    chunk = max(1, min(200, args.games // (args.processes or 1)))
    with ProcessPoolExecutor(args.processes) as pool:
        for game in map(get_game, [args.game] if args.game else game_names()):
            for players in range(game.min_players, game.max_players + 1):
                for variant in game.variants:
                    if not game.seats_of(variant)[0] <= players <= game.seats_of(variant)[1]:
                        continue
                    began = time.perf_counter()
                    jobs = [
                        pool.submit(soak, game.name, players, variant, range(first, min(first + chunk, args.games)))
                        for first in range(0, args.games, chunk)
                    ]
                    moves = sum(job.result() for job in jobs)
                    print(
                        f"{game.name} {players} players {variant}: {args.games} games, {moves} moves, all in order, "
                        f"{time.perf_counter() - began:.0f} s",
                        flush=True,
                    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
