"""From a state to an Outlook: expected points and winning chances of all seats, in integers."""

from libc.stdint cimport int16_t, int32_t

from egypt.core.game cimport GameOps
from egypt.core.network cimport weighted
from egypt.core.types cimport Outlook
from egypt.core.weights cimport Weights


cdef inline int32_t worth_alone(const Weights* weights, int stage, const int16_t* row) noexcept nogil:
    """What the weights say of one seat for itself; only differences between two rows of the same stage mean something."""
    if weights.spread[stage]:
        return weighted(row, weights.points[stage], weights.features)
    return weighted(row, weights.log_odds[stage], weights.features)


# The judgement of a state in which a seat acts or the game is over.
cdef void evaluate(const GameOps* ops, const Weights* weights, const void* state, Outlook* outlook) noexcept nogil

# Winning chances from log odds, of which `unit` makes e times as much.
cdef void chances_from_log_odds(const int32_t* log_odds, int unit, int players, Outlook* outlook) noexcept nogil

# The truth of a finished game: its points, and the win split among those who rank first.
cdef void final_outlook(const GameOps* ops, const void* state, Outlook* outlook) noexcept nogil
