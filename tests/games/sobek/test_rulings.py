"""The rulings of README.md, by number; where a ruling has a switch, the variant `alternate` has it the other way."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from egypt import IllegalMoveError, Position, StateError
from tests import ROOT
from tests.games.sobek.positions import (
    GAME,
    after_penalty,
    field,
    moves_of,
    plain,
    play,
    position,
    round_end,
    seat,
    settle,
    with_tokens,
)


def test_ruling_01_penalty_on_a_number() -> None:
    description = {
        "totals": [38],
        "sets": ["ivory:ivory3+ivory0g+queen,marble:marble2*2+marble0"],
        "piles": ["fish1"],
        "lying": ["cattle:cattle1+cattle0*2"],
    }
    assert after_penalty(round_end(**description))[1].scores() == [50, 0]
    assert after_penalty(round_end(**description, variant="alternate"))[1].scores() == [60, 0]


@pytest.mark.parametrize(("variant", "spaces"), [("standard", [61, 59, 52]), ("alternate", [61, 56, 52])])
def test_ruling_02_the_track_can_be_exchanged(variant: str, spaces: list[int]) -> None:
    for before, after in pairwise(spaces):
        start = round_end(totals=[before - 12], sets=["ebony:ebony2*2+ebony0"], piles=["fish1"], variant=variant)
        assert after_penalty(start)[1].scores() == [after, 0]


@pytest.mark.parametrize(("variant", "end"), [("standard", 1), ("alternate", 0)])
def test_ruling_03_guild_without_a_lower_space(variant: str, end: int) -> None:
    start = position(
        hands=["wheat1*3"], totals=[0, 1], **with_tokens("guild-scorpion", 1, "ruse+embalming+flood*2"), variant=variant
    )
    assert play(start, "set:wheat+1+1+1", "event:guild-scorpion+p2").scores()[1] == end


@pytest.mark.parametrize(("variant", "score"), [("standard", 39), ("alternate", 32)])
def test_ruling_04_what_counts_for_the_penalty(variant: str, score: int) -> None:
    start = round_end(
        totals=[27],
        gains=[7],
        left=4,
        used="ruse",
        piles=["fish1"],
        sets=["cattle:cattle1*2+cattle0*2+cattle0g*2"],
        lying=["ebony:ebony2+ebony0g+priest-ebony"],
        variant=variant,
    )
    assert after_penalty(start)[1].scores() == [score, 0]


@pytest.mark.parametrize(("variant", "may_pass"), [("standard", False), ("alternate", True)])
def test_ruling_05_flood_is_compulsory(variant: str, may_pass: bool) -> None:
    start = position(hands=["wheat1*3"], **with_tokens("flood", 1, "ruse+embalming+flood+guild-snake"), variant=variant)
    start = play(start, "set:wheat+1+1+1", "event:flood")
    assert ("pass" in start.legal_moves()) == may_pass
    if may_pass:
        assert play(start, "pass").actor == 1


@pytest.mark.parametrize(("variant", "known"), [("standard", True), ("alternate", False)])
def test_ruling_06_own_pile_may_be_looked_at(variant: str, known: bool) -> None:
    end = play(position(docks="?,fish1,wheat1", variant=variant), "take:1", "draw:thief")
    pile = plain(end.view(0))["seats"][0]["pile"]
    assert pile == ({"thief": 1} if known else {"?orange": 1})
    assert plain(end.view(1))["seats"][0]["pile"] == {"?orange": 1}


def test_ruling_06_embalming_shows_what_was_skipped_unseen() -> None:
    start = position(
        hands=["wheat1*3"],
        piles=["thief"],
        blind="p1:thief",
        variant="alternate",
        docks="fish1,fish0",
        **with_tokens("embalming", 1, "ruse+flood*2+guild-snake"),
    )
    start = play(start, "set:wheat+1+1+1", "event:embalming")
    assert start.observed("see:thief", 0) == "see:thief" and start.observed("see:thief", 1) == "see:?orange"
    assert seat(play(start, "see:thief"), 1)["hand"] == {"thief": 1}


def test_ruling_07_a_picked_token_is_carried_out() -> None:
    start = position(3, hands=["wheat1*3"], **with_tokens("curse+guild-snake", 2, "ruse+embalming+flood"))
    start = play(start, "set:wheat+1+1+1")
    assert start.legal_moves() == ["event:guild-snake+p2", "event:guild-snake+p3", "event:curse+p2", "event:curse+p3"]


def test_ruling_08_amulets_alone_extend_but_do_not_begin_a_set() -> None:
    assert moves_of(position(hands=["amulet*3"]), "set") == []
    assert moves_of(position(hands=["amulet*3"], sets=["fish:fish1*3"]), "set") == ["set:fish+amulet+amulet+amulet"]
    assert len(moves_of(position(hands=["amulet*3"], variant="alternate"), "set")) == 6


def test_ruling_09_two_prosperity_tokens_on_one_set() -> None:
    start = position(
        hands=["wheat1*3"],
        sets=["wheat:wheat0*3+prosperity"],
        **with_tokens("prosperity", 1, "prosperity+ruse+flood*2"),
        docks="fish1,fish0",
    )
    end = play(start, "set:wheat+1+1+1", "event:prosperity+wheat")
    assert seat(end, 1)["sets"][0]["score"] == (3 + 4) * 6


def test_ruling_10_prosperity_without_an_eligible_set_is_discarded() -> None:
    start = position(hands=["ivory3*3"], **with_tokens("prosperity", 1, "embalming+ruse+flood*2"))
    assert play(start, "set:ivory+3+3+3").legal_moves() == ["event:prosperity"]


def test_ruling_11_a_curse_is_not_a_card() -> None:
    tokens = with_tokens("ruse", 1, "curse+embalming+flood*2")
    start = position(hands=["wheat1*3"], piles=["fish1"], curses=[1], docks="fish0,ivory0", **tokens)
    assert play(start, "set:wheat+1+1+1", "event:ruse").scores() == [1, 0]
    assert moves_of(position(hands=["vizier"], curses=[1], **tokens), "vizier") == ["vizier"]
    ending = round_end(piles=["fish0*3", "wheat1*5"], curses=[1], left=4, used="curse")
    assert after_penalty(ending)[0] == "pay:p2"  # five each; the curse has no scarabs


def test_ruling_12_high_priest_may_keep_characters() -> None:
    description = {"hands": ["priest-ebony"], "piles": ["fish1+scribe-fish+thief"]}
    choices = moves_of(position(**description), "priest-ebony")
    assert [move for move in choices if ":fish" in move] == [
        "priest-ebony:fish+1",
        "priest-ebony:fish+1+scribe-fish",
        "priest-ebony:fish+1+thief",
        "priest-ebony:fish+1+scribe-fish+thief",
    ]
    assert seat(play(position(**description), "priest-ebony:fish+1+thief"), 1)["pile"] == {"scribe-fish": 1}
    forced = moves_of(position(**description, variant="alternate"), "priest-ebony")
    assert [move for move in forced if ":fish" in move] == ["priest-ebony:fish+1+scribe-fish+thief"]


@pytest.mark.parametrize(("variant", "payers"), [("standard", "pay:nobody"), ("alternate", "pay:p1+p2")])
def test_ruling_13_nobody_is_corrupt(variant: str, payers: str) -> None:
    assert after_penalty(round_end(sets=["wheat:wheat1*3"], variant=variant))[0] == payers


def test_ruling_14_vizier_on_the_own_pile() -> None:
    start = position(hands=["vizier"], piles=["fish1"])
    assert moves_of(start, "vizier") == ["vizier:p1"]
    assert seat(play(start, "vizier:p1", "retrieve:fish1"), 1)["hand"] == {"fish1": 1}
    other = position(hands=["vizier"], piles=["fish1", "wheat0"], variant="alternate")
    assert moves_of(other, "vizier") == ["vizier:p2"]
    alone = position(hands=["vizier"], piles=["fish1"], variant="alternate")
    assert moves_of(alone, "vizier") == ["vizier"] and seat(play(alone, "vizier"), 1)["pile"] == {"fish1": 1}


def test_ruling_14_a_look_at_the_own_pile_is_refused_where_it_is_not_allowed() -> None:
    text = play(position(hands=["vizier"], piles=["fish1", "wheat0"]), "vizier:p1").to_text()
    assert Position.from_text(text, GAME)
    with pytest.raises(StateError, match="target: 'p1' must be an opponent"):
        Position.from_text(text.replace("variant=standard", "variant=alternate"), GAME)


OWN_LOOK = """
import sys
from egypt import Position, Rng, get_game
game = get_game("sobek", sys.argv[1])
looks = 0
for seed in range(60):
    rng, now = Rng(seed), Position.start(game, 2 + seed % 3, "alternate")
    while not now.is_over:
        codes = now.legal_codes()
        code = codes[rng.below(len(codes))] if codes else now.draw_code(rng)
        data = now.as_dict()
        looks += data["phase"] == "look" and data["waiting"]["target"] == data["turn"]
        views = [now.view(seat).after(now.actor, now.observed(code, seat)) for seat in range(now.players)]
        now = now.after(code)
        now.validate()
        assert views == [now.view(seat) for seat in range(now.players)]
