"""A recorded game, played through once more: what nature drew, what happened in words."""

from __future__ import annotations

from datetime import UTC, datetime

from egypt import CHANCE, Event, Table


def now() -> str:
    """This second, as records write it: 2026-01-31T12:00:00Z."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def nature_of(table: Table) -> tuple[str, ...]:
    """What nature drew before the first decision and after each one, outcomes separated by spaces."""
    drawn: list[list[str]] = [[]]
    for event in table.events:
        if event.actor == CHANCE:
            drawn[-1].append(event.before.game.move_text(event.code))
        else:
            drawn.append([])
    return tuple(" ".join(outcomes) for outcomes in drawn)


def sentences_of(table: Table) -> tuple[str, ...]:
    """Every event in words, those of nature included; none if the game has no words."""
    return tuple(event.saying().sentence for event in table.events) if table.game.has_words else ()


def decisions(table: Table) -> list[Event]:
    """The events that were not nature's."""
    return [event for event in table.events if event.actor != CHANCE]
