class ActionTable:
    """The moves of all actions, and the way back. Immutable; code that uses `map` without the GIL keeps the table alive."""

    def __new__(cls, codes: list[int]) -> ActionTable: ...
