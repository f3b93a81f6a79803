"""Features of Jars."""

from libc.stdint cimport int16_t

from egypt.core.weights cimport Weights
from egypt.core.types cimport MAX_FEATURES
from tests.toy.jars.evaluate cimport FEATURE_NB, HAND_VALUE, POINTS, ROUNDS_LEFT
from tests.toy.jars.state cimport ROUND_NB, VALUE_NB, JarsState

FEATURES = ("points", "hand_value", "rounds_left")
assert len(FEATURES) == FEATURE_NB

# What a player calls them.
FEATURE_GROUPS = {"jars so far": ("points",), "cards in hand": ("hand_value",), "rounds to come": ("rounds_left",)}


cdef int features(const void* state, const Weights* weights, int16_t* rows) noexcept nogil:
    """The stage of the game is the number of rounds played."""
    cdef const JarsState* s = <const JarsState*>state
    cdef int seat, value
    cdef int16_t* row
    for seat in range(s.table.header.players):
        row = rows + seat * MAX_FEATURES
        row[POINTS] = s.table.points[seat]
        row[HAND_VALUE] = 0
        for value in range(1, VALUE_NB):
            row[HAND_VALUE] += s.hand[seat][value] * value
        row[ROUNDS_LEFT] = ROUND_NB - s.table.round
    return s.table.round
