"""Fixed positions, fixed seed: a signature that changes when the search behaves differently, and a speed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from time import perf_counter

from egypt import Game, Limits, Result, Rng, Table, View
from egypt.protocol.perft import Interrupted

DEFAULT_ITERATIONS = 2000
SEED = 1
DEPTHS = (0, 12, 40)  # random decisions before each position


@dataclass(frozen=True, slots=True)
class BenchReport:
    signature: str
    positions: int
    iterations: int
    nodes: int
    milliseconds: float

    def as_dict(self) -> dict[str, str | int]:
        """What the protocol tells, in this order."""
        speed = round(self.iterations * 1000 / self.milliseconds) if self.milliseconds > 0 else 0
        return {
            "signature": self.signature,
            "positions": self.positions,
            "iterations": self.iterations,
            "nodes": self.nodes,
            "time": round(self.milliseconds),
            "ips": speed,
        }


def bench_views(game: Game) -> list[View]:
    """Positions of every player count: the start, and some random decisions later."""
    views = []
    for players in range(game.min_players, game.max_players + 1):
        table = Table.deal(game, players, SEED)
        rng = Rng(SEED)
        for decision in range(max(DEPTHS) + 1):
            if table.position.is_over:
                break
            if decision in DEPTHS:
                views.append(table.view(table.position.actor))
            codes = table.position.legal_codes()
            table.play(codes[rng.below(len(codes))])
    return views


def run_bench(
    game: Game, search: Callable[[View, Limits], Result], iterations: int, is_stopped: Callable[[], bool]
) -> BenchReport:
    """Search every position; raises Interrupted when stopped."""
    views = bench_views(game)
    digest = sha256()
    done = nodes = 0
    start = perf_counter()
    for view in views:
        result = search(view, Limits(iterations=iterations))
        if is_stopped():
            raise Interrupted
        best = result.lines[0].visits if result.lines else 0
        digest.update(f"{view.to_text()} {result.best} {best} {result.iterations} {result.nodes}\n".encode())
        done += result.iterations
        nodes += result.nodes
    milliseconds = (perf_counter() - start) * 1000
    return BenchReport(digest.hexdigest()[:8], len(views), done, nodes, milliseconds)
