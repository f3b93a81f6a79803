"""Points are counted in the middle of moves: where the last income of an age is collected, and where the game ends. So the
move is carried out once more in a copy that halts there, and the parts that the scoring adds up are read off.
"""

from libc.stdint cimport int16_t, int32_t

from egypt.core.types cimport MAX_SEATS, Move
from egypt.games.amunre.moves cimport MOVE_SCORE, move_kind, move_place
from egypt.games.amunre.rules cimport apply
from egypt.games.amunre.scoring cimport (
    add_most_pyramids, fewest_pyramids, gold_points, pyramids_of, temple_points,
)
from egypt.games.amunre.state cimport HALT_BEFORE_GOLD, HALT_BEFORE_SCORING, HALTED, AmunreState, Table, budget
from egypt.games.amunre.tables cimport GOLD_RANK_NB, PROVINCE_NB, TABLES

from egypt.core.saying import several
from egypt.games.amunre.components import FAVORS
from egypt.games.amunre.words import FAVOR_NAMES

RANKS = (
    "most gold, favors left included", "second most gold, favors left included", "third most gold, favors left included",
)


cdef bint halt_there(const void* before, Move move, int where, AmunreState* scratch) noexcept nogil:
    """Carry out a move in a copy; whether it halts there, before the points are counted."""
    scratch[0] = (<const AmunreState*>before)[0]
    scratch.halt = where
    apply(scratch, move)
    return scratch.halt == HALTED


cdef list map_items(const Table* t):
    """What the map scores, in the order of the rulebook."""
    cdef int32_t[MAX_SEATS] west, east
    cdef int seat
    for seat in range(t.header.players):
        west[seat] = 0
        east[seat] = 0
    add_most_pyramids(t, TABLES.west, west)
    add_most_pyramids(t, ((1 << PROVINCE_NB) - 1) & ~TABLES.west, east)
    items = []
    for seat in range(t.header.players):
        pyramids, fewest = pyramids_of(t, seat), fewest_pyramids(t, seat)
        items += [
            (seat, "temples", "temples", temple_points(t, seat)),
            (seat, "pyramids", several(pyramids, "pyramid"), TABLES.pyramid * pyramids),
            (seat, "sets", f"at least {several(fewest, 'pyramid')} in every province", TABLES.fewest_pyramids * fewest),
            (seat, "west-bank", "most pyramids on the west bank", west[seat]),
            (seat, "east-bank", "most pyramids on the east bank", east[seat]),
        ]
    return items


cdef list gold_items(const Table* t):
    """The final ranking."""
    cdef int32_t[MAX_SEATS] points
    cdef int16_t[MAX_SEATS] worth
    cdef int seat
    for seat in range(t.header.players):
        worth[seat] = budget(t, seat)
    gold_points(worth, t.header.players, points)
    items = []
    for seat in range(t.header.players):
        richer = sum([worth[other] > worth[seat] for other in range(t.header.players)])
        items.append((seat, "gold", RANKS[min(richer, GOLD_RANK_NB - 1)], points[seat]))
    return items


cdef list score_items(const void* before, Move move, const void* after):
    cdef AmunreState scratch
    items = []
    if move_kind(move) == MOVE_SCORE:
        name = FAVOR_NAMES[FAVORS[move_place(move)]]
        items.append(((<const AmunreState*>before).table.turn, "yellow-card", name, TABLES.yellow_card))
    if halt_there(before, move, HALT_BEFORE_SCORING, &scratch):
        items += map_items(&scratch.table)
    if halt_there(before, move, HALT_BEFORE_GOLD, &scratch):
        items += gold_items(&scratch.table)
    return [item for item in items if item[3]]


assert len(RANKS) == GOLD_RANK_NB
