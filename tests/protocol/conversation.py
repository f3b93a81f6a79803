"""A session in this process, spoken to line by line, with a fake searcher."""

from __future__ import annotations

import threading

from egypt import get_game
from egypt.protocol.lines import BadLine
from egypt.protocol.responder import Responder
from egypt.protocol.searching import MakeSearcher
from egypt.protocol.session import Session
from tests.pace import wait_until
from tests.protocol.fake import FakeSearcher


class Conversation:
    """Says lines to a session and collects what it answers."""

    def __init__(self, game: str | None = "jars", make_searcher: MakeSearcher | None = None) -> None:
        self.output = b""
        self.writes: list[bytes] = []  # one by one
        self._lock = threading.Lock()
        self.searcher = FakeSearcher()
        self.session = Session(
            Responder(self._write), get_game(game) if game else None, make_searcher or (lambda *_: self.searcher)
        )

    def _write(self, data: bytes) -> None:
        with self._lock:
            self.output += data
            self.writes.append(data)

    def say(self, line: str | BadLine) -> list[str]:
        """Say one line and return what is answered at once."""
        self.session.handle(line)
        return self.heard()

    def begin(self, line: str) -> None:
        """Say a line whose answers come from the worker; `wait_for` fetches them."""
        self.session.handle(line)

    def heard(self) -> list[str]:
        """All complete answers since last asked."""
        with self._lock:
            data, self.output = self.output, b""
        assert not data or data.endswith(b"\n")
        return data.decode().split("\n")[:-1]

    def wait_for(self, word: str) -> list[str]:
        """All answers up to now, as soon as one of them begins with `word`."""
        wait_until(lambda: any(line.startswith(word.encode()) for line in self.output.split(b"\n")))
        return self.heard()

    def error(self, line: str | BadLine) -> str:
        """Say a line that must be answered by exactly one error; returns `<code> : <text>`."""
        answers = self.say(line)
        assert len(answers) == 1 and answers[0].startswith("error "), answers
        return answers[0].removeprefix("error ")
