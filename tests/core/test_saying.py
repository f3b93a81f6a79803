"""Words that sentences of all rooms need, and the story that a sentence is told from."""

from __future__ import annotations

import pytest

from egypt.core.saying import Saying, Story, components_in, ids_in, listing, number, place, several


def test_a_story_joins_its_clauses_and_names_what_it_touches_once() -> None:
    story = Story({"seats": []})
    story.tell("p1 bids 3", "seat:p1", "sun:3")
    story.touch("track")
    story.tell("p2 cannot outbid it", "seat:p2", "sun:3")
    assert story.saying() == Saying("p1 bids 3; p2 cannot outbid it", ("seat:p1", "sun:3", "track", "seat:p2"))


@pytest.mark.parametrize(("count", "words"), [(0, "no cards"), (1, "one card"), (12, "twelve cards"), (13, "13 cards")])
def test_numbers_of_things(count: int, words: str) -> None:
    assert several(count, "card") == words


def test_a_plural_of_its_own() -> None:
    assert (several(1, "ox", "oxen"), several(2, "ox", "oxen")) == ("one ox", "two oxen")


def test_numbers_and_places_beyond_the_words() -> None:
    assert (number(-1), number(12), number(13)) == ("-1", "twelve", "13")
    assert (place(1), place(12), place(13)) == ("first", "twelfth", "13th")


@pytest.mark.parametrize(
    ("words", "text"), [([], "nothing"), (["gold"], "gold"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_listings(words: list[str], text: str) -> None:
    assert listing(words) == text


def test_ids_and_components_are_found_at_any_depth() -> None:
    hand = [{"id": "card:1", "component": "card:T01"}, {"component": None}]
    data = {"id": "seat:p1", "ids": {"score": "score:p1"}, "hand": hand}
    assert list(ids_in(data)) == ["seat:p1", "score:p1", "card:1"]
    assert list(components_in(data)) == ["card:T01"]
