"""Line -> answer: the other half of the grammar, for those who drive an engine. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


class ProtocolError(ValueError):
    """A line that no EGI/1 engine says."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Any line: its first word and what follows."""

    line: str

    @property
    def word(self) -> str:
        return self.line.split(" ", 1)[0]

    @property
    def rest(self) -> str:
        return self.line.partition(" ")[2].strip()


@dataclass(frozen=True, slots=True)
class Error(Answer):
    code: str
    text: str


@dataclass(frozen=True, slots=True)
class Info(Answer):
    """`info …` but not `info string`: integers by their names, the vectors, the principal variation."""

    numbers: dict[str, int]
    wp: tuple[float, ...]
    pts: tuple[float, ...]
    pv: tuple[str, ...]
    pv_seats: tuple[str, ...] = ()  # who makes each move of pv, if the option `PVSeats` is set


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a `play` led to: events, then whose turn it is; at the end of the game ranks and scores."""

    events: tuple[str, ...]
    turn: tuple[str, ...]
    ranks: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()

    @property
    def is_over(self) -> bool:
        return bool(self.ranks)


@dataclass(frozen=True, slots=True)
class GameInfo:
    name: str
    min_players: int
    max_players: int
    variants: tuple[str, ...]
    rules: str
    seats: dict[str, tuple[int, int]] = field(default_factory=dict)  # variant -> fewest and most players, if it is told


@dataclass(frozen=True, slots=True)
class Identity:
    """What the handshake tells."""

    name: str = ""
    author: str = ""
    games: tuple[GameInfo, ...] = ()
    features: dict[str, str] = field(default_factory=dict)
    options: dict[str, dict[str, str]] = field(default_factory=dict)  # name -> type, default, min, max


def parse_answer(line: str) -> Answer:
    """One line of an engine; raises ProtocolError."""
    word, _, rest = line.partition(" ")
    if word == "error":
        code, colon, text = rest.partition(" : ")
        if not colon or not code or " " in code:
            raise ProtocolError(line)
        return Error(line, code, text)
    if word == "info" and not rest.startswith("string"):
        return _info(line, rest.split())
    return Answer(line)


_VECTORS = ("wp", "pts")


def _info(line: str, words: list[str]) -> Info:
    numbers: dict[str, int] = {}
    vectors: dict[str, tuple[float, ...]] = {"wp": (), "pts": ()}
    pv: tuple[str, ...] = ()
    pv_seats: tuple[str, ...] = ()
    position = 0
    try:
        while position < len(words):
            key = words[position]
            if key == "pv":
                pv = tuple(words[position + 1 :])
                break
            value = words[position + 1]
            if key in _VECTORS:
                vectors[key] = tuple(float(part) for part in value.split(","))
            elif key == "pvseats":
                pv_seats = tuple(value.split(","))
            else:
                numbers[key] = int(value)
            position += 2
    except (IndexError, ValueError):
        raise ProtocolError(line) from None
    return Info(line, numbers, vectors["wp"], vectors["pts"], pv, pv_seats)


def read_outcome(answers: Sequence[Answer]) -> Outcome:
    """Event lines and a final `turn` or `gameover`."""
    *events, last = answers
    texts = tuple(event.rest.partition(" ")[2] for event in events)
    words = last.rest.split()
    try:
        if last.word == "turn":
            (seats,) = words
            return Outcome(texts, tuple(seats.split(",")))
        ranks_word, ranks, scores_word, scores = words
        if (ranks_word, scores_word) != ("ranks", "scores"):
            raise ProtocolError(last.line)
        return Outcome(texts, (), tuple(map(int, ranks.split(","))), tuple(map(int, scores.split(","))))
    except ValueError:
        raise ProtocolError(last.line) from None


def read_handshake(lines: Sequence[str]) -> Identity:
    """The lines from `id` to `egiok 1`; words that a later version may add are passed over."""
    if lines[-1].split() != ["egiok", "1"]:
        raise ProtocolError(f"{lines[-1]}: this client speaks EGI/1")
    names = {"name": "", "author": ""}
    games: list[GameInfo] = []
    features: dict[str, str] = {}
    options: dict[str, dict[str, str]] = {}
    for line in lines[:-1]:
        word, _, rest = line.partition(" ")
        key, _, value = rest.partition(" ")
        if word == "id":
            names[key] = value
        elif word == "game":
            games.append(_game(line, rest.split()))
        elif word == "feature":
            features[key] = value
        elif word == "option":
            parts = rest.split()
            option = dict(zip(parts[::2], parts[1::2], strict=False))
            options[option.pop("name", "")] = option
    return Identity(names["name"], names["author"], tuple(games), features, options)


def _game(line: str, words: list[str]) -> GameInfo:
    try:
        parts = dict(zip(words[1::2], words[2::2], strict=True))
        low, high = parts["players"].split("-")
        variants = tuple(parts["variants"].split(","))
        ranges = [tuple(map(int, pair.split("-"))) for pair in parts.get("seats", "").split(",") if pair]
        seats = {variant: (fewest, most) for variant, (fewest, most) in zip(variants, ranges, strict=False)}
        return GameInfo(words[0], int(low), int(high), variants, parts["rules"], seats)
    except (IndexError, KeyError, ValueError):
        raise ProtocolError(line) from None
