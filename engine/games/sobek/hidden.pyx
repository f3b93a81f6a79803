"""view, sample and observe. A view is the open table plus the viewer's own cards and books; `sample` knows
nothing else.
"""

from libc.stdint cimport uint16_t, uint64_t
from libc.string cimport memset

from egypt.core.bits cimport popcount
from egypt.core.rng cimport rng_below
from egypt.core.types cimport TRUTH, Move, Rng
from egypt.games.sobek.bags cimport (
    bag_add, bag_drop, bag_has, bag_minus, bag_sum, random_bit, random_kind, token_add,
    token_drop, token_minus,
)
from egypt.games.sobek.deals cimport barred_from, find_deal
from egypt.games.sobek.knowledge cimport first_unshown, shown_mask
from egypt.games.sobek.moves cimport (
    BEGIN, DRAW, DROP, HIDDEN, HIDDEN_FAMILY, RETRIEVE, SEE, SIGHT, STOLEN, TOKEN, make, make_begin,
    move_argument, move_verb,
)
from egypt.games.sobek.rules_characters cimport retrieve_witnesses
from egypt.games.sobek.state cimport (
    CELL_NB, LOCATION_NB, PHASE_DROP, PHASE_GREEN, PHASE_IDENTIFY, PHASE_LAY, PHASE_LAY_SET, PHASE_LOOK, PHASE_RETRIEVE,
    PHASE_SET, PHASE_TURN, PHASE_UNWRAP, PILE, SECRETS, SobekState, SobekView, Table, nibble,
)
from egypt.games.sobek.tables cimport AMULET, BACK_NB, FAMILY_NB, KIND_NB, ORANGE, T

cdef enum:
    MAX_TRIES = 10000


cdef void view(const void* raw_state, int seat, void* raw_view) noexcept nogil:
    cdef const SobekState* state = <const SobekState*>raw_state
    cdef SobekView* view = <SobekView*>raw_view
    cdef int i
    memset(view, 0, sizeof(SobekView))
    view.table = state.table
    view.table.header.viewer = seat
    view.hand = state.cards[seat]
    view.pile = state.cards[PILE + seat]
    view.unseen = state.pool
    for i in range(state.table.header.players):
        if i != seat:
            view.unseen = bag_sum(view.unseen, state.cards[i] & ~state.table.shown[i])
            view.unseen = bag_sum(view.unseen, state.cards[PILE + i] & ~state.table.shown[PILE + i])
    if state.blind[seat]:
        view.pile = bag_minus(view.pile, state.blind[seat])
        view.unseen = bag_sum(view.unseen, state.blind[seat])
    if state.secrets:
        for i in range(LOCATION_NB):
            view.unseen = bag_minus(view.unseen, state.extra[seat][i])
        for i in range(CELL_NB):
            view.unseen = bag_minus(view.unseen, state.cells[seat][i].bag)
        for i in range(LOCATION_NB):
            view.extra[i] = state.extra[seat][i]
        for i in range(CELL_NB):
            view.cells[i] = state.cells[seat][i]
    if state.table.lookers >> seat & 1:
        view.tokens = state.tokens
    view.drop_floor = state.drop_floor
    if state.table.header.actor == seat:
        return
    if state.table.phase == PHASE_DROP or state.table.turn != seat:
        view.drop_floor = T.first_rank[T.back[T.in_order[state.drop_floor]]]
    if state.table.phase == PHASE_SET or state.table.phase == PHASE_LAY_SET:      # others see a player who thinks
        view.table.phase = PHASE_TURN if state.table.phase == PHASE_SET else PHASE_LAY
        view.table.begun_family = 0
        view.table.begun_amulets = 0


cdef uint64_t cards_without_place(const SobekView* view) noexcept nogil:
    cdef uint64_t bag = bag_minus(bag_minus(bag_minus(T.all_cards, open_cards(&view.table)), view.hand), view.pile)
    cdef int location, i
    for location in range(LOCATION_NB):
        if location & (PILE - 1) != view.table.header.viewer:
            bag = bag_minus(bag_minus(bag, view.table.shown[location]), view.extra[location])
    for i in range(CELL_NB):
        bag = bag_minus(bag, view.cells[i].bag)
    return bag


