"""Who knows what, row by row, and samples that are spread over all deals that fit."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import pytest

from egypt import IllegalMoveError, Position, Rng, StateError, View
from egypt.games.sobek.components import BACKS
from tests.contract.cases import random_game
from tests.contract.two_worlds import hidden_runs
from tests.games.sobek.positions import GAME, KINDS, field, known, plain, play, position, settle, text_of, with_tokens

# -- who knows what ------------------------------------------------------------------------------------------


def test_green_starting_hand_is_known_to_its_owner() -> None:
    start = settle(Position.start(GAME, 3), seed=4)
    assert known(start, 1, "hand1") == field(start.to_text(), "hand1")
    assert known(start, 2, "hand1") == known(start, 3, "hand1") == "?green*2"


def test_docks_show_goods_and_hide_characters() -> None:
    start = position(docks="?,fish1")
    assert plain(start)["docks"] == ["?", "fish1"]
    assert "dock:?" in [name for name, _ in play(position(docks="ivory3", deck=9), "take:0").outcomes()]


def test_good_taken_from_the_docks_is_known_to_all_for_ever() -> None:
    start = play(position(3, docks="fish1,wheat1,cattle1"), "take:1")
    for viewer in (1, 2, 3):
        assert known(start, viewer, "hand1") == "wheat1"
        assert known(start, viewer, "pile1") == "fish1"


@pytest.mark.parametrize(
    ("move", "hand", "start"),
    [
        ("take:0", "?orange", position(3, docks="?,fish1")),
        ("merchant:1", "?orange", position(3, hands=["merchant"], docks="fish1,?")),
    ],
)
def test_character_from_the_docks_is_known_to_its_taker(move: str, hand: str, start: Position) -> None:
    start = play(start, move)
    assert start.observed("draw:thief", 0) == "draw:thief" and start.observed("draw:thief", 1) == "draw:?orange"
    start = play(start, "draw:thief")
    assert known(start, 1, "hand1") == "thief"
    assert known(start, 2, "hand1") == known(start, 3, "hand1") == hand


def test_queens_cards_are_known_to_her_player() -> None:
    start = play(position(3, hands=["queen"]), "queen")
    assert start.observed("draw:ivory3", 0) == "draw:ivory3" and start.observed("draw:ivory3", 2) == "draw:?beige"
    start = play(start, "draw:ivory3", "draw:thief", "draw:amulet")
    assert known(start, 1, "hand1") == "ivory3+amulet+thief"
    assert known(start, 2, "hand1") == "?beige*2+?orange"


def test_stolen_card_is_known_to_thief_and_victim() -> None:
    start = play(position(3, hands=["thief", "fish0g+wheat0g"]), "thief:p2+green")
    assert start.observed("stolen:fish0g", 1) == "stolen:fish0g" and start.observed("stolen:fish0g", 2) == "stolen:?green"
    start = play(start, "stolen:fish0g")
    assert known(start, 1, "hand1") == known(start, 2, "hand1") == "fish0g"
    assert known(start, 3, "hand1") == "?green" and known(start, 3, "hand2") == "?green"


def test_a_theft_among_known_cards_leaves_a_third_player_in_doubt() -> None:
    start = play(
        position(3, hands=["thief", "fish1+wheat1+cattle1"], docks="ivory3,ivory0"), "thief:p2+beige", "stolen:wheat1"
    )
    assert known(start, 3, "hand1") == "?beige" and known(start, 3, "hand2") == "?beige*2"
    assert known(start, 3, "either") == "hand1|hand2:cattle1+fish1+wheat1"
    assert known(start, 1, "hand2") == "cattle1+fish1" and known(start, 2, "hand1") == "wheat1"
    seen = play(start, "take:0", "take:0")  # nothing new about the theft
    assert known(seen, 3, "either") == "hand1|hand2:cattle1+fish1+wheat1"


def test_scribes_surplus_shows_its_backs_alone() -> None:
    hand = "ivory3*2+fish1*2+fish0+wheat0g+thief"
    start = play(position(3, hands=["scribe-fish", hand], docks="cattle1,cattle0"), "scribe-fish")
    assert start.observed("drop:ivory3", 1) == "drop:ivory3" and start.observed("drop:ivory3", 0) == "drop:?beige"
    start = play(start, "drop:ivory3")
    assert known(start, 2, "pile2") == "ivory3"
    assert known(start, 1, "pile2") == "?beige" and known(start, 1, "hand2") == "?green+?beige*4+?orange"
    assert known(start, 1, "either") == "hand2|pile2:ivory3*2+fish1*2+fish0"


def test_all_cards_of_a_back_dropped_leave_no_doubt() -> None:
    hand = "wheat1+fish0g+wheat0g+queen+priest-ebony+vizier+thief"
    start = play(position(2, hands=["scribe-fish", hand], docks="cattle1,cattle0"), "scribe-fish", "drop:wheat1")
    assert known(start, 1, "pile2") == "wheat1" and known(start, 1, "either") == "-"


def test_embalming_ends_the_doubt() -> None:
    start = position(
        3,
        hands=["-", "ivory3*3+wheat1"],
        piles=["-", "fish1"],
        turn="p2",
        act="p2",
        shown_hands=[None, "-"],
        shown_piles=[None, "-"],
        either="p1:hand2|pile2:ivory3*3+fish1+wheat1,p3:hand2|pile2:ivory3*3+fish1+wheat1",
        docks="cattle1,cattle0",
        **with_tokens("embalming", 1, "ruse+flood*2+guild-snake"),
    )
    start = play(start, "set:ivory+3+3+3", "event:embalming")
    assert known(start, 1, "hand2") == known(start, 3, "hand2") == "fish1+wheat1"
    assert known(start, 1, "either") == "-"


def test_vizier_learns_the_whole_pile_and_others_see_a_back() -> None:
    start = position(3, hands=["vizier"], piles=["-", "thief+merchant+fish1"])
    start = play(start, "vizier:p2")
    assert start.observed("see:thief", 0) == "see:thief" and start.observed("see:thief", 2) == "see:?orange"
    start = play(start, "see:thief", "see:merchant")
    assert (
        start.observed("retrieve:thief", 1) == "retrieve:thief" and start.observed("retrieve:thief", 2) == "retrieve:?orange"
    )
    start = play(start, "retrieve:thief")
    assert known(start, 1, "pile2") == "fish1+merchant" and known(start, 2, "hand1") == "thief"
    assert known(start, 3, "pile2") == "fish1+?orange" and known(start, 3, "hand1") == "?orange"


def test_open_cards_are_known_to_all() -> None:
    start = position(3, hands=["courtesan+amulet+fish0g"], sets=["fish:fish1*3"], piles=["ebony2+thief"])
    start = play(start, "courtesan:fish+0g+amulet")
    assert field(start.view(2).to_text(), "sets1") == "fish:fish1*3+fish0g+amulet"


def test_high_priest_shows_what_goes_and_tells_what_is_not_there() -> None:
    start = position(3, hands=["priest-ebony"], piles=["ebony2+ebony0g+wheat1+wheat0g"], shown_piles=["wheat1"])
    start = play(start, "priest-ebony:ebony+2+0g")
    assert known(start, 2, "pile1") == "wheat1+?green"
    assert field(start.view(1).to_text(), "barred") == "pile1:ebony2+ebony0+ebony0g"
    for seed in range(40):
        assert "ebony0g" not in field(start.view(1).sample(Rng(seed)).to_text(), "pile1")


def test_a_courtesan_who_adds_nothing_tells_that_nothing_fits() -> None:
    start = play(position(2, hands=["courtesan+wheat0g+ivory0g"], sets=["fish:fish1*3"]), "courtesan")
    for seed in range(60):
        assert "fish0g" not in field(start.view(1).sample(Rng(seed)).to_text(), "hand1")


def test_the_order_of_a_scribes_surplus_tells_nothing() -> None:
    """Two surpluses with the same backs look the same to others, though other cards of them come first by name."""
    hand = "fish1+fish0g+wheat1+wheat0g+ivory3*2+ebony2*2"
    start = play(position(3, hands=["scribe-fish", hand], shown_hands=[None, "-"], docks="cattle1,cattle0"), "scribe-fish")
    perceived, views = set(), set()
    for dropped in (("wheat0g", "fish1"), ("fish0g", "wheat1"), ("fish0g", "fish1"), ("wheat0g", "ivory3")):
        now, seen = start, []
        for card in dropped:
            seen.append(now.observed(f"drop:{card}", 2))
            now = play(now, f"drop:{card}")
            seen.append(now.view(2).to_text())
        perceived.add(tuple(seen))
        views.add(now.view(2))
    assert len(perceived) == len(views) == 1
    with pytest.raises(IllegalMoveError):  # there is one order for each surplus
        play(start, "drop:fish1", "drop:wheat0g")


@pytest.mark.parametrize("variant", GAME.variants)
def test_hidden_cards_that_are_dropped_or_shown_come_in_the_order_of_their_backs(variant: str) -> None:
    rng, runs = Rng(37), 0
    for _ in range(60):
        plies = list(random_game(Position.start(GAME, 4, variant), rng))
        for viewer in range(4):
            for run in hidden_runs(plies, viewer):
                if run[0].startswith(("drop:", "see:")):
                    backs = [BACKS.index(perceived.partition("?")[2]) for perceived in run]
                    assert backs == sorted(backs), run
                    runs += 1
    assert runs > 50


def test_in_the_midst_of_a_surplus_others_know_the_backs_to_come() -> None:
    hand = "fish1+fish0g+wheat1+wheat0g+ivory3*2+ebony2*2"
    start = position(3, hands=["scribe-fish", hand], shown_hands=[None, "-"], docks="cattle1,cattle0")
    start = play(start, "scribe-fish", "drop:fish1")
    assert known(start, 2, "floor") == "fish1" and known(start, 3, "floor") == "ivory3"
    for seed in range(20):
        world = start.view(2).sample(Rng(seed))
        assert all(world.observed(move, 2) == "drop:?beige" for move in world.legal_moves())


def test_a_viziers_look_tells_others_nothing_about_what_the_vizier_knew() -> None:
    """All cards that not everybody knows are turned over, whether the Vizier's player knew some of them or not."""
    description = {"hands": ["vizier"], "piles": ["-", "thief+merchant+wheat0g+fish1"], "docks": "ivory0,ebony0"}
    seen = []
    for knows in ("-", "p1:pile2:wheat0g", "p1:pile2:wheat0g+thief+merchant"):
        now = play(position(3, **description, knows=knows), "vizier:p2")
        told = []
        while now.is_chance:
            told.append([now.observed(now.outcomes()[0][0], viewer) for viewer in range(3)])
            for viewer in range(3):
                view = now.view(viewer)
                assert view.sample(Rng(1)).view(viewer) == view
            now = play(now, now.outcomes()[0][0])
        assert known(now, 1, "pile2") == "wheat0g+fish1+thief+merchant".replace("wheat0g+fish1", "fish1+wheat0g")
        seen.append(told)
    faces = ["see:wheat0g", "see:thief", "see:merchant"]
    backs = ["see:?green", "see:?orange", "see:?orange"]
    assert seen == [[list(row) for row in zip(faces, faces, backs, strict=True)]] * 3


