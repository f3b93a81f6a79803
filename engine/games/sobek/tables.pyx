"""Copies the rows of components.py into C arrays at import; wrong counts never get this far (components.py refuses them)."""

from libc.string cimport memset

from egypt.games.sobek.tables cimport (
    BACK_NB, CARD_NB, CHARACTER_NB, DECK_NB, FAMILY_NB, FIRST_CHARACTER, KIND_NB, MATES_NB, MAX_VARIANTS, NUMBER_SPACE,
    SPAN_NB, SYMBOL_NB, TABLES, TOKEN_KIND_NB, TRACK_SPACES, WITH_SCARABS, good,
)

from egypt.games.sobek import components
from egypt.games.sobek.components import BACKS, POWERS, load

COMPONENTS = load()


cdef int fill_kind(int kind, int bit) except -1:
    """One kind of cards, whose run of bits begins with `bit`; returns the first bit behind it."""
    cdef unsigned long long one = 1
    cdef int card
    row = COMPONENTS.kinds[kind]
    TABLES.first[kind] = bit
    TABLES.base[kind] = one << bit if row.count else 0
    TABLES.limit[kind] = row.count
    TABLES.span[kind] = (1 << row.count) - 1
    TABLES.family[kind] = row.family
    TABLES.back[kind] = BACKS.index(row.back)
    for card in range(bit, bit + row.count):
        TABLES.kind_of[card] = kind
        TABLES.run[kind] |= one << card
    TABLES.back_mask[TABLES.back[kind]] |= TABLES.run[kind]
    TABLES.back_kinds[TABLES.back[kind]] |= 1 << kind
    TABLES.all_cards |= TABLES.run[kind]
    if row.family < FAMILY_NB:
        TABLES.family_mask[<int>row.family] |= TABLES.run[kind]
        if kind < FIRST_CHARACTER:
            TABLES.goods_mask[<int>row.family] |= TABLES.run[kind]
    return bit + row.count


cdef int fill_characters() except -1:
    cdef int kind, family
    TABLES.characters_first = TABLES.first[FIRST_CHARACTER]
    for kind in range(FIRST_CHARACTER, KIND_NB):
        family = TABLES.family[kind]
        TABLES.power[kind - FIRST_CHARACTER] = POWERS.index(COMPONENTS.kinds[kind].power)
        TABLES.mate_index[kind] = TABLES.mates[family]
        TABLES.mate[family][TABLES.mates[family]] = kind
        TABLES.mates[family] += 1
    return 0


cdef int fill_cards() except -1:
    cdef int kind, family, bits, bit = 0
    for kind in range(KIND_NB):
        bit = fill_kind(kind, bit)
    assert bit == CARD_NB
    fill_characters()
    for rank, kind in enumerate(sorted(range(KIND_NB), key=lambda kind: (TABLES.back[kind], kind))):
        TABLES.rank[kind] = rank
        TABLES.in_order[rank] = kind
    for back in range(BACK_NB):
        TABLES.first_rank[back] = min([TABLES.rank[kind] for kind in range(KIND_NB) if TABLES.back[kind] == back])
    for bits in range(SPAN_NB):
        TABLES.ones[bits] = bits.bit_count()
    for family in range(FAMILY_NB):
        TABLES.goods_first[family] = TABLES.first[good(family, WITH_SCARABS)]
        TABLES.goods_span[family] = TABLES.goods_mask[family] >> TABLES.goods_first[family]
        TABLES.mates_span[family] = (TABLES.family_mask[family] ^ TABLES.goods_mask[family]) >> TABLES.characters_first
        TABLES.value[family] = COMPONENTS.families[family].value
        TABLES.prospers[family] = COMPONENTS.families[family].name in COMPONENTS.sizes.prosperity_families
    return 0


cdef int fill_tokens() except -1:
    cdef int kind, bit = 0, token
    for kind in range(TOKEN_KIND_NB):
        TABLES.token_base[kind] = 1 << bit
        for token in range(bit, bit + COMPONENTS.tokens[kind].count):
            TABLES.token_of[token] = kind
            TABLES.token_run[kind] |= 1 << token
        bit += COMPONENTS.tokens[kind].count
        TABLES.all_tokens |= TABLES.token_run[kind]
    return 0


cdef int fill_sizes() except -1:
    sizes = COMPONENTS.sizes
    TABLES.sizes.rounds = sizes.rounds
    TABLES.sizes.early_end_after_round = sizes.early_end_after_round
    TABLES.sizes.early_end_above = sizes.early_end_above
    TABLES.sizes.starting_hand = sizes.starting_hand
    TABLES.sizes.docks = sizes.docks
    TABLES.sizes.reach = sizes.reach
    TABLES.sizes.set_minimum = sizes.set_minimum
    TABLES.sizes.event_tokens = sizes.event_tokens
    TABLES.sizes.removed_with_two_players = sizes.removed_with_two_players
    TABLES.sizes.queen_draws = sizes.queen_draws
    TABLES.sizes.scribe_keeps = sizes.scribe_keeps
    TABLES.sizes.curse_weight = sizes.curse_weight
    TABLES.sizes.prosperity_scarabs = sizes.prosperity_scarabs
    TABLES.sizes.penalty_per_points = sizes.penalty_per_points
    return 0


cdef int fill_rulings() except -1:
    cdef int index, space
    for index, row in enumerate(COMPONENTS.variants):
        for space in range(TRACK_SPACES):
            TABLES.rulings[index].symbol[space] = (
                COMPONENTS.symbols.index(row.track[space]) if row.track[space] else NUMBER_SPACE)
        TABLES.rulings[index].number_every = row.number_every
        TABLES.rulings[index].number_pays = row.penalty_on_number == "number"
        TABLES.rulings[index].guild_to_zero = row.guild_floor == "zero"
        TABLES.rulings[index].all_gains = row.penalty_base == "all_gains"
        TABLES.rulings[index].flood_optional = row.flood_optional
        TABLES.rulings[index].peek_own = row.peek_own
        TABLES.rulings[index].vizier_own = row.vizier_own
        TABLES.rulings[index].amulet_only = row.amulet_only
        TABLES.rulings[index].priest_forced = row.hp_characters == "forced"
        TABLES.rulings[index].zero_pays = row.zero_corruption_pays
    return 0


assert (components.FAMILY_NB, components.CARD_NB, components.DECK_NB) == (FAMILY_NB, CARD_NB, DECK_NB)
assert (components.CHARACTER_NB, components.MOST_MATES, components.SYMBOL_NB) == (CHARACTER_NB, MATES_NB, SYMBOL_NB)
assert (components.TRACK_SPACES, components.MOST_VARIANTS) == (TRACK_SPACES, MAX_VARIANTS)
assert len(COMPONENTS.kinds) == FIRST_CHARACTER + CHARACTER_NB == KIND_NB
assert len(COMPONENTS.tokens) == TOKEN_KIND_NB
memset(&TABLES, 0, sizeof(TABLES))
fill_cards()
fill_tokens()
fill_sizes()
fill_rulings()
