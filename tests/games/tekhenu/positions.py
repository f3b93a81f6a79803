"""Positions of Tekhenu from partial descriptions: what a test does not care about is filled in so that all pieces balance.

A list of things is written as words with blanks between them: `dice="ra:white5 horus:grey1"`, `shops="bread5 granite5"`.
"""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

from engine import Position, Rng, get_game

GAME = get_game("tekhenu")

# The words of the notation, written down a second time: a test that read the engine's own tables could not fail.
GODS = ("horus", "ra", "hathor", "bastet", "thoth", "osiris")
BASICS = ("papyrus", "bread", "limestone", "granite")
GOODS = (*BASICS, "gold", "scribe", "faith")
COLOURS = ("yellow", "brown", "white", "black", "grey")
CELLS = tuple(f"r{row}c{column}" for row in range(1, 6) for column in range(1, 6))
SITES = tuple(f"{side}{line}" for side in ("west", "east", "north", "south") for line in range(1, 6))
SHOPS = tuple(f"{district}{row}" for row in range(1, 7) for district in BASICS)
SLOTS = tuple(f"{section}{place}" for section in range(1, 5) for place in "abcd")
PEOPLE = ("workshops", "quarries", "row", "column")
REWARDS = ("gold", "scribe", "action")
BLESSINGS = tuple(f"B{number:02}" for number in range(1, 25))
TECHNOLOGIES = tuple(f"T{number:02}" for number in range(1, 25))
DECREES = tuple(f"D{number:02}" for number in range(1, 25))
TILES = tuple(f"P{number:02}" for number in range(1, 28))
ACTION_TILES = (*GODS, "granite", "papyrus", "limestone", "bread")
BOX_OF_DICE = {1: (4, 4, 4, 4, 6), 2: (4, 4, 4, 4, 6), 3: (5, 5, 5, 5, 4), 4: (5, 5, 5, 5, 6)}
REFILL = {1: 2, 2: 2, 3: 3, 4: 4}
MARKET = {  # cards that lie in a section, by deck
    1: ("B", "B", "T"),
    2: ("B", "B", "T", "T"),
    3: ("B", "T", "T", "D"),
    4: ("B", "T", "D", "D"),
}
SEAT_DEFAULTS: dict[str, Any] = {
    "vp": 10,
    "population": 5,
    "happiness": 2,
    "production": (2, 2, 2, 2),
    "goods": {},
    "sites": "",
    "shops": "",
    "pillars": "",
    "gods": "",
    "people": "",
    "blessings": "",
    "technologies": "",
    "decrees": "",  # in secret
    "known": "",  # decrees that all have seen
    "destiny": "-",
    "rewards": "",
    "dice": "",  # on the scales, `white5/pure`; more lie below the scales if the round asks for them
    "surplus": 0,
}

AUTOMATON_DEFAULTS = {"population": 7, "happiness": 4, "production": (0, 0, 0, 0)}


def joined(words: list[str]) -> str:
    return "+".join(words) or "-"


def in_order(words: str, names: tuple[str, ...]) -> str:
    """A set in the order of the notation."""
    chosen = words.split()
    for word in chosen:
        assert word in names, word
    return joined([name for name in names if name in chosen])


def counted(counts: Counter[str] | dict[str, int], names: tuple[str, ...]) -> str:
    assert set(counts) <= set(names), counts
    return joined([name if counts[name] == 1 else f"{name}*{counts[name]}" for name in names if counts.get(name)])


def attributes(values: dict[str, str]) -> str:
    return ",".join(f"{key}:{value}" for key, value in values.items() if value != "-") or "-"


def without(names: tuple[str, ...], *taken: str) -> list[str]:
    gone = " ".join(taken).replace("+", " ").split()
    return [name for name in names if name not in gone]


