"""Amun-Re: auctions for provinces, a market, sealed offerings and harvests. README.md has edition, rulings, notation."""

from egypt.games.amunre.game import GAME

__all__ = ["GAME"]