def test_embalming_tells_others_nothing_about_what_its_owner_had_seen() -> None:
    told = []
    for blind in ("p1:queen+thief", "p1:thief", "p1:queen"):
        start = position(
            hands=["wheat1*3"],
            piles=["queen+thief"],
            blind=blind,
            variant="alternate",
            docks="fish1,fish0",
            **with_tokens("embalming", 1, "ruse+flood*2+guild-snake"),
        )
        now = play(start, "set:wheat+1+1+1", "event:embalming")
        told.append([])
        while now.is_chance:
            told[-1].append([now.observed(now.outcomes()[0][0], viewer) for viewer in (0, 1)])
            now = play(now, now.outcomes()[0][0])
        assert known(now, 1, "hand1") == "queen+thief" and known(now, 2, "hand1") == "?orange*2"
    assert told == [[["see:queen", "see:?orange"], ["see:thief", "see:?orange"]]] * 3


def test_an_owner_who_may_not_look_does_not_see_which_unseen_card_a_vizier_takes() -> None:
    start = position(
        3, hands=["vizier"], piles=["-", "thief+queen+merchant+fish1"], blind="p2:queen+thief", variant="alternate"
    )
    start = play(start, "vizier:p2", "see:queen", "see:thief", "see:merchant")
    assert start.observed("retrieve:thief", 1) == start.observed("retrieve:queen", 1) == "retrieve:?orange"
    assert start.observed("retrieve:merchant", 1) == "retrieve:merchant"  # dropped by the owner: recognized
    assert play(start, "retrieve:thief").view(1) == play(start, "retrieve:queen").view(1)
    end = play(start, "retrieve:thief")
    assert known(end, 2, "hand1") == "?orange" and known(end, 2, "pile2") == "fish1+merchant+?orange"


