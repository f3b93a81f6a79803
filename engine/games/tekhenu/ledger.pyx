"""Why scores change: the move is carried out once more, step by step, in a copy. What a step has added is an item; scorings
are told part by part, by the functions that the rules add up.
"""

from libc.stdint cimport uint32_t

from egypt.core.bits cimport popcount
from egypt.core.types cimport CHANCE, MAX_MOVES, OVER, Move
from egypt.games.tekhenu.decrees cimport Chosen, best_decree_points, decree_points, points_together
from egypt.games.tekhenu.nature cimport carry_out
from egypt.games.tekhenu.rules cimport answer, list_moves, run_step
from egypt.games.tekhenu.rules_automaton_scoring cimport automaton_card_points, automaton_final_points
from egypt.games.tekhenu.rules_maat cimport reward_order
from egypt.games.tekhenu.rules_ra cimport matching_edges
from egypt.games.tekhenu.scoring cimport district_winner, temple_points, temple_points_without_statues
from egypt.games.tekhenu.state cimport (
    AUTOMATON, BASIC_NB, CARD_NB, CELL_NB, STEP_BONUS, STEP_EDICT, STEP_FINISH, STEP_KEEP, STEP_RAISE_PILLAR, STEP_SCORE,
    VP, Player, Table, TekhenuState, all_sites, buildings_of, is_solo, pop, statues_at, statues_of,
)
from egypt.games.tekhenu.tables cimport DECREE_FREE_ACTION, TABLES

from itertools import combinations

from egypt.games.tekhenu.cards import BASICS
from egypt.games.tekhenu.course import STEPS
from egypt.games.tekhenu.naming import card_name
from egypt.games.tekhenu.words import DECREES

# What a step is about: a word for programs, and for people.
REASONS = {
    "turn": ("die", "technologies for the die"),
    "modify": ("die", "technologies for the die"),
    "pay": ("substitute", "a technology that lets goods stand in for others"),
    "bonus": ("bonus", "bonus for a statue of a god"),
    "begin": ("technologies", "technologies for the action"),
    "begin-virtual": ("technologies", "technologies for the action"),
    "begin-free": ("technologies", "technologies for the action"),
    "build-statue": ("statue", "own pillars in line with the new statue"),
    "statue": ("statue", "own pillars in line with the new statue"),
    "build-site": ("temple-building", "own pillars in line with the new building"),
    "festival": ("festival", "technologies for a festival of Bastet"),
    "take-cards": ("cards", "technologies for an action of Thoth"),
    "district": ("building", "technologies for a new building of Osiris"),
    "yield": ("production", "technologies for a production"),
    "judgement": ("imbalance", "too much on the tainted pan"),
    "upkeep": ("bread", "bread that is owed for buildings"),
    "destiny": ("court", "place in the turn order at court"),
    "deben": ("automaton", "an action of the automaton"),
    "lot-statue": ("automaton", "an action of the automaton"),
    "lot-cell": ("automaton", "an action of the automaton"),
    "lot-site": ("automaton", "an action of the automaton"),
    "lot-die": ("automaton", "an action of the automaton"),
    "next-turn": ("automaton", "an action of the automaton"),
}
OTHER = ("action", "gains of an action")


# -- within a turn -----------------------------------------------------------------------------------------------------

cdef list pillar_parts(const TekhenuState* s, int change):
    """What a pillar brings: buildings in line, edges, the place of its tile in the row; the rest is the tile's ability."""
    cdef const Table* t = &s.table
    cdef int cell = t.argument
    cdef int slot = TABLES.ra_slot[t.turn.value]
    cdef int edges = matching_edges(t, cell, t.slot[slot] - 1, t.turn.rotation)
    parts = [
        ("pillar-buildings", "buildings in line with the new pillar",
         popcount(all_sites(t) & TABLES.cross_sites[cell]) * TABLES.ra_building_vp),
        ("pillar-edges", "matching edges of the pillar tile",
         edges * (TABLES.corner_match_vp if TABLES.corner[cell] else TABLES.match_vp)),
        ("pillar-place", "place of the pillar tile in the row", TABLES.slot_vp[slot]),
    ]
    return [*parts, ("pillar-ability", "ability of the pillar tile", change - sum([row[2] for row in parts]))]


cdef list automaton_parts(const TekhenuState* old, const TekhenuState* new, int change):
    """The same for the automaton, whose tiles match on every edge; and for its buildings."""
    cdef const Player* player = &old.table.player[AUTOMATON]
    cdef uint32_t cells = new.table.player[AUTOMATON].pillars & ~player.pillars
    cdef uint32_t sites = new.table.player[AUTOMATON].sites & ~player.sites
    parts = []
    for cell in range(CELL_NB):
        if cells >> cell & 1:
            buildings = popcount(all_sites(&old.table) & TABLES.cross_sites[cell]) * TABLES.ra_building_vp
            parts.append(("pillar-buildings", "buildings in line with the new pillar", buildings))
            parts.append(("pillar-edges", "edges of the pillar tile and its place in the row", change - buildings))
            return parts
    if sites:
        return [("temple-building", "own pillars in line with the new building", change)]
    if new.table.player[AUTOMATON].people != player.people:
        return [("statue", "own pillars in line with the new statue", change)]
    return [("automaton", "an action of the automaton", change)]


cdef list bonus_parts(const TekhenuState* s, int seat, int change):
    """The bonus beside the tile of the god; the rest are technologies that reward statues."""
    cdef int god = s.table.argument >> 3
    cdef int space = 0
    while s.table.god_at[space] != god:
        space += 1
    bonus = TABLES.bonus[space].amount[VP] if not is_automaton(s, seat) and statues_at(&s.table.player[seat], god) else 0
    if is_automaton(s, seat):
        return [("bonus", "bonus for a statue of a god", change)]
    return [("bonus", "bonus for a statue of a god", bonus),
            ("bonus-technologies", "technologies for statues of gods", change - bonus)]


