"""An EGI program that is good or bad on purpose: `python engine_program.py MODE`. It plays its first legal move.

Run as a program of its own, it needs PYTHONPATH to find the house.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time

GOOD_MOVES = 2  # before a bad engine shows its nature


def say(line: str) -> None:
    os.write(1, f"{line}\n".encode())


def read_lines():
    buffer = b""
    while data := os.read(0, 65536):
        *lines, buffer = (buffer + data).split(b"\n")
        yield from (line.decode() for line in lines)


def misbehave(mode: str, legal: list[str]) -> None:
    """What a bad engine does instead of answering `go`; a mode that is not named here is good."""
    if mode == "crash":
        os.write(2, b"the reason of the crash\n")
        os._exit(3)
    elif mode == "raises":
        raise ValueError("the cause of it all")
    elif mode == "killed":
        os.kill(os.getpid(), 9)
    elif mode == "hang":
        time.sleep(3600)
    elif mode == "deaf":  # neither reads nor answers, and does not mind being asked to leave
        import signal

        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        time.sleep(3600)
    elif mode == "illegal":
        say("bestmove conquer:rome")
    elif mode == "none":
        say("bestmove none")
    elif mode == "garbage":
        say("%$#@! \x01\x02 lorem ipsum")
    elif mode == "escapes":
        os.write(2, b"\x1b]0;title\x07\x1b[2J\xc2\x9b31m the last words\n")
        say("bestmove \x1b[31mred\x9b2J\u202e")
    elif mode == "leaves-orphan":
        subprocess.Popen(["sleep", "3600"], start_new_session=True)
        os._exit(3)
    elif mode == "two-words":
        say(f"bestmove {legal[0]} please")
    elif mode == "error":
        say("error internal : I do not feel well")
    elif mode == "flood":
        line = b"info string " + b"x" * 80 + b"\n"
        while True:
            os.write(1, line * 100)
    elif mode == "endless-line":
        while True:
            os.write(1, b"y" * 65536)
    elif mode == "closes-output":
        os.close(1)
        time.sleep(3600)
    elif mode == "late":
        time.sleep(0.7)
        say(f"bestmove {legal[0]}")
    elif mode == "grandchild":
        subprocess.Popen(["sleep", "3600"], start_new_session=True)
        time.sleep(3600)


def main(mode: str) -> None:
    if mode == "cannot-start":
        sys.exit(1)
    if mode == "never-starts":
        time.sleep(3600)
    if mode == "slow-start":
        time.sleep(1.0)
    os.environ.pop("EGYPT_GAMES", None)  # no guests: they take long to load
    from egypt.core.position import View
    from egypt.games import get_game

    game, view, moves = None, None, 0
    if mode == "chatty":  # floods its log and remarks, and is otherwise good
        os.write(2, b"z" * (1 << 20))
    for line in read_lines():
        word, _, rest = line.partition(" ")
        if word == "egi":
            say("id name program")
            if mode == "other-rules":
                say("game ra players 2-5 variants standard rules 0123456789ab")
            say("option name Seed type spin default 0 min 0 max 18446744073709551615")
            say("egiok 1")
        elif word == "isready":
            if mode == "late-ready" and moves >= GOOD_MOVES:  # it has the view, and could think meanwhile
                time.sleep(0.7)
            say("readyok")
        elif word == "setoption" and not rest.startswith("name Seed "):
            say(f"error unknown-option : {rest.split()[1]} is not an option")
        elif word == "newgame" and rest:
            game, moves = get_game(rest.split()[1]), 0
        elif word == "newgame":
            moves = 0
        elif word == "position":
            if mode == "refuses" and moves >= GOOD_MOVES:
                say("error bad-view : I do not like this view")
            view = View.from_text(rest.split()[1], game)
        elif word == "go":
            legal = view.legal_moves()
            moves += 1
            if moves > GOOD_MOVES or mode.endswith("-at-once"):
                misbehave(mode.removesuffix("-at-once"), legal)
            if mode == "thinks":
                say(f"info iterations 3 wp 0.5,0.5 pv {legal[-1]}")
                say(f"info iterations 7 wp 0.75,0.25 pts 12.5,3 pv {legal[0]}")
            if mode == "chatty":
                for _ in range(2000):
                    say("info string " + "x" * 100)
            say(f"bestmove {legal[0]}")
        elif word == "quit" and mode != "ignores-quit":
            return


if __name__ == "__main__":
    main(sys.argv[1])
