"""Traits of moves, by kind of move: which action with which value, what there is of what it brings or costs, and when.

A trait is a place in one of the groups below. They are few per move and cheap, because all moves of a node have them
worked out when the search first looks at it. Rules of thumb (worth.pyx) enter as places below the best of the listed moves.
"""

from libc.stdint cimport uint16_t

from egypt.core.bits cimport popcount
from egypt.core.traits cimport TraitRow, clear_traits, clip, note, number_groups, trait_row
from egypt.core.types cimport MAX_MOVES, Move
from egypt.games.tekhenu.actions cimport action_values
from egypt.games.tekhenu.moves cimport (
    MOVE_ANUBIS, MOVE_BLESS, MOVE_CARDS, MOVE_CELL, MOVE_CHOOSE, MOVE_DESTINY, MOVE_DISTRICT, MOVE_DRAFT, MOVE_FAITH,
    MOVE_GO, MOVE_KEEP, MOVE_MARKER, MOVE_OFFERED, MOVE_PASS, MOVE_PAY, MOVE_REFRESH, MOVE_ROTATE, MOVE_SHIFT,
    MOVE_SITE, MOVE_STATUE, MOVE_TAKE, MOVE_USE, NO_FAITH, move_a, move_b, move_c, move_goods, move_kind,
)
from egypt.games.tekhenu.rules_maat cimport weigh
from egypt.games.tekhenu.rules_ra cimport matching_edges
from egypt.games.tekhenu.state cimport (
    ACTION_NB, BASIC_NB, BASTET, BREAD, CARD_NB, COLOUR_NB, DESTINY_NB, FACE_NB, FORBIDDEN, FREE_VALUE, GOD_NB,
    GOLD, GRANITE, GREY, HATHOR, HORUS, LIMESTONE, PAPYRUS, PRODUCE, PURE, RA, SCRIBE, SEAT_NB, SITE_NB, STARTING_NB,
    STEP_NB, STEP_UPKEEP, TAINTED, THOTH, Player, Table, TekhenuState, buildings_of, die_colour, die_face, die_sector,
    statues_at,
)
from egypt.games.tekhenu.tables cimport BLESSING_EFFECT_NB, TABLES
from egypt.games.tekhenu.worth cimport action_worth, cell_worth, district_worth, site_worth, statue_worth

cdef enum:
    STAGES = 4              # quarters of the game
    HELD = 7                # units of a kind: 0 to 6 and more
    KINDS = 24              # of moves
    PANS = FORBIDDEN + 1
    BALANCES = 21           # -10 to 10
    WORTHS = 24             # steps of a rule of thumb
    PLACES = 10             # for statues
    NEVER = -100000         # below all worths

cdef enum Group:
    KIND_STAGE
    STEP_KIND
    TAKE_GOD_FACE
    TAKE_GOD_STAGE
    TAKE_COLOUR_FACE
    TAKE_COLOUR_HELD
    TAKE_COLOUR_STAGE
    TAKE_PRODUCTION
    TAKE_BALANCE
    TAKE_USABLE
    TAKE_NEED
    TAKE_ROOM
    ANUBIS_SCRIBES
    BLESS_CARD
    BLESS_STEP
    BLESS_STAGE
    GO_HELD
    USE_ACTION_VALUE
    USE_ACTION_STAGE
    USE_WORTH
    USE_BELOW
    USE_SCRIBES
    USE_HELD
    USE_SURPLUS
    USE_NEED
    SHIFT_VALUE
    STATUE_PLACE
    STATUE_STAGE
    STATUE_GOD
    BELOW_BEST
    CELL_CORNER
    ROTATE_MATCHES
    SITE_PLACE
    SITE_PILLARS
    CARD_STAGE
    CARDS_SECTION
    REFRESH_SECTION
    DISTRICT_ROW
    DISTRICT_UNITS
    DISTRICT_TRACK
    CHOOSE_HELD
    MARKER_ROOM
    MARKER_STAGE
    FAITH_BALANCE
    FAITH_SPENT
    DECREE_KEPT
    STARTING_TAKEN
    DESTINY_STAGE
    CARD_OFFERED
    PAY_GOLD
    PAY_SCRIBES
    PAY_BREAD
    MIX_UNITS
    GROUP_NB

