"""Games as a text that a person can read and mail, and back: tags, then numbered moves with comments, as in chess.

    %run {"egypt-arena":2,"game":"ra",…}

    [Game "ra"]
    [Number "0"]
    [P1 "new"]
    …
    {nature suns:4}
    1. draw {0.91 ms; 200 iterations; wp 0.53,0.47; pts 31.0,29.0; pv draw pass} {say p1 draws a tile} {nature tile:gold}
    2. pass {0.02 ms}

The line with `%run` is the header of the run, for programs. A game is whole without nature's outcomes and the comments.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from egypt import get_game
from egypt.bots.arena.errors import ArenaError
from egypt.bots.arena.faults import Fault, Kind
from egypt.bots.arena.reading import MAX_LINE_BYTES, BadField, load, read_lines, shown
from egypt.bots.arena.record import GameRecord, RunFile, read_header, read_run
from egypt.bots.arena.schedule import Config
from egypt.bots.arena.show import find_game
from egypt.bots.base import Thought

RUN = "%run "
_TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]')
_TOKEN = re.compile(r"\{([^}]*)\}|(\S+)")
_NUMBERS = ("Number", "Deal", "Seed")


def converted(path: Path, number: int | None = None) -> str:
    """The other form of a file: text of JSON lines, JSON lines of a text. Raises ArenaError."""
    if not is_text(path):
        return to_text(path, number)
    header, records = read_text(path)
    kept = [record for record in records if number in (None, record.number)]
    if not kept:
        raise ArenaError(f"{path}: there is no game {number}" if number is not None else f"{path}: there is no game in it")
    return header + "".join(record.to_line() for record in kept)


def read_any(path: Path, keep: Callable[[GameRecord], bool] = lambda record: True) -> RunFile:
    """A run in either form, with the games that are to be kept. Raises ArenaError."""
    if not is_text(path):
        return read_run(path, keep)
    header, records = read_text(path, keep)
    config, began, is_sound = read_header(header.encode(), path)
    return RunFile(config, sorted(records, key=lambda record: record.number), began=began, is_header_sound=is_sound)


def is_text(path: Path) -> bool:
    """Whether a file is the text form; raises ArenaError if it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(len(RUN)) == RUN.encode()
    except OSError as problem:
        raise ArenaError(f"{path}: {problem.strerror}") from None


# -- to text -----------------------------------------------------------------------------------------------------------


def to_text(path: Path, number: int | None = None) -> str:
    run = read_run(path)
    with path.open("rb") as file:
        header = file.readline().decode().removesuffix("\n")
    records = [find_game(run, record.number, path) for record in run.records if number in (None, record.number)]
    if number is not None and not records:
        find_game(run, number, path)
    for record in records:
        if record.miscounted():
            raise ArenaError(f"{path}: game {record.number}: {record.miscounted()}")
    parts = [f"{RUN}{header}\n"]
    parts += ["\n" + "\n".join([*_tags(record, run.config), "", _body(record)]) + "\n" for record in records]
    return "".join(parts)


def _tags(record: GameRecord, config: Config) -> Iterator[str]:
    engines = {spec.name: spec.describe() for spec in config.engines}
    tags: list[tuple[str, object]] = [
        ("Game", config.game),
        ("Variant", config.variant),
        ("Rules", config.rules),
        ("Number", record.number),
        ("Deal", record.deal),
        ("Seed", record.seed),
    ]
    for seat, name in enumerate(record.seats, 1):
        tags += [(f"P{seat}", name)] + ([(f"P{seat}Engine", engines[name])] if name in engines else [])
        tags += [(f"P{seat}Program", record.programs[seat - 1])] if record.programs else []
    tags += [("Scores", " ".join(map(str, record.scores))), ("Ranks", " ".join(map(str, record.ranks))), ("End", record.end)]
    tags += [(f"Fault{n}", f"p{fault.seat + 1}; {fault.kind}; {fault.text}") for n, fault in enumerate(record.faults, 1)]
    tags += [
        (key, value) for key, value in (("Ruling", record.ruling), ("Began", record.began), ("Ended", record.ended)) if value
    ]
    for key, value in tags:
        escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
        yield f'[{key} "{escaped}"]'


