"""The automaton: set-up at every level, Maat phases, scoring and the end (rulebook pp. 22, 25)."""

from __future__ import annotations

import pytest

from egypt import Position, Rng
from egypt.core.errors import EgyptError
from tests.games.tekhenu.scenes import GAME, field, gained, maat, parts, play, position, seat, step_of, through_maat

SOLO_VARIANTS = ("solo-low", "solo-normal", "solo-high")
# Two ways to make it harder go with every level.
SOLO = {
    "solo-low": (False, 4),
    "solo-low-dealt": (True, 4),
    "solo-low-decrees": (False, 8),
    "solo-low-dealt-decrees": (True, 8),
    "solo-normal": (False, 4),
    "solo-normal-dealt": (True, 4),
    "solo-normal-decrees": (False, 8),
    "solo-normal-dealt-decrees": (True, 8),
    "solo-high": (False, 4),
    "solo-high-dealt": (True, 4),
    "solo-high-decrees": (False, 8),
    "solo-hardest": (True, 8),
}


def set_up(variant: str, step: str, seed: int = 0) -> Position:
    """Set-up as far as a step, with the first answer to every question."""
    start = Position.start(GAME, 2, variant)
    rng = Rng(seed)
    while step_of(start) != step:
        start = start.after(start.draw_code(rng)) if start.is_chance else start.after(start.legal_moves()[0])
    return start


# -- set-up ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("variant", "spaces", "shops", "pillars"),
    [
        ("solo-low", [1], [], []),
        ("solo-normal", [1], ["bread5", "granite5"], ["r3c3"]),
        ("solo-high", [1, 4], ["bread5", "granite5"], ["r3c3"]),
        ("solo-hardest", [1, 4], ["bread5", "granite5"], ["r3c3"]),
        ("solo-low-dealt-decrees", [1], [], []),
        ("solo-normal-dealt-decrees", [1], ["bread5", "granite5"], ["r3c3"]),
        ("solo-high-dealt", [1, 4], ["bread5", "granite5"], ["r3c3"]),
    ],
)
def test_pieces_at_the_start(variant: str, spaces: list[int], shops: list[str], pillars: list[str], seed: int) -> None:
    start = set_up(variant, "lot-destiny", seed)
    horus = field(start, "horus").split(",")
    automaton = seat(start, 2)
    assert automaton.gods == {horus[space - 1]: 1 for space in spaces}
    assert (automaton.shops, automaton.pillars, automaton.sites, automaton.people) == (shops, pillars, [], [])
    assert (automaton.vp, automaton.happiness, automaton.population) == (10, 4, 7)
    assert (automaton.goods, automaton.production) == ({}, (0, 0, 0, 0))
    assert (automaton.blessings, automaton.technologies, automaton.decrees) == ([], [], [])
    assert [cell for cell in parts(field(start, "temple"))] == pillars
    assert len(field(start, "slots").split(",")) == 3 and "-" not in field(start, "slots")


def test_table_is_set_for_two() -> None:
    start = set_up("solo-low", "draft")
    assert "T16" not in start.to_text()
    assert "D20" not in start.to_text()
    assert sum(len(dice.split("+")) for dice in parts(field(start, "wheel")).values()) == 18
    assert list(parts(field(start, "hands"))) == ["p1"]
    assert (seat(start, 1).vp, seat(start, 1).goods) == (10, {"gold": 1, "scribe": 1})


@pytest.mark.parametrize("variant", [name for name, (dealt, _) in SOLO.items() if not dealt])
def test_player_takes_two_of_three_starting_cards(variant: str) -> None:
    start = set_up(variant, "draft")
    assert (step_of(start), start.actor, len(start.legal_moves())) == ("draft", 0, 3)
    then = start.after(start.legal_moves()[0])
    assert (step_of(then), then.actor, len(then.legal_moves())) == ("draft", 0, 2)
    last = then.after(then.legal_moves()[0])
    assert step_of(last) != "draft"


@pytest.mark.parametrize("variant", [name for name, (dealt, _) in SOLO.items() if dealt])
def test_player_is_dealt_their_starting_cards(variant: str) -> None:
    start = Position.start(GAME, 2, variant)
    rng = Rng(2)
    lots = []
    while step_of(start) != "lot-destiny":
        if step_of(start) == "lot-starting":
            lots.append(len(start.outcomes()))
            assert [share for _, share in start.outcomes()] == pytest.approx([1 / lots[-1]] * lots[-1])
        assert step_of(start) != "draft"
        start = start.after(start.draw_code(rng)) if start.is_chance else start.after(start.legal_moves()[0])
    assert lots == [12, 11]


