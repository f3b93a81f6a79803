"""Every move in words: sentences that a person understands, ids that the JSON knows, and why scores change."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from egypt import CHANCE, Game, IllegalMoveError, Position, Rng, get_game
from egypt.core.catalogue import SURE
from egypt.core.saying import Saying, components_in, ids_in
from egypt.core.table import Event
from tests.contract.cases import Case, Ply, all_cases, chosen_cases, random_game, random_plies, random_positions, views
from tests.scale import seeded

SPEAKING = chosen_cases()
every_speaking_case = pytest.mark.parametrize("case", SPEAKING, ids=str)
every_speaking_game = pytest.mark.parametrize(
    "game", {case.game.name: case.game for case in SPEAKING}.values(), ids=lambda game: game.name
)

# The words that all games share; what they mean is in protocol/SPEC.md.
HEAD = ("game", "variant", "viewer", "players", "to_act", "pending", "phase", "seats")
OTHER_WORDS = {"points", "vp", "victory_points"}  # for `score`
CODE = re.compile(r"[?_*=|{}<>\[\]]|\b[A-Z]+[0-9]+\b|\w:\w")  # what a person should not have to read
IMPERFECT = re.compile(r"^\s|\s$|\s\s|\s[,;.]|[,;.:]$|\bNone\b|\b0 ")


def test_every_room_has_words() -> None:
    assert all(case.game.has_words for case in all_cases())


# -- the JSON of positions and views -----------------------------------------------------------------------------------


def keys_in(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield key
            yield from keys_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from keys_in(value)


@every_speaking_case
def test_all_games_use_the_same_words(case: Case) -> None:
    for position in random_positions(case, 1, seed=71, keep=0.5):
        for thing in [position, *views(position)]:
            data = thing.as_dict()
            assert set(HEAD) <= set(data)
            assert (data["game"], data["variant"], data["players"]) == (case.game.name, case.variant, case.players)
            assert data["pending"] == [f"p{seat + 1}" for seat in thing.pending]
            assert [seat["seat"] for seat in data["seats"]] == [f"p{seat + 1}" for seat in range(case.players)]
            assert all("score" in seat for seat in data["seats"])
            assert not OTHER_WORDS & set(keys_in(data))
        assert [seat["score"] for seat in position.as_dict()["seats"]] == position.scores()


@every_speaking_case
def test_ids_are_unique_and_components_are_in_the_catalogue(case: Case) -> None:
    listed = {entry["id"] for entry in case.game.catalogue()["components"]}
    for position in random_positions(case, 1, seed=72, keep=0.5):
        for thing in [position, *views(position)]:
            ids = Counter(ids_in(thing.as_dict()))
            assert ids and max(ids.values()) == 1, ids.most_common(3)
            assert all(re.fullmatch(r"[a-z0-9:_-]+", id, re.IGNORECASE) for id in ids)
            unlisted = set(components_in(thing.as_dict())) - listed
            assert not unlisted


CODES = {"kind", "card", "tile"}  # the word of a move's text for what `component`, beside it, describes
REFERENCES = {"id", "ids", "component", "at", "places"}


def words_to_parse(data: Any, key: str = "") -> Iterator[str]:
    """Values that a program would have to take apart: everything but numbers, seats and single plain words."""
    if isinstance(data, dict):
        for name, value in data.items():
            if name not in REFERENCES and not (name in CODES and "component" in data):
                yield from words_to_parse(value, name)
    elif isinstance(data, list):
        for value in data:
            yield from words_to_parse(value, key)
    elif isinstance(data, str) and not re.fullmatch(r"[a-z-]+|p[1-5]", data):
        yield f"{key}: {data}"


@every_speaking_case
def test_no_value_has_to_be_taken_apart(case: Case) -> None:
    for position in random_positions(case, 1, seed=78, keep=0.3):
        for thing in [position, *views(position)]:
            assert not set(words_to_parse(thing.as_dict()))


@every_speaking_case
def test_places_are_named_by_ids_that_exist(case: Case) -> None:
    listed = component_ids(case.game)
    for position in random_positions(case, 1, seed=79, keep=0.3):
        data = position.as_dict()
        assert set(places_in(data)) <= set(ids_in(data)) | listed


def places_in(data: Any) -> Iterator[str]:
    """Every place that plain data names: the ids of other objects, under the key `at`."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key == "at":
                yield value
            else:
                yield from places_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from places_in(value)


