"""The one-ply bot against the same idea written plainly in Python."""

from __future__ import annotations

import json

import pytest

from bench.fit import weights_file
from egypt import EgyptError, Position, Rng, Table, View, game_names, get_game
from egypt.search.greedy import GreedyChooser


def random_table(name: str, seed: int, decisions: int) -> Table:
    """A table some random decisions into a game."""
    game = get_game(name)
    players = game.min_players + seed % (game.max_players - game.min_players + 1)
    table, rng = Table.deal(game, players, seed), Rng(seed)
    for _ in range(decisions):
        if table.position.is_over:
            break
        codes = table.position.legal_codes()
        table.play(codes[rng.below(len(codes))])
    return table


def judged(world: Position, network: bool) -> Position:
    """The same position, judged with the network of its game or without."""
    if network or world.game.weights.network(world.players) is None:
        return world
    data = json.loads(weights_file(world.game).read_text())
    for table in data["players"].values():
        table.pop("network", None)
    game = type(world.game)()
    game.load_weights(data)
    return Position.from_text(world.to_text(), game)


def plain_value(world: Position, move: str, seat: int) -> tuple[float, float] | None:
    """Chance and points of a seat after a move, averaged over one exact draw; None if that is not enough."""
    after = world.after(move)
    outcomes = after.outcomes() if after.is_chance else []
    states = [(after.after(outcome), weight) for outcome, weight in outcomes] or [(after, 1.0)]
    if len(states) > 32 or any(state.is_chance for state, _ in states):
        return None
    judged = [(state.evaluate(), weight) for state, weight in states]
    return (
        sum(chances[seat] * weight for (_, chances), weight in judged),
        sum(points[seat] * weight for (points, _), weight in judged),
    )


def has_no_secrets(view: View) -> bool:
    rng = Rng(1)
    return len({view.sample(rng).to_text() for _ in range(20)}) == 1


@pytest.mark.parametrize("network", [False, True])
def test_values_are_those_of_plain_python(network: bool) -> None:
    compared = 0
    for name in game_names():
        for seed in range(60):
            table = random_table(name, seed, decisions=3 * seed)
            if table.position.is_over:
                continue
            view = table.view(table.position.actor)
            if not has_no_secrets(view):
                continue
            for move, chance, points in GreedyChooser(table.position.game, network=network).values(view):
                expected = plain_value(judged(view.sample(Rng(0)), network), move, view.viewer)
                if expected is not None:
                    assert (chance, points) == pytest.approx(expected, abs=1e-9)
                    compared += 1
    assert compared > 100


@pytest.mark.parametrize("name", game_names())
def test_it_chooses_the_best_value_and_depends_on_the_view_alone(name: str) -> None:
    for seed in range(12):
        table = random_table(name, seed, decisions=4 * seed)
        if table.position.is_over:
            continue
        view = table.view(table.position.actor)
        chooser = GreedyChooser(table.position.game, worlds=8, seed=5)
        values = chooser.values(view)
        assert [move for move, _, _ in values] == view.legal_moves()
        best = max(values, key=lambda value: value[1:])
        assert chooser.choose(view) == chooser.choose(View.from_text(view.to_text(), view.game)) == best[0]
        assert GreedyChooser(table.position.game, worlds=8, seed=5).values(view) == values


def test_it_says_when_there_is_nothing_to_choose() -> None:
    table = Table.deal(get_game("jars"), 2, 1)
    table.play(table.position.legal_moves()[0], seat=0)
    with pytest.raises(EgyptError, match="p1 is not to act"):
        GreedyChooser(get_game("jars")).choose(table.view(0))


def test_it_refuses_the_views_of_another_game() -> None:
    others = [name for name in game_names() if name != "jars"]
    if others:
        other = get_game(others[0])
        table = Table.deal(other, other.min_players, 1)
        with pytest.raises(EgyptError, match="jars"):
            GreedyChooser(get_game("jars")).choose(table.view(table.position.actor))
    with pytest.raises(EgyptError, match="worlds"):
        GreedyChooser(get_game("jars"), worlds=0)
