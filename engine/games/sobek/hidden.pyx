"""view, sample and observe. A view is the open table plus the viewer's own cards and books; `sample` knows nothing else."""

from libc.stdint cimport uint16_t, uint64_t
from libc.string cimport memcpy, memset

from egypt.core.bits cimport popcount
from egypt.core.rng cimport rng_below
from egypt.core.types cimport TRUTH, Move, Rng
from egypt.games.sobek.bags cimport (
    bag_add, bag_drop, bag_has, bag_minus, bag_sum, random_bit, random_kind, token_add, token_drop, token_minus,
)
from egypt.games.sobek.deals cimport barred_from, find_deal
from egypt.games.sobek.hidden cimport Gaps
from egypt.games.sobek.knowledge cimport first_unshown, shown_mask
from egypt.games.sobek.moves cimport (
    HIDDEN, HIDDEN_FAMILY, MOVE_BEGIN, MOVE_DRAW, MOVE_DROP, MOVE_RETRIEVE, MOVE_SEE, MOVE_SIGHT, MOVE_STOLEN, MOVE_TOKEN,
    make_begin, make_move, move_argument, move_kind,
)
from egypt.games.sobek.rules_characters cimport retrieve_witnesses
from egypt.games.sobek.scoring cimport after_penalty, set_points
from egypt.games.sobek.state cimport (
    CELL_NB, LOCATION_NB, PHASE_DROP, PHASE_GREEN, PHASE_IDENTIFY, PHASE_LAY, PHASE_LAY_SET, PHASE_LOOK, PHASE_RETRIEVE,
    PHASE_SET, PHASE_TURN, PHASE_UNWRAP, PILE, SECRETS, Cell, SobekState, SobekView, Table, cards_at, nibble, owner_of,
)
from egypt.games.sobek.tables cimport AMULET, BACK_NB, BEIGE, FAMILY_NB, GREEN, KIND_NB, ORANGE, TABLES

cdef enum:
    MAX_TRIES = 10000
    NOWHERE = -1


cdef void view(const void* state, int seat, void* view) noexcept nogil:
    cdef const SobekState* s = <const SobekState*>state
    cdef SobekView* v = <SobekView*>view
    cdef int i
    memset(v, 0, sizeof(SobekView))
    v.table = s.table
    v.table.header.viewer = seat
    v.hand = s.cards[seat]
    v.pile = s.cards[PILE + seat]
    v.unseen = s.pool
    for i in range(s.table.header.players):
        if i != seat:
            v.unseen = bag_sum(v.unseen, s.cards[i] & ~s.table.shown[i])
            v.unseen = bag_sum(v.unseen, s.cards[PILE + i] & ~s.table.shown[PILE + i])
    if s.blind[seat]:
        v.pile = bag_minus(v.pile, s.blind[seat])
        v.unseen = bag_sum(v.unseen, s.blind[seat])
    if s.secrets:
        for i in range(LOCATION_NB):
            v.extra[i] = s.extra[seat][i]
            v.unseen = bag_minus(v.unseen, v.extra[i])
        for i in range(CELL_NB):
            v.cells[i] = s.cells[seat][i]
            v.unseen = bag_minus(v.unseen, v.cells[i].bag)
    if s.table.lookers >> seat & 1:
        v.tokens = s.tokens
    v.drop_floor = s.drop_floor
    if s.table.header.actor == seat:
        return
    if s.table.phase == PHASE_DROP or s.table.turn != seat:
        v.drop_floor = TABLES.first_rank[TABLES.back[TABLES.in_order[s.drop_floor]]]
    if s.table.phase == PHASE_SET or s.table.phase == PHASE_LAY_SET:      # others see a player who thinks
        v.table.phase = PHASE_TURN if s.table.phase == PHASE_SET else PHASE_LAY
        v.table.begun_family = 0
        v.table.begun_amulets = 0


cdef uint64_t cards_without_place(const SobekView* v) noexcept nogil:
    cdef uint64_t bag = bag_minus(bag_minus(bag_minus(TABLES.all_cards, open_cards(&v.table)), v.hand), v.pile)
    cdef int location, i
    for location in range(LOCATION_NB):
        if owner_of(location) != v.table.header.viewer:
            bag = bag_minus(bag_minus(bag, v.table.shown[location]), v.extra[location])
    for i in range(CELL_NB):
        bag = bag_minus(bag, v.cells[i].bag)
    return bag