# Every group with the number of its traits, in the order of the enum.
TRAIT_GROUPS = (
    ("kind_stage", KINDS * STAGES),
    ("step_kind", STEP_NB * KINDS),
    ("take_god_face", GOD_NB * FACE_NB * 2),
    ("take_god_stage", GOD_NB * STAGES * 2),
    ("take_colour_face", COLOUR_NB * FACE_NB * PANS),
    ("take_colour_held", COLOUR_NB * HELD * FACE_NB),
    ("take_colour_stage", COLOUR_NB * STAGES * PANS),
    ("take_production", BASIC_NB * FACE_NB * HELD),
    ("take_balance", BALANCES * 4),
    ("take_usable", GOD_NB * 2 * STAGES),
    ("take_need", GOD_NB * HELD * STAGES),
    ("take_room", HELD * FACE_NB * 2),
    ("anubis_scribes", HELD * STAGES),
    ("bless_card", CARD_NB * 2),
    ("bless_step", BLESSING_EFFECT_NB * STEP_NB),
    ("bless_stage", BLESSING_EFFECT_NB * STAGES),
    ("go_held", HELD * STAGES),
    ("use_action_value", ACTION_NB * FACE_NB * 3),
    ("use_action_stage", ACTION_NB * STAGES),
    ("use_worth", ACTION_NB * WORTHS),
    ("use_below", WORTHS),
    ("use_scribes", 4 * HELD),
    ("use_held", BASIC_NB * HELD * STAGES),
    ("use_surplus", HELD * 3),
    ("use_need", GOD_NB * HELD * STAGES),
    ("shift_value", ACTION_NB * FACE_NB),
    ("statue_place", PLACES),
    ("statue_stage", PLACES * STAGES),
    ("statue_god", GOD_NB * 2),
    ("below_best", 4 * WORTHS),
    ("cell_corner", 2 * HELD),
    ("rotate_matches", HELD),
    ("site_place", SITE_NB),
    ("site_pillars", HELD * STAGES),
    ("card_stage", 3 * CARD_NB * STAGES),
    ("cards_section", 4 * STAGES),
    ("refresh_section", 4 * HELD),
    ("district_row", BASIC_NB * 6),
    ("district_units", BASIC_NB * HELD),
    ("district_track", BASIC_NB * HELD),
    ("choose_held", BASIC_NB * HELD),
    ("marker_room", 2 * HELD),
    ("marker_stage", 2 * STAGES),
    ("faith_balance", BALANCES * STAGES),
    ("faith_spent", HELD * 2),
    ("decree_kept", CARD_NB),
    ("starting_taken", STARTING_NB),
    ("destiny_stage", DESTINY_NB * STAGES * SEAT_NB),
    ("card_offered", 3 * CARD_NB),
    ("pay_gold", HELD * HELD),
    ("pay_scribes", HELD),
    ("pay_bread", HELD * 2),
    ("mix_units", BASIC_NB * HELD),
)
assert len(TRAIT_GROUPS) == GROUP_NB

cdef int[GROUP_NB] FIRST        # trait of each group; 0 is no trait

number_groups(TRAIT_GROUPS, FIRST, GROUP_NB)

# What is the same for all moves of a node.
ctypedef struct Scene:
    const TekhenuState* state
    const Table* table
    const Player* player        # who acts
    int stage
    int balance                 # of the scales now
    int best                    # worth of the best listed move by rules of thumb
    int worth                   # of the move that is looked at
    int usable[GOD_NB]          # values with which the god's action can be done now; -1 if not looked at yet
    int ra_worth[3]             # by slot; NEVER if not looked at yet


cdef inline int held(int units) noexcept nogil:
    return clip(units, HELD - 1)


