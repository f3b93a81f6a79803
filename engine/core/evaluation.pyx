"""A linear evaluation in integers: features times weights give points, points give winning chances."""

from libc.stdint cimport int16_t, int32_t, int64_t

from engine.core.game cimport GameOps, Weights
from engine.core.types cimport CERTAIN, MAX_FEATURES, MAX_SEATS, OVER, POINT, Outlook, StateHeader

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


cdef void chances_from_points(Outlook* outlook, int players, int spread) noexcept nogil:
    cdef int32_t best = outlook.points[0]
    cdef int64_t index
    cdef int64_t total = 0
    cdef int64_t[MAX_SEATS] odds
    cdef int seat
    for seat in range(1, players):
        if outlook.points[seat] > best:
            best = outlook.points[seat]
    for seat in range(players):
        index = <int64_t>(best - outlook.points[seat]) * EXP_STEPS // spread
        odds[seat] = EXP[index] if index < EXP_ENTRIES else 0
        total += odds[seat]
    for seat in range(players):
        outlook.chance[seat] = <int32_t>(odds[seat] * CERTAIN // total)


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


cdef void linear_outlook(const GameOps* ops, const Weights* weights, const void* state, Outlook* outlook) noexcept nogil:
    cdef int16_t[MAX_SEATS * MAX_FEATURES] rows
    cdef int16_t* row
    cdef const int16_t* weight
    cdef int players = (<const StateHeader*>state).players
    cdef int count = weights.features
    cdef int stage, seat, i
    cdef int32_t points
    for seat in range(players):     # features come in eights, so that the sum below is whole vector instructions
        row = rows + seat * MAX_FEATURES
        for i in range(count - 8, count):
            row[i] = 0
    stage = ops.features(state, weights, rows)
    weight = weights.weight[stage]
    for seat in range(players):
        row = rows + seat * MAX_FEATURES
        points = 0
        for i in range(count):
            points += <int32_t>row[i] * weight[i]
        outlook.points[seat] = points
    chances_from_points(outlook, players, weights.spread[stage])


cdef void evaluate(const GameOps* ops, const Weights* weights, const void* state, Outlook* outlook) noexcept nogil:
    if (<const StateHeader*>state).actor == OVER:
        final_outlook(ops, state, outlook)
    elif ops.evaluate != NULL:
        ops.evaluate(state, weights, outlook)
    else:
        linear_outlook(ops, weights, state, outlook)
