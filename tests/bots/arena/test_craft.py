"""Tournament craft: start positions, adjudication, odds, logs, files of matches, ratings of several runs."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

from egypt import Table, get_game
from egypt.bots.arena.adjudication import Adjudication, Arbiter
from egypt.bots.arena.cli import main, read_config, run_parser
from egypt.bots.arena.matches import command_lines
from egypt.bots.arena.rating_list import rating_lists
from egypt.bots.arena.record import ADJUDICATED, FINISHED, read_run
from egypt.bots.arena.results import Batch, Results
from egypt.bots.arena.statistics import cross_table, engine_lines
from egypt.bots.arena.verify import verify
from egypt.bots.base import Thought
from tests import ROOT
from tests.bots.arena.helpers import config_of, play, program, words

THINKERS = (program("thinks", name="a"), program("thinks", name="b"))


# -- start positions ---------------------------------------------------------------------------------------------------


@pytest.fixture
def positions(tmp_path: Path) -> Path:
    """Three positions of ra for two, some decisions after the deal."""
    path = tmp_path / "positions.txt"
    texts = []
    for seed in (1, 2, 3):
        table = Table.deal(get_game("ra"), 2, seed)
        while len(table.events) < 40:
            table.play(table.legal_moves()[0])
        texts.append(table.position.to_text())
    path.write_text("# three middles\n" + "\n\n".join(texts) + "\n")
    return path


def test_deals_begin_with_the_positions_of_a_file(positions: Path, tmp_path: Path) -> None:
    config = config_of("name=a,bot=random", "name=b,bot=greedy", more=("--positions", str(positions), "--deals", "5"))
    records = play(config, tmp_path / "run.jsonl")
    assert len(records) == 10 and not list(verify(read_run(tmp_path / "run.jsonl")))
    starts = [config.table(get_game("ra"), deal, 0).position.to_text() for deal in range(4)]
    assert starts[0] == starts[3] and len(set(starts)) == 3 and starts[0] in positions.read_text()


def test_without_deals_every_position_is_played_once(positions: Path) -> None:
    line = ["--game", "ra", "--engine", "bot=random", "--engine", "bot=greedy", "--positions", str(positions)]
    assert read_config(run_parser().parse_args(line)).deals == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no position in it"),
        ("# nothing\n", "there is no position in it"),
        ("ra/1;x\n", "line 1: "),
        (None, "No such file"),
        ("three", "a position of 3 players, variant standard; the run has 2"),
        ("over", "the game is over"),
    ],
)
def test_bad_positions_are_named(text: str | None, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "positions.txt"
    if text in ("three", "over"):
        table = Table.deal(get_game("ra"), 3 if text == "three" else 2, 1)
        while text == "over" and not table.is_over:
            table.play(table.legal_moves()[0])
        text = table.position.to_text()
    if text is not None:
        path.write_text(text)
    assert main([*words("bot=random", "bot=greedy"), "--positions", str(path)]) == 2
    assert message in capsys.readouterr().err


# -- adjudication ------------------------------------------------------------------------------------------------------


@pytest.mark.program
def test_a_game_that_all_call_won_is_won(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "run.jsonl"
    config = config_of(*THINKERS, deals=1, more=("--adjudicate", "0.7,6"))
    records = play(config, path)
    for record in records:
        assert (record.end, record.ranks, record.winner, len(record.times)) == (ADJUDICATED, (1, 2), 0, 6)
        assert record.ruling == "p1 wins: 0.7 or more for 6 moves"
    assert not list(verify(read_run(path)))
    results = Results(config, [Batch.of(records, 2)])
    line = engine_lines(results)[0]
    assert line.share.value == 0.5 and line.points.value is None  # points of such games do not count
    meeting = cross_table(results)[0][1]
    assert meeting is not None and (meeting.pairs, meeting.score) == (2, 0.5)
    assert main(["report", str(path)]) == 0
    assert "2 games of 1 deals, 2 adjudicated" in capsys.readouterr().out


@pytest.mark.program
def test_nobody_talks_itself_into_a_win(tmp_path: Path) -> None:
    """One engine that always sees p1 win, one that says nothing: as p1 it plays on, as p2 it may give up."""
    records = play(config_of(THINKERS[0], "bot=greedy", deals=1, more=("--adjudicate", "0.7,3")), tmp_path / "run.jsonl")
    assert [record.end for record in records] == [FINISHED, ADJUDICATED] and records[1].ranks == (1, 2)


def test_a_winner_among_three_is_ahead_of_both_and_they_are_not_compared(tmp_path: Path) -> None:
    arbiter = Arbiter(Adjudication(win=0.9, moves=2))
    for chances in ((0.95, 0.03, 0.02), (0.03, 0.95, 0.02), (0.0, 0.8, 0.2)):
        assert arbiter.heard(2, Thought(chances=chances)) is None
    for _ in range(3):  # what it says of itself is not enough
        assert arbiter.heard(1, Thought(chances=(0.0, 1.0, 0.0))) is None
    ruling = arbiter.heard(0, Thought(chances=(0.0, 0.9, 0.1)))
    assert ruling is not None and ruling.ranks(3) == [2, 1, 2]
    config = config_of("name=a,bot=random", "name=b,bot=random", "name=c,bot=random", players=3, deals=1)
    batch = Batch(np.array([0]), np.zeros((1, 3), np.int64), np.array([ruling.ranks(3)]), {}, {0: ruling.winner})
    meetings = cross_table(Results(config, [batch]))
    assert meetings[1][0] is not None and meetings[1][0].score == 1.0 and meetings[0][2] is None


def test_a_game_without_end_is_a_tie(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    config = config_of("bot=random", "bot=greedy", deals=1, more=("--max-moves", "10"))
    records = play(config, path)
    assert [(record.end, record.ranks, len(record.times)) for record in records] == [(ADJUDICATED, (1, 1), 10)] * 2
    assert not list(verify(read_run(path)))
    meeting = cross_table(Results(config, [Batch.of(records, 2)]))[0][1]
    assert meeting is not None and (meeting.pairs, meeting.score) == (2, 0.5)


@pytest.mark.program
def test_a_forged_ruling_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "run.jsonl"
    play(config_of(*THINKERS, deals=1, more=("--adjudicate", "0.7,6")), path)
    header, first, second = [json.loads(line) for line in path.read_text().splitlines()]
    kept = {key: first[key][:5] for key in ("times", "thoughts")} | {"nature": first["nature"][:6]}
    early = {**first, **kept, "moves": " ".join(first["moves"].split()[:5])}
    for forged in ({**first, "ranks": [2, 1]}, {**first, "ruling": "p2 wins"}, early, {**first, "thoughts": []}):
        path.write_text("".join(json.dumps(line) + "\n" for line in (header, forged, second)))
        assert main(["verify", str(path)]) == 1
        assert "game 0: " in capsys.readouterr().out


@pytest.mark.parametrize(
    "more",
    [
        ("--adjudicate", "1.5,3"),
        ("--adjudicate", "0.4,3"),
        ("--adjudicate", "0.9"),
        ("--adjudicate", "0.9,0"),
        ("--max-moves", "0"),
    ],
)
def test_bad_adjudication_is_named(more: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words("bot=random", "bot=greedy"), *more]) == 2
    assert f"{more[0]} {more[1]}" in capsys.readouterr().err


# -- odds, logs ----------------------------------------------------------------------------------------------------------


def test_odds_of_time_and_nodes_are_settings_of_an_engine(tmp_path: Path) -> None:
    """What is for each, one of them may have less of."""
    records = play(
        config_of("name=strong,bot=ismcts", "name=weak,bot=ismcts,iterations=10", deals=1, more=("--each", "iterations=20")),
        tmp_path / "run.jsonl",
    )
    for record in records:
        table = Table.deal(get_game("ra"), 2, record.seed)
        for move, thought in zip(record.moves.split(), record.thoughts, strict=True):
            most = 20 if record.seats[table.actor] == "strong" else 10
            assert thought is None or thought.iterations == most or len(table.legal_moves()) < 3
            table.play(move)
    strong, weak = config_of("name=a,bot=ismcts", "name=b,bot=ismcts,tc=1+0", more=("--each", "tc=10+0.1")).engines
    assert (strong.clock, weak.clock) == ((10_000, 100), (1000, 0))


@pytest.mark.program
@pytest.mark.parametrize("concurrency", ["1", "2"])
def test_a_log_has_what_was_said_with_times(concurrency: str, tmp_path: Path) -> None:
    folder = tmp_path / "logs" / "deep"
    line = words(program("thinks", name="a b/c"), program("good", name="g"), "bot=random", deals=1)
    assert main([*line, "--log", str(folder), "--concurrency", concurrency]) == 0
    assert sorted(file.name for file in folder.iterdir()) == ["a_b_c.log", "g.log"]
    lines = (folder / "a_b_c.log").read_text().splitlines()
    shape = re.compile(r"\d\d:\d\d:\d\d\.\d{6} \[\d+\.\d+\] [<>] .*")
    assert all(shape.fullmatch(line) for line in lines)
    said = [line.split(" ", 2)[2] for line in lines]
    for text in ("> egi", "< egiok 1", "> isready", "< readyok", "> quit"):
        assert text in said
    assert sum(text.startswith("> go") for text in said) == sum(text.startswith("< bestmove") for text in said) > 20


def test_a_log_that_cannot_be_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words(program("good"), "bot=random", deals=1), "--log", "/dev/null/x"]) == 2
    assert "--log /dev/null/x" in capsys.readouterr().err


# -- one against several -------------------------------------------------------------------------------------------------


def test_a_sequential_test_against_several(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "run.jsonl"
    line = words("name=strong,bot=greedy", "name=one,bot=random", "name=two,bot=random", deals=200)
    assert main([*line, "--sprt", "0,150,0.05,0.05", "--out", str(path)]) == 0
    assert "H1 accepted: strong - the other 2 is 150 Elo or more" in capsys.readouterr().out
    run = read_run(path)
    assert {frozenset(record.seats) for record in run.records} == {frozenset(("strong", other)) for other in ("one", "two")}
    assert len(run.records) < 200 and len(run.records) % 4 == 0
    for number in (1, 3):
        assert main([*words("bot=random", deals=2), "--players", str(number), "--sprt", "0,10,0.05,0.05"]) == 2


# -- files of matches ----------------------------------------------------------------------------------------------------

MATCHES = """
game = "ra"
deals = 1
seed = 3
each = { overhead = 500, option = { Seed = 4 } }

