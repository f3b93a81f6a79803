"""What is not installed is named in one line, with the extra that brings it, by every module and program that needs it."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib

import pytest

from egypt.extras import EXTRAS, MissingExtra, needs
from tests import PATIENCE, ROOT

DISTRIBUTIONS = {"PIL": "pillow", "pyspiel": "open_spiel", "distributed": "dask"}
IMPORT = "import {module}"
RUN = "import sys; sys.argv[1:] = {words!r}; from runpy import run_module; run_module({module!r}, run_name='__main__')"
FIT = ["fit", "--game", "ra"]
PLAY = ["--no-browser", "--port", "0"]

NEEDED = [
    *[(IMPORT.format(module="egypt.openspiel"), "openspiel", package) for package in ("numpy", "pyspiel")],
    *[(IMPORT.format(module="egypt.rl"), "rl", package) for package in ("gymnasium", "pettingzoo", "numpy")],
    *[(RUN.format(module="egypt.bots.review.play", words=PLAY), "play", package) for package in ("starlette", "uvicorn")],
    (RUN.format(module="egypt.bots.review.play", words=["--terminal", "--game", "ra"]), "play", "rich"),
    (RUN.format(module="bench", words=FIT), "test", "numpy"),
    (RUN.format(module="bench", words=["openspiel", "--game", "ra"]), "openspiel", "pyspiel"),
    (RUN.format(module="bench", words=["exploitability", "--deals", "none"]), "openspiel", "open_spiel"),
]


def test_the_table_is_that_of_the_project() -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    for extra, packages in EXTRAS.items():
        names = {re.match(r"[\w-]+", line)[0] for line in listed[extra]}
        wanted = {DISTRIBUTIONS.get(package, package) for package in packages}
        assert wanted <= names and (extra == "test" or wanted == names), extra


@pytest.mark.program
@pytest.mark.parametrize(
    ("code", "extra", "package"), NEEDED, ids=[f"{row[1]}-{row[2]}-{n}" for n, row in enumerate(NEEDED)]
)
def test_what_is_missing_is_named(code: str, extra: str, package: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.modules[{package!r}] = None\n{code}"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode != 0
    assert f"{package} is not installed; pip install 'egypt-engine[{extra}]'" in done.stderr.splitlines()[-1]
    assert code.startswith("import egypt") or done.stderr.count("\n") == 1


def test_other_modules_keep_their_own_error() -> None:
    with pytest.raises(ModuleNotFoundError, match="no_such_module") as caught, needs("arena"):
        import no_such_module  # type: ignore[import-not-found] # noqa: F401
    assert not isinstance(caught.value, MissingExtra)
