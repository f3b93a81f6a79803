"""Line -> command. Pure: the same line always gives the same command or the same error."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from egypt.protocol.ranges import (
    MAX_BENCH_ITERATIONS,
    MAX_ITERATIONS,
    MAX_MILLISECONDS,
    MAX_PERFT_DEPTH,
    MAX_SAMPLES,
    MAX_SEATS,
    MAX_SEED,
)

MOST_PLAYS = 100_000


class CommandError(ValueError):
    """A problem with one command: the code and the text of its `error` line."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(f"{code} : {text}")
        self.code = code
        self.text = text


# -- the commands --------------------------------------------------------------------------------------------
# Named tuples, because Python makes them ten times as fast as dataclasses, and the program makes them at every start.


class Egi(NamedTuple):
    pass


class IsReady(NamedTuple):
    pass


class SetOption(NamedTuple):
    name: str
    value: str


class NewGame(NamedTuple):
    game: str | None = None


class PositionView(NamedTuple):
    text: str


class PositionFull(NamedTuple):
    text: str


class PositionDeal(NamedTuple):
    players: int
    seed: int | None = None
    variant: str | None = None
    moves: tuple[str, ...] = ()


class PositionSeat(NamedTuple):
    """What a seat knows before anything is dealt."""

    seat: int
    players: int
    variant: str | None = None


class Legal(NamedTuple):
    seat: int | None = None


class Play(NamedTuple):
    """`move` None: let nature draw all it owes."""

    move: str | None
    seat: int | None = None
    by_chance: bool = False


class Undo(NamedTuple):
    plays: int = 1


class Redo(NamedTuple):
    plays: int = 1


class Observe(NamedTuple):
    """What an adviser's seat perceives: a move of a seat (`seat` None: an outcome of nature)."""

    seat: int | None
    move: str


class Expect(NamedTuple):
    """What an adviser's seat may perceive next; with a move, only that: of a seat (`seat` None: an outcome of nature)."""

    seat: int | None = None
    move: str | None = None


class ShowComponents(NamedTuple):
    pass


class Help(NamedTuple):
    """`command` None: all commands."""

    command: str | None = None


class Turn(NamedTuple):
    pass


class Events(NamedTuple):
    """`seat` None: the truth; `public`: what everybody knows."""

    seat: int | None
    since: int = 1
    public: bool = False


class ShowView(NamedTuple):
    """`seat` None: the truth."""

    seat: int | None


class ShowJson(NamedTuple):
    """`truth`: of all that there is; `public`: of what everybody knows.

    Else `seat` None is the truth for a referee, the view for an adviser.
    """

    seat: int | None = None
    truth: bool = False
    public: bool = False


class ShowBoard(NamedTuple):
    """As ShowJson, but there is no board of what everybody knows."""

    seat: int | None = None
    truth: bool = False


class Go(NamedTuple):
    id: int | None = None
    movetime: int | None = None
    iterations: int | None = None
    clock: tuple[int, ...] = ()
    inc: tuple[int, ...] = ()
    infinite: bool = False
    ponder: bool = False
    searchmoves: tuple[str, ...] = ()

    @property
    def until_stop(self) -> bool:
        return self.infinite or self.ponder


class Stop(NamedTuple):
    pass


class Eval(NamedTuple):
    explain: bool = False


class Luck(NamedTuple):
    iterations: int | None = None  # of a short search after each outcome; None: static evaluation alone


class Sample(NamedTuple):
    worlds: int


class Perft(NamedTuple):
    depth: int
    seed: int | None = None


class Bench(NamedTuple):
    iterations: int | None = None


class Quit(NamedTuple):
    pass


Command = (
    Egi
    | IsReady
    | SetOption
    | NewGame
    | PositionView
    | PositionFull
    | PositionDeal
    | PositionSeat
    | Legal
    | Play
    | Undo
    | Redo
    | Observe
    | Expect
    | ShowComponents
    | Help
    | Turn
    | Events
    | ShowView
    | ShowJson
    | ShowBoard
    | Go
    | Stop
    | Eval
    | Luck
    | Sample
    | Perft
    | Bench
    | Quit
)


# -- the words of one line -----------------------------------------------------------------------------------


def quoted(token: str) -> str:
    """A token as an error line shows it: in quotes, without control characters, not endless."""
    return f"'{printable(token[:60])}…'" if len(token) > 60 else f"'{printable(token)}'"