print(looks)
"""


@pytest.mark.program
def test_ruling_14_a_pile_that_its_owner_may_not_look_at_is_shown_by_the_own_vizier(tmp_path: Path) -> None:
    """Two switches that no variant of the room has together; a process plays one set of rules."""
    rules = tmp_path / "rules.toml"
    rules.write_text('rules_for = "sobek"\n[variants.alternate]\nvizier_own = true\n')
    done = subprocess.run([sys.executable, "-c", OWN_LOOK, str(rules)], capture_output=True, text=True, cwd=ROOT, check=True)
    assert int(done.stdout) > 10


def test_ruling_15_courtesan_takes_amulets_and_triggers_no_event() -> None:
    start = position(hands=["courtesan+amulet*2"], sets=["fish:fish1*3"])
    assert moves_of(start, "courtesan") == ["courtesan:fish+amulet", "courtesan:fish+amulet+amulet"]
    end = play(start, "courtesan:fish+amulet+amulet")
    assert seat(end, 1)["sets"][0]["score"] == 15
    assert plain(end)["events"]["left"] == 5 and end.actor == 1


def test_ruling_16_merchant_empties_the_docks() -> None:
    end = play(position(hands=["merchant"], docks="ivory3", deck=18), "merchant:0")
    assert plain(end)["phase"] == "delivery"
    assert len(plain(settle(end))["docks"]) == 9 and settle(end).actor == 1


def test_ruling_17_several_last_players_draw_lots() -> None:
    start = round_end(3, totals=[30, 10, 10], piles=["fish1"])
    end = after_penalty(start)[1]
    while plain(end)["phase"] != "chooser":
        end = end.after(end.outcomes()[0][0])
    assert end.outcomes() == [("chooser:p2", 0.5), ("chooser:p3", 0.5)]
    end = play(end, "chooser:p3")
    assert end.actor == 2 and end.legal_moves() == ["starter:p1", "starter:p2", "starter:p3"]
    assert play(end, "starter:p1").actor == 0


def test_ruling_17_a_single_last_player_names_the_starter() -> None:
    end = settle(after_penalty(round_end(3, totals=[30, 10, 11], piles=["fish1"]))[1])
    assert end.actor == 1 and end.legal_moves() == ["starter:p1", "starter:p2", "starter:p3"]


def test_ruling_18_first_starter_by_lot() -> None:
    start = Position.start(GAME, 4)
    while plain(start)["phase"] != "first":
        start = start.after(start.outcomes()[0][0])
    assert start.outcomes() == [(f"starter:p{number}", 0.25) for number in (1, 2, 3, 4)]


def test_ruling_19_lying_sets_are_optional() -> None:
    start = position(hands=["ivory3*3"], docks="fish1", deck=0, turn="p2", act="p2")
    start = play(start, "take:0")
    assert start.legal_moves() == ["lay:ivory+3+3+3", "done"]
    assert play(start, "done").outcomes() == [("pay:p1", 1.0)]


def test_ruling_20_each_payer_pays_by_their_own_points() -> None:
    start = round_end(
        totals=[49, 0], piles=["wheat1*2", "fish1*2"], sets=["ebony:ebony2*2+ebony0", "ivory:ivory3*2+amulet*2"]
    )
    outcome, end = after_penalty(start)
    assert outcome == "pay:p1+p2"
    assert end.scores() == [59, 13]


@pytest.mark.parametrize(
    ("character", "description"),
    [
        ("thief", {"hands": ["thief", "wheat0g"]}),
        ("vizier", {"hands": ["vizier"], "piles": ["-", "fish1"]}),
        ("courtesan", {"hands": ["courtesan+fish0"], "sets": ["fish:fish1*3"]}),
        ("priest-ebony", {"hands": ["priest-ebony"], "piles": ["fish1"]}),
        ("merchant", {"hands": ["merchant"]}),
    ],
)
def test_ruling_21_a_power_that_can_work_must_work(character: str, description: dict[str, list[str]]) -> None:
    choices = moves_of(position(**description), character)
    assert choices and character not in choices


def test_ruling_22_tokens_that_were_looked_at_stay_secret() -> None:
    start = position(3, hands=["wheat1*3"], docks="ivory3,ivory0")
    start = play(start, "set:wheat+1+1+1", *[f"token:{name}" for name in ("flood", "ruse", "curse", "curse", "prosperity")])
    end = play(start, "event:ruse")
    assert field(end.view(0).to_text(), "tokens") == "prosperity+flood+curse*2"
    for viewer in (1, 2):
        assert field(end.view(viewer).to_text(), "tokens") == "?4" and field(end.view(viewer).to_text(), "used") == "ruse"


def test_ruling_23_a_courtesan_extends_the_players_own_sets() -> None:
    start = position(hands=["courtesan+wheat0+fish0"], sets=["wheat:wheat1*3", "fish:fish1*3"], docks="ivory3")
    assert moves_of(start, "courtesan") == ["courtesan:wheat+0"]


def test_ruling_24_an_extension_is_an_event() -> None:
    start = position(hands=["wheat0*2+amulet"], sets=["wheat:wheat1*3"], docks="ivory3")
    end = play(start, "set:wheat+0+0+amulet")
    assert plain(end)["phase"] == "tokens" and plain(end)["events"]["looked"] == ["p1"]


def test_a_merchant_may_be_sent_to_any_of_equal_neighbours() -> None:
    start = position(hands=["merchant"], docks="fish1,wheat1,wheat1,wheat1,?,?,wheat1")
    listed = moves_of(start, "merchant")
    assert listed == ["merchant:0", "merchant:1", "merchant:4", "merchant:6"]
    for dock, same in ((2, 1), (3, 1), (5, 4)):
        assert start.after(f"merchant:{dock}") == start.after(f"merchant:{same}")
    for wrong in ("merchant:7", "merchant"):
        with pytest.raises(IllegalMoveError):
            start.after(wrong)
    with pytest.raises(IllegalMoveError):  # no Merchant in the hand
        position(hands=["thief"], docks="wheat1,wheat1").after("merchant:1")
