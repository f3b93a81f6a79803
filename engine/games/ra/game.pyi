from engine.core.game import Game

class RaGame(Game): ...

GAME: RaGame
