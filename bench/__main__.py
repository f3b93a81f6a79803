"""`python -m bench <report> …`: every module of this folder with a `main(argv)` is a report of that name."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

from egypt import EgyptError, __version__
from egypt.extras import MissingExtra, needs
from egypt.protocol.child import EngineFailure

REPORTS = sorted(
    path.stem
    for path in Path(__file__).parent.glob("*.py")
    if not path.stem.startswith("_") and "def main(" in path.read_text()
)


def main(argv: list[str]) -> int:
    if not argv or argv[0] in ("-h", "--help"):
        print("usage: python -m bench <report> [options]\n\nreports:")
        for name in REPORTS:
            summary = (import_module(f"bench.{name}").__doc__ or "").strip().splitlines()[0]
            print(f"  {name:<10} {summary}")
        return 0
    if argv[0] == "--version":
        print(f"bench {__version__}")
        return 0
    if argv[0] not in REPORTS:
        print(f"bench: '{argv[0]}' is not a report; there are {', '.join(REPORTS)}", file=sys.stderr)
        return 2
    try:
        with needs("test"):
            return int(import_module(f"bench.{argv[0]}").main(argv[1:]))
    except (EgyptError, EngineFailure, MissingExtra) as error:
        print(f"bench {argv[0]}: {error}", file=sys.stderr)
    except OSError as error:
        if error.filename is None:
            raise
        print(f"bench {argv[0]}: {error.filename}: {error.strerror}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
