"""The search from a fixed starting position: iterations a second, nodes, memory."""

from __future__ import annotations

from argparse import ArgumentParser
from statistics import median

from bench._report import parser, positive, progress, show, start
from egypt import EgyptError, Limits, Search
from egypt.bots.ismcts import read_weights
from egypt.search.settings import FULL_PLAYOUT


def add_playout_option(options: ArgumentParser) -> None:
    options.add_argument("--playout", default=None, help="decisions after the leaf, or 'full' (default: the game's own)")


def playout_setting(text: str | None) -> int | None:
    """The option --playout as the search wants it. Raises EgyptError."""
    if text is None:
        return None
    if text == "full":
        return FULL_PLAYOUT
    if not text.isdecimal():
        raise EgyptError(f"--playout: '{text}' is neither a number nor 'full'")
    return int(text)


def main(argv: list[str]) -> int:
    options = parser(__name__, __doc__)
    options.add_argument("--iterations", type=positive, default=20_000, help="of one search")
    options.add_argument("--threads", type=positive, default=1, help="of the search")
    options.add_argument("--hash", type=positive, default=256, help="MB for the tree")
    add_playout_option(options)
    options.add_argument(
        "--weights",
        metavar="FILE",
        help="weights and settings of another version of the search, in the "
        "form of a weights.json; bots/second_version has those of ismcts-v2",
    )
    options.add_argument("--repeat", type=positive, default=5, help="searches; the median one is reported")
    args = options.parse_args(argv)
    position = start(args)
    search = Search(
        position.game,
        threads=args.threads,
        hash_mb=args.hash,
        seed=args.seed,
        playout=playout_setting(args.playout),
        weights=None if args.weights is None else read_weights(args.weights),
    )
    view = position.view(position.actor)
    results = [
        search.run(view, Limits(iterations=args.iterations))
        for _ in progress(range(args.repeat + 1), args.repeat + 1, "searches")
    ][1:]
    milliseconds = median(result.milliseconds for result in results)
    show(
        {
            "game": args.game,
            "players": args.players,
            "threads": args.threads,
            "iterations": results[0].iterations,
            "playout": search.settings(args.players)["playout"],
            "iterations_per_s": results[0].iterations * 1000 / milliseconds,
            "nodes": results[0].nodes,
            "bytes_per_node": results[0].bytes_per_node,
            "ms": milliseconds,
            "best": results[0].best,
        },
        args.json,
    )
    return 0
