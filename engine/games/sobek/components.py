"""Cards, tokens, track and rulings of data.toml as typed rows, checked when they are read."""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import prod
from pathlib import Path
from typing import Any

from egypt.core.data import Entry, read_data, require

DATA_FILE = Path(__file__).with_name("data.toml")

BACKS = ("green", "beige", "orange")
POWERS = ("queen", "priest", "vizier", "scribe", "thief", "merchant", "courtesan")
PLAIN_EVENTS = ("prosperity", "flood", "curse", "embalming", "ruse")

# What is printed.
FAMILY_NB = 6
GOODS_NB = 54  # amulets included
GREEN_NB = 9
CHARACTER_NB = 9
DECK_NB = GOODS_NB - GREEN_NB + CHARACTER_NB
CARD_NB = GOODS_NB + CHARACTER_NB
TOKEN_NB = 12
MOST_PLAYERS = 4
SYMBOL_NB = 4
DOCK_NB = 9
COURTESAN_ADDS = 2
TRACK_SPACES = 100
EXAMPLE_ANKHS = (61, 52)  # of the example of the penalty,
EXAMPLE_BETWEEN = range(56, 60)  # and the spaces of which one more has it

# What a state and a list of moves have room for.
MOST_OF_A_KIND = 7
MOST_OF_A_FAMILY = 12
MOST_VALUE = 9
MOST_MATES = 3  # characters of one family
MOST_PLAYS = 900  # ways to choose from a whole family
MOST_VARIANTS = 8
MOST_SIZE = 20
MOST_POINTS = 1000


@dataclass(frozen=True, slots=True)
class Family:
    """One kind of goods."""

    name: str
    letter: str
    value: int
    with_scarabs: int
    without: int
    green: int


@dataclass(frozen=True, slots=True)
class CardKind:
    """Cards that cannot be told apart, front and back."""

    name: str
    family: int  # index into families; FAMILY_NB for amulets
    scarabs: int
    back: str
    count: int
    power: str = ""


@dataclass(frozen=True, slots=True)
class TokenKind:
    """Event tokens with the same picture."""

    name: str
    effect: str
    symbol: str
    count: int


@dataclass(frozen=True, slots=True)
class Sizes:
    rounds: int
    early_end_after_round: int
    early_end_above: int
    starting_hand: int
    docks: int
    reach: int
    set_minimum: int
    event_tokens: int
    removed_with_two_players: int
    queen_draws: int
    scribe_keeps: int
    courtesan_adds: int
    curse_weight: int
    prosperity_scarabs: int
    penalty_per_points: int
    prosperity_families: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rulings:
    """One variant: how the unclear points are ruled."""

    variant: str
    track: tuple[str, ...]  # a symbol's name or "" for a number, space by space
    number_every: int
    penalty_on_number: str
    guild_floor: str
    penalty_base: str
    flood_optional: bool
    peek_own: bool
    vizier_own: bool
    amulet_only: bool
    hp_characters: str
    zero_corruption_pays: bool


CHOICES: dict[str, tuple[Any, ...]] = {
    "penalty_on_number": ("number", "none"),
    "guild_floor": ("stay", "zero"),
    "penalty_base": ("sets", "all_gains"),
    "flood_optional": (False, True),
    "peek_own": (False, True),
    "vizier_own": (False, True),
    "amulet_only": (False, True),
    "hp_characters": ("auto", "forced"),
    "zero_corruption_pays": (False, True),
}


@dataclass(frozen=True, slots=True)
class Components:
    """Everything data.toml says."""

    families: tuple[Family, ...]
    kinds: tuple[CardKind, ...]
    tokens: tuple[TokenKind, ...]
    symbols: tuple[str, ...]
    sizes: Sizes
    variants: tuple[Rulings, ...]
    rules_hash: str


def load(path: Path = DATA_FILE) -> Components:
    """Read and check the data file; raises DataError naming the entry that is wrong."""
    data, rules_hash = read_data(path)
    file = Entry("", data)
    families = _families(file.table_of("goods"))
    tokens = _tokens(file.table_of("events"))
    symbols = tuple(token.symbol for token in tokens if token.effect == "guild")
    components = Components(
        families=families,
        kinds=_kinds(file, families),
        tokens=tokens,
        symbols=symbols,
        sizes=_sizes(file.table_of("sizes"), families),
        variants=_variants(file, _tracks(file, symbols)),
        rules_hash=rules_hash,
    )
    file.finish()
    return components


