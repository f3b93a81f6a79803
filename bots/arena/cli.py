"""The program `egypt-arena`: run (the default), report, verify, show, convert, rate, tune, check."""

from __future__ import annotations

import argparse
import contextlib
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import FrameType
from typing import NoReturn

from egypt import EgyptError, get_game, own_rules, use_rules
from egypt.bots.arena.adjudication import read_adjudication
from egypt.bots.arena.engines import read_engines
from egypt.bots.arena.errors import ArenaError
from egypt.bots.arena.files import check_page, file_path, file_text, goes_on
from egypt.bots.arena.output import finish_log, give_up_output, prepare_output
from egypt.bots.arena.schedule import FORMATS, Config, check, game_of, read_bounds, read_positions
from egypt.bots.automaton import automaton_seats
from egypt.extras import MissingExtra, needs
from egypt.protocol.command_line import add_common
from egypt.protocol.commands import printable

DEFAULT_DEALS = 100
MAX_SPRT_DEALS = 100_000
MAX_PROCESSES = 1024
INTERRUPTED = 130

ABOUT = (
    "Matches and tournaments between bots and engines. "
    "Other commands, with --help of their own: egypt-arena report, verify, show, convert, rate, tune, check."
)
EPILOG = """\
an engine is key=value,key=value,… with
  bot=random|greedy|ismcts   a bot in the process, or
  bot=package.module:Class   your own (bots/WRITE_A_BOT.md), or
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
    """Run the program; returns its exit code: 0 for success, 1 for findings of `verify` and `check`, 2 for bad usage."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    commands = {
        "run": run,
        "report": report,
        "verify": verify,
        "show": show,
        "convert": convert,
        "rate": rate,
        "tune": tune,
        "check": check_program,
    }
    command = words.pop(0) if words and words[0] in commands else "run"
    prepare_output()
    try:
        with needs("arena"):
            code = commands[command](words)
        sys.stdout.flush()
        return code
    except EgyptError as problem:
        return _complain(str(problem))
    except MissingExtra as problem:
        return _complain(str(problem))
    except BrokenPipeError:
        give_up_output()
        return 0
    except OSError as problem:  # files have their own errors, with names: this is our output
        give_up_output()
        return _complain(f"{problem.filename or 'output'}: {problem.strerror or problem}")
    except KeyboardInterrupt:
        _complain("interrupted")
        return INTERRUPTED
    finally:
        finish_log()


def _complain(text: str) -> int:
    """One line on standard error, harmless to a terminal whatever it quotes."""
    with contextlib.suppress(OSError):
        print(f"egypt-arena: {printable(' '.join(text.split()))}", file=sys.stderr, flush=True)
    return 2


def command_parsers() -> dict[str, argparse.ArgumentParser]:
    return {
        "report": report_parser(),
        "verify": verify_parser(),
        "show": show_parser(),
        "convert": convert_parser(),
        "rate": rate_parser(),
        "tune": tune_parser(),
        "check": check_parser(),
    }


class Parser(argparse.ArgumentParser):
    """Quotes no control characters."""

    def error(self, message: str) -> NoReturn:
        super().error(printable(message))


# -- run -----------------------------------------------------------------------------------------------------------------


