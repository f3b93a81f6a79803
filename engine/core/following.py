"""Follower: what one seat knows, moved forward by what the seat perceives. No referee and no hidden truth is needed."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass

from egypt.core.errors import IllegalMoveError
from egypt.core.fields import actor_name
from egypt.core.game import CHANCE_ACTOR
from egypt.core.integers import integer, shown
from egypt.core.position import Position, Rng, View
from egypt.core.sealing import choosing_seats, still_sealed

WORLDS_TO_REFUSE = 20_000  # that are tried for one event before it counts as impossible
WORLDS_TO_CLOSE = 50  # that are tried for a way in which a choice is over
MOST_STEPS = 500  # moves that are tried in one world
MOST_EXPECTED = 2000  # worlds that are looked at for what may happen next …
QUIET_WORLDS = 100  # … fewer if this number in a row show nothing new


Events = tuple[tuple[int, int], ...]  # (actor, code of the move as it was perceived)


class Follower:
    """A view, and the part of a secret simultaneous choice that its owner has heard of.

    While a choice is open a view does not tell who has chosen. So its events are kept, and the choice is gone through again
    from the view before it. A part of it may take several moves (an offer, then what must be sold for it), and only what
    comes next shows how many: so the choice is taken to be over as soon as it can be, and opened again if it was not.
    """

    def __init__(self, view: View, seed: int = 0) -> None:
        if not isinstance(view, View):
            raise TypeError(f"a follower needs a View, not {shown(view)}; position.view(seat) gives one")
        self.view = view
        self._seed = integer(seed, "seed")
        self._before = view  # the last choice began here
        self._heard: Events = ()  # what was heard of it
        self._is_open = False

    def observe(self, actor: int, move: str) -> None:
        """Take in one event as the view's owner perceived it: a move of a seat, or an outcome of CHANCE.

        Raises NotationError if the text is no move of this game, IllegalMoveError if it cannot have happened, and changes
        nothing then.
        """
        actor = integer(actor, "actor", CHANCE_ACTOR, self.view.players - 1, IllegalMoveError)
        event = f"{actor_name(actor)} {move}"
        code = self.view.game.move_code(move)
        if self.view.is_over:
            raise IllegalMoveError(f"'{event}': the game is over")
        now = ((actor, code),)
        ways: list[tuple[View, Events]] = []
        if not self._is_open and (actor == CHANCE_ACTOR == self.view.actor or actor in self.view.pending):
            ways.append((self.view, now))
        if self._heard and actor != CHANCE_ACTOR:
            ways.append((self._before, self._heard + now))
        for before, events in ways:
            found = self._lead_to(before, events)
            if found is not None:
                self._take(before, events, found)
                return
        raise IllegalMoveError(f"'{event}' cannot have happened here")

    def expected(self) -> list[tuple[int, str]]:
        """What the view's owner may perceive next: who acts (a seat or CHANCE), and the move as it is perceived.

        Read off sampled worlds: nothing in it is impossible, but something very unlikely may be missing; `observe` takes it.
        """
        found: set[tuple[int, int]] = set()
        if not self.view.is_over:
            rng, quiet = Rng(self._seed), 0
            for _ in range(1 if self.view.is_complete and not self._heard else MOST_EXPECTED):
                known = len(found)
                for position in self._worlds_now(rng):
                    found.update(_perceivable(position, self.view.viewer))
                quiet = 0 if len(found) > known else quiet + 1
                if quiet == QUIET_WORLDS:
                    break
        return [(actor, self.view.game.move_text(code)) for actor, code in sorted(found)]

    def _worlds_now(self, rng: Rng) -> Iterator[Position]:
        """Where the table may stand in a sampled world: after all that was heard, or within a choice that goes on."""
        if not self._is_open:
            yield self.view.sample(rng)
        if self._heard:
            search = _Search(self.view.viewer, self._heard, rng)
            for found in (search.run(self._before.sample(rng)), search.left_open):
                if found is not None and found.is_open:
                    yield found.position

    def can_observe(self, actor: int, move: str) -> None:
        """Raises what `observe` would raise, and changes nothing either way."""
        copy(self).observe(actor, move)

    def _take(self, before: View, events: Events, found: _World) -> None:
        self.view = found.position.view(self.view.viewer)
        self._is_open = found.is_open
        self._before, self._heard = (before, events) if found.is_choice else (self.view, ())

    def _lead_to(self, before: View, events: Events) -> _World | None:
        """Where these events lead in a world that the view allows, if there is one; where a choice is over, if it can be."""
        rng = Rng(self._seed)
        still_open: _World | None = None
        for tried in range(1 if before.is_complete else WORLDS_TO_REFUSE):
            if len(events) == 1 and before.can_sample_for:
                world = before.sample_for(rng, *events[0])
                if world is None:
                    return None
            else:
                world = before.sample(rng)
            found = _Search(self.view.viewer, events, rng).run(world)
            if found is not None and (not found.is_open or found.waits_for_others):
                return found
            still_open = still_open or found
            if still_open is not None and tried >= WORLDS_TO_CLOSE:
                break
        return still_open


def _perceivable(position: Position, viewer: int) -> Iterator[tuple[int, int]]:
    """Everything that may happen next in one world, as a seat perceives it."""
    game = position.game
    if position.is_chance:
        for outcome, _ in position.outcomes():
            yield CHANCE_ACTOR, game.move_code(position.observed(outcome, viewer))
    for seat in position.pending:
        acting = position.acting(seat)
        for code in acting.legal_codes():
            yield seat, game.move_code(acting.observed(code, viewer))


@dataclass(frozen=True, slots=True)
class _World:
    """Where some events lead to in one world."""

    position: Position
    is_choice: bool  # whether they are part of a secret simultaneous choice …
    is_open: bool  # … that is not over yet …
    waits_for_others: bool  # … because seats of which nothing was heard have still to choose


class _Search:
    """Goes through a list of events in one world. Where several moves look alike to the viewer it tries them in turn."""

    def __init__(self, viewer: int, events: Events, rng: Rng) -> None:
        self._viewer = viewer
        self._events = events
        self._rng = rng
        self._left = MOST_STEPS
        self.left_open: _World | None = None

    def run(self, world: Position) -> _World | None:
        """A way in which the choice is over, else one that leaves it open, else None."""
        return self._go_on(world, 0, False, False) or self.left_open

    def _go_on(self, position: Position, done: int, is_choice: bool, is_open: bool) -> _World | None:
        if done == len(self._events):
            return self._arrive(position, is_choice, is_open)
        actor, perceived = self._events[done]
        if done and not is_open:
            return None  # the choice was over before its last event
        if actor == CHANCE_ACTOR:
            if not position.is_chance:
                return None
        elif actor not in position.pending:
            return None
        else:
            position = position.acting(actor)
        is_choice = is_choice or bool(choosing_seats(position, is_open))
        codes = position.perceived_as(perceived, self._viewer)
        first = self._rng.below(len(codes)) if codes else 0
        for code in codes[first:] + codes[:first]:
            self._left -= 1
            after = position.after(code)
            found = self._go_on(after, done + 1, is_choice, still_sealed(position, after, is_open))
            if found is not None or self._left < 0:
                return found
        return None

    def _arrive(self, position: Position, is_choice: bool, is_open: bool) -> _World | None:
        heard = {actor for actor, _ in self._events}
        waits = not set(position.pending) <= heard
        world = _World(position, is_choice, is_open, is_open and waits)
        if not is_open or waits:
            return world
        self.left_open = self.left_open or world
        return None  # perhaps other moves end it


def need_possible(known: Position | View, actor: int, move: str) -> None:
    """Raise IllegalMoveError unless this can happen next, in a view as perceived: a move of a seat, an outcome of CHANCE."""
    if known.is_over:
        raise IllegalMoveError(f"'{move}': the game is over")
    if isinstance(known, View):
        if actor != known.actor or actor != known.viewer:
            known.after(actor, move)
            return
        known = known.sample(Rng(0))  # own moves are the same in all worlds
    if actor != known.actor and actor not in known.pending:
        raise IllegalMoveError(f"'{actor_name(actor)}' is not to act")
    known.after(move, None if actor == CHANCE_ACTOR else actor)
