"""The invariants of Tekhenu. Used at the boundary, where a text becomes a state, and after every move of the tests."""

from libc.stdint cimport uint32_t

from egypt.core.bits cimport popcount
from egypt.core.types cimport (
    BAD_HEADER, BAD_OWNER, BAD_PHASE, BAD_RANGE, BAD_TOTALS, CHANCE, MAX_MOVES, OK, OVER, TRUTH, Move, Rng,
)
from egypt.games.tekhenu.hidden cimport sample
from egypt.games.tekhenu.nature cimport has_outcome
from egypt.games.tekhenu.rules cimport enumerate_chance, legal_moves
from egypt.games.tekhenu.rules_setup cimport people_seats
from egypt.games.tekhenu.state cimport (
    AUTOMATON, BASIC_NB, BLESSING, BOTTOM_DECK, BOTTOM_HAND, CARD_NB, CELL_NB, COLOUR_NB, DECREE, DESTINY_NB, DICE_NB,
    GENERATION_NB, GOD_NB, GOODS_NB, SEAT_NB, SECTION_NB, SLOT_NB, STACK_NB, STEP_COLLECT, STEP_END_TURN,
    STEP_FINISH_PILLAR, STEP_GOD_TILE, STEP_KEEP, STEP_MODIFY, STEP_NEXT_ROUND, STEP_NEXT_TURN, STEP_OVER, STEP_SUN,
    TECHNOLOGY, TILE_NB, Player, Table, TekhenuState, TekhenuView, buildings_of, die_colour, god_statues_at, is_solo,
    statues_of,
)
from egypt.games.tekhenu.tables cimport MAX_VARIANTS, NO_DECK, T
from egypt.games.tekhenu.validate_automaton cimport automaton_fits
from egypt.games.tekhenu.validate_steps cimport actor_fits, steps_fit

cdef enum:
    HIGHEST_SCORE = 5000    # far beyond any real score
    MOST_GOODS = 120        # the same


# -- the frame ----------------------------------------------------------------------------------------------

cdef int check_header(const Table* table) noexcept nogil:
    cdef int players = table.header.players
    cdef int place, seats = 0
    if not 2 <= players <= SEAT_NB or table.header.variant >= MAX_VARIANTS:
        return BAD_HEADER
    if T.variant[table.header.variant].solo and players != 2:
        return BAD_HEADER
    if table.size != (1 if T.variant[table.header.variant].solo else players):
        return BAD_HEADER
    if not OVER <= table.header.actor < players:
        return BAD_HEADER
    for place in range(players):
        seats |= 1 << table.order[place]
    if seats != (1 << players) - 1 or table.seat >= players or table.place >= players or table.round > T.rounds:
        return BAD_RANGE
    for place in range(players, SEAT_NB):
        if table.order[place]:
            return BAD_RANGE
    if table.edict >> players:
        return BAD_OWNER
    return OK


cdef int check_stack(const Table* table) noexcept nogil:
    cdef int i
    if (table.step == STEP_OVER) != (table.header.actor == OVER) or table.height > STACK_NB:
        return BAD_PHASE
    for i in range(table.height, STACK_NB):
        if table.stack[i].step or table.stack[i].argument:
            return BAD_PHASE
    if not steps_fit(table) or not actor_fits(table):
        return BAD_PHASE
    if table.step != STEP_KEEP and table.header.pending:
        return BAD_PHASE
    return OK


# -- dice and board -----------------------------------------------------------------------------------------

cdef bint is_in_hand(const Table* table) noexcept nogil:
    """Whether the die of this turn lies neither on the wheel nor on the scales."""
    cdef int i
    if table.turn.die == 0:
        return False
    if table.step == STEP_MODIFY:
        return True
    for i in range(table.height):
        if table.stack[i].step == STEP_MODIFY:
            return True
    return False


cdef int check_dice(const Table* table) noexcept nogil:
    cdef int[COLOUR_NB] count
    cdef int i, j, seat
    if table.dice > DICE_NB or table.sun >= GOD_NB:
        return BAD_RANGE
    for i in range(COLOUR_NB):
        count[i] = table.bag[i]
    for i in range(DICE_NB):
        if i >= table.dice:
            if table.die[i]:
                return BAD_RANGE
        elif table.die[i] >= 30 * GOD_NB or (i and table.die[i] < table.die[i - 1]):
            return BAD_RANGE
        else:
            count[die_colour(table.die[i])] += 1
    for seat in range(table.header.players):
        if table.player[seat].dice > 4:
            return BAD_RANGE
        for j in range(4):
            if j >= table.player[seat].dice:
                if table.player[seat].die[j]:
                    return BAD_RANGE
            elif table.player[seat].die[j] >= 90:
                return BAD_RANGE
            else:
                count[die_colour(table.player[seat].die[j])] += 1
    if is_in_hand(table):
        count[die_colour(table.turn.die - 1)] += 1
    for i in range(COLOUR_NB):
        if count[i] != T.dice[table.size][i]:
            return BAD_TOTALS
    return OK


