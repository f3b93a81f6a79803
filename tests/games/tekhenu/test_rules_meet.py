"""Where rules of several chapters meet: cards that help each other, markers at their ends, statues within actions."""

from __future__ import annotations

import pytest

from tests.games.tekhenu.scenes import (
    COLOURS,
    GODS,
    field,
    gained,
    maat,
    moves_of,
    parts,
    play,
    position,
    seat,
    settle,
    step_of,
    through_maat,
)

# The pan of yellow, brown, white, black and grey dice by the way of their sector from the first sunny one, clockwise.
PANS = {
    "sunny": ("tainted", None, "pure", None, "tainted"),
    "shaded": ("pure", "pure", "tainted", "tainted", "tainted"),
    "dark": (None, "tainted", None, "pure", "tainted"),
}
LIGHTS = ("sunny", "sunny", "shaded", "dark", "dark", "shaded")

# -- the wheel ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sun", GODS)
@pytest.mark.parametrize("god", GODS)
def test_which_dice_may_be_taken_wherever_the_sun_stands(sun: str, god: str) -> None:
    start = position(
        sun=sun,
        dice=" ".join(f"{god}:{colour}3" for colour in COLOURS),
        spare="",
        p1={"goods": {"papyrus": 9, "bread": 9, "limestone": 9, "granite": 9}},
    )
    pans = PANS[LIGHTS[(GODS.index(god) - GODS.index(sun)) % 6]]
    takes = {f"take:{god}+{colour}3+{pan}" for colour, pan in zip(COLOURS, pans, strict=True) if pan}
    assert set(start.legal_moves()) == takes


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("sun", GODS)
def test_new_dice_come_to_the_sectors_shaded_after_the_turn_of_the_wheel(sun: str, players: int) -> None:
    """The last die of a second round turns the wheel; as many new ones as players come to each shaded sector."""
    start = position(
        players,
        sun=sun,
        round=2,
        seat=f"p{players}",
        dice=f"{sun}:white2",
        spare="",
        **{f"p{players}": {"happiness": 0}},  # no god has anything for them, so that they produce
    )
    turned = play(start, f"take:{sun}+white2+pure")
    while step_of(turned) == "dice":
        turned = turned.after(turned.outcomes()[0][0])
    wheel = {row["god"]: len(row["dice"]) for row in turned.as_dict()["wheel"]}
    now = (GODS.index(sun) + 1) % 6
    assert wheel == {god: players if LIGHTS[(GODS.index(god) - now) % 6] == "shaded" else 0 for god in GODS}


# -- cards that help each other -----------------------------------------------------------------------------------


def test_granite_of_a_technology_pays_for_the_statue_of_a_tile() -> None:
    """P12 is an action of Horus, and T04 brings its granite before the statue is paid for."""
    start = position(
        sun="hathor",  # Ra is shaded
        dice="ra:grey1",
        slots="P08 P09 P12",
        p1={"technologies": "T04", "goods": {"limestone": 2, "granite": 2}},
    )
    asked = play(start, "take:ra+grey1+tainted", "cell:r2c3", "turn:0")
    assert moves_of(asked, "statue")[:3] == ["statue:1", "statue:2", "statue:3"]
    end = play(asked, "statue:workshops")
    assert gained(start, end)["granite"] == -2  # one for the tile; one of T04 and one for the statue
    assert seat(end).people == ["workshops"]


def test_any_time_blessing_between_an_extra_action_and_the_normal_one() -> None:
    """The tile of the extra action makes room for happiness, which then opens a better section to Thoth."""
    start = position(
        sun="ra",
        dice="thoth:black1",
        slots="P08 P09 P01",
        p1={"blessings": "B07 B19", "goods": {"limestone": 2, "granite": 1}, "population": 7, "happiness": 7},
    )
    asked = play(start, "take:thoth+black1+pure", "bless:B19", "done", "extra:ra+1", "cell:r1c3", "turn:0")
    while asked.is_chance:
        asked = asked.after(asked.outcomes()[0][0])
    assert "bless:B07+happiness" in asked.legal_moves()
    asked = play(asked, "bless:B07+happiness")
    assert (seat(asked).population, seat(asked).happiness) == (9, 9)
    assert "cards:3a" in play(asked, "use:thoth+1").legal_moves()


