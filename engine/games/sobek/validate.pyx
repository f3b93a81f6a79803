"""The invariants of Sobek. Used at the boundary, where a text becomes a state, and after every move of the tests."""

from libc.stdint cimport uint64_t

from egypt.core.bits cimport popcount
from egypt.core.types cimport (
    BAD_HEADER, BAD_OWNER, BAD_PHASE, BAD_RANGE, BAD_TOTALS, CHANCE, MAX_MOVES, OK, OVER, TRUTH, Move, Rng,
)
from egypt.games.sobek.bags cimport bag_count, bag_sum
from egypt.games.sobek.hidden cimport sample
from egypt.games.sobek.knowledge cimport next_unseen
from egypt.games.sobek.rules cimport legal_moves
from egypt.games.sobek.state cimport (
    CELL_NB, DOCK_CHARACTER, DOCK_EMPTY, DOCK_NB, LOCATION_NB, NOBODY, PHASE_CHOOSER, PHASE_DELIVERY,
    PHASE_DROP, PHASE_EVENT, PHASE_FIRST, PHASE_GREEN, PHASE_IDENTIFY, PHASE_LAY, PHASE_LAY_SET, PHASE_LOOK,
    PHASE_NB, PHASE_OVER, PHASE_PENALTY, PHASE_PURGE, PHASE_QUEEN, PHASE_RETRIEVE, PHASE_SET, PHASE_SIGHT, PHASE_STARTER,
    PHASE_STEAL, PHASE_TOKENS, PHASE_TURN, PHASE_UNWRAP, PILE, SEAT_NB, Cell, SobekState, SobekView, Table,
    cards_at, nibble,
)
from egypt.games.sobek.tables cimport (
    AMULET, BACK_NB, BEIGE, FAMILY_NB, GREEN, KIND_NB, MAX_VARIANTS, ORANGE, TOKEN_KIND_NB, T,
)

cdef enum:
    HIGHEST_SCORE = 5000    # far beyond any real score


cdef bint is_bag(uint64_t bag) noexcept nogil:
    """Of every kind the lowest bits of its run are set, and no other bits."""
    cdef int kind
    cdef uint64_t run
    if bag & ~T.all_cards:
        return False
    for kind in range(KIND_NB):
        run = bag & T.run[kind]
        if run and (run + T.base[kind]) & run & T.run[kind]:
            return False
        if run and not run & T.base[kind]:
            return False
    return True


cdef bint holds(uint64_t bag, uint64_t part) noexcept nogil:
    return part & ~bag == 0


cdef bint fits(uint64_t bag, uint64_t more, uint64_t limit) noexcept nogil:
    """Whether two bags together are no more than a third, kind by kind."""
    cdef int kind
    for kind in range(KIND_NB):
        if bag_count(bag, kind) + bag_count(more, kind) > bag_count(limit, kind):
            return False
    return True


cdef bint is_chance_phase(int phase) noexcept nogil:
    return (phase == PHASE_GREEN or phase == PHASE_DELIVERY or phase == PHASE_FIRST or phase == PHASE_CHOOSER
            or phase == PHASE_IDENTIFY or phase == PHASE_QUEEN or phase == PHASE_STEAL or phase == PHASE_TOKENS
            or phase == PHASE_LOOK or phase == PHASE_PURGE or phase == PHASE_SIGHT or phase == PHASE_UNWRAP
            or phase == PHASE_PENALTY)


cdef int check_header(const Table* t) noexcept nogil:
    cdef int players = t.header.players
    if not 2 <= players <= SEAT_NB or t.header.variant >= MAX_VARIANTS or T.rulings[t.header.variant].number_every == 0:
        return BAD_HEADER
    if t.header.pending != 0 or t.phase >= PHASE_NB or not OVER <= t.header.actor < players:
        return BAD_HEADER
    if (t.header.actor == CHANCE) != is_chance_phase(t.phase) or (t.header.actor == OVER) != (t.phase == PHASE_OVER):
        return BAD_HEADER
    if not NOBODY <= t.turn < players or not NOBODY <= t.starter < players or t.target >= players or t.back >= BACK_NB:
        return BAD_HEADER
    if not 1 <= t.round <= T.sizes.rounds:
        return BAD_RANGE
    return OK


