"""Positions and views as plain data: for JSON, for sentences and for the board.

What a front end can draw or click has its `id`, what lies in the box its `component` of the catalogue. A card whose face is
not known has the component of its back.
"""

from libc.stdint cimport uint64_t

from egypt.games.sobek.scoring cimport corruption, horizontal_points, vertical_points
from egypt.games.sobek.state cimport (
    CELL_NB, DOCK_CHARACTER, DOCK_EMPTY, LOCATION_NB, NOBODY, PHASE_LAY, PHASE_LAY_SET, PILE, Cell, SobekState, SobekView,
    Table, has_set, nibble, owner_of,
)
from egypt.games.sobek.tables cimport FAMILY_NB, NUMBER_SPACE, TABLES, TRACK_SPACES
from egypt.games.sobek.words cimport bag_dict, place_dict, token_dict

from egypt.core.fields import seat_name, seat_names
from egypt.games.sobek.components import BACKS
from egypt.games.sobek.words import FAMILIES, KINDS, PHASES, SYMBOLS


# -- cards -----------------------------------------------------------------------------------------------------

cdef dict describe_card(str name, int count, str place):
    """Cards of a kind at a place, or of a back (`?beige`) if their faces are not known."""
    known = name[0] != "?"
    kind = name if known else f"back-{name[1:]}"
    return {
        "id": f"{place}:{kind}",
        "component": f"card:{name}" if known else f"back:{name[1:]}",
        "kind": name if known else None,
        "count": count,
    }


cdef list describe_cards(dict counts, str place):
    return [describe_card(name, count, place) for name, count in counts.items()]


cdef dict describe_dock(const Table* t, int dock):
    cdef int kind = t.docks[dock]
    known = kind != DOCK_CHARACTER and kind != DOCK_EMPTY
    component = f"card:{KINDS[kind]}" if known else "back:orange" if kind == DOCK_CHARACTER else None
    return {"id": f"dock:{dock}", "component": component, "kind": KINDS[kind] if known else None,
            "empty": kind == DOCK_EMPTY}


cdef dict describe_place(dict counts, str place):
    return {"id": place, "count": sum(counts.values()), "cards": describe_cards(counts, place)}


cdef dict describe_hand(dict counts, str place):
    """A hand, where further cards of a kind have ids as well, because sets take some of them."""
    hand = describe_place(counts, place)
    for card in hand["cards"]:
        card["copies"] = [{"id": f"{card['id']}:{number}"} for number in range(2, card["count"] + 1)]
    return hand


cdef list describe_tokens(dict counts, str place):
    return [{"id": f"{place}:{name}", "component": f"event:{name}", "kind": name, "count": count}
            for name, count in counts.items()]


cdef str place_id(int location):
    return f"{'hand' if location < PILE else 'pile'}:{seat_name(owner_of(location))}"


# -- seats -----------------------------------------------------------------------------------------------------

cdef dict describe_set(uint64_t row, int amulets, str place, int family, int prosperity, int score):
    cards = bag_dict(row & TABLES.family_mask[family])
    if amulets:
        cards["amulet"] = amulets
    place = f"{place}:{FAMILIES[family]}"
    return {"id": place, "family": FAMILIES[family], "lying": place.startswith("lying"),
            "cards": describe_cards(cards, place), "prosperity": prosperity, "score": score}


cdef list describe_sets(const Table* t, int seat):
    """Vertical sets, and horizontal ones, which lie."""
    sets = []
    name = seat_name(seat)
    for family in range(FAMILY_NB):
        amulets = nibble(t.lying_amulets[seat], family)
        if has_set(t, seat, family):
            sets.append(describe_set(t.laid[seat], nibble(t.set_amulets[seat], family), f"set:{name}", family,
                                     nibble(t.prosperity[seat], family), vertical_points(t, seat, family)))
        if amulets or t.lying[seat] & TABLES.family_mask[family]:
            sets.append(describe_set(t.lying[seat], amulets, f"lying:{name}", family, 0, horizontal_points(t, seat, family)))
    return sets


