"""The server as a page sees it: who gets in, what moves do, what survives."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest
from starlette.websockets import WebSocketDisconnect

from egypt.protocol.web import advisers, engines, review
from egypt.protocol.web import table as table_module
from egypt.protocol.web.referee import Referee
from egypt.protocol.web.seats import Seat
from egypt.protocol.web.tables import MAX_REFEREES, MAX_REVIEWS
from tests import PATIENCE
from tests.pace import wait_until
from tests.protocol.web.house import HOST, KEY, ORIGIN, OWN, Server, host_headers, serving

pytestmark = pytest.mark.program  # all of them start processes


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path) as here:
        yield here


@pytest.fixture(scope="module")
def without_tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests that make no table."""
    with serving(tmp_path_factory.mktemp("none")) as here:
        yield here


# -- who gets in ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("origin", ["http://evil.example", "http://127.0.0.1:9999", "null", None])
def test_pages_of_others_change_nothing(without_tables: Server, origin: str | None) -> None:
    headers = {"authorization": f"Bearer {KEY}", "host": HOST} | ({"origin": origin} if origin else {})
    assert without_tables.client.post("/api/tables", json={}, headers=headers).status_code == 403
    with (
        pytest.raises(WebSocketDisconnect),
        without_tables.client.websocket_connect("/play", headers={"host": HOST} | ({"origin": origin} if origin else {})),
    ):
        pass


def test_only_the_host_makes_and_sees_tables(server: Server) -> None:
    made = server.table("jars", "here", "engine")
    for headers in ({}, {"authorization": "Bearer wrong"}, {"authorization": KEY}):
        headers = headers | {"origin": ORIGIN, "host": HOST}
        assert server.client.get("/api/tables", headers=headers).status_code == 403
        assert server.client.post("/api/tables", json={}, headers=headers).status_code == 403
        assert server.client.delete(f"/api/tables/{made['table']}", headers=headers).status_code == 403
    listed = server.client.get("/api/tables", headers=host_headers()).json()["tables"]
    assert [table["table"] for table in listed] == [made["table"]]


def test_every_answer_forbids_foreign_script(without_tables: Server) -> None:
    for path in ("/", "/api/games", "/page/js/main.js", "/nothing"):
        policy = without_tables.client.get(path).headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy
    assert without_tables.client.get("/page/js/main.js").headers["content-type"].startswith("text/javascript")
    assert "<script>" not in without_tables.client.get("/").text and "style=" not in without_tables.client.get("/").text


@pytest.mark.parametrize("token", ["wrong", "", "x" * 64])
def test_a_table_opens_only_with_its_token(server: Server, token: str) -> None:
    made = server.table("jars", "here", "engine")
    for table in (made["table"], "zzzzzzzzzzzz", "../../../etc"):
        with server.client.websocket_connect("/play", headers={"origin": ORIGIN, "host": HOST}) as socket:
            socket.send_text(json.dumps({"type": "join", "table": table, "token": token}))
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_text()
            assert closed.value.code == 1008


# -- orders ----------------------------------------------------------------------------------------------------------


def test_bad_orders_make_no_table(server: Server) -> None:
    assert server.order("chess", [{"kind": "here"}]).status_code == 400
    bad = server.order("jars", [{"kind": "here"}, {"kind": "here"}], position="jars/1;viewer=all")
    assert bad.status_code == 400 and "missing" in bad.json()["error"]
    long = server.client.post("/api/tables", content=b"x" * 100_000, headers=host_headers())
    assert long.status_code == 400
    assert server.client.get("/api/tables", headers=host_headers()).json()["tables"] == []


