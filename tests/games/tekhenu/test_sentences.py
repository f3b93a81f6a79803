"""What Tekhenu says of its moves, and why it says that scores change."""

from __future__ import annotations

import re

import pytest

from egypt import CHANCE, Position, Rng, Table
from egypt.core.table import Event
from egypt.games.tekhenu import consequences
from egypt.games.tekhenu.naming import card_name
from tests.games.sums import differences, differences_in_turn, phrases_never_missed, random_events
from tests.games.tekhenu import scenes
from tests.games.tekhenu.positions import GAME, play, position, seat
from tests.games.tekhenu.test_tiles import TILES, raised, start_with
from tests.games.tekhenu.told_goods import PHRASES, held
from tests.scale import scaled, seeded


def test_a_die_and_its_pan():
    start = position(wheel="bastet black2")
    saying = start.say("take:bastet+black2+pure")
    assert saying.sentence == "p1 takes the black die of value 2 from Bastet and puts it on the pure pan"
    assert saying.touches == ("die:bastet:black2", "sector:bastet", "scales:p1", "pan:p1:pure")


def test_equal_dice_have_ids_of_their_own():
    wheel = position(wheel="bastet black2 black2").as_dict()["wheel"]
    bastet = next(sector for sector in wheel if sector["god"] == "bastet")
    black = [die["id"] for die in bastet["dice"] if die["colour"] == "black"]
    assert black == ["die:bastet:black2", "die:bastet:black2:2"]


def test_cards_of_the_same_name_are_told_apart():
    first, second = (position(p1=seat(cards=card), wheel="bastet black2") for card in ("B07", "B08"))
    assert first.say("bless:B07+happiness").sentence == (
        "p1 plays the blessing “A good year” (first of two) and raises happiness"
    )
    assert second.say("bless:B08+happiness").sentence == (
        "p1 plays the blessing “A good year” (second of two) and raises happiness"
    )


def test_a_secret_decree_is_named_to_who_draws_it_alone():
    asked = play(start_with("P13", TILES["P13"][0]), *raised("P13", "r2c3"))
    assert asked.say("deal:D07").sentence == "p1 draws the decree “House of scribes”"
    assert asked.view(1).say("deal:?").sentence == "p1 draws a decree in secret"


def test_a_pillar_is_told_item_by_item():
    asked = play(start_with("P07", TILES["P07"][0]), *raised("P07", "r2c3")[:-1])
    last = raised("P07", "r2c3")[-1]
    items = asked.score_items(asked.game.move_code(last))
    change = asked.after(last).scores()[0] - asked.scores()[0]
    assert {item.item for item in items} <= {"pillar-buildings", "pillar-edges", "pillar-place", "pillar-ability"}
    assert (len(items) > 1, sum(item.score for item in items)) == (True, change)


# -- what happens by itself --------------------------------------------------------------------------------------------


def told(start, move, seat=None):
    """The sentence of an event, with all that it has brought about."""
    return Event(1, start.actor, start, start.game.move_code(move)).saying(seat)


def test_goods_markers_and_the_next_turn_are_told():
    start = play(
        position(p1=seat(goods="papyrus*3", population=9, happiness=4), wheel="bastet black4"), "take:bastet+black4+pure"
    )
    saying = told(start, "use:bastet+4")
    assert saying.sentence == (
        "p1 does the action of Bastet with value 4; p1 gains one scribe; p1 gives up two papyrus; "
        "the happiness of p1 rises by four to 8; it is the turn of p2"
    )
    assert {"goods:p1", "happiness:p1", "seat:p2"} <= set(saying.touches)
    assert start.say("use:bastet+4").sentence == "p1 does the action of Bastet with value 4"


def every_event(players, variant="standard", seeds=range(4)):
    return random_events(GAME, players, variant, seeds)


SCORED = {"temple-buildings", "temple-pillars", "temple-statues", "statues", "happiness", "buildings"}


@pytest.mark.parametrize(("players", "variant"), [(2, "standard"), (3, "standard"), (2, "solo-normal")])
def test_everything_that_changes_is_told(players, variant):
    """Numbers of the seats, the wheel, the rounds, scorings and the end: never without a word."""
    scorings = 0
    for event in every_event(players, variant):
        before, after = event.before.as_dict(), event.after.as_dict()
        sentence = event.saying().sentence
        for old, new in zip(before["seats"], after["seats"], strict=True):
            for marker in ("population", "happiness"):
                assert (old[marker] != new[marker]) == (f"the {marker} of {new['seat']} " in sentence), sentence
            if sum(map(len, (new["shops"], new["sites"]))) > sum(map(len, (old["shops"], old["sites"]))):
                assert "build" in sentence, sentence
        assert (after["round"] > before["round"]) == ("of 16 begins" in sentence), sentence
        assert (after["to_act"] == "over") == ("the game ends" in sentence), sentence
        assert (bool(before["round"]) and after["sun"] != before["sun"]) == ("the wheel turns" in sentence), sentence
        items = {item.item for item in event.score_items()}
        scorings += bool(items & SCORED)
        if items & SCORED:
            assert "are scored" in sentence, sentence
    assert scorings > 3


