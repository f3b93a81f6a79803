"""Whole games between players who draw their moves, many at a time, below Python.

Such games are the floor of every tournament and the yardstick of its overhead. Game for game they are what a referee (Table)
and random players with the same seeds would play: nature's n-th draw from a pool depends on the seed, the pool and n alone,
and each seat has a generator of its own. A player who draws among its legal moves learns nothing by looking at a view, since
the legal moves of a view are those of the truth; so no views are made here.
"""

from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from egypt.core.bits cimport likely
from egypt.core.game cimport Game, GameOps
from egypt.core.nature cimport DEALS, POOLS, new_seed, next_draw
from egypt.core.rng cimport rng_below
from egypt.core.types cimport (
    CHANCE, MAX_MOVES, MAX_SEATS, MAX_STATE_WORDS, NO_MOVE, OVER, Move, Rng, StateHeader,
)

import json

from egypt import EgyptError, Position

cdef enum:
    SEATS = 0x5ea7          # first stream of the players' seeds, one per seat
    FIRST_SLOTS = 1024      # of the table of move texts
    LONGEST_NUMBER = 24     # characters of a 64-bit number
    SHORT = 24              # bytes of a move text and a space that are copied in one go
    ROOM = 8                # bytes of a line for each event beside its text
    FRAME = 1024            # bytes of a line that are neither seats nor moves nor times, and some to spare


# -- seeds -----------------------------------------------------------------------------------------------------------

def deal_seed(run_seed, uint64_t deal):
    """The seed from which nature draws in all games of a deal."""
    return new_seed(run_seed & 0xFFFFFFFFFFFFFFFF, DEALS, deal)


def seat_seed(run_seed, uint64_t number, uint64_t seat):
    """The seed of the player on a seat of a game."""
    return new_seed(run_seed & 0xFFFFFFFFFFFFFFFF, SEATS + seat, number)


# -- play ------------------------------------------------------------------------------------------------------------

# One thing that happened: a decision, or what nature drew.
ctypedef struct Happening:
    Move code
    bint is_drawn

# The events of many games, one after the other, in memory that grows.
ctypedef struct Moves:
    Happening* events
    size_t count
    size_t room


cdef bint add_move(Moves* moves, Move move, bint is_drawn) noexcept nogil:
    """False if there is no memory left."""
    cdef Happening* larger
    if moves.count == moves.room:
        larger = <Happening*>realloc(moves.events, 2 * moves.room * sizeof(Happening))
        if larger == NULL:
            return False
        moves.events = larger
        moves.room *= 2
    moves.events[moves.count].code = move
    moves.events[moves.count].is_drawn = is_drawn
    moves.count += 1
    return True


cdef bint play_game(
    const GameOps* ops, void* state, uint64_t seed, Rng* players, Move* legal, Moves* moves
) noexcept nogil:
    """Play from an empty table to the end; False if there is no memory left."""
    cdef StateHeader* header = <StateHeader*>state
    cdef uint32_t[POOLS] draws
    cdef Move move
    cdef int count
    memset(draws, 0, sizeof(draws))
    while header.actor != OVER:
        if header.actor == CHANCE:
            move = next_draw(ops, state, seed, draws)
            if not add_move(moves, move, True):
                return False
        else:
            count = ops.legal_moves(state, legal)
            move = legal[rng_below(&players[header.actor], count)]
            if not add_move(moves, move, False):
                return False
        ops.apply(state, move)
    return True


# -- text ------------------------------------------------------------------------------------------------------------

# A move and its text with a space behind it, the text itself if it is short.
ctypedef struct Slot:
    Move code               # NO_MOVE: free
    uint32_t length
    const char* text
    char[SHORT] short


cdef class MoveTexts:
    """The text of every move seen so far, by its code: a hash table with open addressing."""

    cdef Game game
    cdef list kept          # the bytes behind the pointers
    cdef Slot* slots
    cdef uint32_t mask
    cdef uint32_t longest   # text of all

    def __cinit__(self, Game game not None):
        self.game = game
        self.kept = []
        self.mask = FIRST_SLOTS - 1
        self.slots = <Slot*>calloc(FIRST_SLOTS, sizeof(Slot))
        if self.slots == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.slots)

    cdef inline Slot* find(self, Move code) except NULL:
        """The slot of a move; asks the game for its text the first time."""
        cdef uint32_t at = (code * <uint32_t>0x9e3779b1) >> 7 & self.mask
        while self.slots[at].code != code:
            if self.slots[at].code == NO_MOVE:
                return self.add(code)
            at = (at + 1) & self.mask
        return &self.slots[at]

    cdef Slot* add(self, Move code) except NULL:
        cdef bytes text
        if 2 * <uint32_t>len(self.kept) >= self.mask:
            self.grow()
        text = json.dumps(self.game.move_text(code), ensure_ascii=False).removeprefix('"').removesuffix('"').encode() + b" "
        self.kept.append(text)
        self.longest = max(self.longest, <uint32_t>len(text))
        return self.place(code, <uint32_t>len(text), PyBytes_AsString(text))

    cdef Slot* place(self, Move code, uint32_t length, const char* text) noexcept:
        cdef uint32_t at = (code * <uint32_t>0x9e3779b1) >> 7 & self.mask
        while self.slots[at].code != NO_MOVE:
            at = (at + 1) & self.mask
        self.slots[at].code = code
        self.slots[at].length = length
        self.slots[at].text = text
        if length <= SHORT:
            memcpy(self.slots[at].short, text, length)
        return &self.slots[at]

    cdef int grow(self) except -1:
        cdef Slot* old = self.slots
        cdef uint32_t size = self.mask + 1
        cdef uint32_t i
        cdef Slot* larger = <Slot*>calloc(2 * <size_t>size, sizeof(Slot))
        if larger == NULL:
            raise MemoryError
        self.slots = larger
        self.mask = 2 * size - 1
        for i in range(size):
            if old[i].code != NO_MOVE:
                self.place(old[i].code, old[i].length, old[i].text)
        free(old)
        return 0


