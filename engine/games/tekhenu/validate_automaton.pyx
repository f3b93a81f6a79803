"""Whether the automaton's pyramid and marker agree with the course of the game.

The rules follow the marker from tile to tile without looking whether there is one: a text that puts it elsewhere must be
refused.
"""

from egypt.games.tekhenu.state cimport (
    ACTION_TILE_NB, AUTOMATON, STEP_DEBEN, STEP_LOT_DIE, STEP_PYRAMID, Table, is_solo,
)

cdef enum:
    LONGEST_WAY = 3         # moves from the left end of the base to the right edge of the pyramid


cdef int tiles_laid(const Table* table) noexcept nogil:
    """Action tiles in the pyramid if they are all different and leave no gap, else -1."""
    cdef int place, tile, seen = 0, laid = 0
    for place in range(ACTION_TILE_NB):
        tile = table.pyramid[place]
        if tile == 0:
            continue
        if tile > ACTION_TILE_NB or seen >> tile & 1 or place != laid:
            return -1
        seen |= 1 << tile
        laid += 1
    return laid


cdef int moves_from_start(int place) noexcept nogil:
    """Each move, to the right or up, leads one diagonal further."""
    cdef int row = 0
    cdef int width = 4
    while place >= width:
        place -= width
        width -= 1
        row += 1
    return row + place


cdef bint automaton_fits(const Table* table) noexcept nogil:
    cdef int laid = tiles_laid(table)
    cdef int dice = table.player[AUTOMATON].dice
    if not is_solo(table):
        return laid == 0 and table.marker == 0
    if table.step == STEP_PYRAMID:
        return laid == table.argument and table.marker == 0
    if laid != ACTION_TILE_NB and (laid != 0 or table.round != 0):
        return False
    if table.marker == 0:
        return dice == 0 and table.step != STEP_DEBEN and table.step != STEP_LOT_DIE
    if table.marker > ACTION_TILE_NB:
        return False
    if table.step == STEP_DEBEN and moves_from_start(table.marker - 1) >= LONGEST_WAY:
        return False
    return moves_from_start(table.marker - 1) + 1 == dice + (table.step == STEP_LOT_DIE)
