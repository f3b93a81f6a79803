"""How the fields of a position of Sobek fit together. Used where a text becomes a state, and after every move
of the tests. What a single field can say, and that no more cards are there than in the box, is a matter of notation.pyx.

validate_phase.pyx has what depends on the phase.
"""

from libc.stdint cimport uint64_t

from egypt.core.bits cimport popcount
from egypt.core.types cimport BAD_OWNER, BAD_PHASE, BAD_RANGE, BAD_TOTALS, MAX_MOVES, OK, Move, Rng
from egypt.games.sobek.bags cimport bag_count, bag_minus, bag_sum
from egypt.games.sobek.deals cimport find_deal
from egypt.games.sobek.faults cimport (
    F_BARRED, F_BLIND, F_DECK, F_DOCKS, F_DRAWN, F_EITHER, F_FLOOR, F_HAND, F_KNOWS, F_LEFT, F_LOOKED, F_LYING,
    F_PHASE, F_PILE, F_PLAYERS, F_SEAT, F_SETS, F_SHOWN_HAND, F_SHOWN_PILE, F_TARGET, F_TOKENS, F_USED, Fault,
    refuse,
)
from egypt.games.sobek.hidden cimport sample
from egypt.games.sobek.knowledge cimport first_unshown, shown_mask
from egypt.games.sobek.rules cimport legal_moves
from egypt.games.sobek.state cimport (
    CELL_NB, DOCK_CHARACTER, DOCK_EMPTY, LOCATION_NB, PHASE_DROP, PHASE_GREEN, PHASE_IDENTIFY, PHASE_LOOK,
    PHASE_OVER, PHASE_RETRIEVE, PHASE_TOKENS, PHASE_UNWRAP, PILE, Cell, SobekState, SobekView, Table, cards_at,
    nibble, owner_of,
)
from egypt.games.sobek.tables cimport (
    BACK_NB, BEIGE, CARD_NB, CURSE, FAMILY_NB, GREEN, KIND_NB, ORANGE, PROSPERITY, RUSE, SYMBOL_NB, TABLES,
    TOKEN_KIND_NB,
)
from egypt.games.sobek.validate_phase cimport check_phase, count_unshown

cdef enum:
    MOST_PER_ROUND = 1000   # points; far beyond what a round can bring
    MOST_BY_RUSE = CARD_NB
    MOST_BY_GUILD = 20      # spaces to the next of a symbol; far beyond what a track has


# -- bags ----------------------------------------------------------------------------------------------------

cdef bint holds(uint64_t bag, uint64_t part) noexcept nogil:
    return part & ~bag == 0


cdef bint fits(uint64_t bag, uint64_t more, uint64_t limit) noexcept nogil:
    """Whether two bags together are no more than a third, kind by kind."""
    cdef int kind
    for kind in range(KIND_NB):
        if bag_count(bag, kind) + bag_count(more, kind) > bag_count(limit, kind):
            return False
    return True


cdef bint has_barred(uint64_t bag, unsigned int barred) noexcept nogil:
    """Whether a bag has a card of one of these kinds (bit per kind)."""
    cdef int kind
    for kind in range(KIND_NB):
        if barred >> kind & 1 and bag_count(bag, kind):
            return True
    return False


# -- the open table ------------------------------------------------------------------------------------------

cdef int set_size(uint64_t row, unsigned int amulets, int family) noexcept nogil:
    return popcount(row & TABLES.family_mask[family]) + nibble(amulets, family)


cdef int check_sets(const Table* t, int seat, Fault* fault) noexcept nogil:
    """Every set has enough cards, and a good or character of its family unless amulets alone may be a set."""
    cdef uint64_t row
    cdef unsigned int amulets
    cdef int family, lying, size
    for lying in range(2):
        row = t.lying[seat] if lying else t.laid[seat]
        amulets = t.lying_amulets[seat] if lying else t.set_amulets[seat]
        for family in range(FAMILY_NB):
            size = set_size(row, amulets, family)
            if size and size < TABLES.sizes.set_minimum:
                return refuse(fault, BAD_OWNER, F_LYING if lying else F_SETS, b"has a set of too few cards", seat)
            if size and size == nibble(amulets, family) and not TABLES.rulings[t.header.variant].amulet_only:
                return refuse(fault, BAD_OWNER, F_LYING if lying else F_SETS, b"has a set of amulets alone", seat)
            if not lying and nibble(t.prosperity[seat], family) and (not size or not TABLES.prospers[family]):
                return refuse(fault, BAD_OWNER, F_SETS, b"has a Prosperity token where none can lie", seat)
    return OK


