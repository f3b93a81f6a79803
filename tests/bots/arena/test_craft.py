"""Tournament craft: start positions, adjudication, odds, logs, files of matches, ratings of several runs."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from egypt import Table, get_game
from egypt.bots.arena.adjudication import Adjudication, Arbiter
from egypt.bots.arena.cli import main, read_config, run_parser
from egypt.bots.arena.record import ADJUDICATED, FINISHED, read_run
from egypt.bots.arena.results import Batch, Results
from egypt.bots.arena.statistics import cross_table, engine_lines
from egypt.bots.arena.verify import verify
from egypt.bots.base import Thought
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


@pytest.mark.parametrize(("text", "message"), [
    ("", "there is no position in it"), ("# nothing\n", "there is no position in it"), ("ra/1;x\n", "line 1: "),
    (None, "No such file"), ("three", "a position of 3 players, variant standard; the run has 2"),
    ("over", "the game is over"),
])
def test_bad_positions_are_named(
    text: str | None, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
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
    assert line.share.value == 0.5 and line.points.value is None    # points of such games do not count
    meeting = cross_table(results)[0][1]
    assert meeting is not None and (meeting.pairs, meeting.score) == (2, 0.5)
    assert main(["report", str(path)]) == 0
    assert "2 games of 1 deals, 2 adjudicated" in capsys.readouterr().out


def test_nobody_talks_itself_into_a_win(tmp_path: Path) -> None:
    """One engine that always sees p1 win, one that says nothing: as p1 it plays on, as p2 it may give up."""
    records = play(config_of(THINKERS[0], "bot=greedy", deals=1, more=("--adjudicate", "0.7,3")), tmp_path / "run.jsonl")
    assert [record.end for record in records] == [FINISHED, ADJUDICATED] and records[1].ranks == (1, 2)


def test_a_winner_among_three_is_ahead_of_both_and_they_are_not_compared(tmp_path: Path) -> None:
    arbiter = Arbiter(Adjudication(win=0.9, moves=2))
    for chances in ((0.95, 0.03, 0.02), (0.03, 0.95, 0.02), (0.0, 0.8, 0.2)):
        assert arbiter.heard(2, Thought(chances=chances)) is None
    for _ in range(3):      # what it says of itself is not enough
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


@pytest.mark.parametrize("more", [
    ("--adjudicate", "1.5,3"), ("--adjudicate", "0.4,3"), ("--adjudicate", "0.9"), ("--adjudicate", "0.9,0"),
    ("--max-moves", "0")])
def test_bad_adjudication_is_named(more: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words("bot=random", "bot=greedy"), *more]) == 2
    assert f"{more[0]} {more[1]}" in capsys.readouterr().err
