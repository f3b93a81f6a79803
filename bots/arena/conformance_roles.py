"""What `egypt-arena check` asks of programs that announce `feature roles`: what SPEC.md says of advisers and referees."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.resources import files

from egypt import EgyptError, Position, Rng, View
from egypt.bots.arena.conformance import (
    FIRST_MOVETIME,
    POSITIONS,
    Shortcomings,
    Subject,
    decisions,
    judge,
    one_answer,
    refusal,
    remarks,
    show_view,
    silence,
    spin_range,
)
from egypt.bots.arena.conversation import Short, asked, listed, quoted
from egypt.protocol.answers import ProtocolError, parse_answer, read_outcome
from egypt.protocol.async_client import READY

THINKING_SECONDS = 0.3  # in which a search without limits must not answer
LONG_LINE = 70_000  # bytes; SPEC.md allows 65,536
FOLLOWED = 40  # events that are observed
LOOK_EVERY = 10  # plays of a game between two looks at the whole position
SEATS = r"(p\d+(,p\d+)*|chance)"
VECTOR = r"-?[\d.]+(,-?[\d.]+)*"
INFO = r"info (?!string).*\bwp .* pts .*"


def seats_of(position: Position | View) -> str:
    return "chance" if not position.pending else ",".join(f"p{seat + 1}" for seat in position.pending)


# -- lines and errors ----------------------------------------------------------------------------------------------------


def lines(subject: Subject) -> Shortcomings:
    """Blank lines and comments are silent, words stand apart however they like, a line has an end."""
    yield from silence(subject, "", "  ", "# a comment")
    subject.talk.until("  \tisready  ", READY.__contains__, subject.talk.times.stall)
    yield from refusal(subject, "x" * LONG_LINE, "bad-argument")


def errors(subject: Subject) -> Shortcomings:
    """One line each, with the code of SPEC.md."""
    game = subject.game.name
    yield from refusal(subject, "go sideways", "bad-argument", "sideways")
    yield from refusal(subject, "newgame game nosuchgame", "unknown-game", "nosuchgame")
    yield from silence(subject, f"newgame game {game}")
    yield from refusal(subject, "legal", "no-position")
    yield from refusal(subject, f"position view {game}/1;viewer=p1", "bad-view")
    yield from refusal(subject, "legal", "no-position")  # an error has changed nothing


def option_errors(subject: Subject) -> Shortcomings:
    yield from refusal(subject, "setoption name NoSuchOption value 1", "unknown-option", "NoSuchOption")
    for name, option in subject.identity.options.items():
        line = next(line for line in subject.handshake if line.startswith(f"option name {name} "))
        _, high = spin_range(line)
        if option.get("type") == "spin" and high is not None:
            yield from refusal(subject, f"setoption name {name} value {high + 1}", "bad-argument", str(high + 1))
            yield from silence(subject, f"setoption name {name.lower()} value {option.get('default', high)}")
        elif option.get("type") in ("check", "combo"):
            yield from refusal(subject, f"setoption name {name} value nosuchvalue", "bad-argument", "nosuchvalue")


# -- the adviser ---------------------------------------------------------------------------------------------------------


def adviser_questions(subject: Subject) -> Shortcomings:
    """What an adviser says of a view agrees with the rules."""
    for position in decisions(subject, 11, POSITIONS):
        view = position.view(position.actor)
        yield from show_view(subject, view)
        yield from questions(subject, view, f"p{view.viewer + 1}")
        yield from samples(subject, view)
        yield from refusal(subject, "view all", "not-referee")
        yield from refusal(subject, f"play {view.legal_moves()[0]}", "not-referee")
        other = f"p{(view.viewer + 1) % view.players + 1}"
        yield from refusal(subject, f"view {other}", "not-referee")
        yield from same_text(subject, f"view p{view.viewer + 1}", view)


def questions(subject: Subject, position: Position | View, viewer: str) -> Shortcomings:
    """`legal`, `json`, `d` and `eval`, of a view and of the truth."""
    answer = one_answer(subject, "legal", r"legal \d+( \S+)?").split()
    moves = answer[2].split(",") if len(answer) > 2 else []
    if int(answer[1]) != len(moves):
        yield f"'legal' is answered {quoted(' '.join(answer))}, which lists {len(moves)} moves"
    if set(moves) != set(position.legal_moves()):
        odd = sorted(set(moves) ^ set(position.legal_moves()))[0]
        yield f"'legal' differs from the rules in '{odd}' of {quoted(position.to_text())}"
    said = one_answer(subject, f"json {viewer}", r"json \{.*\}").removeprefix("json ")
    try:
        data = json.loads(said)
    except ValueError as problem:
        yield f"'json {viewer}' is answered {quoted(said)}: {problem}"
    else:
        wanted = {"game": subject.game.name, "viewer": viewer, "players": position.players}
        for key, value in wanted.items():
            if data.get(key) != value:
                yield f"'json {viewer}': '{key}' is {data.get(key)!r}, not {value!r}"
        yield from (f"'json {viewer}' has no '{key}'" for key in ("to_act", "pending", "phase", "seats") if key not in data)
    said_of_eval = one_answer(subject, "eval", INFO)
    yield from (f"'eval': {text}" for text in remarks([said_of_eval], position.players))
    board = subject.talk.until(f"d {viewer}", lambda line: not line or line.startswith("error "), subject.talk.times.stall)
    if len(board) < 2:
        yield f"'d {viewer}' is answered {listed(board)}, not a board that an empty line ends"


def samples(subject: Subject, view: View) -> Shortcomings:
    """Whole positions that the seat cannot tell from the true one."""
    said = subject.sentences(subject.talk.answers("sample 2"))
    if len(said) != 2:
        yield f"'sample 2' is answered {listed(said)}, not two lines 'sample <position>'"
    for line in said:
        word, _, text = line.partition(" ")
        try:
            seen = Position.from_text(text, subject.game).view(view.viewer) if word == "sample" else None
        except EgyptError as problem:
            yield f"{quoted(line)}: {problem}"
            continue
        if seen != view:
            yield f"{quoted(line)} looks different from the view {quoted(view.to_text())}"


def same_text(subject: Subject, command: str, position: Position | View) -> Shortcomings:
    said = one_answer(subject, command, r"view \S+").removeprefix("view ")
    if said != position.to_text():
        yield f"{asked(command)} is answered {quoted(said)}, not {quoted(position.to_text())}"


def limits_of_go(subject: Subject) -> Shortcomings:
    """`id`, `iterations`, `searchmoves`, and a move there that is not legal."""
    position = next(found for found in decisions(subject, 12, 50) if len(found.legal_moves()) > 1)
    view = position.view(position.actor)
    yield from show_view(subject, view)
    for move in (view.legal_moves()[0], view.legal_moves()[-1]):
        command = f"go id 7 iterations 20 searchmoves {move}"
        spoken = subject.talk.go(command)
        yield from judge(subject, view, command, spoken)
        if spoken.last != f"bestmove id 7 {move}":
            yield f"{asked(command)} is answered {quoted(spoken.last)}, not 'bestmove id 7 {move}'"
        for line in subject.sentences(spoken.before):
            if not line.startswith("info id 7 "):
                yield f"{asked(command)}: {quoted(line)} does not begin 'info id 7'"
    yield from refusal(subject, "go searchmoves nosuchmove", "illegal-move", "nosuchmove")


def thinking(subject: Subject) -> Shortcomings:
    """While it thinks, an engine hears `stop` and `isready` and refuses the rest; it answers after `stop`, not before."""
    position = next(found for found in decisions(subject, 13, 50) if len(found.legal_moves()) > 1)
    view = position.view(position.actor)
    for command in ("go infinite", "go ponder iterations 1"):
        yield from show_view(subject, view)
        said = subject.talk.answers(command)  # and `isready` is answered while it thinks
        said += subject.talk.hear(THINKING_SECONDS)
        early = [line for line in said if not line.startswith("info ")]
        if early:
            yield f"{asked(command)} is answered {listed(early)} before 'stop'"
            continue
        busy = [line for line in subject.talk.answers("legal") if not line.startswith("info ")]
        if len(busy) != 1 or not busy[0].startswith("error busy : "):
            yield f"'legal' during {asked(command)} is answered {listed(busy)}, not 'error busy : …'"
        spoken = subject.talk.go("stop")
        yield from judge(subject, view, f"{command}, then stop", spoken, 0.0)


# -- the referee ---------------------------------------------------------------------------------------------------------


def deals(subject: Subject) -> Shortcomings:
    """A seed gives the same game again; without one the engine tells its own; what cannot be dealt is refused."""
    deal = f"position deal players {subject.players}"
    shown = []
    for _ in range(2):
        yield from silence(subject, f"{deal} seed 7 variant {subject.variant}")
        shown.append(one_answer(subject, "view all", r"view \S+"))
    if shown[0] != shown[1]:
        yield f"the same seed is dealt twice, and 'view all' is answered {quoted(shown[0])} and {quoted(shown[1])}"
    said = subject.talk.answers(deal)
    if not any(re.fullmatch(r"info string seed \d+", line) for line in said):
        yield f"{asked(deal)} is answered {listed(said)}, not 'info string seed <n>'"
    yield from refusal(subject, "position deal players 99", "bad-argument", "99")
    yield from refusal(subject, f"{deal} variant nosuchvariant", "bad-argument", "nosuchvariant")
    yield from refusal(subject, f"{deal} seed 7 moves 1 nosuchmove", "illegal-move", "nosuchmove")


def whole_positions(subject: Subject) -> Shortcomings:
    """A position is taken, told and shown to every seat as the rules say."""
    for position in decisions(subject, 14, POSITIONS):
        yield from silence(subject, f"position full {position.to_text()}")
        yield from same_text(subject, "view all", Position.from_text(position.to_text(), subject.game))
        for seat in range(position.players):
            yield from same_text(subject, f"view p{seat + 1}", position.view(seat))
        if len(position.pending) == 1:
            yield from questions(subject, position, "all")
    yield from refusal(subject, f"position full {subject.game.name}/1;viewer=all", "bad-view")
    yield from refusal(subject, "play nosuchmove", "illegal-move", "nosuchmove")


def records(subject: Subject) -> Shortcomings:
    """The events of a finished game, nature's among them, lead to its end; and any part of them, to where it leads."""
    table, rng = subject.table(15), Rng(15)
    while not table.is_over:
        pending = table.position.pending
        seat = pending[rng.below(len(pending))]
        legal = table.position.acting(seat).legal_moves()
        table.play(legal[rng.below(len(legal))], seat)
    events = [event.text() for event in table.events]
    deal = f"position deal players {subject.players} seed 15 variant {subject.variant}"
    yield from silence(subject, f"{deal} moves {len(events)} {' '.join(events)}")
    if "turn" in subject.announced("commands"):
        wanted = f"gameover ranks {','.join(map(str, table.ranks()))} scores {','.join(map(str, table.scores()))}"
        said = one_answer(subject, "turn", r"(turn|gameover) .*")
        if said != wanted:
            yield f"'turn' after a whole game is answered {quoted(said)}, not {quoted(wanted)}"
    yield from same_text(subject, "view all", table.position)