def test_work_before_prayer_may_be_shifted_to_pay_for_the_prayer() -> None:
    """T13 shifts the production of T19, and what that brings counts for the action of the god."""
    start = position(
        sun="hathor",  # Ra is shaded
        dice="ra:white1",
        slots="P07 P08 P04",
        p1={"technologies": "T13 T19", "goods": {"scribe": 1}, "production": (2, 2, 3, 2)},
    )
    taken = play(start, "take:ra+white1+tainted")
    assert "work-and-use:ra+1" in taken.legal_moves()
    end = play(taken, "work-and-use:ra+1", "shift:3", "cell:r2c2", "turn:0")
    assert seat(end).pillars == ["r2c2"]
    assert seat(end).goods["limestone"] == 3 + 1 - 3


def test_work_before_prayer_may_be_blessed_to_pay_for_the_prayer() -> None:
    start = position(
        sun="hathor",
        dice="ra:white1",
        slots="P07 P08 P04",
        p1={"technologies": "T19", "blessings": "B05", "goods": {"scribe": 1}},
    )
    taken = play(start, "take:ra+white1+tainted")
    assert "work-and-use:ra+1" in taken.legal_moves()
    assert "produce:limestone+1" in taken.legal_moves()  # without the blessing, which work and prayer have to play
    end = play(taken, "work-and-use:ra+1", "cell:r2c2", "turn:0", "pay:limestone+gold*2")
    assert seat(end).pillars == ["r2c2"]


def test_a_grey_die_without_use_must_be_recoloured() -> None:
    """Whoever takes it for the sake of a blessing that recolours it has to play that blessing."""
    start = position(dice="horus:grey3", p1={"blessings": "B11"})  # no granite for a statue
    taken = play(start, "take:horus+grey3+tainted")
    assert "done" not in taken.legal_moves()
    end = play(taken, "bless:B11+yellow4")
    assert gained(start, end) == {"papyrus": 2, "surplus": 2}
    assert seat(end).dice == ["grey3/pure"]


def test_a_grey_die_with_use_need_not_be_recoloured() -> None:
    start = position(dice="horus:grey3", p1={"blessings": "B11", "goods": {"granite": 2}})
    assert "done" in play(start, "take:horus+grey3+tainted").legal_moves()


def test_a_grey_die_of_use_with_another_value_must_get_one() -> None:
    """Without papyrus Thoth gives a card for a low value alone, and only B09 leads there."""
    start = position(dice="thoth:grey4", p1={"blessings": "B09"})
    asked = play(start, "take:thoth+grey4+tainted")
    assert moves_of(asked, "use") == ["use:thoth+1", "use:thoth+2"]  # B09 was the only answer
    assert seat(asked).blessings == []


def test_no_die_is_made_a_grey_one_of_no_use() -> None:
    start = position(dice="horus:white3", p1={"blessings": "B11"})
    assert not moves_of(play(start, "take:horus+white3+tainted"), "bless:B11+grey3")
    start = position(dice="horus:white3", p1={"blessings": "B11", "goods": {"granite": 2}})
    assert "bless:B11+grey3" in play(start, "take:horus+white3+tainted").legal_moves()


def test_work_before_prayer_with_a_recoloured_die() -> None:
    """A grey die that counts as black lies in the shade as a tainted one, and works as a black one."""
    start = position(
        dice="horus:grey2",
        p1={"technologies": "T19", "blessings": "B11", "goods": {"scribe": 1}, "production": (2, 2, 2, 2)},
    )
    end = play(start, "take:horus+grey2+tainted", "bless:B11+black2", "work-and-use:horus+2", "statue:2")
    assert seat(end).dice == ["grey2/tainted"]
    assert seat(end).gods == {"bastet": 1}
    assert gained(start, end) == {"scribe": -1}


def test_a_forbidden_die_declared_tainted_works_before_prayer() -> None:
    start = position(
        dice="ra:black3",
        slots="P07 P09 P08",
        p1={"technologies": "T08 T19", "goods": {"scribe": 1}, "production": (2, 2, 2, 3)},
    )
    assert moves_of(play(start, "take:ra+black3+pure"), "work-and-use") == []
    taken = play(start, "take:ra+black3+tainted")
    assert moves_of(taken, "work-and-use") == ["work-and-use:ra+3"]


def test_anubis_for_a_scribe_and_a_gold() -> None:
    """T10 pays one point, though gold has stood in twice; T23 pays for the action."""
    start = position(
        dice="ra:black4", p1={"technologies": "T10 T23", "goods": {"scribe": 2, "gold": 1}, "production": (6, 2, 2, 2)}
    )
    end = play(start, "anubis", "pay:gold+scribe", "take:ra+black4", "produce:papyrus+6")
    assert gained(start, end) == {"gold": -1, "scribe": -2, "vp": 4, "papyrus": 6}