class Description:
    """A position under construction."""

    def __init__(self, players: int, variant: str, what: dict[str, Any]) -> None:
        self.players = players
        self.variant = variant
        self.solo = variant.startswith("solo")
        self.size = 1 if self.solo else players
        self.what = what
        self.round = what.get("round", 1)
        self.seats = [{**SEAT_DEFAULTS, **what.get(f"p{seat + 1}", {})} for seat in range(players)]
        if self.solo:
            self.seats[1] = {**SEAT_DEFAULTS, **AUTOMATON_DEFAULTS, **what.get("p2", {})}
        for seat in self.seats:
            assert set(seat) == set(SEAT_DEFAULTS), set(seat) - set(SEAT_DEFAULTS)
        self.seat_names = tuple(f"p{seat + 1}" for seat in range(players))
        self.order = what.get("order", "p2 p1" if self.solo else " ".join(self.seat_names)).split()
        self.seat = what.get("seat", "p1")
        self.place = self.order.index(self.seat)
        self.left = Counter(dict(zip(COLOURS, BOX_OF_DICE[self.size], strict=True)))
        self.left -= Counter(die.partition(":")[2][:-1] for die in what.get("dice", "").split())
        self.left -= Counter(die.partition("/")[0][:-1] for seat in self.seats for die in seat["dice"].split())
        for number, seat in enumerate(self.seats):
            self.fill_scales(seat, what.get("taken", self.turns_taken(number)))

    # -- cards ---------------------------------------------------------------------------------------------------

    def cards_in_play(self, names: tuple[str, ...]) -> tuple[str, ...]:
        removed = ("T16", "D20") if self.size <= 2 else ()
        return tuple(name for name in names if name not in removed)

    def held(self, key: str) -> str:
        return " ".join(seat[key] for seat in self.seats)

    def market(self) -> dict[str, str]:
        """Sections that are open are full, unless the test says what lies there."""
        given = self.what.get("market")
        if given is not None:
            return {slot: given[slot] for slot in SLOTS if slot in given}
        taken = " ".join([self.held(key) for key in ("blessings", "technologies", "decrees", "known")])
        taken += " " + " ".join(self.what.get(f"discard_{deck}", "") for deck in ("blessings", "technologies", "decrees"))
        taken += " " + " ".join(self.what.get("under", {}).values())
        free = {
            names[0][0]: without(self.cards_in_play(names), taken)[::-1] for names in (BLESSINGS, TECHNOLOGIES, DECREES)
        }
        return {
            f"{section}{place}": free[deck].pop()
            for section in self.open_sections()
            for place, deck in zip("abcd", MARKET[section], strict=False)
        }

    def open_sections(self) -> list[int]:
        highest = max(seat["population"] for seat in self.seats)
        return self.what.get("open", [1, 2, *([3] if highest >= 9 else []), *([4] if highest >= 13 else [])])

    def decree_fields(self, market: dict[str, str]) -> dict[str, str]:
        """All secret decrees come from the first shuffle."""
        under = self.what.get("under", {})
        lying = " ".join([*market.values(), self.held("known"), self.what.get("discard_decrees", "")])
        unseen = without(self.cards_in_play(DECREES), lying)
        deck = [name for name in unseen if name not in self.held("decrees").split() and name not in under.values()]
        return {
            "decrees": str(len(deck)),
            "unseen": attributes({"0": joined(unseen)}),
            "hands": attributes(
                {
                    name: in_order(seat["decrees"] + " " + seat["known"], DECREES)
                    for name, seat in zip(self.seat_names, self.seats, strict=True)
                }
            ),
            "under": attributes({name: under[name] for name in self.seat_names if name in under}),
            "deck": joined(deck),
        }

    # -- dice ----------------------------------------------------------------------------------------------------

    def turns_taken(self, number: int) -> int:
        """Since the last Maat phase."""
        return (self.round - 1) % 4 + (self.order.index(f"p{number + 1}") < self.place)

    def fill_scales(self, seat: dict[str, Any], number: int) -> None:
        """Dice that weigh nothing, of whatever colours are left."""
        dice = seat["dice"].split()
        while len(dice) < number:
            colour = max(COLOURS, key=lambda colour: self.left[colour])
            self.left[colour] -= 1
            dice.append(f"{colour}1/below")
        seat["dice"] = " ".join(dice)

    def wheel(self) -> tuple[str, str]:
        """The dice on the wheel, and all others in the bag."""
        sectors: dict[str, list[str]] = {god: [] for god in GODS}
        for die in self.what.get("dice", "").split():
            god, _, face = die.partition(":")
            sectors[god].append(face)
        ranks = [f"{colour}{face}" for colour in COLOURS for face in range(1, 7)]
        for faces in sectors.values():
            faces.sort(key=ranks.index)
        return attributes({god: joined(faces) for god, faces in sectors.items()}), counted(self.left, COLOURS)

    # -- seats ---------------------------------------------------------------------------------------------------

    def seat_text(self, number: int) -> str:
        seat = self.seats[number]
        gods = Counter(seat["gods"].split())
        hidden = len(seat["decrees"].split())
        return attributes(
            {
                "vp": str(seat["vp"]),
                "population": str(seat["population"]),
                "happiness": str(seat["happiness"]),
                "production": "+".join(map(str, seat["production"])),
                "goods": counted(seat["goods"], GOODS),
                "sites": in_order(seat["sites"], SITES),
                "shops": in_order(seat["shops"], SHOPS),
                "pillars": in_order(seat["pillars"], CELLS),
                "gods": counted(gods, GODS),
                "people": in_order(seat["people"], PEOPLE),
                "blessings": in_order(seat["blessings"], BLESSINGS),
                "technologies": in_order(seat["technologies"], TECHNOLOGIES),
                "decrees": in_order(seat["known"], DECREES),
                "hidden": f"{hidden}+0+0+0" if hidden else "-",
                "under": "deck" if f"p{number + 1}" in self.what.get("under", {}) else "-",
                "destiny": seat["destiny"],
                "rewards": in_order(seat["rewards"], REWARDS),
                "dice": joined(seat["dice"].split()),
                "surplus": str(seat["surplus"] or "-"),
            }
        )

    # -- everything ----------------------------------------------------------------------------------------------

    def temple(self) -> dict[str, str]:
        """The tiles given, and any tile below a pillar for which none is given."""
        cells = {cell: f"{tile}/0" if "/" not in tile else tile for cell, tile in self.what.get("temple", {}).items()}
        used = [tile[:3] for tile in cells.values()] + list(self.slots())
        spare = without(TILES, *used)
        for cell in self.held("pillars").split():
            if cell not in cells:
                cells[cell] = f"{spare.pop()}/0"
        return {cell: cells[cell] for cell in CELLS if cell in cells}

    def slots(self) -> tuple[str, str, str]:
        return tuple(self.what.get("slots", "P07 P08 P09").split())  # type: ignore[return-value]

    def now(self) -> str:
        """What a turn that has just begun remembers."""
        if "now" in self.what:
            return str(self.what["now"])
        if self.what.get("step", "turn") != "turn":
            return "-"
        seat = self.seats[int(self.seat[1]) - 1]
        return attributes(
            {
                "held": in_order(seat["blessings"], BLESSINGS),
                "population": str(seat["population"] or "-"),
                "happiness": str(seat["happiness"] or "-"),
            }
        )

    def text(self) -> str:
        market = self.market()
        wheel, bag = self.wheel()
        temple = self.temple()
        decrees = self.decree_fields(market)
        in_market = " ".join(market.values())
        thrown = {deck: self.what.get(f"discard_{deck}", "") for deck in ("blessings", "technologies", "decrees")}
        fields = {
            "viewer": "all",
            "players": str(self.players),
            "variant": self.variant,
            "round": str(self.round),
            "order": "+".join(self.order),
            "seat": self.seat,
            "place": str(self.place),
            "act": self.what.get("act", self.seat),
            "pending": "-",
            "step": self.what.get("step", "turn"),
            "stack": self.what.get("stack", "end-turn"),
            "now": self.now(),
            "sun": self.what.get("sun", "ra"),
            "wheel": wheel,
            "bag": bag,
            "horus": ",".join(self.what.get("horus", "thoth bastet osiris hathor ra horus").split()),
            "slots": ",".join(self.slots()),
            "temple": attributes(temple),
            "tiles": joined(without(TILES, *self.slots(), *[tile[:3] for tile in temple.values()])),
            "market": attributes(market),
            "open": joined([str(section) for section in self.open_sections()]),
            "blessings": joined(without(BLESSINGS, in_market, self.held("blessings"), thrown["blessings"])),
            "technologies": joined(
                without(self.cards_in_play(TECHNOLOGIES), in_market, self.held("technologies"), thrown["technologies"])
            ),
            "decrees": decrees["decrees"],
            "shuffles": "0",
            "discard-blessings": in_order(thrown["blessings"], BLESSINGS),
            "discard-technologies": in_order(thrown["technologies"], TECHNOLOGIES),
            "discard-decrees": in_order(thrown["decrees"], DECREES),
            "unseen": decrees["unseen"],
            "starting": "-",
            "pyramid": ",".join(self.what["pyramid"].split()) if "pyramid" in self.what else self.any_pyramid(),
            "marker": str(self.what.get("marker", 1 if self.solo else 0)),
            "edict": "-",
            **{name: self.seat_text(number) for number, name in enumerate(self.seat_names)},
            **{key: decrees[key] for key in ("hands", "under", "deck")},
        }
        return ";".join(["tekhenu/1", *(f"{key}={value}" for key, value in fields.items())])

    def any_pyramid(self) -> str:
        return ",".join(ACTION_TILES) if self.solo else "-"


