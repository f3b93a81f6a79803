"""A finished game is judged decision by decision, step by step, and the judgement is kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from egypt.protocol.web import review
from egypt.protocol.web.keeping import Kept
from tests.protocol.web.house import Page, Server, serving

pytestmark = pytest.mark.program  # all of them start processes


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
            total = one["start"] + one["luck"] + one["own"] + one["others"] + one["knowledge"] + one["foresight"]
            assert total == pytest.approx(one["result"], abs=0.3)
    with server.page(made) as page:
        again = reviewed(page)
        assert len(again) == 1 and again[0]["items"] == items, "it is kept, not made again"
    assert (tmp_path / f"{made['table']}.review.jsonl").exists()


def test_draws_are_told_apart_from_decisions(server: Server) -> None:
    made = finished(server, "ra")
    with server.page(made) as page:
        messages = reviewed(page)
    items = [item for message in messages for item in message["items"]]
    drawn = [item for item in items if item["luck"]]
    assert drawn and all(item["move"] == "draw" for item in drawn), "in this game a tile is drawn after `draw` alone"
    for luck in [messages[-1]["opening"], *(item["luck"] for item in drawn)]:
        assert luck["draws"] >= 1 and luck["sentence"] and luck["outcomes"] >= 1
        assert sum(luck["luck"]) == pytest.approx(0, abs=0.05), "what one seat is given, the others are taken"
    assert max(abs(gift) for item in drawn for gift in item["luck"]["luck"]) > 0.5
    summary = messages[-1]["summary"]
    for seat, one in enumerate(summary["seats"]):
        total = messages[-1]["opening"]["luck"][seat] + sum(item["luck"]["luck"][seat] for item in drawn)
        assert one["luck"] == pytest.approx(total, abs=0.1) == summary["accounts"][seat]["luck"]


def test_a_review_goes_on_where_it_was_cut_off(server: Server, tmp_path: Path) -> None:
    made = finished(server, "jars")
    path = tmp_path / f"{made['table']}.review.jsonl"
    with server.page(made) as page:
        whole = [item for message in reviewed(page) for item in message["items"]]
    lines = path.read_text().splitlines(keepends=True)
    assert len(lines) == len(whole) + 2
    marked = [line.replace('"choices":', '"kept":true,"choices":') for line in lines[:-2]]
    path.write_text("".join(marked) + lines[-2][:30])  # killed while the last but one was written
    with server.page(made) as page:
        again = [item for message in reviewed(page) for item in message["items"]]
    assert [bool(item.pop("kept", False)) for item in again] == [True] * (len(whole) - 2) + [False] * 2
    assert again == whole
    path.write_text(lines[0].replace('"game":"', '"game":"x') + "".join(marked[1:]))
    with server.page(made) as page:
        assert not any("kept" in item for message in reviewed(page) for item in message["items"]), "of another game"


def test_a_review_is_stopped_and_keeps_what_it_has(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = finished(server, "ra")
    monkeypatch.setattr(review, "ITERATIONS", 3000)
    with server.page(made) as page:
        page.say(type="review", on=True)
        page.hear_until(lambda message: message["type"] == "review" and message["since"] + len(message["items"]) > 2)
        page.say(type="review", on=False)
        page.say(type="past", ply=0)
        page.hear_type("past")
        lines = (tmp_path / f"{made['table']}.review.jsonl").read_text().splitlines()
        assert 5 <= len(lines) < len(server.tables.get(made["table"]).course.plies)
        assert not server.tables._reviews


def test_another_move_is_tried(server: Server) -> None:
    made = finished(server, "ra")
    plies = server.tables.get(made["table"]).course.plies
    with server.page(made) as page:
        page.say(type="past", ply=7)
        stood = page.hear_type("past")["view"]
        page.say(type="branch", id="b1", ply=7)
        branch = page.hear_type("branch")
        page.say(type="branch", id="b2", ply=len(plies))
        assert "decision" in page.hear_type("branch")["text"]
    there = {"table": branch["table"], "passes": [{"token": branch["token"]}]}
    with server.page(there) as page:
        page.my_turn()
        assert page.state["seat"] == plies[7].seat
        assert plies[7].move in [choice["move"] for choice in page.state["legal"]]
        assert [seat["score"] for seat in page.state["view"]["seats"]] == [seat["score"] for seat in stood["seats"]]
        assert page.play()["ok"]


def test_only_the_hosts_device_tries_another_move(server: Server, tmp_path: Path) -> None:
    """A branch is a new table on the host's disk, and only the host makes tables."""
    made = server.table("jars", "here", "link", seed=1)
    with server.page(made, 0) as host, server.page(made, 1) as guest:
        assert [page.heard[0]["may_branch"] for page in (host, guest)] == [True, False]  # whether the button is there
        while not (host.state["over"] and guest.state["over"]):
            for page in (host, guest):
                page.say(type="resync")
                page.hear_type("state")
                if page.state["legal"]:
                    page.play_on()
        before = list(tmp_path.glob("*.jsonl"))
        guest.say(type="branch", id="b", ply=0)
        assert guest.hear_type("branch")["text"] == "only the host's own device tries another move"
        assert list(tmp_path.glob("*.jsonl")) == before
        host.say(type="branch", id="b", ply=0)
        assert "table" in host.hear_type("branch")


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