cdef int guild_tokens() noexcept nogil:
    cdef int symbol, tokens = 0
    for symbol in range(SYMBOL_NB):
        tokens |= TABLES.token_run[symbol]
    return tokens


cdef int check_seats(const Table* t, Fault* fault) noexcept nogil:
    """Scores and tokens are within reason."""
    cdef int seat, family, tokens = 0, curses = 0, gains = 0
    cdef int most_gains = (MOST_BY_RUSE * popcount(t.tokens_used & TABLES.token_run[RUSE])
                           + MOST_BY_GUILD * popcount(t.tokens_used & guild_tokens()))
    for seat in range(t.header.players):
        curses += t.curses[seat]
        gains += t.gains[seat]
        if gains > most_gains:
            return refuse(fault, BAD_RANGE, F_SEAT, b"has more points by events than the used tokens can bring", seat)
        if t.total[seat] > MOST_PER_ROUND * (t.round + (t.phase == PHASE_OVER)) + t.gains[seat]:
            return refuse(fault, BAD_RANGE, F_SEAT, b"has more points than can be scored by now", seat)
        if check_sets(t, seat, fault):
            return fault.status
        for family in range(FAMILY_NB):
            tokens += nibble(t.prosperity[seat], family)
    if tokens > popcount(t.tokens_used & TABLES.token_run[PROSPERITY]):
        return refuse(fault, BAD_TOTALS, F_USED, b"has fewer Prosperity tokens than lie on sets")
    if curses != popcount(t.tokens_used & TABLES.token_run[CURSE]):
        return refuse(fault, BAD_TOTALS, F_USED, b"has not as many Curse tokens as the players")
    return OK


cdef int check_tokens(const Table* t, int tokens, bint known, Fault* fault) noexcept nogil:
    cdef int kind, run
    if popcount(t.tokens_used) + t.tokens_left != TABLES.sizes.event_tokens:
        return refuse(fault, BAD_TOTALS, F_LEFT, b"and the used tokens are not the tokens of a round")
    if t.tokens_drawn > t.tokens_left:
        return refuse(fault, BAD_TOTALS, F_DRAWN, b"is more than there are left")
    if popcount(tokens) != (t.tokens_drawn if known else 0):
        return refuse(fault, BAD_TOTALS, F_TOKENS, b"are not as many as have been looked at")
    if t.tokens_drawn != t.tokens_left and t.phase != PHASE_TOKENS and (t.tokens_drawn or t.lookers):
        return refuse(fault, BAD_TOTALS, F_DRAWN, b"must be all that are left, or none before anybody has looked")
    if t.tokens_drawn and not t.lookers:
        return refuse(fault, BAD_PHASE, F_LOOKED, b"must say who has looked at the tokens")
    for kind in range(TOKEN_KIND_NB):
        run = TABLES.token_run[kind]
        if popcount(t.tokens_used & run) + popcount(tokens & run) > popcount(run):
            return refuse(fault, BAD_TOTALS, F_TOKENS, b"and the used ones are more than the box holds")
    return OK


cdef int check_docks(const Table* t, Fault* fault) noexcept nogil:
    cdef int dock
    if t.deck_left < t.to_deliver:
        return refuse(fault, BAD_RANGE, F_DECK, b"is less than the delivery still needs")
    for dock in range(t.dock_count):
        if dock < t.to_deliver:
            if t.docks[dock] != DOCK_EMPTY:
                return refuse(fault, BAD_OWNER, F_DOCKS, b"must be filled from its end")
        elif t.docks[dock] > DOCK_CHARACTER or (t.docks[dock] < DOCK_CHARACTER and TABLES.back[t.docks[dock]] != BEIGE):
            return refuse(fault, BAD_OWNER, F_DOCKS, b"has a card that cannot lie open there")
    return OK


