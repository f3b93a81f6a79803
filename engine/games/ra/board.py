"""The table of a game of Ra for human eyes, drawn from its plain data alone."""

from __future__ import annotations

from typing import Any

from egypt.core.drawing import Sheet

SHEET = Sheet()
GROUPS = {
    "Gods": ("god",),
    "Gold": ("gold",),
    "Pharaohs": ("pharaoh",),
    "River": ("flood", "nile"),
    "Civilization": ("art", "agriculture", "religion", "astronomy", "writing"),
    "Monuments": ("fortress", "obelisk", "palace", "pyramid", "sphinx", "statues", "step-pyramid", "temple"),
}


def draw_board(position: dict[str, Any]) -> str:
    """The whole table: boat, track, centre, every seat, the bag."""
    lines = [SHEET.rule("═"), _headline(position), SHEET.rule("═"), *_center(position)]
    for seat in position["seats"]:
        lines += [SHEET.rule("─"), *_seat(seat, position)]
    lines += [SHEET.rule("─"), *_bag(position), SHEET.rule("═")]
    return "\n".join(lines)


def _headline(position: dict[str, Any]) -> str:
    boat = "".join("●" if i < position["boat"]["ra_tiles"] else "○" for i in range(position["boat"]["ra_limit"]))
    title = f"RA · epoch {position['epoch']} of {position['epochs']} · boat {boat}"
    return SHEET.headline(position, title, _what_now(position))


def _what_now(position: dict[str, Any]) -> str:
    actor = position["to_act"]
    match position["phase"]:
        case "over":
            return "game over"
        case "deal":
            return "the suns are dealt"
        case "draw":
            return f"{position['turn']} draws a tile"
        case "turn":
            return f"turn of {actor}"
        case "god":
            return f"{actor} may use another God"
        case "auction":
            return f"auction ({position['auction']['kind']}, Ra player {position['turn']}): {actor} to bid"
        case disaster:
            losses = position["to_lose"]["civilization" if disaster == "unrest" else "monuments"]
            return f"{disaster}: {actor} loses {losses}"


def _center(position: dict[str, Any]) -> list[str]:
    spaces = [tile["kind"] for tile in position["track"]["tiles"] for _ in range(tile["count"])]
    spaces += ["·"] * (position["track"]["size"] - len(spaces))
    auction, bid = position["auction"], ""
    if auction and auction["best_bid"]:
        bid = f"   best bid ({auction['best_bid']}) by {auction['best_bidder']}"
    return [*SHEET.wrap(" Track   ", spaces), f" Centre  ({position['center']['sun']['value']}){bid}"]


def _seat(seat: dict[str, Any], position: dict[str, Any]) -> list[str]:
    marker = "▶" if seat["seat"] == position["to_act"] else " "
    up = " ".join(f"({sun['value']})" for sun in seat["suns_up"])
    down = " ".join(f"[{sun['value']}]" for sun in seat["suns_down"])
    lines = [f"{marker}{seat['seat']}  {seat['score']:>3} points   suns {up}  {down}".rstrip()]
    groups = []
    tiles = {tile["kind"]: tile["count"] for tile in seat["tiles"]}
    for title, names in GROUPS.items():
        held = [f"{name} {tiles[name]}" for name in names if name in tiles]
        if held:
            only_kind = f"{title} {tiles.get(names[0])}"
            groups.append(only_kind if len(names) == 1 else f"{title}: {', '.join(held)}")
    return lines + SHEET.wrap("     ", [f"{group} " for group in groups]) if groups else lines


def _bag(position: dict[str, Any]) -> list[str]:
    bag = position["bag"]
    return SHEET.wrap(f" Bag {bag['count']:<4}", [f"{tile['kind']} {tile['count']}" for tile in bag["tiles"]])
