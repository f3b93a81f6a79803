"""What a move of Tekhenu brings about by itself, told by comparing what is known before and after it.

Goods, markers, cards and pieces of every seat, the wheel, the market, the phases. What the sentence of the move has said
already is left out; points are told by the ledger.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from egypt.core.saying import listing, number, several
from egypt.games.tekhenu.naming import PEOPLE, card_name, cell_name, die_name, god_name, site_name, tile_name, units_of
from egypt.games.tekhenu.tables import COMPONENTS
from egypt.games.tekhenu.words import GOODS

Table = dict[str, Any]
Clause = list[str]  # words, then the ids that they touch
Named = Counter[tuple[str, str]]  # units by seat and kind of goods

NAMED_DECREES = {"deal", "keep", "reveal", "offered"}
NAMED_CARDS = {"bless", "anubis", "offered"}
KINDS = {"blessings": "blessing", "technologies": "technology", "decrees": "decree"}
SCORED_EVERY = COMPONENTS.numbers["game.maat_every"] * COMPONENTS.numbers["game.score_every"]  # rounds
AFTER_SCORING = {"upkeep", "reveal", "destiny", "lot-destiny", "pyramid", "over"}


def consequences(
    before: Table, after: Table, verb: str, parts: list[str], touched: set[str], named: Named, maat: list[Clause]
) -> Iterator[Clause]:
    """Clauses for everything that has changed since the move `verb` with its `parts`.

    `touched` are the ids and `named` the goods of which others tell, `maat` is what Maat has judged.
    """
    back = _on_scales(before) and not _on_scales(after)
    yield from _automaton(before, after, parts[0] if verb == "die" else "", touched)
    for old, new in zip(before["seats"], after["seats"], strict=True):
        yield from _goods(old, new, named, back)
        yield from _levels(old, new)
        yield from _cards(old, new, verb)
        yield from _pieces(old, new, after, touched)
        yield from _surplus(old, new, back)
    yield from _wheel(before, after)
    yield from _market(before, after)
    yield from _tiles(before, after, touched)
    yield from _owed(before, after)
    yield from maat
    yield from _course(before, after, back, maat_is_told=bool(maat))


def _changes(old: dict[str, int] | None, new: dict[str, int] | None) -> dict[str, int]:
    """By how much each number has grown; nothing if one of them is not known."""
    if old is None or new is None:
        return {}
    return {key: change for key in {**old, **new} if (change := (new.get(key) or 0) - (old.get(key) or 0))}


def _added(old: Iterable[str], new: Iterable[str]) -> list[str]:
    return list((Counter(new) - Counter(old)).elements())


# -- seats -------------------------------------------------------------------------------------------------------------


def _goods(old: Table, new: Table, named: Named, back: bool) -> Iterator[Clause]:
    """All that is not named already, of a kind that was paid, too. Faith that goes back is told with the dice."""
    seat, had, has = new["seat"], old["goods"], new["goods"]
    if had is None or has is None:
        return
    gained: list[str] = []
    lost: list[str] = []
    for kind in GOODS:
        units = has.get(kind, 0)
        if kind != "faith" or not back:
            units -= had.get(kind, 0) + named[seat, kind]
        if units:
            (gained if units > 0 else lost).append(units_of(kind, abs(units)))
    if gained:
        yield [f"{seat} gains {listing(gained)}", f"goods:{seat}"]
    if lost:
        yield [f"{seat} gives up {listing(lost)}", f"goods:{seat}"]


def _levels(old: Table, new: Table) -> Iterator[Clause]:
    """Production and the markers of the track."""
    seat = new["seat"]
    for kind in _changes(old["production"], new["production"]):
        yield [f"the production of {kind} of {seat} rises to {new['production'][kind]}", f"production:{seat}"]
    for marker in ("population", "happiness"):
        if old[marker] != new[marker]:
            steps = new[marker] - old[marker]
            way = f"{'rises' if steps > 0 else 'falls'} by {number(abs(steps))}"
            yield [f"the {marker} of {seat} {way} to {new[marker]}", f"{marker}:{seat}"]


def _cards(old: Table, new: Table, verb: str) -> Iterator[Clause]:
    seat = new["seat"]
    for kind, name in KINDS.items():
        had, has = ([card["card"] for card in row[kind] or ()] for row in (old, new))
        gained, lost = _added(had, has), _added(has, had)
        if gained and verb not in (NAMED_DECREES if kind == "decrees" else NAMED_CARDS):
            cards = listing([card_name(card) for card in gained])
            yield [f"{seat} now has the {_plural(name, gained)} {cards}", *(f"card:{card}" for card in gained)]
        if lost and verb not in NAMED_CARDS | {"keep"}:
            cards = listing([card_name(card) for card in lost])
            yield [
                f"the {_plural(name, lost)} {cards} of {seat} {'is' if len(lost) == 1 else 'are'} spent",
                *(f"card:{card}" for card in lost),
            ]
    unknown = _hidden_decrees(new) - _hidden_decrees(old)
    if unknown > 0 and verb not in NAMED_DECREES:
        yield [f"{seat} now has {several(unknown, 'more hidden decree')}", f"hand:{seat}"]


def _plural(name: str, cards: list[str]) -> str:
    if len(cards) == 1:
        return name
    return f"{name[:-1]}ies" if name.endswith("y") else f"{name}s"


def _hidden_decrees(seat: Table) -> int:
    return int(seat["decrees_held"] or 0) - len(seat["decrees"] or ())


def _pieces(old: Table, new: Table, after: Table, touched: set[str]) -> Iterator[Clause]:
    """Buildings, pillars and statues that stand only now, perhaps because they are paid for only now."""
    seat = new["seat"]
    for key in ("sites", "shops", "pillars", "people"):
        for place in new[key]:
            if place not in old[key] and place["at"] not in touched:
                yield [_piece(seat, key, place), place["at"]]
    for god in _changes(old["gods"], new["gods"]):
        space = next(row for row in after["horus"] if row["god"] == god)
        if space["id"] not in touched:
            yield [f"a statue of {god_name(god)} of {seat} stands on Horus space {space['space']}", space["id"]]


def _piece(seat: str, key: str, place: Table) -> str:
    if key == "people":
        return f"a statue of the people of {seat} stands {PEOPLE[place['space']]}"
    if key == "shops":
        return f"a building of {seat} stands in row {place['row']} of the {place['district']} district"
    if key == "pillars":
        return f"a pillar of {seat} stands on {cell_name(place['at'].partition(':')[2])}"
    return f"a building of {seat} stands on {site_name(place['at'].partition(':')[2])}"


def _surplus(old: Table, new: Table, back: bool) -> Iterator[Clause]:
    seat, units = new["seat"], new["surplus"] - old["surplus"]
    if units > 0 and not back:
        yield [f"{units} surplus {'weighs' if units == 1 else 'weigh'} on the tainted pan of {seat}", f"surplus:{seat}"]


# -- the table ---------------------------------------------------------------------------------------------------------


def _on_scales(table: Table) -> bool:
    return any(seat["dice"] for seat in table["seats"])


def _taken(before: Table, after: Table, drawn: str, touched: set[str]) -> Iterator[tuple[str, str]]:
    """The dice that have left the wheel without being named, with the god from whom they were taken; `drawn` too."""
    for old, new in zip(before["wheel"], after["wheel"], strict=True):
        god = new["god"]
        there, left = ([f"{die['colour']}{die['value']}" for die in sector["dice"]] for sector in (old, new))
        taken = _added(left, [*there, drawn] if drawn and before["about"]["god"] == god else there)
        for die in _added((name for name in set(taken) if f"die:{god}:{name}" in touched), taken):
            yield god, die


def _automaton(before: Table, after: Table, drawn: str, touched: set[str]) -> Iterator[Clause]:
    """It takes a die without being asked, unless several suit it equally well, and does the action of that god."""
    if not after["solo"]:
        return
    taken = list(_taken(before, after, drawn, touched))
    for god, die in taken:
        yield [
            f"the automaton takes the {die_name(die)} from {god_name(god)} and does the action of {god_name(god)}",
            f"sector:{god}",
            "seat:p2",
        ]
    moved = after["marker"] and after["marker"] != before["marker"]
    if moved and not taken and after["phase"] != "lot-die":
        yield ["no die suits the automaton, and it passes", "marker"]


def _wheel(before: Table, after: Table) -> Iterator[Clause]:
    if before["sun"] != after["sun"] and before["round"]:
        yield [f"the wheel turns, and the light begins at {god_name(after['sun'])}", "obelisk", f"sector:{after['sun']}"]


def _market(before: Table, after: Table) -> Iterator[Clause]:
    held = {card["card"] for seat in after["seats"] for kind in KINDS for card in seat[kind] or ()}
    gone = [
        slot["card"]
        for name, slot in before["market"].items()
        if after["market"].get(name, slot)["card"] != slot["card"] or name not in after["market"]
    ]
    moved = {slot["card"] for slot in after["market"].values()}
    hidden = sum(
        _hidden_decrees(new) > _hidden_decrees(old) for old, new in zip(before["seats"], after["seats"], strict=True)
    )
    discarded = [card for card in gone if card not in held | moved and not (hidden and card.startswith("D"))]
    if discarded:
        cards = listing([card_name(card) for card in discarded])
        yield [
            f"{cards} {'is' if len(discarded) == 1 else 'are'} discarded from the market",
            *(f"card:{card}" for card in discarded),
        ]
    for section in after["sections"]:
        if section not in before["sections"]:
            yield [f"section {section} of the market is opened", f"section:{section}"]


def _tiles(before: Table, after: Table, touched: set[str]) -> Iterator[Clause]:
    """Pillar tiles that are laid, and those that move up to fill the row."""
    for name, cell in after["temple"].items():
        if name not in before["temple"] and cell["id"] not in touched:
            yield [f"the pillar tile {tile_name(cell['tile'])} lies on {cell_name(name)}", cell["id"]]
    old, new = ([slot["tile"] for slot in table["slots"]] for table in (before, after))
    moved = [tile for tile in new if tile and tile in old and new.index(tile) != old.index(tile)]
    if moved:
        tiles = listing([tile_name(tile) for tile in moved])
        yield [
            f"the pillar {'tile' if len(moved) == 1 else 'tiles'} {tiles} {'moves' if len(moved) == 1 else 'move'} up",
            *(f"tile:{tile}" for tile in moved),
        ]


# -- what comes next ---------------------------------------------------------------------------------------------------


def _owed(before: Table, after: Table) -> Iterator[Clause]:
    old, new, seat = before["now"], after["now"], after["turn"]
    due = [units_of(kind, units) for kind, units in new["due"].items()]
    if due and old["due"] != new["due"]:
        yield [f"{listing(due)} must be paid", f"goods:{seat}"]
    if after["phase"] == "free-action" and before["phase"] != "free-action":
        yield [f"{seat} may do an action at once, without a die and without a price", f"happiness:{seat}"]
    for where, name in (("beside", "a neighbouring god"), ("opposite", "the god opposite")):
        if new["extra_actions"][where] > old["extra_actions"][where]:
            yield [f"{seat} may do an extra action of {name}", f"seat:{seat}"]


def maat_begins(table: Table) -> Clause:
    return ["the Maat phase begins, and all scales are weighed", *(f"scales:{seat['seat']}" for seat in table["seats"])]


def leaning(seat: str, balance: int) -> Clause:
    """What the judgement finds on the scales of a seat."""
    lean = f"lean by {abs(balance)} to the {'pure' if balance > 0 else 'tainted'} side" if balance else "are in balance"
    return [f"the scales of {seat} {lean}", f"scales:{seat}"]


def _course(before: Table, after: Table, back: bool, maat_is_told: bool) -> Iterator[Clause]:
    scores = [f"score:{seat['seat']}" for seat in after["seats"]]
    if after["phase"] == "faith" and before["phase"] != "faith" and not maat_is_told:
        yield maat_begins(after)
    if before["order"] != after["order"] and before["round"]:
        yield [f"the turn order is now {listing(after['order'])}", "order"]
    judged = _on_scales(before) and before["phase"] not in AFTER_SCORING and after["phase"] in AFTER_SCORING
    if judged and after["round"] and after["round"] % SCORED_EVERY == 0:
        yield ["districts, temple, statues, happiness, production and buildings are scored", *scores]
    if back:
        yield ["the dice on all scales go back into the bag, surplus and faith into the supply", "bag"]
    if after["round"] > before["round"]:
        yield [f"round {after['round']} of {after['rounds']} begins", "round"]
    if after["to_act"] == "over":
        yield ["cards and turn order are scored, and the game ends", *scores]
    elif after["phase"] == "turn" and after["turn"] != before["turn"]:
        yield [f"it is the turn of {after['turn']}", f"seat:{after['turn']}"]
