"""The program `egypt-arena`: run (the default), report, verify."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

from egypt.bots.arena.engines import read_engines
from egypt.bots.arena.errors import ArenaError
from egypt.bots.arena.schedule import FORMATS, Bounds, Config
from egypt.core.errors import EgyptError
from egypt.games import get_game

COMMANDS = ("run", "report", "verify")
DEFAULT_DEALS = 100
MAX_SPRT_DEALS = 100_000
INTERRUPTED = 130
MAX_SEED = 2**63 - 1

EPILOG = """\
an engine is key=value,key=value,… with
  bot=random|greedy|ismcts   a bot in the process, or
  cmd=PROGRAM ARGUMENTS      any EGI program, a process for every seat
  name=, dir=                its name; where cmd is started
  movetime=MS, iterations=N, tc=SECONDS+INCREMENT    how long it may think
  overhead=MS (100)          how late an answer may be; later is `time over`
  stall=S (30), start=S (20) how long to wait for an answer, for the handshake
  option.NAME=VALUE          an option of the engine

  egypt-arena --game ra --players 3 --engine name=new,bot=ismcts,iterations=2000 --engine bot=greedy --out run.jsonl
  egypt-arena report run.jsonl --html run.html
  egypt-arena verify run.jsonl
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; returns its exit code: 0 for success, 1 for findings of `verify`, 2 for bad usage."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    command = words.pop(0) if words and words[0] in COMMANDS else "run"
    try:
        return {"run": run, "report": report, "verify": verify}[command](words)
    except EgyptError as problem:
        print(f"egypt-arena: {problem}", file=sys.stderr)
        return 2
    except ModuleNotFoundError as problem:
        if problem.name not in ("rich", "distributed", "dask"):
            raise
        extra = "arena" if problem.name == "rich" else "cluster"
        print(f"egypt-arena: {problem.name} is not installed; pip install 'egypt-engine[{extra}]'", file=sys.stderr)
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())     # so that the exit does not complain again
        return 0


# -- run -----------------------------------------------------------------------------------------------------------------

def run_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="egypt-arena", description="Matches and tournaments between bots and engines. "
        "Other commands: egypt-arena report FILE, egypt-arena verify FILE.",
        epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    parser.add_argument("--game", help="name of the game")
    parser.add_argument("--players", type=int, help="number of seats (default: 2, or what the game allows)")
    parser.add_argument("--variant", help="variant of the game (default: its first)")
    parser.add_argument("--engine", action="append", default=[], metavar="SPEC", help="a contestant, see below")
    parser.add_argument("--each", action="append", default=[], metavar="SPEC", help="settings of every contestant")
    parser.add_argument("--format", choices=FORMATS, help="round-robin (default), gauntlet: the first engine against "
                        "each other, sprt: the first against the second until it is decided")
    parser.add_argument("--sprt", metavar="ELO0,ELO1,ALPHA,BETA", help="bounds of a sequential test, e.g. 0,10,0.05,0.05")
    parser.add_argument("--deals", type=int, help=f"deals, each played in every seating (default: {DEFAULT_DEALS})")
    parser.add_argument("--seed", type=int, help="decides all deals and all bots (default: 1)")
    parser.add_argument("--concurrency", type=int, default=1, metavar="N", help="games at the same time (default: 1)")
    parser.add_argument("--cluster", metavar="ADDRESS", help="play on a Dask cluster, e.g. tcp://host:8786")
    parser.add_argument("--out", type=Path, metavar="FILE", help="keep every game in a file of JSON lines")
    parser.add_argument("--resume", action="store_true", help="go on with the run in --out; settings may be left out")
    parser.add_argument("--overwrite", action="store_true", help="replace --out if it exists")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write the report as a page, too")
    return parser


def bind_bounds(words: Sequence[str]) -> list[str]:
    """`--sprt -10,0,…` as one word, or its minus would be taken for an option."""
    bound = list(words)
    for at, word in enumerate(bound[:-1]):
        if word == "--sprt":
            return [*bound[:at], f"--sprt={bound[at + 1]}", *bound[at + 2 :]]
    return bound


