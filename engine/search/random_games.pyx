"""Seeds."""

from libc.stdint cimport uint64_t

from engine.core.rng cimport rng_next, rng_stream
from engine.core.types cimport Rng

cdef enum:
    DEALS = 0xdea1          # stream of nature's seeds
    SEATS = 0x5ea7          # stream of the players' seeds
    SEED_SHIFT = 16         # 48 bits survive every JSON reader


cdef inline uint64_t nature_seed(uint64_t run_seed, uint64_t deal) noexcept nogil:
    cdef Rng rng = rng_stream(run_seed, DEALS, deal)
    return rng_next(&rng) >> SEED_SHIFT


cdef inline uint64_t player_seed(uint64_t run_seed, uint64_t number, uint64_t seat) noexcept nogil:
    cdef Rng rng = rng_stream(run_seed, SEATS + seat, number)
    return rng_next(&rng) >> SEED_SHIFT


def deal_seed(run_seed, uint64_t deal):
    """The seed from which nature draws in all games of a deal."""
    return nature_seed(run_seed & 0xFFFFFFFFFFFFFFFF, deal)


def seat_seed(run_seed, uint64_t number, uint64_t seat):
    """The seed of the player on a seat of a game."""
    return player_seed(run_seed & 0xFFFFFFFFFFFFFFFF, number, seat)
