"""Whom a request calls and for what: one way of writing each is answered, and nothing else."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

import pytest

from tests.protocol.web.house import HOST, KEY, ORIGIN, Server, serving

pytestmark = [pytest.mark.program, pytest.mark.attack]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("records")) as here:
        yield here


OWN_NAMES = ["127.0.0.1:8000", "127.0.0.1", "localhost:8000", "LOCALHOST", "[::1]:8000", "[fe80::1]", "192.168.1.7:65535"]
OTHER_NAMES = re.split(
    r"\s+",
    """    localhost:80@evil.example localhost:80:80 localhost: :8000 localhost:x localhost:65536 localhost:-1 localhost:8e3
    localhost:080000 localhost:80/ localhost/ localhost?x localhost#x user@localhost localhost.
    localhost\\ localhost,evil.example
    127.0.0.1@evil.example 127.0.0.1:80@evil.example 127.1 127.0.0.01 2130706433 0x7f000001 127.0.0.1. 1.2.3.4.5
    ::1 [::1 ::1] [[::1]] []::1 [::1]x [::1]@evil.example [::1]: [::1]:80@evil.example [fe80::1%eth0] [fe80::1%evil.example]
    [127.0.0.1] [localhost] [evil.example] [] evil.example@localhost localhost.evil.example evil-localhost evil.example
    127.0.0.1.evil.example:8000""",
)


def test_a_host_is_this_machine_and_a_port_or_gets_nothing(server: Server) -> None:
    for host in OWN_NAMES:
        assert server.client.get("/api/games", headers={"host": host}).status_code == 200, host
        origin = {"host": host, "origin": f"http://{host}", "authorization": f"Bearer {KEY}"}
        assert server.client.post("/api/tables", json={}, headers=origin).status_code == 400, host
    for host in [*OTHER_NAMES, "", " ", "localhost evil.example"]:
        assert server.client.get("/api/games", headers={"host": host}).status_code == 403, host
        origin = {"host": host, "origin": f"http://{host}", "authorization": f"Bearer {KEY}"}
        assert server.client.post("/api/tables", json={}, headers=origin).status_code == 403, host
    for twice in ([("host", HOST), ("host", "evil.example")], [("host", HOST), ("origin", ORIGIN), ("origin", "null")]):
        assert server.client.get("/api/games", headers=twice).status_code == 403, twice


NO_PATHS = re.split(
    r"\s+",
    """/page/../app.py /page/%2e%2e/app.py /page/..%2fapp.py /page//etc/passwd /page /page/ /page/js /page/js/
    /page/js/main.js/ /page/js/main.js// /page/js/main.js/. /page//js/main.js /page/js//main.js /page/js/%2e/main.js
    /page/js%2fmain.js /page/js/main%2ejs /page/js/main.js%2f /page/js/main.js%00 /page/js/main.js%20 /page/js\\main.js
    /page/js%5cmain.js /page/JS/main.js /page/js/x%2f..%2fmain.js /page/js/main.js;x //page/js/main.js /page/index.html/
    /api/games/ /api/tables/ /api//games /play/ //""",
)


def status(server: Server, target: str) -> int:
    """Of the answer to a request for exactly this target, as a server hands it on: clients tidy it up."""
    path, _, query = target.partition("?")
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http"}
    scope |= {"path": unquote(path), "raw_path": path.encode(), "query_string": query.encode(), "root_path": ""}
    asyncio.run(server.client.app(scope | {"headers": [(b"host", HOST.encode())]}, receive, send))  # type: ignore[arg-type]
    return int(sent[0]["status"])


def test_a_path_is_written_in_one_way(server: Server) -> None:
    for path in ("/", "/page/index.html", "/page/js/main.js", "/page/js/games/ra.js?x=1", "/api/games"):
        assert status(server, path) == 200, path
    for path in NO_PATHS:
        assert status(server, path) == 404, path
