"""How a view of Ra is written as numbers. All is open, so it is the whole state."""

from egypt.core.tensor cimport TensorLayout
from egypt.games.ra.state cimport FUNERAL, GOD, HIGHEST_SUN, KIND_NB, RaPlayer, RaState, field_mask, one_disaster

from egypt.games.ra.components import KINDS
from egypt.games.ra.notation import AUCTIONS, PHASES, ROWS

SUNS = tuple([str(sun) for sun in range(1, HIGHEST_SUN + 1)])
CENTERS = ("-", *SUNS)


def lay_out(int players, int variant):
    """The entries of the tensor of a view, in order."""
    cdef RaState v
    cdef TensorLayout tensor = TensorLayout(players)
    cdef size_t each = sizeof(RaPlayer)
    cdef int kind
    held = {KINDS[kind]: field_mask(kind) for kind in range(GOD, FUNERAL)}
    disasters = {KINDS[kind]: one_disaster(kind) * 15 for kind in range(FUNERAL, KIND_NB)}
    tensor.describe(&v, sizeof(v))
    tensor.one_hot("phase", PHASES, &v.phase, sizeof(v.phase))
    tensor.one_hot("auction", AUCTIONS, &v.auction, sizeof(v.auction))
    tensor.one_hot("epoch", ("1", "2", "3"), &v.epoch, sizeof(v.epoch), 1)
    tensor.number("ra", &v.ra_count, sizeof(v.ra_count))
    tensor.one_hot("center", CENTERS, &v.center, sizeof(v.center))
    tensor.seat("turn", &v.turn, sizeof(v.turn))
    tensor.number("best-bid", &v.best_bid, sizeof(v.best_bid))
    tensor.seat("best-bidder", &v.best_bidder, sizeof(v.best_bidder), 0, 0, &v.best_bid)
    tensor.number("lose.civilization", &v.lose_civilization, sizeof(v.lose_civilization))
    tensor.number("lose.monuments", &v.lose_monuments, sizeof(v.lose_monuments))
    tensor.bits("dealt", ROWS, &v.sets_dealt, sizeof(v.sets_dealt))
    tensor.number("track.tiles", &v.track_count, sizeof(v.track_count))
    tensor.packed("track", held, &v.track, sizeof(v.track))
    tensor.packed("track", disasters, &v.track_disasters, sizeof(v.track_disasters))
    tensor.bits("track.kinds", KINDS, &v.track_kinds, sizeof(v.track_kinds))
    tensor.number("bag.tiles", &v.bag_count, sizeof(v.bag_count))
    tensor.numbers("bag", KINDS, &v.bag[0], sizeof(v.bag[0]))
    tensor.number("score", &v.player[0].score, sizeof(v.player[0].score), each, True)
    tensor.bits("suns", SUNS, &v.player[0].up, sizeof(v.player[0].up), each)
    tensor.bits("suns-down", SUNS, &v.player[0].down, sizeof(v.player[0].down), each)
    tensor.packed("tiles", held, &v.player[0].tiles, sizeof(v.player[0].tiles), each)
    return tensor.finish()
