"""What a review says of a game, with the words that the terminal and the page share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from egypt.protocol.web.records import Course, Deal

Message = dict[str, Any]

SIGNS = {"blunder": "??", "mistake": "?", "inaccuracy": "?!", "unclear": "~", "good": "", "best": "✓", "forced": "□"}
ERRORS = ("blunder", "mistake", "inaccuracy")
TERMS = ("luck", "own", "others", "knowledge", "foresight")  # between the chance at the start and the result


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A game and its complete review, as Review has made it."""

    deal: Deal
    course: Course
    opening: Message
    items: Sequence[Message]
    summary: Message

    @property
    def why(self) -> str:
        """What the accounts explain; a game that was broken off has no end."""
        return "why it ended so" if self.course.ranks else "why it stands so"

    @property
    def title(self) -> str:
        players = "1 player" if self.deal.players == 1 else f"{self.deal.players} players"
        note = f"; {self.deal.note}" if self.deal.note else ""
        return f"{self.deal.game}, {players}, {self.deal.variant}{note}"

    def name(self, seat: int) -> str:
        """`p2 greedy`, or `p2` alone."""
        return f"p{seat + 1} {self.deal.seats[seat].name}".rstrip()

    @property
    def moments(self) -> list[Message]:
        return list(self.summary["moments"])

    def moment_words(self, moment: Message) -> str:
        """A key moment in a few words."""
        if moment["what"] == "decision":
            item = self.items[moment["ply"]]
            return f"{item['kind']}, {item['sentence']}; better: {item['best_sentence']}"
        drawn = self.opening if moment["ply"] < 0 else self.items[moment["ply"]]["luck"]
        return f"{drawn['word']} for p{drawn['seat'] + 1}: {short(drawn['sentence'])}"

    @property
    def how(self) -> list[str]:
        """How it was judged, in sentences."""
        seats, effort, limits = self.deal.players, self.summary["effort"], self.summary["limits"]
        points = {name: f"{value:.1f}" for name, value in self.summary["thresholds"].items()}
        each = f"{effort['iterations']} iterations" if "iterations" in effort else f"{effort['movetime']} ms"
        return [
            f"The best move found and the move played are searched alone, {each} each, from what the seat knew then. "
            "What the move lost is the difference of the mover's chances to win, in points of a hundred.",
            f"With {seats} seats a loss of {points['inaccuracy']} is an inaccuracy, {points['mistake']} a mistake, "
            f"{points['blunder']} a blunder; below {points['good']} it is as good as the best. "
            "A loss within two standard errors of the search is called unclear. "
            "Accuracy is the mean over unforced decisions, by the formula that lichess publishes.",
            "Luck is what nature's draws gave: the chance as they came, less the mean over all that could have come. "
            "A judge tells it who knows the whole position; all draws between two decisions count as one. Up to "
            f"{limits['outcomes']} outcomes are gone through, each with its probability, of more {limits['samples']} are "
            "sampled; the static evaluation judges them, and a short search from what the next seat knows adds what it "
            f"foresees, after {limits['searched']} of them at most. From {points['lucky']} points on draws are called "
            f"lucky, from {points['very lucky']} very lucky.",
            "The account adds up: chance before the deal + luck + own errors + what others' errors gave + knowledge + "
            "foresight = result. Knowledge is what is left where another seat judges next, or the end does: what one "
            "knew and the other did not. Foresight is what is left where the same seat judges again: what the search had "
            "not seen coming. The noise of the search is in both.",
        ]


def short(text: str, longest: int = 160) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def signed(value: float, digits: int = 1) -> str:
    """With a sign, and a true minus; nothing is 0 without one."""
    text = f"{value:+.{digits}f}"
    return text[1:] if float(text) == 0 else text.replace("-", "−")


def outcomes_words(luck: Message) -> str:
    """How many outcomes were looked at, and how."""
    number, searched = luck["outcomes"], luck["searched"]
    if luck["exact"]:
        return "1 outcome" if number == 1 else f"{number} outcomes"
    return f"{number} outcomes, {searched} searched" if searched else f"{number} sampled outcomes"
