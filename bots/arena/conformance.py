"""`egypt-arena check`: what a program says is compared with protocol/SPEC.md, point by point.

What its handshake announces decides what it is asked. Every program is asked for what an adviser must do; one that announces
roles, for all that SPEC.md says of them; further commands and JSON, if it announces these.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from egypt import Game, Position, Rng, Table, View
from egypt.bots.arena.conversation import Conversation, Short, Spoken, asked, listed, quoted
from egypt.protocol.answers import Identity, Info, ProtocolError, parse_answer, read_handshake

FIRST_MOVETIME = 50  # milliseconds of a move where time is not the question
GAME_MOVETIME = 10
TIMED_MOVETIME = 300
CLOCK = 2000
STOPPED_MOVETIME = 60_000  # far more than the check waits for
POSITIONS = 8
TOLERANCE = 0.01  # of chances that sum to 1

Shortcomings = Iterator[str]


@dataclass
class Subject:
    """What is checked: a program, the game it is asked about, and what it announced."""

    talk: Conversation
    game: Game
    players: int
    variant: str
    identity: Identity = field(default_factory=Identity)
    handshake: list[str] = field(default_factory=list)

    def announced(self, feature: str) -> set[str]:
        return set(filter(None, self.identity.features.get(feature, "").split(",")))

    def table(self, seed: int) -> Table:
        return self.game.deal(self.players, seed=seed, variant=self.variant)

    def sentences(self, lines: list[str]) -> list[str]:
        """The answers without remarks, which may come at any time."""
        return [line for line in lines if not line.startswith("info string")]


Step = Callable[[Subject], Shortcomings]


# -- what many points ask ------------------------------------------------------------------------------------------------


def silence(subject: Subject, *lines: str) -> Shortcomings:
    """Commands that have no answer."""
    for line in lines:
        said = subject.sentences(subject.talk.answers(line))
        if said:
            yield f"{asked(line)} is answered {listed(said)}; it has no answer"


def refusal(subject: Subject, line: str, code: str, word: str = "") -> Shortcomings:
    """A command that must be answered by one error, which names a word."""
    said = subject.sentences(subject.talk.answers(line))
    if len(said) != 1 or not said[0].startswith(f"error {code} : "):
        yield f"{asked(line)} is answered {listed(said)}, not 'error {code} : …'"
    elif word not in said[0]:
        yield f"{asked(line)} is answered {listed(said)}, which does not name {quoted(word)}"


def one_answer(subject: Subject, line: str, pattern: str) -> str:
    """The answer to a command that is answered by one line of this form. Raises Short."""
    said = subject.sentences(subject.talk.answers(line))
    if len(said) != 1 or not re.fullmatch(pattern, said[0]):
        raise Short(f"{asked(line)} is answered {listed(said)}, not one line '{plain(pattern)}'")
    return said[0]


def plain(pattern: str) -> str:
    """A pattern as a reader of SPEC.md would write it."""
    return re.sub(r"\\d\+", "<n>", re.sub(r"\(?\.[+*]\)?|\(?\\S\+\)?", "…", pattern)).replace("\\", "")


def show_view(subject: Subject, view: View) -> Shortcomings:
    yield from silence(subject, f"position view {view.to_text()}")


def judge(subject: Subject, view: View, command: str, spoken: Spoken, allowed: float | None = None) -> Shortcomings:
    """One answer to `go`: its lines, its move, its time."""
    legal = view.legal_moves()
    yield from (f"{asked(command)}: {text}" for text in remarks(spoken.before, view.players))
    if not spoken.move:
        yield f"{asked(command)} is answered {quoted(spoken.last)}, not 'bestmove <move>'"
    elif spoken.move not in (legal or ["none"]):
        wanted = "a legal move" if legal else "'none': nothing is to be decided by this seat"
        yield f"{asked(command)} is answered {quoted(spoken.last)}; expected {wanted} in {quoted(view.to_text())}"
    if allowed is not None and spoken.used > allowed + subject.talk.times.overhead:
        limit = f"{allowed:.0f} ms allowed, {subject.talk.times.overhead:.0f} ms overhead"
        yield f"{asked(command)} is answered after {spoken.used:.0f} ms; {limit}"


def remarks(lines: list[str], players: int) -> Iterator[str]:
    """What is wrong with lines that come before `bestmove`."""
    for line in lines:
        if line.startswith("info string"):
            continue
        try:
            info = parse_answer(line)
        except ProtocolError:
            yield f"{quoted(line)} is no line of info"
            continue
        if not isinstance(info, Info):
            yield f"{quoted(line)} comes before bestmove"
            continue
        yield from (f"{text} in {quoted(line)}" for text in judged(info, players))


def judged(info: Info, players: int) -> Iterator[str]:
    """What is wrong with the vectors of a line of info."""
    for name, vector in (("wp", info.wp), ("pts", info.pts)):
        if vector and len(vector) != players:
            yield f"'{name}' has {len(vector)} values for {players} seats"
    if info.wp and not abs(sum(info.wp) - 1) <= TOLERANCE:
        yield "the chances 'wp' do not sum to 1"


def decisions(subject: Subject, seed: int, number: int) -> list[Position]:
    """Positions of a random game, spread over its course, in which a seat is to act."""
    table, rng, found = subject.table(seed), Rng(seed), []
    while not table.is_over:
        pending = table.position.pending
        seat = pending[rng.below(len(pending))]
        found.append(table.position.acting(seat))
        legal = found[-1].legal_moves()
        table.play(legal[rng.below(len(legal))], seat)
    return found[:: max(1, len(found) // number)][:number]


# -- what every adviser must do ------------------------------------------------------------------------------------------


def handshake(subject: Subject) -> Shortcomings:
    subject.handshake = subject.talk.handshake()
    try:
        subject.identity = read_handshake(subject.handshake)
    except ProtocolError as problem:
        raise Short(f"'egi' is answered with {quoted(str(problem))}") from None
    if not subject.identity.name:
        yield "'egi' is answered without 'id name …'"
    for line in subject.handshake:
        if line.startswith("option "):
            yield from (f"{quoted(line)}: {text}" for text in option_faults(line))
    games = {known.name for known in subject.identity.games}
    if games and subject.game.name not in games | subject.announced("games"):
        yield f"no 'game' and no 'feature games' of the handshake names {subject.game.name}"


def option_faults(line: str) -> Iterator[str]:
    """What is wrong with an option of the handshake."""
    found = re.fullmatch(r"option name (\S+) type (\w+)(?: default (\S+))?(.*)", line)
    if not found:
        yield "expected 'option name <name> type <type> default <value> …'"
        return
    _, kind, default, rest = found.groups()
    words = rest.split()
    if kind == "check" and default not in ("true", "false"):
        yield "the default must be 'true' or 'false'"
    elif kind == "combo" and default not in words[1::2]:
        yield "the default is not among its 'var'"
    elif kind == "spin":
        low, high = spin_range(line)
        if low is None or high is None or default is None or not re.fullmatch(r"-?\d+", default):
            yield "a spin needs integers as 'default', 'min' and 'max'"
        elif not low <= int(default) <= high:
            yield "the default is outside 'min' and 'max'"


def spin_range(line: str) -> tuple[int | None, int | None]:
    found = [re.search(rf" {word} (-?\d+)\b", line) for word in ("min", "max")]
    low, high = (int(match[1]) if match else None for match in found)
    return low, high


def unknown_command(subject: Subject) -> Shortcomings:
    yield from refusal(subject, "hello", "unknown-command", "hello")


def options(subject: Subject) -> Shortcomings:
    """Every option takes its own default in silence."""
    for name, option in subject.identity.options.items():
        if "default" in option:
            yield from silence(subject, f"setoption name {name} value {option['default']}")


def new_game(subject: Subject) -> Shortcomings:
    yield from silence(subject, f"newgame game {subject.game.name}", "newgame")


def views(subject: Subject) -> Shortcomings:
    command = f"go movetime {FIRST_MOVETIME}"
    for position in decisions(subject, 1, POSITIONS):
        view = position.view(position.actor)
        yield from show_view(subject, view)
        yield from judge(subject, view, command, subject.talk.go(command))


def nothing_to_decide(subject: Subject) -> Shortcomings:
    """Another seat is to act, or the game is over."""
    command = f"go movetime {FIRST_MOVETIME}"
    waiting = next(
        (
            position.view(seat)
            for position in decisions(subject, 2, POSITIONS)
            for seat in range(subject.players)
            if seat not in position.pending
        ),
        None,
    )
    finished = subject.table(2)
    while not finished.is_over:
        finished.play(finished.legal_moves()[0])
    for view in filter(None, (waiting, finished.view(0))):
        yield from show_view(subject, view)
        yield from judge(subject, view, command, subject.talk.go(command))


def movetime_and_clock(subject: Subject) -> Shortcomings:
    clocks = ",".join([str(CLOCK)] * subject.players)
    gains = ",".join(["0"] * subject.players)
    for position in decisions(subject, 3, 3):
        view = position.view(position.actor)
        for command, allowed in (
            (f"go movetime {TIMED_MOVETIME}", TIMED_MOVETIME),
            (f"go clock {clocks} inc {gains}", CLOCK),
        ):
            yield from show_view(subject, view)
            yield from judge(subject, view, command, subject.talk.go(command), allowed)


def stop(subject: Subject) -> Shortcomings:
    """A search ends at once; nothing is said where nothing runs."""
    yield from silence(subject, "stop")
    command = f"go movetime {STOPPED_MOVETIME}"
    (position,) = decisions(subject, 4, 1)
    view = position.view(position.actor)
    yield from show_view(subject, view)
    spoken = subject.talk.go(command, "stop")
    yield from judge(subject, view, f"{command}, then stop", spoken, 0.0)
    yield from silence(subject, "stop")


def whole_game(subject: Subject) -> Shortcomings:
    """The program on every seat: it is shown the view of the seat to act, as often as one is to act."""
    yield from silence(subject, f"newgame game {subject.game.name}")
    table, command = subject.table(5), f"go movetime {GAME_MOVETIME}"
    while not table.is_over:
        seat = table.position.pending[0]
        view = table.view(seat)
        yield from show_view(subject, view)
        spoken = subject.talk.go(command)
        found = list(judge(subject, view, command, spoken, GAME_MOVETIME))
        yield from found
        if spoken.move not in view.legal_moves():
            raise Short(f"the game ends here, after {len(table.events)} events")
        table.play(spoken.move, seat)


def quit_at_once(subject: Subject) -> Shortcomings:
    code = subject.talk.leave()
    if code is None:
        yield f"'quit' does not end the program within {subject.talk.times.stall:.3g} s"
    elif code != 0:
        yield f"'quit' ends the program with exit code {code}, not 0"
