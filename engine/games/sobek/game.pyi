from egypt.core.game import Game

class SobekGame(Game): ...

GAME: SobekGame
