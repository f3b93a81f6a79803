from egypt.core.game import Game

class TekhenuGame(Game): ...

GAME: TekhenuGame