cdef uint32_t unfinished_pillars(const Table* table) noexcept nogil:
    """Cells on which a tile lies whose pillar will come later in this action."""
    cdef uint32_t cells = 0
    cdef int i
    for i in range(table.height):
        if table.stack[i].step == STEP_FINISH_PILLAR and table.stack[i].argument < CELL_NB:
            cells |= <uint32_t>1 << table.stack[i].argument
    return cells


cdef int check_tiles(const Table* table) noexcept nogil:
    """Every tile is in the stack, in the row or in the temple, and every tile in the temple bears a pillar."""
    cdef uint32_t seen = table.tiles
    cdef uint32_t filled = 0, owned = 0
    cdef int i, tile
    if table.tiles >> TILE_NB:
        return BAD_RANGE
    for i in range(3 + CELL_NB):
        tile = table.slot[i] - 1 if i < 3 else (table.cell[i - 3] - 1) >> 2
        if tile < 0:
            continue
        if tile >= TILE_NB or seen >> tile & 1:
            return BAD_TOTALS
        seen |= <uint32_t>1 << tile
        if i >= 3:
            if (table.cell[i - 3] - 1) & 3 >= T.tile[tile].rotations:
                return BAD_RANGE
            filled |= <uint32_t>1 << (i - 3)
    if seen != (1 << TILE_NB) - 1:
        return BAD_TOTALS
    for i in range(table.header.players):
        if owned & table.player[i].pillars or popcount(table.player[i].pillars) > T.pillars:
            return BAD_OWNER
        owned |= table.player[i].pillars
    return OK if owned | unfinished_pillars(table) == filled else BAD_OWNER


cdef int check_pieces(const Table* table) noexcept nogil:
    """Pieces stand where there is room, one in a place, and nobody has more than he was given."""
    cdef uint32_t sites = 0, shops = 0
    cdef int seat, god, people = 0
    cdef const Player* player
    for seat in range(table.header.players):
        player = &table.player[seat]
        if sites & player.sites or shops & player.shops or people & player.people or player.shops >> 24:
            return BAD_OWNER
        if player.people > 15 or player.god_statues >> 12:
            return BAD_RANGE
        if buildings_of(player) > T.buildings or statues_of(player) > T.statues:
            return BAD_TOTALS
        sites |= player.sites
        shops |= player.shops
        people |= player.people
    if sites & ~T.sites[table.size]:
        return BAD_OWNER
    for god in range(GOD_NB):
        if god_statues_at(table, god) > T.god_spaces[table.size]:
            return BAD_TOTALS
    return OK


cdef int check_horus(const Table* table) noexcept nogil:
    """Every god has one Horus space, once the tiles lie."""
    cdef int space, gods = 0
    for space in range(GOD_NB):
        if table.god_at[space] == GOD_NB:
            if table.step != STEP_SUN and (table.step != STEP_GOD_TILE or space < table.argument):
                return BAD_PHASE
        elif table.god_at[space] > GOD_NB or gods >> table.god_at[space] & 1:
            return BAD_RANGE
        else:
            gods |= 1 << table.god_at[space]
    return OK


# -- players ------------------------------------------------------------------------------------------------

cdef int check_players(const Table* table) noexcept nogil:
    cdef const Player* player
    cdef int seat, i, destinies = 0
    for seat in range(SEAT_NB):
        player = &table.player[seat]
        if seat >= table.header.players:
            if not is_blank(player):
                return BAD_OWNER
            continue
        if not 0 <= player.vp <= HIGHEST_SCORE or player.population > T.track_max or player.happiness > player.population:
            return BAD_RANGE
        if player.rewards > 7 or player.surplus > MOST_GOODS or player.destiny > DESTINY_NB or player.drafted >> 12:
            return BAD_RANGE
        if not -MOST_GOODS <= player.balance <= MOST_GOODS:
            return BAD_RANGE
        if player.destiny and destinies >> player.destiny & 1:
            return BAD_OWNER
        destinies |= 1 << player.destiny
        for i in range(GOODS_NB):
            if player.goods[i] > MOST_GOODS:
                return BAD_RANGE
        for i in range(BASIC_NB):
            if player.production[i] > T.production_max:
                return BAD_RANGE
    return OK


cdef bint is_blank(const Player* player) noexcept nogil:
    cdef const unsigned char* bytes = <const unsigned char*>player
    cdef int i
    for i in range(sizeof(Player)):
        if bytes[i]:
            return False
    return True


