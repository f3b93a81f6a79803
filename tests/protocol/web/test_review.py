"""A finished game is judged decision by decision, step by step, and the judgement is kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from egypt.protocol.web import review
from tests.protocol.web.house import Page, Server, serving


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(review, "ITERATIONS", 200)
    with serving(tmp_path) as here:
        yield here


def finished(server: Server, game: str) -> Any:
    made = server.table(game, "engine", "engine", seed=2)
    with server.page(made) as page:
        page.hear_until(lambda message: bool(message.get("over")))
    return made


def reviewed(page: Page) -> list[dict[str, Any]]:
    """All messages of a review, up to the one that completes it."""
    page.say(type="review", on=True)
    messages = [page.hear_type("review")]
    while messages[-1]["summary"] is None:
        assert not messages[-1]["trouble"]
        messages.append(page.hear_type("review"))
    return messages


@pytest.mark.parametrize("game", ["jars", "ra"])
def test_every_decision_is_judged(server: Server, game: str, tmp_path: Path) -> None:
    made = finished(server, game)
    plies = server.tables.get(made["table"]).course.plies
    with server.page(made) as page:
        messages = reviewed(page)
        items = [item for message in messages for item in message["items"]]
        assert [(item["seat"], item["move"]) for item in items] == [(ply.seat, ply.move) for ply in plies]
        assert all(message["summary"] is None for message in messages[:-1]), "no sums before the end"
        for item in items:
            assert item["loss"] >= 0 and sum(item["chances"]) == pytest.approx(1, abs=0.01)
            assert item["loss"] == 0 or item["best"] != item["move"]
        summary = messages[-1]["summary"]
        assert sum(one["decisions"] for one in summary["seats"]) == len(plies)
        for one in summary["accounts"]:
            total = one["start"] + one["own"] + one["others"] + one["rest"]
            assert total == pytest.approx(one["result"], abs=0.2)
    with server.page(made) as page:
        again = reviewed(page)
        assert len(again) == 1 and again[0]["items"] == items, "it is kept, not made again"
    assert (tmp_path / f"{made['table']}.review.json").exists()


def test_a_game_is_looked_back_on(server: Server) -> None:
    made = finished(server, "ra")
    total = len(server.tables.get(made["table"]).course.plies)
    with server.page(made) as page:
        seen = []
        for ply in (0, 1, total, 3):
            page.say(type="past", ply=ply)
            message = page.hear_type("past")
            assert message["ply"] == ply
            seen.append(message["events"])
        assert seen[0] < seen[1] < seen[3] < seen[2] == len(page.events)
        page.say(type="past", ply=total + 1)
        assert "look" in page.hear_type("error")["text"]


def test_a_game_that_goes_on_is_not_reviewed(server: Server) -> None:
    made = server.table("ra", "here", "engine", seed=2)
    with server.page(made) as page:
        page.say(type="review", on=True)
        assert "over" in page.hear_type("error")["text"]
        page.say(type="past", ply=0)
        assert "finished" in page.hear_type("error")["text"]
