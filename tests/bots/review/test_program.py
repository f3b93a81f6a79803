"""`egypt-review` as a user starts it: whole games in the terminal and as one page, again at once, killed in the middle."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from argparse import Namespace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from egypt import Table, get_game
from egypt.bots.arena.cli import main as arena
from egypt.bots.review import __main__ as program
from egypt.bots.review.reading import read_record
from egypt.protocol.web.records import Course, Records
from tests import PATIENCE
from tests.bots.review.runs import play_run
from tests.pace import wait_until
from tests.scale import part

pytestmark = pytest.mark.program  # all of them start processes

GAMES = [("ra", 3), ("sobek", 2), ("amunre", 3), ("tekhenu", 2)]


class Page(HTMLParser):
    """What a page refers to, which ids it has, and whether its tags close."""

    VOID = ("meta", "input", "br")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            if name in ("href", "src", "srcset", "action", "data", "poster", "xlink:href"):
                self.links.append(value or "")
            elif name == "id":
                self.ids.add(value or "")
            assert not name.startswith("on"), "no script"
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def review(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    code = program.main(list(words))
    said = capsys.readouterr()
    assert code == 0, said.err
    return said.out


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_whole_game_in_the_terminal_and_as_a_page(
    game: str, players: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = play_run(tmp_path, game, players, deals=1)
    capsys.readouterr()
    page = tmp_path / "game.html"
    out = review(capsys, str(run), "--game", "0", "--iterations", "60", "--html", str(page))
    _, course = read_record(run, 0)
    numbers = [int(number) for number in re.findall(r"^ *(\d+)\. (?:\?\?|\?!|[?~✓□]| ) ", out, flags=re.M)]
    assert numbers[: len(course.plies)] == list(range(1, len(course.plies) + 1)), "every decision has its line"
    assert re.search(r"drawn: .*; luck p1 [+−0]", out) and "why it ended so" in out and "lichess" in out
    accounts = re.findall(r"^p\d \w+ +" + r"([+−\d.]+) +" * 6 + r"([+−\d.]+)$", out, flags=re.M)
    assert len(accounts) == players
    for account in accounts:
        *parts, result = [float(part.replace("−", "-")) for part in account]
        assert sum(parts) == pytest.approx(result, abs=0.35), "start + luck + own + others + knowledge + foresight = result"
    parsed = Page(page.read_text(encoding="utf-8"))
    assert parsed.open == [] and {"svg", "style", "table"} <= parsed.tags
    assert not parsed.tags & {"script", "link", "img", "iframe", "object", "base"}
    assert all(link.startswith("#") and link[1:] in parsed.ids for link in parsed.links), "nothing outside, nothing dangling"
    assert {f"d{number}" for number in numbers[: len(course.plies)]} <= parsed.ids
    style = page.read_text(encoding="utf-8")
    assert "url(" not in style and "@import" not in style and not re.search(r"https?:", style)


def test_games_from_positions_and_against_an_automaton(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The second position is one in which nature is to draw."""
    table = Table.deal(get_game("ra"), 2, 3)
    for move in ("draw", "draw", "draw"):
        table.play(move)
    decided = table.position.to_text()
    table.play_only("draw")
    (tmp_path / "positions").write_text(f"{decided}\n{table.position.to_text()}\n")
    run = play_run(tmp_path, "ra", 2, deals=2, more=("--positions", str(tmp_path / "positions")))
    capsys.readouterr()
    for number, has_deal in (("0", False), ("2", True)):
        out = review(capsys, str(run), "--game", number, "--iterations", "2")
        assert ("the deal: " in out) == has_deal and "why it ended so" in out
    (tmp_path / "solo").mkdir()
    run = play_run(tmp_path / "solo", "tekhenu", 2, deals=1, engines=("greedy",), more=("--variant", "solo-normal"))
    capsys.readouterr()
    out = review(capsys, str(run), "--iterations", "2")
    assert re.search(r"^p2 automaton .* 0$", out, flags=re.M), "it decides nothing: all it does is nature's"


def test_the_second_time_it_is_there_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = play_run(tmp_path, "ra", 2, deals=1)
    capsys.readouterr()
    first = review(capsys, str(run), "--game", "1", "--iterations", "20")

    async def never(*_: object) -> None:
        raise AssertionError("nothing is to be judged again")

    monkeypatch.setattr(program.Review, "run", never)
    assert review(capsys, str(run), "--game", "1", "--iterations", "20") == first
    short = review(capsys, str(run), "--game", "1", "--iterations", "20", "--short")
    assert len(short) < len(first) / 2 and short.splitlines()[-1] == first.splitlines()[-1]


