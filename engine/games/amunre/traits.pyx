"""Traits of moves, by kind of move: how much of what, what it costs of what there is, where, and when.

A trait is a place in one of the groups below. They are few per move and cheap, because all moves of a node have them
worked out when the search first looks at it.
"""

from libc.stdint cimport uint16_t

from egypt.core.bits cimport popcount
from egypt.core.traits cimport TraitRow, clear_traits, clip, note, number_groups, trait_row
from egypt.core.types cimport Move
from egypt.games.amunre.evaluate cimport rough_worth
from egypt.games.amunre.moves cimport (
    MOVE_ADJUST, MOVE_BID, MOVE_BIG_HARVEST, MOVE_BUILD, MOVE_BUY, MOVE_CHOOSE, MOVE_FARMERS, MOVE_OFFER, MOVE_SCORE,
    MOVE_SELL, MOVE_TAKE_FARMER, MOVE_TAKE_STONE, MOVE_TREASURY, WITH_ADJUSTMENT, argument_number, argument_options,
    move_argument, move_kind, move_place, offering_gold,
)
from egypt.games.amunre.rules_harvest cimport province_income
from egypt.games.amunre.state cimport PHASE_NB, PHASE_SELL, AmunreState, Table, farmers_in, price
from egypt.games.amunre.tables cimport FAVOR_NB, PROVINCE_NB, SPACE_NB, TABLES

cdef enum:
    STAGES = 6              # rounds of the game
    AGES = 2
    KINDS = 22              # of moves
    COUNTS = 8              # 0 to 7 and more
    PURSES = 14             # steps of gold
    PARTS = 9               # eighths of the gold, 8 for all of it
    OPTIONS = 4
    WORTHS = 12             # steps below the best province on offer
    OFFERS = 24             # gold in an offering

cdef enum Group:
    KIND_STAGE
    PHASE_KIND
    BID_SPACE
    BID_PROVINCE
    BID_LEFT
    BID_OPTIONS
    BID_WORTH
    BID_RAISE
    BID_PYRAMIDS
    BID_OPEN
    SELL_FAVOR
    SELL_PHASE
    BUY_COUNT
    BUY_LEFT
    FARMERS_COUNT
    FARMERS_FIELDS
    FARMERS_LEFT
    BUILD_COUNT
    BUILD_AFTER
    BUILD_LEFT
    BUILD_OPTIONS
    OFFER_GOLD
    OFFER_PART
    OFFER_PURSE
    OFFER_ADJUSTED
    OFFER_FARMERS
    ADJUST_STAGE
    TAKE_FARMERS
    TAKE_STONES
    TREASURY_INCOME
    HARVEST_FARMERS
    SCORE_FAVOR
    CHOOSE_PROVINCE
    GROUP_NB

# Every group with the number of its traits, in the order of the enum.
TRAIT_GROUPS = (
    ("kind_stage", KINDS * STAGES),
    ("phase_kind", PHASE_NB * KINDS),
    ("bid_space", SPACE_NB * STAGES),
    ("bid_province", PROVINCE_NB * SPACE_NB * AGES),
    ("bid_left", PURSES * STAGES),
    ("bid_options", OPTIONS * STAGES),
    ("bid_worth", WORTHS * SPACE_NB * AGES),
    ("bid_raise", SPACE_NB * AGES),
    ("bid_pyramids", COUNTS * SPACE_NB),
    ("bid_open", COUNTS * SPACE_NB),
    ("sell_favor", FAVOR_NB * STAGES),
    ("sell_phase", FAVOR_NB * PHASE_NB),
    ("buy_count", COUNTS * STAGES),
    ("buy_left", PURSES * STAGES),
    ("farmers_count", COUNTS * STAGES),
    ("farmers_fields", COUNTS * COUNTS),
    ("farmers_left", PURSES * STAGES),
    ("build_count", COUNTS * STAGES),
    ("build_after", COUNTS * 3 * STAGES),
    ("build_left", PURSES * STAGES),
    ("build_options", OPTIONS * STAGES),
    ("offer_gold", OFFERS * STAGES),
    ("offer_part", PARTS * STAGES),
    ("offer_purse", PURSES * PARTS),
    ("offer_adjusted", 2 * STAGES),
    ("offer_farmers", COUNTS * PARTS),
    ("adjust_stage", 2 * STAGES),
    ("take_farmers", COUNTS * STAGES),
    ("take_stones", 3 * STAGES),
    ("treasury_income", COUNTS * 2),
    ("harvest_farmers", COUNTS),
    ("score_favor", FAVOR_NB),
    ("choose_province", PROVINCE_NB * AGES),
)
assert len(TRAIT_GROUPS) == GROUP_NB

