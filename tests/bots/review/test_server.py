"""Records over HTTP: who may open them, what is refused, and what a game is that was played elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from egypt.bots.review.reading import read_record
from egypt.protocol.web import app, review
from egypt.protocol.web.app import make_app
from egypt.protocol.web.tables import Tables
from tests.bots.review.runs import play_run
from tests.protocol.web.house import KEY, ORIGIN, OWN, Server, host_headers

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
