"""Position texts that are refused, with the token that is wrong."""

from __future__ import annotations

import pytest

from egypt import NotationError, Position, StateError, View
from tests.games.amunre.positions import GAME, field, land, position

START = position(
    3,
    phase="bid",
    act="p2",
    auction="thebes:p1:3,buto:-,abydos:-",
    lands={"abydos": land("-", 1, 1)},
    hands=["nile", "side*2"],
    gold=[20, 10, 7],
)
TEXT = START.to_text()


def changed(key: str, value: str) -> str:
    assert f";{key}={field(TEXT, key)}" in TEXT
    return TEXT.replace(f";{key}={field(TEXT, key)}", f";{key}={value}", 1)


@pytest.mark.parametrize(
    ("key", "value", "named"),
    [
        ("players", "6", "6"),
        ("players", "two", "two"),
        ("variant", "easy", "easy"),
        ("age", "3", "3"),
        ("phase", "nap", "nap"),
        ("act", "p4", "p4"),
        ("start", "nobody", "nobody"),
        ("tile", "5", "5"),
        ("resume", "later", "later"),
        ("debt", "-1", "-1"),
        ("total", "1.5", "1.5"),
        ("gave", "p1:much", "much"),
        ("gave", "p1:3,p1:4", "p1:4"),
        ("auction", "thebes:p1:2,buto:-,abydos:-", "2"),
        ("auction", "atlantis:-", "atlantis"),
        ("auction", "thebes:p9:3", "p9"),
        ("outbid", "p1:rome", "rome"),
        ("seen", "thebes+rome", "rome"),
        ("seen", "buto+thebes+abydos", "buto"),
        ("map", "abydos:-+1", "abydos"),
        ("map", "abydos:-+1+x+0+0", "x"),
        ("known", "p7", "p7"),
        ("deck", "luck", "luck"),
        ("discard", "nile*9", "nile"),
        ("p1", "0,20", "0,20"),
        ("p1", "0,99999,-,-", "99999"),
        ("p1", "0,20,nile,rome", "rome"),
        ("chosen", "p1", "p1"),
        ("offers", "p1:5+luck", "5+luck"),
    ],
)
def test_a_wrong_token_is_named(key: str, value: str, named: str) -> None:
    with pytest.raises(NotationError) as problem:
        Position.from_text(changed(key, value), GAME)
    assert named in str(problem.value)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("act", "p1"),
        ("turn", "p1"),
        ("round", "2"),
        ("tile", "2"),
        ("draws", "1"),
        ("bought", "2"),
        ("used", "4"),
        ("served", "p1"),
        ("adjust", "p2"),
        ("total", "3"),
        ("gave", "p1:3"),
        ("auction", "thebes:p1:28,buto:-,abydos:-"),
        ("auction", "thebes:p1:3,buto:p1:1,abydos:-"),
        ("auction", "thebes:p1:3,buto:-"),
        ("outbid", "p3:buto"),
        ("seen", "thebes"),
        ("map", "abydos:-+1+1+1+0"),
        ("map", "abydos:-+1+2+0+0,thebes:p1+0+0+0+0"),
        ("known", "p1"),
        ("deck", "nile"),
        ("under", "nile"),
        ("discard", "nile"),
        ("p1", "0,20,-,-"),
        ("p1", "0,20,nile,edfu"),
        ("chosen", "p1:edfu"),
        ("offers", "p1:5"),
        ("floor", "3"),
        ("rewards", "1"),
        ("cursor", "3"),
        ("phase", "favors"),
    ],
)
def test_a_contradiction_is_refused(key: str, value: str) -> None:
    with pytest.raises((StateError, NotationError)):
        Position.from_text(changed(key, value), GAME)


def test_a_view_knows_no_other_seat() -> None:
    view = START.view(0).to_text()
    assert field(view, "p2") == "0,10,?*2,-" and field(view, "deck").startswith("?*")
    for bad in (view.replace("0,10,?*2,-", "0,10,side*2,-"), view.replace("offers=-", "offers=p2:3")):
        with pytest.raises(NotationError):
            View.from_text(bad, GAME)
