"""The reader of texts.toml: numbers come from the room's data, and every text belongs to something."""

from __future__ import annotations

from pathlib import Path

import pytest

from egypt import EgyptError
from egypt.core.catalogue import Texts

TEXTS = """
["card:sun"]
name = "Sun"
kind = "card"
text = "Worth {gold} gold, with {more} more."
sure = "printed"

["jar"]
name = "Jar {number}"
kind = "tile"
text = "Holds {number}."
sure = "{sure}"
"""


def texts(folder: Path, sure: str = "assumed") -> Texts:
    path = folder / "texts.toml"
    path.write_text(TEXTS.replace("{sure}", sure), encoding="utf-8")
    return Texts(path, {"gold": 3})


def test_numbers_of_the_data_and_of_the_entry_stand_in_the_texts(tmp_path: Path) -> None:
    box = texts(tmp_path)
    assert box.component("card:sun", 4, more=2) == {
        "id": "card:sun",
        "name": "Sun",
        "kind": "card",
        "text": "Worth 3 gold, with 2 more.",
        "count": 4,
        "sure": "printed",
        "more": 2,
    }
    entries = [box.component("jar", 1, id=f"jar:{number}", number=number) for number in (1, 2)]  # one table serves both
    assert [(entry["id"], entry["name"], entry["text"]) for entry in entries] == [
        ("jar:1", "Jar 1", "Holds 1."),
        ("jar:2", "Jar 2", "Holds 2."),
    ]
    box.finish()


def test_a_text_that_belongs_to_nothing_is_refused(tmp_path: Path) -> None:
    box = texts(tmp_path)
    box.component("card:sun", 1, more=1)
    with pytest.raises(EgyptError, match=r"texts\.toml: there is no jar"):
        box.finish()


def test_a_text_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(EgyptError, match=r"texts\.toml \[card:moon\] is missing"):
        texts(tmp_path).component("card:moon", 1)


def test_how_sure_a_number_is_has_three_words(tmp_path: Path) -> None:
    with pytest.raises(EgyptError, match=r"texts\.toml \[jar\]: 'perhaps' is not one of printed, confirmed, assumed"):
        texts(tmp_path, "perhaps").component("jar", 1, number=1)


def test_a_number_that_nobody_gives_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(KeyError, match="more"):
        texts(tmp_path).component("card:sun", 1)
