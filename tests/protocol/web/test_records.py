"""Games are on disk as they go: whatever is torn is cut off, whatever is no record is refused."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from egypt.protocol.web.records import BadRecord, Deal, Ply, Records
from egypt.protocol.web.seats import Seat, make_passes

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
