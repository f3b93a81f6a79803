"""Scenes of Tekhenu: positions in which only a few things lie on the table, Maat phases, and turns of the automaton.

Where positions.py fills the wheel, a scene has only the dice it names; all others are in the bag. Lists are words with
blanks between them: `dice="ra:white5 horus:grey1"`, `shops="bread5 granite5"`.
"""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

from egypt import Position, Rng
from egypt.core.fields import write_attributes
from tests.games.tekhenu import positions
from tests.games.tekhenu.positions import DICE, GAME, REFILL

__all__ = ["GAME"]

# The words of the notation, written down a second time.
GODS = ("horus", "ra", "hathor", "bastet", "thoth", "osiris")
BASICS = ("papyrus", "bread", "limestone", "granite")
GOODS = (*BASICS, "gold", "scribe", "faith")
COLOURS = ("yellow", "brown", "white", "black", "grey")
FACES = tuple(f"{colour}{face}" for colour in COLOURS for face in range(1, 7))
CELLS = tuple(f"r{row}c{column}" for row in range(1, 6) for column in range(1, 6))
TILES = tuple(f"P{number:02}" for number in range(1, 28))
ACTION_TILES = (*GODS, "granite", "papyrus", "limestone", "bread")
WAY = (0, 1, 2, 3, 1, 2, 3, 2, 3, 3)  # how often the automaton's marker has moved when it is on a place of the pyramid
AUTOMATON = {"population": 7, "happiness": 4, "production": (0, 0, 0, 0)}


CARD_KEYS = ("blessings", "technologies", "known", "decrees")


def fill_scales(size: int, wheel: list[str], scales: list[list[str]]) -> Counter[str]:
    """Makes every `?` on the scales a die that weighs nothing; returns what is left for the bag."""
    left = Counter(dict(zip(COLOURS, DICE[size], strict=True)))
    for face in [*wheel, *(die.partition("/")[0] for dice in scales for die in dice if die != "?")]:
        left[face[:-1]] -= 1
    assert min(left.values()) >= 0, f"more dice than the box holds: {left}"
    for dice in scales:
        for place, die in enumerate(dice):
            if die == "?":
                colour = max(COLOURS, key=lambda colour: left[colour])
                left[colour] -= 1
                dice[place] = f"{colour}1/below"
    return left


def without(names: tuple[str, ...], *taken: str) -> list[str]:
    return [name for name in names if name not in taken]


def tiles_below(pillars: list[str], given: dict[str, str], slots: str) -> dict[str, str]:
    """The tiles given, and any other ones below pillars for which none is given."""
    spare = without(TILES, *slots.split(), *[tile[:3] for tile in given.values()])
    return given | {cell: spare.pop() for cell in pillars if cell not in given}


def give_pillars(seats: dict[str, dict[str, Any]], temple: dict[str, str]) -> None:
    """Tiles for which no pillar is named bear one of p1, or of p2 if p1 has no more."""
    owned = " ".join(seat.get("pillars", "") for seat in seats.values()).split()
    for cell in temple:
        if cell not in owned:
            owner = seats["p1" if len(seats["p1"].get("pillars", "").split()) < 8 else "p2"]
            owner["pillars"] = f"{owner.get('pillars', '')} {cell}".strip()


def plain_seat(what: dict[str, Any]) -> dict[str, Any]:
    """A seat of positions.py with no secrets but those named; `known` are decrees that all have seen."""
    rest = {key: value for key, value in what.items() if key not in CARD_KEYS and key not in ("goods", "dice")}
    return positions.seat(
        goods=" ".join(f"{kind}*{number}" for kind, number in what.get("goods", {}).items()),
        cards=" ".join(what[key] for key in CARD_KEYS if key != "decrees" and key in what),
        secret=what.get("decrees", ""),
        **rest,
    )


def rewritten(text: str, **changes: Any) -> str:
    """A position text with other values in some of its fields."""
    fields = fields_of(text)
    for key, value in changes.items():
        assert key in fields, key
        fields[key] = str(value)
    return ";".join(["tekhenu/1", *(f"{key}={value}" for key, value in fields.items())])


def seat_on_scales(text: str, dice: list[str]) -> str:
    """A seat's field with dice on the scales and no decree under the deck."""
    attributes = parts(text)
    attributes.pop("dice", None)
    surplus = attributes.pop("surplus", "-")
    attributes.pop("under", None)
    return write_attributes({**attributes, "dice": "+".join(dice) or "-", "surplus": surplus})


