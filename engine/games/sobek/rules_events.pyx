"""The event tokens (rulebook p. 6 and p. 12).

Nobody knows the tokens of a round before the first event; which ones they are is drawn when a player looks at them for the
first time.
"""

from egypt.core.bits cimport lowest_bit
from egypt.core.types cimport CHANCE, Move
from egypt.games.sobek.bags cimport token_add, token_drop
from egypt.games.sobek.knowledge cimport join, turn_over
from egypt.games.sobek.moves cimport make_event, move_aim, move_token
from egypt.games.sobek.rules_round cimport end_turn, set_actor
from egypt.games.sobek.scoring cimport next_symbol, previous_symbol
from egypt.games.sobek.state cimport (
    NIBBLE_BITS, PHASE_EVENT, PHASE_SIGHT, PHASE_TOKENS, PHASE_UNWRAP, PILE, SobekState, cards_at, has_set,
)
from egypt.games.sobek.tables cimport (
    CURSE, EMBALMING, FAMILY_NB, FLOOD, ORANGE, PROSPERITY, RUSE, SYMBOL_NB, TABLES,
)


cdef void trigger_event(SobekState* s) noexcept nogil:
    if s.table.tokens_left == 0:
        end_turn(s)
        return
    if s.table.tokens_drawn < s.table.tokens_left:
        s.table.lookers |= 1 << s.table.turn
        set_actor(s, PHASE_TOKENS, CHANCE)
    elif s.table.lookers >> s.table.turn & 1:
        set_actor(s, PHASE_EVENT, s.table.turn)
    else:
        set_actor(s, PHASE_SIGHT, CHANCE)


cdef void see_tokens(SobekState* s) noexcept nogil:
    s.table.lookers |= 1 << s.table.turn
    set_actor(s, PHASE_EVENT, s.table.turn)


cdef void turn_over_token(SobekState* s, int token) noexcept nogil:
    s.tokens = token_add(s.tokens, token)
    s.table.tokens_drawn += 1
    if s.table.tokens_drawn == s.table.tokens_left:
        set_actor(s, PHASE_EVENT, s.table.turn)


cdef int legal_events(const SobekState* s, Move* moves) noexcept nogil:
    """One of the tokens left, with its target where it has one."""
    cdef int seat = s.table.turn
    cdef int token, other, family, n = 0, before
    cdef int left = s.tokens
    while left:
        token = TABLES.token_of[lowest_bit(left)]
        left &= ~TABLES.token_run[token]
        before = n
        if token < SYMBOL_NB or token == CURSE:
            for other in range(s.table.header.players):
                if other != seat:
                    moves[n] = make_event(token, other + 1)
                    n += 1
        elif token == PROSPERITY:
            for family in range(FAMILY_NB):
                if TABLES.prospers[family] and has_set(&s.table, seat, family):
                    moves[n] = make_event(token, family + 1)
                    n += 1
        if n == before:             # no target needed, or none there: then the token is simply discarded
            moves[n] = make_event(token)
            n += 1
    return n


cdef void play_event(SobekState* s, Move move) noexcept nogil:
    cdef int seat = s.table.turn
    cdef int token = move_token(move)
    cdef int aim = move_aim(move) - 1
    s.tokens = token_drop(s.tokens, token)
    s.table.tokens_used = token_add(s.table.tokens_used, token)
    s.table.tokens_left -= 1
    s.table.tokens_drawn -= 1
    if token < SYMBOL_NB:
        play_guild(s, token, seat, aim)
    elif token == FLOOD:
        s.table.again = 1
    elif token == CURSE:
        s.table.curses[aim] += 1
    elif token == PROSPERITY and aim >= 0:
        s.table.prosperity[seat] += <unsigned int>1 << (NIBBLE_BITS * aim)
    elif token == EMBALMING:
        if not TABLES.rulings[s.table.header.variant].peek_own:
            s.table.draws_to_pile = s.table.count[PILE + seat][ORANGE]
        embalm(s)
        return
    elif token == RUSE:
        s.table.total[seat] += cards_at(&s.table, PILE + seat)
        s.table.gains[seat] += cards_at(&s.table, PILE + seat)
    end_turn(s)


cdef void embalm(SobekState* s) noexcept nogil:
    """The whole corruption pile goes to the hand; an owner who could not look at it sees its characters first."""
    cdef int seat = s.table.turn
    if s.table.draws_to_pile:
        set_actor(s, PHASE_UNWRAP, CHANCE)
        return
    s.drop_floor = 0
    join(s, PILE + seat, seat)
    end_turn(s)


cdef void unwrap(SobekState* s, int kind) noexcept nogil:
    turn_over(s, s.table.turn, PILE + s.table.turn, TABLES.back_mask[ORANGE], s.table.draws_to_pile)
    s.table.draws_to_pile -= 1
    s.drop_floor = TABLES.rank[kind]
    embalm(s)


cdef void play_guild(SobekState* s, int symbol, int seat, int opponent) noexcept nogil:
    """The player's marker goes forward to the next space with the symbol, an opponent's back to the previous one."""
    cdef int variant = s.table.header.variant
    cdef int before = s.table.total[seat]
    s.table.total[seat] = next_symbol(variant, before, symbol)
    s.table.gains[seat] += s.table.total[seat] - before
    s.table.total[opponent] = previous_symbol(variant, s.table.total[opponent], symbol,
                                              TABLES.rulings[variant].guild_to_zero)
