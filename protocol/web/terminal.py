"""A table in the terminal: the board, the moves as numbered sentences, hint, undo, log, chances. Enough to play over ssh.

It plays through the same tables as the browser, so a game that was begun here is in the lobby's list afterwards.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from rich.console import Console
from rich.text import Text

from egypt.protocol.client import EngineFailure, Refused
from egypt.protocol.threads import start_thread
from egypt.protocol.web.advisers import Advisers
from egypt.protocol.web.analysis import HINT
from egypt.protocol.web.messages import order_for, parse_order
from egypt.protocol.web.table import Situation, WebTable
from egypt.protocol.web.tables import Tables
from egypt.protocol.web.troubles import Trouble, report

COLOURS = ("red", "blue", "green", "magenta", "yellow")
MAX_LINE = 4096  # bytes of a typed line
POLL_SECONDS = 0.05
BAR = 40  # characters of the line of chances
HELP = "a number plays that move; a word shows the moves that contain it; h hint, u undo, r redo, l log, q leave"


async def play(options: Namespace, programs: Mapping[str, Sequence[str]], console: Console) -> int:
    """A whole game with one person in it, or none; returns the exit code. Raises BadMessage or Refused for a bad order."""
    tables = Tables(options.records, programs, options.pause, mixed_rules=options.mixed_rules)
    await tables.start()
    try:
        order = parse_order(order_for(options, tables.games), tables.games, tables.programs)
        deal = await tables.create(order)
        table = tables.get(deal.table)
        person = next(iter(table.people), None)
        await _Terminal(console, table, person, tables.analysts, tables.programs[0]).run()
        return 0
    finally:
        await tables.close()


class _Typed:
    """The lines of stdin. A daemon thread reads them, below Python's buffers: neither Ctrl-C nor the end waits for it."""

    def __init__(self) -> None:
        self._lines: asyncio.Queue[str | None] | None = None

    async def line(self) -> str | None:
        """The next one; None at the end of the input, now and ever after."""
        if self._lines is None:
            lines: asyncio.Queue[str | None] = asyncio.Queue()
            self._lines = lines
            loop = asyncio.get_running_loop()

            def tell(line: str | None) -> None:
                loop.call_soon_threadsafe(lines.put_nowait, line)

            start_thread(self._read, tell)
        line = await self._lines.get()
        if line is None:
            self._lines.put_nowait(None)
        return line

    @staticmethod
    def _read(tell: Callable[[str | None], object]) -> None:
        rest = b""
        with suppress(RuntimeError):  # the loop is closed: nothing is asked any more
            try:
                while sys.stdin is not None and (data := _read_some(sys.stdin.fileno())):
                    *lines, rest = (rest + data).split(b"\n")
                    rest = rest[:MAX_LINE]  # of a line without end the beginning is enough
                    for line in lines:
                        tell(line.decode(errors="replace"))
            except (OSError, ValueError):
                pass
            if rest:
                tell(rest.decode(errors="replace"))
            tell(None)


class _Terminal:
    def __init__(self, console: Console, table: WebTable, seat: int | None, analysts: Advisers, program: str) -> None:
        self._console = console
        self._table = table
        self._seat = seat
        self._analysts = analysts
        self._program = program
        self._typed = _Typed()
        self._changed = asyncio.Event()
        self._told = 0  # events that were printed
        self._shown = ""  # the decision whose board was printed

    async def run(self) -> None:
        self._table.join(self._changed.set)
        try:
            while True:
                self._changed.clear()
                known = await self._table.situation(self._seat)
                self._tell(known)
                if known.turn.is_over:
                    return self._tell_result(known)
                if self._table.trouble:
                    return self._console.print(self._table.trouble, style="red")
                if not known.legal:
                    await self._changed.wait()
                elif not await self._decide(known):
                    return None
        finally:
            self._table.leave(self._changed.set)

    # -- what is shown ---------------------------------------------------------------------------------------

    def _tell(self, known: Situation) -> None:
        self._told = min(self._told, len(known.events))  # something may have been taken back
        for event in known.events[self._told :]:
            self._console.print(Text(f"{event['number']:4} "), _coloured(event["sentence"]), sep="")
            for item in event["scores"]:
                self._console.print(_coloured(f"       {item['seat']} {item['score']:+d} {item['text']}"))
        self._told = len(known.events)

    def _tell_result(self, known: Situation) -> None:
        ranks = sorted((rank, seat) for seat, rank in enumerate(known.turn.ranks))
        for rank, seat in ranks:
            self._console.print(_coloured(f"{rank}. p{seat + 1} with {known.turn.scores[seat]}"))

    async def _show(self, known: Situation) -> None:
        if self._seat is None or self._shown == known.decision:
            return
        self._shown = known.decision
        self._console.print(Text(await self._table.board(self._seat)))
        try:
            info = await self._analysts.evaluate(await self._table.view(self._seat), self._program)
            self._console.print(_chances(info.wp))
        except (EngineFailure, Refused):
            pass  # a line less
        self._list(known, "")

    def _list(self, known: Situation, word: str) -> None:
        for number, choice in enumerate(known.legal, start=1):
            if word in choice["sentence"].lower():
                self._console.print(Text(f"{number:3}. "), _coloured(choice["sentence"]), sep="")

    # -- what is done ----------------------------------------------------------------------------------------

    async def _decide(self, known: Situation) -> bool:
        """One line of the person; False to leave."""
        await self._show(known)
        self._console.print("move (? for help): ", end="")
        line = await self._typed.line()
        word = "q" if line is None else line.strip().lower()
        try:
            if word == "q":
                return False
            await self._do(word, known)
        except (Trouble, EngineFailure, Refused) as problem:
            self._console.print(report(problem, "the engine"), style="red")
        return True

    async def _do(self, word: str, known: Situation) -> None:
        assert self._seat is not None
        if re.fullmatch(r"[0-9]{1,6}", word) and 1 <= int(word) <= len(known.legal):
            await self._table.play(self._seat, known.decision, known.legal[int(word) - 1]["move"])
        elif word == "h":
            best = await self._analysts.think(await self._table.view(self._seat), HINT, program=self._program)
            number = next((n for n, choice in enumerate(known.legal, start=1) if choice["move"] == best), None)
            self._console.print(f"hint: {number}", style="bold")
        elif word == "u":
            await self._table.undo()
        elif word == "r":
            await self._table.redo()
        elif word == "l":
            self._told = 0
        elif word == "?":
            self._console.print(HELP)
        elif word:
            self._list(known, word)


def _read_some(file: int) -> bytes:
    """What there is to read; b"" at the end. A pipe that another program made non-blocking is waited for."""
    while True:
        try:
            return os.read(file, 4096)
        except BlockingIOError:
            time.sleep(POLL_SECONDS)


def _coloured(sentence: str) -> Text:
    """Seats in their colours, as in the browser."""
    text = Text()
    for part in re.split(r"\b(p[1-5])\b", sentence):
        seat = re.fullmatch(r"p([1-5])", part)
        text.append(part, style=f"bold {COLOURS[int(seat[1]) - 1]}" if seat else "")
    return text


def _chances(chances: Sequence[float]) -> Text:
    """The chances of all seats as one bar and in numbers."""
    text = Text("chances ")
    for seat, chance in enumerate(chances):
        text.append("█" * round(chance * BAR), style=COLOURS[seat])
    for seat, chance in enumerate(chances):
        text.append(f"  p{seat + 1} {100 * chance:.0f} %", style=COLOURS[seat])
    return text