def run_parser(program: str = "egypt-arena", about: str = ABOUT, epilog: str = EPILOG) -> argparse.ArgumentParser:
    parser = Parser(
        prog=program,
        description=about,
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "--config",
        type=file_path,
        metavar="FILE",
        help="engines and matches in a TOML file; what stands on the command line besides comes on top",
    )
    parser.add_argument("--match", metavar="NAME", help="with --config: only this match")
    parser.add_argument("--game", help="name of the game")
    parser.add_argument("--players", type=int, help="number of seats (default: 2, or what the game allows)")
    parser.add_argument("--variant", help="variant of the game (default: its first)")
    parser.add_argument(
        "--rules", type=file_text, metavar="FILE", help="numbers of your own in place of the game's data file"
    )
    parser.add_argument("--mixed-rules", action="store_true", help="let programs play by other rules than the arena's")
    parser.add_argument("--engine", action="append", default=[], metavar="SPEC", help="a contestant, see below")
    parser.add_argument("--each", action="append", default=[], metavar="SPEC", help="settings of every contestant")
    parser.add_argument(
        "--format",
        choices=FORMATS,
        help="round-robin (default), gauntlet: the first engine against each other, sprt: the same until it is decided",
    )
    parser.add_argument(
        "--sprt", metavar="ELO0,ELO1,ALPHA,BETA", help="bounds of a sequential test of the first engine, e.g. 0,10,0.05,0.05"
    )
    parser.add_argument("--deals", type=int, help=f"deals, each played in every seating (default: {DEFAULT_DEALS})")
    parser.add_argument("--seed", type=int, help="decides all deals and all bots (default: 1)")
    parser.add_argument("--positions", type=file_path, metavar="FILE", help="deals begin with the positions of a file")
    parser.add_argument(
        "--adjudicate",
        metavar="CHANCE,MOVES",
        help="end a game as won when all that moved saw the same "
        "seat at this chance or above for this number of moves, e.g. 0.98,10 (default: never)",
    )
    parser.add_argument("--max-moves", type=int, metavar="N", help="end a game as undecided after N moves (default: never)")
    parser.add_argument("--words", action="store_true", help="keep every event in words, too, where the game has them")
    parser.add_argument("--concurrency", type=int, default=1, metavar="N", help="games at the same time (default: 1)")
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="play on a Dask cluster, e.g. tcp://host:8786; local or local:N starts one of N workers here",
    )
    parser.add_argument("--out", type=file_path, metavar="FILE", help="keep every game in a file of JSON lines")
    parser.add_argument("--resume", action="store_true", help="go on with the run in --out; settings may be left out")
    parser.add_argument("--extend", action="store_true", help="with --resume: go on to more --deals than the run had")
    parser.add_argument("--trust", action="store_true", help="with --resume: run the programs that the file names")
    parser.add_argument("--overwrite", action="store_true", help="replace --out if it exists")
    parser.add_argument(
        "--log", type=file_text, metavar="FOLDER", help="keep what is said to programs and by them, a file per engine"
    )
    parser.add_argument("--no-check", action="store_true", help="do not try every engine before the first game")
    parser.add_argument("--html", type=file_path, metavar="FILE", help="write the report as a page, too")
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
    if players.bit_length() > 31:  # more than the core can count
        raise ArenaError(f"--players {players}: {game.name} is for {game.min_players} to {game.max_players}")
    sprt = read_bounds(args.sprt) if args.sprt is not None else None
    positions = read_positions(args.positions, game) if args.positions is not None else ()
    usual_deals = MAX_SPRT_DEALS if sprt else len(positions) or DEFAULT_DEALS
    config = Config(
        game=game.name,
        players=players,
        variant=args.variant if args.variant is not None else game.variants[0],
        format=args.format or ("sprt" if sprt else "round-robin"),
        deals=args.deals if args.deals is not None else usual_deals,
        seed=args.seed if args.seed is not None else 1,
        engines=read_engines(args.engine, args.each),
        sprt=sprt,
        rules=game.rules_hash,
        positions=positions,
        adjudication=read_adjudication(args.adjudicate, args.max_moves),
        words=args.words,
    )
    game_of(config)
    config = replace(config, automata=automaton_seats(game, config.players, config.variant))
    check(config)
    return config


def run(words: Sequence[str]) -> int:
    """All matches of a --config file, or the one that the command line describes."""
    parser = Parser(add_help=False, allow_abbrev=False)
    parser.add_argument("--config", type=file_path)
    parser.add_argument("--match")
    file, rest = parser.parse_known_args(words)
    if file.config is None:
        if file.match is not None:
            raise ArenaError("--match belongs to --config")
        return run_match(rest)

    from egypt.bots.arena.matches import command_lines

    flags = {flag for action in run_parser()._actions for flag in action.option_strings}
    flags -= {"--engine", "--each", "--config", "--match", "--help"}
    code = 0
    for name, line in command_lines(file.config, flags, file.match):
        if name:
            print(f"match {printable(name)}", flush=True)
        code = max(code, run_match([*line, *rest]))
        if code == INTERRUPTED:
            break
    return code