@pytest.mark.parametrize("number", ["1e308", "1e999", "NaN", "9" * 400])
def test_a_kept_number_that_cannot_be_begins_the_review_anew(
    number: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = play_run(tmp_path, "jars", 2, deals=1)
    capsys.readouterr()
    words = [str(run), "--game", "0", "--iterations", "20"]
    assert program.main(words) == 0
    told, (kept,) = capsys.readouterr().out, tmp_path.glob("*.review.jsonl")
    sound = kept.read_text()
    kept.write_text(re.sub(r'"played":\[[^]]*\]', f'"played":[{number},{number}]', sound))
    assert program.main(words) == 0
    assert (capsys.readouterr().out, kept.read_text()) == (told, sound)


def test_names_do_no_harm(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evil = "<script>alert(1)</script>"
    run = play_run(tmp_path, "ra", 2, deals=1, engines=(f"bot=greedy,name={evil}", "random"))
    capsys.readouterr()
    page = tmp_path / "page.html"
    review(capsys, str(run), "--game", "0", "--iterations", "5", "--html", str(page))
    text = page.read_text(encoding="utf-8")
    assert evil not in text and "&lt;script&gt;" in text
    assert "script" not in Page(text).tags


def started(run: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "egypt.bots.review", str(run), "--game", "0", *words],
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def kept_lines(folder: Path, least: int) -> list[str]:
    """The whole lines of the one review in a folder, as soon as there are `least` of them."""

    def lines() -> list[str]:
        return [line for path in folder.glob("*.review.jsonl") for line in path.read_text().split("\n")[:-1]]

    wait_until(lambda: len(lines()) >= least)
    return lines()


@pytest.mark.parametrize("by", part([signal.SIGKILL, signal.SIGINT], 1))
def test_killed_in_the_middle_it_goes_on_from_there(
    by: signal.Signals, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = play_run(tmp_path, "ra", 2, deals=1)
    capsys.readouterr()
    child = started(run, "--iterations", "400")
    kept_lines(tmp_path, 6)
    os.killpg(child.pid, by) if by == signal.SIGKILL else child.send_signal(by)
    _, said = child.communicate(timeout=PATIENCE)
    if by == signal.SIGINT:
        assert child.returncode == 130
        assert said.splitlines()[-1].startswith("egypt-review: interrupted; what was judged is kept")
    before = kept_lines(tmp_path, 6)
    total = len(read_record(run, 0)[1].plies)
    assert len(before) < total + 2, "it was killed too late to show anything"
    (path,) = tmp_path.glob("*.review.jsonl")
    marked = [before[0], before[1], *(line.replace('"choices":', '"kept":1,"choices":') for line in before[2:])]
    path.write_text("".join(f"{line}\n" for line in marked))
    review(capsys, str(run), "--game", "0", "--iterations", "400")
    items = [json.loads(line)["item"] for line in kept_lines(tmp_path, total + 2)[2:]]
    assert [item["ply"] for item in items] == list(range(total))
    assert [("kept" in item) for item in items] == [True] * (len(before) - 2) + [False] * (total + 2 - len(before))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["nothing.jsonl"], "nothing.jsonl: No such file or directory"),
        (["broken.jsonl"], "line 1 is not the header"),
        (["run.jsonl"], "there are 2 games in it, from 0 to 1; --game N chooses one"),
        (["run.jsonl", "--game", "7"], "there is no game 7"),
        (["run.jsonl", "--game", "0", "--html", "no/folder.html", "--iterations", "1"], "no/folder.html: No such file"),
        (["run.jsonl", "--game", "0", "--rules", "nothing.toml"], "nothing.toml"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(
    words: list[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    play_run(tmp_path, "ra", 2, deals=1)
    (tmp_path / "broken.jsonl").write_text("{\n")
    monkeypatch.chdir(tmp_path)
    capsys.readouterr()
    assert program.main(words) == 2
    said = capsys.readouterr()
    (line,) = said.err.splitlines()
    assert line.startswith("egypt-review: ") and why in line and said.out == ""


def test_no_page_replaces_the_record_or_what_was_judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = play_run(tmp_path, "jars", 2, deals=1)
    words = [str(run), "--game", "0", "--iterations", "5", "--html"]
    review(capsys, *words, str(tmp_path / "page.html"))
    (judged,) = tmp_path.glob("*.review.jsonl")
    (tmp_path / "link.html").symlink_to(run)
    before = run.read_bytes(), judged.read_bytes()
    for page in (run, judged, tmp_path / "link.html", tmp_path / "." / run.name):
        assert program.main([*words, str(page)]) == 2
        assert "this is the file of the run" in capsys.readouterr().err
    assert (run.read_bytes(), judged.read_bytes()) == before


def test_a_page_that_cannot_be_written_is_refused_before_the_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = play_run(tmp_path, "jars", 2, deals=1)
    assert program.main([str(run), "--game", "0", "--iterations", "5", "--html", str(tmp_path / "no" / "page.html")]) == 2
    assert "No such file or directory" in capsys.readouterr().err and not list(tmp_path.glob("*.review.jsonl"))


@pytest.mark.parametrize("words", [["run.jsonl", "--iterations", "0"], ["run.jsonl", "--time", "x"], []])
def test_bad_usage(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as problem:
        program.main(words)
    assert problem.value.code == 2 and "egypt-review" in capsys.readouterr().err


def test_milliseconds_instead_of_iterations(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = play_run(tmp_path, "ra", 2, deals=1)
    capsys.readouterr()
    assert "2 ms each" in review(capsys, str(run), "--game", "0", "--time", "2", "--no-keep", "--short")
    assert not list(tmp_path.glob("*.review.jsonl"))


def test_a_table_that_was_broken_off_is_judged_as_far_as_it_came(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deal, course = read_record(play_run(tmp_path, "ra", 2, deals=1), 0)
    records = Records(tmp_path / "tables")
    records.keep(deal, Course(course.plies[:9]))
    capsys.readouterr()
    out = review(capsys, str(records.path(deal.table)), "--iterations", "20", "--html", str(tmp_path / "page.html"))
    assert "   9. " in out and "  10. " not in out and "points\n" not in out.splitlines()[1]
    assert "why it stands so" in out and "ended" not in out
    assert "Why it stands so" in (tmp_path / "page.html").read_text()
    results = [float(line.split()[-1]) for line in out.splitlines() if re.match(r"p\d \w+ .*\d$", line)][-2:]
    assert sum(results) == pytest.approx(100, abs=0.2) and min(results) > 0, "it stays where it was"


def test_it_needs_nothing_that_is_not_installed_with_the_engine(tmp_path: Path) -> None:
    run = play_run(tmp_path, "ra", 2, deals=1)
    code = (
        "import sys\nfor name in ('numpy', 'rich', 'starlette', 'uvicorn', 'websockets'): sys.modules[name] = None\n"
        "from egypt.bots.review.__main__ import main\nsys.exit(main(sys.argv[1:]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(run), "--game", "0", "--iterations", "2", "--html", str(tmp_path / "p.html")],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0 and "why it ended so" in done.stdout, done.stderr


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_a_closed_output_swallows_what_is_said(closed: str, tmp_path: Path) -> None:
    run, page = play_run(tmp_path, "ra", 2, deals=1), tmp_path / "page.html"
    done = subprocess.run(
        [
            "sh",
            "-c",
            f'"$@" {closed}',
            "sh",
            sys.executable,
            "-m",
            "egypt.bots.review",
            str(run),
            "--game",
            "0",
            "--iterations",
            "2",
            "--html",
            str(page),
        ],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0 and page.stat().st_size > 1000 and "Traceback" not in done.stderr


@pytest.mark.parametrize("words", [[], ["--no-keep"]])
def test_interrupted_it_promises_what_it_keeps(
    words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(options: Namespace) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(program, "_review", interrupt)
    assert program.main(["run.jsonl", *words]) == 130
    assert ("is kept" in capsys.readouterr().err) == (not words)


@pytest.mark.parametrize(
    ("change", "why"),
    [({"began": "2026-13-99T00:00:00Z"}, "is no date"), ({"seats": ["\ud800", "random"]}, "cannot be shown")],
)
def test_a_record_with_what_cannot_be_is_refused_in_a_line(
    tmp_path: Path, change: dict[str, Any], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run = play_run(tmp_path, "ra", 2, deals=1)
    header, *games = run.read_text().splitlines()
    run.write_text("\n".join([header, *(json.dumps(json.loads(game) | change) for game in games)]) + "\n")
    capsys.readouterr()
    for main, words in (
        (program.main, [str(run), "--game", "0"]),
        (arena, ["convert", str(run), str(tmp_path / "x.txt")]),
        (arena, ["report", str(run), "--html", str(tmp_path / "x.html")]),
    ):
        code = main(words)
        said = capsys.readouterr()
        assert code == 2 and why in said.err and said.err.count("\n") == 1
