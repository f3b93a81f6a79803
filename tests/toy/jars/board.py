"""The table of a game of Jars for human eyes, drawn from its plain data alone."""

from __future__ import annotations

from typing import Any

from egypt.core.drawing import Sheet

SHEET = Sheet(width=60)


def draw_board(position: dict[str, Any]) -> str:
    """The whole table: round, cards played, every seat with its points, its hand and the card it has laid."""
    now = "game over" if position["phase"] == "over" else f"{position['phase']}: {position['turn']}"
    gone = " ".join(str(card) for card in position["gone"])
    lines = [SHEET.headline(position, f"JARS · round {position['round']}", now), f" Gone  {gone}".rstrip()]
    for seat, hand in enumerate(position["hands"]):
        lines += [SHEET.rule("─"), _seat(position, seat, hand)]
    return "\n".join(lines)


def _seat(position: dict[str, Any], seat: int, hand: dict[str, Any]) -> str:
    cards = [*map(str, hand["cards"]), *["?"] * hand["unseen"]]
    laid = position["laid"][seat]
    face = f"   laid {'?' if laid is None else laid}" if laid != 0 else ""
    return f" p{seat + 1}  {position['points'][seat]:>3} points   hand {' '.join(cards) or '-'}{face}"
