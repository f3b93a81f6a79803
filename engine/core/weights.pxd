"""The numbers behind an evaluation, as in a room's weights.json: `points` and `log_odds` per feature, and a network."""

from libc.stdint cimport int16_t, int32_t

from egypt.core.network cimport Network
from egypt.core.types cimport MAX_FEATURES, MAX_SEATS, MAX_STAGES, MAX_TRAITS

cdef enum:
    LOGIT = 4096            # one unit of log odds, in the units of `log_odds`

# The weights for one number of players, with a row per stage of the game (a room counts its stages as it likes, from 0).
ctypedef struct Weights:
    int32_t features                    # columns of a row that weigh anything, a multiple of 8; no others need be filled
    int16_t points[MAX_STAGES][MAX_FEATURES]    # expected final points, in 1/POINT per unit of the feature
    int16_t log_odds[MAX_STAGES][MAX_FEATURES]  # log odds of winning, in 1/LOGIT per unit of the feature
    int32_t spread[MAX_STAGES]          # where log odds have no weights: points (in 1/POINT) that multiply the odds by e
    Network network                     # corrects the log odds
    int32_t traits                      # how many of the next are in use; 0: nothing is known of moves beforehand
    int16_t prior[MAX_TRAITS]           # log odds that a long search looks at a move, in 1/LOGIT, by trait; [0] is 0


cdef class GameWeights:
    cdef readonly str game              # the name of the game they are for
    cdef readonly tuple feature_names
    cdef readonly tuple trait_groups
    cdef readonly dict search_defaults  # setting of the search -> value that suits the game with these weights
    cdef Weights of_players[MAX_SEATS + 1]

    cdef const Weights* get(self, int players) except NULL
    cdef Weights all_columns(self, int players) noexcept
    cdef GameWeights without_network(self)
    cdef int _read(self, dict data, int fewest, int most) except -1
    cdef int _read_table(self, dict table, Weights* target) except -1
    cdef int _read_priors(self, dict table, Weights* target) except -1
    cdef int _read_network(self, dict data, Network* target) except -1
    cdef int _read_second(self, dict data, Network* target) except -1
    cdef dict _second(self, const Network* network)
    cdef int _columns(self, list tables) except -1
