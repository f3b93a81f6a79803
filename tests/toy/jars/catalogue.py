"""What is in the box of Jars, with names and texts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from egypt.core.catalogue import Texts

TEXTS = Path(__file__).with_name("texts.toml")
VALUES = range(1, 9)
COPIES = 2


def catalogue() -> dict[str, Any]:
    """All components, and what is static on the table: nothing but the deck and the pile of cards that are gone."""
    texts = Texts(TEXTS, {})
    components = [texts.component(f"card:{value}", COPIES, value=value) for value in VALUES]
    texts.finish()
    return {"components": components, "board": {"places": [{"id": "deck"}, {"id": "gone"}]}}
