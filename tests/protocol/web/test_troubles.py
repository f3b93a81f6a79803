"""What a page is told of a failure: neither commands nor paths, logs or views. The host is told all of it."""

from __future__ import annotations

import errno
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from egypt.protocol.client import BrokenProtocol, CannotStart, Crashed, EngineFailure, Flooded, Refused, Stalled
from egypt.protocol.web.referee import Referees
from egypt.protocol.web.table import NotAllowed
from egypt.protocol.web.troubles import NotMoved, OtherRules, report
from tests.protocol.web.house import HOST, ORIGIN, Page, serving

pytestmark = pytest.mark.attack

SECRET = "/home/host/engine ended when asked 'position view sobek/1;hand2=ivory3'"


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        (CannotStart(SECRET), "guest cannot be started"),
        (Crashed(SECRET), "guest has ended"),
        (Stalled(SECRET), "guest gives no answer"),
        (Flooded(SECRET), "guest wrote a line without end"),
        (BrokenProtocol(SECRET), "guest gave an answer that the protocol does not allow"),
        (EngineFailure(SECRET), "guest has failed"),
        (Refused(SECRET, SECRET, SECRET), "guest refuses what it is asked"),
        (OSError(errno.ENOSPC, "No space left on device", SECRET), "No space left on device"),
        (KeyError(SECRET), "guest has failed"),
    ],
)
def test_a_failure_is_told_by_its_kind(problem: Exception, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert report(problem, "guest") == said
    assert SECRET in capsys.readouterr().err.replace('"', "")


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        (NotMoved("guest has not moved for 1 s"), "guest has not moved for 1 s"),
        (OtherRules("bad-argument", "guest plays by other rules", SECRET), "guest plays by other rules"),
        (NotAllowed("this seat is not yours"), "this seat is not yours"),
    ],
)
def test_what_the_server_says_itself_stays(problem: Exception, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert report(problem, "guest") == said
    assert capsys.readouterr() == ("", "")


def test_a_host_without_a_terminal_hears_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", None)
    assert report(Crashed(SECRET), "guest") == "guest has ended"


@asynccontextmanager
async def no_referee(*_: object) -> AsyncIterator[None]:
    raise Crashed(SECRET)
    yield


@pytest.mark.program
def test_no_answer_to_a_page_has_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(tmp_path) as server:
        made = server.table("jars", "here", "engine", seed=1)
        with server.page(made) as page:
            page.my_turn()
            server.tables.analysts.programs["egypt-engine"] = ["/nowhere/engine"]
            page.say(type="analyse", lines=1)
            assert page.hear_type("analysis")["trouble"] == "egypt-engine cannot be started"
            monkeypatch.setattr(Referees, "holding", no_referee)
            page.say(type="hint", id="h")
            assert page.hear_type("hint")["text"] == "the adviser has ended"
            page.say(type="text", id="t")
            assert page.hear_type("error")["text"] == "the referee has ended"
            assert page.play()["text"] == "the referee has ended"
        with server.client.websocket_connect("/play", headers={"origin": ORIGIN, "host": HOST}) as socket:
            onlooker = Page(socket)
            onlooker.say(type="join", table=made["table"], token=made["passes"][-1]["token"])
            assert onlooker.hear_type("error")["text"] == "the referee has ended"
        order = server.order("jars", [{"kind": "here"}] * 2)
        assert order.status_code == 503 and order.json() == {"error": "the referee has ended"}
    said = capsys.readouterr().err
    assert SECRET in said and "/nowhere/engine" in said
