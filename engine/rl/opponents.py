"""Who plays the seats that are not the learner's: bots, as the arena names them."""

from __future__ import annotations

from egypt import EgyptError, Game, integer
from egypt.bots import Bot, BotSpecError, make_bot
from egypt.bots.automaton import automaton_seats

BOT_SEEDS = 1 << 16


def seeded_bot(spec: str, game: Game, seed: int) -> Bot:
    """The bot that a spec names, with this seed if it takes one and the spec does not say which."""
    if "seed=" not in spec and "command=" not in spec:
        try:
            return make_bot(f"{spec}{',' if '=' in spec else ':'}seed={seed}", game)
        except BotSpecError:
            pass  # it takes no seed, or the spec is wrong, which is said below
    return make_bot(spec, game)


class Seating:
    """Which seats a learner may take, and the specs of the bots for the others, one for all or one for each in turn."""

    def __init__(self, game: Game, players: int, variant: str | None, seat: int | None, opponents: str | list[str]) -> None:
        automata = automaton_seats(game, players, variant)
        self.game = game
        self.seats = [seat for seat in range(players) if seat not in automata]
        others = len(self.seats) - 1
        self.specs = [opponents] * others if isinstance(opponents, str) else list(opponents)
        if len(self.specs) != others:
            raise EgyptError(f"{len(self.specs)} opponents: there are {others} other seats")
        if seat is not None and integer(seat, "seat", 0, players - 1) in automata:
            raise EgyptError(f"seat: the automaton sits on {seat}")
        self.fixed = seat

    def learner(self, number: int) -> int:
        """The learner's seat in the game with this number: another one in turn, unless it is fixed."""
        return self.seats[number % len(self.seats)] if self.fixed is None else self.fixed

    def bots(self, seeds: list[int]) -> list[Bot]:
        """New ones for the other seats."""
        return [seeded_bot(spec, self.game, seed) for spec, seed in zip(self.specs, seeds, strict=True)]

    def placed(self, bots: list[Bot], learner: int) -> dict[int, Bot]:
        """The bots by seat, at a table where the learner has this one."""
        return dict(zip((seat for seat in self.seats if seat != learner), bots, strict=True))
