"""The table of a game of Jars for human eyes, drawn from its plain data alone."""

from __future__ import annotations

from typing import Any

from egypt.core.drawing import Sheet

SHEET = Sheet(width=60)


def draw_board(position: dict[str, Any]) -> str:
    """The whole table: round, cards played, every seat with its points, its hand and the card it has laid."""
    now = "game over" if position["phase"] == "over" else f"{position['phase']}: {position['to_act']}"
    gone = " ".join(_faces(position["gone"]["cards"]))
    lines = [SHEET.headline(position, f"JARS · round {position['round']}", now), f" Gone  {gone}".rstrip()]
    for seat in position["seats"]:
        lines += [SHEET.rule("─"), _seat(seat)]
    return "\n".join(lines)


def _faces(cards: list[dict[str, Any]]) -> list[str]:
    return [_face(card["component"]) for card in cards for _ in range(card["count"])]


def _face(component: str) -> str:
    return component.removeprefix("card:")


def _seat(seat: dict[str, Any]) -> str:
    cards = [*_faces(seat["hand"]["cards"]), *["?"] * seat["hand"]["unseen"]]
    laid = seat["laid"]
    face = "?" if laid["hidden"] else _face(laid["component"]) if laid["component"] else ""
    return f" {seat['seat']}  {seat['score']:>3} points   hand {' '.join(cards) or '-'}{f'   laid {face}' if face else ''}"
