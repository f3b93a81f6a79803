"""What a state of Sobek is: the table that all can see, and the secrets.

Locations of hidden cards are numbered: the hand of seat p is p, the corruption pile of seat p is PILE + p.
"""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint32_t, uint64_t

from egypt.core.types cimport StateHeader
from egypt.games.sobek.tables cimport BACK_NB, TABLES

cdef enum:
    SEAT_NB = 4
    PILE = 4
    LOCATION_NB = 8
    DOCK_NB = 9
    CELL_NB = 6
    DOCK_CHARACTER = 28     # on a dock: a face-down character; nobody knows which before it is taken
    DOCK_EMPTY = 29         # on a dock: not delivered yet
    NOBODY = -1
    NIBBLE_BITS = 4         # of a small number by family
    SPARE_NB = 4
    VIEW_SPARE_NB = 5

cdef enum:
    NO_SECRETS = 0
    SECRETS = 1

# In the order of a round. "chance" marks the phases in which nature acts.
cdef enum Phase:
    PHASE_GREEN             # chance: starting hands
    PHASE_DELIVERY          # chance: the next card for the docks
    PHASE_FIRST             # chance: the first starting player
    PHASE_CHOOSER           # chance: which of several last players names the starting player
    PHASE_STARTER           # a seat names the starting player
    PHASE_TURN              # take a card, play a character or play a set
    PHASE_SET               # a set was begun (only with a huge hand): which cards
    PHASE_IDENTIFY          # chance: the owner turns over face-down characters from the docks
    PHASE_QUEEN             # chance: the Queen's cards
    PHASE_STEAL             # chance: the Thief's card
    PHASE_DROP              # the Scribe's victims discard down to the limit
    PHASE_LOOK              # chance, no choice: the Vizier turns over the pile, card by card
    PHASE_RETRIEVE          # the Vizier takes a card from the pile they looked through
    PHASE_PURGE             # chance, no choice: unseen characters of the High Priest's family go (ruling hp_characters)
    PHASE_TOKENS            # chance: the event tokens are looked at for the first time
    PHASE_SIGHT             # chance, no choice: a player looks at tokens that only others have seen
    PHASE_EVENT             # choose an event token
    PHASE_UNWRAP            # chance, no choice: Embalming shows its player characters of their pile (ruling peek_own)
    PHASE_LAY               # the round is over: horizontal sets
    PHASE_LAY_SET           # a horizontal set was begun (only with a huge hand): which cards
    PHASE_PENALTY           # chance, no choice: the piles are compared, it shows who pays
    PHASE_OVER
    PHASE_NB

# Everything that all players see or remember. It is the same in a state and in every view of it.
ctypedef struct Table:
    StateHeader header
    uint8_t phase
    uint8_t round               # 1..3
    int8_t turn                 # whose turn it is, NOBODY before the starter is known
    int8_t starter
    # -- docks and deck
    uint8_t dock_count
    uint8_t dock_characters     # face-down cards among them
    uint8_t to_deliver          # cards of the current delivery still to be drawn
    uint8_t deck_left
    uint8_t docks[DOCK_NB]      # [0] is nearest to the "0" end; kinds, DOCK_CHARACTER, DOCK_EMPTY; 0 beyond dock_count
    # -- what the current phase needs
    uint8_t draws_to_pile       # IDENTIFY: skipped characters still to be turned over; LOOK, UNWRAP: cards of the pile
    uint8_t draws_to_hand       # GREEN, QUEEN, IDENTIFY: cards still to be drawn for the hand
    uint8_t target              # STEAL, RETRIEVE: whose cards
    uint8_t back                # STEAL: which back
    uint8_t begun_family        # SET, LAY_SET; PURGE: the family named
    uint8_t begun_amulets       # SET, LAY_SET
    uint8_t lay_family          # LAY: families below were laid or declined
    uint8_t layers_done         # LAY: players that have finished, from the starter on
    uint8_t again               # a Flood gives the player another turn
    uint8_t flood_turn          # this is that turn
    # -- event tokens
    uint8_t tokens_left
    uint8_t tokens_drawn        # of those left: how many a player has looked at
    uint8_t lookers             # bit per seat that knows the tokens left
    uint16_t tokens_used        # a bag; public
    # -- the players
    uint8_t curses[SEAT_NB]
    int16_t total[SEAT_NB]      # the score marker
    int16_t gains[SEAT_NB]      # points by Ruse and Guild in this round
    uint8_t count[LOCATION_NB][BACK_NB]     # cards by back colour
    uint32_t set_amulets[SEAT_NB]       # four bits per family: amulets in the vertical set
    uint32_t lying_amulets[SEAT_NB]     # the same for horizontal sets
    uint32_t prosperity[SEAT_NB]        # four bits per family: tokens on the vertical set
    uint32_t barred[LOCATION_NB]        # bit per kind that cards nobody else has ever seen cannot be
    uint64_t laid[SEAT_NB]      # vertical sets without their amulets
    uint64_t lying[SEAT_NB]     # horizontal sets without their amulets
    uint64_t discard
    uint64_t shown[LOCATION_NB]  # cards that everybody knows to lie there

# Cards that an observer knows to lie in one of several locations, without knowing which.
ctypedef struct Cell:
    uint64_t bag
    uint64_t where              # bit per location; at least two

ctypedef struct SobekState:
    Table table
    uint64_t cards[LOCATION_NB]             # hands and corruption piles
    uint64_t pool                           # not drawn in this round, whether it still can be or not
    uint64_t blind[SEAT_NB]                 # characters in a pile that its owner has not seen (ruling peek_own = false)
    uint64_t extra[SEAT_NB][LOCATION_NB]    # what a seat knows beyond `shown` of the locations of others
    Cell cells[SEAT_NB][CELL_NB]            # sorted by `where`, empty ones last
    uint16_t tokens                         # the drawn ones of the tokens left
    uint8_t drop_floor                      # DROP, LOOK, UNWRAP: the rank of the last card; no lower one follows
    uint8_t secrets                         # NO_SECRETS, SECRETS if any of `extra` or `cells` is not empty
    uint8_t spare[SPARE_NB]                 # zero

ctypedef struct SobekView:
    Table table
    uint64_t hand                           # the viewer's own
    uint64_t pile                           # the viewer's own, as far as they have seen it
    uint64_t unseen                         # all cards that they cannot place: not drawn, or unknown in a hand or a pile
    uint64_t extra[LOCATION_NB]
    Cell cells[CELL_NB]
    uint16_t tokens                         # the drawn ones of the tokens left, if the viewer has looked
    uint8_t drop_floor                      # the same; others know the back alone, and have the lowest rank of it
    uint8_t spare[VIEW_SPARE_NB]            # zero


cdef inline int nibble(uint32_t word, int index) noexcept nogil:
    return word >> (NIBBLE_BITS * index) & ((1 << NIBBLE_BITS) - 1)


cdef inline int owner_of(int location) noexcept nogil:
    return location & (PILE - 1)


cdef inline int cards_at(const Table* t, int location) noexcept nogil:
    return t.count[location][0] + t.count[location][1] + t.count[location][2]


cdef inline bint has_set(const Table* t, int seat, int family) noexcept nogil:
    """Whether a seat has a vertical set of the family; one of amulets alone counts (ruling amulet_only)."""
    return (t.laid[seat] & TABLES.family_mask[family]) != 0 or nibble(t.set_amulets[seat], family) != 0
