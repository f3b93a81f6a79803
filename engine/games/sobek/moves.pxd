"""Moves and outcomes in 29 bits. The verb stands on top, so that lists come out in ascending order as they are written.

    28..24   23..20     19..16     15..8        7..0
    TAKE                                        cards skipped
    CHARAC.  character  a          b            c            what a, b, c mean depends on the power:
                        Thief:     victim + 1,  back
                        Vizier:    player + 1
                        Merchant:  dock + 1
                        Priest:    family + 1,  cards discarded: scarabs (3 bits), plain (3), green (2); bit per
                        character
                        Courtesan: family + 1,  kind + 1,    kind + 1 or 0
    EVENT               token      (seat or family) + 1
    DROP, RETRIEVE, DOCK, DRAW, STOLEN, SEE     kind, or a disguise: HIDDEN + back
    TOKEN                                       token, or HIDDEN
    PURGE                          family       bit per character
    SIGHT                          bag of tokens (16 bits), 0 = not seen
    STARTER, CHOOSER                            seat
    PAY                                         bit per seat
    PASS, DONE

    28..24   23..21   20..18    17..15   14..12   11..9        8..6
    SET      family   scarabs   plain    green    characters   amulets     numbers of cards; characters: bit each
    LAY      as SET
    BEGIN    family                                            amulets
"""

from egypt.core.types cimport Move

cdef enum Verb:
    TAKE = 1
    CHARACTER = 2
    SET = 3
    BEGIN = 4
    PASS = 5
    EVENT = 6
    DROP = 7
    RETRIEVE = 8
    LAY = 9
    DONE = 10
    STARTER = 11
    CHOOSER = 12
    DOCK = 13
    DRAW = 14
    STOLEN = 15
    TOKEN = 16
    SEE = 17
    SIGHT = 18
    PAY = 19
    PURGE = 20

cdef enum:
    HIDDEN = 32             # disguises: a card of back b is HIDDEN + b
    HIDDEN_FAMILY = 7       # a set was begun, of which family is not seen yet


cdef inline Move make(int verb, int argument=0) noexcept nogil:
    return <Move>verb << 24 | <Move>argument


cdef inline Move make_character(int character, int a=0, int b=0, int c=0) noexcept nogil:
    return <Move>CHARACTER << 24 | <Move>character << 20 | <Move>a << 16 | <Move>b << 8 | <Move>c


cdef inline Move make_event(int token, int aim=0) noexcept nogil:
    return <Move>EVENT << 24 | <Move>token << 16 | <Move>aim << 8


cdef inline Move make_set(int verb, int family, int scarabs, int plain, int green, int mates, int amulets) noexcept nogil:
    return (<Move>verb << 24 | <Move>family << 21 | <Move>scarabs << 18 | <Move>plain << 15 | <Move>green << 12
            | <Move>mates << 9 | <Move>amulets << 6)


cdef inline Move make_begin(int family, int amulets) noexcept nogil:
    return make_set(BEGIN, family, 0, 0, 0, 0, amulets)


cdef inline int move_verb(Move move) noexcept nogil:
    return move >> 24


cdef inline int move_argument(Move move) noexcept nogil:
    return move & 255


cdef inline int move_character(Move move) noexcept nogil:
    return move >> 20 & 15


cdef inline int move_a(Move move) noexcept nogil:
    return move >> 16 & 15


cdef inline int move_b(Move move) noexcept nogil:
    return move >> 8 & 255


cdef inline int move_tokens(Move move) noexcept nogil:
    return move & 0xFFFF


cdef inline int move_token(Move move) noexcept nogil:
    return move >> 16 & 15


cdef inline int move_aim(Move move) noexcept nogil:
    return move >> 8 & 255


cdef inline int set_family(Move move) noexcept nogil:
    return move >> 21 & 7


cdef inline int set_scarabs(Move move) noexcept nogil:
    return move >> 18 & 7


cdef inline int set_plain(Move move) noexcept nogil:
    return move >> 15 & 7


cdef inline int set_green(Move move) noexcept nogil:
    return move >> 12 & 7


cdef inline int set_mates(Move move) noexcept nogil:
    return move >> 9 & 7


cdef inline int set_amulet_count(Move move) noexcept nogil:
    return move >> 6 & 7
