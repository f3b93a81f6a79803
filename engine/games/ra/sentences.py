"""Moves of Ra in words, from the plain data of a position or view before the move.

A sentence also says what follows for certain: who wins the track, what disasters take without a choice, who is passed over,
that an epoch ends, and what then leaves. Points are told by the ledger.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from egypt.core.saying import Saying, Story, listing, number, place
from egypt.games.ra.components import CIVILIZATIONS, MONUMENTS
from egypt.games.ra.tables import COMPONENTS

NAMES = {"ra": "Ra", "god": "God", "nile": "Nile", "step-pyramid": "step pyramid"}  # others are called as they are written
PER_DISASTER = COMPONENTS.game["discards_per_disaster"]
SUN_SETS = COMPONENTS.sun_sets
Counts = Mapping[str, int]


def say_move(table: dict[str, Any], actor: str, move: str, after: dict[str, Any] | None = None) -> Saying:
    """The sentence of a move or draw, and the ids of what it touches; all that follows can be told beforehand."""
    verb, _, argument = move.partition(":")
    story = _Story(table)
    match verb:
        case "draw":
            story.tell(f"{actor} draws a tile from the bag", "bag")
        case "invoke":
            _invoke(story, actor)
        case "bid":
            _bid(story, actor, int(argument))
        case "pass":
            story.tell(f"{actor} passes", "auction")
            _next_bidder(story, actor)
        case "god":
            _use_god(story, actor, argument)
        case "stop":
            story.tell(f"{actor} uses no further God", f"tiles:{actor}:god")
            _next_turn(story)
        case "lose":
            _lose(story, actor, argument)
        case "tile":
            _reveal(story, argument)
        case _:
            _deal(story, int(argument))
    return story.saying()


# -- the table while a sentence is told --------------------------------------------------------------------------------


class _Story(Story):
    """What is told so far, and the suns and tiles that the move has changed on the way."""

    def __init__(self, table: dict[str, Any]) -> None:
        super().__init__(table)
        self.seats: list[str] = [seat["seat"] for seat in self.table["seats"]]
        self.suns = {seat["seat"]: [sun["value"] for sun in seat["suns_up"]] for seat in self.table["seats"]}
        self.tiles = {seat["seat"]: _counts(seat["tiles"]) for seat in self.table["seats"]}
        self.track = _counts(self.table["track"]["tiles"])
        auction = self.table["auction"] or {}
        self.best_bid: int = auction.get("best_bid") or 0
        self.best_bidder: str = auction.get("best_bidder") or ""

    def left_of(self, seat: str) -> str:
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def is_held(self, kind: str) -> bool:
        return any(tiles.get(kind) for tiles in self.tiles.values())


def _counts(tiles: list[dict[str, Any]]) -> dict[str, int]:
    return {tile["kind"]: tile["count"] for tile in tiles}


def _tile(kind: str) -> str:
    """`an art tile`."""
    name = NAMES.get(kind, kind)
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name} tile"


def _tiles(counts: Counts, *more: str) -> str:
    """`two flood tiles and an art tile`."""
    words = [
        _tile(kind) if count == 1 else f"{number(count)} {NAMES.get(kind, kind)} tiles" for kind, count in counts.items()
    ]
    return listing([*words, *more])


# -- turns -------------------------------------------------------------------------------------------------------------


def _next_turn(story: _Story) -> None:
    """The turn passes to the left, past all without a usable sun; if no player has one the epoch ends."""
    turn = story.table["turn"]
    seat, passed = story.left_of(turn), []
    while not story.suns[seat] and seat != turn:
        passed.append(seat)
        seat = story.left_of(seat)
    if not story.suns[seat]:
        _end_epoch(story, "no player has a usable sun left")
    elif passed:
        story.tell(f"{listing(passed)} {'has' if len(passed) == 1 else 'have'} no usable sun and no turn")


def _end_epoch(story: _Story, why: str) -> None:
    last = story.table["epoch"] == story.table["epochs"]
    story.tell(f"{why}, and the {'game' if last else 'epoch'} ends", "boat", *(f"score:{seat}" for seat in story.seats))
    if story.track:
        story.tell("the tiles on the track leave the game", "track", "gone")
    if not last:
        if leaving := [tile.name for tile in COMPONENTS.tiles if not tile.kept and story.is_held(tile.name)]:
            names = listing([NAMES.get(kind, kind) for kind in leaving])
            story.tell(f"the {names} tiles of all players leave the game", "gone", *(f"seat:{seat}" for seat in story.seats))
        story.tell("all suns can be used again", *(f"seat:{seat}" for seat in story.seats))


def _reveal(story: _Story, kind: str) -> None:
    turn = story.table["turn"]
    if kind != "ra":
        story.tell(f"{turn} has drawn {_tile(kind)}, which goes on the track", "bag", f"track:{kind}")
        _next_turn(story)
        return
    drawn = story.table["boat"]["ra_tiles"] + 1
    story.tell(f"{turn} has drawn the {place(drawn)} Ra tile of the epoch", "bag", "boat")
    if drawn == story.table["boat"]["ra_limit"]:
        _end_epoch(story, "the boat arrives")
    else:
        story.tell("an auction begins", "track", "auction")


def _deal(story: _Story, row: int) -> None:
    """The next seat gets a set; the last set needs no draw."""
    sets = SUN_SETS[len(story.seats)]
    dealt = story.table["dealt"]
    story.tell(*_dealt(story.seats[len(dealt)], sets[row - 1]))
    if len(dealt) == len(story.seats) - 2:
        last = next(suns for i, suns in enumerate(sets, 1) if i != row and i not in dealt)
        story.tell(*_dealt(story.seats[-1], last))


def _dealt(seat: str, suns: tuple[int, ...]) -> list[str]:
    return [f"{seat} is dealt the suns {listing([str(sun) for sun in suns])}", *(f"sun:{sun}" for sun in suns)]


# -- auctions ----------------------------------------------------------------------------------------------------------


def _invoke(story: _Story, actor: str) -> None:
    story.tell(f"{actor} invokes Ra", "track", "auction")
    if sum(story.track.values()) == story.table["track"]["size"]:
        story.tell("the track is full, so its tiles leave the game if all pass")
    else:
        story.tell(f"{actor} must bid if no other player does")


def _bid(story: _Story, actor: str, sun: int) -> None:
    story.tell(f"{actor} bids sun {sun}", f"sun:{sun}", "auction")
    story.best_bid, story.best_bidder = sun, actor
    _next_bidder(story, actor)


def _next_bidder(story: _Story, seat: str) -> None:
    """On to the left, past all who could only pass. After the Ra player the track is awarded."""
    passed = []
    while seat != story.table["turn"]:
        seat = story.left_of(seat)
        if any(sun > story.best_bid for sun in story.suns[seat]):
            break
        passed.append(seat)
    else:
        _pass_over(story, passed)
        _award(story)
        return
    _pass_over(story, passed)


def _pass_over(story: _Story, passed: list[str]) -> None:
    without = [seat for seat in passed if not story.suns[seat]]
    beaten = [seat for seat in passed if story.suns[seat]]
    if beaten:
        story.tell(f"{listing(beaten)} cannot outbid this")
    if without:
        story.tell(f"{listing(without)} cannot bid")


def _award(story: _Story) -> None:
    """The highest bidder takes all tiles, swaps suns with the centre and suffers the disasters among them."""
    if not story.best_bid:
        if story.table["auction"]["kind"] == "full":
            story.tell("there is no bid, so all tiles on the track leave the game", "track", "gone")
            story.track = {}
        else:
            story.tell("there is no bid, so the tiles stay on the track", "track")
        _next_turn(story)
        return
    winner, sun, center = story.best_bidder, story.best_bid, story.table["center"]["sun"]["value"]
    won = {kind: count for kind, count in story.track.items() if kind not in LOSSES}
    what = _tiles(won, f"sun {center}")
    story.tell(f"{winner} wins {what} for sun {sun}", "track", "center", f"sun:{sun}", f"sun:{center}", f"seat:{winner}")
    story.suns[winner].remove(sun)
    for kind, count in won.items():
        story.tiles[winner][kind] = story.tiles[winner].get(kind, 0) + count
    disasters = {kind: count for kind, count in story.track.items() if kind in LOSSES}
    story.track = {}
    if not _suffer(story, winner, disasters):
        _next_turn(story)


# -- Gods and disasters ------------------------------------------------------------------------------------------------

# What each disaster takes, in the order in which it is taken, and whether the holder chooses.
LOSSES = {
    "funeral": (("pharaoh",), False),
    "drought": (("flood", "nile"), False),
    "unrest": (CIVILIZATIONS, True),
    "earthquake": (MONUMENTS, True),
}
CALLED = {
    "funeral": "pharaoh tiles",
    "drought": "Nile or flood tiles",
    "unrest": "civilization tiles",
    "earthquake": "monuments",
}


def _use_god(story: _Story, actor: str, kind: str) -> None:
    story.tell(f"{actor} uses a God to take {_tile(kind)} from the track", f"tiles:{actor}:god", f"track:{kind}", "gone")
    story.tiles[actor]["god"] -= 1
    story.track = {name: count - (name == kind) for name, count in story.track.items() if count > (name == kind)}
    if kind in LOSSES:
        if _suffer(story, actor, {kind: 1}):
            return
    else:
        story.tiles[actor][kind] = story.tiles[actor].get(kind, 0) + 1
    _after_god(story, actor)


def _after_god(story: _Story, actor: str) -> None:
    """The turn ends here unless there are another God and something to take."""
    takeable = [kind for kind in story.track if kind != "god"]
    if not (story.tiles[actor].get("god") and takeable):
        _next_turn(story)


def _lose(story: _Story, actor: str, kind: str) -> None:
    """One tile of the holder's choice, then what is left of the disasters."""
    story.tell(f"{actor} gives up {_tile(kind)}", f"tiles:{actor}:{kind}", "gone")
    story.tiles[actor][kind] -= 1
    owed = story.table["to_lose"]
    civilization, monuments = owed["civilization"], owed["monuments"]
    if story.table["phase"] == "unrest":
        civilization -= 1
    else:
        monuments -= 1
    if _carry_out(story, actor, "unrest", civilization, True) or _carry_out(story, actor, "earthquake", monuments, True):
        return
    if story.table["auction"] is None:
        _after_god(story, actor)
    else:
        _next_turn(story)


