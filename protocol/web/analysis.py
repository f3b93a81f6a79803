"""What the engine thinks of one's own view: one search at a time per connection, the newest result only."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from egypt.protocol.answers import Info
from egypt.protocol.client import EngineFailure, Refused
from egypt.protocol.web.advisers import Advisers, Effort
from egypt.protocol.web.troubles import report

INTERVAL = 250  # milliseconds between two results
LONGEST = 20_000  # milliseconds that a live analysis thinks
TURN_SECONDS = 2.0  # that it thinks at least, where others wait
HINT = Effort(iterations=20_000, movetime=1500)

Message = dict[str, Any]


class Analysis:
    """Of one connection, which may be a guest's. `tell` is given whole messages; those of an older position never come."""

    def __init__(self, advisers: Advisers, program: str, tell: Callable[[Message], None], is_guest: bool) -> None:
        self._advisers = advisers
        self._program = program
        self._tell = tell
        self._is_guest = is_guest
        self._task: asyncio.Task[None] | None = None
        self._engaged = asyncio.Lock()

    def start(self, view: str, decision: str, lines: int, to_act: bool) -> None:
        """Leave the old position and look at this one."""
        self.stop()
        self._task = asyncio.get_running_loop().create_task(self._run(view, decision, lines, to_act))

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def hint(self, view: str) -> str | None:
        return await self._advisers.think(view, HINT, program=self._program, is_guest=self._is_guest)

    async def _run(self, view: str, decision: str, lines: int, to_act: bool) -> None:
        async with self._engaged:  # the last one may take its engine a moment to stop: a page has one at a time
            await self._look(view, decision, lines, to_act)

    async def _look(self, view: str, decision: str, lines: int, to_act: bool) -> None:
        found: dict[int, Info] = {}
        head: Message = {"type": "analysis", "decision": decision, "lines": [], "iterations": 0, "done": False}
        began = math.inf

        def hear(info: Info) -> bool:
            nonlocal began
            began = min(began, asyncio.get_running_loop().time())
            rank = info.numbers.get("multipv", 1)
            if rank == 1:
                found.clear()
            found[rank] = info
            self._tell(
                head
                | {"lines": [_line(found[rank]) for rank in sorted(found)], "iterations": info.numbers.get("iterations", 0)}
            )
            has_had_turn = asyncio.get_running_loop().time() - began >= TURN_SECONDS
            return has_had_turn and self._advisers.is_awaited(self._program, self._is_guest)

        try:
            parts = await self._advisers.explain(view, self._program, self._is_guest)
            head["why"] = [asdict(part) for part in parts]
            if to_act:
                effort = Effort(movetime=LONGEST)
                await self._advisers.think(
                    view,
                    effort,
                    program=self._program,
                    lines=lines,
                    interval=INTERVAL,
                    on_info=hear,
                    is_guest=self._is_guest,
                )
                self._tell(
                    head
                    | {
                        "lines": [_line(found[rank]) for rank in sorted(found)],
                        "done": True,
                        "iterations": max((i.numbers.get("iterations", 0) for i in found.values()), default=0),
                    }
                )
            else:
                info = await self._advisers.evaluate(view, self._program, self._is_guest)
                self._tell(head | {"wp": list(info.wp), "pts": list(info.pts), "done": True})
        except (EngineFailure, Refused) as problem:
            self._tell(head | {"done": True, "trouble": report(problem, self._program)})


def _line(info: Info) -> Message:
    return {
        "move": info.pv[0] if info.pv else "",
        "wp": list(info.wp),
        "pts": list(info.pts),
        "visits": info.numbers.get("visits", 0),
        "pv": list(info.pv),
    }
