"""The network: units that see a seat and the table, and correct its log odds of winning."""

import math

import pytest

from egypt import EgyptError
from egypt.core.position import Position
from egypt.games.ra import evaluate
from egypt.games.ra.game import RaGame
from tests.games.ra.positions import position, seats

SILENT = {"points": {}, "log_odds": {}}


def judged_by(network, where):
    """Winning chances, if nothing but the network has a say."""
    game = RaGame()
    table = {**SILENT, "network": network}
    game.load_weights({"features": list(evaluate.FEATURES), "players": dict.fromkeys("2345", table)})
    return Position.from_text(where.to_text(), game).evaluate()[1]


def network(own=None, everyone=None, bias=0.0, log_odds=1.0):
    """One unit; what it says is the same in all stages."""
    return {"own": own or {}, "all": everyone or {}, "bias": [[bias]], "log_odds": [[log_odds]]}


def as_log_odds(chances):
    return [math.log(chance / chances[-1]) for chance in chances]


def test_a_unit_counts_what_a_seat_has():
    where = position(*seats(3, p1="gold*3", p2="gold"))
    assert as_log_odds(judged_by(network({"golds": [0.5]}), where)) == pytest.approx([1.5, 0.5, 0.0], abs=0.02)


def test_a_unit_below_zero_is_silent():
    where = position(*seats(3, p1="gold*3", p2="gold"))
    assert as_log_odds(judged_by(network({"golds": [0.5]}, bias=-1.0), where)) == pytest.approx([0.5, 0.0, 0.0], abs=0.02)
    assert judged_by(network({"golds": [0.5]}, bias=-9.0), where) == pytest.approx([1 / 3] * 3, abs=0.001)


def test_a_unit_sees_what_all_seats_have_together():
    """A gold is worth more where five pharaohs lie on the table, in any seat."""
    own, everyone = {"golds": [0.5]}, {"pharaohs": [0.25]}
    few = position(*seats(3, p1="gold*2 pharaoh", p3="pharaoh"))
    many = position(*seats(3, p1="gold*2 pharaoh*2", p3="pharaoh*3"))
    assert as_log_odds(judged_by(network(own, everyone, bias=-1.0), few)) == pytest.approx([0.5, 0, 0], abs=0.02)
    assert as_log_odds(judged_by(network(own, everyone, bias=-1.0), many)) == pytest.approx([1.0, 0, 0], abs=0.02)


@pytest.mark.parametrize("units", range(1, 33))
def test_every_unit_is_heard_however_many_there_are(units):
    """Units are added up by whole vectors; the last one speaks for itself here. It sees a late column of all seats alone:
    `own` ends long before."""
    where = position(*seats(3, p1="gold*3", p2="gold"), track="gold pharaoh")
    before = [0.0] * (units - 1)
    many = {
        "own": {"golds": [*before, 0.5]},
        "all": {"track_tiles": [*before, 0.25]},
        "bias": [[*before, -2.0]],
        "log_odds": [[*before, 1.0]],
    }
    assert as_log_odds(judged_by(many, where)) == pytest.approx([1.0, 0, 0], abs=0.02)  # two tiles, seen by three seats


def test_stages_weigh_units_differently():
    data = {"own": {"golds": [1.0]}, "all": {}, "bias": [[0.0], [-1.0]], "log_odds": [[1.0], [-0.5]]}
    early, late = (position(*seats(2, p1="gold*2"), ra=ra) for ra in (0, 5))
    assert as_log_odds(judged_by(data, early))[0] == pytest.approx(2.0, abs=0.02)
    assert as_log_odds(judged_by(data, late))[0] == pytest.approx(-0.5, abs=0.02)


def two_layers(own, own_second, all_second, bias=0.0, log_odds=1.0):
    """Two units in the first layer, which say nothing themselves, and one in the second."""
    second = {"own": [[w] for w in own_second], "all": [[w] for w in all_second], "bias": [[bias]], "log_odds": [[log_odds]]}
    return {"own": own, "all": {}, "bias": [[0.0, 0.0]], "log_odds": [[0.0, 0.0]], "second": second}


def test_a_second_layer_sees_a_seats_own_units():
    """Gold counts beside pharaohs only."""
    own = {"golds": [0.5, 0.0], "pharaohs": [0.0, 0.5]}
    data = two_layers(own, [1.0, 1.0], [0.0, 0.0], bias=-1.5)
    where = position(*seats(3, p1="gold*2 pharaoh*2", p2="gold*2", p3="pharaoh"))
    assert as_log_odds(judged_by(data, where)) == pytest.approx([0.5, 0.0, 0.0], abs=0.02)


def test_a_second_layer_sees_the_units_of_all_seats():
    """Gold counts for less, the more of it the others have."""
    data = two_layers({"golds": [0.5, 0.0]}, [2.0, 0.0], [-1.0, 0.0])
    where = position(*seats(3, p1="gold*3", p2="gold*2"))
    assert as_log_odds(judged_by(data, where)) == pytest.approx([0.5, 0.0, 0.0], abs=0.02)


def test_a_second_layer_adds_to_what_the_first_says():
    data = {**two_layers({"golds": [0.5, 0.0]}, [1.0, 0.0], [0.0, 0.0], log_odds=-0.5), "log_odds": [[1.0, 0.0]]}
    where = position(*seats(2, p1="gold*4"))
    assert as_log_odds(judged_by(data, where)) == pytest.approx([2.0 - 1.0, 0.0], abs=0.02)


