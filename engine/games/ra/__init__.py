"""Ra: three epochs of auctions for tiles that score in seven ways. See README.md for edition, rulings and notation."""

from engine.games.ra.game import GAME

__all__ = ["GAME"]
