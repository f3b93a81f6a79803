"""The state of a game of Ra: one struct, no pointers; tiles as packed counts, suns as bit masks."""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t

from egypt.core.types cimport MAX_SEATS, StateHeader

# Kinds of tiles, in the order of data.toml.
cdef enum:
    RA = 0
    GOD = 1
    GOLD = 2
    PHARAOH = 3
    NILE = 4
    FLOOD = 5
    CIVILIZATION = 6        # the first of five kinds
    CIVILIZATION_NB = 5
    MONUMENT = 11           # the first of eight kinds
    MONUMENT_NB = 8
    FUNERAL = 19
    DROUGHT = 20
    UNREST = 21
    EARTHQUAKE = 22
    KIND_NB = 23

cdef enum:
    HIGHEST_SUN = 16        # suns are bits of 16

# Tile counts packed into 60 bits, so that winning a lot is one addition:
#
#   bit 0     5     10    14   18    21              36                       60
#       | pharaoh | nile | flood | god | gold | civilization 5 x 3 | monument 8 x 3 |
cdef enum:
    PHARAOH_SHIFT = 0
    NILE_SHIFT = 5
    FLOOD_SHIFT = 10
    GOD_SHIFT = 14
    GOLD_SHIFT = 18
    CIVILIZATION_SHIFT = 21
    MONUMENT_SHIFT = 36
    PACKED_BITS = 60

cdef enum:
    PHASE_DEAL = 0          # nature deals a set of suns to the next seat
    PHASE_TURN = 1          # draw, invoke or use a God
    PHASE_DRAW = 2          # nature reveals the tile that `turn` draws
    PHASE_AUCTION = 3       # bid or pass
    PHASE_GOD = 4           # one God is used: another one, or stop
    PHASE_UNREST = 5        # the holder picks a civilization tile to lose
    PHASE_EARTHQUAKE = 6    # the holder picks a monument to lose
    PHASE_OVER = 7
    PHASE_NB = 8

cdef enum:
    AUCTION_NONE = 0
    AUCTION_DRAWN = 1       # a Ra tile was drawn: all may pass, the lot stays
    AUCTION_FULL = 2        # invoked on a full track: all may pass, the lot leaves the game
    AUCTION_INVOKED = 3     # invoked otherwise: the Ra player must bid if no other player does

# Whether the course of a game halts where an epoch is scored; only the ledger's scratch copy of a state ever does.
cdef enum:
    HALT_NEVER = 0
    HALT_BEFORE_SCORING = 1
    HALTED = 2

cdef enum:
    SPARE_NB = 4

ctypedef struct RaPlayer:
    uint64_t tiles          # packed counts
    uint16_t up             # usable suns, bit value - 1
    uint16_t down           # suns that wait for the next epoch
    int16_t score
    uint16_t spare          # zero

ctypedef struct RaState:
    StateHeader header      # the actor is the seat that decides now: a bidder, the holder of a disaster …
    RaPlayer player[MAX_SEATS]
    uint64_t track          # packed counts of the tiles up for auction, disasters apart
    uint32_t track_kinds    # bit per kind that lies on the track, disasters included
    uint16_t track_disasters  # four counts of four bits: funeral, drought, unrest, earthquake
    uint8_t track_count
    uint8_t bag_count
    uint8_t bag[KIND_NB + 1]  # tiles by kind; an unordered pool
    uint8_t epoch           # 1..3
    uint8_t ra_count        # Ra tiles drawn this epoch
    uint8_t center          # the sun in the centre
    uint8_t turn            # whose turn it is; the Ra player during an auction
    uint8_t phase
    uint8_t auction         # its kind; AUCTION_NONE outside an auction and its disasters
    uint8_t best_bid        # highest sun bid so far, 0 for none
    uint8_t best_bidder     # its owner
    uint8_t lose_civilization  # tiles the actor still has to lose
    uint8_t lose_monuments
    uint8_t sets_dealt      # sun sets dealt so far, bit per row
    uint8_t halt            # HALT_NEVER in every state of a game
    uint8_t spare[SPARE_NB]  # zero; up to a whole word