cdef uint64_t open_cards(const Table* t) noexcept nogil:
    """The bag of all cards that lie open: docks, discard pile and sets."""
    cdef uint64_t bag = t.discard
    cdef int i, family
    for i in range(t.header.players):
        bag = bag_sum(bag, t.laid[i])
        bag = bag_sum(bag, t.lying[i])
        for family in range(FAMILY_NB):
            for _ in range(nibble(t.set_amulets[i], family) + nibble(t.lying_amulets[i], family)):
                bag = bag_add(bag, AMULET)
    for i in range(t.to_deliver, t.dock_count):
        if t.docks[i] < KIND_NB:
            bag = bag_add(bag, t.docks[i])
    return bag


# -- worlds that fit a view ------------------------------------------------------------------------------------

cdef void find_gaps(const SobekView* v, Gaps* gaps) noexcept nogil:
    cdef int viewer = v.table.header.viewer
    cdef int location, back
    memset(gaps, 0, sizeof(Gaps))
    for location in range(LOCATION_NB):
        if owner_of(location) >= v.table.header.players:
            continue
        if owner_of(location) == viewer:
            gaps.known[location] = v.hand if location == viewer else v.pile
        elif v.extra[location]:
            gaps.known[location] = bag_sum(v.table.shown[location], v.extra[location])
        else:
            gaps.known[location] = v.table.shown[location]
        for back in range(BACK_NB):
            gaps.vacant[location][back] = (v.table.count[location][back]
                                           - popcount(gaps.known[location] & TABLES.back_mask[back]))
        gaps.barred[location] = barred_from(v, location)
        gaps.tight = gaps.tight or gaps.barred[location] != 0


cdef inline int random_room(const int[LOCATION_NB][BACK_NB] room, uint64_t where, int back, Rng* rng) noexcept nogil:
    """One of several locations (bit each), as likely as it has room for cards of that back; NOWHERE if none has any."""
    cdef int location, luck, slots = 0
    for location in range(LOCATION_NB):
        if where >> location & 1:
            slots += room[location][back]
    if slots <= 0:
        return NOWHERE
    luck = rng_below(rng, slots)
    for location in range(LOCATION_NB):
        if where >> location & 1:
            luck -= room[location][back]
            if luck < 0:
                return location
    return NOWHERE


cdef bint place_cell(const Cell* cell, SobekState* s, int[LOCATION_NB][BACK_NB] room, const Gaps* gaps,
                     Rng* rng) noexcept nogil:
    """Gives every card of a cell a random place; false if one of them cannot be where it fell."""
    cdef uint64_t bag = cell.bag
    cdef int location, kind
    cdef bint fits = True
    while bag:
        kind = random_kind(bag, rng)
        bag = bag_drop(bag, kind)
        location = random_room(room, cell.where, TABLES.back[kind], rng)
        if location != NOWHERE:
            room[location][TABLES.back[kind]] -= 1
            s.cards[location] = bag_add(s.cards[location], kind)
            if gaps.barred[location] >> kind & 1:
                fits = False
    return fits


cdef bint place_cells(const SobekView* v, SobekState* s, int[LOCATION_NB][BACK_NB] room, const Gaps* gaps,
                      Rng* rng) noexcept nogil:
    """Narrow cells first: cells are nested or disjoint, so all deals are equally likely."""
    cdef int width, i
    cdef bint fits = True
    for width in range(2, LOCATION_NB + 1):
        for i in range(CELL_NB):
            if v.cells[i].bag and popcount(v.cells[i].where) == width:
                fits = place_cell(&v.cells[i], s, room, gaps, rng) and fits
    return fits


cdef bint fill_rooms(SobekState* s, int[LOCATION_NB][BACK_NB] room, const Gaps* gaps, Rng* rng) noexcept nogil:
    """Deals unseen cards into the rooms that remain; false if one of them cannot be where it fell."""
    cdef int location, back, kind
    cdef bint fits = True
    for location in range(LOCATION_NB):
        for back in range(BACK_NB):
            while room[location][back] > 0:
                room[location][back] -= 1
                kind = random_kind(s.pool & TABLES.back_mask[back], rng)
                s.pool = bag_drop(s.pool, kind)
                s.cards[location] = bag_add(s.cards[location], kind)
                if gaps.barred[location] >> kind & 1:
                    fits = False
    return fits


