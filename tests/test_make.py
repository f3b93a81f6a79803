"""What the targets of the Makefile install and say, what a machine lacks, and the environment that they run in."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import ROOT
from tests.toy.build import from_file

pytestmark = pytest.mark.program  # all of them start processes

EVERYTHING = "test,lint,profile,arena,cluster,play,rl,openspiel"


@pytest.mark.parametrize(
    ("target", "extras"),
    [
        ("run", []),
        ("play", ["play"]),
        ("annotate", []),
        ("quick", [EVERYTHING]),
        ("check", [EVERYTHING]),
        ("test", [EVERYTHING]),
        ("soak", [EVERYTHING]),
        ("lint", [EVERYTHING]),
        ("sanitize", [EVERYTHING]),
    ],
)
def test_what_a_target_installs(target: str, extras: list[str], tmp_path: Path) -> None:
    shown = subprocess.run(
        ["make", "-n", target, f"VENV={tmp_path / 'none'}"], capture_output=True, text=True, cwd=ROOT, check=True
    ).stdout
    installed = re.findall(r"pip install -q -e (\S+)", shown)
    assert installed == [".", *(f"'.[{names}]'" for names in extras)]
    assert re.findall(r'install -q "(\w+)', shown) == ["setuptools"]  # with Cython: what a build needs


def test_compiled_python_is_kept(tmp_path: Path) -> None:
    """Without it a run of the tests takes a tenth longer, since every program that they start compiles all modules."""
    (tmp_path / "more.mk").write_text("show:\n\t@env\n")
    shown = subprocess.run(
        ["make", "-f", "Makefile", "-f", tmp_path / "more.mk", "show"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
    ).stdout
    assert "PATH=" in shown and "PYTHONDONTWRITEBYTECODE" not in shown


# -- on a new machine ----------------------------------------------------------------------------------------------------

# Stands in for python3: notes what it is asked for, makes an environment of itself, and checks the machine for real.
STAND_IN = f"""#!/bin/sh
echo "$*" >> "$ASKED"
case "$*" in
    "-m venv"*) mkdir -p "$3/bin"; cp "$0" "$3/bin/python"; printf '#!/bin/sh\\necho engine\\n' > "$3/bin/egypt-engine"
                chmod +x "$3/bin/egypt-engine" ;;
    *check-machine) exec {sys.executable} "$@" ;;
esac
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Iterator[Path]:
    """Where everybody may read: a checkout with two modules and a stand-in for python3."""
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        here.chmod(0o755)
        for name in ("Makefile", "setup.py", "pyproject.toml", "README.md", "LICENSE"):
            shutil.copy(ROOT / name, here)
        for package in ("engine", "protocol", "bots"):
            (here / package).mkdir()
            (here / package / "__init__.py").write_text('__version__ = "0"\n')
        for name in ("one", "two"):
            (here / "engine" / f"{name}.pyx").write_text(f"{name} = 1\n")
        (here / "python3").write_text(STAND_IN)
        (here / "python3").chmod(0o755)
        yield here
        here.chmod(0o755)


def run(command: list[str], folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("EGYPT", "MAKE"))}
    environment |= {"ASKED": str(folder / "asked"), **variables}
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment, check=False)


def test_the_targets_say_what_they_do_and_do_it_once(checkout: Path) -> None:
    command = ["make", "run", "PYTHON=./python3"]
    done = run(command, checkout)
    assert done.returncode == 0, done.stderr
    assert re.sub(r"\d+ s\b", "N s", done.stdout).splitlines() == [
        "making a virtual environment in .venv …",
        "installing setuptools and Cython …",
        "installed after N s",
        "building the core …",
        "built after N s",
        "engine",
    ]
    asked = (checkout / "asked").read_text()
    assert asked.startswith("setup.py check-machine\n") and "setup.py -q build_ext --inplace" in asked
    again = run(command, checkout)
    assert again.stdout == "engine\n" and (checkout / "asked").read_text() == asked


def test_a_build_counts_modules(checkout: Path) -> None:
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    done = run(command, checkout)
    assert done.returncode == 0, done.stderr
    counted = re.sub(r"\d+ s\b", "N s", done.stdout).splitlines()
    assert counted[-1] == "compiled 2 of 2 modules, N s" and "translated 2 of 2 modules, N s" in counted
    assert all(re.fullmatch(r"(translated|compiled) [12] of 2 modules, N s", line) for line in counted)
    (checkout / "engine" / "two.pyx").write_text("two = = 1\n")
    done = run(command, checkout)
    assert done.returncode != 0 and "two.pyx:1:" in done.stderr


NO_COMPILER = "egypt-engine: there is no C compiler 'nowhere' (apt-get install gcc)"


def test_without_a_compiler_make_says_so_before_it_installs_anything(checkout: Path) -> None:
    done = run(["make", "run", "PYTHON=./python3"], checkout, CC="nowhere -pthread")
    assert done.returncode != 0 and done.stdout == ""
    assert [line for line in done.stderr.splitlines() if not line.startswith("make: ***")] == [NO_COMPILER]
    assert (checkout / "asked").read_text() == "setup.py check-machine\n"


def test_without_a_compiler_pip_is_told_so_before_anything_is_translated(checkout: Path) -> None:
    """The first thing that pip asks of the project."""
    asks = "from setuptools.build_meta import get_requires_for_build_wheel as first; first()"
    done = run([sys.executable, "-c", asks], checkout, CC="nowhere")
    assert done.returncode != 0 and (done.stdout, done.stderr) == ("", f"{NO_COMPILER}\n")


def test_a_checkout_that_cannot_be_written_is_said_in_a_line(checkout: Path) -> None:
    (checkout / "asked").touch()
    checkout.chmod(0o555)
    without_rights = [] if os.geteuid() else ["setpriv", "--bounding-set=-all"]  # root may write everywhere
    done = run([*without_rights, "make", "run", "PYTHON=./python3"], checkout)
    assert done.returncode != 0 and done.stdout == ""
    said = [line for line in done.stderr.splitlines() if not line.startswith("make: ***")]
    assert said == [f"egypt-engine: {checkout} cannot be written: clone to a folder of your own"]


def test_missing_headers_are_named(tmp_path: Path) -> None:
    setup = from_file("egypt_setup", ROOT / "setup.py")
    said = setup.machine_fault(ROOT, "cat", tmp_path)
    assert said == f"there is no {tmp_path / 'Python.h'}: the headers of Python are missing (apt-get install python3-dev)"
    (tmp_path / "Python.h").touch()
    assert setup.machine_fault(ROOT, "cat", tmp_path) == ""