# -- cards -------------------------------------------------------------------------------------------------


def _families(goods: Entry) -> tuple[Family, ...]:
    rows = tuple(_family(goods.table_of(name), name) for name in goods.table)
    require(len(rows) == FAMILY_NB, goods.name, f"{len(rows)} families, must be {FAMILY_NB}")
    return rows


def _family(entry: Entry, name: str) -> Family:
    letter = entry.value("letter")
    require(isinstance(letter, str) and len(letter) == 1, entry.name, "'letter' must be one letter")
    row = Family(
        name,
        letter,
        entry.number("value", 1, MOST_VALUE),
        entry.number("with", 0, MOST_OF_A_KIND),
        entry.number("without", 0, MOST_OF_A_KIND),
        entry.number("green", 0, MOST_OF_A_KIND),
    )
    entry.finish()
    cards = row.with_scarabs + row.without
    require(cards <= MOST_OF_A_FAMILY, entry.name, f"more than {MOST_OF_A_FAMILY} cards")
    require(row.green <= row.without, entry.name, f"'green' is {row.green}, more than 'without' ({row.without})")
    return row


def _kinds(file: Entry, families: tuple[Family, ...]) -> tuple[CardKind, ...]:
    """The goods family by family, the amulet, the characters."""
    rows = []
    for index, family in enumerate(families):
        rows += [
            CardKind(f"{family.name}{family.value}", index, family.value, "beige", family.with_scarabs),
            CardKind(f"{family.name}0", index, 0, "beige", family.without - family.green),
            CardKind(f"{family.name}0g", index, 0, "green", family.green),
        ]
    amulet = file.table_of("amulet")
    rows.append(CardKind("amulet", FAMILY_NB, 0, "beige", amulet.number("count", 0, MOST_OF_A_KIND)))
    amulet.finish()
    goods, green = sum(row.count for row in rows), sum(family.green for family in families)
    require(goods == GOODS_NB, "goods", f"{goods} cards with the amulets, must be {GOODS_NB}")
    require(green == GREEN_NB, "goods", f"{green} green cards, must be {GREEN_NB}")
    rows += _characters(file, [family.name for family in families])
    for index, family in enumerate(families):
        mates = sum(row.family == index and row.back == "orange" for row in rows)
        require(mates <= MOST_MATES, "characters", f"{mates} characters of {family.name}, at most {MOST_MATES} allowed")
        plays = prod(row.count + 1 for row in rows if row.family == index)
        sentence = f"{plays} ways to choose from the whole family, at most {MOST_PLAYS} fit a list of moves"
        require(plays <= MOST_PLAYS, f"goods.{family.name}", sentence)
    return tuple(rows)


def _characters(file: Entry, families: list[str]) -> list[CardKind]:
    entries = file.tables("characters")
    require(len(entries) == CHARACTER_NB, "characters", f"{len(entries)} cards, must be {CHARACTER_NB}")
    powers = [entry.word("power", POWERS) for entry in entries]
    rows: list[CardKind] = []
    for entry, power in zip(entries, powers, strict=True):
        family = entry.word("family", families)
        entry.finish()
        name = power if powers.count(power) == 1 else f"{power}-{family}"
        require(name not in [row.name for row in rows], entry.name, f"a second {name}")
        rows.append(CardKind(name, families.index(family), 0, "orange", 1, power))
    return rows


# -- event tokens and the score track ----------------------------------------------------------------------


def _tokens(events: Entry) -> tuple[TokenKind, ...]:
    guilds = events.distinct("guild", events.list_of("guild", SYMBOL_NB))
    rows = [TokenKind(f"guild-{symbol}", "guild", str(symbol), 1) for symbol in guilds]
    rows += [TokenKind(name, name, "", events.number(name, 0, MOST_OF_A_KIND)) for name in PLAIN_EVENTS]
    events.finish()
    total = sum(row.count for row in rows)
    require(total == TOKEN_NB, events.name, f"{total} tokens, must be {TOKEN_NB}")
    return tuple(rows)


Track = tuple[tuple[str, ...], int]  # a symbol or "" space by space; every how many spaces there is a number


