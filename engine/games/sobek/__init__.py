"""Sobek (2010): docks, hidden hands and corruption. See README.md for edition, rulings and notation."""

from egypt.games.sobek.game import GAME

__all__ = ["GAME"]
