"""The two pipes to a child process, waited for through asyncio.

Where an event loop can watch a pipe (POSIX), it does: the loop holds nothing between two waits, so any loop may wait next,
and a pipe that no task waits for is not read. Elsewhere (Windows) threads read and write, and wake the loop.

Each has a blocking form for a thread that has nothing else to do: its methods are the same coroutines, but they need no loop
and run to their end at once, which takes a third of the time.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import os
import select
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import IO, Protocol

from egypt.protocol.threads import start_thread

READ_BYTES = 64 * 1024
MAX_AHEAD = 16  # chunks that a thread reads ahead of those who wait
LONGEST_POLL_MS = 60_000


class Pipes(Protocol):
    """Both directions. Not for use from several threads, except for `close`: a reader that waits then gets end of file."""

    async def read(self, deadline: float) -> bytes | None:
        """Some bytes, b"" at the end of output, None at the deadline (as time.monotonic counts)."""

    async def write(self, data: bytes, deadline: float) -> bool:
        """Write all of it; False at the deadline. Raises OSError if the reading end is closed."""

    async def pause(self, seconds: float) -> None:
        """Wait, in the way in which the pipes are waited for."""

    def close(self) -> None:
        """Give the pipes back; safe to call twice."""


def open_pipes(stdin: IO[bytes], stdout: IO[bytes], blocking: bool = False) -> Pipes:
    """The pipes of a process as this platform can wait for them."""
    if sys.platform == "win32":
        return BlockingThreadPipes(stdin, stdout) if blocking else ThreadPipes(stdin, stdout)
    return BlockingPipes(stdin, stdout) if blocking else LoopPipes(stdin, stdout)


class LoopPipes:
    """The event loop watches the pipes."""

    def __init__(self, stdin: IO[bytes], stdout: IO[bytes]) -> None:
        self._files = (stdin, stdout)
        self._stdin, self._stdout = stdin.fileno(), stdout.fileno()
        os.set_blocking(self._stdin, False)
        os.set_blocking(self._stdout, False)
        self._lock = threading.Lock()
        self._users = 0
        self._is_closed = False
        self._is_busy = False  # the last read did not have to wait

    async def read(self, deadline: float) -> bytes | None:
        if self._is_busy:
            await self.pause(0)  # the loop's other tasks go on, even if the child never pauses
        self._is_busy = True
        self._hold()
        try:
            while not self._is_closed:
                try:
                    return os.read(self._stdout, READ_BYTES)
                except BlockingIOError:
                    self._is_busy = False
                    if not await self._watch(self._stdout, deadline):
                        return None
        finally:
            self._let_go()
        return b""

    async def write(self, data: bytes, deadline: float) -> bool:
        self._hold()
        try:
            while data:
                if self._is_closed:
                    raise BrokenPipeError
                try:
                    data = data[os.write(self._stdin, data) :]
                except BlockingIOError:
                    if not await self._watch(self._stdin, deadline):
                        return False
        finally:
            self._let_go()
        return True

    def _hold(self) -> None:
        """From here on the pipes stay open: a number that was closed could already be another file's."""
        with self._lock:
            self._users += 1

    def _let_go(self) -> None:
        with self._lock:
            self._users -= 1
            is_last = self._is_closed and not self._users
        if is_last:
            _close(*self._files)

    async def _watch(self, descriptor: int, deadline: float) -> bool:
        """Wait until a pipe can be read or written, or is broken; False at the deadline."""
        left = deadline - time.monotonic()
        if left <= 0:
            return False
        loop = asyncio.get_running_loop()
        ready: asyncio.Future[bool] = loop.create_future()
        add, remove = (
            (loop.add_reader, loop.remove_reader) if descriptor == self._stdout else (loop.add_writer, loop.remove_writer)
        )
        add(descriptor, _settle, ready, True)
        timer = loop.call_later(left, _settle, ready, False)
        try:
            return await ready
        finally:
            timer.cancel()
            remove(descriptor)

    async def pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def close(self) -> None:
        with self._lock:
            self._is_closed = True
            is_used = self._users > 0
        if not is_used:
            _close(*self._files)


