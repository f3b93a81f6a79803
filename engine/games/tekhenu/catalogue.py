"""What is in the box of Tekhenu, with names and texts, and what is static on the board."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

from egypt.core.catalogue import Texts
from egypt.games.tekhenu.board_rows import SIDES, TEMPLE_SIZE
from egypt.games.tekhenu.cards import BASICS, EDGE_COLOURS, GODS, PIECES, PillarTile
from egypt.games.tekhenu.components import DIE_COLOURS, SECTION_NB, Components
from egypt.games.tekhenu.data_reader import GAINS, Gain
from egypt.games.tekhenu.tables import COMPONENTS

TEXTS = Path(__file__).with_name("texts.toml")
MARKET_PLACES = "abcd"  # of a section
FACES = 6  # of a die
QUARTERS = 4  # how a tile can lie
COLOURS = dict(zip(EDGE_COLOURS, ("red", "green", "blue", "yellow"), strict=True))


def catalogue(components: Components = COMPONENTS) -> dict[str, Any]:
    """All cards and pillar tiles; the temple with its rim and sites, the area of Osiris, the track, the wheel."""
    texts = Texts(TEXTS, {})
    decks: tuple[tuple[Any, ...], ...] = (
        components.blessings,
        components.technologies,
        components.decrees,
        components.starting,
        components.destiny,
    )
    cards = [
        texts.component(f"card:{row.name}", 1, numbers=_numbers(row), players=_used_with(components, row.name))
        for deck in decks
        for row in deck
    ]
    tiles = [texts.component(f"tile:{tile.name}", 1, numbers=_numbers(tile), **_tile(tile)) for tile in components.tiles]
    texts.finish()
    return {"components": [*cards, *tiles], "board": _board(components)}


def _numbers(row: Any) -> dict[str, int]:
    """The numbers of a card or tile that are not zero, by name: that of data.toml, where points are `vp`."""
    found: dict[str, int] = {}
    for field in fields(row):
        value = getattr(row, field.name)
        if isinstance(value, Gain):
            prefix = "" if field.name == "gain" else f"{field.name}_"
            found |= {f"{prefix}{name}": units for name, units in zip(GAINS, value.units(), strict=True)}
        elif field.name == "per_piece":
            found |= dict(zip(PIECES, value, strict=True))
        elif field.name == "order_vp":
            found |= dict(zip(("first", "second"), value, strict=True))
        elif field.name == "values" and value:
            found |= {"value": value[0], "lowest": min(value), "highest": max(value)}
        elif type(value) is int and value:
            found[field.name] = value
    return {name.replace("vp", "score"): number for name, number in found.items() if number}


def _used_with(components: Components, card: str) -> list[int]:
    """The numbers of players with which a card is in the game, 1 for the solo game."""
    return [players for players in (1, 2, 3, 4) if players > components.removed.get(card, 0)]


def _tile(tile: PillarTile) -> dict[str, Any]:
    return {
        "light": tile.light,
        "cost": {"limestone": tile.limestone, "granite": tile.granite},
        "edges": _colours(tile.edges),
    }


def _colours(edges: tuple[int, ...]) -> list[str]:
    return [COLOURS[EDGE_COLOURS[edge]] for edge in edges]


def _board(components: Components) -> dict[str, Any]:
    temple, numbers = components.temple, components.numbers
    lines = range(1, TEMPLE_SIZE + 1)
    return {
        "wheel": [{"id": f"sector:{god}", "god": god} for god in GODS],
        "cells": [
            {"id": f"cell:r{row}c{column}", "reward": {kind: units}}
            for row, cells in enumerate(temple.cells, 1)
            for column, (units, kind) in enumerate(cells, 1)
        ],
        "rim": {side: _colours(temple.rim[side]) for side in SIDES},
        "sites": [
            {
                "id": f"site:{side}{line}",
                "bread": temple.site_bread[line - 1],
                "players": [count for count, sides in temple.sites.items() if line in sides.get(side, ())],
            }
            for side in SIDES
            for line in lines
        ],
        "shops": [
            {"id": f"shop:{district}{row}", "shown": list(osiris.shown[column])}
            for row, osiris in enumerate(components.osiris_rows, 1)
            for column, district in enumerate(BASICS)
        ],
        "horus": [{"id": f"horus:{space}", "space": space} for space in range(1, len(GODS) + 1)],
        "market": [
            {
                "id": f"section:{section}",
                "section": section,
                "cards": [{"id": f"market:{section}{place}", "place": place} for place in MARKET_PLACES],
            }
            for section in range(1, SECTION_NB + 1)
        ],
        "values": [{"id": f"value:{value}", "value": value} for value in range(1, FACES + 1)],
        "colours": [{"id": f"colour:{colour}", "colour": colour} for colour in DIE_COLOURS],
        "quarters": [{"id": f"quarter:{turns}", "turns": turns} for turns in range(QUARTERS)],
        "track": {"id": "track", "end": numbers["track.max"], "triangles": sorted(components.triangles)},
        "rounds": numbers["game.rounds"],
    }
