"""What the boards of all rooms share. A board is drawn for human eyes from the plain data of a position or view alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Sheet:
    """The paper of a board: lines of one width."""

    width: int = 78

    def rule(self, stroke: str) -> str:
        """A line across the board."""
        return stroke * self.width

    def headline(self, position: Mapping[str, Any], title: str, now: str) -> str:
        """The title and how far the game is on the left, what happens now on the right; a view says whose it is."""
        left = f" {title}"
        if position["viewer"] != "all":
            left += f" · as {position['viewer']} knows it"
        if len(left) + len(now) + 2 > self.width:  # two lines, then
            return f"{left}\n{f'{now} '.rjust(self.width)}"
        return left + f"{now} ".rjust(self.width - len(left))

    def wrap(self, label: str, words: Iterable[str]) -> list[str]:
        """The words behind a label, continued below it where the line is full; at least one word in each line."""
        lines: list[str] = []
        line = label
        for word in words:
            if len(line) + len(word) + 2 > self.width and len(line) > len(label):
                lines.append(line.rstrip())
                line = " " * len(label)
            line += word + "  "
        return [*lines, line.rstrip()]
