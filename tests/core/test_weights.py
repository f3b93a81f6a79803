"""GameWeights: read once, immutable, and handed to the code that evaluates with them."""

import json

import pytest

from egypt import EgyptError, Game, Limits, Search, Table, get_game
from egypt.bots.ismcts_v1 import WEIGHTS
from egypt.core.weights import GameWeights
from egypt.search.greedy import GreedyChooser

RA = get_game("ra")
OLD = json.loads((WEIGHTS / "ra.json").read_text())


def opening():
    table = Table.deal(RA, 3, 5)
    return table.view(table.position.actor)


def test_weights_that_were_brought_along_judge_and_leave_the_game_as_it_is():
    before = RA.weights
    given = RA.read_weights(OLD)
    as_data, as_weights, plain = (
        Search(RA, seed=1, **chosen).run(opening(), Limits(iterations=300)).lines
        for chosen in ({"weights": OLD}, {"weights": given}, {})
    )
    assert as_data == as_weights != plain
    assert RA.weights is before


def test_a_search_keeps_the_weights_it_was_made_with():
    game = type(RA)()
    own = game.weights
    search, other = Search(game), Search(game, weights=OLD)
    game.load_weights(OLD)
    assert search.weights is own and game.weights is not own
    assert other.weights.search_defaults == OLD["search"]


def test_greedy_judges_by_given_weights():
    given = GreedyChooser(RA, 4, weights=RA.read_weights(OLD))
    assert given.values(opening()) != GreedyChooser(RA, 4).values(opening())
    assert RA.weights.network(3) is not None and GreedyChooser(RA).weights.network(3) is None


@pytest.mark.parametrize("weights", [get_game("sobek").weights, GameWeights(), GameWeights("ra", ("gold",))])
def test_weights_of_another_game_are_refused(weights):
    with pytest.raises(EgyptError, match="cannot judge ra"):
        Search(RA, weights=weights)


@pytest.mark.parametrize("players", [-1, 6, 99])
def test_weights_for_numbers_of_players_that_no_game_has(players):
    for ask in (RA.weights.points, RA.weights.log_odds, RA.weights.network, RA.weights.priors):
        with pytest.raises(EgyptError, match=f"^players: {players} must be an integer from 0 to 5$"):
            ask(players)


def test_the_words_of_earlier_files_are_no_longer_read():
    table = {"weights": {"golds": 1.0}, "chances": {}}
    with pytest.raises(EgyptError, match="KeyError: 'points'"):
        RA.read_weights({"features": ["golds"], "players": dict.fromkeys("2345", table)})


def test_more_features_than_the_core_has_room_for_are_refused():
    names = tuple(f"f{i}" for i in range(129))
    with pytest.raises(EgyptError, match="x: 129 features, at most 128"):
        GameWeights("x", names)
    with pytest.raises(EgyptError, match="x: 129 features, at most 128"):
        Game("x", "X", feature_names=names)
