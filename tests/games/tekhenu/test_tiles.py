"""Pillar tiles P01-P27: cost, edges, light and ability of each (rulebook p. 27).

Costs and edges are assumed; a correction in data.toml is to be made here, too.
"""

from __future__ import annotations

import pytest

from tests.games.tekhenu.positions import changes, play, player, position, seat

# name: light, limestone, granite, edges (north, east, south, west); written down a second time.
TILES = {
    "P01": ("sunny", 2, 1, "RGBY"),
    "P02": ("dark", 1, 2, "RRGG"),
    "P03": ("shaded", 2, 1, "RBRB"),
    "P04": ("sunny", 3, 0, "RRRG"),
    "P05": ("dark", 1, 2, "BBBY"),
    "P06": ("shaded", 2, 1, "GGYY"),
    "P07": ("sunny", 2, 0, "RGYB"),
    "P08": ("shaded", 1, 1, "GBGB"),
    "P09": ("dark", 0, 2, "RRBB"),
    "P10": ("dark", 1, 2, "GGBY"),
    "P11": ("sunny", 3, 0, "RBGY"),
    "P12": ("shaded", 2, 1, "YYRG"),
    "P13": ("sunny", 3, 1, "BYBY"),
    "P14": ("dark", 1, 3, "RGRG"),
    "P15": ("shaded", 2, 2, "RRGB"),
    "P16": ("shaded", 2, 2, "RBYG"),
    "P17": ("sunny", 3, 1, "GGBB"),
    "P18": ("dark", 1, 3, "RYRY"),
    "P19": ("sunny", 3, 0, "GGGB"),
    "P20": ("shaded", 2, 1, "BBYR"),
    "P21": ("dark", 1, 2, "YYYR"),
    "P22": ("none", 2, 0, "RYGB"),
    "P23": ("none", 2, 0, "BBYY"),
    "P24": ("none", 1, 1, "GYGY"),
    "P25": ("none", 1, 1, "RYBG"),
    "P26": ("none", 0, 2, "RRYY"),
    "P27": ("none", 0, 2, "GRBY"),
}
# Where the sun must stand for Ra to lie in that light.
SUN = {"sunny": "horus", "shaded": "hathor", "dark": "thoth"}

# What each ability asks after the tile is laid, and what it changes besides cell, slot and matches.
ABILITIES = {
    "P01": ((), {"population": 3}),
    "P02": ((), {"scribe": 1}),
    "P03": ((), {"happiness": 2}),
    "P04": ((), {}),  # nothing matches here; see below
    "P05": ((), {}),
    "P06": ((), {"vp": 2}),
    "P07": ((), {"vp": 1}),
    "P08": ((), {"vp": 1}),
    "P09": ((), {"vp": 1}),
    "P10": (("cards:1b",), {}),
    "P11": (("cards:1b",), {}),
    "P12": (("statue:3",), {"granite": -2}),
    "P13": (("deal:D01",), {}),
    "P14": (("deal:D01",), {}),
    "P15": (("district:granite",), {"happiness": -1, "granite": 1, "production granite": 1, "production limestone": 1}),
    "P16": ((), {"gold": 2}),
    "P17": ((), {"gold": 2}),
    "P18": ((), {"gold": 2}),
    "P19": ((), {"bread": 2}),
    "P20": ((), {"bread": 2}),
    "P21": ((), {"bread": 2}),
}


def start_with(tile, light, goods="limestone*4 granite*6", **more):
    """Ra lies in that light; a grey 6 can do nothing but raise the left tile. Two foreign buildings face cell r2c3."""
    other = next(name for name in ("P25", "P26") if name != tile)
    slots = f"{tile} {other} {'P24' if tile != 'P24' else 'P23'}"
    return position(
        sun=SUN[light],
        p1=seat(goods=goods),
        p2=seat(sites="west2 south3", pillars=" ".join(more.get("temple", ()))),
        wheel="ra grey6",
        slots=slots,
        **more,
    )


def raised(tile, cell, turns=0):
    """The moves that raise it."""
    look_alike = {"RBRB": 2, "GBGB": 2, "BYBY": 2, "RGRG": 2, "RYRY": 2, "GYGY": 2}.get(TILES[tile][3], 4)
    return ("take:ra+grey6+tainted", f"cell:{cell}", f"turn:{turns % look_alike}")


