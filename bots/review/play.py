"""The program `egypt-play`: the board in the browser, which also opens the records of the arena.

The server knows no records but its own; the reader of all others is here, where the arena is known.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from egypt.protocol.commands import printable
from egypt.protocol.web.__main__ import main as play
from egypt.protocol.web.records import BadRecord, Course, Deal


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program until Ctrl-C; returns its exit code."""
    return play(arguments, _read)


def _read(rules: Sequence[str], path: Path, number: int | None) -> tuple[Deal, Course]:
    """A game of any record, replayed by the rules that the user has named. Raises BadRecord or WhichGame."""
    from egypt import EgyptError, use_rules  # seldom needed: kept out of the start
    from egypt.bots.review.reading import read_record

    try:
        for file in rules:
            use_rules(file)
    except EgyptError as problem:
        raise BadRecord(printable(str(problem))) from None
    return read_record(path, number)


if __name__ == "__main__":
    sys.exit(main())
