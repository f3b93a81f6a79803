"""Following a real table: a view that is moved forward by what its seat perceives is the view that a referee hands out."""

from __future__ import annotations

import pytest

from egypt import CHANCE, EgyptError, Follower, Rng, Table, actor_name, get_game
from tests.contract.cases import Case, every_case
from tests.scale import SCALE, scaled, seeded


def differences(case: Case, seed: int, most: int = 1) -> list[str]:
    """Where, in one random game, a seat that follows the events comes to another view than the referee's."""
    table, rng = Table(case.start(), seed), Rng(seed)
    followers = [Follower(table.view(seat)) for seat in range(case.players)]
    heard = [0] * case.players
    found: list[str] = []
    while len(found) < most:
        if table.position.is_chance:
            table.play_only(table.position.draw_code(rng))
        elif table.is_over:
            break
        else:
            pending = table.position.pending
            seat = pending[rng.below(len(pending))]
            codes = table.position.acting(seat).legal_codes()
            table.play_only(codes[rng.below(len(codes))], seat)
        for seat, follower in enumerate(followers):
            told = table.told(seat)
            for event in told[heard[seat] :]:
                move = event.text(seat).partition(" ")[2]
                try:
                    follower.observe(event.actor, move)
                except EgyptError as problem:
                    found.append(f"p{seat + 1}: {problem} in {follower.view}")
                    return found
            heard[seat] = len(told)
            if follower.view.to_text() != table.view(seat).to_text() or follower.view != table.view(seat):
                found.append(f"p{seat + 1} after {told[-1:]}: {follower.view} / {table.view(seat)}")
    return found


@every_case
def test_followed_views_are_those_of_the_referee(case: Case) -> None:
    for seed in range(scaled(1)):
        assert differences(case, seeded(80) + seed) == []


@every_case
def test_what_cannot_have_happened_is_refused_by_name(case: Case) -> None:
    table = Table.deal(case.game, case.players, seeded(7), case.variant)
    view = table.view(0)
    strangers = [seat for seat in range(case.players) if seat not in view.pending]
    move = view.legal_moves()[0] if view.legal_moves() else "?"
    for actor, text in [*((seat, move) for seat in strangers), (CHANCE, move), (0, "nonsense")]:
        follower = Follower(view)
        with pytest.raises(EgyptError) as problem:
            follower.observe(actor, text)
        assert text in str(problem.value) and follower.view == view


def test_a_view_that_forgets_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Follower, "observe", lambda follower, actor, move: None)
    assert differences(Case(get_game("jars"), 3, "standard"), 80)


def asked_before(case: Case, seed: int, every: int) -> tuple[int, list[str]]:
    """How often, in a random game that is followed from before the deal, `expected` was asked, and what it missed."""
    table, rng = Table(case.start(), seed), Rng(seed)
    seat = rng.below(case.players)
    follower, heard, asked = Follower(table.view(seat)), 0, 0
    missed: list[str] = []
    while not table.is_over:
        if table.position.is_chance:
            table.play_only(table.position.draw_code(rng))
        else:
            pending = table.position.pending
            actor = pending[rng.below(len(pending))]
            codes = table.position.acting(actor).legal_codes()
            table.play_only(codes[rng.below(len(codes))], actor)
        for event in table.told(seat)[heard:]:
            move = event.text(seat).partition(" ")[2]
            if heard % every == seed % every:
                asked += 1
                expected, known = follower.expected(), follower.view.as_dict()
                assert all(case.game.say_move(known, actor_name(actor), text).sentence for actor, text in expected)
                if (event.actor, move) not in expected:
                    missed.append(f"p{seat + 1}: {event.text(seat)} in {follower.view}")
            follower.observe(event.actor, move)
            heard += 1
    assert follower.expected() == []
    return asked, missed


@every_case
def test_what_happens_was_expected(case: Case) -> None:
    asked, missed = asked_before(case, seeded(90), every=max(1, round(5 / SCALE)))
    assert asked and missed == []
