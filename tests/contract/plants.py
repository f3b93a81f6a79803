"""Faults to plant: `EGYPT_TEST_PLANT=peek python -m pytest -p tests.contract.plants tests/contract` must fail.

The first ones are in the toy game, see tests/toy/leaks.pyx. The others are in what all games share, and show now and then.
"""

from __future__ import annotations

import os
import zlib
from typing import Any

from egypt import Follower, Table, register
from egypt.core import public
from egypt.core.table import Event
from tests.toy.build import load

PLANT = "EGYPT_TEST_PLANT"
LEAKS = ("peek", "turn_order", "tell", "observe")


def now_and_then(thing: object, one_in: int) -> bool:
    return zlib.crc32(str(thing).encode()) % one_in == 0


def follower_misses_a_move() -> None:
    honest = Follower.observe

    def observe(follower: Follower, actor: Any, move: str) -> None:
        if not now_and_then(follower.view, 10):
            honest(follower, actor, move)

    Follower.observe = observe  # type: ignore[method-assign]


def onlookers_see_a_hand() -> None:
    honest = public.public_data
    public.public_data = lambda position: position.view(0).as_dict() if now_and_then(position, 4) else honest(position)


def referee_tells_of_choices() -> None:
    Table.told = lambda table, seat: table.events  # type: ignore[method-assign]


def words_tell_the_truth() -> None:
    Event.saying = lambda event, seat=None: event.before.say(event.code, event.actor)  # type: ignore[method-assign]


def undo_goes_too_far() -> None:
    honest = Table.undo

    def undo(table: Table, plays: int = 1) -> None:
        honest(table, plays + now_and_then(table.position, 20))

    Table.undo = undo  # type: ignore[method-assign]


# What is planted, and the game in which it is looked for.
PLANTS = dict.fromkeys(LEAKS, "jars") | {
    "follower_misses_a_move": "sobek",
    "onlookers_see_a_hand": "sobek",
    "referee_tells_of_choices": "amunre",
    "words_tell_the_truth": "sobek",
    "undo_goes_too_far": "ra",
}


def pytest_sessionstart() -> None:
    name = os.environ[PLANT]
    if name in LEAKS:
        register(load("tests.toy.leaks").LeakyJars(name.replace("_", " ")))
    else:
        globals()[name]()
