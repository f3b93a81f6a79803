"""Small runs of the arena to review."""

from __future__ import annotations

from pathlib import Path

from egypt.bots.arena.cli import main


def play_run(
    folder: Path,
    game: str,
    players: int,
    *,
    deals: int,
    engines: tuple[str, ...] = ("greedy", "random"),
    more: tuple[str, ...] = (),
) -> Path:
    """A run of quick bots, in a file run.jsonl."""
    path = folder / "run.jsonl"
    words = [
        "--game",
        game,
        "--players",
        str(players),
        "--deals",
        str(deals),
        "--seed",
        "5",
        "--concurrency",
        "1",
        "--out",
        str(path),
    ]
    for engine in engines:
        words += ["--engine", engine if "=" in engine else f"bot={engine}"]
    assert main([*words, *more]) == 0
    return path