[[engine]]
name = "new"
bot = "ismcts"
iterations = 5
option = { Exploration = 120, Exact = false }

[[engine]]
name = "old"
bot = "greedy"

[[engine]]
name = "other"
cmd = "PROGRAM good"
start = 120

[[match]]
name = "first"
engines = ["new", "old"]
out = "FOLDER/first.jsonl"

[[match]]
name = "second"
engines = ["old", "other"]
format = "gauntlet"
deals = 2
no-check = true
out = "FOLDER/second.jsonl"
"""


@pytest.fixture
def matches(tmp_path: Path) -> Path:
    command = program("good", name="x").split("cmd=")[1].split(" good")[0]
    path = tmp_path / "matches.toml"
    path.write_text(MATCHES.replace("PROGRAM", command).replace("FOLDER", str(tmp_path)))
    return path


@pytest.mark.program
def test_matches_from_a_file(matches: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--config", str(matches)]) == 0
    first, second = (read_run(tmp_path / f"{name}.jsonl").config for name in ("first", "second"))
    assert "match first\n" in capsys.readouterr().out
    assert (first.names, first.deals, first.seed, second.names, second.deals, second.format) == (
        ("new", "old"),
        1,
        3,
        ("old", "other"),
        2,
        "gauntlet",
    )
    new = first.engines[0]
    assert (new.iterations, new.overhead, new.options, new.each) == (
        5,
        500,
        {"Exploration": "120", "Exact": "false"},
        {"Seed": "4"},
    )
    assert main(["--config", str(matches), "--match", "first", "--overwrite", "--deals", "2"]) == 0
    assert read_run(tmp_path / "first.jsonl").config.deals == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("game = ", "Invalid value"),
        ("colour = 3", "there is no setting 'colour'"),
        ("engine = 3", "be written [[engine]]"),
        ("[[engine]]\nbot = 'random'", "every [[engine]] needs a name"),
        ("[[match]]\nengines = ['x']", "no engine 'x'"),
        ("each = 3", "must be a table"),
        ("[[engine]]\nname = 'a'\nbot = [1]", "bot = [1] must be"),
        (None, "No such file"),
        ("[[match]]\nengines = 3", "engines = 3 must be a list of names"),
        ("[[match]]\nengines = [['a']]", "must be a list of"),
        ("[[engine]]\nname = 'a'\nbot = 'random'\n[[match]]\nengines = 'a'", "engines = 'a' must be a list of names"),
        (f"a = {'[' * 900}{']' * 900}", "it is nested too deeply"),
        (f"deals = {'9' * 5000}", "4300 digits"),
        ("config = 'other.toml'", "there is no setting 'config'"),
        ("help = true", "there is no setting 'help'"),
        ("[[match]]\nmatch = 'x'", "there is no setting 'match'"),
    ],
)
def test_a_bad_file_of_matches_is_named(
    text: str | None, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "matches.toml"
    if text is not None:
        path.write_text(text)
    assert main(["--config", str(path)]) == 2
    assert message in capsys.readouterr().err
    assert main(["--match", "x", *words("bot=random")]) == 2


def test_the_file_of_the_manual_is_understood(tmp_path: Path) -> None:
    manual = (ROOT / "bots" / "arena" / "README.md").read_text()
    (text,) = re.findall(r"^```toml\n(.*?)^```$", manual, flags=re.M | re.S)
    path = tmp_path / "matches.toml"
    path.write_text(text)
    flags = {flag for action in run_parser()._actions for flag in action.option_strings}
    two, three = (read_config(run_parser().parse_args(line)) for _, line in command_lines(path, flags))
    assert (two.names, two.players, three.names, three.players) == (("new", "old"), 2, ("new", "old", "g"), 3)


# -- ratings of several runs -----------------------------------------------------------------------------------------------


def test_several_runs_feed_one_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runs = [tmp_path / f"{number}.jsonl" for number in range(4)]
    play(config_of("name=g,bot=greedy", "name=r,bot=random", deals=20), runs[0])
    play(config_of("name=r,bot=random", "name=s,bot=random", "name=g,bot=greedy", players=3, deals=5), runs[1])
    play(config_of("name=r,bot=random,option.Seed=1", "name=g,bot=greedy", deals=5), runs[2])
    play(config_of("name=g,bot=greedy", "name=r,bot=random", game="sobek", deals=2), runs[3])
    assert main(["rate", *map(str, runs)]) == 0
    out = capsys.readouterr().out
    rows = [line.split("  ")[0].strip() for line in out.splitlines() if re.match(r" [grs]", line)]
    assert rows[0] == "g" and set(rows[1:4]) == {"r (bot=random)", "s", "r (bot=random, option.Seed=1)"}
    assert "ra: ratings" in out and "sobek: ratings" in out
    lists = rating_lists(runs[:2])["ra"]
    best = lists[0]
    assert (best.name, best.runs, best.meetings) == ("g", 2, 40 + 2 * 30)
    assert best.elo.low is not None and 0 < best.elo.low < (best.elo.value or 0)
    assert main(["rate", str(runs[0]), str(runs[0])]) == 2
    assert "a file is named twice" in capsys.readouterr().err


@pytest.mark.program
def test_an_engine_that_only_forfeits_does_not_squash_the_plot(tmp_path: Path) -> None:
    path, page = tmp_path / "run.jsonl", tmp_path / "run.html"
    play(config_of("name=g,bot=greedy", "name=r,bot=random", "name=none,cmd=/no/such/program", deals=4), path)
    assert main(["report", str(path), "--html", str(page)]) == 0
    text = page.read_text()
    plot = re.search(r"<h2>Ratings</h2>.*?</section>", text, flags=re.S)
    assert plot is not None and "none (forfeits only)" in plot[0] and plot[0].count("<circle") == 2
