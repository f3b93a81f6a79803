"""`python -m tests.golden` says which golden files are out of date; with --write it writes them."""

from __future__ import annotations

import argparse
import sys

from tests.golden import ACTIONS, FOLDER, PERFT, actions_text, perft_text, transcripts


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the files instead of only comparing them")
    write = parser.parse_args().write
    wanted = {**transcripts(), PERFT: perft_text(), ACTIONS: actions_text()}
    stale = [path for path, text in wanted.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    orphans = [path for path in FOLDER.glob("*.txt") if path not in wanted]
    for path in stale:
        if write:
            path.write_text(wanted[path], encoding="utf-8")
        print(f"{'written' if write else 'out of date'}: {path.name}")
    for path in orphans:
        if write:
            path.unlink()
        print(f"{'removed' if write else 'belongs to no game'}: {path.name}")
    if not stale and not orphans:
        print(f"{len(wanted)} golden files are up to date")
    return 0 if write or not (stale or orphans) else 1


if __name__ == "__main__":
    sys.exit(main())
