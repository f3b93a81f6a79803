"""Selection by what is known of moves before they are tried."""

import json
import math
from pathlib import Path

import pytest

from bench.exploitability import OFFERING
from egypt import EgyptError, Limits, Position, Rng, Search, Table, game_names, get_game
from egypt.games.tekhenu import traits
from egypt.search.priors import move_traits
from egypt.search.settings import BY_NAME
from tests.search.frozen import frozen_weights
from tests.toy.build import load

PROBE = load("tests.search.probe")
AMUNRE = get_game("amunre")
TEKHENU = get_game("tekhenu")
FULL = 65_536  # what a reward of 1 is to a node


def room_weights():
    return json.loads(Path(traits.__file__).with_name("weights.json").read_text())


def with_priors(priors):
    """Tekhenu's weights, with these priors for all numbers of players."""
    return {**room_weights(), "priors": priors}


def first_turn():
    table = Table.deal(TEKHENU, 2, 5)
    while not table.position.legal_moves()[0].startswith("take"):
        table.play(table.position.legal_codes()[0])
    return table.view(table.position.actor), table.position


def prior_for(trait, value):
    """A list per group, all zero but for one trait."""
    groups, place = {}, 1
    for name, size in TEKHENU.trait_groups:
        groups[name] = [value if place + i == trait else 0.0 for i in range(size)]
        place += size
    return groups


def trait_of_one_move(position):
    """A move that alone has a trait, and that trait."""
    rows = move_traits(position)
    for move, own in rows:
        for trait in own:
            if sum(trait in others for _, others in rows) == 1:
                return TEKHENU.move_text(move), trait
    raise AssertionError("no move is like no other")


@pytest.mark.parametrize("name", [name for name in game_names() if get_game(name).trait_groups])
def test_traits_are_listed_for_every_legal_move_and_are_in_range(name):
    game, rng = get_game(name), Rng(4)
    most = 1 + sum(size for _, size in game.trait_groups)
    for variant in game.variants:
        fewest, largest = game.seats_of(variant)
        for players in range(fewest, largest + 1):
            table = Table.deal(game, players, players, variant)
            while not table.position.is_over:
                rows = move_traits(table.position)
                assert [move for move, _ in rows] == list(table.position.legal_codes())
                assert all(own and min(own) > 0 and max(own) < most for _, own in rows)
                table.play(rows[rng.below(len(rows))][0])


def test_the_move_that_is_expected_is_tried_first_and_the_hopeless_one_never():
    view, position = first_turn()
    move, trait = trait_of_one_move(position)
    settings = {"prior": 0.5, "exact": False, "reuse": "never"}
    expected = Search(TEKHENU, weights=with_priors(prior_for(trait, 5.0)), **settings).run(view, Limits(iterations=1))
    assert [line.move for line in expected.lines] == [move]
    hopeless = Search(TEKHENU, weights=with_priors(prior_for(trait, -7.5)), **settings).run(view, Limits(iterations=300))
    assert move not in [line.move for line in hopeless.lines]


def test_priors_that_nobody_learned_change_nothing():
    view, _ = first_turn()
    data = room_weights()
    data.pop("priors", None)
    plain, asked = (
        Search(TEKHENU, weights=data, prior=prior, reuse="never").run(view, Limits(iterations=500)).lines
        for prior in (0.0, 0.5)
    )
    assert plain == asked


def test_root_visits_are_spread_by_mean_and_prior():
    """The move that is visited next has the highest mean with its bonus; an unvisited one has the mean of the others."""
    view, position = first_turn()
    prior = 0.4
    weights = with_priors(prior_for(trait_of_one_move(position)[1], 2.0))
    workers = PROBE.Workers(view, weights=weights, prior=prior, urgency=0.0)
    workers.run(0, 1)
    for iteration in range(1, 150):
        nodes = workers.moves(0)
        tried = [node for node in nodes.values() if node["visits"]]
        mean = sum(node["value"] for node in tried) / FULL / sum(node["visits"] for node in tried)
        bounds = {
            move: (node["value"] / FULL / node["visits"] if node["visits"] else mean)
            + prior * 2 ** (-node["prior"] / 16) * math.sqrt(node["available"] + 1) / (node["visits"] + 1)
            for move, node in nodes.items()
        }
        workers.run(0, iteration + 1)
        (chosen,) = [move for move, node in workers.moves(0).items() if node["visits"] > nodes[move]["visits"]]
        assert bounds[chosen] == pytest.approx(max(bounds.values()), abs=1e-9)


