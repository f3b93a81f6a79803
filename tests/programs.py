"""Programs and libraries that some tests need and a machine may lack. Those tests are not run there, and the last line of
the run says so.

A plugin of pytest (tests/conftest.py names it), and a command for `make lint`: `python -m tests.programs tsc -p …` runs tsc,
or says in a line that it is missing. What the environment variable EGYPT_TESTS_DEMAND lists must be there.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from importlib.util import find_spec
from typing import NamedTuple

import pytest

DEMAND = "EGYPT_TESTS_DEMAND"


class Needed(NamedTuple):
    name: str
    install: str
    marker: str | None = None  # of the tests that need it
    why: str = ""
    modules: tuple[str, ...] = ()  # of Python, if it is no program


PROGRAMS = {
    "chromium": Needed("Chromium", "apt-get install chromium", "browser", "needs a browser: Debian's Chromium"),
    "node": Needed("node", "apt-get install nodejs", "node", "runs a program in JavaScript"),
    "zsh": Needed("zsh", "apt-get install zsh", "zsh", "loads the completion for zsh"),
    "fish": Needed("fish", "apt-get install fish", "fish", "asks fish what it completes"),
    "tsc": Needed("tsc", "apt-get install node-typescript"),
    "rl-tests": Needed(
        "MaskablePPO and TorchRL",
        "pip install -e '.[rl-tests]'",
        "learners",
        "trains with a library that learns",
        ("sb3_contrib", "torchrl"),
    ),
}
MARKED = {needed.marker: program for program, needed in PROGRAMS.items() if needed.marker}


def missing(program: str) -> str:
    """What to install, or nothing if the program is there."""
    needed = PROGRAMS[program]
    is_there = all(map(find_spec, needed.modules)) if needed.modules else shutil.which(program)
    return "" if is_there else f"no {needed.name} ({needed.install})"


def unmet_demand() -> str:
    """Why this machine is not what EGYPT_TESTS_DEMAND asks for; nothing if it is."""
    demanded = [word for word in os.environ.get(DEMAND, "").split(",") if word]
    for program in demanded:
        if program not in PROGRAMS:
            return f"{DEMAND}: unknown program '{program}'; known: {', '.join(PROGRAMS)}"
    lacking = [text for program in demanded if (text := missing(program))]
    return f"{DEMAND}={','.join(demanded)}: {', '.join(lacking)}" if lacking else ""


# -- the plugin ------------------------------------------------------------------------------------------------

NOT_RUN = pytest.StashKey[Counter[str]]()  # by program


def pytest_configure(config: pytest.Config) -> None:
    for needed in PROGRAMS.values():
        if needed.marker:
            config.addinivalue_line("markers", f"{needed.marker}: {needed.why}")
    if fault := unmet_demand():
        raise pytest.UsageError(fault)
    config.stash[NOT_RUN] = Counter()


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):  # the fixture, itself or below another one
            item.add_marker("browser")
    yield  # `-m browser` sees the marker, and what it leaves out is not counted
    lacking = {marker: program for marker, program in MARKED.items() if missing(program)}
    kept, dropped = [], []
    for item in items:
        lacks = [program for marker, program in lacking.items() if item.get_closest_marker(marker)]
        config.stash[NOT_RUN].update(lacks[:1])
        (dropped if lacks else kept).append(item)
    if dropped:
        config.hook.pytest_deselected(items=dropped)
        items[:] = kept


def pytest_sessionfinish(session: pytest.Session) -> None:
    output = getattr(session.config, "workeroutput", None)  # of a process of xdist
    if output is not None:
        output["not_run"] = dict(session.config.stash[NOT_RUN])


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: object) -> None:
    """Every process has collected the same tests: the numbers of one are those of all."""
    told = getattr(node, "workeroutput", {}).get("not_run", {})
    getattr(node, "config").stash[NOT_RUN] |= Counter(told)  # noqa: B009


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None:
        for program, number in config.stash.get(NOT_RUN, Counter()).items():
            reporter.write_line(f"{number} {'test' if number == 1 else 'tests'} not run: {missing(program)}")


# -- the command -----------------------------------------------------------------------------------------------


def main(command: list[str]) -> int:
    if fault := unmet_demand():
        print(fault, file=sys.stderr)
        return 1
    if lacking := missing(command[0]):
        print(f"not run: {lacking}")
        return 0
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
