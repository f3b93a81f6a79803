"""Points are scored where an epoch ends, in the middle of a move: so the move is carried out once more in a copy that halts
there, and the parts that the scoring adds up are read off.
"""

from libc.stdint cimport int32_t

from egypt.core.types cimport MAX_SEATS, Move
from egypt.games.ra.rules cimport apply
from egypt.games.ra.scoring cimport PART_NB, epoch_parts
from egypt.games.ra.state cimport HALT_BEFORE_SCORING, HALTED, RaState

# The parts in the order of scoring.pxd: a word for programs, then what is said when it adds and when it takes away points.
PARTS = (
    ("gods", "Gods", "Gods"),
    ("gold", "gold", "gold"),
    ("pharaohs", "most pharaohs", "fewest pharaohs"),
    ("river", "Nile and flood tiles", "Nile and flood tiles"),
    ("civilization", "different civilization tiles", "too few civilization tiles"),
    ("monument-kinds", "different monuments", "different monuments"),
    ("monument-copies", "equal monuments", "equal monuments"),
    ("suns", "highest sum of suns", "lowest sum of suns"),
)
FLOOR = ("floor", "no score falls below zero")


cdef list score_items(const void* before, Move move, const void* after):
    cdef RaState scratch = (<const RaState*>before)[0]
    cdef int32_t[MAX_SEATS * PART_NB] parts
    cdef int seat, i
    scratch.halt = HALT_BEFORE_SCORING
    apply(&scratch, move)
    if scratch.halt != HALTED:
        return []
    epoch_parts(&scratch, parts)
    items = []
    for seat in range(scratch.header.players):
        missing = (<const RaState*>after).player[seat].score - scratch.player[seat].score
        for i in range(PART_NB):
            score = parts[PART_NB * seat + i]
            missing -= score
            if score:
                item, gain, loss = PARTS[i]
                items.append((seat, item, gain if score > 0 else loss, score))
        if missing:
            items.append((seat, *FLOOR, missing))
    return items


assert len(PARTS) == PART_NB
