"""From bags to loose cards and back."""

from libc.stdint cimport uint16_t, uint64_t

from egypt.core.bits cimport lowest_bit, popcount
from egypt.core.rng cimport rng_below
from egypt.games.sobek.bags cimport bag_count, token_add
from egypt.games.sobek.loose cimport Loose, count_cards_at, lowest_cards
from egypt.games.sobek.state cimport (
    DOCK_CHARACTER, DOCK_NB, LOCATION_NB, SEAT_NB, SobekState, nibble,
)
from egypt.games.sobek.tables cimport (
    AMULET, BEIGE, FAMILY_NB, FIRST_CHARACTER, GREEN, ORANGE, T,
)


cdef uint64_t pick_out(uint64_t bag, uint64_t source) noexcept nogil:
    """Cards of `source`, as many of each kind as the bag counts."""
    cdef uint64_t cards = 0
    cdef int kind
    while bag:
        kind = T.kind_of[lowest_bit(bag)]
        cards |= lowest_cards(source & T.run[kind], bag_count(bag, kind))
        bag &= ~T.run[kind]
    return cards


cdef uint64_t bag_of(uint64_t cards) noexcept nogil:
    """The bag that counts these cards."""
    cdef uint64_t bag = 0
    cdef int kind
    while cards:
        kind = T.kind_of[lowest_bit(cards)]
        bag |= (T.base[kind] << bag_count(cards, kind)) - T.base[kind]
        cards &= ~T.run[kind]
    return bag


cdef uint64_t scatter_docks(const SobekState* state, Loose* loose, uint64_t free) noexcept nogil:
    """Names the face-down characters too, at random: any that nobody has seen may lie there. Returns the cards left."""
    cdef uint64_t characters, card
    cdef int dock, kind, skipped
    loose.row[0] = 0
    loose.row_first = 0
    loose.row_end = state.table.dock_count
    for dock in range(state.table.dock_count):
        kind = state.table.docks[dock]
        if kind == DOCK_CHARACTER:
            characters = free & T.back_mask[ORANGE]
            skipped = rng_below(loose.rng, popcount(characters))
            card = lowest_cards(characters, skipped + 1) ^ lowest_cards(characters, skipped)
        else:
            card = lowest_cards(free & T.run[kind], 1)
        free ^= card
        loose.row[dock + 1] = loose.row[dock] | card
    return free


cdef void scatter(SobekState* state, Loose* loose) noexcept nogil:
    """The state must be one in which a seat acts, with closed books."""
    cdef uint64_t free = T.all_cards
    cdef uint64_t drawn
    cdef int location, seat, family
    cdef int amulets = 0
    loose.known = 0
    for location in range(LOCATION_NB):
        state.cards[location] = pick_out(state.cards[location], free)
        loose.known |= pick_out(state.table.shown[location], state.cards[location])
        free ^= state.cards[location]
    for seat in range(SEAT_NB):
        state.table.laid[seat] = pick_out(state.table.laid[seat], free)
        free ^= state.table.laid[seat]
        state.table.lying[seat] = pick_out(state.table.lying[seat], free)
        free ^= state.table.lying[seat]
        for family in range(FAMILY_NB):
            amulets += nibble(state.table.set_amulets[seat], family) + nibble(state.table.lying_amulets[seat], family)
    state.table.discard = pick_out(state.table.discard, free)
    free ^= state.table.discard
    loose.set_amulets = lowest_cards(free & T.run[AMULET], amulets)
    free ^= loose.set_amulets
    free = scatter_docks(state, loose, free)
    scatter_tokens(state)

    loose.undrawn = list_cards(free & (T.back_mask[BEIGE] | T.back_mask[ORANGE]), loose.deck)
    drawn = (T.back_mask[BEIGE] | T.back_mask[ORANGE]) & ~free
    list_cards(drawn, loose.deck + loose.undrawn)
    loose.green_nb = list_cards(T.back_mask[GREEN], loose.green)


cdef int list_cards(uint64_t cards, unsigned char* row) noexcept nogil:
    cdef int n = 0
    while cards:
        row[n] = lowest_bit(cards)
        cards &= cards - 1
        n += 1
    return n


cdef void scatter_tokens(SobekState* state) noexcept nogil:
    """The used tokens keep their bits; those looked at get others."""
    cdef uint64_t free = T.all_tokens & ~<uint64_t>state.table.tokens_used
    cdef uint64_t tokens = state.tokens
    cdef uint64_t card
    state.tokens = 0
    while tokens:
        card = lowest_cards(free & T.token_run[T.token_of[lowest_bit(tokens)]], 1)
        free ^= card
        state.tokens |= card
        tokens &= tokens - 1


cdef uint16_t token_bag_of(uint64_t tokens) noexcept nogil:
    cdef uint16_t bag = 0
    while tokens:
        bag = token_add(bag, T.token_of[lowest_bit(tokens)])
        tokens &= tokens - 1
    return bag


cdef uint64_t gather_docks(SobekState* state, const Loose* loose) noexcept nogil:
    """The row as all see it; returns its open cards. The characters have not been drawn after all."""
    cdef uint64_t card, shown = 0
    cdef int dock, kind
    state.table.dock_count = loose.row_end - loose.row_first
    state.table.dock_characters = 0
    for dock in range(DOCK_NB):
        kind = 0
        if dock < state.table.dock_count:
            card = loose.row[loose.row_first + dock + 1] ^ loose.row[loose.row_first + dock]
            kind = T.kind_of[lowest_bit(card)]
            if kind >= FIRST_CHARACTER:
                kind = DOCK_CHARACTER
                state.table.dock_characters += 1
            else:
                shown |= card
        state.table.docks[dock] = kind
    return shown


cdef void gather(SobekState* state, Loose* loose) noexcept nogil:
    cdef uint64_t placed = gather_docks(state, loose) | loose.set_amulets | state.table.discard
    cdef uint64_t shown, hidden
    cdef int location, seat
    for location in range(LOCATION_NB):
        placed |= state.cards[location]
        count_cards_at(state, location)
        shown = bag_of(state.cards[location] & loose.known)
        hidden = state.cards[location] & ~loose.known
        if hidden & ~T.back_mask[ORANGE]:
            state.cards[location] = bag_of(state.cards[location])
        else:
            state.cards[location] = shown | hidden      # a character is the only card of its kind
        state.table.shown[location] = shown
    for seat in range(SEAT_NB):
        placed |= state.table.laid[seat] | state.table.lying[seat]
        state.table.laid[seat] = bag_of(state.table.laid[seat])
        state.table.lying[seat] = bag_of(state.table.lying[seat])
    state.table.discard = bag_of(state.table.discard)
    state.pool = bag_of(T.all_cards & ~placed)
    state.tokens = token_bag_of(state.tokens)
    state.table.tokens_used = token_bag_of(state.table.tokens_used)
