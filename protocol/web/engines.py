"""An EGI program as a child of the event loop: questions, answers, and a search that can be heard while it runs.

One question at a time; whoever is cancelled in the middle of one ends the child, because its answers would be taken for
those to the next question.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable, Sequence
from typing import Any, Self

from egypt.protocol.answers import Error, Identity, Info, ProtocolError, parse_answer, read_handshake
from egypt.protocol.client import BrokenProtocol, CannotStart, Crashed, EngineFailure, Refused, Stalled

MAX_LINE_BYTES = 16 * 1024 * 1024
ANSWER_SECONDS = 10.0
START_SECONDS = 30.0
SEARCH_SECONDS = 600.0


class Engine:
    """A running EGI program. `identity` is what it said of itself."""

    def __init__(self, process: asyncio.subprocess.Process, command: Sequence[str]) -> None:
        self._process = process
        self.command = list(command)
        self.identity = Identity()
        self.game = ""              # that its user has chosen
        self._searching = False
        self._ended = False         # by us; the system may take a moment to notice

    @classmethod
    async def start(cls, command: Sequence[str]) -> Self:
        """Start a program and shake hands; raises CannotStart."""
        try:
            process = await asyncio.create_subprocess_exec(
                *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL, limit=MAX_LINE_BYTES, start_new_session=True,
            )
        except (OSError, ValueError) as problem:
            raise CannotStart(f"{' '.join(command)}: {problem}") from None
        engine = cls(process, command)
        try:
            lines = await engine.ask("egi", "egiok", timeout=START_SECONDS)
            engine.identity = read_handshake(lines)
        except (EngineFailure, Refused, ProtocolError) as problem:
            engine.kill()
            raise CannotStart(str(problem)) from None
        return engine

    @property
    def is_alive(self) -> bool:
        return not self._ended and self._process.returncode is None

    @property
    def is_gone(self) -> bool:
        """Whether the system has noticed that the process is dead."""
        return self._process.returncode is not None

    def kill(self) -> None:
        """End the process now. Safe to call twice."""
        self._ended = True
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    async def close(self) -> None:
        """End the process and wait until it is gone."""
        self.kill()
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._process.wait(), 5)

    # -- questions and answers -------------------------------------------------------------------------------

    async def ask(self, command: str, *last: str, timeout: float | None = None) -> list[str]:
        """The answers to a command, up to one whose first word is among `last`; raises Refused or EngineFailure."""
        try:
            self._send(command)
            lines: list[str] = []
            async with asyncio.timeout(ANSWER_SECONDS if timeout is None else timeout):
                while True:
                    line = await self._read_line(command)
                    word = line.split(" ", 1)[0]
                    if word == "error":
                        raise self._refusal(line, command)
                    lines.append(line)
                    if word in last:
                        return lines
        except TimeoutError:
            self.kill()
            raise Stalled(f"no answer to {command[:200]!r} in time") from None
        except asyncio.CancelledError:
            self.kill()
            raise

    async def obey(self, command: str) -> None:
        """A command that is silent when all is well; raises Refused."""
        self._send(command)
        try:
            await self.ask("isready", "readyok")
        except Refused:         # of the command itself; the answer to `isready` is still to come
            await self._drain()
            raise

    async def ask_json(self, command: str, word: str) -> Any:
        """The JSON of a one-line answer `<word> {…}`."""
        line = (await self.ask(command, word))[-1]
        try:
            return json.loads(line.partition(" ")[2])
        except ValueError:
            raise self._broken(line) from None

    # -- thinking --------------------------------------------------------------------------------------------

    async def go(self, limits: str, on_info: Callable[[Info], None] | None = None) -> str | None:
        """Think within `limits` (the words after `go`), telling every info line; the best move, None if there is none.

        A cancelled search is stopped, and the engine can be used again.
        """
        command = f"go {limits}"
        self._send(command)
        self._searching = True
        listening = asyncio.ensure_future(self._listen(command, on_info))
        try:
            async with asyncio.timeout(SEARCH_SECONDS):
                return await asyncio.shield(listening)
        except TimeoutError:
            self.kill()
            raise Stalled(f"no answer to {command[:200]!r} in time") from None
        except asyncio.CancelledError:
            self.stop()
            try:
                await asyncio.wait_for(listening, ANSWER_SECONDS)
            except (EngineFailure, Refused, TimeoutError):
                self.kill()
            raise
        finally:
            self._searching = False

    def stop(self) -> None:
        """End a running search; whoever waits for it gets its answer."""
        if self._searching and self.is_alive:
            with contextlib.suppress(EngineFailure):
                self._send("stop")

    async def _listen(self, command: str, on_info: Callable[[Info], None] | None) -> str | None:
        while True:
            line = await self._read_line(command)
            try:
                answer = parse_answer(line)
            except ProtocolError:
                raise self._broken(line) from None
            if isinstance(answer, Error):
                raise Refused(answer.code, answer.text, command)
            if isinstance(answer, Info) and on_info is not None:
                on_info(answer)
            elif answer.word == "bestmove":
                best = answer.rest.split()[-1]
                return None if best == "none" else best

    # -- lines -----------------------------------------------------------------------------------------------

    def _send(self, command: str) -> None:
        if "\n" in command or "\r" in command:
            raise ValueError(f"a command is one line: {command!r}")
        assert self._process.stdin is not None
        if not self.is_alive or self._process.stdin.is_closing():
            raise Crashed(f"{' '.join(self.command)} is gone")
        self._process.stdin.write(command.encode() + b"\n")

    async def _read_line(self, command: str) -> str:
        assert self._process.stdout is not None
        try:
            data = await self._process.stdout.readline()
        except ValueError:      # a line without end
            raise self._broken("a line without end") from None
        if not data.endswith(b"\n"):
            self.kill()
            raise Crashed(f"{' '.join(self.command)} ended when asked {command[:200]!r}")
        return data.decode("utf-8", errors="replace").rstrip("\r\n")

    async def _drain(self) -> None:
        async with asyncio.timeout(ANSWER_SECONDS):
            while await self._read_line("isready") != "readyok":
                pass

    def _refusal(self, line: str, command: str) -> Refused:
        code, _, text = line.removeprefix("error ").partition(" : ")
        return Refused(code, text, command)

    def _broken(self, line: str) -> BrokenProtocol:
        self.kill()
        return BrokenProtocol(f"{' '.join(self.command)} answered {line[:200]!r}")
