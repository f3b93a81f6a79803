"""What each module of a folder is for, from the first line of its docstring: `python -m tests.map engine/search`.

A module of several files (`tree.pxd`, `tree.pyx`) has one line, that of its declarations.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from tests import ROOT
from tests.architecture import sources

RANK = (".pxd", ".py", ".pyx")


def first_line(text: str) -> str | None:
    """The first line of the docstring of a module, Python or Cython."""
    begin = re.match(r'(?:#.*\n|\s)*r?"""\s*(.*?)(?:"""|$)', text, re.MULTILINE)
    return begin[1] if begin else None


def lines_of(folder: Path) -> Iterator[tuple[str, str]]:
    """Each module below a folder, by its path, with its line; packages that only hold others have none."""
    modules: dict[Path, list[Path]] = {}
    for path in sources():
        if path.suffix in RANK and path.is_relative_to(folder):
            modules.setdefault(path.with_suffix(""), []).append(path)
    for module, files in sorted(modules.items()):
        said = first_line(min(files, key=lambda path: RANK.index(path.suffix)).read_text(encoding="utf-8"))
        if said:
            name = str(module.relative_to(ROOT)).removesuffix("__init__")
            yield name if name.endswith("/") else f"{name}{files[0].suffix if len(files) == 1 else '.*'}", said


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.map", description=__doc__.partition("\n")[0])
    parser.add_argument(
        "folder", nargs="?", default=".", help="for example engine/search; without it, all that is installed"
    )
    folder = (ROOT / parser.parse_args().folder).resolve()
    found = list(lines_of(folder))
    if not found:
        parser.error(f"{folder}: no modules of the package there")
    width = max(len(name) for name, _ in found)
    for name, said in found:
        print(f"{name:{width}}  {said}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
