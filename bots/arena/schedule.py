"""Which games are played. The unit is a deal: the same seed, played by every line-up in every seating.

Games are numbered deal by deal, and within a deal line-up by line-up, seating by seating. A number fixes everything: who
sits where, what nature draws, with which seeds the bots play. Nothing depends on when or where a game is played.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from functools import cached_property
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

from egypt import CAPACITY, EgyptError, Game, OwnRules, Position, Table, get_game
from egypt.bots.arena.adjudication import Adjudication, check_adjudication
from egypt.bots.arena.engines import EngineSpec
from egypt.bots.arena.errors import ArenaError
from egypt.bots.arena.random_games import deal_seed, seat_seed
from egypt.bots.arena.reading import BadField, Fields, shown
from egypt.bots.automaton import AUTOMATON, automaton_seats

FORMATS = ("round-robin", "gauntlet", "sprt")
FEW_SEATINGS = 24  # of one line-up: up to this number all are played, of more a balanced part
MAX_SEED = 2**63 - 1
MAX_DEALS = 10**9
MAX_LINEUPS = 20_000  # of one deal
MAGIC, CHECK = "egypt-arena", "check"  # the first and the last field of a header
_FIELDS = (
    MAGIC,
    "game",
    "players",
    "variant",
    "rules",
    "format",
    "deals",
    "games",
    "seed",
    "engines",
    "sprt",
    "automata",
    "positions",
    "adjudication",
    "words",
    "began",
    "program",
    CHECK,
)


@dataclass(frozen=True, slots=True)
class Bounds:
    """A sequential test: is the first engine better than the others, all taken together, by elo1 rather than by elo0?"""

    elo0: float
    elo1: float
    alpha: float
    beta: float


@dataclass(frozen=True, slots=True)
class ScheduledGame:
    number: int
    deal: int
    seed: int  # of nature
    seats: tuple[int, ...]  # engine by seat
    bot_seeds: tuple[int, ...]  # by seat


@dataclass(frozen=True)
class Config:
    """All that decides the results of a run; the first line of its file."""

    game: str
    players: int
    variant: str
    format: str
    deals: int  # of a sequential test: at most
    seed: int
    engines: tuple[EngineSpec, ...]
    sprt: Bounds | None = None
    rules: str = ""  # the hash of the game's rules
    automata: tuple[int, ...] = ()  # seats that an automaton of the rules has, moved by nature
    positions: tuple[str, ...] = ()  # deals begin with these in turn, over and over; else with a new game
    adjudication: Adjudication | None = None
    words: bool = False  # records have every event in words
    log: str = ""  # the folder for what is said to engines and by them; no part of the run
    # What the file of a run does not say: it has the hash alone, and programs are tried when a run begins.
    own_rules: OwnRules | None = field(default=None, compare=False)
    mixed_rules: bool = field(default=False, compare=False)

    @cached_property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        """The games of one deal: the engine on each seat; one more than the last engine stands for an automaton."""
        seats = self.players - len(self.automata)
        every = tuple(
            seating for lineup in lineups(self.format, len(self.engines), seats) for seating in spread(lineup, seats)
        )
        return tuple(map(self._with_automata, every)) if self.automata else every

    def _with_automata(self, seating: tuple[int, ...]) -> tuple[int, ...]:
        engines = iter(seating)
        return tuple(len(self.engines) if seat in self.automata else next(engines) for seat in range(self.players))

    @property
    def games(self) -> int:
        return self.deals * len(self.seatings)

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits at the tables: the engines, then the automaton if there is one."""
        return (*(engine.name for engine in self.engines), *([AUTOMATON] if self.automata else []))

    def seats_of(self, number: int) -> tuple[str, ...]:
        """The names at the table of a game."""
        return tuple(self.names[engine] for engine in self.seatings[number % len(self.seatings)])

    def game_of(self, number: int) -> ScheduledGame:
        deal, seating = divmod(number, len(self.seatings))
        return ScheduledGame(
            number,
            deal,
            deal_seed(self.seed, deal),
            self.seatings[seating],
            tuple(seat_seed(self.seed, number, seat) for seat in range(self.players)),
        )

    def table(self, game: Game, deal: int, seed: int) -> Table:
        """Where the games of a deal begin; `seed` decides what nature draws."""
        if not self.positions:
            return Table.deal(game, self.players, seed, self.variant)
        table = Table(Position.from_text(self.positions[deal % len(self.positions)], game), seed)
        table.settle()
        return table

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "game": self.game,
            "players": self.players,
            "variant": self.variant,
            "rules": self.rules,
            "format": self.format,
            "deals": self.deals,
            "games": self.games,
            "seed": self.seed,
            "engines": [engine.to_json() for engine in self.engines],
        }
        if self.sprt is not None:
            data["sprt"] = [self.sprt.elo0, self.sprt.elo1, self.sprt.alpha, self.sprt.beta]
        if self.automata:
            data["automata"] = [seat + 1 for seat in self.automata]
        if self.positions:
            data["positions"] = list(self.positions)
        if self.adjudication is not None:
            data["adjudication"] = {key: value for key, value in asdict(self.adjudication).items() if value}
        if self.words:
            data["words"] = True
        return data

    @staticmethod
    def from_json(data: object) -> Config:
        """Raises BadField or ArenaError. Whether the game is still there is seen when it is played."""
        fields = Fields(data, _FIELDS)
        bounds = fields.numbers("sprt", -1000, 1000) if "sprt" in fields else None
        if bounds is not None and len(bounds) != 4:
            raise BadField("sprt has four numbers")
        automata = fields.wholes("automata", 1, CAPACITY["seats"]) if "automata" in fields else ()
        config = Config(
            game=fields.text("game"),
            players=fields.whole("players", 1, CAPACITY["seats"]),
            variant=fields.text("variant"),
            format=fields.text("format"),
            deals=fields.whole("deals", 1, MAX_DEALS),
            seed=fields.whole("seed", 0, MAX_SEED),
            rules=fields.text("rules"),
            engines=tuple(map(EngineSpec.from_json, fields.items("engines"))),
            sprt=Bounds(*bounds) if bounds is not None else None,
            automata=tuple(seat - 1 for seat in automata),
            positions=tuple(_printable(text) for text in fields.texts("positions")) if "positions" in fields else (),
            adjudication=_read_adjudication(fields.raw("adjudication")) if "adjudication" in fields else None,
            words=fields.raw("words") is True if "words" in fields else False,
        )
        check(config)
        if fields.raw("games") != config.games:
            raise BadField(f"games is {shown(fields.raw('games'))}, the schedule has {config.games}")
        return config


