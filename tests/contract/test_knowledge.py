"""What a seat knows: views agree with the position, samples re-encode to their view, secret choices stay
secret.
"""

from __future__ import annotations

from itertools import pairwise

from egypt import Position, Rng
from tests.contract.cases import Case, every_case, random_positions, views
from tests.contract.two_worlds import secrecy_faults
from tests.scale import seeded


@every_case
def test_samples_are_valid_and_re_encode_to_their_view(case: Case) -> None:
    rng = Rng(seeded(21))
    for position in random_positions(case, 3, seed=22):
        for seat, view in enumerate(views(position)):
            view.validate()
            for _ in range(2):
                world = view.sample(rng)
                world.validate()
                assert world.view(seat) == view
                assert Position.from_text(world.to_text(), case.game) == world


@every_case
def test_a_view_agrees_with_the_position(case: Case) -> None:
    rng = Rng(seeded(23))
    for position in random_positions(case, 3, seed=24):
        for seat, view in enumerate(views(position)):
            world = view.sample(rng)
            assert (view.viewer, view.players, view.variant) == (seat, case.players, case.variant)
            assert world.actor == view.actor and world.scores() == world.sample(rng, seat).scores()
            if seat in position.pending:
                assert view.actor == seat
                assert view.legal_codes() == position.acting(seat).legal_codes() == world.legal_codes()
            else:
                assert view.legal_codes() == [] and view.actor != seat
            if len(position.pending) < 2 and len(world.pending) < 2:
                assert view.actor == position.actor
            assert view.is_over == position.is_over


@every_case
def test_nobody_notices_a_secret_choice_of_another(case: Case) -> None:
    for position in random_positions(case, 3, seed=25):
        assert secrecy_faults(position) == []


@every_case
def test_the_order_of_secret_choices_does_not_matter(case: Case) -> None:
    for position in random_positions(case, 3, seed=26):
        pending = position.pending
        for first, second in pairwise(pending):
            one = position.acting(first).legal_codes()[0]
            two = position.acting(second).legal_codes()[-1]
            assert position.after(one, first).after(two, second) == position.after(two, second).after(one, first)
