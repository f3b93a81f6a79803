"""Two worlds side by side, from the deal to the end. A process for each plays all the seats, ponders for those who wait, and
keeps what it has learned from move to move; one seat perceives the same in both, so it must be told the same.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence

from egypt import Limits, Position, Result, Rng, Search, View
from egypt.protocol.options import Options
from egypt.protocol.responder import Responder
from egypt.protocol.session import Session
from tests import PATIENCE
from tests.contract.cases import Case

THINK, PONDER = 30, 12  # iterations
TIMES = re.compile(r"time \d+ iterations (\d+) ips \d+")


class Watched:
    """The search of the house; tells when a run is over, so that pondering can be stopped at a place that repeats."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self.ended = threading.Event()

    def run(
        self, view: View, limits: Limits, on_info: Callable[[Result], None] | None = None, info_interval: float = 1000.0
    ) -> Result:
        try:
            return self.search.run(view, limits, on_info, info_interval)
        finally:
            self.ended.set()

    def stop(self) -> None:
        self.search.stop()

    def clear(self) -> None:
        self.search.clear()


class OneMemory(Watched):
    """A planted leak: one memory for all seats, which is lost when another one is searched. Whether that happens may depend
    on hidden cards, since an only move is not searched.
    """

    last: int | None = None

    def run(
        self, view: View, limits: Limits, on_info: Callable[[Result], None] | None = None, info_interval: float = 1000.0
    ) -> Result:
        if self.last != view.viewer:
            self.search.forget()
        self.last = view.viewer
        return super().run(view, limits, on_info, info_interval)


class Process:
    """One session that serves every seat of a game."""

    def __init__(self, case: Case, kind: type[Watched], **settings: object) -> None:
        self._heard: list[bytes] = []
        self._searcher = kind(Search(case.game, hash_mb=2, seed=5, reuse="always", **settings))

        def searcher(game: object, options: Options) -> Watched:
            return self._searcher

        self._session = Session(Responder(self._heard.append), case.game, searcher)

    def answers(self, position: Position, seat: int) -> list[str]:
        """Everything the process says for a seat, which may have to choose or to wait."""
        self._heard.clear()
        view = position.view(seat)
        if seat == position.actor:
            self._say(f"position full {position.to_text()}", f"go iterations {THINK}")
        elif seat in view.pending:
            self._say(f"position view {view.to_text()}", f"go iterations {THINK}")
        else:
            self._searcher.ended.clear()
            self._say(f"position view {view.to_text()}", f"go ponder iterations {PONDER}")
            assert self._searcher.ended.wait(timeout=PATIENCE)
            self._say("stop")
        assert self._session.close(grace=PATIENCE)
        return TIMES.sub(r"iterations \1", b"".join(self._heard).decode()).splitlines()

    def _say(self, *lines: str) -> None:
        for line in lines:
            self._session.handle(line)


def first_difference(
    case: Case, viewer: int, seed: int, kind: type[Watched] = Watched, plies: int = 20_000, **settings: object
) -> tuple[list[str], ...] | None:
    """Walk a random game in two worlds that the viewer cannot tell apart; what it is told where that differs first."""
    rng = Rng(seed)
    processes = Process(case, kind, **settings), Process(case, kind, **settings)
    worlds = case.start(), case.start()
    for _ in range(plies):
        if worlds[0].is_over:
            return None
        if not worlds[0].is_chance:
            others = [seat for seat in range(case.players) if seat != viewer and rng.below(2)]
            said = []
            for process, world in zip(processes, worlds, strict=True):
                for seat in others:
                    process.answers(world, seat)
                said.append(process.answers(world, viewer))
            if said[0] != said[1]:
                return said[0], said[1]
        worlds = next_worlds(worlds, viewer, rng)
    return None


def next_worlds(worlds: tuple[Position, Position], viewer: int, rng: Rng) -> tuple[Position, Position]:
    """Something happens in both that the viewer perceives alike. Where nothing does, the second world is dealt anew."""
    one, other = worlds
    if not one.is_chance:
        seat = one.pending[rng.below(len(one.pending))]
        one, other = one.acting(seat), other.acting(seat) if seat in other.pending else other
    alike = perceptions(other, viewer)
    codes = [code for perceived, codes in perceptions(one, viewer).items() for code in codes if perceived in alike]
    if codes:
        code = any_of(codes, rng)
        one_after, other_after = one.after(code), other.after(any_of(alike[one.observed(code, viewer)], rng))
        if one_after.actor == other_after.actor and one_after.view(viewer) == other_after.view(viewer):
            return one_after, other_after
    else:
        codes = [code for codes in perceptions(one, viewer).values() for code in codes]
        one_after = one.after(any_of(codes, rng))
    if one_after.is_over:
        return one_after, one_after
    sampled = one_after.view(viewer).sample(rng)
    return one_after, sampled if sampled.actor == one_after.actor else one_after


def perceptions(position: Position, viewer: int) -> dict[str, list[int]]:
    """What may happen now, by what the viewer perceives of it."""
    if position.is_chance:
        codes = [position.game.move_code(text) for text, _ in position.outcomes()]
    else:
        codes = position.legal_codes()
    found: dict[str, list[int]] = {}
    for code in codes:
        found.setdefault(position.observed(code, viewer), []).append(code)
    return found


def any_of(codes: Sequence[int], rng: Rng) -> int:
    return codes[rng.below(len(codes))]
