"""The reports of the bench: that they run, print what they promise, and fail politely."""

from __future__ import annotations

import subprocess
import sys

from tests import PATIENCE, ROOT


def bench(*arguments: str, timeout: float = 4 * PATIENCE) -> subprocess.CompletedProcess[str]:
    """Run `python -m bench` as a user would."""
    command = [sys.executable, "-m", "bench", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=timeout, cwd=ROOT)