def plus(*gains):
    total: dict[str, int] = {}
    for gain in gains:
        for name, number in gain.items():
            total[name] = total.get(name, 0) + number
    return {name: number for name, number in total.items() if number}


def without_ability(tile):
    """Cell r2c3 shows 2 bread and faces two buildings; the left slot brings 3."""
    _, limestone, granite, _ = TILES[tile]
    return {"vp": 2 + 3, "bread": 2, "limestone": -limestone, "granite": -granite}


@pytest.mark.parametrize("tile", TILES)
@pytest.mark.parametrize("light", SUN)
def test_cost_light_and_ability(tile, light):
    start = start_with(tile, light)
    laid = play(start, *raised(tile, "r2c3"))
    moves, gained = ABILITIES[tile] if TILES[tile][0] == light else ((), {})
    laid = play(laid, *moves)
    assert laid.as_dict()["phase"] == "tile"  # the pillar stands, a new tile is drawn for the left slot
    assert changes(start, laid) == plus(without_ability(tile), gained)
    assert player(laid)["pillars"] == ["r2c3"]
    assert laid.as_dict()["temple"]["r2c3"] == {
        "id": "cell:r2c3",
        "row": 2,
        "column": 3,
        "tile": tile,
        "component": f"tile:{tile}",
        "turns": 0,
        "owner": "p1",
    }


@pytest.mark.parametrize("tile", TILES)
def test_cost_must_be_payable(tile):
    _, limestone, granite, _ = TILES[tile]
    for goods in (f"limestone*{limestone - 1} granite*{granite}", f"limestone*{limestone} granite*{granite - 1}"):
        words = " ".join(word for word in goods.split() if word[-2:] not in ("*0", "-1"))
        if "-1" not in goods:
            assert "take:ra+grey6+tainted" not in start_with(tile, "shaded", words).legal_moves()
    exact = " ".join(f"{kind}*{n}" for kind, n in (("limestone", limestone), ("granite", granite)) if n)
    assert "take:ra+grey6+tainted" in start_with(tile, "shaded", exact).legal_moves()


def light_without(tile):
    """A light in which the tile does nothing."""
    return next(light for light in SUN if light != TILES[tile][0])


@pytest.mark.parametrize("tile", TILES)
@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_edges_in_a_corner(tile, turns):
    """The rim of cell r1c1 is red in the north and blue in the west; a match in a corner counts two."""
    edges = TILES[tile][3]
    north, west = edges[-turns % 4], edges[(3 - turns) % 4]
    start = start_with(tile, light_without(tile))
    laid = play(start, *raised(tile, "r1c1", turns))
    assert changes(start, laid)["vp"] == 3 + 2 * ((north == "R") + (west == "B"))


@pytest.mark.parametrize("tile", TILES)
@pytest.mark.parametrize(
    ("side", "cell"), [*enumerate(("r2c3", "r3c4", "r4c3", "r3c2"))], ids=["north", "east", "south", "west"]
)
def test_edges_next_to_a_neighbour(tile, side, cell):
    """A neighbour with all four colours is turned so that the touching edges are equal; turned once more they are not."""
    neighbour = "P01" if tile != "P01" else "P11"
    touching = (side + 2) % 4
    equal = next(turns for turns in range(4) if TILES[neighbour][3][(touching - turns) % 4] == TILES[tile][3][side])
    for turns, matches in ((equal, 1), ((equal + 1) % 4, 0)):
        start = start_with(tile, light_without(tile), temple={cell: f"{neighbour}/{turns}"})
        laid = play(start, *raised(tile, "r3c3"))
        assert changes(start, laid)["vp"] == 3 + 1 + matches  # of the two buildings, south3 faces column 3


