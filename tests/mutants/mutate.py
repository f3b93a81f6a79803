"""Changes to the text of a position that mostly keep its form: numbers, seats, words, cards, whole fields"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from tests.mutants.corpus import Corpus, Entry, Fields, join, kind_of, split

NUMBER = re.compile(r"(?<![\d-])-?\d+(?!\d)|(?<=-)\d+|\d+")
SEAT = re.compile(r"\bp[1-9]\b")
TOKEN = re.compile(r"[^+,:*/|;=]+")
PART = re.compile(r"[^,:;=]+")  # a list `a+b*2` within a field
LETTER = re.compile("[A-Za-z]")
HIDDEN = re.compile(r"\?[A-Za-z]*")

Change = Callable[["Mutation"], bool]


class Mutation:
    """One change in the making: the fields, another position of the game, and a source of randomness."""

    def __init__(self, corpus: Corpus, fields: Fields, donor: Entry, rng: random.Random) -> None:
        self.corpus = corpus
        self.rng = rng
        self.keys = [key for key, _ in fields]
        self.values = [value for _, value in fields]
        self.donor = dict(donor.fields)

    def fields(self) -> Fields:
        return list(zip(self.keys, self.values, strict=True))

    def any_field(self) -> int:
        """A field; one that says what happens now as often as one that says what lies where."""
        if self.rng.random() < 0.5:
            short = [i for i, key in enumerate(self.keys) if kind_of(key) in self.corpus.short]
            if short:
                return self.rng.choice(short)
        return self.rng.randrange(len(self.keys))

    def replace(self, i: int, found: re.Match[str], new: str) -> None:
        self.values[i] = self.values[i][: found.start()] + new + self.values[i][found.end() :]

    def find(self, pattern: re.Pattern[str]) -> tuple[int, re.Match[str]] | None:
        """A random match in a random field that has one."""
        for _ in range(8):
            i = self.any_field()
            matches = list(pattern.finditer(self.values[i]))
            if matches:
                return i, self.rng.choice(matches)
        return None

    def parts(self) -> list[tuple[int, re.Match[str]]]:
        """Every list of names in the text."""
        return [
            (i, found) for i, value in enumerate(self.values) for found in PART.finditer(value) if LETTER.search(found[0])
        ]


# -- numbers, seats, words ---------------------------------------------------------------------------------------------


def change_number(m: Mutation) -> bool:
    if not (spot := m.find(NUMBER)):
        return False
    i, found = spot
    n = int(found[0])
    near = [n - 1, n + 1, n - 1, n + 1, n - 2, n + 2, 0, 1, m.rng.randrange(30)]
    far = [-n, -1, 99, 127, 128, 255, 256, 65535, 10**9, n * 10 + 1]
    m.replace(i, found, str(m.rng.choice(near if m.rng.random() < 0.85 else far)))
    return True


def shift_between_numbers(m: Mutation) -> bool:
    """One less here, one more there."""
    kinds = kind_of(m.keys[m.any_field()])
    spots = [
        (i, k) for i, key in enumerate(m.keys) if kind_of(key) == kinds for k in range(len(NUMBER.findall(m.values[i])))
    ]
    if len(spots) < 2:
        return False
    for (i, k), step in zip(m.rng.sample(spots, 2), (-1, 1), strict=True):
        found = list(NUMBER.finditer(m.values[i]))
        if k < len(found):
            m.replace(i, found[k], str(int(found[k][0]) + step))
    return True


def change_seat(m: Mutation) -> bool:
    if not (spot := m.find(SEAT)):
        return False
    m.replace(*spot, f"p{m.rng.randint(1, 5) if m.rng.random() < 0.1 else m.rng.randint(1, 4)}")
    return True


def swap_seats(m: Mutation) -> bool:
    """Two seats change places in one field, or everywhere but in the names of fields."""
    one, two = m.rng.sample(["p1", "p2", "p3", "p4"], 2)
    other = {one: two, two: one}
    where = range(len(m.keys)) if m.rng.random() < 0.3 else [m.any_field()]
    for i in where:
        m.values[i] = SEAT.sub(lambda found: other.get(found[0], found[0]), m.values[i])
    return True


def change_token(m: Mutation) -> bool:
    """A word that is seen in this field elsewhere."""
    if not (spot := m.find(TOKEN)):
        return False
    m.replace(*spot, m.rng.choice(m.corpus.tokens[kind_of(m.keys[spot[0]])] or ["-"]))
    return True


def exchange_names(m: Mutation) -> bool:
    """Two words change places throughout the text, or in some fields only."""
    i = m.any_field()
    tokens = TOKEN.findall(m.values[i])
    known = m.corpus.tokens[kind_of(m.keys[i])]
    if not tokens or not known:
        return False
    one, two = m.rng.choice(tokens), m.rng.choice(known)
    other = {one: two, two: one}
    share = m.rng.choice([0.3, 0.6, 1.0])
    for k in range(len(m.keys)):
        if k == i or m.rng.random() < share:
            m.values[k] = TOKEN.sub(lambda found: other.get(found[0], found[0]), m.values[k])
    return True


def hide_or_show(m: Mutation) -> bool:
    """`?` for a word, or a word for `?`."""
    if not (spot := m.find(HIDDEN if m.rng.random() < 0.5 else TOKEN)):
        return False
    i, found = spot
    m.replace(i, found, m.rng.choice(m.corpus.tokens[kind_of(m.keys[i])]) if "?" in found[0] else "?")
    return True


# -- cards -----------------------------------------------------------------------------------------------------------------


def _items(text: str) -> list[str]:
    """The names in a list, one for each copy."""
    items: list[str] = []
    for item in text.split("+"):
        name, star, number = item.partition("*")
        items += [name] * (min(int(number), 60) if star and number.isdigit() else 1)
    return [item for item in items if item != "-"]


def _write(m: Mutation, items: list[str]) -> str:
    """A list in the order in which such lists are written."""
    counts: dict[str, int] = {}
    for name in items:
        counts[name] = counts.get(name, 0) + 1
    names = sorted(counts, key=lambda name: m.corpus.rank.get(name, 10**6)) if m.rng.random() < 0.95 else list(counts)
    return "+".join(name if counts[name] == 1 else f"{name}*{counts[name]}" for name in names) or "-"


def _edit(m: Mutation, edits: list[tuple[int, re.Match[str], list[str]]]) -> None:
    """Write several lists back; later ones of a field first, so that places stay true."""
    for i, found, items in sorted(edits, key=lambda edit: (edit[0], -edit[1].start())):
        m.replace(i, found, _write(m, items))


def _two_lists(m: Mutation) -> tuple[tuple[int, re.Match[str]], tuple[int, re.Match[str]]] | None:
    parts = m.parts()
    empty = [(i, found) for i, value in enumerate(m.values) for found in PART.finditer(value) if found[0] == "-"]
    if len(parts) < 2:
        return None
    source = m.rng.choice(parts)
    names = set(_items(source[1][0]))
    alike = [part for part in parts if part != source and not names.isdisjoint(_items(part[1][0]))]
    fits = [not names.isdisjoint(m.corpus.token_sets[kind_of(key)]) for key in m.keys]
    near = [part for part in parts + empty if fits[part[0]] and part != source]
    others = alike if alike and m.rng.random() < 0.3 else near
    return (source, m.rng.choice(others)) if others else None


def move_card(m: Mutation) -> bool:
    if not (lists := _two_lists(m)):
        return False
    (i, source), (k, target) = lists
    here, there = _items(source[0]), _items(target[0])
    if not here:
        return False
    card = here.pop(m.rng.randrange(len(here)))
    _edit(m, [(i, source, here), (k, target, [*there, card])])
    return True


def swap_cards(m: Mutation) -> bool:
    if not (lists := _two_lists(m)):
        return False
    (i, source), (k, target) = lists
    here, there = _items(source[0]), _items(target[0])
    if not here or not there:
        return False
    a, b = m.rng.randrange(len(here)), m.rng.randrange(len(there))
    here[a], there[b] = there[b], here[a]
    _edit(m, [(i, source, here), (k, target, there)])
    return True


def double_or_lose_card(m: Mutation) -> bool:
    parts = m.parts()
    if not parts:
        return False
    i, found = m.rng.choice(parts)
    items = _items(found[0])
    if not items:
        return False
    place = m.rng.randrange(len(items))
    if m.rng.random() < 0.5:
        items.pop(place)
    else:
        items.insert(place, items[place])
    _edit(m, [(i, found, items)])
    return True


def change_card(m: Mutation) -> bool:
    """A card becomes another one that is seen in such lists."""
    parts = m.parts()
    if not parts:
        return False
    i, found = m.rng.choice(parts)
    items = _items(found[0])
    known = m.corpus.tokens[kind_of(m.keys[i])]
    if not items or not known:
        return False
    items[m.rng.randrange(len(items))] = m.rng.choice(known)
    _edit(m, [(i, found, items)])
    return True


# -- lists and fields ----------------------------------------------------------------------------------------------------


def shuffle_list(m: Mutation) -> bool:
    i = m.any_field()
    separator = m.rng.choice("+,")
    items = m.values[i].split(separator)
    if len(items) < 2:
        return False
    if m.rng.random() < 0.5:
        m.rng.shuffle(items)
    else:
        a, b = m.rng.sample(range(len(items)), 2)
        items[a], items[b] = items[b], items[a]
    m.values[i] = separator.join(items)
    return True


def take_field(m: Mutation) -> bool:
    """The value of another position."""
    i = m.any_field()
    if m.keys[i] not in m.donor:
        return False
    m.values[i] = m.donor[m.keys[i]]
    return True


def take_value(m: Mutation) -> bool:
    """A value that is seen in such fields."""
    i = m.any_field()
    m.values[i] = m.rng.choice(m.corpus.values[kind_of(m.keys[i])] or ["-"])
    return True


def take_phase(m: Mutation) -> bool:
    """Some of what says what happens now, from another position."""
    short = [i for i, key in enumerate(m.keys) if kind_of(key) in m.corpus.short and key in m.donor]
    differing = [i for i in short if m.donor[m.keys[i]] != m.values[i]]
    if not differing:
        return False
    for i in m.rng.sample(differing, m.rng.randint(1, min(len(differing), 5))):
        m.values[i] = m.donor[m.keys[i]]
    return True


def take_run(m: Mutation) -> bool:
    """Fields in a row, from another position."""
    first = m.rng.randrange(len(m.keys))
    for i in range(first, min(len(m.keys), first + m.rng.randint(2, 12))):
        m.values[i] = m.donor.get(m.keys[i], m.values[i])
    return True


def cross(m: Mutation) -> bool:
    """Each field of one position or of the other."""
    share = m.rng.choice([0.1, 0.3, 0.7])
    for i, key in enumerate(m.keys):
        if m.rng.random() < share:
            m.values[i] = m.donor.get(key, m.values[i])
    return True


def swap_fields(m: Mutation) -> bool:
    """The values of two seats change places, or one takes the other's."""
    i = m.any_field()
    alike = [k for k, key in enumerate(m.keys) if k != i and kind_of(key) == kind_of(m.keys[i])]
    if not alike:
        return False
    k = m.rng.choice(alike)
    if m.rng.random() < 0.7:
        m.values[i], m.values[k] = m.values[k], m.values[i]
    else:
        m.values[i] = m.values[k]
    return True


