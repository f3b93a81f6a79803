"""The report page: who, when, how fast; links from a cell to its games, and games that can be opened."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from egypt.bots.arena import html_games
from egypt.bots.arena.cli import main
from egypt.bots.arena.record import read_run
from tests.bots.arena.helpers import config_of, play, program

pytestmark = pytest.mark.program  # all of them start processes

NAMES = ("<b>one</b>", "two", "three", "four", "five & six")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """A page of five engines, some of which tell their chances, one of which crashes."""
    folder = tmp_path_factory.mktemp("page")
    engines = (
        program("thinks", name=NAMES[0]),
        f"name={NAMES[1]},bot=ismcts,iterations=10",
        f"name={NAMES[2]},bot=greedy",
        f"name={NAMES[3]},bot=random",
        program("escapes", name=NAMES[4]),
    )
    path, page = folder / "run.jsonl", folder / "run.html"
    play(config_of(*engines, deals=1), path)
    assert main(["report", str(path), "--html", str(page)]) == 0
    return page.read_text(), path


def test_the_head_names_all_engines_and_when_they_played(pages: tuple[str, Path]) -> None:
    text, path = pages
    names = "ra: &lt;b&gt;one&lt;/b&gt; – two – three – four – five &amp; six"
    assert f"<title>{names}</title>" in text and f"<h1>{names}</h1>" in text and "<b>one" not in text
    run = read_run(path)
    moves = sum(len(record.times) for record in run.records)
    assert f"20 games, {moves} moves; played on {run.records[0].began[:10]} from " in text
    assert re.search(r"\d+ (s|min \d+ s) from the first to the last game", text)
    times = re.search(r"<h2>Times</h2>.*?</section>", text, flags=re.S)
    assert times is not None and all(name in times[0] for name in ("two", "three", "longest", "median"))


def test_cells_lead_to_games_and_games_to_replays(pages: tuple[str, Path]) -> None:
    text, path = pages
    cross = re.search(r"<h2>Cross table</h2>.*?</section>", text, flags=re.S)
    assert cross is not None and cross[0].count('<a href="#pair-') == 20
    links, ids = set(re.findall(r'href="#([^"]*)"', text)), re.findall(r'id="([^"]*)"', text)
    assert links <= set(ids) and len(ids) == len(set(ids))
    for record in read_run(path).records:
        assert f'<tr id="game-{record.number}">' in text and f'id="replay-{record.number}"' in text
    pair = re.search(r'id="pair-0-1".*?</p>', text)
    assert pair is not None and re.findall(r">(\d+)<", pair[0]) == ["0", "1"]


def test_a_replay_has_every_event_and_the_chances(pages: tuple[str, Path]) -> None:
    text, path = pages
    record = read_run(path).records[0]
    replay = re.search(r'<summary id="replay-0">.*?</details>', text, flags=re.S)
    assert replay is not None and f"{len(record.times):4}. " in replay[0] and "p1 draws a tile" in replay[0]
    plot = re.search(r"<svg.*?</svg>", replay[0], flags=re.S)
    assert plot is not None and plot[0].count("<polyline") == 2  # of both, as each saw its own
    ElementTree.fromstring(plot[0])
    assert "No engine said what it thought of its chances." in text  # of three against four


def test_a_page_for_narrow_screens(pages: tuple[str, Path]) -> None:
    text, _ = pages
    assert 'name="viewport"' in text and "@media (max-width: 600px)" in text
    for section in re.findall(r"<section>.*?</section>", text, flags=re.S):  # what is wider than the screen can be moved
        wide = section.find('<div class="wide">')
        assert "<table" not in section or 0 < wide < section.find("<table")
    assert "\x1b" not in text and not re.search(r"src=|url\(|<script|http", text)


def test_a_long_run_does_not_make_an_endless_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("MAX_LISTED", 30), ("MAX_LINKS", 10)):
        monkeypatch.setattr(html_games, name, value)
    path, page = tmp_path / "run.jsonl", tmp_path / "run.html"
    play(config_of("name=a,bot=random", "name=b,bot=random", deals=50), path)
    assert main(["report", str(path), "--html", str(page), "--replays", "4"]) == 0
    text = page.read_text()
    assert text.count("<details>") == 4 and "and 70 more" in text and "and 20 more" in text
    assert "4 of 100 games can be opened here" in text
    links = set(re.findall(r'href="#([^"]*)"', text))
    assert links <= set(re.findall(r'id="([^"]*)"', text))


def test_as_many_games_can_be_opened_as_are_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, page = tmp_path / "run.jsonl", tmp_path / "run.html"
    play(config_of("name=a,bot=random", "name=b,bot=random", deals=25), path)
    for words, opened in (([], 40), (["--replays", "50"], 50), (["--replays", "999"], 50), (["--replays", "0"], 0)):
        assert main(["report", str(path), "--html", str(page), *words]) == 0
        text = page.read_text()
        assert text.count("<details>") == opened
        assert ("games can be opened here" in text) == (opened < 50)
    capsys.readouterr()
    with pytest.raises(SystemExit):
        main(["report", str(path), "--html", str(page), "--replays", "-1"])
    assert "no number of games" in capsys.readouterr().err
