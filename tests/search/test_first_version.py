"""`ismcts-v1` stays what it was: its searches were recorded before anything was added to the search."""

import json
from pathlib import Path

import pytest

from egypt import Limits, Search, View, get_game
from egypt.bots.ismcts_v1 import PLAIN, WEIGHTS

RECORDED = json.loads(Path(__file__).with_name("first_version.json").read_text())


@pytest.mark.parametrize("record", RECORDED, ids=lambda record: f"{record['view'][:30]}-{record['seed']}")
def test_the_first_version_searches_as_it_was_recorded(record):
    game = get_game(record["game"])
    weights = json.loads((WEIGHTS / f"{game.name}.json").read_text())
    search = Search(game, seed=record["seed"], weights=weights, **PLAIN)
    result = search.run(View.from_text(record["view"], game), Limits(iterations=1500))
    assert {line.move: line.visits for line in result.lines} == record["visits"]
    assert result.nodes == record["nodes"]