def run_match(words: Sequence[str]) -> int:
    """One match, if need be on a cluster that lasts as long as it."""
    parser = run_parser()
    add_common(parser, command_parsers)
    args = parser.parse_args(bind_bounds(words))

    from egypt.bots.arena.cluster import is_local, local_cluster

    if not is_local(args.cluster):
        return _run_match(args)
    with local_cluster(args.cluster) as args.cluster:
        return _run_match(args)


def _run_match(args: argparse.Namespace) -> int:
    _check_flags(args)
    if args.resume and args.out is None:
        raise ArenaError("--resume needs --out, the file of the run")
    for flag in ("trust", "extend"):
        if getattr(args, flag) and not args.resume:
            raise ArenaError(f"--{flag} belongs to --resume")

    from egypt.bots.arena.progress import LiveProgress
    from egypt.bots.arena.report import make_console, print_report
    from egypt.bots.arena.resume import extend
    from egypt.bots.arena.runner import Run
    from egypt.bots.arena.summary import Summary

    check_page(args.html, args.out)
    resume = args.out is not None and goes_on(args.out, args.resume, args.overwrite)
    config = _prepared(args, _resumed if resume else read_config)
    if not args.no_check:
        _try_engines(config, args.cluster)
    if args.extend and resume:
        extend(args.out, config)
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
    print_report(summary, make_console())  # first: a page that cannot be written must not cost it
    if args.html is not None:
        from egypt.bots.arena.html import write_page

        write_page(summary, args.html, args.out)
    if was_interrupted:
        again = f"; --out {args.out} --resume goes on with it" if args.out is not None else ""
        _complain(f"interrupted{again}")
        return INTERRUPTED
    return 0


def _check_flags(args: argparse.Namespace) -> None:
    """Raises ArenaError for flags that can be meant neither for a match nor for a tuning."""
    if not 1 <= args.concurrency <= MAX_PROCESSES:
        raise ArenaError(f"--concurrency {args.concurrency}: from 1 to {MAX_PROCESSES}")
    if args.resume and args.overwrite:
        raise ArenaError("--resume and --overwrite exclude each other")


def _prepared(args: argparse.Namespace, read: Callable[[argparse.Namespace], Config]) -> Config:
    """The configuration with what no file of a run says: rules of one's own, logs. From now on signals end the run in order.

    The rules are in use before anything is read by them. Raises ArenaError.
    """
    ruled = use_rules(args.rules) if args.rules is not None else None
    config = read(args)
    if ruled is not None and ruled.name != config.game:
        raise ArenaError(f"--rules {args.rules}: these are rules of {ruled.name}, not of {config.game}")
    for number in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):  # Windows has no SIGHUP
        if signal.getsignal(number) is not signal.SIG_IGN:  # `nohup` wants us to go on
            signal.signal(number, _interrupt)
    return replace(config, own_rules=own_rules(config.game), mixed_rules=args.mixed_rules, log=args.log or "")


def _resumed(args: argparse.Namespace) -> Config:
    """The configuration of the run in --out; says which programs the file names."""
    from egypt.bots.arena.resume import MAX_LISTED, resumed_config

    config, programs = resumed_config(args)
    if programs:
        _complain(f"runs the programs that {args.out} names: {'; '.join(programs)[:MAX_LISTED]}")
    return config


def _try_engines(config: Config, cluster: str | None) -> None:
    """Raises ArenaError if one of the engines cannot play, where it is going to."""
    if cluster is None:
        from egypt.bots.arena.check import check_engines

        check_engines(config)
    else:
        from egypt.bots.arena.cluster import check_on_cluster

        check_on_cluster(config, cluster)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


