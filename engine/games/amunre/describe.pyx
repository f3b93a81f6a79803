"""A position or view of Amun-Re as plain data, for JSON and for the board."""

from libc.stdint cimport uint64_t

from egypt.games.amunre.favors cimport bag_size
from egypt.games.amunre.move_text cimport offering_text
from egypt.games.amunre.notation cimport favor_counts, given_text, owner
from egypt.games.amunre.state cimport PHASE_BUILD, PHASE_FARMERS, PHASE_SELL, AmunreState, AmunreView, Table
from egypt.games.amunre.tables cimport PROVINCE_NB, TABLES

from egypt.core.fields import actor_name, seat_name, seat_names, set_words, viewer_name
from egypt.games.amunre.components import VARIANTS
from egypt.games.amunre.notation import PHASES
from egypt.games.amunre.tables import COMPONENTS, PROVINCES


cdef dict describe_province(const Table* t, int province):
    row = COMPONENTS.provinces[province]
    seat = owner(t, province)
    return {
        "province": row.name,
        "owner": seat_name(seat) if seat >= 0 else None,
        "pyramids": t.pyramids[province],
        "stones": t.stones[province],
        "farmers": t.farmers[province],
        "free_farmers": t.free_farmers[province],
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


cdef dict describe_table(const Table* t):
    return {
        "game": "amunre",
        "viewer": viewer_name(t.header.viewer),
        "players": t.header.players,
        "variant": VARIANTS[t.header.variant],
        "age": t.age,
        "round": t.round,
        "phase": PHASES[t.phase],
        "resume": PHASES[t.resume] if t.phase == PHASE_SELL else None,
        "to_act": actor_name(t.header.actor),
        "pending": seat_names(t.header.pending),
        "turn": seat_name(t.turn),
        "start_player": seat_name(t.start),
        "tile": t.tile or None,
        "debt": t.debt,
        "draws": t.draws,
        "rewards": t.rewards,
        "asked_about": PROVINCES[t.cursor] if t.phase == PHASE_FARMERS or t.phase == PHASE_BUILD else None,
        "total": t.total,
        "auction": [
            {
                "province": PROVINCES[t.offered[i]],
                "bid": TABLES.track[t.bid[t.offered[i]] - 1] if t.bid[t.offered[i]] else None,
                "bidder": seat_name(t.bidder[t.offered[i]]) if t.bid[t.offered[i]] else None,
            }
            for i in range(t.offered_count)
        ],
        "shielded": seat_names(t.shielded),
        "provinces": [describe_province(t, province) for province in range(PROVINCE_NB)],
        "to_come": set_words(t.kingdom & ~t.seen, PROVINCES),
        "discard": favor_counts(t.discard),
        "deck": t.deck_count + bag_size(t.under),
        "seats": [
            {
                "seat": seat_name(seat),
                "score": t.score[seat],
                "gold": t.gold[seat],
                "favors": t.hand_count[seat],
                "hand": None,
                "known_architect": bool(t.architects >> seat & 1),
                "province_cards": t.cards[seat],
                "province_hand": None,
                "chosen": None,
                "offer": None,
                "sale": None,
                "gave": given_text(t, seat) if t.given[seat] else None,
                "outbid_from": PROVINCES[t.outbid[seat] - 1] if t.outbid[seat] else None,
            }
            for seat in range(t.header.players)
        ],
    }


cdef int add_secrets(dict seat, uint64_t hand, int province_hand, int chosen, int offer, uint64_t sold) except -1:
    seat["hand"] = favor_counts(hand)
    seat["province_hand"] = set_words(province_hand, PROVINCES)
    seat["chosen"] = PROVINCES[chosen - 1] if chosen else None
    seat["offer"] = offering_text(offer - 1) if offer else None
    seat["sale"] = favor_counts(sold) if offer else None
    return 0


cdef dict describe_state(const void* state):
    """The position as plain data, for JSON and for the board."""
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
