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
        lines += [SHEET.rule("─"), *SHEET.wrap(f" In {' or '.join(group['in'])}: ", _cards(group["cards"]))]
    return "\n".join([*lines, SHEET.rule("═")])


def _headline(position: dict[str, Any]) -> str:
    title = f"SOBEK · round {position['round']} of {position['rounds']} · deck {position['deck']}"
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
    if not docks:
        return [" Docks   none"]
    names = [_short(name) for name in docks]
    top = "┌" + "┬".join("─" * BOX for _ in names) + "┐"
    first = "│" + "│".join(name[0].center(BOX) for name in names) + "│"
    second = "│" + "│".join(name[1].center(BOX) for name in names) + "│"
    bottom = "└" + "┴".join("─" * BOX for _ in names) + "┘"
    reach = " ".join(
        f"take:{i}".center(BOX) if i < position["reach"] else " " * BOX for i in range(len(names))
    )
    return [f"{line}".rstrip()[: SHEET.width + 6] for line in (top, first, second, bottom, " " + reach)]


def _short(name: str) -> tuple[str, str]:
    """A card in two words: family and scarabs."""
    if name == "?":
        return "?????", "person"
    if name == "_":
        return "", ""
    family = name.rstrip("0123456789g") if name[-1] in "0123456789g" else name
    value = name[len(family) :]
    return family, "●" * int(value) if value.isdigit() else ""


def _events(position: dict[str, Any]) -> list[str]:
    tokens = position["tokens"]
    known = ", ".join(_counted(tokens)) if tokens else "face down"
    used = ", ".join(_counted(position["tokens_used"])) or "none yet"
    lines = SHEET.wrap(f" Events  {position['tokens_left']} left: ", [known])
    lines += SHEET.wrap("         used: ", [used])
    return lines + SHEET.wrap(" Discard ", _cards(position["discard"]) or ["empty"])


def _counted(cards: dict[str, int]) -> list[str]:
    return [name if count == 1 else f"{count}×{name}" for name, count in cards.items()]


def _cards(cards: dict[str, int]) -> list[str]:
    return _counted(cards)


def _seat(seat: dict[str, Any], position: dict[str, Any]) -> list[str]:
    marker = "▶" if seat["seat"] == position["to_act"] else " "
    curses = f" ({seat['curses']} curse{'s' if seat['curses'] > 1 else ''})" if seat["curses"] else ""
    lines = [
        f"{marker}{seat['seat']}  {seat['points']:>3} points on {seat['space']}   corruption {seat['corruption']}{curses}"
    ]
    for row in seat["sets"]:
        kind = "lying" if row["lying"] else "set"
        cards = _cards(row["cards"]) + [f"prosperity +{2 * row['prosperity']}"] * bool(row["prosperity"])
        lines += SHEET.wrap(f"     {kind:<6}{row['family']:<7}= {row['points']:>3}   ", cards)
    lines += SHEET.wrap(f"     hand {sum(seat['hand'].values()):<3}", _cards(seat["hand"]) or ["-"])
    lines += SHEET.wrap(f"     pile {sum(seat['pile'].values()):<3}", _cards(seat["pile"]) or ["-"])
    return lines