def test_the_automaton_sits_on_its_seat_whoever_is_sent_there(server: Server) -> None:
    games = {game["name"]: game for game in server.client.get("/api/games").json()["games"]}
    solo = [variant for variant in games["tekhenu"]["variants"] if variant.startswith("solo-")]
    assert games["tekhenu"]["automata"] == {variant: [1] for variant in solo} and solo
    assert not games["ra"]["automata"]
    for kind in ({"kind": "automaton"}, {"kind": "here"}, {"kind": "link"}, {"kind": "engine", "level": 3}):
        made = server.order("tekhenu", [{"kind": "here"}, kind], variant="solo-low")
        assert made.status_code == 201
        assert [one["seats"] for one in made.json()["passes"]] == [[0], [0], []]
    listed = server.client.get("/api/tables", headers=host_headers()).json()["tables"]
    assert all(table["seats"][1] == {"kind": "automaton"} for table in listed)
    other = server.order("tekhenu", [{"kind": "here"}, {"kind": "automaton"}])
    assert other.status_code == 400 and "p2: no automaton sits there" in other.json()["error"]
    real = server.order("tekhenu", [{"kind": "other"}, {"kind": "here"}], variant="solo-low")
    assert real.status_code == 400 and "the automaton sits there" in real.json()["error"]
    assert server.order("tekhenu", [{"kind": "here"}, {"kind": "other"}], variant="solo-low").status_code == 201


def test_a_position_is_of_the_variant_that_is_ordered(server: Server) -> None:
    solo = server.table("tekhenu", "here", "automaton", variant="solo-low")
    with server.page(solo) as page:
        page.say(type="text", id="t")
        seen = page.hear_type("text")["text"]
    whole = asyncio.run(whole_position("tekhenu", "solo-low"))
    for position, kind in ((whole, "here"), (seen, "other")):
        seats = [{"kind": "here"}, {"kind": kind}]
        order = server.order("tekhenu", seats, position=position)
        assert order.status_code == 400 and order.json() == {"error": "the position is one for 2 in solo-low"}
        assert server.order("tekhenu", seats, position=position, variant="solo-low").status_code == 201


async def whole_position(game: str, variant: str) -> str:
    engine = await engines.JsonEngine.start(OWN["egypt-engine"])
    referee = Referee(engine)
    await referee.deal(game, 2, variant, seed=1)
    text = await referee.view(None)
    await engine.close()
    return text


# -- playing ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["ra", "sobek", "amunre", "tekhenu", "jars"])
def test_a_person_plays_a_whole_game_against_engines(server: Server, game: str) -> None:
    made = server.table(game, "here", "engine", "engine", seed=3)
    with server.page(made) as page:
        page.my_turn()
        while not page.state["over"]:
            page.play_on()
            page.my_turn()
        assert sorted(page.state["over"]["ranks"])[0] == 1
        assert [event["number"] for event in page.events] == list(range(1, len(page.events) + 1))
    listed = server.client.get("/api/tables", headers=host_headers()).json()["tables"]
    assert listed[0]["scores"] == page.state["over"]["scores"]


def test_engines_go_from_game_to_game(server: Server) -> None:
    for game in ("jars", "ra", "jars"):
        with server.page(server.table(game, "here", "engine", seed=1)) as page:
            page.my_turn()
            page.play_on()
            page.my_turn()
            assert page.state["trouble"] == ""
            page.say(type="hint", id="h")
            assert page.hear_type("hint")["move"]


def test_a_table_of_engines_plays_while_somebody_watches(server: Server) -> None:
    made = server.table("jars", "engine", "engine")
    assert [one["sees_all"] for one in made["passes"]] == [True]
    with server.page(made) as page:
        page.hear_until(lambda message: bool(message.get("over")))
        assert page.state["legal"] == []


def test_bad_messages_get_an_error_and_change_nothing(server: Server) -> None:
    made = server.table("ra", "here", "engine")  # a game in which only one acts at a time
    with server.page(made) as page:
        page.my_turn()
        before = server.tables.get(made["table"]).version
        for text in ("", "{}", '{"type":"join","table":"x","token":"y"}', '{"type":"look","seat":1}', '{"type":"dance"}'):
            page.socket.send_text(text)
            assert page.hear_type("error")["text"]
        page.socket.send_bytes(b"\xff\x00")
        assert page.hear_type("error")["text"]
        assert server.tables.get(made["table"]).version == before
        page.play_on()


