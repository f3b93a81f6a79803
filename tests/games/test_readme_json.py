"""The README of a room names every word of its JSON, so that a front end has nothing to guess."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import egypt
from egypt import game_names, get_game
from tests.contract.cases import all_cases, random_positions, views
from tests.scale import scaled

SHARED = {  # in SPEC.md
    "game",
    "variant",
    "viewer",
    "players",
    "phase",
    "to_act",
    "pending",
    "seats",
    "seat",
    "score",
    "id",
    "ids",
    "component",
    "at",
}
BY_NAME = {  # whose keys are goods, gods, seats, colours or places
    "ids",
    "market",
    "temple",
    "statues",
    "goods",
    "gods",
    "production",
    "due",
    "bonus",
}


READMES = {name: Path(egypt.__file__).with_name("games") / name / "README.md" for name in game_names()}


def words_in(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield key
            if key not in BY_NAME:
                yield from words_in(value)
            elif key in ("market", "temple"):
                yield from words_in(list(value.values()))
    elif isinstance(data, list):
        for value in data:
            yield from words_in(value)


def written(name: str) -> str:
    return READMES[name].read_text(encoding="utf-8").partition("## JSON\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize("name", [name for name, readme in READMES.items() if readme.exists()])  # not the toy
def test_every_word_of_the_json_is_explained(name: str) -> None:
    explained = set(re.findall(r"`([a-z_-]+)`", written(name)))
    dice = {"yellow", "brown", "white", "black", "grey"}  # the bag of Tekhenu, by colour
    for case in all_cases():
        if case.game is get_game(name):
            for position in random_positions(case, scaled(1), seed=81, keep=0.2):
                for thing in [position, *views(position)]:
                    assert set(words_in(thing.as_dict())) - dice <= explained | SHARED, thing.as_dict()["phase"]
                assert position.as_dict()["phase"] in explained or name == "tekhenu"  # its steps stand in course.py
