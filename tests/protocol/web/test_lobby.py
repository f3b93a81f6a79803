"""The tables of a folder: all are listed, and deleted whole or not at all."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.protocol.web.house import Server, host_headers, serving

pytestmark = pytest.mark.program  # all of them start processes


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path) as here:
        yield here


def test_tables_can_be_deleted(server: Server) -> None:
    made = server.table("jars", "here", "engine")
    assert server.client.delete(f"/api/tables/{made['table']}", headers=host_headers()).status_code == 200
    assert server.client.get("/api/tables", headers=host_headers()).json()["tables"] == []
    assert server.client.delete("/api/tables/..", headers=host_headers()).status_code in (404, 405)


def test_a_table_that_cannot_be_deleted_is_left_whole(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = server.table("jars", "here", "engine", seed=1)
    record, review = tmp_path / f"{made['table']}.jsonl", tmp_path / f"{made['table']}.review.jsonl"

    def delete() -> Any:
        return server.client.delete(f"/api/tables/{made['table']}", headers=host_headers())

    review.mkdir()
    with server.page(made) as page:
        answer = delete()
        assert (
            answer.status_code == 507
            and answer.json()["error"].startswith(f"the table cannot be cleared away: {review.name}: ")
            and str(tmp_path) not in answer.text
        )
        assert record.exists() and made["table"] in server.tables.house.records._held
        page.my_turn()
        page.play_on()
    review.rmdir()
    with monkeypatch.context() as patched:
        patched.setattr(Path, "unlink", refuse_to_unlink)
        assert delete().json() == {"error": f"the table cannot be cleared away: {record.name}: Operation not permitted"}
    assert len(server.client.get("/api/tables", headers=host_headers()).json()["tables"]) == 1
    assert delete().status_code == 200 and not record.exists()


def test_files_that_are_no_records_do_not_hide_the_others(server: Server, tmp_path: Path) -> None:
    made = server.table("jars", "here", "engine")
    deal = json.loads((tmp_path / f"{made['table']}.jsonl").read_text())
    name = deal | {"seats": [{"kind": "here", "name": "\ud800"}] * 2}
    for number, line in enumerate(("[" * 50_000, json.dumps(name), json.dumps(deal | {"players": "x"}))):
        (tmp_path / f"aaaaaaaaaaa{number}.jsonl").write_text(line + "\n")
        answer = server.client.post("/api/records?name=" + "𝒳" * 80, content=line + "\n", headers=host_headers())
        assert answer.status_code == 400 and str(tmp_path) not in answer.text
    (listed,) = server.client.get("/api/tables", headers=host_headers()).json()["tables"]
    assert listed["table"] == made["table"]


def test_a_torn_record_on_a_medium_that_is_only_read_does_not_hide_the_others(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, size: int) -> None:
        raise OSError(errno.EROFS, "Read-only file system", str(path))

    whole, torn = server.table("jars", "here", "engine"), server.table("jars", "here", "engine")
    with (tmp_path / f"{torn['table']}.jsonl").open("a") as file:
        file.write('{"play":')
    monkeypatch.setattr(os, "truncate", refuse)
    listed = server.client.get("/api/tables", headers=host_headers()).json()["tables"]
    assert {one["table"] for one in listed} == {whole["table"], torn["table"]}
    with server.page(torn) as page:
        assert page.state["view"]


def refuse_to_unlink(path: Path, missing_ok: bool = False) -> None:
    if path.exists():
        raise PermissionError(errno.EPERM, "Operation not permitted", str(path))
