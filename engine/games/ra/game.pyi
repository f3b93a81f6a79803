from egypt.core.game import Game

class RaGame(Game): ...

GAME: RaGame
