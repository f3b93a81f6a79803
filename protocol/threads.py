"""Starts the threads of the programs. Only light modules are imported here."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any


def start_thread(target: Callable[..., Any], *arguments: Any, name: str | None = None) -> threading.Thread:
    """A thread that does not keep the program alive. Raises EgyptError if the system gives no more threads."""
    thread = threading.Thread(target=target, args=arguments, name=name, daemon=True)
    try:
        thread.start()
    except RuntimeError:
        from egypt import EgyptError  # seldom needed: kept out of the start

        raise EgyptError("the system gives no more threads") from None
    return thread
