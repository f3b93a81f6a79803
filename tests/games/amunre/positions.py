"""Positions of Amun-Re from partial descriptions, and small verbs to play and to look.

What a description does not mention is filled in so that everything balances: favors lie in the deck, and a
seat that has to own more provinces than named gets some that are named nowhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from egypt import Position, Rng, View, get_game
from egypt.core.fields import parse_pairs, write_counts, write_fields
from egypt.games.amunre.components import FAVORS
from egypt.games.amunre.tables import COMPONENTS

GAME = get_game("amunre")
ROW = {row.name: row for row in COMPONENTS.provinces}
NAMES = tuple(ROW)
PHASES = (
    "start",
    "deal",
    "choose",
    "reveal",
    "bid",
    "bonus",
    "favors",
    "draw",
    "farmers",
    "build",
    "offer",
    "unveil",
    "adjust",
    "reward",
    "reward-draw",
    "harvest",
    "scoring",
    "sell",
    "over",
)
# The favors of the box, written down a second time: a test that read the engine's own table could not fail.
BOX = {
    "protection": 2,
    "bribery": 2,
    "architect": 8,
    "free-farmer": 5,
    "adjustment": 4,
    "big-harvest": 5,
    "treasury": 3,
    "scribes": 2,
    "farmers": 2,
    "side": 2,
    "nile": 2,
    "egypt": 2,
}

Land = tuple[str, int, int, int, int]


def where(**facts: Any) -> list[str]:
    """The provinces of which the data file says so, as `where(west=True, nile=False)`."""
    return [name for name, row in ROW.items() if all(getattr(row, key) == value for key, value in facts.items())]


def land(owner: str = "-", pyramids: int = 0, stones: int = 0, farmers: int = 0, free: int = 0) -> Land:
    """One province of the map."""
    return owner, pyramids, stones, farmers, free


def favors(text: str) -> Counter[str]:
    return Counter() if text == "-" else Counter(parse_pairs(text, FAVORS, "favors"))


def favors_text(bag: Mapping[str, int]) -> str:
    return write_counts({name: bag.get(name, 0) for name in FAVORS})


def names_text(names: Sequence[str]) -> str:
    return "+".join(name for name in NAMES if name in names) or "-"


def _at(values: Sequence[Any], seat: int, default: Any) -> Any:
    return values[seat] if seat < len(values) else default


def _rounds_won(phase: str, resume: str, round_: int) -> int:
    after = PHASES.index(resume if phase == "sell" else phase) > PHASES.index("bid")
    return round_ if after else round_ - 1


def fill_lands(lands: dict[str, Land], players: int, won: int, elsewhere: Sequence[str], avoid: Sequence[str]) -> list[str]:
    """Gives every seat as many provinces as it has won, any that are named nowhere; returns those that are left."""
    spare = sorted((name for name in NAMES if name not in (*lands, *elsewhere)), key=lambda name: name in avoid)
    for number in range(players):
        owned = [name for name, row in lands.items() if row[0] == f"p{number + 1}"]
        for _ in range(won - len(owned)):
            lands[spare.pop(0)] = land(f"p{number + 1}")
    return spare


def balanced(bags: Sequence[Counter[str]], discard: str, deck: str | None) -> tuple[Counter[str], str]:
    """The deck and the discard pile. What is neither in a hand nor in a deck that is given has been discarded."""
    rest = Counter(BOX)
    for bag in [*bags, favors(discard)]:
        rest.subtract(bag)
    if deck is not None:
        thrown = Counter(rest)
        thrown.subtract(favors(deck))
        discard = favors_text(favors(discard) + thrown)
        rest = favors(deck)
    assert min(rest.values(), default=0) >= 0, "more favors than the box holds"
    return rest, discard


def map_text(lands: Mapping[str, Land]) -> str:
    rows = [f"{name}:{lands[name][0]}+{'+'.join(map(str, lands[name][1:]))}" for name in NAMES if name in lands]
    return ",".join(rows) or "-"


def position(
    players: int = 3,
    *,
    phase: str = "favors",
    act: str = "p1",
    age: int = 1,
    round: int = 1,
    start: str = "p1",
    lands: Mapping[str, Land] | None = None,
    auction: str = "-",
    hands: Sequence[str] = (),
    gold: Sequence[int] = (),
    scores: Sequence[int] = (),
    cards: Sequence[str] = (),
    discard: str = "-",
    deck: str | None = None,
    kingdom: Sequence[str] = (),
    avoid: Sequence[str] = (),
    **fields: Any,
) -> Position:
    """A position of that phase; `fields` overrides fields of the text by name.

    Provinces in `avoid` are given to seats only if no others are left.
    """
    owned = dict(lands or {})
    offered = [] if auction == "-" else [part.split(":")[0] for part in auction.split(",")]
    held = [name for text in cards if text != "-" for name in text.split("+")]
    won = _rounds_won(phase, str(fields.get("resume", "-")), round)
    spare = fill_lands(owned, players, won, [*offered, *held], avoid)
    taken = [name for name, row in owned.items() if row[0] != "-"]
    bags = [favors(_at(hands, seat, "-")) for seat in range(players)]
    rest, discard = balanced(bags, discard, deck)
    in_age = list(dict.fromkeys([*kingdom, *taken, *offered, *held]))
    in_age += [name for name in (*spare, *NAMES) if name not in in_age][: 3 * players - len(in_age)]
    is_first_round = age == 1 and round == 1
    tiled = not (is_first_round and PHASES.index(str(fields.get("resume", phase))) <= PHASES.index("adjust"))
    seats = {
        f"p{seat + 1}": f"{_at(scores, seat, 0)},{_at(gold, seat, 20)},{favors_text(bags[seat])},{_at(cards, seat, '-')}"
        for seat in range(players)
    }
    # fmt: off
    values: dict[str, Any] = {
        "viewer": "all", "players": players, "variant": "standard", "age": age, "round": round, "phase": phase, "act": act,
        "turn": act if act in seats and phase not in ("offer", "choose") else "p1", "start": start,
        "tile": 2 if tiled else "-", "resume": "-", "debt": 0, "floor": 7 if phase == "scoring" else 0, "draws": 0,
        "cursor": 0, "bought": 0, "used": 0, "rewards": 0, "served": "-", "adjust": "-", "total": 0, "gave": "-",
        "auction": auction, "outbid": "-", "shielded": "-", "bribed": "-",
        "kingdom": names_text(in_age) if age > 1 else "-", "seen": names_text([*taken, *offered]), "map": map_text(owned),
        "known": "-", "deck": favors_text(rest), "under": "-", "discard": discard, **seats,
        "chosen": "-", "offers": "-", "sales": "-", "fresh": "-", "drawn": "-", "played": "-",
    }
    # fmt: on
    if phase in ("farmers", "build") and "cursor" not in fields:
        values["cursor"] = min(NAMES.index(name) for name, row in owned.items() if row[0] == act)
    assert set(fields) <= set(values), fields
    return Position.from_text(write_fields("amunre/1", values | fields), GAME)


def play(start: Position, *moves: str) -> Position:
    """The position after these moves and draws, each checked legal and each position checked valid."""
    for move in moves:
        start = start.after(move)
        start.validate()
    return start


def offer(start: Position, *offerings: str) -> Position:
    """All seats commit, in seat order, but for those with an empty text; then the offerings are turned up."""
    for seat, offering in enumerate(offerings):
        if offering:
            start = start.after(f"offer:{offering}", seat)
            start.validate()
    while start.as_dict()["phase"] == "unveil":
        start = play(start, start.outcomes()[0][0])
    return start


def done_until(start: Position, phase: str, rng: Rng | None = None) -> Position:
    """Everybody declines what can be declined, until that phase or the end."""
    while not start.is_over and start.as_dict()["phase"] != phase:
        if start.is_chance:
            start = start.after(start.draw_code(rng or Rng(1)))
            continue
        moves = start.legal_moves()
        start = start.after("done" if "done" in moves else moves[0])
    return start


def counts(cards: list[dict[str, Any]] | None) -> dict[str, int] | None:
    """Cards by kind, as the plain data has them; None for an unknown hand."""
    return None if cards is None else {card["kind"]: card["count"] for card in cards}


def offering(plain: dict[str, Any] | None) -> str | None:
    """An offering of the plain data, as a move writes it."""
    if plain is None:
        return None
    return ("theft" if plain["theft"] else str(plain["gold"])) + ("+adjustment" if plain["adjustment"] else "")


def seats(start: Position | View) -> list[dict[str, Any]]:
    """The plain data of all seats, with hands as counts and offerings as texts."""
    return [
        {
            **row,
            **{key: counts(row[key]) for key in ("hand", "sale")},
            **{key: offering(row[key]) for key in ("gave", "offer")},
            "province_hand": row["province_hand"] and [card["province"] for card in row["province_hand"]],
        }
        for row in start.as_dict()["seats"]
    ]


def seat(start: Position, name: str) -> dict[str, Any]:
    return seats(start)[int(name[1]) - 1]


def discard(start: Position) -> dict[str, int] | None:
    return counts(start.as_dict()["discard"])


def province(start: Position, name: str) -> dict[str, Any]:
    found: dict[str, Any] = start.as_dict()["provinces"][NAMES.index(name)]
    return found


def built(start: Position, name: str) -> tuple[int, int]:
    """Pyramids and loose stones of a province."""
    row = province(start, name)
    return row["pyramids"], row["stones"]


def golds(start: Position) -> list[int]:
    return [row["gold"] for row in start.as_dict()["seats"]]


def moves_of(start: Position, verb: str) -> list[str]:
    return [move for move in start.legal_moves() if move == verb or move.startswith((verb + ":", verb + "+"))]


def field(text: str, key: str) -> str:
    """One field of a position or view text."""
    return dict(part.split("=", 1) for part in text.split(";")[1:])[key]
