"""Lets Python call what the core keeps inline, and what only a search calls."""

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memcpy, memset

from egypt.core.bits cimport highest_bit, lowest_bit, nth_bit, popcount
from egypt.core.game cimport Game
from egypt.core.position cimport Position, new_position
from egypt.core.rng cimport rng_below
from egypt.core.seats cimport left_of
from egypt.core.types cimport CHANCE, MAX_MOVES, MAX_SEATS, MAX_STATE_WORDS, OVER, Move, Rng, StateHeader

cdef enum:
    LONG = 1000000      # decisions; no game lasts as long


def nth(unsigned long long mask, unsigned int n):
    return nth_bit(mask, n)


def facts(unsigned long long mask):
    """(number of bits, lowest, highest) of a mask that is not 0."""
    return popcount(mask), lowest_bit(mask), highest_bit(mask)


cdef int random_game(Game game, void* state, Rng* rng) noexcept nogil:
    """Plays a game to its end the way a search plays out; returns the number of decisions."""
    cdef Move[MAX_MOVES] moves
    cdef StateHeader* header = <StateHeader*>state
    cdef int decisions = 0
    while header.actor == CHANCE:
        game.ops.apply(state, game.ops.sample_chance(state, rng))
    if game.ops.playout != NULL:
        return game.ops.playout(state, rng, LONG)
    while header.actor != OVER:
        if header.actor == CHANCE:
            game.ops.apply(state, game.ops.sample_chance(state, rng))
        else:
            game.ops.apply(state, moves[rng_below(rng, game.ops.legal_moves(state, moves))])
            decisions += 1
    return decisions


def random_games(Game game not None, int players, int variant, int games, seed):
    """[(final points in seat order, decisions)] of games by the room's own playout, or by the generic loop if
    it has none.
    """
    cdef uint64_t[MAX_STATE_WORDS] state
    cdef int32_t[MAX_SEATS] points, ranks
    cdef Rng rng = seed
    cdef int decisions
    results = []
    for _ in range(games):
        memset(state, 0, sizeof(state))
        game.ops.new_game(state, players, variant)
        decisions = random_game(game, state, &rng)
        game.ops.scores(state, points, ranks)
        results.append(([points[seat] for seat in range(players)], decisions))
    return results


def played(Game game not None, int players, int variant, int limit, seed):
    """(decisions the room's playout says it played under a limit, whether the game is over); None if there is
    no such entry.
    """
    cdef uint64_t[MAX_STATE_WORDS] state
    cdef Rng rng = seed
    cdef int decisions
    if game.ops.playout == NULL:
        return None
    memset(state, 0, sizeof(state))
    game.ops.new_game(state, players, variant)
    while (<StateHeader*>state).actor == CHANCE:
        game.ops.apply(state, game.ops.sample_chance(state, &rng))
    decisions = game.ops.playout(state, &rng, limit)
    return decisions, (<StateHeader*>state).actor == OVER


cdef int step_by_step(Game game, void* state, Rng* rng, int limit) noexcept nogil:
    """At most `limit` random decisions through the entries of the rules table that every game has."""
    cdef Move[MAX_MOVES] moves
    cdef StateHeader* header = <StateHeader*>state
    cdef int decisions = 0
    while header.actor == CHANCE or (header.actor != OVER and decisions < limit):
        if header.actor == CHANCE:
            game.ops.apply(state, game.ops.sample_chance(state, rng))
        else:
            game.ops.apply(state, moves[rng_below(rng, game.ops.legal_moves(state, moves))])
            decisions += 1
    return decisions


def play_on(Position start not None, int limit, seed, bint fused):
    """(decisions played, where they led) by the room's own playout or step by step."""
    cdef uint64_t[MAX_STATE_WORDS] state
    cdef Game game = start.game
    cdef Rng rng = seed
    cdef int decisions
    memcpy(state, start.state(), game.ops.state_size)
    if fused:
        decisions = game.ops.playout(state, &rng, limit)
    else:
        decisions = step_by_step(game, state, &rng, limit)
    return decisions, new_position(game, PyBytes_FromStringAndSize(<const char*>state, game.ops.state_size))


def games_from(Position start not None, int games, seed, bint fused):
    """Final points in seat order and number of decisions, a row per random game."""
    cdef uint64_t[MAX_STATE_WORDS] state
    cdef int32_t[MAX_SEATS] points, ranks
    cdef Game game = start.game
    cdef Rng rng = seed
    cdef int decisions
    rows = []
    for _ in range(games):
        memcpy(state, start.state(), game.ops.state_size)
        if fused:
            decisions = game.ops.playout(state, &rng, LONG)
        else:
            decisions = step_by_step(game, state, &rng, LONG)
        game.ops.scores(state, points, ranks)
        rows.append([*[points[seat] for seat in range(start.players)], decisions])
    return rows


def next_seat(int seat, int players):
    return left_of(seat, players)
