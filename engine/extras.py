"""What only some parts need: the packages of the extras in pyproject.toml, by the names under which they are imported."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

EXTRAS = {
    "arena": ("rich", "numpy"),
    "cluster": ("dask", "distributed"),
    "openspiel": ("open_spiel", "pyspiel", "numpy"),
    "play": ("starlette", "uvicorn", "websockets", "rich"),
    "rl": ("gymnasium", "pettingzoo", "numpy", "matplotlib", "PIL", "playwright"),
    "test": ("numpy",),  # bench, which is run from a checkout
}


class MissingExtra(ModuleNotFoundError):
    """A package that an extra brings is not installed; the message names both."""


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Inside, packages of an extra are imported. Raises MissingExtra if one of them is not installed."""
    try:
        yield
    except MissingExtra:  # of another extra, asked for further in
        raise
    except ModuleNotFoundError as problem:
        package = (problem.name or "").partition(".")[0]
        if package not in EXTRAS[extra]:
            raise
        raise MissingExtra(f"{package} is not installed; pip install 'egypt-engine[{extra}]'", name=problem.name) from None
