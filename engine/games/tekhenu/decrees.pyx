"""What decrees bring at the end of the game (rulebook pp. 13, 28-29).

Which decrees to score, and what to pay for them, is not asked: nothing comes after it, so the best choice is made. Scribes
that serve as gold are spent where that brings points, but no more of them than it takes, as they decide ties.
"""

from libc.stdint cimport uint32_t

from egypt.core.bits cimport lowest_bit, popcount
from egypt.games.tekhenu.gains cimport has
from egypt.games.tekhenu.scoring cimport temple_points_without_statues
from egypt.games.tekhenu.state cimport (
    BASIC_NB, BREAD, GOLD, GRANITE, LIMESTONE, PAPYRUS, PURE, SCRIBE, Player, Table, die_face, die_sector,
    god_statues_of,
)
from egypt.games.tekhenu.tables cimport (
    DECREE_FREE_ACTION, DECREE_HAPPINESS, DECREE_LEAD, DECREE_ORDER, DECREE_PER_PIECE, DECREE_PER_SYMBOL,
    DECREE_POPULATION, DECREE_PURE_PIPS, DECREE_REPEAT, DECREE_TEMPLE, DECREE_TREASURY, PIECE_GOD_STATUE, PIECE_NB,
    PIECE_PEOPLE_STATUE, PIECE_PILLAR, PIECE_QUARRY, PIECE_SCRIBE, PIECE_TECHNOLOGY, PIECE_TEMPLE_BUILDING,
    PIECE_WORKSHOP, TABLES, TECH_GOLD_IS_SCRIBE, DecreeRow,
)

cdef enum:
    MOST = 24
    POINT = 256             # in sums of points less scribes spent, so that points come first


# -- one decree, one function per effect --------------------------------------------------------------------

cdef int per_piece(const Player* player, const DecreeRow* decree) noexcept nogil:
    cdef int[PIECE_NB] pieces
    cdef int i, points = 0
    pieces[PIECE_TECHNOLOGY] = popcount(player.technologies)
    pieces[PIECE_SCRIBE] = player.goods[SCRIBE]
    pieces[PIECE_WORKSHOP] = popcount(player.shops & (TABLES.district_shops[PAPYRUS] | TABLES.district_shops[BREAD]))
    pieces[PIECE_QUARRY] = popcount(player.shops & (TABLES.district_shops[LIMESTONE] | TABLES.district_shops[GRANITE]))
    pieces[PIECE_TEMPLE_BUILDING] = popcount(player.sites)
    pieces[PIECE_PILLAR] = popcount(player.pillars)
    pieces[PIECE_GOD_STATUE] = god_statues_of(player)
    pieces[PIECE_PEOPLE_STATUE] = popcount(player.people)
    for i in range(PIECE_NB):
        points += pieces[i] * decree.piece_vp[i]
    return points


cdef int per_symbol(uint32_t held, const DecreeRow* decree) noexcept nogil:
    cdef int symbols = 0
    while held:
        symbols |= 1 << TABLES.decree[lowest_bit(held)].symbol
        held &= held - 1
    return popcount(symbols) * decree.vp


cdef int happiness_lead(const Table* t, int seat, const DecreeRow* decree) noexcept nogil:
    cdef int other, lowest = t.player[seat].happiness
    for other in range(t.header.players):
        lowest = min(lowest, <int>t.player[other].happiness)
    return (t.player[seat].happiness - lowest) * decree.vp


cdef int turn_order(const Table* t, int seat, const DecreeRow* decree) noexcept nogil:
    if t.order[0] == seat:
        return decree.vp
    return decree.vp2 if t.order[1] == seat else 0


cdef int pure_pips(const Player* player, const DecreeRow* decree) noexcept nogil:
    cdef int i, pips = 0
    for i in range(player.dice):
        if die_sector(player.die[i]) == PURE:
            pips += die_face(player.die[i])
    return (pips + decree.divide - 1) // decree.divide


cdef int decree_points(const Table* t, int seat, uint32_t held, int card) noexcept nogil:
    cdef const Player* player = &t.player[seat]
    cdef const DecreeRow* decree = &TABLES.decree[card]
    if decree.effect == DECREE_PER_PIECE:
        return per_piece(player, decree)
    if decree.effect == DECREE_PER_SYMBOL:
        return per_symbol(held, decree)
    if decree.effect == DECREE_HAPPINESS:
        return TABLES.triangles[player.happiness] * decree.vp
    if decree.effect == DECREE_LEAD:
        return happiness_lead(t, seat, decree)
    if decree.effect == DECREE_ORDER:
        return turn_order(t, seat, decree)
    if decree.effect == DECREE_PURE_PIPS:
        return pure_pips(player, decree)
    if decree.effect == DECREE_TEMPLE:
        return temple_points_without_statues(player)
    return 0


# -- several decrees ----------------------------------------------------------------------------------------

ctypedef struct Purse:
    int basics
    int gold
    int scribes             # those that serve as gold


cdef int treasury(const DecreeRow* decree, const Purse* purse) noexcept nogil:
    return min(<int>decree.most, purse.gold * decree.gold_vp + purse.basics * decree.basic_vp)


cdef int triangle_points(const DecreeRow* decree, int triangles, int scribes, Purse* purse) noexcept nogil:
    """Pays for `triangles`, first with `scribes`, then with basic resources before gold; for fewer of them if it cannot."""
    cdef int paid = 0
    cdef int by_scribes, due
    while paid < triangles:
        by_scribes = min(scribes, <int>decree.resources)
        due = decree.resources - by_scribes
        if purse.basics + purse.gold < due:
            break
        scribes -= by_scribes
        purse.scribes -= by_scribes
        purse.gold -= max(0, due - purse.basics)
        purse.basics = max(0, purse.basics - due)
        paid += 1
    return paid * decree.vp


