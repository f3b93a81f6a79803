"""A move or outcome of Tekhenu in 32 bits:

  bit 0     8     16    24     32
      |  c  |  b  |  a  | kind |

Ascending moves therefore list kind by kind. What the arguments are:

    kind      a             b            c
    TAKE      pan           -            die           code on the wheel; pan FORBIDDEN: a blessing will recolour it
    ANUBIS    -             -            0 for scribes, or blessing + 1
    BLESS     blessing      option       value         raise-either: option 0 population, 1 happiness
                                                       recolour: option = colour, value it then has, + AS_PURE or
                                                       AS_TAINTED if that colour is forbidden and taken as such
    GO        -             -            -             no more blessings; nothing more
    USE       flags         action       value         flags 0 normal, 1 first produce with the tainted die, 2 extra action
    SHIFT     -             -            value
    STATUE    -             -            place         0..5 Horus spaces, 6..9 people's spaces
    CELL      -             -            cell
    ROTATE    -             -            0..3          quarter turns clockwise
    SITE      -             -            site
    REFRESH   -             -            section
    CARDS     section       -            bit per place
    DISTRICT  district      resource     production    which of the resources shown is gained, which one raised besides
    CHOOSE    -             -            kind of goods
    MARKER    -             -            0 population, 1 happiness
    FAITH     -             -            NO_FAITH, + faith on the pure pan, - faith on the tainted one
    KEEP      -             -            decree
    DRAFT     -             -            starting card
    DESTINY   -             -            destiny card
    OFFERED   -             -            deck * 24 + card
    PASS

    bits      20..23        16..19       12..15       8..11        4..7      0..3
    PAY       papyrus       bread        limestone    granite      gold      scribes     paid of each
    MIX       papyrus       bread        limestone    granite                            gained of each

    Outcomes
    SUN sector; GOD_TILE god; TILE tile; DIE b = colour, c = face; CARD deck * 24 + card; DEAL decree or HIDDEN;
    STARTING card; DRAFTER seat; PYRAMID action tile; DEBEN 0 right, 1 up; LOT a = kind of lot, c = what is drawn;
    REVEAL bit per decree (bits 0..23)
"""

from egypt.core.types cimport Move

cdef enum:                  # kinds
    MOVE_TAKE = 1
    MOVE_ANUBIS = 2
    MOVE_BLESS = 3
    MOVE_GO = 4
    MOVE_USE = 5
    MOVE_SHIFT = 6
    MOVE_STATUE = 7
    MOVE_CELL = 8
    MOVE_ROTATE = 9
    MOVE_SITE = 10
    MOVE_REFRESH = 11
    MOVE_CARDS = 12
    MOVE_DISTRICT = 13
    MOVE_CHOOSE = 14
    MOVE_MARKER = 15
    MOVE_FAITH = 16
    MOVE_KEEP = 17
    MOVE_DRAFT = 18
    MOVE_DESTINY = 19
    MOVE_OFFERED = 20
    MOVE_PASS = 21
    MOVE_PAY = 22
    MOVE_MIX = 23
    # nature
    MOVE_SUN = 32
    MOVE_GOD_TILE = 33
    MOVE_TILE = 34
    MOVE_DIE = 35
    MOVE_CARD = 36
    MOVE_DEAL = 37
    MOVE_STARTING = 38
    MOVE_DRAFTER = 39
    MOVE_PYRAMID = 40
    MOVE_DEBEN = 41
    MOVE_LOT = 42
    MOVE_REVEAL = 43

cdef enum:
    USE_PLAIN = 0
    USE_WORK_FIRST = 1
    USE_EXTRA = 2
    AS_PURE = 16            # of a recoloured die that would be forbidden
    AS_TAINTED = 32
    HIDDEN = 24             # a decree that the observer does not see
    NO_FAITH = 128

cdef enum:                  # what a LOT decides
    LOT_DIE = 0             # code on the wheel
    LOT_STATUE = 1          # people's space
    LOT_CELL = 2
    LOT_SITE = 3
    LOT_DESTINY = 4
    LOT_STARTING = 5


cdef inline Move make_move(int kind, int c=0) noexcept nogil:
    return <Move>kind << 24 | <Move>c


cdef inline Move make_three(int kind, int a, int b, int c) noexcept nogil:
    return <Move>kind << 24 | <Move>a << 16 | <Move>b << 8 | <Move>c


cdef inline Move make_goods(int kind, int papyrus, int bread, int limestone, int granite, int gold,
                            int scribes) noexcept nogil:
    return (<Move>kind << 24 | <Move>papyrus << 20 | <Move>bread << 16 | <Move>limestone << 12 | <Move>granite << 8
            | <Move>gold << 4 | <Move>scribes)


cdef inline int move_kind(Move move) noexcept nogil:
    return move >> 24


cdef inline int move_a(Move move) noexcept nogil:
    return move >> 16 & 255


cdef inline int move_b(Move move) noexcept nogil:
    return move >> 8 & 255


cdef inline int move_c(Move move) noexcept nogil:
    return move & 255


cdef inline Move make_reveal(int decrees) noexcept nogil:
    return <Move>MOVE_REVEAL << 24 | <Move>decrees


cdef inline int move_decrees(Move move) noexcept nogil:
    """Of a REVEAL: bit per decree."""
    return move & 0xFFFFFF


cdef inline int move_goods(Move move, int kind) noexcept nogil:
    """Of a PAY or MIX: the units of a kind of goods, PAPYRUS to SCRIBE."""
    return move >> (20 - 4 * kind) & 15
