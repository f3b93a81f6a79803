"""Positions and views as plain data, for JSON and for the board."""

from egypt.games.sobek.scoring cimport corruption, horizontal_points, vertical_points
from egypt.games.sobek.state cimport (
    CELL_NB, LOCATION_NB, NOBODY, PILE, Cell, SobekState, SobekView, Table, has_set, nibble,
)
from egypt.games.sobek.tables cimport FAMILY_NB, NUMBER_SPACE, TABLES, TRACK_SPACES
from egypt.games.sobek.words cimport bag_dict, dock_name, place_dict, place_name, token_dict

from egypt.core.fields import actor_name, seat_name, seat_names, viewer_name
from egypt.games.sobek.words import FAMILIES, PHASES, SYMBOLS, VARIANTS


cdef list describe_sets(const Table* t, int seat):
    sets = []
    for family in range(FAMILY_NB):
        if has_set(t, seat, family):
            cards = bag_dict(t.laid[seat] & TABLES.family_mask[family])
            if nibble(t.set_amulets[seat], family):
                cards["amulet"] = nibble(t.set_amulets[seat], family)
            sets.append({"family": FAMILIES[family], "cards": cards, "prosperity": nibble(t.prosperity[seat], family),
                         "lying": False, "points": vertical_points(t, seat, family)})
        if t.lying[seat] & TABLES.family_mask[family] or nibble(t.lying_amulets[seat], family):
            cards = bag_dict(t.lying[seat] & TABLES.family_mask[family])
            if nibble(t.lying_amulets[seat], family):
                cards["amulet"] = nibble(t.lying_amulets[seat], family)
            sets.append({"family": FAMILIES[family], "cards": cards, "prosperity": 0, "lying": True,
                         "points": horizontal_points(t, seat, family)})
    return sets


cdef str symbol_name(int variant, int space):
    symbol = TABLES.rulings[variant].symbol[space % TRACK_SPACES]
    return str(space % TRACK_SPACES) if symbol == NUMBER_SPACE else SYMBOLS[symbol]


cdef dict describe_table(const Table* t, list hands, list piles):
    return {
        "game": "sobek",
        "viewer": viewer_name(t.header.viewer),
        "players": t.header.players,
        "variant": VARIANTS[t.header.variant],
        "round": t.round,
        "rounds": TABLES.sizes.rounds,
        "phase": PHASES[t.phase],
        "to_act": actor_name(t.header.actor),
        "turn": None if t.turn == NOBODY else seat_name(t.turn),
        "starter": None if t.starter == NOBODY else seat_name(t.starter),
        "docks": [dock_name(t.docks[dock]) for dock in range(t.dock_count)],
        "reach": min(TABLES.sizes.reach, t.dock_count),
        "deck": t.deck_left,
        "discard": bag_dict(t.discard),
        "tokens_left": t.tokens_left,
        "tokens_used": token_dict(t.tokens_used),
        "looked_at_tokens": seat_names(t.lookers),
        "extra_turn": bool(t.flood_turn),
        "seats": [
            {
                "seat": seat_name(seat),
                "points": t.total[seat],
                "space": symbol_name(t.header.variant, t.total[seat]),
                "sets": describe_sets(t, seat),
                "hand": hands[seat],
                "pile": piles[seat],
                "curses": t.curses[seat],
                "corruption": corruption(t, seat),
            }
            for seat in range(t.header.players)
        ],
    }


cdef list describe_cells(const Cell* cells):
    return [
        {"in": [place_name(location) for location in range(LOCATION_NB) if cells[i].where >> location & 1],
         "cards": bag_dict(cells[i].bag)}
        for i in range(CELL_NB) if cells[i].bag
    ]


cdef dict describe_state(const void* state):
    """The position as plain data, for JSON and for the board."""
    cdef const SobekState* s = <const SobekState*>state
    players = s.table.header.players
    data = describe_table(&s.table, [bag_dict(s.cards[seat]) for seat in range(players)],
                          [bag_dict(s.cards[PILE + seat]) for seat in range(players)])
    return {**data, "tokens": token_dict(s.tokens), "either": []}


cdef dict describe_view(const void* view):
    """The same of a view; unknown cards are listed by their backs, as `?beige`."""
    cdef const SobekView* v = <const SobekView*>view
    players = v.table.header.players
    data = describe_table(&v.table, [place_dict(v, seat) for seat in range(players)],
                          [place_dict(v, PILE + seat) for seat in range(players)])
    looked = v.table.lookers >> v.table.header.viewer & 1
    return {**data, "tokens": token_dict(v.tokens) if looked else None, "either": describe_cells(v.cells)}
