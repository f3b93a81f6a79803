"""The program `egypt-review`: reads a recorded game, judges every decision, prints it and writes it as a page."""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from egypt import EgyptError, use_rules
from egypt.bots.arena.files import check_page
from egypt.bots.arena.output import finish_log, give_up_output, prepare_output
from egypt.bots.review.game import Reviewed
from egypt.bots.review.reading import read_record
from egypt.bots.review.words import report
from egypt.protocol.client import OWN_ENGINE, EngineFailure, Refused
from egypt.protocol.command_line import add_common
from egypt.protocol.web.advisers import Advisers, Effort
from egypt.protocol.web.engines import JsonEngine
from egypt.protocol.web.records import BadRecord, Course, Deal
from egypt.protocol.web.referee import Referees
from egypt.protocol.web.review import ITERATIONS, Review

PROGRAM = "egypt-engine"
INTERRUPTED = 130
MAX_EFFORT = 10**9


class Stopped(Exception):
    """The review ended before its end; the text says why."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; returns its exit code."""
    prepare_output()
    options = _read_arguments(arguments)
    try:
        return _review(options)
    except (BadRecord, Stopped, EgyptError, EngineFailure) as problem:
        print(f"egypt-review: {problem}", file=sys.stderr)
        return 2
    except Refused as problem:
        print(f"egypt-review: {problem.text}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        give_up_output()
        return 0
    except OSError as problem:
        print(f"egypt-review: {problem.filename or 'output'}: {problem.strerror or problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        kept = "" if options.no_keep else "; what was judged is kept, the same command goes on from there"
        print(f"egypt-review: interrupted{kept}", file=sys.stderr)
        return INTERRUPTED
    finally:
        finish_log()


def _read_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="egypt-review",
        description="Judges a recorded game: what every decision lost, what every draw gave, who played how well. "
        "The judgement is kept beside the record: the second time it is there at once.",
    )
    parser.add_argument(
        "file",
        type=Path,
        help="a record of egypt-arena (JSON lines, or the text of `egypt-arena convert`), or of egypt-play",
    )
    parser.add_argument("--game", metavar="N", type=int, help="the game of a file that has several")
    parser.add_argument("--html", metavar="FILE", type=Path, help="write one page that needs nothing else")
    effort = parser.add_mutually_exclusive_group()
    effort.add_argument("--iterations", metavar="N", type=_effort, help=f"of each search (default: {ITERATIONS})")
    effort.add_argument("--time", metavar="MS", type=_effort, help="milliseconds of each search, instead of iterations")
    parser.add_argument("--short", action="store_true", help="do not print every decision")
    parser.add_argument("--no-keep", action="store_true", help="neither use what was kept nor keep anything")
    parser.add_argument("--rules", metavar="FILE", help="the rules by which it was played, if they were not the game's own")
    add_common(parser)
    return parser.parse_args(arguments)


def _effort(text: str) -> int:
    value = int(text) if text.isascii() and text.isdigit() else 0
    if not 1 <= value <= MAX_EFFORT:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to {MAX_EFFORT}")
    return value


def _review(options: argparse.Namespace) -> int:
    command = [*OWN_ENGINE]
    if options.rules is not None:
        use_rules(options.rules)
        command += ["--rules", options.rules]
    deal, course = read_record(options.file, options.game)
    if options.time is not None:
        effort = Effort(movetime=options.time)
    else:
        effort = Effort(iterations=options.iterations or ITERATIONS)
    path = None if options.no_keep else kept_path(options.file, deal)
    check_page(options.html, options.file, kept_path(options.file, deal))
    found = asyncio.run(review(deal, course, command, effort, path))
    if options.html is not None:
        from egypt.bots.review.page import page

        options.html.write_text(page(found), encoding="utf-8")
    for line in report(found, options.short):
        print(line)
    sys.stdout.flush()
    return 0


def kept_path(file: Path, deal: Deal) -> Path:
    """Where the judgement of a game is kept: beside its record."""
    return file.with_name(f"{file.stem}.{deal.table}.review.jsonl" if deal.note else f"{file.stem}.review.jsonl")


async def review(deal: Deal, course: Course, command: Sequence[str], effort: Effort, path: Path | None) -> Reviewed:
    """Judge a game with an engine of its own; progress goes to the terminal. Raises Stopped."""
    await _check_rules(deal, command)
    referees, analysts = Referees(command, 1), Advisers({PROGRAM: command}, 1)
    try:
        work = Review(deal, course, referees, analysts, PROGRAM, path=path, effort=effort)
        work.take_kept()
        if work.summary is None:
            progress = _Progress(work)
            work.watchers.add(progress)
            await work.run()
            progress.end()
        if work.summary is None or work.opening is None:
            raise Stopped(work.trouble)
        return Reviewed(deal, course, work.opening, work.items, work.summary)
    finally:
        await referees.close()
        await analysts.close()


async def _check_rules(deal: Deal, command: Sequence[str]) -> None:
    engine = await JsonEngine.start(command)
    try:
        rules = {game.name: game.rules for game in engine.identity.games}
    finally:
        await engine.close()
    if rules.get(deal.game) != deal.rules:
        raise Stopped(f"it was played with another edition of {deal.game}: rules {deal.rules}, not {rules.get(deal.game)}")


class _Progress:
    """A line on a terminal that says how far the work is, and how long it will take."""

    def __init__(self, work: Review) -> None:
        self._work = work
        self._first = len(work.items)
        self._began = time.monotonic()
        self._shown = sys.stderr.isatty()

    def __call__(self) -> None:
        done, total = len(self._work.items), self._work.total
        if not self._shown or done == self._first:
            return
        left = (time.monotonic() - self._began) / (done - self._first) * (total - done)
        print(f"\r{done} of {total} decisions judged, {left:.0f} s left \x1b[K", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
