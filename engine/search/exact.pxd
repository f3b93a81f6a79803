"""The end of a game solved: expectimax over max^n. Every seat takes what is best for itself, nature's draws are averaged."""

from libc.stdint cimport uint64_t

from egypt.core.game cimport GameOps
from egypt.core.types cimport MAX_SEATS, Move
from egypt.search.stopping cimport StopFlag

cdef enum:
    MAX_PLIES = 64          # moves and draws; what lasts longer is not solved

# What a state is worth to all seats when everybody plays on perfectly.
ctypedef struct Value:
    double reward[MAX_SEATS]
    double chance[MAX_SEATS]
    double points[MAX_SEATS]

ctypedef struct Remembered:
    uint64_t key[2]         # of the whole state, 128 bits: two states never met under one key
    uint64_t solution       # which one learned it
    Value value

ctypedef struct Solver:
    const GameOps* ops
    int players
    double margin           # as in the search: share of the reward that counts points
    uint64_t nodes          # states looked at
    uint64_t budget         # give up beyond this
    double deadline
    const StopFlag* stop
    Remembered* memory      # SOLVER_ENTRIES of them
    uint64_t solution       # counts from 1; what others remembered is no help, or the same question would find two answers
    bint failed

cdef Remembered* solver_memory() noexcept nogil

# The value after `move` in `state`; sets `failed` when the budget, the time or the depth is used up.
cdef void solve_move(Solver* solver, const void* state, Move move, Value* value) noexcept nogil
