"""What all know of the favors once the discard pile has become the deck."""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from egypt.core.rng cimport rng_below
from egypt.core.types cimport Rng
from egypt.games.amunre.favors cimport ARCHITECT, bag_size, favor_count, one_favor
from egypt.games.amunre.state cimport (
    MAX_SEATS, PLAY_NB, AmunreState, AmunreView, Table, noted_play, play_kind, play_seat,
)
from egypt.games.amunre.tables cimport TABLES

cdef enum:
    MAX_TRIES = 50
    MAX_STEPS = 20000       # of the search for a way that fits, if chance does not find one


cdef void forget(AmunreState* s) noexcept nogil:
    cdef Table* t = &s.table
    cdef int seat, i
    t.fresh = 0
    for seat in range(MAX_SEATS):
        t.fresh_count[seat] = 0
        s.drawn[seat] = 0
    for i in range(t.plays):
        t.play[i] = 0
        t.play_limit[i] = 0
    t.plays = 0
    s.from_fresh = 0


cdef void begin_deck(AmunreState* s, uint64_t cards) noexcept nogil:
    forget(s)
    s.deck = cards
    s.table.deck_count = bag_size(cards)
    s.table.fresh = cards


# -- plays ---------------------------------------------------------------------------------------------------

cdef uint64_t noted_plays(const Table* t, int seat) noexcept nogil:
    """The noted plays of one seat, or of all for -1."""
    cdef uint64_t bag = 0
    cdef int i
    for i in range(t.plays):
        if seat < 0 or play_seat(t, i) == seat:
            bag += one_favor(play_kind(t, i))
    return bag


cdef uint64_t fresh_in_hand(const Table* t, uint64_t drawn, unsigned int from_fresh, int seat) noexcept nogil:
    """Fresh cards that are still in the hand of a seat."""
    cdef int i
    for i in range(t.plays):
        if (from_fresh >> i) & 1 and play_seat(t, i) == seat:
            drawn -= one_favor(play_kind(t, i))
    return drawn


cdef uint64_t stale_cards(const Table* t) noexcept nogil:
    """In hands, or among the noted plays."""
    return TABLES.all_favors - t.fresh - t.discard - t.under + noted_plays(t, -1)


cdef void note_play(AmunreState* s, int seat, int kind) noexcept nogil:
    """A fresh card if it cannot be stale, a stale one if it cannot be fresh; of an Architect that all know of, that one."""
    cdef Table* t = &s.table
    cdef int noted = 0, alike = 0, stale, i
    cdef int fresh_held = favor_count(s.drawn[seat], kind)
    if not favor_count(t.fresh, kind) or (kind == ARCHITECT and (t.architects >> seat) & 1):
        return
    for i in range(t.plays):        # by this seat; of this kind
        alike += play_kind(t, i) == kind
        if play_seat(t, i) == seat:
            noted += 1
            if play_kind(t, i) == kind and (s.from_fresh >> i) & 1:
                fresh_held -= 1
    if noted == 0:
        stale = favor_count(TABLES.all_favors, kind) - favor_count(t.fresh, kind) - favor_count(t.discard, kind)
        stale += alike - favor_count(t.under, kind)
        if stale == 0 or t.hand_count[seat] - t.fresh_count[seat] - ((t.architects >> seat) & 1) == 0:
            t.fresh -= one_favor(kind)
            t.fresh_count[seat] -= 1
            s.drawn[seat] -= one_favor(kind)
            return
    if t.plays == PLAY_NB:
        forget(s)
        return
    if fresh_held == favor_count(s.hand[seat], kind):       # no stale one to play
        s.from_fresh |= <unsigned int>1 << t.plays
    t.play[t.plays] = noted_play(seat, kind)
    t.play_limit[t.plays] = t.fresh_count[seat]
    t.plays += 1


# -- what a viewer cannot see --------------------------------------------------------------------------------

