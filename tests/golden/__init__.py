"""Golden files: whole games of every registered game, node counts, and the numbers of all actions.
`python -m tests.golden --write` writes them anew.

A change in one of them is a change of the rules, of the notation or of the dealing; it needs a reason in its
commit. Trained networks depend on the numbers of actions: they change only with the `rules` hash of their game.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from egypt import Game, Position, Rng, game_names, get_game
from tests.contract.cases import Case, Ply, all_cases, random_game

FOLDER = Path(__file__).parent
PERFT = FOLDER / "perft.json"
ACTIONS = FOLDER / "actions.json"
SEED = 1
VIEW_EVERY = 8  # plies between two views in a transcript
PERFT_PLIES = (0, 5, 13)  # how far into a random game the counting starts
MOST_NODES = 3_000  # a count beyond this ends the deepening
MOST_DEPTH = 6


def transcript_path(case: Case) -> Path:
    return FOLDER / f"{case.game.name}-{case.players}.txt"


def transcripts() -> dict[Path, str]:
    """The text of every transcript file: one game per variant."""
    texts: dict[Path, str] = {}
    for case in all_cases():
        path = transcript_path(case)
        texts.setdefault(path, f"# {case.game.title} for {case.players}, random play.\n")
        texts[path] += transcript(case)
    return texts


def transcript(case: Case) -> str:
    lines = [f"\ngame {case.game.name} players {case.players} variant {case.variant} seed {SEED}"]
    lines += [line for number, ply in enumerate(random_game(case.start(), Rng(SEED))) for line in _ply_lines(number, ply)]
    return "\n".join(lines) + "\n"


def _ply_lines(number: int, ply: Ply) -> list[str]:
    position = ply.position
    lines = []
    if number % VIEW_EVERY == 0 or position.is_over:
        viewer = number // VIEW_EVERY % position.players
        lines += [f"state {position}", f"view p{viewer + 1} {position.view(viewer)}"]
    if position.is_over:
        lines.append(f"scores {','.join(map(str, position.scores()))} ranks {','.join(map(str, position.ranks()))}")
    else:
        who = "chance" if position.is_chance else f"p{position.actor + 1}"
        lines.append(f"{who} {position.game.move_text(ply.code)}")
    return lines


def perft(position: Position, depth: int) -> int:
    """The number of ways to play `depth` plies from here; nature's outcomes count as plies, a game that is
    over as one way.
    """
    if depth == 0 or position.is_over:
        return 1
    if position.is_chance:
        codes = [position.game.move_code(text) for text, _ in position.outcomes()]
    else:
        codes = position.legal_codes()
    if depth == 1:
        return len(codes)
    return sum(perft(position.after(code), depth - 1) for code in codes)


def perft_counts() -> dict[str, dict[str, list[int]]]:
    """case -> number of plies played -> counts for depth 1, 2, …"""
    table: dict[str, dict[str, list[int]]] = {}
    for case in all_cases():
        plies = list(random_game(case.start(), Rng(SEED)))
        rows = table[str(case)] = {}
        for number in PERFT_PLIES:
            counts: list[int] = []
            while len(counts) < MOST_DEPTH and (not counts or counts[-1] * 4 < MOST_NODES):
                counts.append(perft(plies[min(number, len(plies) - 1)].position, len(counts) + 1))
            rows[str(number)] = counts
    return table


def perft_text() -> str:
    rows = [
        f'  "{case}": {{' + ", ".join(f'"{plies}": {json.dumps(counts)}' for plies, counts in row.items()) + "}"
        for case, row in perft_counts().items()
    ]
    return "{\n" + ",\n".join(rows) + "\n}\n"


def action_numbers(game: Game) -> dict[str, Any]:
    moves = "\n".join(game.action_move(action) for action in range(game.action_count()))
    return {
        "rules": game.rules_hash,
        "actions": game.action_count(),
        "sha256": hashlib.sha256(moves.encode()).hexdigest()[:16],
    }


def actions_text() -> str:
    return json.dumps({name: action_numbers(get_game(name)) for name in game_names()}, indent=1) + "\n"
