"""An engine with one planted fault: `python planted_program.py FAULT`. It passes lines between its arbiter and a real
engine, and spoils some of them.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time

ENGINE = [sys.executable, "-m", "egypt.protocol"]


def say(line: str) -> None:
    os.write(1, f"{line}\n".encode())


def flood(line: str) -> str:
    while True:
        os.write(1, b"info string and so on\n" * 100)


def die(line: str) -> str:
    os.write(2, b"the reason of the crash\n")
    os._exit(3)


def stop_too_early(line: str) -> str:
    return f"{line}\nstop" if line.startswith("go infinite") else line


def late(line: str) -> str:
    time.sleep(1.5)
    return line


# What becomes of the lines that begin so: of those to the engine, and of those from it. An empty text: the line is lost.
TO = {
    "dies": ("go ", die),
    "floods": ("go ", flood),
    "silent": ("go ", ""),
    "ignores stop": ("stop", ""),
    "ignores undo": ("undo", ""),
    "ignores searchmoves": ("go id", lambda line: line.partition(" searchmoves")[0]),
    "does not wait for stop": ("go infinite", stop_too_early),
    "takes comments for commands": ("#", lambda line: line.replace("#", "comment")),
    "forgets options": ("setoption name NoSuch", ""),
    "deals otherwise": ("position deal", lambda line: line.replace("seed 7", f"seed {time.monotonic_ns()}")),
}
FROM = {
    "late": ("bestmove", late),
    "wrong bestmove": ("bestmove", "bestmove conquer:rome"),
    "two words": ("bestmove", lambda line: f"{line} please"),
    "bad JSON": ('{"message":"legal"', lambda line: line[:-1]),
    "JSON without a key": ('{"message":"bestmove"', '{"message":"bestmove","id":null}'),
    "another error": ("error unknown-command", lambda line: line.replace("unknown-command", "bad-argument")),
    "two errors": ("error ", lambda line: f"{line}\n{line}"),
    "no name in errors": ("error unknown-command", "error unknown-command : it is not a command"),
    "extra output": ("bestmove", lambda line: f"{line}\nit was a pleasure"),
    "not busy": ("error busy", "legal 0"),
    "fewer moves": ("legal ", lambda line: re.sub(r",[^,]*$", "", line)),
    "another count": ("legal ", lambda line: line.replace("legal ", "legal 1", 1)),
    "another view": ("view ", lambda line: re.sub(r"round=\d", "round=2", line).replace("points=", "points=9")),
    "odd chances": ("info ", lambda line: re.sub(r"wp [\d.]+", "wp 0.999", line)),
    "odd vectors": ("info ", lambda line: re.sub(r"pts [-\d.]+", "pts 1,2,3", line)),
    "odd info": ("info ", "info time soon"),
    "numbers of events": ("event ", lambda line: re.sub(r"event \d+", "event 7", line)),
    "odd option": ("option name Threads", "option name Threads type spin default 0 min 1 max 64"),
    "odd events": ("event ", "event draw"),
    "no name": ("id name", "id author nobody"),
    "another sample": ("sample ", "sample jars/1"),
    "sends nothing of luck": ("luck ", "luck"),
}


def spoiled(line: str, faults: dict, fault: str) -> str:
    begin, change = faults.get(fault, (None, None))
    if begin is None or not line.startswith(begin):
        return line
    return change if isinstance(change, str) else change(line)


def main(fault: str) -> None:
    if fault == "never starts":
        time.sleep(3600)
    engine = subprocess.Popen(ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def answers() -> None:
        for line in engine.stdout:
            told = spoiled(line.rstrip("\n"), FROM, fault)
            if told or line == "\n":
                say(told)

    listening = threading.Thread(target=answers)
    listening.start()
    for line in sys.stdin:
        asked = spoiled(line.rstrip("\n"), TO, fault)
        if asked or line == "\n":
            engine.stdin.write(f"{asked}\n")
        if asked == "quit":
            break
    engine.wait()
    listening.join()
    sys.exit(1 if fault == "exit code" else 0)


if __name__ == "__main__":
    main(sys.argv[1])
