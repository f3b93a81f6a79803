"""The static evaluation of Ra: integer features per seat. Their weights, in points, are in weights.json."""

from libc.stdint cimport int16_t

from egypt.core.weights cimport Weights

# Columns of a row of features; evaluate.pyx lists their names in the same order.
cdef enum:
    SCORE
    GODS
    GOLDS
    RIVER               # points of the river if the epoch ended now
    FLOODS
    NILES
    NILES_DRY           # niles without a flood
    KINDS_0             # civilization tiles of 0..5 kinds: 1 in one of these six columns
    KINDS_1
    KINDS_2
    KINDS_3
    KINDS_4
    KINDS_5
    KINDS_0_DONE        # no civilization tile and no sun left to win one
    CIVILIZATION_SPARE  # duplicates
    PHARAOHS
    PHARAOHS_MOST       # has the most, alone or tied
    PHARAOHS_FEWEST
    PHARAOHS_LEAD       # over the best of the others, -5..5
    PHARAOHS_ABOVE      # over the weakest of the others, -5..5
    MONUMENT_POINTS     # if the game ended now
    MONUMENTS
    MONUMENT_KINDS
    MONUMENT_KINDS_6UP  # kinds beyond five
    MONUMENT_PAIRS      # kinds with exactly two tiles
    MONUMENT_TRIPLES    # kinds with exactly three
    SUNS_UP             # number of usable suns
    SUNS_UP_SUM
    SUNS_UP_HIGHEST
    SUNS_DOWN_SUM
    SUNS_DOWN_HIGHEST
    SUNS_TOTAL_HIGHEST  # would win the final comparison of suns
    SUNS_TOTAL_LOWEST
    SUNS_UP_TIME        # usable suns times Ra tiles left in this epoch
    SUNS_SUM_TIME       # their sum times Ra tiles left, in eighths
    SUNS_UP_LATE        # usable suns when at most two Ra tiles are left
    SUNS_UP_LAST        # usable suns when the next Ra tile ends the epoch
    SUNS_UP_ALONE       # usable suns while no other player has one
    SUNS_UP_OTHERS      # usable suns of all others
    TURN                # has the turn, or the next one while an auction is open
    LOT                 # what the track would bring in points
    LOT_TOP             # the same for the owner of the highest usable sun
    LOT_TURN            # the same for the seat that has the turn
    SUNS_UP_DRAWS       # usable suns times the draws to expect in this epoch, in quarters
    CENTER_GAIN         # the sun in the centre minus the lowest usable one
    NILES_DRY_HOPE      # niles without a flood times the floods to expect in this epoch
    KINDS_TIME          # civilization kinds times Ra tiles left, while there are suns to win more
    FEATURE_NB

cdef int features(const void* state, const Weights* weights, int16_t* rows) noexcept nogil
