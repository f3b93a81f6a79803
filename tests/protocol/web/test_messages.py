"""What a page may say is parsed or refused by name; nothing else reaches a table."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from egypt.protocol.answers import GameInfo
from egypt.protocol.web.messages import _READERS, Analyse, BadMessage, Join, Look, Play, TakeBack, parse_message, parse_order

GAMES = {"jars": GameInfo("jars", 2, 4, ("standard", "long", "duel"), "abc", {"duel": (2, 2)})}
PROGRAMS = ["egypt-engine", "other"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"type":"join","table":"abc","token":"x-Y_1"}', Join("abc", "x-Y_1")),
        ('{"type":"look","seat":null}', Look(None)),
        ('{"type":"look","seat":2}', Look(2)),
        ('{"type":"play","id":"a1","seat":0,"decision":"0-12","move":"take:1+2"}', Play("a1", 0, "0-12", "take:1+2")),
        ('{"type":"redo","id":"a"}', TakeBack("a", True)),
        ('{"type":"analyse","lines":5}', Analyse(5)),
    ],
)
def test_messages_are_read(text: str, message: object) -> None:
    assert parse_message(text) == message


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no JSON"),
        ("[" * 10000, "no JSON"),
        ("[]", "no JSON object"),
        ('{"type":"dance"}', "'dance' is no message"),
        ('{"type":["join"]}', "is no message"),
        ('{"type":"join","table":"abc"}', "expected table, token"),
        ('{"type":"ping","more":1}', "expected nothing more"),
        ('{"type":"look","seat":true}', "seat: True"),
        ('{"type":"look","seat":-1}', "seat: -1"),
        ('{"type":"analyse","lines":1000}', "lines: 1000"),
        ('{"type":"play","id":"a","seat":0,"decision":"1-1","move":"two words"}', "move: 'two words'"),
        ('{"type":"play","id":"a","seat":0,"decision":"1-1","move":"a\\nquit"}', "move:"),
        ('{"type":"ping","x":"' + "y" * 20000 + '"}', "too long"),
    ],
)
def test_what_no_page_says_is_refused(text: str, said: str) -> None:
    with pytest.raises(BadMessage, match=said):
        parse_message(text)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.floats(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)
# What every field of a message may be.
RIGHT = {
    "table": "abc",
    "token": "x-Y_1",
    "id": "a1",
    "seat": 1,
    "decision": "0-12",
    "move": "take:1+2",
    "event": "p2 draw",
    "lines": 3,
    "on": True,
    "ply": 0,
}
wild = json_values | st.integers(-1, 17) | st.sampled_from(["p2 two words", "a\n", "x" * 201])


@st.composite
def messages_with_a_wild_field(draw: st.DrawFn) -> tuple[dict[str, Any], str]:
    """A message of a known kind, whole but for one field, in which anything may be; and the name of the field."""
    kind = draw(st.sampled_from(sorted(kind for kind, (fields, _) in _READERS.items() if fields)))
    fields = sorted(_READERS[kind][0])
    name = draw(st.sampled_from(fields))
    return {"type": kind} | {field: RIGHT[field] for field in fields} | {name: draw(wild)}, name


@pytest.mark.parametrize("kind", _READERS)
def test_every_kind_is_read(kind: str) -> None:
    parse_message(json.dumps({"type": kind} | {field: RIGHT[field] for field in _READERS[kind][0]}))


@given(messages_with_a_wild_field())
def test_a_message_is_read_or_refused_for_its_value(message: tuple[dict[str, Any], str]) -> None:
    data, name = message
    try:
        parse_message(json.dumps(data))
    except BadMessage as problem:
        assert str(problem).startswith(f"{name}: ")


@given(st.dictionaries(st.sampled_from(["type", "id", "seat", "decision", "move", "lines", "table", "token"]), json_values))
def test_any_json_is_read_or_refused(data: dict[str, Any]) -> None:
    with contextlib.suppress(BadMessage):
        parse_message(json.dumps(data))


def order(**changes: Any) -> bytes:
    seats = [{"kind": "here", "name": "Ada"}, {"kind": "engine", "level": 2}]
    return json.dumps({"game": "jars", "seats": seats} | changes).encode()


def test_an_order_is_read() -> None:
    read = parse_order(order(variant="long", seed=7, pause=10), GAMES, PROGRAMS)
    assert (read.variant, read.seed, read.pause) == ("long", 7, 10)
    assert [(seat.kind, seat.name, seat.level, seat.program) for seat in read.seats] == [
        ("here", "Ada", None, ""),
        ("engine", "", 2, "egypt-engine"),
    ]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"game": "chess"}, "game: 'chess' is none of jars"),
        ({"game": ["jars"]}, "is none of jars"),
        ({"variant": "short"}, "variant: 'short'"),
        ({"seats": []}, "jars has 2 to 4 in standard"),
        ({"seats": [{"kind": "here"}] * 3, "variant": "duel"}, "jars has 2 in duel"),
        ({"seats": [1, 2]}, "seat 1 is malformed"),
        ({"seats": [{"kind": "here"}, {"kind": "ghost"}]}, "seat 2: 'ghost'"),
        ({"seats": [{"kind": "here"}, {"kind": "engine"}]}, "seat 2: an engine has a level"),
        ({"seats": [{"kind": "here"}, {"kind": "engine", "level": 99}]}, "level: 99"),
        ({"seats": [{"kind": "here"}, {"kind": "engine", "movetime": 10**9}]}, "movetime"),
        ({"seats": [{"kind": "here"}, {"kind": "engine", "level": 1, "program": "rm"}]}, "seat 2: 'rm'"),
        ({"seats": [{"kind": "here", "name": "x" * 25}, {"kind": "here"}]}, "at most 24"),
        ({"seats": [{"kind": "here", "name": "a\nb"}, {"kind": "here"}]}, "at most 24"),
        ({"seed": -1}, "seed: -1"),
        ({"pause": "soon"}, "pause: 'soon'"),
        ({"position": "two words"}, "position"),
        ({"what": 1}, "'what' is not known"),
    ],
)
def test_bad_orders_are_refused_by_name(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(BadMessage, match=said):
        parse_order(order(**changes), GAMES, PROGRAMS)
