"""Disasters: what they take, who chooses, and when nobody is asked."""

from itertools import combinations

import pytest

from tests.games.ra.positions import CIVILIZATIONS, MONUMENTS, count, expect, play, position, seat, seats, tiles_of

WIN = ("invoke", "pass", "bid:2")


def after_winning(held, track):
    return play(position(*seats(2, p1=held), track=track), *WIN)


@pytest.mark.parametrize(
    ("held", "track", "left"),
    [
        ("pharaoh*5", "funeral", "pharaoh*3"),
        ("pharaoh", "funeral", ""),
        ("", "funeral", ""),
        ("pharaoh*5", "funeral*2", "pharaoh"),
        ("pharaoh*3", "funeral*2", ""),
        ("pharaoh*3 nile art temple gold god flood", "funeral", "pharaoh nile art temple gold god flood"),
        ("flood*2 nile*2", "drought", "nile*2"),
        ("flood nile*2", "drought", "nile"),
        ("nile*3", "drought", "nile"),
        ("nile", "drought", ""),
        ("flood", "drought", ""),
        ("", "drought", ""),
        ("flood nile*4", "drought*2", "nile"),
        ("flood*5 nile", "drought*2", "flood nile"),
        ("nile*3", "flood*3 drought", "flood nile*3"),
        ("art", "unrest", ""),
        ("art writing", "unrest", ""),
        ("art*4", "unrest", "art*2"),
        ("art*5", "unrest*2", "art"),
        ("", "unrest", ""),
        ("art*2 writing*2", "unrest*2", ""),
        ("art temple*2", "unrest", "temple*2"),
        ("temple", "earthquake", ""),
        ("temple*5", "earthquake", "temple*3"),
        ("temple*2 sphinx*2", "earthquake*2", ""),
        ("", "earthquake", ""),
        ("art temple*2", "earthquake", "art"),
        ("pharaoh*3 flood nile*3 art*3 temple*3", "funeral drought unrest earthquake", "pharaoh nile*2 art temple"),
    ],
)
def test_losses_without_a_choice(held, track, left):
    after = after_winning(held, track)
    expect(after, to_act="p2", phase="turn", track={}, p1={"tiles": count(left)})
    assert tiles_of(after, "p2") == {}


def test_a_disaster_hits_its_holder_alone():
    after = play(position(*seats(2, p1="pharaoh*3", p2="pharaoh*3"), track="funeral"), *WIN)
    assert (tiles_of(after, "p1"), tiles_of(after, "p2")) == ({"pharaoh": 1}, {"pharaoh": 3})


def test_disasters_leave_the_game():
    after = after_winning("pharaoh*3", "funeral drought gold")
    expect(after, gone={"funeral": 1, "drought": 1, "pharaoh": 2}, track={})


@pytest.mark.parametrize("kinds", list(combinations(CIVILIZATIONS, 3)))
def test_unrest_lets_the_holder_choose_among_their_kinds(kinds):
    choice = after_winning(" ".join(kinds), "unrest")
    expect(choice, to_act="p1", phase="unrest", to_lose=2)
    assert choice.legal_moves() == [f"lose:{kind}" for kind in kinds]
    expect(play(choice, f"lose:{kinds[2]}", f"lose:{kinds[0]}"), to_act="p2", p1={"tiles": {kinds[1]: 1}})


@pytest.mark.parametrize("kept", MONUMENTS)
def test_earthquake_lets_the_holder_choose_among_their_kinds(kept):
    lost = [kind for kind in MONUMENTS if kind != kept]
    choice = after_winning(" ".join(MONUMENTS), "earthquake")
    expect(choice, to_act="p1", phase="earthquake", to_lose=2)
    assert choice.legal_moves() == [f"lose:{kind}" for kind in MONUMENTS]
    after = play(choice, f"lose:{lost[0]}", f"lose:{lost[1]}")
    assert tiles_of(after, "p1") == {kind: 1 for kind in MONUMENTS if kind not in lost[:2]}


def test_tiles_just_won_may_be_given_up():
    choice = after_winning("writing religion", "unrest art")
    assert choice.legal_moves() == ["lose:art", "lose:religion", "lose:writing"]


def test_no_question_once_one_kind_is_left():
    choice = after_winning("art writing*2", "unrest")
    expect(play(choice, "lose:art"), to_act="p2", phase="turn", p1={"tiles": {"writing": 1}})


def test_a_question_as_long_as_two_kinds_are_left():
    choice = play(after_winning("art writing*2", "unrest"), "lose:writing")
    expect(choice, to_act="p1", phase="unrest", to_lose=1)
    assert choice.legal_moves() == ["lose:art", "lose:writing"]


def test_two_equal_disasters_take_four():
    choice = after_winning("art*2 religion*2 writing", "unrest*2")
    expect(choice, to_lose=4)
    after = play(choice, "lose:art", "lose:religion", "lose:art", "lose:writing")
    expect(after, to_act="p2", p1={"tiles": {"religion": 1}})


def test_unrest_comes_before_earthquake():
    choice = after_winning("art religion writing sphinx temple palace", "earthquake unrest")
    expect(choice, phase="unrest", to_lose=2)
    second = play(choice, "lose:art", "lose:religion")
    expect(second, to_act="p1", phase="earthquake", to_lose=2)
    assert second.legal_moves() == ["lose:palace", "lose:sphinx", "lose:temple"]
    expect(play(second, "lose:palace", "lose:temple"), to_act="p2", phase="turn", p1={"tiles": {"writing": 1, "sphinx": 1}})


def test_an_earthquake_without_choice_follows_an_unrest_with_choice():
    choice = after_winning("art religion writing sphinx", "earthquake unrest")
    expect(play(choice, "lose:art", "lose:religion"), to_act="p2", p1={"tiles": {"writing": 1}})


def test_the_winner_chooses_even_without_suns_and_the_turn_order_is_kept():
    players = [seat((13, 8), (1, 5)), seat((), (3, 4, 6, 7)), seat((9,), (10, 11, 12), "art religion writing")]
    choice = play(position(*players, center=2, track="unrest"), "invoke", "bid:9", "pass")
    expect(choice, to_act="p3", phase="unrest", turn="p1")
    expect(play(choice, "lose:art", "lose:writing"), to_act="p1", phase="turn")


def test_a_god_takes_one_of_two_disasters():
    choice = play(position(*seats(2, p1="god art religion writing"), track="unrest*2"), "god:unrest")
    expect(choice, phase="unrest", to_lose=2, track={"unrest": 1})
    expect(play(choice, "lose:art", "lose:writing"), to_act="p2", track={"unrest": 1}, p1={"tiles": {"religion": 1}})
