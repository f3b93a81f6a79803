"""What is in the box of Sobek, with names and texts, and what is static on the board."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from egypt.core.catalogue import Texts
from egypt.core.saying import listing, several
from egypt.games.sobek.components import BACKS, TRACK_SPACES, CardKind, Components
from egypt.games.sobek.tables import COMPONENTS

TEXTS = Path(__file__).with_name("texts.toml")


def catalogue(components: Components = COMPONENTS) -> dict[str, Any]:
    """All cards, their backs, event tokens and the symbols of the track; docks and track."""
    texts = Texts(TEXTS, _numbers(components))
    entries = [
        *(_card(texts, components, kind) for kind in components.kinds),
        *(_back(texts, components, back) for back in BACKS),
        *(_event(texts, token.name, token.symbol, token.count) for token in components.tokens),
        *(texts.component("symbol", 0, id=f"symbol:{symbol}", symbol=symbol) for symbol in components.symbols),
    ]
    texts.finish()
    return {"components": entries, "board": _board(components)}


def _card(texts: Texts, components: Components, kind: CardKind) -> dict[str, Any]:
    if kind.power:
        family = components.families[kind.family].name
        id = f"card:{kind.name}"
        return texts.component(f"character:{kind.power}", kind.count, id=id, family=family, back=kind.back)
    if kind.name == "amulet":
        return texts.component("card:amulet", kind.count, back=kind.back)
    table = "good" if kind.scarabs else "starting-good" if kind.back == "green" else "plain-good"
    more = {"family": components.families[kind.family].name, "scarabs": kind.scarabs, "back": kind.back}
    called = several(kind.scarabs, "scarab") if kind.scarabs else ""
    return texts.component(table, kind.count, words={"called": called}, id=f"card:{kind.name}", **more)


def _back(texts: Texts, components: Components, back: str) -> dict[str, Any]:
    return texts.component(f"back:{back}", sum(kind.count for kind in components.kinds if kind.back == back))


def _event(texts: Texts, name: str, symbol: str, count: int) -> dict[str, Any]:
    if symbol:
        return texts.component("event:guild", count, id=f"event:{name}", symbol=symbol)
    return texts.component(f"event:{name}", count)


def _numbers(components: Components) -> dict[str, object]:
    """What stands for the names in braces of texts.toml."""
    sizes = components.sizes
    return {
        "minimum": several(sizes.set_minimum, "card"),
        "queen_draws": several(sizes.queen_draws, "card"),
        "scribe_keeps": several(sizes.scribe_keeps, "card"),
        "courtesan_adds": several(sizes.courtesan_adds, "card"),
        "curse_weight": several(sizes.curse_weight, "card"),
        "prosperity_scarabs": several(sizes.prosperity_scarabs, "scarab"),
        "prosperity_families": listing(list(sizes.prosperity_families)),
        "starting_hand": several(sizes.starting_hand, "card"),
        "penalty_per_points": sizes.penalty_per_points,
    }


def _board(components: Components) -> dict[str, Any]:
    sizes = components.sizes
    return {
        "docks": {"id": "docks", "spaces": sizes.docks, "reach": sizes.reach},
        "track": {
            "id": "track",
            "spaces": [
                {
                    "id": f"track:{space}",
                    "space": space,
                    "symbols": {row.variant: row.track[space] or None for row in components.variants},
                }
                for space in range(TRACK_SPACES)
            ],
        },
        "families": [{"family": family.name, "scarabs": family.value} for family in components.families],
        "rounds": sizes.rounds,
        "early_end": {"after_round": sizes.early_end_after_round, "above": sizes.early_end_above},
        "event_tokens": sizes.event_tokens,
    }
