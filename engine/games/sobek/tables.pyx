"""Copies the rows of components.py into C arrays at import; wrong counts never get this far (components.py
refuses them).
"""

from libc.string cimport memset

from egypt.games.sobek.tables cimport (
    CARD_NB, CHARACTER_NB, FAMILY_NB, FIRST_CHARACTER, KIND_NB, SPAN_NB, SYMBOL_NB, TOKEN_KIND_NB,
    TRACK_SPACES, T,
)

from egypt.games.sobek.components import BACKS, COMPONENTS, POWERS


cdef void fill_cards():
    cdef int kind, bit = 0, card, family
    cdef unsigned long long one = 1
    for kind in range(KIND_NB):
        row = COMPONENTS.kinds[kind]
        T.first[kind] = bit
        T.base[kind] = one << bit if row.count else 0
        T.limit[kind] = row.count
        T.span[kind] = (1 << row.count) - 1
        T.family[kind] = row.family
        T.scarabs[kind] = row.scarabs
        T.back[kind] = BACKS.index(row.back)
        for card in range(bit, bit + row.count):
            T.kind_of[card] = kind
            T.run[kind] |= one << card
        bit += row.count
        T.back_mask[T.back[kind]] |= T.run[kind]
        T.back_kinds[T.back[kind]] |= 1 << kind
        T.all_cards |= T.run[kind]
        if row.family < FAMILY_NB:
            family = row.family
            T.family_mask[family] |= T.run[kind]
            if kind < FIRST_CHARACTER:
                T.goods_mask[family] |= T.run[kind]
            else:
                T.mate_index[kind] = T.mates[family]
                T.mate[family][T.mates[family]] = kind
                T.mates[family] += 1
        if kind >= FIRST_CHARACTER:
            T.power[kind - FIRST_CHARACTER] = POWERS.index(row.power)
    for rank, kind in enumerate(sorted(range(KIND_NB), key=lambda kind: (T.back[kind], kind))):
        T.rank[kind] = rank
        T.in_order[rank] = kind
    for back in range(BACK_NB):
        T.first_rank[back] = min([T.rank[kind] for kind in range(KIND_NB) if T.back[kind] == back])
    assert bit == CARD_NB and len(COMPONENTS.kinds) == FIRST_CHARACTER + CHARACTER_NB == KIND_NB
    T.characters_first = T.first[FIRST_CHARACTER]
    for card in range(SPAN_NB):
        T.ones[card] = bin(card).count("1")
    for family in range(FAMILY_NB):
        T.goods_first[family] = T.first[3 * family]
        T.goods_span[family] = T.goods_mask[family] >> T.goods_first[family]
        T.mates_span[family] = (T.family_mask[family] ^ T.goods_mask[family]) >> T.characters_first
        T.value[family] = COMPONENTS.families[family].value
        T.prospers[family] = COMPONENTS.families[family].name in COMPONENTS.sizes.prosperity_families


cdef void fill_tokens():
    cdef int kind, bit = 0, token
    for kind in range(TOKEN_KIND_NB):
        T.token_base[kind] = 1 << bit
        for token in range(bit, bit + COMPONENTS.tokens[kind].count):
            T.token_of[token] = kind
            T.token_run[kind] |= 1 << token
        bit += COMPONENTS.tokens[kind].count
        T.all_tokens |= T.token_run[kind]


cdef void fill_sizes():
    sizes = COMPONENTS.sizes
    T.sizes.rounds = sizes.rounds
    T.sizes.early_end_after_round = sizes.early_end_after_round
    T.sizes.early_end_above = sizes.early_end_above
    T.sizes.starting_hand = sizes.starting_hand
    T.sizes.docks = sizes.docks
    T.sizes.reach = sizes.reach
    T.sizes.set_minimum = sizes.set_minimum
    T.sizes.event_tokens = sizes.event_tokens
    T.sizes.removed_with_two_players = sizes.removed_with_two_players
    T.sizes.queen_draws = sizes.queen_draws
    T.sizes.scribe_keeps = sizes.scribe_keeps
    T.sizes.curse_weight = sizes.curse_weight
    T.sizes.prosperity_scarabs = sizes.prosperity_scarabs
    T.sizes.penalty_per_points = sizes.penalty_per_points


cdef void fill_rulings():
    cdef int index, space
    assert len(COMPONENTS.symbols) == SYMBOL_NB
    for index, row in enumerate(COMPONENTS.variants):
        for space in range(TRACK_SPACES):
            T.rulings[index].symbol[space] = COMPONENTS.symbols.index(row.track[space]) if row.track[space] else -1
        T.rulings[index].number_every = row.number_every
        T.rulings[index].number_pays = row.penalty_on_number == "number"
        T.rulings[index].guild_to_zero = row.guild_floor == "zero"
        T.rulings[index].all_gains = row.penalty_base == "all_gains"
        T.rulings[index].flood_optional = row.flood_optional
        T.rulings[index].peek_own = row.peek_own
        T.rulings[index].amulet_only = row.amulet_only
        T.rulings[index].priest_forced = row.hp_characters == "forced"
        T.rulings[index].zero_pays = row.zero_corruption_pays


memset(&T, 0, sizeof(T))
fill_cards()
fill_tokens()
fill_sizes()
fill_rulings()
