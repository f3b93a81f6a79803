"""Every move that a player of Jars can ever make, in words. The place in this list is the number of the action."""

from __future__ import annotations

VALUES = range(1, 9)


def list_actions() -> list[str]:
    return [*[f"lay:{value}" for value in VALUES], "draw", "pass"]
