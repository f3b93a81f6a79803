"""Games are on disk as they go: whatever is torn is cut off, whatever is no record is refused."""

from __future__ import annotations

import errno
import json
import os
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from egypt.protocol.web import records as records_module
from egypt.protocol.web.records import BadRecord, Course, Deal, InUse, Ply, Records
from egypt.protocol.web.seats import Seat, make_passes
from tests import ROOT

SEATS = (Seat("here", "Ada"), Seat("engine", "", 2, None, "egypt-engine"))


def new(folder: Path, name: str = "abcdefghij01") -> tuple[Records, Deal]:
    records = Records(folder)
    deal = Deal(name, "jars", 2, "standard", 7, "abc", 1.5, 0, SEATS, make_passes(SEATS))
    records.create(deal)
    return records, deal


def test_a_game_is_read_back(tmp_path: Path) -> None:
    records, deal = new(tmp_path)
    for entry in ({"play": [0, "a"]}, {"play": [1, "b"]}, {"undo": 2}, {"redo": 1}, {"play": [1, "c"]}):
        records.append(deal.table, entry)
    read, course = records.load(deal.table)
    assert read == deal
    assert course.plies == [Ply(0, "a"), Ply(1, "c")] and course.undone == []
    records.append(deal.table, {"undo": 1})
    assert records.load(deal.table)[1].undone == [Ply(1, "c")]
    records.append(deal.table, {"over": {"ranks": [1, 2], "scores": [5, 3]}})
    assert records.load(deal.table)[1].scores == (5, 3)
    records.append(deal.table, {"cut": 1})
    cut = records.load(deal.table)[1]
    assert (len(cut.plies), cut.undone, cut.scores) == (len(course.plies) - 2, [], (5, 3))