# -- report and verify -----------------------------------------------------------------------------------------------------


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise argparse.ArgumentTypeError(f"'{printable(text)}' is no number of games")
    return int(text)


def _with_rules(parser: Parser) -> Parser:
    parser.add_argument(
        "--rules", type=file_text, metavar="FILE", help="the rules by which it was played, if they were not the game's own"
    )
    return parser


def _read_with_rules(parser: Parser, words: Sequence[str]) -> argparse.Namespace:
    """The arguments of a command that looks at games which were perhaps played by rules of somebody's own; loads these."""
    args = parser.parse_args(words)
    if args.rules is not None:
        use_rules(args.rules)
    return args


def report_parser() -> Parser:
    parser = Parser(prog="egypt-arena report", description="Print the tables of a run again.")
    parser.add_argument("file", type=file_path, help="what --out wrote")
    parser.add_argument("--html", type=file_path, metavar="FILE", help="write one self-contained page with plots")
    parser.add_argument(
        "--replays",
        type=_count,
        default=40,
        metavar="N",
        help="games that can be opened in the page, some ten kilobytes each (default: 40)",
    )
    return _with_rules(parser)


def report(words: Sequence[str]) -> int:
    args = _read_with_rules(report_parser(), words)

    from egypt.bots.arena.record import read_run
    from egypt.bots.arena.report import make_console, print_report
    from egypt.bots.arena.results import Batch, Results
    from egypt.bots.arena.summary import Summary
    from egypt.bots.arena.verify import must_be_planned

    check_page(args.html, args.file)
    kept = read_run(args.file)
    must_be_planned(kept, args.file)
    if kept.torn:
        _complain(f"{args.file}: the last line is torn and left out")
    summary = Summary(Results(kept.config, [Batch.of(kept.records, kept.config.players)]))
    if args.html is not None:
        from egypt.bots.arena.html import write_page

        write_page(summary, args.html, args.file, args.replays)
    print_report(summary, make_console())
    return 0


def verify_parser() -> Parser:
    parser = Parser(
        prog="egypt-arena verify",
        description="Replay every game of a run and check it to the last point; name games that are missing between others.",
    )
    parser.add_argument("file", type=file_path, help="what --out wrote")
    return _with_rules(parser)


def verify(words: Sequence[str]) -> int:
    args = _read_with_rules(verify_parser(), words)

    from egypt.bots.arena.record import read_run
    from egypt.bots.arena.verify import gaps
    from egypt.bots.arena.verify import verify as findings_of

    kept = read_run(args.file)
    findings = missing = 0
    for finding in findings_of(kept):
        print(finding)
        findings += 1
    for gap in gaps(kept):
        print(gap)
        missing += 1
    moves = sum(len(record.moves.split()) for record in kept.records)
    forfeited = sum(bool(record.faults) for record in kept.records)
    expected = "" if kept.config.sprt or len(kept.records) == kept.config.games else f" of {kept.config.games}"
    torn = "; the last line is torn and left out" if kept.torn else ""
    verdict = "all as recorded" if not findings else f"{findings} are not as recorded"
    verdict += "; games are missing between them" if missing else ""
    print(f"{len(kept.records)}{expected} games, {moves} moves, {forfeited} forfeited: {verdict}{torn}")
    return 1 if findings or missing else 0


def show_parser() -> Parser:
    parser = Parser(prog="egypt-arena show", description="Print a recorded game, move by move.")
    parser.add_argument("file", type=file_path, help="what --out wrote")
    parser.add_argument("--game", type=int, default=0, metavar="N", help="number of the game (default: 0)")
    parser.add_argument("--board", action="store_true", help="show the board after every decision, too")
    return _with_rules(parser)


def show(words: Sequence[str]) -> int:
    args = _read_with_rules(show_parser(), words)

    from egypt.bots.arena.show import game_in_words

    for line in game_in_words(args.file, args.game, args.board):
        print(line)
    return 0


