"""A contestant in a seat: a bot in the process, or a child process of its own. A view in, a move and its time out."""

from __future__ import annotations

import time
import uuid
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from egypt import EgyptError, Game, View
from egypt.bots import bot_class, bot_settings
from egypt.bots.arena.engines import EngineSpec
from egypt.bots.arena.faults import Kind, PlayerFault, as_fault
from egypt.bots.arena.guardian import GUARDIAN, SEAT_MARK, end_marked
from egypt.bots.arena.reading import shown
from egypt.bots.arena.thoughts import checked, thought_of_infos
from egypt.bots.arena.tracing import tracer
from egypt.bots.base import Bot, Thought
from egypt.protocol.client import Client, Refused
from egypt.protocol.clock import budget
from egypt.protocol.commands import printable
from egypt.protocol.ranges import MAX_MILLISECONDS

MIN_ANSWER, MAX_ANSWER = 1.0, 10.0  # seconds for an answer that needs no thought; in between it is `stall`
MAX_PROGRAM = 100  # characters of what a program calls itself
MAX_GRACE = 5.0  # seconds in which a late answer is still told from no answer


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, the milliseconds it took, and what the player thought of it."""

    move: str
    used: float
    thought: Thought | None = None


class Player(ABC):
    """Raises PlayerFault, and nothing else, when it fails; it is then closed and a new one is made."""

    spec: EngineSpec
    rules: str | None = None  # the hash of the rules it plays by, if it says so
    program: str = ""  # what it calls itself

    @abstractmethod
    def new_game(self, seed: int) -> None:
        """Forget the last game; choices of the next one follow from the seed."""

    @abstractmethod
    def choose(self, view: View, clocks: Sequence[float], gains: Sequence[float]) -> Choice:
        """Clocks and gains of all seats are in milliseconds, or empty."""

    def close(self) -> None:  # noqa: B027 - a bot in the process holds nothing
        """Give back what the player holds."""

    def time_limit(self, clock: float | None) -> float | None:
        """Milliseconds after which an answer is late; None if nothing limits the time."""
        limits = [limit for limit in (self.spec.movetime, clock) if limit is not None]
        return min(limits) + self.spec.overhead if limits else None


def late(spec: EngineSpec, used: float, limit: float) -> PlayerFault:
    return PlayerFault(
        Kind.TIME, f"{used:.0f} ms used, {limit - spec.overhead:.0f} ms allowed, {spec.overhead} ms overhead", used
    )


class BotPlayer(Player):
    """A bot in the process, made anew for every game."""

    def __init__(self, spec: EngineSpec, game: Game) -> None:
        self.spec = spec
        self._game = game
        try:
            self._kind = bot_class(spec.bot)
            self._settings = spec.settings()
        except EgyptError as problem:
            raise PlayerFault(Kind.START, str(problem)) from problem
        known = bot_settings(self._kind)
        if spec.tc and spec.iterations is None and "movetime" in known:
            self._settings["movetime"] = 1.0  # `allow` says more before every choice
        self._is_seeded = "seed" in known and "seed" not in self._settings
        self._bot: Bot | None = None

    def new_game(self, seed: int) -> None:
        self.close()
        settings = {**self._settings, "seed": seed} if self._is_seeded else self._settings
        try:
            self._bot = self._kind(self._game, **settings)
        except KeyboardInterrupt:
            raise
        except BaseException as problem:
            raise PlayerFault(Kind.START, as_fault(problem).text) from problem

    def choose(self, view: View, clocks: Sequence[float], gains: Sequence[float]) -> Choice:
        assert self._bot is not None
        try:
            return self._choose(self._bot, view, clocks, gains)
        except KeyboardInterrupt:
            raise
        except BaseException as problem:  # whatever somebody's code raises, also sys.exit
            raise as_fault(problem) from problem

    def _choose(self, bot: Bot, view: View, clocks: Sequence[float], gains: Sequence[float]) -> Choice:
        clock = clocks[view.viewer] if self.spec.tc else None
        if clock is not None:
            allowed = budget(clock, gains[view.viewer])
            bot.allow(allowed.target, allowed.most)
        began = time.perf_counter()
        move: object = bot.choose(view)
        used = (time.perf_counter() - began) * 1000
        limit = self.time_limit(clock)
        if limit is not None and used > limit:
            raise late(self.spec, used, limit)
        if not isinstance(move, str):
            raise PlayerFault(Kind.ILLEGAL, f"{shown(move)} is no text of a move")
        return Choice(move, used, checked(bot.thought, view.players))

    def close(self) -> None:
        bot, self._bot = self._bot, None
        try:
            if bot is not None:
                bot.close()
        except KeyboardInterrupt:
            raise
        except BaseException:  # its game is over: nobody is left who could forfeit it
            return


class ChildPlayer(Player):
    """A program in a process of its own, kept from game to game. It is sent views and nothing else."""

    def __init__(self, spec: EngineSpec, game: Game, log: str = "") -> None:
        self.spec = spec
        self._game = game
        self._mark = uuid.uuid4().hex
        trace = tracer(log, spec.name)  # a log that cannot be opened is no fault of the engine
        try:
            self._client = Client(
                spec.arguments,
                start_timeout=spec.start,
                timeout=spec.start,
                env=GUARDIAN.environment(self._mark),
                cwd=spec.dir or None,
                trace=trace,
            )
        except Exception as problem:
            end_marked(self._mark, SEAT_MARK)
            raise as_fault(problem, spec.arguments) from None
        self.rules = self._client.rules_of(game.name)
        self.program = printable(self._client.identity.name.replace('"', "'"))[:MAX_PROGRAM]
        try:
            self._client.new_game(game.name)
            self._set_options()
            self._client.timeout = max(MIN_ANSWER, min(MAX_ANSWER, spec.stall))
        except Exception as problem:
            self._client.kill()
            end_marked(self._mark, SEAT_MARK)
            raise PlayerFault(Kind.START, self._fault(problem).text) from None

    def _fault(self, problem: Exception) -> PlayerFault:
        return as_fault(problem, self.spec.arguments)

    def _set_options(self) -> None:
        declared = {name.lower() for name in self._client.identity.options}
        self._is_seeded = "seed" in declared
        for options, must_fit in ((self.spec.each, False), (self.spec.options, True)):
            for name, value in options.items():
                if name.lower() in declared:
                    self._client.set_option(name, value)
                elif must_fit:
                    there = ", ".join(self._client.identity.options) or "none"
                    raise PlayerFault(Kind.START, f"it has no option '{name}'; there are {there}")
                if name.lower() == "seed":
                    self._is_seeded = False

    def new_game(self, seed: int) -> None:
        try:
            self._client.new_game()
            if self._is_seeded:
                self._client.set_option("Seed", seed)
        except Exception as problem:
            raise self._fault(problem) from None

    def choose(self, view: View, clocks: Sequence[float], gains: Sequence[float]) -> Choice:
        try:
            return self._choose(view, clocks, gains)
        except Exception as problem:
            raise self._fault(problem) from None

    def _choose(self, view: View, clocks: Sequence[float], gains: Sequence[float]) -> Choice:
        client, spec = self._client, self.spec
        clock = clocks[view.viewer] if spec.tc else None
        limit = self.time_limit(clock)
        text = view.to_text()
        # From here on it counts: view and `go` leave together, so a program could think before it tells that it has both.
        began = time.perf_counter()
        client.go_start(
            movetime=spec.movetime,
            iterations=spec.iterations,
            clock=[min(round(left), MAX_MILLISECONDS) for left in clocks] if clock is not None else (),
            inc=[round(gain) for gain in gains] if clock is not None else (),
            view=text,
        )
        taken = time.perf_counter() - began
        answered = client.go_answered(spec.stall if limit is None else limit / 1000 - taken)
        used = (time.perf_counter() - began) * 1000
        if not answered and limit is not None:
            # Too late. Asked to stop, a slow engine answers and a hung one does not: that tells the two apart.
            raise self._late_or_stalled(began, limit)
        thought = client.go_wait(timeout=0.0 if not answered else client.timeout)
        if limit is not None and used > limit:
            raise late(spec, used, limit)
        if thought.best is None:
            raise PlayerFault(Kind.ILLEGAL, f"'bestmove none' although p{view.viewer + 1} is to act")
        return Choice(thought.best, used, checked(thought_of_infos(thought.infos, thought.best), view.players))

    def _late_or_stalled(self, began: float, limit: float) -> PlayerFault:
        grace = min(self.spec.stall, MAX_GRACE)
        try:
            self._client.stop(timeout=grace)
        except Refused:
            pass
        except Exception as problem:
            return self._fault(problem)
        return late(self.spec, (time.perf_counter() - began) * 1000, limit)

    @property
    def pid(self) -> int:
        return self._client.pid

    def close(self) -> None:
        self._client.close()
        end_marked(self._mark, SEAT_MARK)  # children that it left behind, in other sessions, too


def make_player(spec: EngineSpec, game: Game, log: str = "") -> Player:
    """Seat a contestant; raises PlayerFault if it cannot start.

    `log` is a folder for what programs hear and say; raises ArenaError if nothing can be written there.
    """
    return BotPlayer(spec, game) if spec.bot else ChildPlayer(spec, game, log)