class BlockingPipes(LoopPipes):
    """The same without a loop."""

    async def _watch(self, descriptor: int, deadline: float) -> bool:
        left = deadline - time.monotonic()
        if left <= 0:
            return False
        poll = select.poll()
        poll.register(descriptor, select.POLLIN if descriptor == self._stdout else select.POLLOUT)
        return bool(poll.poll(min(math.ceil(left * 1000), LONGEST_POLL_MS)) or left * 1000 > LONGEST_POLL_MS)

    async def pause(self, seconds: float) -> None:
        if seconds > 0:  # else there are no other tasks
            time.sleep(seconds)


class ThreadPipes:
    """A thread reads, another writes; both end with their pipe."""

    def __init__(self, stdin: IO[bytes], stdout: IO[bytes]) -> None:
        self._lock = threading.Lock()
        self._changed = threading.Condition(self._lock)
        self._chunks: deque[bytes] = deque()  # read, and not yet taken; b"" is the end
        self._room = threading.Semaphore(MAX_AHEAD)
        self._unwritten: deque[bytes] = deque()
        self._work = threading.Semaphore(0)
        self._problem: OSError | None = None  # of the writing thread
        self._is_closed = False
        self._waiters: list[tuple[asyncio.AbstractEventLoop, asyncio.Future[bool]]] = []
        start_thread(self._keep_reading, stdout, name="egi-reader")
        start_thread(self._keep_writing, stdin, name="egi-writer")

    async def read(self, deadline: float) -> bytes | None:
        while not self._chunks:
            if not await self._news(deadline, lambda: bool(self._chunks)):
                return None
        if not self._chunks[0]:  # the end stays the end
            return b""
        self._room.release()
        return self._chunks.popleft()

    async def write(self, data: bytes, deadline: float) -> bool:
        with self._lock:
            self._unwritten.append(data)
        self._work.release()
        while self._unwritten and self._problem is None:
            if not await self._news(deadline, lambda: not self._unwritten or self._problem is not None):
                return False
        if self._problem is not None:
            raise self._problem
        return True

    async def _news(self, deadline: float, has_come: Callable[[], bool]) -> bool:
        """Wait until a thread has done something; False at the deadline."""
        left = deadline - time.monotonic()
        if left <= 0:
            return False
        loop = asyncio.get_running_loop()
        ready: asyncio.Future[bool] = loop.create_future()
        with self._lock:
            if has_come():
                return True
            self._waiters.append((loop, ready))
        timer = loop.call_later(left, _settle, ready, False)
        try:
            return await ready
        finally:
            timer.cancel()
            with self._lock:
                self._waiters = [waiter for waiter in self._waiters if waiter[1] is not ready]

    async def pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def _wake(self) -> None:
        """Called with the lock held, by a thread that has done something."""
        self._changed.notify_all()
        for loop, ready in self._waiters:
            with contextlib.suppress(RuntimeError):  # that loop is closed, and no task waits there
                loop.call_soon_threadsafe(_settle, ready, True)

    def _keep_reading(self, stdout: IO[bytes]) -> None:
        data = b"?"
        while data:
            self._room.acquire()
            try:
                data = b"" if self._is_closed else os.read(stdout.fileno(), READ_BYTES)
            except (OSError, ValueError):
                data = b""
            with self._lock:
                self._chunks.append(data)
                self._wake()
        _close(stdout)

    def _keep_writing(self, stdin: IO[bytes]) -> None:
        while self._problem is None:
            self._work.acquire()
            try:
                if self._is_closed:
                    raise BrokenPipeError
                data = self._unwritten[0]
                while data:
                    data = data[os.write(stdin.fileno(), data) :]
                self._unwritten.popleft()
            except OSError as problem:
                self._problem = problem
            with self._lock:
                self._wake()
        _close(stdin)

    def close(self) -> None:
        """The threads close the pipes themselves, or a number that is used anew could be read from."""
        self._is_closed = True
        self._room.release()
        self._work.release()


class BlockingThreadPipes(ThreadPipes):
    """The same without a loop."""

    async def _news(self, deadline: float, has_come: Callable[[], bool]) -> bool:
        left = min(deadline - time.monotonic(), threading.TIMEOUT_MAX)
        with self._changed:
            return left > 0 and self._changed.wait_for(has_come, left)

    async def pause(self, seconds: float) -> None:
        time.sleep(seconds)


def _settle(ready: asyncio.Future[bool], value: bool) -> None:
    if not ready.done():
        ready.set_result(value)


def _close(*files: IO[bytes]) -> None:
    for file in files:
        with contextlib.suppress(OSError):
            file.close()
