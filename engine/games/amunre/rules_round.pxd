"""Set-up, and the beginning of a round: which provinces come up (pp. 2, 4 and the expert rules)."""

from egypt.games.amunre.state cimport AmunreState

cdef void set_up(AmunreState* s, int players, int variant) noexcept nogil
cdef void name_start_player(AmunreState* s, int seat) noexcept nogil

# From here nature turns up provinces; in the expert game the players first choose them from their hands.
cdef void begin_round(AmunreState* s) noexcept nogil
cdef void deal_province_card(AmunreState* s, int province) noexcept nogil
cdef void choose_province(AmunreState* s, int province) noexcept nogil
