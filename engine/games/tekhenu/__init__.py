"""Tekhenu (2020): dice around the obelisk, the temple and the scales of Maat. README.md: edition, rulings, notation."""

from egypt.games.tekhenu.game import GAME

__all__ = ["GAME"]
