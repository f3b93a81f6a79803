"""The order of play, as far as a position shows it: which steps there are, whom each asks, and what may wait below it.

The course of the game itself (set-up, rounds, Maat) is a list that validate_course.pyx writes down step by step. This table
is for what happens in between: the decisions of a turn, and the actions, which may lead to further actions. `on` names the
steps that may lie directly below; a step without `on` stands in the lists alone. A step lies on the stack while it waits:

  never      it is the current step or gone
  payment    it is carried out as soon as what is due is paid, and waits for nothing else
  always     others come in between

Nothing waits on the stack `most` times over, which bounds its height (tests/games/tekhenu/test_validate.py).
"""

from __future__ import annotations

from typing import NamedTuple

# In the order of state.pxd.
STEPS = (
    "none", "sun", "god-tile", "tile", "dice", "card", "deal", "keep", "starting", "drafter", "draft",
    "settle-order", "destiny", "destiny-gain", "starting-gain", "offer", "keep-offer", "mix", "settled",
    "turn", "modify", "use", "shift", "pay", "begin", "begin-virtual", "begin-free", "bonus", "marker",
    "free-action", "late-blessing", "end-turn", "next-turn", "statue", "build-statue", "cell", "rotate",
    "raise-pillar", "finish-pillar", "site", "build-site", "festival", "cards", "take-cards", "refresh",
    "fill", "district", "yield", "tile-horus", "draw-decree", "rotation", "faith", "judgement", "edict",
    "score", "upkeep", "reveal", "finish", "collect", "next-round", "pyramid", "deben", "lot-die",
    "lot-statue", "lot-cell", "lot-site", "lot-destiny", "lot-starting", "over",
)  # fmt: skip

ASKS = ("nobody", "nature", "turn player", "seat in turn order", "owner of a statue", "all seats", "drafter")
WAITS = ("never", "payment", "always")

AUTOMATON = "automaton"  # stands for the turn of the automaton: nothing but its end lies below
# Where an action may take place: the normal and the extra ones, and the one at the end of the happiness track, which follows
# what moved the marker: a blessing, a festival, a tile, a destiny card. And a decree before the last scoring.
DECIDED = ("turn", "modify", "use", "late-blessing", "edict", "destiny")
ACTING = (*DECIDED, "bonus")
OWING = (*ACTING, "free-action")  # the action has itself moved the marker to the end of the track
BY_A_TILE = ("finish-pillar",)  # a pillar tile may let its owner act as Horus, Thoth or Osiris
IN_SET_UP = ("starting-gain", "destiny-gain", "settled")


class Row(NamedTuple):
    step: str
    asks: str = "nobody"
    on: tuple[str, ...] = ()
    waits: str = "never"
    most: int = 1
    set_up: bool = False  # also before the first round


COURSE = (
    # -- set-up, rulebook pp. 6-8
    Row("sun", "nature"),
    Row("god-tile", "nature"),
    Row("tile", "nature", on=(*OWING, "fill", AUTOMATON)),
    Row("dice", "nature"),
    Row("fill", on=(*OWING, *IN_SET_UP, "fill", "cards", "yield", "next-turn", "next-round", "rotation", AUTOMATON),
        waits="always", most=4, set_up=True),
    Row("card", "nature", on=("fill",), set_up=True),
    Row("deal", "nature"),
    Row("keep", "all seats"),
    Row("starting", "nature"),
    Row("drafter", "nature"),
    Row("draft", "drafter"),
    Row("lot-starting", "nature"),
    Row("settle-order"),
    Row("destiny", "seat in turn order"),
    Row("starting-gain"),
    Row("offer", "nature", on=("keep-offer", "offer"), waits="always", set_up=True),
    Row("keep-offer", "turn player", on=("starting-gain",), waits="always", set_up=True),
    Row("mix", "turn player", on=("starting-gain",), set_up=True),
    Row("destiny-gain"),
    Row("marker", "turn player", on=("destiny", *IN_SET_UP), set_up=True),
    Row("settled"),
    # -- a turn, pp. 10, 14-15
    Row("next-turn"),
    Row("turn", "turn player", on=("end-turn",), waits="always"),
    Row("modify", "turn player", on=("end-turn",), waits="always"),
    Row("use", "turn player", on=("end-turn",), waits="always"),
    Row("shift", "turn player", on=("use",), waits="payment"),
    Row("begin", on=("use",), waits="payment"),
    Row("pay", "turn player", on=("turn", "modify", "shift", "begin", "build-statue", "raise-pillar", "build-site",
                                  "festival", "take-cards", "refresh")),
    Row("late-blessing", "turn player", on=("end-turn",), waits="always"),
    Row("end-turn"),
    # -- the actions, pp. 16-21
    Row("free-action", "turn player", on=DECIDED, waits="always"),
    Row("bonus", "owner of a statue", on=(*OWING, *BY_A_TILE, "starting-gain", AUTOMATON), waits="always", most=3,
        set_up=True),
    Row("statue", "turn player", on=(*ACTING, *BY_A_TILE)),
    Row("build-statue", on=(*ACTING, *BY_A_TILE), waits="payment"),
    Row("cell", "turn player", on=ACTING),
    Row("rotate", "turn player", on=ACTING),
    Row("raise-pillar", on=ACTING, waits="payment"),
    Row("tile-horus", "turn player", on=BY_A_TILE),
    Row("draw-decree", "nature", on=BY_A_TILE),
    Row("finish-pillar", on=OWING, waits="always"),
    Row("site", "turn player", on=ACTING),
    Row("build-site", on=ACTING, waits="payment"),
    Row("festival", on=ACTING, waits="payment"),
    Row("cards", "turn player", on=(*OWING, *BY_A_TILE), waits="always"),
    Row("take-cards", on=(*OWING, *BY_A_TILE), waits="payment"),
    Row("refresh", on=(*OWING, *BY_A_TILE), waits="payment"),
    Row("district", "turn player", on=(*ACTING, *BY_A_TILE, "starting-gain"), set_up=True),
    Row("yield", "turn player", on=ACTING, waits="always"),
    # -- the turn of the automaton, pp. 22-25
    Row("pyramid", "nature", on=("destiny",), set_up=True),
    Row("deben", "nature", on=(AUTOMATON,)),
    Row("lot-die", "nature", on=(AUTOMATON,)),
    Row("lot-statue", "nature", on=(AUTOMATON, "bonus")),
    Row("lot-cell", "nature", on=(AUTOMATON, "bonus")),
    Row("lot-site", "nature", on=(AUTOMATON, "bonus")),
    Row("lot-destiny", "nature", on=("destiny",), set_up=True),
    # -- rotation, Maat, scoring, pp. 11-13
    Row("next-round"),
    Row("rotation"),
    Row("faith", "seat in turn order"),
    Row("judgement"),
    Row("edict", "seat in turn order"),
    Row("score"),
    Row("upkeep", "seat in turn order"),
    Row("collect"),
    Row("reveal", "nature"),
    Row("finish"),
)  # fmt: skip
