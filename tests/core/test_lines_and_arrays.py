"""Texts as they stand in files, and arrays that cannot be filled."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import egypt
from egypt import EgyptError, Position, View


def test_a_text_may_be_a_line_of_a_file() -> None:
    game = egypt.game("ra")
    position = game.deal(3, seed=7).position
    assert Position.from_text(f" {position.to_text()}\r\n", game) == position
    assert View.from_text(f"{position.view(1).to_text()}\n", game) == position.view(1)


@pytest.mark.parametrize(
    "out",
    [b"12345", "x", 5, [], np.zeros(562, np.float32)[::2], np.frombuffer(bytes(4 * 281), np.float32), bytearray(5)],
    ids=lambda out: type(out).__name__,
)
def test_what_is_no_array_to_be_filled_is_refused(out: Any) -> None:
    view = egypt.game("ra").deal(3, seed=7).view(0)
    for fill in (view.tensor, view.action_mask):
        with pytest.raises(EgyptError, match=r"^out: "):
            fill(out)
