"""The frame of a round: setup, deliveries, whose turn it is, and the end of a round."""

from egypt.games.sobek.state cimport SobekState, Table


# Gives the move to a seat, or to nature.
cdef void set_actor(SobekState* s, int phase, int actor) noexcept nogil

# Collects all cards for the next round and leaves it to nature to deal.
cdef void start_round(SobekState* s) noexcept nogil

# Nature deals a green card, or lays a card on the docks.
cdef void deal_green(SobekState* s, int kind) noexcept nogil
cdef void deliver(SobekState* s, int kind) noexcept nogil

# Bit per seat with the fewest points.
cdef int last_players(const Table* t) noexcept nogil

# The starting player is known.
cdef void begin_play(SobekState* s, int seat) noexcept nogil

# The player's turn is over: deliver, end the round or go on with the next player.
cdef void end_turn(SobekState* s) noexcept nogil

# The round is over and a player has laid a set or is done with laying: who chooses next.
cdef void next_layer(SobekState* s) noexcept nogil

# The piles have been compared; `payers` (bit per seat) pay.
cdef void end_round(SobekState* s, int payers) noexcept nogil