Judged = tuple[Server, Any, Path, list[str], list[dict[str, Any]]]


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Judged]:
    """A finished game on a server, the file of its judgement, the lines of that file, and the judgement."""
    folder = tmp_path_factory.mktemp("judged")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(review, "ITERATIONS", 200)
        with serving(folder) as server:
            made = finished(server, "jars")
            with server.page(made) as page:
                whole = [item for message in reviewed(page) for item in message["items"]]
            path = folder / f"{made['table']}.review.jsonl"
            yield server, made, path, path.read_text().splitlines(keepends=True), whole


@pytest.mark.parametrize("line", [1, 2], ids=["opening", "item"])
@pytest.mark.parametrize(
    "change",
    ["{}", "null", '{"ply":0}', "[" * 50_000, "short", "huge", "endless", "word", "letter"],
    ids=lambda change: change[:8],
)
def test_a_damaged_judgement_is_made_anew(judged: Judged, line: int, change: str) -> None:
    """Lines that are JSON, but no judgement: a program may have been at them, or another version."""
    server, made, path, whole_lines, whole = judged
    lines = list(whole_lines)
    kind = "opening" if line == 1 else "item"
    if change in ("word", "letter"):
        data = json.loads(lines[line])
        data[kind] |= {"kind": "dreadful", "exact": 7} if change == "word" else {"sentence": "\ud800"}
        lines[line] = json.dumps(data) + "\n"
    elif change in ("short", "huge", "endless"):
        data = json.loads(lines[line])
        number = 10**400 if change == "huge" else float("inf")
        data[kind]["chances"] = [0.5] if change == "short" else [number] * len(data[kind]["chances"])
        lines[line] = json.dumps(data) + "\n"
    else:
        lines[line] = f'{{"{kind}":{change}}}\n'
    path.write_text("".join(lines))
    with server.page(made) as page:
        assert [item for message in reviewed(page) for item in message["items"]] == whole


BAD_NUMBERS = ["Infinity", "-Infinity", "NaN", "1e308", "-1e308", "1e999", "-1e10", "9" * 400, "9" * 5000, "true", "null"]
BAD_NUMBERS += ['"7"', "[]", "{}", "[1]"]


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Each number in plain data: what it lies in, and by which key."""
    for key, value in list(data.items() if isinstance(data, dict) else enumerate(data)):
        if isinstance(value, dict | list):
            yield from places(value)
        elif type(value) in (int, float):
            yield data, key


def test_no_number_of_a_judgement_is_trusted(server: Server, tmp_path: Path) -> None:
    """Each number that a kept review has, in the place of each of them something that it cannot be."""
    made = finished(server, "ra")
    with server.page(made) as page:
        reviewed(page)
    path = tmp_path / f"{made['table']}.review.jsonl"
    head, opening, *items = path.read_text().splitlines(keepends=True)
    drawn = next(number for number, line in enumerate(items) if json.loads(line)["item"]["luck"])
    kept = Kept(path, json.loads(head)["game"], json.loads(head)["effort"])
    sound = kept.read(len(items), 2)
    assert len(sound[1]) == len(items)
    tried = 0
    for at, line in ((1, opening), (2 + drawn, items[drawn])):
        lines, data = [head, opening, *items], json.loads(line)
        for place, key in places(data):
            right = place[key]
            for bad in BAD_NUMBERS:
                place[key] = "@"
                lines[at] = json.dumps(data).replace('"@"', bad) + "\n"
                path.write_text("".join(lines))
                found = kept.read(len(items), 2)
                is_gap = key == "ply" and found == (sound[0], sound[1][:drawn])  # those before it count
                assert is_gap or found == (None, []), (key, bad)
                tried += 1
            place[key] = right
    assert tried >= 2 * 10 * len(BAD_NUMBERS)
    for change in ({"egypt-review": 1e308}, {"effort": {"iterations": 1e308}}, {"effort": 1e308}, {"game": 1e308}):
        path.write_text("".join([json.dumps(json.loads(head) | change) + "\n", opening, *items]))
        assert kept.read(len(items), 2) == (None, []), change


def test_a_kept_review_that_is_too_long_begins_anew(server: Server, tmp_path: Path) -> None:
    made = finished(server, "jars")
    with server.page(made) as page:
        reviewed(page)
    path = tmp_path / f"{made['table']}.review.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    head = json.loads(lines[0])
    for more in (b"[" * 1_000_000, lines[-1] * (20_000_000 // len(lines[-1]))):
        path.write_bytes(b"".join(lines) + more)
        assert Kept(path, head["game"], head["effort"]).read(len(lines) - 2, 2) == (None, [])
