"""The grammar that all position texts share: what is written is read again, and what is wrong is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from egypt import NotationError
from egypt.core import fields
from egypt.core.game import CHANCE_ACTOR, OVER_ACTOR, TRUTH

WORDS = ("ivory", "gold", "nile")


def keys(players: int) -> list[str]:
    return ["viewer", "players", "act", *[fields.seat_name(seat) for seat in range(players)]]


def read(text: str) -> dict[str, str]:
    return fields.read_fields(text, "toy/1", 2, 4, keys)


GOOD = "toy/1;viewer=all;players=2;act=p1;p1=3;p2=4"


def test_fields_are_read_in_their_order_and_written_back() -> None:
    found = read(GOOD)
    assert found == {"viewer": "all", "players": "2", "act": "p1", "p1": "3", "p2": "4"}
    assert fields.write_fields("toy/1", found) == GOOD


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("toy/1", "boy/1", "'boy/1' is not 'toy/1'"),
        ("act=p1", "act=", "'act=' is not key=value"),
        ("act=p1", "act", "'act' is not key=value"),
        ("act=p1", "viewer=all", "field 'viewer' twice"),
        ("players=2;", "", "field 'players' is missing"),
        ("players=2", "players=5", "players: '5' is not in 2-4"),
        ("players=2", "players=02", "players: '02' is not a number"),
        ("act=p1", "actor=p1", "'actor' is not a field of toy with 2 players"),
        ("players=2", "players=3", "field 'p3' is missing after 'p2'"),
        ("viewer=all;", "", "field 'viewer' is missing after 'toy/1'"),
        ("act=p1;", "", "field 'act' is missing after 'players'"),
        ("p1=3;p2=4", "p2=4;p1=3", "field 'p2' stands where 'p1' belongs"),
    ],
)
def test_a_wrong_field_is_named(old: str, new: str, message: str) -> None:
    with pytest.raises(NotationError) as problem:
        read(GOOD.replace(old, new))
    assert str(problem.value) == message


def test_a_position_is_written_in_one_way_only() -> None:
    assert fields.check_spelling(GOOD, GOOD) == 0
    with pytest.raises(NotationError, match="'p2=4' must be written 'p2=5'"):
        fields.check_spelling(GOOD, GOOD.replace("p2=4", "p2=5"))


@pytest.mark.parametrize(
    ("found", "as_view", "head"),
    [
        ({"players": "3", "viewer": "all", "variant": "open", "act": "chance"}, False, (3, TRUTH, 1, CHANCE_ACTOR)),
        ({"players": "3", "viewer": "p2", "variant": "plain", "act": "over"}, True, (3, 1, 0, OVER_ACTOR)),
        ({"players": "2", "viewer": "all", "act": "p2"}, False, (2, TRUTH, 0, 1)),
    ],
)
def test_the_head_of_a_position(found: dict[str, str], as_view: bool, head: tuple[int, ...]) -> None:
    assert fields.parse_head(found, 2, 4, ("plain", "open"), as_view) == head


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"viewer": "p1"}, "viewer: 'p1' is a view, not a full state"),
        ({"variant": "closed"}, "variant: 'closed' is not one of plain open"),
        ({"players": "9"}, "players: '9' is not in 2-4"),
        ({"act": "p4"}, "act: 'p4' is not a seat p1-p3"),
    ],
)
def test_a_wrong_head_is_named(change: dict[str, str], message: str) -> None:
    good = {"players": "3", "viewer": "all", "variant": "open", "act": "p1"}
    with pytest.raises(NotationError) as problem:
        fields.parse_head(good | change, 2, 4, ("plain", "open"), False)
    assert str(problem.value) == message


ROUND_TRIPS: list[tuple[Callable[[Any], str], Callable[[str], Any], Any, str]] = [
    (fields.seats_text, lambda text: fields.parse_seats(text, 5, "f"), 0b10101, "p1+p3+p5"),
    (fields.seats_text, lambda text: fields.parse_seats(text, 3, "f"), 0, "-"),
    (fields.seat_name, lambda text: fields.parse_seat(text, 5, "f"), 4, "p5"),
    (fields.actor_name, lambda text: fields.parse_actor(text, 3, "f"), CHANCE_ACTOR, "chance"),
    (fields.actor_name, lambda text: fields.parse_actor(text, 3, "f"), OVER_ACTOR, "over"),
    (fields.actor_name, lambda text: fields.parse_actor(text, 3, "f"), 2, "p3"),
    (fields.viewer_name, lambda text: fields.parse_viewer(text, 3, False), TRUTH, "all"),
    (fields.viewer_name, lambda text: fields.parse_viewer(text, 3, True), 1, "p2"),
    (fields.write_by_seat, lambda text: fields.parse_by_seat(text, 3, "f"), {0: "a", 2: "b+c"}, "p1:a,p3:b+c"),
    (fields.write_by_seat, lambda text: fields.parse_by_seat(text, 3, "f"), {}, "-"),
    (lambda mask: fields.write_set(mask, WORDS), lambda text: fields.parse_set(text, WORDS, "f"), 0b101, "ivory+nile"),
    (lambda mask: fields.write_set(mask, WORDS), lambda text: fields.parse_set(text, WORDS, "f"), 0, "-"),
    (fields.write_counts, lambda text: fields.parse_pairs(text, WORDS, "f"), {"gold": 2, "nile": 1}, "gold*2+nile"),
    (fields.write_counts, lambda text: fields.parse_pairs(text, WORDS, "f"), {}, "-"),
    (fields.unknown_text, lambda text: fields.parse_unknown(text, "f"), 3, "?*3"),
    (fields.unknown_text, lambda text: fields.parse_unknown(text, "f"), 0, "-"),
    (fields.write_list, lambda text: fields.parse_list(text, 3, "f"), ["a", "-", "b"], "a,-,b"),
    (fields.write_list, lambda text: fields.parse_list(text, 2, "f"), ["-", "-"], "-"),
    (
        fields.write_attributes,
        lambda text: fields.parse_attributes(text, WORDS, "f"),
        {"ivory": "1", "gold": "-", "nile": "2+3"},
        "ivory:1,nile:2+3",
    ),
    (fields.write_attributes, lambda text: fields.parse_attributes(text, WORDS, "f"), dict.fromkeys(WORDS, "-"), "-"),
    (str, lambda text: fields.parse_signed(text, -9, 9, "f"), -9, "-9"),
    (str, lambda text: fields.parse_signed(text, -9, 9, "f"), 9, "9"),
]


@pytest.mark.parametrize(("write", "parse", "value", "text"), ROUND_TRIPS)
def test_what_is_written_is_read_again(
    write: Callable[[Any], str], parse: Callable[[str], Any], value: Any, text: str
) -> None:
    assert write(value) == text
    assert parse(text) == value


REFUSED: list[tuple[Callable[[], Any], str]] = [
    (lambda: fields.parse_number("", 0, 9, "f"), "f: '' is not a number"),
    (lambda: fields.parse_number("+1", 0, 9, "f"), "f: '+1' is not a number"),
    (lambda: fields.parse_number("³", 0, 9, "f"), "f: '³' is not a number"),
    (lambda: fields.parse_number("10", 0, 9, "f"), "f: '10' is not in 0-9"),
    (lambda: fields.parse_number("1" * 50, 0, 9, "f"), f"f: '{'1' * 40}' is not a number"),
    (lambda: fields.parse_signed("-0", -9, 9, "f"), "f: '0' is not in 1-9"),
    (lambda: fields.parse_signed("-", -9, 9, "f"), "f: '-' is not in -9-9"),
    (lambda: fields.parse_signed("-1", 0, 9, "f"), "f: '-1' is not in 0-9"),
    (lambda: fields.parse_word("tin", WORDS, "f"), "f: 'tin' is not one of ivory gold nile"),
    (lambda: fields.parse_word("tin", WORDS, "f", "a good"), "f: 'tin' is not a good"),
    (lambda: fields.parse_word("", WORDS, "f", "a good"), "f: '' is not a good"),
    (lambda: fields.parse_choice({"f": "tin"}, "f", WORDS), "f: 'tin' is not one of ivory gold nile"),
    (lambda: fields.parse_seat("p0", 3, "f"), "f: 'p0' is not a seat p1-p3"),
    (lambda: fields.parse_seat("p6", 5, "f"), "f: 'p6' is not a seat p1-p5"),
    (lambda: fields.parse_seats("p1+p4", 3, "f"), "f: 'p4' is not a seat p1-p3"),
    (lambda: fields.parse_seats("p1+p1", 3, "f"), "f: 'p1' twice"),
    (lambda: fields.parse_viewer("all", 3, True), "viewer: 'all' is a full state, not a view"),
    (lambda: fields.parse_actor("nature", 3, "f"), "f: 'nature' is not a seat p1-p3"),
    (lambda: fields.parse_by_seat("p1", 3, "f"), "f: 'p1' is not a seat with its value, each seat once"),
    (lambda: fields.parse_by_seat("p1:a,p1:b", 3, "f"), "f: 'p1:b' is not a seat with its value, each seat once"),
    (lambda: fields.parse_set("gold+gold", WORDS, "f"), "f: 'gold' twice"),
    (lambda: fields.parse_set("gold+", WORDS, "f", "a good"), "f: '' is not a good"),
    (lambda: fields.parse_pairs("gold*1", WORDS, "f"), "f: '1' is not in 2-255"),
    (lambda: fields.parse_pairs("gold+gold*2", WORDS, "f"), "f: 'gold' twice"),
    (lambda: fields.parse_pairs("tin", WORDS, "f"), "f: 'tin' does not belong here"),
    (lambda: fields.parse_list("a,b", 3, "f"), "f: 'a,b' must have 3 parts"),
    (lambda: fields.parse_parts("1,2", ("score", "suns", "tiles"), "p1"), "p1: '1,2' needs 3 parts: score,suns,tiles"),
    (lambda: fields.parse_attributes("gold", WORDS, "f"), "f: 'gold' is not key:value"),
    (lambda: fields.parse_attributes("tin:1", WORDS, "f"), "f: 'tin' does not belong here"),
    (lambda: fields.parse_attributes("gold:1,gold:2", WORDS, "f"), "f: 'gold' twice"),
]


@pytest.mark.parametrize(("parse", "message"), REFUSED)
def test_a_wrong_token_is_named(parse: Callable[[], Any], message: str) -> None:
    with pytest.raises(NotationError) as problem:
        parse()
    assert str(problem.value) == message


def test_plain_data_leaves_out_what_is_not_there() -> None:
    assert fields.present({"gold": 0, "nile": 2}) == {"nile": 2}
    assert fields.seat_names(0b110) == ["p2", "p3"]
    assert fields.set_words(0b110, WORDS) == ["gold", "nile"]
    assert fields.parse_parts("1,2", ("score", "suns"), "p1") == ["1", "2"]
