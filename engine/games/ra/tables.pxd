"""The numbers of data.toml as C arrays, filled once when the room is imported and only read after that."""

from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t

from egypt.core.types cimport MAX_SEATS
from egypt.games.ra.state cimport CIVILIZATION_NB, KIND_NB, MONUMENT_NB

cdef enum:
    PER_RA_BITS = 20
    MASKS_OF_EIGHT = 256
    MASKS_OF_FOUR_COUNTS = 4096     # of three bits each

ctypedef struct RaTables:
    uint8_t tile_count[KIND_NB + 1]         # in the box; padded to whole words
    uint64_t one[KIND_NB + 1]               # one_tile and field_mask of state.pxd, for the hot loops
    uint64_t field[KIND_NB + 1]
    uint64_t kept_mask                      # bits of the packed tile counts that survive the end of an epoch
    uint8_t tiles_in_box
    uint8_t epochs
    uint8_t start_score
    uint8_t track_size
    uint8_t center_sun
    uint8_t discards_per_disaster
    uint8_t ra_limit[MAX_SEATS + 1]         # by number of players
    uint8_t suns_each[MAX_SEATS + 1]
    uint16_t sun_set[MAX_SEATS + 1][MAX_SEATS]   # by number of players and row: a mask, bit value - 1
    uint8_t sun_count[MASKS_OF_EIGHT]       # suns in a mask of eight
    uint8_t sun_sum[MASKS_OF_EIGHT]         # sum of the suns in a mask of eight; the upper eight count 8 more each
    uint32_t all_suns[MAX_SEATS + 1]        # by number of players: all suns in play, centre included
    uint32_t per_ra[MASKS_OF_EIGHT]         # 2^PER_RA_BITS / number of Ra tiles: a product beats a division
    int8_t god
    int8_t gold
    int8_t pharaohs_most
    int8_t pharaohs_fewest
    int8_t river_tile_with_flood
    int8_t suns_highest
    int8_t suns_lowest
    int8_t civilization_kinds[CIVILIZATION_NB + 1]
    int8_t monument_kinds[MONUMENT_NB + 1]
    int8_t copies_of_four[MASKS_OF_FOUR_COUNTS]   # four monument counts of three bits -> what their copies score

cdef RaTables TABLES
