"""Many random games, everything checked after every move: `python -m tests.soak [--game ra] [--games 20000]`.

Meant for a sanitizer build (`tests/sanitize.sh --soak`, a part of `make soak`). After every move the state must be valid and
read back from its text; every few moves each seat's view must be valid and read back, and a sample of it must have that very
view.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
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


def cases(name: str | None) -> Iterator[tuple[Game, int, str]]:
    for game in map(get_game, [name] if name else game_names()):
        for players in range(game.min_players, game.max_players + 1):
            for variant in game.variants:
                if game.seats_of(variant)[0] <= players <= game.seats_of(variant)[1]:
                    yield game, players, variant


def play(pool: ProcessPoolExecutor, game: Game, players: int, variant: str, seeds: range, chunk: int) -> None:
    began = time.perf_counter()
    jobs = [
        pool.submit(soak, game.name, players, variant, seeds[first : first + chunk]) for first in range(0, len(seeds), chunk)
    ]
    moves = sum(job.result() for job in jobs)
    print(
        f"{game.name} {players} players {variant}: {len(seeds)} games, {moves} moves, all in order, "
        f"{time.perf_counter() - began:.0f} s",
        flush=True,
    )


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--game", choices=game_names(), help="default: all")
    parser.add_argument("--games", type=int, help="per number of players and variant; default: 20000, or 20 in a round")
    parser.add_argument("--seed", type=int, default=0, help="another number has other games")
    parser.add_argument("--minutes", type=float, help="play round after round until these are over")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    args = parser.parse_args(argv)
    games = args.games or (20 if args.minutes else 20_000)
    chunk = max(1, min(200, games // (args.processes or 1)))
    end = time.monotonic() + 60 * args.minutes if args.minutes else 0.0
    first = 1_000_000 * args.seed
    with ProcessPoolExecutor(args.processes) as pool:
        while True:
            for case in cases(args.game):
                play(pool, *case, range(first, first + games), chunk)
                if args.minutes and time.monotonic() > end:
                    return 0
            if not args.minutes:
                return 0
            first += games


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