cdef uint64_t open_cards(const Table* table) noexcept nogil:
    """The bag of all cards that lie open: docks, discard pile and sets."""
    cdef uint64_t bag = table.discard
    cdef int i, family
    for i in range(table.header.players):
        bag = bag_sum(bag, table.laid[i])
        bag = bag_sum(bag, table.lying[i])
        for family in range(FAMILY_NB):
            for _ in range(nibble(table.set_amulets[i], family) + nibble(table.lying_amulets[i], family)):
                bag = bag_add(bag, AMULET)
    for i in range(table.to_deliver, table.dock_count):
        if table.docks[i] < KIND_NB:
            bag = bag_add(bag, table.docks[i])
    return bag


cdef bint place_cells(const SobekView* view, SobekState* state, int[LOCATION_NB][BACK_NB] room,
                      const unsigned int[LOCATION_NB] barred, Rng* rng) noexcept nogil:
    """Gives every card of the cells a random place; false if one of them cannot be where it fell.

    Narrow cells first: cells are nested or disjoint, so all deals are equally likely.
    """
    cdef int width, i, location, slots, luck, kind
    cdef uint64_t bag
    cdef bint fits = True
    for width in range(2, LOCATION_NB + 1):
        for i in range(CELL_NB):
            bag = view.cells[i].bag
            if not bag or popcount(view.cells[i].where) != width:
                continue
            while bag:
                kind = random_kind(bag, rng)
                bag = bag_drop(bag, kind)
                slots = 0
                for location in range(LOCATION_NB):
                    if view.cells[i].where >> location & 1:
                        slots += room[location][T.back[kind]]
                if slots <= 0:
                    continue
                luck = rng_below(rng, slots)
                for location in range(LOCATION_NB):
                    if view.cells[i].where >> location & 1:
                        luck -= room[location][T.back[kind]]
                        if luck < 0:
                            room[location][T.back[kind]] -= 1
                            state.cards[location] = bag_add(state.cards[location], kind)
                            if barred[location] >> kind & 1:
                                fits = False
                            break
    return fits


cdef bint fill_rooms(SobekState* state, int[LOCATION_NB][BACK_NB] room, const unsigned int[LOCATION_NB] barred,
                     Rng* rng) noexcept nogil:
    """Deals unseen cards into the rooms that remain; false if one of them cannot be where it fell."""
    cdef int location, back, kind
    cdef bint fits = True
    for location in range(LOCATION_NB):
        for back in range(BACK_NB):
            while room[location][back] > 0:
                room[location][back] -= 1
                kind = random_kind(state.pool & T.back_mask[back], rng)
                state.pool = bag_drop(state.pool, kind)
                state.cards[location] = bag_add(state.cards[location], kind)
                if barred[location] >> kind & 1:
                    fits = False
    return fits


cdef void sample(const void* raw_view, Rng* rng, void* raw_state) noexcept nogil:
    """The viewer's own cards stay; of others the known ones stay, the cells are placed and the unseen cards dealt.

    Where kinds are barred from a location, whole deals are drawn until one fits: that keeps all deals that fit
    equally likely. If hardly any deal fits, one of them is built, and then they are not.
    """
    cdef const SobekView* view = <const SobekView*>raw_view
    cdef SobekState* state = <SobekState*>raw_state
    cdef int viewer = view.table.header.viewer
    cdef int players = view.table.header.players
    cdef int[LOCATION_NB][BACK_NB] room, vacant
    cdef uint64_t[LOCATION_NB] known, dealt
    cdef unsigned int[LOCATION_NB] barred
    cdef bint tight = False
    cdef bint fits
    cdef int location, back, i
    memset(&state.cards, 0, sizeof(SobekState) - sizeof(Table))
    memset(known, 0, sizeof(known))
    memset(barred, 0, sizeof(barred))
    memset(vacant, 0, sizeof(vacant))
    state.table = view.table
    state.table.header.viewer = TRUTH
    for location in range(LOCATION_NB):
        if location & (PILE - 1) >= players:
            continue
        if location & (PILE - 1) == viewer:
            known[location] = view.hand if location == viewer else view.pile
        elif view.extra[location]:
            known[location] = bag_sum(view.table.shown[location], view.extra[location])
            state.extra[viewer][location] = view.extra[location]
            state.secrets = 1
        else:
            known[location] = view.table.shown[location]
        for back in range(BACK_NB):
            vacant[location][back] = view.table.count[location][back] - popcount(known[location] & T.back_mask[back])
        barred[location] = barred_from(view, location)
        tight = tight or barred[location] != 0
    for _ in range(MAX_TRIES):
        room = vacant
        state.pool = view.unseen
        for location in range(LOCATION_NB):
            state.cards[location] = known[location]
        fits = True
        if view.cells[0].bag:
            fits = place_cells(view, state, room, barred, rng)
        if (fill_rooms(state, room, barred, rng) and fits) or not tight:
            break
    else:
        if find_deal(view, vacant, rng, dealt):
            state.pool = view.unseen
            for location in range(LOCATION_NB):
                state.cards[location] = bag_sum(known[location], dealt[location])
                state.pool = bag_minus(state.pool, dealt[location])
    if view.cells[0].bag:
        state.secrets = 1
        for i in range(CELL_NB):
            state.cells[viewer][i] = view.cells[i]
    if not T.rulings[view.table.header.variant].peek_own:
        for i in range(players):        # of others one cannot know which characters they have seen
            state.blind[i] = state.cards[PILE + i] & T.back_mask[ORANGE] & ~view.table.shown[PILE + i]
        state.blind[viewer] = bag_minus(state.cards[PILE + viewer], known[PILE + viewer])
    state.drop_floor = view.drop_floor
    if view.table.phase == PHASE_LOOK or view.table.phase == PHASE_UNWRAP or view.table.phase == PHASE_RETRIEVE:
        turn_over_sampled(state, viewer)
    sample_tokens(view, rng, state)


