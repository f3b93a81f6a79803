"""The argument of a step where it is more than one number, packed and unpacked by name."""

from egypt.games.tekhenu.state cimport FILL_PLACES, SECTION_NB


# -- STEP_BEGIN, STEP_BEGIN_FREE, STEP_BEGIN_VIRTUAL: an action and its value --------------------------------------

cdef inline int with_value(int action, int value) noexcept nogil:
    return action << 3 | value


cdef inline int action_in(int argument) noexcept nogil:
    return argument >> 3


cdef inline int value_in(int argument) noexcept nogil:
    return argument & 7


# -- STEP_BONUS: a god, and whose turn it is to be paid: a place in the row, or BONUS_BUILT ------------------------

cdef inline int bonus_for(int god, int place) noexcept nogil:
    return god << 3 | place


cdef inline int god_in(int argument) noexcept nogil:
    return argument >> 3


cdef inline int place_in(int argument) noexcept nogil:
    return argument & 7


# -- STEP_DICE: a sector of the wheel, and how many dice are still to come -----------------------------------------

cdef inline int dice_for(int sector, int number) noexcept nogil:
    return sector << 3 | number


cdef inline int sector_in(int argument) noexcept nogil:
    return argument >> 3


cdef inline int dice_in(int argument) noexcept nogil:
    return argument & 7


# -- STEP_TAKE_CARDS: a section of the market and the places of its cards, a bit each ------------------------------

cdef inline int cards_at(int section, int places) noexcept nogil:
    return section << 4 | places


cdef inline int section_in(int argument) noexcept nogil:
    return argument >> 4


cdef inline int places_in(int argument) noexcept nogil:
    return argument & 15


# -- STEP_FILL: likewise, the places to fill; none of them for all -------------------------------------------------

cdef inline int fill_at(int section, int places) noexcept nogil:
    return section | places << FILL_PLACES


cdef inline int filled_section(int argument) noexcept nogil:
    return argument & (SECTION_NB - 1)


cdef inline int filled_places(int argument) noexcept nogil:
    return argument >> FILL_PLACES


# -- STEP_DISTRICT: a row of shops, the districts to choose from, a bit each, and whether a starting card pays -----

cdef inline int shop_in(int row, int districts, bint by_starting_card) noexcept nogil:
    return row | by_starting_card << 3 | districts << 4


cdef inline int row_in(int argument) noexcept nogil:
    return argument & 7


cdef inline bint is_by_starting_card(int argument) noexcept nogil:
    return argument >> 3 & 1


cdef inline int districts_in(int argument) noexcept nogil:
    return argument >> 4
