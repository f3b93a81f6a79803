"""Texts of positions and views: impossible ones are refused by name, and what is accepted can be played."""

from __future__ import annotations

import re
from typing import Any

import pytest

from egypt import NotationError, Position, Rng, StateError, View
from tests.games.sobek.positions import GAME, KINDS, field, play, position, with_tokens


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


# -- more cards than there are --------------------------------------------------------------------------------


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


# -- what all have seen is there ------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["hand", "pile"])
@pytest.mark.parametrize("seat", [1, 2, 3])
@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_a_card_that_all_have_seen_must_be_there(place: str, seat: int, viewer: int) -> None:
    text = a_rich_position().view(viewer).to_text()
    View.from_text(text, GAME)
    with pytest.raises((NotationError, StateError)):
        View.from_text(changed(text, **{f"shown-{place}{seat}": "amulet*2"}), GAME)


# -- fields that a phase does not need ------------------------------------------------------------------------


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


# -- a Vizier who has looked ----------------------------------------------------------------------------------


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


# -- texts that cannot be -------------------------------------------------------------------------------------


BEIGE = [name for name, row in KINDS.items() if row.back == "beige"]
ORANGE = [name for name, row in KINDS.items() if row.back == "orange"]


def a_table_with_doubts() -> Position:
    """Something in every field that a text can have."""
    start = position(
        3,
        hands=["scribe-fish+courtesan+wheat0g", "ivory3+fish1*2+fish0+cattle1*2+wheat1+wheat0g", "thief"],
        piles=["ebony2+vizier", "merchant", "marble0"],
        sets=["fish:fish1*3+amulet+prosperity", "-", "wheat:wheat1*3"],
        curses=[0, 1, 0],
        gains=[3, 0, 0],
        totals=[40, 12, 103],
        docks="?,ivory0,marble2",
        **with_tokens("flood+guild-snake", 2, "prosperity+curse+ruse"),
    )
    return play(start, "scribe-fish", "drop:wheat0g", "drop:ivory3")


@pytest.mark.parametrize(
    ("field_name", "value"),
    [
        ("barred", f"hand2:{'+'.join(BEIGE)}"),  # no kind is left for its unknown cards
        ("barred", f"hand3:{'+'.join(ORANGE)}"),
        ("barred", f"hand3:{'+'.join(ORANGE[1:])},pile2:{'+'.join(ORANGE[1:])}"),  # one Queen for two places
        ("barred", "hand2:cattle1,pile2:cattle1"),  # known to lie in one of the two
        ("barred", "pile1:vizier"),  # the viewer's own card
        ("either", "hand2|pile2:ivory3*4"),
        ("either", "hand1|pile2:ivory3"),
        ("either", "hand2|pile2:ivory3,hand3|pile2:fish1"),
        ("either", "hand2:ivory3"),
        ("tokens", "?2"),
    ],
)
def test_a_view_that_nobody_can_have_is_refused(field_name: str, value: str) -> None:
    text = a_table_with_doubts().view(0).to_text()
    View.from_text(text, GAME)
    with pytest.raises((NotationError, StateError)):
        View.from_text(text.replace(f";{field_name}={field(text, field_name)};", f";{field_name}={value};"), GAME)


def test_a_position_whose_bar_contradicts_its_cards_is_refused() -> None:
    text = position(hands=["wheat0g+ivory0g"]).to_text()
    with pytest.raises(StateError):
        Position.from_text(text.replace("barred=-", "barred=hand1:wheat0g"), GAME)


@pytest.mark.parametrize("viewer", [None, 0, 1])
@pytest.mark.parametrize("junk", ["zzz", "999999", "-7", "??", ""])
def test_a_mutilated_text_is_refused_and_the_error_names_the_place(viewer: int | None, junk: str) -> None:
    start = a_table_with_doubts()
    text = start.to_text() if viewer is None else start.view(viewer).to_text()
    read: Any = Position.from_text if viewer is None else View.from_text
    tokens = [part.span() for part in re.finditer(r"[^;=,+*:|]+", text)]
    for begin, end in tokens:
        broken = text[:begin] + junk + text[end:]
        place = text[text.rfind(";", 0, begin) + 1 : end].partition("=")[0]
        with pytest.raises((NotationError, StateError)) as error:
            read(broken, GAME)
        if error.type is NotationError and junk == "zzz":
            assert junk in str(error.value) or place in str(error.value), (broken, str(error.value))


