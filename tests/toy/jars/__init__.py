"""Jars: a small card game with every difficulty the contract knows. README.md has its rules; copy it to add a game."""

from tests.toy.jars.game import GAME

__all__ = ["GAME"]
