"""What the pages show is what the programs do; tests/protocol/test_spec.py replays the transcripts of all pages."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests import PATIENCE, ROOT
from tests.bots.arena.helpers import ARENA, NO_GUESTS
from tests.documents import LEFT_OUT, anchors, blocks, broken_links, examples, is_shown, pages, with_outputs

README = (ROOT / "README.md").read_text()
PYTHON = (ROOT / "docs" / "PYTHON.md").read_text()
PROGRAMS = [
    program.replace('"egypt-engine"', f'"{sys.executable}", "-m", "egypt.protocol"') for program in blocks(PYTHON, "python")
]
RELEASE_LINES = 70  # of the changelog: a page


def test_every_link_leads_somewhere() -> None:
    assert len(pages()) > 15 and [fault for page in pages() for fault in broken_links(page)] == []


def test_a_broken_link_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.documents.ROOT", tmp_path)
    page = tmp_path / "page.md"
    page.write_text("# `a <b>`: C\n## Twice\n## Twice\n[x](#a-b-c) [x](#twice-1) [x](page.md) [x](https://a.b/c)\n")
    assert list(broken_links(page)) == []
    page.write_text("# A\n[x](#b) [x](none.md) ![x](../page.md)\n```\n# B\n[x](none.md)\n```\n")
    assert [fault.split(": ")[1:] for fault in broken_links(page)] == [
        ["#b", "no such heading"],
        ["none.md", "no such file"],
        ["../page.md", "no such file"],
    ]


def test_headings_are_named_as_on_github() -> None:
    assert anchors("# `luck [iterations <n>]`\n## Read [this](a.md#b), now\n") == {"luck-iterations-n", "read-this-now"}


def test_the_first_page_is_short() -> None:
    lines = README.splitlines()
    assert len(lines) <= 120
    (session,) = blocks(README, "egi")
    assert len(session.splitlines()) <= 10
    (program,) = blocks(README, "python")
    assert len(program.splitlines()) <= 8


def test_every_page_can_be_reached_from_the_first() -> None:
    reached, waiting = set(), {ROOT / "README.md"}
    while waiting:
        page = waiting.pop()
        reached.add(page)
        links = re.findall(r"\]\(([^)\s#]+)", page.read_text())
        waiting |= {target for link in links if (target := (page.parent / link).resolve()).suffix == ".md"} - reached
    assert set(pages()) - reached == set()


def test_a_release_takes_a_page() -> None:
    for release in (ROOT / "CHANGELOG.md").read_text().split("\n## ")[1:]:
        assert len(release.splitlines()) <= RELEASE_LINES, release.splitlines()[0]


def test_a_page_says_that_it_needs_a_checkout() -> None:
    """The measurements, the tests and make are not installed with the package."""
    for page in pages():
        text = page.read_text()
        if re.search(r"python -m (bench|tests)\b|\bmake [a-z]+/?[a-z]*[`\n]", text):
            assert re.search(r"\b(checkout|clone)\b", text), page.relative_to(ROOT)


@pytest.mark.parametrize(
    "page", [page for page in pages() if "  # -> " in page.read_text()], ids=lambda page: str(page.relative_to(ROOT))
)
def test_a_program_prints_what_stands_behind_it(page: Path) -> None:
    """`python -m tests.protocol.transcripts --write` writes it anew after a change of the search."""
    text = page.read_text()
    assert with_outputs(text) == text


def test_a_wrong_output_is_found() -> None:
    text = "```python\nprint(1 + 1)  # -> {}\n```\n"
    assert with_outputs(text.format(3)) == text.format(2)
    with pytest.raises(AssertionError, match="prints more"):
        with_outputs("```python\nprint(1)  # -> 1\nfor one in (2, 3):\n    print(one)\n```\n")


@pytest.mark.program
def test_the_front_end_plays_a_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    program = PROGRAMS[1].replace("2000", "50")
    said: list[str] = []

    def answer(prompt: str) -> str:
        """A person who mistypes the first move, and then plays what is offered first."""
        offered = capsys.readouterr().out.rstrip("\n").split("\n")[-1].removeprefix("Your moves: ").split()
        said.append("jump" if not said else offered[0])
        return said[-1]

    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("builtins.input", answer)
    exec(program, {})
    assert len(said) > 5
    assert re.search(r"^Scores: -?\d+ -?\d+ -?\d+$", capsys.readouterr().out, re.MULTILINE)


@pytest.mark.program
def test_the_analysis_tells_what_it_finds(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    exec(PROGRAMS[2].replace("3000", "50"), {})
    seed, *infos, best = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"seed \d+", seed) and infos and re.fullmatch(r"best \S+", best)


@pytest.mark.program
def test_own_rules_are_played_and_refused_as_shown(tmp_path: Path) -> None:
    """The file of the page on own rules, the handshake with it, and the refusal after a slip."""
    page = (ROOT / "docs" / "RULES_OF_YOUR_OWN.md").read_text()
    (rules,) = blocks(page, "toml")
    name = next(word for word in page.split() if word.startswith("my-") and word.endswith(".toml"))
    (tmp_path / name).write_text(rules, encoding="utf-8")
    engine = [sys.executable, "-m", "egypt.protocol", "--rules", name]
    said = subprocess.run(engine, input="egi\nquit\n", capture_output=True, text=True, cwd=tmp_path, check=True).stdout
    shown = [line for line in page.splitlines() if line.startswith("game ")]
    assert len(shown) == 1 and shown[0] in said.splitlines()
    (tmp_path / name).write_text(rules.replace("fields", "field"), encoding="utf-8")
    refused = subprocess.run(engine, capture_output=True, text=True, cwd=tmp_path, check=False, stdin=subprocess.DEVNULL)
    assert refused.returncode == 2 and refused.stderr.strip() in page.splitlines()


@pytest.mark.program
@pytest.mark.parametrize(
    ("page", "programs"),
    [
        ("PLAY.md", ["egypt.bots.review.play"]),
        ("REVIEW.md", ["egypt.bots.review.play", "egypt.bots.review", "egypt.bots.arena.cli"]),
    ],
)
def test_the_options_of_a_page_are_those_of_its_programs(page: str, programs: list[str]) -> None:
    helps = [
        subprocess.run([sys.executable, "-m", name, "--help"], capture_output=True, text=True, check=True)
        for name in programs
    ]
    options = {option for done in helps for option in re.findall(r"--[a-z][a-z-]*", done.stdout)}
    named = set(re.findall(r"--[a-z][a-z-]*", (ROOT / "docs" / page).read_text()))
    assert "--help" in options and named - options == set()


@pytest.mark.program
def test_the_review_of_the_page_is_what_the_programs_print(tmp_path: Path) -> None:
    programs = {"egypt-arena": ARENA, "egypt-review": [sys.executable, "-m", "egypt.bots.review"]}
    review = examples((ROOT / "docs" / "REVIEW.md").read_text())
    assert len(review) == 2 and len(review[1][1]) > 20
    for command, shown in review:
        program, *words = shlex.split(command)
        done = subprocess.run(
            [*programs[program], *words], cwd=tmp_path, env=NO_GUESTS, capture_output=True, text=True, timeout=4 * PATIENCE
        )
        assert done.returncode == 0, done.stderr
        assert is_shown([*shown, LEFT_OUT], done.stdout.splitlines()), done.stdout
    assert "<html" in (tmp_path / "review.html").read_text()


def test_a_changed_figure_is_found() -> None:
    said = [" new  +80  +44…+115", "", "0.3 ms", "tail"]
    assert is_shown([" new  +80  +44…+115", LEFT_OUT, "tail"], said)
    assert is_shown([" new …", "9.9 ms", "tail"], said)
    assert not is_shown([" new  +81  +44…+115", LEFT_OUT, "tail"], said)
    assert not is_shown([" new  +80  +44…+115", "tail"], said)
