"""What disasters take (pp. 4 and 7): one place for the rules, the checks and the evaluation.

Inline, since playouts come here.
"""

from libc.stdint cimport uint32_t, uint64_t

from egypt.games.ra.state cimport (
    DROUGHT, FLOOD_SHIFT, FUNERAL, NILE_SHIFT, PHARAOH_SHIFT, disasters_of, floods, kinds_present, niles, pharaohs,
    sum_of_counts,
)
from egypt.games.ra.tables cimport TABLES


cdef inline int tiles_to_lose(uint32_t disasters, int kind) noexcept nogil:
    """How many tiles the disasters of a kind take, if the holder has as many."""
    return TABLES.discards_per_disaster * disasters_of(disasters, kind)


cdef inline uint64_t after_funerals_and_droughts(uint64_t tiles, uint32_t disasters) noexcept nogil:
    """What is left of a player's tiles when the two kinds of disasters that leave no choice are done."""
    cdef int loss, from_floods
    loss = min(tiles_to_lose(disasters, FUNERAL), pharaohs(tiles))
    tiles -= <uint64_t>loss << PHARAOH_SHIFT
    loss = tiles_to_lose(disasters, DROUGHT)
    from_floods = min(loss, floods(tiles))
    tiles -= <uint64_t>from_floods << FLOOD_SHIFT
    loss = min(loss - from_floods, niles(tiles))
    return tiles - (<uint64_t>loss << NILE_SHIFT)


cdef inline bint is_choice(uint32_t counts, int loss) noexcept nogil:
    """The holder chooses if they have more tiles than must go, and of more than one kind."""
    cdef uint32_t kinds = kinds_present(counts)
    return loss and kinds & (kinds - 1) and sum_of_counts(counts) > loss
