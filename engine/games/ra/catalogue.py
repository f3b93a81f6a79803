"""What is in the box of Ra, with names and texts, and what is static on the board."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from egypt.core.catalogue import Texts
from egypt.core.saying import listing
from egypt.games.ra.components import PLAYER_COUNTS, Components
from egypt.games.ra.tables import COMPONENTS

TEXTS = Path(__file__).with_name("texts.toml")


def catalogue(components: Components = COMPONENTS) -> dict[str, Any]:
    """All tiles and suns; the track, the boat, the centre and the scoring table."""
    texts = Texts(TEXTS, _numbers(components))
    tiles = [texts.component(f"tile:{tile.name}", tile.count, kept=tile.kept) for tile in components.tiles]
    suns = [
        texts.component("sun", 1, id=f"sun:{sun}", value=sun, players=_used_with(components, sun))
        for sun in _all_suns(components)
    ]
    texts.finish()
    return {"components": [*tiles, *suns], "board": _board(components)}


def _numbers(components: Components) -> dict[str, object]:
    """What stands for the names in braces of texts.toml."""
    kinds, copies, civilization = components.monument_kinds, components.monument_copies, components.civilization_kinds
    return {
        **components.game,
        **components.score,
        "ra_limits": listing([_ordinal(limit) for limit in components.ra_limit.values()]),
        "player_counts": listing([str(count) for count in components.ra_limit]),
        "civilization_none": civilization[0],
        "civilization_three": civilization[3],
        "civilization_four": civilization[4],
        "civilization_five": civilization[5],
        "monument_kinds": listing([f"{points} for {count}" for count, points in enumerate(kinds) if count]),
        "monument_copies": listing([str(points) for points in copies[3:]]),
    }


def _ordinal(number: int) -> str:
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th') }"


def _all_suns(components: Components) -> list[int]:
    sets = components.sun_sets.values()
    return sorted({components.game["center_sun"], *(sun for rows in sets for row in rows for sun in row)})


def _used_with(components: Components, sun: int) -> list[int]:
    """The numbers of players with which a sun is in the game."""
    center = components.game["center_sun"]
    return [count for count in PLAYER_COUNTS if sun == center or any(sun in row for row in components.sun_sets[count])]


def _board(components: Components) -> dict[str, Any]:
    return {
        "track": {"id": "track", "spaces": components.game["track_size"]},
        "boat": {"id": "boat", "ra_limit": {str(count): limit for count, limit in components.ra_limit.items()}},
        "center": {"id": "center", "first_sun": components.game["center_sun"]},
        "bag": {"id": "bag", "count": sum(tile.count for tile in components.tiles)},
        "sun_sets": {str(count): [list(row) for row in rows] for count, rows in components.sun_sets.items()},
        "epochs": components.game["epochs"],
        "scoring": {
            **components.score,
            "civilization_kinds": list(components.civilization_kinds),
            "monument_kinds": list(components.monument_kinds),
            "monument_copies": list(components.monument_copies),
        },
    }
