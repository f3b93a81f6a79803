"""Every program says its version, and prints scripts that complete its options, asked here as the shells ask them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from egypt import __version__, game_names
from tests import PATIENCE, ROOT

pytestmark = pytest.mark.program

MODULES = {
    "egypt-engine": "egypt.protocol",
    "egypt-play": "egypt.bots.review.play",
    "egypt-arena": "egypt.bots.arena.cli",
    "egypt-review": "egypt.bots.review",
}
# What has been typed, and what is offered then.
TYPED = [
    ("egypt-engine --f", ["--format"]),
    ("egypt-engine --format j", ["json"]),
    ("egypt-engine --game s", [name for name in game_names() if name.startswith("s")]),
    ("egypt-play --no", ["--no-browser"]),
    ("egypt-play --level 1", ["1", "10"]),
    ("egypt-arena ver", ["verify"]),
    ("egypt-arena --format ga", ["gauntlet"]),
    ("egypt-arena report --r", ["--replays", "--rules"]),
    ("egypt-arena check --over", ["--overhead"]),
    ("egypt-review --sh", ["--short"]),
]


def said(program: str, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", MODULES[program], *words], capture_output=True, text=True, cwd=ROOT, timeout=PATIENCE
    )
    assert done.returncode == 0 and not done.stderr, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("completions")
    for program in MODULES:
        for shell in ("bash", "zsh", "fish"):
            folder.joinpath(f"{program}.{shell}").write_text(said(program, "--completion", shell))
    return folder


@pytest.mark.parametrize("program", MODULES)
def test_every_program_says_its_version(program: str) -> None:
    assert said(program, "--version") == f"{program} {__version__}\n"


def test_bench_says_its_version() -> None:
    done = subprocess.run([sys.executable, "-m", "bench", "--version"], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout == f"bench {__version__}\n"


def asked(shell: str, script: Path, typed: str) -> list[str]:
    """What a shell offers after what was typed."""
    words = typed.split()
    bash = (
        f"source {script}; COMP_WORDS=({typed}); COMP_CWORD={len(words) - 1}; _{words[0].replace('-', '_')}; "
        'printf "%s\\n" "${COMPREPLY[@]}"'
    )
    code = {"bash": bash, "fish": f"source {script}; complete -C '{typed}'"}[shell]
    done = subprocess.run([shell, "-c", code], capture_output=True, text=True, timeout=PATIENCE, cwd=script.parent)
    assert done.returncode == 0 and not done.stderr, done.stderr
    return sorted(line.partition("\t")[0] for line in done.stdout.splitlines())


@pytest.mark.parametrize(("typed", "offered"), TYPED, ids=[typed for typed, _ in TYPED])
@pytest.mark.parametrize("shell", ["bash", pytest.param("fish", marks=pytest.mark.fish)])
def test_a_shell_offers_what_fits(shell: str, typed: str, offered: list[str], scripts: Path) -> None:
    assert asked(shell, scripts / f"{typed.split()[0]}.{shell}", typed) == sorted(offered)


@pytest.mark.zsh
@pytest.mark.parametrize("program", MODULES)
def test_zsh_takes_the_script(program: str, scripts: Path) -> None:
    code = f"autoload -U compinit && compinit -D -u; source {scripts / program}.zsh && print -- $_comps[{program}]"
    done = subprocess.run(["zsh", "-fc", code], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0 and f"_{program.replace('-', '_')}" in done.stdout and not done.stderr
