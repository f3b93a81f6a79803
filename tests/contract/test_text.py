"""Text, JSON, board and pickle of every position and view: printing and reading back is the identity."""

from __future__ import annotations

import json
import pickle

import pytest

from egypt import NotationError, Position, Rng, StateError, View
from tests.contract.cases import Case, every_case, random_positions, views
from tests.scale import seeded


def assert_one_token(text: str, case: Case) -> None:
    assert text.startswith(f"{case.game.name}/1;")
    assert text.isprintable() and not set(text) & set(" \t\r\n")
    assert len(text) < 32_000  # a line of the protocol holds 64 KiB


@every_case
def test_text_round_trips(case: Case) -> None:
    for position in random_positions(case, 3, seed=11):
        text = position.to_text()
        assert_one_token(text, case)
        assert Position.from_text(text, case.game) == position  # as bytes
        for view in views(position):
            assert_one_token(view.to_text(), case)
            assert View.from_text(view.to_text(), case.game) == view


@every_case
def test_different_positions_have_different_texts(case: Case) -> None:
    seen: dict[str, Position] = {}
    for position in random_positions(case, 3, seed=12):
        assert seen.setdefault(position.to_text(), position) == position


@every_case
def test_json_and_board(case: Case) -> None:
    for position in random_positions(case, 2, seed=13, keep=0.3):
        for thing in [position, *views(position)]:
            text = thing.json()
            assert "\n" not in text and json.loads(text) == json.loads(json.dumps(thing.as_dict()))
            assert isinstance(json.loads(text), dict) and json.loads(text)
            board = thing.board()
            assert board.strip() and all(line == line.rstrip("\r") for line in board.splitlines())


@every_case
def test_pickle_round_trips(case: Case) -> None:
    for position in random_positions(case, 1, seed=14, keep=0.3):
        for thing in [position, *views(position)]:
            copy = pickle.loads(pickle.dumps(thing))
            assert copy == thing and copy.game is case.game and hash(copy) == hash(thing)


@every_case
def test_damaged_text_is_refused_or_means_something_valid(case: Case) -> None:
    """Whatever is done to a text, reading it gives an error of ours or a position that is valid and reads
    back.
    """
    rng = Rng(seeded(15))
    alphabet = "0123456789?-+,;:=*|{}/ pxall\N{SNOWMAN}"
    refused = 0
    for position in random_positions(case, 2, seed=16, keep=0.3):
        for thing in [position, position.view(rng.below(case.players))]:
            text = thing.to_text()
            at = rng.below(len(text))
            edit = alphabet[rng.below(len(alphabet))]
            word = text.split(";")[rng.below(text.count(";") + 1)]
            for damaged in (
                text[:at] + edit + text[at + 1 :],
                text[:at] + text[at + 1 :],
                text[:at] + edit + text[at:],
                text[:at],
                text.replace(word, "", 1),
                text + ";" + word,
                text.replace(word, f"{word};{word}", 1),
            ):
                try:
                    copy = type(thing).from_text(damaged, case.game)
                except (NotationError, StateError) as problem:
                    assert str(problem)
                    refused += 1
                else:
                    copy.validate()
                    assert type(thing).from_text(copy.to_text(), case.game) == copy
                    if isinstance(copy, View):  # and a search may rely on it
                        assert copy.sample(Rng(1)).view(copy.viewer) == copy
    assert refused


@every_case
def test_the_text_of_another_game_is_refused_by_name(case: Case) -> None:
    for read in (Position.from_text, View.from_text):
        for head in ("nonsense", "chess/1", f"{case.game.name}/2", case.game.name):
            with pytest.raises(NotationError) as problem:
                read(f"{head};a=b", case.game)
            assert head in str(problem.value)
        for text in ("", ";", f"{case.game.name}/1", f"{case.game.name}/1;", f"{case.game.name}/1;a=b"):
            with pytest.raises(NotationError):
                read(text, case.game)


@every_case
def test_a_view_is_no_position_and_a_position_is_no_view(case: Case) -> None:
    position = case.start().settle(Rng(seeded(17)))
    with pytest.raises((NotationError, StateError)):
        Position.from_text(position.view(0).to_text(), case.game)
    with pytest.raises((NotationError, StateError)):
        View.from_text(position.to_text(), case.game)
