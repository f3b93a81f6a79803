"""The board for human eyes."""

from __future__ import annotations

from tests.games.amunre.positions import land, play, position

START = position(
    3,
    phase="bid",
    act="p2",
    auction="thebes:p1:3,buto:-,abydos:-",
    lands={"abydos": land("-", 1, 1)},
    hands=["nile", "side*2"],
    gold=[20, 10, 7],
)


def test_a_board_shows_the_table() -> None:
    board = play(START, "bid:thebes+6").board()
    assert "thebes (p2: 6)" in board and "AMUN-RE · Old Kingdom, round 1" in board
    assert "nile" not in START.view(1).board().split("p1 ")[1].split("p2 ")[0]