def test_anubis_produces_anything_with_a_grey_die() -> None:
    start = position(dice="ra:grey3", p1={"goods": {"scribe": 2}})
    taken = play(start, "anubis", "take:ra+grey3")
    assert moves_of(taken, "produce") == [f"produce:{kind}+3" for kind in ("papyrus", "bread", "limestone", "granite")]


def test_a_waived_pillar_and_a_waived_statue_need_two_blessings() -> None:
    start = position(sun="hathor", dice="ra:grey1", slots="P08 P09 P12", p1={"blessings": "B13 B14"})
    end = play(start, "take:ra+grey1+tainted", "cell:r2c3", "turn:0", "bless:B14", "statue:1")
    assert seat(end).blessings == []
    assert seat(end).gods == {"thoth": 1}


# -- statues ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "brought"), [(2, 0), (3, 2), (4, 0)])
def test_a_statue_for_horus_by_the_action_of_horus(players: int, brought: int) -> None:
    """Two points when it is built with three players, and nobody is paid for the action that built it."""
    start = position(players, dice="horus:white5", horus="thoth bastet osiris hathor horus ra", p1={"goods": {"granite": 2}})
    end = play(start, "take:horus+white5+tainted", "use:horus+5", "statue:5")
    assert seat(end).gods == {"horus": 1}
    assert gained(start, end).get("vp", 0) == brought


@pytest.mark.parametrize(("players", "own"), [(2, 2), (3, 0), (4, 0)])
def test_own_statue_at_an_own_action(players: int, own: int) -> None:
    start = position(
        players,
        dice="bastet:grey1",
        horus="thoth ra osiris hathor bastet horus",
        p1={"gods": "bastet", "goods": {"papyrus": 2}},
    )
    end = play(start, "take:bastet+grey1+tainted")
    assert gained(start, end).get("vp", 0) == own


def test_two_statues_for_one_god_pay_once() -> None:
    start = position(
        3,
        dice="bastet:grey1",
        horus="thoth ra osiris hathor bastet horus",
        p1={"goods": {"papyrus": 2}},
        p2={"gods": "bastet*2"},
    )
    end = play(start, "take:bastet+grey1+tainted")
    assert gained(start, end, 2) == {"vp": 2}


def test_production_is_no_action_of_the_god_of_the_sector() -> None:
    start = position(
        dice="bastet:white2",
        horus="thoth ra osiris hathor bastet horus",
        p1={"goods": {"papyrus": 2}},
        p2={"gods": "bastet"},
    )
    end = play(start, "take:bastet+white2+tainted", "produce:limestone+2")
    assert gained(start, end, 2) == {}


def test_a_statue_of_a_tile_pays_for_horus_and_for_ra() -> None:
    """P12 is an action of Horus within one of Ra: owners of statues are paid for both."""
    start = position(
        4,
        sun="hathor",
        dice="ra:grey1",
        slots="P08 P09 P12",
        horus="thoth bastet osiris horus ra hathor",
        p1={"goods": {"limestone": 2, "granite": 3}},
        p2={"gods": "horus"},
        p3={"gods": "ra"},
    )
    end = play(start, "take:ra+grey1+tainted", "cell:r2c3", "turn:0", "statue:quarries", "tile:P01")
    assert gained(start, end, 2) == {"gold": 1}
    assert gained(start, end, 3) == {"vp": 2}


# -- markers ------------------------------------------------------------------------------------------------------


def test_a_section_opened_in_a_turn_can_be_used_in_it() -> None:
    start = position(dice="thoth:black1", p1={"blessings": "B07 B08", "population": 8, "happiness": 7})
    opened = play(start, "bless:B07+population")
    while opened.is_chance:
        opened = opened.after(opened.outcomes()[0][0])
    asked = play(opened, "bless:B08+happiness", "take:thoth+black1+pure", "use:thoth+1")
    assert {"cards:1a", "cards:2d", "cards:3d"} <= set(asked.legal_moves())


def test_two_sections_open_at_once() -> None:
    start = position(dice="hathor:grey6", p1={"goods": {"bread": 2}, "population": 8})
    end = settle(play(start, "take:hathor+grey6+tainted", "site:west1"))
    market = parts(field(end, "market"))
    assert [card[0] for slot, card in market.items() if slot[0] in "34"] == list("BTTD" + "BTDD")


def test_happiness_spent_on_a_building_closes_a_section() -> None:
    """The extra action of Osiris comes first: Thoth sees the happiness that is left."""
    start = position(dice="thoth:black1", p1={"blessings": "B17", "goods": {"scribe": 1}, "population": 6, "happiness": 5})
    taken = play(start, "take:thoth+black1+pure", "bless:B17")
    assert "cards:2a" in play(taken, "use:thoth+1").legal_moves()
    after = play(taken, "extra:osiris+1", "district:bread", "use:thoth+1")
    assert [move for move in moves_of(after, "cards") if move[6] != "1"] == []


