"""All cards and tiles with a name and a text in which the numbers are those of data.toml; what is static on the board."""

from __future__ import annotations

import re

import pytest

from egypt.core.catalogue import SURE
from egypt.core.saying import ids_in
from egypt.games.tekhenu.cards import NAMES
from egypt.games.tekhenu.catalogue import catalogue
from egypt.games.tekhenu.components import DATA_FILE, load
from tests.games.tekhenu.scenes import GAME

ENTRIES = {entry["id"]: entry for entry in catalogue()["components"]}


def test_every_card_and_tile_has_a_name_and_a_text() -> None:
    decks = [name for name in NAMES if name != "tiles"]
    wanted = [f"card:{card}" for deck in decks for card in NAMES[deck]] + [f"tile:{tile}" for tile in NAMES["tiles"]]
    assert sorted(ENTRIES) == sorted(wanted)
    assert len(ENTRIES) == 88 + 27
    assert GAME.catalogue() == catalogue()
    for entry in ENTRIES.values():
        assert entry["sure"] in SURE
        for words in (entry["name"], entry["kind"], entry["text"]):
            assert words.strip() == words and words and not re.search(r"[?{}]", words)
        assert entry["text"].endswith(".")


@pytest.mark.parametrize(("card", "text"), [
    ("card:B05", "With a production of any resource: 3 gold besides."),
    ("card:T16", "After every Maat phase: 2 points for its owner if first in turn order, 1 gold if last. "
                 "Only with three or more players."),
    ("card:D20", "10 points for its owner if first in turn order, 5 if second. Not with two players."),
    ("card:D08", "2 points for each gold left and 1 for each basic resource, 20 at most."),
    ("card:S11", "Population rises by 3 and happiness by 2."),
    ("tile:P12", "In the shade: an action of Horus as with a die of value 1 to 3, at its usual cost."),
])  # fmt: skip
def test_texts_have_the_numbers_of_the_data(card: str, text: str) -> None:
    assert ENTRIES[card]["text"] == text


def test_a_corrected_number_is_told(tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "data.toml"
    text = DATA_FILE.read_text(encoding="utf-8")
    path.write_text(text.replace("gain = { gold = 3 }", "gain = { gold = 7 }", 1), encoding="utf-8")
    told = {entry["id"]: entry["text"] for entry in catalogue(load(path))["components"]}
    assert told["card:B05"] == "With a production of any resource: 7 gold besides."


def test_cards_that_are_left_out_with_two_players() -> None:
    fewer = {name for name, entry in ENTRIES.items() if entry.get("players") == [3, 4]}
    assert fewer == {"card:T16", "card:D20"}


def test_the_board() -> None:
    board = catalogue()["board"]
    ids = list(ids_in(board))
    assert len(set(ids)) == len(ids)
    assert len(board["cells"]) == 25
    assert len(board["sites"]) == 20
    assert {cell["id"]: cell["reward"] for cell in board["cells"]}["cell:r3c3"] == {"gold": 2}
    sites = {site["id"]: site for site in board["sites"]}
    assert (sites["site:west1"]["bread"], sites["site:west1"]["players"]) == (2, [1, 2, 3, 4])
    assert sites["site:east2"]["players"] == [4]
