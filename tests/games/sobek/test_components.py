"""data.toml against the printed component list, and its load-time checks."""

from __future__ import annotations

from pathlib import Path

import pytest

from egypt.core.data import DataError
from egypt.games.sobek.components import DATA_FILE, Components, load
from egypt.games.sobek.tables import COMPONENTS
from tests.games.sobek.positions import GAME


def load_text(folder: Path, text: str) -> Components:
    path = folder / "data.toml"
    path.write_text(text, encoding="utf-8")
    return load(path)


def test_sums_of_the_component_list() -> None:
    by_back = {back: sum(row.count for row in COMPONENTS.kinds if row.back == back) for back in ("green", "beige", "orange")}
    assert by_back == {"green": 9, "beige": 45, "orange": 9}
    assert sum(row.count * row.scarabs for row in COMPONENTS.kinds) == 38
    assert [row.with_scarabs + row.without for row in COMPONENTS.families] == [6, 7, 7, 9, 10, 10]
    assert sum(row.count for row in COMPONENTS.tokens) == 12
    assert sorted(row.count for row in COMPONENTS.tokens) == [1, 1, 1, 1, 1, 1, 2, 2, 2]


def test_track_of_the_standard_variant() -> None:
    track = COMPONENTS.variants[0].track
    letter = {"ankh": "A", "snake": "S", "reed": "R", "scorpion": "C", "": "#"}
    assert "".join(letter[name] for name in track[:21]) == "#ASRC#RCAS#SACR#CRSA#"
    for space in range(100):
        block, place = space // 5 % 4, space % 5 - 1
        expected = "ASRC"[place ^ (0, 2, 1, 3)[block]] if space % 5 else "#"
        assert letter[track[space]] == expected


def test_the_rules_hash_follows_the_file(tmp_path: Path) -> None:
    text = DATA_FILE.read_text(encoding="utf-8")
    assert GAME.rules_hash == load().rules_hash
    assert load_text(tmp_path, text + "\n").rules_hash != GAME.rules_hash


def test_a_correction_needs_no_code(tmp_path: Path) -> None:
    text = DATA_FILE.read_text(encoding="utf-8")
    wheat = text.index("[goods.wheat]")
    corrected = text[:wheat] + text[wheat:].replace("with = 5", "with = 6", 1).replace("without = 5", "without = 4", 1)
    rows = {row.name: row.count for row in load_text(tmp_path, corrected).kinds}
    assert (rows["wheat1"], rows["wheat0"], rows["wheat0g"]) == (6, 2, 2)


@pytest.mark.parametrize(
    ("old", "new", "entry"),
    [
        ("with = 3", "with = 2", "goods"),
        ("green = 1", "green = 2", "goods"),
        ('power = "queen"', 'power = "king"', "characters #1"),
        ('family = "ivory"', 'family = "gold"', "characters #1"),
        ("ruse = 1", "ruse = 2", "events"),
        ('"ASRC", "RCAS"', '"SARC", "RCAS"', "tracks.fives"),
        ('C = "scorpion"', 'C = "was"', "symbols"),
        ('penalty_on_number = "number"', 'penalty_on_number = "nothing"', "rulings"),
        ("peek_own = false", "peek_own = 7", "variants.alternate"),
        ("docks = 9", 'docks = "nine"', "sizes"),
        ("event_tokens = 5", "event_tokens = 13", "sizes"),
        ("starting_hand = 2", "starting_hand = 3", "sizes"),
        ("[variants.standard]", "[variants.standard]\nfloods = 3", "variants.standard"),
        ("value = 3", "value = 3\nsize = 2", "goods.ivory"),
        ('"ASRC", "RCAS"', '"ASRX", "RCAS"', "tracks.fives"),
        ('track = "tens"', 'track = "hundreds"', "variants.alternate"),
        ("flood_optional = false", "flood_optional = 0", "rulings"),
        ("[amulet]", "[amulets]", "amulet"),
        ("count = 5", "count = 6", "goods"),
        ("[events]", "[events", "Expected"),
    ],
)
def test_a_wrong_entry_is_named(tmp_path: Path, old: str, new: str, entry: str) -> None:
    text = DATA_FILE.read_text(encoding="utf-8")
    assert old in text
    with pytest.raises(DataError, match=entry.replace("[", r"\[").replace("#", r"\#")):
        load_text(tmp_path, text.replace(old, new, 1))