cdef bint has_settled(const Table* table) noexcept nogil:
    """Whether the die of this turn lies on the scales."""
    return table.turn.die != 0 and not is_in_hand(table)


cdef int dice_expected(const Table* table, int place) noexcept nogil:
    """Dice of the seat at a place of the turn order: one for each turn since the last Maat phase."""
    cdef int before = (table.round + T.maat_every - 1) % T.maat_every
    cdef int i
    if table.round == 0:
        return 0
    if table.height and table.stack[0].step == STEP_END_TURN:
        return before + (place < table.place or (place == table.place and has_settled(table)))
    if table.height and table.stack[0].step == STEP_NEXT_TURN:
        return before + (place < table.stack[0].argument)
    if table.round % T.maat_every == 0 and table.height and table.stack[0].step == STEP_NEXT_ROUND:
        for i in range(table.height):
            if table.stack[i].step == STEP_COLLECT:
                return before + 1
        return 0
    return before + 1


cdef int check_dice_numbers(const Table* table) noexcept nogil:
    cdef int place, seat
    for place in range(table.header.players):
        seat = table.order[place]
        if is_solo(table) and seat == AUTOMATON and place == table.place and table.stack[0].step == STEP_END_TURN:
            if not dice_expected(table, place) <= table.player[seat].dice <= dice_expected(table, place) + 1:
                return BAD_TOTALS
        elif table.player[seat].dice != dice_expected(table, place):
            return BAD_TOTALS
    return OK


# -- cards --------------------------------------------------------------------------------------------------

cdef int check_market(const Table* table) noexcept nogil:
    cdef int slot, section
    if table.opened >> SECTION_NB:
        return BAD_RANGE
    for section in range(SECTION_NB):
        if T.opens_at[section] == 0 and not table.opened >> section & 1:
            return BAD_RANGE
    for slot in range(SLOT_NB):
        if not table.market[slot]:
            continue
        if T.slot_deck[slot] == NO_DECK or not table.opened >> slot // 4 & 1:
            return BAD_OWNER
        if (table.market[slot] - 1) // CARD_NB != T.slot_deck[slot]:
            return BAD_OWNER
    return OK


cdef bint add_cards(uint32_t* seen, uint32_t cards) noexcept nogil:
    """Whether none of these was seen before."""
    if seen[0] & cards:
        return False
    seen[0] |= cards
    return True


cdef bint add_market(const Table* table, int deck, uint32_t* seen) noexcept nogil:
    cdef int slot
    for slot in range(SLOT_NB):
        if table.market[slot] and T.slot_deck[slot] == deck:
            if not add_cards(seen, <uint32_t>1 << (table.market[slot] - 1) % CARD_NB):
                return False
    return True


cdef int check_open_deck(const Table* table, int deck) noexcept nogil:
    """Blessings and technologies: each lies in one place, and none is missing."""
    cdef uint32_t seen = table.deck[deck]
    cdef int seat, i
    if not add_cards(&seen, table.discard[deck]) or not add_market(table, deck, &seen):
        return BAD_TOTALS
    for seat in range(table.header.players):
        if not add_cards(&seen, table.player[seat].blessings if deck == BLESSING else table.player[seat].technologies):
            return BAD_TOTALS
    for i in range(2):      # cards on offer
        if table.turn.offer[i] > 2 * CARD_NB:
            return BAD_RANGE
        if table.turn.offer[i] and (table.turn.offer[i] - 1) // CARD_NB == deck:
            if not add_cards(&seen, <uint32_t>1 << (table.turn.offer[i] - 1) % CARD_NB):
                return BAD_TOTALS
    return OK if seen == T.cards[table.size][deck] else BAD_TOTALS


cdef bint lies_under(const Table* table, int seat) noexcept nogil:
    """Whether a decree of the seat lies under the deck, or was chosen to be put there."""
    if table.step != STEP_KEEP:
        return table.bottom_at[seat] == BOTTOM_DECK
    return (people_seats(table) & ~table.header.pending) >> seat & 1


