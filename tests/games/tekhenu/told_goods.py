"""What the sentence of an event says about goods: by how much each kind of each seat grows, as a reader would add it up.

Points are told item by item, and add up in tests/contract/test_sayings.py.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from egypt.core.saying import number
from egypt.core.table import Event

Amounts = Counter[tuple[str, str]]  # units by seat and kind
Data = dict[str, Any]

NUMBERS = {number(units): units for units in range(400)}
QUOTED = re.compile("“[^”]*”")


def clauses(event: Event) -> list[str]:
    """The sentence without the names of cards, clause by clause."""
    return QUOTED.sub("“”", event.saying().sentence).split("; ")


def differences(event: Event) -> list[str]:
    """What a reader would have to miss, kind by kind."""
    before, after = goods_of(event.before.as_dict()), goods_of(event.after.as_dict())
    said = told_in(clauses(event), before)
    grown = Counter({key: after[key] - before[key] for key in {*before, *after}})
    return [
        f"{event.text()}: the {kind} of {seat} grows by {grown[seat, kind]}, told are {said[seat, kind]}"
        for seat, kind in sorted({*grown, *said})
        if grown[seat, kind] != said[seat, kind]
    ]


KINDS = re.compile(r"(\w+) (papyrus|bread|limestone|granite|gold|scribe|faith)s?\b")
GIVES = re.compile(r"(p\d) (gives up|pays|puts) (.*)")
GETS = re.compile(r"(p\d) (gains|starts with) (.*)")


def goods_of(data: Data) -> Amounts:
    return Counter({(seat["seat"], kind): units for seat in data["seats"] for kind, units in seat["goods"].items()})


def told_in(told: list[str], before: Amounts) -> Amounts:
    amounts: Amounts = Counter()
    for clause in told:
        for pattern, sign in ((GIVES, -1), (GETS, 1)):
            if found := pattern.fullmatch(clause.partition(" and leaves ")[0]):
                for units, kind in KINDS.findall(found[3]):
                    amounts[found[1], kind] += sign * NUMBERS[units]
    if any("surplus and faith into the supply" in clause for clause in told):
        for seat, kind in before:
            if kind == "faith":  # all of it is gone, but for what has come since
                amounts[seat, kind] = max(0, amounts[seat, kind]) - before[seat, kind]
    return amounts