def test_a_forced_high_priest_uncovers_characters_that_the_owner_has_not_seen() -> None:
    start = position(
        2,
        hands=["priest-ebony"],
        piles=["fish1+wheat0+thief+queen+scribe-fish"],
        blind="p1:queen+thief",
        variant="alternate",
    )
    assert [move for move in start.legal_moves() if ":fish" in move] == ["priest-ebony:fish+1+scribe-fish"]
    start = play(start, "priest-ebony:fish+1+scribe-fish")
    assert start.outcomes() == [("purge:fish+thief", 1.0)]
    with pytest.raises(StateError, match="barred: '-'"):  # the goods of the family are gone already
        Position.from_text(start.to_text().replace(f"barred={field(start.to_text(), 'barred')}", "barred=-"), GAME)
    assert [start.observed("purge:fish+thief", viewer) for viewer in (0, 1)] == ["purge:fish+thief"] * 2
    end = play(start, "purge:fish+thief")
    assert plain(end)["seats"][0]["pile"] == {"wheat0": 1, "queen": 1} and plain(end)["discard"]["thief"] == 1
    assert known(end, 1, "pile1") == "wheat0+?orange" and end.actor == 1
    assert "scribe-fish" in field(end.view(1).to_text(), "barred")


def test_nothing_is_uncovered_where_no_character_lies() -> None:
    start = position(hands=["priest-ebony"], piles=["fish1+wheat0"], variant="alternate")
    assert play(start, "priest-ebony:fish+1").actor == 1


