"""One writer to a file at a time, on every platform. The lock goes with the process that holds it."""

from __future__ import annotations

import os
import sys

FAR_BYTE = 2**40  # Windows locks bytes against everybody, readers too: a byte that no run reaches is locked


def lock(file: int) -> None:
    """Lock an open file for this process; raises OSError at once if another one has it."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(file, FAR_BYTE, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
