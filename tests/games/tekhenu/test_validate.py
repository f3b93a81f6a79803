"""What no game leads to is refused, with the field and what it says; what a game leads to is not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from egypt import Position, Rng, View
from egypt.core.errors import StateError
from egypt.games.tekhenu.course import AUTOMATON, COURSE
from tests.games.tekhenu.scenes import GAME, maat, play, rewritten, step_of, through_maat
from tests.games.tekhenu.scenes import position as scene
from tests.scale import scaled

STACK_NB = 24  # of state.pxd
LONGEST_LIST = 19  # steps of the set-up, the longest list of validate_course.pyx


def random_positions(players: int, variant: str, seed: int) -> Iterator[Position]:
    """All positions of a random game in which blessings and extra actions are played whenever there is a chance of it."""
    rng = Rng(seed)
    where = Position.start(GAME, players, variant)
    yield where
    while not where.is_over:
        if where.is_chance:
            where = where.after(where.draw_code(rng))
        else:
            moves = where.legal_moves()
            rare = [move for move in moves if move.startswith(("bless", "anubis:", "extra", "refresh"))]
            moves = rare if rare and rng.below(2) else moves
            where = where.after(moves[rng.below(len(moves))])
        yield where


def at_step(step: str, players: int = 2, variant: str = "standard") -> Position:
    """The first position of some random game at this step."""
    for seed in range(200):
        for where in random_positions(players, variant, seed):
            if step_of(where) == step:
                return where
    raise AssertionError(f"no game has come to {step}")


# -- what a game leads to ------------------------------------------------------------------------------------------

TABLES = [(players, variant) for variant in ("standard", "printed") for players in (2, 3, 4)]
TABLES += [(2, variant) for variant in GAME.variants if variant.startswith("solo")]


@pytest.mark.parametrize(("players", "variant"), TABLES)
def test_every_position_of_a_game_is_valid(players: int, variant: str) -> None:
    for seed in range(max(1, scaled(3))):
        for number, where in enumerate(random_positions(players, variant, seed)):
            where.validate()
            if number % 20 == 0:
                for seat in range(players):
                    where.view(seat).validate()


# -- the stack -----------------------------------------------------------------------------------------------------


def test_the_stack_never_overflows() -> None:
    """The highest stack that the table of the order of play allows, on the longest list, with a step that is being done.

    Steps wait for a payment one at a time. The others may wait on each other as often as the table says. In the set-up the
    list is long and few steps come on top of it; later it is short.
    """
    rows = {row.step: row for row in COURSE}

    def highest(below: str, left: dict[str, int], in_set_up: bool) -> int:
        best = 1  # a step that waits for a payment, or the one that is being done
        for row in COURSE:
            if below in row.on and row.waits == "always" and left.get(row.step, row.most) and (row.set_up or not in_set_up):
                best = max(best, 1 + highest(row.step, {**left, row.step: left.get(row.step, row.most) - 1}, in_set_up))
        return best

    fixed = [row.step for row in COURSE if not row.on] + [AUTOMATON]
    in_play = max(highest(step, {}, in_set_up=False) for step in fixed)
    before = max(highest(step, {}, in_set_up=True) for step in fixed)
    lists = {"finish": 10, "next-round": 9}  # the last Maat phase of four players; one with a scoring, and new dice
    assert all(step in rows for step in lists)
    assert max(lists.values()) + in_play <= STACK_NB
    # Of the set-up only its last steps have anything on top: two for each player, destiny, and the end.
    assert 2 * 4 + 2 + before <= STACK_NB
    assert LONGEST_LIST + 1 <= STACK_NB


# -- positions that corrupted memory, ended in an internal error or could not be played on -----------------------------

MAAT = through_maat(maat(2, 4), "faith").to_text()
TURN = scene(p1={"goods": {"granite": 5, "papyrus": 5, "bread": 5}}, dice="horus:yellow4").to_text()
RICH = scene(p1={"goods": {"granite": 5, "gold": 1}}, dice="horus:grey2")
PAYING = play(RICH, "take:horus+grey2+tainted", "statue:row").to_text()
DRAFT = at_step("draft").to_text()
DEAL = at_step("deal").to_text()
KEEP = at_step("keep", 3).to_text()
OFFER = at_step("keep-offer").to_text()
DEBEN = at_step("deben", variant="solo-low").to_text()
LOT = at_step("lot-cell", variant="solo-high").to_text()


def changed(text: str, **fields: str) -> str:
    return rewritten(text, **fields)


REFUSED = [
    (
        "a decree before the last scoring, in the set-up",
        changed(MAAT, step="edict*1", stack="lot-starting*2+settle-order"),
        "stack=lot-starting*2+settle-order",
    ),
    ("the draft in round 16", changed(MAAT, step="edict", stack="starting*5+drafter+draft+settle-order"), "stack=starting"),
    ("destiny cards after the last round", changed(MAAT, step="destiny", stack="dice*2+dice*26+next-round"), "stack=dice*2"),
    (
        "bread after the last round, then another one",
        changed(MAAT, step="upkeep*1", stack="collect+destiny+next-round"),
        "stack=collect",
    ),
    ("a decree before the first Maat phase", changed(TURN, step="edict"), "step=edict"),
    ("faith in a turn", changed(TURN, step="faith"), "step=faith"),
    ("a turn at the place of another one", changed(TURN, place="1"), "seat=p1"),
    ("a turn of another seat", changed(TURN, seat="p2", act="p2"), "seat=p2"),
    ("another seat answers", changed(TURN, act="p2"), "act=p2"),
    ("a turn in the set-up", changed(TURN, round="0"), "stack=end-turn"),
    ("rotation after an odd round", changed(TURN, stack="rotation"), "stack=rotation"),
    ("two offered cards that nobody drew", changed(TURN, step="keep-offer"), "step=keep-offer"),
    ("no card on offer", changed(OFFER, now="-"), "now offer:-"),
    ("an auto step", changed(TURN, step="fill"), "step=fill"),
    ("a step too many", changed(TURN, stack="use+end-turn"), "step=turn"),
    ("a step that never waits", changed(TURN, stack="statue*1+end-turn"), "stack=statue*1"),
    ("a statue without granite", changed(TURN, step="statue*1", stack="use+end-turn"), "now die:-"),
    ("a price that is none", PAYING.replace("due:granite*2", "due:granite*9"), "now due:granite*9"),
    ("no price", PAYING.replace(",due:granite*2", ""), "now due:-"),
    ("a die on no scales", PAYING.replace("die:horus+grey2", "die:horus+grey3"), "now die:horus+grey3"),
    ("picks beyond the draft", changed(DRAFT, step="draft*7"), "step=draft*7"),
    ("decrees for nobody", changed(DEAL, step="deal*3"), "step=deal*3"),
    ("decrees for a seat beyond the bits of a number", changed(DEAL, step="deal*32"), "step=deal*32"),
    ("a hand too many", changed(DEAL, step="deal*1"), "hands="),
    ("a chooser who has chosen", KEEP.replace("pending=p1+p2+p3", "pending=p2+p3"), "act=p1"),
    ("the marker beyond the pyramid", DEBEN.replace("marker=1", "marker=4"), "marker=4"),
    ("a marker in the wrong round", DEBEN.replace("marker=1", "marker=0"), "marker=0"),
    ("a lot for a slot that is not", changed(LOT, step="lot-cell*3"), "step=lot-cell*3"),
    ("a lot of the automaton in a player's turn", changed(TURN, step="lot-site*3", act="chance"), "step=lot-site*3"),
    ("a decree that was played by nobody", changed(MAAT, edict="p1"), "edict=p1"),
    ("more dice than turns", TURN.replace("destiny:F01", "destiny:F01,dice:brown1/pure", 1), "bag="),
    ("no destiny card", TURN.replace(",destiny:F01", ""), "p1 destiny:-"),
    ("a section that was not opened", TURN.replace("p1=vp:10,population:5", "p1=vp:10,population:9"), "open=1+2"),
    ("points for the eye", TURN.replace("vp:10", "vp:999"), "p1 vp:999"),
    ("a balance in a turn", TURN.replace("destiny:F01", "destiny:F01,balance:4"), "p1 balance:4"),
]


@pytest.mark.parametrize(("text", "named"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_impossible_positions_are_refused_by_field_and_token(text: str, named: str) -> None:
    with pytest.raises(StateError) as caught:
        Position.from_text(text, GAME)
    assert named in str(caught.value)


# -- views ---------------------------------------------------------------------------------------------------------


def test_a_view_is_refused_that_nobody_has() -> None:
    """What the viewer knows of decrees under the deck, and whose choices they know of."""
    where = at_step("keep", 3)
    text = where.view(0).to_text()
    assert View.from_text(text, GAME) == where.view(0)
    with pytest.raises(StateError, match="act=p1"):
        View.from_text(text.replace("pending=p1+p2+p3", "pending=p2+p3"), GAME)
    with pytest.raises(StateError, match="under="):
        View.from_text(text.replace("act=p1;pending=p1+p2+p3", "act=p1;pending=p1+p3"), GAME)


@pytest.mark.parametrize("step", ["edict", "destiny", "upkeep", "turn", "use", "pay", "cards", "bonus"])
def test_samples_of_a_view_are_valid(step: str) -> None:
    where = at_step(step, 3)
    for seat in range(3):
        view = View.from_text(where.view(seat).to_text(), GAME)
        for seed in range(10):
            world = view.sample(Rng(seed))
            world.validate()
            assert world.view(seat) == view
