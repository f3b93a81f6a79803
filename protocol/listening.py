"""How the program hears its input on any platform: a thread reads and answers, another notices that the reader is gone.

What is read is answered on the thread that has read it: to wake another one would take as long as most answers. The main
thread waits for the end; a Ctrl-C is one more way to end, whatever the main thread is doing when it comes.

Only light modules are imported here: the program does so before it knows what it is asked to do.
"""

from __future__ import annotations

import os
import select
import sys
import threading
import time
from collections.abc import Callable
from enum import Enum
from queue import Empty, SimpleQueue

from egypt.protocol.threads import start_thread

READ_BYTES = 64 * 1024
RETRY_SECONDS = 0.001  # where a descriptor cannot be waited for
# A thread that waits is not interrupted by a Ctrl-C on Windows; it must look up now and then.
WAKE_SECONDS = 0.2 if sys.platform == "win32" else None


class Ending(Enum):
    """Why a conversation ended."""

    INPUT = "there is no more input"
    SATISFIED = "the one who answers has heard enough"
    UNHEARD = "nobody reads the answers any more"
    INTERRUPT = "a Ctrl-C"


class Listener:
    """Hands the bytes of an input, chunk by chunk, to `answer` until that returns False; b"" is the end of input."""

    def __init__(self, answer: Callable[[bytes], bool]) -> None:
        self._answer = answer
        self._endings: SimpleQueue[Ending] = SimpleQueue()
        self._answering = threading.Lock()  # held while a chunk is answered
        self.interrupted = False

    def start(self, source: int, answers: int) -> None:
        """Listen to one descriptor from now on; the reader of the other one gets the answers. Raises EgyptError."""
        start_thread(self._listen, source, name="egi-listener")
        if hasattr(select, "poll"):
            start_thread(self._watch, answers, name="egi-watcher")

    def wait(self) -> Ending:
        """Blocks until the conversation ends."""
        while True:
            try:
                return self._endings.get(timeout=WAKE_SECONDS)
            except Empty:
                continue

    def interrupt(self, *_: object) -> None:
        """For a signal handler: ends the conversation, and may come before `start` or `wait`."""
        self.interrupted = True
        self._endings.put(Ending.INTERRUPT)

    def close(self, timeout: float) -> bool:
        """Hear nothing more; False if what was heard is still being answered after `timeout` seconds."""
        return self._answering.acquire(timeout=timeout)  # and not given back

    def _listen(self, source: int) -> None:
        ending = Ending.INPUT
        try:
            data = b"?"
            while data:
                data = read(source)
                with self._answering:
                    if not self._answer(data):
                        ending = Ending.SATISFIED
                        return
        finally:
            self._endings.put(ending)

    def _watch(self, answers: int) -> None:
        """Tells of a broken pipe even while we have nothing to say; where there is no poll, the next answer will."""
        poll = select.poll()
        poll.register(answers, 0)
        poll.poll()
        self._endings.put(Ending.UNHEARD)


def read(descriptor: int) -> bytes:
    """Some bytes; b"" at the end, and also if it cannot be read. Blocks, even in non-blocking mode."""
    while True:
        try:
            return os.read(descriptor, READ_BYTES)
        except BlockingIOError:
            wait_until_usable(reading=descriptor)
        except OSError:  # closed or unreadable: nothing more will come
            return b""


def wait_until_usable(reading: int | None = None, writing: int | None = None) -> None:
    """Block until a descriptor in non-blocking mode can be read or written."""
    try:
        select.select([reading] if reading is not None else [], [writing] if writing is not None else [], [])
    except (OSError, ValueError):  # only sockets can be waited for on Windows, only small numbers elsewhere
        time.sleep(RETRY_SECONDS)