def position(players: int = 2, variant: str = "standard", **what: Any) -> Position:
    """A position in which p1 is to take his turn in round 1; Ra and Hathor are sunny, Horus and Bastet shaded."""
    return Position.from_text(Description(players, variant, what).text(), GAME)


def maat(players: int = 2, number: int = 1, variant: str = "standard", **what: Any) -> Position:
    """The beginning of a Maat phase, where faith can be put on the scales; all hold four dice, below the scales by default."""
    order = what.pop("order", "p2 p1" if variant.startswith("solo") else " ".join(f"p{seat + 1}" for seat in range(players)))
    first = what.pop("seat", order.split()[0])
    refill = REFILL[1 if variant.startswith("solo") else players]
    if number < 4:
        shaded = (GODS.index("horus"), GODS.index("bastet"))  # the sun stands at Ra
        after = ["collect", "destiny", *(f"dice*{8 * sector + refill}" for sector in shaded), "next-round"]
    else:
        after = [f"reveal*{seat}" if seat else "reveal" for seat in range(players)] + ["finish"]
    scoring = ["score", "upkeep"] if number % 2 == 0 else []
    place = order.split().index(first)
    step = f"faith*{place}" if place else "faith"
    stack = ["judgement", *(["edict"] if number == 4 else []), *scoring, *after]
    return position(
        players, variant, round=4 * number, order=order, seat=first, step=step, stack="+".join(stack), taken=4, **what
    )


