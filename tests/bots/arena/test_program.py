"""`egypt-arena` as its user meets it: tables, page, clocks, messages."""

from __future__ import annotations

import json
import os
import pty
import re
import shlex
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from egypt.bots.arena.cli import bind_bounds, main, read_config, run_parser
from egypt.bots.arena.record import read_run
from tests import ROOT
from tests.bots.arena.helpers import ARENA, NO_GUESTS, arena, config_of, play, program, words

pytestmark = pytest.mark.program  # all of them start processes

TRIO = ("name=strong,bot=greedy", "name=weak,bot=random", "name=<odd> [name],bot=random")


@pytest.fixture(scope="module")
def trio(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("trio") / "run.jsonl"
    play(config_of(*TRIO, players=3, deals=6), path)
    return path


def test_the_command_line_of_the_manual(tmp_path: Path) -> None:
    """Programs beside bots, options for each, round robin, concurrency, and the same tables from the file."""
    path = tmp_path / "run.jsonl"
    command = f"{sys.executable} -m egypt.protocol --game ra"
    done = arena(
        "--game",
        "ra",
        "--players",
        "2",
        "--engine",
        f"name=new,cmd={command},movetime=5,overhead=60000",
        "--engine",
        "name=old,bot=ismcts,iterations=20",
        "--engine",
        "name=g,bot=greedy",
        "--each",
        "option.Threads=1",
        "--format",
        "round-robin",
        "--deals",
        "1",
        "--concurrency",
        "2",
        "--seed",
        "1",
        "--out",
        str(path),
    )
    assert "6 games of 1 deals" in done.stdout and "Standings" in done.stdout and "Seats" in done.stdout
    assert "6/6 games" in done.stderr and "\x1b[" not in done.stdout + done.stderr
    assert arena("report", str(path)).stdout == done.stdout
    assert "all as recorded" in arena("verify", str(path)).stdout
    records = read_run(path).records
    assert all(record.end == "finished" and min(record.times) >= 0 for record in records)


def test_tables(trio: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(trio)]) == 0
    out = capsys.readouterr().out
    assert "ra, 3 players, standard; round-robin, seed 1: 36 games of 6 deals" in out
    for text in ("strong", "weak", "<odd> [name]", "Elo", "win share", "95 %", "rank", "points", "margin", "Cross", "p3"):
        assert text in out
    assert not re.search(r"\b(nan|inf)\b", out)
    standings = [line.split()[0] for line in out.splitlines() if re.match(r" (strong|weak|<odd>)", line)]
    assert standings[0] == "strong"


def test_the_page_is_whole_and_stands_alone(trio: Path, tmp_path: Path) -> None:
    page = tmp_path / "run.html"
    assert main(["report", str(trio), "--html", str(page)]) == 0
    text = page.read_text()
    assert not re.search(r"src=|url\(|@import|<script|http", text)
    links, ids = set(re.findall(r'href="([^"]*)"', text)), re.findall(r'id="([^"]*)"', text)
    assert links and all(link.startswith("#") and link[1:] in ids for link in links) and len(set(ids)) == len(ids)
    assert "&lt;odd&gt; [name]" in text and "<odd>" not in text and "nan" not in text
    plots = re.findall(r"<svg.*?</svg>", text, flags=re.S)
    assert len(plots) == 1 + 3 + 1 + 1  # ratings, margins of three, course, seats
    for plot in plots:
        ElementTree.fromstring(plot)
    assert text.count("<details>") == 36 and "<h2>Replays</h2>" in text
    for heading in ("Ratings", "Cross table", "Margins", "Points over the course of a game", "Seat advantage"):
        assert f"<h2>{heading}</h2>" in text


