"""Every move that a player of Amun-Re can ever make, in words. The place in this list is the number of the action."""

from __future__ import annotations

from collections.abc import Iterator

from egypt.games.amunre.components import FAVORS
from egypt.games.amunre.tables import COMPONENTS, PROVINCES

MOST_OFFERED = 499  # gold, as in state.pxd; stones that cost more have no number either
YELLOW = FAVORS[7:]  # that score


def list_actions() -> list[str]:
    rows = COMPONENTS.provinces
    return [
        "done",
        "adjust:down",
        "adjust:up",
        "take:favor",
        *[
            f"{verb}{name}"
            for verb in ("take:farmer+", "take:stone+", "treasury:", "big-harvest:", "choose:")
            for name in PROVINCES
        ],
        *[f"sell:{favor}" for favor in FAVORS],
        *[f"score:{favor}" for favor in YELLOW],
        *[f"favors:{number}" for number in range(max(row.limit for row in rows) + 1)],
        *[f"farmers:{row.name}+{number}" for row in rows for number in range(row.fields + 1) if row.fields],
        *[
            f"bid:{name}+{gold}{bribery}{protection}"
            for name in PROVINCES
            for gold in COMPONENTS.track
            for bribery in ("", "+bribery")
            for protection in ("", "+protection")
        ],
        *[
            f"stones:{name}+{number}{architect}{farmer}"
            for name in PROVINCES
            for number in stones()
            for architect in ("", "+architect")
            for farmer in ("", "+free-farmer")
        ],
        *[f"offer:{gold or 'theft'}{adjustment}" for gold in range(MOST_OFFERED + 1) for adjustment in ("", "+adjustment")],
    ]


def stones() -> Iterator[int]:
    """As many as can be paid for: the printed prices go on as the numbers do."""
    price = number = 0
    while price <= MOST_OFFERED:
        yield number
        price = COMPONENTS.prices[number] if number < len(COMPONENTS.prices) else price + number + 1
        number += 1
