"""The golden files against the games of today. After a change that was meant: `python -m tests.golden
--write`.
"""

from __future__ import annotations

import json

import pytest

from egypt import Position
from tests.contract.cases import Case, all_cases, every_case
from tests.golden import FOLDER, PERFT, perft_counts, transcript, transcript_path

GAMES = [part for path in sorted(FOLDER.glob("*.txt")) for part in path.read_text(encoding="utf-8").split("\n\n")[1:]]


@every_case
def test_every_game_has_a_transcript_and_plays_it(case: Case) -> None:
    path = transcript_path(case)
    assert path.exists(), f"{path.name} is missing: python -m tests.golden --write"
    assert transcript(case) in path.read_text(encoding="utf-8")


def test_no_transcript_is_left_over() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} == {transcript_path(case).name for case in all_cases()}


@pytest.mark.parametrize("text", GAMES, ids=lambda text: " ".join(text.split("\n")[0].split()[1::2]))
def test_a_transcript_replays_from_its_moves_alone(text: str) -> None:
    """Known draws, no random numbers: what stands in the file leads from state to state."""
    head, *lines = text.strip().split("\n")
    _, name, _, players, _, variant, _, _ = head.split()
    (case,) = [case for case in all_cases() if str(case) == f"{name}-{players}-{variant}"]
    position = case.start()
    for line in lines:
        word, rest = line.split(" ", 1)
        if word == "state":  # in a secret choice the file names the seat that chooses next
            stated = Position.from_text(rest, case.game)
            assert stated == (position if stated.actor < 0 else position.acting(stated.actor))
        elif word == "view":
            seat, view = rest.split()
            assert view == position.view(int(seat[1:]) - 1).to_text()
        elif word == "scores":
            assert position.is_over
            assert rest.split()[0] == ",".join(map(str, position.scores()))
            assert rest.split()[2] == ",".join(map(str, position.ranks()))
        elif word == "chance":
            assert position.is_chance
            position = position.after(rest)
        else:
            position = position.after(rest, seat=int(word[1:]) - 1)
    assert position.is_over


def test_node_counts() -> None:
    assert perft_counts() == json.loads(PERFT.read_text(encoding="utf-8"))