def test_a_starting_card_pays_the_automatons_statue_of_osiris() -> None:
    """S01 is an action of Osiris, and statues pay for those of anybody."""
    start = Position.start(GAME, 2, "solo-low")
    rng = Rng(0)
    while step_of(start) != "district":
        if start.is_chance:
            wanted = [text for text, _ in start.outcomes() if text in ("god-tile:osiris", "starting:S01")]
            start = start.after(wanted[0] if wanted else start.draw_code(rng))
        else:
            start = start.after("draft:S01" if "draft:S01" in start.legal_moves() else start.legal_moves()[0])
    assert (seat(start, 2).gods, seat(start, 2).goods) == ({"osiris": 1}, {})
    assert seat(start.after(start.legal_moves()[0]), 2).goods == {"scribe": 1}


def test_automaton_begins_and_takes_a_destiny_card_by_lot() -> None:
    start = set_up("solo-low", "lot-destiny")
    assert field(start, "order") == "p2+p1"
    assert start.outcomes() == [("lot:F01", 0.5), ("lot:F02", 0.5)]
    for card in ("F01", "F02"):
        taken = play(start, f"lot:{card}")
        assert (seat(taken, 2).destiny, seat(taken, 2).goods) == (card, {})
        assert (step_of(taken), taken.actor) == ("destiny", 0)
        left = [name for name in ("F01", "F02", "F03", "F04") if name != card]
        assert taken.legal_moves() == [f"destiny:{name}" for name in left]


@pytest.mark.parametrize("players", [3, 4])
def test_solo_game_has_two_seats(players: int) -> None:
    with pytest.raises(EgyptError):
        Position.start(GAME, players, "solo-normal")


# -- Maat --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "balance"), [(1, 3), (2, 2), (3, 1), (4, 1)])
def test_balance_of_the_automaton(number: int, balance: int) -> None:
    """The player is first with a better balance, and with the same one if their ankh is higher than 4."""

    def first(pips: int, technologies: str = "") -> str:
        p1 = {"dice": f"grey{pips}/tainted" if pips else "", "destiny": "F04", "technologies": technologies}
        start = maat(2, number, "solo-low", p1=p1, p2={"destiny": "F01"})
        return field(through_maat(start, "edict" if number == 4 else "destiny"), "order")[:2]

    assert first(balance - 1) == "p1"
    assert first(balance) == "p2"
    assert first(balance, "T15") == "p1"
    assert first(balance + 1, "T15") == "p2"


def test_automaton_gains_no_faith_at_maat() -> None:
    start = position(
        2,
        "solo-low",
        round=4,
        dice="horus:yellow2",
        p1={"goods": {"faith": 1}, "destiny": "F04"},
        p2={"technologies": "T15", "destiny": "F01"},
    )
    asked = play(start, "take:horus+yellow2+pure")
    assert (step_of(asked), asked.actor) == ("faith", 0)
    assert seat(asked, 2).goods == {}
    assert seat(asked, 2).balance == 3


def test_automaton_takes_no_weight_of_its_dice_or_cards_to_the_scales() -> None:
    p2 = {"technologies": "T15", "destiny": "F01", "dice": "grey6/below grey6/below"}
    start = maat(2, 1, "solo-low", p1={"dice": "grey6/tainted", "destiny": "F04"}, p2=p2)
    end = through_maat(start, "lot-destiny")
    assert gained(start, end, 2) == {}
    assert field(end, "order") == "p2+p1"


def test_automaton_second_takes_no_destiny_card() -> None:
    asked = through_maat(maat(2, 1, "solo-low", p1={"destiny": "F04"}, p2={"destiny": "F02"}), "destiny")
    assert field(asked, "order") == "p1+p2"
    assert asked.legal_moves() == [f"destiny:F0{number}" for number in (1, 2, 3, 4)]
    end = through_maat(play(asked, "destiny:F02"))
    assert seat(end, 2).destiny is None
    assert seat(end, 1).destiny == "F02"


def test_automaton_first_takes_a_destiny_card_by_lot() -> None:
    start = maat(2, 1, "solo-low", p1={"dice": "grey6/tainted", "destiny": "F04"}, p2={"destiny": "F02"})
    lot = through_maat(start, "lot-destiny")
    assert lot.outcomes() == [("lot:F01", 0.5), ("lot:F02", 0.5)]
    asked = play(lot, "lot:F02")
    assert asked.legal_moves() == ["destiny:F01", "destiny:F03", "destiny:F04"]
    assert seat(asked, 2).goods == {}


