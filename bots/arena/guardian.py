"""No child outlives the process that started it, whatever happens to that process.

A process that starts engines has a guardian: a tiny program that does nothing but wait for the end of its input. `kill -9`
ends the process and with it that pipe; the guardian then kills everything that carries the process's mark in its
environment, wrappers and grandchildren included, and leaves. The guardian itself needs nothing but the standard library.

Every engine has a mark of its own besides: when it is closed, or has crashed, its children go with it, whatever their
session. A program that starts children without its environment (`env -i setsid …`) escapes both; the README says so.

Environments are read from /proc (Linux) or told by ps (macOS, BSD). On Windows a job object does what the guardian does.
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
from typing import Any

MARK = "EGYPT_ARENA_GUARD"
SEAT_MARK = "EGYPT_ARENA_SEAT"
PASSES = 20  # a process may be about to start another one while it is looked for
PAUSE_SECONDS = 0.05


class Guardian:
    """One per process; starts with the first engine."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._owner = 0
        self._mark = ""
        self._process: subprocess.Popen[bytes] | None = None
        self._job: Any = None  # Windows: its handle stays open as long as this process lives

    def environment(self, seat_mark: str) -> dict[str, str]:
        """The environment in which an engine must be started; `seat_mark` tells it from all others."""
        with self._lock:
            if sys.platform == "win32":
                self._job = self._job or _job_of_this_process()
                return {**os.environ, SEAT_MARK: seat_mark}
            if self._owner != os.getpid() or self._process is None or self._process.poll() is not None:
                self._owner, self._mark = os.getpid(), uuid.uuid4().hex
                self._process = subprocess.Popen(
                    [sys.executable, "-I", "-S", __file__, self._mark],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,
                )
            return {**os.environ, MARK: self._mark, SEAT_MARK: seat_mark}


GUARDIAN = Guardian()


def marked_processes(mark: str, name: str = MARK) -> list[int]:
    """Process ids whose environment carries the mark."""
    if sys.platform == "win32":  # its processes go with their job
        return []
    if not os.path.isdir("/proc/self"):
        return _told_by_ps(f"{name}={mark}")
    found, wanted = [], f"{name}={mark}".encode()
    for entry in os.listdir("/proc"):
        if entry.isdigit() and int(entry) != os.getpid():
            with contextlib.suppress(OSError), open(f"/proc/{entry}/environ", "rb") as environment:
                if wanted in environment.read().split(b"\0"):
                    found.append(int(entry))
    return found


def _told_by_ps(wanted: str) -> list[int]:
    """The same where there is no /proc: ps adds the environment to the words of a command."""
    flags = "-axwwE" if sys.platform == "darwin" else "axwwe"
    told = subprocess.run(["ps", flags, "-o", "pid=,command="], capture_output=True, errors="replace", check=False)
    lines = [line.split() for line in told.stdout.splitlines()]
    return [int(words[0]) for words in lines if wanted in words[1:] and words[0].isdigit() and int(words[0]) != os.getpid()]


def _job_of_this_process() -> Any:
    from egypt.bots.arena.jobs import end_children_with_us

    return end_children_with_us()


def end_marked(mark: str, name: str = MARK) -> None:
    """Kill all that carry the mark, and what they start meanwhile."""
    for _ in range(PASSES):
        processes = marked_processes(mark, name)
        if not processes:
            break
        for process in processes:
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGKILL)
        time.sleep(PAUSE_SECONDS)


def main(mark: str) -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):  # POSIX alone has guardians
        signal.signal(number, signal.SIG_IGN)
    while os.read(0, 4096):
        pass
    end_marked(mark)


if __name__ == "__main__":
    main(sys.argv[1])
