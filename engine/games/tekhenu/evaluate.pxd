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
    # from here on for a network alone
    TURN_TO_COME        # the seat still has its turn of this round
    TURNS_LEFT          # turns of the seat to the end of the game
    TURNS_TO_MAAT       # turns of the seat to the next time that scales are weighed
    TURNS_TO_SCORING
    PENALTY             # points that the scales would cost now
    NEXT_PLACE          # places from the end of the turn order, if scales were weighed now
    WEIGHED_MINUS       # balance below zero that has been weighed and costs nothing any more
    WEIGHED_PLUS
    SCORED_BOARD        # board and districts that have just been scored
    SCORING_BOARD       # board and districts that are about to be scored
    UPKEEP_DUE          # points that bread owed and not there is about to cost
    FINAL_LEAD          # points before the best of the others, if the game ended now
    FINAL_LEAD_NEAR     # the same in the last round
    FINAL_LEAD_LAST     # the same when no turn is left
    FEATURE_NB

cdef enum:
    SUM_NB = TURN_TO_COME


cdef int features(const void* state, const Weights* weights, int16_t* rows) noexcept nogil