cdef int check_deck(const Table* t, const int[BACK_NB] undrawn, Fault* fault) noexcept nogil:
    """`undrawn`: the cards not drawn yet. Those of the deck are what is left, what is out and what lies face down."""
    cdef int limbo = t.dock_characters
    cdef int removed = TABLES.sizes.removed_with_two_players if t.header.players == 2 else 0
    cdef int dealt = TABLES.sizes.starting_hand * t.header.players
    if t.phase == PHASE_IDENTIFY:
        limbo += t.draws_to_pile + t.draws_to_hand
    if undrawn[ORANGE] < limbo:
        return refuse(fault, BAD_TOTALS, F_DOCKS, b"has more face-down characters than are left in the box")
    if undrawn[BEIGE] + undrawn[ORANGE] != t.deck_left + limbo + removed:
        return refuse(fault, BAD_TOTALS, F_DECK, b"is not the number of cards that lie nowhere else")
    if t.phase == PHASE_GREEN:
        dealt = TABLES.sizes.starting_hand * (t.target + 1) - t.draws_to_hand
    if undrawn[GREEN] != popcount(TABLES.back_mask[GREEN]) - dealt:
        return refuse(fault, BAD_TOTALS, F_PLAYERS, b"have been dealt another number of green cards")
    return OK


cdef int check_table(const Table* t, Fault* fault) noexcept nogil:
    cdef int location
    if check_docks(t, fault) or check_seats(t, fault) or check_phase(t, fault):
        return fault.status
    for location in range(LOCATION_NB):
        if t.shown[location] & ~TABLES.back_mask[BEIGE]:
            return refuse(fault, BAD_OWNER, F_SHOWN_HAND if location < PILE else F_SHOWN_PILE,
                          b"has a card that nobody but its owner can have seen", owner_of(location))
    return OK


# -- the books -----------------------------------------------------------------------------------------------

cdef int check_cells(const Table* t, int seat, const Cell* cells, Fault* fault) noexcept nogil:
    """Cells are sorted, over two locations of others or more; for each back they are nested or disjoint."""
    cdef int i, j, back
    cdef uint64_t common, own = <uint64_t>1 << seat | <uint64_t>1 << (PILE + seat)
    for i in range(CELL_NB):
        if not cells[i].bag:
            return OK
        if popcount(cells[i].where) < 2 or cells[i].where & own:
            return refuse(fault, BAD_OWNER, F_EITHER, b"has a group that is not over several places of others")
        if i and cells[i - 1].where >= cells[i].where:
            return refuse(fault, BAD_OWNER, F_EITHER, b"has groups that are not in order")
        for j in range(i):
            common = cells[i].where & cells[j].where
            if common and common != cells[i].where and common != cells[j].where:
                for back in range(BACK_NB):
                    if cells[i].bag & TABLES.back_mask[back] and cells[j].bag & TABLES.back_mask[back]:
                        return refuse(fault, BAD_OWNER, F_EITHER, b"has groups that overlap")
    return OK


cdef bint cells_are_true(const SobekState* s, int seat, const uint64_t[LOCATION_NB] known) noexcept nogil:
    """Whether all cards of the cells lie where the observer believes them, each card counted once (Hall's condition)."""
    cdef int kind, chosen, i, location, cards, there
    cdef uint64_t where, bags = 0
    for i in range(CELL_NB):
        bags |= s.cells[seat][i].bag
    for kind in range(KIND_NB):
        if not bag_count(bags, kind):
            continue
        for chosen in range(1, 1 << CELL_NB):
            cards = 0
            there = 0
            where = 0
            for i in range(CELL_NB):
                if chosen >> i & 1:
                    cards += bag_count(s.cells[seat][i].bag, kind)
                    where |= s.cells[seat][i].where
            for location in range(LOCATION_NB):
                if where >> location & 1:
                    there += bag_count(s.cards[location], kind) - bag_count(known[location], kind)
            if cards > there:
                return False
    return True


cdef int check_books(const SobekState* s, int seat, Fault* fault) noexcept nogil:
    """What an observer is said to know is true."""
    cdef uint64_t[LOCATION_NB] known
    cdef int location
    if check_cells(&s.table, seat, s.cells[seat], fault):
        return fault.status
    for location in range(LOCATION_NB):
        if s.extra[seat][location] and owner_of(location) == seat:
            return refuse(fault, BAD_OWNER, F_KNOWS, b"is about a place of the observer's own")
        if not fits(s.table.shown[location], s.extra[seat][location], s.cards[location]):
            return refuse(fault, BAD_OWNER, F_KNOWS, b"has cards that do not lie there, or that all have seen")
        known[location] = bag_sum(s.table.shown[location], s.extra[seat][location])
    if not cells_are_true(s, seat, known):
        return refuse(fault, BAD_OWNER, F_EITHER, b"has cards that do not lie there")
    return OK


