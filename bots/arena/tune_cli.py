"""`egypt-arena tune`: the command line, the progress and the page of a tuning."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from html import escape
from pathlib import Path

from egypt.bots.arena import plots
from egypt.bots.arena.check import check_engines
from egypt.bots.arena.cluster import check_on_cluster
from egypt.bots.arena.errors import ArenaError
from egypt.bots.arena.files import check_page, goes_on, has_content
from egypt.bots.arena.html import page_frame, section
from egypt.bots.arena.report import make_console, print_report
from egypt.bots.arena.runner import Run
from egypt.bots.arena.schedule import MAX_DEALS, Config
from egypt.bots.arena.summary import Summary
from egypt.bots.arena.tune import Round, TuneConfig, Tuning, read_tunable

EPILOG = """\
  egypt-arena tune --game ra --engine bot=ismcts,iterations=100 --option Exploration=20:400:100 --rounds 100 --deals 4 \\
                   --out tune.jsonl --html tune.html

Afterwards the found values play those of the start; their games are in tune.final.jsonl.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=LOW:HIGH[:START]",
        help="an option of the engine that is tuned between bounds; once per option",
    )
    parser.add_argument("--rounds", type=int, default=100, help="rounds of two games per deal and more (default: 100)")
    parser.add_argument("--step", type=float, default=0.1, help="first step, as a part of the bounds (default: 0.1)")
    parser.add_argument("--spread", type=float, default=0.1, help="how far apart the two sides are at first (default: 0.1)")
    parser.add_argument(
        "--final",
        type=int,
        default=50,
        metavar="DEALS",
        help="deals of the match against the start afterwards, 0 for none (default: 50)",
    )


def tune(args: argparse.Namespace, base: Config) -> int:
    """Tune, play the final match, show what came of it."""
    config = TuneConfig(base, tuple(map(read_tunable, args.option)), args.rounds, args.step, args.spread)
    config.check()
    if not 0 <= args.final <= MAX_DEALS:
        raise ArenaError(f"--final {args.final}: from 0 to {MAX_DEALS}")
    if args.out is None:
        raise ArenaError("--out is missing: the file of the tuning")
    check_page(args.html, args.out, _final_path(args))
    resume = goes_on(args.out, args.resume, args.overwrite)
    if args.final and has_content(_final_path(args)) and not (resume or args.overwrite):
        raise ArenaError(f"{_final_path(args)} exists, the final match of another tuning; --overwrite replaces it")
    if not args.no_check:
        trial = replace(base, engines=(config.engine("start", config.start),))
        if args.cluster is None:
            check_engines(trial)
        else:
            check_on_cluster(trial, args.cluster)
    tuning = Tuning(config, args.out)
    was_interrupted = False
    try:
        tuning.begin(resume)
        tuning.play_all(args.concurrency, _Progress(tuning).show, args.cluster)
    except KeyboardInterrupt:
        was_interrupted = True
    finally:
        tuning.close()
    print(_summary(tuning))
    summary = None if was_interrupted or not args.final else _final(tuning, args)
    if args.html is not None:
        _write_page(tuning, args.html, summary)
    if was_interrupted:
        print(f"egypt-arena: interrupted; --out {args.out} --resume goes on with it", file=sys.stderr)
        return 130
    return 0


def _final_path(args: argparse.Namespace) -> Path:
    path: Path = args.out.with_suffix(".final.jsonl")
    return path


def _final(tuning: Tuning, args: argparse.Namespace) -> Summary:
    path = _final_path(args)
    run = Run(tuning.final_match(args.final), path, goes_on(path, args.resume, args.overwrite))
    try:
        run.play(args.concurrency, args.cluster)
    finally:
        run.close()
    summary = Summary(run.results)
    print_report(summary, make_console())
    return summary


class _Progress:
    """A line now and then: rounds, time left, values."""

    def __init__(self, tuning: Tuning) -> None:
        self._tuning = tuning
        self._already = len(tuning.rounds)
        self._began = self._shown = time.monotonic()

    def show(self, played: Round) -> None:
        now = time.monotonic()
        done, total = len(self._tuning.rounds), self._tuning.config.rounds
        if now - self._shown < 2 and done < total:
            return
        self._shown = now
        left = (total - done) * (now - self._began) / max(1, done - self._already)
        print(
            f"egypt-arena: round {done}/{total}, {left:,.0f} s left; {_words(self._tuning.values(played.places))}",
            file=sys.stderr,
            flush=True,
        )


def _words(values: dict[str, str]) -> str:
    return ", ".join(f"{name}={value}" for name, value in values.items())


def _summary(tuning: Tuning) -> str:
    games = len(tuning.rounds) * len(tuning.final_match(1).seatings) * tuning.config.base.deals
    return (
        f"{len(tuning.rounds)} rounds, {games} games: {_words(tuning.values(tuning.places))} "
        f"(start {_words(tuning.values(tuning.config.start))})"
    )


def _write_page(tuning: Tuning, path: Path, summary: Summary | None) -> None:
    courses = {
        option.name: [tuning.config.start[at], *(played.places[at] for played in tuning.rounds)]
        for at, option in enumerate(tuning.config.options)
    }
    labels = {option.name: option for option in tuning.config.options}
    rows: Sequence[str] = [
        f"{name}: {labels[name].value(course[0])} → {labels[name].value(course[-1])} "
        f"({labels[name].low:g} to {labels[name].high:g})"
        for name, course in courses.items()
    ]
    sections = [
        section("The way of the values", "0 is the lower bound of an option, 1 its upper one.", plots.tuning_plot(courses)),
        section("Values", "", "".join(f"<p>{escape(row)}</p>" for row in rows)),
    ]
    if summary is not None:
        sections.append(
            section(
                "Found values against the start",
                summary.headline,
                "".join(f'<p class="verdict">{escape(line)}</p>' for line in summary.verdicts),
            )
        )
    title = f"{tuning.config.base.game}: tuning of {tuning.config.base.names[0]}"
    try:
        path.write_text(page_frame(title, f"<p>{escape(_summary(tuning))}</p>", sections), encoding="utf-8")
    except OSError as problem:
        raise ArenaError(f"{path}: {problem.strerror}") from None
