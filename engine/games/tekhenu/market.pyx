"""Decks, discard piles, the card market and the row of pillar tiles; and who may know which decree is where.

All cards lie open but for decrees. Of these the table keeps count in public: which ones nobody has shown since the deck was
shuffled last (`unseen`), and how many of them each seat holds in secret (`hidden`).
"""

from libc.stdint cimport uint32_t

from egypt.core.bits cimport lowest_bit, popcount
from egypt.games.tekhenu.state cimport (
    BLESSING, BOTTOM_DECK, BOTTOM_HAND, BOTTOM_NONE, CARD_NB, DECREE, FILL_PLACES, GENERATION_NB, SEAT_NB, SECTION_NB,
    SLOT_NB, STEP_CARD, STEP_FILL, STEP_TILE, Player, Table, TekhenuState, push,
)
from egypt.games.tekhenu.tables cimport NO_DECK, T


# -- drawing ------------------------------------------------------------------------------------------------

cdef inline int next_bottom(const TekhenuState* state) noexcept nogil:
    """The seat whose decree is the next of those under the deck, SEAT_NB if none is left; they lie in seat order."""
    cdef int seat
    for seat in range(SEAT_NB):
        if state.table.bottom_at[seat] == BOTTOM_DECK:
            return seat
    return SEAT_NB


cdef uint32_t next_cards(const TekhenuState* state, int deck) noexcept nogil:
    cdef int seat
    if deck != DECREE:
        return state.table.deck[deck]
    if state.decree_deck:
        return state.decree_deck
    seat = next_bottom(state)
    return 0 if seat == SEAT_NB else <uint32_t>1 << (state.bottom[seat] - 1)


cdef bint deck_ready(TekhenuState* state, int deck) noexcept nogil:
    cdef Table* table = &state.table
    if deck == DECREE:
        if table.decree_left or next_bottom(state) != SEAT_NB:
            return True
        if table.discard[DECREE]:
            shuffle_decrees(state)
    elif not table.deck[deck]:
        table.deck[deck] = table.discard[deck]
        table.discard[deck] = 0
    return next_cards(state, deck) != 0


cdef void shuffle_decrees(TekhenuState* state) noexcept nogil:
    """A new generation: everybody knows which cards are in the deck now."""
    cdef Table* table = &state.table
    cdef uint32_t cards = table.discard[DECREE]
    table.generation = min(table.generation + 1, GENERATION_NB - 1)
    table.unseen[table.generation] |= cards
    state.decree_deck = cards
    table.decree_left = popcount(cards)
    table.discard[DECREE] = 0


# -- the market ---------------------------------------------------------------------------------------------

cdef void fill_section(TekhenuState* state, int section, int places) noexcept nogil:
    """The next empty slot that can be filled; then the section is looked at again. Of all its places, or only of some."""
    cdef int place, slot
    for place in range(4):
        slot = 4 * section + place
        if places and not places >> place & 1:
            continue
        if T.slot_deck[slot] != NO_DECK and not state.table.market[slot] and deck_ready(state, T.slot_deck[slot]):
            push(&state.table, STEP_FILL, section | places << FILL_PLACES)
            push(&state.table, STEP_CARD, slot)
            return


cdef void fill_open_sections(TekhenuState* state) noexcept nogil:
    cdef int section, slot
    for section in range(SECTION_NB - 1, -1, -1):
        if state.table.opened >> section & 1:
            for slot in range(4 * section, 4 * section + 4):
                if T.slot_deck[slot] != NO_DECK and not state.table.market[slot]:
                    push(&state.table, STEP_FILL, section)
                    break


cdef void lay_card(TekhenuState* state, int slot, int card) noexcept nogil:
    """A card that everybody sees."""
    cdef int deck = T.slot_deck[slot]
    cdef int seat
    state.table.market[slot] = 1 + deck * CARD_NB + card
    if deck != DECREE:
        state.table.deck[deck] &= ~(<uint32_t>1 << card)
        return
    if state.table.decree_left:
        state.decree_deck &= ~(<uint32_t>1 << card)
        state.table.decree_left -= 1
        state.table.unseen[state.table.generation] &= ~(<uint32_t>1 << card)
    else:
        seat = next_bottom(state)
        state.table.bottom_at[seat] = BOTTOM_NONE
        state.bottom[seat] = 0
        state.table.unseen[0] &= ~(<uint32_t>1 << card)


