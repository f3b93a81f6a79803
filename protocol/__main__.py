"""The program `egypt-engine`: commands on stdin, answers on stdout.

Only light modules are imported up here: a `--help` or a Ctrl-C in the first moments needs no engine.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import Namespace

    from egypt.protocol.listening import Listener
    from egypt.protocol.session import Session

STDIN, STDOUT = 0, 1
GRACE_SECONDS = 10.0  # how long a search with a limit may still run after the end of input
SWITCH_SECONDS = 0.0005  # how soon the listening thread is heard while the worker runs Python code


def main(arguments: list[str] | None = None) -> int:
    """Run the program; returns its exit code. Blocks until `quit`, end of input, Ctrl-C or a broken pipe."""
    try:
        return _serve(_read_arguments(arguments))
    except KeyboardInterrupt:
        return 0


def _read_arguments(arguments: list[str] | None) -> Namespace:
    import argparse

    from egypt.protocol.command_line import add_common

    parser = argparse.ArgumentParser(
        prog="egypt-engine",
        description="Plays and referees board games about Egypt. Speaks EGI/1 on stdin and stdout; "
        "type 'egi' for the handshake, 'quit' to leave.",
    )
    parser.add_argument("--game", metavar="NAME", help="the game to play; 'newgame game NAME' changes it")
    parser.add_argument(
        "--rules",
        metavar="FILE",
        action="append",
        default=[],
        help="numbers of your own in place of a game's data file; once for each game",
    )
    parser.add_argument("--rules-template", metavar="NAME", help="print the numbers of a game as such a file and leave")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="of answers; option Format changes it")
    add_common(parser)
    return parser.parse_args(arguments)


def _serve(arguments: Namespace) -> int:
    from egypt import EgyptError, game_names, get_game, rules_template, use_rules
    from egypt.protocol.command_line import print_out
    from egypt.protocol.commands import printable
    from egypt.protocol.listening import Ending
    from egypt.protocol.responder import Responder, write_to
    from egypt.protocol.session import LAST_ANSWER_SECONDS, Session

    option = ""
    try:
        game_names()  # loads guests, or says why it cannot
        if arguments.rules_template is not None:
            option = "--rules-template "
            return print_out("egypt-engine", rules_template(arguments.rules_template))
        option = "--rules "
        for file in arguments.rules:
            use_rules(file)
        option = "--game "
        game = get_game(arguments.game) if arguments.game is not None else None
    except EgyptError as problem:
        print(f"egypt-engine: {option}{printable(str(problem))}", file=sys.stderr)
        return 2
    sys.setswitchinterval(SWITCH_SECONDS)
    session = Session(Responder(write_to(STDOUT)), game)
    session.handle(f"setoption name Format value {arguments.format}")
    if os.isatty(STDIN):
        session.greet()
    listener = _listener(session)
    # Not a KeyboardInterrupt: it could strike the main thread before that waits, and a search would end without its answer.
    signal.signal(signal.SIGINT, listener.interrupt)
    try:
        listener.start(STDIN, STDOUT)
    except EgyptError as problem:
        print(f"egypt-engine: {problem}", file=sys.stderr)
        return 2
    if listener.wait() is Ending.INPUT:
        try:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            session.close(0 if listener.interrupted else GRACE_SECONDS)
        except KeyboardInterrupt:
            pass
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if not (listener.close(LAST_ANSWER_SECONDS) and session.close()):
        os._exit(0)  # a thread is stuck in native code: leave without it
    return 0


def _listener(session: Session) -> Listener:
    """Answers what it hears."""
    from egypt.protocol.lines import LineReader
    from egypt.protocol.listening import Listener

    reader = LineReader()

    def answer(data: bytes) -> bool:
        for line in reader.feed(data) if data else reader.finish():
            session.handle(line)
            if session.is_over:
                return False
        return True

    return Listener(answer)


if __name__ == "__main__":
    sys.exit(main())