cdef bint is_automaton(const TekhenuState* s, int seat):
    return is_solo(&s.table) and seat == AUTOMATON


# -- scorings ----------------------------------------------------------------------------------------------------------

cdef list scoring_parts(const TekhenuState* s, int seat):
    """The parts of a scoring for one seat."""
    cdef const Player* player = &s.table.player[seat]
    won = [name for district, name in enumerate(BASICS) if district_winner(&s.table, district) == seat]
    automaton = is_solo(&s.table) and seat == AUTOMATON
    parts = [(f"district-{name}", f"most in the {name} district", TABLES.district_vp) for name in won]
    without = temple_points_without_statues(player)
    buildings = popcount(player.sites) * TABLES.temple_piece_vp
    parts += [
        ("temple-buildings", "buildings at the temple", buildings),
        ("temple-pillars", "own pillars in line with buildings and statues at the temple", without - buildings),
        ("temple-statues", "statues at the temple", temple_points(player) - without),
        ("statues", "number of statues", TABLES.statue_vp[statues_of(player)]),
        ("happiness", "happiness", TABLES.triangles[player.happiness] * TABLES.happiness_triangle_vp),
    ]
    if automaton:
        return [*parts, ("cards", "cards of the automaton", automaton_card_points(player))]
    full = sum([player.production[kind] == TABLES.production_max for kind in range(BASIC_NB)])
    return [
        *parts,
        ("production", "full production", full * TABLES.full_production_vp),
        ("buildings", "number of buildings", TABLES.row_vp[buildings_of(player)]),
    ]


cdef list final_parts(const TekhenuState* s, int seat):
    """Court and turn order; decrees, or what the automaton gets for them and for scribes."""
    cdef TekhenuState copy = s[0]
    reward_order(&copy)
    parts = [("court", "place in the turn order at court", copy.table.player[seat].vp - s.table.player[seat].vp)]
    for place in range(2 if s.table.size >= TABLES.last_order_second_from else 1):
        if s.table.order[place] == seat:
            parts.append(("turn-order", "place in the last turn order", TABLES.last_order_vp[place]))
    if is_automaton(s, seat):
        return [*parts, ("decrees", "decrees and scribes of the automaton", automaton_final_points(s))]
    return [*parts, *decree_parts(&s.table, seat, s.decrees[seat])]


cdef list decree_parts(const Table* t, int seat, uint32_t held):
    """Decree by decree; what one adds to those before it, where they share what they count."""
    cdef Chosen chosen
    cdef int best = best_decree_points(t, seat, held)
    edicts = held & TABLES.decree_with[DECREE_FREE_ACTION] if t.edict >> seat & 1 else 0
    used = {TABLES.decree[card].symbol for card in range(CARD_NB) if edicts >> card & 1}
    room = min(TABLES.decrees_scored, 3) - len(used)
    cards = [
        card for card in range(CARD_NB)
        if held & ~TABLES.decree_with[DECREE_FREE_ACTION] & <uint32_t>1 << card]
    for number in range(room + 1):
        for some in combinations(cards, number):
            symbols = [TABLES.decree[card].symbol for card in some]
            if len(used.union(symbols)) < len(used) + number:
                continue
            parts, before = [], 0
            chosen.number = 0
            for card in some:
                chosen.card[chosen.number] = card
                chosen.points[chosen.number] = decree_points(t, seat, held, card)
                chosen.number += 1
                together = points_together(&t.player[seat], &chosen)
                parts.append(("decree", f"decree {card_name(DECREES[card])}", together - before))
                before = together
            if before == best:
                return parts
    return [("decree", "decrees", best)]


cdef int tell(list items, const TekhenuState* old, const TekhenuState* new, int step) except -1:
    """Adds what has changed between two moments of a move."""
    for seat in range(old.table.header.players):
        change = new.table.player[seat].vp - old.table.player[seat].vp
        if not change:
            continue
        if step == STEP_SCORE:
            parts = scoring_parts(old, seat)
        elif step == STEP_FINISH:
            parts = final_parts(old, seat)
        elif step == STEP_RAISE_PILLAR and not is_automaton(old, seat):
            parts = pillar_parts(old, change)
        elif step == STEP_BONUS:
            parts = bonus_parts(old, seat, change)
        elif is_automaton(old, seat) and REASONS.get(STEPS[step], OTHER)[0] == "automaton":
            parts = automaton_parts(old, new, change)
        else:
            parts = [(*REASONS.get(STEPS[step], OTHER), change)]
        items += [(seat, *row) for row in parts if row[2]]
    return 0


cdef list score_items(const void* before, Move move, const void* after):
    cdef TekhenuState s = (<const TekhenuState*>before)[0]
    cdef TekhenuState old = s
    cdef Move[MAX_MOVES] moves
    cdef int seat, step = s.table.step
    items = []
    if step == STEP_KEEP:       # in secret, long before anybody scores
        return items
    if s.table.header.actor == CHANCE:
        carry_out(&s, move)
    else:
        answer(&s, move)
    tell(items, &old, &s, step)
    while True:
        pop(&s.table)
        old = s
        step = s.table.step
        seat = run_step(&s)
        tell(items, &old, &s, step)
        if s.table.header.actor == OVER or seat == CHANCE:
            return items
        if seat == OVER:
            continue
        s.table.header.actor = seat
        if list_moves(&s, moves) != 1 or s.table.step == STEP_KEEP or s.table.step == STEP_EDICT:
            return items
        old = s
        answer(&s, moves[0])
        tell(items, &old, &s, step)
