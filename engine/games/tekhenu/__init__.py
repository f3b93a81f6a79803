"""Tekhenu (2020): dice around the obelisk, the temple, and the scales of Maat. See README.md for edition, rulings and notation."""

from engine.games.tekhenu.game import GAME

__all__ = ["GAME"]
