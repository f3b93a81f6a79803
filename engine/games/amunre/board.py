"""The table of a game of Amun-Re for human eyes, drawn from its plain data alone."""

from __future__ import annotations

from typing import Any

from egypt.core.drawing import Sheet

SHEET = Sheet(width=96)
KINGDOMS = {1: "Old Kingdom", 2: "New Kingdom"}


def draw_board(position: dict[str, Any]) -> str:
    """The whole table: the auction, the map along the Nile, every seat, the cards."""
    lines = [SHEET.rule("═"), _headline(position), SHEET.rule("═"), *_auction(position), *_map(position)]
    for seat in position["seats"]:
        lines += [SHEET.rule("─"), *_seat(seat, position)]
    lines += [SHEET.rule("─"), *_cards(position), SHEET.rule("═")]
    return "\n".join(line.rstrip() for line in lines)


def _headline(position: dict[str, Any]) -> str:
    tile = f" · tile {position['tile']}" if position["tile"] else ""
    title = f"AMUN-RE · {KINGDOMS[position['age']]}, round {position['round']}{tile}"
    return SHEET.headline(position, title, _what_now(position))


def _what_now(position: dict[str, Any]) -> str:
    actor = position["to_act"]
    if actor == "over":
        return "game over"
    if actor == "chance":
        return f"{position['phase']}: nature, for {position['turn']}"
    match position["phase"]:
        case "choose" | "offer":
            return f"{position['phase']}: {' '.join(position['pending'])}"
        case "farmers" | "build":
            return f"market, {position['phase']} in {position['asked_about']}: {actor}"
        case "favors":
            return f"market, favors: {actor}"
        case "reward":
            return f"{position['rewards']} rewards: {actor}"
        case "sell":
            return f"{position['debt']} gold to raise by selling favors: {actor}"
        case phase:
            return f"{phase}: {actor}"


def _auction(position: dict[str, Any]) -> list[str]:
    if not position["auction"]:
        return []
    words = [
        f"{lot['province']} ({lot['bidder']}: {lot['bid']})" if lot["bidder"] else f"{lot['province']} (-)"
        for lot in position["auction"]
    ]
    guard = f"   Protection: {' '.join(position['shielded'])}" if position["shielded"] else ""
    return [f" Auction  {'  '.join(words)}{guard}", SHEET.rule("─")]


def _map(position: dict[str, Any]) -> list[str]:
    lines = [" province   owner  pyramids  stones  farmers  limit  lies             yields"]
    for row in position["provinces"]:
        farmers = f"{row['farmers']}/{row['fields']}" + (f"+{row['free_farmers']}" if row["free_farmers"] else "")
        where = f"{row['bank']} {row['half']}{' nile' if row['nile'] else ''}"
        yields = [f"{key} {row[key]}" for key in ("mine", "caravan", "temples") if row[key]]
        yields += [f"bonus {number} {key}" for key, number in row["bonus"].items() if number]
        lines.append(
            f" {row['province']:<10} {row['owner'] or '-':<6} {'▲' * row['pyramids'] or '·':<9} "
            f"{'■' * row['stones'] or '·':<7} {farmers:<8} {row['limit']:<6} {where:<16} {', '.join(yields)}"
        )
    return lines


def _seat(seat: dict[str, Any], position: dict[str, Any]) -> list[str]:
    marker = "▶" if seat["seat"] == position["to_act"] or seat["seat"] in position["pending"] else " "
    token = "  (Start Player)" if seat["seat"] == position["start_player"] else ""
    notes = [f"{key} {_offering(seat[key])}" for key in ("gave", "offer") if seat[key]]
    notes += [f"{key.replace('_', ' ')} {seat[key]}" for key in ("chosen", "outbid_from") if seat[key]]
    lines = [
        f"{marker}{seat['seat']}  {seat['score']:>3} points  {seat['gold']:>3} gold  {seat['favors']} favors"
        f"{token}   {'   '.join(notes)}"
    ]
    if seat["hand"] is not None:
        lines.append(f"     Favors: {_counts(seat['hand'])}")
    elif seat["known_architect"]:
        lines.append("     Favors: an architect among them")
    if seat["province_hand"]:
        lines.append(f"     Province cards: {', '.join(card['province'] for card in seat['province_hand'])}")
    elif seat["province_cards"]:
        lines.append(f"     Province cards: {seat['province_cards']}")
    return lines


def _offering(offering: dict[str, Any]) -> str:
    return ("theft" if offering["theft"] else str(offering["gold"])) + ("+adjustment" if offering["adjustment"] else "")


def _counts(cards: list[dict[str, Any]]) -> str:
    return ", ".join(card["kind"] if card["count"] == 1 else f"{card['kind']} {card['count']}" for card in cards) or "-"


def _cards(position: dict[str, Any]) -> list[str]:
    return [
        f" Favors: {position['deck']} in the deck, discarded: {_counts(position['discard'])}",
        *SHEET.wrap(" May come up: ", position["to_come"] or ["-"]),
    ]
