"""A move of Ra in 32 bits:

  bit 0                   24     32
      | tile, sun or row   | kind |

Ascending moves therefore list kind by kind, then rising tiles or suns.
"""

from egypt.core.types cimport Move

cdef enum:
    MOVE_DRAW = 1           # draw
    MOVE_INVOKE = 2         # invoke
    MOVE_PASS = 3           # pass
    MOVE_STOP = 4           # stop            no further God
    MOVE_GOD = 5            # god:<tile>      use a God to take a tile
    MOVE_BID = 6            # bid:<sun>
    MOVE_LOSE = 7           # lose:<tile>     to unrest or an earthquake
    MOVE_TILE = 8           # tile:<tile>     nature reveals a tile
    MOVE_SUNS = 9           # suns:<row>      nature deals a set of suns, row 0.. of the table


cdef inline Move make_move(int kind, int argument) noexcept nogil:
    return (<Move>kind << 24) | <Move>argument


cdef inline int move_kind(Move move) noexcept nogil:
    return move >> 24


cdef inline int move_argument(Move move) noexcept nogil:
    return move & 0xFFFFFF