cdef void begin_split(const AmunreView* v, Split* split) noexcept nogil:
    """The unseen cards, and how many of them are where, as if all noted plays of others were still to be decided."""
    cdef const Table* t = &v.table
    cdef int viewer = t.header.viewer, seat, known
    cdef uint64_t own_fresh = fresh_in_hand(t, v.drawn, v.from_fresh, viewer)
    cdef uint64_t noted
    memset(split, 0, sizeof(Split))
    split.from_fresh = v.from_fresh
    split.fresh = t.fresh - v.drawn
    split.stale = stale_cards(t) - (v.hand - own_fresh) - (noted_plays(t, viewer) - (v.drawn - own_fresh))
    for seat in range(t.header.players):
        if seat == viewer:
            continue
        known = (t.architects >> seat) & 1
        noted = noted_plays(t, seat)
        split.stale -= known * one_favor(ARCHITECT)
        split.fresh_slots[seat] = t.fresh_count[seat]
        split.stale_slots[seat] = t.hand_count[seat] + bag_size(noted) - t.fresh_count[seat] - known


cdef bint may_be_fresh(const Table* t, const Split* split, int i) noexcept nogil:
    """Such a card is left, and the seat had drawn more than it has played of them."""
    cdef int seat = play_seat(t, i), kind = play_kind(t, i)
    return favor_count(split.fresh, kind) > 0 and bag_size(split.played[seat]) < t.play_limit[i]


cdef bint may_be_stale(const Table* t, const Split* split, int i) noexcept nogil:
    return favor_count(split.stale, play_kind(t, i)) > 0 and split.stale_slots[play_seat(t, i)] > 0


cdef void decide(const Table* t, Split* split, int i, bint fresh, int sign) noexcept nogil:
    """A noted play was a fresh or a stale card; with sign -1 it is taken back."""
    cdef int seat = play_seat(t, i)
    cdef uint64_t card = one_favor(play_kind(t, i))
    if fresh:
        split.fresh -= card * sign
        split.fresh_slots[seat] -= sign
        split.played[seat] += card * sign
        split.from_fresh ^= <unsigned int>1 << i
    else:
        split.stale -= card * sign
        split.stale_slots[seat] -= sign


cdef bint decide_by_chance(const Table* t, Rng* rng, Split* split) noexcept nogil:
    """As likely as the card is to be one or the other if any card of the hand may have been played."""
    cdef int i, seat, kind, fresh, stale
    for i in range(t.plays):
        seat = play_seat(t, i)
        kind = play_kind(t, i)
        if seat == t.header.viewer:
            continue
        fresh = split.fresh_slots[seat] * favor_count(split.fresh, kind) * max(1, bag_size(split.stale))
        stale = split.stale_slots[seat] * favor_count(split.stale, kind) * max(1, bag_size(split.fresh))
        if not may_be_fresh(t, split, i):
            fresh = 0
        if not may_be_stale(t, split, i):
            stale = 0
        if fresh + stale == 0:
            return False
        decide(t, split, i, <int>rng_below(rng, fresh + stale) < fresh, 1)
    return True


cdef bint decide_somehow(const Table* t, Split* split, int skipped) noexcept nogil:
    """By trying one after the other, fresh before stale, and going back where neither fits, or to skip one."""
    cdef signed char[PLAY_NB] choice        # 0 none yet, 1 fresh, 2 stale
    cdef int i = 0
    memset(choice, 0, sizeof(choice))
    for _ in range(MAX_STEPS):
        if i == t.plays:
            if skipped == 0:
                return True
            skipped -= 1
            i -= 1
        if i < 0:
            return False
        if play_seat(t, i) == t.header.viewer:
            choice[i] = 3 - choice[i] if choice[i] else 2       # nothing to decide: on the way on, and on the way back
            i += 1 if choice[i] == 2 else -1
            continue
        if choice[i]:
            decide(t, split, i, choice[i] == 1, -1)
        choice[i] += 1
        if choice[i] == 1 and not may_be_fresh(t, split, i):
            choice[i] = 2
        if choice[i] == 2 and not may_be_stale(t, split, i):
            choice[i] = 3
        if choice[i] == 3:
            choice[i] = 0
            i -= 1
        else:
            decide(t, split, i, choice[i] == 1, 1)
            i += 1
    return False


cdef bint split_unseen(const AmunreView* v, Rng* rng, Split* split) noexcept nogil:
    cdef const Table* t = &v.table
    for _ in range(MAX_TRIES):
        begin_split(v, split)
        if decide_by_chance(t, rng, split):
            return True
    begin_split(v, split)
    return decide_somehow(t, split, 0)


cdef bint nth_split(const AmunreView* v, int number, Split* split) noexcept nogil:
    begin_split(v, split)
    return decide_somehow(&v.table, split, number)
