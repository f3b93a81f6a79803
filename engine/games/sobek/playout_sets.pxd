"""How many sets a hand of loose cards makes. Inline, since every turn of a playout asks."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from egypt.core.bits cimport lowest_bit
from egypt.games.sobek.bags cimport bag_count, family_count
from egypt.games.sobek.rules cimport SET_LIST_LIMIT
from egypt.games.sobek.state cimport SobekState, has_set
from egypt.games.sobek.tables cimport (
    AMULET, CHARACTER_NB, FAMILY_NB, T, shape_cards, shape_choices, shape_of, shape_useful,
)

# The sets that a seat could lay now, as a box for each family: a choice of its goods, of its characters and a number of
# amulets. The boxes also hold choices that are too few cards for a set.
ctypedef struct Boxes:
    uint32_t size[FAMILY_NB]        # 0: no set of this family
    uint32_t total                  # of all sizes
    bint huge                       # so many that a set is begun first
    int amulets                     # in the hand


cdef inline bint amulets_alone(const SobekState* state, int seat, int family, bint vertical) noexcept nogil:
    """Whether amulets alone are a set of the family."""
    return (T.rulings[state.table.header.variant].amulet_only
            or (vertical and has_set(&state.table, seat, family)))


cdef inline int count_beginnings(const SobekState* state, int seat, const Boxes* boxes, int chosen) noexcept nogil:
    """How many ways there are to begin a set with a huge hand; or the chosen one: its family, then 8 bits of amulets."""
    cdef int family, least, n = 0
    for family in range(FAMILY_NB):
        if boxes.size[family]:
            least = max(0, T.sizes.set_minimum - family_count(state.cards[seat], family))
            if n <= chosen < n + boxes.amulets + 1 - least:
                return family << 8 | least + chosen - n
            n += boxes.amulets + 1 - least
    return n


cdef inline void measure_boxes(const SobekState* state, int seat, int first_family, bint vertical,
                               Boxes* boxes) noexcept nogil:
    """First which families have enough cards, without branches, for they would be mispredicted: often it is none."""
    cdef uint64_t hand = state.cards[seat]
    cdef const uint8_t* mates = T.mate_number[hand >> T.characters_first & ((1 << CHARACTER_NB) - 1)]
    cdef int amulets = bag_count(hand, AMULET)
    cdef int needed = T.sizes.set_minimum - amulets
    cdef uint32_t shape, bound = 0, enough = 0
    cdef int family
    memset(boxes, 0, sizeof(Boxes))
    boxes.amulets = amulets
    for family in range(FAMILY_NB):
        enough |= <uint32_t>(shape_cards(shape_of(hand, family)) + mates[family] >= needed) << family
    enough = enough >> first_family << first_family
    while enough:
        family = lowest_bit(enough)
        enough &= enough - 1
        shape = shape_of(hand, family)
        if needed <= 0 and not shape_cards(shape) + mates[family] and not amulets_alone(state, seat, family, vertical):
            continue
        boxes.size[family] = (shape_useful(shape, amulets + mates[family]) << mates[family]) * (amulets + 1)
        boxes.total += boxes.size[family]
        bound += (shape_choices(shape) << mates[family]) * (amulets + 1)
    if bound > SET_LIST_LIMIT:
        boxes.huge = True
        boxes.total = count_beginnings(state, seat, boxes, -1)