def printable(text: str) -> str:
    """The text with control characters and the like written as escapes, so that it stays on its line."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def bad_argument(text: str) -> CommandError:
    return CommandError("bad-argument", text)


class _Words:
    """The arguments of one command, taken from left to right."""

    def __init__(self, command: str, words: list[str]) -> None:
        self.command = command
        self._words = words
        self._next = 0

    def __bool__(self) -> bool:
        return self._next < len(self._words)

    def take(self, what: str) -> str:
        if not self:
            raise bad_argument(f"'{self.command}' ends before its {what}")
        self._next += 1
        return self._words[self._next - 1]

    def accept(self, word: str) -> bool:
        """Take the next word if it is this one."""
        found = bool(self) and self._words[self._next] == word
        self._next += found
        return found

    def keyword(self, *choices: str) -> str:
        word = self.take(" or ".join(choices))
        if word not in choices:
            raise bad_argument(f"{quoted(word)} in '{self.command}': expected {' or '.join(choices)}")
        return word

    def integer(self, what: str, low: int, high: int) -> int:
        return _integer(self.take(what), what, low, high)

    def integers(self, what: str, low: int, high: int) -> tuple[int, ...]:
        return tuple(_integer(item, what, low, high) for item in self.take(what).split(","))

    def seat(self) -> int:
        return _seat(self.take("seat"))

    def take_rest(self) -> str:
        rest = " ".join(self._words[self._next :])
        self._next = len(self._words)
        return rest

    def end(self) -> None:
        if self:
            raise bad_argument(f"{quoted(self._words[self._next])} is too much for '{self.command}'")


def _integer(token: str, what: str, low: int, high: int) -> int:
    if not re.fullmatch(r"[0-9]{1,20}", token, re.ASCII):
        raise bad_argument(f"{quoted(token)} must be an integer ({what})")
    value = int(token)
    if not low <= value <= high:
        raise bad_argument(f"{quoted(token)} is out of range: {what} is {low} to {high}")
    return value


def _seat(token: str) -> int:
    if not re.fullmatch(rf"p[1-{MAX_SEATS}]", token, re.ASCII):
        raise bad_argument(f"{quoted(token)} is not a seat (p1 to p{MAX_SEATS})")
    return int(token[1]) - 1


# -- one parser per command ----------------------------------------------------------------------------------


def _set_option(words: _Words) -> Command:
    words.keyword("name")
    name = words.take("name")
    words.keyword("value")
    return SetOption(name, words.take_rest())


def _new_game(words: _Words) -> Command:
    if not words:
        return NewGame()
    words.keyword("game")
    return NewGame(words.take("game"))


def _position(words: _Words) -> Command:
    kind = words.keyword("view", "deal", "full", "seat")
    if kind == "view":
        return PositionView(words.take("view"))
    if kind == "full":
        return PositionFull(words.take("position"))
    if kind == "seat":
        return _position_seat(words)
    return _position_deal(words)


def _position_seat(words: _Words) -> Command:
    seat = words.seat()
    words.keyword("players")
    players = words.integer("players", 1, MAX_SEATS)
    if not words:
        return PositionSeat(seat, players)
    words.keyword("variant")
    return PositionSeat(seat, players, words.take("variant"))


def _position_deal(words: _Words) -> Command:
    players = seed = variant = moves = None
    seen: set[str] = set()
    while words:
        key = words.keyword("players", "seed", "variant", "moves")
        _only_once(words, key, seen)
        if key == "players":
            players = words.integer("players", 1, MAX_SEATS)
        elif key == "seed":
            seed = words.integer("seed", 0, MAX_SEED)
        elif key == "variant":
            variant = words.take("variant")
        else:
            count = words.integer("number of moves", 0, MOST_PLAYS)
            moves = tuple(_recorded_move(words, f"{count} moves") for _ in range(count))
    if players is None:
        raise bad_argument("'position deal' ends before its players")
    return PositionDeal(players, seed, variant, moves or ())


def _recorded_move(words: _Words, what: str) -> str:
    """`bid:9`, or with who makes it, as events tell it: `p2 bid:9`. Only moves are counted."""
    word = words.take(what)
    if word == "chance" or re.fullmatch(rf"p[1-{MAX_SEATS}]", word, re.ASCII):
        return f"{word} {words.take(what)}"
    return word


def _only_once(words: _Words, key: str, seen: set[str]) -> None:
    if key in seen:
        raise bad_argument(f"'{key}' stands twice in '{words.command}'")
    seen.add(key)


def _play(words: _Words) -> Command:
    first = words.take("move")
    if not words:
        return Play(None, by_chance=True) if first == "chance" else Play(first)
    move = words.take("move")
    return Play(move, by_chance=True) if first == "chance" else Play(move, _seat(first))


def _observe(words: _Words) -> Command:
    who = words.take("seat or chance")
    return Observe(None if who == "chance" else _seat(who), words.take("move"))


def _expect(words: _Words) -> Command:
    if not words:
        return Expect()
    who = words.take("seat or chance")
    return Expect(None if who == "chance" else _seat(who), words.take("move"))


def _plays(words: _Words) -> int:
    return words.integer("number of plays", 1, MOST_PLAYS) if words else 1


def _seat_or_truth(words: _Words) -> tuple[int | None, bool]:
    if not words:
        return None, False
    seat = _seat_or_all(words)
    return seat, seat is None


def _seat_or_all(words: _Words) -> int | None:
    token = words.take("seat")
    return None if token == "all" else _seat(token)


def _json(words: _Words) -> Command:
    return ShowJson(public=True) if words.accept("public") else ShowJson(*_seat_or_truth(words))


def _events(words: _Words) -> Command:
    public = words.accept("public")
    seat = None if public else _seat_or_all(words)
    if not words:
        return Events(seat, public=public)
    words.keyword("since")
    return Events(seat, words.integer("event number", 1, 10**9), public)


def _go(words: _Words) -> Command:
    values: dict[str, int] = {}
    vectors: dict[str, tuple[int, ...]] = {}
    flags: set[str] = set()
    searchmoves: tuple[str, ...] = ()
    seen: set[str] = set()
    while words:
        key = words.keyword("id", "movetime", "iterations", "clock", "inc", "infinite", "ponder", "searchmoves")
        _only_once(words, key, seen)
        if key == "id":
            values[key] = words.integer("id", 0, MAX_SEED)
        elif key == "movetime":
            values[key] = words.integer("movetime", 1, MAX_MILLISECONDS)
        elif key == "iterations":
            values[key] = words.integer("iterations", 1, MAX_ITERATIONS)
        elif key in ("clock", "inc"):
            vectors[key] = words.integers(key, 0, MAX_MILLISECONDS)
        elif key == "searchmoves":
            searchmoves = tuple(dict.fromkeys(words.take("searchmoves").split(",")))
        else:
            flags.add(key)
    if "inc" in vectors and "clock" not in vectors:
        raise bad_argument("'inc' means nothing without 'clock'")
    return Go(
        id=values.get("id"),
        movetime=values.get("movetime"),
        iterations=values.get("iterations"),
        clock=vectors.get("clock", ()),
        inc=vectors.get("inc", ()),
        infinite="infinite" in flags,
        ponder="ponder" in flags,
        searchmoves=searchmoves,
    )


def _eval(words: _Words) -> Command:
    if not words:
        return Eval()
    words.keyword("explain")
    return Eval(explain=True)


def _luck(words: _Words) -> Command:
    if not words:
        return Luck()
    words.keyword("iterations")
    return Luck(words.integer("iterations", 1, MAX_ITERATIONS))


def _perft(words: _Words) -> Command:
    depth = words.integer("depth", 0, MAX_PERFT_DEPTH)
    if not words:
        return Perft(depth)
    words.keyword("seed")
    return Perft(depth, words.integer("seed", 0, MAX_SEED))


def _bench(words: _Words) -> Command:
    return Bench(words.integer("iterations", 1, MAX_BENCH_ITERATIONS) if words else None)


_PARSERS: dict[str, Callable[[_Words], Command]] = {
    "egi": lambda words: Egi(),
    "isready": lambda words: IsReady(),
    "setoption": _set_option,
    "newgame": _new_game,
    "position": _position,
    "legal": lambda words: Legal(words.seat() if words else None),
    "play": _play,
    "undo": lambda words: Undo(_plays(words)),
    "redo": lambda words: Redo(_plays(words)),
    "observe": _observe,
    "expect": _expect,
    "turn": lambda words: Turn(),
    "events": _events,
    "view": lambda words: ShowView(_seat_or_all(words)),
    "json": _json,
    "d": lambda words: ShowBoard(*_seat_or_truth(words)),
    "components": lambda words: ShowComponents(),
    "go": _go,
    "stop": lambda words: Stop(),
    "eval": _eval,
    "luck": _luck,
    "sample": lambda words: Sample(words.integer("number of samples", 1, MAX_SAMPLES)),
    "perft": _perft,
    "bench": _bench,
    "help": lambda words: Help(words.take("command") if words else None),
    "quit": lambda words: Quit(),
}


def parse(line: str) -> Command | None:
    """The command of one line, None for a blank line or a comment. Raises CommandError, naming the token."""
    tokens = [token for token in line.replace("\t", " ").split(" ") if token]
    if not tokens or tokens[0].startswith("#"):
        return None
    parser = _PARSERS.get(tokens[0])
    if parser is None:
        raise CommandError("unknown-command", f"{quoted(tokens[0])} is not a command")
    words = _Words(tokens[0], tokens[1:])
    command = parser(words)
    words.end()
    return command