def test_moves_that_cannot_be_are_refused_with_the_reason_and_the_truth(server: Server) -> None:
    made = server.table("jars", "link", "link", seed=1)
    with server.page(made) as page:
        assert page.state["seat"] == 0
        for changes in ({"move": "nonsense"}, {"seat": 1}, {"decision": "0-999"}):
            answer = page.play(**({"move": "x"} | changes))
            assert not answer["ok"] and answer["text"]
            assert page.hear_type("state")["since"] == 0


def test_the_same_move_sent_twice_is_played_once(server: Server) -> None:
    made = server.table("jars", "here", "engine", seed=1)
    with server.page(made) as page:
        page.my_turn()
        move = {"id": "same", "seat": 0, "decision": page.state["decision"], "move": page.state["legal"][0]["move"]}
        page.say(type="play", **move)
        page.say(type="play", **move)
        answers = [page.hear_type("reply"), page.hear_type("reply")]
        assert answers[0] == answers[1] == {"type": "reply", "id": "same", "ok": True}
        plies = server.tables.get(made["table"]).course.plies  # the engine may have chosen before or after
        assert [ply.move for ply in plies if ply.seat == 0] == [move["move"]]


def test_who_watches_sees_the_seat_but_does_not_play(server: Server) -> None:
    made = server.table("jars", "here", "engine", seed=1)
    watch = next(place for place, one in enumerate(made["passes"]) if not one["may_play"])
    with server.page(made) as player, server.page(made, watch) as watcher:
        player.my_turn()
        while watcher.state["decision"] != player.state["decision"]:
            watcher.hear_type("state")
        assert watcher.state["view"] == player.state["view"] and watcher.state["legal"] == []
        refused = watcher.play(player.state["legal"][0]["move"])
        assert not refused["ok"] and "not yours" in refused["text"]
        watcher.say(type="undo", id="u")
        assert not watcher.hear_type("reply")["ok"]


def test_a_second_tab_and_a_reload_show_the_same(server: Server) -> None:
    made = server.table("jars", "here", "engine", seed=1)
    with server.page(made) as one, server.page(made) as other:
        one.my_turn()
        other.my_turn()
        assert one.state == other.state
        one.play_on()
        one.my_turn()
        while other.state["decision"] != one.state["decision"]:
            other.hear_type("state")
        assert other.state["view"] == one.state["view"] and other.events == one.events
    with server.page(made) as again:
        assert again.state["view"] == one.state["view"] and again.events == one.events


def test_undo_and_redo_against_engines(server: Server) -> None:
    made = server.table("jars", "here", "engine", seed=1)
    with server.page(made) as page:
        page.my_turn()
        first = page.state["view"]
        assert not page.state["may_undo"]
        page.play_on()
        page.my_turn()
        second, events = page.state["view"], list(page.events)
        assert page.state["may_undo"]
        page.say(type="undo", id="u")
        page.hear_until(lambda message: message["type"] == "state" and message["may_redo"])
        assert page.state["view"] == first and page.state["legal"]
        page.say(type="ping")  # if an engine chose anew now, nothing could be played again
        page.hear_type("pong")
        page.say(type="redo", id="r")
        page.hear_until(lambda message: message["type"] == "state" and not message["may_redo"])
        page.my_turn()
        assert page.state["view"] == second and page.events == events
        page.say(type="redo", id="r2")
        assert not page.hear_type("reply")["ok"]


def test_people_take_nothing_back_from_each_other(server: Server) -> None:
    made = server.table("jars", "link", "link", seed=1)
    pages = [0, 1]
    with server.page(made, pages[0]) as one, server.page(made, pages[1]) as other:
        while not (one.state["legal"] or other.state["legal"]):
            one.hear_type("state")
        mover = one if one.state["legal"] else other
        assert mover.play()["ok"]
        mover.say(type="undo", id="u")
        assert not mover.hear_type("reply")["ok"]


def test_nobody_hears_of_a_secret_choice(server: Server) -> None:
    made = server.table("tekhenu", "link", "link", "link", seed=7)
    with server.page(made, 0) as one, server.page(made, 1) as other:
        assert one.state["turn"] == other.state["turn"] == [0, 1, 2]
        heard = len(one.heard)
        assert other.play()["ok"]
        other.hear_until(lambda message: message["type"] == "state" and not message["legal"])
        one.say(type="ping")
        assert one.hear()["type"] == "pong" and len(one.heard) == heard + 1
        assert one.play()["ok"], "the decision is the same, whatever others have chosen"


