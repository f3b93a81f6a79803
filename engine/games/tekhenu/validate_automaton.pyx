"""Whether the automaton's pyramid and marker agree with the course of the game.

The rules follow the marker from tile to tile without looking whether there is one: a text that puts it elsewhere must be
refused.
"""

from egypt.games.tekhenu.state cimport ACTION_TILE_NB, STEP_DEBEN, STEP_PYRAMID, STEP_SETTLE_ORDER, Table, is_solo
from egypt.games.tekhenu.validate_course cimport base_of


cdef int tiles_laid(const Table* t) noexcept nogil:
    """Action tiles in the pyramid if they are all different and leave no gap, else -1."""
    cdef int place, tile, seen = 0, laid = 0
    for place in range(ACTION_TILE_NB):
        tile = t.pyramid[place]
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


cdef bint automaton_fits(const Table* t, int turns) noexcept nogil:
    cdef int laid = tiles_laid(t)
    if not is_solo(t):
        return laid == 0 and t.marker == 0
    if t.step == STEP_PYRAMID:
        return laid == t.argument and t.marker == 0
    if laid != (0 if base_of(t) == STEP_SETTLE_ORDER else ACTION_TILE_NB):
        return False
    if t.marker == 0 or turns == 0:
        return t.marker == turns and t.step != STEP_DEBEN
    return t.marker <= ACTION_TILE_NB and moves_from_start(t.marker - 1) + 1 == turns
