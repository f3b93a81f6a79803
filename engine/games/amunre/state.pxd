"""A state of Amun-Re: the table that all can see, and the secrets. No pointers; provinces and seats as bit masks."""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t

from egypt.core.types cimport MAX_SEATS, StateHeader
from egypt.games.amunre.tables cimport PROVINCE_NB, TABLES

cdef enum:
    STANDARD = 0
    EXPERT = 1

# In the order of a round. "chance" marks the phases in which nature acts.
cdef enum:
    PHASE_START = 0         # chance: the first Start Player
    PHASE_DEAL = 1          # chance: province cards for the hands (expert)
    PHASE_CHOOSE = 2        # all at once: which province card to put up (expert)
    PHASE_REVEAL = 3        # chance: the next province is turned up
    PHASE_BID = 4
    PHASE_BONUS = 5         # chance: favors that lie on the provinces go to their new owners
    PHASE_FAVORS = 6        # market: how many favors
    PHASE_DRAW = 7          # chance: the favors bought
    PHASE_FARMERS = 8       # market: farmers for one province after the other
    PHASE_BUILD = 9         # market: stones for one province after the other, Architect, Free Farmer
    PHASE_OFFER = 10        # all at once: gold or Theft
    PHASE_UNVEIL = 11       # chance: the offerings are turned up, and the favors sold for them
    PHASE_ADJUST = 12       # Offering Adjustment: up or down
    PHASE_REWARD = 13       # the next item of a reward
    PHASE_REWARD_DRAW = 14  # chance: a favor as a reward
    PHASE_HARVEST = 15      # Treasury, Big Harvest
    PHASE_SCORING = 16      # yellow cards
    PHASE_SELL = 17         # a bid or purchase is to be paid for with favors; then `resume` goes on
    PHASE_OVER = 18
    PHASE_NB = 19

# Cards that the seat at turn has played in this phase; nobody plays the same favor twice in one.
cdef enum:
    USED_ARCHITECT = 1      # or may not use it any more, see rules_market
    USED_FREE_FARMER = 2
    USED_TREASURY = 4
    THIRD_STONE = 8         # market: a bought stone has completed a pyramid, and no Architect was played before

# Whether the course of a game halts where points are counted; only the ledger's scratch copy of a state ever does.
cdef enum:
    HALT_NEVER = 0
    HALT_BEFORE_SCORING = 1
    HALT_BEFORE_GOLD = 2    # the gold ranking at the end of the game
    HALTED = 3

cdef enum:
    PLAY_NB = 32            # noted plays, see knowledge.pxd
    THIEF = -1              # in `given`: a Theft card
    MOST_OFFERED = 499      # no seat has as much; keeps the list of possible offerings in bounds

# Everything that all players see or remember; the same in a state and in every view of it.
ctypedef struct Table:
    StateHeader header
    # -- when and who
    uint8_t phase
    uint8_t age             # 1 Old Kingdom, 2 New Kingdom
    uint8_t round           # 1..3
    uint8_t start           # holder of the Start Player token
    uint8_t turn            # whose turn it is; at chance, who is dealt to
    uint8_t tile            # the offering tile in the Nile delta, 1..4; 0 before the first
    # -- what the current phase needs, 0 elsewhere
    uint8_t resume          # SELL: the phase that goes on afterwards
    # SELL: gold still to be raised; BUILD: what the farmers cost beyond the gold; UNVEIL: favors sold for the offering of
    # the seat at turn that are still to be turned up
    uint8_t debt
    uint8_t floor           # SELL, SCORING: kinds go in ascending order, none below this; REWARD: see rules_offering
    uint8_t draws           # DEAL, BONUS, DRAW: cards still to be drawn
    uint8_t cursor          # FARMERS, BUILD: the province asked about; BONUS: place in `offered`; HARVEST: treasury + 1
    uint8_t bought          # FARMERS, BUILD: items bought in this step so far
    uint8_t used            # USED_… of the seat at turn
    uint8_t rewards         # REWARD: items left
    uint8_t served          # REWARD: bit per seat that has had its turn
    uint8_t adjusters       # UNVEIL, ADJUST: bit per seat that still has to announce
    int16_t total           # the collective offering as far as revealed and adjusted
    int16_t given[MAX_SEATS]    # revealed offerings: gold, THIEF, or 0
    # -- the auction
    uint8_t offered_count
    uint8_t offered[MAX_SEATS]  # provinces up for auction, in the order in which they were revealed
    uint8_t live            # bit per seat with a standing bid
    uint8_t shielded        # bit per seat that has played Protection in this auction
    uint8_t bribed          # bit per seat that has played Bribery in this auction
    uint8_t outbid[MAX_SEATS]   # province + 1 from which a seat was outbid last, 0 for none
    uint8_t bid[PROVINCE_NB]    # space + 1 of the standing bid, 0 for none
    uint8_t bidder[PROVINCE_NB]
    # -- the map
    uint8_t stones[PROVINCE_NB]
    uint8_t pyramids[PROVINCE_NB]
    uint8_t farmers[PROVINCE_NB]    # on fields
    uint8_t free_farmers[PROVINCE_NB]   # beside them
    uint8_t farmers_placed  # on the whole map
    uint16_t owned[MAX_SEATS]   # bit per province
    uint16_t kingdom        # provinces that can come up in this age
    uint16_t seen           # provinces that have come up in this age
    # -- the players
    int16_t gold[MAX_SEATS]
    int16_t score[MAX_SEATS]
    uint8_t cards[MAX_SEATS]    # province cards in hand (expert)
    uint8_t hand_count[MAX_SEATS]
    uint8_t architects      # bit per seat that is known to hold an Architect: the one dealt at the start
    uint8_t deck_count
    uint8_t adjusted        # UNVEIL to REWARD: bit per seat with an Offering Adjustment in its revealed offering
    # -- favors that all have seen, see knowledge.pxd
    uint8_t fresh_count[MAX_SEATS]  # fresh cards that a seat has drawn
    uint8_t plays           # how many of the following are in use
    uint8_t play[PLAY_NB]   # seat and kind of a card that may have been fresh or stale, see noted_play
    uint8_t play_limit[PLAY_NB]     # how many fresh cards the seat had drawn by then
    uint8_t spare[1]        # zero
    uint64_t discard        # face up
    uint64_t under          # shuffled under the deck while bonuses were laid out; empty outside an auction
    uint64_t fresh          # what the deck was last made of, less what is known to have been played since