def _printable(text: str) -> str:
    if not text.isprintable():
        raise BadField(f"positions '{shown(text)}' has characters that cannot be shown")
    return text


def _read_adjudication(data: object) -> Adjudication:
    fields = Fields(data, ("win", "moves", "longest"))
    return Adjudication(
        win=fields.number("win", 0, 1) if "win" in fields else None,
        moves=fields.whole("moves", 0, MAX_DEALS, 0),
        longest=fields.whole("longest", 1, MAX_DEALS) if "longest" in fields else None,
    )


def check(config: Config) -> None:
    """Whether a schedule can be made of a configuration; raises ArenaError, naming the bad part."""
    engines, names, seats = len(config.engines), config.names, config.players - len(config.automata)
    if config.format not in FORMATS:
        raise ArenaError(f"'{shown(config.format)}' is no format; there are {', '.join(FORMATS)}")
    if not engines:
        raise ArenaError("--engine is missing: a match needs players")
    if config.automata and config.names.count(AUTOMATON) > 1:
        raise ArenaError(f"an engine cannot be called '{AUTOMATON}' where one sits at the table")
    if len(set(names)) != len(names):
        raise ArenaError("two engines have the same name")
    if seats < 1 or list(config.automata) != sorted({seat for seat in config.automata if seat < config.players}):
        raise ArenaError(f"automata {[seat + 1 for seat in config.automata]} leave no table of {config.players}")
    if (config.format == "sprt") != (config.sprt is not None):
        raise ArenaError("--format sprt and --sprt ELO0,ELO1,ALPHA,BETA belong together")
    if config.sprt is not None:
        check_bounds(config.sprt)
        if engines < 2:
            raise ArenaError("--sprt is a test of one engine against others: a second --engine is missing")
        if seats < 2:
            raise ArenaError(f"--sprt is a test between engines that meet; in '{config.variant}' each plays the automaton")
    if config.adjudication is not None:
        check_adjudication(config.adjudication)
    if not 1 <= config.deals <= MAX_DEALS:
        raise ArenaError(f"--deals {config.deals}: from 1 to {MAX_DEALS}")
    if not 0 <= config.seed <= MAX_SEED:
        raise ArenaError(f"--seed {config.seed}: from 0 to {MAX_SEED}")
    if comb(engines, min(engines, seats)) > MAX_LINEUPS and config.format != "gauntlet":
        raise ArenaError(f"{engines} engines make more than {MAX_LINEUPS} line-ups; --format gauntlet has fewer")
    if engines > MAX_LINEUPS:
        raise ArenaError(f"{engines} engines are more than {MAX_LINEUPS}")


def read_bounds(text: str) -> Bounds:
    """`0,10,0.05,0.05`, as on the command line; raises ArenaError."""
    try:
        elo0, elo1, alpha, beta = map(float, text.split(","))
    except ValueError:
        raise ArenaError(f"--sprt {text}: four numbers are needed, e.g. 0,10,0.05,0.05") from None
    bounds = Bounds(elo0, elo1, alpha, beta)
    check_bounds(bounds)
    return bounds


