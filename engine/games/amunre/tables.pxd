"""The numbers of data.toml as C arrays, filled once when the room is imported and only read after that."""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint64_t

cdef enum:
    PROVINCE_NB = 15
    FAVOR_NB = 12
    FAVOR_BITS = 4          # of a count in a packed bag, see favors.pxd
    SPACE_NB = 9
    TILE_NB = 4
    PRICE_NB = 72           # no purse buys more of a kind
    REWARD_NB = 3           # for the largest offering, the second, and each of the others
    GOLD_RANK_NB = 3        # places of the gold ranking that score

ctypedef struct ProvinceRow:
    uint8_t fields
    uint8_t limit           # favor symbols in the sand: how many favors its owner may buy
    uint8_t symbols         # favor symbols of both kinds
    uint8_t stones          # immediate bonuses
    uint8_t favors
    uint8_t gold
    uint8_t mine
    uint8_t caravan
    uint8_t temples

ctypedef struct AmunreTables:
    ProvinceRow province[PROVINCE_NB]
    uint16_t west           # masks, bit per province
    uint16_t upper
    uint16_t nile
    uint16_t with_fields
    uint64_t all_favors     # packed counts, see favors.pxd
    uint8_t favors_in_box
    uint8_t track[SPACE_NB]
    uint16_t price[PRICE_NB]
    int16_t tile_total[TILE_NB + 1]     # [1]..[4]: the lowest total
    uint8_t tile_value[TILE_NB + 1]
    uint8_t tile_camel[TILE_NB + 1]
    uint8_t start_gold
    uint8_t rounds
    uint8_t ages
    uint8_t cards_each
    uint8_t stones_per_pyramid
    uint8_t farmer_tokens
    uint8_t theft
    uint8_t adjustment
    uint8_t treasury
    uint8_t big_harvest
    uint8_t protection
    uint8_t rewards[REWARD_NB]
    uint8_t pyramid
    uint8_t fewest_pyramids
    uint8_t most_pyramids
    uint8_t yellow_card
    uint8_t scribes_symbols
    uint8_t farmers_needed
    uint8_t gold_ranks[GOLD_RANK_NB]

cdef AmunreTables TABLES
