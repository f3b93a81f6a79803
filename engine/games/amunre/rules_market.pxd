"""The Market phase (pp. 5-6): favors, farmers, stones, each step once and in this order."""

from egypt.core.types cimport Move
from egypt.games.amunre.state cimport AmunreState

cdef void begin_market(AmunreState* s) noexcept nogil

cdef int legal_favors(const AmunreState* s, Move* moves) noexcept nogil
cdef void buy_favors(AmunreState* s, int count) noexcept nogil
cdef void take_bought_favor(AmunreState* s, int kind) noexcept nogil

cdef int legal_farmers(const AmunreState* s, Move* moves) noexcept nogil
cdef void buy_farmers(AmunreState* s, int province, int count) noexcept nogil

cdef int legal_buildings(const AmunreState* s, Move* moves) noexcept nogil
cdef void build(AmunreState* s, int province, int argument) noexcept nogil

# What goes on after a sale in each step.
cdef void after_favors(AmunreState* s) noexcept nogil
cdef void after_build(AmunreState* s) noexcept nogil
