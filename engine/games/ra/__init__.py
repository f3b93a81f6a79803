"""Ra: three epochs of auctions for tiles that score seven ways. README.md has edition, rulings, notation."""

from egypt.games.ra.game import GAME

__all__ = ["GAME"]
