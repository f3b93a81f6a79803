"""Finds better values for options of an engine by playing it against itself: SPSA, simultaneous perturbation.

In every round all values move a little in random directions at once; the engine with these values plays the one with the
opposite ones, over the same deals in all seatings, and the values step towards the winner, the further the clearer it won.
Steps and perturbations shrink from round to round as Spall (1998) advises. Values are scaled to 0…1 between their bounds.

The file has a header and a line per round. What a round does depends on the seed, its number and the values before it, so a
tuning that was cut off goes on as it would have.
"""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, BinaryIO

from egypt import Rng
from egypt.bots.arena.engines import EngineSpec
from egypt.bots.arena.errors import ArenaError
from egypt.bots.arena.reading import BadField, Fields, load, shown
from egypt.bots.arena.results import Results
from egypt.bots.arena.runner import Run, Watcher
from egypt.bots.arena.schedule import MAX_SEED, Config
from egypt.protocol.locking import lock

MAGIC = "egypt-tune"
VERSION = 1
DIRECTIONS = 0x5B5A  # stream of the random directions
ALPHA, GAMMA = 0.602, 0.101  # how steps and perturbations shrink
STABILITY = 0.1  # of the rounds are added to the number of a round before steps shrink
MAX_ROUNDS = 10**6


@dataclass(frozen=True, slots=True)
class Tunable:
    """An option and its bounds; an integer unless one of them has a point."""

    name: str
    low: float
    high: float
    start: float
    is_integer: bool

    def value(self, place: float) -> str:
        """The text of the option at a place between 0 and 1."""
        number = self.low + min(1.0, max(0.0, place)) * (self.high - self.low)
        return str(round(number)) if self.is_integer else f"{number:.6g}"

    @property
    def first_place(self) -> float:
        return (self.start - self.low) / (self.high - self.low)


def read_tunable(text: str) -> Tunable:
    """`Exploration=50:400`, with a start in between `Exploration=50:400:100`; raises ArenaError."""
    match = re.fullmatch(r"([A-Za-z][\w. -]*)=(-?[\d.]+):(-?[\d.]+)(?::(-?[\d.]+))?", text)
    try:
        if match is None:
            raise ValueError
        low, high = float(match[2]), float(match[3])
        start = float(match[4]) if match[4] else (low + high) / 2
        if not low <= start <= high or low == high or not math.isfinite(high - low):
            raise ValueError
    except ValueError:
        raise ArenaError(f"--option {text}: NAME=LOW:HIGH or NAME=LOW:HIGH:START, e.g. Exploration=50:400:100") from None
    return Tunable(match[1], low, high, start, "." not in "".join(part or "" for part in match.groups()[1:]))


@dataclass(frozen=True)
class TuneConfig:
    """All that decides a tuning; the first line of its file."""

    base: Config  # one engine; `deals` of a round
    options: tuple[Tunable, ...]
    rounds: int
    step: float = 0.1  # of the first round, if one side wins everything
    spread: float = 0.1  # of the first perturbation

    def to_json(self) -> dict[str, Any]:
        return {
            MAGIC: VERSION,
            **self.base.to_json(),
            "options": [asdict(option) for option in self.options],
            "rounds": self.rounds,
            "step": self.step,
            "spread": self.spread,
        }

    def check(self) -> None:
        if len(self.base.engines) != 1:
            raise ArenaError(f"tune takes one --engine, which plays itself, not {len(self.base.engines)}")
        if not self.options:
            raise ArenaError("--option is missing: what shall be tuned?")
        if len({option.name.lower() for option in self.options}) != len(self.options):
            raise ArenaError("an --option is named twice")
        if not 1 <= self.rounds <= MAX_ROUNDS:
            raise ArenaError(f"--rounds {self.rounds}: from 1 to {MAX_ROUNDS}")
        if self.base.seed + self.rounds + 1 > MAX_SEED:
            raise ArenaError(f"--seed {self.base.seed}: every round has a seed of its own, up to {MAX_SEED}")
        if not (0 < self.step <= 1 and 0 < self.spread <= 0.5):
            raise ArenaError(f"--step {self.step:g} --spread {self.spread:g}: a step up to 1, a spread up to 0.5")
        for place in (0.0, 1.0):  # a bot refuses an option that it does not have
            engine = self.engine("x", [place] * len(self.options))
            if engine.bot:
                engine.settings()

    def engine(self, name: str, places: Sequence[float]) -> EngineSpec:
        """The engine with its options at these places."""
        spec = self.base.engines[0]
        values = {option.name: option.value(place) for option, place in zip(self.options, places, strict=True)}
        return replace(spec, name=name, options={**spec.options, **values})

    def match(
        self, names: tuple[str, str], first: Sequence[float], second: Sequence[float], deals: int, seed: int
    ) -> Config:
        engines = (self.engine(names[0], first), self.engine(names[1], second))
        return replace(self.base, engines=engines, deals=deals, seed=seed)

    @property
    def start(self) -> list[float]:
        return [option.first_place for option in self.options]


@dataclass(frozen=True, slots=True)
class Round:
    """One round: the values that played, the score of those that were moved forward, the places after it."""

    number: int
    plus: dict[str, str]
    minus: dict[str, str]
    score: float
    places: list[float]

    def to_line(self) -> str:
        return (
            json.dumps(
                {
                    "round": self.number,
                    "plus": self.plus,
                    "minus": self.minus,
                    "score": round(self.score, 6),
                    "places": [round(place, 9) for place in self.places],
                },
                separators=(",", ":"),
            )
            + "\n"
        )