def test_the_priors_of_a_node_are_shares_of_one():
    view, position = first_turn()
    workers = PROBE.Workers(view, weights=with_priors(prior_for(trait_of_one_move(position)[1], 1.0)), prior=0.5)
    workers.run(0, 1)
    assert sum(2 ** (-node["prior"] / 16) for node in workers.moves(0).values()) == pytest.approx(1.0, rel=0.05)


@pytest.mark.parametrize(
    ("priors", "message"),
    [
        ({"nothing": [1.0]}, "unknown traits 'nothing'"),
        ({"kind_stage": [1.0]}, "priors for 1 of the 96 traits 'kind_stage'"),
        (["kind_stage"], "lack the form"),
    ],
)
def test_priors_that_do_not_fit_are_refused(priors, message):
    with pytest.raises(EgyptError, match=message):
        TEKHENU.read_weights(with_priors(priors))


def test_priors_are_told_as_they_were_read():
    given = prior_for(7, 0.5)
    weights = TEKHENU.read_weights(with_priors(given))
    assert weights.priors(2) == given
    assert weights.priors(3) == given


def test_a_number_of_players_may_have_priors_of_its_own():
    data = with_priors(prior_for(7, 0.5))
    data["players"]["3"]["priors"] = prior_for(8, 0.25)
    weights = TEKHENU.read_weights(data)
    assert (weights.priors(2), weights.priors(3)) == (prior_for(7, 0.5), prior_for(8, 0.25))


def judged_offering(log_odds, *, sealed=True, seed=0):
    """Chances by the first leaf after p1's offering of 1 gold, if rivals are expected to give amounts of gold with these log
    odds. They have 5 gold each and no cards, so nothing else is left to chance."""
    view = Position.from_text(OFFERING.read_text().strip(), AMUNRE).view(0)
    groups = {name: [0.0] * size for name, size in AMUNRE.trait_groups}
    stages = len(groups["adjust_stage"]) // 2
    for gold in range(6):
        groups["offer_gold"][gold * stages : (gold + 1) * stages] = [log_odds.get(gold, -7.9)] * stages
    search = Search(
        AMUNRE,
        weights={**frozen_weights("amunre"), "priors": groups},
        prior=0.5,
        sealed=sealed,
        seed=seed,
        exact=False,
        reuse="never",
    )
    return search.run(view, Limits(iterations=1, searchmoves=("offer:1",))).lines[0].chances


def test_what_rivals_still_choose_in_secret_is_drawn_by_priors_before_a_leaf_is_judged():
    thieves, equals, givers = (judged_offering({gold: 7.9}) for gold in (0, 1, 2))
    assert thieves[0] > equals[0] > givers[0]  # 1 gold is the best gift among thieves, and the least among givers
    assert givers == judged_offering({2: 7.9}, sealed=False)  # what the evaluation guesses of a purse of 5 gold


def test_without_that_a_leaf_is_judged_as_it_stands():
    assert judged_offering({0: 7.9}, sealed=False) == judged_offering({3: 7.9}, sealed=False)


def test_secret_choices_are_drawn_as_often_as_their_priors_say():
    """Three thefts to one gift by each of two rivals."""
    both_steal = judged_offering({0: 7.9})
    drawn = [judged_offering({0: math.log(3), 1: 0.0}, seed=seed) for seed in range(400)]
    assert drawn.count(both_steal) / len(drawn) == pytest.approx(9 / 16, abs=0.06)


@pytest.mark.parametrize(
    ("name", "other"), [("exploration", 3.0), ("history", 5.0), ("siblings", True), ("urgency", 2.0), ("margin", 1.0)]
)
def test_what_a_setting_says_of_priors_is_so(name, other):
    """Some serve selection by UCB alone: their texts say it."""
    view, _ = first_turn()

    def found(**settings):
        lines = Search(TEKHENU, seed=1, **settings).run(view, Limits(iterations=2000)).lines
        return [(line.move, line.visits) for line in lines]

    assert found(prior=0.0) != found(prior=0.0, **{name: other})
    assert (found() == found(**{name: other})) == ("where priors select" in BY_NAME[name].meaning)
