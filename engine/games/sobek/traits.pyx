"""Traits of moves, by what is done: when, what it gains and how much less than the best move of its kind, what it does to
the corruption, and what it leaves to the next player.

A trait is a place in one of the groups below. They are few per move and cheap, because all moves of a node have them
worked out when the search first looks at it.
"""

from libc.stdint cimport int16_t, uint16_t, uint64_t
from libc.string cimport memset

from egypt.core.seats cimport left_of
from egypt.core.traits cimport TraitRow, clear_traits, clip, note, number_groups, trait_row
from egypt.core.types cimport MAX_MOVES, Move
from egypt.games.sobek.bags cimport family_count, family_scarabs
from egypt.games.sobek.moves cimport (
    MOVE_BEGIN, MOVE_CHARACTER, MOVE_DROP, MOVE_EVENT, MOVE_LAY, MOVE_RETRIEVE, MOVE_SET, MOVE_STARTER, MOVE_TAKE,
    discarded_goods, move_a, move_aim, move_argument, move_b, move_character, move_kind, move_token, set_amulet_count,
    set_family, set_goods, set_mates,
)
from egypt.games.sobek.scoring cimport corruption, next_symbol, previous_symbol
from egypt.games.sobek.state cimport DOCK_NB, PILE, SEAT_NB, SobekState, Table, cards_at, nibble
from egypt.games.sobek.tables cimport (
    AMULET, BACK_NB, COURTESAN, CURSE, DECK_NB, EMBALMING, FAMILY_NB, KIND_NB, MERCHANT, PRIEST, PROSPERITY, ROW_NB, RUSE,
    SYMBOL_NB, TABLES, THIEF, TOKEN_KIND_NB, VIZIER, WITH_SCARABS,
)

cdef enum:
    QUARTERS = 4            # of a round, by the cards still to come
    STAGES = 12             # quarters of all rounds
    GAINS = 16              # steps of points
    LEADS = 13              # of corruption: 6 less than the most corrupt rival, to 6 more
    EVEN_LEAD = 6
    COUNTS = 8              # 0 to 7 and more
    HANDS = 12
    SKIPS = 5
    MATES = 4               # characters in a set
    CHARACTER_WORTH = 4     # of a card that may be any character

# What is done: the kinds of moves, characters by their powers.
cdef enum Deed:
    TAKE
    PLAY_SET
    LAY
    EVENT
    DROP
    RETRIEVE
    STARTER
    BEGIN
    NOTHING
    POWER                   # and the other powers
    DEED_NB = POWER + 7

cdef enum Group:
    DEED_STAGE
    DEED_GAIN
    DEED_BELOW
    DEED_HAND
    DEED_LEAD
    TAKE_SKIP
    TAKE_KIND
    TAKE_LEAD
    TAKE_HAND
    TAKE_RIVAL
    TAKE_LEFT
    SET_CARDS
    SET_HELD
    SET_AMULETS
    SET_MATES
    SET_FAMILY
    SET_TOKENS
    SET_TO_COME
    PRIEST_CARDS
    VIZIER_PILE
    THIEF_CARDS
    THIEF_VICTIM
    MERCHANT_DOCK
    COURTESAN_CARDS
    EVENT_TOKEN
    EVENT_GAIN
    EVENT_LEAD
    EVENT_AIM
    DROP_KIND
    RETRIEVE_KIND
    LAY_LEAD
    STARTER_SEAT
    BEGIN_SET
    GROUP_NB