def _suffer(story: _Story, seat: str, disasters: Counts) -> bool:
    """Carry out disasters in their order; True if one of them leaves a choice, which comes first."""
    return any(
        _carry_out(story, seat, disaster, PER_DISASTER * disasters[disaster], False)
        for disaster in LOSSES
        if disasters.get(disaster)
    )


def _carry_out(story: _Story, seat: str, disaster: str, loss: int, begun: bool) -> bool:
    """What a disaster takes without a choice; True if the holder has to choose."""
    kinds, is_choice = LOSSES[disaster]
    held = {kind: story.tiles[seat][kind] for kind in kinds if story.tiles[seat].get(kind)}
    if not loss:
        return False
    if is_choice and len(held) > 1 and sum(held.values()) > loss:
        if not begun or story.table["phase"] != disaster:
            story.tell(f"the {disaster} makes {seat} give up {number(loss)} {CALLED[disaster]}", f"seat:{seat}")
        return True
    lost = {}
    for kind, count in held.items():
        lost[kind] = min(count, loss)
        loss -= lost[kind]
        story.tiles[seat][kind] -= lost[kind]
    lost = {kind: count for kind, count in lost.items() if count}
    if lost:
        story.tell(f"the {disaster} costs {seat} {_tiles(lost)}", "gone", f"seat:{seat}")
    else:
        story.tell(f"the {disaster} finds no {CALLED[disaster]} to take", f"seat:{seat}")
    return False
