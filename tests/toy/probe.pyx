"""Lets Python call what the core keeps inline, and what only a search calls."""

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from egypt.core.bits cimport highest_bit, lowest_bit, nth_bit, popcount
from egypt.core.game cimport Game
from egypt.core.position cimport Position, Situation
from egypt.core.seats cimport left_of
from egypt.core.types cimport MAX_MOVES, MAX_STATE_WORDS, Move, Rng
from egypt.search.playouts cimport play_out, play_randomly


def nth(unsigned long long mask, unsigned int n):
    return nth_bit(mask, n)


def facts(unsigned long long mask):
    """(number of bits, lowest, highest) of a mask that is not 0."""
    return popcount(mask), lowest_bit(mask), highest_bit(mask)


def data_of(Situation situation not None):
    """The bytes behind a position or a view."""
    return situation.data


def has_playout(Game game not None):
    return game.ops.playout != NULL


def play_on(Position start not None, int limit, seed, bint by_apply):
    """(decisions, generator, state) after at most `limit` random decisions: by the room's own playout if it has one, or move
    by move.
    """
    cdef uint64_t[MAX_STATE_WORDS] state
    cdef Move[MAX_MOVES] moves
    cdef Game game = start.game
    cdef Rng rng = seed
    cdef int decisions
    memcpy(state, start.state(), game.ops.state_size)
    if by_apply:
        decisions = play_randomly(&game.ops, state, &rng, limit, moves)
    else:
        decisions = play_out(&game.ops, state, &rng, limit, moves)
    return decisions, rng, PyBytes_FromStringAndSize(<const char*>state, game.ops.state_size)


def next_seat(int seat, int players):
    return left_of(seat, players)
