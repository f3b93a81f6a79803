"""A server in this process, and pages that talk to it."""

from __future__ import annotations

import itertools
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

from egypt.protocol.web import engines
from egypt.protocol.web.app import make_app
from egypt.protocol.web.tables import Tables
from tests import PATIENCE

KEY = "the-host"
OWN = {"egypt-engine": [sys.executable, "-m", "egypt.protocol"]}
HOST = "127.0.0.1:8000"
ORIGIN = f"http://{HOST}"

engines.ANSWER_SECONDS = engines.START_SECONDS = PATIENCE


class Page:
    """One open page of a table. `state` is what it would show."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.state: dict[str, Any] = {}
        self.events: list[Any] = []
        self.heard: list[dict[str, Any]] = []
        self._ids = itertools.count(1)

    def say(self, **message: Any) -> None:
        self.socket.send_text(json.dumps(message))

    def hear(self) -> dict[str, Any]:
        """The next message; a state is taken over as the page does it."""
        message: dict[str, Any] = json.loads(self.socket.receive_text())
        self.heard.append(message)
        if message["type"] == "state":
            assert message["since"] <= len(self.events), "a gap"
            self.events = self.events[: message["since"]] + message["events"]
            self.state = message
        return message

    def hear_until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while not wanted(message := self.hear()):
            pass
        return message

    def hear_type(self, kind: str) -> dict[str, Any]:
        return self.hear_until(lambda message: message["type"] == kind)

    def my_turn(self) -> None:
        """Wait until this page may move or the game is over."""
        while not (self.state.get("legal") or self.state.get("over")):
            self.hear_type("state")

    def play(self, move: str | None = None, **changes: Any) -> dict[str, Any]:
        """Play a move, the first legal one if none is named; the answer. The state is as before until it is heard."""
        message = {
            "type": "play",
            "id": f"m{next(self._ids)}",
            "seat": self.state["seat"],
            "decision": self.state["decision"],
            "move": self.state["legal"][0]["move"] if move is None else move,
        } | changes
        self.say(**message)
        return self.hear_until(lambda answer: answer["type"] == "reply" and answer["id"] == message["id"])

    def play_on(self) -> None:
        """Play the first legal move, and wait for the state that follows."""
        before = self.state["decision"]
        assert self.play()["ok"]
        while self.state["decision"] == before:
            self.hear_type("state")


class Server:
    def __init__(self, client: TestClient, tables: Tables) -> None:
        self.client = client
        self.tables = tables

    def order(self, game: str, seats: Sequence[Mapping[str, Any]], **more: Any) -> Any:
        body = {"game": game, "seats": list(seats), "pause": 0} | more
        return self.client.post("/api/tables", json=body, headers=host_headers())

    def table(self, game: str, *kinds: str, **more: Any) -> Any:
        """A table with seats `here`, `link` or `engine`; its name and passes."""
        seats = [{"kind": kind} | ({"level": 1} if kind == "engine" else {}) for kind in kinds]
        answer = self.order(game, seats, **more)
        assert answer.status_code == 201, answer.text
        return answer.json()

    @contextmanager
    def page(self, made: Any, entry: int = 0) -> Iterator[Page]:
        """Open a table with one of its passes."""
        with self.client.websocket_connect("/play", headers={"origin": ORIGIN, "host": HOST}) as socket:
            page = Page(socket)
            page.say(type="join", table=made["table"], token=made["passes"][entry]["token"])
            assert page.hear()["type"] == "welcome"
            page.hear_type("state")
            yield page


def host_headers() -> dict[str, str]:
    return {"authorization": f"Bearer {KEY}", "origin": ORIGIN, "host": HOST}


@contextmanager
def serving(folder: Path, programs: Mapping[str, Sequence[str]] = OWN, *, mixed_rules: bool = False) -> Iterator[Server]:
    tables = Tables(folder, programs, mixed_rules=mixed_rules)
    with TestClient(make_app(tables, KEY), base_url=ORIGIN) as client:
        yield Server(client, tables)
