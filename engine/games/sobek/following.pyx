"""An event shows cards: those that a player lays or discards, one that is drawn or stolen. A world fits if they lie there.

So they are added to what the viewer knows before a world is sampled, and the viewer's books are put back afterwards. What
the event says beyond single cards (who pays, that a hand is huge) hardly any world may allow: there, hidden cards change
places as long as that brings the world nearer to the event.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from egypt.core.bits cimport popcount
from egypt.core.rng cimport rng_below
from egypt.core.types cimport CHANCE, MAX_MOVES, OK, TRUTH, Move, Rng
from egypt.games.sobek.bags cimport (
    bag_add, bag_count, bag_drop, bag_has, bag_minus, random_bit, random_kind, scarabs_of, token_add, token_drop,
    token_minus,
)
from egypt.games.sobek.deals cimport find_deal
from egypt.games.sobek.hidden cimport Gaps, find_gaps, observe, sample
from egypt.games.sobek.knowledge cimport compact
from egypt.games.sobek.moves cimport (
    MOVE_BEGIN, MOVE_CHARACTER, MOVE_DOCK, MOVE_DRAW, MOVE_EVENT, MOVE_LAY, MOVE_PAY, MOVE_PURGE, MOVE_SEE, MOVE_SET,
    MOVE_SIGHT, MOVE_STOLEN, discarded_goods, move_a, move_argument, move_b, move_character, move_kind, move_token,
    move_tokens, purge_family, set_amulet_count, set_family, set_goods, set_mates,
)
from egypt.games.sobek.rules cimport accepts, enumerate_chance, legal_moves
from egypt.games.sobek.rules_sets cimport count_choices
from egypt.games.sobek.scoring cimport corruption
from egypt.games.sobek.state cimport (
    CELL_NB, LOCATION_NB, NO_SECRETS, PHASE_LAY, PHASE_LAY_SET, PHASE_LOOK, PHASE_PENALTY, PHASE_SET, PHASE_TURN, PILE,
    SEAT_NB, SECRETS, SobekState, SobekView, Table, has_set, owner_of,
)
from egypt.games.sobek.tables cimport (
    AMULET, BACK_NB, COURTESAN, FAMILY_NB, FIRST_CHARACTER, KIND_NB, MATES_NB, PRIEST, ROW_NB, TABLES, good,
)
from egypt.games.sobek.validate cimport validate

cdef enum:
    SAMPLED_WORLDS = 2000   # that are sampled before an event counts as impossible
    EXCHANGE_WORLDS = 30    # the same where cards are exchanged …
    MOST_EXCHANGES = 2000   # … as often as this in each of them
    ONE_IN = 8              # one exchange in ONE_IN may lead away from the event …
    STEP_BACK = 2           # … by at most this much
    POOL = LOCATION_NB      # as a place: the cards that are not drawn
    NOTHING = -1

# What must lie where for an event.
ctypedef struct Needs:
    int[LOCATION_NB][KIND_NB] cards
    uint32_t[LOCATION_NB] barred    # bit per kind that other unknown cards there are not
    int drawn               # the kind of a card that is drawn, or NOTHING
    int token               # a token that is among those looked at, or NOTHING
    int tokens              # all of them, or NOTHING


# -- what an event shows -----------------------------------------------------------------------------------------

cdef uint32_t kinds_of(uint64_t mask) noexcept nogil:
    """Bit per kind of which a mask has bits."""
    cdef int kind
    cdef uint32_t kinds = 0
    for kind in range(KIND_NB):
        if mask & TABLES.run[kind]:
            kinds |= <uint32_t>1 << kind
    return kinds


cdef void need_mates(Needs* needs, int location, int family, int mates) noexcept nogil:
    cdef int i
    for i in range(MATES_NB):
        if mates >> i & 1 and i < TABLES.mates[family]:
            needs.cards[location][TABLES.mate[family][i]] += 1


cdef void need_set(Needs* needs, int seat, Move move) noexcept nogil:
    cdef int family = set_family(move)
    cdef int row
    if family >= FAMILY_NB:
        return
    for row in range(ROW_NB):
        needs.cards[seat][good(family, row)] += set_goods(move, row)
    need_mates(needs, seat, family, set_mates(move))
    needs.cards[seat][AMULET] += set_amulet_count(move)


cdef void need_for_priest(Needs* needs, int pile, Move move) noexcept nogil:
    """All goods of the family leave the pile, so there are no others; characters may stay."""
    cdef int family = move_a(move) - 1
    cdef int row
    if not 0 <= family < FAMILY_NB:
        return
    for row in range(ROW_NB):
        needs.cards[pile][good(family, row)] += discarded_goods(move, row)
    need_mates(needs, pile, family, move_argument(move))
    needs.barred[pile] |= kinds_of(TABLES.goods_mask[family])


cdef void need_for_courtesan(const SobekView* v, Needs* needs, int seat, Move move) noexcept nogil:
    """The cards that are added; if there are none, no card of the hand fits a set."""
    cdef int family
    if move_a(move) == 0:
        for family in range(FAMILY_NB):
            if has_set(&v.table, seat, family):
                needs.barred[seat] |= kinds_of(TABLES.family_mask[family] | TABLES.run[AMULET])
        return
    if 1 <= move_b(move) <= KIND_NB:
        needs.cards[seat][move_b(move) - 1] += 1
    if 1 <= move_argument(move) <= KIND_NB:
        needs.cards[seat][move_argument(move) - 1] += 1


cdef void need_character(const SobekView* v, Needs* needs, int seat, Move move) noexcept nogil:
    cdef int character = move_character(move)
    if character >= KIND_NB - FIRST_CHARACTER:
        return
    needs.cards[seat][FIRST_CHARACTER + character] += 1
    if TABLES.power[character] == PRIEST:
        need_for_priest(needs, PILE + seat, move)
    elif TABLES.power[character] == COURTESAN:
        need_for_courtesan(v, needs, seat, move)


cdef void need_seen(const SobekView* v, Needs* needs, int pile, int card) noexcept nogil:
    """A pile is turned over in order: the card is there once more than it has been turned over, and no lower one follows."""
    cdef uint64_t known = v.pile if owner_of(pile) == v.table.header.viewer else v.extra[pile]
    cdef int rank, turned = 0
    for rank in range(TABLES.rank[card]):
        needs.barred[pile] |= <uint32_t>1 << TABLES.in_order[rank]
        turned -= bag_count(known, TABLES.in_order[rank])
    if v.drop_floor != TABLES.rank[card] or owner_of(pile) == v.table.header.viewer:
        turned = 0
    else:
        for rank in range(BACK_NB):
            turned += v.table.count[pile][rank] - popcount(v.table.shown[pile] & TABLES.back_mask[rank])
        turned = max(0, turned - v.table.draws_to_pile)
    needs.cards[pile][card] += bag_count(v.table.shown[pile], card) + turned + 1


cdef void need_outcome(const SobekView* v, Needs* needs, Move move) noexcept nogil:
    cdef int kind = move_kind(move)
    cdef int card = move_argument(move)
    cdef int turn = v.table.turn
    if kind == MOVE_PURGE and purge_family(move) < FAMILY_NB:
        need_mates(needs, PILE + turn, purge_family(move), card)
        needs.barred[PILE + turn] |= kinds_of(TABLES.family_mask[purge_family(move)])
    elif kind == MOVE_SIGHT:
        needs.tokens = move_tokens(move) or NOTHING
    elif card >= KIND_NB:
        return
    elif kind == MOVE_DOCK or kind == MOVE_DRAW:
        needs.drawn = card
    elif kind == MOVE_STOLEN:
        needs.cards[v.table.target][card] += 1
    elif kind == MOVE_SEE and turn == v.table.header.viewer:
        need_seen(v, needs, PILE + (v.table.target if v.table.phase == PHASE_LOOK else turn), card)


cdef void find_needs(const SobekView* v, int actor, Move move, Needs* needs) noexcept nogil:
    cdef int kind = move_kind(move)
    memset(needs, 0, sizeof(Needs))
    needs.drawn = NOTHING
    needs.token = NOTHING
    needs.tokens = NOTHING
    if actor == CHANCE:
        need_outcome(v, needs, move)
    elif actor != v.table.header.viewer:
        if kind == MOVE_SET or kind == MOVE_LAY:
            need_set(needs, actor, move)
        elif kind == MOVE_CHARACTER:
            need_character(v, needs, actor, move)
        elif kind == MOVE_EVENT:
            needs.token = move_token(move)


# -- a view that knows of these cards ----------------------------------------------------------------------------

cdef bint find_card(SobekView* v, int location, int kind) noexcept nogil:
    """Takes a card that the viewer cannot place for a location: from the narrowest cell over it, else from the unseen cards.

    No other choice finds more: what is left over, a wider cell or the unseen, may lie wherever a narrower one may.
    """
    cdef int i, source = CELL_NB
    for i in range(CELL_NB):
        if v.cells[i].where >> location & 1 and bag_has(v.cells[i].bag, kind):
            if source == CELL_NB or popcount(v.cells[i].where) < popcount(v.cells[source].where):
                source = i
    if v.table.barred[location] >> kind & 1 or (source == CELL_NB and not bag_has(v.unseen, kind)):
        return False
    if source == CELL_NB:
        v.unseen = bag_drop(v.unseen, kind)
    else:
        v.cells[source].bag = bag_drop(v.cells[source].bag, kind)
    if location == PILE + v.table.header.viewer:
        v.pile = bag_add(v.pile, kind)
    else:
        v.extra[location] = bag_add(v.extra[location], kind)
    return True


cdef bint meet_needs(SobekView* v, const Needs* needs) noexcept nogil:
    """Adds the cards of an event to what a view knows; false if they cannot be there."""
    cdef int viewer = v.table.header.viewer
    cdef int location, kind, known
    for location in range(LOCATION_NB):
        for kind in range(KIND_NB):
            if needs.cards[location][kind] == 0:
                continue
            if owner_of(location) == viewer:
                known = bag_count(v.hand if location == viewer else v.pile, kind)
            else:
                known = bag_count(v.table.shown[location], kind) + bag_count(v.extra[location], kind)
            for _ in range(known, needs.cards[location][kind]):
                if location == viewer or not find_card(v, location, kind):
                    return False
        v.table.barred[location] |= needs.barred[location]
    compact(v.cells)
    if needs.drawn != NOTHING:
        if not bag_has(v.unseen, needs.drawn):
            return False
        v.unseen = bag_drop(v.unseen, needs.drawn)
    return True


cdef bint has_deal(const SobekView* v, Rng* rng) noexcept nogil:
    cdef uint64_t[LOCATION_NB] dealt
    cdef Gaps gaps
    cdef int location, back
    find_gaps(v, &gaps)
    for location in range(LOCATION_NB):
        for back in range(BACK_NB):
            if gaps.vacant[location][back] < 0:
                return False
    return find_deal(v, gaps.vacant, rng, dealt)


# -- the world ---------------------------------------------------------------------------------------------------

cdef void restore_books(const SobekView* v, int actor, const Needs* needs, SobekState* s) noexcept nogil:
    """The viewer knows no more than before, and players have seen what they discard."""
    cdef int viewer = v.table.header.viewer
    cdef int seat, i, kind
    s.table = v.table
    s.table.header.viewer = TRUTH
    for i in range(LOCATION_NB):
        s.extra[viewer][i] = v.extra[i]
    for i in range(CELL_NB):
        s.cells[viewer][i] = v.cells[i]
    s.secrets = NO_SECRETS
    for seat in range(SEAT_NB):
        for i in range(LOCATION_NB):
            if s.extra[seat][i]:
                s.secrets = SECRETS
        if s.cells[seat][0].bag:
            s.secrets = SECRETS
    if not TABLES.rulings[v.table.header.variant].peek_own:
        s.blind[viewer] = bag_minus(s.cards[PILE + viewer], v.pile)
        if actor >= 0:
            for kind in range(FIRST_CHARACTER, KIND_NB):
                if needs.cards[PILE + actor][kind]:
                    s.blind[actor] = bag_drop(s.blind[actor], kind)
    if needs.drawn != NOTHING:
        s.pool = bag_add(s.pool, needs.drawn)


cdef void set_tokens(const SobekView* v, const Needs* needs, Rng* rng, SobekState* s) noexcept nogil:
    """Tokens that the viewer has not looked at: all as the event shows them, or one of them."""
    cdef int rest = token_minus(TABLES.all_tokens, v.table.tokens_used)
    if v.table.lookers >> v.table.header.viewer & 1:
        return
    if needs.tokens != NOTHING and needs.tokens & ~rest == 0 and popcount(needs.tokens) == v.table.tokens_drawn:
        s.tokens = needs.tokens
    elif needs.token != NOTHING and s.tokens and rest & TABLES.token_run[needs.token]:
        if not s.tokens & TABLES.token_run[needs.token]:
            s.tokens = token_drop(s.tokens, TABLES.token_of[random_bit(s.tokens, rng)])
            s.tokens = token_add(s.tokens, needs.token)


cdef bint can_happen(const SobekState* s, int actor, Move perceived, int viewer) noexcept nogil:
    cdef Move[MAX_MOVES] moves
    cdef double[MAX_MOVES] probabilities
    cdef int count, i
    if s.table.header.actor != actor:
        return False
    count = enumerate_chance(s, moves, probabilities) if actor == CHANCE else legal_moves(s, moves)
    for i in range(count):
        if observe(s, moves[i], viewer) == perceived:
            return True
    return actor >= 0 and accepts(s, perceived)


cdef bint can_happen_begun(SobekState* s, int actor, Move perceived, int viewer) noexcept nogil:
    """The same of a set that was begun, with a hand so huge that its sets do not fit a list: others see no family then."""
    cdef int kind = move_kind(perceived)
    cdef int phase = s.table.phase
    if actor == viewer or not ((kind == MOVE_SET and phase == PHASE_TURN) or (kind == MOVE_LAY and phase == PHASE_LAY)):
        return False
    s.table.phase = PHASE_SET if kind == MOVE_SET else PHASE_LAY_SET
    s.table.begun_family = set_family(perceived)
    s.table.begun_amulets = set_amulet_count(perceived)
    return can_happen(s, actor, perceived, viewer)


# -- exchanges of hidden cards -----------------------------------------------------------------------------------

cdef int lacks_payers(const SobekState* s, int payers) noexcept nogil:
    """How many scarabs are in the wrong piles for exactly these seats (bit each) to be the most corrupt."""
    cdef int seat, scarabs, worst = 0, lacking = 0, most = 0, least = -1
    for seat in range(s.table.header.players):
        worst = max(worst, corruption(&s.table, seat))
        if payers >> seat & 1:
            scarabs = scarabs_of(s.cards[PILE + seat])
            most = max(most, scarabs)
            least = scarabs if least < 0 else min(least, scarabs)
    for seat in range(s.table.header.players):
        if corruption(&s.table, seat) == worst:
            scarabs = scarabs_of(s.cards[PILE + seat])
            lacking += most - scarabs if payers >> seat & 1 else max(0, scarabs + 1 - least)
    return lacking


cdef int lacks_sets(const SobekState* s, int seat) noexcept nogil:
    """The fewer, the more ways there are to lay a set."""
    cdef int amulets = bag_count(s.cards[seat], AMULET)
    cdef int family, ways = 0
    for family in range(FAMILY_NB):
        ways += count_choices(s.cards[seat], family) * (amulets + 1)
    return -ways


cdef int lacking(const SobekState* s, int actor, Move perceived) noexcept nogil:
    """How far a world is from one in which the event can happen, for events that exchanges are made for."""
    return lacks_payers(s, move_argument(perceived)) if actor == CHANCE else lacks_sets(s, actor)


cdef bint needs_exchanges(const Table* t, int actor, Move perceived) noexcept nogil:
    if move_kind(perceived) == MOVE_PAY:
        return actor == CHANCE and t.phase == PHASE_PENALTY
    return move_kind(perceived) == MOVE_BEGIN and actor == t.turn and actor != t.header.viewer


cdef uint64_t* place_of(SobekState* s, int place) noexcept nogil:
    return &s.pool if place == POOL else &s.cards[place]


cdef void exchange(SobekState* s, int place, int kind, int other_place, int other_kind) noexcept nogil:
    cdef uint64_t* bag = place_of(s, place)
    cdef uint64_t* other = place_of(s, other_place)
    bag[0] = bag_add(bag_drop(bag[0], kind), other_kind)
    other[0] = bag_add(bag_drop(other[0], other_kind), kind)


cdef bint exchange_cards(SobekState* s, int actor, Move perceived, int viewer, Rng* rng) noexcept nogil:
    """Hidden cards of equal backs change places, so that the world comes nearer to the event and still fits its books.

    Now and then a small step back is taken: without any, the search would end where every single exchange makes it worse.
    """
    cdef int before = lacking(s, actor, perceived)
    cdef int[LOCATION_NB + 1] places
    cdef int place, other_place, kind, other_kind, after, n = 0
    for place in range(LOCATION_NB + 1):
        if place_of(s, place)[0] and (place == POOL or owner_of(place) != viewer):
            places[n] = place
            n += 1
    if n == 0 or (actor != CHANCE and not place_of(s, actor)[0]):
        return False
    for _ in range(MOST_EXCHANGES):
        place = places[rng_below(rng, n)] if actor == CHANCE else actor
        other_place = places[rng_below(rng, n)]
        if place == other_place:
            continue
        kind = random_kind(place_of(s, place)[0], rng)
        other_kind = random_kind(place_of(s, other_place)[0], rng)
        if kind == other_kind or TABLES.back[kind] != TABLES.back[other_kind]:
            continue
        exchange(s, place, kind, other_place, other_kind)
        after = lacking(s, actor, perceived)
        if after > before + (STEP_BACK if rng_below(rng, ONE_IN) == 0 else 0) or validate(s) != OK:
            exchange(s, place, other_kind, other_place, kind)
            continue
        before = after
        if can_happen(s, actor, perceived, viewer):
            return True
    return False


# -- all of it ---------------------------------------------------------------------------------------------------

cdef bint sample_for(const void* view, int actor, Move perceived, Rng* rng, void* state) noexcept nogil:
    cdef const SobekView* v = <const SobekView*>view
    cdef SobekState* s = <SobekState*>state
    cdef int viewer = v.table.header.viewer
    cdef bint exchanges = needs_exchanges(&v.table, actor, perceived)
    cdef SobekView wiser = v[0]
    cdef Needs needs
    find_needs(v, actor, perceived, &needs)
    if not meet_needs(&wiser, &needs) or not has_deal(&wiser, rng):
        return False
    for _ in range(EXCHANGE_WORLDS if exchanges else SAMPLED_WORLDS):
        sample(&wiser, rng, s)
        restore_books(v, actor, &needs, s)
        set_tokens(v, &needs, rng, s)
        if can_happen(s, actor, perceived, viewer) or can_happen_begun(s, actor, perceived, viewer):
            return True
        if exchanges and exchange_cards(s, actor, perceived, viewer, rng):
            return True
    return False
