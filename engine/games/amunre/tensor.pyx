"""How a view of Amun-Re is written as numbers."""

from egypt.core.tensor cimport TensorLayout
from egypt.core.types cimport MAX_SEATS
from egypt.games.amunre.state cimport PLAY_NB, AmunreView
from egypt.games.amunre.tables cimport FAVOR_BITS, PROVINCE_NB

from egypt.games.amunre.components import FAVORS
from egypt.games.amunre.notation import COUNTERS, PHASES
from egypt.games.amunre.tables import PROVINCES

ROUNDS = ("1", "2", "3")
PLAYS = tuple([str(play) for play in range(PLAY_NB)])
USED = ("architect", "free-farmer", "treasury", "third-stone")


def lay_out(int players, int variant):
    """The entries of the tensor of a view, in order."""
    cdef AmunreView v
    cdef TensorLayout tensor = TensorLayout(players)
    tensor.describe(&v, sizeof(v))
    lay_out_course(tensor, &v)
    lay_out_map(tensor, &v)
    lay_out_seats(tensor, &v)
    lay_out_favors(tensor, &v)
    return tensor.finish()


cdef dict favor_parts():
    """Four bits per kind."""
    return {name: 15 << FAVOR_BITS * kind for kind, name in enumerate(FAVORS)}


cdef int lay_out_course(TensorLayout tensor, const AmunreView* v) except -1:
    cdef size_t byte = 1
    tensor.one_hot("phase", PHASES, &v.table.phase, byte)
    tensor.one_hot("age", ("1", "2"), &v.table.age, byte, 1)
    tensor.one_hot("round", ROUNDS, &v.table.round, byte, 1)
    tensor.seat("start", &v.table.start, byte)
    tensor.seat("turn", &v.table.turn, byte)
    tensor.one_hot("tile", ("-", "1", "2", "3", "4"), &v.table.tile, byte)
    tensor.one_hot("resume", PHASES, &v.table.resume, byte)
    tensor.numbers("counter", COUNTERS, &v.table.debt, byte)     # bytes in a row, from `debt` to `rewards`
    tensor.bits("used", USED, &v.table.used, byte)
    tensor.one_hot("cursor", PROVINCES, &v.table.cursor, byte)
    tensor.seats("served", &v.table.served, byte)
    tensor.seats("adjusters", &v.table.adjusters, byte)
    tensor.seats("adjusted", &v.table.adjusted, byte)
    tensor.number("total", &v.table.total, sizeof(v.table.total), 0, True)
    return 0


cdef int lay_out_map(TensorLayout tensor, const AmunreView* v) except -1:
    """The auction, and what lies in the provinces."""
    cdef size_t byte = 1
    cdef int province
    tensor.number("offered.count", &v.table.offered_count, byte)
    tensor.listed("offered", PROVINCES, &v.table.offered[0], MAX_SEATS, &v.table.offered_count)
    tensor.seats("live", &v.table.live, byte)
    tensor.seats("shielded", &v.table.shielded, byte)
    tensor.seats("bribed", &v.table.bribed, byte)
    tensor.numbers("bid", PROVINCES, &v.table.bid[0], byte)
    for province in range(PROVINCE_NB):
        tensor.seat(f"bidder.{PROVINCES[province]}", &v.table.bidder[province], byte, 0, 0, &v.table.bid[province])
    tensor.numbers("stones", PROVINCES, &v.table.stones[0], byte)
    tensor.numbers("pyramids", PROVINCES, &v.table.pyramids[0], byte)
    tensor.numbers("farmers", PROVINCES, &v.table.farmers[0], byte)
    tensor.numbers("free-farmers", PROVINCES, &v.table.free_farmers[0], byte)
    tensor.number("farmers-placed", &v.table.farmers_placed, byte)
    tensor.bits("kingdom", PROVINCES, &v.table.kingdom, sizeof(v.table.kingdom))
    tensor.bits("seen", PROVINCES, &v.table.seen, sizeof(v.table.seen))
    return 0


cdef int lay_out_seats(TensorLayout tensor, const AmunreView* v) except -1:
    cdef size_t byte = 1, small = sizeof(v.table.gold[0])
    tensor.number("gold", &v.table.gold[0], small, small, True)
    tensor.number("score", &v.table.score[0], small, small, True)
    tensor.number("given", &v.table.given[0], small, small, True)
    tensor.bits("owned", PROVINCES, &v.table.owned[0], sizeof(v.table.owned[0]), sizeof(v.table.owned[0]))
    tensor.one_hot("outbid", PROVINCES, &v.table.outbid[0], byte, 1, byte)
    tensor.number("cards", &v.table.cards[0], byte, byte)
    tensor.number("favors", &v.table.hand_count[0], byte, byte)
    tensor.number("fresh-favors", &v.table.fresh_count[0], byte, byte)
    tensor.seats("architects", &v.table.architects, byte)
    return 0


cdef int lay_out_favors(TensorLayout tensor, const AmunreView* v) except -1:
    """Favors that all have seen, then what the viewer alone knows."""
    cdef size_t bag = sizeof(v.hand)
    tensor.number("deck", &v.table.deck_count, 1)
    tensor.packed("discard", favor_parts(), &v.table.discard, bag)
    tensor.packed("under", favor_parts(), &v.table.under, bag)
    tensor.packed("fresh", favor_parts(), &v.table.fresh, bag)
    tensor.number("played.count", &v.table.plays, 1)
    tensor.listed("played", FAVORS, &v.table.play[0], PLAY_NB, &v.table.plays, 15)
    tensor.listed_seats("played-by", &v.table.play[0], PLAY_NB, &v.table.plays, 4)
    tensor.numbers("played-after", PLAYS, &v.table.play_limit[0], 1)
    tensor.packed("hand", favor_parts(), &v.hand, bag)
    tensor.packed("drawn", favor_parts(), &v.drawn, bag)
    tensor.packed("sold", favor_parts(), &v.sold, bag)
    tensor.bits("province-hand", PROVINCES, &v.province_hand, sizeof(v.province_hand))
    tensor.number("offer", &v.offer, sizeof(v.offer))
    tensor.bits("from-fresh", PLAYS, &v.from_fresh, sizeof(v.from_fresh))
    tensor.one_hot("chosen", PROVINCES, &v.chosen, 1, 1)
    return 0