def _tracks(file: Entry, symbols: tuple[str, ...]) -> dict[str, Track]:
    letters, tracks = file.table_of("symbols"), file.table_of("tracks")
    by_letter = {letter: letters.word(letter, symbols) for letter in letters.table}
    require(
        len(set(by_letter.values())) == len(symbols) == len(by_letter),
        letters.name,
        f"must give a letter to each of {', '.join(symbols)}",
    )
    return {name: _track(tracks.table_of(name), by_letter) for name in tracks.table}


def _track(entry: Entry, by_letter: dict[str, str]) -> Track:
    every = entry.number("number_every", 2, TRACK_SPACES // 2)
    require(TRACK_SPACES % every == 0, entry.name, f"'number_every' is {every}, must divide {TRACK_SPACES}")
    if "blocks" in entry.table:
        blocks = entry.list_of("blocks")
        for block in blocks:
            fits = isinstance(block, str) and len(block) == every - 1
            require(fits, entry.name, f"block {block!r} must have {every - 1} symbols")
        letters = [blocks[space // every % len(blocks)][space % every - 1] for space in range(TRACK_SPACES)]
    else:
        cycle = entry.value("cycle")
        require(isinstance(cycle, str) and cycle != "", entry.name, "'cycle' must be a row of symbols")
        start = entry.number("start", 0, len(cycle) - 1)
        letters = [cycle[(start + space - space // every - 1) % len(cycle)] for space in range(TRACK_SPACES)]
    entry.finish()
    for letter in letters:
        entry.chosen(letter, "blocks" if "blocks" in entry.table else "cycle", list(by_letter))
    track = tuple("" if space % every == 0 else by_letter[letters[space]] for space in range(TRACK_SPACES))
    require(
        all(track[space] == "ankh" for space in EXAMPLE_ANKHS),
        entry.name,
        "spaces 61 and 52 must carry the ankh (rulebook, example of the penalty)",
    )
    require(
        [track[space] for space in EXAMPLE_BETWEEN].count("ankh") == 1,
        entry.name,
        "exactly one ankh must lie on 56..59 (rulebook, example of the penalty)",
    )
    return track, every


# -- sizes and rulings -------------------------------------------------------------------------------------


def _sizes(entry: Entry, families: tuple[Family, ...]) -> Sizes:
    values: dict[str, Any] = {}
    for field in fields(Sizes):
        if field.name == "prosperity_families":
            values[field.name] = entry.words(field.name, [family.name for family in families])
        else:
            values[field.name] = entry.number(field.name, 1, MOST_POINTS if field.name == "early_end_above" else MOST_SIZE)
    entry.finish()
    for name, most in {"event_tokens": TOKEN_NB, "starting_hand": GREEN_NB // MOST_PLAYERS}.items():
        require(values[name] <= most, entry.name, f"'{name}' is {values[name]}, the box suffices for {most}")
    require(values["docks"] == DOCK_NB, entry.name, f"'docks' must be {DOCK_NB}")
    require(values["courtesan_adds"] == COURTESAN_ADDS, entry.name, f"'courtesan_adds' must be {COURTESAN_ADDS}")
    return Sizes(**values)


def _variants(file: Entry, tracks: dict[str, Track]) -> tuple[Rulings, ...]:
    """The rulings, and for each variant what it changes of them."""
    base, variants = file.table_of("rulings"), file.table_of("variants")
    standard = {"track": base.word("track", list(tracks)), **_choices(base, CHOICES)}
    base.finish()
    require(
        1 <= len(variants.table) <= MOST_VARIANTS,
        variants.name,
        f"{len(variants.table)} variants, must be 1..{MOST_VARIANTS}",
    )
    rows = []
    for name in variants.table:
        entry = variants.table_of(name)
        changes: dict[str, Any] = _choices(entry, [key for key in CHOICES if key in entry.table])
        if "track" in entry.table:
            changes["track"] = entry.word("track", list(tracks))
        entry.finish()
        rulings = {**standard, **changes}
        track, every = tracks[rulings.pop("track")]
        rows.append(Rulings(name, track, every, **rulings))
    return tuple(rows)


def _choices(entry: Entry, keys: Any) -> dict[str, Any]:
    found = {}
    for key in keys:
        value = entry.value(key)
        allowed = any(value is choice or (isinstance(choice, str) and value == choice) for choice in CHOICES[key])
        require(allowed, entry.name, f"'{key}' is {value!r}, must be one of {', '.join(map(repr, CHOICES[key]))}")
        found[key] = value
    return found
