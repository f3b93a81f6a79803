"""The spaces of the board that amounts are shown on, each with an id to point at: bids, prices, offerings."""

from __future__ import annotations

from typing import Any

from egypt.games.amunre.components import Components
from egypt.games.amunre.tables import COMPONENTS

MOST_BOUGHT = 12  # larger amounts share the last space of their scale
MOST_GIVEN = 30


def price(count: int, components: Components = COMPONENTS) -> int:
    """What `count` items of one kind cost together; beyond the printed scale each further one costs its number."""
    prices = components.prices
    if count <= len(prices):
        return prices[count - 1] if count else 0
    return prices[-1] + sum(range(len(prices) + 1, count + 1))


def bid_space(province: str, gold: int) -> str:
    return f"bid:{province}:{gold}"


def price_space(count: int) -> str:
    return f"price:{min(count, MOST_BOUGHT)}"


def offer_space(gold: int) -> str:
    """No gold is a Theft."""
    return f"offer:{min(gold, MOST_GIVEN)}"


def adjust_space(way: str) -> str:
    return f"adjust:{way}"


def scales(components: Components) -> dict[str, Any]:
    """All of them, for the catalogue."""
    step = components.game["adjustment"]
    return {
        "bids": {
            row.name: [{"id": bid_space(row.name, gold), "gold": gold} for gold in components.track]
            for row in components.provinces
        },
        "purchases": [
            {"id": price_space(count), "count": count, "gold": price(count, components)} for count in range(MOST_BOUGHT + 1)
        ],
        "offerings": [{"id": offer_space(gold), "gold": gold} for gold in range(MOST_GIVEN + 1)],
        "adjustments": [{"id": adjust_space("down"), "step": -step}, {"id": adjust_space("up"), "step": step}],
    }
