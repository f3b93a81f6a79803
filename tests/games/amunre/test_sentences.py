"""What Amun-Re says of its moves: what follows for certain is said, and it is what happens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

from egypt import Position, Rng
from egypt.core.saying import several
from egypt.core.table import Event
from egypt.games.amunre.words import FAVOR_NAMES
from tests.contract.cases import Case, random_game
from tests.games.amunre.positions import GAME, NAMES, land, play, position, seats
from tests.games.amunre.told_things import PHRASES, held
from tests.games.sums import differences_in_turn, phrases_never_missed, random_events
from tests.scale import scaled, seeded

THREE = "thebes:-,dakhla:-,abydos:-"


def sentence(start: Position, move: str, viewer: int | None = None) -> str:
    return (start if viewer is None else start.view(viewer)).say(move).sentence


def told_game(players: int, rng: Rng) -> Iterator[tuple[dict[str, Any], dict[str, Any], str]]:
    """The events of a random game: the position before and after each, and what is said of it."""
    for ply in random_game(Case(GAME, players, "standard").start(), rng):
        if not ply.code:
            return
        event = Event(1, ply.position.actor, ply.position, ply.code)
        yield event.before.as_dict(), event.after.as_dict(), event.saying().sentence


def test_a_bid_that_forces_a_sale_says_so() -> None:
    start = position(3, phase="bid", auction=THREE, gold=[4, 20, 20], hands=["nile*2"])
    assert sentence(start, "bid:thebes+6") == "p1 bids 6 gold for Thebes; p1 must sell two favors for this bid"
    assert sentence(start, "bid:dakhla+0") == "p1 bids nothing for Dakhla"
    selling = play(start, "bid:thebes+6")
    assert sentence(selling, "sell:nile") == "p1 sells a Nile or Frontier for 1 gold"


def test_amounts_and_cards_can_be_pointed_at() -> None:
    start = position(3, phase="bid", auction=THREE, gold=[20] * 3, hands=["bribery"])
    assert start.say("bid:thebes+6").touches == ("bid:thebes:6", "lot:thebes", "seat:p1")
    outbid = play(start, "bid:thebes+0", "bid:thebes+1", "bid:abydos+0")
    assert "hand:p1:bribery" in outbid.say("bid:thebes+6+bribery").touches
    hidden = outbid.view(1).say("bid:thebes+6+bribery").touches
    assert not any(id.startswith("hand:") for id in hidden), "a hand that others do not see"
    lands = {"thebes": land("p1", 0, 1)}
    buying = position(3, phase="build", lands=lands, gold=[9], hands=["architect"], cursor=11, bought=1)
    assert "price:3" in buying.say("stones:thebes+2").touches, "the scale counts what was bought before"
    assert buying.say("stones:thebes+2+architect").touches[-2:] == ("hand:p1:architect", "pyramids:thebes")


def test_who_is_outbid_and_who_passes() -> None:
    start = position(3, phase="bid", act="p3", auction="thebes:p1:3,dakhla:p2:6,abydos:-", gold=[20] * 3)
    assert sentence(start, "bid:thebes+6") == "p3 bids 6 gold for Thebes; p1 is outbid"
    assert sentence(start, "bid:dakhla+10") == ("p3 bids 10 gold for Dakhla; p2 is outbid; p1 has a standing bid and passes")
    assert sentence(start, "bid:abydos+0") == (
        "p3 bids nothing for Abydos; every province has a bid, so the auction ends; p1 pays 3 gold for Thebes; "
        "p2 pays 6 gold for Dakhla and gets 12 gold there; p3 pays nothing for Abydos"
    )


def test_a_purchase() -> None:
    lands = {"thebes": land("p1", 0, 1)}
    start = position(3, phase="favors", lands=lands, gold=[2], hands=["architect"])
    assert sentence(start, "favors:2") == "p1 buys two favors for 3 gold; p1 must sell one favor for them"
    selling = play(start, "favors:2")
    assert sentence(selling, "sell:architect") == "p1 sells an Architect for 1 gold, which pays for what is bought"
    building = position(3, phase="build", lands=lands, gold=[9], hands=["architect+free-farmer"], cursor=11)
    assert sentence(building, "stones:thebes+1+architect+free-farmer") == (
        "p1 buys one stone for Thebes; p1 plays an Architect and a Free Farmer there; a stone comes without price; "
        "a farmer comes without price; one pyramid is completed there"
    )


def test_farmers_and_stones_that_force_a_sale_say_so() -> None:
    lands = {"thebes": land("p1", 0, 1)}
    farmers = position(3, phase="farmers", lands=lands, gold=[2], hands=["architect+nile"], cursor=11)
    where = farmers.as_dict()["asked_about"]
    assert sentence(farmers, f"farmers:{where}+2").endswith("; p1 must sell one favor for the farmers of this turn")
    assert "sell" not in sentence(farmers, f"farmers:{where}+1")
    stones = position(3, phase="build", lands=lands, gold=[2], hands=["nile+treasury"], cursor=11)
    assert "p1 must sell one favor for what is bought in this turn" in sentence(stones, "stones:thebes+2")
    assert "sell" not in sentence(stones, "stones:thebes+1")


@pytest.mark.parametrize("players", [3, 5])
def test_purchases_that_lead_to_sales_and_the_end_of_scorings_are_told(players: int) -> None:
    rng, sales, ends = Rng(players), 0, set()
    for _ in range(8):
        for old, new, said in told_game(players, rng):
            if new["phase"] == "sell" and old["phase"] in ("favors", "farmers", "build"):
                cause = f"{old['turn']} must sell {several(new['debt'], 'favor')} for "
                assert cause in said, said
                sales += 1
            assert (new["age"] > old["age"]) == ("the New Kingdom begins" in said), said
            assert (new["to_act"] == "over") == ("the game ends" in said), said
            ends |= {word for word in ("New Kingdom begins", "game ends") if word in said}
    assert sales > 5 and len(ends) == 2


PASSES = re.compile(r"\b(p\d) can buy nothing and passes")


@pytest.mark.parametrize("players", [3, 5])
def test_every_turn_of_a_market_is_told(players: int) -> None:
    """A seat with neither gold nor favors is not asked: the turn passes by itself, and the log says so."""
    rng, passes, cut_short = Rng(players), 0, 0
    for _ in range(12):
        bought: set[str] = set()
        for old, new, said in told_game(players, rng):
            if old["phase"] in ("favors", "farmers", "build"):
                bought.add(old["to_act"])
            told = PASSES.findall(said)
            assert not bought & set(told)
            passes, cut_short = passes + len(told), cut_short + ("can buy nothing more" in said)
            bought |= set(told)
            if new["phase"] == "offer" and old["phase"] != "offer":
                assert bought == {row["seat"] for row in new["seats"]}, said
                bought = set()
    assert passes > 3 and cut_short > 3


CARDS = re.compile(r"((?:p\d(?:, | and )?)+) can score no card")


@pytest.mark.parametrize("players", [3, 4])
def test_whoever_can_score_no_card_is_told_of(players: int) -> None:
    rng, scorings, asked_once = Rng(players), 0, 0
    for _ in range(10):
        asked: set[str] = set()
        for old, new, said in told_game(players, rng):
            if old["phase"] == "scoring":
                asked.add(old["to_act"])
                asked_once += 1
            told = {seat for names in CARDS.findall(said) for seat in re.findall(r"p\d", names)}
            assert not asked & told, said
            asked |= told
            if new["age"] > old["age"] or new["to_act"] == "over":
                scorings += 1
                assert asked == {row["seat"] for row in new["seats"]}, said
                asked = set()
    assert scorings == 20 and asked_once > 5


def test_an_offering_is_secret_until_it_is_turned_up() -> None:
    start = position(3, phase="offer", gold=[5, 7, 3])
    assert sentence(start, "offer:4", 0) == "p1 lays down 4 gold in secret"
    assert start.view(1).say("offer:?", 0).sentence == "p1 lays down an offering in secret"
    sealed = start.after("offer:4", 0).after("offer:7", 1).after("offer:theft", 2)
    shown = play(sealed, "unveil:p1+4", "unveil:p2+7")
    assert sentence(shown, "unveil:p3+theft") == (
        "p3 turns up Theft; the offerings total 8, so the tile of 2 lies in the delta; p3 takes 3 gold; "
        "p2 has the largest offering and is rewarded first"
    )


def test_incomes_that_come_without_a_question() -> None:
    lands = {"memphis": land("p1", 0, 0, 1), "thebes": land("p2", 0, 0, 2), "abu": land("p3", 0, 0, 0)}
    start = position(3, phase="harvest", act="p1", tile=2, hands=["nile"], lands=lands)
    said = sentence(start, "done")
    for number, row in enumerate(seats(play(start, "done"))):
        gained = row["gold"] - seats(start)[number]["gold"]
        assert f"p{number + 1} {'collects' if number == 0 else 'has no favor to play and collects'} {gained} gold" in said
    assert said.endswith("the round ends")


def test_a_sale_in_secret_is_heard_of_when_all_have_chosen() -> None:
    """Who follows the table sees the offerings about to be turned up, and is then told of what others have chosen."""
    start = position(3, phase="offer", gold=[5, 7, 3], hands=["-", "nile*2", "-"])
    chosen = start.after("offer:4", 0).after("offer:8", 1).after("offer:theft", 2)
    unveiling = chosen.after("sell:nile", 1)
    assert unveiling.as_dict()["phase"] == "unveil"
    said = GAME.say_move(unveiling.view(0).as_dict(), "p2", "sell:?").sentence
    assert said == "p2 sets aside a favor in secret, to be sold for the offering"


INCOME = re.compile(r"\b(p\d)[^;]* collects (\d+|nothing)")


@pytest.mark.parametrize("players", [3, 4, 5])
def test_what_is_said_happens(players: int) -> None:
    """Incomes, tiles, the end of rounds and the Start Player of random games, sentence by sentence."""
    rng, told = Rng(players), 0
    for _ in range(6):
        for ply in random_game(Case(GAME, players, "standard").start(), rng):
            if not ply.code:
                break
            said = ply.position.say(ply.code).sentence
            after = ply.position.after(ply.code)
            old, new = ply.position.as_dict(), after.as_dict()
            gold = {row["seat"]: row["gold"] for row in old["seats"]}
            for seat, income in INCOME.findall(said):
                gained = 0 if income == "nothing" else int(income)
                told += 1
                if new["phase"] in ("harvest", "reveal", "scoring") and old["phase"] == "harvest":
                    now = next(row["gold"] for row in new["seats"] if row["seat"] == seat)
                    assert now == gold[seat] + gained, said
            silent = {row["seat"] for row in new["seats"] if row["gold"] > gold[row["seat"]]}
            if old["phase"] == "harvest":
                assert silent <= {seat for seat, _ in INCOME.findall(said)}, said
            assert ("tile of" in said) == (old["phase"] in ("unveil", "adjust") and new["phase"] not in ("unveil", "adjust"))
            assert ("gets the Start Player token" in said) == (
                old["start_player"] != new["start_player"] and old["phase"] != "start"
            ), said
            ended = (old["age"], old["round"]) != (new["age"], new["round"]) and "the round ends" in said
            assert ended == (new["age"] == old["age"] and new["round"] == old["round"] + 1), said
            assert ("Kingdom is scored" in said) == (
                old["phase"] not in ("scoring",) and (new["phase"] in ("scoring", "over") or new["age"] > old["age"])
            ), said
    assert told > 50


# -- the order of the room ---------------------------------------------------------------------------------------------


def test_what_cannot_follow_is_said_before_a_move_and_not_after_it() -> None:
    lands = {"buto": land("p1", 0, 0, 1), "edfu": land("p1", 0, 2), "thebes": land("p1", 0, 2)}
    harvest = position(3, phase="harvest", round=3, lands=lands, hands=["big-harvest+treasury"], act="p1")
    assert sentence(harvest, "big-harvest:buto").endswith("; a Treasury cannot follow")
    assert "follow" not in sentence(harvest, "treasury:buto")
    assert "follow" not in sentence(play(harvest, "treasury:edfu"), "big-harvest:buto")
    assert "follow" not in Event(1, 0, harvest, GAME.move_code("big-harvest:buto")).saying().sentence
    building = position(3, phase="build", round=3, lands=lands, gold=[9], hands=["architect"], cursor=NAMES.index("edfu"))
    assert sentence(building, "stones:edfu+1").endswith("one pyramid is completed there; an Architect cannot follow")
    assert "follow" not in sentence(building, "stones:edfu+1+architect") + sentence(building, "stones:edfu+0")
    assert "stones:thebes+0+architect" not in play(building, "stones:edfu+1").legal_moves()
    last = play(building, "stones:edfu+0")
    assert "follow" not in sentence(last, "stones:thebes+1"), "there is no later province"


ITEM = {"take:favor": "favors", "take:farmer": "farmers for ", "take:stone": "stones for "}


@pytest.mark.parametrize("players", [3, 5])
def test_a_choice_that_a_move_closes_is_named(players: int) -> None:
    """Rewards and yellow cards of random games: what could be chosen before a move and cannot be chosen after it."""
    rng, closed = Rng(90 + players), 0
    for _ in range(40):
        for ply in random_game(Case(GAME, players, "standard").start(), rng):
            phase, legal = ply.position.as_dict()["phase"], ply.position.legal_moves()
            if phase not in ("reward", "scoring"):
                continue
            for move in legal:
                after = ply.position.after(move)
                said = sentence(ply.position, move)
                same = after.actor == ply.position.actor and after.as_dict()["phase"] == phase
                gone = set(legal) - set(after.legal_moves()) - {move} if same else set()
                assert ("cannot follow" in said) >= bool(gone), said
                for other in gone:
                    kind, _, name = other.partition("+")
                    wanted = ITEM[kind] if kind in ITEM else FAVOR_NAMES[other.removeprefix("score:")]
                    assert wanted in said.partition(";")[2] and name.capitalize() in said, (move, other, said)
                    closed += 1
    assert closed > 30


# -- gold, cards and the map, kind by kind -----------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("variant", GAME.variants)
def test_things_that_are_told_add_up_to_those_that_change(players: int, variant: str) -> None:
    events = random_events(GAME, players, variant, map(seeded, range(scaled(8))))
    assert differences_in_turn(events, held, PHRASES, players) == []


def test_a_clause_about_things_that_is_left_out_is_missed() -> None:
    events = chain(*(random_events(GAME, 5, variant, range(12)) for variant in GAME.variants))
    assert phrases_never_missed(events, held, PHRASES) == set()
