"""What the catalogues of all rooms share: a room's texts.toml, with names and descriptions in our own words.

The texts stand apart from data.toml, because the rules hash follows that file. Numbers are not typed in: `{gold}` in a text
stands for a number of the room's data.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from egypt.core.errors import EgyptError

SURE = ("printed", "confirmed", "assumed")  # how sure the numbers of a component are, in the words of data.toml


class Texts:
    """A room's texts.toml: a table per component id with `name`, `kind`, `text` and `sure`. Every table is used."""

    def __init__(self, path: Path, numbers: Mapping[str, object]) -> None:
        self._tables: dict[str, dict[str, str]] = tomllib.loads(path.read_text("utf-8"))
        self._numbers = numbers
        self._unused = set(self._tables)

    def component(
        self, table_name: str, count: int, words: Mapping[str, object] | None = None, **more: Any
    ) -> dict[str, Any]:
        """The catalogue entry of a component of which the box holds `count`.

        `more` is part of the entry, and may stand in the text; `words` may stand in the text alone. Several components may
        share a table, each with an `id` of its own.
        """
        table = self._table(table_name)
        if table["sure"] not in SURE:
            raise EgyptError(f"texts.toml [{table_name}]: '{table['sure']}' is not one of {', '.join(SURE)}")
        words = {key: table[key].format_map({**self._numbers, **more, **(words or {})}) for key in ("name", "kind", "text")}
        return {"id": table_name, **words, "count": count, "sure": table["sure"], **more}

    def finish(self) -> None:
        """Raise EgyptError if a text belongs to nothing."""
        if self._unused:
            raise EgyptError(f"texts.toml: there is no {', '.join(sorted(self._unused))}")

    def _table(self, name: str) -> dict[str, str]:
        if name not in self._tables:
            raise EgyptError(f"texts.toml [{name}] is missing")
        self._unused.discard(name)
        return self._tables[name]
