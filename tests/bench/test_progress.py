"""Reports that take long say how far they are, every report names itself, and defaults are shown."""

from __future__ import annotations

import json
import re
from importlib import import_module

import pytest

from bench import _report
from bench.__main__ import REPORTS
from bench.__main__ import main as bench
from bench._report import announce, progress


def test_progress_comes_after_a_while_and_tells_what_is_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = iter(range(0, 100, 1))
    monkeypatch.setattr(_report.time, "monotonic", lambda: float(next(clock)))  # a second for every item
    assert list(progress("abcdef", 6, "letters")) == list("abcdef")
    assert capsys.readouterr().err.splitlines() == ["bench: 2/6 letters, 4 s left", "bench: 4/6 letters, 2 s left"]
    announce(1.9, "short")
    announce(30, "long")
    assert capsys.readouterr().err == "bench: long, about 30 s left\n"


@pytest.mark.parametrize("name", REPORTS)
def test_every_report_names_itself_and_shows_its_defaults(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        bench([name, "--help"])
    assert left.value.code == 0
    out = capsys.readouterr().out
    assert out.startswith(f"usage: python -m bench {name} ") and "(default: 1)" in out
    options = out.partition("\noptions:")[2]
    for option in re.split(r"\n(?=  --)", options):
        words = " ".join(option.split())
        assert not words.startswith("--") or len(words.split(" ", 2)) > 2, words  # each has a help
    source = import_module(f"bench.{name}").__doc__ or ""
    assert f"python -m bench {name}" in source or name in ("playouts", "search")


@pytest.mark.parametrize(
    ("name", "line", "what"),
    [
        ("strength", ["--a", "random", "--b", "random", "--deals", "3", "--processes", "1"], "deals"),
        ("agreement", ["--positions", "3", "--iterations", "20", "--long", "50", "--repeat", "1"], "positions"),
        ("oracle", ["--positions", "3", "--iterations", "20"], "positions"),
        ("search", ["--iterations", "20", "--repeat", "2"], "searches"),
        ("selfplay", ["--bot", "random", "--games", "6", "--processes", "1"], "games"),
    ],
)
def test_reports_show_progress_apart_from_their_result(
    name: str, line: list[str], what: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(_report, "PROGRESS_SECONDS", 0.0)
    assert bench([name, "--game", "ra", "--players", "2", "--json", *line]) == 0
    caught = capsys.readouterr()
    assert re.search(rf"^bench: 1/\d+ {what}, [\d,]+ s left$", caught.err, flags=re.M)
    assert json.loads(caught.out)["game"] == "ra"


def test_agreement_takes_settings_for_both_sides(capsys: pytest.CaptureFixture[str]) -> None:
    line = [
        "agreement",
        "--game",
        "ra",
        "--players",
        "2",
        "--positions",
        "4",
        "--iterations",
        "200",
        "--long",
        "200",
        "--repeat",
        "1",
        "--json",
    ]
    same = "playout=0,exploration=0.1,hash_mb=8,reuse=never"
    assert bench([*line, "--settings", same, "--long-settings", same]) == 0
    row = json.loads(capsys.readouterr().out)
    assert row["settings"] == row["long_settings"] == same
    assert 0 <= row["chance_lost"] <= 1 and row["points_lost"] >= 0
    assert bench([*line, "--settings", "exploration=100"]) == 0
    wild = json.loads(capsys.readouterr().out)
    assert wild["chance_lost"] >= 0 and wild["found"] <= 1
    for option in ("--settings", "--long-settings"):
        assert bench([*line, option, "speed=3"]) == 2
        assert "'speed' is not a setting" in capsys.readouterr().err