# -- scoring -----------------------------------------------------------------------------------------------------


def scored(number: int = 2, variant: str = "solo-low", **p2: object) -> int:
    """VP of the automaton in a scoring; the player is first in turn order."""
    start = maat(2, number, variant, p2=p2)
    return seat(through_maat(start), 2).vp - seat(start, 2).vp


def test_automaton_scores_districts_temple_statues_and_happiness() -> None:
    assert scored(shops="bread1") == 3
    assert scored(sites="west1 south2", pillars="r1c2") == 2 + 2
    assert scored(people="row", pillars="r3c1") == 1 + 1 + 1  # the statue itself, its place, a pillar in line
    assert scored(gods="ra thoth osiris") == 6
    assert [scored(happiness=happiness, population=21) for happiness in (8, 9, 13, 16, 19, 21)] == [0, 3, 6, 9, 12, 15]


def test_automaton_scores_neither_production_nor_its_row_and_pays_no_bread() -> None:
    assert scored(production=(6, 6, 6, 6)) == 0
    shops = "bread1 bread2 bread3 bread4 bread5 bread6 papyrus1 papyrus2 papyrus3 papyrus4"
    assert scored(shops=shops) == 3 + 3


def test_cards_bring_points_and_blessings_leave() -> None:
    assert scored(blessings="B01 B02 B03") == 6
    assert scored(technologies="T01 T17") == 4
    start = maat(2, 2, "solo-low", p2={"blessings": "B01", "technologies": "T01"})
    end = through_maat(start)
    assert (seat(end, 2).blessings, seat(end, 2).technologies) == ([], ["T01"])
    assert field(end, "discard-blessings") == "B01"


@pytest.mark.parametrize("number", [1, 3])
def test_no_scoring_in_odd_maat_phases(number: int) -> None:
    assert scored(number, blessings="B01", technologies="T01", shops="bread1") == 0


@pytest.mark.parametrize(("variant", "vp"), [(name, vp) for name, (_, vp) in SOLO.items()])
def test_decrees_at_the_end(variant: str, vp: int) -> None:
    assert scored(4, variant, known="D01 D02 D03 D04") == 4 * vp  # not three of them, not one per symbol
    assert scored(2, variant, known="D01") == 0


@pytest.mark.parametrize(("scribes", "vp"), [(0, 0), (1, 0), (2, 1), (5, 2), (6, 3)])
def test_scribes_at_the_end(scribes: int, vp: int) -> None:
    assert scored(4, goods={"scribe": scribes} if scribes else {}) == vp
    assert scored(2, goods={"scribe": scribes} if scribes else {}) == 0


def test_place_in_turn_order_at_the_end() -> None:
    start = maat(2, 4, "solo-low", p1={"dice": "grey2/tainted"})
    assert through_maat(start).scores() == [10, 13]
    assert through_maat(maat(2, 4, "solo-low")).scores() == [13, 10]


# -- what it ignores ---------------------------------------------------------------------------------------------


def test_automaton_ignores_its_cards_when_its_statue_pays() -> None:
    start = position(
        2,
        "solo-low",
        horus="bastet ra thoth hathor osiris horus",
        dice="bastet:grey5",
        p1={"goods": {"papyrus": 2}},
        p2={"gods": "bastet", "technologies": "T07"},
    )
    assert gained(start, play(start, "take:bastet+grey5+tainted"), 2) == {"scribe": 1}


def test_every_difficulty_is_a_variant() -> None:
    assert {name for name in GAME.variants if name.startswith("solo")} == set(SOLO)


@pytest.mark.parametrize("variant", [*SOLO_VARIANTS, "solo-hardest"])
def test_random_solo_games_end(variant: str) -> None:
    rng = Rng(11)
    for _ in range(3):
        start = Position.start(GAME, 2, variant)
        while not start.is_over:
            assert start.actor in (-1, 0)
            moves = start.legal_codes()
            start = start.after(start.draw_code(rng) if start.is_chance else moves[rng.below(len(moves))])
            start.validate()
        automaton = seat(start, 2)
        assert set(automaton.goods) <= {"scribe"}
        assert automaton.production == (0, 0, 0, 0)
        assert len(automaton.dice) == 4