def test_the_track_ends_at_21_for_the_population() -> None:
    start = position(dice="hathor:grey6", p1={"population": 19, "goods": {"bread": 2}})
    assert gained(start, play(start, "take:hathor+grey6+tainted", "site:west1"))["population"] == 2


def test_scribes_of_a_festival_by_the_value_used() -> None:
    start = position(dice="bastet:grey4", p1={"population": 9, "goods": {"papyrus": 2, "scribe": 1}})
    end = play(start, "take:bastet+grey4+tainted", "use:bastet+2")
    assert gained(start, end) == {"papyrus": -2, "happiness": 2, "scribe": -1 + 2}


def test_the_end_of_the_track_reached_by_a_destiny_card() -> None:
    """The action comes at once, is paid for, and pays the statues of others; then the next player takes their card."""
    start = maat(
        2,
        1,
        horus="thoth ra osiris hathor bastet horus",
        p1={"population": 21, "happiness": 20, "rewards": "gold scribe", "goods": {"papyrus": 2}, "destiny": "F04"},
        p2={"gods": "bastet"},
    )
    asked = play(through_maat(start, "destiny"), "destiny:F03", "raise:happiness")
    assert step_of(asked) == "free-action"
    assert "use:hathor+1" not in asked.legal_moves()
    end = play(asked, "use:bastet+1")
    assert gained(start, end) == {"happiness": 1, "papyrus": -2, "scribe": 2}
    assert gained(start, end, 2) == {"vp": 2}
    assert step_of(end) == "destiny"
    assert end.as_dict()["to_act"] == "p2"


def test_surplus_of_an_action_by_a_destiny_card_weighs_in_the_next_phase() -> None:
    """The scales were emptied before the destiny cards were taken."""
    p1 = {"population": 21, "happiness": 20, "rewards": "gold scribe", "surplus": 2}
    start = maat(2, 1, p1=p1, p2={"dice": "black6/pure"})
    asked = play(through_maat(start, "destiny"), "destiny:F03", "raise:happiness")
    assert seat(asked, 1).surplus == 0
    assert seat(play(asked, "produce:bread+6"), 1).surplus == 4


@pytest.mark.parametrize(("card", "paid"), [("T10", "scribe"), ("T22", "limestone")])
def test_what_stands_in_outside_a_turn_brings_no_point(card: str, paid: str) -> None:
    """The rulebook pays for an exchange in one's turn; taking a destiny card is none."""
    p1 = {"population": 21, "happiness": 20, "rewards": "gold scribe", "technologies": card, "goods": {paid: 2}}
    start = maat(2, 1, p1={**p1, "destiny": "F04"})
    end = play(through_maat(start, "destiny"), "destiny:F03", "raise:happiness", "use:horus+4", "statue:workshops")
    assert gained(start, end) == {"happiness": 1, paid: -2, "gold": 1}


def test_the_end_of_the_track_reached_by_a_decree() -> None:
    """The festival of D23 is free, the action at the end of the track is not."""
    start = maat(2, 4, p1={"population": 21, "happiness": 19, "rewards": "gold scribe", "decrees": "D23"})
    asked = play(through_maat(start, "edict"), "use:bastet+6")
    assert step_of(asked) == "free-action"
    assert moves_of(asked, "use:bastet+6") == moves_of(asked, "use:horus+1") == []
    assert "produce:bread+6" in asked.legal_moves()


# -- limits -------------------------------------------------------------------------------------------------------


def test_ten_buildings_are_all_wherever_they_stand() -> None:
    shops = "papyrus1 bread1 limestone1 granite1 papyrus2 bread2 limestone2 granite2"
    start = position(
        dice="hathor:grey3 osiris:grey3", p1={"sites": "west1 west2", "shops": shops, "goods": {"bread": 9}, "happiness": 4}
    )
    assert not [move for move in moves_of(start, "take") if "grey" in move]


@pytest.mark.parametrize("scribes", range(1, 4))
@pytest.mark.parametrize("face", range(1, 7))
def test_values_within_reach_of_scribes(face: int, scribes: int) -> None:
    start = position(dice=f"ra:white{face}", p1={"goods": {"scribe": scribes}})
    taken = play(start, f"take:ra+white{face}+pure")
    values = [int(move[-1]) for move in moves_of(taken, "produce")]
    assert values == [value for value in range(1, 7) if abs(value - face) <= 2 * scribes]
