"""Numbers that a user passes: what is no integer, or does not fit, is refused by name, and nothing is rounded."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import egypt
from egypt import EgyptError, Follower, GreedyChooser, Limits, Position, Rng, Search, Table
from egypt.core.integers import integer, shown

RA = egypt.game("ra")
SOBEK = egypt.game("sobek").deal(2, seed=1)


def table() -> Table:
    """A game with one play that can be taken back."""
    dealt = RA.deal(3, seed=7)
    dealt.play("draw")
    return dealt


NOW = table()
VIEW = NOW.view(NOW.actor)

# Each of them asks for one integer; a seat, a number of players, a code … None is refused as well.
WANTED: dict[str, Callable[[Any], object]] = {
    "deal": RA.deal,
    "check_table": RA.check_table,
    "start": lambda value: Position.start(RA, value),
    "action_code": RA.action_code,
    "action_move": RA.action_move,
    "tensor_size": RA.tensor_size,
    "tensor_names": RA.tensor_names,
    "move_text": RA.move_text,
    "after": NOW.position.after,
    "action_index": RA.action_index,
    "score_items": NOW.position.score_items,
    "moments": NOW.position.moments,
    "say": NOW.position.say,
    "acting": NOW.position.acting,
    "view": NOW.position.view,
    "observed": lambda value: NOW.position.observed(value, 0),
    "observed seat": lambda value: NOW.position.observed("draw", value),
    "perceived_as seat": lambda value: NOW.position.perceived_as(1, value),
    "sample_for actor": lambda value: SOBEK.view(0).sample_for(Rng(1), value, SOBEK.position.legal_codes()[0]),
    "sample_for code": lambda value: SOBEK.view(0).sample_for(Rng(1), 0, value),
    "View.after": lambda value: VIEW.after(value, "draw"),
    "evaluate": VIEW.evaluate,
    "features": VIEW.features,
    "explain": VIEW.explain,
    "below": Rng(1).below,
    "play": lambda value: table().play(value),
    "undo": lambda value: table().undo(value),
    "redo": lambda value: table().redo(value),
    "told": NOW.told,
    "replay": lambda value: table().replay([value]),
    "observe": lambda value: Follower(VIEW).observe(value, "draw"),
    "threads": lambda value: Search(RA, threads=value, hash_mb=1),
    "hash_mb": lambda value: Search(RA, hash_mb=value),
    "settings": Search(RA, hash_mb=1).settings,
    "greedy": lambda value: GreedyChooser(RA, value),
    "weights.points": RA.weights.points,
    "weights.log_odds": RA.weights.log_odds,
    "weights.network": RA.weights.network,
    "weights.priors": RA.weights.priors,
}
# A seed may have any size; of a stream all three numbers may.
SEEDS: dict[str, Callable[[Any], object]] = {
    "deal": lambda value: RA.deal(3, value),
    "Table": lambda value: Table(NOW.position, value),
    "Rng": Rng,
    "stream": lambda value: Rng.stream(value, 1, 1),
    "stream 2": lambda value: Rng.stream(1, value, 1),
    "stream 3": lambda value: Rng.stream(1, 1, value),
    "Search": lambda value: Search(RA, hash_mb=1, seed=value),
    "greedy": lambda value: GreedyChooser(RA, seed=value),
    "Follower": lambda value: Follower(VIEW, value),
    "evaluate": lambda value: VIEW.evaluate(1, value),
}
OTHERS = [True, 1.0, 0.5, math.nan, math.inf, "1", b"1", [], (1,)]
HUGE = [2**31, 2**63, 2**64, 10**30, -(10**30), -3]


@pytest.mark.parametrize("name", WANTED)
def test_what_is_no_integer_is_refused_by_name(name: str) -> None:
    is_move = name in ("after", "action_index", "score_items", "moments", "say", "observed", "play", "replay")
    for value in [*OTHERS, None]:
        with pytest.raises(EgyptError) as refusal:
            WANTED[name](value)
        said = str(refusal.value)
        assert (is_move and isinstance(value, str)) or repr(value) in said, (value, said)


@pytest.mark.parametrize("name", WANTED)
def test_what_does_not_fit_is_refused(name: str) -> None:
    for value in HUGE:
        if name in ("below", "sample_for code") and value == 2**31:
            continue  # it fits
        with pytest.raises(EgyptError):
            WANTED[name](value)
    with pytest.raises(EgyptError):
        WANTED[name](10**5000)  # too long for a message


@pytest.mark.parametrize("name", SEEDS)
def test_a_seed_is_an_integer_of_any_size(name: str) -> None:
    for value in (0, -1, 2**64, 10**30, np.int64(5), np.uint8(5)):
        SEEDS[name](value)
    for value in OTHERS:
        with pytest.raises(EgyptError, match="must be an integer"):
            SEEDS[name](value)


def test_streams_of_negative_numbers_are_streams() -> None:
    assert len({Rng.stream(1, stream, index).next() for stream in (-1, 0, 1) for index in (-2, 0, 2)}) == 9


def test_the_message_names_parameter_value_and_range() -> None:
    with pytest.raises(egypt.StateError, match=r"^'1000000000000000000000000000000' players: ra is for 2-5$"):
        RA.deal(players=10**30)
    with pytest.raises(egypt.StateError, match=r"^players: 3\.7 must be an integer$"):
        RA.deal(players=3.7)  # type: ignore[arg-type]
    with pytest.raises(egypt.StateError, match=r"^'p1000000000000000000000000000001' does not sit at this table of 3$"):
        NOW.view(10**30)
    with pytest.raises(egypt.NotationError, match=r"^move: -1 must be an integer from 0 to 4294967295$"):
        NOW.play(-1)
    with pytest.raises(EgyptError, match=r"^iterations: 0 must be an integer of at least 1$"):
        Limits(iterations=0)
    assert shown(10**5000).startswith("<int") and len(shown("x" * 1000)) < 100


def test_integers_of_numpy_are_integers() -> None:
    dealt = RA.deal(np.int32(3), seed=np.int64(7))
    assert dealt.position == RA.deal(3, seed=7).position
    assert dealt.view(np.uint8(1)) == dealt.view(1)
    code = np.uint32(dealt.position.legal_codes()[0])
    assert dealt.position.after(code) == dealt.position.after(int(code))
    search = Search(RA, hash_mb=np.int64(1), threads=np.int8(1), lines=np.int16(2), exploration=np.float32(0.5))
    assert search.run(dealt.view(dealt.actor), Limits(iterations=np.int64(5))).iterations == 5
    assert type(integer(np.int64(5), "x")) is int


@pytest.mark.parametrize("value", [-1, -0.5, math.nan, math.inf, -math.inf, 10**400, True, "5", [5]])
def test_times_are_finite_and_not_negative(value: Any) -> None:
    for name in ("movetime", "target"):
        with pytest.raises(EgyptError, match=f"^{name}: "):
            Limits(**{name: value})


@pytest.mark.parametrize("value", [-1, 0, 1.0, True, "5"])
def test_iterations_are_at_least_one(value: Any) -> None:
    with pytest.raises(EgyptError, match=r"^iterations: .* must be an integer of at least 1$"):
        Limits(iterations=value)


def test_interim_results_come_at_times() -> None:
    with pytest.raises(EgyptError, match="info_interval: nan"):
        Search(RA, hash_mb=1).run(VIEW, Limits(iterations=5), lambda result: None, math.nan)


def test_a_bool_is_a_switch_and_no_number() -> None:
    assert Search(RA, hash_mb=1, siblings=True).settings(3)["siblings"] is True
    with pytest.raises(EgyptError, match="lines: True"):
        Search(RA, hash_mb=1, lines=True)


def test_objects_of_another_kind_are_told_apart() -> None:
    with pytest.raises(TypeError, match="needs a Position, not ra/1;viewer=p"):
        Table(VIEW)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="needs a View"):
        Follower(NOW.position)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"limits: 1000 must be Limits"):
        Search(RA, hash_mb=1).run(VIEW, 1000)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="not None"):
        egypt.read(None)  # type: ignore[arg-type]


def test_a_variant_that_there_is_not_has_no_number_of_players() -> None:
    assert RA.seats_of() == RA.seats_of("standard") == (2, 5)
    with pytest.raises(egypt.StateError, match="no variant 'solo'"):
        RA.seats_of("solo")


def test_a_list_of_moves_may_come_from_anywhere() -> None:
    dealt = RA.deal(3, seed=7)
    dealt.replay(iter(["draw"]))  # type: ignore[arg-type]
    with pytest.raises(egypt.NotationError, match="move 2 of 2: 'x"):
        RA.deal(3, seed=7).replay(iter(["draw", "x"]))  # type: ignore[arg-type]
