"""How cards move between hands and piles, and what that teaches whom.

`shown` is what everybody knows, `extra` what one observer knows beyond it, `cells` what an observer knows to lie in one of
several places. The owner of a hand or a pile knows it without any book-keeping. Everything here keeps these books sound:
what a seat is said to know is true.
"""

from libc.stdint cimport uint64_t

from egypt.games.sobek.bags cimport bag_add, bag_drop, bag_has
from egypt.games.sobek.state cimport PHASE_UNWRAP, PILE, SECRETS, Cell, SobekState, Table
from egypt.games.sobek.tables cimport ORANGE, TABLES


# Moves emptied cells to the end.
cdef void compact(Cell* cells) noexcept nogil

# A card of `kind` leaves a location for all to see, and `shown` did not have it.
cdef void reveal_from_secrets(SobekState* s, int location, int kind) noexcept nogil

# A card goes from one location to another; `witnesses` (bit per seat) see its face, the others its back.
cdef void transfer(SobekState* s, int kind, int source, int target, int witnesses) noexcept nogil

# All cards of one location join another one of the same owner.
cdef void join(SobekState* s, int source, int target) noexcept nogil

# A pile is turned over for a seat, all cards that not everybody knows, whether this seat knows them or not: by backs, then
# by kinds, so that others learn nothing from the number or the order. With `left` cards still to come: the next one, those
# turned over so far, and what the seat learns from the next one.
cdef int next_unshown(const SobekState* s, int location, uint64_t mask, int left) noexcept nogil
cdef uint64_t first_unshown(const SobekState* s, int location, uint64_t mask, int left) noexcept nogil
cdef void turn_over(SobekState* s, int seat, int location, uint64_t mask, int left) noexcept nogil

# A seat has seen all of a location.
cdef void look_through(SobekState* s, int seat, int location) noexcept nogil

# For all to see, the unknown cards of a location are of none of these kinds (bit per kind; `bag` holds the same kinds).
cdef void exclude(SobekState* s, int location, uint64_t bag) noexcept nogil


cdef inline uint64_t shown_mask(const Table* t) noexcept nogil:
    """What is turned over of a pile: the Vizier sees all of it, Embalming shows its player the characters."""
    return TABLES.back_mask[ORANGE] if t.phase == PHASE_UNWRAP else TABLES.all_cards


cdef inline void arrive_shown(SobekState* s, int location, int kind) noexcept nogil:
    """A card that all can see joins a location."""
    s.cards[location] = bag_add(s.cards[location], kind)
    s.table.shown[location] = bag_add(s.table.shown[location], kind)
    s.table.count[location][TABLES.back[kind]] += 1


cdef inline void arrive_hidden(SobekState* s, int location, int kind) noexcept nogil:
    """A card whose back alone is seen joins a location; its owner sees the face."""
    s.cards[location] = bag_add(s.cards[location], kind)
    s.table.count[location][TABLES.back[kind]] += 1
    s.table.barred[location] &= ~TABLES.back_kinds[TABLES.back[kind]]


cdef inline void leave_shown(SobekState* s, int location, int kind) noexcept nogil:
    """A card leaves a location and all see its face."""
    s.cards[location] = bag_drop(s.cards[location], kind)
    s.table.count[location][TABLES.back[kind]] -= 1
    if location >= PILE:
        s.blind[location - PILE] &= s.cards[location]
    if bag_has(s.table.shown[location], kind):
        s.table.shown[location] = bag_drop(s.table.shown[location], kind)
    elif s.secrets == SECRETS:
        reveal_from_secrets(s, location, kind)