# -- written in one way ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "value", "proper"),
    [
        ("hand2", "cattle1*2+fish0+fish1*2", "fish1*2+fish0"),  # kinds in the order of the box
        ("looked", "p2+p1", "looked: 'p2+p1' is not in canonical form"),
        ("used", "curse+prosperity+ruse", "used: 'curse+prosperity+ruse' is not in canonical form"),
        ("sets1", "fish:amulet+fish1*3+prosperity", "sets1: "),
        ("knows", "p1:hand2:fish1,p1:hand2:fish0", "knows: "),
    ],
)
def test_a_text_that_is_not_as_written_is_refused_with_the_proper_one(key: str, value: str, proper: str) -> None:
    with pytest.raises((NotationError, StateError)) as error:
        Position.from_text(changed(a_table_with_doubts().to_text(), **{key: value}), GAME)
    assert proper in str(error.value)


def test_fields_are_there_once_and_in_their_order() -> None:
    text = a_rich_position().to_text()
    for broken in (
        text.replace(";deck=", ";card="),
        text.replace(f";deck={field(text, 'deck')}", ""),
        text + ";more=1",
        text.replace(";round=1;phase=turn", ";phase=turn;round=1"),
        text.replace(";players=3", ";players=4"),
    ):
        with pytest.raises(NotationError, match=r"sobek: |deck|card"):
            Position.from_text(broken, GAME)
    with pytest.raises(NotationError, match="sobek/2"):
        Position.from_text(text.replace("sobek/1", "sobek/2"), GAME)


def test_a_view_lists_known_cards_and_backs_and_leaves_out_the_books_of_others() -> None:
    start = a_table_with_doubts()
    view = start.view(0).to_text()
    assert field(view, "viewer") == "p1" and field(view, "hand1") == field(start.to_text(), "hand1")
    assert field(view, "hand3") == "?orange" and "knows" not in view and "blind" not in view
    assert View.from_text(view, GAME) == start.view(0)


# -- moves -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "take:3",
        "set:fish+1+1+0+0g+thief+amulet",
        "begin:wheat+amulet+amulet",
        "begin:?",
        "lay:ivory+3+3+queen",
        "done",
        "pass",
        "queen",
        "scribe-fish",
        "thief:p2+orange",
        "vizier:p3",
        "merchant:8",
        "courtesan:wheat+1+amulet",
        "courtesan:wheat+0g",
        "priest-ebony:cattle+1+1+0+0g+vizier+scribe-cattle",
        "priest-marble",
        "event:flood",
        "event:curse+p4",
        "event:guild-reed+p2",
        "event:prosperity+fish",
        "event:prosperity",
        "drop:amulet",
        "drop:?green",
        "retrieve:thief",
        "retrieve:?orange",
        "starter:p1",
        "chooser:p2",
        "dock:?",
        "dock:ebony0",
        "draw:fish0g",
        "draw:?beige",
        "stolen:ivory3",
        "token:ruse",
        "token:?",
        "see:wheat1",
        "see:?orange",
        "sight:flood+curse*2",
        "sight:?",
        "pay:p1+p3",
        "pay:nobody",
        "purge:fish+scribe-fish+thief",
        "purge:fish",
    ],
)
def test_a_move_reads_back(text: str) -> None:
    assert GAME.move_text(GAME.move_code(text)) == text


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("take:4", "4"),
        ("set:gold+1+1+1", "gold"),
        ("set:fish+2+2+2", "2"),
        ("set:fish+thief+thief+1", "thief"),
        ("set:fish+1+1+1+1+1+1+1+1", "more cards"),
        ("thief:p2", "back"),
        ("thief:p5+beige", "p5"),
        ("merchant:9", "9"),
        ("queen:fish", "queen"),
        ("priest-ebony:fish+amulet", "amulets"),
        ("courtesan:fish+1+1+1", "courtesan"),
        ("event:rain", "rain"),
        ("event:flood+p2", "flood"),
        ("event:curse+fish", "fish"),
        ("dock:thief", "thief"),
        ("drop:gold", "gold"),
        ("drop:?blue", "blue"),
        ("sight:flood*3", "flood"),
        ("purge:fish+1", "characters"),
        ("token:rain", "rain"),
        ("pay:p9", "p9"),
        ("starter:nobody", "nobody"),
    ],
)
def test_what_is_no_move_is_refused_by_name(text: str, named: str) -> None:
    with pytest.raises(NotationError) as error:
        GAME.move_code(text)
    assert text in str(error.value) and named in str(error.value)
