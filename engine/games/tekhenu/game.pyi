from engine.core.game import Game

class TekhenuGame(Game): ...

GAME: TekhenuGame