# Bytes that are written one after the other, in memory that grows.
ctypedef struct Text:
    char* start
    size_t length
    size_t room


cdef int make_room(Text* text, size_t length) except -1:
    cdef char* larger
    cdef size_t room = text.room
    while room < text.length + length:
        room = 2 * room
    if room != text.room:
        larger = <char*>realloc(text.start, room)
        if larger == NULL:
            raise MemoryError
        text.start = larger
        text.room = room
    return 0


cdef inline void put(Text* text, const char* source, size_t length) noexcept:
    memcpy(text.start + text.length, source, length)
    text.length += length


cdef inline void put_char(Text* text, char character) noexcept:
    text.start[text.length] = character
    text.length += 1


cdef void put_number(Text* text, int64_t number) noexcept:
    cdef char[LONGEST_NUMBER] digits
    cdef int at = LONGEST_NUMBER
    cdef uint64_t rest = <uint64_t>number
    if number < 0:
        put_char(text, b"-")
        rest = -rest
    while True:
        at -= 1
        digits[at] = <char>(48 + rest % 10)
        rest //= 10
        if rest == 0:
            break
    put(text, &digits[at], LONGEST_NUMBER - at)


cdef void put_numbers(Text* text, const int32_t* numbers, int count) noexcept:
    cdef int i
    put_char(text, b"[")
    for i in range(count):
        if i:
            put_char(text, b",")
        put_number(text, numbers[i])
    put_char(text, b"]")


