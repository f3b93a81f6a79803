"""Files that a command line names: what may be read, gone on with or replaced."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from egypt.bots.arena.errors import ArenaError
from egypt.protocol.commands import printable


def file_text(text: str) -> str:
    """The name of a file or folder, for argparse; raises ArgumentTypeError for one that no file can have."""
    try:
        if b"\0" in os.fsencode(text):
            raise ValueError
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{printable(text)}' is no name of a file") from None
    return text


def file_path(text: str) -> Path:
    return Path(file_text(text))


def goes_on(path: Path, resume: bool, overwrite: bool) -> bool:
    """Whether a file is to be gone on with. Raises ArenaError if it has something in it and neither was asked for."""
    if has_content(path) and not (resume or overwrite):
        raise ArenaError(f"{path} exists; --resume goes on with it, --overwrite replaces it")
    return resume and has_content(path)


def has_content(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0


def check_page(page: Path | None, *kept: Path | None) -> None:
    """Raises ArenaError if --html cannot be written, or would replace one of the files that are kept."""
    if page is None:
        return
    if page.is_dir():
        raise ArenaError(f"--html {page}: Is a directory")
    if not page.parent.is_dir():
        raise ArenaError(f"--html {page}: No such file or directory")
    if any(page.resolve() == path.resolve() or _are_one(page, path) for path in kept if path is not None):
        raise ArenaError(f"--html {page}: this is the file of the run")


def _are_one(page: Path, path: Path) -> bool:
    """Whether two names are links to one file."""
    return page.exists() and path.exists() and page.samefile(path)