cdef int check_all_books(const SobekState* s, Fault* fault) noexcept nogil:
    cdef int seat
    for seat in range(s.table.header.players):
        if not holds(s.cards[PILE + seat] & TABLES.back_mask[ORANGE], s.blind[seat]):
            return refuse(fault, BAD_OWNER, F_BLIND, b"has something that is no character of the pile")
        if s.blind[seat] and TABLES.rulings[s.table.header.variant].peek_own:
            return refuse(fault, BAD_OWNER, F_BLIND, b"must be empty where all may look at their own pile")
        if check_books(s, seat, fault):
            return fault.status
    return OK


# -- what is dropped or turned over in order -----------------------------------------------------------------

cdef int check_floor(const SobekState* s, Fault* fault) noexcept nogil:
    """The floor is the last card dropped, which cannot be checked, or the last one turned over, which is known then."""
    cdef const Table* t = &s.table
    cdef uint64_t turned, unknown
    cdef int location, rank, last = 0
    if t.phase != PHASE_LOOK and t.phase != PHASE_UNWRAP and t.phase != PHASE_RETRIEVE:
        return OK
    location = PILE + (t.turn if t.phase == PHASE_UNWRAP else t.target)
    turned = first_unshown(s, location, shown_mask(t), t.draws_to_pile)
    for rank in range(KIND_NB):
        if bag_count(turned, TABLES.in_order[rank]) and t.draws_to_pile:
            last = rank
    if s.drop_floor != last:
        return refuse(fault, BAD_PHASE, F_FLOOR, b"is not the last card that was turned over")
    if location == PILE + t.turn:
        unknown = turned & s.blind[t.turn]
    else:
        unknown = bag_minus(turned, s.extra[t.turn][location])
    if unknown:
        return refuse(fault, BAD_OWNER, F_TARGET, b"has a card that was turned over, but the player does not know it")
    return OK


cdef int check_view_floor(const SobekView* v, Fault* fault) noexcept nogil:
    """Who acts knows the last card; others know its back."""
    cdef const Table* t = &v.table
    cdef int viewer = t.header.viewer
    cdef int location, back, rank, turned = 0, before = 0, after = 0
    cdef uint64_t known
    if t.phase == PHASE_DROP:
        if t.header.actor == viewer:
            return OK
        for back in range(TABLES.back[TABLES.in_order[v.drop_floor]], BACK_NB):
            after += t.count[t.header.actor][back]
        if after < cards_at(t, t.header.actor) - TABLES.sizes.scribe_keeps:
            return refuse(fault, BAD_PHASE, F_FLOOR, b"leaves too few cards to drop")
    elif t.phase != PHASE_LOOK and t.phase != PHASE_UNWRAP:
        return OK
    if ((t.phase == PHASE_DROP or t.turn != viewer)
            and v.drop_floor != TABLES.first_rank[TABLES.back[TABLES.in_order[v.drop_floor]]]):
        return refuse(fault, BAD_PHASE, F_FLOOR, b"is not the first card of a back, which is all that the viewer can know")
    if t.phase == PHASE_DROP:
        return OK
    location = PILE + (t.target if t.phase == PHASE_LOOK else t.turn)
    for back in range(BACK_NB):
        if shown_mask(t) & TABLES.back_mask[back]:
            turned += count_unshown(t, location, back)
    turned -= t.draws_to_pile
    if t.turn == viewer:
        known = bag_minus(v.pile, t.shown[location]) if location == PILE + viewer else v.extra[location]
        known &= shown_mask(t)
        for rank in range(v.drop_floor):
            before += bag_count(known, TABLES.in_order[rank])
        after = before + bag_count(known, TABLES.in_order[v.drop_floor])
    else:
        for back in range(TABLES.back[TABLES.in_order[v.drop_floor]] + 1):
            if shown_mask(t) & TABLES.back_mask[back]:
                before = after
                after += count_unshown(t, location, back)
    if (turned == 0 and v.drop_floor) or (turned and not before < turned <= after):
        return refuse(fault, BAD_PHASE, F_FLOOR, b"does not fit the number of cards that have been turned over")
    return OK


# -- states --------------------------------------------------------------------------------------------------

cdef int validate(const void* state) noexcept nogil:
    cdef const SobekState* s = <const SobekState*>state
    cdef Fault fault
    return check_state(s, &fault)