def test_several_people_at_one_device_see_one_seat_at_a_time(server: Server) -> None:
    made = server.table("jars", "here", "here", seed=1)
    assert made["passes"][0]["seats"] == [0, 1]
    with server.page(made) as page:
        assert page.state["seat"] is None and page.state["view"] is None and page.state["waiting"]
        seat = page.state["waiting"][0]
        page.say(type="look", seat=seat)
        page.hear_until(lambda message: message["type"] == "state" and message["seat"] == seat)
        assert page.state["view"]["viewer"] == f"p{seat + 1}" and page.state["legal"]
        page.play_on()
        page.say(type="look", seat=None)
        page.hear_until(lambda message: message["type"] == "state" and message["seat"] is None)
        assert page.state["view"] is None and page.events == []


# -- thinking --------------------------------------------------------------------------------------------------------


def test_hint_and_analysis_are_of_ones_own_view(server: Server) -> None:
    made = server.table("ra", "here", "engine", seed=4)
    with server.page(made) as page:
        page.my_turn()
        page.say(type="hint", id="h")
        hint = page.hear_type("hint")
        legal = {choice["move"] for choice in page.state["legal"]}
        assert hint["move"] in legal and hint["decision"] == page.state["decision"]
        page.say(type="analyse", lines=2)
        analysis = page.hear_until(lambda message: message["type"] == "analysis" and len(message["lines"]) == 2)
        assert {line["move"] for line in analysis["lines"]} <= legal
        assert analysis["decision"] == page.state["decision"]
        assert sum(analysis["lines"][0]["wp"]) == pytest.approx(1, abs=0.01)
        page.say(type="analyse", lines=0)
        page.play_on()


# -- what survives ---------------------------------------------------------------------------------------------------


def play_some(server: Server, made: Any, count: int) -> tuple[Any, Any]:
    with server.page(made) as page:
        page.my_turn()
        for _ in range(count):
            page.play_on()
            page.my_turn()
        return page.state["view"], list(page.events)


