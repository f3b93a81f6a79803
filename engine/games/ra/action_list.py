"""Every move that a player of Ra can ever make, in words. The place in this list is the number of the action."""

from __future__ import annotations

from egypt.games.ra.components import CIVILIZATIONS, HIGHEST_SUN, KINDS, MONUMENTS

RA, GOD = KINDS[:2]


def list_actions() -> list[str]:
    return [
        "draw",
        "invoke",
        "pass",
        "stop",
        *[f"god:{kind}" for kind in KINDS if kind not in (RA, GOD)],
        *[f"bid:{sun}" for sun in range(1, HIGHEST_SUN + 1)],
        *[f"lose:{kind}" for kind in (*CIVILIZATIONS, *MONUMENTS)],
    ]