cdef void deal_cards(const SobekView* v, const Gaps* gaps, Rng* rng, SobekState* s) noexcept nogil:
    """Hands and piles: the known cards stay, the cells are placed and the unseen cards dealt.

    Where kinds are barred from a location, whole deals are drawn until one fits: that keeps all deals that fit
    equally likely. If hardly any deal fits, one of them is built, and then they are not.
    """
    cdef int[LOCATION_NB][BACK_NB] room
    cdef uint64_t[LOCATION_NB] dealt
    cdef int location
    cdef bint fits
    for _ in range(MAX_TRIES):
        room = gaps.vacant
        s.pool = v.unseen
        for location in range(LOCATION_NB):
            s.cards[location] = gaps.known[location]
        fits = True
        if v.cells[0].bag:
            fits = place_cells(v, s, room, gaps, rng)
        if (fill_rooms(s, room, gaps, rng) and fits) or not gaps.tight:
            return
    if find_deal(v, gaps.vacant, rng, dealt):
        s.pool = v.unseen
        for location in range(LOCATION_NB):
            s.cards[location] = bag_sum(gaps.known[location], dealt[location])
            s.pool = bag_minus(s.pool, dealt[location])


cdef void sample(const void* view, Rng* rng, void* state) noexcept nogil:
    """The viewer's own cards and books stay; of others one knows no books."""
    cdef const SobekView* v = <const SobekView*>view
    cdef SobekState* s = <SobekState*>state
    cdef int viewer = v.table.header.viewer
    cdef Gaps gaps
    cdef int i
    memcpy(&s.table, &v.table, sizeof(Table))      # an assignment would copy it twice
    memset(&s.cards, 0, sizeof(SobekState) - sizeof(Table))
    s.table.header.viewer = TRUTH
    find_gaps(v, &gaps)
    deal_cards(v, &gaps, rng, s)
    for i in range(LOCATION_NB):
        if v.extra[i]:
            s.extra[viewer][i] = v.extra[i]
            s.secrets = SECRETS
    if v.cells[0].bag:
        s.secrets = SECRETS
        for i in range(CELL_NB):
            s.cells[viewer][i] = v.cells[i]
    if not TABLES.rulings[v.table.header.variant].peek_own:
        for i in range(v.table.header.players):     # of others one cannot know which characters they have seen
            s.blind[i] = s.cards[PILE + i] & TABLES.back_mask[ORANGE] & ~v.table.shown[PILE + i]
        s.blind[viewer] = bag_minus(s.cards[PILE + viewer], gaps.known[PILE + viewer])
    s.drop_floor = v.drop_floor
    if v.table.phase == PHASE_LOOK or v.table.phase == PHASE_UNWRAP or v.table.phase == PHASE_RETRIEVE:
        turn_over_sampled(s, viewer)
    sample_tokens(v, rng, s)


cdef void turn_over_sampled(SobekState* s, int viewer) noexcept nogil:
    """During and after a look the player knows the cards that have been turned over, whichever they are in this world."""
    cdef int turn = s.table.turn
    cdef int pile = PILE + (turn if s.table.phase == PHASE_UNWRAP else s.table.target)
    cdef uint64_t turned = first_unshown(s, pile, shown_mask(&s.table), s.table.draws_to_pile)
    cdef int rank
    s.drop_floor = 0
    for rank in range(KIND_NB):
        if bag_has(turned, TABLES.in_order[rank]) and s.table.draws_to_pile:
            s.drop_floor = rank
    if pile == PILE + turn:
        s.blind[turn] &= ~turned
    elif turn != viewer and turned:
        s.extra[turn][pile] = turned
        s.secrets = SECRETS


cdef void sample_tokens(const SobekView* v, Rng* rng, SobekState* s) noexcept nogil:
    """Tokens that others have looked at and the viewer has not."""
    cdef uint16_t rest
    cdef int token
    if v.table.lookers >> v.table.header.viewer & 1:
        s.tokens = v.tokens
        return
    if not v.table.tokens_drawn:
        return
    rest = token_minus(TABLES.all_tokens, v.table.tokens_used)
    for _ in range(v.table.tokens_drawn):
        token = TABLES.token_of[random_bit(rest, rng)]
        rest = token_drop(rest, token)
        s.tokens = token_add(s.tokens, token)