cdef int check_decrees(const TekhenuState* state) noexcept nogil:
    cdef const Table* table = &state.table
    cdef uint32_t seen = state.decree_deck
    cdef uint32_t secret = state.decree_deck
    cdef uint32_t bottom
    cdef int seat
    if popcount(state.decree_deck) != table.decree_left or table.generation >= GENERATION_NB:
        return BAD_TOTALS
    if not add_cards(&seen, table.discard[DECREE]) or not add_market(table, DECREE, &seen):
        return BAD_TOTALS
    for seat in range(SEAT_NB):
        if seat >= table.header.players:
            if state.decrees[seat] or state.bottom[seat] or table.bottom_at[seat]:
                return BAD_OWNER
            continue
        if table.player[seat].decrees & ~state.decrees[seat] or not add_cards(&seen, state.decrees[seat]):
            return BAD_TOTALS
        secret |= state.decrees[seat] & ~table.player[seat].decrees
        if state.bottom[seat] > CARD_NB or table.bottom_at[seat] >= BOTTOM_HAND + table.header.players:
            return BAD_RANGE
        bottom = <uint32_t>1 << (state.bottom[seat] - 1) if state.bottom[seat] else 0
        if table.bottom_at[seat] >= BOTTOM_HAND:
            if not bottom & state.decrees[table.bottom_at[seat] - BOTTOM_HAND]:
                return BAD_OWNER
        elif (bottom != 0) != lies_under(table, seat):
            return BAD_OWNER
        elif bottom:
            if not add_cards(&seen, bottom):
                return BAD_TOTALS
            secret |= bottom
    if seen != T.cards[table.size][DECREE]:
        return BAD_TOTALS
    return check_secrets(state, secret)


cdef int check_secrets(const TekhenuState* state, uint32_t secret) noexcept nogil:
    """What the table counts of secret decrees agrees with where they are."""
    cdef const Table* table = &state.table
    cdef uint32_t unseen = 0
    cdef uint32_t own
    cdef int seat, putter, generation, expected
    for generation in range(GENERATION_NB):
        if not add_cards(&unseen, table.unseen[generation]) or (generation > table.generation and table.unseen[generation]):
            return BAD_TOTALS
    if unseen != secret or state.decree_deck & ~table.unseen[table.generation]:
        return BAD_TOTALS
    for seat in range(SEAT_NB):
        own = state.decrees[seat] & ~table.player[seat].decrees
        for generation in range(GENERATION_NB):
            expected = popcount(own & table.unseen[generation])
            if generation == 0:
                for putter in range(SEAT_NB):
                    if table.bottom_at[putter] == BOTTOM_HAND + seat:
                        expected -= 1
                        if not table.unseen[0] >> (state.bottom[putter] - 1) & 1:
                            return BAD_OWNER
                if table.step == STEP_KEEP and state.bottom[seat]:
                    expected += 1
            if expected != table.hidden[seat][generation]:
                return BAD_TOTALS
    return OK


# -- together -----------------------------------------------------------------------------------------------

cdef int validate(const void* raw) noexcept nogil:
    cdef const TekhenuState* state = <const TekhenuState*>raw
    cdef const Table* table = &state.table
    cdef Move[MAX_MOVES] moves
    cdef double[MAX_MOVES] probabilities
    cdef int status = BAD_HEADER if table.header.viewer != TRUTH else check_header(table)
    if status == OK:
        status = check_dice(table)
    if status == OK:
        status = check_tiles(table)
    if status == OK:
        status = check_pieces(table)
    if status == OK:
        status = check_horus(table)
    if status == OK:
        status = check_players(table)
    if status == OK:
        status = OK if automaton_fits(table) else BAD_OWNER
    if status == OK:
        status = check_market(table)
    if status == OK:
        status = check_open_deck(table, BLESSING)
    if status == OK:
        status = check_open_deck(table, TECHNOLOGY)
    if status == OK:
        status = check_decrees(state)
    if status == OK:
        status = check_stack(table)
    if status == OK:
        status = check_dice_numbers(table)
    if status == OK and table.header.actor == CHANCE:
        return OK if has_outcome(state) and enumerate_chance(state, moves, probabilities) >= 1 else BAD_PHASE
    if status == OK and table.header.actor >= 0:
        return OK if legal_moves(state, moves) >= 1 else BAD_PHASE
    return status


cdef int validate_view(const void* raw) noexcept nogil:
    """A view is valid if a world can be dealt from it that is valid and looks the same."""
    cdef const TekhenuView* view = <const TekhenuView*>raw
    cdef TekhenuState world
    cdef Rng rng = 0
    cdef int seat
    if not 0 <= view.table.header.viewer < view.table.header.players or view.table.header.players > SEAT_NB:
        return BAD_HEADER
    for seat in range(SEAT_NB):
        if view.bottom[seat] > CARD_NB or view.table.bottom_at[seat] >= BOTTOM_HAND + SEAT_NB:
            return BAD_RANGE
        if view.bottom[seat] and seat != view.table.header.viewer and (
                view.table.bottom_at[seat] != BOTTOM_HAND + view.table.header.viewer):
            return BAD_OWNER
    if view.table.generation >= GENERATION_NB:
        return BAD_RANGE
    sample(view, &rng, &world)
    return validate(&world)
