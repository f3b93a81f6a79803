"""How the program hears its input on any platform: one thread reads, and another notices that nobody reads the answers.

Only light modules are imported here: the program does so before it knows what it is asked to do.
"""

from __future__ import annotations

import os
import select
import sys
import threading
import time
from queue import Empty, SimpleQueue

READ_BYTES = 64 * 1024
RETRY_SECONDS = 0.001       # where a descriptor cannot be waited for
# A thread that waits is not interrupted by a Ctrl-C on Windows; it must look up now and then.
WAKE_SECONDS = 0.2 if sys.platform == "win32" else None


class Listener:
    """The bytes of an input, chunk by chunk. At most one chunk is read ahead."""

    def __init__(self, source: int, answers: int) -> None:
        self._heard: SimpleQueue[bytes | None] = SimpleQueue()
        self._taken = threading.Lock()      # held while a chunk waits to be taken
        threading.Thread(target=self._listen, args=(source,), name="egi-listener", daemon=True).start()
        if hasattr(select, "poll"):
            threading.Thread(target=self._watch, args=(answers,), name="egi-watcher", daemon=True).start()

    def next(self) -> bytes | None:
        """Blocks for some bytes; b"" is the end of input, None says that nobody reads the answers any more."""
        while True:
            try:
                heard = self._heard.get(timeout=WAKE_SECONDS)
            except Empty:
                continue
            if heard is not None:
                self._taken.release()
            return heard

    def _listen(self, source: int) -> None:
        data = b"?"
        while data:
            data = read(source)
            self._taken.acquire()
            self._heard.put(data)

    def _watch(self, answers: int) -> None:
        """Tells of a broken pipe even while we have nothing to say; where there is no poll, the next answer will."""
        poll = select.poll()
        poll.register(answers, 0)
        poll.poll()
        self._heard.put(None)


def read(descriptor: int) -> bytes:
    """Some bytes; b"" at the end, and also if it cannot be read. Blocks, even in non-blocking mode."""
    while True:
        try:
            return os.read(descriptor, READ_BYTES)
        except BlockingIOError:
            wait_until_usable(reading=descriptor)
        except OSError:     # closed or unreadable: nothing more will come
            return b""


def wait_until_usable(reading: int | None = None, writing: int | None = None) -> None:
    """Block until a descriptor in non-blocking mode can be read or written."""
    try:
        select.select([reading] if reading is not None else [], [writing] if writing is not None else [], [])
    except (OSError, ValueError):       # only sockets can be waited for on Windows, only small numbers elsewhere
        time.sleep(RETRY_SECONDS)
