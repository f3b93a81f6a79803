"""The fused random game plays what the rules table would play."""

from __future__ import annotations

import pytest

from engine import Position, Rng
from engine.search.playouts import time_playouts
from tests.games.sobek.positions import GAME


@pytest.mark.parametrize("players", [2, 3, 4])
def test_fused_and_generic_playouts_agree_on_average(players: int) -> None:
    start = Position.start(GAME, players).settle(Rng(3))
    fused, _, fused_points = time_playouts(start, 1, 6000, False)
    generic, _, generic_points = time_playouts(start, 2, 6000, True)
    assert fused / generic == pytest.approx(1, abs=0.01)
    assert fused_points[0] / generic_points[0] == pytest.approx(1, abs=0.04)
