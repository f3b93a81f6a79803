"""What needs a browser, node or tsc is not run where it is missing, and the last line says so; on demand it fails."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT
from tests.programs import DEMAND, missing

pytestmark = pytest.mark.program

TESTS = """
import pytest

@pytest.fixture
def browser():
    raise RuntimeError("there is none")

@pytest.fixture
def visitor(browser):
    return browser

@pytest.mark.browser
def test_marked(): pass

def test_by_its_fixture(browser): pass

def test_by_a_fixture_below(visitor): pass

@pytest.mark.parametrize("language", ["python", pytest.param("javascript", marks=pytest.mark.node)])
def test_in_both_languages(language): pass
"""


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of a machine that has python3, gcc, make and git alone."""
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("python3", "gcc", "make", "git"):
        (programs / name).symlink_to(str(shutil.which(name)))
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.delenv(DEMAND, raising=False)
    return tmp_path


def run(*command: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, check=False, cwd=cwd)


def run_tests(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    (folder / "test_some.py").write_text(TESTS, encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    return run("pytest", "-p", "tests.programs", "-p", "no:cacheprovider", "--strict-markers", *options, cwd=folder)


def test_the_test_command_is_for_a_machine_without_browser_and_node(bare: Path) -> None:
    """The command of `make test`, as far as it collects."""
    commands = subprocess.run(["make", "-n", "test"], capture_output=True, text=True, cwd=ROOT, check=True)
    (words,) = [line.partition(" -m ")[2].split() for line in commands.stdout.splitlines() if " -m pytest" in line]
    done = run(*words, "--collect-only")
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    last = lines[next(at for at, line in enumerate(lines) if " not run: no " in line) :]
    said = {re.sub(r"^\d+", "N", line) for line in last if "rl-tests" not in line}  # no program: it may be there
    assert said == {f"N tests not run: {missing(name)}" for name in ("chromium", "node", "zsh", "fish")}
    assert sum(int(line.split()[0]) for line in last) > 100
    modules = {line.partition("::")[0] for line in done.stdout.splitlines()}
    assert "tests/protocol/web/test_server.py" in modules and "tests/protocol/web/test_browser.py" not in modules
    assert "tests/protocol/test_adviser_page.py::test_a_program_of_the_page_plays[python]" in done.stdout.splitlines()


@pytest.mark.parametrize("options", [(), ("-n", "2")])
def test_the_last_lines_say_what_is_missing(bare: Path, options: tuple[str, ...]) -> None:
    done = run_tests(bare, *options)
    assert done.returncode == 0 and "1 passed" in done.stdout, done.stdout + done.stderr
    assert done.stdout.splitlines()[-2:] == [
        "3 tests not run: no Chromium (apt-get install chromium)",
        "1 test not run: no node (apt-get install nodejs)",
    ]


def test_what_was_not_asked_for_is_not_missing(bare: Path) -> None:
    assert run_tests(bare, "-m", "not browser").stdout.splitlines()[-1] == "1 test not run: no node (apt-get install nodejs)"


def test_what_is_there_is_run(bare: Path) -> None:
    for name in ("chromium", "node"):
        (bare / "programs" / name).symlink_to(sys.executable)
    done = run_tests(bare)
    assert "2 errors" in done.stdout and "3 passed" in done.stdout and "not run" not in done.stdout
    assert "3 deselected" in run_tests(bare, "-m", "not browser").stdout  # also those that have the marker from a fixture


@pytest.mark.parametrize(
    ("demand", "problem"),
    [
        ("chromium,node", "no Chromium (apt-get install chromium), no node (apt-get install nodejs)"),
        ("node", "no node (apt-get install nodejs)"),
        ("rl-tests", "no MaskablePPO and TorchRL (pip install -e '.[rl-tests]')"),
    ],
)
def test_what_is_demanded_must_be_there(bare: Path, demand: str, problem: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(DEMAND, demand)
    (bare / "sitecustomize.py").write_text("import sys; sys.modules['sb3_contrib'] = None", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", f"{bare}{os.pathsep}{os.environ['PYTHONPATH']}")
    done = run_tests(bare)
    assert done.returncode != 0 and done.stdout == ""
    assert done.stderr.strip() == f"ERROR: {DEMAND}={demand}: {problem}"


def test_a_demand_that_is_misspelt_is_refused(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(DEMAND, "chrome")
    known = "chromium, node, zsh, fish, tsc, rl-tests"
    assert f"ERROR: {DEMAND}: unknown program 'chrome'; known: {known}" in run_tests(bare).stderr


def test_the_linter_of_the_page_is_run_if_it_is_there(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command that `make lint` calls."""
    commands = subprocess.run(["make", "-n", "lint"], capture_output=True, text=True, cwd=ROOT, check=True)
    (words,) = re.findall(r"-m (tests\.programs tsc .*?)\s*(?:#.*)?$", commands.stdout, re.MULTILINE)
    done = run(*words.split())
    assert (done.returncode, done.stdout, done.stderr) == (0, "not run: no tsc (apt-get install node-typescript)\n", "")
    monkeypatch.setenv(DEMAND, "tsc")
    done = run(*words.split())
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"{DEMAND}=tsc: no tsc (apt-get install node-typescript)\n"
    tsc = bare / "programs" / "tsc"
    tsc.write_text('#!/bin/sh\necho "checks $*"\nexit 3\n')
    tsc.chmod(0o755)
    done = run(*words.split())
    assert (done.returncode, done.stdout) == (3, "checks -p protocol/web\n")
