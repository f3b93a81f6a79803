"""From a state to an Outlook: expected points and winning chances of all seats, in integers."""

from engine.core.game cimport GameOps, Weights
from engine.core.types cimport Outlook


# The judgement of a state in which a seat acts or the game is over.
cdef void evaluate(const GameOps* ops, const Weights* weights, const void* state, Outlook* outlook) noexcept nogil

# The truth of a finished game: its points, and the win split among those who rank first.
cdef void final_outlook(const GameOps* ops, const void* state, Outlook* outlook) noexcept nogil

# Winning chances from outlook.points: the odds between two seats grow by e with every `spread` points.
cdef void chances_from_points(Outlook* outlook, int players, int spread) noexcept nogil
