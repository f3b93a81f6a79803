"""Moves and outcomes in 32 bits. The verb stands on top, so that lists come out in ascending order if written verb by verb.

    31..24    23..16        15..8        7..0
    TAKE      pan           -            die           code on the wheel; pan FORBIDDEN: a blessing will recolour it
    ANUBIS    -             -            0 for scribes, or blessing + 1
    BLESS     blessing      a            b             raise-either: a = 0 population, 1 happiness
                                                       recolour: a = colour, b = value it then has, + 16 or 32 if that
                                                       colour is forbidden and taken as pure or tainted
    GO        -             -            -             no more blessings; nothing more
    USE       flags         action       value         flags 0 normal, 1 first produce with the tainted die, 2 extra action
    SHIFT     -             -            value
    STATUE    -             -            place         0..5 Horus spaces, 6..9 people's spaces
    CELL      -             -            cell
    ROTATE    -             -            0..3          quarter turns clockwise
    SITE      -             -            site
    REFRESH   -             -            section
    CARDS     section       -            bit per place
    DISTRICT  district      a            b             a = which of the resources shown, b = production raised by any-steps
    CHOOSE    -             -            kind of goods
    MARKER    -             -            0 population, 1 happiness
    FAITH     -             -            faith on the pure pan + 128, less than 128 for the tainted one
    KEEP      -             -            decree
    DRAFT     -             -            starting card
    DESTINY   -             -            destiny card
    OFFERED   -             -            deck * 24 + card
    PASS

    31..24    23..20        19..16       15..12       11..8        7..4      3..0
    PAY       papyrus       bread        limestone    granite      gold      scribes     paid of each
    MIX       papyrus       bread        limestone    granite                            gained of each

    Outcomes
    SUN sector; GOD_TILE god; TILE tile; DIE colour (15..8) and face (7..0); CARD deck * 24 + card; DEAL decree or HIDDEN;
    STARTING card; DRAFTER seat; PYRAMID action tile; DEBEN 0 right, 1 up; LOT kind (23..16) and what is drawn by lot;
    REVEAL bit per decree (23..0)
"""

from egypt.core.types cimport Move

cdef enum Verb:
    TAKE = 1
    ANUBIS_ACTION = 2
    BLESS = 3
    GO = 4
    USE = 5
    SHIFT = 6
    STATUE = 7
    CELL = 8
    ROTATE = 9
    SITE = 10
    REFRESH = 11
    CARDS = 12
    DISTRICT = 13
    CHOOSE = 14
    MARKER = 15
    FAITH_MOVE = 16
    KEEP = 17
    DRAFT = 18
    DESTINY = 19
    OFFERED = 20
    PASS = 21
    PAY = 22
    MIX = 23
    # nature
    SUN = 32
    GOD_TILE = 33
    TILE = 34
    DIE = 35
    CARD = 36
    DEAL = 37
    STARTING = 38
    DRAFTER = 39
    PYRAMID = 40
    DEBEN = 41
    LOT = 42
    REVEAL = 43

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


cdef inline Move make(int verb, int c=0) noexcept nogil:
    return <Move>verb << 24 | <Move>c


cdef inline Move make_three(int verb, int a, int b, int c) noexcept nogil:
    return <Move>verb << 24 | <Move>a << 16 | <Move>b << 8 | <Move>c


cdef inline Move make_goods(int verb, int papyrus, int bread, int limestone, int granite, int gold,
                            int scribes) noexcept nogil:
    return (<Move>verb << 24 | <Move>papyrus << 20 | <Move>bread << 16 | <Move>limestone << 12 | <Move>granite << 8
            | <Move>gold << 4 | <Move>scribes)


cdef inline int move_verb(Move move) noexcept nogil:
    return move >> 24


cdef inline int move_a(Move move) noexcept nogil:
    return move >> 16 & 255


cdef inline int move_b(Move move) noexcept nogil:
    return move >> 8 & 255


cdef inline int move_c(Move move) noexcept nogil:
    return move & 255


cdef inline Move make_reveal(int decrees) noexcept nogil:
    return <Move>REVEAL << 24 | <Move>decrees


cdef inline int move_decrees(Move move) noexcept nogil:
    """Of a REVEAL: bit per decree."""
    return move & 0xFFFFFF


cdef inline int move_goods(Move move, int kind) noexcept nogil:
    """Of a PAY or MIX: the units of a kind of goods, PAPYRUS to SCRIBE."""
    return move >> (20 - 4 * kind) & 15
