"""An event shows favors: cards that are played, sold, or turned up with an offering. A world fits if the hand holds them.

So they are dealt to that hand first, then others that the event tells of (who sells in ascending order still has enough),
and everything else as always. Which noted plays were fresh cards decides what the hand can hold: a few splits are drawn by
lot, then they are gone through one by one, as many as a second allows.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from egypt.core.types cimport CHANCE, MAX_MOVES, TRUTH, Move, Rng
from egypt.games.amunre.favors cimport (
    ADJUSTMENT, ARCHITECT, BIG_HARVEST, BRIBERY, FREE_FARMER, PROTECTION, TREASURY, favor_count, one_favor,
)
from egypt.games.amunre.hidden cimport any_favors, deal_provinces, deal_split, has_limits, make_secret_choices, sample
from egypt.games.amunre.knowledge cimport Split, nth_split, split_unseen
from egypt.games.amunre.moves cimport (
    MOVE_BID, MOVE_BIG_HARVEST, MOVE_BUILD, MOVE_SCORE, MOVE_SELL, MOVE_SOLD, MOVE_TREASURY, MOVE_UNVEIL, WITH_ADJUSTMENT,
    WITH_ARCHITECT, WITH_BRIBERY, WITH_FREE_FARMER, WITH_PROTECTION, argument_options, move_argument, move_kind,
    move_place,
)
from egypt.games.amunre.rules cimport legal_moves
from egypt.games.amunre.rules_offering cimport favors_for_sale, legal_offers, sales_due
from egypt.games.amunre.state cimport EXPERT, PHASE_SELL, PHASE_UNVEIL, AmunreState, AmunreView, Table
from egypt.games.amunre.tables cimport FAVOR_NB

cdef enum:
    BY_LOT = 200            # splits that are drawn by lot …
    ALL_SPLITS = 20000      # … and then gone through, at most
    SOURCES = 4             # ways to take up to two cards from stale or fresh ones


# -- what an event shows -------------------------------------------------------------------------------------

cdef uint64_t played_with(Move move) noexcept nogil:
    """The cards that go with a bid, a building or an offering."""
    cdef int kind = move_kind(move)
    cdef int options = argument_options(move_argument(move))
    cdef uint64_t cards = 0
    if kind == MOVE_UNVEIL:
        return one_favor(ADJUSTMENT) if move_argument(move) & WITH_ADJUSTMENT else 0
    if kind == MOVE_BID and options & WITH_PROTECTION:
        cards += one_favor(PROTECTION)
    if kind == MOVE_BID and options & WITH_BRIBERY:
        cards += one_favor(BRIBERY)
    if kind == MOVE_BUILD and options & WITH_ARCHITECT:
        cards += one_favor(ARCHITECT)
    if kind == MOVE_BUILD and options & WITH_FREE_FARMER:
        cards += one_favor(FREE_FARMER)
    return cards


cdef uint64_t cards_shown(Move move) noexcept nogil:
    """The favors that the seat at turn must hold for an event."""
    cdef int kind = move_kind(move)
    if kind == MOVE_SELL or kind == MOVE_SOLD or kind == MOVE_SCORE:
        return one_favor(move_place(move)) if move_place(move) < FAVOR_NB else 0
    if kind == MOVE_TREASURY:
        return one_favor(TREASURY)
    if kind == MOVE_BIG_HARVEST:
        return one_favor(BIG_HARVEST)
    return played_with(move)


# -- the hand that shows them --------------------------------------------------------------------------------

cdef bint take_shown(const Table* t, uint64_t cards, int fresh_first, Split* split, uint64_t* fresh) noexcept nogil:
    """Takes cards of the seat at turn out of a split, each from the stale or the fresh ones; False if they are not there.

    Bits of `fresh_first` say for one card after the other where to look first.
    """
    cdef int seat = t.turn, kind
    cdef bint from_fresh
    fresh[0] = 0
    if (t.architects >> seat) & 1 and favor_count(cards, ARCHITECT):
        cards -= one_favor(ARCHITECT)           # the one that all know of
    for kind in range(FAVOR_NB):
        for _ in range(favor_count(cards, kind)):
            from_fresh = split.fresh_slots[seat] > 0 and favor_count(split.fresh, kind)
            if not fresh_first & 1 and split.stale_slots[seat] > 0 and favor_count(split.stale, kind):
                from_fresh = False
            fresh_first >>= 1
            if from_fresh:
                split.fresh -= one_favor(kind)
                split.fresh_slots[seat] -= 1
                fresh[0] += one_favor(kind)
            elif split.stale_slots[seat] > 0 and favor_count(split.stale, kind):
                split.stale -= one_favor(kind)
                split.stale_slots[seat] -= 1
            else:
                return False
    return True


cdef bint deal_shown(const AmunreView* v, Move perceived, int fresh_first, Split* split, Rng* rng,
                     AmunreState* s) noexcept nogil:
    """Deals a split of the unseen so that the seat at turn holds the cards of an event; False if they do not fit."""
    cdef uint64_t cards = cards_shown(perceived), fresh = 0
    cdef int seat = v.table.turn
    memset(s, 0, sizeof(AmunreState))
    s.table = v.table
    s.table.header.viewer = TRUTH
    if not take_shown(&v.table, cards, fresh_first, split, &fresh):
        return False
    if move_kind(perceived) == MOVE_SELL:       # the rest of the debt is paid with this kind and later ones
        s.table.floor = move_place(perceived)
    deal_split(v, s, split, has_limits(&s.table) or move_kind(perceived) == MOVE_SELL, rng)
    s.table.floor = v.table.floor
    if (v.table.architects >> seat) & 1 and favor_count(cards, ARCHITECT):
        cards -= one_favor(ARCHITECT)
    s.hand[seat] += cards
    s.drawn[seat] += fresh
    if v.table.header.variant == EXPERT:
        deal_provinces(v, s, rng)
    make_secret_choices(v, s, rng)
    return True


# -- whether it can happen there -----------------------------------------------------------------------------

cdef bint lists(const Move* moves, int count, Move wanted) noexcept nogil:
    cdef int i
    for i in range(count):
        if moves[i] == wanted:
            return True
    return False


cdef bint seal_offering(AmunreState* s, int argument, Rng* rng) noexcept nogil:
    """The seat at turn has sealed this offering and any favors for it; False if it cannot have."""
    cdef Move[MAX_MOVES] moves
    cdef int seat = s.table.turn, i
    s.offer[seat] = 0
    s.sold[seat] = 0
    for i in range(legal_offers(s, seat, moves)):
        if move_argument(moves[i]) == argument:
            s.offer[seat] = 1 + argument
            s.sold[seat] = any_favors(favors_for_sale(s, seat), sales_due(s, seat), rng)
            return True
    return False


cdef bint make_possible(AmunreState* s, int actor, Move perceived, Rng* rng) noexcept nogil:
    cdef Move[MAX_MOVES] moves
    cdef int seat = s.table.turn
    cdef uint64_t card
    if actor != CHANCE:
        return lists(moves, legal_moves(s, moves), perceived)
    if move_kind(perceived) == MOVE_UNVEIL:
        return seal_offering(s, move_argument(perceived), rng)
    card = one_favor(move_place(perceived))
    s.sold[seat] = card + any_favors(s.hand[seat] - card, s.table.debt - 1, rng)
    return True


cdef bint shows_cards(const Table* t, int actor, Move perceived) noexcept nogil:
    """Whether an event can tell of a hand that the viewer does not see."""
    if t.turn == t.header.viewer:
        return False
    if actor == CHANCE:
        if t.phase != PHASE_UNVEIL or t.debt == 0:
            return t.phase == PHASE_UNVEIL and move_kind(perceived) == MOVE_UNVEIL
        return move_kind(perceived) == MOVE_SOLD and cards_shown(perceived) != 0
    return actor == t.turn and cards_shown(perceived) != 0 and (move_kind(perceived) != MOVE_SELL or t.phase == PHASE_SELL)


cdef bint sample_for(const void* view, int actor, Move perceived, Rng* rng, void* state) noexcept nogil:
    cdef const AmunreView* v = <const AmunreView*>view
    cdef AmunreState* s = <AmunreState*>state
    cdef Split split, drawn
    cdef int number, fresh_first
    if not shows_cards(&v.table, actor, perceived):
        sample(view, rng, state)
        return True
    for number in range(BY_LOT + ALL_SPLITS):
        if not (split_unseen(v, rng, &split) if number < BY_LOT else nth_split(v, number - BY_LOT, &split)):
            return False
        for fresh_first in range(SOURCES):
            drawn = split
            if deal_shown(v, perceived, fresh_first, &drawn, rng, s) and make_possible(s, actor, perceived, rng):
                return True
    return False
