"""Position and view text of Sobek. Reading checks every token; how tokens fit together is checked by validate afterwards.

A view is written in the fields of a state. What differs: a hand or pile of another seat lists the cards known to lie there
and then the unknown ones by their backs (`?beige*2`), and the books of other seats are left out.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from egypt.core.bits cimport popcount
from egypt.games.sobek.bags cimport bag_add, bag_count, bag_minus, token_add
from egypt.games.sobek.faults cimport F_KNOWS, Fault
from egypt.games.sobek.hidden cimport cards_without_place, open_cards
from egypt.games.sobek.state cimport (
    CELL_NB, DOCK_CHARACTER, DOCK_EMPTY, DOCK_NB, LOCATION_NB, NIBBLE_BITS, NOBODY, PILE, SEAT_NB, SECRETS, Cell, SobekState,
    SobekView, Table, nibble,
)
from egypt.games.sobek.tables cimport (
    AMULET, CARD_NB, DECK_NB, FAMILY_NB, KIND_NB, TABLES,
)
from egypt.games.sobek.validate cimport check_state, check_view
from egypt.games.sobek.words cimport bag_dict, dock_name, place_dict, place_name, token_dict

from itertools import zip_longest

from egypt.core.errors import NotationError, StateError
from egypt.core.fields import (
    actor_name, parse_actor, parse_choice, parse_count, parse_fields, parse_number, parse_pairs, parse_parts, parse_seat,
    parse_seats, parse_viewer, parse_word, seat_name, seats_text, split_list, viewer_name, write_counts, write_fields,
)
from egypt.games.sobek.components import BACKS, TOKEN_NB
from egypt.games.sobek.words import FAMILIES, KINDS, PHASES, TOKENS, UNKNOWN, VARIANTS

PREFIX = "sobek/1"
FEWEST = 2
HEAD = ("viewer", "players", "variant", "round", "phase", "act", "turn", "starter", "docks", "deck", "draws", "target",
        "back", "begun", "lay", "flood", "left", "drawn", "looked", "used", "tokens", "discard", "barred")

# Fields that only some phases need; in the others they are written `-`. Once they held a dummy there, which is still read.
NEEDED_IN = {
    "draws": ("green", "identify", "queen", "look", "unwrap"),
    "target": ("green", "steal", "look", "retrieve"),
    "back": ("steal",),
    "begun": ("set", "lay-set", "purge"),
    "lay": ("lay", "lay-set", "penalty", "over"),
    "floor": ("drop", "look", "unwrap"),
}
SEAT_FIELDS = ("p", "sets", "lying", "shown-hand", "shown-pile", "hand", "pile")
BOOKS = ("knows", "either", "blind", "floor")
HIGHEST_SCORE = 5000        # that is read; validate knows what a round can bring
MOST_ON_A_SET = 7           # amulets or tokens
DUMMIES = {"draws": "0+0", "target": "p1", "back": "green", "begun": "ivory+0", "lay": "0+0", "floor": "ivory3"}


# -- words ---------------------------------------------------------------------------------------------------

cdef str seat_or_dash(int seat):
    return "-" if seat == NOBODY else seat_name(seat)


cdef int parse_seat_or_dash(str token, int players, str field) except? -2:
    return NOBODY if token == "-" else parse_seat(token, players, field)


cdef str bag_text(uint64_t bag):
    return write_counts(bag_dict(bag))


cdef uint64_t add_cards(uint64_t bag, str name, int count, str field) except? 0xFFFFFFFFFFFFFFFF:
    kind = KINDS.index(name)
    if count + bag_count(bag, kind) > TABLES.limit[kind]:
        raise NotationError(f"{field}: '{name}*{count}' is more than the box holds")
    for _ in range(count):
        bag = bag_add(bag, kind)
    return bag


cdef uint64_t parse_bag(str text, str field) except? 0xFFFFFFFFFFFFFFFF:
    cdef uint64_t bag = 0
    for name, count in parse_pairs(text, KINDS, field).items():
        bag = add_cards(bag, name, count, field)
    return bag


cdef int parse_tokens(str text, str field) except -1:
    tokens = 0
    for name, count in parse_pairs(text, TOKENS, field).items():
        kind = TOKENS.index(name)
        if count > popcount(TABLES.token_run[<int>kind]):
            raise NotationError(f"{field}: '{name}*{count}' is more than the box holds")
        for _ in range(count):
            tokens = token_add(tokens, kind)
    return tokens


cdef int parse_place(str token, int players, str field) except -1:
    for location in range(LOCATION_NB):
        if place_name(location) == token and location % PILE < players:
            return location
    raise NotationError(f"{field}: '{token[:40]}' is not a hand or a pile")


# -- the open table: writing ---------------------------------------------------------------------------------

cdef str sets_text(uint64_t row, unsigned int amulets, unsigned int prosperity):
    """`fish:fish1*2+amulet+prosperity,wheat:…`"""
    sets = []
    for family in range(FAMILY_NB):
        counts = bag_dict(row & TABLES.family_mask[family])
        counts["amulet"] = nibble(amulets, family)
        counts["prosperity"] = nibble(prosperity, family)
        if sum(counts.values()):
            sets.append(f"{FAMILIES[family]}:{write_counts(counts)}")
    return ",".join(sets) or "-"


cdef str barred_text(const Table* t):
    parts = []
    for location in range(LOCATION_NB):
        names = [KINDS[kind] for kind in range(KIND_NB) if t.barred[location] >> kind & 1]
        if names:
            parts.append(f"{place_name(location)}:{'+'.join(names)}")
    return ",".join(parts) or "-"


cdef bint is_needed(str key, int phase):
    return PHASES[phase] in NEEDED_IN[key]


cdef dict table_fields(const Table* t, str tokens):
    fields = {
        "viewer": viewer_name(t.header.viewer),
        "players": t.header.players,
        "variant": VARIANTS[t.header.variant],
        "round": t.round,
        "phase": PHASES[t.phase],
        "act": actor_name(t.header.actor),
        "turn": seat_or_dash(t.turn),
        "starter": seat_or_dash(t.starter),
        "docks": ",".join([dock_name(t.docks[dock]) for dock in range(t.dock_count)]) or "-",
        "deck": t.deck_left,
        "draws": f"{t.draws_to_pile}+{t.draws_to_hand}",
        "target": seat_name(t.target),
        "back": BACKS[t.back],
        "begun": f"{FAMILIES[t.begun_family]}+{t.begun_amulets}",
        "lay": f"{t.lay_family}+{t.layers_done}",
        "flood": f"{t.again}+{t.flood_turn}",
        "left": t.tokens_left,
        "drawn": t.tokens_drawn,
        "looked": seats_text(t.lookers),
        "used": write_counts(token_dict(t.tokens_used)),
        "tokens": tokens,
        "discard": bag_text(t.discard),
        "barred": barred_text(t),
    }
    for key in NEEDED_IN:
        if key in fields and not is_needed(key, t.phase):
            fields[key] = "-"
    for seat in range(t.header.players):
        number = seat + 1
        fields[f"p{number}"] = f"{t.total[seat]},{t.gains[seat]},{t.curses[seat]}"
        fields[f"sets{number}"] = sets_text(t.laid[seat], t.set_amulets[seat], t.prosperity[seat])
        fields[f"lying{number}"] = sets_text(t.lying[seat], t.lying_amulets[seat], 0)
        fields[f"shown-hand{number}"] = bag_text(t.shown[seat])
        fields[f"shown-pile{number}"] = bag_text(t.shown[PILE + seat])
    return fields


cdef str floor_text(const Table* t, int rank):
    return KINDS[TABLES.in_order[rank]] if is_needed("floor", t.phase) else "-"


cdef int parse_floor(const Table* t, str text) except -1:
    if not is_needed("floor", t.phase):
        return 0
    return TABLES.rank[<int>parse_word(text, KINDS, "floor", "a card")]


cdef str cells_text(const Cell* cells, str prefix):
    parts = []
    for i in range(CELL_NB):
        if cells[i].bag:
            places = [place_name(location) for location in range(LOCATION_NB) if cells[i].where >> location & 1]
            parts.append(f"{prefix}{'|'.join(places)}:{bag_text(cells[i].bag)}")
    return ",".join(parts)


# -- the open table: reading ---------------------------------------------------------------------------------

cdef tuple parse_two(dict fields, str key, int high):
    first, _, second = fields[key].partition("+")
    return parse_number(first, 0, high, key), parse_number(second, 0, high, key)


cdef int read_docks(Table* t, str text) except -1:
    names = split_list(text, ",")
    if len(names) > DOCK_NB:
        raise NotationError(f"docks: {len(names)} cards, there are {DOCK_NB} docks")
    t.dock_count = len(names)
    for dock, name in enumerate(names):
        if name == "?":
            t.docks[dock] = DOCK_CHARACTER
            t.dock_characters += 1
        elif name == "_":
            t.docks[dock] = DOCK_EMPTY
            t.to_deliver += 1
        else:
            t.docks[dock] = parse_word(name, KINDS, "docks", "a card")
    return 0


cdef uint64_t read_sets(str text, str field, unsigned int* amulets, unsigned int* prosperity) except? 0xFFFFFFFFFFFFFFFF:
    cdef uint64_t row = 0
    for part in split_list(text, ","):
        name, _, cards = part.partition(":")
        family = parse_word(name, FAMILIES, field, "a family")
        names = [KINDS[kind] for kind in range(KIND_NB) if TABLES.family[kind] == family] + ["amulet", "prosperity"]
        for card, count in parse_pairs(cards, names, field).items():
            if card in ("amulet", "prosperity"):
                if count > MOST_ON_A_SET:
                    raise NotationError(f"{field}: '{card}*{count}' is more than the box holds")
                if card == "amulet":
                    amulets[0] += <unsigned int>count << (NIBBLE_BITS * family)
                else:
                    prosperity[0] += <unsigned int>count << (NIBBLE_BITS * family)
            else:
                row = add_cards(row, card, count, field)
    return row


cdef int read_barred(Table* t, str text) except -1:
    for part in split_list(text, ","):
        place, _, names = part.partition(":")
        location = parse_place(place, t.header.players, "barred")
        for name in names.split("+"):
            t.barred[location] |= <unsigned int>1 << <int>parse_word(name, KINDS, "barred", "a card")
    return 0


cdef int read_phase_data(dict fields, Table* t) except -1:
    """What only some phases need."""
    if is_needed("draws", t.phase):
        t.draws_to_pile, t.draws_to_hand = parse_two(fields, "draws", CARD_NB)
    if is_needed("target", t.phase):
        t.target = parse_seat(fields["target"], t.header.players, "target")
    if is_needed("back", t.phase):
        t.back = parse_choice(fields, "back", BACKS)
    if is_needed("begun", t.phase):
        family, _, amulets = fields["begun"].partition("+")
        t.begun_family = parse_word(family, FAMILIES, "begun", "a family")
        t.begun_amulets = parse_number(amulets, 0, TABLES.limit[AMULET], "begun")
    if is_needed("lay", t.phase):
        t.lay_family, t.layers_done = parse_two(fields, "lay", FAMILY_NB - 1)
    return 0


cdef int read_seat(Table* t, int seat, dict fields) except -1:
    cdef unsigned int none = 0
    number = seat + 1
    name = seat_name(seat)
    points, gains, curses = parse_parts(fields[name], ("points", "gains", "curses"), name)
    t.total[seat] = parse_number(points, 0, HIGHEST_SCORE, name)
    t.gains[seat] = parse_number(gains, 0, HIGHEST_SCORE, name)
    t.curses[seat] = parse_number(curses, 0, TOKEN_NB, name)
    t.laid[seat] = read_sets(fields[f"sets{number}"], f"sets{number}", &t.set_amulets[seat], &t.prosperity[seat])
    t.lying[seat] = read_sets(fields[f"lying{number}"], f"lying{number}", &t.lying_amulets[seat], &none)
    if none:
        raise NotationError(f"lying{number}: 'prosperity' lies on vertical sets only")
    t.shown[seat] = parse_bag(fields[f"shown-hand{number}"], f"shown-hand{number}")
    t.shown[PILE + seat] = parse_bag(fields[f"shown-pile{number}"], f"shown-pile{number}")
    return 0


cdef int read_table(dict fields, bint as_view, Table* t) except -1:
    players = parse_count(fields, "players", FEWEST, SEAT_NB)
    t.header.players = players
    t.header.viewer = parse_viewer(fields["viewer"], players, as_view)
    t.header.variant = parse_choice(fields, "variant", VARIANTS)
    t.round = parse_count(fields, "round", 1, TABLES.sizes.rounds)
    t.phase = parse_choice(fields, "phase", PHASES)
    t.header.actor = parse_actor(fields["act"], players, "act")
    t.turn = parse_seat_or_dash(fields["turn"], players, "turn")
    t.starter = parse_seat_or_dash(fields["starter"], players, "starter")
    read_docks(t, fields["docks"])
    t.deck_left = parse_count(fields, "deck", 0, DECK_NB)
    read_phase_data(fields, t)
    t.again, t.flood_turn = parse_two(fields, "flood", 1)
    t.tokens_left = parse_count(fields, "left", 0, TABLES.sizes.event_tokens)
    t.tokens_drawn = parse_count(fields, "drawn", 0, TABLES.sizes.event_tokens)
    t.lookers = parse_seats(fields["looked"], players, "looked")
    t.tokens_used = parse_tokens(fields["used"], "used")
    t.discard = parse_bag(fields["discard"], "discard")
    read_barred(t, fields["barred"])
    for seat in range(players):
        read_seat(t, seat, fields)
    return 0


cdef int read_cell(str text, int players, str field, Cell* cell) except -1:
    places, _, cards = text.partition(":")
    for place in places.split("|"):
        cell.where |= <uint64_t>1 << parse_place(place, players, field)
    cell.bag = parse_bag(cards, field)
    return 0


cdef dict checked_fields(str text, tuple more):
    fields = parse_fields(text, PREFIX)
    players = parse_count(fields, "players", FEWEST, SEAT_NB)
    wanted = list(HEAD)
    for number in range(1, players + 1):
        wanted += [f"p{number}", f"sets{number}", f"lying{number}", f"shown-hand{number}", f"shown-pile{number}"]
    for number in range(1, players + 1):
        wanted += [f"hand{number}", f"pile{number}"]
    wanted += more
    for key, other in zip_longest(fields, wanted):
        if key != other:
            what = f"field '{key}' where" if key else f"nothing after '{list(fields).pop()}', where"
            raise NotationError(f"sobek: {what} '{other}' should stand" if other else f"sobek: field '{key}' too many")
    phase = PHASES[parse_choice(fields, "phase", PHASES)]
    for key, phases in NEEDED_IN.items():
        if phase not in phases:
            if fields[key] not in ("-", DUMMIES[key]):
                raise NotationError(f"{key}: '{fields[key][:40]}' has no meaning in phase '{phase}', it must be -")
            fields[key] = "-"
    return fields


cdef object not_canonical(dict fields, str what, str written):
    """The error for a text that can be read but is not how it is written; names the first field that differs."""
    for key, value in parse_fields(written, PREFIX).items():
        if fields[key] != value:
            return NotationError(f"{key}: '{fields[key][:40]}' is not in canonical form; this {what} is written {written}")
    return NotationError(f"sobek: not in canonical form; this {what} is written {written}")


cdef object impossible(dict fields, const Fault* fault):
    """The error for a text that contradicts the rules; names the field that shows it."""
    if fault.field < len(HEAD):
        key = HEAD[fault.field]
    elif fault.field < F_KNOWS:
        key = f"{SEAT_FIELDS[fault.field - len(HEAD)]}{fault.seat + 1}"
    else:
        key = BOOKS[fault.field - F_KNOWS]
    return StateError(f"{key}: '{fields.get(key, '-')[:40]}' {fault.reason.decode()}")


# -- states --------------------------------------------------------------------------------------------------

cdef str write_state(const void* state):
    cdef const SobekState* s = <const SobekState*>state
    fields = table_fields(&s.table, write_counts(token_dict(s.tokens)))
    players = s.table.header.players
    for seat in range(players):
        fields[place_name(seat)] = bag_text(s.cards[seat])
        fields[place_name(PILE + seat)] = bag_text(s.cards[PILE + seat])
    knows, either, blind = [], [], []
    for seat in range(players):
        for location in range(LOCATION_NB):
            if s.extra[seat][location]:
                knows.append(f"{seat_name(seat)}:{place_name(location)}:{bag_text(s.extra[seat][location])}")
        if s.cells[seat][0].bag:
            either.append(cells_text(s.cells[seat], f"{seat_name(seat)}:"))
        if s.blind[seat]:
            blind.append(f"{seat_name(seat)}:{bag_text(s.blind[seat])}")
    fields["knows"] = ",".join(knows) or "-"
    fields["either"] = ",".join(either) or "-"
    fields["blind"] = ",".join(blind) or "-"
    fields["floor"] = floor_text(&s.table, s.drop_floor)
    return write_fields(PREFIX, fields)


cdef int read_books(dict fields, SobekState* s) except -1:
    """What each seat knows beyond what all know, and what it knows to lie in one of several places."""
    players = s.table.header.players
    used = [0] * SEAT_NB
    for key in ("knows", "either", "blind"):
        if fields[key] == "-":
            continue
        for part in fields[key].split(","):
            name, _, rest = part.partition(":")
            seat = parse_seat(name, players, key)
            if key == "blind":
                s.blind[seat] = parse_bag(rest, key)
            elif key == "knows":
                place, _, cards = rest.partition(":")
                s.extra[seat][parse_place(place, players, key)] = parse_bag(cards, key)
                s.secrets = SECRETS
            elif used[seat] == CELL_NB:
                raise NotationError(f"either: more than {CELL_NB} groups for {name}")
            else:
                read_cell(rest, players, key, &s.cells[seat][<int>used[seat]])
                used[seat] += 1
                s.secrets = SECRETS
    return 0


cdef int count_backs(Table* t, int location, uint64_t bag) except -1:
    for kind in range(KIND_NB):
        t.count[location][TABLES.back[kind]] += bag_count(bag, kind)
    return 0


cdef int read_state(str text, void* state) except -1:
    cdef SobekState* s = <SobekState*>state
    cdef Fault fault
    cdef uint64_t rest
    memset(s, 0, sizeof(SobekState))
    fields = checked_fields(text, ("knows", "either", "blind", "floor"))
    read_table(fields, False, &s.table)
    s.tokens = parse_tokens(fields["tokens"], "tokens")
    for seat in range(s.table.header.players):
        for location in (seat, PILE + seat):
            s.cards[location] = parse_bag(fields[place_name(location)], place_name(location))
            count_backs(&s.table, location, s.cards[location])
    read_books(fields, s)
    s.drop_floor = parse_floor(&s.table, fields["floor"])
    check_box(&s.table, [bag_dict(s.cards[location]) for location in range(LOCATION_NB)])
    rest = TABLES.all_cards
    for location in range(LOCATION_NB):
        rest = bag_minus(rest, s.cards[location])
    s.pool = bag_minus(rest, open_cards(&s.table))
    if write_state(s) != write_fields(PREFIX, fields):
        raise not_canonical(fields, "position", write_state(s))
    if check_state(s, &fault):
        raise impossible(fields, &fault)
    return 0


cdef int check_box(const Table* t, list elsewhere) except -1:
    """Open cards and those elsewhere are no more than the box holds. Before this is known no bags may be added up."""
    left = {name: TABLES.limit[kind] for kind, name in enumerate(KINDS)}
    for counts in (lying_open(t), *elsewhere):
        for name, count in counts.items():
            if name in left:
                left[name] -= count
                if left[name] < 0:
                    raise NotationError(f"sobek: more '{name}' than the box holds")
    return 0


cdef dict lying_open(const Table* t):
    """Open cards by name, counted one by one, so that too many are noticed."""
    counts = bag_dict(t.discard)
    for seat in range(SEAT_NB):
        for bag in (t.laid[seat], t.lying[seat]):
            for name, count in bag_dict(bag).items():
                counts[name] = counts.get(name, 0) + count
        for family in range(FAMILY_NB):
            amulets = nibble(t.set_amulets[seat], family) + nibble(t.lying_amulets[seat], family)
            counts["amulet"] = counts.get("amulet", 0) + amulets
    for dock in range(t.dock_count):
        if t.docks[dock] < KIND_NB:
            counts[KINDS[t.docks[dock]]] = counts.get(KINDS[t.docks[dock]], 0) + 1
    return counts


# -- views ---------------------------------------------------------------------------------------------------

cdef str view_tokens(const SobekView* v):
    if v.table.lookers >> v.table.header.viewer & 1:
        return write_counts(token_dict(v.tokens))
    return f"?{v.table.tokens_drawn}" if v.table.tokens_drawn else "-"


cdef str write_view(const void* view):
    cdef const SobekView* v = <const SobekView*>view
    fields = table_fields(&v.table, view_tokens(v))
    for seat in range(v.table.header.players):
        fields[place_name(seat)] = write_counts(place_dict(v, seat))
        fields[place_name(PILE + seat)] = write_counts(place_dict(v, PILE + seat))
    fields["either"] = cells_text(v.cells, "") or "-"
    fields["floor"] = floor_text(&v.table, v.drop_floor)
    return write_fields(PREFIX, fields)


cdef int read_place(SobekView* v, int location, str text) except -1:
    """Known cards go to the viewer's own cards or to their book; all are counted by back."""
    cdef uint64_t known = 0
    field = place_name(location)
    for name, count in parse_pairs(text, (*KINDS, *UNKNOWN), field).items():
        if name in UNKNOWN:
            v.table.count[location][<int>UNKNOWN.index(name)] += count
        else:
            known = add_cards(known, name, count, field)
    count_backs(&v.table, location, known)
    if v.table.shown[location] & ~known:
        raise NotationError(f"{field}: '{bag_text(v.table.shown[location] & ~known)}' is in shown-{field} but missing here")
    if location == v.table.header.viewer:
        v.hand = known
    elif location == PILE + v.table.header.viewer:
        v.pile = known
    else:
        v.extra[location] = bag_minus(known, v.table.shown[location])
    return 0


