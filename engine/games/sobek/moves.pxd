"""A move or outcome of Sobek in 32 bits:

  bit 0        8          16       20          24     32
      | c       | b        | a      | character  | kind |    MOVE_CHARACTER; what a, b, c mean depends on the power:
                                                                 Thief:     a victim + 1, b back
                                                                 Vizier:    a player + 1
                                                                 Merchant:  a dock + 1
                                                                 Priest:    a family + 1, b discarded goods,
                                                                            c bit per character
                                                                 Courtesan: a family + 1, b kind + 1, c kind + 1 or 0
      |         | aim      | token               | kind |    MOVE_EVENT; aim: seat + 1 or family + 1, 0 for none
      | argument                                 | kind |    all others but sets; MOVE_PURGE: family << 8 | bit per character

  bit 0     6         9            12      15      18        21       24     32
      |      | amulets | characters | green | plain | scarabs | family | kind |    MOVE_SET, MOVE_LAY, MOVE_BEGIN
                                                                              numbers of cards; characters: bit each

  bit 0       2       5         8
      | green | plain | scarabs |    the Priest's discarded goods

Ascending moves therefore list kind by kind, as they are written.
"""

from egypt.core.types cimport Move
from egypt.games.sobek.tables cimport GREEN_PLAIN, WITH_SCARABS

cdef enum:
    MOVE_TAKE = 1           # take:<dock>       argument: cards skipped
    MOVE_CHARACTER = 2      # <character>:…
    MOVE_SET = 3            # set:<cards>
    MOVE_BEGIN = 4          # begin:<family>    a set; its family and amulets
    MOVE_PASS = 5           # pass
    MOVE_EVENT = 6          # event:<token>
    MOVE_DROP = 7           # drop:<card>       argument: kind, or a disguise
    MOVE_RETRIEVE = 8       # retrieve:<card>   likewise
    MOVE_LAY = 9            # lay:<cards>       a horizontal set
    MOVE_DONE = 10          # done              with laying
    MOVE_STARTER = 11       # starter:<seat>    a seat names it, or nature draws it
    MOVE_CHOOSER = 12       # chooser:<seat>    nature draws who names the starter
    MOVE_DOCK = 13          # dock:<card>       nature lays it there; argument: kind or DOCK_CHARACTER
    MOVE_DRAW = 14          # draw:<card>       argument: kind, or a disguise
    MOVE_STOLEN = 15        # stolen:<card>     likewise
    MOVE_TOKEN = 16         # token:<token>     nature turns it over; argument: token or HIDDEN
    MOVE_SEE = 17           # see:<card>        of a pile that is looked through; argument: kind, or a disguise
    MOVE_SIGHT = 18         # sight:<tokens>    argument: bag of tokens, 0 = not seen
    MOVE_PAY = 19           # pay:<seats>       argument: bit per seat
    MOVE_PURGE = 20         # purge:<family>    unseen characters go

cdef enum:
    HIDDEN = 32             # disguises: a card of back b is HIDDEN + b
    HIDDEN_FAMILY = 7       # a set was begun, of which family is not seen yet
    SET_GOODS_MOST = 7      # cards of one kind in a move
    DISCARDED_GREEN_MOST = 3


cdef inline Move make_move(int kind, int argument=0) noexcept nogil:
    return <Move>kind << 24 | <Move>argument


cdef inline Move make_character(int character, int a=0, int b=0, int c=0) noexcept nogil:
    return <Move>MOVE_CHARACTER << 24 | <Move>character << 20 | <Move>a << 16 | <Move>b << 8 | <Move>c


cdef inline Move make_event(int token, int aim=0) noexcept nogil:
    return <Move>MOVE_EVENT << 24 | <Move>token << 16 | <Move>aim << 8


cdef inline Move make_set(int kind, int family, int scarabs, int plain, int green) noexcept nogil:
    """A set of goods; `with_others` adds characters and amulets."""
    return <Move>kind << 24 | <Move>family << 21 | <Move>scarabs << 18 | <Move>plain << 15 | <Move>green << 12


cdef inline Move with_others(Move goods, int mates, int amulets) noexcept nogil:
    return goods | <Move>mates << 9 | <Move>amulets << 6


cdef inline Move make_begin(int family, int amulets) noexcept nogil:
    return with_others(make_set(MOVE_BEGIN, family, 0, 0, 0), 0, amulets)


cdef inline Move make_purge(int family, int mates) noexcept nogil:
    return make_move(MOVE_PURGE, family << 8 | mates)


cdef inline int make_discarded(int scarabs, int plain, int green) noexcept nogil:
    """The goods that a Priest discards, for argument b."""
    return scarabs << 5 | plain << 2 | green


cdef inline int move_kind(Move move) noexcept nogil:
    return move >> 24


cdef inline int move_argument(Move move) noexcept nogil:
    """Also argument c of a character."""
    return move & 255


cdef inline int move_character(Move move) noexcept nogil:
    return move >> 20 & 15


cdef inline int move_a(Move move) noexcept nogil:
    return move >> 16 & 15


cdef inline int move_b(Move move) noexcept nogil:
    return move >> 8 & 255


cdef inline int discarded_goods(Move move, int row) noexcept nogil:
    """How many of a kind a Priest discards."""
    if row == GREEN_PLAIN:
        return move_b(move) & 3
    return move_b(move) >> (5 if row == WITH_SCARABS else 2) & 7


cdef inline int purge_family(Move move) noexcept nogil:
    return move >> 8 & 255


cdef inline int move_tokens(Move move) noexcept nogil:
    return move & 0xFFFF


cdef inline int move_token(Move move) noexcept nogil:
    return move >> 16 & 15


cdef inline int move_aim(Move move) noexcept nogil:
    return move >> 8 & 255


cdef inline int set_family(Move move) noexcept nogil:
    return move >> 21 & 7


cdef inline int set_goods(Move move, int row) noexcept nogil:
    """How many of a kind: with scarabs, plain, green."""
    return move >> (18 - 3 * row) & 7


cdef inline int set_mates(Move move) noexcept nogil:
    return move >> 9 & 7


cdef inline int set_amulet_count(Move move) noexcept nogil:
    return move >> 6 & 7
