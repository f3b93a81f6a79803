"""Where a room says that nothing unknown matters (`complete`), any one world stands for all: tried out by brute force.

One random line is played to its end in several worlds at once. All of them must offer the same moves and draws and give the
same points; and any other seat that decides on the way must not be in doubt about any of that either.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from egypt import Game, Position, Rng, View
from tests.contract.cases import Case, all_cases, every_case, every_game, random_game
from tests.scale import scaled, seeded

WORLDS = 4
VIEWS = 40
GAMES = 300  # at most, to find them in
STEP = 97  # plies from one position to the next where all of a game is complete


def complete_views(case: Case, seed: int) -> Iterator[View]:
    """Of random games; of several in a row, one every STEP plies."""
    if not case.game.can_be_solved:
        return
    for game in range(scaled(GAMES)):
        last = -STEP
        found: set[int] = set()
        for number, ply in enumerate(random_game(case.start(), Rng(seeded(seed) + game))):
            views = [] if ply.position.is_over else [ply.position.view(seat) for seat in range(case.players)]
            complete = {view.viewer for view in views if view.is_complete}
            if complete - found or number - last >= STEP:
                last = number
                yield from (view for view in views if view.viewer in complete)
            found = complete


def next_events(world: Position) -> object:
    """All that may happen next, draws with their probabilities."""
    return world.outcomes() if world.is_chance else (world.actor, world.pending, world.legal_codes())


def play_at_once(worlds: list[Position], rng: Rng) -> Iterator[Position]:
    """One random line, in all worlds; yields the first of them before each move of a seat that has a choice."""
    while not worlds[0].is_over:
        assert len({repr(next_events(world)) for world in worlds}) == 1
        if worlds[0].is_chance:
            code = worlds[0].draw_code(rng)
        else:
            codes = worlds[0].legal_codes()
            if len(codes) > 1:
                yield worlds[0]
            code = codes[rng.below(len(codes))]
        worlds = [world.after(code) for world in worlds]
    assert all(world.is_over for world in worlds)
    assert len({(tuple(world.scores()), tuple(world.ranks())) for world in worlds}) == 1


def sampled(view: View, rng: Rng) -> list[Position]:
    return [view.sample(rng) for _ in range(WORLDS)]


@every_case
def test_any_world_stands_for_all_where_a_view_is_complete(case: Case) -> None:
    rng = Rng(seeded(61))
    for view in islice(complete_views(case, 62), scaled(VIEWS)):
        others = 0
        for where in play_at_once(sampled(view, rng), rng):
            assert len(where.pending) < 2, "a secret simultaneous choice was still to come"
            others += where.actor != view.viewer
            if where.actor != view.viewer and others == 1:  # this seat knows as well what may come
                for _ in play_at_once([where, *sampled(where.view(where.actor), rng)], rng):
                    pass


@every_game
def test_some_ends_are_complete(game: Game) -> None:
    cases = [case for case in all_cases() if case.game is game]
    assert any(any(True for _ in complete_views(case, 63)) for case in cases) == game.can_be_solved