@every_speaking_game
def test_every_component_has_a_name_and_a_text(game: Game) -> None:
    catalogue = game.catalogue()
    assert set(catalogue) == {"components", "board"}
    ids = [entry["id"] for entry in catalogue["components"]]
    assert ids and len(set(ids)) == len(ids)
    for entry in catalogue["components"]:
        assert {"id", "name", "kind", "text", "count", "sure"} <= set(entry)
        assert entry["sure"] in SURE and entry["count"] >= 0
        for words in (entry["name"], entry["kind"], entry["text"]):
            assert words.strip() == words and words and not re.search(r"[?{}]", words), entry
        said = {key: entry[key] for key in entry if key not in ("id", "name", "kind", "text")}
        assert not set(words_to_parse(said)), entry
    assert not {key for key in keys_in(catalogue) if OTHER_WORDS & set(re.split("[_-]", key))}
    board_ids = Counter(ids_in(catalogue["board"]))
    assert not board_ids or max(board_ids.values()) == 1


# -- sentences ---------------------------------------------------------------------------------------------------------


def faults_of(saying: Saying, known: set[str], what: str) -> list[str]:
    """What is wrong with the words for a move; `known` are the ids of the JSON before and after, and of the catalogue."""
    faults = []
    if not saying.sentence or CODE.search(saying.sentence) or IMPERFECT.search(saying.sentence):
        faults.append(f"{what}: '{saying.sentence}'")
    if not saying.touches or len(set(saying.touches)) != len(saying.touches):
        faults.append(f"{what}: touches {saying.touches}")
    if unknown := set(saying.touches) - known:
        faults.append(f"{what}: {sorted(unknown)} stand in no JSON")
    return faults


def component_ids(game: Game) -> set[str]:
    catalogue = game.catalogue()
    return {entry["id"] for entry in catalogue["components"]} | set(ids_in(catalogue["board"]))


@every_speaking_case
def test_every_event_has_a_sentence_for_everybody(case: Case) -> None:
    listed = component_ids(case.game)
    faults: list[str] = []
    for number, ply in enumerate(random_plies(case, 2, seed=73)):
        if ply.code:
            event = Event(number + 1, ply.position.actor, ply.position, ply.code)
            after = ply.position.after(ply.code)
            for seat in (None, *range(case.players)):
                before_json = ply.position.as_dict() if seat is None else ply.position.view(seat).as_dict()
                after_json = after.as_dict() if seat is None else after.view(seat).as_dict()
                known = listed | set(ids_in(before_json)) | set(ids_in(after_json))
                faults += faults_of(event.saying(seat), known, f"{event.text(seat)} as {seat} perceives it")
            assert not faults, faults[:5]


@every_speaking_case
def test_every_legal_move_and_outcome_has_a_sentence_of_its_own(case: Case) -> None:
    listed = component_ids(case.game)
    for position in random_positions(case, 1, seed=75, keep=0.4):
        codes = position.legal_codes()
        for thing in [position, position.view(position.actor)] if codes else [position]:
            moves = thing.legal_moves() or [outcome for outcome, _ in position.outcomes()]
            ids = listed | set(ids_in(thing.as_dict()))
            sentences: dict[str, str] = {}
            description = thing.as_dict()
            for move in moves:
                saying = thing.say(move)
                assert case.game.say_move(description, description["to_act"], move) == saying
                after = position.after(move)
                shown = after if thing is position else after.view(position.actor)
                faults = faults_of(saying, ids | set(ids_in(shown.as_dict())), move)
                assert not faults, faults
                other = sentences.setdefault(saying.sentence, move)
                assert other == move, f"{other} and {move}: {saying.sentence}"
            assert description == thing.as_dict(), "what was said has changed what is known"


