"""Texts of positions and views: impossible ones are refused by name, and what is accepted can be played."""

from __future__ import annotations

import pytest

from egypt import NotationError, Position, Rng, StateError, View
from tests.games.sobek.positions import GAME, field, play, position, with_tokens


def changed(text: str, **fields: str) -> str:
    """The text with some fields replaced; `_` in a name stands for `-`."""
    for key, value in fields.items():
        name = key.replace("_", "-")
        text = f"{text};".replace(f";{name}={field(text, name)};", f";{name}={value};")[:-1]
    return text


def a_rich_position() -> Position:
    """Something in most fields that a text can have."""
    start = position(
        3,
        hands=["scribe-fish+courtesan+wheat0g", "ivory3+fish1*2+fish0+cattle1*2+wheat1+wheat0g", "thief"],
        piles=["ebony2+vizier", "merchant", "marble0"],
        sets=["fish:fish1*3+amulet+prosperity", "-", "wheat:wheat1*3"],
        curses=[0, 1, 0],
        docks="?,ivory0,marble2",
        **with_tokens("flood+ruse", 2, "prosperity+curse+embalming"),
    )
    return play(start, "scribe-fish", "drop:ivory3", "drop:wheat1")


# -- more cards than there are -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        {"discard": "scribe-fish+courtesan"},  # also in the viewer's hand: the last bit of a mask
        {"discard": "scribe-fish+merchant", "pile2": "merchant+?beige*2"},
        {"lying3": "wheat:courtesan*2+wheat1"},
        {"sets3": "wheat:wheat1*3+amulet*5"},
        {"docks": "courtesan,ivory0,marble2"},
        {"docks": "ivory0,ivory0,ivory0"},
        {"either": "hand2|pile2:fish1*5"},
    ],
)
def test_a_view_with_more_cards_than_the_box_holds_is_refused_by_name(change: dict[str, str]) -> None:
    text = changed(a_rich_position().view(0).to_text(), **change)
    with pytest.raises(NotationError) as error:
        View.from_text(text, GAME)
    assert any(name in str(error.value) for name in ("courtesan", "merchant", "amulet", "ivory0", "fish1"))


# -- what all have seen is there -----------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["hand", "pile"])
@pytest.mark.parametrize("seat", [1, 2, 3])
@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_a_card_that_all_have_seen_must_be_there(place: str, seat: int, viewer: int) -> None:
    text = a_rich_position().view(viewer).to_text()
    View.from_text(text, GAME)
    with pytest.raises((NotationError, StateError)):
        View.from_text(changed(text, **{f"shown-{place}{seat}": "amulet*2"}), GAME)


# -- fields that a phase does not need -----------------------------------------------------------------------

DUMMIES = {"draws": "0+0", "target": "p1", "back": "green", "begun": "ivory+0", "lay": "0+0", "floor": "ivory3"}


def test_fields_without_a_meaning_are_dashes_and_their_old_dummies_are_still_read() -> None:
    start = a_rich_position()
    text = start.to_text()
    assert all(field(text, key) == "-" for key in DUMMIES)
    assert Position.from_text(changed(text, **DUMMIES), GAME) == start
    assert View.from_text(changed(start.view(1).to_text(), **DUMMIES), GAME) == start.view(1)


@pytest.mark.parametrize(
    ("key", "value"),
    [("draws", "0+1"), ("target", "p2"), ("back", "beige"), ("begun", "fish+1"), ("lay", "1+0"), ("floor", "thief")],
)
def test_a_field_without_a_meaning_must_be_empty(key: str, value: str) -> None:
    with pytest.raises(NotationError, match=f"{key}: '{value}'".replace("+", r"\+")):
        Position.from_text(changed(a_rich_position().to_text(), **{key: value}), GAME)


# -- a Vizier who has looked -----------------------------------------------------------------------------------


def test_a_vizier_who_chooses_knows_the_pile() -> None:
    start = position(3, hands=["vizier"], piles=["-", "thief+fish1"], docks="ivory0,ebony0")
    now = play(start, "vizier:p2", "see:thief")
    assert field(now.to_text(), "phase") == "retrieve" and field(now.to_text(), "knows") == "p1:pile2:thief"
    with pytest.raises(StateError, match="target: 'p2'"):
        Position.from_text(changed(now.to_text(), knows="-"), GAME)
    with pytest.raises(StateError, match="target: 'p2'"):
        View.from_text(changed(now.view(0).to_text(), pile2="fish1+?orange"), GAME)
    for viewer in range(3):
        assert now.view(viewer).sample(Rng(3)).view(viewer) == now.view(viewer)


@pytest.mark.parametrize("viewer", [0, 2])
def test_others_know_no_more_than_the_back_of_the_last_card_dropped(viewer: int) -> None:
    hand = "fish1+fish0g+wheat1+wheat0g+ivory3*2+ebony2*2"
    start = play(position(3, hands=["scribe-fish", hand], docks="cattle1,cattle0"), "scribe-fish", "drop:fish0g")
    view = start.view(viewer).to_text()
    assert field(view, "floor") == "ivory0g"
    with pytest.raises(StateError, match="floor: 'fish0g'"):
        View.from_text(changed(view, floor="fish0g"), GAME)
