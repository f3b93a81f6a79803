"""Records over HTTP: who may open them, what is refused, and what a game is that was played elsewhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from egypt.bots.review.__main__ import kept_path
from egypt.bots.review.reading import read_record
from egypt.protocol.web import app, review
from egypt.protocol.web.app import make_app
from egypt.protocol.web.records import Records
from egypt.protocol.web.seats import Pass, Seat, make_passes
from egypt.protocol.web.tables import Tables
from tests.bots.review.runs import play_run
from tests.protocol.web.house import HOST, KEY, ORIGIN, OWN, Server, host_headers

pytestmark = pytest.mark.program  # all of them start processes


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(review, "ITERATIONS", 30)
    tables = Tables(tmp_path / "tables", OWN, reader=read_record)
    with TestClient(make_app(tables, KEY), base_url=ORIGIN) as client:
        yield Server(client, tables)


def post(server: Server, data: bytes, **query: str) -> tuple[int, dict[str, object]]:
    answer = server.client.post("/api/records", content=data, params=query, headers=host_headers())
    return answer.status_code, answer.json()


def test_a_record_becomes_one_finished_table(server: Server, tmp_path: Path) -> None:
    data = play_run(tmp_path, "ra", 2, deals=1).read_bytes()
    status, several = post(server, data, name="run.jsonl")
    assert status == 200 and [game["number"] for game in several["games"]] == [0, 1]  # type: ignore[attr-defined]
    status, made = post(server, data, name="../../e/run .jsonl", game="1")
    assert status == 201
    assert post(server, data, name="other.jsonl", game="1")[1] == made, "the same game is the same table"
    assert len(server.tables.listed()) == 1
    with server.page(made) as page:
        assert page.state["over"]["ranks"] and not page.state["legal"] and not page.state["may_undo"]
        assert page.heard[0]["note"] == "game 1 of _.._e_run_.jsonl"
        page.say(type="play", id="m1", seat=0, decision=page.state["decision"], move="draw")
        assert not page.hear_type("reply")["ok"], "nobody plays on"
        page.say(type="review", on=True)
        page.hear_until(lambda message: message["type"] == "review" and message["summary"] is not None)


PLANTED = (
    Pass("planted-word-plays", (0, 1), may_play=True),
    Pass("planted-word-sees-all", (), may_play=False, sees_all=True),
    Pass("planted-word-looks-on", (), may_play=False, public=True),
)


def planted(folder: Path, table: str, passes: tuple[Pass, ...]) -> bytes:
    """A finished game as egypt-play keeps it, with the name and the passes that somebody else has chosen for it."""
    records = Records(folder / table)
    deal, course = read_record(play_run(folder / table, "jars", 2, deals=1), 0)
    records.keep(replace(deal, table=table, seats=(Seat("here", "Ada"), Seat("here", "Bob")), passes=passes), course)
    return records.path(table).read_bytes()


def is_let_in(server: Server, table: str, token: str) -> bool:
    with server.client.websocket_connect("/play", headers={"origin": ORIGIN, "host": HOST}) as socket:
        socket.send_text(json.dumps({"type": "join", "table": table, "token": token}))
        try:
            return bool(json.loads(socket.receive_text())["type"] == "welcome")
        except WebSocketDisconnect as closed:
            assert closed.code == 1008
            return False


def test_a_file_brings_neither_name_nor_passes(server: Server, tmp_path: Path) -> None:
    """Whoever wrote a record that the host opens must not get in with what they put into it: in the world in which they
    planted passes everything is as in the one in which they did not.
    """
    live = server.table("jars", "link", "link")
    before = {path.name: path.read_bytes() for path in (tmp_path / "tables").glob("*.jsonl")}
    other = planted(tmp_path, "zzzzzzzzzzzz", make_passes((Seat("here", ""), Seat("here", ""))))
    opened = [post(server, data)[1] for data in (planted(tmp_path, live["table"], PLANTED), other)]
    assert opened[0] == opened[1], "the same game is the same table, whatever else its file says"
    name, (entry,) = str(opened[0]["table"]), cast(Any, opened[0]["passes"])
    assert name not in (live["table"], "zzzzzzzzzzzz")
    assert (entry["seats"], entry["may_play"], entry["sees_all"]) == ([], False, True)
    for table in (name, live["table"], "zzzzzzzzzzzz"):
        for one in PLANTED:
            assert not is_let_in(server, table, one.token)
    files = {path.name: path.read_bytes() for path in (tmp_path / "tables").glob("*.jsonl")}
    assert before.items() <= files.items() and len(files) == len(before) + 1
    assert not any(b"planted-word" in data for data in files.values())
    with server.page(opened[0]) as page:
        page.say(type="play", id="m1", seat=0, decision=page.state["decision"], move="x")
        assert not page.hear_type("reply")["ok"], "the host's own pass only looks on"


@pytest.mark.parametrize("name", ["../../planted", "a/b", "x" * 11_000, "C:planted"])
def test_the_name_in_a_file_is_no_path(tmp_path: Path, name: str) -> None:
    """The judgement of a game is kept beside its record, by a name that only the game itself gives."""
    lines = planted(tmp_path, "zzzzzzzzzzzz", PLANTED).splitlines(keepends=True)
    path = tmp_path / "record.jsonl"
    path.write_bytes(
        json.dumps(json.loads(lines[0]) | {"table": name, "note": "planted"}).encode() + b"\n" + b"".join(lines[1:])
    )
    deal, _ = read_record(path, None)
    assert kept_path(path, deal).parent == tmp_path and len(kept_path(path, deal).name) < 60


def test_a_game_that_was_adjudicated_is_over(server: Server, tmp_path: Path) -> None:
    run = play_run(tmp_path, "ra", 2, deals=1, more=("--max-moves", "12"))
    _, made = post(server, run.read_bytes(), name="run.jsonl", game="0")
    with server.page(made) as page:
        assert page.state["over"] is not None and "adjudicated" in page.heard[0]["note"]
        page.say(type="review", on=True)
        done = page.hear_until(lambda message: message["type"] == "review" and message["summary"] is not None)
        assert done["total"] == 12


def test_what_is_refused(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = play_run(tmp_path, "ra", 2, deals=1).read_bytes()
    headers = host_headers() | {"authorization": "Bearer guess"}
    assert server.client.post("/api/records", content=data, headers=headers).status_code == 403
    for broken, query, why in (
        (b"", {}, "line 1 is not the header"),
        (b"{", {}, "line 1 is not the header"),
        (data, {"game": "x"}, "no number"),
        (data, {"game": "9" * 20}, "no number"),
        (data, {"game": "7"}, "no game 7"),
    ):
        status, answer = post(server, broken, **query)
        text = str(answer["error"])
        assert status == 400 and why in text and "/tmp" not in text and "\n" not in text
    monkeypatch.setattr(app, "MAX_RECORD_BYTES", 100)
    assert post(server, data)[0] == 400
    assert server.tables.listed() == []


def test_without_a_reader_no_records_are_opened(tmp_path: Path) -> None:
    with TestClient(make_app(Tables(tmp_path, OWN), KEY), base_url=ORIGIN) as client:
        answer = client.post("/api/records", content=b"x", headers=host_headers())
        assert answer.status_code == 400 and "egypt-play" in answer.json()["error"]