@pytest.mark.parametrize(("players", "variant"), [(2, "standard"), (3, "standard"), (4, "standard"), (2, "solo-normal")])
def test_goods_that_are_told_add_up_to_those_that_change(players, variant):
    """Every kind of every seat."""
    events = random_events(GAME, players, variant, map(seeded, range(scaled(4))))
    assert differences_in_turn(events, held, PHRASES, players) == []


def test_goods_that_are_left_out_are_missed(monkeypatch):
    start = scenes.position(dice="ra:white3 horus:yellow3", p1={"goods": {"granite": 2, "gold": 2}})
    asked = scenes.play(start, "take:horus+yellow3+pure", "use:horus+3", "statue:workshops")
    event = Event(1, 0, asked, GAME.move_code("pay:gold*2"))
    assert differences(event, held, PHRASES) == []
    monkeypatch.setattr(consequences, "_goods", lambda *rest: iter(()))
    assert differences(event, held, PHRASES) == ["p1 pay:gold*2: p1 gold grows by -1, told are -2"]


def test_a_clause_about_goods_that_is_left_out_is_missed():
    assert phrases_never_missed(random_events(GAME, 3, "standard", range(4)), held, PHRASES) == set()


def test_decrees_are_told_one_by_one():
    items = [item for event in every_event(2) for item in event.score_items() if item.item == "decree"]
    assert items and all(item.text.startswith("decree “") for item in items)


def in_words(start: Position, move: str) -> str:
    """An event in words, with what it brought about."""
    return Event(1, start.actor, start, GAME.move_code(move)).saying().sentence


NO_ACTION = "ra:grey3 horus:grey2 thoth:grey1 thoth:grey2"


@pytest.mark.parametrize(
    ("dice", "happiness", "use"),
    [
        ("osiris:grey3 horus:yellow2", 2, "p1 does the action of Osiris with value 3, the only use of the die"),
        ("ra:white2 horus:yellow2", 0, "p1 produces limestone with value 2, the only use of the die"),
        (NO_ACTION, 0, "nothing can be done with it"),
    ],
)
def test_a_die_with_one_use_is_told_with_it(dice, happiness, use):
    """Nobody is asked, so no move says it."""
    start = scenes.position(dice=dice, spare="", p1={"happiness": happiness})
    first = dice.split()[0].replace(":", "+")
    move = next(move for move in start.legal_moves() if move.startswith(f"take:{first}"))
    assert f"; {use}" in in_words(start, move)


def test_a_turn_that_passes_by_itself_is_told():
    """All dice that p1 leaves on the wheel are forbidden."""
    start = scenes.position(3, dice="horus:grey3", spare="ra:brown1", p1={"happiness": 0})
    said = in_words(start, start.legal_moves()[0])
    assert "p2 can take no die and passes" in said


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_that_is_done_with_dice_is_told(players):
    table, rng, forced = Table.deal(GAME, players, 3), Rng(3), 0
    while not table.is_over:
        codes = table.position.legal_codes()
        table.play(GAME.move_text(codes[rng.below(len(codes))]))
    for event in table.told(0):
        verb, after = event.text(0).split()[1].partition(":")[0], event.after.as_dict()
        if verb == "take" and after["phase"] not in ("use", "modify", "shift"):
            forced += 1
            assert "the only use of the die" in event.saying(0).sentence or "nothing can be done" in event.saying(0).sentence
    assert forced > 2


def test_turns_that_follow_without_a_choice_are_told():
    """p2 is left one die with one use; the die, the use and the goods are told with the move of p1 that led there."""
    start = scenes.position(dice="ra:white2 horus:yellow2", spare="", p1={"happiness": 0})
    said = in_words(start, "take:ra+white2+pure")
    assert "; p2 takes the yellow die of value 2 from Horus and puts it on the " in said
    assert "; p2 produces papyrus with value 2, the only use of the die; " in said and "p2 gains two papyrus" in said