def tune_parser() -> argparse.ArgumentParser:
    from egypt.bots.arena.tune_cli import EPILOG as TUNE_EPILOG
    from egypt.bots.arena.tune_cli import add_arguments

    parser = run_parser(
        "egypt-arena tune",
        "Find better values for options of an engine: it plays itself with values a "
        "little apart, which step towards those that win (SPSA).",
        TUNE_EPILOG,
    )
    add_arguments(parser)
    return parser


def tune(words: Sequence[str]) -> int:
    from egypt.bots.arena.tune_cli import tune as tune_engine

    args = tune_parser().parse_args(words)
    for flag in ("config", "match", "sprt", "format", "trust", "extend"):
        if getattr(args, flag):
            raise ArenaError(f"--{flag} is not for tune")
    args.deals = 2 if args.deals is None else args.deals  # of a round
    _check_flags(args)

    from egypt.bots.arena.cluster import is_local, local_cluster

    if not is_local(args.cluster):
        return tune_engine(args, _prepared(args, read_config))
    with local_cluster(args.cluster) as args.cluster:
        return tune_engine(args, _prepared(args, read_config))


def rate_parser() -> Parser:
    parser = Parser(
        prog="egypt-arena rate",
        description="One rating list per game from the games of several runs. "
        "Engines are the same if their names and settings are.",
    )
    parser.add_argument("files", type=file_path, nargs="+", help="what --out wrote")
    return parser


def rate(words: Sequence[str]) -> int:
    args = rate_parser().parse_args(words)

    from egypt.bots.arena.rating_list import rating_lists
    from egypt.bots.arena.report import make_console, print_ratings

    for game, rated in rating_lists(args.files).items():
        print_ratings(game, rated, make_console())
    return 0


def check_parser() -> Parser:
    parser = Parser(
        prog="egypt-arena check",
        description="Compare what a program says with protocol/SPEC.md, point by point. "
        "What its handshake announces decides what it is asked.",
    )
    parser.add_argument("command", help="the program with its arguments, as one word")
    parser.add_argument("--game", help="the game it is asked about (default: the first of its handshake)")
    parser.add_argument("--players", type=int, help="number of seats (default: as few as the game allows)")
    parser.add_argument("--variant", help="variant of the game (default: its first)")
    parser.add_argument("--start", type=float, default=20.0, metavar="S", help="seconds for the handshake (default: 20)")
    parser.add_argument("--stall", type=float, default=10.0, metavar="S", help="seconds for an answer (default: 10)")
    parser.add_argument(
        "--overhead",
        type=float,
        default=100.0,
        metavar="MS",
        help="how much later than asked a move may come (default: 100)",
    )
    parser.add_argument("--point", action="append", default=[], metavar="NAME", help="only this point; can be repeated")
    parser.add_argument("--log", type=file_text, metavar="FOLDER", help="keep what is said to the program and by it")
    return _with_rules(parser)


def check_program(words: Sequence[str]) -> int:
    args = _read_with_rules(check_parser(), words)

    from egypt.bots.arena.conformance_run import check_command

    return check_command(args)


def convert_parser() -> Parser:
    parser = Parser(
        prog="egypt-arena convert",
        description="Turn the games of a run into a text that a person can read and mail "
        "(tags, numbered moves, comments), or such a text into a file of JSON lines.",
    )
    parser.add_argument("file", type=file_path, help="what --out wrote, or a text that this command wrote")
    parser.add_argument("to", type=file_path, nargs="?", help="the file to write (default: standard output)")
    parser.add_argument("--game", type=int, metavar="N", help="only the game with this number")
    return _with_rules(parser)


def convert(words: Sequence[str]) -> int:
    args = _read_with_rules(convert_parser(), words)

    from egypt.bots.arena.text import converted

    text = converted(args.file, args.game)
    if args.to is None:
        sys.stdout.write(text)
        return 0
    if args.to.exists():
        raise ArenaError(f"{args.to} exists; write to another file")
    try:
        args.to.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise ArenaError(f"{args.to}: {problem.strerror}") from None
    return 0


if __name__ == "__main__":
    sys.exit(main())