cdef int second_time(const Chosen* chosen, int i, int reached, int spent, Purse purse) noexcept nogil:
    """Points less scribes spent on it; `spent` scribes had been spent before."""
    cdef const DecreeRow* decree = &TABLES.decree[chosen.card[i]]
    cdef int scribes = purse.scribes
    cdef int points
    if decree.effect == DECREE_TREASURY:
        return treasury(decree, &purse) * POINT
    if decree.effect == DECREE_POPULATION:
        points = triangle_points(
            decree, reached, min(scribes, max(0, reached * decree.resources - purse.basics - purse.gold)), &purse)
        return points * POINT - (scribes - purse.scribes)
    if decree.effect == DECREE_PER_PIECE:
        return (chosen.points[i] - spent * decree.piece_vp[PIECE_SCRIBE]) * POINT
    return chosen.points[i] * POINT


cdef int repeated(const Chosen* chosen, int i, int reached, int spent, const Purse* purse) noexcept nogil:
    """The best that repeating another decree brings, paid with gold or with scribes for some of it."""
    cdef int price = TABLES.decree[chosen.card[i]].gold
    cdef int scribes, j, best = 0
    cdef Purse left
    for scribes in range(max(0, price - purse.gold), min(price, purse.scribes) + 1):
        left = purse[0]
        left.gold -= price - scribes
        left.scribes -= scribes
        for j in range(chosen.number):
            if j != i:
                best = max(best, second_time(chosen, j, reached, spent + scribes, left) - scribes)
    return best


cdef int sum_up(const Chosen* chosen, int reached, int triangles, int scribes, Purse purse) noexcept nogil:
    """Points less scribes spent. Triangles are paid for before the treasury is counted, and a decree is repeated last."""
    cdef int before = purse.scribes
    cdef int i, spent, points = 0, best = 0
    for i in range(chosen.number):
        points += chosen.points[i]
        if TABLES.decree[chosen.card[i]].effect == DECREE_POPULATION:
            points += triangle_points(&TABLES.decree[chosen.card[i]], triangles, scribes, &purse)
    for i in range(chosen.number):
        if TABLES.decree[chosen.card[i]].effect == DECREE_TREASURY:
            points += treasury(&TABLES.decree[chosen.card[i]], &purse)
    spent = before - purse.scribes
    for i in range(chosen.number):
        if TABLES.decree[chosen.card[i]].effect == DECREE_REPEAT:
            best = max(best, repeated(chosen, i, reached, spent, &purse))
    return points * POINT - spent + best


cdef int points_of(const Player* player, const Chosen* chosen) noexcept nogil:
    """The best number of triangles to pay for, and of scribes to pay with, if that is asked at all."""
    cdef Purse purse = Purse(0, player.goods[GOLD], 0)
    cdef int reached = 0, dear = 0, best = 0
    cdef int i, kind, triangles, scribes
    if has(player, TECH_GOLD_IS_SCRIBE):
        purse.scribes = player.goods[SCRIBE]
    for kind in range(BASIC_NB):
        purse.basics += player.goods[kind]
    for i in range(chosen.number):
        if TABLES.decree[chosen.card[i]].effect == DECREE_POPULATION:
            reached = TABLES.triangles[player.population]
            dear = TABLES.decree[chosen.card[i]].resources
    for triangles in range(reached + 1):
        for scribes in range(min(purse.scribes, triangles * dear) + 1):
            best = max(best, sum_up(chosen, reached, triangles, scribes, purse))
    return best


cdef int points_together(const Player* player, const Chosen* chosen) noexcept nogil:
    return (points_of(player, chosen) + POINT - 1) // POINT


cdef int best_from(const Player* player, const int* cards, const int* points, int count, int first, int room, int symbols,
                   Chosen* chosen) noexcept nogil:
    cdef int best = points_of(player, chosen)
    cdef int i
    if room == 0:
        return best
    for i in range(first, count):
        if not symbols >> TABLES.decree[cards[i]].symbol & 1:
            chosen.card[chosen.number] = cards[i]
            chosen.points[chosen.number] = points[i]
            chosen.number += 1
            best = max(best, best_from(
                player, cards, points, count, i + 1, room - 1, symbols | 1 << TABLES.decree[cards[i]].symbol, chosen))
            chosen.number -= 1
    return best


cdef int best_decree_points(const Table* t, int seat, uint32_t held) noexcept nogil:
    return (best_decrees(t, seat, held) + POINT - 1) // POINT


cdef int scribes_for_decrees(const Table* t, int seat, uint32_t held) noexcept nogil:
    return -best_decrees(t, seat, held) & (POINT - 1)


cdef int best_decrees(const Table* t, int seat, uint32_t held) noexcept nogil:
    """Points less scribes spent. A decree played before the last scoring counts as one of the three, and its symbol too."""
    cdef int[MOST] cards
    cdef int[MOST] points
    cdef int count = 0, symbols = 0
    cdef int room = min(TABLES.decrees_scored, 3)
    cdef uint32_t rest = held & ~TABLES.decree_with[DECREE_FREE_ACTION]
    cdef Chosen chosen
    if t.edict >> seat & 1:
        room -= 1
        symbols = 1 << TABLES.decree[lowest_bit(held & TABLES.decree_with[DECREE_FREE_ACTION])].symbol
    while rest:
        cards[count] = lowest_bit(rest)
        points[count] = decree_points(t, seat, held, cards[count])
        count += 1
        rest &= rest - 1
    chosen.number = 0
    return best_from(&t.player[seat], cards, points, count, 0, room, symbols, &chosen)