cdef int check_seats(const Table* t) noexcept nogil:
    """What does not belong to a seat of this table is empty; scores and tokens are within reason."""
    cdef int seat, family, tokens = 0, curses = 0
    for seat in range(SEAT_NB):
        if not 0 <= t.total[seat] <= HIGHEST_SCORE or not 0 <= t.gains[seat] <= HIGHEST_SCORE:
            return BAD_RANGE
        curses += t.curses[seat]
        if not is_bag(t.laid[seat]) or not is_bag(t.lying[seat]) or (t.laid[seat] | t.lying[seat]) & T.run[AMULET]:
            return BAD_OWNER
        for family in range(8):
            if family < FAMILY_NB:
                if nibble(t.set_amulets[seat], family) + nibble(t.lying_amulets[seat], family) > T.limit[AMULET]:
                    return BAD_TOTALS
                tokens += nibble(t.prosperity[seat], family)
                if nibble(t.prosperity[seat], family) and not T.prospers[family]:
                    return BAD_OWNER
            elif nibble(t.set_amulets[seat] | t.lying_amulets[seat] | t.prosperity[seat], family):
                return BAD_OWNER
        if seat >= t.header.players and (t.total[seat] or t.gains[seat] or t.curses[seat] or t.laid[seat] or t.lying[seat]
                                         or t.set_amulets[seat] or t.lying_amulets[seat] or t.prosperity[seat]
                                         or cards_at(t, seat) or cards_at(t, PILE + seat)):
            return BAD_OWNER
    if tokens > popcount(t.tokens_used & T.token_run[4]) or curses != popcount(t.tokens_used & T.token_run[6]):
        return BAD_TOTALS
    return OK


cdef bint is_token_bag(int tokens) noexcept nogil:
    cdef int kind, run
    if tokens & ~T.all_tokens:
        return False
    for kind in range(TOKEN_KIND_NB):
        run = tokens & T.token_run[kind]
        if run and ((run + T.token_base[kind]) & run & T.token_run[kind] or not run & T.token_base[kind]):
            return False
    return True


cdef int check_tokens(const Table* t, int tokens, bint known) noexcept nogil:
    cdef int kind
    if not is_token_bag(t.tokens_used) or not is_token_bag(tokens) or t.lookers >> t.header.players:
        return BAD_TOTALS
    if popcount(t.tokens_used) + t.tokens_left != T.sizes.event_tokens or t.tokens_drawn > t.tokens_left:
        return BAD_TOTALS
    if popcount(tokens) != (t.tokens_drawn if known else 0):
        return BAD_TOTALS
    if t.tokens_drawn != t.tokens_left and t.phase != PHASE_TOKENS and (t.tokens_drawn or t.lookers):
        return BAD_TOTALS
    if (t.lookers != 0) < (t.tokens_drawn != 0):
        return BAD_PHASE
    for kind in range(TOKEN_KIND_NB):
        if popcount(t.tokens_used & T.token_run[kind]) + popcount(tokens & T.token_run[kind]) > popcount(T.token_run[kind]):
            return BAD_TOTALS
    return OK


cdef int check_docks(const Table* t) noexcept nogil:
    cdef int dock, characters = 0
    if t.dock_count > DOCK_NB or t.to_deliver > t.dock_count or t.deck_left < t.to_deliver:
        return BAD_RANGE
    for dock in range(DOCK_NB):
        if dock >= t.dock_count:
            if t.docks[dock]:
                return BAD_OWNER
        elif dock < t.to_deliver:
            if t.docks[dock] != DOCK_EMPTY:
                return BAD_OWNER
        elif t.docks[dock] > DOCK_CHARACTER or (t.docks[dock] < DOCK_CHARACTER and T.back[t.docks[dock]] != BEIGE):
            return BAD_OWNER
        else:
            characters += t.docks[dock] == DOCK_CHARACTER
    return OK if characters == t.dock_characters else BAD_TOTALS