cdef inline int tile_shift(int kind) noexcept nogil:
    """Where a kind's count sits in packed counts; not for Ra tiles and disasters, which no player ever holds."""
    if kind >= MONUMENT:
        return MONUMENT_SHIFT + 3 * (kind - MONUMENT)
    if kind >= CIVILIZATION:
        return CIVILIZATION_SHIFT + 3 * (kind - CIVILIZATION)
    if kind == FLOOD:
        return FLOOD_SHIFT
    if kind == NILE:
        return NILE_SHIFT
    if kind == PHARAOH:
        return PHARAOH_SHIFT
    if kind == GOLD:
        return GOLD_SHIFT
    return GOD_SHIFT


cdef inline uint64_t field_mask(int kind) noexcept nogil:
    """The bits of a kind's count in packed counts; none for Ra tiles and disasters."""
    if kind == RA or kind >= FUNERAL:
        return 0
    if kind == PHARAOH or kind == NILE:
        return <uint64_t>31 << tile_shift(kind)
    if kind == FLOOD or kind == GOD:
        return <uint64_t>15 << tile_shift(kind)
    return <uint64_t>7 << tile_shift(kind)


cdef inline uint64_t one_tile(int kind) noexcept nogil:
    """A single tile as packed counts; nothing for Ra tiles and disasters."""
    return 0 if kind == RA or kind >= FUNERAL else <uint64_t>1 << tile_shift(kind)


cdef inline int count_of(uint64_t tiles, int kind) noexcept nogil:
    return 0 if kind == RA or kind >= FUNERAL else <int>((tiles & field_mask(kind)) >> tile_shift(kind))


cdef inline int pharaohs(uint64_t tiles) noexcept nogil:
    return tiles & 31


cdef inline int niles(uint64_t tiles) noexcept nogil:
    return (tiles >> NILE_SHIFT) & 31


cdef inline int floods(uint64_t tiles) noexcept nogil:
    return (tiles >> FLOOD_SHIFT) & 15


cdef inline int gods(uint64_t tiles) noexcept nogil:
    return (tiles >> GOD_SHIFT) & 15


cdef inline int golds(uint64_t tiles) noexcept nogil:
    return (tiles >> GOLD_SHIFT) & 7


cdef inline uint32_t civilization(uint64_t tiles) noexcept nogil:
    """The five civilization counts, three bits each."""
    return <uint32_t>(tiles >> CIVILIZATION_SHIFT) & 0x7FFF


cdef inline uint32_t monuments(uint64_t tiles) noexcept nogil:
    """The eight monument counts, three bits each."""
    return <uint32_t>(tiles >> MONUMENT_SHIFT) & 0xFFFFFF


cdef inline uint32_t kinds_present(uint32_t counts) noexcept nogil:
    """Of counts of three bits each: the lowest bit of every count that is not zero."""
    return (counts | (counts >> 1) | (counts >> 2)) & 0o11111111


cdef inline int count_kinds(uint32_t kinds) noexcept nogil:
    """How many bits kinds_present has set: a product adds up octal digits; only a sum of eight needs a digit more."""
    return 8 if kinds == 0o11111111 else ((kinds * 0o11111111) >> 21) & 7


cdef inline int sum_of_counts(uint32_t counts) noexcept nogil:
    """The sum of up to eight counts of three bits: in pairs, in fours, then as digits to the base 4096."""
    cdef uint32_t pairs = (counts & 0o07070707) + ((counts >> 3) & 0o07070707)
    return ((pairs & 0o00770077) + ((pairs >> 6) & 0o00770077)) % 4095


cdef inline int disasters_of(uint32_t disasters, int kind) noexcept nogil:
    """One of four counts of four bits each."""
    return (disasters >> (4 * (kind - FUNERAL))) & 15


cdef inline uint16_t one_disaster(int kind) noexcept nogil:
    """A single disaster as one of these counts."""
    return <uint16_t>1 << (4 * (kind - FUNERAL))