@every_speaking_case
def test_nothing_is_said_of_what_cannot_happen(case: Case) -> None:
    """Moves of one game, said at every moment of another one, in the truth and in the view of a seat that acts."""
    rng = Rng(seeded(78))
    codes = sorted({ply.code for ply in random_game(case.start(), rng)} - {0})
    said = refused = 0
    for ply in random_game(case.start(), rng):
        view = ply.position.view(max(0, ply.position.actor))
        for known in [ply.position, *([] if ply.position.is_chance else [view])]:
            for code in (codes[rng.below(len(codes))] for _ in range(4)):
                try:
                    ply.position.after(code)
                except IllegalMoveError:
                    refused += 1
                    with pytest.raises(IllegalMoveError):
                        known.say(code)
                else:
                    said += 1
                    assert known.say(code).sentence
    assert ply.position.is_over and said and refused


def test_what_another_seat_cannot_do_is_not_said() -> None:
    game = get_game("ra")
    position = game.deal(3, seed=1).position
    other = (position.actor + 1) % 3
    for known in (position, position.view(other)):
        assert known.say("draw").sentence.startswith(f"p{position.actor + 1} ")
        for actor in (other, CHANCE):
            with pytest.raises(IllegalMoveError, match=f"'{'chance' if actor == CHANCE else f'p{other + 1}'}"):
                known.say("draw", actor)
        with pytest.raises(IllegalMoveError, match="pass"):
            known.say("pass")


# -- who may hear it -----------------------------------------------------------------------------------------------------


def leaks(case: Case, plies: Iterator[Ply]) -> list[str]:
    """Words, for events that a seat perceives alike in worlds it cannot tell apart, that differ all the same."""
    rng, found = Rng(seeded(76)), []
    for ply in plies:
        seat = rng.below(case.players)
        heard: dict[str, Any] = {}
        for world in [ply.position, *(ply.position.view(seat).sample(rng) for _ in range(3))]:
            codes = world.legal_codes() or [case.game.move_code(text) for text, _ in world.outcomes()]
            for code in codes[:: max(1, len(codes) // 12)]:
                event = Event(1, world.actor, world, code)
                words = (event.saying(seat), event.score_items(seat) if world.actor == CHANCE else [])
                if heard.setdefault(event.text(seat), words) != words:
                    found.append(f"{event.text(seat)}: {words} / {heard[event.text(seat)]}")
    return found


@every_speaking_case
def test_words_tell_no_more_than_was_perceived(case: Case) -> None:
    assert leaks(case, random_plies(case, 1, seed=76)) == []


def as_it_was(event: Event, seat: int | None = None) -> Saying:
    return event.before.say(event.code, event.actor)


def test_words_that_tell_the_truth_to_everybody_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Event, "saying", as_it_was)
    case = Case(get_game("jars"), 3, "standard")
    assert leaks(case, random_game(case.start(), Rng(76)))


# -- scores ------------------------------------------------------------------------------------------------------------


def items_that_do_not_add_up(before: Position, code: int) -> list[str]:
    seat = before.actor if before.actor >= 0 else None
    items = before.score_items(code, seat)
    after = before.after(code, seat)
    told: Counter[int] = Counter()
    for item in items:
        told[item.seat] += item.score
    changes = [new - old for old, new in zip(before.scores(), after.scores(), strict=True)]
    sums = [told[seat] for seat in range(before.players)]
    return [] if sums == changes else [f"{before.game.move_text(code)}: {changes}, but told {items}"]


@every_speaking_case
def test_score_items_add_up_to_the_change_of_scores(case: Case) -> None:
    told = Counter[str]()
    for ply in random_plies(case, 4, seed=77):
        if ply.code:
            assert items_that_do_not_add_up(ply.position, ply.code) == []
            for item in ply.position.score_items(ply.code):
                assert 0 <= item.seat < case.players and item.score and item.item and item.text
                assert not CODE.search(item.text) and re.fullmatch(r"[a-z][a-z-]*", item.item)
                told[item.item] += 1
    assert told