def perturbed(config: TuneConfig, number: int, places: Sequence[float]) -> tuple[list[float], list[float], list[int], float]:
    """The two sides of a round, the directions, and how far apart they are; both sides stay within the bounds."""
    rng = Rng.stream(config.base.seed, DIRECTIONS, number)
    signs = [2 * rng.below(2) - 1 for _ in places]
    reach = config.spread / (number + 1) ** GAMMA
    inside = [min(1 - reach, max(reach, place)) for place in places]
    plus = [place + reach * sign for place, sign in zip(inside, signs, strict=True)]
    minus = [place - reach * sign for place, sign in zip(inside, signs, strict=True)]
    return plus, minus, signs, reach


def stepped(config: TuneConfig, number: int, places: Sequence[float], signs: Sequence[int], score: float) -> list[float]:
    """The places after a round: towards the side that won, by its lead."""
    delay = STABILITY * config.rounds
    size = config.step * ((delay + 1) / (delay + number + 1)) ** ALPHA * (number + 1) ** GAMMA
    lead = 2 * score - 1
    return [min(1.0, max(0.0, place + size * lead * sign)) for place, sign in zip(places, signs, strict=True)]


def score_of(results: Results) -> float:
    """The share of meetings that the first engine won, ties half."""
    first, _, score, _ = results.pairs()
    return float((score * (first == 0) + (1 - score) * (first == 1)).mean()) if len(score) else 0.5


@dataclass
class Tuning:
    """A tuning under way, kept in a file."""

    config: TuneConfig
    path: Path
    rounds: list[Round] = field(default_factory=list)
    _file: BinaryIO | None = field(default=None, init=False)

    @property
    def places(self) -> list[float]:
        return self.rounds[-1].places if self.rounds else self.config.start

    def values(self, places: Sequence[float]) -> dict[str, str]:
        return {option.name: option.value(place) for option, place in zip(self.config.options, places, strict=True)}

    def begin(self, resume: bool) -> None:
        """Write the header, or read the rounds of an earlier sitting. From now on the file is ours. Raises ArenaError."""
        try:
            self._file = open(self.path, "ab", buffering=0)  # noqa: SIM115 - open, and so locked, until `close`
            self._lock(self._file)
            if resume:
                self._file.truncate(self._read_rounds(self.path.read_bytes()))
                return
            if self._file.tell():
                self._file.truncate(0)
            self._file.write((json.dumps(self.config.to_json(), separators=(",", ":")) + "\n").encode())
        except OSError as problem:
            raise ArenaError(f"{self.path}: {problem.strerror}") from None

    def close(self) -> None:
        if self._file is not None:
            self._file.close()

    def _lock(self, file: BinaryIO) -> None:
        try:
            lock(file.fileno())
        except OSError:
            raise ArenaError(f"{self.path}: another arena is writing to it") from None

    def _read_rounds(self, data: bytes) -> int:
        """Read the rounds of a file; returns how many bytes of it are sound. Raises ArenaError."""
        lines = data.split(b"\n")
        self._must_agree(lines[0] if len(lines) > 1 else b"")
        sound = len(lines[0]) + 1
        for number, line in enumerate(lines[1:-1]):  # the last one is torn, or empty
            try:
                self.rounds.append(self._read_round(load(line), number))
            except ValueError as problem:
                raise ArenaError(f"{self.path}: line {number + 2} is no round ({shown(str(problem))})") from None
            sound += len(line) + 1
        return sound

    def _must_agree(self, line: bytes) -> None:
        try:
            theirs = load(line)
        except ValueError:
            theirs = None
        if not isinstance(theirs, dict) or theirs.get(MAGIC) != VERSION:
            raise ArenaError(f"{self.path}: line 1 is not the header of a tuning")
        mine = json.loads(json.dumps(self.config.to_json()))
        for key in {**mine, **theirs}:
            if mine.get(key) != theirs.get(key):
                raise ArenaError(
                    f"{self.path}: this tuning was started with {key} = {shown(theirs.get(key))}, "
                    f"not {shown(mine.get(key))}; repeat its own settings"
                )

    def _read_round(self, data: object, number: int) -> Round:
        fields = Fields(data, ("round", "plus", "minus", "score", "places"))
        places = list(fields.numbers("places", 0, 1))
        if fields.whole("round", 0, MAX_ROUNDS) != number or len(places) != len(self.config.options):
            raise BadField("it is another one's")
        return Round(number, fields.words("plus"), fields.words("minus"), fields.number("score", 0, 1), places)

    def play_round(self, concurrency: int, cluster: str | None = None, watcher: Watcher | None = None) -> Round:
        """Play the next round and keep it. Blocks; an interrupt leaves the rounds before it."""
        number, places = len(self.rounds), self.places
        plus, minus, signs, _ = perturbed(self.config, number, places)
        base = self.config.base
        run = Run(self.config.match(("plus", "minus"), plus, minus, base.deals, base.seed + number + 1))
        run.play(concurrency, cluster, watcher)
        score = score_of(run.results)
        done = Round(
            number,
            self.values(plus),
            self.values(minus),
            score,
            [round(place, 9) for place in stepped(self.config, number, places, signs, score)],
        )
        assert self._file is not None
        try:
            self._file.write(done.to_line().encode())
            os.fsync(self._file.fileno())
        except OSError as problem:
            raise ArenaError(f"{self.path}: {problem.strerror}; rounds before that are kept") from None
        self.rounds.append(done)
        return done

    def play_all(self, concurrency: int, on_round: Callable[[Round], None], cluster: str | None = None) -> None:
        while len(self.rounds) < self.config.rounds:
            on_round(self.play_round(concurrency, cluster))

    def final_match(self, deals: int) -> Config:
        """The found values against those of the start, over deals that no round has seen."""
        seed = self.config.base.seed + self.config.rounds + 1
        return self.config.match(("tuned", "start"), self.places, self.config.start, deals, seed)
