"""One game out of any file that has games; what cannot be read is said in one line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from egypt import get_game
from egypt.bots.arena.text import converted
from egypt.bots.review.reading import read_record
from egypt.protocol.web.records import BadRecord, Ply, Records, WhichGame
from egypt.protocol.web.seats import Seat
from tests.bots.review.runs import play_run


def test_both_forms_of_a_run_give_the_same_game(tmp_path: Path) -> None:
    run = play_run(tmp_path, "ra", 2, deals=1)
    text = tmp_path / "run.txt"
    text.write_text(converted(run, 1), encoding="utf-8")
    deal, course = read_record(run, 1)
    again, same = read_record(text, None)
    assert course.plies == same.plies and course.ranks == same.ranks and deal.table == again.table
    assert {ply.seat for ply in course.plies} == {0, 1} and sorted(course.ranks)[0] == 1
    assert deal.note == "game 1 of run.jsonl" and [seat.name for seat in deal.seats] == ["random", "greedy"]


def test_one_of_several_games_must_be_named(tmp_path: Path) -> None:
    run = play_run(tmp_path, "ra", 2, deals=2)
    with pytest.raises(WhichGame, match="4 games in it, from 0 to 3; --game N chooses one") as problem:
        read_record(run, None)
    assert [game.number for game in problem.value.games] == [0, 1, 2, 3]
    with pytest.raises(BadRecord, match="there is no game 9"):
        read_record(run, 9)


def test_a_table_of_egypt_play_is_read(tmp_path: Path) -> None:
    deal, course = read_record(play_run(tmp_path, "ra", 2, deals=1), 0)
    records = Records(tmp_path / "tables")
    records.keep(deal, course)
    path = records.path(deal.table)
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"play":[0,')
    again, same = read_record(path, None)
    assert again == replace(deal, passes=again.passes) and same.plies == course.plies and same.ranks == course.ranks
    assert path.read_bytes().endswith(b'{"play":[0,'), "whoever only reads does not mend"


def test_a_game_with_the_box_has_no_review(tmp_path: Path) -> None:
    deal, course = read_record(play_run(tmp_path, "ra", 2, deals=1), 0)
    records = Records(tmp_path / "tables")
    records.keep(replace(deal, seats=(Seat("here", "Ada"), Seat("other", "Bob"))), course)
    with pytest.raises(BadRecord, match=f"{deal.table}.jsonl: a game followed with the box has no review"):
        read_record(records.path(deal.table), None)


BROKEN = {
    "": "header",
    "no json\n": "header",
    "[]\n": "header",
    '{"record":1,"table":"abc"}\n': "no record of a table",
    '{"record":1,"table":"abc"}\n[]\n{"play":1}\n': "no record of a table",
    "%run {}\n": "header",
    '%run nothing\n[Game "ra"]\n': "header",
    "[" * 100_000: "header",
    "\x00\x01\n\n": "header",
}


@pytest.mark.parametrize("text", BROKEN)
def test_broken_files_are_refused_in_one_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_text(text)
    with pytest.raises(BadRecord, match=BROKEN[text]) as problem:
        read_record(path, None)
    assert "\n" not in str(problem.value) and len(str(problem.value)) < 400


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"moves":"', '"moves":"fly ', "move 1"),
        ('"end":"finished"', '"end":"finished","nonsense":1', "no field 'nonsense'"),
        ('"seed":', '"seed":-', "seed"),
        ('"ranks":[', '"ranks":[1,', "3 ranks at a table of 2"),
    ],
)
def test_a_broken_game_names_its_fault(tmp_path: Path, old: str, new: str, why: str) -> None:
    run = play_run(tmp_path, "ra", 2, deals=1)
    head, first, *rest = run.read_text().splitlines(keepends=True)
    run.write_text("".join([head, first.replace(old, new, 1), *rest]))
    with pytest.raises(BadRecord, match=why) as problem:
        read_record(run, 0)
    assert "\n" not in str(problem.value)


def test_other_rules_are_named(tmp_path: Path) -> None:
    run = play_run(tmp_path, "ra", 2, deals=1)
    head, *rest = run.read_text().splitlines(keepends=True)
    data = json.loads(head)
    run.write_text(json.dumps(data | {"rules": "0" * len(data["rules"])}) + "\n" + "".join(rest))
    with pytest.raises(BadRecord, match="played under rules 0"):
        read_record(run, 0)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="No such file"):
        read_record(tmp_path / "nothing.jsonl", None)


def test_a_table_that_cannot_have_been_played_is_refused(tmp_path: Path) -> None:
    deal, course = read_record(play_run(tmp_path, "ra", 2, deals=1), 0)
    records = Records(tmp_path / "tables")
    records.keep(deal, course)
    path = records.path(deal.table)
    path.write_text(path.read_text().replace('{"play":[0,"draw"]}', '{"play":[0,"nonsense:9"]}', 1))
    with pytest.raises(BadRecord, match=r"move \d+: 'nonsense:9' is not a move of ra"):
        read_record(path, None)


# -- games that a mended rule ends -------------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", [lambda ply: Ply(ply.seat, "tile:ra"), lambda ply: Ply(1 - ply.seat, ply.move)])
def test_a_table_opens_up_to_the_first_move_that_is_not_legal_now(tmp_path: Path, wrong: Callable[[Ply], Ply]) -> None:
    deal, course = read_record(play_run(tmp_path, "ra", 2, deals=1), 0)
    records = Records(tmp_path / "tables")
    records.keep(deal, replace(course, plies=[*course.plies[:10], wrong(course.plies[10]), *course.plies[11:]]))
    opened, rest = read_record(records.path(deal.table), None)
    assert rest.plies == course.plies[:10] and rest.ranks == course.ranks
    assert re.search(rf"shown up to move 11 of {len(course.plies)}, which is not legal now: '", opened.note)


def test_a_game_of_a_run_opens_up_to_the_first_move_that_is_not_legal_now(tmp_path: Path) -> None:
    run = play_run(tmp_path, "ra", 2, deals=1)
    whole = read_record(run, 0)[1].plies
    head, first, *rest = run.read_text().splitlines(keepends=True)
    moves = json.loads(first)["moves"]
    words = moves.split()
    run.write_text("".join([head, first.replace(moves, " ".join([*words[:10], "bid:99", *words[11:]])), *rest]))
    with pytest.raises(BadRecord, match="move 11: bid: '99'"):
        read_record(run, 0)  # not a move at all: the file is damaged
    run.write_text("".join([head, first.replace(moves, " ".join([*words[:10], "god:ra", *words[11:]])), *rest]))
    opened, course = read_record(run, 0)
    assert course.plies == whole[:10]
    assert opened.note.startswith(f"game 0 of run.jsonl, shown up to move 11 of {len(words)}, which is not legal now")


def test_a_table_with_points_that_its_moves_do_not_score_is_refused(tmp_path: Path) -> None:
    deal, course = read_record(play_run(tmp_path, "ra", 2, deals=1), 0)
    records = Records(tmp_path / "tables")
    records.keep(deal, replace(course, scores=tuple(score + 1 for score in course.scores)))
    with pytest.raises(BadRecord, match="does not have the ranks and scores of its moves"):
        read_record(records.path(deal.table), None)


def test_what_is_no_file_is_not_read() -> None:
    with pytest.raises(BadRecord, match="/dev/zero: it is no file"):
        read_record(Path("/dev/zero"), None)


def test_a_table_that_begins_with_a_position_of_another_one_is_refused(tmp_path: Path) -> None:
    deal, course = read_record(play_run(tmp_path, "ra", 2, deals=1), 0)
    records = Records(tmp_path / "tables")
    start = get_game("ra").deal(3, seed=1).position.to_text()
    records.keep(replace(deal, start=start), replace(course, plies=[]))
    with pytest.raises(BadRecord, match="its position is of another table"):
        read_record(records.path(deal.table), None)
