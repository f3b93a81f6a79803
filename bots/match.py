"""One game between bots, from the deal to the end."""

from __future__ import annotations

from collections.abc import Sequence

from egypt import EgyptError, Table
from egypt.bots.base import Bot


def play_game(bots: Sequence[Bot], table: Table) -> Table:
    """Let the bots, in seat order, play the table's game to its end; returns the table.

    Each bot sees the view of its seat and nothing else. Raises EgyptError unless there is a bot per seat,
    IllegalMoveError or NotationError if one chooses a move that is not legal.
    """
    if len(bots) != table.position.players:
        raise EgyptError(f"{len(bots)} bots cannot sit on {table.position.players} seats")
    for bot in bots:
        bot.new_game()
    table.settle()
    while not table.position.is_over:
        seat = table.position.actor
        table.play(bots[seat].choose(table.view(seat)), seat)
    return table
