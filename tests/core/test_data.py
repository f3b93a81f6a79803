"""The reader of data.toml: every error names its entry; a user's own numbers replace a room's."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from egypt.core.data import DataError, Entry, OwnRules, chosen_rules, parse_data, read_data, rules_in_use

TABLE = {
    "size": 3,
    "row": [1, 2, 4],
    "falling": [2, 1, 3],
    "is_open": True,
    "word": "sun",
    "words": ["sun", "moon"],
    "twice": ["sun", "sun"],
    "lists": [["sun"], ["moon", "sun"]],
    "inner": {"2": 5, "3": 6},
    "rows": [{"a": 1}, {"a": 2}],
    "mixed": [{"a": 1}, 2],
}
WORDS = ("sun", "moon")


@pytest.mark.parametrize(
    ("read", "value"),
    [
        (lambda entry: entry.number("size", 1, 3), 3),
        (lambda entry: entry.numbers("falling", 3, 1, 3), (2, 1, 3)),
        (lambda entry: entry.ascending("row", 3, 1, 4), (1, 2, 4)),
        (lambda entry: entry.list_of("row"), [1, 2, 4]),
        (lambda entry: entry.truth("is_open"), True),
        (lambda entry: entry.word("word", WORDS), "sun"),
        (lambda entry: entry.words("words", WORDS), ("sun", "moon")),
        (lambda entry: entry.word_lists("lists", WORDS, 2), (("sun",), ("moon", "sun"))),
        (lambda entry: entry.by_players("inner", (2, 3), 0, 9), {2: 5, 3: 6}),
        (lambda entry: [row.number("a", 0, 9) for row in entry.tables("rows", 2)], [1, 2]),
        (lambda entry: entry.table_of("inner").name, "box.inner"),
        (lambda entry: entry.tables("rows")[1].name, "box.rows #2"),
    ],
)
def test_what_is_right_is_read(read: Callable[[Entry], Any], value: object) -> None:
    assert read(Entry("box", TABLE)) == value


@pytest.mark.parametrize(
    ("read", "sentence"),
    [
        (lambda entry: entry.number("length", 0, 9), "'length' is missing"),
        (lambda entry: entry.number("size", 4, 9), "'size' is 3, must be 4..9"),
        (lambda entry: entry.number("is_open", 0, 1), "'is_open' must be an integer, not True"),
        (lambda entry: entry.number("word", 0, 1), "'word' must be an integer, not 'sun'"),
        (lambda entry: entry.numbers("row", 2, 0, 9), "'row' has 3 entries, must have 2"),
        (lambda entry: entry.numbers("row", 3, 0, 3), "'row' is 4, must be 0..3"),
        (lambda entry: entry.ascending("falling", 3, 0, 9), "'falling' must ascend, not [2, 1, 3]"),
        (lambda entry: entry.list_of("size"), "'size' must be a list, not 3"),
        (lambda entry: entry.truth("size"), "'size' must be true or false, not 3"),
        (lambda entry: entry.word("word", ["moon", "star"]), "'word': 'sun' is not one of moon, star"),
        (lambda entry: entry.words("twice", WORDS), "'twice': 'sun' twice"),
        (lambda entry: entry.word_lists("words", WORDS, 2), "'words' must hold lists of words"),
        (lambda entry: entry.table_of("size"), "'size' must be a table, not 3"),
        (lambda entry: entry.tables("mixed"), "'mixed' must be a list of tables, not 2"),
        (lambda entry: entry.keys_in_order(["row", "size"]), "'size' stands where 'row' belongs"),
        (lambda entry: entry.keys_in_order(["size"]), "'row' is not asked for here"),
        (lambda entry: entry.finish(), "'size' is not asked for here"),
    ],
)
def test_what_is_wrong_is_named(read: Callable[[Entry], Any], sentence: str) -> None:
    with pytest.raises(DataError) as problem:
        read(Entry("box", TABLE))
    assert str(problem.value) == f"data.toml [box]: {sentence}"


def test_inner_entries_are_named_from_the_outside_in() -> None:
    with pytest.raises(DataError, match=r"^data.toml \[box.inner\]: '4' is missing$"):
        Entry("box", TABLE).by_players("inner", (2, 3, 4), 0, 9)
    with pytest.raises(DataError, match=r"^data.toml \[box.inner\]: '3' is not asked for here$"):
        Entry("box", TABLE).by_players("inner", (2,), 0, 9)
    with pytest.raises(DataError, match=r"^data.toml \[jar\]: is missing$"):
        Entry("jar", None)


def test_what_was_read_is_ticked_off() -> None:
    entry = Entry("box", {"size": 3, "word": "sun"})
    entry.number("size", 0, 9)
    with pytest.raises(DataError, match="'word' is not asked for here"):
        entry.finish()
    entry.word("word", WORDS)
    entry.finish()


# -- files and own rules -----------------------------------------------------------------------------------------------

ROOM = "[game]\nrounds = 3\nsuns = [1, 2]\n[tiles.god]\ncount = 8\n"


def room(folder: Path) -> Path:
    path = folder / "data.toml"
    path.write_text(ROOM, encoding="utf-8")
    return path


def own(text: str) -> OwnRules:
    return OwnRules("my.toml", "box", f'rules_for = "box"\n{text}')


def test_a_file_is_hashed_by_its_text() -> None:
    tables, rules_hash = parse_data(ROOM)
    assert tables["tiles"]["god"] == {"count": 8} and len(rules_hash) == 12
    assert parse_data(ROOM)[1] == rules_hash != parse_data(ROOM.replace("8", "9"))[1]
    with pytest.raises(DataError, match=r"^data.toml: "):
        parse_data("rounds = ")


def test_own_numbers_replace_the_rooms_and_change_the_hash() -> None:
    tables, rules_hash = parse_data(ROOM)
    merged, other = own("[game]\nsuns = [5]\n[tiles.god]\ncount = 9").overlay(tables, rules_hash)
    assert merged == {"game": {"rounds": 3, "suns": [5]}, "tiles": {"god": {"count": 9}}} and other != rules_hash
    assert tables["tiles"]["god"]["count"] == 8
    assert own("[tiles.god]\ncount = 8").overlay(tables, rules_hash) == (tables, rules_hash)
    with pytest.raises(DataError, match=r"\[tiles.god\]: must be a table, not 9"):
        own("[tiles]\ngod = 9").overlay(tables, rules_hash)


def test_chosen_rules_are_kept_if_the_room_loads_and_forgotten_if_it_fails(tmp_path: Path) -> None:
    path = room(tmp_path)
    rules = own("[game]\nrounds = 4")
    with pytest.raises(DataError, match=r"^my.toml \[game\]: 'rounds' is 4, must be 0..3$"), chosen_rules(path, rules):
        Entry("game", read_data(path)[0]["game"]).number("rounds", 0, 3)
    assert rules_in_use(path) is None and read_data(path)[0]["game"]["rounds"] == 3
    with pytest.raises(KeyboardInterrupt), chosen_rules(path, rules):
        raise KeyboardInterrupt
    assert rules_in_use(path) is None
    with chosen_rules(path, rules):
        assert read_data(path)[0]["game"]["rounds"] == 4
    assert rules_in_use(path) == rules and read_data(path)[0]["game"]["rounds"] == 4
