"""The numbers of all actions, recorded: `python -m tests.contract.action_numbers --write`.

A record may change only with the `rules` hash of its game, or with a reason in the commit: trained policies depend on it.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

from egypt import Game, game_names, get_game

RECORD = Path(__file__).with_suffix(".json")


def action_numbers(game: Game) -> dict[str, Any]:
    moves = "\n".join(game.action_move(action) for action in range(game.action_count()))
    return {
        "rules": game.rules_hash,
        "actions": game.action_count(),
        "sha256": hashlib.sha256(moves.encode()).hexdigest()[:16],
    }


def main() -> int:
    text = json.dumps({name: action_numbers(get_game(name)) for name in game_names()}, indent=1) + "\n"
    is_current = RECORD.exists() and RECORD.read_text() == text
    if "--write" in sys.argv[1:]:
        RECORD.write_text(text)
    print("up to date" if is_current else "out of date")
    return 0 if is_current or "--write" in sys.argv[1:] else 1


if __name__ == "__main__":
    sys.exit(main())
