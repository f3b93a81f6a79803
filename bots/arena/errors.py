"""What stops the arena itself. What an engine does wrong never stops it: that is a fault (faults.py)."""

from __future__ import annotations

from egypt import EgyptError


class ArenaError(EgyptError):
    """A setting or a file that cannot be used; the message names the offending part."""
