from egypt.core.game import Game

class AmunreGame(Game): ...

GAME: AmunreGame
