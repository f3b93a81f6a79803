"""What a seat must not know never reaches its browser.

Two tables start from positions that differ only in what a seat has not seen. Every byte that its page gets must be the same.
A leak that is planted on purpose must be found, or this test could not find one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from egypt import Position, Rng, Table, get_game
from egypt.core.public import public_data
from egypt.protocol.web import views
from egypt.protocol.web.seats import Pass
from tests.protocol.web.house import Server, serving

DECISIONS = (0, 3, 9, 16)       # how far into the game
SEAT = 0
ONLOOKER = -1                   # the last pass of a table


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path) as here:
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
            differing += told(server, game, pair[0], ONLOOKER) != told(server, game, pair[1], ONLOOKER)
    return compared, differing


@pytest.mark.parametrize("game", ["sobek", "amunre", "tekhenu", "jars"])
def test_onlookers_see_two_worlds_alike(server: Server, game: str) -> None:
    made = server.table(game, "link", "link", "link")
    assert made["passes"][ONLOOKER] | {"token": ""} == {
        "token": "", "seats": [], "may_play": False, "sees_all": False, "public": True}
    compared, differing = onlookers(server, game)
    assert compared >= 1 and differing == 0


@pytest.mark.parametrize("game", ["sobek", "tekhenu", "jars"])
def test_a_leak_to_onlookers_is_found(server: Server, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "PUBLIC", None)
    assert onlookers(server, game)[1] > 0