cdef void refresh_section(TekhenuState* state, int section) noexcept nogil:
    """What is discarded is replaced; slots that were emptied earlier in the turn stay empty until its end."""
    cdef int place, slot, code, places = 0
    for place in range(4):
        slot = 4 * section + place
        code = state.table.market[slot]
        if code:
            state.table.discard[(code - 1) // CARD_NB] |= <uint32_t>1 << (code - 1) % CARD_NB
            state.table.market[slot] = 0
            places |= 1 << place
    push(&state.table, STEP_FILL, section | places << FILL_PLACES)


cdef int cards_in(const Table* table, int section) noexcept nogil:
    cdef const unsigned char* slots = table.market + 4 * section
    return (slots[0] != 0) + (slots[1] != 0) + (slots[2] != 0) + (slots[3] != 0)


cdef int usable_sections(int happiness) noexcept nogil:
    cdef int section = 0
    while section < SECTION_NB and happiness >= T.section_from[section]:
        section += 1
    return section


cdef void take_card(TekhenuState* state, int seat, int slot) noexcept nogil:
    """Everybody has seen what it is, a decree too."""
    cdef Player* player = &state.table.player[seat]
    cdef int code = state.table.market[slot] - 1
    cdef uint32_t card = <uint32_t>1 << code % CARD_NB
    state.table.market[slot] = 0
    if code < CARD_NB:
        player.blessings |= card
    elif code < 2 * CARD_NB:
        player.technologies |= card
    else:
        player.decrees |= card
        state.decrees[seat] |= card


# -- pillar tiles (rulebook p. 17) --------------------------------------------------------------------------

cdef void slide_tiles(TekhenuState* state) noexcept nogil:
    cdef Table* table = &state.table
    cdef int slot, target = 2
    for slot in range(2, -1, -1):
        if table.slot[slot]:
            if slot != target:
                table.slot[target] = table.slot[slot]
                table.slot[slot] = 0
            target -= 1
    if table.tiles and not table.slot[0]:
        push(table, STEP_TILE)


# -- secret decrees -----------------------------------------------------------------------------------------

cdef void draw_secret_decree(TekhenuState* state, int seat, int card) noexcept nogil:
    """From the deck, or from under it: then who put it there knows who has it."""
    cdef int putter
    state.decrees[seat] |= <uint32_t>1 << card
    if state.table.decree_left:
        state.table.decree_left -= 1
        state.decree_deck &= ~(<uint32_t>1 << card)
        state.table.hidden[seat][state.table.generation] += 1
    else:
        putter = next_bottom(state)
        state.table.bottom_at[putter] = BOTTOM_HAND + seat


cdef void keep_decree(TekhenuState* state, int seat, int card) noexcept nogil:
    """Of the decrees dealt to a seat; the other one waits to be put under the deck, which all do together."""
    state.bottom[seat] = lowest_bit(state.decrees[seat] & ~(<uint32_t>1 << card)) + 1
    state.decrees[seat] = <uint32_t>1 << card


cdef void put_decrees_under(TekhenuState* state) noexcept nogil:
    cdef int seat
    for seat in range(SEAT_NB):
        if state.bottom[seat]:
            state.table.bottom_at[seat] = BOTTOM_DECK
            state.table.hidden[seat][0] -= 1


cdef void show_decree(TekhenuState* state, int seat, int card) noexcept nogil:
    """A secret decree of a seat becomes known to all."""
    cdef Table* table = &state.table
    cdef uint32_t bit = <uint32_t>1 << card
    cdef int putter, generation
    if table.player[seat].decrees & bit:
        return
    table.player[seat].decrees |= bit
    for putter in range(SEAT_NB):
        if table.bottom_at[putter] == BOTTOM_HAND + seat and state.bottom[putter] == card + 1:
            table.bottom_at[putter] = BOTTOM_NONE
            state.bottom[putter] = 0
            table.unseen[0] &= ~bit
            return
    for generation in range(GENERATION_NB):
        if table.unseen[generation] & bit:
            table.unseen[generation] &= ~bit
            table.hidden[seat][generation] -= 1
            return


cdef bint can_shuffle(const Table* table, const Player* player, uint32_t cards) noexcept nogil:
    """Whether such blessings may open a section for which the deck of blessings must be shuffled anew: when they do decides
    which blessings played in this turn come back. Other discard piles grow only where blessings are offered again anyway.
    """
    cdef int slot, reached = player.population, wanted = 0
    while cards:
        reached += T.blessing[lowest_bit(cards)].steps
        cards &= cards - 1
    for slot in range(SLOT_NB):
        wanted += (T.slot_deck[slot] == BLESSING and reached >= T.opens_at[slot // 4]
                   and not table.opened >> slot // 4 & 1)
    return popcount(table.deck[BLESSING]) < wanted
