from typing import Any, Self

class GameWeights:
    """The weights of a game's evaluation for every number of players, and its network. Immutable.

    `data` has the form of a room's weights.json.
    """

    game: str
    feature_names: tuple[str, ...]
    trait_groups: tuple[tuple[str, int], ...]
    search_defaults: dict[str, Any]
    def __new__(
        cls,
        game: str = "",
        feature_names: tuple[str, ...] = (),
        fewest: int = 0,
        most: int = -1,
        data: dict[str, Any] | None = None,
        trait_groups: tuple[tuple[str, int], ...] = (),
    ) -> Self: ...
    def points(self, players: int) -> dict[str, list[float]]:
        """Points per unit of every feature, by stage."""
    def log_odds(self, players: int) -> dict[str, list[float]]:
        """Log odds of winning per unit of every feature, by stage."""
    def network(self, players: int) -> dict[str, Any] | None:
        """The network that corrects the log odds, in the form of a room's weights.json; None if there is none."""
    def priors(self, players: int) -> dict[str, list[float]] | None:
        """Log odds per trait of a move, by group, in the form of a room's weights.json; None if there are none."""
