"""The one background thread of a session: it runs a search or another long job while the listening one answers."""

from __future__ import annotations

import threading
from collections.abc import Callable

from egypt.protocol.threads import start_thread


class JobThread:
    """Runs one job at a time.

    A job calls `finish()` just before its last answer. From then on the session is free again: a client that
    reads that answer and at once sends the next command must not hear `busy`.
    """

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self._finishing = threading.Event()
        # A Ctrl-C in `Thread.join` can make a running thread look as if it had ended (CPython 3.11); not so in this wait.
        self._ended = threading.Event()
        self._on_stop: Callable[[], None] = lambda: None
        self.stopped = threading.Event()
        self.endless = False  # only `stop` ends the job

    def start(self, job: Callable[[], None], on_stop: Callable[[], None] = lambda: None, endless: bool = False) -> None:
        """Run `job` on a thread of its own; `on_stop` is how to hurry it. Not while busy. Raises EgyptError."""
        self.wait()
        self.endless = endless
        self._finishing.clear()
        self._ended.clear()
        self.stopped.clear()
        self._on_stop = on_stop
        self._thread = start_thread(self._run, job, name="egi-worker")

    @property
    def busy(self) -> bool:
        """Whether a job runs. Blocks while it writes its last answer; then it is not busy."""
        if self._thread is None:
            return False
        if not self._ended.is_set() and not self._finishing.is_set():
            return True
        self.wait()
        return False

    def finish(self) -> None:
        """Called by the job: only the last answer is left."""
        self._finishing.set()

    def stop(self) -> None:
        """Ask the job to end soon; must not block."""
        self.stopped.set()
        self._on_stop()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for the job's end; False if it still runs after `timeout` seconds."""
        if self._thread is not None:
            if not self._ended.wait(timeout):
                return False
            self._thread.join()
            self._thread = None
        return True

    def _run(self, job: Callable[[], None]) -> None:
        try:
            job()
        finally:
            self._ended.set()