cdef class RandomGames:
    """Plays the games of one run: `players` seats, all of whom draw their moves.

    A game's number says which deal it is and which seating; `seats[n]` is the JSON text of the n-th seating. A line is
    what bots.arena.record writes for the same game. Times are 0: no move takes the hundredth part of a millisecond.
    """

    cdef readonly Game game
    cdef int players
    cdef int variant
    cdef uint64_t run_seed
    cdef list seats
    cdef int64_t per_deal
    cdef MoveTexts texts

    def __cinit__(self, Game game not None, int players, str variant not None, run_seed, list seats not None):
        Position.start(game, players, variant)      # raises unless the variant has this number of players
        if not seats:
            raise EgyptError("a deal needs at least one seating")
        self.game = game
        self.players = players
        self.variant = game.variants.index(variant)
        self.run_seed = run_seed & 0xFFFFFFFFFFFFFFFF
        self.seats = [bytes(text) for text in seats]
        self.per_deal = len(seats)
        self.texts = MoveTexts(game)

    def play(self, const int64_t[::1] numbers not None, clock=None):
        """Play games by their numbers: (lines, scores, ranks), the last two as bytes of 32-bit numbers, seat by seat.

        `clock` gives the date, which the lines have then: all these games begin and end together.
        """
        cdef Py_ssize_t games = numbers.shape[0]
        cdef bytes scores = PyBytes_FromStringAndSize(NULL, games * self.players * sizeof(int32_t))
        cdef bytes ranks = PyBytes_FromStringAndSize(NULL, games * self.players * sizeof(int32_t))
        cdef int32_t* points = <int32_t*>PyBytes_AsString(scores)
        cdef int32_t* places = <int32_t*>PyBytes_AsString(ranks)
        cdef size_t* ends = <size_t*>malloc((games + 1) * sizeof(size_t))
        cdef bytes copied = bytes(numbers)      # nobody else can change it once it is checked
        cdef const int64_t* wanted = <const int64_t*>PyBytes_AsString(copied)
        cdef Moves moves
        cdef bint enough
        cdef str began = clock() if clock is not None else ""
        cdef bytes dates
        if any([wanted[i] < 0 for i in range(games)]):
            raise EgyptError("games are numbered from 0 on")
        moves.count = 0
        moves.room = 65536
        moves.events = <Happening*>malloc(moves.room * sizeof(Happening))
        try:
            if ends == NULL or moves.events == NULL:
                raise MemoryError
            with nogil:
                enough = self.play_all(wanted, games, points, places, &moves, ends)
            if not enough:
                raise MemoryError
            dates = f',"began":"{began}","ended":"{clock()}"'.encode() if clock is not None else b""
            return self.write(wanted, games, points, places, &moves, ends, dates), scores, ranks
        finally:
            free(ends)
            free(moves.events)

    cdef bint play_all(
        self, const int64_t* numbers, Py_ssize_t games, int32_t* points, int32_t* places, Moves* moves, size_t* ends
    ) noexcept nogil:
        cdef const GameOps* ops = &self.game.ops
        cdef uint64_t[MAX_STATE_WORDS] state
        cdef Move[MAX_MOVES] legal
        cdef Rng[MAX_SEATS] rngs
        cdef int32_t[MAX_SEATS] game_points, game_places
        cdef int64_t per_deal = self.per_deal
        cdef Py_ssize_t i
        cdef int seat
        for i in range(games):
            memset(state, 0, ops.state_size)
            ops.new_game(state, self.players, self.variant)
            for seat in range(self.players):
                rngs[seat] = new_seed(self.run_seed, SEATS + seat, numbers[i])
            if not play_game(ops, state, new_seed(self.run_seed, DEALS, numbers[i] // per_deal), rngs, legal, moves):
                return False
            ops.scores(state, game_points, game_places)
            memcpy(points + i * self.players, game_points, self.players * sizeof(int32_t))
            memcpy(places + i * self.players, game_places, self.players * sizeof(int32_t))
            ends[i] = moves.count
        return True

    cdef int put_move(self, Text* text, Move code, size_t left) except -1:
        """A move and a space; `left` events of the game are still to be written, this one included."""
        cdef uint32_t longest = self.texts.longest
        cdef Slot* slot = self.texts.find(code)
        if self.texts.longest > longest:
            make_room(text, FRAME + left * (self.texts.longest + ROOM))
        if likely(slot.length <= SHORT):
            memcpy(text.start + text.length, slot.short, SHORT)
        else:
            memcpy(text.start + text.length, slot.text, slot.length)
        text.length += slot.length
        return 0

    cdef int put_events(self, Text* text, const Happening* events, size_t count) except -1:
        """The decisions, their times, and what nature drew before the first one and after each."""
        cdef size_t at, decisions = 0
        put(text, b',"moves":"', 10)
        for at in range(count):
            if not events[at].is_drawn:
                self.put_move(text, events[at].code, 2 * count - at)
                decisions += 1
        text.length -= decisions > 0                        # the last space
        put(text, b'","times":[', 11)
        for _ in range(decisions):
            put(text, b"0,", 2)
        text.length -= decisions > 0                        # the last comma
        put(text, b'],"nature":["', 13)
        for at in range(count):
            if events[at].is_drawn:
                self.put_move(text, events[at].code, count - at)
            if at + 1 == count or not events[at + 1].is_drawn:
                text.length -= events[at].is_drawn          # the last space
            if not events[at].is_drawn:
                put(text, b'","', 3)
        put(text, b'"]', 2)
        return 0

    cdef bytes write(
        self, const int64_t* numbers, Py_ssize_t games, const int32_t* points, const int32_t* places,
        const Moves* moves, const size_t* ends, bytes dates
    ):
        """One line of JSON per game."""
        cdef Text text
        cdef bytes seats
        cdef size_t first = 0
        cdef Py_ssize_t i
        cdef int64_t per_deal = self.per_deal
        text.length = 0
        text.room = 1 << 20
        text.start = <char*>malloc(text.room)
        if text.start == NULL:
            raise MemoryError
        try:
            for i in range(games):
                seats = <bytes>self.seats[numbers[i] % per_deal]
                make_room(&text, FRAME + len(seats) + 2 * (ends[i] - first) * (self.texts.longest + ROOM))
                put(&text, b'{"game":', 8)
                put_number(&text, numbers[i])
                put(&text, b',"deal":', 8)
                put_number(&text, numbers[i] // per_deal)
                put(&text, b',"seed":', 8)
                put_number(&text, new_seed(self.run_seed, DEALS, numbers[i] // per_deal))
                put(&text, b',"seats":', 9)
                put(&text, PyBytes_AsString(seats), len(seats))
                put(&text, b',"end":"finished","scores":', 27)
                put_numbers(&text, points + i * self.players, self.players)
                put(&text, b',"ranks":', 9)
                put_numbers(&text, places + i * self.players, self.players)
                self.put_events(&text, moves.events + first, ends[i] - first)
                first = ends[i]
                put(&text, PyBytes_AsString(dates), len(dates))
                put(&text, b"}\n", 2)
            return PyBytes_FromStringAndSize(text.start, text.length)
        finally:
            free(text.start)