def check_bounds(bounds: Bounds) -> None:
    text = f"{bounds.elo0:g},{bounds.elo1:g},{bounds.alpha:g},{bounds.beta:g}"
    if not (-1000 <= bounds.elo0 < bounds.elo1 <= 1000 and 0 < bounds.alpha < 0.5 and 0 < bounds.beta < 0.5):
        raise ArenaError(f"--sprt {text}: elo0 must be below elo1, alpha and beta between 0 and 0.5")


def game_of(config: Config) -> Game:
    """The game that is played; raises EgyptError if there is none for this table."""
    game = get_game(config.game, config.own_rules)
    game.check_table(config.players, config.variant)
    if config.automata and config.automata != automaton_seats(game, config.players, config.variant):
        raise ArenaError(f"'{config.variant}' has no automaton on seats {[seat + 1 for seat in config.automata]}")
    for text in config.positions:
        check_start(Position.from_text(text, game), config.players, config.variant)
    return game


def check_start(position: Position, players: int, variant: str) -> None:
    """Raises ArenaError if no game of this table can begin with a position."""
    if (position.players, position.variant) != (players, variant):
        raise ArenaError(
            f"a position of {position.players} players, variant {position.variant}; the run has {players}, variant {variant}"
        )
    if position.is_over:
        raise ArenaError("a position in which the game is over")


def read_positions(path: Path, game: Game) -> tuple[str, ...]:
    """The positions of a file, one a line, as `to_text` writes them; empty lines and those with # are passed over."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as problem:
        raise ArenaError(f"--positions {path}: {getattr(problem, 'strerror', None) or problem}") from None
    texts = []
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.startswith("#"):
            try:
                texts.append(Position.from_text(line.strip(), game).to_text())
            except EgyptError as problem:
                raise ArenaError(f"--positions {path}: line {number}: {problem}") from None
    if not texts:
        raise ArenaError(f"--positions {path}: there is no position in it")
    return tuple(texts)


def recorded_game(config: Config) -> Game:
    """The game of a run that was recorded; raises ArenaError if it is in use with other rules now."""
    game = game_of(config)
    if config.rules != game.rules_hash:
        raise ArenaError(
            f"played under rules {config.rules or '-'}, but {game.name} has rules {game.rules_hash or '-'} now; "
            "--rules FILE gives others"
        )
    return game


def lineups(format_name: str, engines: int, players: int) -> list[tuple[int, ...]]:
    """The sets of engines that meet at one table."""
    if engines == 1:
        return [(0,)]
    if players == 1:
        return [(engine,) for engine in range(engines)]
    if format_name in ("gauntlet", "sprt"):
        return [(0, other) for other in range(1, engines)]
    return list(combinations(range(engines), min(engines, players)))


def spread(lineup: tuple[int, ...], players: int) -> Iterator[tuple[int, ...]]:
    """All seatings of a line-up: each engine has as many seats as any other, or one more in turn.

    At a table of three, A and B play A A B and A B B on all seats. Every engine sits on every seat equally often.
    """
    copies, spare = divmod(players, len(lineup))
    for favoured in combinations(lineup, spare):
        table = tuple(engine for engine in lineup for _ in range(copies + (engine in favoured)))
        yield from seatings_of(table)


def seatings_of(table: tuple[int, ...]) -> list[tuple[int, ...]]:
    """All distinct orders of a table where they are few; else whole rotations of some orders.

    The orders of the balanced part step through the table by 1, 2, … seats, so that neighbours vary as well.
    """
    every = distinct_orders(table)
    if len(every) <= FEW_SEATINGS:
        return every
    players = len(table)
    chosen: dict[tuple[int, ...], None] = {}
    for step in range(1, players):
        order = _stepping(table, step)
        if order in chosen or len(chosen) + players > FEW_SEATINGS:
            continue
        for turn in range(players):
            chosen[order[turn:] + order[:turn]] = None
    return list(chosen)


def _stepping(table: tuple[int, ...], step: int) -> tuple[int, ...]:
    """The table read in steps, each place once."""
    players, left, place = len(table), list(range(len(table))), 0
    order = []
    while left:
        while place not in left:
            place = (place + 1) % players
        left.remove(place)
        order.append(table[place])
        place = (place + step) % players
    return tuple(order)


def distinct_orders(table: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The permutations of a table in which equal engines are not told apart, in ascending order."""
    if not table:
        return [()]
    return [
        (engine, *rest)
        for engine in sorted(set(table))
        for at in [table.index(engine)]
        for rest in distinct_orders(table[:at] + table[at + 1 :])
    ]