cdef dict describe_space(int variant, int total):
    """Where a marker stands: the space, and its symbol or None for a number."""
    cdef int space = total % TRACK_SPACES
    cdef int symbol = TABLES.rulings[variant].symbol[space]
    return {"space": space, "symbol": None if symbol == NUMBER_SPACE else SYMBOLS[symbol]}


cdef dict describe_seat(const Table* t, int seat, dict hand, dict pile):
    name = seat_name(seat)
    return {
        "id": f"seat:{name}",
        "seat": name,
        "score": t.total[seat],
        "marker": describe_space(t.header.variant, t.total[seat]),
        "hand": describe_hand(hand, f"hand:{name}"),
        "pile": describe_place(pile, f"pile:{name}"),
        "sets": describe_sets(t, seat),
        "curses": t.curses[seat],
        "corruption": corruption(t, seat),
        "ids": {"score": f"score:{name}", "corruption": f"corruption:{name}"},
    }


# -- the table -------------------------------------------------------------------------------------------------

cdef object seat_or_none(int seat):
    return None if seat == NOBODY else seat_name(seat)


cdef dict describe_waiting(const Table* t):
    """What the current phase waits for; what it does not need is 0 or None."""
    phase = PHASES[t.phase]
    laying = t.phase == PHASE_LAY or t.phase == PHASE_LAY_SET
    return {
        "to_hand": t.draws_to_hand,
        "to_pile": t.draws_to_pile,
        "target": seat_name(t.target) if phase in ("green", "steal", "look", "retrieve") else None,
        "back": BACKS[t.back] if phase == "steal" else None,
        "family": FAMILIES[t.begun_family] if phase in ("set", "lay-set", "purge") else None,
        "amulets": t.begun_amulets,
        "families_done": t.lay_family if laying else 0,
        "players_done": t.layers_done,
    }


cdef dict describe_table(const Table* t, list hands, list piles, object tokens):
    return {
        "phase": PHASES[t.phase],
        "turn": seat_or_none(t.turn),
        "starter": seat_or_none(t.starter),
        "extra_turn": bool(t.flood_turn),
        "round": t.round,
        "rounds": TABLES.sizes.rounds,
        "waiting": describe_waiting(t),
        "docks": {
            "id": "docks",
            "reach": min(TABLES.sizes.reach, t.dock_count),
            "cards": [describe_dock(t, dock) for dock in range(t.dock_count)],
        },
        "deck": {"id": "deck", "count": t.deck_left},
        "discard": describe_place(bag_dict(t.discard), "discard"),
        "events": {
            "id": "events",
            "left": t.tokens_left,
            "looked": seat_names(t.lookers),
            "tokens": None if tokens is None else describe_tokens(tokens, "event"),
            "used": describe_tokens(token_dict(t.tokens_used), "used"),
        },
        "seats": [describe_seat(t, seat, hands[seat], piles[seat]) for seat in range(t.header.players)],
    }


cdef list describe_cells(const Cell* cells):
    """Cards that the viewer knows to lie in one of several places."""
    return [
        {"id": f"either:{i}", "cards": describe_cards(bag_dict(cells[i].bag), f"either:{i}"),
         "places": [place_id(location) for location in range(LOCATION_NB) if cells[i].where >> location & 1]}
        for i in range(CELL_NB) if cells[i].bag
    ]


cdef dict describe_state(const void* state):
    cdef const SobekState* s = <const SobekState*>state
    players = s.table.header.players
    hands = [bag_dict(s.cards[seat]) for seat in range(players)]
    piles = [bag_dict(s.cards[PILE + seat]) for seat in range(players)]
    return {**describe_table(&s.table, hands, piles, token_dict(s.tokens)), "either": []}


cdef dict describe_view(const void* view):
    cdef const SobekView* v = <const SobekView*>view
    players = v.table.header.players
    hands = [place_dict(v, seat) for seat in range(players)]
    piles = [place_dict(v, PILE + seat) for seat in range(players)]
    looked = v.table.lookers >> v.table.header.viewer & 1
    tokens = token_dict(v.tokens) if looked else None
    return {**describe_table(&v.table, hands, piles, tokens), "either": describe_cells(v.cells)}
