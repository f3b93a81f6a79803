"""What a seat's position is worth, as integer features."""

from libc.stdint cimport int16_t

from egypt.core.weights cimport Weights

cdef enum:
    ONE
    POINTS
    BOARD               # what a scoring now would bring, districts and bread apart
    DISTRICTS           # districts that the seat would win
    FIRST_BASIC         # four of them
    GOLD_HELD = 8
    SCRIBES
    FAITH_HELD
    BASICS_5            # basic resources beyond five of a kind
    PRODUCTION
    PRODUCTION_HIGH     # tracks at 5 or 6
    PRODUCTION_LOW      # tracks still at the start
    HAPPY
    PEOPLE
    ROOM                # population beyond happiness
    HAPPY_9             # steps missing to a threshold, 0 if reached
    HAPPY_13
    HAPPY_16
    HAPPY_19
    PEOPLE_9            # section of the market not open yet
    PEOPLE_13
    SITES
    SHOPS
    PILLARS
    TEMPLE              # points of the temple alone
    STATUES
    STATUES_2           # squared
    GOD_STATUES
    PEOPLE_STATUES
    FIRST_BONUS         # six: a statue of the god whose bonus it is
    DECREE_POINTS = 38
    DECREES
    SHORTAGE            # bread owed and not there, gold counted
    SPARE_BREAD
    BALANCE_MINUS
    BALANCE_PLUS
    BALANCE_FAR         # beyond 5 to either side
    DICE
    SURPLUS
    PLACE               # places from the end of the turn order
    ANKH
    TURN_NOW
    SECTIONS            # of the market that the seat may use
    TECHNOLOGIES
    BLESSINGS
    SCRIBES_2           # more than two
    FREE_ACTION_LEFT
    GOLD_2              # more than two
    FIRST_BLESSING      # nine, by effect
    FIRST_TECHNOLOGY = 65   # 24 of them
    AUTO_ONE = 89
    AUTO_POINTS
    AUTO_BOARD
    AUTO_CARDS
    AUTO_FINAL
    AUTO_PILLARS
    AUTO_HAPPINESS
    AUTO_STATUES
    FEATURE_NB


cdef int features(const void* state, const Weights* weights, int16_t* rows) noexcept nogil