def test_a_page_of_faults_and_of_a_sequential_test(tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    play(config_of(program("crash", name="bad"), "name=r,bot=random", deals=1), bad)
    assert main(["report", str(bad), "--html", str(tmp_path / "bad.html")]) == 0
    assert "<h2>Faults</h2>" in (tmp_path / "bad.html").read_text()
    test = tmp_path / "test.jsonl"
    play(config_of(*TRIO[:2], deals=100, more=("--sprt", "0,200,0.05,0.05")), test)
    assert main(["report", str(test), "--html", str(tmp_path / "test.html")]) == 0
    assert "<h2>Sequential test</h2>" in (tmp_path / "test.html").read_text()


def test_faults_are_counted_in_the_report(tmp_path: Path) -> None:
    out = arena(*words(program("crash", name="bad"), "name=r,bot=random", deals=1)).stdout
    assert "2 of them forfeited" in out and "Faults" in out and "exit code 3" in out and "the reason of the crash" in out
    assert re.search(r"^ bad .* 2 *$", out, flags=re.M)


def test_clocks_run(tmp_path: Path) -> None:
    """A search with a clock spends it; what the machine adds is not its fault."""
    program = f"name=p,cmd={sys.executable} -m egypt.protocol --game ra,tc=0.4+0.002"
    config = config_of("name=b,bot=ismcts,tc=0.4+0.002", program, deals=1, more=("--each", "overhead=60000"))
    for record in play(config, tmp_path / "run.jsonl"):
        assert record.end == "finished"
        assert sum(record.times) > 200


def test_the_live_line(tmp_path: Path) -> None:
    """On a terminal one line is redrawn: games done, rate, current table."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*ARENA, *words("bot=greedy", "bot=random", deals=60)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=theirs,
        env={**NO_GUESTS, "TERM": "xterm-256color", "COLUMNS": "120"},
    )
    os.close(theirs)
    shown = b""
    while True:
        try:
            data = os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        if not data:
            break
        shown += data
    os.close(ours)
    assert process.wait() == 0
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode())
    assert re.search(r"\d+/120 games", text) and "/s" in text
    assert re.search(r"deal \d+: (greedy - random|random - greedy)", text)


def test_a_narrow_terminal_shows_everything(trio: Path) -> None:
    done = subprocess.run(
        [*ARENA, "report", str(trio)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        env={**NO_GUESTS, "COLUMNS": "80", "FORCE_COLOR": "1"},
    )
    plain = re.sub(r"\x1b\[[0-9;]*m", "", done.stdout)
    assert "strong" in plain and max(len(line) for line in plain.splitlines() if "─" in line) <= 80


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["--engine", "bot=random"], "--game is missing"),
        (["--game", "chess", "--engine", "bot=random"], "'chess' is not a game"),
        (["--game", "ra"], "--engine is missing"),
        (["--game", "ra", "--players", "9", "--engine", "bot=random"], "'9' players"),
        (["--game", "ra", "--variant", "x", "--engine", "bot=random"], "variant 'x'"),
        (["--game", "ra", "--engine", "bot=rnd"], "bot=rnd"),
        (["--game", "ra", "--engine", "bot=random", "--deals", "0"], "--deals 0"),
        (["--game", "ra", "--engine", "bot=random", "--seed", "-1"], "--seed -1"),
        (["--game", "ra", "--engine", "bot=random", "--concurrency", "0"], "--concurrency 0"),
        (["--game", "ra", "--engine", "bot=random", "--resume"], "--resume needs --out"),
        (["--game", "ra", "--engine", "bot=random", "--engine", "bot=greedy", "--sprt", "10,0,0.05,0.05"], "10,0,0.05,0.05"),
        (["--game", "ra", "--engine", "bot=random", "--engine", "bot=greedy", "--sprt", "1,2"], "--sprt 1,2"),
        (["--game", "ra", "--engine", "bot=random", "--engine", "bot=greedy", "--format", "sprt"], "belong together"),
        (["--game", "ra", "--engine", "bot=random", "--out", "/no/such/folder/x"], "/no/such/folder/x"),
        (["report", "/no/such/file"], "/no/such/file"),
        (["verify", "/dev/null"], "line 1"),
    ],
)
def test_bad_usage_is_named(arguments: list[str], text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    caught = capsys.readouterr()
    assert text in caught.err and caught.err.startswith("egypt-arena: ") and not caught.out


def test_the_manual_can_be_typed() -> None:
    """Every command line of the manual is understood."""
    manual = (ROOT / "bots" / "arena" / "README.md").read_text().replace("\\\n", " ")
    lines = [shlex.split(line)[2:] for line in re.findall(r"^\$ egypt-arena .*", manual, flags=re.M)]
    runs = [line for line in lines if line[0].startswith("--")]
    assert len(runs) >= 3
    for line in runs:
        read_config(run_parser().parse_args(bind_bounds(line)))


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0 and "--concurrency" in capsys.readouterr().out


def test_a_run_without_a_file_is_a_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words("bot=random", "bot=greedy", deals=2)) == 0
    assert "4 games of 2 deals" in capsys.readouterr().out


def test_the_records_are_moves_of_the_protocol(trio: Path) -> None:
    """A game of the file can be set up in any EGI engine with `position deal … moves`."""
    game = json.loads(trio.read_text().splitlines()[1])
    moves = game["moves"].split()
    script = f"position deal players 3 seed {game['seed']} moves {len(moves)} {' '.join(moves)}\nturn\nquit\n"
    done = subprocess.run(
        [sys.executable, "-m", "egypt.protocol", "--game", "ra"],
        input=script,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=NO_GUESTS,
        check=True,
    )
    ranks, scores = (",".join(map(str, game[key])) for key in ("ranks", "scores"))
    assert f"gameover ranks {ranks} scores {scores}" in done.stdout


@pytest.mark.parametrize(("module", "extra"), [("rich", "arena"), ("numpy", "arena"), ("distributed", "cluster")])
def test_what_is_not_installed_is_told_in_one_line(module: str, extra: str) -> None:
    """`pip install egypt-engine` alone gives the program, but not what its statistics need."""
    code = f"import sys; sys.modules[{module!r}] = None; from egypt.bots.arena.cli import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", code, *words("bot=random", "bot=greedy"), "--cluster", "tcp://127.0.0.1:1"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=NO_GUESTS,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"egypt-arena: {module} is not installed; pip install 'egypt-engine[{extra}]'\n"
