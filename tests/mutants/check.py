"""One text: is it refused by name, or can it be played, viewed, sampled, searched and written back?"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

from egypt import Game, Limits, NotationError, Position, Rng, Search, StateError, View
from egypt.search.settings import FULL_PLAYOUT
from tests.mutants.corpus import split
from tests.toy.build import load

kernel = load("tests.mutants.kernel")

MOST_PLIES = 20_000  # no game of the house comes near; a game that gets there does not end
ITERATIONS = 24
KNOWLEDGE_EVERY = 60  # plies

STAGES = ("reading", "writing", "describing", "viewing", "sampling", "searching", "playing", "playing fast", "comparing")


class Fault(Exception):
    """The rule is broken: what kind of fault it is, and where it was seen."""

    def __init__(self, kind: str, where: str = "") -> None:
        super().__init__(kind)
        self.kind = kind
        self.where = where


def names_a_field(message: str, text: str) -> bool:
    """Whether a refusal names a field of the text, or quotes a token of it."""
    head, fields = split(text)
    if re.search("field '.+'", message) or any(word and word in text for word in re.findall(r"'([^']*)'", message)):
        return True
    keys = [head, *(key for key, _ in fields)]
    return any(key and re.search(rf"(?<![\w-]){re.escape(key)}(?:'|=|[\w -]*:)", message) for key in keys)


class Checker:
    """Tests texts of one game. `on_stage` hears what is being done, for the case that it is never finished."""

    def __init__(self, game: Game, on_stage: Callable[[int], None] = lambda stage: None, names: bool = True) -> None:
        self.game = game
        self.on_stage = on_stage
        self.names = names
        self.searches = [Search(game, hash_mb=1, seed=1), Search(game, hash_mb=1, seed=1, playout=FULL_PLAYOUT)]
        self.canary = self._canary()

    def check(self, text: str, is_view: bool, seed: int) -> bool:
        """Whether the text is accepted; raises Fault if the rule is broken."""
        rng = random.Random(seed)
        self._enter("reading")
        kind: Any = View if is_view else Position
        try:
            thing = kind.from_text(text, self.game)
        except (NotationError, StateError) as problem:
            if self.names and not names_a_field(str(problem), text):
                raise Fault(f"refusal names no field: {problem}") from None
            return False
        except Exception as problem:
            raise Fault(f"reading: {type(problem).__name__}: {problem}") from None
        try:
            if is_view:
                self._check_view(thing, rng)
            else:
                self._check_position(thing, rng)
        except Fault:
            raise
        except Exception as problem:
            raise Fault(f"{self.stage}: {type(problem).__name__}: {problem}", "") from None
        return True

    def _enter(self, stage: str) -> None:
        self.stage = stage
        self.on_stage(STAGES.index(stage))

    def _expect(self, holds: bool, kind: str, where: object = "") -> None:
        if not holds:
            raise Fault(f"{self.stage}: {kind}", str(where))

    def _expect_trial(self, answer: tuple[str | None, int, int, int, Position]) -> Position:
        """What the kernel found, as a Fault; else where it ended."""
        sentence, status, plies, seat, where = answer
        if sentence:
            why = self._why(where, seat, "view" in sentence) if status else ""
            try:
                text = where.to_text()
            except Exception as problem:
                text = f"no text: {problem}"
            raise Fault(f"{self.stage}: {sentence}{why}", f"after {plies} plies, p{seat + 1}'s view, at {text}")
        return where

    def _why(self, where: Position, seat: int, of_view: bool) -> str:
        try:
            (where.view(seat) if of_view else where).validate()
        except StateError as problem:
            return f" ({problem})"
        return ""

    # -- the parts of the rule -------------------------------------------------------------------------------------------

    def _check_text(self, thing: Position | View) -> None:
        """What is written is read as the same and written as the same."""
        self._enter("writing")
        text = thing.to_text()
        try:
            again = type(thing).from_text(text, self.game)
        except (NotationError, StateError) as problem:
            raise Fault(f"writing: what is written cannot be read: {problem}", text) from None
        self._expect(again == thing, "what is read back is another", text)
        self._expect(again.to_text() == text, "what is read back is written otherwise", text)

    def _describe(self, thing: Position | View) -> None:
        self._enter("describing")
        self._expect(bool(thing.board()) and bool(thing.json()), "nothing")

    def _check_position(self, position: Position, rng: random.Random, rest: bool = True) -> None:
        self._check_text(position)
        self._describe(position)
        self._enter("viewing")
        for seat in range(position.players):
            view = position.view(seat)
            self._check_text(view)
            self._expect(view.is_over == position.is_over, "the view of a position that is over is not, or otherwise", view)
            self._enter("sampling")
            self._expect_trial(kernel.sample(view, rng.getrandbits(64), 2))
            if seat in position.pending:
                self._expect(view.legal_codes() == position.acting(seat).legal_codes(), "a view has other legal moves", view)
        seat = rng.randrange(position.players)
        view = position.view(seat)
        self._describe(view)
        self._enter("sampling")
        world = self._expect_trial(kernel.sample(view, rng.getrandbits(64), 1))
        self._check_text(world)
        self._play(position, rng)
        settled = position.settle(Rng(rng.getrandbits(64)))
        if settled.pending:
            self._search(settled.view(rng.choice(settled.pending)), rng)

    def _check_view(self, view: View, rng: random.Random) -> None:
        self._check_text(view)
        self._describe(view)
        self._enter("sampling")
        world = self._expect_trial(kernel.sample(view, rng.getrandbits(64), 4))
        self._check_text(world)
        self._enter("viewing")
        self._expect_trial(kernel.know(world, rng.getrandbits(64), 1))
        self._play(world, rng)
        if view.actor == view.viewer:
            self._search(view, rng)

    def _play(self, position: Position, rng: random.Random) -> None:
        self._enter("playing")
        self._expect_trial(kernel.play_on(position, rng.getrandbits(64), MOST_PLIES, 0))
        end = self._expect_trial(kernel.play_on(position, rng.getrandbits(64), MOST_PLIES, KNOWLEDGE_EVERY))
        self._expect(min(end.ranks()) == 1, "nobody is first", end)
        self._check_text(end)
        self._enter("playing fast")
        self._expect_trial(kernel.play_out(position, rng.getrandbits(64), MOST_PLIES))

    def _search(self, view: View, rng: random.Random) -> None:
        self._enter("searching")
        search = rng.choice(self.searches)
        search.forget()
        result = search.run(view, Limits(iterations=ITERATIONS))
        self._expect(result.best in view.legal_moves(), f"the best move is not legal: {result.best}", view)

    # -- nothing changes ---------------------------------------------------------------------------------------------------

    def _canary(self) -> list[str]:
        """A game that is the same whatever was read before."""
        position, rng = Position.start(self.game, self.game.max_players), Rng(1)
        texts = []
        while not position.is_over:
            codes = position.legal_codes()
            position = position.after(codes[rng.below(len(codes))] if codes else position.draw_code(rng))
            texts.append(position.to_text())
        return texts

    def check_nothing_changed(self) -> None:
        self._enter("comparing")
        self._expect(self._canary() == self.canary, "a game goes otherwise after reading")
