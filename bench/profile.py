"""Where the time goes, by function and by line.

By function: samples of `perf` on the normal build, or instructions counted by valgrind's callgrind. By
line: a trace build under build/trace, which takes a minute the first time. There, hits are exact; times
contain the tracing.

  python -m bench profile --game ra --what search --by function
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from bench._functions import TOOLS, FunctionProfile, ToolMissingError, profile_functions
from bench._lines import FunctionLines
from bench._report import UseRules, announce, parser, positive, print_json, seconds, start
from bench._trace import TraceError, profile_lines
from bench._workload import Kernel
from bench.search import add_playout_option, playout_setting

ROOT = Path(__file__).resolve().parent.parent


def function_table(profile: FunctionProfile, top: int) -> str:
    """One line per function, the most expensive first."""
    rows = [f"by function ({profile.tool}, {sum(profile.counts.values()):,} {profile.unit})", ""]
    rows += [f"{share:>7.1%}  {name}" for name, share in profile.shares()[:top]]
    rest = sum(share for _, share in profile.shares()[top:])
    if rest:
        rows.append(f"{rest:>7.1%}  (all others)")
    return "\n".join(rows)


def line_table(function: FunctionLines, all_hits: int, source: list[str]) -> str:
    """A function's source with hits, milliseconds and share of its time."""
    whole = function.seconds or 1
    place, share = f"{function.file}:{function.first}", function.hits / all_hits
    rows = [f"{function.name}  {place}  {share:.1%} of all hits", "", f"{'hits':>10} {'ms':>9} {'%':>6}  {'line':>4}"]
    for line in function.lines:
        text = source[line.number - 1].rstrip() if line.number <= len(source) else ""
        rows.append(f"{line.hits:>10,} {line.seconds * 1e3:9.2f} {line.seconds / whole:>6.1%}  {line.number:>4} {text}")
    return "\n".join(rows)


def report_functions(kernel: Kernel, tool: str, seconds: float, top: int, as_json: bool) -> dict[str, Any]:
    profile = profile_functions(kernel, tool, seconds)
    if not as_json:
        print(function_table(profile, top), flush=True)
    return {
        "tool": profile.tool,
        "unit": profile.unit,
        "functions": [{"name": name, "share": round(share, 4)} for name, share in profile.shares()[:top]],
    }


def report_lines(kernel: Kernel, seconds: float, top: int, as_json: bool) -> dict[str, Any]:
    data, functions = profile_lines(kernel, seconds)
    all_hits = sum(function.hits for function in functions)
    if not as_json:
        unit = "iterations" if kernel.what == "search" else "playouts"
        print(f"by line (trace build, {data['tool']}, {data['amount']:,} {unit}, {all_hits:,} hits)")
        for function in functions[:top]:
            path = ROOT / function.file
            source = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
            print("\n" + line_table(function, all_hits, source), flush=True)
    return {
        "line_tool": data["tool"],
        "amount": data["amount"],
        "lines": [
            {
                "file": function.file,
                "line": line.number,
                "function": function.name,
                "hits": line.hits,
                "ms": round(line.seconds * 1e3, 3),
            }
            for function in functions[:top]
            for line in function.lines
        ],
    }


def main(argv: list[str]) -> int:
    options = parser(__name__, __doc__)
    options.add_argument("--what", choices=("search", "playouts"), default="search", help="the kernel")
    options.add_argument("--by", choices=("function", "line", "both"), default="both", help="which tables")
    options.add_argument("--tool", choices=("auto", *TOOLS), default="auto", help="for functions")
    options.add_argument("--seconds", type=seconds, default=3.0, help="how long to look on, for each table")
    options.add_argument("--iterations", type=positive, default=20_000, help="of a search; then a new tree begins")
    add_playout_option(options)
    options.add_argument("--top", type=positive, default=12, help="functions to show")
    args = options.parse_args(argv)
    start(args)  # an unknown game or a wrong number of players fails here
    playout = playout_setting(args.playout)
    kernel = Kernel(args.game, args.players, args.seed, args.what, args.iterations, playout, tuple(UseRules.chosen))
    result: dict[str, Any] = {"game": args.game, "players": args.players, "what": args.what}
    asked = shown = 0
    announce(args.seconds * (2 if args.by == "both" else 1), "a look at the kernel; the first by line builds it, too")
    if args.by != "line":
        asked += 1
        try:
            result |= report_functions(kernel, args.tool, args.seconds, args.top, args.json)
            shown += 1
        except ToolMissingError as error:
            print(f"no profile by function: {error}", file=sys.stderr)
    if args.by != "function":
        asked += 1
        if shown and not args.json:
            print()
        try:
            result |= report_lines(kernel, args.seconds, args.top, args.json)
            shown += 1
        except TraceError as error:
            print(f"no profile by line: {error}", file=sys.stderr)
    if args.json:
        print_json(result)
    return 0 if shown else 1