cdef int check_state(const SobekState* s, Fault* fault) noexcept nogil:
    cdef const Table* t = &s.table
    cdef Move[MAX_MOVES] moves
    cdef int location, back
    cdef int[BACK_NB] undrawn
    if check_table(t, fault) or check_tokens(t, s.tokens, True, fault):
        return fault.status
    for location in range(LOCATION_NB):
        if not holds(s.cards[location], t.shown[location]):
            return refuse(fault, BAD_OWNER, F_HAND if location < PILE else F_PILE,
                          b"lacks a card that all have seen there", owner_of(location))
        if has_barred(s.cards[location] & ~t.shown[location], t.barred[location]):
            return refuse(fault, BAD_OWNER, F_BARRED, b"has a card that lies there")
    for back in range(BACK_NB):
        undrawn[back] = popcount(s.pool & TABLES.back_mask[back])
    if check_deck(t, undrawn, fault) or check_all_books(s, fault) or check_floor(s, fault):
        return fault.status
    if t.header.actor >= 0 and legal_moves(s, moves) == 0:
        return refuse(fault, BAD_PHASE, F_PHASE, b"leaves the player to act without a move")
    return OK


# -- views ---------------------------------------------------------------------------------------------------

cdef int validate_view(const void* view) noexcept nogil:
    cdef const SobekView* v = <const SobekView*>view
    cdef Fault fault
    return check_view(v, &fault)


cdef int check_known(const SobekView* v, int[LOCATION_NB][BACK_NB] vacant, Fault* fault) noexcept nogil:
    """What the viewer knows of every place, and how many cards of each back remain unknown there."""
    cdef const Table* t = &v.table
    cdef int viewer = t.header.viewer
    cdef int location, back, field
    cdef uint64_t known
    for location in range(LOCATION_NB):
        field = F_HAND if location < PILE else F_PILE
        if not fits(t.shown[location], v.extra[location], TABLES.all_cards):
            return refuse(fault, BAD_TOTALS, field, b"is more than the box holds", owner_of(location))
        known = bag_sum(t.shown[location], v.extra[location])
        if location == viewer or location == PILE + viewer:
            known = v.hand if location == viewer else v.pile
            if v.extra[location] or not holds(known, t.shown[location]):
                return refuse(fault, BAD_OWNER, field, b"lacks a card that all have seen there", viewer)
        if has_barred(known & ~t.shown[location], t.barred[location]):
            return refuse(fault, BAD_OWNER, F_BARRED, b"has a card that lies there")
        for back in range(BACK_NB):
            vacant[location][back] = t.count[location][back] - popcount(known & TABLES.back_mask[back])
            if vacant[location][back] < 0:
                return refuse(fault, BAD_TOTALS, field, b"has more known cards than cards", owner_of(location))
            if vacant[location][back] and (location == viewer or (location == PILE + viewer and (
                    back != ORANGE or TABLES.rulings[t.header.variant].peek_own))):
                return refuse(fault, BAD_OWNER, field, b"has a card that its owner does not know", viewer)
            if vacant[location][back] and t.phase == PHASE_RETRIEVE and t.turn == viewer and location == PILE + t.target:
                return refuse(fault, BAD_OWNER, F_TARGET, b"has a card that the player has looked at, but does not know")
    return OK


cdef int check_view(const SobekView* v, Fault* fault) noexcept nogil:
    cdef const Table* t = &v.table
    cdef int viewer = t.header.viewer
    cdef int[LOCATION_NB][BACK_NB] vacant
    cdef uint64_t[LOCATION_NB] dealt
    cdef int[BACK_NB] undrawn
    cdef int location, back, i
    cdef SobekState world
    cdef Rng rng = 1
    if check_table(t, fault) or check_tokens(t, v.tokens, t.lookers >> viewer & 1, fault):
        return fault.status
    if check_cells(t, viewer, v.cells, fault) or check_known(v, vacant, fault):
        return fault.status
    for back in range(BACK_NB):
        undrawn[back] = popcount(v.unseen & TABLES.back_mask[back])
        for i in range(CELL_NB):
            undrawn[back] += popcount(v.cells[i].bag & TABLES.back_mask[back])
    for location in range(LOCATION_NB):
        for back in range(BACK_NB):
            undrawn[back] -= vacant[location][back]
    if check_deck(t, undrawn, fault) or check_view_floor(v, fault):
        return fault.status
    if not find_deal(v, vacant, &rng, dealt):
        return refuse(fault, BAD_TOTALS, F_EITHER if v.cells[0].bag else F_BARRED, b"leaves no deal that fits")
    sample(v, &rng, &world)
    return check_state(&world, fault)