def position(players: int = 2, variant: str = "standard", **what: Any) -> Position:
    """A turn of p1 in round 1 unless said otherwise; Ra and Hathor are sunny, Horus and Bastet shaded."""
    solo = variant.startswith("solo")
    names = [f"p{number + 1}" for number in range(players)]
    order = what.get("order", "p2 p1" if solo else " ".join(names)).split()
    acting = what.get("seat", "p1")
    seats = {name: dict(AUTOMATON if solo and name == "p2" else {}) | what.get(name, {}) for name in names}
    if solo:
        seats["p1"]["technologies"] = f"{seats['p1'].get('technologies', '')} T08"
    slots = what.get("slots", "P07 P08 P09")
    give_pillars(seats, what.get("temple", {}))
    pillars = " ".join(seats[name].get("pillars", "") for name in names).split()
    base = positions.position_text(
        players,
        variant=variant,
        order=" ".join(order),
        turn=order[0],
        sun=what.get("sun", "ra"),
        horus=what.get("horus", "thoth bastet osiris hathor ra horus").split(),
        slots=slots,
        temple=tiles_below(pillars, what.get("temple", {}), slots),
        market=what.get("market"),
        gone=what.get("gone", ""),
        pyramid=",".join(what.get("pyramid", " ".join(ACTION_TILES)).split()) if solo else "-",
        **{name: plain_seat(seats[name]) for name in names},
    )
    return arranged(base, what, order, acting, [seats[name].get("dice", "").split() for name in names])


def arranged(base: str, what: dict[str, Any], order: list[str], acting: str, scales: list[list[str]]) -> Position:
    """The same table with other dice, at another step."""
    fields = fields_of(base)
    wheel: dict[str, list[str]] = {god: [] for god in GODS}
    for die in f"{what.get('dice', '')} {what.get('spare', spare_dice(fields))}".split():
        wheel[die.partition(":")[0]].append(die.partition(":")[2])
    round_number = what.get("round", 1)
    place = order.index(acting)
    for number, dice in enumerate(scales):
        had = (round_number - 1) % 4 + (order.index(f"p{number + 1}") < place)
        dice.extend(["?"] * max(0, what.get("taken", had) - len(dice)))
    size = 1 if fields["variant"].startswith("solo") else len(scales)
    bag = fill_scales(size, [face for faces in wheel.values() for face in faces], scales)
    hidden = [card for hand in parts(fields["hands"]).values() for card in hand.split("+")]
    deck = without(tuple(parts(fields["unseen"])["0"].split("+")), *hidden)
    text = rewritten(
        emptied(base, what.get("empty", "").split()),
        round=round_number,
        seat=acting,
        place=place,
        act=what.get("act", acting),
        step=what.get("step", "turn"),
        stack=what.get("stack", "end-turn"),
        now=turn_memory(fields[acting]) if what.get("step", "turn") == "turn" else "-",
        wheel=write_attributes({god: "+".join(sorted(faces, key=FACES.index)) or "-" for god, faces in wheel.items()}),
        bag="+".join(f"{colour}*{bag[colour]}" if bag[colour] > 1 else colour for colour in COLOURS if bag[colour]) or "-",
        decrees=len(deck),
        marker=what.get("marker", len(scales[1]) if size == 1 else 0),
        under="-",
        deck="+".join(deck) or "-",
        **{f"p{number + 1}": seat_on_scales(fields[f"p{number + 1}"], dice) for number, dice in enumerate(scales)},
    )
    return Position.from_text(text, GAME)


def spare_dice(fields: dict[str, str]) -> str:
    """Dice that leave the next player a choice, so that nothing happens by itself.

    In the solo game it is a forbidden one, out of the automaton's reach, which a technology of the player gives them.
    """
    sun = GODS.index(fields["sun"])
    if fields["variant"].startswith("solo"):
        return f"{GODS[sun]}:brown1"
    return f"{GODS[(sun + 2) % 6]}:brown1 {GODS[(sun + 5) % 6]}:yellow1"


def emptied(text: str, slots: list[str]) -> str:
    """The cards of these places of the market lie on the discard piles."""
    fields = fields_of(text)
    market = parts(fields["market"])
    for deck, name in (("B", "discard-blessings"), ("T", "discard-technologies"), ("D", "discard-decrees")):
        gone = [market[slot] for slot in slots if market[slot][0] == deck]
        fields[name] = "+".join(sorted([*names(fields[name]), *gone])) or "-"
    fields["market"] = write_attributes({slot: card for slot, card in market.items() if slot not in slots})
    return rewritten(text, **fields)


def turn_memory(seat_text: str) -> str:
    """What a turn that has just begun remembers."""
    attributes = parts(seat_text)
    return write_attributes(
        {
            "held": attributes.get("blessings", "-"),
            **{key: attributes[key] if attributes[key] != "0" else "-" for key in ("population", "happiness")},
        }
    )


def maat(players: int = 2, number: int = 1, variant: str = "standard", **what: Any) -> Position:
    """The beginning of a Maat phase, where faith can be weighed; all hold four dice, by default below the scales."""
    solo = variant.startswith("solo")
    order = what.pop("order", " ".join(f"p{seat + 1}" for seat in range(players)))
    refill = REFILL[1 if solo else players]
    if number < 4:
        shaded = (GODS.index("horus"), GODS.index("bastet"))  # the sun stands at Ra
        after = ["collect", "destiny", *(f"dice*{8 * sector + refill}" for sector in shaded), "next-round"]
    else:
        after = [f"reveal*{seat}" if seat else "reveal" for seat in range(players)] + ["finish"]
    scoring = ["score", "upkeep"] if number % 2 == 0 else []
    stack = ["judgement", *(["edict"] if number == 4 else []), *scoring, *after]
    return position(
        players,
        variant,
        round=4 * number,
        order=order,
        seat=order.split()[-1],
        act=order.split()[0],
        step="faith",
        stack="+".join(stack),
        taken=4,
        **what,
    )


