"""What `bench train` keeps on disk, and how a new generation is tested against the last one.

    run.json                    the settings of the run
    generation-000/weights.json where it began
    generation-001/shards/      positions of self-play with the best weights so far
                   weights.json fitted to them and to those of some generations before
                   deals.jsonl  the sequential test against the best so far, a line per deal
                   verdict.json what came of it
    log.txt, strength.svg       the verdicts, to read

Every file but deals.jsonl is written whole or not at all, and that one loses half a line at most: whatever ends the program,
the same command goes on from there.
"""

from __future__ import annotations

import json
import math
import os
import time
from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from egypt import EgyptError, Game, Limits, Search, Table, View
from egypt.bots.arena.plots import Canvas
from egypt.bots.arena.schedule import Bounds
from egypt.bots.arena.sprt import SequentialTest
from egypt.bots.arena.statistics import mean_interval

SETTINGS_FILE = "run.json"
PACE_POSITIONS = 6  # searched by both in turn, to see how long an iteration takes
PACE_ROUNDS = 4
STYLE = (
    "text{font:12px sans-serif;fill:#52514e}line.grid{stroke:#e1e0d9}.dot{fill:#2a78d6}.rejected{fill:#b9b7ae}"
    ".line{fill:none;stroke:#2a78d6;stroke-width:2}"
)


@dataclass(frozen=True)
class Verdict:
    """Of one generation."""

    generation: int
    accepted: bool
    positions: int  # that were fitted to
    loss_before: float  # of the best weights so far and of the new ones, at games that they were not fitted to
    loss: float
    deals: int
    games: int
    share: float  # of the win
    low: float  # 95 % interval of the share
    high: float
    score: float  # share of the other seats that it finished ahead of
    llr: float
    iterations: int  # of the new weights; those before had the run's `match_iterations`
    seconds: float

    @property
    def elo(self) -> float:
        return elo_of(self.score)


def elo_of(score: float) -> float:
    score = min(max(score, 0.001), 0.999)
    return -400 * math.log10(1 / score - 1)


