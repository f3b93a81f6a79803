OBSERVATIONS: tuple[str, ...]

def is_unit(observation: str) -> bool:
    """Whether counts are scaled; raises EgyptError for what is none of OBSERVATIONS."""

class TensorLayout:
    """How the views of one table (a number of players, a variant) are written. Immutable once it is finished."""

    players: int
    size: int
    names: tuple[str, ...]
    largest: tuple[int, ...]
    def __init__(self, players: int) -> None: ...
    def bits_read(self, view_size: int) -> bytes:
        """The bits of a view that the entries depend on, as bytes: what is set elsewhere is lost."""