def before_automaton(tile: str = "horus", variant: str = "solo-low", **what: Any) -> Position:
    """The deben decides where the automaton's marker goes: to the right of place 0 lies `tile`."""
    others = without(ACTION_TILES, tile)
    pyramid = " ".join([others[0], tile, *others[1:]])
    turns = WAY[what.get("marker", 1) - 1] + 1
    settings = {"seat": "p2", "act": "chance", "step": "deben", "pyramid": pyramid, "marker": 1, "round": turns + 1}
    return position(2, variant, **{**settings, **what})


def automaton(tile: str = "horus", **what: Any) -> Position:
    """What the automaton does with an action tile, up to the first lot."""
    return play(before_automaton(tile, **what), "deben:right")


# -- playing -----------------------------------------------------------------------------------------------------


def play(start: Position, *moves: str) -> Position:
    """Apply moves and outcomes in order, each checked for legality, each result validated."""
    for move in moves:
        choices = [text for text, _ in start.outcomes()] if start.is_chance else start.legal_moves()
        assert move in choices, f"'{move}' is not among {choices} at {field(start, 'step')}"
        start = start.after(move)
        start.validate()
    return start


def settle(start: Position, seed: int = 0) -> Position:
    return start.settle(Rng(seed))


def moves_of(start: Position, verb: str) -> list[str]:
    return [move for move in start.legal_moves() if move == verb or move.startswith(verb + ":")]


def pay_most(moves: list[str]) -> str:
    """Of ways to pay for buildings the one that pays most, with bread before gold."""

    def worth(move: str) -> tuple[int, int]:
        paid = numbers(move.partition(":")[2])
        return sum(paid.values()), paid.get("bread", 0)

    return max(moves, key=worth)


def through_maat(start: Position, step: str = "", seed: int = 0) -> Position:
    """Through Maat phase and scoring without faith or decrees, paying bread, up to a step or as far as that goes."""
    rng = Rng(seed)
    while not start.is_over and (not step or step_of(start) != step):
        now = step_of(start)
        if start.is_chance:
            start = start.after(start.draw_code(rng))
        elif now == "faith":
            start = play(start, "faith:none")
        elif now == "edict":
            start = play(start, "pass")
        elif now == "upkeep":
            start = play(start, pay_most(start.legal_moves()))
        else:
            break
        start.validate()
    return start


# -- looking -----------------------------------------------------------------------------------------------------


def fields_of(text: str) -> dict[str, str]:
    return dict(part.split("=", 1) for part in text.split(";")[1:])


def field(start: Position, key: str) -> str:
    """One field of the text."""
    return fields_of(start.to_text())[key]


def step_of(start: Position) -> str:
    return field(start, "step").partition("*")[0]


def parts(text: str) -> dict[str, str]:
    """`key:value,key:value` as a mapping."""
    return {} if text == "-" else dict(part.split(":", 1) for part in text.split(","))


def numbers(text: str) -> Counter[str]:
    """`gold*2+bread` as counts."""
    counts: Counter[str] = Counter()
    for word in [] if text == "-" else text.split("+"):
        name, _, number = word.partition("*")
        counts[name] += int(number or 1)
    return counts


def names(text: str | None) -> list[str]:
    return [] if text in (None, "-") else str(text).split("+")


def seat(start: Position, number: int = 1) -> SimpleNamespace:
    """What a seat has, counted from 1."""
    values = parts(field(start, f"p{number}"))
    return SimpleNamespace(
        vp=int(values.get("vp", 0)),
        population=int(values.get("population", 0)),
        happiness=int(values.get("happiness", 0)),
        production=tuple(map(int, values["production"].split("+"))),
        goods=dict(numbers(values.get("goods", "-"))),
        gods=dict(numbers(values.get("gods", "-"))),
        surplus=int(values.get("surplus", 0)),
        balance=int(values.get("balance", 0)),
        destiny=values.get("destiny"),
        **{
            key: names(values.get(key))
            for key in ("sites", "shops", "pillars", "people", "blessings", "technologies", "decrees", "rewards", "dice")
        },
    )


def gained(before: Position, after: Position, number: int = 1) -> dict[str, int]:
    """What has changed in a seat's points, markers and goods."""
    old, new = seat(before, number), seat(after, number)
    changes = {key: getattr(new, key) - getattr(old, key) for key in ("vp", "population", "happiness", "surplus")}
    changes |= {kind: new.goods.get(kind, 0) - old.goods.get(kind, 0) for kind in GOODS}
    changes |= {f"{kind} production": new.production[i] - old.production[i] for i, kind in enumerate(BASICS)}
    return {key: change for key, change in changes.items() if change}
