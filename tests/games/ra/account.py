"""Ra a second time, in plain Python: a table that hears the moves of a game and says what is allowed next.

Numbers of the box are those written down in positions.py; nothing of the engine's rules is used.
"""

from collections import Counter

from tests.games.ra.positions import CIVILIZATIONS, DISASTERS, MONUMENTS, RA_LIMIT

ROOM = 8
RIVER = ("flood", "nile")  # in the order in which a drought takes them
LOST_TO = {"funeral": ("pharaoh",), "drought": RIVER, "unrest": CIVILIZATIONS, "earthquake": MONUMENTS}
LEAVING = ("god", "gold", "flood", *CIVILIZATIONS)


class Account:
    """`legal` are the moves of seat `actor`; `play` hears a move or an outcome."""

    def __init__(self, suns, starter):
        self.players = len(suns)
        self.up = [set(own) for own in suns]
        self.down = [set() for _ in suns]
        self.tiles = [Counter() for _ in suns]
        self.score = [10] * self.players
        self.track = Counter()
        self.center, self.ra, self.epoch = 1, 0, 1
        self.is_over = False
        self.queue, self.best = [], None
        self.begin_turn(starter)

    # -- turns

    def begin_turn(self, seat):
        self.turn = self.actor = seat
        self.phase = "turn"

    def next_turn(self):
        seats = [(self.turn + step) % self.players for step in range(1, self.players + 1)]
        self.begin_turn(next(seat for seat in seats if self.up[seat]))

    def within_reach_of_gods(self):
        return [kind for kind in self.track if kind != "god"] if self.tiles[self.turn]["god"] else []

    def legal(self):
        gods = {f"god:{kind}" for kind in self.within_reach_of_gods()}
        if self.phase == "turn":
            return {"invoke"} | gods | ({"draw"} if self.track.total() < ROOM else set())
        if self.phase == "god":
            return {"stop"} | gods
        if self.phase == "auction":
            return {f"bid:{sun}" for sun in self.bids()} | ({"pass"} if self.may_pass() else set())
        return {f"lose:{kind}" for kind in LOST_TO[self.phase] if self.tiles[self.actor][kind]}

    def play(self, move):
        verb, _, word = move.partition(":")
        if verb == "tile":
            self.draw(word)
        elif verb == "invoke":
            self.begin_auction("full" if self.track.total() == ROOM else "invoked")
        elif verb in ("bid", "pass"):
            self.answer_auction(int(word) if word else None)
        elif verb == "god":
            self.use_god(word)
        elif verb == "lose":
            self.lose_one(word)
        elif verb == "stop":
            self.next_turn()

    def draw(self, kind):
        if kind != "ra":
            self.track[kind] += 1
            self.next_turn()
            return
        self.ra += 1
        if self.ra == RA_LIMIT[self.players]:
            self.end_epoch()
        else:
            self.begin_auction("drawn")

    def use_god(self, kind):
        self.tiles[self.turn]["god"] -= 1
        self.take(self.turn, Counter([kind]), self.after_god)

    def after_god(self):
        self.phase, self.actor = "god", self.turn
        if not self.within_reach_of_gods():
            self.next_turn()

    # -- auctions

    def begin_auction(self, kind):
        self.phase, self.kind, self.best = "auction", kind, None
        self.queue = [(self.turn + step) % self.players for step in range(1, self.players + 1)]
        self.ask()

    def bids(self):
        return {sun for sun in self.up[self.actor] if self.best is None or sun > self.best[1]}

    def may_pass(self):
        return self.kind != "invoked" or self.actor != self.turn or self.best is not None

    def ask(self):
        """Seats that cannot outbid are passed over."""
        while self.queue:
            self.actor = self.queue[0]
            if self.bids():
                return
            self.queue.pop(0)
        self.end_auction()

    def answer_auction(self, sun):
        if sun is not None:
            self.best = (self.actor, sun)
        self.queue.pop(0)
        self.ask()

    def end_auction(self):
        if self.best is None:
            if self.kind == "full":
                self.track = Counter()
            self.next_turn()
            return
        seat, sun = self.best
        self.up[seat].remove(sun)
        self.down[seat].add(self.center)
        self.center = sun
        self.take(seat, self.track, self.after_auction)

    def after_auction(self):
        if any(self.up):
            self.next_turn()
        else:
            self.end_epoch()

    # -- tiles and disasters

    def take(self, seat, lot, then):
        lot = Counter(lot)
        self.track = self.track - lot
        self.tiles[seat] += Counter({kind: number for kind, number in lot.items() if kind not in DISASTERS})
        self.due = [(kind, 2 * lot[kind]) for kind in DISASTERS if lot[kind]]
        self.actor, self.then = seat, then
        self.suffer()

    def suffer(self):
        own = self.tiles[self.actor]
        while self.due:
            disaster, number = self.due[0]
            held = [kind for kind in LOST_TO[disaster] if own[kind]]
            number = min(number, sum(own[kind] for kind in held))
            has_choice = (
                0 < number < sum(own[kind] for kind in held) and len(held) > 1 and disaster in ("unrest", "earthquake")
            )
            if has_choice:
                self.phase, self.due[0] = disaster, (disaster, number)
                return
            for kind in held:
                lost = min(number, own[kind])
                own[kind] -= lost
                number -= lost
            self.due.pop(0)
        self.then()

    def lose_one(self, kind):
        self.tiles[self.actor][kind] -= 1
        self.due[0] = (self.due[0][0], self.due[0][1] - 1)
        self.suffer()

    # -- the end of an epoch

    def points(self, seat):
        own = self.tiles[seat]
        found = 2 * own["god"] + 3 * own["gold"] + extremes([tiles["pharaoh"] for tiles in self.tiles], seat, 5, 2)
        found += own["flood"] + own["nile"] if own["flood"] else 0
        found += (-5, 0, 0, 5, 10, 15)[sum(own[kind] > 0 for kind in CIVILIZATIONS)]
        if self.epoch == 3:
            found += (0, 1, 2, 3, 4, 5, 6, 10, 15)[sum(own[kind] > 0 for kind in MONUMENTS)]
            found += sum((0, 0, 0, 5, 10, 15)[own[kind]] for kind in MONUMENTS)
            suns = [sum(self.up[other]) + sum(self.down[other]) for other in range(self.players)]
            found += extremes(suns, seat, 5, 5)
        return found

    def end_epoch(self):
        self.score = [max(0, score + self.points(seat)) for seat, score in enumerate(self.score)]
        self.track = Counter()
        if self.epoch == 3:
            self.is_over = True
            return
        self.epoch, self.ra = self.epoch + 1, 0
        for seat in range(self.players):
            self.up[seat] |= self.down[seat]
            self.down[seat] = set()
            for kind in LEAVING:
                self.tiles[seat][kind] = 0
        self.begin_turn(max(range(self.players), key=lambda seat: max(self.up[seat])))

    def ranks(self):
        merit = [(self.score[seat], max(self.up[seat] | self.down[seat])) for seat in range(self.players)]
        return [1 + sum(other > own for other in merit) for own in merit]


def extremes(numbers, seat, most, fewest):
    """Points for the most, a loss for the fewest; nothing if all are equal."""
    if max(numbers) == min(numbers):
        return 0
    return most * (numbers[seat] == max(numbers)) - fewest * (numbers[seat] == min(numbers))