def _body(record: GameRecord) -> str:
    """A line for every decision: its number, the move, what its mover said, what nature drew then."""
    words = iter(record.words)
    times = record.to_json()["times"]
    lines = [_nature(record, 0, words)] if record.nature else []
    for at, move in enumerate(record.moves.split()):
        said = [f"{times[at]} ms"] if at < len(times) else []
        thought = record.thoughts[at] if record.thoughts else None
        if thought is not None:
            said += [f"{thought.iterations} iterations"] if thought.iterations is not None else []
            said += [f"wp {_row(thought.chances)}"] if thought.chances else []
            said += [f"pts {_row(thought.points)}"] if thought.points else []
            said += [f"pv {' '.join(thought.pv)}"] if thought.pv else []
        line = f"{at + 1}. {move}" + (f" {{{'; '.join(said)}}}" if said else "") + _saying(words)
        if record.nature and record.nature[at + 1]:
            line += " " + _nature(record, at + 1, words)
        lines.append(line)
    return "\n".join(lines)


def _nature(record: GameRecord, at: int, words: Iterator[str]) -> str:
    outcomes = record.nature[at]
    return "{nature" + (f" {outcomes}" if outcomes else "") + "}" + "".join(_saying(words) for _ in outcomes.split())


def _saying(words: Iterator[str]) -> str:
    """The next event in words, if the record has them."""
    sentence = next(words, None)
    return "" if sentence is None else " {say " + sentence.translate(_PLAIN) + "}"


_PLAIN = str.maketrans("{}", "()")


def _row(values: tuple[float, ...]) -> str:
    return ",".join(map(repr, values))


# -- from text ---------------------------------------------------------------------------------------------------------


def read_text(path: Path, keep: Callable[[GameRecord], bool] = lambda record: True) -> tuple[str, list[GameRecord]]:
    """The header line and the games of a text that are to be kept. Raises ArenaError, naming the game and what is wrong."""
    try:
        with path.open("rb") as file:
            return _read_text((line.decode("utf-8") for line in read_lines(file)), path, keep)
    except BadField as problem:
        raise ArenaError(f"{path}: {problem}") from None
    except (OSError, UnicodeDecodeError) as problem:
        raise ArenaError(f"{path}: {getattr(problem, 'strerror', None) or 'it is not text'}") from None


def _read_text(lines: Iterator[str], path: Path, keep: Callable[[GameRecord], bool]) -> tuple[str, list[GameRecord]]:
    header = next(lines).removeprefix(RUN).rstrip("\r\n")
    config, _, _ = read_header(header.encode(), path)
    game = get_game(config.game)
    records = []
    for tags, body in _sections(lines):
        try:
            record = _read_game(tags, body, config)
            record = GameRecord.from_json(load(record.to_line().encode()))  # as strictly as a line of a file is read
            record.must_fit(config.players)
            for word in [*record.moves.split(), *" ".join(record.nature).split()]:
                game.move_code(word)
        except (BadField, ValueError, KeyError, IndexError) as problem:
            why = f"'{problem.args[0]}' is missing" if isinstance(problem, KeyError) else str(problem)
            raise ArenaError(f"{path}: game {shown(tags.get('Number', '?'))}: {shown(why)}") from None
        if keep(record):
            records.append(record)
    return header + "\n", records