def read_config(args: argparse.Namespace) -> Config:
    """The configuration of a command line; raises ArenaError, naming the bad part."""
    if args.game is None:
        raise ArenaError("--game is missing")
    game = get_game(args.game)
    players = args.players if args.players is not None else max(2, game.min_players)
    if not game.min_players <= players <= game.max_players:
        raise ArenaError(f"--players {players}: {game.name} is for {game.min_players} to {game.max_players}")
    variant = args.variant if args.variant is not None else game.variants[0]
    if variant not in game.variants:
        raise ArenaError(f"--variant {variant}: {game.name} has {', '.join(game.variants)}")
    fewest, most = game.seats_of(variant)
    if not fewest <= players <= most:
        raise ArenaError(f"--players {players}: {game.name} {variant} is for {fewest} to {most}")
    engines = read_engines(args.engine, args.each)
    if not engines:
        raise ArenaError("--engine is missing: a match needs players")
    sprt = read_bounds(args.sprt) if args.sprt is not None else None
    format_name = args.format or ("sprt" if sprt else "round-robin")
    if (format_name == "sprt") != (sprt is not None):
        raise ArenaError("--format sprt and --sprt ELO0,ELO1,ALPHA,BETA belong together")
    if sprt and len(engines) != 2:
        raise ArenaError(f"--sprt is a test between two engines, not {len(engines)}")
    deals = args.deals if args.deals is not None else (MAX_SPRT_DEALS if sprt else DEFAULT_DEALS)
    if deals < 1:
        raise ArenaError(f"--deals {deals}: at least 1")
    seed = args.seed if args.seed is not None else 1
    if not 0 <= seed <= MAX_SEED:
        raise ArenaError(f"--seed {seed}: from 0 to {MAX_SEED}")
    return Config(
        game=game.name, players=players, variant=variant, format=format_name, deals=deals, seed=seed, engines=engines,
        sprt=sprt, rules=game.rules_hash)


def read_bounds(text: str) -> Bounds:
    try:
        elo0, elo1, alpha, beta = map(float, text.split(","))
    except ValueError:
        raise ArenaError(f"--sprt {text}: four numbers are needed, e.g. 0,10,0.05,0.05") from None
    if not (-1000 <= elo0 < elo1 <= 1000 and 0 < alpha < 0.5 and 0 < beta < 0.5):
        raise ArenaError(f"--sprt {text}: elo0 must be below elo1, alpha and beta between 0 and 0.5")
    return Bounds(elo0, elo1, alpha, beta)


def run(words: Sequence[str]) -> int:
    args = run_parser().parse_args(bind_bounds(words))
    if args.concurrency < 1:
        raise ArenaError(f"--concurrency {args.concurrency}: at least 1")
    if args.resume and args.out is None:
        raise ArenaError("--resume needs --out, the file of the run")
    if args.out is not None and args.out.exists() and args.out.stat().st_size and not (args.resume or args.overwrite):
        raise ArenaError(f"{args.out} exists; --resume goes on with it, --overwrite replaces it")
    resume = args.resume and args.out.exists() and args.out.stat().st_size > 0

    from egypt.bots.arena.progress import LiveProgress
    from egypt.bots.arena.record import read_run
    from egypt.bots.arena.report import make_console, print_report
    from egypt.bots.arena.runner import Run
    from egypt.bots.arena.summary import Summary

    config = read_run(args.out).config if resume and not args.engine and args.game is None else read_config(args)
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:      # `nohup` wants us to go on
            signal.signal(number, _interrupt)
    current = Run(config, args.out, resume)
    was_interrupted = False
    try:
        with LiveProgress(config, len(current.done)) as progress:
            current.play(args.concurrency, args.cluster, progress)
    except KeyboardInterrupt:
        was_interrupted = True
    finally:
        current.close()
    summary = Summary(current.results)
    if args.html is not None:
        from egypt.bots.arena.html import write_page

        write_page(summary, args.html, args.out)
    print_report(summary, make_console())
    if was_interrupted:
        again = f"; --out {args.out} --resume goes on with it" if args.out is not None else ""
        print(f"egypt-arena: interrupted{again}", file=sys.stderr)
        return INTERRUPTED
    return 0


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


# -- report and verify -----------------------------------------------------------------------------------------------------

def report(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="egypt-arena report", description="Print the tables of a run again.")
    parser.add_argument("file", type=Path, help="what --out wrote")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write one self-contained page with plots")
    args = parser.parse_args(words)

    from egypt.bots.arena.record import read_run
    from egypt.bots.arena.report import make_console, print_report
    from egypt.bots.arena.results import Batch, Results
    from egypt.bots.arena.summary import Summary

    kept = read_run(args.file)
    if kept.torn:
        print(f"egypt-arena: {args.file}: the last line is torn and left out", file=sys.stderr)
    summary = Summary(Results(kept.config, [Batch.of(kept.records, kept.config.players)]))
    if args.html is not None:
        from egypt.bots.arena.html import write_page

        write_page(summary, args.html, args.file)
    print_report(summary, make_console())
    return 0


def verify(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="egypt-arena verify", description="Replay every game of a run and check it to the last point.")
    parser.add_argument("file", type=Path, help="what --out wrote")
    args = parser.parse_args(words)

    from egypt.bots.arena.record import read_run
    from egypt.bots.arena.verify import verify as findings_of

    kept = read_run(args.file)
    findings = 0
    for finding in findings_of(kept):
        print(finding)
        findings += 1
    moves = sum(len(record.moves.split()) for record in kept.records)
    forfeited = sum(bool(record.faults) for record in kept.records)
    expected = "" if kept.config.sprt or len(kept.records) == kept.config.games else f" of {kept.config.games}"
    torn = "; the last line is torn and left out" if kept.torn else ""
    verdict = "all as recorded" if not findings else f"{findings} are not as recorded"
    print(f"{len(kept.records)}{expected} games, {moves} moves, {forfeited} forfeited: {verdict}{torn}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
