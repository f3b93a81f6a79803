from egypt.core.game import Game

class Jars(Game):
    """Jars for 2-4 players."""

    def __init__(self, name: str = "jars") -> None: ...

GAME: Jars