def test_a_torn_line_is_cut_off(tmp_path: Path) -> None:
    records, deal = new(tmp_path)
    records.append(deal.table, {"play": [0, "a"]})
    path = records.path(deal.table)
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"play":[1,"b')
    assert records.load(deal.table)[1].plies == [Ply(0, "a")]
    assert path.read_bytes() == whole
    records.append(deal.table, {"play": [1, "c"]})
    assert records.load(deal.table)[1].plies == [Ply(0, "a"), Ply(1, "c")]


def test_a_torn_line_that_cannot_be_cut_off_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written behind it would be torn with it."""

    def refuse(path: Path, size: int) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted", str(path))

    records, deal = new(tmp_path)
    path = records.path(deal.table)
    torn = path.read_bytes() + b'{"play":[0,"a"]}\n{"play":[1,"b'
    path.write_bytes(torn)
    monkeypatch.setattr(os, "truncate", refuse)
    assert records.load(deal.table)[1].plies == [Ply(0, "a")]
    with pytest.raises(OSError, match="could not be cut off"):
        records.append(deal.table, {"play": [1, "c"]})
    assert path.read_bytes() == torn
    Records(tmp_path).hold(deal.table)  # it was not left locked


def test_only_the_owner_reads_them(tmp_path: Path) -> None:
    records, deal = new(tmp_path / "records")
    assert stat.S_IMODE(records.path(deal.table).stat().st_mode) == 0o600
    assert stat.S_IMODE(records.folder.stat().st_mode) == 0o700


@pytest.mark.parametrize("name", ["", "..", "../../etc/passwd", "abcdefghij0", "ABCD", "abcdefghij0/", "abcdefghij01\n"])
def test_no_name_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadRecord):
        Records(tmp_path).path(name)


@pytest.mark.parametrize("data", [b"", b"\n", b"[]\n", b"{}\n", b'{"record":2}\n', b"\xff\n"])
def test_other_files_are_no_records(tmp_path: Path, data: bytes) -> None:
    records = Records(tmp_path)
    records.path("abcdefghij01").write_bytes(data)
    with pytest.raises(BadRecord):
        records.load("abcdefghij01")


@pytest.mark.parametrize(
    "change",
    [
        {"game": []},
        {"game": "ra\nquit"},
        {"variant": "a b"},
        {"table": []},
        {"players": "x"},
        {"players": 3},
        {"players": True},
        {"seed": -1},
        {"seed": 1e300},
        {"created": "now"},
        {"pause": None},
        {"start": "a\nb"},
        {"note": "\x1b[2J"},
        {"rules": 7},
        {"seats": [{"kind": "here", "name": "\ud800"}, {"kind": "here", "name": ""}]},
        {"seats": [{"kind": "ghost", "name": ""}] * 2},
        {"passes": [{"token": "t" * 20, "seats": [5], "may_play": True, "sees_all": False}]},
        {"more": 1},
        {"seats": [{"kind": "engine", "name": "", "movetime": 60_001}] * 2},
        {"passes": []},
        {"seats": [{"kind": "other", "name": ""}] * 2},
    ],
    ids=str,
)
def test_a_deal_that_cannot_be_is_no_record(tmp_path: Path, change: dict[str, Any]) -> None:
    """A file of someone else's, or a damaged one: it is passed over, and no word of it reaches a referee."""
    records, deal = new(tmp_path)
    path = records.path(deal.table)
    path.write_text(json.dumps(json.loads(path.read_text()) | change) + "\n")
    with pytest.raises(BadRecord):
        records.load(deal.table)


@pytest.mark.parametrize(
    "line",
    [
        '{"play":[Infinity,"x"]}',
        '{"play":[2,"x"]}',
        '{"play":[-2,"x"]}',
        '{"play":[0,"a b"]}',
        '{"play":[0,"\\ud800"]}',
        '{"undo":1e999}',
        '{"undo":NaN}',
        '{"undo":true}',
        '{"over":{"ranks":[1],"scores":[1]}}',
        "[" * 100_000 + "]" * 100_000,
        '{"over":{"ranks":[1,"2"],"scores":[1,2]}}',
    ],
    ids=lambda line: line[:40],
)
def test_an_entry_that_cannot_be_is_no_record(tmp_path: Path, line: str) -> None:
    records, deal = new(tmp_path)
    with records.path(deal.table).open("a") as file:
        file.write('{"play":[0,"a"]}\n' + line + "\n")
    with pytest.raises(BadRecord):
        records.load(deal.table)


@pytest.mark.program
def test_entries_of_one_event_are_kept_together_or_not_at_all(tmp_path: Path) -> None:
    """The last move and the result: with the disk full after the move alone it would be played twice."""
    records, deal = new(tmp_path)
    before = records.path(deal.table).read_bytes()
    code = f"""
import resource, signal
from pathlib import Path
from egypt.protocol.web.records import Records
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, ({len(before) + 20}, {len(before) + 20}))
over = {{"over": {{"ranks": [1, 2], "scores": [5, 3]}}}}
Records(Path({str(tmp_path)!r})).append({deal.table!r}, {{"play": [0, "a"]}}, over)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "OSError" in done.stderr and records.path(deal.table).read_bytes() == before


def test_a_result_that_is_taken_back_and_played_again_is_there_again() -> None:
    course = Course()
    for move in "abc":
        course.play(Ply(0, move))
    course.ranks, course.scores = (1, 2), (5, 3)
    course.undo(2)
    assert (course.ranks, course.scores) == ((), ())
    course.redo()
    assert course.ranks == ()
    course.redo()
    assert (course.ranks, course.scores) == ((1, 2), (5, 3))
    course.undo(1)
    course.play(Ply(0, "d"))
    assert course.ranks == ()
    course.undo(1)
    course.redo()
    assert course.ranks == (), "of another end"


def test_one_program_at_a_time_plays_at_a_table(tmp_path: Path) -> None:
    records, deal = new(tmp_path)
    other = Records(tmp_path)
    records.hold(deal.table)
    records.hold(deal.table)
    with pytest.raises(InUse, match="another egypt-play"):
        other.hold(deal.table)
    with pytest.raises(InUse):
        other.delete(deal.table)
    torn = records.path(deal.table).read_bytes() + b'{"play":'
    records.path(deal.table).write_bytes(torn)
    assert other.load(deal.table)[0] == deal, "anybody may read"
    assert records.path(deal.table).read_bytes() == torn, "a line that the holder is writing is not cut off by others"
    records.release(deal.table)
    other.hold(deal.table)
    other.release(deal.table)
    records.delete(deal.table)
    assert not records.path(deal.table).exists()


def test_a_copy_is_a_table_of_its_own(tmp_path: Path) -> None:
    records, deal = new(tmp_path)
    copy = "backup000001"
    records.path(copy).write_bytes(records.path(deal.table).read_bytes())
    read, _ = records.load(copy)
    assert read.table == copy
    records.append(read.table, {"play": [0, "a"]})
    assert records.load(deal.table)[1].plies == [] and records.load(copy)[1].plies == [Ply(0, "a")]


def test_a_table_that_was_cleared_away_is_told_without_its_path(tmp_path: Path) -> None:
    records, deal = new(tmp_path)
    os.unlink(records.path(deal.table))
    with pytest.raises(OSError, match=r"^this table was cleared away$"):
        records.append(deal.table, {"play": [0, "a"]})


@pytest.mark.parametrize("line", ['{"undo":2}', '{"dance":1}', '{"play":[0]}', "[]", '{"redo":1}'])
def test_an_entry_that_does_not_follow_is_refused(tmp_path: Path, line: str) -> None:
    records, deal = new(tmp_path)
    with records.path(deal.table).open("a") as file:
        file.write(line + "\n")
    with pytest.raises(BadRecord):
        records.load(deal.table)


def test_tables_are_listed_the_newest_first(tmp_path: Path) -> None:
    records, _ = new(tmp_path, "aaaaaaaaaaaa")
    new(tmp_path, "bbbbbbbbbbbb")
    records.append("aaaaaaaaaaaa", {"play": [0, "a"]})
    (tmp_path / "notes.jsonl").write_text("mine")
    assert records.tables() == ["aaaaaaaaaaaa", "bbbbbbbbbbbb"]


@pytest.mark.program
def test_a_table_that_does_not_fit_on_the_disk_leaves_nothing(tmp_path: Path) -> None:
    """Else the same game, imported again, would be taken for the torn file."""
    code = f"""
import resource, signal
from pathlib import Path
from tests.protocol.web.test_records import new
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
new(Path({str(tmp_path)!r}))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)
    assert "OSError" in done.stderr and list(tmp_path.iterdir()) == []


