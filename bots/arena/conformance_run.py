"""The points of `egypt-arena check`, in their order, and the report of them."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator

from egypt import game_names, get_game
from egypt.bots.arena import conformance, conformance_roles
from egypt.bots.arena.conformance import Step, Subject
from egypt.bots.arena.conversation import Conversation, Short, Times, listed
from egypt.bots.arena.errors import ArenaError
from egypt.bots.arena.tracing import tracer
from egypt.protocol.answers import ProtocolError, read_handshake
from egypt.protocol.commands import printable

MOST_LINES = 10  # of one point that are printed

COMMON: list[tuple[str, Step]] = [
    ("egi", conformance.handshake),
    ("unknown command", conformance.unknown_command),
    ("setoption", conformance.options),
    ("newgame", conformance.new_game),
    ("position view, go", conformance.views),
    ("nothing to decide", conformance.nothing_to_decide),
    ("times", conformance.movetime_and_clock),
    ("stop", conformance.stop),
    ("a whole game", conformance.whole_game),
]
ROLES: list[tuple[str, Step]] = [
    ("lines", conformance_roles.lines),
    ("errors", conformance_roles.errors),
    ("errors of setoption", conformance_roles.option_errors),
]
ADVISER: list[tuple[str, Step]] = [
    ("adviser: questions", conformance_roles.adviser_questions),
    ("adviser: limits of go", conformance_roles.limits_of_go),
    ("adviser: while it thinks", conformance_roles.thinking),
    ("adviser: further commands", conformance_roles.adviser_commands),
]
REFEREE: list[tuple[str, Step]] = [
    ("referee: deals", conformance_roles.deals),
    ("referee: positions", conformance_roles.whole_positions),
    ("referee: records", conformance_roles.records),
    ("referee: a game", conformance_roles.played_game),
    ("referee: perft, bench", conformance_roles.counts),
    ("referee: further commands", conformance_roles.referee_commands),
]
JSON: list[tuple[str, Step]] = [("JSON", conformance_roles.json_answers)]
LAST: list[tuple[str, Step]] = [("quit", conformance.quit_at_once)]


def check_command(args: argparse.Namespace) -> int:
    """Print how each point went; returns 1 if one falls short. Raises ArenaError if there is nothing to compare with."""
    try:
        words = shlex.split(args.command)
    except ValueError as problem:
        raise ArenaError(f"{args.command}: {problem}") from None
    if not words:
        raise ArenaError("the command is empty")
    if min(args.start, args.stall) <= 0 or args.overhead < 0:
        raise ArenaError("--start and --stall must be above 0, --overhead not below")
    talk = Conversation(words, Times(args.start, args.stall, args.overhead), tracer(args.log or "", "check"))
    try:
        return _report(talk, args)
    finally:
        talk.close()


def _report(talk: Conversation, args: argparse.Namespace) -> int:
    try:
        subject = _subject(talk, args)
    except Short as problem:
        print(f"short  egi: {problem}")
        return 1
    points = short = 0
    for name, step in _chosen(list(_points(subject)), args.point):
        found = list(_shortcomings(subject, step))
        points, short = points + 1, short + bool(found)
        if not found:
            print(f"ok     {name}", flush=True)
        for text in found[:MOST_LINES]:
            print(f"short  {name}: {text}", flush=True)
        if len(found) > MOST_LINES:
            print(f"short  {name}: and {len(found) - MOST_LINES} more", flush=True)
    print(f"{points} checked: " + (f"{short} fall short of SPEC.md" if short else "all as SPEC.md says"))
    return 1 if short else 0


def _subject(talk: Conversation, args: argparse.Namespace) -> Subject:
    """The program, and the game that it is asked about. Raises ArenaError if that is not known or not the same here."""
    said = talk.handshake()
    try:
        identity = read_handshake(said)
    except ProtocolError as problem:
        raise Short(f"'egi' is answered with {printable(str(problem))[:200]}") from None
    names = [known.name for known in identity.games] + identity.features.get("games", "").split(",")
    name = args.game or next((name for name in names if name in game_names()), None)
    if name is None:
        raise ArenaError("its handshake names no game that is known here; --game says which one it plays")
    game = get_game(name)
    rules = next((known.rules for known in identity.games if known.name == name and known.rules != "-"), None)
    if not game.has_rules(rules):
        raise ArenaError(
            f"it plays {name} by rules {rules}, the arena by {game.rules_hash} (--rules gives the arena others)"
        )
    variant = args.variant if args.variant is not None else game.variants[0]
    players = args.players if args.players is not None else game.seats_of(variant)[0]
    game.check_table(players, variant)
    talk.prepared = [f"newgame game {name}"]
    subject = Subject(talk, game, players, variant, identity, said)
    roles = ", ".join(sorted(subject.announced("roles"))) or "no roles"
    print(
        f"{printable(identity.name) or 'a program without a name'}: {name}, {players} players, {variant}; {roles} announced"
    )
    return subject


def _points(subject: Subject) -> Iterator[tuple[str, Step]]:
    roles = subject.announced("roles")
    yield from COMMON
    if roles:
        yield from ROLES
    if "adviser" in roles:
        yield from ADVISER
    if "referee" in roles:
        yield from REFEREE
    if roles and "json" in subject.announced("formats"):
        yield from JSON
    yield from LAST


def _chosen(points: list[tuple[str, Step]], names: list[str]) -> list[tuple[str, Step]]:
    known = [name for name, _ in points]
    for name in names:
        if name not in known:
            raise ArenaError(f"--point '{name}' is not asked of this program; there are {', '.join(known)}")
    return [(name, step) for name, step in points if not names or name in names]


def _shortcomings(subject: Subject, step: Step) -> Iterator[str]:
    """What falls short in a point; what the program says after its answers counts, too."""
    try:
        yield from step(subject)
        if step is not conformance.quit_at_once:
            left = subject.talk.answers()
            if left:
                yield f"without being asked it says {listed(left)}"
    except Short as problem:
        yield str(problem)
