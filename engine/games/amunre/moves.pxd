"""A move of Amun-Re in 32 bits:

  bit 0          12       24      32
      | argument | place  | kind   |

`place` is a province, a kind of favor or a seat; `argument` is a number or an option. Ascending moves therefore come in
the order of the kinds below, then of places, then of arguments.
"""

from egypt.core.types cimport Move

cdef enum:
    MOVE_DONE = 1           # done                      nothing more
    MOVE_CHOOSE = 2         # choose:<province>         put up a province card (expert)
    MOVE_BID = 3            # bid:<province>+<gold>     argument: space, Bribery, Protection
    MOVE_SELL = 4           # sell:<favor>              with an offering it is sealed like it
    MOVE_BUY = 5            # favors:<number>           argument: how many favors to buy
    MOVE_FARMERS = 6        # farmers:<province>+<number>
    MOVE_BUILD = 7          # stones:<province>+<number>    argument: number, Architect, Free Farmer
    MOVE_OFFER = 8          # offer:<gold>              argument: gold, Offering Adjustment; gold 0 is the Theft card
    MOVE_ADJUST = 9         # adjust:up | adjust:down   argument 1 or 0
    MOVE_TAKE_FAVOR = 10    # take:favor                a reward
    MOVE_TAKE_FARMER = 11   # take:farmer+<province>
    MOVE_TAKE_STONE = 12    # take:stone+<province>
    MOVE_TREASURY = 13      # treasury:<province>
    MOVE_BIG_HARVEST = 14   # big-harvest:<province>
    MOVE_SCORE = 15         # score:<favor>             play a yellow card
    MOVE_START = 16         # start:<seat>              nature names the first Start Player
    MOVE_CARD = 17          # card:<province>           nature deals a province card (expert)
    MOVE_PROVINCE = 18      # province:<province>       nature turns up a province
    MOVE_FAVOR = 19         # favor:<favor>             nature deals a favor
    MOVE_UNVEIL = 20        # unveil:<seat>+<offering>  argument as in MOVE_OFFER
    MOVE_SOLD = 21          # sold:<favor>              turned up: a favor sold for the offering of the seat at turn

cdef enum:
    WITH_PROTECTION = 1     # options of a bid; the space is above them
    WITH_BRIBERY = 2
    WITH_FREE_FARMER = 1    # options of MOVE_BUILD; the number of stones is above them
    WITH_ARCHITECT = 2
    WITH_ADJUSTMENT = 1     # option of an offering; the gold is above it
    FIELD_MASK = 0xFFF      # of a place or an argument
    HIDDEN_OFFER = 0xFFF    # an offering that the observer does not see
    MOST_ITEMS = 15         # favors, or farmers for one province, in one move


cdef inline Move make_move(int kind, int place, int argument) noexcept nogil:
    return (<Move>kind << 24) | (<Move>place << 12) | <Move>argument


cdef inline int move_kind(Move move) noexcept nogil:
    return move >> 24


cdef inline int move_place(Move move) noexcept nogil:
    return (move >> 12) & FIELD_MASK


cdef inline int move_argument(Move move) noexcept nogil:
    return move & FIELD_MASK


cdef inline int with_options(int number, int options) noexcept nogil:
    """The argument of a bid (space) or of MOVE_BUILD (stones): two options below the number."""
    return (number << 2) | options


cdef inline int argument_number(int argument) noexcept nogil:
    return argument >> 2


cdef inline int argument_options(int argument) noexcept nogil:
    return argument & 3


cdef inline int offering(int gold, bint adjusted) noexcept nogil:
    """The argument of MOVE_OFFER and MOVE_UNVEIL; no gold is the Theft card."""
    return (gold << 1) | adjusted


cdef inline int offering_gold(int argument) noexcept nogil:
    return argument >> 1
