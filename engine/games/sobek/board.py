"""The table of a game of Sobek for human eyes, drawn from its plain data alone."""

from __future__ import annotations

from typing import Any

from egypt.core.drawing import Sheet

SHEET = Sheet()
BOX = 8


def draw_board(position: dict[str, Any]) -> str:
    """The whole table: docks, events, every seat with its sets, hand and corruption pile."""
    lines = [SHEET.rule("═"), _headline(position), SHEET.rule("═"), *_docks(position), *_events(position)]
    for seat in position["seats"]:
        lines += [SHEET.rule("─"), *_seat(seat, position)]
    for group in position["either"]:
        places = " or ".join(place.replace(":", " of ") for place in group["places"])
        lines += [SHEET.rule("─"), *SHEET.wrap(f" In {places}: ", _counted(group["cards"]))]
    return "\n".join([*lines, SHEET.rule("═")])


def _headline(position: dict[str, Any]) -> str:
    title = f"SOBEK · round {position['round']} of {position['rounds']} · deck {position['deck']['count']}"
    return SHEET.headline(position, title, _what_now(position))


def _what_now(position: dict[str, Any]) -> str:
    actor = position["to_act"]
    match position["phase"]:
        case "over":
            return "game over"
        case "turn":
            return f"{'extra turn' if position['extra_turn'] else 'turn'} of {actor}"
        case "event":
            return f"{actor} chooses an event"
        case "drop":
            return f"Scribe: {actor} drops a card"
        case "retrieve":
            return f"Vizier: {actor} takes a card"
        case "starter":
            return f"{actor} names the starting player"
        case "set" | "lay-set":
            return f"{actor} plays a set"
        case "lay":
            return f"end of round: {actor} may lay sets"
        case phase:
            return f"chance: {phase}"


def _docks(position: dict[str, Any]) -> list[str]:
    """A row of boxes; the reachable ones are numbered as in `take:n`."""
    docks = position["docks"]
    if not docks["cards"]:
        return [" Docks   none"]
    names = [_short(card) for card in docks["cards"]]
    top = "┌" + "┬".join("─" * BOX for _ in names) + "┐"
    first = "│" + "│".join(name[0].center(BOX) for name in names) + "│"
    second = "│" + "│".join(name[1].center(BOX) for name in names) + "│"
    bottom = "└" + "┴".join("─" * BOX for _ in names) + "┘"
    reach = " ".join(f"take:{i}".center(BOX) if i < docks["reach"] else " " * BOX for i in range(len(names)))
    return [f"{line}".rstrip()[: SHEET.width + 6] for line in (top, first, second, bottom, " " + reach)]


def _short(card: dict[str, Any]) -> tuple[str, str]:
    """A card in two words: family and scarabs."""
    name = card["kind"]
    if card["empty"]:
        return "", ""
    if name is None:
        return "?????", "person"
    family = name.rstrip("0123456789g") if name[-1] in "0123456789g" else name
    value = name[len(family) :]
    return family, "●" * int(value) if value.isdigit() else ""


def _events(position: dict[str, Any]) -> list[str]:
    events = position["events"]
    known = ", ".join(_counted(events["tokens"])) if events["tokens"] else "face down"
    used = ", ".join(_counted(events["used"])) or "none yet"
    lines = SHEET.wrap(f" Events  {events['left']} left: ", [known])
    lines += SHEET.wrap("         used: ", [used])
    return lines + SHEET.wrap(" Discard ", _counted(position["discard"]["cards"]) or ["empty"])


def _counted(things: list[dict[str, Any]]) -> list[str]:
    """`2×fish1`; of an unknown card its back, `2×?beige`."""
    words = []
    for thing in things:
        name = thing["kind"] or thing["component"].replace("back:", "?")
        words.append(name if thing["count"] == 1 else f"{thing['count']}×{name}")
    return words


def _seat(seat: dict[str, Any], position: dict[str, Any]) -> list[str]:
    marker = "▶" if seat["seat"] == position["to_act"] else " "
    curses = f" ({seat['curses']} curse{'s' if seat['curses'] > 1 else ''})" if seat["curses"] else ""
    lines = [
        f"{marker}{seat['seat']}  {seat['score']:>3} points on {_space(seat)}   corruption {seat['corruption']}{curses}"
    ]
    for row in seat["sets"]:
        kind = "lying" if row["lying"] else "set"
        cards = _counted(row["cards"]) + [f"{row['prosperity']}×prosperity"] * bool(row["prosperity"])
        lines += SHEET.wrap(f"     {kind:<6}{row['family']:<7}= {row['score']:>3}   ", cards)
    for place in ("hand", "pile"):
        lines += SHEET.wrap(f"     {place} {seat[place]['count']:<3}", _counted(seat[place]["cards"]) or ["-"])
    return lines


def _space(seat: dict[str, Any]) -> str:
    """The symbol or the number that the marker stands on."""
    return seat["marker"]["symbol"] or str(seat["marker"]["space"])