cdef int read_view(str text, void* view) except -1:
    cdef SobekView* v = <SobekView*>view
    cdef Fault fault
    memset(v, 0, sizeof(SobekView))
    fields = checked_fields(text, ("either", "floor"))
    read_table(fields, True, &v.table)
    players = v.table.header.players
    tokens = fields["tokens"]
    v.tokens = 0 if tokens.startswith("?") else parse_tokens(tokens, "tokens")
    if not v.table.lookers >> v.table.header.viewer & 1 and tokens != view_tokens(v):
        raise NotationError(f"tokens: '{tokens[:40]}' should be {view_tokens(v)}: the viewer has not looked at them")
    for seat in range(players):
        read_place(v, seat, fields[place_name(seat)])
        read_place(v, PILE + seat, fields[place_name(PILE + seat)])
    if fields["either"] != "-":
        parts = fields["either"].split(",")
        if len(parts) > CELL_NB:
            raise NotationError(f"either: more than {CELL_NB} groups")
        for i, part in enumerate(parts):
            read_cell(part, players, "either", &v.cells[<int>i])
    v.drop_floor = parse_floor(&v.table, fields["floor"])
    check_box(&v.table, [place_dict(v, location) for location in range(LOCATION_NB)]
              + [bag_dict(v.cells[i].bag) for i in range(CELL_NB)])
    v.unseen = cards_without_place(v)
    if write_view(v) != write_fields(PREFIX, fields):
        raise not_canonical(fields, "view", write_view(v))
    if check_view(v, &fault):
        raise impossible(fields, &fault)
    return 0
