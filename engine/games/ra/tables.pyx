"""Copies the checked rows of components.py into the C arrays of this room."""

from egypt.games.ra.state cimport KIND_NB, field_mask, one_tile

from egypt.games.ra.components import KINDS, PLAYER_COUNTS, load

COMPONENTS = load()


cdef void fill() except *:
    cdef int kind, players
    for kind in range(KIND_NB):
        tile = COMPONENTS.tiles[kind]
        TABLES.tile_count[kind] = tile.count
        TABLES.one[kind] = one_tile(kind)
        TABLES.field[kind] = field_mask(kind)
        if tile.kept:
            TABLES.kept_mask |= field_mask(kind)
    TABLES.tiles_in_box = sum([tile.count for tile in COMPONENTS.tiles])
    TABLES.epochs = COMPONENTS.game["epochs"]
    TABLES.start_score = COMPONENTS.game["start_score"]
    TABLES.track_size = COMPONENTS.game["track_size"]
    TABLES.center_sun = COMPONENTS.game["center_sun"]
    TABLES.discards_per_disaster = COMPONENTS.game["discards_per_disaster"]
    for players in PLAYER_COUNTS:
        TABLES.ra_limit[players] = COMPONENTS.ra_limit[players]
        TABLES.suns_each[players] = len(COMPONENTS.sun_sets[players][0])
        TABLES.all_suns[players] = 1 << (TABLES.center_sun - 1)
        for row in range(players):
            TABLES.sun_set[players][row] = sum([1 << (sun - 1) for sun in COMPONENTS.sun_sets[players][row]])
            TABLES.all_suns[players] |= TABLES.sun_set[players][row]
    for row in range(256):
        TABLES.sun_count[row] = row.bit_count()
        TABLES.sun_sum[row] = sum([sun for sun in range(1, 9) if row >> (sun - 1) & 1])
    for row in range(256):
        TABLES.per_ra[row] = (1 << 20) // max(1, row) + 1
    score = COMPONENTS.score
    TABLES.god = score["god"]
    TABLES.gold = score["gold"]
    TABLES.pharaohs_most = score["pharaohs_most"]
    TABLES.pharaohs_fewest = score["pharaohs_fewest"]
    TABLES.river_tile_with_flood = score["river_tile_with_flood"]
    TABLES.suns_highest = score["suns_highest"]
    TABLES.suns_lowest = score["suns_lowest"]
    for kind in range(6):
        TABLES.civilization_kinds[kind] = COMPONENTS.civilization_kinds[kind]
    for kind in range(9):
        TABLES.monument_kinds[kind] = COMPONENTS.monument_kinds[kind]
    copies = [*COMPONENTS.monument_copies, *COMPONENTS.monument_copies[-1:] * 2]   # three bits can say 6 and 7, too
    for row in range(4096):
        TABLES.copies_of_four[row] = sum([copies[(row >> shift) & 7] for shift in (0, 3, 6, 9)])

assert len(KINDS) == KIND_NB
fill()