@pytest.mark.parametrize("players", [2, 3, 4])
def test_maat_phases_are_told_whole(players):
    """Also where nobody has faith, and where the last destiny card is left for the last seat."""
    judged = dealt = 0
    for event in every_event(players, seeds=range(3)):
        before, after, said = event.before.as_dict(), event.after.as_dict(), event.saying().sentence
        for old, new in zip(before["seats"], after["seats"], strict=True):
            if new["destiny"] != old["destiny"] and new["destiny"] and before["round"]:
                dealt += 1
                assert f"{new['seat']} takes {card_name(new['destiny']['card'])}" in said, said
        if any(item.item == "imbalance" for item in event.score_items()):
            judged += 1
            seats = {item.seat + 1 for item in event.score_items() if item.item == "imbalance"}
            assert all(re.search(rf"the scales of p{seat} lean by \d+ to the tainted side", said) for seat in seats), said
            assert before["phase"] == "faith" or "the Maat phase begins" in said, said
    assert judged > 3 and dealt > 10


def test_bread_that_is_owed_and_not_paid_is_told():
    """Also of a seat that has none, and is not asked; a seat that owes none is not mentioned."""
    unpaid = 0
    for event in every_event(3, seeds=range(8)):
        said = event.saying().sentence
        for debtor in {item.seat + 1 for item in event.score_items() if item.item == "bread"}:
            unpaid += 1
            assert re.search(rf"p{debtor} pays [^;]* for buildings and leaves \w+ bread unpaid", said), said
    assert unpaid > 3


def test_every_die_of_the_automaton_is_told_with_its_action():
    """Also of the one that was drawn just before; and a turn in which none suits it, because all are forbidden."""
    taken = passed = 0
    for event in every_event(2, "solo-normal", seeds=range(6)):
        before, after, said = event.before.as_dict(), event.after.as_dict(), event.saying().sentence
        dice = [sum(len(sector["dice"]) for sector in table["wheel"]) for table in (before, after)]
        if event.actor == CHANCE and dice[1] < dice[0] + event.text().startswith("chance die:"):
            taken += 1
            assert re.search(r"the automaton takes the \w+ die of value \d from (\w+) and does the action of \1", said), said
        if "no die suits the automaton" in said:
            passed += 1
            assert all(die["status"] == "forbidden" for sector in before["wheel"] for die in sector["dice"]), said
    assert taken > 20 and passed < taken


@pytest.mark.parametrize("value", [3, 4, 5, 6])
def test_a_die_that_the_automaton_takes_as_soon_as_it_is_drawn_is_told(value):
    """It plays first, looks for papyrus, and the last die drawn is the highest of that colour."""
    tiles = scenes.without(scenes.ACTION_TILES, "papyrus")
    start = scenes.position(
        variant="solo-low", round=4, act="chance", step="dice*33", stack="next-round", marker=0, taken=0,
        pyramid=" ".join(["papyrus", *tiles]), dice="thoth:yellow2", sun="osiris",
    )  # fmt: skip
    said = in_words(start, f"die:yellow{value}")
    assert f"the automaton takes the yellow die of value {value} from Thoth and does the action of Thoth" in said
    assert "passes" not in said


@pytest.mark.parametrize(
    ("payment", "said"),
    [
        ("pay:gold*2", "p1 pays two gold; p1 gains one gold; "),
        ("pay:granite+gold", "p1 pays one granite and one gold; p1 gains one gold; "),
        ("pay:granite*2", "p1 pays two granite; p1 gains one gold; "),
    ],
)
def test_what_comes_back_of_a_kind_that_was_paid_is_told(payment, said):
    """The first statue of the people above the workshops brings gold."""
    start = scenes.position(dice="ra:white3 horus:yellow3", p1={"goods": {"granite": 2, "gold": 2}})
    asked = scenes.play(start, "take:horus+yellow3+pure", "use:horus+3", "statue:workshops")
    assert in_words(asked, payment).startswith(said)


def test_an_action_with_another_value_is_named():
    named = set()
    for event in every_event(3, seeds=range(12)):
        if event.text().split()[1].startswith("shift:"):
            said = event.saying().sentence
            named.add(re.match(r"p\d (produces|does the action of) \w+ with value \d by a technology", said).group(1))
    assert named


def test_a_blessing_is_not_taken_for_what_the_die_does():
    """It spends a card and moves markers itself; what a die did that is used up with it is told by what it gives."""
    used_up = 0
    for seed in range(30):
        table, rng = Table.deal(GAME, 3, seed), Rng(seed)
        while not table.is_over:
            moves = table.legal_moves()
            blessings = [move for move in moves if move.startswith("bless:")]
            before, move = table.position.as_dict(), (blessings or moves)[rng.below(len(blessings or moves))]
            since = len(table.events)
            table.play(move)
            if blessings and before["now"]["die"] is not None and table.position.as_dict()["phase"] not in ("use", "modify"):
                said = table.told(0)[since].saying(0).sentence
                used_up += 1
                assert "the only use of the die" not in said or " with value " in said, (move, said)
    assert used_up > 5
