"""Going on with a run: with its own settings, or with more deals of the same."""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

from egypt import get_game
from egypt.bots import is_foreign
from egypt.bots.arena.adjudication import Adjudication, read_adjudication
from egypt.bots.arena.engines import read_engines
from egypt.bots.arena.errors import ArenaError
from egypt.bots.arena.record import RunFile, Writer, header_line, read_run
from egypt.bots.arena.schedule import Config, check, game_of, read_bounds, read_positions

MAX_LISTED = 2000  # characters of the programs that a file names


def resumed_config(args: argparse.Namespace) -> tuple[Config, list[str]]:
    """The configuration of the run in --out, with more deals if the command line extends it; and the programs that the file
    alone names, so that they are shown.

    Settings may be left out; those that are given must be the run's own. What a file names is run only by those who trust
    it. Raises ArenaError.
    """
    run = read_run(args.out)
    stored = run.config
    wanted = replace(stored, **_given(args, stored))
    must_agree(stored, replace(wanted, deals=stored.deals) if args.extend else wanted, args.out)
    game = game_of(stored)
    if stored.rules != game.rules_hash:
        raise ArenaError(
            f"{args.out}: this run was started under rules {stored.rules or '-'}, "
            f"but {game.name} has rules {game.rules_hash or '-'} now; --rules FILE gives others"
        )
    if args.extend:
        _must_extend(run, wanted, args.out)
    programs = [f"{spec.name}: {spec.cmd or spec.bot}" for spec in stored.engines if spec.cmd or is_foreign(spec.bot)]
    if args.engine or not programs:
        return wanted, []
    if not args.trust:
        raise ArenaError(
            f"{args.out} names programs to run: {'; '.join(programs)[:MAX_LISTED]}. "
            "--trust runs them; so does repeating every --engine (and --each)"
        )
    return wanted, programs


def _given(args: argparse.Namespace, stored: Config) -> dict[str, Any]:
    """The settings that stand on the command line, read as those of the run; raises ArenaError."""
    given = {
        key: value
        for key in ("game", "players", "variant", "format", "deals", "seed")
        if (value := getattr(args, key)) is not None
    }
    if args.sprt is not None:
        given["sprt"] = read_bounds(args.sprt)
    if args.engine:
        given["engines"] = read_engines(args.engine, args.each)
    elif args.each:
        raise ArenaError("--each cannot be repeated without --engine")
    if args.positions is not None:
        given["positions"] = read_positions(args.positions, get_game(args.game or stored.game))
    rules = read_adjudication(args.adjudicate, args.max_moves)
    if rules is not None:  # of the two flags one may be left out
        own = stored.adjudication or Adjudication()
        given["adjudication"] = Adjudication(
            *((rules.win, rules.moves) if args.adjudicate is not None else (own.win, own.moves)),
            rules.longest if args.max_moves is not None else own.longest,
        )
    if args.words:
        given["words"] = True
    return given


def must_agree(old: Config, new: Config, path: Path) -> None:
    """A run is resumed with its own settings or not at all."""
    mine, theirs = new.to_json(), old.to_json()
    for key in {**mine, **theirs}:
        if mine.get(key) != theirs.get(key):
            hint = "--extend goes on to more deals, or " if key == "deals" and new.deals > old.deals else ""
            raise ArenaError(
                f"{path}: this run was started with {key} = {theirs.get(key)!r:.200}, not {mine.get(key)!r:.200}; "
                f"{hint}resume it with its own settings, or write to another file"
            )


def _must_extend(run: RunFile, wanted: Config, path: Path) -> None:
    if wanted.deals < run.config.deals:
        raise ArenaError(f"{path}: --extend --deals {wanted.deals}: this run has {run.config.deals} deals already")
    if not run.is_header_sound:
        raise ArenaError(f"{path}: the settings in its header are not those that were written; it cannot be extended")
    check(wanted)


def extend(path: Path, config: Config) -> None:
    """Have the header of a run name more deals. All at once: a kill leaves the old file or the new one."""
    run = read_run(path)
    if run.config == config:
        return
    writer = Writer(path, run.config, run)  # no other process writes meanwhile, and a torn end is gone
    try:
        games = path.read_bytes().partition(b"\n")[2]
        longer = path.with_name(f"{path.name}.extended")
        with open(longer, "wb") as file:
            file.write(header_line(config, run.began).encode() + games)
            file.flush()
            os.fsync(file.fileno())
        os.replace(longer, path)
    except OSError as problem:
        raise ArenaError(f"{path}: {problem.strerror}") from None
    finally:
        writer.close()