def test_a_game_survives_the_server(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        made = server.table("sobek", "here", "engine", seed=1)
        view, events = play_some(server, made, 3)
    # As after a kill: nothing but the files, and the last line torn.
    path = tmp_path / f"{made['table']}.jsonl"
    path.write_bytes(path.read_bytes() + b'{"play":')
    with serving(tmp_path) as server, server.page(made) as page:
        page.my_turn()
        assert page.state["view"] == view and page.events == events
        page.play_on()


def test_killed_engines_are_replaced(server: Server) -> None:
    made = server.table("sobek", "here", "engine", seed=1)
    with server.page(made) as page:
        page.my_turn()
        for _ in range(3):
            referees = list(server.tables.house.referees._idle.values())
            assert referees
            for referee in referees:
                os.kill(referee.engine.pid, signal.SIGKILL)
            for engines in server.tables.house.advisers._idle.values():
                for engine in engines:
                    os.kill(engine.pid, signal.SIGKILL)
            page.play_on()
            page.my_turn()


def test_an_engine_that_cannot_start_is_told_to_the_table(tmp_path: Path) -> None:
    from tests.protocol.web.house import OWN

    with serving(tmp_path, OWN | {"broken": ["/nonexistent/engine"]}) as server:
        answer = server.order("jars", [{"kind": "engine", "level": 1, "program": "broken"}] * 2)
        with server.page(answer.json()) as page:
            while not page.state["trouble"]:
                page.hear_type("state")
            assert "does not move" in page.state["trouble"]


def test_a_level_that_there_is_not_is_told_to_the_table(server: Server, tmp_path: Path) -> None:
    made = server.table("jars", "engine", "engine")
    path = tmp_path / f"{made['table']}.jsonl"
    path.write_text(path.read_text().replace('"level":1,', '"level":11,'))
    with server.page(made) as page:
        while not page.state["trouble"]:
            page.hear_type("state")
        assert page.state["trouble"] == "an engine does not move: level 11 is none of 1 to 10"


def test_what_nobody_has_foreseen_is_told_to_the_table(
    server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(seat: Seat) -> None:
        raise KeyError("/home/host/secret")

    monkeypatch.setattr(table_module, "effort_of", fail)
    with server.page(server.table("jars", "engine", "engine")) as page:
        while not page.state["trouble"]:
            page.hear_type("state")
        assert page.state["trouble"] == "an engine does not move: the server has failed"
    assert capsys.readouterr().err == "the server: KeyError('/home/host/secret')\n"


def test_more_tables_than_referees(server: Server) -> None:
    server.tables.house.referees._limit = 3
    tables = [server.table("jars", "here", "engine", seed=seed) for seed in range(6)]
    views = [play_some(server, made, 1)[0] for made in tables]
    for made, view in zip(tables, views, strict=True):
        with server.page(made) as page:
            page.my_turn()
            assert page.state["view"] == view
    assert len(server.tables.house.referees._idle) <= 3
    assert server.tables._open == {}, "a table that nobody looks at is put away"


@pytest.mark.parametrize("mixed", [False, True])
def test_programs_with_other_rules_sit_down_only_if_told_to(tmp_path: Path, mixed: bool) -> None:
    rules = tmp_path / "my-ra.toml"
    rules.write_text('rules_for = "ra"\n[game]\nstart_score = 17\n')
    programs = {**OWN, "guest": [*OWN["egypt-engine"], "--rules", str(rules)]}
    seats = [{"kind": "here"}, {"kind": "engine", "level": 1, "program": "guest"}]
    with serving(tmp_path / "tables", programs, mixed_rules=mixed) as server:
        answer = server.order("ra", seats)
        assert answer.status_code == (201 if mixed else 400), answer.text
        if not mixed:
            assert "guest plays ra by rules " in answer.text and "--mixed-rules" in answer.text
        assert server.order("sobek", seats).status_code == 201, "a game that both play by the same rules"


def test_a_game_that_is_over_again_after_undo_and_redo_is_over(server: Server) -> None:
    made = server.table("jars", "here", "engine", seed=1)
    with server.page(made) as page:
        page.my_turn()
        while not page.state["over"]:
            page.play_on()
            page.my_turn()
        page.say(type="undo", id="u")
        page.hear_until(lambda message: message["type"] == "state" and message["may_redo"])
        page.say(type="redo", id="r")
        page.hear_until(lambda message: message["type"] == "state" and not message["may_redo"])
        page.say(type="past", ply=0)
        assert page.hear_until(lambda message: message["type"] in ("past", "error"))["type"] == "past"
    (listed,) = server.client.get("/api/tables", headers=host_headers()).json()["tables"]
    assert sorted(listed["ranks"])[0] == 1 and len(listed["scores"]) == 2


def test_two_servers_do_not_play_at_one_table(tmp_path: Path) -> None:
    with serving(tmp_path) as one, serving(tmp_path) as other:
        made = one.table("jars", "here", "engine", seed=1)
        with one.page(made) as page:
            page.my_turn()
            with pytest.raises(WebSocketDisconnect) as refused, other.page(made):
                pass
            assert "another egypt-play" in refused.value.reason
            assert other.client.delete(f"/api/tables/{made['table']}", headers=host_headers()).status_code == 409
            page.play_on()
        with other.page(made) as page:
            page.my_turn()
            page.play_on()


MUTE = """
import subprocess, sys
engine = subprocess.Popen([sys.executable, "-m", "egypt.protocol"], stdin=-1, stdout=-1, text=True)
def say(line):
    print(line.rstrip("\\n"), flush=True)
for line in sys.stdin:
    if line.startswith("go"):
        if sys.argv[1] != "nothing":
            say("bestmove none")
        continue
    if line.startswith("stop") and sys.argv[1] == "nothing":
        continue
    engine.stdin.write(line if line.strip() != "isready" else "")
    engine.stdin.write("isready\\n")
    engine.stdin.flush()
    while (told := engine.stdout.readline()).strip() != "readyok":
        say(told)
    if line.strip() == "isready":
        say("readyok")
"""  # an engine that passes everything on, but does not move


@pytest.mark.parametrize("answer", ["bestmove none", "nothing"])
def test_an_engine_without_a_move_is_told_to_the_table(tmp_path: Path, answer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_module, "THINK_SECONDS", 1.0 if answer == "nothing" else PATIENCE)
    if answer == "nothing":
        monkeypatch.setattr(engines, "ANSWER_SECONDS", 5.0)  # it does not hear `stop` either
    script = tmp_path / "engine.py"
    script.write_text(MUTE)
    with serving(tmp_path / "tables", OWN | {"mute": [sys.executable, str(script), answer]}) as server:
        made = server.order("jars", [{"kind": "engine", "level": 1, "program": "mute"}] * 2).json()
        with server.page(made) as page:
            while not page.state["trouble"]:
                page.hear_type("state")
            assert ("no move" if answer != "nothing" else "not moved for 1 s") in page.state["trouble"]


def test_reviews_leave_the_referees_to_the_tables(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review, "ITERATIONS", 10**9)  # none of them ends
    made = [server.table("jars", "here", "engine", seed=seed) for seed in range(MAX_REFEREES + 1)]
    for one in made[:-1]:
        with server.page(one) as page:
            page.my_turn()
            while not page.state["over"]:
                page.play_on()
                page.my_turn()
    with ExitStack() as stack:
        for one in made[:-1]:
            stack.enter_context(server.page(one)).say(type="review", on=True)
        wait_until(lambda: server.tables._review_referees._in_use == MAX_REVIEWS)
        assert server.tables.house.referees._in_use < MAX_REFEREES
        with server.page(made[-1]) as page:
            page.my_turn()
            page.play_on()


def test_a_program_that_is_no_longer_offered_is_told_to_the_table(tmp_path: Path) -> None:
    """The server was started again without its `--engine`; a finished game goes on elsewhere with an engine of the house."""
    with serving(tmp_path, OWN | {"guest": OWN["egypt-engine"]}) as server:
        seats = [{"kind": "here"}, {"kind": "engine", "level": 1, "program": "guest"}]
        begun, ended = (server.order("jars", seats, seed=seed).json() for seed in (1, 2))
        with server.page(ended) as page:
            page.my_turn()
            while not page.state["over"]:
                page.play_on()
                page.my_turn()
    with serving(tmp_path) as server:
        with server.page(begun) as page:
            page.my_turn()
            assert page.play()["ok"]
            while not page.state["trouble"]:
                page.hear_type("state")
            assert "guest is not among the programs" in page.state["trouble"]
        with server.page(ended) as page:
            page.say(type="branch", id="b", ply=0)
            assert "table" in page.hear_type("branch")


def test_waiting_for_a_free_engine_is_no_stall(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time in which it has to move begins when its program is free."""
    began: list[str] = []
    limit = advisers._limit
    monkeypatch.setattr(advisers, "_limit", lambda seconds, program: began.append(program) or limit(seconds, program))
    monkeypatch.setattr(server.tables.house.advisers, "check", AsyncMock())  # a new table asks the program, too
    room = server.tables.house.advisers._places["egypt-engine"]._all = asyncio.Semaphore(0)  # all are taken
    made = server.table("jars", "engine", "engine")
    with server.page(made) as page:
        wait_until(lambda: bool(room._waiters))
        assert not began and page.state["trouble"] == ""
        server.client.portal.call(room.release)
        page.hear_until(lambda message: bool(message.get("over")))
        assert began and page.state["trouble"] == ""


def test_a_reason_is_cut_by_bytes(server: Server) -> None:
    """A close frame has room for 123 of them, and é is two."""
    with server.client.websocket_connect("/play", headers={"origin": ORIGIN, "host": HOST}) as socket:
        socket.send_text(json.dumps({"type": "é" * 200}, ensure_ascii=False))
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_text()
    assert closed.value.reason.startswith("'ééé") and 120 <= len(closed.value.reason.encode()) <= 123
