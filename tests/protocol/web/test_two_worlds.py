"""What a seat must not know never reaches its browser.

Two tables start from positions that differ only in what a seat has not seen. Every byte that its page gets must be the same.
A leak that is planted on purpose must be found, or this test could not find one.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from egypt import Position, Rng, Table, get_game
from egypt.core.public import public_data
from egypt.protocol.web import table as table_module
from egypt.protocol.web import views
from egypt.protocol.web.seats import Pass
from tests.protocol.web.house import OWN, Server, serving

pytestmark = [pytest.mark.program, pytest.mark.attack]

DECISIONS = (0, 3, 9, 16)  # how far into the game
SEAT = 0
ONLOOKERS_PASS = -1  # the last pass of a table


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests: none of them lists the tables, and a referee is used again."""
    with serving(tmp_path_factory.mktemp("tables")) as here:
        yield here


def worlds(game: str, decisions: int) -> tuple[str, str] | None:
    """Two positions that the seat cannot tell apart; None if it knows everything."""
    rng = Rng(decisions + 1)
    table = Table.deal(get_game(game), 3, seed=5)
    for _ in range(decisions):
        moves = table.legal_moves()
        if table.is_over or not moves:
            break
        table.play(moves[rng.below(len(moves))])
    truth = table.position
    view = truth.view(SEAT)
    for seed in range(30):
        other = view.sample(Rng(seed))
        if other.to_text() != truth.to_text():
            return truth.to_text(), other.to_text()
    return None


def told(server: Server, game: str, position: str, entry: int = SEAT) -> list[str]:
    """All that the seat's page hears, down to the bytes, apart from the table's name."""
    made = server.table(game, "link", "link", "link", position=position, seed=1)
    with server.page(made, entry) as page:
        page.say(type="resync")
        page.hear_type("state")
        page.say(type="ping")
        page.hear_type("pong")
        return [json.dumps(message).replace(made["table"], "") for message in page.heard]


def differences(server: Server, game: str) -> tuple[int, int]:
    """How many pairs of worlds were compared, and how many could be told apart."""
    compared = differing = 0
    for decisions in DECISIONS:
        pair = worlds(game, decisions)
        if pair is not None:
            compared += 1
            one, other = (told(server, game, position) for position in pair)
            differing += one != other
    return compared, differing


@pytest.mark.parametrize("game", ["sobek", "amunre", "tekhenu", "jars"])
def test_two_worlds_look_the_same(server: Server, game: str) -> None:
    compared, differing = differences(server, game)
    assert compared >= 2 and differing == 0


