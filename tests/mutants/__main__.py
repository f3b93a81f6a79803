"""Mutated positions of every game: `python -m tests.mutants [--game ra] [--mutants 200000] [--seed 1] [--out FILE]`.

With --check TEXT one text is tested instead. Ends with 1 if the rule is broken anywhere.
"""

from __future__ import annotations

import argparse
import os
import sys
import time

import tests.toy  # noqa: F401  the toy game is a game like any other
from egypt import game_names
from tests.mutants.runner import Failure, Plan, Totals, run, verdict


def describe(totals: Totals) -> str:
    """Every kind of failure with its examples, the most frequent first."""
    lines = []
    for kind in sorted(totals.kinds, key=lambda kind: -totals.counts[kind]):
        lines.append(f"== {totals.counts[kind]} times: {kind}")
        for failure in totals.kinds[kind]:
            lines += _example(failure)
        lines.append("")
    return "\n".join(lines)


def _example(failure: Failure) -> list[str]:
    changed = ", ".join(failure.changed)
    return [
        f"-- {'view' if failure.is_view else 'position'}, changed: {changed or 'order of fields'} (seed {failure.seed})",
        failure.text,
        f"   from {failure.base}",
        *([f"   {failure.where}"] if failure.where else []),
    ]


def check_one(text: str, names: bool, seed: int) -> int:
    game, is_view = text.partition("/")[0], ";viewer=all" not in text
    failure = verdict(Plan(game, 1, names=names), text, is_view, seed)
    print("the rule holds" if failure is None else f"{failure.kind}\n{failure.where}")
    return int(failure is not None)


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--game", choices=game_names(), help="default: all, one after the other")
    parser.add_argument("--mutants", type=int, default=200_000, help="per game")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="child processes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, help="random games to take positions from; default: one for 500 mutants")
    parser.add_argument("--examples", type=int, default=5, help="kept of each kind of failure")
    parser.add_argument("--no-names", action="store_true", help="let refusals pass that name no field")
    parser.add_argument("--out", help="write the failures there instead of to stdout")
    parser.add_argument("--check", metavar="TEXT", help="test this text of a position or a view")
    args = parser.parse_args(argv)
    if args.check:
        return check_one(args.check, not args.no_names, args.seed)
    failed = False
    for game in [args.game] if args.game else game_names():
        began = time.monotonic()
        games = args.games or max(60, args.mutants // 500)
        totals = run(Plan(game, args.mutants, args.seed, args.jobs or 1, games, not args.no_names, args.examples))
        seconds = time.monotonic() - began
        print(
            f"{game}: {totals.mutants:,} mutants in {seconds:.0f} s, {totals.accepted:,} accepted, "
            f"{totals.failures:,} failures of {len(totals.kinds)} kinds",
            flush=True,
        )
        failed |= bool(totals.failures)
        report = describe(totals)
        if args.out:
            with open(args.out, "a" if game != (args.game or game_names()[0]) else "w") as target:
                target.write(report)
        elif report:
            print(report)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