def played_game(subject: Subject) -> Shortcomings:
    """A game of random moves, as the referee lists them."""
    rng, plays, look, number = Rng(16), 0, 0, None
    yield from silence(subject, f"position deal players {subject.players} seed 16 variant {subject.variant}")
    while True:
        position = _truth(subject)
        seat = position.pending[0] if position.pending else 0
        if position.is_over:
            return
        if plays >= look and len(position.pending) == 1:
            look = plays + LOOK_EVERY
            yield from questions(subject, position, "all")
            yield from taken_back(subject, position)
        legal = position.acting(seat).legal_moves()
        move = legal[rng.below(len(legal))]
        said = subject.sentences(subject.talk.answers(f"play p{seat + 1} {move}"))
        found = list(told(f"play p{seat + 1} {move}", said))
        if found:
            yield from found
            return
        numbers = [int(line.split()[1]) for line in said[:-1]]
        if numbers != list(range(numbers[0], numbers[0] + len(numbers))) or number not in (None, numbers[0]):
            yield f"'play {move}': the events have the numbers {numbers}, expected to follow {number or 'each other'}"
        number, plays = numbers[-1] + 1, plays + 1


def _truth(subject: Subject) -> Position:
    text = one_answer(subject, "view all", r"view \S+").removeprefix("view ")
    try:
        return Position.from_text(text, subject.game)
    except EgyptError as problem:
        raise Short(f"'view all' is answered {quoted(text)}: {problem}") from None