def test_tokens_are_known_to_whoever_has_looked() -> None:
    start = position(3, hands=["wheat1*3", "fish1*3"], docks="ivory3,ivory0,ebony2")
    start = play(start, "set:wheat+1+1+1")
    assert start.observed("token:flood", 0) == "token:flood" and start.observed("token:flood", 1) == "token:?"
    start = play(start, "token:flood", "token:ruse", "token:curse", "token:curse", "token:guild-snake", "event:ruse")
    assert known(start, 1, "tokens") == "guild-snake+flood+curse*2"
    assert known(start, 2, "tokens") == known(start, 3, "tokens") == "?4"
    start = play(start, "set:fish+1+1+1")
    sight = "sight:guild-snake+flood+curse*2"
    assert [start.observed(sight, viewer) for viewer in range(3)] == [sight, sight, "sight:?"]
    start = play(start, sight, "event:flood")
    assert known(start, 1, "tokens") == known(start, 2, "tokens") == "guild-snake+curse*2"
    assert known(start, 3, "tokens") == "?3"


def test_a_begun_set_is_not_seen_before_it_lies() -> None:
    hand = "fish1*4+fish0*3+fish0g*2+wheat1*4+wheat0*3+wheat0g*2+cattle1*5+cattle0*2+amulet*5+thief+scribe-fish"
    start = position(3, hands=[hand], docks="ivory3,ivory0,ebony2", shown_hands=["-"])
    assert "begin:fish+amulet" in start.legal_moves() and len(start.legal_moves()) <= 1024
    assert start.observed("begin:fish+amulet", 1) == "begin:?"
    begun = play(start, "begin:fish+amulet")
    assert begun.view(1) == start.view(1) and begun.view(0) != start.view(0)
    assert all(move.endswith("+amulet") and not move.endswith("+amulet+amulet") for move in begun.legal_moves())


