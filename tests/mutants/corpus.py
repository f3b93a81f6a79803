"""Real texts to begin with: positions and views of random games, such that rare phases are as frequent as others."""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cache

from egypt import Game, Position, Rng

Fields = list[tuple[str, str]]

MOST_KEPT = 12  # entries of one case with the same word in the same field
MOST_VALUES = 400  # different values that are remembered of one field
SHORT = 4.0  # tokens: fields that are shorter on average say what happens now, the others what lies on the table

_TOKEN = re.compile(r"[^+,:*/|;=]+")
_WORD = re.compile(r"-|[A-Za-z_?-]*")
_NUMBER = re.compile(r"\d+")


def split(text: str) -> tuple[str, Fields]:
    """The head and the fields of a text."""
    head, *parts = text.split(";")
    return head, [(key, value) for key, _, value in (part.partition("=") for part in parts)]


def join(head: str, fields: Fields) -> str:
    return ";".join([head, *(f"{key}={value}" for key, value in fields)])


@cache
def kind_of(key: str) -> str:
    """Fields of different seats are of one kind."""
    return _NUMBER.sub("#", key)


def first_word(value: str) -> str:
    found = _WORD.match(value)
    return found[0] if found and found[0] else "#"


@dataclass(frozen=True)
class Entry:
    case: tuple[int, str]  # players, variant
    is_view: bool
    text: str
    fields: Fields


class Corpus:
    """Texts of one game, and what is seen in its fields."""

    def __init__(self, game: Game, games: int, seed: int) -> None:
        self.game = game
        self.entries: list[Entry] = []
        self.by_case: dict[tuple[tuple[int, str], bool], list[Entry]] = defaultdict(list)
        self.by_word: dict[str, dict[str, list[Entry]]] = defaultdict(lambda: defaultdict(list))
        self.values: dict[str, list[str]] = defaultdict(list)
        self.tokens: dict[str, list[str]] = defaultdict(list)
        self.token_sets: dict[str, frozenset[str]] = defaultdict(frozenset)  # the same
        self.short: set[str] = set()
        self.rank: dict[str, int] = {}
        self._kept: Counter[tuple[tuple[int, str], bool, str, str]] = Counter()
        rng = random.Random(f"{game.name} {seed}")
        cases = [
            (players, variant)
            for variant in game.variants
            for players in range(game.seats_of(variant)[0], game.seats_of(variant)[1] + 1)
        ]
        for number in range(max(games, len(cases))):
            self._gather(cases[number % len(cases)], rng)
        self._learn()
        # Of each field that says what happens now by a word, such as a phase or a step: the entries of every word.
        stages = [words for key, words in self.by_word.items() if len(words) > 1 and kind_of(key) in self.short]
        self.stages = [[words[word] for word in sorted(words)] for words in stages]
        self.stage_weights = [len(words) for words in stages]

    def _gather(self, case: tuple[int, str], rng: random.Random) -> None:
        """One random game; an entry is kept if a word in one of its fields is rare so far."""
        source = Rng(rng.getrandbits(64))
        position = Position.start(self.game, *case)
        while True:
            if rng.random() < 0.4:
                self._keep(Entry(case, False, *_texts(position.to_text())))
                self._keep(Entry(case, True, *_texts(position.view(rng.randrange(case[0])).to_text())))
            if position.is_over:
                return
            if position.is_chance:
                position = position.after(position.draw_code(source))
            else:
                position = position.acting(rng.choice(position.pending))
                position = position.after(rng.choice(position.legal_codes()))

    def _keep(self, entry: Entry) -> None:
        rare = False
        for key, value in entry.fields:
            name = (entry.case, entry.is_view, key, first_word(value))
            if self._kept[name] < MOST_KEPT:
                rare = True
                break
        if not rare:
            return
        self.entries.append(entry)
        self.by_case[entry.case, entry.is_view].append(entry)
        for key, value in entry.fields:
            word = first_word(value)
            self._kept[entry.case, entry.is_view, key, word] += 1
            self.by_word[key][word].append(entry)

    def _learn(self) -> None:
        """Which values and tokens the fields have, and in which order names stand in lists."""
        values: dict[str, Counter[str]] = defaultdict(Counter)
        tokens: dict[str, Counter[str]] = defaultdict(Counter)
        before: dict[str, set[str]] = defaultdict(set)
        sizes: dict[str, list[int]] = defaultdict(list)
        for entry in self.entries:
            for key, value in entry.fields:
                kind = kind_of(key)
                found = _TOKEN.findall(value)
                values[kind][value] += 1
                tokens[kind].update(found)
                sizes[kind].append(len(found))
                for part in re.split("[,:]", value):
                    names = [item.partition("*")[0] for item in part.split("+")]
                    for place, name in enumerate(names):
                        before[name].update(names[:place])
        for kind in values:
            self.values[kind] = sorted(values[kind])[:: max(1, len(values[kind]) // MOST_VALUES)]
            self.tokens[kind] = sorted(tokens[kind])
            self.token_sets[kind] = frozenset(tokens[kind])
            if sum(sizes[kind]) / len(sizes[kind]) <= SHORT:
                self.short.add(kind)
        self.rank = {name: len(others) for name, others in before.items()}

    def pick(self, rng: random.Random) -> Entry:
        """A random entry: of a random field a random word, so that no phase is rare; the more words, the more often."""
        if rng.random() < 0.2:
            return rng.choice(self.entries)
        return rng.choice(rng.choice(rng.choices(self.stages, self.stage_weights)[0]))

    def donor(self, entry: Entry, rng: random.Random) -> Entry:
        """Another entry of the game, mostly of the same case."""
        if rng.random() < 0.15:
            return self.pick(rng)
        for _ in range(4):
            other = self.pick(rng)
            if (other.case, other.is_view) == (entry.case, entry.is_view):
                return other
        return rng.choice(self.by_case[entry.case, entry.is_view])


def _texts(text: str) -> tuple[str, Fields]:
    return text, split(text)[1]
