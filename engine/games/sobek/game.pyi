from engine.core.game import Game

class SobekGame(Game): ...

GAME: SobekGame