def test_a_second_layer_is_told_as_it_was_read():
    game = RaGame()
    data = two_layers({"golds": [0.5, 0.25]}, [1.5, -1.0], [0.25, 0.0], bias=-0.75, log_odds=2.0)
    game.load_weights({"features": list(evaluate.FEATURES), "players": {n: {**SILENT, "network": data} for n in "2345"}})
    told = game.weights.network(3)
    assert told["own"]["golds"] == [0.5, 0.25] and told["second"]["own"] == [[1.5], [-1.0]]
    assert told["second"]["all"] == [[0.25], [0.0]]
    assert told["second"]["bias"][0] == [-0.75] and told["second"]["log_odds"][0] == [2.0]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (network({"silver": [1.0]}), "unknown feature silver"),
        (network(everyone={"silver": [1.0]}), "unknown feature silver"),
        ({"own": {}, "all": {}, "bias": [[0.0] * 33], "log_odds": [[0.0] * 33]}, "33 units of a network, at most 32"),
    ],
)
def test_a_network_that_does_not_fit_is_named(data, message):
    with pytest.raises(EgyptError, match=message):
        judged_by(data, position(*seats(2)))


@pytest.mark.parametrize(
    "data",
    [
        {"own": {}, "all": {}, "log_odds": [[1.0]]},
        {"own": {}, "all": {}, "bias": [], "log_odds": [[1.0]]},
        {"own": {}, "all": {}, "bias": [[0.0]], "log_odds": [[]]},
        {"own": {"golds": []}, "all": {}, "bias": [[0.0]], "log_odds": [[1.0]]},
        {"own": {"golds": 1.0}, "all": {}, "bias": [[0.0]], "log_odds": [[1.0]]},
        {"own": {"golds": ["much"]}, "all": {}, "bias": [[0.0]], "log_odds": [[1.0]]},
        {"own": {}, "all": {}, "bias": [[float("nan")]], "log_odds": [[1.0]]},
        ["own", "all"],
        two_layers({}, [1.0], [1.0]),
        {**network(), "second": {"own": [[1.0]], "all": [[1.0]], "bias": [[0.0]]}},
        {**network(), "second": [[1.0]]},
    ],
)
def test_a_network_without_form_is_refused(data):
    with pytest.raises(EgyptError, match=r"ra: these weights lack the form of a weights\.json"):
        judged_by(data, position(*seats(2)))


@pytest.mark.parametrize(
    "table",
    [
        {"points": {"golds": []}, "spread": 10},
        {"points": {"golds": ["much"]}, "spread": 10},
        {"points": {"golds": 1.0}, "spread": 0},
        {"points": {"golds": 1.0}, "spread": []},
        {"points": {}, "log_odds": {"golds": [None]}},
        {"points": ["golds"], "spread": 10},
        {},
    ],
)
def test_weights_without_form_are_refused(table):
    game = RaGame()
    with pytest.raises(EgyptError, match=r"ra: these weights lack the form of a weights\.json"):
        game.load_weights({"features": list(evaluate.FEATURES), "players": dict.fromkeys("2345", table)})


@pytest.mark.parametrize("sign", [1, -1])
def test_weights_of_any_size_leave_chances_that_are_chances(sign):
    """Cut off where the core's integers end, not wrapped around."""
    huge = [[1e30] * 32]
    data = {"own": {"score": [sign * 1e30] * 32}, "all": {"score": [1e30] * 32}, "bias": huge, "log_odds": huge}
    players = seats(3, p1="gold")
    players[0]["score"] = 60
    chances = judged_by(data, position(*players))
    assert sum(chances) == pytest.approx(1, abs=0.001) and all(0 <= chance <= 1 for chance in chances)
    deep = {**data, "second": {"own": [[1e30] * 32] * 32, "all": [[1e30] * 32] * 32, "bias": huge, "log_odds": huge}}
    chances = judged_by(deep, position(*players))
    assert sum(chances) == pytest.approx(1, abs=0.001) and all(0 <= chance <= 1 for chance in chances)
    alone = judged_by({**data, "all": {}, "bias": [[0.0] * 32]}, position(*players))
    assert alone == pytest.approx([1, 0, 0] if sign == 1 else [1 / 3] * 3, abs=0.001)


def test_features_of_another_game_are_refused():
    with pytest.raises(EgyptError, match="ra: 'obelisks' is no feature of this game"):
        RaGame().load_weights({"features": ["obelisks"], "players": {n: {"points": {}, "spread": 10} for n in "2345"}})


def test_weights_are_found_by_name_whatever_their_order():
    """A file that was written before a feature was added still means what it meant."""
    game = RaGame()
    table = {"points": {"score": 1.0, "golds": 2.5}, "spread": 10}
    game.load_weights({"features": ["golds", "score"], "players": dict.fromkeys("2345", table)})
    assert game.feature_names == evaluate.FEATURES
    assert {name: row[0] for name, row in game.weights.points(3).items() if any(row)} == {"score": 1.0, "golds": 2.5}


def test_a_file_that_is_refused_changes_nothing():
    game = RaGame()
    before = game.weights.points(2), game.weights.network(2), game.search_defaults
    table = {"points": {"score": 3.0}, "spread": 10}
    with pytest.raises(EgyptError, match="KeyError: '3'"):
        game.load_weights({"features": ["score"], "search": {"worlds": 3}, "players": {"2": table}})
    assert (game.weights.points(2), game.weights.network(2), game.search_defaults) == before