cdef int check_phase(const Table* t) noexcept nogil:
    """The data of a phase are there when it needs them, and zero when it does not."""
    cdef int phase = t.phase
    cdef bint before = phase <= PHASE_STARTER and not (phase == PHASE_DELIVERY and t.turn != NOBODY)
    cdef bint laying = phase == PHASE_LAY or phase == PHASE_LAY_SET
    cdef bint dealing = phase == PHASE_GREEN
    if before != (t.turn == NOBODY) or before != (t.starter == NOBODY):
        return BAD_PHASE
    if (phase == PHASE_DELIVERY) != (t.to_deliver > 0) or (t.draws_to_pile and phase != PHASE_IDENTIFY):
        return BAD_PHASE
    if (t.draws_to_hand + t.draws_to_pile > 0) != (dealing or phase == PHASE_QUEEN or phase == PHASE_IDENTIFY):
        return BAD_PHASE
    if t.draws_to_pile >= T.sizes.reach or (phase == PHASE_IDENTIFY and t.draws_to_hand > 1):
        return BAD_PHASE
    if dealing and (t.draws_to_hand > T.sizes.starting_hand or t.dock_count):
        return BAD_PHASE
    if phase == PHASE_QUEEN and (t.draws_to_hand > T.sizes.queen_draws or t.draws_to_hand > t.deck_left):
        return BAD_PHASE
    if t.target and not (dealing or phase == PHASE_STEAL or phase == PHASE_LOOK or phase == PHASE_RETRIEVE):
        return BAD_PHASE
    if phase == PHASE_STEAL and (t.target == t.turn or not t.count[t.target][t.back]):
        return BAD_PHASE
    if t.back and phase != PHASE_STEAL:
        return BAD_PHASE
    if (phase == PHASE_RETRIEVE or phase == PHASE_LOOK) and not cards_at(t, PILE + t.target):
        return BAD_PHASE
    if phase == PHASE_DROP and (t.header.actor == t.turn or cards_at(t, t.header.actor) <= T.sizes.scribe_keeps):
        return BAD_PHASE
    if (phase == PHASE_TURN or phase == PHASE_SET or phase == PHASE_EVENT or phase == PHASE_RETRIEVE or laying) \
            and t.header.actor != t.turn:
        return BAD_PHASE
    if (phase == PHASE_TURN or phase == PHASE_SET or phase == PHASE_EVENT) and t.dock_count == 0:
        return BAD_PHASE
    if phase == PHASE_EVENT and (t.tokens_left == 0 or t.tokens_drawn < t.tokens_left or not t.lookers >> t.turn & 1):
        return BAD_PHASE
    if phase == PHASE_SIGHT and (t.tokens_left == 0 or t.tokens_drawn < t.tokens_left or t.lookers >> t.turn & 1):
        return BAD_PHASE
    if phase == PHASE_PENALTY and t.layers_done != t.header.players:
        return BAD_PHASE
    if phase == PHASE_TOKENS and (t.tokens_drawn >= t.tokens_left or not t.lookers >> t.turn & 1):
        return BAD_PHASE
    if (t.begun_family or t.begun_amulets) and phase != PHASE_SET and phase != PHASE_LAY_SET and phase != PHASE_PURGE:
        return BAD_PHASE
    if phase == PHASE_PURGE and (t.begun_amulets or not t.count[PILE + t.turn][ORANGE]
                                 or T.rulings[t.header.variant].peek_own or not T.rulings[t.header.variant].priest_forced):
        return BAD_PHASE
    if t.begun_family >= FAMILY_NB or t.begun_amulets > T.limit[AMULET] or t.lay_family > FAMILY_NB:
        return BAD_PHASE
    if not laying and phase != PHASE_PENALTY and phase != PHASE_OVER and (t.lay_family or t.layers_done):
        return BAD_PHASE
    if (laying or phase == PHASE_PENALTY or phase == PHASE_OVER) and (t.dock_count or t.deck_left):
        return BAD_PHASE
    if laying and t.layers_done >= t.header.players:
        return BAD_PHASE
    if t.again > 1 or t.flood_turn > 1 or (t.again and phase != PHASE_DELIVERY):
        return BAD_PHASE
    if phase == PHASE_OVER and (t.layers_done != t.header.players or t.round < T.sizes.early_end_after_round):
        return BAD_PHASE
    return OK


cdef int check_deck(const Table* t, uint64_t undrawn) noexcept nogil:
    """`undrawn`: the cards not drawn yet. Those of the deck are what is left, what is out and what lies face down."""
    cdef int limbo = t.dock_characters
    cdef int removed = T.sizes.removed_with_two_players if t.header.players == 2 else 0
    cdef int green = popcount(undrawn & T.back_mask[GREEN])
    cdef int dealt
    if t.phase == PHASE_IDENTIFY:
        limbo += t.draws_to_pile + t.draws_to_hand
    if popcount(undrawn & T.back_mask[ORANGE]) < limbo:
        return BAD_TOTALS
    if popcount(undrawn & (T.back_mask[BEIGE] | T.back_mask[ORANGE])) != t.deck_left + limbo + removed:
        return BAD_TOTALS
    dealt = T.sizes.starting_hand * t.header.players
    if t.phase == PHASE_GREEN:
        dealt = T.sizes.starting_hand * (t.target + 1) - t.draws_to_hand
    if green != popcount(T.back_mask[GREEN]) - dealt:
        return BAD_TOTALS
    return OK


