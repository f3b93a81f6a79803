"""What a perfect memory knows of the favors after the discard pile was shuffled, checked by a slow book-keeper.

The book-keeper hears what a seat hears. A world is consistent if every card that others have played since then can have
come from the new deck or from the hand before it, so that all cards of both add up.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator

import pytest

from egypt import Position, Rng
from tests.games.amunre.positions import BOX, GAME, favors, favors_text, field, land, play, position

Bag = Counter[str]
MOST_PLAYS = 10  # ambiguous ones, for the brute force


def hand_of(table: Position, seat: int) -> Bag:
    return favors(field(table.to_text(), f"p{seat + 1}").split(",")[2])


def deck_of(table: Position) -> Bag:
    return favors(field(table.to_text(), "deck"))


class Memory:
    """What one seat remembers since the discard pile was last shuffled."""

    def __init__(self, viewer: int, players: int) -> None:
        self.viewer, self.players = viewer, players
        self.shuffles = 0

    def shuffled(self, after: Position, deck: Bag) -> None:
        """All have seen these cards; all others are in the hands now."""
        self.shuffles += 1
        self.pool = deck
        seats = [seat for seat in range(self.players) if seat != self.viewer]
        self.held = {seat: hand_of(after, seat).total() for seat in seats}
        self.old = sum((hand_of(after, seat) for seat in seats), Counter())
        self.drawn: Bag = Counter()  # by the viewer
        self.events: list[tuple[int, str]] = []  # of others: draws without a card, and plays

    def follow(self, before: Position, after: Position) -> None:
        """One event, told by how many cards each hand has, what lies on the pile, and the own hand."""
        deck, left = deck_of(before), deck_of(after)
        drawn = [seat for seat in range(self.players) if (hand_of(after, seat) - hand_of(before, seat)).total()]
        played = [
            (seat, card)
            for seat in range(self.players)
            for card in (hand_of(before, seat) - hand_of(after, seat)).elements()
        ]
        if self.shuffles:
            for seat, card in played:
                if seat != self.viewer:
                    self.events.append((seat, card))
            for seat in drawn:
                if seat == self.viewer:
                    self.drawn += hand_of(after, seat) - hand_of(before, seat)
                else:
                    self.events.append((seat, "?"))
        if left.total() > deck.total() or (drawn and left.total() >= deck.total()):
            self.shuffled(after, left)

    def is_consistent(self, deck: Bag, hands: dict[int, Bag]) -> bool:
        """Whether those cards in the deck and in the other hands fit to all that was heard."""
        return any(self._fits(new, deck, hands) for new in self._decisions())

    def _decisions(self) -> Iterator[dict[int, Bag]]:
        """Every way to decide which plays were cards of the new deck, as the new cards that each seat has played."""
        plays = [number for number, (_, card) in enumerate(self.events) if card != "?"]
        unsure = [number for number in plays if self.pool[self.events[number][1]]]
        for choice in itertools.product((False, True), repeat=len(unsure)):
            chosen = {number for number, new in zip(unsure, choice, strict=True) if new}
            new: dict[int, Bag] = {seat: Counter() for seat in self.held}
            draws = dict.fromkeys(self.held, 0)
            for number, (seat, card) in enumerate(self.events):
                if card == "?":
                    draws[seat] += 1
                elif number in chosen:
                    new[seat][card] += 1
                    if new[seat].total() > draws[seat]:
                        break
            else:
                yield new

    def _fits(self, new: dict[int, Bag], deck: Bag, hands: dict[int, Bag]) -> bool:
        played: dict[int, Bag] = {seat: Counter() for seat in self.held}
        draws = dict.fromkeys(self.held, 0)
        for seat, card in self.events:
            if card == "?":
                draws[seat] += 1
            else:
                played[seat][card] += 1
        rest = Counter(self.pool)
        rest.subtract(deck + self.drawn + sum(new.values(), Counter()))
        if min(rest.values(), default=0) < 0:
            return False
        slots = {seat: draws[seat] - new[seat].total() for seat in self.held}
        old = {seat: self.held[seat] - (played[seat] - new[seat]).total() for seat in self.held}
        if any(old[seat] < 0 or old[seat] + slots[seat] != hands[seat].total() for seat in self.held):
            return False
        return self._deals(rest, slots, hands)

    @staticmethod
    def _deals(rest: Bag, slots: dict[int, int], hands: dict[int, Bag]) -> bool:
        """Whether the rest of the new cards can lie in the hands, `slots[seat]` in each."""
        seats = list(slots)
        kinds = [kind for kind, count in rest.items() if count]

        def place(number: int, left: tuple[int, ...]) -> bool:
            if number == len(kinds):
                return not any(left)
            kind = kinds[number]
            ranges = [range(min(left[i], hands[seat][kind]) + 1) for i, seat in enumerate(seats)]
            return any(
                place(number + 1, tuple(have - some for have, some in zip(left, split, strict=True)))
                for split in itertools.product(*ranges)
                if sum(split) == rest[kind]
            )

        return rest.total() == sum(slots.values()) and place(0, tuple(slots.values()))


def world_of(table: Position, viewer: int) -> tuple[Bag, dict[int, Bag]]:
    return deck_of(table), {seat: hand_of(table, seat) for seat in range(table.players) if seat != viewer}


def pick(table: Position, rng: Rng) -> int:
    """All the favors there are, as often as not: that empties the deck."""
    moves = table.legal_moves()
    wanted = [number for number, move in enumerate(moves) if move.startswith(("take:favor", "favors:"))]
    return table.legal_codes()[wanted[-1] if wanted and rng.below(4) else rng.below(len(moves))]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_samples_are_worlds_that_a_perfect_memory_allows(players: int) -> None:
    """After the first shuffle, and the truth always passes; later ones merge what came before them."""
    rng = Rng(500 + players)
    checked = 0
    while checked < 60:
        table, viewer = Position.start(GAME, players), rng.below(players)
        memory = Memory(viewer, players)
        while not table.is_over:
            before = table
            table = table.after(table.draw_code(rng)) if table.is_chance else table.after(pick(table, rng))
            memory.follow(before, table)
            plays = sum(card != "?" and bool(memory.pool[card]) for _, card in memory.events) if memory.shuffles else 99
            if not memory.shuffles or plays > MOST_PLAYS or rng.below(6):
                continue
            checked += 1
            assert memory.is_consistent(*world_of(table, viewer))
            for _ in range(4):
                world = table.view(viewer).sample(rng)
                assert memory.is_consistent(*world_of(world, viewer)), world.to_text()


def small() -> tuple[Position, Memory]:
    """p2 has an old Egypt, draws two new cards, one of them Egypt, and sells an Egypt; p3 has one old card."""
    rest = dict(BOX)
    for name in ("nile", "side", "egypt", "farmers"):
        rest[name] -= 2
    table = position(
        3,
        phase="favors",
        act="p2",
        lands={"thebes": land("p2")},
        start="p2",
        gold=[0, 1, 0],
        hands=[favors_text(rest), "nile+side+egypt", "farmers"],
        deck="-",
    )
    memory = Memory(0, 3)
    moves = ("favors:2", "sell:side", "sell:nile", "favor:nile", "favor:egypt", "farmers:thebes+0", "stones:thebes+1")
    for move in (*moves, "sell:egypt"):
        before, table = table, play(table, move)
        memory.follow(before, table)
    return table, memory


def test_small_cases_are_dealt_in_every_way_that_fits() -> None:
    """All arrangements of the unseen cards that the brute force allows come up, and no others."""
    table, memory = small()
    hands = [hand_of(table, seat) for seat in (1, 2)]
    unseen = list((hands[0] + hands[1] + deck_of(table)).elements())
    sizes = [hand.total() for hand in hands]
    allowed = set()
    for order in set(itertools.permutations(unseen)):
        two, three = Counter(order[: sizes[0]]), Counter(order[sizes[0] : sum(sizes)])
        deck = Counter(order[sum(sizes) :])
        if memory.is_consistent(deck, {1: two, 2: three}):
            allowed.add((favors_text(two), favors_text(three), favors_text(deck)))
    rng = Rng(3)
    found = set()
    for _ in range(3000):
        world = table.view(0).sample(rng)
        world.validate()
        found.add(tuple(favors_text(bag) for bag in (hand_of(world, 1), hand_of(world, 2), deck_of(world))))
    assert found == allowed and len(allowed) > 1


LAST_STALE_CARD = """
amunre/1;viewer=all;players=5;variant=standard;age=2;round=2;phase=sell;act=p2;turn=p2;start=p1;tile=3;resume=build;
debt=1;floor=5;draws=0;cursor=0;bought=3;used=9;rewards=0;served=-;adjust=-;total=0;gave=-;auction=-;outbid=-;
shielded=-;bribed=-;kingdom=damanhur+baharya+buto+memphis+mendes+amarna+avaris+dakhla+kharga+abydos+edfu+thebes+abu+
sawu+berenike;seen=damanhur+buto+memphis+amarna+avaris+dakhla+kharga+edfu+thebes+sawu;map=damanhur:p5+0+1+1+0,
baharya:-+2+1+0+0,buto:p1+1+0+2+0,memphis:p3+3+0+1+0,mendes:-+1+1+0+0,amarna:p4+0+1+2+0,avaris:p2+3+1+2+0,
dakhla:p3+2+1+2+0,kharga:p2+0+2+0+0,abydos:-+0+1+0+0,edfu:p4+1+0+1+0,thebes:p5+1+1+1+0,abu:-+0+1+0+0,
sawu:p1+0+1+0+0;known=-;deck=protection+bribery+architect*7+free-farmer*2+adjustment*2+big-harvest*3+treasury*2+
scribes*2+farmers+side+nile+egypt*2;under=-;discard=protection+bribery+architect+free-farmer*3+adjustment*2+
big-harvest+treasury+farmers+side+nile;p1=3,0,-,-;p2=3,0,big-harvest,-;p3=1,0,-,-;p4=7,0,-,-;p5=8,0,-,-;chosen=-;
offers=-;sales=-;fresh=protection+bribery+architect*7+free-farmer*3+adjustment*3+big-harvest*5+treasury*2+scribes*2+
farmers+side+nile+egypt*2;drawn=p1:free-farmer,p2:big-harvest*2,p5:adjustment;played=p5:adjustment:1:fresh,
p5:farmers:1:stale,p5:nile:1:stale,p1:bribery:1:stale,p1:free-farmer:1:fresh,p1:side:1:stale,p2:adjustment:2:stale,
p2:big-harvest:2:fresh
"""


@pytest.mark.parametrize("floor", [0, 4, 5])
def test_the_last_card_of_the_old_hands_may_have_been_played(floor: int) -> None:
    """p2 played an Adjustment: the only card left of the old hands, or one of two new ones. Both come up where p2's last
    card may be that one (kind 4), and not where they sell from kind 5 on."""
    text = LAST_STALE_CARD.replace("\n", "").replace("floor=5", f"floor={floor}")
    view = Position.from_text(text, GAME).view(4)
    view.validate()
    rng, old, kept = Rng(5), 0, 0
    for _ in range(300):
        world = view.sample(rng)
        world.validate()
        old += "p2:adjustment:2:stale" in world.to_text()
        kept += "p2:adjustment:2:fresh" in world.to_text()
    assert old > 150 and old + kept == 300 and (kept > 0) == (floor <= 4)