cdef void turn_over_sampled(SobekState* state, int viewer) noexcept nogil:
    """During and after a look the player knows the cards that have been turned over, whichever they are in this world."""
    cdef int turn = state.table.turn
    cdef int pile = PILE + (turn if state.table.phase == PHASE_UNWRAP else state.table.target)
    cdef uint64_t turned = first_unshown(state, pile, shown_mask(&state.table), state.table.draws_to_pile)
    cdef int rank
    state.drop_floor = 0
    for rank in range(KIND_NB):
        if bag_has(turned, T.in_order[rank]) and state.table.draws_to_pile:
            state.drop_floor = rank
    if pile == PILE + turn:
        state.blind[turn] &= ~turned
    elif turn != viewer and turned:
        state.extra[turn][pile] = turned
        state.secrets = SECRETS


cdef void sample_tokens(const SobekView* view, Rng* rng, SobekState* state) noexcept nogil:
    """Tokens that others have looked at and the viewer has not."""
    cdef uint16_t rest
    cdef int token
    if view.table.lookers >> view.table.header.viewer & 1:
        state.tokens = view.tokens
        return
    if not view.table.tokens_drawn:
        return
    rest = token_minus(T.all_tokens, view.table.tokens_used)
    for _ in range(view.table.tokens_drawn):
        token = T.token_of[random_bit(rest, rng)]
        rest = token_drop(rest, token)
        state.tokens = token_add(state.tokens, token)


cdef Move observe(const void* raw, Move move, int seat) noexcept nogil:
    cdef const SobekState* state = <const SobekState*>raw
    cdef int verb = move_verb(move)
    cdef int kind = move_argument(move)
    cdef bint sees
    if verb == BEGIN:
        return move if seat == state.table.turn else make_begin(HIDDEN_FAMILY, 0)
    if kind >= HIDDEN and verb != SIGHT:
        return move
    if verb == DRAW:
        if state.table.phase == PHASE_GREEN:
            sees = seat == state.table.target
        else:
            sees = seat == state.table.turn and (T.rulings[state.table.header.variant].peek_own
                                                 or state.table.phase != PHASE_IDENTIFY or not state.table.draws_to_pile)
    elif verb == DROP:
        sees = seat == state.table.header.actor
    elif verb == STOLEN:
        sees = seat == state.table.turn or seat == state.table.target
    elif verb == RETRIEVE:
        sees = retrieve_witnesses(state, kind) >> seat & 1
    elif verb == SEE:               # the looker, and the owner of the pile if they may look at it themselves
        sees = seat == state.table.turn or (seat == state.table.target and T.rulings[state.table.header.variant].peek_own)
    elif verb == SIGHT:
        return move if seat == state.table.turn or state.table.lookers >> seat & 1 else make(SIGHT)
    elif verb == TOKEN:
        return move if state.table.lookers >> seat & 1 else make(TOKEN, HIDDEN)
    else:
        return move
    return move if sees else make(verb, HIDDEN + T.back[kind])
