"""A real table over the websocket: what one seat perceives is entered, and what cannot have happened changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from egypt import Table, get_game
from tests.protocol.web.house import Page, Server, host_headers, serving

pytestmark = pytest.mark.program  # all of them start processes


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path) as here:
        yield here


def sit_down(server: Server, game: str, players: int, own: int, **more: Any) -> Any:
    seats = [{"kind": "here" if seat == own else "other"} for seat in range(players)]
    answer = server.order(game, seats, **more)
    assert answer.status_code == 201, answer.text
    return answer.json()


def enter(page: Page, event: str) -> Any:
    """Enter an event; the answer, and the state behind it if something has changed."""
    before = page.state["decision"]
    page.say(type="observe", id=f"e{len(page.heard)}", decision=before, event=event)
    answer = page.hear_type("reply")
    while answer["ok"] and page.state["decision"] == before:
        page.hear_type("state")
    return answer


@pytest.mark.parametrize("game", ["ra", "sobek", "amunre", "tekhenu", "jars"])
def test_what_a_seat_perceives_leads_to_what_it_knows(server: Server, game: str) -> None:
    """A game that is dealt elsewhere; all that reaches p2 is entered, unless it could not be otherwise."""
    truth = Table.deal(get_game(game), 3, seed=6)
    for _ in range(6):
        truth.play(truth.legal_moves()[-1])
    made = sit_down(server, game, 3, 1)
    assert [one["seats"] for one in made["passes"]] == [[1], [1]]
    with server.page(made) as page:
        for heard, event in enumerate(truth.told(1), start=1):
            if heard > len(page.events):
                assert any(choice["move"] == event.text(1) for choice in page.state["legal"])
                assert enter(page, event.text(1))["ok"]
            assert f"{page.events[heard - 1]['actor']} {page.events[heard - 1]['move']}" == event.text(1)
        assert page.state["view"] == truth.view(1).as_dict()
        page.say(type="text", id="t")
        assert page.hear_type("text")["text"] == truth.view(1).to_text()


@pytest.mark.parametrize("game", ["sobek", "jars"])
def test_changes_of_scores_are_told(server: Server, game: str) -> None:
    truth = Table.deal(get_game(game), 2, seed=3)
    begun = truth.scores()
    while truth.scores() == begun:
        truth.play(truth.legal_moves()[-1])
    with server.page(sit_down(server, game, 2, 0)) as page:
        for heard, event in enumerate(truth.told(0), start=1):
            if heard > len(page.events):
                assert enter(page, event.text(0))["ok"]
        assert not any(event["scores"] for event in page.events[:-1])
        for item in (changes := page.events[-1]["scores"]):
            seat = int(item["seat"][1:]) - 1
            assert item["score"] == truth.scores()[seat] - begun[seat] and item["text"] in ("point", "points")
        assert changes


def test_what_cannot_have_happened_changes_nothing(server: Server) -> None:
    with server.page(sit_down(server, "ra", 2, 0)) as page:
        before = page.state
        for event, said in (
            ("p1 draw", "cannot have happened"),
            ("chance nonsense", "not a move"),
            ("draw", "who did it"),
            ("p9 draw", "not a seat"),
        ):
            answer = enter(page, event)
            assert not answer["ok"] and said in answer["text"]
        page.say(type="resync")
        page.hear_type("state")
        assert page.state == before
        assert not page.play("suns:1", seat=0)["ok"], "nobody plays here"


def test_events_are_taken_back_and_survive(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        made = sit_down(server, "ra", 2, 0)
        with server.page(made) as page:
            assert enter(page, "chance suns:1")["ok"]
            assert enter(page, "p1 draw")["ok"]
            assert enter(page, "chance tile:gold")["ok"]
            kept, events = page.state["view"], list(page.events)
            page.say(type="undo", id="u")
            page.hear_until(lambda message: message["type"] == "state" and message["may_redo"])
            assert len(page.events) == len(events) - 1 and page.state["turn"] == [-1]
            page.say(type="redo", id="r")
            page.hear_until(lambda message: message["type"] == "state" and not message["may_redo"])
            assert page.state["view"] == kept and page.events == events
    with serving(tmp_path) as server, server.page(made) as page:
        assert page.state["view"] == kept and page.events == events


def test_a_real_table_has_one_seat_here(server: Server) -> None:
    for kinds in (["other", "other"], ["here", "here", "other"], ["here", "engine", "other"]):
        answer = server.order("jars", [{"kind": kind} | ({"level": 1} if kind == "engine" else {}) for kind in kinds])
        assert answer.status_code == 400 and "real table" in answer.json()["error"]


def test_a_real_table_begins_where_a_text_says(server: Server) -> None:
    table = Table.deal(get_game("sobek"), 3, seed=6)
    for text in (table.view(2).to_text(), table.position.to_text()):
        with server.page(sit_down(server, "sobek", 3, 2, position=text)) as page:
            assert page.state["view"] == table.view(2).as_dict()
    wrong = server.order("sobek", [{"kind": "here"}, {"kind": "other"}, {"kind": "other"}], position=table.view(2).to_text())
    assert wrong.status_code == 400 and "only a view of p3" in wrong.json()["error"]


def test_position_texts_are_read_by_the_room(server: Server) -> None:
    def ask(text: Any) -> Any:
        return server.client.post("/api/position", json={"text": text}, headers=host_headers())

    truth = Table.deal(get_game("ra"), 2, seed=6).position
    read = ask(f"  {truth.to_text()[:40]}\n{truth.to_text()[40:]} ").json()
    assert read == {"position": truth.as_dict(), "text": truth.to_text()}
    assert ask(truth.view(1).to_text()).json()["position"] == truth.view(1).as_dict()
    for text, said in (
        (truth.to_text().replace("players=2", "players=7"), "players"),
        ("chess/1;x=1", "'chess' is none of"),
        ("ra/1;viewer=p1", "missing"),
        ("", "text"),
        (5, "text"),
    ):
        answer = ask(text)
        assert answer.status_code == 400 and said in answer.json()["error"]
    stranger = host_headers() | {"authorization": "no"}
    assert server.client.post("/api/position", json={"text": "x"}, headers=stranger).status_code == 403
