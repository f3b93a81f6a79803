"""Follower: what one seat knows, moved forward by what the seat perceives. No referee and no hidden truth is needed."""

from __future__ import annotations

from egypt.core.errors import EgyptError, IllegalMoveError
from egypt.core.fields import actor_name
from egypt.core.game import CHANCE_ACTOR
from egypt.core.position import Position, Rng, View

MOST_WORLDS = 5000      # that are tried for one event before it counts as impossible


class Follower:
    """A view, and the part of a secret simultaneous choice that its owner has heard of.

    While a choice is open a view does not tell who has chosen. So its events are kept, and the choice is gone through again
    from the view before it, until the last of them closes it.
    """

    def __init__(self, view: View, seed: int = 0) -> None:
        self.view = view
        self._seed = seed
        self._before = view         # the choice that is open began here
        self._heard: tuple[tuple[int, int], ...] = ()

    def observe(self, actor: int, move: str) -> None:
        """Take in one event as the view's owner perceived it: a move of a seat, or an outcome of CHANCE.

        Raises NotationError if the text is no move of this game, IllegalMoveError if it cannot have happened, and changes
        nothing then.
        """
        event = f"{actor_name(actor)} {move}"
        code = self.view.game.move_code(move)
        if self.view.is_over:
            raise IllegalMoveError(f"'{event}': the game is over")
        heard = (*self._heard, (actor, code))
        is_known_to_act = actor == CHANCE_ACTOR == self.view.actor or actor in self.view.pending
        after = self._lead_to(heard) if is_known_to_act else None
        if after is None:
            raise IllegalMoveError(f"'{event}' cannot have happened here")
        position, is_open = after
        self.view = position.view(self.view.viewer)
        self._before, self._heard = (self._before, heard) if is_open else (self.view, ())

    def copy(self) -> Follower:
        """One that can be moved forward on its own."""
        other = Follower(self.view, self._seed)
        other._before, other._heard = self._before, self._heard
        return other

    def _lead_to(self, events: tuple[tuple[int, int], ...]) -> tuple[Position, bool] | None:
        """A position after these events, in a world that the view allows, and whether a choice is open there."""
        rng = Rng(self._seed)
        for _ in range(1 if self._before.is_complete else MOST_WORLDS):
            world: Position | None
            if len(events) == 1 and self._before.can_sample_for:
                world = self._before.sample_for(rng, *events[0])
                if world is None:
                    return None
            else:
                world = self._before.sample(rng)
            found = self._happen(world, events, rng)
            if found is not None:
                return found
        return None

    def _happen(
        self, position: Position, events: tuple[tuple[int, int], ...], rng: Rng
    ) -> tuple[Position, bool] | None:
        is_open = False
        for actor, perceived in events:
            if actor == CHANCE_ACTOR:
                if not position.is_chance:
                    return None
            elif actor not in position.pending:
                return None
            else:
                position = position.acting(actor)
            codes = position.perceived_as(perceived, self.view.viewer)
            if not codes:
                return None
            choosing = position.pending if is_open or len(position.pending) > 1 else []
            position = position.after(codes[rng.below(len(codes))])
            is_open = bool(position.pending) and set(position.pending) <= set(choosing)
        return position, is_open


def parse_event(text: str) -> tuple[int, str]:
    """`p2 bid:9` or `chance tile:ra` as (actor, move); raises EgyptError."""
    who, _, move = text.strip().partition(" ")
    if who == "chance":
        return CHANCE_ACTOR, move.strip()
    if len(who) == 2 and who[0] == "p" and who[1] in "12345":
        return int(who[1]) - 1, move.strip()
    raise EgyptError(f"'{who[:40]}' is neither a seat nor chance")
