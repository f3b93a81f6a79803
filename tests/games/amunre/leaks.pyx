"""Amun-Re with planted leaks: the tests of its secrets must find each of them, or they prove nothing."""

from egypt.core.game cimport Game
from egypt.core.types cimport Move
from egypt.games.amunre.hidden cimport observe, view
from egypt.games.amunre.moves cimport MOVE_CHOOSE, MOVE_OFFER, move_kind
from egypt.games.amunre.state cimport PHASE_CHOOSE, PHASE_OFFER, AmunreState, AmunreView

from egypt.games.amunre.game import AmunreGame


cdef void view_with_an_offering(const void* source, int seat, void* target) noexcept nogil:
    """Whether the next seat has offered an even amount, in a byte that no text shows."""
    cdef const AmunreState* state = <const AmunreState*>source
    cdef int other = (seat + 1) % state.table.header.players
    view(source, seat, target)
    (<AmunreView*>target).spare[0] = state.offer[other] & 1


cdef void view_with_a_choice(const void* source, int seat, void* target) noexcept nogil:
    """The same for the province card that the next seat has chosen."""
    cdef const AmunreState* state = <const AmunreState*>source
    cdef int other = (seat + 1) % state.table.header.players
    view(source, seat, target)
    (<AmunreView*>target).spare[0] = state.chosen[other]


cdef void view_in_turn_order(const void* source, int seat, void* target) noexcept nogil:
    """Tells in a secret choice who has chosen already."""
    cdef const AmunreState* state = <const AmunreState*>source
    view(source, seat, target)
    if state.table.phase == PHASE_OFFER or state.table.phase == PHASE_CHOOSE:
        (<AmunreView*>target).table.header = state.table.header
        (<AmunreView*>target).table.header.viewer = seat


cdef Move observe_choices(const void* source, Move move, int seat) noexcept nogil:
    """Shows secret choices while they are made."""
    if move_kind(move) == MOVE_OFFER or move_kind(move) == MOVE_CHOOSE:
        return move
    return observe(source, move, seat)


def leaky(str leak):
    """A game with that leak."""
    cdef Game game = AmunreGame()
    if leak == "offering":
        game.ops.view = view_with_an_offering
    elif leak == "choice":
        game.ops.view = view_with_a_choice
    elif leak == "turn order":
        game.ops.view = view_in_turn_order
    elif leak == "observe":
        game.ops.observe = observe_choices
    else:
        raise ValueError(leak)
    return game
