"""Decks, discard piles, the card market and the row of pillar tiles; and who may know which decree is where.

All cards lie open but for decrees. Of these the table keeps count in public: which ones no seat has shown since the deck was
shuffled last (`unseen`), and how many of them each seat holds in secret (`hidden`).
"""

from libc.stdint cimport uint32_t

from egypt.core.bits cimport lowest_bit, popcount
from egypt.games.tekhenu.state cimport (
    BLESSING, BOTTOM_DECK, BOTTOM_HAND, BOTTOM_NONE, CARD_NB, DECREE, GENERATION_NB, SEAT_NB, SECTION_NB,
    SLOT_NB, STEP_CARD, STEP_FILL, STEP_TILE, Player, Table, TekhenuState, push,
)
from egypt.games.tekhenu.step_arguments cimport fill_at
from egypt.games.tekhenu.tables cimport NO_DECK, TABLES


# -- drawing ------------------------------------------------------------------------------------------------

cdef inline int next_bottom(const TekhenuState* s) noexcept nogil:
    """The seat whose decree is the next of those under the deck, SEAT_NB if none is left; they lie in seat order."""
    cdef int seat
    for seat in range(SEAT_NB):
        if s.table.bottom_at[seat] == BOTTOM_DECK:
            return seat
    return SEAT_NB


cdef uint32_t next_cards(const TekhenuState* s, int deck) noexcept nogil:
    cdef int seat
    if deck != DECREE:
        return s.table.deck[deck]
    if s.decree_deck:
        return s.decree_deck
    seat = next_bottom(s)
    return 0 if seat == SEAT_NB else <uint32_t>1 << (s.bottom[seat] - 1)


cdef bint deck_ready(TekhenuState* s, int deck) noexcept nogil:
    cdef Table* t = &s.table
    if deck == DECREE:
        if t.decree_left or next_bottom(s) != SEAT_NB:
            return True
        if t.discard[DECREE]:
            shuffle_decrees(s)
    elif not t.deck[deck]:
        t.deck[deck] = t.discard[deck]
        t.discard[deck] = 0
    return next_cards(s, deck) != 0


cdef void shuffle_decrees(TekhenuState* s) noexcept nogil:
    """A new generation: everybody knows which cards are in the deck now."""
    cdef Table* t = &s.table
    cdef uint32_t cards = t.discard[DECREE]
    t.generation = min(t.generation + 1, GENERATION_NB - 1)
    t.unseen[t.generation] |= cards
    s.decree_deck = cards
    t.decree_left = popcount(cards)
    t.discard[DECREE] = 0


# -- the market ---------------------------------------------------------------------------------------------

cdef void fill_section(TekhenuState* s, int section, int places) noexcept nogil:
    """The next empty slot that can be filled; then the section is looked at again. Of all its places, or only of some."""
    cdef int place, slot
    for place in range(4):
        slot = 4 * section + place
        if places and not places >> place & 1:
            continue
        if TABLES.slot_deck[slot] != NO_DECK and not s.table.market[slot] and deck_ready(s, TABLES.slot_deck[slot]):
            push(&s.table, STEP_FILL, fill_at(section, places))
            push(&s.table, STEP_CARD, slot)
            return


cdef void fill_open_sections(TekhenuState* s) noexcept nogil:
    cdef int section
    for section in range(SECTION_NB - 1, -1, -1):
        if s.table.opened >> section & 1 and cards_in(&s.table, section) < TABLES.section_size[section]:
            push(&s.table, STEP_FILL, section)


cdef void lay_card(TekhenuState* s, int slot, int card) noexcept nogil:
    """A card that everybody sees."""
    cdef int deck = TABLES.slot_deck[slot]
    cdef int seat
    s.table.market[slot] = 1 + deck * CARD_NB + card
    if deck != DECREE:
        s.table.deck[deck] &= ~(<uint32_t>1 << card)
        return
    if s.table.decree_left:
        s.decree_deck &= ~(<uint32_t>1 << card)
        s.table.decree_left -= 1
        s.table.unseen[s.table.generation] &= ~(<uint32_t>1 << card)
    else:
        seat = next_bottom(s)
        s.table.bottom_at[seat] = BOTTOM_NONE
        s.bottom[seat] = 0
        s.table.unseen[0] &= ~(<uint32_t>1 << card)