# Every group with the number of its traits, in the order of the enum.
TRAIT_GROUPS = (
    ("deed_stage", DEED_NB * STAGES),
    ("deed_gain", DEED_NB * GAINS * QUARTERS),
    ("deed_below", DEED_NB * GAINS * QUARTERS),
    ("deed_hand", DEED_NB * HANDS),
    ("deed_lead", DEED_NB * LEADS),
    ("take_skip", SKIPS * STAGES),
    ("take_kind", (KIND_NB + 1) * QUARTERS),
    ("take_lead", SKIPS * LEADS * QUARTERS),
    ("take_hand", COUNTS * 2 * 2 * QUARTERS),
    ("take_rival", GAINS * QUARTERS),
    ("take_left", GAINS * QUARTERS),
    ("set_cards", COUNTS * 2 * QUARTERS),
    ("set_held", COUNTS * QUARTERS),
    ("set_amulets", COUNTS * COUNTS),
    ("set_mates", MATES * QUARTERS),
    ("set_family", FAMILY_NB * 2 * QUARTERS),
    ("set_tokens", COUNTS * QUARTERS),
    ("set_to_come", COUNTS * 2 * QUARTERS),
    ("priest_cards", COUNTS * MATES),
    ("vizier_pile", 2 * COUNTS),
    ("thief_cards", BACK_NB * COUNTS),
    ("thief_victim", 2 * BACK_NB),
    ("merchant_dock", DOCK_NB * QUARTERS),
    ("courtesan_cards", (KIND_NB + 1) * 2),
    ("event_token", TOKEN_KIND_NB * STAGES),
    ("event_gain", TOKEN_KIND_NB * GAINS),
    ("event_lead", TOKEN_KIND_NB * LEADS),
    ("event_aim", TOKEN_KIND_NB * 2),
    ("drop_kind", KIND_NB * QUARTERS),
    ("retrieve_kind", KIND_NB * 2),
    ("lay_lead", COUNTS * LEADS),
    ("starter_seat", SEAT_NB),
    ("begin_set", FAMILY_NB * COUNTS),
)
assert len(TRAIT_GROUPS) == GROUP_NB

cdef int[GROUP_NB] FIRST        # trait of each group; 0 is no trait

number_groups(TRAIT_GROUPS, FIRST, GROUP_NB)

# The cards of a seat, hand and vertical sets together, by family.
ctypedef struct Holding:
    int cards[FAMILY_NB]
    int scarabs[FAMILY_NB]
    int amulet_gain             # the most that one more card of any family is worth

# What is the same for all moves of a node.
ctypedef struct Scene:
    const SobekState* state
    const Table* table
    int seat                    # who acts
    int rival                   # who is next
    int stage
    int quarter
    int lead                    # of corruption over the most corrupt rival
    int hand                    # cards
    uint64_t held               # the hand
    Holding own
    Holding next
    int rival_gain[DOCK_NB]     # what each card of the docks is worth to the next player
    int leader                  # the rival with the most points
    int best[DEED_NB]           # gain of the best move that does this


cdef inline int counted(int number) noexcept nogil:
    return clip(number, COUNTS - 1)


cdef inline int leading(int lead) noexcept nogil:
    return clip(lead + EVEN_LEAD, LEADS - 1)


