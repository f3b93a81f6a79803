"""Rules of thumb: what an action or a place is about worth, in quarters of a point. They guide foresight and playouts."""

from egypt.games.tekhenu.state cimport Table

cdef enum:
    QUARTERS = 4            # of a point
    RESOURCE_WORTH = 4      # a basic resource
    GOLD_WORTH = 6
    SCRIBE_WORTH = 6
    FAITH_WORTH = 2

cdef int action_worth(const Table* t, int action, int value) noexcept nogil
cdef int statue_worth(const Table* t, int place) noexcept nogil
# The best rotation is assumed.
cdef int cell_worth(const Table* t, int cell, int tile) noexcept nogil
cdef int best_rotation(const Table* t, int cell, int tile) noexcept nogil
cdef int site_worth(const Table* t, int site) noexcept nogil
cdef int district_worth(const Table* t, int row, int district, int resource, int track) noexcept nogil
cdef int card_worth(const Table* t, int code) noexcept nogil