def write_file(path: Path, text: str) -> None:
    """So that a file is there whole or not at all."""
    beginning = path.with_name(path.name + ".part")
    with open(beginning, "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beginning, path)


def keep_settings(folder: Path, settings: dict[str, Any], option: str) -> None:
    """Write down with which settings a folder is begun. Raises EgyptError if it was begun with others.

    `option` is the one that names the folder on the command line.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / SETTINGS_FILE
    if not path.exists():
        write_file(path, json.dumps(settings, indent=1) + "\n")
    check_settings(folder, settings, option)


def check_settings(folder: Path, settings: dict[str, Any], option: str, only: Collection[str] = ()) -> None:
    """Raises EgyptError if a folder was begun with other settings; `only` these are looked at, all by default."""
    path = folder / SETTINGS_FILE
    try:
        kept = dict(json.loads(path.read_text()))
    except (ValueError, TypeError) as problem:
        raise EgyptError(f"{path} cannot be read: {problem}") from None
    for name in sorted(only or {*kept, *settings}):
        if kept.get(name) != settings.get(name):
            raise EgyptError(
                f"{folder} was begun with --{name.replace('_', '-')} {kept.get(name)}, "
                f"not {settings.get(name)}: take another {option}"
            )


class Book:
    """The folder of a run."""

    def __init__(self, folder: Path, settings: dict[str, Any]) -> None:
        self.folder = folder
        keep_settings(folder, settings, "--out")

    def generation(self, number: int) -> Path:
        path = self.folder / f"generation-{number:03d}"
        path.mkdir(exist_ok=True)
        return path

    def verdict(self, number: int) -> Verdict | None:
        path = self.generation(number) / "verdict.json"
        return Verdict(**json.loads(path.read_text())) if path.exists() else None

    def verdicts(self) -> list[Verdict]:
        paths = sorted(self.folder.glob("generation-*/verdict.json"))
        return [Verdict(**json.loads(path.read_text())) for path in paths]

    def best(self, before: int) -> int:
        """The last generation before this one that was accepted; 0, where the run began, if none was."""
        return max([v.generation for v in self.verdicts() if v.accepted and v.generation < before], default=0)

    def weights(self, number: int) -> dict[str, Any]:
        return dict(json.loads((self.generation(number) / "weights.json").read_text()))

    def close(self, verdict: Verdict) -> None:
        """A generation is done."""
        write_file(self.generation(verdict.generation) / "verdict.json", json.dumps(asdict(verdict)) + "\n")
        verdicts = self.verdicts()
        write_file(self.folder / "log.txt", "".join(f"{sentence(each)}\n" for each in verdicts))
        write_file(self.folder / "strength.svg", strength_plot(verdicts))


def sentence(v: Verdict) -> str:
    return (
        f"generation {v.generation}: {'accepted' if v.accepted else 'rejected'}, won {v.share:.3f} [{v.low:.3f}, "
        f"{v.high:.3f}] of {v.games} games, {v.elo:+.0f} Elo, LLR {v.llr:.2f}; loss {v.loss_before:.4f} -> "
        f"{v.loss:.4f} with {v.positions:,} positions; {v.seconds:,.0f} s"
    )


def strength_plot(verdicts: list[Verdict]) -> str:
    """Elo over generations, from the first weights on: those accepted add up, the others stand beside the way."""
    reached = [0.0]
    for verdict in verdicts:
        reached.append(reached[-1] + (verdict.elo if verdict.accepted else 0.0))
    tried = [reached[i] + verdict.elo for i, verdict in enumerate(verdicts)]
    lowest, highest = min([*tried, *reached]), max([*tried, *reached])
    canvas = Canvas(720, 320, (0, max(1, len(verdicts))), (lowest - 20, highest + 20))
    canvas.add(f"<style>{STYLE}</style>")
    canvas.x_axis("generation", "g")
    canvas.y_axis("Elo")
    points = " ".join(f"{canvas.x(i):.1f},{canvas.y(elo):.1f}" for i, elo in enumerate(reached))
    canvas.add(f'<polyline points="{points}" class="line"/>')
    for i, verdict in enumerate(verdicts):
        css = "dot" if verdict.accepted else "dot rejected"
        canvas.add(
            f'<g><circle cx="{canvas.x(i + 1):.1f}" cy="{canvas.y(tried[i]):.1f}" r="5" class="{css}"/>'
            f"<title>{sentence(verdict)}</title></g>"
        )
    return canvas.svg("strength over generations").replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1) + "\n"


# -- the test --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Side:
    weights: dict[str, Any]
    iterations: int


@dataclass(frozen=True)
class Deal:
    """One deal of a match, with A once on every seat."""

    game: Game  # it takes its rules along
    players: int
    variant: str | None
    seed: int
    number: int
    a: Side
    b: Side


def play_deal(deal: Deal) -> dict[str, Any]:
    """Its number, A's shares of the win by game, and the share of the other seats that A finished ahead of."""
    searches = [Search(deal.game, hash_mb=16, seed=deal.number, weights=side.weights) for side in (deal.a, deal.b)]
    shares, ahead = [], []
    for seat in range(deal.players):
        table = Table.deal(deal.game, deal.players, deal.seed + deal.number, deal.variant)
        while not table.position.is_over:
            position = table.position
            legal = position.legal_codes()
            mine = int(position.actor != seat)
            limits = Limits(iterations=(deal.a, deal.b)[mine].iterations)
            table.play(legal[0] if len(legal) == 1 else searches[mine].run(table.view(position.actor), limits).chosen())
        ranks = table.position.ranks()
        others = ranks[:seat] + ranks[seat + 1 :]
        shares.append((ranks[seat] == 1) / ranks.count(1))
        ahead.append(sum((rank > ranks[seat]) + (rank == ranks[seat]) / 2 for rank in others) / len(others))
    return {"deal": deal.number, "shares": shares, "score": sum(ahead) / len(ahead)}


def read_deals(path: Path) -> dict[int, dict[str, Any]]:
    """The deals of a file by number; what was cut off when the program ended is cut away."""
    if not path.exists():
        return {}
    text = path.read_text()
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        write_file(path, whole)
    return {row["deal"]: row for row in map(json.loads, whole.splitlines())}


def decide(
    path: Path, bounds: Bounds, most: int, played: Iterator[dict[str, Any]]
) -> tuple[SequentialTest, list[dict[str, Any]]]:
    """Write deals down as they come, and stop where the test does; it looks at them in their order."""
    known, test, used = read_deals(path), SequentialTest(bounds), list[dict[str, Any]]()
    with open(path, "a") as file:
        while len(used) < most:
            while len(used) not in known:
                row = next(played)
                file.write(json.dumps(row) + "\n")
                file.flush()
                known[row["deal"]] = row
            used.append(known[len(used)])
            if test.add(used[-1]["score"]).accepted:
                break
    return test, used


def share_of(deals: list[dict[str, Any]], seed: int) -> tuple[float, float, float]:
    """A's share of the wins, with its 95 % interval over deals."""
    per_deal = [sum(row["shares"]) / len(row["shares"]) for row in deals]
    estimate = mean_interval(per_deal, seed)
    mean = sum(per_deal) / len(per_deal)
    return mean, mean if estimate.low is None else estimate.low, mean if estimate.high is None else estimate.high


def pace(game: Game, players: int, variant: str | None, iterations: int, a: dict[str, Any], b: dict[str, Any]) -> float:
    """How many times the CPU time of B an iteration of A takes, in searches of the same positions in turn."""
    searches = [Search(game, hash_mb=16, seed=1, weights=weights) for weights in (a, b)]
    table, views = Table.deal(game, players, 1, variant), list[View]()
    while len(views) < PACE_POSITIONS and not table.position.is_over:
        if len(table.position.legal_codes()) > 1:
            views.append(table.view(table.position.actor))
        for _ in range(8):
            if not table.position.is_over:
                table.play(table.position.legal_codes()[-1])
    times = [0.0, 0.0]
    for _ in range(PACE_ROUNDS):
        for view in views:
            for i, search in enumerate(searches):
                began = time.process_time()
                search.run(view, Limits(iterations=iterations))
                times[i] += time.process_time() - began
    return times[0] / max(1e-9, times[1])
