"""What everybody at a table knows: for onlookers, who may see no seat's secrets.

Built from the views of all seats alone: what they agree on is public, what they do not agree on is left out. So no
onlooker learns what some seat does not know, and a player who looks on learns nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from egypt.core.fields import actor_name, seat_name
from egypt.core.integers import shown
from egypt.core.position import Position
from egypt.core.saying import Saying, ScoreItem, components_in
from egypt.core.table import NO_SEAT, Event, Table

PUBLIC = "public"  # stands where a view names its viewer
ONLOOKER = NO_SEAT  # no seat: is told only what everybody is told (Table.told)


def _need(value: object, kind: type, name: str) -> None:
    """Raise TypeError for an argument of another kind: a view or a table is easily taken for a position."""
    if not isinstance(value, kind):
        raise TypeError(f"{name}: {shown(value)} must be of type {kind.__name__}")


def public_position(table: Table) -> Position:
    """The position of which is told: while some have made a secret choice and others have not, the one before it."""
    _need(table, Table, "table")
    sealed = None
    for event in reversed(table.events):
        if not event.is_sealed:
            break
        sealed = event
    return sealed.before if sealed is not None else table.position


def public_pending(position: Position) -> list[int]:
    """The seats that must act as far as everybody knows: who has made a secret choice, only they know themselves."""
    _need(position, Position, "position")
    return sorted({seat for viewer in range(position.players) for seat in position.view(viewer).pending})


def public_data(position: Position) -> dict[str, Any]:
    """The plain data of a position as far as all seats know it; null where they know different things.

    Of what is a seat's own, it is what all others know.
    """
    _need(position, Position, "position")
    views = [position.view(seat).as_dict() for seat in range(position.players)]
    pending = [seat_name(seat) for seat in public_pending(position)]
    known: dict[str, Any] = _common(views)
    seats = []
    for seat in range(position.players):
        others = [view["seats"][seat] for viewer, view in enumerate(views) if viewer != seat or len(views) == 1]
        seats.append(_common(others))
    return known | {"viewer": PUBLIC, "to_act": known["to_act"] or pending[0], "pending": pending, "seats": seats}


def _common(values: Sequence[Any]) -> Any:
    """What all values say alike: objects key by key, lists item by item if they have the same things in them."""
    first = values[0]
    if all(type(value) is type(first) and value == first for value in values):
        return first
    if all(isinstance(value, dict) for value in values):
        keys = [key for key in first if all(key in value for value in values)]
        return {key: _common([value[key] for value in values]) for key in keys}
    if all(isinstance(value, list) and len(value) == len(first) for value in values):
        rows = list(zip(*values, strict=True))
        if all(map(_is_one_thing, rows)):
            return [_common(row) for row in rows]
    if all(isinstance(value, list) for value in values):
        return _least(values)
    return None


def _is_one_thing(items: Sequence[Any]) -> bool:
    """Whether several views tell of the same thing: one id, and something else on which they agree.

    An id alone may number what a seat has noted for itself. That every seat has such a note is known to none of them.
    """
    if not all(isinstance(item, dict) and "id" in item and item["id"] == items[0]["id"] for item in items):
        return False
    common = _common(items)
    return common == items[0] or any(value is not None for key, value in common.items() if key != "id")


def _least(values: Sequence[list[Any]]) -> list[Any] | None:
    """Of several lists of components the one that names only what all others name, too; None if there is none.

    What holds components and says more of them (where they may lie) is one seat's knowledge, and no such list.
    """
    named = [_named(value) for value in values]
    if not any(named):  # nothing says which of them tells less
        return None
    least = next((value for value, known in zip(values, named, strict=True) if all(known <= other for other in named)), None)
    return least if least is not None and all("component" in item for item in least) else None


def _named(items: list[Any]) -> Counter[str]:
    """How many of each component a list names."""
    found: Counter[str] = Counter()
    for item in items:
        for component in components_in(item):
            found[component] += item.get("count", 1) if isinstance(item, dict) else 1
    return found


def public_text(event: Event) -> str | None:
    """`<actor> <move>` as those perceived it who saw the least; None if different seats saw different parts of it."""
    _need(event, Event, "event")
    texts = {event.text(seat) for seat in range(event.before.players)}
    fewest = max(text.count("?") for text in texts)
    least = [text for text in texts if text.count("?") == fewest]
    return least[0] if len(least) == 1 else None


def public_saying(event: Event) -> Saying:
    """The event in words that tell no more than everybody knows."""
    text = public_text(event)
    if text is None:
        return Saying(f"{actor_name(event.actor)} does something that not everybody sees")
    before, after = public_data(event.before), public_data(event.after)
    return event.before.game.say_move(before, actor_name(event.actor), text.partition(" ")[2], after, event.moments)


def public_scores(event: Event) -> list[ScoreItem]:
    """Why scores changed, as far as everybody knows it."""
    _need(event, Event, "event")
    first, *others = [event.score_items(seat) for seat in range(event.before.players)]
    return [item for item in first if all(item in items for items in others)]
