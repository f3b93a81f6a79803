"""`ismcts-v2` stays what it was: its searches were recorded before anything was added to search and evaluation."""

import json
from pathlib import Path

import pytest

from bench.oracle import late_positions
from egypt import EgyptError, Limits, Search, View, get_game
from egypt.bots import make_bot
from egypt.search.settings import SETTINGS
from tests.search.frozen import frozen_weights
from tests.toy.jars import GAME as JARS

RECORDED = json.loads(Path(__file__).with_name("second_version.json").read_text())


@pytest.mark.parametrize("record", RECORDED, ids=lambda record: f"{record['view'][:30]}-{record['seed']}")
def test_the_second_version_searches_as_it_was_recorded(record):
    game = get_game(record["game"])
    search = Search(game, seed=record["seed"], weights=frozen_weights(game.name))
    result = search.run(View.from_text(record["view"], game), Limits(iterations=400))
    assert {line.move: line.visits for line in result.lines} == record["visits"]
    assert result.nodes == record["nodes"]
    assert list(result.lines[0].chances) == record["chances"]
    assert list(result.lines[0].points) == record["points"]


def test_every_table_of_every_game_was_recorded():
    seats = {(record["game"], View.from_text(record["view"], get_game(record["game"])).players) for record in RECORDED}
    games = [get_game(name) for name in ("amunre", "ra", "sobek", "tekhenu")]
    assert seats == {(game.name, players) for game in games for players in range(game.min_players, game.max_players + 1)}


@pytest.mark.parametrize("name", ["amunre", "ra", "sobek", "tekhenu"])
def test_its_files_leave_no_setting_of_its_time_open(name):
    """Lines and level are a user's wish; whatever comes later is off unless a room's own weights switch it on."""
    assert set(frozen_weights(name)["search"]) >= {
        "family",
        "worlds",
        "exploration",
        "urgency",
        "history",
        "siblings",
        "margin",
        "keyed_draws",
        "playout",
        "candidates",
        "reuse",
        "early",
        "early_movetime",
        "exact",
    }
    assert set(frozen_weights(name)["search"]) <= {setting.name for setting in SETTINGS}


@pytest.mark.parametrize(
    ("name", "players", "variant"), [("amunre", 3, None), ("sobek", 2, None), ("tekhenu", 2, "solo-normal")]
)
def test_it_searches_ends_that_are_solved_only_since(name, players, variant):
    game = get_game(name)
    for view, _ in late_positions(game, players, 1, 1, variant):
        assert Search(game).run(view, Limits(iterations=50)).exact
        assert not Search(game, weights=frozen_weights(name)).run(view, Limits(iterations=50)).exact


def test_the_bot_plays_by_these_files():
    record = RECORDED[0]
    game = get_game(record["game"])
    bot = make_bot(f"ismcts-v2:iterations=400,seed={record['seed']}", game)
    bot.choose(View.from_text(record["view"], game))
    assert bot.name == "ismcts-v2" and list(bot.thought.chances) == record["chances"]


def test_a_game_that_came_later_is_refused():
    with pytest.raises(EgyptError, match="'jars' came later than the second version"):
        make_bot("ismcts-v2", JARS)
