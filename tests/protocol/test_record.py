"""The record is exact: every event is accepted back, an error says which move, plays are taken back and made again, and an
adviser follows what its seat perceives.
"""

from __future__ import annotations

import pytest

from egypt import IllegalMoveError, Rng, Table, get_game
from tests.contract.cases import Case, every_case
from tests.contract.test_course import play_at_table
from tests.protocol.conversation import Conversation
from tests.protocol.test_session import adviser, referee


def accepted_back(case: Case, recorded: list[str], table: Table) -> None:
    talk = Conversation(case.game.name)
    deal = f"position deal players {case.players} variant {case.variant} seed 0"
    assert talk.say(f"{deal} moves {len(recorded)} {' '.join(recorded)}") == []
    assert talk.say("view all") == [f"view {table.position.to_text()}"]


@every_case
def test_a_recorded_game_is_accepted_back_whole(case: Case) -> None:
    table = play_at_table(case, 5)  # secret choices in any order of the seats
    accepted_back(case, [event.text() for event in table.events], table)


@every_case
def test_moves_alone_will_do_if_the_seats_choose_in_order(case: Case) -> None:
    table, rng = Table.deal(case.game, case.players, 5, case.variant), Rng(5)
    while not table.is_over:
        codes = table.position.legal_codes()
        table.play(codes[rng.below(len(codes))])
    accepted_back(case, [event.text().partition(" ")[2] for event in table.events], table)


def test_draws_of_the_set_up_are_accepted_back() -> None:
    talk = Conversation("ra")
    assert talk.say("position deal players 3 seed 7 moves 3 suns:2 suns:3 draw") == []
    assert talk.say("events all")[:3] == ["event 1 chance suns:2", "event 2 chance suns:3", "event 3 p3 draw"]
    assert talk.say("position deal players 3 seed 7 moves 2 suns:2 draw") == []
    assert talk.say("events all")[0] == "event 1 chance suns:2"


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ("3 draw bid:99 draw", "move 2 of 3: bid: '99' is not"),
        ("3 draw bid:9 draw", "move 2 of 3: 'bid:9' is not legal here"),
        ("2 suns:2 suns:2", "move 2 of 2: 'suns:2' is not legal here"),
        ("1 p1 draw", "move 1 of 1: 'p1 draw': p1 is not to act"),
        ("1 p5 draw", "move 1 of 1: seat: 'p5' is not"),
        ("2 draw chance suns:1", "move 2 of 2: 'chance suns:1' cannot be drawn here"),
        ("1 chance draw", "move 1 of 1: 'chance draw' cannot be drawn here"),
        ("1 nonsense", "move 1 of 1: 'nonsense' is not a move of ra"),
    ],
)
def test_an_error_says_which_move(moves: str, message: str) -> None:
    talk = Conversation("ra")
    talk.say("position deal players 3 seed 7")
    before = talk.say("view all")
    assert talk.error(f"position deal players 3 seed 7 moves {moves}").startswith(f"illegal-move : {message}")
    assert talk.say("view all") == before


def test_undo_after_a_record_takes_back_whole_plays() -> None:
    talk = Conversation("ra")
    talk.say("position deal players 3 seed 7 moves 4 chance suns:2 chance suns:1 draw chance tile:nile")
    assert talk.say("undo") == []
    assert len(talk.say("events all")) == 3  # the two draws of the set-up, and `turn`
    assert talk.error("undo") == "illegal-move : 'undo': there is nothing to undo"


def test_undo_several_and_redo() -> None:
    talk = referee()
    stages = [talk.say("view all")]
    for _ in range(4):
        move = talk.say("legal")[0].split(" ")[2].split(",")[0]
        talk.say(f"play {move}")
        stages.append(talk.say("view all"))
    events = talk.say("events all")
    assert talk.error("undo 5") == "illegal-move : 'undo': there are only 4 plays to undo"
    assert talk.error("redo") == "illegal-move : 'redo': there is nothing to redo"
    assert talk.say("undo 3") == [] and talk.say("view all") == stages[1]
    assert talk.error("redo 4") == "illegal-move : 'redo': there are only 3 plays to redo"
    assert talk.say("redo") == [] and talk.say("view all") == stages[2]
    assert talk.say("redo 2") == [] and talk.say("view all") == stages[4] and talk.say("events all") == events
    talk.say("undo 2")
    talk.say(f"play {talk.say('legal')[0].split(' ')[2].split(',')[-1]}")
    assert talk.error("redo") == "illegal-move : 'redo': there is nothing to redo"
    for command in ("redo", "undo"):
        assert adviser().error(command).startswith("not-referee : ")


def test_redo_draws_the_same_again() -> None:
    table = Table.deal(get_game("ra"), 3, 7)
    table.play("draw")
    after, events = table.position, list(table.events)
    table.undo()
    table.redo()
    assert (table.position, table.events) == (after, events)
    with pytest.raises(IllegalMoveError, match="nothing to redo"):
        table.redo()
    table.undo()
    table.play("draw")
    assert (table.position, table.events) == (after, events)


def test_an_adviser_follows_the_table() -> None:
    host, seat = referee(), 0
    guest = adviser(seat)
    number = len(host.say(f"events p{seat + 1}"))
    while not (answers := host.say(f"events p{seat + 1} since {number}"))[-1].startswith("gameover"):
        told = [line.split(" ", 2)[2] for line in answers[:-1]]
        for event in told:
            (turn,) = guest.say(f"observe {event}")
        number += len(told)
        assert guest.say("json") == host.say(f"json p{seat + 1}")
        if told:
            assert turn == answers[-1]
        turns = host.say("turn")[0].split(" ")[1].split(",")
        move = host.say(f"legal {turns[-1]}")[0].split(" ")[2].split(",")[-1]
        host.say(f"play {turns[-1]} {move}")
    for line in answers[:-1]:
        (turn,) = guest.say(f"observe {line.split(' ', 2)[2]}")
    assert turn == answers[-1]


def test_what_cannot_be_observed_is_refused_and_changes_nothing() -> None:
    talk = adviser()
    before = talk.say("json")
    for event in ("p1 lay:?", "chance card:1", "p2 lay:9", "p4 lay:?", "chance reveal:1+2+3"):
        assert talk.error(f"observe {event}").startswith("illegal-move : ")
    assert talk.say("json") == before
    assert referee().error("observe p1 lay:1").startswith("not-adviser : 'observe'")
    assert Conversation().error("observe p1 lay:1").startswith("no-position : ")
