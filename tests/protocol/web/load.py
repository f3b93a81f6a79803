"""Fifty tables at once: what a click costs the server and its engines, and whether the server's memory stays flat.

`python -m tests.protocol.web.load` plays long, a test plays short. Time by the clock depends on what else the machine does;
what is judged is the time that the server and its engines have computed. A long run (`nice -n 5`, two cores at load 12,
2026-11-17) said: 50 tables, 600 clicks, 7.9 ms computed a click; by the clock median 27.2 ms, 95 % 55.9 ms, worst 100.7 ms;
memory 48.3 -> 50.9 MB.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import tempfile
import time
import urllib.request
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import websockets

from tests.protocol.web.browsing import Program

TICK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Load:
    """Of a run: clicks, seconds that each was answered in by the clock, computing time of a click, memory in MB."""

    tables: int
    seconds: list[float]
    cpu: float
    first_memory: float
    last_memory: float

    def __str__(self) -> str:
        ordered = sorted(self.seconds)
        median, most = statistics.median(ordered), ordered[int(0.95 * len(ordered))]
        return (
            f"{self.tables} tables, {len(ordered)} clicks: {1000 * self.cpu:.1f} ms computed a click; by the clock "
            f"median {1000 * median:.1f} ms, 95 % {1000 * most:.1f} ms, worst {1000 * ordered[-1]:.1f} ms; "
            f"memory {self.first_memory:.1f} -> {self.last_memory:.1f} MB; load {os.getloadavg()[0]:.1f}"
        )


def children(pid: int) -> list[int]:
    """The processes that a process has started, and theirs; a thread or process that ends meanwhile has none."""
    found: list[int] = []
    with suppress(FileNotFoundError, ProcessLookupError):
        for task in list(Path(f"/proc/{pid}/task").iterdir()):
            with suppress(FileNotFoundError, ProcessLookupError):
                for child in map(int, (task / "children").read_text().split()):
                    found += [child, *children(child)]
    return found


def computed(pid: int) -> float:
    """Seconds that a process and all that it has started have computed."""
    total = 0.0
    for one in [pid, *children(pid)]:
        with suppress(FileNotFoundError, ProcessLookupError):  # it has ended meanwhile
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            total += sum(map(int, fields[11 : 15 if one == pid else 13])) / TICK  # children that have ended count once
    return total


def memory(pid: int) -> float:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE / 1e6


class Player:
    """A page at one seat of a table."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.state: dict[str, Any] = {}
        self._clicks = 0

    @classmethod
    async def join(cls, program: Program, made: Any, entry: int) -> Player:
        base = program.base.rstrip("/")
        player = cls(await websockets.connect(f"{base.replace('http', 'ws', 1)}/play", origin=base, max_size=None))  # type: ignore[arg-type]
        token = made["passes"][entry]["token"]
        await player.socket.send(json.dumps({"type": "join", "table": made["table"], "token": token}))
        await player.hear_state("")
        return player

    async def hear(self) -> Any:
        message = json.loads(await self.socket.recv())
        if message["type"] == "state":
            self.state = message
        return message

    async def hear_state(self, before: str) -> None:
        while self.state.get("decision", "") == before:
            await self.hear()

    async def click(self) -> float:
        """Play the first legal move; the seconds until it was answered."""
        self._clicks += 1
        name, began = f"c{self._clicks}", time.perf_counter()
        await self.socket.send(
            json.dumps(
                {
                    "type": "play",
                    "id": name,
                    "seat": self.state["seat"],
                    "decision": self.state["decision"],
                    "move": self.state["legal"][0]["move"],
                }
            )
        )
        while (answer := await self.hear()).get("id") != name:
            pass
        assert answer["ok"], answer
        return time.perf_counter() - began


def make_table(program: Program, game: str, seed: int) -> Any:
    base, _, key = program.url.partition("/#key=")
    body = {"game": game, "seats": [{"kind": "link"}, {"kind": "link"}], "pause": 0, "seed": seed}
    request = urllib.request.Request(
        f"{base}/api/tables", json.dumps(body).encode(), {"Authorization": f"Bearer {key}", "Origin": base}, method="POST"
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


async def click_around(program: Program, tables: int, rounds: int, game: str) -> Load:
    """Open tables with two pages each, and click once at each of them, `rounds` times."""
    made = [make_table(program, game, seed) for seed in range(tables)]
    pairs = [[await Player.join(program, one, entry) for entry in (0, 1)] for one in made]
    seconds: list[float] = []
    first, began = 0.0, computed(program.pid)
    for number in range(rounds):
        for pair in pairs:
            mover = next(player for player in pair if player.state["legal"])
            before = mover.state["decision"]
            seconds.append(await mover.click())
            for player in pair:
                await player.hear_state(before)
        if number == 0:
            first = memory(program.pid)
    load = Load(tables, seconds, (computed(program.pid) - began) / len(seconds), first, memory(program.pid))
    for pair in pairs:
        for player in pair:
            await player.socket.close()
    return load


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=12, help="clicks at each table (default: 12)")
    parser.add_argument("--game", default="ra")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = Program(Path(folder))
        try:
            print(asyncio.run(click_around(program, options.tables, options.rounds, options.game)))
        finally:
            program.stop()


if __name__ == "__main__":
    main()