cdef int check_table(const Table* t) noexcept nogil:
    cdef int location, status = check_header(t)
    if status == OK:
        status = check_seats(t)
    if status == OK:
        status = check_docks(t)
    if status == OK:
        status = check_phase(t)
    if status != OK:
        return status
    if not is_bag(t.discard):
        return BAD_OWNER
    for location in range(LOCATION_NB):
        if not is_bag(t.shown[location]) or t.barred[location] >> KIND_NB:
            return BAD_OWNER
    return OK


cdef int check_cells(const Table* t, int seat, const Cell* cells) noexcept nogil:
    """Cells are sorted, over two locations of others or more; for each back they are nested or disjoint."""
    cdef int i, j, back
    cdef uint64_t common, own = <uint64_t>1 << seat | <uint64_t>1 << (PILE + seat)
    cdef uint64_t seats = (1 << t.header.players) - 1
    for i in range(CELL_NB):
        if not cells[i].bag:
            if cells[i].where:
                return BAD_OWNER
            continue
        if not is_bag(cells[i].bag) or popcount(cells[i].where) < 2 or cells[i].where & own:
            return BAD_OWNER
        if cells[i].where & ~(seats | seats << PILE):
            return BAD_OWNER
        if i and (not cells[i - 1].bag or cells[i - 1].where >= cells[i].where):
            return BAD_OWNER
        for j in range(i):
            common = cells[i].where & cells[j].where
            if common and common != cells[i].where and common != cells[j].where:
                for back in range(BACK_NB):
                    if cells[i].bag & T.back_mask[back] and cells[j].bag & T.back_mask[back]:
                        return BAD_OWNER
    return OK


cdef bint cells_have_room(const Cell* cells, const int[LOCATION_NB][BACK_NB] vacant) noexcept nogil:
    cdef int i, j, back, location, room, cards
    for i in range(CELL_NB):
        for back in range(BACK_NB):
            room = 0
            cards = 0
            for location in range(LOCATION_NB):
                if cells[i].where >> location & 1:
                    room += vacant[location][back]
            for j in range(CELL_NB):
                if cells[j].where & ~cells[i].where == 0:
                    cards += popcount(cells[j].bag & T.back_mask[back])
            if cells[i].bag and cards > room:
                return False
    return True


cdef int check_books(const SobekState* s, int seat) noexcept nogil:
    """What an observer is said to know is true."""
    cdef uint64_t[LOCATION_NB] known
    cdef int[LOCATION_NB][BACK_NB] vacant
    cdef int location, back, kind, i, cards, here
    cdef uint64_t where
    cdef int status = check_cells(&s.table, seat, s.cells[seat])
    if status != OK:
        return status
    for location in range(LOCATION_NB):
        if not is_bag(s.extra[seat][location]):
            return BAD_OWNER
        if not fits(s.table.shown[location], s.extra[seat][location], s.cards[location]):
            return BAD_OWNER
        if s.extra[seat][location] and (location & (PILE - 1) == seat or not s.secrets):
            return BAD_OWNER
        known[location] = bag_sum(s.table.shown[location], s.extra[seat][location])
        for back in range(BACK_NB):
            vacant[location][back] = s.table.count[location][back] - popcount(known[location] & T.back_mask[back])
    if not cells_have_room(s.cells[seat], vacant):
        return BAD_OWNER
    for kind in range(KIND_NB):
        cards = 0
        here = 0
        where = 0
        for i in range(CELL_NB):
            cards += bag_count(s.cells[seat][i].bag, kind)
            where |= s.cells[seat][i].where
        for location in range(LOCATION_NB):
            if where >> location & 1:
                here += bag_count(s.cards[location], kind) - bag_count(known[location], kind)
        if cards > here:
            return BAD_OWNER
    return OK


