"""The rows of components.py as C arrays. Written once at import, only read after that.

A bag of cards is a 64-bit mask. Every kind of card owns a run of bits as long as the kind has cards, and a bag that holds n
cards of the kind has the lowest n bits of that run set. So equal bags are equal masks, popcount is the number of cards,
`a & b` is what two bags have in common and `a | b` the smallest bag that holds either.
"""

from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    FAMILY_NB = 6
    KIND_NB = 28                # the goods family by family, amulet, characters
    AMULET = 18
    FIRST_CHARACTER = 19
    CHARACTER_NB = 9
    CARD_NB = 63
    DECK_NB = 54                # beige and orange backs
    TOKEN_KIND_NB = 9
    SYMBOL_NB = 4
    NUMBER_SPACE = -1           # instead of a symbol: a space of the track with a number
    TRACK_SPACES = 100
    MAX_VARIANTS = 8
    MATES_NB = 3                # characters of one family, at most
    CARD_BITS = 64              # of a bag of cards
    TOKEN_BITS = 16             # of a bag of tokens
    SPAN_NB = 1 << 12           # a family's goods, shifted down to bit 0, are fewer than this

cdef enum:                      # the kinds of goods of a family, in this order
    WITH_SCARABS = 0
    PLAIN = 1
    GREEN_PLAIN = 2
    ROW_NB = 3

cdef enum:                      # back colours
    GREEN = 0
    BEIGE = 1
    ORANGE = 2
    BACK_NB = 3

cdef enum:                      # powers of the characters
    QUEEN = 0
    PRIEST = 1
    VIZIER = 2
    SCRIBE = 3
    THIEF = 4
    MERCHANT = 5
    COURTESAN = 6

cdef enum:                      # kinds of event tokens; 0..3 are the guilds of symbols 0..3
    PROSPERITY = 4
    FLOOD = 5
    CURSE = 6
    EMBALMING = 7
    RUSE = 8

# One variant: the rulings the code asks for, by name.
ctypedef struct Rulings:
    int8_t symbol[TRACK_SPACES]     # 0..3 or NUMBER_SPACE
    uint8_t number_every
    bint number_pays                # penalty_on_number = "number"
    bint guild_to_zero              # guild_floor = "zero"
    bint all_gains                  # penalty_base = "all_gains"
    bint flood_optional
    bint peek_own
    bint vizier_own
    bint amulet_only
    bint priest_forced              # hp_characters = "forced"
    bint zero_pays                  # zero_corruption_pays

ctypedef struct Sizes:
    int rounds
    int early_end_after_round
    int early_end_above
    int starting_hand
    int docks
    int reach
    int set_minimum
    int event_tokens
    int removed_with_two_players
    int queen_draws
    int scribe_keeps
    int curse_weight
    int prosperity_scarabs
    int penalty_per_points

ctypedef struct SobekTables:
    uint64_t run[KIND_NB]           # all bits of a kind
    uint64_t base[KIND_NB]          # the lowest of them
    uint8_t first[KIND_NB]          # its number
    uint8_t limit[KIND_NB]          # cards of the kind
    uint8_t span[KIND_NB]           # its run, shifted down to bit 0
    uint8_t family[KIND_NB]
    uint8_t back[KIND_NB]
    uint8_t power[CHARACTER_NB]
    uint8_t kind_of[CARD_BITS]             # bit number -> kind
    uint8_t rank[KIND_NB]           # the order in which hidden cards are dropped or shown: by backs, then by kinds, so
    uint8_t in_order[KIND_NB]       # that the backs come in the same order whatever the cards are; rank -> kind
    uint8_t first_rank[BACK_NB]
    uint64_t back_mask[BACK_NB]
    uint32_t back_kinds[BACK_NB]        # bit per kind
    uint64_t family_mask[FAMILY_NB]     # goods and characters of the family, no amulets
    uint64_t goods_mask[FAMILY_NB]      # goods alone
    uint64_t all_cards
    uint8_t goods_first[FAMILY_NB]      # number of the lowest bit of goods_mask
    uint16_t goods_span[FAMILY_NB]      # goods_mask, shifted down to bit 0
    uint8_t characters_first            # number of the lowest bit of the characters
    uint16_t mates_span[FAMILY_NB]      # the family's characters, shifted down by that
    uint8_t ones[SPAN_NB]               # number of bits set
    uint8_t value[FAMILY_NB]
    uint8_t mates[FAMILY_NB]                # number of characters of the family
    uint8_t mate[FAMILY_NB][MATES_NB]       # their kinds, ascending
    uint8_t mate_index[KIND_NB]             # of a character among its mates
    bint prospers[FAMILY_NB]                # may carry a Prosperity token
    # event tokens: a bag of the same make
    uint16_t token_run[TOKEN_KIND_NB]
    uint16_t token_base[TOKEN_KIND_NB]
    uint8_t token_of[TOKEN_BITS]
    uint16_t all_tokens
    Rulings rulings[MAX_VARIANTS]
    Sizes sizes

cdef SobekTables TABLES


cdef inline int good(int family, int row) noexcept nogil:
    """The kind of a family's goods: with scarabs, plain, green."""
    return ROW_NB * family + row
