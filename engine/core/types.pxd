"""The words that every room, the search and the boundary share."""

from libc.stdint cimport int8_t, int32_t, uint8_t, uint32_t, uint64_t

# A move, a chance outcome or a disguised move: one small integer, laid out by the room that made it.
ctypedef uint32_t Move

# State of the random generator (engine/core/rng.pxd); always passed by pointer, never global.
ctypedef uint64_t Rng

cdef enum:
    NO_MOVE = 0             # never a legal move
    MAX_SEATS = 5
    MAX_MOVES = 1024        # legal moves or chance outcomes of one state
    MAX_STATE_BYTES = 4096  # a world fits on the stack of a playout
    MAX_STATE_WORDS = 512   # the same in 64-bit words
    MAX_FEATURES = 128      # integer features of one seat
    MAX_STAGES = 16         # parts of a game that are judged by weights of their own
    MOVE_TRAITS = 12        # traits of one move at most
    MAX_TRAITS = 8192       # that a room can tell apart

# Who acts: a seat 0..players-1, or one of these.
cdef enum:
    CHANCE = -1             # nature draws next: sample_chance or enumerate_chance, then apply
    OVER = -2               # the game has ended: scores are final

# Who looks: a seat, or
cdef enum:
    TRUTH = -1              # no seat: a full state with nothing unknown

# Every state and every view begins with these bytes, so that generic code needs no call to ask who acts.
ctypedef struct StateHeader:
    int8_t actor            # seat, CHANCE or OVER
    int8_t viewer           # TRUTH in a state; the seat that knows this in a view
    uint8_t players
    uint8_t variant         # index into the room's list of variants
    uint8_t pending         # 0 unless a secret simultaneous choice is open; then a bit per seat that still has to choose
    uint8_t spare[3]        # zero

# What an evaluation says. Integers, so that every machine says the same.
cdef enum:
    POINT = 256             # one point of score, in the units of Outlook.points
    CERTAIN = 65536         # a chance of 1, in the units of Outlook.chance

ctypedef struct Outlook:
    int32_t points[MAX_SEATS]   # expected final score
    int32_t chance[MAX_SEATS]   # chance to win, ties split; the seats sum to about CERTAIN

# What `validate` answers; engine/core/errors.py has the sentences.
cdef enum Status:
    OK = 0
    BAD_HEADER = 1          # actor, players, viewer or variant out of range
    BAD_PHASE = 2           # phase data contradict each other
    BAD_TOTALS = 3          # components do not add up to what is in the box
    BAD_OWNER = 4           # a component lies where it cannot lie
    BAD_RANGE = 5           # a number is outside what the rules can reach

# A status that is not OK may say which field of the position text is at fault: bits 0-7 the Status, bits 8-15 one more than
# the field's place in the room's `field_names`, bits 16-23 one more than the seat, which replaces a `#` in that name.
cdef inline int in_field(int status, int field) noexcept nogil:
    return status | (field + 1) << 8

cdef inline int in_seat_field(int status, int field, int seat) noexcept nogil:
    return status | (field + 1) << 8 | (seat + 1) << 16
