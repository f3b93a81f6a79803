"""A second book-keeper of Amun-Re: plain Python that hears the moves of a game and keeps its own account.

It shares nothing with the engine but the data file; printed numbers are written down a second time. It does things in
the order of the rulebook: gold may fall below zero while favors are still to be sold, and the small decisions of which
the engine makes a purchase are simply added up.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from egypt.games.amunre.components import load

DATA = load()
ROW = {row.name: row for row in DATA.provinces}
VALUES = {number: tile.value for number, tile in enumerate(DATA.tiles, 1)}
CAMELS = {number for number, tile in enumerate(DATA.tiles, 1) if tile.camel}
TRACK = DATA.track
YELLOW = ("scribes", "farmers", "side", "nile", "egypt")


def price(count: int) -> int:
    return count * (count + 1) // 2


class Scribe:
    """One game: `hear` follows a move, `legal` says what the rulebook allows, `book` is the account."""

    def __init__(self, players: int, expert: bool) -> None:
        self.players, self.expert = players, expert
        self.seats = range(players)
        self.start, self.age, self.round, self.tile = 0, 1, 1, 0
        self.gold, self.score = [20] * players, [0] * players
        self.hand = [Counter({"architect": 1}) for _ in self.seats]
        self.deck = Counter(DATA.favors) - Counter({"architect": players})
        self.discard: Counter[str] = Counter()
        self.owner: dict[str, int] = {}
        self.stones, self.pyramids = Counter[str](), Counter[str]()
        self.farmers, self.free = Counter[str](), Counter[str]()
        self.cards: list[set[str]] = [set() for _ in self.seats]
        self.buying: tuple[int, ...] = ()
        self.harvesting: list[int] = []
        self.treasury = self.big_harvest = ""
        self.scoring: list[int] = []
        self.floor = 0
        self.over = False
        self.new_auction()
        self.new_offering()

    # -- small things

    def order(self, first: int) -> list[int]:
        return [(first + step) % self.players for step in self.seats]

    def own(self, seat: int) -> list[str]:
        return [name for name in ROW if self.owner.get(name) == seat]

    def drop(self, seat: int, card: str) -> None:
        assert self.hand[seat][card] > 0
        self.hand[seat] -= Counter({card: 1})
        self.discard[card] += 1

    def draw(self, seat: int, card: str) -> None:
        if not self.deck.total():
            self.deck, self.discard = self.discard, Counter()
        assert self.deck[card] > 0
        self.deck -= Counter({card: 1})
        self.hand[seat][card] += 1

    def put_stone(self, name: str) -> None:
        self.stones[name] += 1
        if self.stones[name] == 3:
            self.stones[name] = 0
            self.pyramids[name] += 1

    def budget(self, seat: int) -> int:
        return self.gold[seat] + self.hand[seat].total()

    # -- auction

    def new_auction(self) -> None:
        self.lots: list[str] = []
        self.bid: dict[str, tuple[int, int]] = {}
        self.barred: dict[int, str] = {}
        self.shielded: set[int] = set()
        self.bribed: set[int] = set()
        self.bidder = -1
        self.bonuses: list[int] = []
        self.under: Counter[str] = Counter()

    def turned_up(self, name: str) -> None:
        if self.expert:
            self.cards[self.order(self.start)[len(self.lots)]].remove(name)
        self.lots.append(name)
        for _ in range(ROW[name].stones):
            self.put_stone(name)
        if len(self.lots) == self.players:
            if sum(ROW[lot].favors for lot in self.lots) > self.deck.total():
                self.under, self.discard = self.discard, Counter()
            self.bidder = self.start

    def legal_bids(self, seat: int) -> set[str]:
        found = set()
        for name in self.lots:
            for space, gold in enumerate(TRACK):
                if name in self.bid:
                    rival, standing = self.bid[name]
                    if space <= standing or (rival in self.shielded and space < standing + 2):
                        continue
                cards: list[tuple[str, ...]] = [()]
                if self.barred.get(seat) == name:
                    cards = [("bribery",)] if seat not in self.bribed else []
                if seat not in self.shielded:
                    cards += [(*others, "protection") for others in cards]
                for played in cards:
                    left = self.budget(seat) - len(played)
                    if all(self.hand[seat][card] for card in played) and gold <= left:
                        found.add("+".join((f"bid:{name}", str(gold), *played)))
        return found

    def bids(self, seat: int, name: str, gold: int, cards: list[str]) -> None:
        for card in cards:
            self.drop(seat, card)
            (self.bribed if card == "bribery" else self.shielded).add(seat)
        if name in self.bid:
            self.barred[self.bid[name][0]] = name
        self.bid[name] = (seat, TRACK.index(gold))
        self.after_bid(seat)

    def after_bid(self, seat: int) -> None:
        name = next(lot for lot in self.lots if lot in self.bid and self.bid[lot][0] == seat)
        if self.gold[seat] < TRACK[self.bid[name][1]]:
            return
        standing = {rival for rival, _ in self.bid.values()}
        self.bidder = next((next_ for next_ in self.order(seat) if next_ not in standing), -1)
        if self.bidder < 0:
            for lot in self.lots:
                winner, space = self.bid[lot]
                self.gold[winner] += ROW[lot].gold - TRACK[space]
                self.owner[lot] = winner
                self.bonuses += [winner] * ROW[lot].favors
            self.bonuses = self.bonuses[: self.deck.total() + self.under.total()]
            if not self.bonuses:
                self.end_auction()

    def take_bonus(self, card: str) -> None:
        if not self.deck.total():
            self.deck, self.under = self.under, Counter()
        assert self.deck[card] > 0
        self.deck -= Counter({card: 1})
        self.hand[self.bonuses.pop(0)][card] += 1
        if not self.bonuses:
            self.end_auction()

    def end_auction(self) -> None:
        if not self.deck.total():
            self.deck, self.under = self.under, Counter()
        assert not self.under.total()
        self.new_auction()

    # -- offering

    def new_offering(self) -> None:
        self.sealed: dict[int, str] = {}
        self.sealed_sales: list[Counter[str]] = [Counter() for _ in self.seats]
        self.given: dict[int, int] = {}
        self.adjusters: set[int] = set()
        self.total = 0
        self.rewards: list[list[int]] = []

    def legal_offers(self, seat: int) -> set[str]:
        most = self.budget(seat)
        found = {"offer:theft", *(f"offer:{gold}" for gold in range(1, most + 1))}
        if seat in self.sealed:
            return self.legal_sales(seat)
        if self.hand[seat]["adjustment"]:
            found |= {"offer:theft+adjustment", *(f"offer:{gold}+adjustment" for gold in range(1, most))}
        return found

    def legal_sales(self, seat: int) -> set[str]:
        """Any favor but the one in the offering, in ascending order: enough of them must be left."""
        amount, _, card = self.sealed[seat].partition("+")
        chosen = self.sealed_sales[seat]
        due = int(amount) - self.gold[seat] - chosen.total()
        left = self.hand[seat] - chosen - Counter([card])
        lowest = max((list(DATA.favors).index(name) for name in chosen), default=0)
        kinds = [name for name in list(DATA.favors)[lowest:] if left[name]]
        return {f"sell:{name}" for place, name in enumerate(kinds) if sum(left[kind] for kind in kinds[place:]) >= due}

    def sold(self, seat: int, card: str) -> None:
        assert self.sealed_sales[seat][card]
        self.sealed_sales[seat] -= Counter([card])
        self.drop(seat, card)
        self.gold[seat] += 1
        self.continue_offering()

    def unveiled(self, seat: int, text: str) -> None:
        assert self.sealed.pop(seat) == text
        assert seat == self.order(self.start)[len(self.given)]
        amount, _, card = text.partition("+")
        if card:
            self.drop(seat, card)
            self.adjusters.add(seat)
        self.given[seat] = 0 if amount == "theft" else int(amount)
        self.total += self.given[seat] or -3
        self.gold[seat] -= self.given[seat]
        self.continue_offering()

    def continue_offering(self) -> None:
        if len(self.given) < self.players or self.adjusters or min(self.gold) < 0:
            return
        self.tile = 1 + (self.total >= 3) + (self.total >= 13) + (self.total >= 23)
        turns = self.order(self.start)
        givers = sorted((seat for seat in turns if self.given[seat]), key=lambda seat: -self.given[seat])
        for seat in self.seats:
            self.gold[seat] += 0 if self.given[seat] else 3
        last = sorted(givers[2:], key=turns.index)
        self.rewards = [[seat, max(1, 3 - rank)] for rank, seat in enumerate([*givers[:2], *last])]
        self.next_start = givers[0] if givers else self.start
        self.continue_rewards()

    def legal_rewards(self, seat: int) -> set[str]:
        """Everything the rulebook allows; the engine asks for favors, farmers, stones in this order."""
        found = {"done"}
        if self.deck.total() + self.discard.total():
            found.add("take:favor")
        for name in self.own(seat):
            found.add(f"take:stone+{name}")
            if self.farmers[name] < ROW[name].fields:
                found.add(f"take:farmer+{name}")
        return found

    def takes(self, seat: int, item: str) -> None:
        assert self.rewards[0][0] == seat
        self.rewards[0][1] -= 1
        kind, _, name = item.partition("+")
        if kind == "farmer":
            self.farmers[name] += 1
        elif kind == "stone":
            self.put_stone(name)
        if kind != "favor":
            self.continue_rewards()

    def continue_rewards(self) -> None:
        while self.rewards and self.rewards[0][1] == 0:
            self.rewards.pop(0)
        if not self.rewards:
            self.start = self.next_start
            self.new_offering()
            self.harvesting = self.order(self.start)
            self.continue_harvest()

    # -- harvest and scoring

    def legal_harvests(self, seat: int) -> set[str]:
        found = {"done"}
        for card, played in (("treasury", self.treasury), ("big-harvest", self.big_harvest)):
            if self.hand[seat][card] and not played:
                found |= {f"{card}:{name}" for name in self.own(seat)}
        return found

    def income(self, seat: int) -> int:
        total = 0
        for name in self.own(seat):
            each = VALUES[self.tile] + (name == self.big_harvest)
            usual = (self.farmers[name] + self.free[name]) * each + ROW[name].mine
            usual += ROW[name].caravan if self.tile in CAMELS else 0
            total += 8 if name == self.treasury else usual
        return total

    def continue_harvest(self, finished: bool = False) -> None:
        while self.harvesting and (finished or not self.hand[self.harvesting[0]].total()):
            seat = self.harvesting.pop(0)
            self.gold[seat] += self.income(seat)
            self.treasury = self.big_harvest = ""
            finished = False
        if not self.harvesting:
            if self.round == 3:
                self.score_map()
            else:
                self.round += 1

    def score_map(self) -> None:
        for seat in self.seats:
            own = self.own(seat)
            self.score[seat] += VALUES[self.tile] * sum(ROW[name].temples for name in own)
            self.score[seat] += sum(self.pyramids[name] for name in own)
            self.score[seat] += 3 * min(self.pyramids[name] for name in own)
        for west in (True, False):
            bank = [name for name in self.owner if ROW[name].west == west and self.pyramids[name]]
            best = max(((self.pyramids[name], self.stones[name]) for name in bank), default=None)
            winners = {self.owner[name] for name in bank if (self.pyramids[name], self.stones[name]) == best}
            for seat in winners:
                self.score[seat] += 5
        self.scoring = self.order(self.start)
        self.floor = 0
        self.continue_scoring()

    def fulfilled(self, seat: int) -> set[str]:
        own = [ROW[name] for name in self.own(seat)]
        farmers = sum(self.farmers[row.name] + self.free[row.name] for row in own)
        return {
            card
            for card, holds in {
                "scribes": sum(row.limit + row.favors for row in own) >= DATA.score["scribes_symbols"],
                "farmers": farmers >= 9,
                "side": len({row.west for row in own}) == 1,
                "nile": len({row.nile for row in own}) == 1,
                "egypt": len({row.upper for row in own}) == 1,
            }.items()
            if holds
        }

    def continue_scoring(self, finished: bool = False) -> None:
        while self.scoring:
            seat = self.scoring[0]
            open_cards = self.fulfilled(seat) & set(YELLOW[self.floor :])
            if not finished and self.hand[seat].total() and open_cards:
                return
            self.scoring.pop(0)
            self.floor = 0
            finished = False
        if self.age == 2:
            self.end_game()
            return
        self.owner, self.farmers, self.free = {}, Counter(), Counter()
        self.age, self.round = 2, 1

    def end_game(self) -> None:
        self.over = True
        worth = [self.budget(seat) for seat in self.seats]
        for seat in self.seats:
            richer = sum(other > worth[seat] for other in worth)
            self.score[seat] += {0: 6, 1: 4, 2: 2}.get(richer, 0)

    def ranks(self) -> list[int]:
        strength = [
            (
                self.score[seat],
                sum(self.pyramids[name] for name in self.own(seat)),
                sum(self.stones[name] for name in self.own(seat)),
            )
            for seat in self.seats
        ]
        return [1 + sum(other > mine for other in strength) for mine in strength]

    # -- what is heard

    def hear(self, seat: int, phase: str, move: str) -> None:
        verb, _, rest = move.partition(":")
        first, *others = rest.split("+")
        if verb == "start":
            self.start = int(first[1]) - 1
        elif verb == "card":
            self.cards[seat].add(first)
        elif verb == "province":
            self.turned_up(first)
        elif verb == "bid":
            assert seat == self.bidder
            self.bids(seat, first, int(others[0]), others[1:])
        elif verb == "sell" and phase == "offer":
            self.sealed_sales[seat][first] += 1
        elif verb == "sold":
            self.sold(seat, first)
        elif verb == "sell":
            self.drop(seat, first)
            self.gold[seat] += 1
            if self.lots:
                self.after_bid(seat)
            self.continue_offering()
        elif verb == "favors":
            self.gold[seat] -= price(int(first))
        elif verb == "favor" and phase == "bonus":
            self.take_bonus(first)
        elif verb == "favor":
            self.draw(seat, first)
            if phase == "reward-draw":
                self.continue_rewards()
        elif verb in ("farmers", "stones"):
            self.buys(seat, verb, first, others)
        elif verb == "offer":
            self.sealed[seat] = rest
        elif verb == "unveil":
            self.unveiled(int(first[1]) - 1, "+".join(others))
        elif verb == "adjust":
            self.total += 3 if first == "up" else -3
            assert seat == next(other for other in self.order(self.start) if other in self.adjusters)
            self.adjusters.discard(seat)
            self.continue_offering()
        elif verb == "take":
            self.takes(seat, rest)
        elif verb != "choose":
            self.hear_cards(seat, phase, verb, first)

    def buys(self, seat: int, verb: str, name: str, others: list[str]) -> None:
        """The price of a kind is that of all its items together, whatever province they go to."""
        count, cards = int(others[0]), others[1:]
        turn = (self.age, self.round, seat, verb == "stones")
        if self.buying != turn:
            self.buying, self.so_far = turn, 0
        self.gold[seat] -= price(self.so_far + count) - price(self.so_far)
        self.so_far += count
        for card in cards:
            self.drop(seat, card)
        if verb == "farmers":
            self.farmers[name] += count
            assert self.farmers[name] <= ROW[name].fields
            return
        self.free[name] += "free-farmer" in cards
        architect = "architect" in cards
        for _ in range(count):
            if architect and self.stones[name] == 2:
                self.stones[name], architect = 0, False
                self.pyramids[name] += 1
            self.put_stone(name)
        if architect:
            assert self.stones[name] == 2
            self.stones[name] = 0
            self.pyramids[name] += 1

    def hear_cards(self, seat: int, phase: str, verb: str, name: str) -> None:
        if phase == "reward":
            assert verb == "done" and self.rewards[0][0] == seat
            self.rewards.pop(0)
            self.continue_rewards()
        elif phase == "harvest":
            assert self.harvesting[0] == seat
            if verb != "done":
                self.drop(seat, verb)
                self.treasury = name if verb == "treasury" else self.treasury
                self.big_harvest = name if verb == "big-harvest" else self.big_harvest
            self.continue_harvest(finished=verb != "treasury")
        elif phase == "scoring":
            assert self.scoring[0] == seat
            if verb == "score":
                self.drop(seat, name)
                self.score[seat] += 3
                self.floor = YELLOW.index(name) + 1
            self.continue_scoring(finished=verb == "done")

    # -- what is said

    def legal(self, seat: int, phase: str) -> set[str] | None:
        """All moves of that seat; None where the engine asks for less at a time, in an order of its own."""
        if phase == "bid":
            return self.legal_bids(seat)
        if phase == "offer":
            return self.legal_offers(seat)
        if phase == "adjust":
            return {"adjust:up", "adjust:down"}
        if phase == "harvest":
            return self.legal_harvests(seat)
        if phase == "scoring":
            open_cards = self.fulfilled(seat) & set(YELLOW[self.floor :])
            return {"done", *(f"score:{card}" for card in open_cards if self.hand[seat][card])}
        if phase == "choose":
            return {f"choose:{name}" for name in self.cards[seat]}
        if phase == "favors":
            most = max(ROW[name].limit for name in self.own(seat))
            most = min(most, self.deck.total() + self.discard.total())
            return {f"favors:{count}" for count in range(most + 1) if price(count) <= self.budget(seat)}
        return None

    def book(self) -> dict[str, Any]:
        return {
            "age": self.age,
            "round": self.round,
            "start_player": f"p{self.start + 1}",
            "tile": self.tile or None,
            "gold": self.gold,
            "score": self.score,
            "hands": [dict(+hand) for hand in self.hand],
            "discard": dict(+self.discard),
            "deck": self.deck.total() + self.under.total(),
            "map": {
                name: (
                    None if name not in self.owner else f"p{self.owner[name] + 1}",
                    self.pyramids[name],
                    self.stones[name],
                    self.farmers[name],
                    self.free[name],
                )
                for name in ROW
            },
        }
