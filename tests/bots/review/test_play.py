"""`egypt-play` reads records of the arena by the rules that it is given. A process plays one set of rules, hence several."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests import PATIENCE

pytestmark = pytest.mark.program  # all of them start processes

OWN = 'rules_for = "sobek"\n\n[sizes]\nearly_end_above = 77\n'
# Instead of a server: the reader that the server would be given, asked for the first game.
READ = """
import sys
import egypt.protocol.web.serve as server
from egypt.bots.review.play import main
from egypt.protocol.web.records import BadRecord

def serve(options, programs, reader):
    try:
        deal, course = reader(options.review, options.game)
        print(deal.game, deal.rules, len(course.plies) > 5)
    except BadRecord as problem:
        print(problem)
    return 0

server.serve = serve
sys.exit(main(sys.argv[1:]))
"""


def run(*words: str) -> str:
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, timeout=3 * PATIENCE)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run by rules of one's own, their file, and another file of rules."""
    folder = tmp_path_factory.mktemp("own")
    (folder / "own.toml").write_text(OWN)
    (folder / "other.toml").write_text(OWN.replace("77", "78"))
    run(
        "-m",
        "egypt.bots.arena.cli",
        "--game",
        "sobek",
        "--players",
        "2",
        "--deals",
        "1",
        "--concurrency",
        "1",
        "--seed",
        "5",
        "--engine",
        "bot=greedy",
        "--engine",
        "bot=random",
        "--rules",
        str(folder / "own.toml"),
        "--out",
        str(folder / "run.jsonl"),
    )
    return folder


def test_a_record_is_read_by_the_rules_that_are_given(folder: Path) -> None:
    game, rules, long = run(
        "-c", READ, "--review", str(folder / "run.jsonl"), "--game", "1", "--rules", str(folder / "own.toml")
    ).split()
    assert (game, long) == ("sobek", "True") and f'"{rules}"' in (folder / "run.jsonl").read_text()


@pytest.mark.parametrize("rules", [[], ["--rules", "other.toml"]])
def test_a_record_of_other_rules_is_refused_in_one_line(folder: Path, rules: list[str]) -> None:
    words = [str(folder / word) if word.endswith(".toml") else word for word in rules]
    said = run("-c", READ, "--review", str(folder / "run.jsonl"), "--game", "1", *words)
    assert said.startswith("played under rules ") and said.endswith("--rules FILE gives others") and "\n" not in said


def test_rules_that_are_gone_are_named(folder: Path) -> None:
    said = run("-c", READ, "--review", str(folder / "run.jsonl"), "--game", "1", "--rules", "nothing.toml")
    assert "nothing.toml" in said and "\n" not in said
