"""Games that were kept before a rule was mended: they open up to the first move that is not legal any more."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from egypt import Table, get_game
from tests.protocol.web.house import serving

pytestmark = pytest.mark.program

MOVES = 3  # that are legal


def damaged(path: Path, *, over: bool) -> Table:
    """Some moves, then one that is a move of the game and not legal there, then another."""
    deal = json.loads(path.read_text().splitlines()[0])
    table = Table.deal(get_game("ra"), deal["players"], deal["seed"], deal["variant"])
    entries = []
    for _ in range(MOVES):
        entries.append({"play": [table.actor, table.legal_moves()[0]]})
        table.play(table.legal_moves()[0])
    entries += [{"play": [table.actor, "god:ra"]}, {"play": [table.actor, "draw"]}]
    entries += [{"over": {"ranks": [1, 2], "scores": [9, 5]}}] if over else []
    path.write_text(path.read_text() + "".join(json.dumps(entry) + "\n" for entry in entries))
    return table


def pass_of(made: Any, seat: int) -> int:
    return next(at for at, one in enumerate(made["passes"]) if one["seats"] == [seat])


def test_a_kept_game_goes_on_before_the_first_move_that_is_not_legal_now(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        made = server.table("ra", "link", "link", seed=7)
    path = tmp_path / f"{made['table']}.jsonl"
    table = damaged(path, over=False)
    for more in range(2):  # the second time from what the first time has left
        with serving(tmp_path) as server, server.page(made, pass_of(made, table.actor)) as page:
            assert page.state["view"] == table.view(table.actor).as_dict()
            told = "move 4 of 5 is not legal now, and the game ends before it: 'god:ra' is not legal here"
            assert page.state["trouble"] == ("" if more else told)
            assert page.play()["ok"]
        table.play(table.legal_moves()[0])
    plays = [json.loads(line) for line in path.read_text().splitlines()]
    assert [entry for entry in plays if "cut" in entry] == [{"cut": 2}]


def test_a_finished_game_is_shown_up_to_there(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        made = server.table("ra", "link", "link", seed=7)
    damaged(tmp_path / f"{made['table']}.jsonl", over=True)
    with serving(tmp_path) as server, server.page(made, pass_of(made, 0)) as page:
        assert page.state["over"] == {"ranks": [1, 2], "scores": [9, 5]}
        assert "move 4 of 5 is not legal now" in page.state["trouble"]
        assert len(server.tables.get(made["table"]).course.plies) == MOVES
