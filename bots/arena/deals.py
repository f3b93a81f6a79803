"""Games that end in any order, sorted into whole deals in their order."""

from __future__ import annotations

from collections.abc import Iterator

from egypt.bots.arena.results import Results
from egypt.bots.arena.schedule import Config
from egypt.bots.arena.work import Job, Played


class DealSorter:
    """Knows the games of earlier sittings from the start; takes new ones as they come."""

    def __init__(self, config: Config, earlier: Results) -> None:
        self._config = config
        self._next = 0  # the deal that comes next
        self._games = dict(earlier.singles())  # by number
        self._fresh: dict[int, Played] = {}  # those among them that are not yielded yet

    def add(self, played: Played) -> None:
        lines = played.lines.splitlines(keepends=True)
        for (number, game), line in zip(played.batch.singles(), lines, strict=True):
            self._games[number] = game
            self._fresh[number] = Played(Job([number]), line, game)

    def whole_deals(self) -> Iterator[tuple[list[Played], Results]]:
        """The next deals, as long as they are complete: their new games, and all their games."""
        while True:
            size = len(self._config.seatings)
            numbers = range(self._next * size, (self._next + 1) * size)
            if not all(number in self._games for number in numbers):
                return
            fresh = [self._fresh.pop(number) for number in numbers if number in self._fresh]
            self._next += 1
            yield fresh, Results(self._config, [self._games.pop(number) for number in numbers])
