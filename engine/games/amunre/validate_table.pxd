"""The invariants of the open table, which a state and all its views share."""

from egypt.games.amunre.state cimport Table

# Fields of the position text, as a status names them: the places in `notation.FIELDS`.
cdef enum:
    IN_VIEWER, IN_PLAYERS, IN_VARIANT, IN_AGE, IN_ROUND, IN_PHASE, IN_ACT, IN_TURN, IN_START, IN_TILE, IN_RESUME, IN_DEBT
    IN_FLOOR, IN_DRAWS, IN_CURSOR, IN_BOUGHT, IN_USED, IN_REWARDS, IN_SERVED, IN_ADJUST, IN_TOTAL, IN_GAVE, IN_AUCTION
    IN_OUTBID, IN_SHIELDED, IN_BRIBED, IN_KINGDOM, IN_SEEN, IN_MAP, IN_KNOWN, IN_DECK, IN_UNDER, IN_DISCARD, IN_SEAT
    IN_CHOSEN, IN_OFFERS, IN_SALES, IN_FRESH, IN_DRAWN, IN_PLAYED

cdef int check_table(const Table* t) noexcept nogil