cdef int[GROUP_NB] FIRST        # trait of each group; 0 is no trait

number_groups(TRAIT_GROUPS, FIRST, GROUP_NB)

# What is the same for all moves of a node.
ctypedef struct Scene:
    const AmunreState* state
    const Table* table
    int seat                    # who acts
    int gold
    int stage
    int age
    int best                    # rough worth of the best province on offer


cdef inline int counted(int number) noexcept nogil:
    return clip(number, COUNTS - 1)


cdef inline int purse(int gold) noexcept nogil:
    """Single gold up to 7, then steps of 4; 0 for debts."""
    if gold < 0:
        return 0
    return 1 + gold if gold < 8 else clip(9 + (gold - 8) // 4, PURSES - 1)


cdef void set_scene(Scene* scene, const AmunreState* s) noexcept nogil:
    cdef const Table* t = &s.table
    cdef int i
    scene.state = s
    scene.table = t
    scene.seat = t.header.actor
    scene.gold = t.gold[scene.seat] - t.debt
    scene.age = clip(t.age - 1, AGES - 1)
    scene.stage = clip(TABLES.rounds * scene.age + t.round - 1, STAGES - 1)
    scene.best = 0
    for i in range(t.offered_count):
        scene.best = max(scene.best, rough_worth(t, t.offered[i]))


cdef void note_bid(Scene* scene, Move move, TraitRow* row) noexcept nogil:
    cdef const Table* t = scene.table
    cdef int province = move_place(move), space = clip(argument_number(move_argument(move)), SPACE_NB - 1)
    cdef int waiting = t.header.players - popcount(t.live)
    note(row, BID_SPACE, space * STAGES + scene.stage)
    note(row, BID_PROVINCE, (province * SPACE_NB + space) * AGES + scene.age)
    note(row, BID_LEFT, purse(scene.gold - TABLES.track[space]) * STAGES + scene.stage)
    note(row, BID_OPTIONS, argument_options(move_argument(move)) * STAGES + scene.stage)
    note(row, BID_WORTH, (clip((scene.best - rough_worth(t, province)) // 2, WORTHS - 1) * SPACE_NB + space) * AGES
         + scene.age)
    note(row, BID_RAISE, clip(space - t.bid[province], SPACE_NB - 1) * AGES + scene.age)
    note(row, BID_PYRAMIDS, counted(t.pyramids[province] * 2 + (t.stones[province] > 0)) * SPACE_NB + space)
    note(row, BID_OPEN, counted(waiting) * SPACE_NB + space)


cdef void note_farmers(Scene* scene, Move move, TraitRow* row) noexcept nogil:
    cdef const Table* t = scene.table
    cdef int count = move_argument(move), province = move_place(move)
    cdef int empty = TABLES.province[province].fields - t.farmers[province]
    note(row, FARMERS_COUNT, counted(count) * STAGES + scene.stage)
    note(row, FARMERS_FIELDS, counted(count) * COUNTS + counted(empty))
    note(row, FARMERS_LEFT, purse(scene.gold - price(t.bought + count)) * STAGES + scene.stage)


cdef void note_building(Scene* scene, Move move, TraitRow* row) noexcept nogil:
    cdef const Table* t = scene.table
    cdef int count = argument_number(move_argument(move)), province = move_place(move)
    note(row, BUILD_COUNT, counted(count) * STAGES + scene.stage)
    note(row, BUILD_AFTER, (counted(count) * 3 + clip(t.stones[province], 2)) * STAGES + scene.stage)
    note(row, BUILD_LEFT, purse(scene.gold - price(t.bought + count)) * STAGES + scene.stage)
    note(row, BUILD_OPTIONS, argument_options(move_argument(move)) * STAGES + scene.stage)


cdef void note_offer(Scene* scene, Move move, TraitRow* row) noexcept nogil:
    cdef const Table* t = scene.table
    cdef int gold = offering_gold(move_argument(move)), farmers = 0, province
    cdef int part = 0 if gold == 0 else 1 + clip(7 * gold // max(1, <int>t.gold[scene.seat]), PARTS - 2)
    for province in range(PROVINCE_NB):
        if t.owned[scene.seat] >> province & 1:
            farmers += farmers_in(t, province)
    note(row, OFFER_GOLD, clip(gold, OFFERS - 1) * STAGES + scene.stage)
    note(row, OFFER_PART, part * STAGES + scene.stage)
    note(row, OFFER_PURSE, purse(t.gold[scene.seat]) * PARTS + part)
    note(row, OFFER_ADJUSTED, (move_argument(move) & WITH_ADJUSTMENT) * STAGES + scene.stage)
    note(row, OFFER_FARMERS, counted(farmers // 2) * PARTS + part)


cdef void note_sale(Scene* scene, Move move, TraitRow* row) noexcept nogil:
    cdef const Table* t = scene.table
    note(row, SELL_FAVOR, clip(move_place(move), FAVOR_NB - 1) * STAGES + scene.stage)
    note(row, SELL_PHASE, clip(move_place(move), FAVOR_NB - 1) * PHASE_NB + (
        t.resume if t.phase == PHASE_SELL else t.phase))


cdef void note_move(Scene* scene, Move move, TraitRow* row) noexcept nogil:
    cdef const Table* t = scene.table
    cdef int kind = move_kind(move), place = move_place(move), argument = move_argument(move)
    note(row, KIND_STAGE, kind * STAGES + scene.stage)
    note(row, PHASE_KIND, t.phase * KINDS + kind)
    if kind == MOVE_BID:
        note_bid(scene, move, row)
    elif kind == MOVE_SELL:
        note_sale(scene, move, row)
    elif kind == MOVE_BUY:
        note(row, BUY_COUNT, counted(argument) * STAGES + scene.stage)
        note(row, BUY_LEFT, purse(scene.gold - price(argument)) * STAGES + scene.stage)
    elif kind == MOVE_FARMERS:
        note_farmers(scene, move, row)
    elif kind == MOVE_BUILD:
        note_building(scene, move, row)
    elif kind == MOVE_OFFER:
        note_offer(scene, move, row)
    elif kind == MOVE_ADJUST:
        note(row, ADJUST_STAGE, (argument & 1) * STAGES + scene.stage)
    elif kind == MOVE_TAKE_FARMER:
        note(row, TAKE_FARMERS, counted(TABLES.province[place].fields - t.farmers[place]) * STAGES + scene.stage)
    elif kind == MOVE_TAKE_STONE:
        note(row, TAKE_STONES, clip(t.stones[place], 2) * STAGES + scene.stage)
    elif kind == MOVE_TREASURY:
        note(row, TREASURY_INCOME, counted(province_income(t, place, t.tile)) * 2)
    elif kind == MOVE_BIG_HARVEST:
        note(row, HARVEST_FARMERS, counted(farmers_in(t, place)))
    elif kind == MOVE_SCORE:
        note(row, SCORE_FAVOR, clip(place, FAVOR_NB - 1))
    elif kind == MOVE_CHOOSE:
        note(row, CHOOSE_PROVINCE, place * AGES + scene.age)


cdef void traits(const void* state, const Move* moves, int count, uint16_t* rows) noexcept nogil:
    cdef Scene scene
    cdef TraitRow row
    cdef int i
    set_scene(&scene, <const AmunreState*>state)
    clear_traits(rows, count)
    for i in range(count):
        row = trait_row(FIRST, rows, i)
        note_move(&scene, moves[i], &row)
