"""Copies the checked rows of components.py into the C arrays of this room."""

from egypt.games.ra.state cimport CIVILIZATION_NB, HIGHEST_SUN, KIND_NB, MONUMENT_NB, field_mask, one_tile
from egypt.games.ra.tables cimport MASKS_OF_EIGHT, MASKS_OF_FOUR_COUNTS, PER_RA_BITS

from egypt.games.ra import components
from egypt.games.ra.components import KINDS, PLAYER_COUNTS, load

COMPONENTS = load()


cdef int fill_game() except -1:
    TABLES.epochs = COMPONENTS.game["epochs"]
    TABLES.start_score = COMPONENTS.game["start_score"]
    TABLES.track_size = COMPONENTS.game["track_size"]
    TABLES.center_sun = COMPONENTS.game["center_sun"]
    TABLES.discards_per_disaster = COMPONENTS.game["discards_per_disaster"]
    for players in PLAYER_COUNTS:
        TABLES.ra_limit[players] = COMPONENTS.ra_limit[players]
    return 0


cdef int fill_tiles() except -1:
    for kind in range(KIND_NB):
        tile = COMPONENTS.tiles[kind]
        TABLES.tile_count[kind] = tile.count
        TABLES.one[kind] = one_tile(kind)
        TABLES.field[kind] = field_mask(kind)
        if tile.kept:
            TABLES.kept_mask |= field_mask(kind)
    TABLES.tiles_in_box = sum([tile.count for tile in COMPONENTS.tiles])
    for count in range(MASKS_OF_EIGHT):
        TABLES.per_ra[count] = (1 << PER_RA_BITS) // max(1, count) + 1
    return 0


cdef int fill_suns() except -1:
    for players in PLAYER_COUNTS:
        TABLES.suns_each[players] = len(COMPONENTS.sun_sets[players][0])
        TABLES.all_suns[players] = 1 << (TABLES.center_sun - 1)
        for row in range(players):
            TABLES.sun_set[players][row] = sum([1 << (sun - 1) for sun in COMPONENTS.sun_sets[players][row]])
            TABLES.all_suns[players] |= TABLES.sun_set[players][row]
    for mask in range(MASKS_OF_EIGHT):
        TABLES.sun_count[mask] = mask.bit_count()
        TABLES.sun_sum[mask] = sum([bit + 1 for bit in range(8) if mask >> bit & 1])
    return 0


cdef int fill_scores() except -1:
    score = COMPONENTS.score
    TABLES.god = score["god"]
    TABLES.gold = score["gold"]
    TABLES.pharaohs_most = score["pharaohs_most"]
    TABLES.pharaohs_fewest = score["pharaohs_fewest"]
    TABLES.river_tile_with_flood = score["river_tile_with_flood"]
    TABLES.suns_highest = score["suns_highest"]
    TABLES.suns_lowest = score["suns_lowest"]
    for kinds in range(CIVILIZATION_NB + 1):
        TABLES.civilization_kinds[kinds] = COMPONENTS.civilization_kinds[kinds]
    for kinds in range(MONUMENT_NB + 1):
        TABLES.monument_kinds[kinds] = COMPONENTS.monument_kinds[kinds]
    copies = [*COMPONENTS.monument_copies, *COMPONENTS.monument_copies[-1:] * 2]   # three bits can say 6 and 7, too
    for counts in range(MASKS_OF_FOUR_COUNTS):
        TABLES.copies_of_four[counts] = sum([copies[(counts >> shift) & 7] for shift in (0, 3, 6, 9)])
    return 0


assert len(KINDS) == KIND_NB and components.HIGHEST_SUN == HIGHEST_SUN
fill_game()
fill_tiles()
fill_suns()
fill_scores()
