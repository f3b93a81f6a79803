"""What a seat knows as numbers: complete, from the viewer's chair, and the same however it is asked for.

That it tells no more than the seat knows is one of the witnesses of the two-world test (two_worlds.py).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from egypt import EgyptError, Game, Position, Rng, StateError, Table, View, get_game
from tests.contract.cases import Case, all_cases, every_case, every_game, random_game, random_plies, views
from tests.scale import seeded
from tests.toy.build import load

data_of = load("tests.toy.probe").data_of


def some_views(case: Case, games: int, seed: int) -> Iterator[View]:
    return (view for ply in random_plies(case, games, seed) for view in views(ply.position))


def collisions(seen: Iterator[View], numbers: Callable[[View], bytes]) -> list[str]:
    """Views that differ in their text and not in their numbers."""
    texts: dict[bytes, str] = {}
    return [view.to_text() for view in seen if texts.setdefault(numbers(view), view.to_text()) != view.to_text()]


@every_case
def test_views_that_differ_differ_in_their_numbers(case: Case) -> None:
    assert collisions(some_views(case, 2, 51), lambda view: view.tensor().tobytes()) == []


@pytest.mark.parametrize("group", ["own.", "laid.", "gone.", "viewer."])
def test_numbers_that_are_left_out_are_missed(group: str) -> None:
    case = Case(get_game("jars"), 3, "standard")
    names = case.game.tensor_names(3)

    def without(view: View) -> bytes:
        pairs = zip(view.tensor(), names, strict=True)
        return array("f", [value for value, name in pairs if not name.startswith(group)]).tobytes()

    assert len({name.partition(".")[0] for name in names if name.startswith(group)}) == 1
    rng = Rng(52)
    plies = (ply for _ in range(60) for ply in random_game(case.start(), rng))
    assert collisions((view for ply in plies for view in views(ply.position)), without)


@every_case
def test_every_bit_of_a_view_that_changes_is_read(case: Case) -> None:
    """By offsets, as the layout says, seat by seat as the viewer p1 counts them."""
    read = case.game.layout_of(case.players, case.variant).bits_read(case.game.view_bytes)
    first: bytes | None = None
    lost: set[tuple[int, int]] = set()
    for view in some_views(case, 2, 53):
        data = data_of(view)
        first = first or data
        lost |= {(at, one ^ two) for at, (one, two) in enumerate(zip(first, data, strict=True)) if (one ^ two) & ~read[at]}
    assert lost == set()


@every_case
def test_names_are_unique_and_fit_the_size(case: Case) -> None:
    names = case.game.tensor_names(case.players, case.variant)
    assert len(set(names)) == len(names) == case.game.tensor_size(case.players, case.variant)
    assert len(Table.deal(case.game, case.players, 1, case.variant).view(0).tensor()) == len(names)
    assert not any(f"seat{case.players}" in name.split(".") for name in names)
    assert f"actor.seat{case.players - 1}" in names


@every_case
def test_the_viewer_and_the_actor_are_told_from_the_viewers_chair(case: Case) -> None:
    names = case.game.tensor_names(case.players, case.variant)
    for view in some_views(case, 1, 54):
        known = dict(zip(names, view.tensor(), strict=True))
        assert [known[f"viewer.p{seat + 1}"] for seat in range(case.players)].index(1) == view.viewer
        actors = [known[f"actor.seat{seat}"] for seat in range(case.players)]
        if view.actor >= 0:
            assert actors.index(1) == (view.actor - view.viewer) % case.players
            assert [known[f"pending.seat{seat}"] for seat in range(case.players)] in (
                [0] * case.players,
                [float((view.viewer + seat) % case.players in view.pending) for seat in range(case.players)],
            )
        assert sum(actors) + known["actor.chance"] + known["actor.over"] == 1


@every_case
def test_many_views_are_written_as_one_by_one(case: Case) -> None:
    seen = list(some_views(case, 1, 55))[:40]
    size = case.game.tensor_size(case.players, case.variant)
    out = array("f", [7.0]) * (size * len(seen))
    assert case.game.tensors(seen, out) is out
    assert case.game.tensors(seen) == out
    for number, view in enumerate(seen):
        assert out[number * size : (number + 1) * size] == view.tensor()


@every_game
def test_wrong_views_and_wrong_buffers_are_refused(game: Game) -> None:
    view = Table.deal(game, game.max_players, 1).view(0)
    size = game.tensor_size(game.max_players)
    for out, message in ((array("f", [0.0]), "entries"), (array("d", [0.0]) * size, "32-bit floats")):
        with pytest.raises(EgyptError, match=message):
            view.tensor(out)
    with pytest.raises(EgyptError, match="writable"):
        view.tensor(bytes(4 * size))
    other = next(case for case in all_cases() if case.game is not game)
    for wrong in (Table.deal(other.game, other.players, 1, other.variant).view(0), None, 3):
        with pytest.raises(EgyptError):
            game.tensors([view, wrong])  # type: ignore[list-item]
    assert len(game.tensors([])) == 0
    with pytest.raises(StateError):
        game.tensor_size(17)


@every_game
def test_in_the_unit_interval_flags_stay_counts_grow_and_nothing_is_lost(game: Game) -> None:
    case = Case(game, game.max_players, game.variants[0])
    layout = case.game.layout_of(case.players, case.variant)
    largest = np.array(layout.largest, np.float64)
    is_flag, is_signed = largest == 1, largest < 0
    seen = list(some_views(case, 1, 61))[::7]
    counts = np.array([view.tensor() for view in seen])
    units = np.array([view.tensor(observation="unit") for view in seen])
    assert units.min() >= 0 and units.max() <= 1
    assert (units[:, is_flag] == counts[:, is_flag]).all()
    assert (counts >= np.where(is_signed, largest, 0)).all() and (counts <= np.abs(largest)).all()
    share = np.log1p(np.abs(counts)) / np.log1p(np.abs(largest))
    wanted = np.where(is_flag, counts, np.where(is_signed, 0.5 + np.sign(counts) * share / 2, share))
    assert units == pytest.approx(wanted, abs=1e-6)
    assert (units[:, ~is_flag] != np.round(units[:, ~is_flag])).any() or not (~is_flag).any()
    assert collisions(iter(seen), lambda view: view.tensor(observation="unit").tobytes()) == []


def test_observations_are_counts_or_unit() -> None:
    view = Table.deal(get_game("jars"), 2, 1).view(0)
    assert view.tensor() == view.tensor(observation="counts") != view.tensor(observation="unit")
    with pytest.raises(EgyptError, match="observation 'tall': choose one of counts, unit"):
        view.tensor(observation="tall")


# -- features ------------------------------------------------------------------------------------------------


@every_case
def test_features_come_from_the_view_alone_and_are_named(case: Case) -> None:
    for number, view in enumerate(some_views(case, 1, 56)):
        if number % 50 == 0 and view.actor >= 0:  # nature's next draw may end the game
            stage, rows = view.features(worlds=2, seed=3)
            assert (stage, rows) == View.from_text(view.to_text(), case.game).features(worlds=2, seed=3)
            assert stage >= 0 and [tuple(row) for row in rows] == [case.game.feature_names] * case.players


def test_features_of_open_games_are_those_of_the_position() -> None:
    case = next(case for case in all_cases() if case.game.can_be_solved and case.start().view(0).is_complete)
    for ply in random_game(case.start(), Rng(seeded(57))):
        position: Position = ply.position
        if position.actor >= 0:
            assert position.view(0).features(worlds=1) == position.features()


def test_features_need_a_world_and_a_game_that_goes_on() -> None:
    case = all_cases()[0]
    with pytest.raises(EgyptError, match="worlds: 0"):
        Table.deal(case.game, case.players, 1, case.variant).view(0).features(worlds=0)
    over = [ply.position for ply in random_game(case.start(), Rng(seeded(58)))][-1]
    with pytest.raises(EgyptError, match="over"):
        over.view(0).features()
