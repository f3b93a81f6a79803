"""An evaluation in integers: features times weights give points and the log odds of winning."""

from libc.stdint cimport int16_t, int32_t, int64_t

from egypt.core.game cimport GameOps
from egypt.core.layers cimport correct_by_two_layers
from egypt.core.network cimport correct_log_odds, weigh
from egypt.core.types cimport CERTAIN, MAX_FEATURES, MAX_SEATS, OVER, POINT, Outlook, StateHeader
from egypt.core.weights cimport LOGIT, Weights

cdef enum:
    EXP_STEPS = 128             # table entries per unit of the exponent
    EXP_ENTRIES = 12 * EXP_STEPS

# EXP[i] = CERTAIN * exp(-i / EXP_STEPS). Written once at import and only read after that. Built by multiplication
# alone, because the last bit of a library's exp() is not the same everywhere.
cdef int32_t[EXP_ENTRIES] EXP


cdef void fill_exp() noexcept nogil:
    cdef double factor = 1.0, term = 1.0, value = CERTAIN
    cdef int i
    for i in range(1, 12):          # exp(-1 / EXP_STEPS) by its series
        term *= -1.0 / EXP_STEPS / i
        factor += term
    for i in range(EXP_ENTRIES):
        EXP[i] = <int32_t>(value + 0.5)
        value *= factor

fill_exp()


cdef inline void set_chances(const int32_t* log_odds, int unit, int players, Outlook* outlook) noexcept nogil:
    """A chance is its share of the total, rounded down. A division of doubles finds the same as one of integers, sooner:
    both numbers are exact, and a quotient of at most 2 ** 16 that is no integer is at least 1 / total, more than 2 ** -19,
    away from the next one, while rounding moves it by 2 ** -37 at most.
    """
    cdef int32_t best = log_odds[0]
    cdef int64_t index
    cdef double total = 0.0
    cdef double[MAX_SEATS] share
    cdef int seat
    for seat in range(1, players):
        if log_odds[seat] > best:
            best = log_odds[seat]
    for seat in range(players):
        index = <int64_t>(best - log_odds[seat]) * EXP_STEPS // unit
        share[seat] = EXP[index] if index < EXP_ENTRIES else 0.0
        total += share[seat]
    for seat in range(players):
        outlook.chance[seat] = <int32_t>(share[seat] * CERTAIN / total)


cdef void chances_from_log_odds(const int32_t* log_odds, int unit, int players, Outlook* outlook) noexcept nogil:
    if unit == LOGIT:           # by far the most frequent, and a constant to divide by
        set_chances(log_odds, LOGIT, players, outlook)
    else:
        set_chances(log_odds, unit, players, outlook)


cdef void final_outlook(const GameOps* ops, const void* state, Outlook* outlook) noexcept nogil:
    cdef int32_t[MAX_SEATS] points, ranks
    cdef int players = (<const StateHeader*>state).players
    cdef int seat, winners = 0
    ops.scores(state, points, ranks)
    for seat in range(players):
        winners += ranks[seat] == 1
    for seat in range(players):
        outlook.points[seat] = points[seat] * POINT
        outlook.chance[seat] = CERTAIN // winners if ranks[seat] == 1 else 0


cdef void judge(const GameOps* ops, const Weights* weights, const void* state, Outlook* outlook) noexcept nogil:
    cdef int16_t[MAX_SEATS * MAX_FEATURES] rows
    cdef int16_t* row
    cdef int32_t[MAX_SEATS] log_odds
    cdef int players = (<const StateHeader*>state).players
    cdef int count = weights.features
    cdef int stage, seat, i
    for seat in range(players):     # features come in eights
        row = rows + seat * MAX_FEATURES
        for i in range(count - 8, count):
            row[i] = 0
    stage = ops.features(state, weights, rows)
    weigh(rows, players, count, weights.points[stage], weights.log_odds[stage], outlook.points, log_odds)
    if weights.spread[stage]:
        chances_from_log_odds(outlook.points, weights.spread[stage], players, outlook)
        return
    if weights.network.second_units:
        correct_by_two_layers(&weights.network, rows, players, count, stage, log_odds)
    elif weights.network.units:
        correct_log_odds(&weights.network, rows, players, count, stage, log_odds)
    chances_from_log_odds(log_odds, LOGIT, players, outlook)


cdef void evaluate(const GameOps* ops, const Weights* weights, const void* state, Outlook* outlook) noexcept nogil:
    if (<const StateHeader*>state).actor == OVER:
        final_outlook(ops, state, outlook)
    else:
        judge(ops, weights, state, outlook)