def test_the_same_game_kept_twice_at_once_is_there_once(tmp_path: Path) -> None:
    records, deal = new(tmp_path)
    with pytest.raises(FileExistsError):
        records.create(deal)
    records.keep(deal, Course([Ply(0, "a")]))
    assert records.load(deal.table)[1].plies == [] and [path.name for path in tmp_path.iterdir()] == [f"{deal.table}.jsonl"]


def test_links_to_nothing_are_passed_over(tmp_path: Path) -> None:
    records, deal = new(tmp_path)
    (tmp_path / "aaaaaaaaaaaa.jsonl").symlink_to("/nonexistent")
    assert records.tables() == [deal.table]


def test_a_file_that_cannot_be_written_can_be_looked_at_and_cleared_away(tmp_path: Path) -> None:
    records, deal = new(tmp_path)
    records.path(deal.table).chmod(0o400)
    records.hold(deal.table)
    assert records.load(deal.table)[0] == deal
    records.release(deal.table)
    records.delete(deal.table)
    assert records.tables() == []


def test_a_file_system_without_locks_is_no_second_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(handle: int) -> None:
        raise OSError(errno.ENOLCK, "no locks")

    records, deal = new(tmp_path)
    monkeypatch.setattr(records_module, "lock", refuse)
    records.hold(deal.table)
    records.release(deal.table)


def test_a_long_note_is_kept(tmp_path: Path) -> None:
    """Where a game comes from has the name of its file, and how it ended."""
    records, deal = new(tmp_path)
    records.keep(replace(deal, table="bbbbbbbbbbbb", note="x" * 2000), Course())
    assert records.load("bbbbbbbbbbbb")[0].note == "x" * 2000