cdef bint has_barred(uint64_t bag, unsigned int barred) noexcept nogil:
    """Whether a bag has a card of one of these kinds (bit per kind)."""
    cdef int kind
    for kind in range(KIND_NB):
        if barred >> kind & 1 and bag_count(bag, kind):
            return True
    return False


cdef bint bars_leave_room(const SobekView* v, const int[LOCATION_NB][BACK_NB] vacant) noexcept nogil:
    """Whether enough cards remain for the places from which kinds are barred, one by one and several together."""
    cdef const Table* t = &v.table
    cdef int places, location, back, kind, i, needed, there
    cdef unsigned int barred, never
    for places in range(1, 1 << LOCATION_NB):
        barred = (1 << KIND_NB) - 1
        for location in range(LOCATION_NB):
            if places >> location & 1:
                barred &= t.barred[location]
        if not barred:
            continue
        for back in range(BACK_NB):
            needed = 0
            there = 0
            for location in range(LOCATION_NB):
                if places >> location & 1:
                    needed += vacant[location][back]
            for kind in range(KIND_NB):
                if T.back[kind] == back and not barred >> kind & 1:
                    there += bag_count(v.unseen, kind)
                    for i in range(CELL_NB):
                        there += bag_count(v.cells[i].bag, kind)
            if needed > there:
                return False
    for i in range(CELL_NB):
        never = (1 << KIND_NB) - 1
        for location in range(LOCATION_NB):
            if v.cells[i].where >> location & 1:
                never &= t.barred[location]
        if has_barred(v.cells[i].bag, never):
            return False
    return True


cdef int validate(const void* raw) noexcept nogil:
    cdef const SobekState* s = <const SobekState*>raw
    cdef const Table* t = &s.table
    cdef Move[MAX_MOVES] moves
    cdef int location, back, kind, seat, status
    cdef int[KIND_NB] total
    if t.header.viewer != TRUTH:
        return BAD_HEADER
    status = check_table(t)
    if status == OK:
        status = check_tokens(t, s.tokens, True)
    if status != OK:
        return status
    if not is_bag(s.pool):
        return BAD_OWNER
    for kind in range(KIND_NB):
        total[kind] = count_open(t, kind) + bag_count(s.pool, kind)
    for location in range(LOCATION_NB):
        if not is_bag(s.cards[location]) or not holds(s.cards[location], t.shown[location]):
            return BAD_OWNER
        if has_barred(s.cards[location] & ~t.shown[location], t.barred[location]):
            return BAD_OWNER
        for back in range(BACK_NB):
            if t.count[location][back] != popcount(s.cards[location] & T.back_mask[back]):
                return BAD_TOTALS
        for kind in range(KIND_NB):
            total[kind] += bag_count(s.cards[location], kind)
    for kind in range(KIND_NB):
        if total[kind] != T.limit[kind]:
            return BAD_TOTALS
    status = check_deck(t, s.pool)
    if status != OK:
        return status
    for seat in range(SEAT_NB):
        if not is_bag(s.blind[seat]) or not holds(s.cards[PILE + seat] & T.back_mask[ORANGE], s.blind[seat]):
            return BAD_OWNER
        if s.blind[seat] and T.rulings[t.header.variant].peek_own:
            return BAD_OWNER
        status = check_books(s, seat)
        if status != OK:
            return status
    if s.drop_floor >= KIND_NB or (s.drop_floor and t.phase != PHASE_DROP):
        return BAD_PHASE
    if t.phase == PHASE_LOOK and not next_unseen(s, t.turn, PILE + t.target) >= 0:
        return BAD_PHASE
    if t.phase == PHASE_UNWRAP and not next_unseen(s, t.turn, PILE + t.turn) >= 0:
        return BAD_PHASE
    if t.header.actor >= 0 and legal_moves(s, moves) == 0:
        return BAD_PHASE
    return OK


cdef int count_open(const Table* t, int kind) noexcept nogil:
    """Cards of a kind that lie open, counted one by one, so that too many are noticed."""
    cdef int i, family
    cdef int n = bag_count(t.discard, kind)
    for i in range(SEAT_NB):
        n += bag_count(t.laid[i], kind) + bag_count(t.lying[i], kind)
        if kind == AMULET:
            for family in range(FAMILY_NB):
                n += nibble(t.set_amulets[i], family) + nibble(t.lying_amulets[i], family)
    for i in range(t.to_deliver, t.dock_count):
        n += t.docks[i] == kind
    return n


