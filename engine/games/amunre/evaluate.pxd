"""The static evaluation of Amun-Re: integer features per seat. Their weights, in points, are in weights.json."""

from libc.stdint cimport int16_t

from egypt.core.weights cimport Weights
from egypt.games.amunre.state cimport Table
from egypt.games.amunre.tables cimport FAVOR_NB

# Columns of a row of features; evaluate.pyx lists their names in the same order. All describe the position after what is
# under way (an auction, an offering, a harvest) has been resolved.
cdef enum:
    ONE                 # the same for all
    SCORE
    GOLD
    GOLD_ROOT           # 4 times its square root: the first gold is worth the most
    GOLD_POINTS         # what the final ranking would give now
    GOLD_LEAD           # over the richest of the others, -20..20
    AGE_POINTS          # what the map would score now
    TEMPLE_POINTS       # on the tile that lies there
    TEMPLES
    PYRAMIDS
    PYRAMIDS_FEWEST     # in the own province with the fewest
    PROVINCES_BARE      # without a pyramid
    STONES
    STONE_PAIRS         # provinces with two loose stones
    BANK_POINTS
    WEST_LEAD           # of the best own province over that of the others, in stones, -6..6
    EAST_LEAD
    FARMERS
    FIELDS_FREE
    MINES
    CARAVANS
    LIMIT               # favors that may be bought
    SYMBOLS
    FAVORS              # cards in hand
    FAVOR               # the first of twelve columns: cards of each kind, at most three
    FAVORS_DUE = FAVOR + FAVOR_NB   # bonus favors not drawn yet
    CARDS_SATISFIED     # yellow cards in hand, by kind, whose condition holds now
    ARCHITECT_READY     # an Architect in hand and a province with two stones
    REWARDS_DUE         # items still to be taken
    START_PLAYER
    TO_OUTBID           # rivals who may still outbid the own standing bid
    AUCTION_OPEN        # seats without a standing bid
    WITHOUT_BID         # is one of them
    SUM_NB              # columns from here on are for a network alone
    FAVORS_AHEAD = SUM_NB   # may still buy favors in this round
    FARMERS_AHEAD       # farmers
    STONES_AHEAD        # stones
    GOLD_AHEAD          # gold to buy with, 4 times its square root; 0 if nothing can be bought any more
    SEAT_ACTS           # has the turn
    CARDS_AHEAD         # yellow cards in hand, by kind, whose condition holds and which may still be scored in this age
    END_SCORE           # in the last round of an age: the score after it, as the map is now
    END_LEAD            # over the best of the others, -20..20
    FEATURE_NB

cdef int features(const void* state, const Weights* weights, int16_t* rows) noexcept nogil

# Of a province to any seat, by rule of thumb.
cdef int rough_worth(const Table* t, int province) noexcept nogil
