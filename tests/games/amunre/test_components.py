"""What is printed or confirmed of the box, and a data file that is refused with the name of the wrong entry.

Numbers that are only assumed are not asserted: an owner of the box may correct them without touching a test.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from egypt.core.errors import EgyptError
from egypt.games.amunre.components import DATA_FILE, FAVORS, load
from tests.games.amunre.positions import BOX, ROW

DATA = load()
TEXT = DATA_FILE.read_text(encoding="utf-8")


def test_favors() -> None:
    assert DATA.favors == BOX and sum(BOX.values()) == 39 and tuple(BOX) == FAVORS


def test_printed_facts_of_the_provinces() -> None:
    assert len(ROW) == 15
    assert sum(not row.upper for row in ROW.values()) == 7 and sum(row.upper for row in ROW.values()) == 8
    thebes, buto, mendes, avaris = (ROW[name] for name in ("thebes", "buto", "mendes", "avaris"))
    assert (thebes.limit, thebes.favors) == (2, 2) and thebes.fields >= 3
    assert (buto.limit, buto.favors) == (0, 1) and buto.fields >= 5
    assert mendes.limit == 0 and mendes.fields >= 4 and not (mendes.stones or mendes.favors or mendes.gold)
    assert avaris.limit >= 1 and avaris.fields >= 1 and not (avaris.stones or avaris.favors or avaris.gold)
    assert (ROW["dakhla"].favors, ROW["dakhla"].gold) == (1, 12)
    assert ROW["abydos"].stones == 1
    assert ROW["edfu"].limit <= 2 and thebes.fields + ROW["edfu"].fields >= 4
    assert max(row.limit for row in ROW.values()) == 4


def test_confirmed_facts_of_the_provinces() -> None:
    def shown(key: str) -> dict[str, int]:
        return {name: getattr(row, key) for name, row in ROW.items() if getattr(row, key)}

    assert shown("mine") == {"abu": 4, "berenike": 8}
    assert shown("caravan") == {"kharga": 5, "sawu": 7, "avaris": 8}
    assert shown("temples") == {"damanhur": 2, "edfu": 1, "amarna": 1}
    assert ROW["memphis"].limit == 3 and ROW["berenike"].fields == 0


def test_confirmed_tables() -> None:
    assert DATA.track == (0, 1, 3, 6, 10, 15, 21, 28, 36)
    assert [(tile.value, tile.camel) for tile in DATA.tiles] == [(1, True), (2, True), (3, False), (4, False)]
    assert DATA.score["scribes_symbols"] == 7


def test_printed_tables() -> None:
    assert DATA.prices == (1, 3, 6, 10, 15, 21, 28)
    assert set(DATA.track) >= {0, 3, 6, 10} and len(DATA.track) == 9
    assert [tile.total for tile in DATA.tiles[1:]] == [3, 13, 23]
    assert DATA.tiles[2].value == 3 and not DATA.tiles[2].camel
    assert DATA.game["start_gold"] == 20 and DATA.game["farmer_tokens"] == 48 and DATA.rewards == (3, 2, 1)
    assert DATA.gold_ranks == (6, 4, 2)


def corrected(tmp_path: Path, old: str, new: str) -> Path:
    assert old in TEXT
    path = tmp_path / "data.toml"
    path.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    return path


def test_a_number_is_corrected_in_one_place(tmp_path: Path) -> None:
    line = next(line for line in TEXT.splitlines() if line.startswith("kharga"))
    limit = ROW["kharga"].limit + 1
    other = load(corrected(tmp_path, line, re.sub(r"limit = \d", f"limit = {limit}", line)))
    row = {province.name: province for province in other.provinces}["kharga"]
    assert row.limit == limit and other.rules_hash != DATA.rules_hash
    assert [province for province in other.provinces if province.name != "kharga"] == [
        province for province in DATA.provinces if province.name != "kharga"
    ]


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("start_gold = 20", "start_gold = -1", "start_gold"),
        ("rewards = [3, 2, 1]", "rewards = [3, 2]", "rewards"),
        ("track = [0, 1, 3, 6", "track = [0, 3, 1, 6", "track"),
        ("prices = [1, 3", "prices = [1, true", "prices"),
        ("camel = true", "camel = 1", "tiles"),
        ("bribery      = 2", "bribes = 2", "bribe"),
        ("architect    = 8", "architect = 3", "architect"),
        ("protection   = 2", "protection = 99", "protection"),
        ("damanhur = {", "damanhur = { gods = 3,", "gods"),
        ('damanhur = { bank = "W"', 'damanhur = { bank = "N"', "damanhur"),
        ("mine = 4", "mine = 400", "mine"),
        ("[score]", "[scores]", "score"),
        ("gold_ranks = [6, 4, 2]", "gold_ranks = 6", "gold_ranks"),
        ("yellow_card = 3", "yellow_card = 3.5", "yellow_card"),
        ("[favors]", "[favors", "data.toml"),
        ("prices = [1, 3", "prices = [2, 3", "must begin with 1"),
        ("farmer_tokens = 48", "farmer_tokens = 200", "gold could come together"),
        ("pyramid = 1", "pyramid = 50", "a scoring could bring"),
    ],
)
def test_a_wrong_entry_is_named(tmp_path: Path, old: str, new: str, named: str) -> None:
    with pytest.raises(EgyptError, match=named):
        load(corrected(tmp_path, old, new))


def test_a_missing_province_is_noticed(tmp_path: Path) -> None:
    line = next(line for line in TEXT.splitlines() if line.startswith("abu"))
    with pytest.raises(EgyptError, match="15 provinces"):
        load(corrected(tmp_path, line, ""))