cdef inline int balance_place(int balance) noexcept nogil:
    return clip(balance + BALANCES // 2, BALANCES - 1)


cdef void set_scene(Scene* scene, const TekhenuState* s) noexcept nogil:
    cdef const Table* t = &s.table
    cdef int i
    scene.state = s
    scene.table = t
    scene.player = &t.player[t.header.actor]
    scene.stage = clip((t.round - 1) // 4, STAGES - 1)
    scene.balance = weigh(scene.player)
    scene.best = scene.worth = NEVER
    for i in range(GOD_NB):
        scene.usable[i] = -1
    for i in range(3):
        scene.ra_worth[i] = NEVER


cdef int need(const Player* player, int god) noexcept nogil:
    """What there is of what the god's action asks for."""
    if god == HORUS:
        return player.goods[GRANITE] + player.goods[GOLD]
    if god == RA:
        return player.goods[LIMESTONE] + player.goods[GRANITE]
    if god == HATHOR:
        return player.goods[BREAD]
    if god == BASTET or god == THOTH:
        return player.goods[PAPYRUS]
    return player.happiness // 2


cdef int usable_values(Scene* scene, int god) noexcept nogil:
    if scene.usable[god] < 0:
        scene.usable[god] = action_values(scene.table, scene.player, god, False)
    return scene.usable[god]


# -- rules of thumb -----------------------------------------------------------------------------------------

cdef int worth_of_action(Scene* scene, int action, int value) noexcept nogil:
    cdef int slot
    if action != RA:
        return action_worth(scene.table, action, value)
    slot = TABLES.ra_slot[value]        # the dear one: once for each slot
    if scene.ra_worth[slot] == NEVER:
        scene.ra_worth[slot] = action_worth(scene.table, action, value)
    return scene.ra_worth[slot]


cdef int thumb(Scene* scene, Move move) noexcept nogil:
    """What a move is about worth; only for kinds that have a rule of thumb."""
    cdef const Table* t = scene.table
    cdef int kind = move_kind(move)
    if kind == MOVE_USE:
        return worth_of_action(scene, move_b(move), move_c(move))
    if kind == MOVE_SHIFT:
        return worth_of_action(scene, t.argument, move_c(move))
    if kind == MOVE_STATUE:
        return statue_worth(t, move_c(move))
    if kind == MOVE_CELL:
        return cell_worth(t, move_c(move), t.slot[t.argument] - 1)
    if kind == MOVE_SITE:
        return site_worth(t, move_c(move))
    if kind == MOVE_DISTRICT:
        return district_worth(t, t.argument & 7, move_a(move), move_b(move), move_c(move))
    return NEVER


# -- one function per kind ----------------------------------------------------------------------------------

cdef void note_take(Scene* scene, Move move, TraitRow* row) noexcept nogil:
    cdef const Player* player = scene.player
    cdef int code = move_c(move), pan = move_a(move)
    cdef int god = die_sector(code), colour = die_colour(code), face = die_face(code)
    cdef bint usable = usable_values(scene, god) >> face & 1
    cdef int after = scene.balance + (face if pan == PURE else -face if pan == TAINTED else 0)
    note(row, TAKE_GOD_FACE, (god * FACE_NB + face - 1) * 2 + usable)
    note(row, TAKE_GOD_STAGE, (god * STAGES + scene.stage) * 2 + usable)
    note(row, TAKE_COLOUR_FACE, (colour * FACE_NB + face - 1) * PANS + pan)
    note(row, TAKE_COLOUR_STAGE, (colour * STAGES + scene.stage) * PANS + pan)
    note(row, TAKE_BALANCE, balance_place(after) * 4 + clip(player.dice, 3))
    note(row, TAKE_USABLE, (god * 2 + (usable_values(scene, god) != 0)) * STAGES + scene.stage)
    note(row, TAKE_NEED, (god * HELD + held(need(player, god))) * STAGES + scene.stage)
    if colour != GREY:
        note(row, TAKE_COLOUR_HELD, (colour * HELD + held(player.goods[colour])) * FACE_NB + face - 1)
        note(row, TAKE_PRODUCTION, (colour * FACE_NB + face - 1) * HELD + held(player.production[colour]))
    if god == BASTET:
        note(row, TAKE_ROOM, (held(player.population - player.happiness) * FACE_NB + face - 1) * 2 + usable)


cdef void note_use(Scene* scene, Move move, TraitRow* row) noexcept nogil:
    cdef const Table* t = scene.table
    cdef const Player* player = scene.player
    cdef int flag = move_a(move), action = move_b(move), value = move_c(move)
    cdef int distance = 0, scribes, kind, surplus
    if not t.turn.effective and not t.turn.flags & FREE_VALUE and t.turn.face:
        distance = value - t.turn.face if value > t.turn.face else t.turn.face - value
    scribes = clip((distance + 1) // 2, 3)
    note(row, USE_ACTION_VALUE, (action * FACE_NB + value - 1) * 3 + clip(flag, 2))
    note(row, USE_ACTION_STAGE, action * STAGES + scene.stage)
    note(row, USE_WORTH, action * WORTHS + clip(scene.worth // 3 + 4, WORTHS - 1))
    note(row, USE_BELOW, clip((scene.best - scene.worth) // 2, WORTHS - 1))
    note(row, USE_SCRIBES, scribes * HELD + held(player.goods[SCRIBE]))
    if action >= PRODUCE:
        kind = action - PRODUCE
        surplus = held(value - player.production[kind])
        note(row, USE_HELD, (kind * HELD + held(player.goods[kind])) * STAGES + scene.stage)
        note(row, USE_SURPLUS, surplus * 3 + (0 if scene.balance < -2 else 2 if scene.balance > 2 else 1))
    else:
        note(row, USE_NEED, (action * HELD + held(need(player, action))) * STAGES + scene.stage)


cdef void note_place(Scene* scene, int which, TraitRow* row) noexcept nogil:
    note(row, BELOW_BEST, which * WORTHS + clip(scene.best - scene.worth, WORTHS - 1))


cdef void note_statue(Scene* scene, Move move, TraitRow* row) noexcept nogil:
    cdef int place = move_c(move), god
    note_place(scene, 0, row)
    note(row, STATUE_PLACE, place)
    note(row, STATUE_STAGE, place * STAGES + scene.stage)
    if place < GOD_NB:
        god = scene.table.god_at[place]
        note(row, STATUE_GOD, god * 2 + (statues_at(scene.player, god) != 0))


cdef void note_temple(Scene* scene, Move move, TraitRow* row) noexcept nogil:
    cdef const Table* t = scene.table
    cdef int kind = move_kind(move), c = move_c(move)
    if kind == MOVE_CELL:
        note_place(scene, 1, row)
        note(row, CELL_CORNER, TABLES.corner[c] * HELD + held(popcount(scene.player.sites & TABLES.cross_sites[c])))
    elif kind == MOVE_ROTATE:
        note(row, ROTATE_MATCHES, held(
            matching_edges(t, t.argument, t.slot[TABLES.ra_slot[t.turn.value]] - 1, c)))
    else:
        note_place(scene, 2, row)
        note(row, SITE_PLACE, c)
        note(row, SITE_PILLARS, held(popcount(TABLES.site_cells[c] & scene.player.pillars)) * STAGES + scene.stage)


cdef void note_district(Scene* scene, Move move, TraitRow* row) noexcept nogil:
    note_place(scene, 3, row)
    note(row, DISTRICT_ROW, move_a(move) * 6 + clip(scene.table.argument & 7, 5))
    note(row, DISTRICT_UNITS, move_b(move) * HELD + held(scene.player.goods[move_b(move)]))
    note(row, DISTRICT_TRACK, move_c(move) * HELD + held(scene.player.production[move_c(move)]))


cdef void note_cards(Scene* scene, Move move, TraitRow* row) noexcept nogil:
    cdef int place
    note(row, CARDS_SECTION, move_a(move) * STAGES + scene.stage)
    for place in range(4):
        if move_c(move) >> place & 1 and scene.table.market[4 * move_a(move) + place]:
            note(row, CARD_STAGE, (scene.table.market[4 * move_a(move) + place] - 1) * STAGES + scene.stage)


cdef void note_blessing(Scene* scene, Move move, TraitRow* row) noexcept nogil:
    cdef int card = move_a(move), effect = TABLES.blessing[card].effect
    note(row, BLESS_CARD, card * 2 + (move_b(move) != 0))
    note(row, BLESS_STEP, effect * STEP_NB + scene.table.step)
    note(row, BLESS_STAGE, effect * STAGES + scene.stage)


cdef void note_payment(Scene* scene, Move move, TraitRow* row) noexcept nogil:
    note(row, PAY_GOLD, held(move_goods(move, GOLD)) * HELD + held(scene.player.goods[GOLD]))
    note(row, PAY_SCRIBES, held(move_goods(move, SCRIBE)))
    if scene.table.step == STEP_UPKEEP:
        note(row, PAY_BREAD, held(TABLES.row_bread[buildings_of(scene.player)] - move_goods(move, BREAD)
                                  - move_goods(move, GOLD) - move_goods(move, SCRIBE)) * 2 + 1)
    else:
        note(row, PAY_BREAD, held(move_goods(move, BREAD)) * 2)


cdef void note_faith(Scene* scene, Move move, TraitRow* row) noexcept nogil:
    cdef int faith = move_c(move) - NO_FAITH
    note(row, FAITH_BALANCE, balance_place(scene.balance + faith) * STAGES + scene.stage)
    note(row, FAITH_SPENT, held(faith if faith > 0 else -faith) * 2 + (faith < 0))


cdef void note_of_set_up(Scene* scene, Move move, TraitRow* row) noexcept nogil:
    """Cards that are drafted, kept or offered; destiny cards; resources of a starting card."""
    cdef const Table* t = scene.table
    cdef int kind = move_kind(move), c = move_c(move), i
    if kind == MOVE_KEEP:
        note(row, DECREE_KEPT, c)
    elif kind == MOVE_DRAFT:
        note(row, STARTING_TAKEN, c)
    elif kind == MOVE_DESTINY:
        note(row, DESTINY_STAGE, (c * STAGES + scene.stage) * SEAT_NB + clip(t.argument, SEAT_NB - 1))
    elif kind == MOVE_OFFERED:
        note(row, CARD_OFFERED, c)
    else:
        for i in range(BASIC_NB):
            note(row, MIX_UNITS, i * HELD + held(move_goods(move, i)))


cdef void note_move(Scene* scene, Move move, TraitRow* row) noexcept nogil:
    cdef const Table* t = scene.table
    cdef const Player* player = scene.player
    cdef int kind = move_kind(move), c = move_c(move)
    note(row, KIND_STAGE, kind * STAGES + scene.stage)
    note(row, STEP_KIND, t.step * KINDS + kind)
    if kind == MOVE_TAKE:
        note_take(scene, move, row)
    elif kind == MOVE_USE:
        note_use(scene, move, row)
    elif kind == MOVE_BLESS:
        note_blessing(scene, move, row)
    elif kind == MOVE_GO or kind == MOVE_PASS:
        note(row, GO_HELD, held(popcount(player.blessings)) * STAGES + scene.stage)
    elif kind == MOVE_ANUBIS:
        note(row, ANUBIS_SCRIBES, held(player.goods[SCRIBE]) * STAGES + scene.stage)
    elif kind == MOVE_SHIFT:
        note(row, SHIFT_VALUE, t.argument * FACE_NB + c - 1)
        note(row, USE_BELOW, clip((scene.best - scene.worth) // 2, WORTHS - 1))
    elif kind == MOVE_STATUE:
        note_statue(scene, move, row)
    elif kind == MOVE_CELL or kind == MOVE_ROTATE or kind == MOVE_SITE:
        note_temple(scene, move, row)
    elif kind == MOVE_DISTRICT:
        note_district(scene, move, row)
    elif kind == MOVE_CARDS:
        note_cards(scene, move, row)
    elif kind == MOVE_REFRESH:
        note(row, REFRESH_SECTION, clip(c, 3) * HELD + held(player.goods[PAPYRUS]))
    elif kind == MOVE_CHOOSE:
        note(row, CHOOSE_HELD, clip(c, 3) * HELD + held(player.goods[clip(c, 3)]))
    elif kind == MOVE_MARKER:
        note(row, MARKER_ROOM, c * HELD + held(player.population - player.happiness))
        note(row, MARKER_STAGE, c * STAGES + scene.stage)
    elif kind == MOVE_FAITH:
        note_faith(scene, move, row)
    elif kind == MOVE_PAY:
        note_payment(scene, move, row)
    else:
        note_of_set_up(scene, move, row)


cdef void traits(const void* state, const Move* moves, int count, uint16_t* rows) noexcept nogil:
    cdef Scene scene
    cdef TraitRow row
    cdef int[MAX_MOVES] worths
    cdef int i
    set_scene(&scene, <const TekhenuState*>state)
    clear_traits(rows, count)
    for i in range(count):
        worths[i] = thumb(&scene, moves[i])
        scene.best = max(scene.best, worths[i])
    for i in range(count):
        row = trait_row(FIRST, rows, i)
        scene.worth = worths[i]
        note_move(&scene, moves[i], &row)
