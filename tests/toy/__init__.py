"""A fifth game, Jars, in a folder of its own: importing this package builds it if need be and registers it. No module
outside tests/ knows it.

EGYPT_GAMES=tests.toy makes every program find it, with the project's folder on PYTHONPATH.
"""

import tests.toy.build  # noqa: F401
from egypt.games import register
from tests.toy.jars import GAME

register(GAME)