# -- nothing unknown matters -----------------------------------------------------------------------------------

cdef bint is_done(const Table* t, int seat) noexcept nogil:
    """LAY: whether a seat has laid its horizontal sets."""
    cdef int place = seat - t.starter
    return (place if place >= 0 else place + t.header.players) < t.layers_done


cdef bint ends_surely(const Table* t) noexcept nogil:
    """LAY: whether this is the last round; early if a player who has finished is beyond the limit, penalty or not."""
    cdef int variant = t.header.variant
    cdef int seat, points, base
    if t.round == TABLES.sizes.early_end_after_round:
        for seat in range(t.header.players):
            points = set_points(t, seat)
            base = points + t.gains[seat] if TABLES.rulings[variant].all_gains else points
            if is_done(t, seat) and TABLES.sizes.early_end_above < after_penalty(
                    variant, t.total[seat] + points, base // TABLES.sizes.penalty_per_points):
                return True
    return t.round == TABLES.sizes.rounds


cdef bint is_shown(const Table* t, int location, int first_back, int last_back) noexcept nogil:
    """Whether everybody knows all cards there that have one of these backs."""
    cdef int back
    for back in range(first_back, last_back + 1):
        if t.count[location][back] > popcount(t.shown[location] & TABLES.back_mask[back]):
            return False
    return True


cdef bint complete(const void* view) noexcept nogil:
    """Horizontal sets of the last round, if the hands of others that still lay are known to all.

    Of what lies in piles, and of hands that lay nothing, only scarabs matter, and only goods of the deck bear any.
    """
    cdef const SobekView* v = <const SobekView*>view
    cdef const Table* t = &v.table
    cdef int viewer = t.header.viewer, seat
    cdef bint others_lay = False
    if (t.phase != PHASE_LAY and t.phase != PHASE_LAY_SET) or not ends_surely(t):
        return False
    for seat in range(t.header.players):
        if seat != viewer and not is_done(t, seat) and cards_at(t, seat) >= TABLES.sizes.set_minimum:
            others_lay = True
            if not is_shown(t, seat, GREEN, ORANGE):
                return False
    for seat in range(t.header.players):
        if seat != viewer or others_lay:
            if not is_shown(t, seat, BEIGE, BEIGE) or not is_shown(t, PILE + seat, BEIGE, BEIGE):
                return False
    return t.turn == viewer or not others_lay or is_shown(t, viewer, GREEN, ORANGE)


# -- what others perceive --------------------------------------------------------------------------------------

cdef bint sees_face(const SobekState* s, int kind, int card, int seat) noexcept nogil:
    """Whether a seat sees the face of the card that a move or outcome of this kind is about."""
    cdef const Table* t = &s.table
    cdef bint peek_own = TABLES.rulings[t.header.variant].peek_own
    if kind == MOVE_DRAW:
        if t.phase == PHASE_GREEN:
            return seat == t.target
        return seat == t.turn and (peek_own or t.phase != PHASE_IDENTIFY or not t.draws_to_pile)
    if kind == MOVE_DROP:
        return seat == t.header.actor
    if kind == MOVE_STOLEN:
        return seat == t.turn or seat == t.target
    if kind == MOVE_RETRIEVE:
        return retrieve_witnesses(s, card) >> seat & 1
    if kind == MOVE_SEE:            # the looker, and the owner of the pile if they may look at it themselves
        return seat == t.turn or (seat == t.target and peek_own)
    return True


cdef Move observe(const void* state, Move move, int seat) noexcept nogil:
    cdef const SobekState* s = <const SobekState*>state
    cdef int kind = move_kind(move)
    cdef int card = move_argument(move)
    if kind == MOVE_BEGIN:
        return move if seat == s.table.turn else make_begin(HIDDEN_FAMILY, 0)
    if kind == MOVE_SIGHT:
        return move if seat == s.table.turn or s.table.lookers >> seat & 1 else make_move(MOVE_SIGHT)
    if kind == MOVE_TOKEN:
        return move if s.table.lookers >> seat & 1 else make_move(MOVE_TOKEN, HIDDEN)
    if card >= HIDDEN or sees_face(s, kind, card, seat):
        return move
    return make_move(kind, HIDDEN + TABLES.back[card])
