"""Moves of Tekhenu in words, from the plain data of a position or view before the move.

What is decided on the way because there is no choice is told by moments of the game, what happens by itself by comparing the
data before and after the move. Points are told by the ledger.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from egypt.core.saying import Saying, listing, number, place
from egypt.games.tekhenu.cards import BASICS
from egypt.games.tekhenu.catalogue import FACES
from egypt.games.tekhenu.consequences import Clause, Named, consequences, leaning, maat_begins
from egypt.games.tekhenu.naming import (
    PEOPLE,
    card_name,
    cell_name,
    counted,
    die_name,
    god_name,
    goods_of,
    quarter_turns,
    site_name,
    tile_name,
    units_of,
)
from egypt.games.tekhenu.tables import COMPONENTS
from egypt.games.tekhenu.words import GOODS

Table = dict[str, Any]
HIDDEN = "?"
AUTOMATON = "p2"


Moment = tuple[str, str, Table]  # who decides what, and the public data of the moment; no move: see `_on_the_way`


def say_move(table: Table, actor: str, move: str, after: Table | None = None, moments: Sequence[Moment] = ()) -> Saying:
    """The sentence of a move or draw, and the ids of what it touches; with what is known after it, also what it brought."""
    verb, parts = _words(move)
    in_turn = next((i for i, (_, _, moment) in enumerate(moments) if moment["phase"] in MAAT), len(moments))
    told: list[Clause] = [SAY[verb](table, actor, parts), *_on_the_way(moments[:in_turn])]
    maat = list(_on_the_way(moments[in_turn:]))
    if maat and table["phase"] not in MAAT:
        maat.insert(0, maat_begins(table))
    if after:
        ids_told = {id for _, *ids in told + maat for id in ids}
        told += consequences(table, after, verb, parts, ids_told, _named_in(table, actor, move, moments), maat)
    return Saying("; ".join(words for words, *_ in told), tuple(dict.fromkeys(id for _, *ids in told for id in ids)))


def _words(move: str) -> tuple[str, list[str]]:
    verb, _, argument = move.partition(":")
    return verb, argument.split("+") if argument else []


# -- goods that a sentence names ---------------------------------------------------------------------------------------


def _named_in(table: Table, actor: str, move: str, moments: Sequence[Moment]) -> Named:
    """By how much the goods of each seat change as far as the move and what was decided on the way say it themselves."""
    named: Named = Counter()
    for who, decided, moment in [(actor, move, table), *moments]:
        verb, parts = _words(decided)
        if verb == "faith" and parts != ["none"]:
            named[who, "faith"] -= int(parts[1])
        elif verb == "mix" or (verb == "pay" and (moment is table or _is_upkeep(moment))):
            for kind, units in counted(parts):
                named[who, kind] += units if verb == "mix" else -units
    return named


def _is_upkeep(moment: Table) -> bool:
    return bool(moment["phase"] == "upkeep" and moment["about"]["bread"])


# -- what is decided on the way ----------------------------------------------------------------------------------------


MAAT = {"faith", "judgement"}  # phases with which a Maat phase begins


def _on_the_way(moments: Sequence[Moment]) -> Iterator[Clause]:
    """What no seat was asked about, because there was one answer, or none; and the judgement of the scales."""
    for actor, move, moment in moments:
        if moment["phase"] == "judgement":
            for seat, balance in moment["balance"].items():
                yield leaning(seat, balance)
        elif not move:
            yield [f"{actor} can take no die and passes", f"seat:{actor}"]
        else:
            yield from _unasked(moment, actor, *_words(move))


def _unasked(moment: Table, actor: str, verb: str, parts: list[str]) -> Iterator[Clause]:
    """The only answer to a question. Goods that are paid are told with all others; blessings that nobody has, not at all."""
    first_use = moment["phase"] == "use" and "main-done" not in moment["now"]["flags"]
    if verb == "done":
        if first_use:
            yield ["nothing can be done with it", f"seat:{actor}"]
    elif verb != "pay" or _is_upkeep(moment):
        words, *ids = SAY[verb](moment, actor, parts)
        only = ", the only use of the die" if first_use and verb in ("use", "work-and-use", "produce") else ""
        yield [words + only, *ids]


def _value(word: str) -> list[str]:
    """The id of an amount; those above the faces of a die have none."""
    return [f"value:{word}"] if 1 <= int(word) <= FACES else []


def _stores(actor: str, parts: list[str]) -> list[str]:
    """The ids of goods: of `granite*2`, `gold`; `-` is nothing."""
    kinds = [part.partition("*")[0] for part in parts]
    return [f"store:{actor}:{kind}" for kind in kinds if kind in GOODS]


# -- a turn ------------------------------------------------------------------------------------------------------------


def _take(table: Table, actor: str, parts: list[str]) -> list[str]:
    god, die = parts[:2]
    if len(parts) == 3:
        where = f"puts it on the {parts[2]} pan"
    elif "anubis" in table["now"]["flags"]:
        where = "puts it below the scales"
    else:
        where = "will give it another colour by a blessing"
    text = f"{actor} takes the {die_name(die)} from {god_name(god)} and {where}"
    return [text, f"die:{god}:{die}", f"sector:{god}", f"scales:{actor}", *(f"pan:{actor}:{pan}" for pan in parts[2:])]


def _anubis(table: Table, actor: str, parts: list[str]) -> list[str]:
    if parts:
        return [f"{actor} declares an Anubis action by {card_name(parts[0])}", f"card:{parts[0]}", f"scales:{actor}"]
    return [f"{actor} declares an Anubis action and pays for it with scribes", f"goods:{actor}", f"scales:{actor}"]


def _bless(table: Table, actor: str, parts: list[str]) -> list[str]:
    card, *choice = parts
    text = f"{actor} plays the blessing {card_name(card)}"
    if not choice:
        return [text, f"card:{card}"]
    if choice[0] in ("population", "happiness"):
        return [f"{text} and raises {choice[0]}", f"card:{card}", f"{choice[0]}:{actor}"]
    where = f" on the {choice[1]} pan" if len(choice) > 1 else ""
    touches = f"card:{card}", f"scales:{actor}", f"colour:{choice[0][:-1]}", f"value:{choice[0][-1]}"
    pans = [f"pan:{actor}:{pan}" for pan in choice[1:]]
    return [f"{text}: the die counts as a {die_name(choice[0])}{where}", *touches, *pans]


DONE = {
    "modify": "plays no more blessings on the die",
    "use": "does nothing more with the die",
    "tile-horus": "gives up the statue of the tile",
    "yield": "plays no more blessings on the production",
    "late-blessing": "plays no more blessings and ends the turn",
    "pay": "plays no blessing to pay",
}


def _done(table: Table, actor: str, parts: list[str]) -> list[str]:
    return [f"{actor} {DONE.get(table['phase'], 'goes on without a blessing')}", f"seat:{actor}"]


def _pass(table: Table, actor: str, parts: list[str]) -> list[str]:
    if table["phase"] == "edict":
        return [f"{actor} plays no decree before the last scoring", f"hand:{actor}"]
    if table["phase"] == "cards":
        return [f"{actor} takes no card", "market"]
    return [f"{actor} passes", f"seat:{actor}"]


def _use(table: Table, actor: str, parts: list[str]) -> list[str]:
    text = f"{actor} does the action of {god_name(parts[0])} with value {parts[1]}"
    return [text, f"sector:{parts[0]}", f"seat:{actor}", *_value(parts[1])]


def _work_and_use(table: Table, actor: str, parts: list[str]) -> list[str]:
    god = f"the action of {god_name(parts[0])} with value {parts[1]}"
    text = f"{actor} first produces with the tainted die, then does {god}"
    return [text, f"sector:{parts[0]}", f"production:{actor}", *_value(parts[1])]


def _extra(table: Table, actor: str, parts: list[str]) -> list[str]:
    text = f"{actor} does the extra action of {god_name(parts[0])} with value {parts[1]}"
    return [text, f"sector:{parts[0]}", f"seat:{actor}", *_value(parts[1])]


def _produce(table: Table, actor: str, parts: list[str]) -> list[str]:
    touches = f"production:{actor}", f"goods:{actor}", f"production:{actor}:{parts[0]}"
    return [f"{actor} produces {parts[0]} with value {parts[1]}", *touches, *_value(parts[1])]


def _shift(table: Table, actor: str, parts: list[str]) -> list[str]:
    """A technology lets the action count with another value; the move before it has named the action."""
    action = table["about"]["action"]
    does = f"produces {action}" if action in BASICS else f"does the action of {god_name(action)}"
    where = f"production:{actor}" if action in BASICS else f"sector:{action}"
    return [f"{actor} {does} with value {parts[0]} by a technology", where, f"seat:{actor}", *_value(parts[0])]


def _pay(table: Table, actor: str, parts: list[str]) -> list[str]:
    if table["phase"] == "upkeep":
        return _upkeep(table["about"]["bread"], actor, parts)
    return [f"{actor} pays {listing(goods_of(parts))}", f"goods:{actor}", *_stores(actor, parts)]


def _upkeep(owed: int, actor: str, parts: list[str]) -> list[str]:
    """Bread for buildings, or gold in its place."""
    if not owed:
        return [f"{actor} owes no bread for buildings", f"goods:{actor}"]
    unpaid = owed - sum(int(part.partition("*")[2] or 1) for part in parts if part != "-")
    paid = f"{actor} pays {listing(goods_of(parts))} for buildings"
    left = f" and leaves {number(unpaid)} bread unpaid" if unpaid else ""
    return [paid + left, f"goods:{actor}", *_stores(actor, parts)]


def _choose(table: Table, actor: str, parts: list[str]) -> list[str]:
    return [f"{actor} chooses {parts[0]}", f"goods:{actor}", *_stores(actor, parts)]


def _raise(table: Table, actor: str, parts: list[str]) -> list[str]:
    return [f"{actor} raises {parts[0]}", f"{parts[0]}:{actor}"]


# -- the actions -------------------------------------------------------------------------------------------------------


def _statue(table: Table, actor: str, parts: list[str]) -> list[str]:
    where = parts[0]
    if where in PEOPLE:
        return [f"{actor} builds a statue of the people {PEOPLE[where]}", f"people:{where}", f"statues:{actor}"]
    god = table["horus"][int(where) - 1]["god"]
    return [f"{actor} builds a statue of {god_name(god)} on Horus space {where}", f"horus:{where}", f"statues:{actor}"]


def _lay(table: Table, actor: str, parts: list[str]) -> list[str]:
    slot = next(row for row in table["slots"] if row["id"] == table["about"]["at"])
    tile = next(row for row in COMPONENTS.tiles if row.name == slot["tile"])
    costs = {"limestone": tile.limestone, "granite": tile.granite}
    cost = listing([units_of(kind, units) for kind, units in costs.items() if units])
    where = f"the pillar tile {tile_name(tile.name)}, whose cost is {cost}, for {cell_name(parts[0])}"
    return [f"{actor} takes {where}", f"cell:{parts[0]}", slot["id"], f"tile:{tile.name}"]


def _turn(table: Table, actor: str, parts: list[str]) -> list[str]:
    about = table["about"]
    where = f"row {about['row']}, column {about['column']} of the temple"
    return [f"{actor} lays the tile on {where} with {quarter_turns(int(parts[0]))}", about["at"], f"quarter:{parts[0]}"]


def _build_site(table: Table, actor: str, parts: list[str]) -> list[str]:
    bread = COMPONENTS.temple.site_bread[int(parts[0][-1]) - 1]
    cost = units_of("bread", bread)
    return [f"{actor} builds on {site_name(parts[0])}, whose cost is {cost}", f"site:{parts[0]}", f"buildings:{actor}"]


def _cards(table: Table, actor: str, parts: list[str]) -> list[str]:
    names = [card_name(table["market"][slot]["card"]) for slot in parts]
    ids = [f"market:{slot}" for slot in parts]
    return [f"{actor} takes {listing(names)} from section {parts[0][0]} of the market", *ids, f"hand:{actor}"]


def _refresh(table: Table, actor: str, parts: list[str]) -> list[str]:
    return [f"{actor} has section {parts[0]} of the market replaced", f"section:{parts[0]}"]


def _district(table: Table, actor: str, parts: list[str]) -> list[str]:
    district, kind, raised = [*parts, *[parts[-1]] * 2][:3]
    row = table["about"]["row"]
    text = f"{actor} builds in row {row} of the {district} district"
    if kind != district:
        text += f", takes the gains in {kind}"
    if raised != kind:
        text += f", raises the production of {raised} besides"
    kinds = dict.fromkeys((kind, raised))
    yields = [f"production:{actor}:{one}" for one in kinds if one != district]
    return [text, f"shop:{district}{row}", f"buildings:{actor}", f"production:{actor}", *yields]


def _faith(table: Table, actor: str, parts: list[str]) -> list[str]:
    if parts == ["none"]:
        return [f"{actor} puts no faith on the scales", f"scales:{actor}"]
    touches = f"scales:{actor}", f"goods:{actor}", f"pan:{actor}:{parts[0]}", f"store:{actor}:faith"
    return [f"{actor} puts {number(int(parts[1]))} faith on the {parts[0]} pan", *touches, *_value(parts[1])]


# -- set-up ------------------------------------------------------------------------------------------------------------


def _keep(table: Table, actor: str, parts: list[str]) -> list[str]:
    if parts == [HIDDEN]:
        return [f"{actor} keeps one of two decrees in secret", f"hand:{actor}"]
    text = f"{actor} keeps the decree {card_name(parts[0])} and puts the other under the deck"
    return [text, f"card:{parts[0]}", f"hand:{actor}"]


def _draft(table: Table, actor: str, parts: list[str]) -> list[str]:
    return [f"{actor} takes the starting card {card_name(parts[0])}", f"card:{parts[0]}", f"seat:{actor}"]


def _destiny(table: Table, actor: str, parts: list[str]) -> list[str]:
    return [f"{actor} takes {card_name(parts[0])}", f"card:{parts[0]}", f"seat:{actor}"]


def _offered(table: Table, actor: str, parts: list[str]) -> list[str]:
    if actor == "chance":
        return [f"{card_name(parts[0])} is offered to {table['turn']}", f"card:{parts[0]}"]
    return [f"{actor} keeps {card_name(parts[0])} of the cards on offer", f"card:{parts[0]}", f"seat:{actor}"]


def _mix(table: Table, actor: str, parts: list[str]) -> list[str]:
    return [f"{actor} starts with {listing(goods_of(parts))}", f"goods:{actor}", *_stores(actor, parts)]


# -- draws -------------------------------------------------------------------------------------------------------------


def _sun(table: Table, actor: str, parts: list[str]) -> list[str]:
    return [f"the wheel lies so that the sun begins at {god_name(parts[0])}", "obelisk", f"sector:{parts[0]}"]


def _god_tile(table: Table, actor: str, parts: list[str]) -> list[str]:
    space = table["about"]["space"]
    return [f"the tile of {god_name(parts[0])} comes to Horus space {space}", f"horus:{space}"]


def _new_tile(table: Table, actor: str, parts: list[str]) -> list[str]:
    if table["about"].get("center"):
        text = f"the pillar tile {tile_name(parts[0])} is laid in the centre of the temple"
        return [text, f"tile:{parts[0]}", "cell:r3c3"]
    return [f"the pillar tile {tile_name(parts[0])} comes to the row of tiles", f"tile:{parts[0]}", "stack"]


def _roll(table: Table, actor: str, parts: list[str]) -> list[str]:
    god = table["about"]["god"]
    return [f"a {die_name(parts[0])} comes to {god_name(god)}", "bag", f"sector:{god}"]


def _new_card(table: Table, actor: str, parts: list[str]) -> list[str]:
    about = table["about"]
    if "section" not in about:
        return [f"{table['turn']} is offered {card_name(parts[0])}", f"card:{parts[0]}", f"seat:{table['turn']}"]
    where = f"the {place('abcd'.index(about['place']) + 1)} place of section {about['section']} of the market"
    return [f"{card_name(parts[0])} comes to {where}", f"card:{parts[0]}", f"section:{about['section']}"]


def _deal(table: Table, actor: str, parts: list[str]) -> list[str]:
    seat = table["about"].get("seat", table["turn"])
    if parts == [HIDDEN]:
        return [f"{seat} draws a decree in secret", "deck:decrees", f"hand:{seat}"]
    return [f"{seat} draws the decree {card_name(parts[0])}", f"card:{parts[0]}", "deck:decrees", f"hand:{seat}"]


def _starting(table: Table, actor: str, parts: list[str]) -> list[str]:
    return [f"the starting card {card_name(parts[0])} is laid open", f"card:{parts[0]}", "starting"]


def _drafter(table: Table, actor: str, parts: list[str]) -> list[str]:
    return [f"{parts[0]} is the first to take a starting card", f"seat:{parts[0]}"]


def _reveal(table: Table, actor: str, parts: list[str]) -> list[str]:
    seat = table["about"]["seat"]
    shown = [] if parts == ["none"] else parts
    decrees = listing([card_name(card) for card in shown], "no decrees")
    return [f"{seat} shows {decrees}", f"hand:{seat}", *(f"card:{card}" for card in shown)]


def _pyramid(table: Table, actor: str, parts: list[str]) -> list[str]:
    is_god = parts[0] in {row["god"] for row in table["wheel"]}
    name = f"of {god_name(parts[0])}" if is_god else f"that looks for {parts[0]} first"
    return [f"the tile {name} comes to the pyramid", f"seat:{AUTOMATON}"]


def _deben(table: Table, actor: str, parts: list[str]) -> list[str]:
    return [f"the automaton's marker goes {'up' if parts[0] == 'up' else 'to the right'}", "marker"]


def _lot(table: Table, actor: str, parts: list[str]) -> list[str]:
    """What suits the automaton equally well is drawn by lot."""
    if len(parts) == 2:
        god, die = parts
        text = f"the automaton takes the {die_name(die)} from {god_name(god)} and does the action of {god_name(god)}"
        return [text, f"die:{god}:{die}", f"sector:{god}"]
    what, phase = parts[0], table["phase"]
    if what in PEOPLE:
        return [f"the automaton builds a statue of the people {PEOPLE[what]}", f"people:{what}"]
    if phase == "lot-cell":
        return [f"the automaton raises a pillar on {cell_name(what)}", f"cell:{what}"]
    if phase == "lot-site":
        return [f"the automaton builds on {site_name(what)}", f"site:{what}"]
    seat = table["turn"] if phase == "lot-starting" else "the automaton"
    return [f"{seat} is dealt {card_name(what)}", f"card:{what}"]


SAY: dict[str, Callable[[Table, str, list[str]], list[str]]] = {
    "take": _take,
    "anubis": _anubis,
    "bless": _bless,
    "done": _done,
    "pass": _pass,
    "use": _use,
    "work-and-use": _work_and_use,
    "extra": _extra,
    "produce": _produce,
    "shift": _shift,
    "pay": _pay,
    "choose": _choose,
    "raise": _raise,
    "statue": _statue,
    "cell": _lay,
    "turn": _turn,
    "site": _build_site,
    "cards": _cards,
    "refresh": _refresh,
    "district": _district,
    "faith": _faith,
    "keep": _keep,
    "draft": _draft,
    "destiny": _destiny,
    "offered": _offered,
    "mix": _mix,
    "sun": _sun,
    "god-tile": _god_tile,
    "tile": _new_tile,
    "die": _roll,
    "card": _new_card,
    "deal": _deal,
    "starting": _starting,
    "drafter": _drafter,
    "reveal": _reveal,
    "pyramid": _pyramid,
    "deben": _deben,
    "lot": _lot,
}