def told(command: str, said: list[str]) -> Iterator[str]:
    """What is wrong with the answer to `play`, `turn`, `events` or `observe`."""
    try:
        answers = [parse_answer(line) for line in said]
        if not answers or answers[-1].word not in ("turn", "gameover"):
            raise ProtocolError("")
        if not all(re.fullmatch(r"event \d+ (p\d+|chance) \S+", line) for line in said[:-1]):
            raise ProtocolError("")
        read_outcome(answers)
    except ProtocolError:
        yield f"{asked(command)} is answered {listed(said)}, not events and then 'turn …' or 'gameover …'"


def taken_back(subject: Subject, position: Position) -> Shortcomings:
    """`undo` leads back to where `play` came from, `redo` to where it led."""
    move = position.legal_moves()[0]
    subject.talk.answers(f"play {move}")
    after = _truth(subject)
    yield from silence(subject, "undo")
    yield from same_text(subject, "view all", position)
    if "redo" in subject.announced("commands"):
        yield from silence(subject, "redo")
        yield from same_text(subject, "view all", after)
        yield from silence(subject, "undo")


def counts(subject: Subject) -> Shortcomings:
    """`perft` and `bench`."""
    yield from silence(subject, f"position deal players {subject.players} seed 7 variant {subject.variant}")
    for command, pattern in (("perft 0", r"perft 0 nodes 1"), ("bench 10", r"bench signature \w+ positions \d+ .*")):
        said = subject.talk.until(command, lambda line: not line.startswith("info "), subject.talk.times.stall)
        if not re.fullmatch(pattern, said[-1]):
            yield f"{asked(command)} is answered {listed(said[-1:])}, not '{pattern}'"


