"""Positions of Ra from a partial description, and two small verbs: `play` moves, `expect` results.

A description names what matters; tiles that it does not mention are in the bag.
"""

from egypt.core.position import Position
from egypt.games import get_game

GAME = get_game("ra")

# The box, written down a second time: a test that read the engine's own table could not fail.
BOX = {
    "ra": 30,
    "god": 8,
    "gold": 5,
    "pharaoh": 25,
    "nile": 25,
    "flood": 12,
    "art": 5,
    "agriculture": 5,
    "religion": 5,
    "astronomy": 5,
    "writing": 5,
    "fortress": 5,
    "obelisk": 5,
    "palace": 5,
    "pyramid": 5,
    "sphinx": 5,
    "statues": 5,
    "step-pyramid": 5,
    "temple": 5,
    "funeral": 2,
    "drought": 2,
    "unrest": 4,
    "earthquake": 2,
}
CIVILIZATIONS = ("art", "agriculture", "religion", "astronomy", "writing")
MONUMENTS = ("fortress", "obelisk", "palace", "pyramid", "sphinx", "statues", "step-pyramid", "temple")
DISASTERS = ("funeral", "drought", "unrest", "earthquake")
RA_LIMIT = {2: 6, 3: 8, 4: 9, 5: 10}
SUN_SETS = {
    2: ((9, 6, 5, 2), (8, 7, 4, 3)),
    3: ((13, 8, 5, 2), (12, 9, 6, 3), (11, 10, 7, 4)),
    4: ((13, 6, 2), (12, 7, 3), (11, 8, 4), (10, 9, 5)),
    5: ((16, 7, 2), (15, 8, 3), (14, 9, 4), (13, 10, 5), (12, 11, 6)),
}


def count(tiles):
    """`"gold*2 nile"` as counts; a mapping is passed through."""
    if not isinstance(tiles, str):
        return dict(tiles)
    counts = {}
    for word in tiles.split():
        name, _, number = word.partition("*")
        counts[name] = counts.get(name, 0) + int(number or 1)
    return counts


def counts_text(counts):
    parts = [name if counts[name] == 1 else f"{name}*{counts[name]}" for name in BOX if counts.get(name)]
    return "+".join(parts) or "-"


def suns_text(suns):
    return "+".join(str(sun) for sun in sorted(suns, reverse=True)) or "-"


def seat(up=(), down=(), tiles="", score=10):
    """One player: usable suns, suns that wait, tiles, points."""
    return {"up": up, "down": down, "tiles": count(tiles), "score": score}


def seats(players, **tiles):
    """All players as an epoch of a new game begins, p1 with the first set; `p1="gold"` gives tiles."""
    return [seat(suns, tiles=tiles.get(f"p{n}", "")) for n, suns in enumerate(SUN_SETS[players], 1)]


def position_text(
    *players,
    track="",
    center=1,
    epoch=1,
    ra=0,
    turn="p1",
    phase="turn",
    act=None,
    auction="-",
    bid="-",
    lose="0+0",
    dealt="-",
    gone="",
    bag=None,
):
    """The text of that position. Unmentioned tiles are in the bag, except Ra tiles drawn and tiles `gone`."""
    track, gone = count(track), count(gone)
    gone["ra"] = gone.get("ra", ra)
    if bag is None:
        bag = dict(BOX)
        for away in (track, gone, *(player["tiles"] for player in players)):
            for name, number in away.items():
                bag[name] -= number
    fields = {
        "viewer": "all",
        "players": len(players),
        "epoch": epoch,
        "ra": ra,
        "center": center,
        "phase": phase,
        "turn": turn,
        "act": act or turn,
        "auction": auction,
        "bid": bid,
        "lose": lose,
        "dealt": dealt,
        "track": counts_text(track),
    }
    for number, player in enumerate(players, 1):
        suns = f"{suns_text(player['up'])},{suns_text(player['down'])}"
        fields[f"p{number}"] = f"{player['score']},{suns},{counts_text(player['tiles'])}"
    fields["bag"] = counts_text(bag)
    fields["gone"] = counts_text(gone)
    return ";".join(["ra/1", *(f"{key}={value}" for key, value in fields.items())])


def position(*players, **description):
    """That position; see `position_text`."""
    return Position.from_text(position_text(*players, **description), GAME)


def play(start, *moves):
    """The position after these moves and draws, each checked legal and each position checked valid."""
    for move in moves:
        start = start.after(move)
        start.validate()
    return start


def tile_counts(tiles):
    return {tile["kind"]: tile["count"] for tile in tiles}


def plain(position):
    """The position's plain data in few words: suns and tiles as numbers, what an auction and a disaster have come to."""
    data = position.as_dict()
    auction = data["auction"] or {"kind": None, "best_bid": None, "best_bidder": None}
    for seat in data["seats"]:
        seat.update({up: [sun["value"] for sun in seat[up]] for up in ("suns_up", "suns_down")})
        seat["tiles"] = tile_counts(seat["tiles"])
    return data | {
        "ra_tiles": data["boat"]["ra_tiles"],
        "ra_limit": data["boat"]["ra_limit"],
        "center_sun": data["center"]["sun"]["value"],
        "auction": auction["kind"],
        "best_bid": auction["best_bid"],
        "best_bidder": auction["best_bidder"],
        "to_lose": data["to_lose"]["civilization"] if data["phase"] == "unrest" else data["to_lose"]["monuments"],
        "track_size": data["track"]["size"],
        **{place: tile_counts(data[place]["tiles"]) for place in ("track", "bag", "gone")},
    }


def expect(position, **facts):
    """Compare what is named with the position's plain data; `p1={...}` compares fields of a seat."""
    data = plain(position)
    players = {player["seat"]: player for player in data["seats"]}
    for name, fact in facts.items():
        if name in players:
            found = {key: players[name][key] for key in fact}
            assert found == fact, f"{name}: {found} != {fact}"
        else:
            assert data[name] == fact, f"{name}: {data[name]} != {fact}"


def tiles_of(position, name):
    return {player["seat"]: player["tiles"] for player in plain(position)["seats"]}[name]
