"""The event tokens (rulebook p. 6 and p. 12).

Nobody knows the tokens of a round before the first event; which ones they are is drawn when somebody looks at
them for the first time.
"""

from egypt.core.bits cimport lowest_bit
from egypt.core.types cimport CHANCE, Move
from egypt.games.sobek.bags cimport token_add, token_drop
from egypt.games.sobek.knowledge cimport join, turn_over
from egypt.games.sobek.moves cimport make_event, move_aim, move_token
from egypt.games.sobek.rules cimport end_turn, set_actor
from egypt.games.sobek.scoring cimport next_symbol, previous_symbol
from egypt.games.sobek.state cimport (
    PHASE_EVENT, PHASE_SIGHT, PHASE_TOKENS, PHASE_UNWRAP, PILE, SobekState, cards_at, has_set,
)
from egypt.games.sobek.tables cimport (
    CURSE, EMBALMING, FAMILY_NB, FLOOD, ORANGE, PROSPERITY, RUSE, SYMBOL_NB, T,
)


cdef void trigger_event(SobekState* state) noexcept nogil:
    if state.table.tokens_left == 0:
        end_turn(state)
        return
    if state.table.tokens_drawn < state.table.tokens_left:
        state.table.lookers |= 1 << state.table.turn
        set_actor(state, PHASE_TOKENS, CHANCE)
    elif state.table.lookers >> state.table.turn & 1:
        set_actor(state, PHASE_EVENT, state.table.turn)
    else:
        set_actor(state, PHASE_SIGHT, CHANCE)


cdef void see_tokens(SobekState* state) noexcept nogil:
    state.table.lookers |= 1 << state.table.turn
    set_actor(state, PHASE_EVENT, state.table.turn)


cdef void turn_over_token(SobekState* state, int token) noexcept nogil:
    state.tokens = token_add(state.tokens, token)
    state.table.tokens_drawn += 1
    if state.table.tokens_drawn == state.table.tokens_left:
        set_actor(state, PHASE_EVENT, state.table.turn)


cdef int list_events(const SobekState* state, Move* moves) noexcept nogil:
    """One of the tokens left, with its target where it has one."""
    cdef int seat = state.table.turn
    cdef int token, other, family, n = 0, before
    cdef int left = state.tokens
    while left:
        token = T.token_of[lowest_bit(left)]
        left &= ~T.token_run[token]
        before = n
        if token < SYMBOL_NB or token == CURSE:
            for other in range(state.table.header.players):
                if other != seat:
                    moves[n] = make_event(token, other + 1)
                    n += 1
        elif token == PROSPERITY:
            for family in range(FAMILY_NB):
                if T.prospers[family] and has_set(&state.table, seat, family):
                    moves[n] = make_event(token, family + 1)
                    n += 1
        if n == before:             # no target needed, or none there: then the token is simply discarded
            moves[n] = make_event(token)
            n += 1
    return n


cdef void play_event(SobekState* state, Move move) noexcept nogil:
    cdef int seat = state.table.turn
    cdef int token = move_token(move)
    cdef int aim = move_aim(move) - 1
    state.tokens = token_drop(state.tokens, token)
    state.table.tokens_used = token_add(state.table.tokens_used, token)
    state.table.tokens_left -= 1
    state.table.tokens_drawn -= 1
    if token < SYMBOL_NB:
        play_guild(state, token, seat, aim)
    elif token == FLOOD:
        state.table.again = 1
    elif token == CURSE:
        state.table.curses[aim] += 1
    elif token == PROSPERITY and aim >= 0:
        state.table.prosperity[seat] += <unsigned int>1 << (4 * aim)
    elif token == EMBALMING:
        if not T.rulings[state.table.header.variant].peek_own:
            state.table.draws_to_pile = state.table.count[PILE + seat][ORANGE]
        embalm(state)
        return
    elif token == RUSE:
        state.table.total[seat] += cards_at(&state.table, PILE + seat)
        state.table.gains[seat] += cards_at(&state.table, PILE + seat)
    end_turn(state)


cdef void embalm(SobekState* state) noexcept nogil:
    """The whole corruption pile goes to the hand; an owner who could not look at it sees its characters first."""
    cdef int seat = state.table.turn
    if state.table.draws_to_pile:
        set_actor(state, PHASE_UNWRAP, CHANCE)
        return
    state.drop_floor = 0
    join(state, PILE + seat, seat)
    end_turn(state)


cdef void unwrap(SobekState* state, int kind) noexcept nogil:
    turn_over(state, state.table.turn, PILE + state.table.turn, T.back_mask[ORANGE], state.table.draws_to_pile)
    state.table.draws_to_pile -= 1
    state.drop_floor = T.rank[kind]
    embalm(state)


cdef void play_guild(SobekState* state, int symbol, int seat, int opponent) noexcept nogil:
    """The player's marker goes forward to the next space with the symbol, an opponent's back to the previous one."""
    cdef int variant = state.table.header.variant
    cdef int before = state.table.total[seat]
    state.table.total[seat] = next_symbol(variant, before, symbol)
    state.table.gains[seat] += state.table.total[seat] - before
    state.table.total[opponent] = previous_symbol(variant, state.table.total[opponent], symbol,
                                                  T.rulings[variant].guild_to_zero)
