"""Texts that are no moves are refused, with the token that is wrong."""

from __future__ import annotations

import pytest

from egypt import NotationError
from tests.games.amunre.positions import GAME


@pytest.mark.parametrize(
    "text",
    [
        "bid:thebes",
        "bid:thebes+2",
        "bid:rome+3",
        "bid:thebes+3+luck",
        "bid:thebes+3+protection+bribery",
        "stones:buto+x",
        "stones:buto+2+free-farmer+architect",
        "farmers:buto+2+1",
        "farmers:buto",
        "sell:gold",
        "score:",
        "offer:0",
        "offer:5+theft",
        "offer:",
        "unveil:p9+3",
        "unveil:p1",
        "take:stone",
        "take:farmer+rome",
        "adjust:sideways",
        "start:p6",
        "favors:99",
        "choose:atlantis",
        "done:",
        "favor",
    ],
)
def test_what_is_no_move_is_refused_by_name(text: str) -> None:
    with pytest.raises(NotationError) as problem:
        GAME.move_code(text)
    assert any(word in str(problem.value) for word in (text, *text.replace(":", "+").split("+")) if word)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bid:thebes+6+protection+bribery", "bid: 'bribery' must stand before 'protection'"),
        ("bid:thebes+6+bribery+bribery", "bid: 'bribery' stands twice"),
        ("bid:thebes+6+architect", "bid: 'architect' does not belong here"),
        ("stones:buto+2+free-farmer+architect", "stones: 'architect' must stand before 'free-farmer'"),
    ],
)
def test_what_is_wrong_with_cards_is_said(text: str, said: str) -> None:
    with pytest.raises(NotationError, match=f"^{said}$"):
        GAME.move_code(text)