@pytest.mark.parametrize("game", ["sobek", "tekhenu", "jars"])
def test_a_planted_leak_is_found(server: Server, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = views.state

    async def leaky(table: Any, entry: Pass, seat: int | None) -> dict[str, Any]:
        message = await honest(table, entry, seat)
        truth = (await table.situation(None)).position
        return message | {"view": message["view"] | {"seats": truth["seats"]}}

    monkeypatch.setattr(views, "state", leaky)
    assert differences(server, game)[1] > 0


def onlookers(server: Server, game: str) -> tuple[int, int]:
    """The same for the onlookers' link: worlds that only a player at the table can tell apart."""
    compared = differing = 0
    for decisions in DECISIONS:
        pair = worlds(game, decisions)
        if pair is None:
            continue
        one, other = (public_data(Position.from_text(text, get_game(game))) for text in pair)
        if one == other:
            compared += 1
            differing += told(server, game, pair[0], ONLOOKERS_PASS) != told(server, game, pair[1], ONLOOKERS_PASS)
    return compared, differing


@pytest.mark.parametrize("game", ["sobek", "amunre", "tekhenu", "jars"])
def test_onlookers_see_two_worlds_alike(server: Server, game: str) -> None:
    made = server.table(game, "link", "link", "link")
    assert made["passes"][ONLOOKERS_PASS] | {"token": ""} == {
        "token": "",
        "seats": [],
        "may_play": False,
        "sees_all": False,
        "public": True,
    }
    compared, differing = onlookers(server, game)
    assert compared >= 1 and differing == 0


@pytest.mark.parametrize("game", ["sobek", "tekhenu", "jars"])
def test_a_leak_to_onlookers_is_found(server: Server, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "ONLOOKER", None)
    assert onlookers(server, game)[1] > 0


# An engine that passes everything on, but fails over a position or over `go`, each time with its hand in what it says.
FAILING = """
import subprocess, sys
engine = subprocess.Popen([sys.executable, "-m", "egypt.protocol"], stdin=-1, stdout=-1, text=True)
hand = ""
for line in sys.stdin:
    if line.startswith("position view"):
        hand = ";".join(field for field in line.split(";") if field.startswith("hand"))
        if sys.argv[1] == "position":
            print("error bad-argument : cannot read " + hand, flush=True)
            continue
    if line.startswith("go"):
        if sys.argv[1] == "crash":
            raise ValueError("cannot judge " + hand)
        begin = {"error": "error internal : cannot judge ", "nonsense": "", "illegal": "bestmove "}[sys.argv[1]]
        print(begin + hand, flush=True)
        continue
    engine.stdin.write(line if line.strip() != "isready" else "")
    engine.stdin.write("isready\\n")
    engine.stdin.flush()
    while (told := engine.stdout.readline()).strip() != "readyok":
        print(told.rstrip("\\n"), flush=True)
    if line.strip() == "isready":
        print("readyok", flush=True)
"""
WAYS = {
    "crash": "guest has ended",
    "error": "guest refuses what it is asked",
    "position": "guest refuses what it is asked",
    "nonsense": "guest gave an answer that the protocol does not allow",
    "illegal": "guest made an illegal move",
}


def told_of_failure(server: Server, position: str, mover: int) -> list[Any]:
    """What an opponent and an onlooker see in the end when the engine that is to act fails."""
    seats = [{"kind": "engine", "level": 1, "program": "guest"} if seat == mover else {"kind": "link"} for seat in range(3)]
    made = server.order("sobek", seats, position=position, seed=1).json()
    seen = []
    for entry in (SEAT, ONLOOKERS_PASS):
        with server.page(made, entry) as page:
            while not page.state["trouble"]:
                page.hear_type("state")
            seen.append(page.state | {"since": 0, "events": page.events})
    return seen


def rival_worlds() -> tuple[int, str, str]:
    """Two positions that differ in the hand of the seat to act, which is another one, and its number."""
    for decisions in range(1, 30):
        pair = worlds("sobek", decisions)
        if pair is None:
            continue
        one, other = (Position.from_text(text, get_game("sobek")) for text in pair)
        hands = [re.findall(rf";hand{one.actor + 1}=[^;]*", text) for text in pair]
        if one.actor != SEAT and hands[0] != hands[1] and public_data(one) == public_data(other):
            return one.actor, *pair
    raise AssertionError("there are such positions")


def failures(folder: Path, way: str) -> tuple[list[Any], list[Any]]:
    """The same in two worlds that only the engine can tell apart."""
    script = folder / "engine.py"
    script.write_text(FAILING)
    mover, *pair = rival_worlds()
    with serving(folder / "tables", OWN | {"guest": [sys.executable, str(script), way]}) as server:
        return told_of_failure(server, pair[0], mover), told_of_failure(server, pair[1], mover)


@pytest.mark.parametrize("way", WAYS)
def test_an_engine_that_fails_shows_no_hand(tmp_path: Path, way: str, capsys: pytest.CaptureFixture[str]) -> None:
    one, other = failures(tmp_path, way)
    assert {seen["trouble"] for seen in one + other} == {f"an engine does not move: {WAYS[way]}"} and one == other
    assert ";hand2=" in capsys.readouterr().err, "the host is told why"


@pytest.mark.parametrize("way", WAYS)
def test_a_failure_in_the_engines_own_words_is_found(tmp_path: Path, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_module, "report", lambda problem, *about: str(problem))
    for seen, elsewhere in zip(*failures(tmp_path, way), strict=True):
        assert seen["trouble"] != elsewhere["trouble"]