def _sections(lines: Iterator[str]) -> Iterator[tuple[dict[str, str], str]]:
    """Each game: its tags by name, and the text of its moves. Raises BadField for one that is too long."""
    tags: dict[str, str] = {}
    body: list[str] = []
    size = 0
    for line in lines:
        tag = _TAG.fullmatch(line.strip())
        if tag and tags and (body or tag[1] in tags):
            yield tags, " ".join(body)
            tags, body, size = {}, [], 0
        size += len(line)
        if size > MAX_LINE_BYTES:
            raise BadField(f"game {shown(tags.get('Number', '?'))} is longer than {MAX_LINE_BYTES} bytes")
        if tag:
            tags[tag[1]] = re.sub(r"\\(.)", r"\1", tag[2])
        elif line.strip():
            body.append(line)
    if tags:
        yield tags, " ".join(body)


def _read_game(tags: dict[str, str], body: str, config: Config) -> GameRecord:
    number, deal, seed = (int(tags[key]) for key in _NUMBERS)
    record = GameRecord(
        number=number,
        deal=deal,
        seed=seed,
        seats=tuple(tags[f"P{seat + 1}"] for seat in range(config.players)),
        end=tags["End"],
        scores=tuple(map(int, tags["Scores"].split())),
        ranks=tuple(map(int, tags["Ranks"].split())),
        moves="",
        ruling=tags.get("Ruling", ""),
        programs=_programs(tags, config.players),
        began=tags.get("Began", ""),
        ended=tags.get("Ended", ""),
        faults=tuple(_read_fault(text) for key, text in tags.items() if key.startswith("Fault")),
    )
    moves: list[str] = []
    times: list[float] = []
    thoughts: list[Thought | None] = []
    nature: list[str] = [""]
    words: list[str] = []
    has_nature = False
    for comment, word in _TOKEN.findall(body):
        if word and not re.fullmatch(r"\d+\.", word):
            moves.append(word)
            thoughts.append(None)
            nature.append("")
        elif comment.startswith("say "):
            words.append(comment.removeprefix("say "))
        elif comment.split(" ")[0] == "nature":
            has_nature, nature[-1] = True, comment.removeprefix("nature").strip()
        elif comment and moves:
            time, thought = _read_comment(comment)
            times += [time] if time is not None else []
            thoughts[-1] = thought or thoughts[-1]
    return replace(
        record,
        moves=" ".join(moves),
        times=tuple(times),
        words=tuple(words),
        nature=tuple(nature) if has_nature else (),
        thoughts=tuple(thoughts) if any(thoughts) else (),
    )


def _programs(tags: dict[str, str], players: int) -> tuple[str, ...]:
    programs = tuple(tags.get(f"P{seat + 1}Program", "") for seat in range(players))
    return programs if any(programs) else ()


def _read_fault(text: str) -> Fault:
    seat, kind, said = text.split("; ", 2)
    if not re.fullmatch("p[1-9]", seat) or kind not in set(Kind):
        raise BadField(f"'{text}' is no fault")
    return Fault(int(seat[1]) - 1, Kind(kind), said)


_NUMBER = r"-?\d+(?:\.\d+)?(?:e[-+]\d+)?"
_SAID = re.compile(rf"({_NUMBER}) ms|(\d+) iterations|wp ({_NUMBER}(?:,{_NUMBER})*)|pts ({_NUMBER}(?:,{_NUMBER})*)|pv (.+)")


def _read_comment(text: str) -> tuple[float | None, Thought | None]:
    """The time of a move and what its mover thought; what `_body` does not write so is a person's, and passed over."""
    parts = [_SAID.fullmatch(part.strip()) for part in text.split(";")]
    if parts[0] is None or parts[0][5]:  # moves that are expected never stand alone
        return None, None
    time, thought = None, Thought()
    for said, iterations, chances, points, pv in (part.groups() for part in parts if part):
        if said:
            time = float(said)
        elif iterations:
            thought = replace(thought, iterations=int(iterations))
        elif chances:
            thought = replace(thought, chances=tuple(map(float, chances.split(","))))
        elif points:
            thought = replace(thought, points=tuple(map(float, points.split(","))))
        else:
            thought = replace(thought, pv=tuple(pv.split()))
    return time, thought if thought != Thought() else None