# -- samples -------------------------------------------------------------------------------------------------


def chi_square(view: View, key: Any, expected: dict[str, float], samples: int) -> float:
    """The statistic divided by its degrees of freedom; every sample must be expected."""
    rng = Rng(12345)
    counts: Counter[str] = Counter(key(view.sample(rng).to_text()) for _ in range(samples))
    assert set(counts) <= set(expected), set(counts) - set(expected)
    total = sum(expected.values())
    statistic = sum(
        (counts[name] - samples * weight / total) ** 2 / (samples * weight / total) for name, weight in expected.items()
    )
    return statistic / (len(expected) - 1)


def deals(pool: list[str], number: int) -> dict[str, float]:
    """All hands of `number` cards from a pool of single cards, with the number of ways to be dealt."""
    ways: Counter[str] = Counter(text_of(Counter(hand)) for hand in permutations(pool, number))
    return dict(ways)


def test_sample_deals_green_hands_uniformly() -> None:
    start = settle(Position.start(GAME, 2), seed=9)
    mine = Counter({name: count for name, count in plain(start)["seats"][0]["hand"].items()})
    pool = [name for name, row in KINDS.items() if row.back == "green" for _ in range(row.count - mine[name])]
    assert chi_square(start.view(0), lambda text: field(text, "hand2"), deals(pool, 2), 5_000) < 1.9


def test_sample_respects_backs() -> None:
    start = position(
        2, hands=["-", "thief+merchant+fish0g+wheat0g"], piles=["-", "queen"], docks="fish1,fish0", shown_hands=[None, "-"]
    )
    orange = [name for name, row in KINDS.items() if row.back == "orange"]
    expected = {name: 1.0 for name in orange}
    assert chi_square(start.view(0), lambda text: field(text, "pile2"), expected, 4_000) < 2.2


def test_sample_spreads_a_theft_among_known_cards() -> None:
    start = play(
        position(3, hands=["thief", "fish1*2+wheat1+cattle1"], docks="ivory3,ivory0"), "thief:p2+beige", "stolen:wheat1"
    )
    expected = {"cattle1": 1.0, "fish1": 2.0, "wheat1": 1.0}
    assert chi_square(start.view(2), lambda text: field(text, "hand1"), expected, 4_000) < 4


def test_sample_spreads_what_a_scribes_victim_dropped() -> None:
    start = play(
        position(2, hands=["scribe-fish", "ivory3*3+fish1*2+fish0+wheat1+wheat0"], docks="cattle1,cattle0"),
        "scribe-fish",
        "drop:ivory3",
        "drop:wheat1",
    )
    pool = ["ivory3"] * 3 + ["fish1"] * 2 + ["fish0", "wheat1", "wheat0"]
    assert chi_square(start.view(0), lambda text: field(text, "pile2"), deals(pool, 2), 5_000) < 2.2


def test_sample_deals_around_a_bar_uniformly() -> None:
    start = play(
        position(
            2,
            hands=["courtesan+wheat0g+ivory0g"],
            sets=["fish:fish1*3"],
            docks="cattle1,cattle0",
            discard="ebony0g+marble0g",
        ),
        "courtesan",
    )
    pool = ["ivory0g", "cattle0g", "cattle0g", "wheat0g", "wheat0g"]
    assert chi_square(start.view(1), lambda text: field(text, "hand1"), deals(pool, 2), 5_000) < 2.5