def empty_or_fill(m: Mutation) -> bool:
    i = m.any_field()
    if m.values[i] != "-":
        m.values[i] = "-"
        return True
    values = [value for value in m.corpus.values[kind_of(m.keys[i])] if value != "-"]
    if not values:
        return False
    m.values[i] = m.rng.choice(values)
    return True


def break_form(m: Mutation) -> bool:
    """A field lost, doubled or moved, or a character too much or too little."""
    i = m.rng.randrange(len(m.keys))
    way = m.rng.randrange(5)
    if way == 0:
        del m.keys[i], m.values[i]
    elif way == 1:
        m.keys.insert(i, m.keys[i])
        m.values.insert(i, m.values[i])
    elif way == 2:
        k = m.rng.randrange(len(m.keys))
        m.keys.insert(k, m.keys.pop(i))
        m.values.insert(k, m.values.pop(i))
    else:
        at = m.rng.randrange(len(m.values[i]) + 1)
        edit = m.rng.choice("0123456789?-+,:*/| pxg\N{SNOWMAN}") if way == 3 else ""
        m.values[i] = m.values[i][:at] + edit + m.values[i][at + m.rng.randrange(2) :]
    return True


CHANGES: dict[Change, int] = {
    change_number: 14,
    shift_between_numbers: 4,
    change_seat: 6,
    swap_seats: 3,
    change_token: 10,
    exchange_names: 5,
    hide_or_show: 2,
    move_card: 10,
    swap_cards: 10,
    double_or_lose_card: 4,
    change_card: 4,
    shuffle_list: 4,
    take_field: 8,
    take_value: 6,
    take_phase: 8,
    take_run: 4,
    cross: 2,
    swap_fields: 4,
    empty_or_fill: 5,
    break_form: 2,
}


def mutate(corpus: Corpus, entry: Entry, text: str, rng: random.Random) -> str:
    """A text that differs from the given one, which came from `entry`, by one change or a few."""
    head, fields = split(text)
    if not fields:
        return text
    m = Mutation(corpus, fields, corpus.donor(entry, rng), rng)
    for change in rng.choices(list(CHANGES), list(CHANGES.values()), k=rng.choice([1, 1, 1, 2, 3])):
        if m.keys:
            change(m)
    return join(head, m.fields())
