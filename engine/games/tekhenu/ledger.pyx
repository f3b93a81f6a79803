"""Why scores change: the move is carried out once more, step by step, in a copy. What a step has added is an item; scorings
are told part by part, by the functions that the rules add up.
"""

from egypt.core.types cimport CHANCE, MAX_MOVES, OVER, Move
from egypt.games.tekhenu.nature cimport carry_out
from egypt.games.tekhenu.rules cimport answer, list_moves, perform
from egypt.games.tekhenu.rules_automaton_scoring cimport automaton_card_points, automaton_final_points
from egypt.games.tekhenu.rules_maat cimport reward_order
from egypt.games.tekhenu.scoring cimport district_winner, temple_points
from egypt.games.tekhenu.state cimport (
    AUTOMATON, BASIC_NB, STEP_EDICT, STEP_FINISH, STEP_KEEP, STEP_SCORE, Player, TekhenuState, buildings_of, is_solo,
    pop, statues_of,
)
from egypt.games.tekhenu.tables cimport TABLES

from egypt.games.tekhenu.cards import BASICS
from egypt.games.tekhenu.course import STEPS

# What a step is about: a word for programs, and for people.
REASONS = {
    "turn": ("die", "technologies for the die"),
    "modify": ("die", "technologies for the die"),
    "pay": ("substitute", "a technology that lets goods stand in for others"),
    "bonus": ("bonus", "bonus for a statue of a god"),
    "build-statue": ("statue", "a new statue"),
    "statue": ("statue", "a new statue"),
    "raise-pillar": ("pillar", "a new pillar: buildings in line, matching edges, tile"),
    "finish-pillar": ("pillar", "a new pillar: buildings in line, matching edges, tile"),
    "build-site": ("temple-building", "a new building at the temple"),
    "festival": ("festival", "a festival of Bastet"),
    "take-cards": ("cards", "technologies for an action of Thoth"),
    "district": ("building", "a new building of Osiris"),
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


cdef list scoring_parts(const TekhenuState* s, int seat):
    """The parts of a scoring for one seat."""
    cdef const Player* player = &s.table.player[seat]
    won = [name for district, name in enumerate(BASICS) if district_winner(&s.table, district) == seat]
    automaton = is_solo(&s.table) and seat == AUTOMATON
    parts = [(f"district-{name}", f"most in the {name} district", TABLES.district_vp) for name in won]
    parts += [
        ("temple", "buildings, statues and pillars at the temple", temple_points(player)),
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


cdef list final_parts(const TekhenuState* s, int seat, int change):
    """Court and turn order; the rest are the decrees, or what the automaton gets for them and for scribes."""
    cdef TekhenuState copy = s[0]
    reward_order(&copy)
    parts = [("court", "place in the turn order at court", copy.table.player[seat].vp - s.table.player[seat].vp)]
    for place in range(2 if s.table.size >= TABLES.last_order_second_from else 1):
        if s.table.order[place] == seat:
            parts.append(("turn-order", "place in the last turn order", TABLES.last_order_vp[place]))
    if is_solo(&s.table) and seat == AUTOMATON:
        return [*parts, ("decrees", "decrees and scribes of the automaton", automaton_final_points(s))]
    return [*parts, ("decrees", "decrees", change - sum([row[2] for row in parts]))]


cdef int tell(list items, const TekhenuState* old, const TekhenuState* new, int step) except -1:
    """Adds what has changed between two moments of a move."""
    for seat in range(old.table.header.players):
        change = new.table.player[seat].vp - old.table.player[seat].vp
        if not change:
            continue
        if step == STEP_SCORE:
            parts = scoring_parts(old, seat)
        elif step == STEP_FINISH:
            parts = final_parts(old, seat, change)
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
        old = s
        pop(&s.table)
        step = s.table.step
        seat = perform(&s)
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