# -- commands beyond the common set --------------------------------------------------------------------------------------


def referee_commands(subject: Subject) -> Shortcomings:
    """`turn`, `events`, `luck`, `observe` of a referee, as far as they are announced."""
    commands = subject.announced("commands")
    yield from silence(subject, f"position deal players {subject.players} seed 7 variant {subject.variant}")
    position = _truth(subject)
    if "turn" in commands:
        said = one_answer(subject, "turn", f"turn {SEATS}").removeprefix("turn ")
        if set(said.split(",")) != set(seats_of(position).split(",")):
            yield f"'turn' is answered {quoted(said)}, not '{seats_of(position)}'"
    if "events" in commands:
        for whose in ("all", "public", *(f"p{seat + 1}" for seat in range(subject.players))):
            said_of_events = subject.sentences(subject.talk.answers(f"events {whose}"))
            yield from told(f"events {whose}", said_of_events)
    if "luck" in commands:
        one_answer(subject, "luck", rf"luck draws \d+ .* wp {VECTOR} pts {VECTOR} mean wp {VECTOR} pts {VECTOR}")
    if "observe" in commands:
        yield from refusal(subject, "observe chance nosuchmove", "not-adviser")


def adviser_commands(subject: Subject) -> Shortcomings:
    """`observe` and `expect` follow a game by what a seat perceives; `turn`, `components` and `help`."""
    commands = subject.announced("commands")
    if "observe" in commands:
        yield from followed(subject)
    if "turn" in commands:
        (position,) = decisions(subject, 18, 1)
        yield from show_view(subject, position.view(position.actor))
        one_answer(subject, "turn", f"turn {SEATS}")
    if "components" in commands:
        said = one_answer(subject, "components", r"components \{.*\}").removeprefix("components ")
        try:
            json.loads(said)
        except ValueError as problem:
            yield f"'components' is answered {quoted(said)}: {problem}"
    if "help" in commands:
        help_lines = subject.talk.until("help", lambda line: not line or line.startswith("error "), subject.talk.times.stall)
        for line in help_lines[:-1]:
            if not re.fullmatch(r"help \S.* : .+", line):
                yield f"'help' is answered {quoted(line)}, not 'help <words> : <text>'"


def followed(subject: Subject) -> Shortcomings:
    """A view that is moved forward by its seat's events becomes the view that the rules give."""
    table, rng, seat = subject.table(17), Rng(17), 0
    yield from show_view(subject, table.view(seat))
    known = len(table.told(seat))
    while not table.is_over and known < FOLLOWED:
        acting = table.position.pending[0]
        legal = table.position.acting(acting).legal_moves()
        table.play(legal[rng.below(len(legal))], acting)
        news = table.told(seat)[known:]
        for event in news:
            command = f"observe {event.text(seat)}"
            if "expect" in subject.announced("commands"):
                expected = subject.sentences(subject.talk.answers(f"expect {event.text(seat)}"))
                if not expected or expected[0] != f"expect {event.text(seat)}":
                    yield f"'expect {event.text(seat)}' is answered {listed(expected)}, though it happens next"
            yield from told(command, subject.sentences(subject.talk.answers(command)))
        known += len(news)
    yield from same_text(subject, f"view p{seat + 1}", table.view(seat))


# -- JSON ----------------------------------------------------------------------------------------------------------------


def json_answers(subject: Subject) -> Shortcomings:
    """Every answer is one object, whose `message` says what it is and which has the keys of its schema."""
    (position,) = decisions(subject, 19, 1)
    view = position.view(position.actor)
    yield from show_view(subject, view)
    yield from silence(subject, "setoption name Format value json")
    try:
        for command, message in (("legal", "legal"), ("eval", "info"), ("sample 1", "sample"), ("hello", "error")):
            for line in subject.talk.answers(command):
                yield from json_faults(command, line, message)
        spoken = subject.talk.until(
            f"go movetime {FIRST_MOVETIME}", lambda line: '"info"' not in line, subject.talk.times.stall
        )
        for line in spoken[:-1]:
            yield from json_faults("go", line, "info")
        yield from json_faults("go", spoken[-1], "bestmove")
    finally:
        subject.talk.answers("setoption name Format value text")


def json_faults(command: str, line: str, message: str) -> Iterator[str]:
    try:
        data = json.loads(line)
        if not isinstance(data, dict) or data.get("message") not in (message, "note"):
            raise ValueError(f'expected an object with "message":"{message}"')
    except ValueError as problem:
        yield f"{asked(command)} in JSON is answered {quoted(line)}: {problem}"
        return
    schema = json.loads(files("egypt.protocol").joinpath("schema", f"{data['message']}.json").read_text("utf-8"))
    yield from (f"{asked(command)} in JSON is answered without '{key}'" for key in schema["required"] if key not in data)
