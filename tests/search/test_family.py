"""The members of the ISMCTS family differ in what they know, and in nothing else."""

import pytest

from egypt import EgyptError, Limits, Position, Search, Table, get_game
from egypt.search.settings import FAMILIES, SETTINGS, resolve
from tests.search.frozen import frozen_weights
from tests.toy.build import load

PENNIES = load("tests.search.pennies").GAME
RA, SOBEK = get_game("ra"), get_game("sobek")


def chance_of_p1(family, iterations=4000):
    view = Position.start(PENNIES, 2).view(0)
    result = Search(PENNIES, family=family, exploration=0.7).run(view, Limits(iterations=iterations))
    return result.lines[0].chances[0]


def test_a_single_observer_lets_the_rival_answer_a_secret():
    assert chance_of_p1("single") < 0.1
    assert chance_of_p1("determinized") < 0.1


def test_multiple_observers_keep_a_secret():
    assert 0.4 < chance_of_p1("multiple") < 0.65


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize(("game", "players"), [(RA, 3), (SOBEK, 2), (SOBEK, 4)])
def test_every_member_keeps_its_books(game, players, family):
    table = Table.deal(game, players, 3)
    view = table.view(table.position.actor)
    search = Search(game, family=family, seed=2, hash_mb=1)
    one = search.run(view, Limits(iterations=3000))
    assert sum(line.visits for line in one.lines) == one.iterations == 3000
    assert {line.move for line in one.lines} <= set(view.legal_moves())
    assert one.lines == search.run(view, Limits(iterations=3000)).lines


@pytest.mark.parametrize("family", FAMILIES)
def test_a_full_pool_stops_no_member(family):
    table = Table.deal(SOBEK, 3, 3)
    view = table.view(table.position.actor)
    result = Search(SOBEK, family=family, hash_mb=1).run(view, Limits(iterations=120_000))
    assert result.iterations == 120_000
    assert result.nodes * result.bytes_per_node <= 1 << 20
    assert sum(line.visits for line in result.lines) == 120_000


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("urgency", 0.1),
        ("history", 0.5),
        ("margin", 0.3),
        ("keyed_draws", 0),
        ("keyed_draws", 2),
        ("candidates", 4),
        ("exploration", 0.5),
    ],
)
def test_every_setting_changes_the_search_and_keeps_it_repeatable(name, value):
    table = Table.deal(SOBEK, 3, 5)
    view = table.view(table.position.actor)
    plain = {"playout": 3, "urgency": -1.0, "keyed_draws": 1, "exploration": 0.3, "margin": 0.0, "prior": 0.0}

    def visits(**settings):
        result = Search(SOBEK, **{**plain, **settings}).run(view, Limits(iterations=2000))
        return {line.move: line.visits for line in result.lines}

    assert visits(**{name: value}) == visits(**{name: value})
    assert visits(**{name: value}) != visits()


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("game", [RA, SOBEK, get_game("amunre")], ids=lambda game: game.name)
def test_siblings_are_judged_together(game, family):
    table = Table.deal(game, 3, 5)
    view = table.view(table.position.actor)
    alone, together = (
        Search(game, family=family, prior=0.0, playout=0, siblings=siblings, hash_mb=8).run(view, Limits(iterations=2000))
        for siblings in (False, True)
    )
    assert together.nodes > 1.2 * alone.nodes
    assert sum(line.visits for line in together.lines) == together.iterations == 2000
    assert {line.move for line in together.lines} == {line.move for line in alone.lines} == set(view.legal_moves())
    small = Search(game, family=family, prior=0.0, playout=0, siblings=True, hash_mb=1).run(view, Limits(iterations=30_000))
    assert small.iterations == 30_000 and small.nodes * small.bytes_per_node <= 1 << 20


def test_siblings_stand_in_order_and_nobody_stands_twice():
    """Else a move would not be found among its siblings, and would be added again: near the end a tree can be full-grown."""
    settings = {
        "exploration": 50.0,
        "keyed_draws": 0,
        "urgency": -1.0,
        "prior": 0.0,
        "reuse": "never",
        "exact": False,
        "weights": frozen_weights("sobek"),
    }  # with others, one of the trees may miss a move of very rare worlds
    for seed in range(6):
        table, views = Table.deal(SOBEK, 3, seed), []
        while not table.position.is_over:
            legal = table.position.legal_codes()
            if len(legal) > 1:
                views.append(table.view(table.position.actor))
            table.play(legal[seed % len(legal)])
        alone, together = (
            Search(SOBEK, siblings=siblings, **settings).run(views[-2], Limits(iterations=20_000)).nodes
            for siblings in (False, True)
        )
        assert alone == together > 50


def test_settings_are_the_users_before_the_games_before_the_house():
    game = {"exploration": 0.3, "margin": 0.1, "players": {"3": {"margin": 0.2}}}
    assert resolve({}, 2, {})["exploration"] == 0.7
    assert resolve(game, 2, {})["margin"] == 0.1
    assert resolve(game, 3, {})["margin"] == 0.2
    assert resolve(game, 3, {"margin": 0.0, "exploration": None})["margin"] == 0.0
    assert resolve(game, 3, {"margin": 0.0, "exploration": None})["exploration"] == 0.3


@pytest.mark.parametrize(
    ("search", "problem"),
    [
        ({"exploraton": 0.3}, "'exploraton' is not a setting"),
        ({"exploration": float("nan")}, "exploration: nan"),
        ({"exploration": "lots"}, "exploration: 'lots'"),
        ({"family": "determinized", "worlds": 100}, "worlds: 100"),
        ({"family": "determinized", "worlds": 0}, "worlds: 0"),
        ({"family": "large"}, "family: 'large'"),
        ({"players": [1]}, "'players' of the search"),
        ({"players": {"3": 1}}, "'3' of the search"),
        ({"players": {"3": {"worlds": 65}}}, "worlds: 65"),
    ],
)
def test_a_weights_file_can_set_no_more_than_a_user_can(search, problem):
    """It may be anybody's: `ismcts:weights=…` reads it, and the core does not check again."""
    game = get_game("ra")
    weights = {"features": [], "search": search, "players": {n: {"points": {}, "spread": 10} for n in "2345"}}
    with pytest.raises(EgyptError, match=problem):
        Search(game, weights=weights)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_setting_knows_its_range(setting):
    assert setting.check(setting.default) == setting.default
    with pytest.raises(EgyptError, match=setting.name):
        setting.check("nonsense" if setting.words else setting.high + 1)
