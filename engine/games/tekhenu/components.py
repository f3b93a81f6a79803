"""Everything data.toml says as typed rows, checked when it is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from egypt.core.data import read_data, require
from egypt.games.tekhenu.board_rows import (
    AUTOMATON_LEVELS,
    Bonus,
    OsirisRow,
    Solo,
    Temple,
    read_bonuses,
    read_osiris_rows,
    read_solo,
    read_temple,
)
from egypt.games.tekhenu.cards import (
    BASICS,
    DECKS,
    GODS,
    LIGHTS,
    NAMES,
    Blessing,
    Decree,
    DestinyCard,
    PillarTile,
    StartingCard,
    Technology,
    read_blessings,
    read_decrees,
    read_destiny,
    read_starting,
    read_technologies,
    read_tiles,
)
from egypt.games.tekhenu.data_reader import PLAYER_COUNTS, Entry, Gain

DATA_FILE = Path(__file__).with_name("data.toml")

DIE_COLOURS = ("yellow", "brown", "white", "black", "grey")  # the first four produce BASICS, in this order
STATUSES = ("pure", "tainted", "forbidden")
SLOTS = ("left", "middle", "right")
SECTION_NB = 4
SECTION_SIZE = 4
DICE_IN_BOX = 26
MOST_VARIANTS = 16
TABLE_SIZES = PLAYER_COUNTS[1:]
SOLO_SEATS = 2  # the automaton has one
OTHER_SECTIONS = ("wheel", "removed", "colours", "temple", "solo", "variants", *NAMES)


@dataclass(frozen=True, slots=True)
class Variant:
    name: str
    printed_gods: bool
    level: str  # of the automaton, "" without it
    random_start: bool
    hard_decrees: bool


@dataclass(frozen=True, slots=True)
class Components:
    """The whole box. `numbers` holds the plain numbers of a section under 'section.key'."""

    numbers: dict[str, int]
    lists: dict[str, tuple[int, ...]]
    by_players: dict[str, dict[int, int]]
    start_gain: Gain
    removed: dict[str, int]
    status: dict[str, tuple[str, ...]]  # by colour of a die: what it is in each light
    dice: dict[int, tuple[int, ...]]  # by players: dice of each colour
    light: tuple[str, ...]
    triangles: dict[int, int]
    opens_section: dict[int, int]
    sections: tuple[tuple[int, ...], ...]  # cards of each deck
    ra_slot: tuple[int, ...]  # by value
    ra_slot_vp: tuple[int, ...]  # by slot
    also_when_built: dict[int, bool]
    also_for_own_actions: dict[int, bool]
    bonus: tuple[Bonus, ...]
    printed_gods: tuple[str, ...]
    osiris_rows: tuple[OsirisRow, ...]
    osiris_statues: tuple[tuple[str, ...], ...]
    temple: Temple
    tiles: tuple[PillarTile, ...]
    blessings: tuple[Blessing, ...]
    technologies: tuple[Technology, ...]
    decrees: tuple[Decree, ...]
    starting: tuple[StartingCard, ...]
    destiny: tuple[DestinyCard, ...]
    symbols: tuple[str, ...]
    solo: Solo
    variants: tuple[Variant, ...]
    rules_hash: str


# Plain numbers with what a state has room for, and lists with their lengths.
NUMBERS = {
    "game": {
        "rounds": (8, 16),
        "maat_every": (4, 4),
        "score_every": (1, 4),
        "start_vp": (0, 50),
        "start_happiness": (0, 9),
        "start_population": (0, 9),
        "decrees_dealt": (2, 2),
        "scribe_shift": (1, 5),
        "anubis_scribes": (1, 9),
        "decrees_scored": (1, 6),
        "last_order_second_from": (2, 5),
    },
    "dice": {"per_sector": (1, 3)},
    "player": {
        "buildings": (10, 10),
        "pillars": (8, 8),
        "statues": (6, 6),
        "production_start": (0, 6),
        "production_max": (6, 6),
    },
    "track": {"max": (21, 31), "gold_at": (1, 31), "scribe_at": (1, 31), "action_at": (1, 31)},
    "market": {"refresh_papyrus": (0, 9)},
    "bastet": {"papyrus": (0, 9)},
    "ra": {"match_vp": (0, 9), "corner_match_vp": (0, 9), "building_vp": (0, 9)},
    "hathor": {"pillar_vp": (0, 9), "unit_per_empty_cell": (1, 3)},
    "horus": {"people_gold": (1, 1), "temple_pillar_vp": (0, 9)},
    "osiris": {"happiness": (0, 9), "row2_gold": (1, 1)},
    "maat": {"clamp": (10, 10), "surplus_weight": (0, 9)},
    "score": {
        "district": (0, 9),
        "temple_piece": (0, 9),
        "pillar_in_line": (0, 9),
        "happiness_triangle": (0, 9),
        "full_production": (0, 9),
        "unpaid_bread": (0, 9),
    },
}
LISTS = {
    "game": {"last_order_vp": (2, 0, 20)},
    "player": {"statue_granite": (6, 0, 9), "building_vp": (10, 0, 9), "building_bread": (10, 0, 9)},
    "track": {"section_from": (SECTION_NB, 0, 31)},
    "thoth": {"cards": (6, 1, 3), "papyrus": (6, 0, 9)},
    "bastet": {"scribes": (6, 0, 9)},
    "maat": {"penalty": (11, 0, 9)},
    "score": {"statues": (7, 0, 50)},
}
BY_PLAYERS = {
    "game": {"starting_cards": (3, 12), "god_statue_spaces": (1, 3), "refill_dice": (1, 4)},
    "dice": {colour: (0, 8) for colour in DIE_COLOURS},
}


def _status(data: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    section = Entry("colours", data.get("colours"))
    table = {}
    for number, colour in enumerate(DIE_COLOURS):
        row = section.table_of(colour)
        row.word("produces", ((*BASICS, "nothing")[number],))
        table[colour] = tuple(row.word(light, STATUSES) for light in LIGHTS)
        row.finish()
    section.finish()
    return table


def _sections(market: Entry) -> tuple[tuple[int, ...], ...]:
    sections = []
    for number in range(1, SECTION_NB + 1):
        row = market.table_of(f"section{number}")
        sections.append(tuple(row.number(deck, 0, SECTION_SIZE) for deck in DECKS))
        row.finish()
        require(1 <= sum(sections[-1]) <= SECTION_SIZE, row.name, f"must hold 1..{SECTION_SIZE} cards")
    require(not any(section[2] for section in sections[:2]), "market", "sections 1 and 2 are dealt before the decrees")
    return tuple(sections)


def _variants(data: Mapping[str, Any]) -> tuple[Variant, ...]:
    section = Entry("variants", data.get("variants"))
    rows = []
    for name in section.table:
        row = section.table_of(name)
        level = row.word("level", ("", *AUTOMATON_LEVELS))
        rows.append(Variant(name, row.truth("printed_gods"), level, row.truth("random_start"), row.truth("hard_decrees")))
        row.finish()
        automaton = bool(level) or not (rows[-1].random_start or rows[-1].hard_decrees)
        require(automaton, row.name, "'random_start' and 'hard_decrees' need a level of the automaton")
    require(1 <= len(rows) <= MOST_VARIANTS, section.name, f"{len(rows)} variants, at most {MOST_VARIANTS} fit")
    require(not rows[0].level, section.name, "the first one must not be a solo game")
    return tuple(rows)


def _check_course(numbers: Mapping[str, int], dice: Mapping[int, tuple[int, ...]], refill: Mapping[int, int]) -> None:
    rounds, cycle = numbers["game.rounds"], numbers["game.maat_every"] * numbers["game.score_every"]
    require(rounds % cycle == 0, "game", "the last round must end with a scoring")
    require(sum(dice[4]) == DICE_IN_BOX, "dice", f"{sum(dice[4])} dice for 4 players, must be {DICE_IN_BOX}")
    for players, counts in dice.items():
        # Before a Maat phase returns them, the wheel and the players together have drawn every die exactly.
        drawn = 6 * numbers["dice.per_sector"] + 2 * refill[players]
        require(sum(counts) == drawn, "dice", f"{sum(counts)} dice for {players} players, but {drawn} are drawn")


def _check_track(components: Components) -> None:
    numbers, lists = components.numbers, components.lists
    reached = max(numbers["game.start_happiness"], components.solo.numbers["start_happiness"])
    for key in ("gold_at", "scribe_at", "action_at"):
        space = numbers[f"track.{key}"]
        require(space <= numbers["track.max"], "track", f"'{key}' lies beyond the end")
        require(space > reached, "track", f"'{key}' is {space}, must be above {reached}, the start and the gift before")
        reached = space
    for space in (*components.triangles, *components.opens_section):
        require(space <= numbers["track.max"], "track", f"space {space} lies beyond the end")
    require(len(components.triangles) == 5, "track", "'triangles' must have 5 spaces")
    require(tuple(components.opens_section.values()) == (3, 4), "track", "'opens_section' must open sections 3 and 4")
    start = max(numbers["game.start_population"], components.solo.numbers["start_population"])
    require(min(components.opens_section) > start, "track", "'opens_section': a section is open from the start")
    for owner, happiness, population in (
        ("game", numbers["game.start_happiness"], numbers["game.start_population"]),
        ("solo", components.solo.numbers["start_happiness"], components.solo.numbers["start_population"]),
    ):
        require(happiness <= population, owner, "happiness starts above population")
    sections = lists["track.section_from"]
    require(list(sections) == sorted(sections), "track", "'section_from' must ascend")
    penalty = lists["maat.penalty"]
    require(list(penalty) == sorted(penalty), "maat", "'penalty' must not shrink")


def _plain_numbers(entries: Mapping[str, Entry]) -> dict[str, int]:
    return {
        f"{name}.{key}": entries[name].number(key, *bounds) for name, keys in NUMBERS.items() for key, bounds in keys.items()
    }


def _plain_lists(entries: Mapping[str, Entry]) -> dict[str, tuple[int, ...]]:
    return {
        f"{name}.{key}": entries[name].numbers(key, *bounds) for name, keys in LISTS.items() for key, bounds in keys.items()
    }


def _by_players(entries: Mapping[str, Entry]) -> dict[str, dict[int, int]]:
    return {
        f"{name}.{key}": entries[name].by_players(key, PLAYER_COUNTS, *bounds)
        for name, keys in BY_PLAYERS.items()
        for key, bounds in keys.items()
    }


def _light(data: Mapping[str, Any]) -> tuple[str, ...]:
    wheel = Entry("wheel", data.get("wheel"))
    light = tuple(wheel.chosen(word, "light", LIGHTS) for word in wheel.list_of("light", 6))
    require(sorted(light) == sorted(LIGHTS * 2), "wheel", "'light' must have two sectors of each kind")
    wheel.finish()
    return light


def _removed(data: Mapping[str, Any]) -> dict[str, int]:
    removed = Entry("removed", data.get("removed"))
    for card in removed.table:
        require(card in NAMES["technologies"] + NAMES["decrees"], "removed", f"'{card}' is not a technology or a decree")
    found = {card: removed.number(card, 1, 4) for card in removed.table}
    removed.finish()
    return found


def _slot_points(ra: Entry) -> tuple[int, ...]:
    row = ra.table_of("slot_vp")
    points = tuple(row.number(slot, 0, 9) for slot in SLOTS)
    row.finish()
    return points


def load(path: Path = DATA_FILE) -> Components:
    """Read and check the data file; raises DataError naming the entry that is wrong."""
    data, rules_hash = read_data(path)
    entries = {name: Entry(name, data.get(name)) for name in (*NUMBERS, "thoth")}
    numbers, by_players = _plain_numbers(entries), _by_players(entries)
    dice = {players: tuple(by_players[f"dice.{colour}"][players] for colour in DIE_COLOURS) for players in PLAYER_COUNTS}
    _check_course(numbers, dice, by_players["game.refill_dice"])
    horus, osiris, ra, track = entries["horus"], entries["osiris"], entries["ra"], entries["track"]
    decrees = read_decrees(data)
    components = Components(
        numbers=numbers,
        lists=_plain_lists(entries),
        by_players=by_players,
        start_gain=entries["game"].gain("start_gain"),
        removed=_removed(data),
        status=_status(data),
        dice=dice,
        light=_light(data),
        triangles=track.spaces("triangles", 9),
        opens_section=track.spaces("opens_section", SECTION_NB),
        sections=_sections(entries["market"]),
        ra_slot=tuple(SLOTS.index(ra.chosen(slot, "slot", SLOTS)) for slot in ra.list_of("slot", 6)),
        ra_slot_vp=_slot_points(ra),
        also_when_built=horus.truth_by_players("also_when_built"),
        also_for_own_actions=horus.truth_by_players("also_for_own_actions"),
        bonus=read_bonuses(horus),
        printed_gods=horus.words("printed_gods", GODS, 6),
        osiris_rows=read_osiris_rows(osiris),
        osiris_statues=osiris.word_lists("statues", BASICS, 2),
        temple=read_temple(data),
        tiles=read_tiles(data),
        blessings=read_blessings(data),
        technologies=read_technologies(data),
        decrees=decrees,
        starting=read_starting(data),
        destiny=read_destiny(data),
        symbols=tuple(dict.fromkeys(row.symbol for row in decrees)),
        solo=read_solo(data, numbers["game.rounds"] // numbers["game.maat_every"]),
        variants=_variants(data),
        rules_hash=rules_hash,
    )
    for entry in entries.values():
        entry.finish()
    Entry("", {name: None for name in data if name not in (*entries, *OTHER_SECTIONS)}).finish()
    for players, shown in by_players["game.starting_cards"].items():
        require(shown >= 2 * players, "game", f"'starting_cards': {shown} do not give {players} players two each")
    _check_track(components)
    return components
