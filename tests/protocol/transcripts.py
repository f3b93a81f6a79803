"""The transcripts of the documents: reads them, replays them in the real program, and can write them anew.

`python -m tests.protocol.transcripts --write` puts the answers of the program as it is now into all pages, and what the
programs on them print (`print(…)  # -> …`). A transcript is a block that begins with ```egi and the arguments of the
program; its lines that begin with `> ` are said, the others are answers.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass

from egypt.protocol.client import Client
from tests import PATIENCE, ROOT
from tests.documents import pages, with_outputs

SPEC = ROOT / "protocol" / "SPEC.md"
BLOCK = re.compile(r"^```egi *(.*)\n((?:.*\n)*?)```$", re.MULTILINE)
LAST_WORD = {"go": "bestmove", "stop": "bestmove", "perft": "perft", "bench": "bench", "egi": "egiok"}


@dataclass(frozen=True, slots=True)
class Transcript:
    arguments: list[str]
    lines: list[str]

    @property
    def said(self) -> list[str]:
        return [line[2:] for line in self.lines if line.startswith("> ")]


def transcripts(text: str) -> list[Transcript]:
    return [Transcript(block[1].split(), block[2].splitlines()) for block in BLOCK.finditer(text)]


def replay(transcript: Transcript) -> list[str]:
    """The same transcript with the answers of the program as it is now."""
    lines: list[str] = []
    command = [sys.executable, "-m", "egypt.protocol", *transcript.arguments]
    at_home = {name: value for name, value in os.environ.items() if name != "EGYPT_GAMES"}  # no toys here
    with Client(command, cwd=str(ROOT), timeout=PATIENCE, start_timeout=PATIENCE, env=at_home) as engine:
        for command in transcript.said:
            lines += [f"> {command}", *_answers(engine, command)]
    return lines


def _answers(engine: Client, command: str) -> list[str]:
    words = command.split()
    if words and words[0] in LAST_WORD and not {"infinite", "ponder"} & set(words):
        return engine.ask(command, LAST_WORD[words[0]])
    if words == ["isready"]:
        return engine.ask(command, "readyok")
    if words == ["quit"]:
        return []
    return engine.answers(command)


def rewrite(text: str, replayed: Callable[[Transcript], list[str]] = replay) -> str:
    """A document with fresh answers."""

    def fresh(block: re.Match[str]) -> str:
        (transcript,) = transcripts(block[0])
        return "\n".join([f"```egi {block[1]}".rstrip(), *replayed(transcript), "```"])

    return BLOCK.sub(fresh, text)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.protocol.transcripts", description=__doc__)
    parser.add_argument("--write", action="store_true", required=True, help="write the documents; nothing else can be done")
    parser.parse_args()
    for page in pages():
        page.write_text(with_outputs(rewrite(page.read_text())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