cdef inline int step(int gain) noexcept nogil:
    """Single points up to 7, then steps that grow."""
    if gain < 8:
        return clip(gain, 7)
    if gain < 16:
        return 8 + (gain - 8) // 2
    return clip(12 + (gain - 16) // 8, GAINS - 1)


# -- what cards are worth ----------------------------------------------------------------------------------------

cdef void set_holding(const SobekState* s, int seat, Holding* holding) noexcept nogil:
    cdef const Table* t = &s.table
    cdef int family
    holding.amulet_gain = 0
    for family in range(FAMILY_NB):
        holding.cards[family] = (family_count(t.laid[seat], family) + nibble(t.set_amulets[seat], family)
                                 + family_count(s.cards[seat], family))
        holding.scarabs[family] = (family_scarabs(t.laid[seat], family) + family_scarabs(s.cards[seat], family)
                                   + TABLES.sizes.prosperity_scarabs * nibble(t.prosperity[seat], family))
        holding.amulet_gain = max(holding.amulet_gain, holding.scarabs[family])


cdef inline int card_gain(const Holding* holding, int kind) noexcept nogil:
    """What a set of all cards of its family gains by one more card."""
    cdef int family, more
    if kind == AMULET:
        return holding.amulet_gain
    if kind > AMULET:
        return CHARACTER_WORTH
    family = kind // ROW_NB
    more = TABLES.value[family] if kind % ROW_NB == WITH_SCARABS else 0
    return (holding.cards[family] + 1) * more + holding.scarabs[family]


cdef inline int card_loss(const Holding* holding, int kind) noexcept nogil:
    """What it loses by one card less."""
    cdef int family, less
    if kind >= AMULET:
        return card_gain(holding, kind)
    family = kind // ROW_NB
    less = TABLES.value[family] if kind % ROW_NB == WITH_SCARABS else 0
    return (holding.cards[family] - 1) * less + holding.scarabs[family]


cdef inline int mates_of(int mates) noexcept nogil:
    return (mates & 1) + (mates >> 1 & 1) + (mates >> 2 & 1)


cdef inline int set_cards(Move move) noexcept nogil:
    """Without amulets."""
    return set_goods(move, 0) + set_goods(move, 1) + set_goods(move, 2) + mates_of(set_mates(move))


cdef int set_gain(const Scene* scene, int family, int cards, int scarabs) noexcept nogil:
    """Points that a vertical set of a family gains when `cards` cards and `scarabs` scarabs are added."""
    cdef const Table* t = scene.table
    cdef uint64_t laid = t.laid[scene.seat]
    cdef int before = family_count(laid, family) + nibble(t.set_amulets[scene.seat], family)
    cdef int scarabs_before = (family_scarabs(laid, family)
                               + TABLES.sizes.prosperity_scarabs * nibble(t.prosperity[scene.seat], family))
    return (before + cards) * (scarabs_before + scarabs) - before * scarabs_before


cdef inline bint extends(const Scene* scene, int family) noexcept nogil:
    return (scene.table.laid[scene.seat] & TABLES.family_mask[family]) != 0


cdef int courtesan_gain(const Scene* scene, Move move) noexcept nogil:
    cdef int family = move_a(move) - 1, scarabs = 0
    if family < 0:
        return 0
    if move_b(move) - 1 == ROW_NB * family + WITH_SCARABS:
        scarabs += TABLES.value[family]
    if move_argument(move) - 1 == ROW_NB * family + WITH_SCARABS:
        scarabs += TABLES.value[family]
    return set_gain(scene, family, 1 + (move_argument(move) > 0), scarabs)


cdef int priest_cards(Move move) noexcept nogil:
    cdef int i, cards = mates_of(move_argument(move))
    for i in range(ROW_NB):
        cards += discarded_goods(move, i)
    return cards


cdef int event_gain(const Scene* scene, Move move) noexcept nogil:
    cdef const Table* t = scene.table
    cdef int token = move_token(move), aim = move_aim(move) - 1, variant = t.header.variant
    if token < SYMBOL_NB:
        return (next_symbol(variant, t.total[scene.seat], token) - t.total[scene.seat] + t.total[aim]
                - previous_symbol(variant, t.total[aim], token, TABLES.rulings[variant].guild_to_zero))
    if token == PROSPERITY and aim >= 0:
        return TABLES.sizes.prosperity_scarabs * scene.own.cards[aim]
    if token == RUSE or token == EMBALMING:
        return cards_at(t, PILE + scene.seat)
    return 0


cdef inline int deed_of(Move move) noexcept nogil:
    cdef int kind = move_kind(move)
    if kind == MOVE_TAKE:
        return TAKE
    if kind == MOVE_SET:
        return PLAY_SET
    if kind == MOVE_CHARACTER:
        return POWER + TABLES.power[move_character(move)]
    if kind == MOVE_LAY:
        return LAY
    if kind == MOVE_EVENT:
        return EVENT
    if kind == MOVE_DROP:
        return DROP
    if kind == MOVE_RETRIEVE:
        return RETRIEVE
    if kind == MOVE_STARTER:
        return STARTER
    if kind == MOVE_BEGIN:
        return BEGIN
    return NOTHING


cdef int gain_of(const Scene* scene, Move move, int deed) noexcept nogil:
    """What a move promises at first sight, in about points."""
    if deed == TAKE:
        return card_gain(&scene.own, scene.table.docks[move_argument(move)])
    if deed == LAY:
        return set_goods(move, WITH_SCARABS) * TABLES.value[set_family(move)]
    if deed == PLAY_SET:
        return set_gain(scene, set_family(move), set_cards(move) + set_amulet_count(move),
                        set_goods(move, WITH_SCARABS) * TABLES.value[set_family(move)])
    if deed == EVENT:
        return event_gain(scene, move)
    if deed == DROP:
        return card_loss(&scene.own, move_argument(move))
    if deed == RETRIEVE:
        return card_gain(&scene.own, move_argument(move))
    if deed == POWER + MERCHANT:
        return card_gain(&scene.own, scene.table.docks[move_a(move) - 1])
    if deed == POWER + COURTESAN:
        return courtesan_gain(scene, move)
    if deed == POWER + PRIEST:
        return priest_cards(move)
    return 0


# -- the traits --------------------------------------------------------------------------------------------------

cdef void set_scene(Scene* scene, const SobekState* s) noexcept nogil:
    cdef const Table* t = &s.table
    cdef int players = t.header.players, seat, i, most = 0
    scene.state = s
    scene.table = t
    scene.seat = t.header.actor
    scene.rival = left_of(scene.seat, players)
    scene.quarter = clip(QUARTERS - 1 - (t.deck_left + t.dock_count) * QUARTERS // DECK_NB, QUARTERS - 1)
    scene.stage = clip(QUARTERS * (t.round - 1) + scene.quarter, STAGES - 1)
    scene.held = s.cards[scene.seat]
    scene.hand = clip(cards_at(t, scene.seat), HANDS - 1)
    scene.leader = scene.rival
    for seat in range(players):
        if seat != scene.seat:
            most = max(most, corruption(t, seat))
            if t.total[seat] > t.total[scene.leader]:
                scene.leader = seat
    scene.lead = corruption(t, scene.seat) - most
    set_holding(s, scene.seat, &scene.own)
    set_holding(s, scene.rival, &scene.next)
    for i in range(t.dock_count):
        scene.rival_gain[i] = card_gain(&scene.next, t.docks[i])
    memset(scene.best, 0, sizeof(scene.best))


cdef void note_take(const Scene* scene, int skipped, TraitRow* row) noexcept nogil:
    cdef const Table* t = scene.table
    cdef int kind = t.docks[skipped], skips = clip(skipped, SKIPS - 1), left = 0, family, dock
    cdef bint with_scarabs
    for dock in range(skipped + 1, min(<int>t.dock_count, skipped + 1 + TABLES.sizes.reach)):
        left = max(left, scene.rival_gain[dock] - (dock - skipped - 1))
    note(row, TAKE_SKIP, skips * STAGES + scene.stage)
    note(row, TAKE_KIND, clip(kind, KIND_NB) * QUARTERS + scene.quarter)
    note(row, TAKE_LEAD, (skips * LEADS + leading(scene.lead + skipped)) * QUARTERS + scene.quarter)
    note(row, TAKE_RIVAL, step(scene.rival_gain[skipped]) * QUARTERS + scene.quarter)
    note(row, TAKE_LEFT, step(left) * QUARTERS + scene.quarter)
    if kind < AMULET:
        family = kind // ROW_NB
        with_scarabs = kind % ROW_NB == WITH_SCARABS
        note(row, TAKE_HAND, ((counted(family_count(scene.held, family)) * 2 + extends(scene, family)) * 2
                              + with_scarabs) * QUARTERS + scene.quarter)


cdef void note_set(const Scene* scene, Move move, TraitRow* row) noexcept nogil:
    cdef int family = set_family(move), cards = set_cards(move), amulets = set_amulet_count(move), dock
    cdef int held = family_count(scene.held, family) - cards, to_come = family_count(scene.state.pool, family)
    cdef int old = extends(scene, family)
    for dock in range(scene.table.dock_count):
        to_come += scene.table.docks[dock] < AMULET and scene.table.docks[dock] // ROW_NB == family
    note(row, SET_CARDS, (counted(cards + amulets) * 2 + old) * QUARTERS + scene.quarter)
    note(row, SET_HELD, counted(held) * QUARTERS + scene.quarter)
    note(row, SET_AMULETS, counted(amulets) * COUNTS + counted(cards))
    note(row, SET_MATES, mates_of(set_mates(move)) * QUARTERS + scene.quarter)
    note(row, SET_FAMILY, (family * 2 + old) * QUARTERS + scene.quarter)
    note(row, SET_TOKENS, counted(scene.table.tokens_left) * QUARTERS + scene.quarter)
    note(row, SET_TO_COME, (counted(to_come) * 2 + old) * QUARTERS + scene.quarter)


cdef void note_lay(const Scene* scene, Move move, TraitRow* row) noexcept nogil:
    cdef int cards = set_cards(move), amulets = set_amulet_count(move)
    note(row, SET_HELD, counted(family_count(scene.held, set_family(move)) - cards) * QUARTERS + scene.quarter)
    note(row, SET_AMULETS, counted(amulets) * COUNTS + counted(cards))
    note(row, LAY_LEAD, counted(cards + amulets) * LEADS + leading(scene.lead))


cdef void note_power(const Scene* scene, Move move, int power, TraitRow* row) noexcept nogil:
    cdef int target = move_a(move) - 1
    if target < 0:
        return
    if power == PRIEST:
        note(row, PRIEST_CARDS, counted(priest_cards(move)) * MATES + mates_of(move_argument(move)))
    elif power == VIZIER:
        note(row, VIZIER_PILE, (target == scene.seat) * COUNTS + counted(cards_at(scene.table, PILE + target)))
    elif power == THIEF:
        note(row, THIEF_CARDS, move_b(move) * COUNTS + counted(scene.table.count[target][move_b(move)]))
        note(row, THIEF_VICTIM, (target == scene.leader) * BACK_NB + move_b(move))
    elif power == MERCHANT:
        note(row, MERCHANT_DOCK, target * QUARTERS + scene.quarter)
        note(row, TAKE_KIND, clip(scene.table.docks[target], KIND_NB) * QUARTERS + scene.quarter)
    elif power == COURTESAN:
        note(row, COURTESAN_CARDS, move_b(move) * 2)
        note(row, COURTESAN_CARDS, move_argument(move) * 2 + 1)


cdef void note_event(const Scene* scene, Move move, int gain, TraitRow* row) noexcept nogil:
    cdef int token = move_token(move)
    note(row, EVENT_TOKEN, token * STAGES + scene.stage)
    note(row, EVENT_GAIN, token * GAINS + step(gain))
    note(row, EVENT_LEAD, token * LEADS + leading(scene.lead))
    if token < SYMBOL_NB or token == CURSE:
        note(row, EVENT_AIM, token * 2 + (move_aim(move) - 1 == scene.leader))


cdef void note_move(const Scene* scene, Move move, int deed, int gain, TraitRow* row) noexcept nogil:
    cdef int players = scene.table.header.players
    note(row, DEED_STAGE, deed * STAGES + scene.stage)
    note(row, DEED_GAIN, (deed * GAINS + step(gain)) * QUARTERS + scene.quarter)
    note(row, DEED_BELOW, (deed * GAINS + step(scene.best[deed] - gain)) * QUARTERS + scene.quarter)
    note(row, DEED_HAND, deed * HANDS + scene.hand)
    note(row, DEED_LEAD, deed * LEADS + leading(scene.lead))
    if deed == TAKE:
        note_take(scene, move_argument(move), row)
    elif deed == PLAY_SET:
        note_set(scene, move, row)
    elif deed == LAY:
        note_lay(scene, move, row)
    elif deed >= POWER:
        note_power(scene, move, deed - POWER, row)
    elif deed == EVENT:
        note_event(scene, move, gain, row)
    elif deed == DROP:
        note(row, DROP_KIND, move_argument(move) * QUARTERS + scene.quarter)
    elif deed == RETRIEVE:
        note(row, RETRIEVE_KIND, move_argument(move) * 2 + (scene.table.target == scene.seat))
    elif deed == STARTER:
        note(row, STARTER_SEAT, (move_argument(move) - scene.seat + players) % players)
    elif deed == BEGIN:
        note(row, BEGIN_SET, set_family(move) * COUNTS + counted(set_amulet_count(move)))


cdef void traits(const void* state, const Move* moves, int count, uint16_t* rows) noexcept nogil:
    cdef Scene scene
    cdef TraitRow row
    cdef int16_t[MAX_MOVES] gains
    cdef int i, deed
    set_scene(&scene, <const SobekState*>state)
    clear_traits(rows, count)
    for i in range(count):
        deed = deed_of(moves[i])
        gains[i] = gain_of(&scene, moves[i], deed)
        scene.best[deed] = max(scene.best[deed], <int>gains[i])
    for i in range(count):
        row = trait_row(FIRST, rows, i)
        note_move(&scene, moves[i], deed_of(moves[i]), gains[i], &row)