def before_automaton(tile: str = "horus", variant: str = "solo-low", **what: Any) -> Position:
    """The deben decides where the automaton's marker goes: to the right of place 0 lies `tile`."""
    others = without(ACTION_TILES, tile)
    pyramid = " ".join([others[0], tile, *others[1:]])
    settings = {"seat": "p2", "act": "chance", "step": "deben", "pyramid": pyramid, "marker": 1, "round": 2}
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
        start = start.play(move)
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


def go_on(start: Position, step: str = "", seed: int = 0) -> Position:
    """Through Maat phase and scoring without faith or decrees, paying bread, up to a step or as far as that goes."""
    rng = Rng(seed)
    while not start.is_over and (not step or step_of(start) != step):
        now = step_of(start)
        if start.is_chance:
            start = start.play(start.draw_code(rng))
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


def field(start: Position, key: str) -> str:
    """One field of the text."""
    return dict(part.split("=", 1) for part in start.to_text().split(";")[1:])[key]


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
            for key in (
                "sites",
                "shops",
                "pillars",
                "people",
                "blessings",
                "technologies",
                "decrees",
                "rewards",
                "dice",
            )
        },
    )


def gained(before: Position, after: Position, number: int = 1) -> dict[str, int]:
    """What has changed in a seat's points, markers and goods."""
    old, new = seat(before, number), seat(after, number)
    changes = {key: getattr(new, key) - getattr(old, key) for key in ("vp", "population", "happiness", "surplus")}
    changes |= {kind: new.goods.get(kind, 0) - old.goods.get(kind, 0) for kind in GOODS}
    changes |= {
        f"{kind} production": new.production[i] - old.production[i] for i, kind in enumerate(BASICS)
    }
    return {key: change for key, change in changes.items() if change}