cdef int validate_view(const void* raw) noexcept nogil:
    cdef const SobekView* v = <const SobekView*>raw
    cdef const Table* t = &v.table
    cdef int viewer = t.header.viewer
    cdef int[LOCATION_NB][BACK_NB] vacant
    cdef int[BACK_NB] rooms
    cdef uint64_t known, undrawn = 0
    cdef int location, back, kind, i, left, n, floating
    cdef int[KIND_NB] unseen
    cdef SobekState world
    cdef Rng rng = 1
    cdef Move[MAX_MOVES] moves
    cdef int status = check_table(t)
    if status != OK:
        return status
    if not 0 <= viewer < t.header.players:
        return BAD_HEADER
    status = check_tokens(t, v.tokens, t.lookers >> viewer & 1)
    if status == OK:
        status = check_cells(t, viewer, v.cells)
    if status != OK:
        return status
    if not is_bag(v.hand) or not is_bag(v.pile) or not is_bag(v.unseen) or not holds(v.hand, t.shown[viewer]) \
            or not holds(v.pile, t.shown[PILE + viewer]):
        return BAD_OWNER
    for kind in range(KIND_NB):
        unseen[kind] = T.limit[kind] - count_open(t, kind)
        for i in range(CELL_NB):
            unseen[kind] -= bag_count(v.cells[i].bag, kind)
    for back in range(BACK_NB):
        rooms[back] = 0
    for location in range(LOCATION_NB):
        if not is_bag(v.extra[location]) or not fits(t.shown[location], v.extra[location], T.all_cards):
            return BAD_TOTALS
        known = bag_sum(t.shown[location], v.extra[location])
        if location == viewer or location == PILE + viewer:
            if v.extra[location]:
                return BAD_OWNER
            known = v.hand if location == viewer else v.pile
        if has_barred(known & ~t.shown[location], t.barred[location]):
            return BAD_OWNER
        for kind in range(KIND_NB):
            unseen[kind] -= bag_count(known, kind)
        for back in range(BACK_NB):
            vacant[location][back] = t.count[location][back] - popcount(known & T.back_mask[back])
            if vacant[location][back] < 0:
                return BAD_TOTALS
            rooms[back] += vacant[location][back]
    if rooms_of(vacant, viewer) or (rooms_of(vacant, PILE + viewer) and T.rulings[t.header.variant].peek_own):
        return BAD_OWNER
    if vacant[PILE + viewer][GREEN] or vacant[PILE + viewer][BEIGE]:
        return BAD_OWNER
    if not cells_have_room(v.cells, vacant):
        return BAD_TOTALS
    for kind in range(KIND_NB):
        if unseen[kind] < 0 or unseen[kind] != bag_count(v.unseen, kind):
            return BAD_TOTALS
    # The unseen cards fill the rooms that the cells leave; what is left over has not been drawn. Its number by
    # back is known.
    for back in range(BACK_NB):
        floating = 0
        for i in range(CELL_NB):
            floating += popcount(v.cells[i].bag & T.back_mask[back])
        left = -(rooms[back] - floating)
        for kind in range(KIND_NB):
            if T.back[kind] == back:
                left += unseen[kind]
        if left < 0:
            return BAD_TOTALS
        n = 0
        while n < left:             # a stand-in bag with so many cards of this back
            n += 1
            undrawn |= nth_card(T.back_mask[back], n - 1)
    status = check_deck(t, undrawn)
    if status != OK:
        return status
    if not bars_leave_room(v, vacant):
        return BAD_TOTALS
    if v.drop_floor >= KIND_NB or (v.drop_floor and t.phase != PHASE_DROP):
        return BAD_PHASE
    if t.header.actor != viewer and v.drop_floor != T.first_rank[T.back[T.in_order[v.drop_floor]]]:
        return BAD_PHASE
    if t.header.actor >= 0:
        sample(v, &rng, &world)
        if legal_moves(&world, moves) == 0:
            return BAD_PHASE
    return OK


cdef uint64_t nth_card(uint64_t mask, int n) noexcept nogil:
    while n:
        mask &= mask - 1
        n -= 1
    return mask & (~mask + 1)


cdef int rooms_of(const int[LOCATION_NB][BACK_NB] vacant, int location) noexcept nogil:
    return vacant[location][GREEN] + vacant[location][BEIGE] + vacant[location][ORANGE]
