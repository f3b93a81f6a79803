"""Dense actions: every legal move has a number of its own, and keeps it while the rules stay the same.

`EGYPT_TEST_SCALE=50 EGYPT_TEST_SEED=7 python -m pytest tests/contract/test_actions.py` looks at a million decisions.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from egypt import CHANCE, EgyptError, Game, IllegalMoveError, Rng, Table, get_game
from tests import PATIENCE, ROOT
from tests.contract.cases import Case, all_cases, every_case, every_game, random_game
from tests.golden import ACTIONS, action_numbers
from tests.scale import scaled, seeded

DECISIONS = 20_000  # in all, if SCALE is 1


@every_case
def test_every_legal_move_has_a_number_of_its_own(case: Case) -> None:
    rng, seen = Rng(seeded(41)), 0
    count = case.game.action_count(case.players, case.variant)
    while seen < scaled(DECISIONS // len(all_cases())):
        for ply in random_game(case.start(), rng):
            if ply.position.actor < 0:
                continue
            seen += 1
            codes = ply.position.legal_codes()
            actions = ply.position.legal_actions()
            assert len(set(actions)) == len(codes) and 0 <= min(actions) <= max(actions) < count
            assert [case.game.action_code(action) for action in actions] == codes


@every_game
def test_numbers_and_moves_go_both_ways(game: Game) -> None:
    moves = [game.action_move(action) for action in range(game.action_count())]
    assert len(set(moves)) == len(moves)
    assert [game.action_index(move) for move in moves] == list(range(len(moves)))
    assert game.action_index(game.action_code(3)) == game.action_index(game.action_move(3)) == 3


@every_game
def test_what_no_seat_does_has_no_number(game: Game) -> None:
    start = Case(game, game.min_players, game.variants[0]).start()
    assert start.actor == CHANCE and start.legal_actions() == []
    with pytest.raises(IllegalMoveError, match="is not an action"):
        game.action_index(start.outcomes()[0][0])
    for action in (-1, game.action_count(), 10**6):
        with pytest.raises(IllegalMoveError, match="is not an action"):
            game.action_move(action)
    with pytest.raises(EgyptError):
        game.action_count(17)
    with pytest.raises(EgyptError):
        game.action_count(variant="unheard-of")


@every_game
def test_numbers_are_those_that_were_recorded(game: Game) -> None:
    """Networks trained on these numbers rely on them."""
    recorded = json.loads(ACTIONS.read_text()).get(game.name)
    assert recorded == action_numbers(game), f"{ACTIONS.name}: after a change that was meant, python -m tests.golden --write"


@every_case
def test_a_mask_marks_the_legal_actions(case: Case) -> None:
    table = Table.deal(case.game, case.players, seeded(5), case.variant)
    rng = Rng(seeded(6))
    for _ in range(scaled(20)):
        if table.is_over:
            break
        position = table.position
        view = position.view(position.actor)
        marked = [action for action, legal in enumerate(view.action_mask()) if legal]
        assert marked == sorted(view.legal_actions()) == sorted(position.legal_actions())
        for seat in range(case.players):
            if seat not in position.pending:
                assert not any(position.view(seat).action_mask())
        table.play(position.legal_codes()[rng.below(len(position.legal_codes()))])


def test_a_mask_is_written_where_it_is_wanted() -> None:
    view = Table.deal(all_cases()[0].game, all_cases()[0].players, 5, all_cases()[0].variant).view(0)
    out = bytearray(b"\xff" * view.game.action_count())
    assert view.action_mask(out) is out and out == view.action_mask()
    with pytest.raises(EgyptError, match="entries"):
        view.action_mask(bytearray(3))
    with pytest.raises(EgyptError, match="writable"):
        view.action_mask(bytes(view.game.action_count()))


def test_a_game_that_lists_no_actions_says_so() -> None:
    with pytest.raises(EgyptError, match="declares no actions"):
        Game("odd", "Odd").action_count()


@pytest.mark.program
def test_actions_follow_rules_of_ones_own(tmp_path: Path) -> None:
    """A card that asks for more scribes allows payments that the printed cards do not; a process plays one set of rules."""
    (tmp_path / "rules.toml").write_text('rules_for = "tekhenu"\n[technologies]\nT19 = { scribes = 8 }\n')
    program = "\n".join(
        [
            "import egypt, sys",
            "game = egypt.game('tekhenu', rules=sys.argv[1])",
            "print(game.action_index('pay:gold*13'), game.rules_hash)",
        ]
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "rules.toml")],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    number, rules = done.stdout.split()
    assert int(number) > 0 and rules != get_game("tekhenu").rules_hash
    with pytest.raises(IllegalMoveError, match="is not an action"):
        get_game("tekhenu").action_index("pay:gold*13")
