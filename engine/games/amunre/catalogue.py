"""What is in the box of Amun-Re, with names and texts, and what is static on the board."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from egypt.core.catalogue import Texts
from egypt.core.saying import listing, several
from egypt.games.amunre.components import PLAYER_COUNTS, Components, Province
from egypt.games.amunre.scales import scales
from egypt.games.amunre.tables import COMPONENTS
from egypt.games.amunre.words import FAVOR_NAMES, province_name

TEXTS = Path(__file__).with_name("texts.toml")

# Symbols on the board, by the numbers of a province that they show.
SYMBOLS = {
    "favor": ("limit", "favors"),
    "field": ("fields",),
    "temple": ("temples",),
    "mine": ("mine",),
    "caravan": ("caravan",),
}


def catalogue(components: Components = COMPONENTS) -> dict[str, Any]:
    """Favors, Theft cards, offering tiles, provinces, pieces and symbols; the map and the scales of the board."""
    texts = Texts(TEXTS, _numbers(components))
    favors = [texts.component(f"favor:{kind}", count, name=FAVOR_NAMES[kind]) for kind, count in components.favors.items()]
    tiles = [
        texts.component(
            "tile",
            1,
            id=f"tile:{number}",
            value=tile.value,
            camel=tile.camel,
            from_total=tile.total if number > 1 else None,
            words={"camels": "pay" if tile.camel else "do not pay", "totals": _totals(components, number)},
        )
        for number, tile in enumerate(components.tiles, 1)
    ]
    provinces = [
        texts.component(
            "province", 1, {"description": _described(row)}, id=f"province:{row.name}", name=province_name(row.name)
        )
        for row in components.provinces
    ]
    symbols = [
        texts.component(f"symbol:{name}", sum(any(getattr(row, key) for key in keys) for row in components.provinces))
        for name, keys in SYMBOLS.items()
    ]
    pieces = [
        texts.component("theft", max(PLAYER_COUNTS)),
        texts.component("start-player", 1),
        texts.component("farmer", components.game["farmer_tokens"]),
        texts.component("stone", 0),
        texts.component("pyramid", 0),
        texts.component("gold", 0),
    ]
    texts.finish()
    return {"components": [*favors, *tiles, *provinces, *symbols, *pieces], "board": _board(components)}


def _numbers(components: Components) -> dict[str, object]:
    """What stands for the names in braces of texts.toml."""
    return {**components.game, **components.score, "gold_ranks": listing([str(points) for points in components.gold_ranks])}


def _totals(components: Components, number: int) -> str:
    """`3 to 12`: the totals of the offerings for a tile, from 1."""
    tiles = components.tiles
    if number == 1:
        return f"less than {tiles[1].total}"
    if number == len(tiles):
        return f"{tiles[-1].total} or more"
    return f"{tiles[number - 1].total} to {tiles[number].total - 1}"


def _described(row: Province) -> str:
    """Where a province lies, and what it brings."""
    bank, half = "west" if row.west else "east", "Upper" if row.upper else "Lower"
    river = "on the Nile" if row.nile else "on the frontier"
    gifts = [several(row.stones, "stone")] * (row.stones > 0) + [several(row.favors, "favor")] * (row.favors > 0)
    gifts += [f"{row.gold} gold"] * (row.gold > 0)
    sentences = [
        f"On the {bank} bank in {half} Egypt, {river}.",
        f"It has {several(row.fields, 'field')} and {several(row.limit, 'favor symbol')} in the sand.",
    ]
    if gifts:
        sentences.append(f"Its owner gets {listing(gifts)} at once.")
    if row.mine:
        sentences.append(f"A mine yields {row.mine} gold at every harvest.")
    if row.caravan:
        sentences.append(f"A caravan yields {row.caravan} gold where the offering tile shows a camel.")
    if row.temples:
        sentences.append(f"It has {several(row.temples, 'temple')}.")
    return " ".join(sentences)


def _board(components: Components) -> dict[str, Any]:
    return {
        "provinces": [{**asdict(row), "province": row.name} for row in components.provinces],
        "bidding_spaces": list(components.track),
        "prices": list(components.prices),
        **scales(components),
        "offering_tiles": [asdict(tile) for tile in components.tiles],
        "rewards": list(components.rewards),
        "scoring": {**components.score, "gold_ranks": list(components.gold_ranks)},
        "tile": {"id": "tile"},
        "deck": {"id": "deck", "count": sum(components.favors.values())},
    }
