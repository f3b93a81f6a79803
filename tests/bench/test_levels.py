"""The table of levels: its rows, and what it refuses."""

from __future__ import annotations

import json

import pytest

from bench.levels import HIGHEST, main, player
from egypt import EgyptError


def test_a_row_is_a_match_of_a_level_with_the_one_below(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--game", "ra", "--from", "2", "--to", "3", "--deals", "1", "--processes", "1", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(row["level"], row["games"], row["goal"]) for row in rows] == [(2, 2, 0.6), (3, 2, 0.6)]
    assert (rows[0]["a"], rows[0]["b"]) == (player(2, 20_000), player(1, 20_000))


def test_the_highest_level_has_no_limit_but_the_reports() -> None:
    assert "level" not in player(HIGHEST, 500) and "iterations=500" in player(HIGHEST, 500)


@pytest.mark.parametrize("levels", [("1", "3"), ("4", "3"), ("2", "11")])
def test_levels_that_are_not_there_are_refused(levels: tuple[str, str]) -> None:
    with pytest.raises(EgyptError, match="levels to measure are 2 to 10"):
        main(["--game", "ra", "--from", levels[0], "--to", levels[1]])