cdef void refresh_section(TekhenuState* s, int section) noexcept nogil:
    """What is discarded is replaced; slots that were emptied earlier in the turn stay empty until its end."""
    cdef int place, slot, code, places = 0
    for place in range(4):
        slot = 4 * section + place
        code = s.table.market[slot]
        if code:
            s.table.discard[(code - 1) // CARD_NB] |= <uint32_t>1 << (code - 1) % CARD_NB
            s.table.market[slot] = 0
            places |= 1 << place
    push(&s.table, STEP_FILL, fill_at(section, places))


cdef void take_card(TekhenuState* s, int seat, int slot) noexcept nogil:
    """Everybody has seen what it is, a decree too."""
    cdef Player* player = &s.table.player[seat]
    cdef int code = s.table.market[slot] - 1
    cdef uint32_t card = <uint32_t>1 << code % CARD_NB
    s.table.market[slot] = 0
    if code < CARD_NB:
        player.blessings |= card
    elif code < 2 * CARD_NB:
        player.technologies |= card
    else:
        player.decrees |= card
        s.decrees[seat] |= card


# -- pillar tiles (rulebook p. 17) --------------------------------------------------------------------------

cdef void slide_tiles(TekhenuState* s) noexcept nogil:
    cdef Table* t = &s.table
    cdef int slot, target = 2
    for slot in range(2, -1, -1):
        if t.slot[slot]:
            if slot != target:
                t.slot[target] = t.slot[slot]
                t.slot[slot] = 0
            target -= 1
    if t.tiles and not t.slot[0]:
        push(t, STEP_TILE)


# -- secret decrees -----------------------------------------------------------------------------------------

cdef void draw_secret_decree(TekhenuState* s, int seat, int card) noexcept nogil:
    """From the deck, or from under it: then who put it there knows who has it."""
    cdef int putter
    s.decrees[seat] |= <uint32_t>1 << card
    if s.table.decree_left:
        s.table.decree_left -= 1
        s.decree_deck &= ~(<uint32_t>1 << card)
        s.table.hidden[seat][s.table.generation] += 1
    else:
        putter = next_bottom(s)
        s.table.bottom_at[putter] = BOTTOM_HAND + seat


cdef void keep_decree(TekhenuState* s, int seat, int card) noexcept nogil:
    """Of the decrees dealt to a seat; the other one waits to be put under the deck, which all do together."""
    s.bottom[seat] = lowest_bit(s.decrees[seat] & ~(<uint32_t>1 << card)) + 1
    s.decrees[seat] = <uint32_t>1 << card


cdef void put_decrees_under(TekhenuState* s) noexcept nogil:
    cdef int seat
    for seat in range(SEAT_NB):
        if s.bottom[seat]:
            s.table.bottom_at[seat] = BOTTOM_DECK
            s.table.hidden[seat][0] -= 1


cdef void show_decree(TekhenuState* s, int seat, int card) noexcept nogil:
    """A secret decree of a seat becomes known to all."""
    cdef Table* t = &s.table
    cdef uint32_t bit = <uint32_t>1 << card
    cdef int putter, generation
    if t.player[seat].decrees & bit:
        return
    t.player[seat].decrees |= bit
    for putter in range(SEAT_NB):
        if t.bottom_at[putter] == BOTTOM_HAND + seat and s.bottom[putter] == card + 1:
            t.bottom_at[putter] = BOTTOM_NONE
            s.bottom[putter] = 0
            t.unseen[0] &= ~bit
            return
    for generation in range(GENERATION_NB):
        if t.unseen[generation] & bit:
            t.unseen[generation] &= ~bit
            t.hidden[seat][generation] -= 1
            return


cdef bint can_shuffle(const Table* t, const Player* player, uint32_t cards) noexcept nogil:
    """Whether such blessings may open a section for which the deck of blessings must be shuffled anew: when they do decides
    which blessings played in this turn come back. Other discard piles grow only where blessings are offered again anyway.
    """
    cdef int slot, reached = player.population, wanted = 0
    while cards:
        reached += TABLES.blessing[lowest_bit(cards)].steps
        cards &= cards - 1
    for slot in range(SLOT_NB):
        wanted += (TABLES.slot_deck[slot] == BLESSING and reached >= TABLES.opens_at[slot // 4]
                   and not t.opened >> slot // 4 & 1)
    return popcount(t.deck[BLESSING]) < wanted
