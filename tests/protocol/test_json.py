"""Option `Format` json: every answer is one line of JSON that fits the schema of its message, in random games of all."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from importlib.resources import files
from typing import Any

import jsonschema
import pytest

from egypt import Rng, Table, get_game
from egypt.protocol.answers import Info, parse_answer
from egypt.protocol.commands import _PARSERS
from egypt.protocol.helping import HELP
from egypt.protocol.searching import make_searcher
from tests.contract.cases import Case, every_case, every_game
from tests.protocol.conversation import Conversation
from tests.protocol.test_session import DEAL, adviser, referee
from tests.scale import scaled

SCHEMAS = files("egypt.protocol").joinpath("schema")


@cache
def validator(name: str) -> jsonschema.Draft202012Validator:
    schema = json.loads(SCHEMAS.joinpath(f"{name}.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def checked(line: str) -> dict[str, Any]:
    """A message that fits its schema."""
    message: dict[str, Any] = json.loads(line)
    validator(message["message"]).validate(message)
    return message


class Reader:
    """Says lines to a session that answers in JSON; counts the messages it has checked."""

    def __init__(self, talk: Conversation) -> None:
        self.talk = talk
        self.heard: Counter[str] = Counter()
        assert talk.say("setoption name Format value json") == []

    def say(self, line: str) -> list[dict[str, Any]]:
        messages = [checked(answer) for answer in self.talk.say(line)]
        self.heard.update(message["message"] for message in messages)
        return messages

    def wait_for(self, word: str) -> list[dict[str, Any]]:
        messages = [checked(answer) for answer in self.talk.wait_for(f'{{"message":"{word}"')]
        self.heard.update(message["message"] for message in messages)
        return messages


def test_every_message_has_a_schema_and_every_schema_its_message() -> None:
    reader = Reader(Conversation())
    for line in (
        "egi",
        "isready",
        "legal",
        "position deal players 3",
        DEAL,
        "json",
        "view all",
        "legal",
        "d",
        "sample 2",
        "eval explain",
        "luck",
        "components",
        "help",
        "help go",
        "turn",
        "events all",
    ):
        reader.say(line)
    for line, last in (("go id 3 iterations 9", "bestmove"), ("perft 1", "perft"), ("bench 1", "bench")):
        reader.talk.begin(line)
        reader.wait_for(last)
    while not (reader.heard["gameover"]):
        (legal,) = reader.say("legal")
        reader.say(f"play {legal['seat']} {legal['moves'][0]['move']}")
    reader.say("position seat p1 players 2")
    reader.say("expect")
    assert set(reader.heard) == {path.name.removesuffix(".json") for path in SCHEMAS.iterdir()}


@every_case
def test_random_games_in_json(case: Case) -> None:
    reader, rng = Reader(Conversation(case.game.name)), Rng(91)
    reader.say(f"position deal players {case.players} seed 9 variant {case.variant}")
    for _ in range(scaled(40)):
        reader.say("json")
        reader.say("json public")
        seats = reader.say("turn")[0].get("seats", [])
        for seat in range(1, case.players + 1):
            reader.say(f"json p{seat}")
            reader.say(f"legal p{seat}")
        if not seats:
            break
        seat = seats[rng.below(len(seats))]
        (legal,) = reader.say(f"legal {seat}")
        moves = legal["moves"]
        assert legal["seat"] == seat and moves
        played, last = reader.say(f"play {seat} {moves[rng.below(len(moves))]['move']}")
        assert played["message"] == "events" and last["message"] in ("turn", "gameover")
        assert played["events"][0]["actor"] == seat
    for seat in range(1, case.players + 1):
        told, last = reader.say(f"events p{seat}")
        assert [event["number"] for event in told["events"]] == list(range(1, len(told["events"]) + 1))
        assert told["seat"] == f"p{seat}"
    told, last = reader.say("events public")
    assert told["seat"] == "public" and told["events"]


@every_game
def test_components_in_both_forms(game: Any) -> None:
    talk = Conversation(game.name)
    (text,) = talk.say("components")
    (message,) = Reader(talk).say("components")
    assert {"message": "components", **json.loads(text.removeprefix("components "))} == message
    assert message["game"] == game.name and message["components"] == game.catalogue()["components"]


def test_the_handshake_tells_the_seats_of_each_variant() -> None:
    (handshake,) = Reader(Conversation("tekhenu")).say("egi")
    (game,) = handshake["games"]
    ranges = {variant["name"]: (variant["min_players"], variant["max_players"]) for variant in game["variants"]}
    tekhenu = get_game("tekhenu")
    assert ranges == {variant: tekhenu.seats_of(variant) for variant in tekhenu.variants}
    assert len(set(ranges.values())) > 1
    assert {option["name"]: option["default"] for option in handshake["options"]}["Format"] == "text"
    assert "json" in handshake["features"]["formats"]


def test_errors_and_silence_are_the_same_in_both_forms() -> None:
    reader = Reader(Conversation())
    (error,) = reader.say("legal")
    assert error["code"] == "no-position"
    assert reader.say(DEAL) == []
    assert reader.say("setoption name Format value text") == [] and reader.talk.say("isready") == ["readyok"]


def test_a_variation_names_its_seats() -> None:
    reader = Reader(Conversation("ra", make_searcher))
    reader.say("position deal players 3 seed 7")
    reader.talk.begin("go iterations 3000")
    *infos, best = reader.wait_for("bestmove")
    pv = infos[-1]["pv"]
    table = Table.deal(get_game("ra"), 3, 7)
    for move in pv:
        assert move["seat"] == ("chance" if table.position.is_chance else f"p{table.actor + 1}")
        table.play_only(move["move"])
    assert len(pv) > 2 and pv[0]["move"] == best["move"]


def test_a_variation_names_its_seats_in_text_if_that_is_wanted() -> None:
    talk = Conversation("ra", make_searcher)
    talk.say("position deal players 3 seed 7")
    for value, seats in (("false", False), ("true", True)):
        talk.say(f"setoption name PVSeats value {value}")
        talk.begin("go iterations 3000")
        *_, line, _ = talk.wait_for("bestmove")
        info = parse_answer(line)
        assert isinstance(info, Info) and len(info.pv) > 2
        assert len(info.pv_seats) == (len(info.pv) if seats else 0)
        assert set(info.pv_seats) <= {"p1", "p2", "p3", "chance"}


def test_the_only_move_names_its_seat_as_well() -> None:
    talk = Conversation("ra", make_searcher)
    table = Table.deal(get_game("ra"), 2, 1)
    while len(table.position.legal_moves()) > 1:
        table.play(table.position.legal_moves()[-1])
    talk.say(f"position view {table.view(table.actor).to_text()}")
    talk.say("setoption name PVSeats value true")
    talk.begin("go iterations 10")
    *_, line, best = talk.wait_for("bestmove")
    assert line.endswith(f"pvseats p{table.actor + 1} pv {table.position.legal_moves()[0]}") and best.startswith("bestmove")


def test_help_knows_every_command() -> None:
    assert set(HELP) == set(_PARSERS)
    talk = Conversation()
    lines = talk.say("help")
    assert lines[-1] == "" and len(lines) == len(HELP) + 1
    assert talk.say("help undo") == ["help undo [<n>] : takes the last plays back", ""]
    assert talk.error("help flying") == "bad-argument : 'flying' in 'help' is not a command"


def test_the_truth_is_for_referees() -> None:
    talk = referee()
    assert talk.say("json all") == talk.say("json") and talk.say("d all") == talk.say("d")
    for question in ("json all", "d all"):
        assert adviser().error(question).startswith("not-referee : ")


def test_an_adviser_sees_its_moves_in_words() -> None:
    reader = Reader(adviser())
    (legal,) = reader.say("legal")
    assert legal["seat"] == "p1"
    assert all(move["sentence"].startswith("p1 lays the ") for move in legal["moves"])
    assert legal["moves"][0]["touches"][0].startswith("hand:p1:")


def test_score_items_tell_why() -> None:
    reader = Reader(Conversation())
    reader.say("position deal players 2 seed 3")
    scores = []
    while not scores:
        (legal,) = reader.say("legal")
        events, _ = reader.say(f"play {legal['moves'][-1]['move']}")
        scores = [item for event in events["events"] for item in event["scores"]]
    assert scores[0]["item"] == "round" and scores[0]["text"] == "the cards laid" and scores[0]["score"] > 0


@pytest.mark.parametrize("form", ["text", "json"])
def test_the_greeting_is_a_line_that_programs_pass_over(form: str) -> None:
    talk = Conversation()
    talk.say(f"setoption name Format value {form}")
    talk.session.greet()
    (line,) = talk.heard()
    assert line.startswith("info string egypt-engine speaks EGI/1") if form == "text" else checked(line)["message"] == "note"