ctypedef struct AmunreState:
    Table table
    uint64_t hand[MAX_SEATS]
    uint64_t deck           # unordered: a card is drawn when it is drawn
    uint64_t drawn[MAX_SEATS]           # fresh cards of each seat
    uint64_t sold[MAX_SEATS]            # OFFER, UNVEIL: favors of the hand to be sold for the sealed offering
    uint16_t province_hand[MAX_SEATS]   # bit per province card (expert)
    uint16_t offer[MAX_SEATS]           # OFFER, UNVEIL: argument of MOVE_OFFER + 1, committed and not revealed; 0 for none
    uint32_t from_fresh                 # bit per noted play that was a fresh card
    uint8_t chosen[MAX_SEATS]           # CHOOSE, REVEAL: province + 1 that a seat has put up; 0 for none
    uint8_t halt            # HALT_NEVER in every state of a game
    uint8_t spare[2]        # zero; up to a whole word

ctypedef struct AmunreView:
    Table table
    uint64_t hand           # the viewer's own
    uint64_t drawn
    uint64_t sold
    uint16_t province_hand
    uint16_t offer
    uint32_t from_fresh     # of the viewer's own plays
    uint8_t chosen
    uint8_t spare[7]


cdef inline int place_in_turn_order(const Table* t, int seat) noexcept nogil:
    """0 for the Start Player, 1 for the seat to their left …"""
    seat -= t.start
    return seat + t.header.players if seat < 0 else seat


cdef inline int price(int count) noexcept nogil:
    """What `count` items of one kind cost together."""
    return TABLES.price[count]


cdef inline int budget(const Table* t, int seat) noexcept nogil:
    """What a seat can pay: its gold, and one gold for each favor that it could sell."""
    return t.gold[seat] + t.hand_count[seat]


cdef inline int budget_at_turn(const Table* t) noexcept nogil:
    """The same in a market turn, less what is owed for farmers."""
    return budget(t, t.turn) - t.debt


cdef inline int farmers_in(const Table* t, int province) noexcept nogil:
    """All farmers of a province, those beside the fields included."""
    return t.farmers[province] + t.free_farmers[province]


cdef inline void put_stones(Table* t, int province, int count) noexcept nogil:
    """The third loose stone turns all three into a pyramid (p. 5)."""
    cdef int loose = t.stones[province] + count
    t.pyramids[province] += loose // TABLES.stones_per_pyramid
    t.stones[province] = loose % TABLES.stones_per_pyramid


cdef inline void put_farmers(Table* t, int province, int count) noexcept nogil:
    t.farmers[province] += count
    t.farmers_placed += count


# -- noted plays, see knowledge.pxd ----------------------------------------------------------------------------

cdef inline int noted_play(int seat, int kind) noexcept nogil:
    return seat << 4 | kind


cdef inline int play_seat(const Table* t, int i) noexcept nogil:
    return t.play[i] >> 4


cdef inline int play_kind(const Table* t, int i) noexcept nogil:
    return t.play[i] & 15
