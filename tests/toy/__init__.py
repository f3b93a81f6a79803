"""A fifth game, in a folder of its own: importing it builds it if need be and registers it. Nothing else in
the house knows it.

EGYPT_GAMES=tests.toy makes every program find it, with the project's folder on PYTHONPATH.
"""

from egypt.games import register
from tests.toy.build import load

load("tests.toy.rules")
GAME = register(load("tests.toy.game").GAME)