@pytest.mark.parametrize("tile", TILES)
def test_all_four_edges_count_together(tile):
    """Between four tiles each edge is compared with the one it touches."""
    around = {"r2c3": "P01/0", "r3c4": "P16/0", "r4c3": "P07/0", "r3c2": "P11/0"}
    around = {cell: name for cell, name in around.items() if name[:3] != tile}
    inner = {"r2c3": (0, "B"), "r3c4": (1, "G"), "r4c3": (2, "R"), "r3c2": (3, "B")}  # side of the tile, colour it meets
    start = start_with(tile, light_without(tile), temple=around)
    laid = play(start, *raised(tile, "r3c3"))
    matches = sum(TILES[tile][3][side] == colour for cell, (side, colour) in inner.items() if cell in around)
    assert changes(start, laid)["vp"] == 3 + 1 + matches


@pytest.mark.parametrize(
    ("tile", "cell", "turns", "matches"), [("P04", "r1c2", 1, 1), ("P05", "r1c3", 0, 1), ("P04", "r1c2", 0, 0)]
)
def test_points_for_matching_edges(tile, cell, turns, matches):
    """The rim is green over column 2 and blue over column 3; south3 faces the latter."""
    start = start_with(tile, TILES[tile][0])
    laid = play(start, *raised(tile, cell, turns))
    assert changes(start, laid)["vp"] == 3 + 2 * matches + (cell == "r1c3")


@pytest.mark.parametrize(("tile", "turns"), [("P04", 0), ("P05", 0)])
def test_points_for_matching_edges_in_a_corner(tile, turns):
    """Two for the match, one by the ability: it counts edges."""
    start = start_with(tile, TILES[tile][0])
    laid = play(start, *raised(tile, "r1c1", turns))
    assert changes(start, laid)["vp"] == 3 + {"P04": 2 + 1, "P05": 0}[tile]


# -- abilities that are actions --------------------------------------------------------------------------------


@pytest.mark.parametrize("tile", ["P10", "P11"])
def test_a_card_by_a_tile(tile):
    start = start_with(tile, TILES[tile][0])
    asked = play(start, *raised(tile, "r2c3"))
    assert [move for move in asked.legal_moves() if move.startswith("cards")] == ["cards:1a", "cards:1b", "cards:1c"]
    card = start.as_dict()["market"]["1b"]["card"]
    assert player(play(asked, "cards:1b"))["blessings"] == [card]


def test_a_statue_by_a_tile():
    start = start_with("P12", "shaded")
    asked = play(start, *raised("P12", "r2c3"))
    people = ["workshops", "quarries", "row", "column"]
    assert asked.legal_moves() == [f"statue:{place}" for place in ("1", "2", "3", *people)]
    assert player(play(asked, "statue:3"))["gods"] == {"osiris": 1}
    paid = changes(start, play(asked, "statue:workshops"))
    assert (paid["granite"], paid["gold"]) == (-1 - 2, 1)


def test_a_statue_by_a_tile_is_lost_without_granite():
    start = start_with("P12", "shaded", "limestone*2 granite*2")
    laid = play(start, *raised("P12", "r2c3"))
    assert laid.as_dict()["phase"] == "tile"
    assert changes(start, laid) == without_ability("P12")


@pytest.mark.parametrize("tile", ["P13", "P14"])
def test_a_decree_by_a_tile(tile):
    start = start_with(tile, TILES[tile][0])
    laid = play(start, *raised(tile, "r2c3"))
    assert laid.as_dict()["phase"] == "draw-decree"
    drawn = play(laid, "deal:D07")
    assert "D07" in player(drawn)["decrees"]
    assert player(drawn)["decrees_held"] == player(start)["decrees_held"] + 1
    assert "D07" not in drawn.view(1).to_text().split("hands=")[1]


def test_a_building_by_a_tile():
    start = start_with("P15", "shaded")
    asked = play(start, *raised("P15", "r2c3"))
    assert {move.partition("+")[0] for move in asked.legal_moves()} == {
        f"district:{kind}" for kind in ("papyrus", "bread", "limestone", "granite")
    }
    assert player(play(asked, "district:granite"))["shops"] == ["granite3"]


@pytest.mark.parametrize("tile", ["P19", "P20", "P21"])
def test_faith_is_doubled_too(tile):
    start = start_with(tile, TILES[tile][0])
    laid = play(start, *raised(tile, "r5c3"))
    assert changes(start, laid)["faith"] == 6
