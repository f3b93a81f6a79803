"""What Ra's sentences say of tiles and suns: what lies on the track, in the centre and before each seat."""

from __future__ import annotations

import re

from tests.games.sums import NUMBERS, Data, Phrases, Things, move, move_all, parts

SEATS = [f"p{seat}" for seat in range(1, 6)]


def held(data: Data) -> Things:
    things = Things()
    for place, tiles in [("track", data["track"]["tiles"]), *((seat["seat"], seat["tiles"]) for seat in data["seats"])]:
        things.update({(place, tile["kind"]): tile["count"] for tile in tiles})
    things.update({("boat", "ra"): data["boat"]["ra_tiles"]})
    if data["center"]["sun"]:
        things["center", f"sun {data['center']['sun']['value']}"] = 1
    for seat in data["seats"]:
        for which, where in (("suns_up", "usable"), ("suns_down", "used")):
            things.update({(f"{seat['seat']} {where}", f"sun {sun['value']}"): 1 for sun in seat[which]})
    return things


def _tiles(things: Things, listing: str, source: str = "", goal: str = "") -> None:
    for part in parts(listing):
        if found := re.fullmatch(r"(\w+) (.+) tiles?", part):
            kind = found[2].lower().replace(" ", "-")
            move(things, kind, NUMBERS[found[1]], source, goal)


def _draw(things: Things, tile: str) -> None:
    _tiles(things, tile, "", "track")


def _ra(things: Things) -> None:
    things["boat", "ra"] += 1


def _deal(things: Things, seat: str, suns: str) -> None:
    for sun in parts(suns):
        move(things, f"sun {sun}", 1, "", f"{seat} usable")


def _win(things: Things, seat: str, listing: str, sun: str, paid: str) -> None:
    _tiles(things, listing, "", seat)
    move(things, sun, 1, "center", f"{seat} used")
    move(things, paid, 1, f"{seat} usable", "center")
    move_all(things, "track")


def _god(things: Things, seat: str, tile: str) -> None:
    move(things, "god", 1, seat)
    disaster = re.search("funeral|drought|unrest|earthquake", tile)
    _tiles(things, tile, "track", "" if disaster else seat)


def _lose(things: Things, seat: str, tiles: str) -> None:
    _tiles(things, tiles, seat)


def _clear(things: Things) -> None:
    move_all(things, "track")


def _leave(things: Things, listing: str) -> None:
    kinds = {name.lower() for name in parts(listing)}
    for seat in SEATS:
        move_all(things, seat, kinds=kinds.__contains__)


def _turn_up(things: Things) -> None:
    for seat in SEATS:
        move_all(things, f"{seat} used", f"{seat} usable")


def _new_boat(things: Things) -> None:
    move_all(things, "boat")


PHRASES: Phrases = {
    r"p\d has drawn (.*), which goes on the track": _draw,
    r"p\d has drawn the \w+ Ra tile of the epoch": _ra,
    r"(p\d) is dealt the suns (.*)": _deal,
    r"(p\d) wins (.*?)(?: and )?(sun \d+) for (sun \d+)": _win,
    r"(p\d) uses a God to take (.*) from the track": _god,
    r"(p\d) gives up (an? .*)": _lose,
    r"the \w+ costs (p\d) (.*)": _lose,
    r"the tiles on the track leave the game": _clear,
    r"the (.*) tiles of all players leave the game": _leave,
    r"all suns can be used again": _turn_up,
    r".*, and the epoch ends": _new_boat,
    r"there is no bid, so all tiles on the track leave the game": _clear,
}
