"""The programs in docs/RESEARCH.md run as they stand there, one after the other, and print what their comments say."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests import ROOT

TEXT = (ROOT / "docs" / "RESEARCH.md").read_text()


def test_the_programs_run(capsys: pytest.CaptureFixture[str]) -> None:
    programs = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    namespace: dict[str, Any] = {}
    assert len(programs) >= 4
    for program in programs:
        exec(program, namespace)
    said = capsys.readouterr().out.splitlines()
    assert said[:3] == ["54 1 invoke", "[0, 1]", "True"]
    assert {"3", "(256,) {0, 1, 2}"} <= set(said)


def test_the_tables_are_those_of_the_games() -> None:
    from egypt import get_game

    by_title = {get_game(name).title.partition(":")[0]: get_game(name) for name in ("ra", "sobek", "amunre", "tekhenu")}
    for title, game in by_title.items():
        assert f"| {title} | {game.action_count():,} |" in TEXT
    titles = re.search(r"^\| players \| (.*) \|$", TEXT, re.MULTILINE)
    assert titles
    for players in range(2, 6):
        sizes = [
            f"{game.tensor_size(players):,}" if game.min_players <= players <= game.max_players else "-"
            for game in (by_title[title] for title in titles[1].split(" | "))
        ]
        assert f"| {players} | {' | '.join(sizes)} |" in TEXT
