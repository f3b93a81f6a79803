"""No child outlives the process that started it, whatever happens to that process.

A process that starts engines has a guardian: a tiny program that does nothing but wait for the end of its input. `kill -9`
ends the process and with it that pipe; the guardian then kills everything that carries the process's mark in its
environment, wrappers and grandchildren included, and leaves. The guardian itself needs nothing but the standard library.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
import uuid

MARK = "EGYPT_ARENA_GUARD"
PASSES = 20             # a process may be about to start another one while it is looked for
PAUSE_SECONDS = 0.05


class Guardian:
    """One per process; starts with the first engine."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._owner = 0
        self._mark = ""
        self._process: subprocess.Popen[bytes] | None = None

    def environment(self) -> dict[str, str]:
        """The environment in which an engine must be started."""
        with self._lock:
            if self._owner != os.getpid() or self._process is None or self._process.poll() is not None:
                self._owner, self._mark = os.getpid(), uuid.uuid4().hex
                self._process = subprocess.Popen(
                    [sys.executable, "-I", "-S", __file__, self._mark], stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
            return {**os.environ, MARK: self._mark}


GUARDIAN = Guardian()


def marked_processes(mark: str) -> list[int]:
    """Process ids whose environment carries the mark."""
    found, wanted = [], f"{MARK}={mark}".encode()
    for name in os.listdir("/proc") if os.path.isdir("/proc") else []:
        if name.isdigit() and int(name) != os.getpid():
            with contextlib.suppress(OSError), open(f"/proc/{name}/environ", "rb") as environment:
                if wanted in environment.read().split(b"\0"):
                    found.append(int(name))
    return found


def main(mark: str) -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    while os.read(0, 4096):
        pass
    for _ in range(PASSES):
        processes = marked_processes(mark)
        if not processes:
            break
        for process in processes:
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGKILL)
        time.sleep(PAUSE_SECONDS)


if __name__ == "__main__":
    main(sys.argv[1])
