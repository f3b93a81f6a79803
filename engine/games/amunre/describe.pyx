"""A position or view of Amun-Re as plain data, for JSON, for sentences and for the board.

Whatever can be pointed at has an id: `province:thebes`, `lot:thebes`, `seat:p1`, `hand:p1:nile`, `deck`.
"""

from libc.stdint cimport uint64_t

from egypt.games.amunre.favors cimport bag_size
from egypt.games.amunre.moves cimport WITH_ADJUSTMENT, offering, offering_gold
from egypt.games.amunre.notation cimport favor_counts, owner
from egypt.games.amunre.state cimport (
    PHASE_BUILD, PHASE_FARMERS, PHASE_HARVEST, PHASE_SELL, THIEF, AmunreState, AmunreView, Table,
)
from egypt.games.amunre.tables cimport PROVINCE_NB, TABLES

from egypt.core.fields import seat_name, seat_names, set_words
from egypt.games.amunre.notation import PHASES
from egypt.games.amunre.tables import COMPONENTS, PROVINCES


# -- the open table ------------------------------------------------------------------------------------------

cdef list describe_favors(uint64_t bag, str place):
    """Cards by kind; those that can be pointed at have an id there."""
    cards = [{"component": f"favor:{kind}", "kind": kind, "count": count} for kind, count in favor_counts(bag).items()]
    return [{"id": f"{place}:{card['kind']}", **card} for card in cards] if place else cards


cdef dict describe_offering(int argument):
    """An offering as MOVE_OFFER has it; no gold is a Theft."""
    gold = offering_gold(argument)
    return {"gold": gold, "theft": gold == 0, "adjustment": bool(argument & WITH_ADJUSTMENT)}


cdef dict describe_given(const Table* t, int seat):
    return describe_offering(offering(0 if t.given[seat] == THIEF else t.given[seat], t.adjusted >> seat & 1))


cdef dict describe_province(const Table* t, int province):
    row = COMPONENTS.provinces[province]
    seat = owner(t, province)
    return {
        "id": f"province:{row.name}",
        "component": f"province:{row.name}",
        "province": row.name,
        "owner": seat_name(seat) if seat >= 0 else None,
        "pyramids": t.pyramids[province],
        "stones": t.stones[province],
        "farmers": t.farmers[province],
        "free_farmers": t.free_farmers[province],
        "ids": {key: f"{key}:{row.name}" for key in ("pyramids", "stones", "farmers")},
        "fields": row.fields,
        "limit": row.limit,
        "bank": "west" if row.west else "east",
        "half": "upper" if row.upper else "lower",
        "nile": row.nile,
        "mine": row.mine,
        "caravan": row.caravan,
        "temples": row.temples,
        "bonus": {"stones": row.stones, "favors": row.favors, "gold": row.gold},
    }


cdef dict describe_lot(const Table* t, int province):
    return {
        "id": f"lot:{PROVINCES[province]}",
        "province": PROVINCES[province],
        "bid": TABLES.track[t.bid[province] - 1] if t.bid[province] else None,
        "bidder": seat_name(t.bidder[province]) if t.bid[province] else None,
    }


cdef dict describe_seat(const Table* t, int seat):
    """What all know of a seat; its secrets are added for who knows them."""
    name = seat_name(seat)
    return {
        "id": f"seat:{name}",
        "seat": name,
        "score": t.score[seat],
        "gold": t.gold[seat],
        "favors": t.hand_count[seat],
        "province_cards": t.cards[seat],
        "ids": {
            "score": f"score:{name}", "gold": f"gold:{name}", "favors": f"hand:{name}", "province_cards": f"cards:{name}",
        },
        "hand": None,
        "known_architect": bool(t.architects >> seat & 1),
        "province_hand": None,
        "chosen": None,
        "offer": None,
        "sale": None,
        "gave": describe_given(t, seat) if t.given[seat] else None,
        "to_adjust": bool(t.adjusters >> seat & 1),
        "outbid_from": PROVINCES[t.outbid[seat] - 1] if t.outbid[seat] else None,
    }


cdef dict describe_table(const Table* t):
    cdef int i
    in_market = t.phase == PHASE_FARMERS or t.phase == PHASE_BUILD
    return {
        "age": t.age,
        "ages": TABLES.ages,
        "round": t.round,
        "rounds": TABLES.rounds,
        "phase": PHASES[t.phase],
        "resume": PHASES[t.resume] if t.phase == PHASE_SELL else None,
        "turn": seat_name(t.turn),
        "start_player": seat_name(t.start),
        "tile": t.tile or None,
        "debt": t.debt,
        "draws": t.draws,
        "bought": t.bought,
        "rewards": t.rewards,
        "rewarded": seat_names(t.served),
        "asked_about": PROVINCES[t.cursor] if in_market else None,
        "treasury": PROVINCES[t.cursor - 1] if t.phase == PHASE_HARVEST and t.cursor else None,
        "total": t.total,
        "auction": [describe_lot(t, t.offered[i]) for i in range(t.offered_count)],
        "shielded": seat_names(t.shielded),
        "provinces": [describe_province(t, i) for i in range(PROVINCE_NB)],
        "to_come": set_words(t.kingdom & ~t.seen, PROVINCES),
        "discard": describe_favors(t.discard, ""),
        "deck": t.deck_count + bag_size(t.under),
        "ids": {"tile": "tile", "total": "offering", "discard": "discard", "deck": "deck", "to_come": "province-cards"},
        "seats": [describe_seat(t, i) for i in range(t.header.players)],
    }


# -- secrets -------------------------------------------------------------------------------------------------

cdef int add_secrets(dict seat, uint64_t hand, int province_hand, int chosen, int offer, uint64_t sold) except -1:
    name = seat["seat"]
    seat["hand"] = describe_favors(hand, f"hand:{name}")
    seat["province_hand"] = [
        {"id": f"cards:{name}:{province}", "component": f"province:{province}", "province": province}
        for province in set_words(province_hand, PROVINCES)
    ]
    seat["chosen"] = PROVINCES[chosen - 1] if chosen else None
    seat["offer"] = describe_offering(offer - 1) if offer else None
    seat["sale"] = describe_favors(sold, "") if offer else None
    return 0


cdef dict describe_state(const void* state):
    cdef const AmunreState* s = <const AmunreState*>state
    data = describe_table(&s.table)
    for seat in range(s.table.header.players):
        add_secrets(data["seats"][seat], s.hand[seat], s.province_hand[seat], s.chosen[seat], s.offer[seat], s.sold[seat])
    return data


cdef dict describe_view(const void* view):
    """The same with nothing but the viewer's own secrets."""
    cdef const AmunreView* v = <const AmunreView*>view
    data = describe_table(&v.table)
    add_secrets(data["seats"][v.table.header.viewer], v.hand, v.province_hand, v.chosen, v.offer, v.sold)
    return data
