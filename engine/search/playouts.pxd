"""Random play to the end, for games that bring no playout of their own, and the stop-watch around it."""

from egypt.core.game cimport GameOps
from egypt.core.types cimport Move, Rng

cdef enum:
    FULL_PLAYOUT = 1000000  # decisions; no game lasts as long

# Plays at most `limit` uniformly random decisions, nature's draws in between; returns how many. `moves` is scratch space
# for MAX_MOVES. Ends where a seat acts or the game is over.
cdef int play_randomly(const GameOps* ops, void* state, Rng* rng, int limit, Move* moves) noexcept nogil

# The same through the game's own `playout` entry where it has one.
cdef int play_out(const GameOps* ops, void* state, Rng* rng, int limit, Move* moves) noexcept nogil

# Let nature draw all it owes.
cdef void settle(const GameOps* ops, void* state, Rng* rng) noexcept nogil