def test_sample_draws_unknown_tokens_uniformly() -> None:
    start = position(3, **with_tokens("flood", 1, "flood+curse+ruse+embalming"), p2="0,0,1")
    expected = {
        "guild-ankh": 1.0,
        "guild-snake": 1.0,
        "guild-reed": 1.0,
        "guild-scorpion": 1.0,
        "prosperity": 2.0,
        "flood": 1.0,
        "curse": 1.0,
    }
    assert chi_square(start.view(2), lambda text: field(text, "tokens"), expected, 4_000) < 2.5


def test_chance_draws_the_deck_as_it_is() -> None:
    start = play(position(3, docks="ivory3", deck=9), "take:0")
    pool = {"orange": 0, "other": 0}
    for name, row in KINDS.items():
        left = row.count - Counter(plain(start)["discard"])[name] - (name == "ivory3")
        if row.back != "green":
            pool["orange" if row.back == "orange" else "other"] += left
    chance = dict(start.outcomes())["dock:?"]
    assert chance == pytest.approx(pool["orange"] / (pool["orange"] + pool["other"]))
    rng = Rng(5)
    drawn = Counter(GAME.move_text(start.draw_code(rng)) for _ in range(20_000))
    for name, probability in start.outcomes():
        assert drawn[name] == pytest.approx(20_000 * probability, abs=5 * (20_000 * probability) ** 0.5 + 1)


# -- nothing unknown matters ---------------------------------------------------------------------------------


def last_sets(**description: Any) -> Position:
    """p1 may lay horizontal sets in the last round, p2 after them; p1 keeps a green card and a character to themselves."""
    settings: dict[str, Any] = {
        "round": 3,
        "phase": "lay",
        "docks": "-",
        "deck": 0,
        "hands": ["fish1*2+fish0g+thief", "wheat1*2+wheat0"],
    }
    return position(**{**settings, **description})


@pytest.mark.parametrize(
    ("matters", "changes"),
    [
        (False, {}),
        (True, {"round": 1}),
        (True, {"round": 2, "totals": [150, 150]}),  # p1 may lay and lose yet
        (False, {"round": 2, "totals": [0, 101], "starter": "p2", "lay": "0+1", "hands": ["fish1*3"]}),
        (True, {"round": 2, "totals": [0, 100], "starter": "p2", "lay": "0+1", "hands": ["fish1*3"]}),
        (True, {"hands": ["fish1*3", "wheat1*2+wheat0g"]}),  # p2 may have a set of wheat
        (False, {"hands": ["fish1*3", "wheat1+wheat0g"]}),  # but not of two cards
        (True, {"hands": ["fish1*3", "wheat1*2"], "shown_hands": [None, "wheat1"]}),  # scarabs break ties
        (True, {"hands": ["fish1*3"], "piles": ["-", "wheat1"], "shown_piles": [None, "-"]}),
        (False, {"hands": ["fish1*3"], "piles": ["-", "merchant+wheat0g"]}),  # no scarabs
        (False, {"hands": ["fish1*3"], "piles": ["wheat1", "-"], "shown_piles": ["-", None]}),  # p2 is not asked
        (True, {"piles": ["wheat1", "-"], "shown_piles": ["-", None]}),  # but here they are
    ],
)
def test_unknown_cards_matter_until_the_last_sets(matters: bool, changes: dict[str, Any]) -> None:
    assert last_sets(**changes).view(0).is_complete is not matters


def test_a_player_who_has_not_laid_yet_keeps_their_secrets() -> None:
    """p1 knows all that matters, p2 does not know whether p1 has a set: that matters to them."""
    start = last_sets(hands=["fish1*2+fish0g", "wheat1*2+wheat0"], starter="p2", turn="p2", act="p2")
    assert not start.view(0).is_complete and not start.view(1).is_complete
    assert play(start, "done").view(0).is_complete


def test_a_turn_is_never_complete() -> None:
    assert not position(round=3, docks="fish1", deck=0, hands=["fish1*2", "wheat1*2"]).view(0).is_complete
