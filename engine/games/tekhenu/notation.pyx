"""Position text and view text. Reading checks each token, validate how they fit together.

A view has the fields of a state but for the order of the decree deck; `hands` and `under` then say what the viewer knows.
"""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from egypt.games.tekhenu.faults cimport Fault
from egypt.games.tekhenu.notation_seat cimport read_player, read_turn, write_player, write_turn
from egypt.games.tekhenu.state cimport (
    ACTION_TILE_NB, CARD_NB, DECK_NB, DICE_NB, FACE_CODE_NB, GENERATION_NB, GOD_NB, SEAT_NB, STACK_NB, Table,
    TekhenuState, TekhenuView, die_colour, die_face, die_sector,
)
from egypt.games.tekhenu.tables cimport TABLES
from egypt.games.tekhenu.validate cimport find_fault, find_view_fault

from egypt.core.errors import NotationError, StateError
from egypt.core.fields import (
    actor_name, check_spelling, parse_actor, parse_attributes, parse_count, parse_list, parse_number, parse_pairs,
    parse_seat, parse_seats, parse_set, parse_viewer, parse_word, read_fields, seat_name, seats_text, viewer_name,
    write_attributes, write_counts, write_fields, write_list, write_set,
)
from egypt.games.tekhenu import words
from egypt.games.tekhenu.cards import GODS
from egypt.games.tekhenu.components import DIE_COLOURS
from egypt.games.tekhenu.course import STEPS
from egypt.games.tekhenu.tables import COMPONENTS

PREFIX = "tekhenu/1"
VARIANTS = tuple([row.name for row in COMPONENTS.variants])
FEWEST = 2                  # seats at a table; the automaton has one
DECK_FIELDS = ("blessings", "technologies", "decrees")
DECK_CARDS = (words.BLESSINGS, words.TECHNOLOGIES, words.DECREES)
SECTIONS = ("1", "2", "3", "4")
GENERATIONS = ("0", "1", "2", "3")
HEAD = (
    "viewer", "players", "variant", "round", "order", "seat", "place", "act", "pending", "step", "stack",
    "now", "sun", "wheel", "bag", "horus", "slots", "temple", "tiles", "market", "open", "blessings",
    "technologies", "decrees", "shuffles", "discard-blessings", "discard-technologies", "discard-decrees",
    "unseen", "starting", "pyramid", "marker", "edict",
)

cdef str step_name(int step):
    return STEPS[step]


# -- writing -------------------------------------------------------------------------------------------------

cdef str write_step(int step, int argument):
    return f"{STEPS[step]}*{argument}" if argument else STEPS[step]


cdef str write_wheel(const Table* t):
    sectors = {god: [] for god in GODS}
    for i in range(t.dice):
        code = t.die[i]
        sectors[GODS[die_sector(code)]].append(f"{DIE_COLOURS[die_colour(code)]}{die_face(code)}")
    return write_attributes({god: "+".join(dice) or "-" for god, dice in sectors.items()})


cdef dict write_table(const Table* t):
    players = t.header.players
    fields = {
        "viewer": viewer_name(t.header.viewer),
        "players": players,
        "variant": VARIANTS[t.header.variant],
        "round": t.round,
        "order": "+".join([seat_name(t.order[place]) for place in range(players)]),
        "seat": seat_name(t.seat),
        "place": t.place,
        "act": actor_name(t.header.actor),
        "pending": seats_text(t.header.pending),
        "step": write_step(t.step, t.argument),
        "stack": "+".join([write_step(t.stack[i].step, t.stack[i].argument)
                           for i in range(t.height - 1, -1, -1)]) or "-",
        "now": write_turn(&t.turn),
        "sun": GODS[t.sun],
        "wheel": write_wheel(t),
        "bag": write_counts({colour: t.bag[i] for i, colour in enumerate(DIE_COLOURS)}),
        "horus": write_list([(*GODS, "-")[t.god_at[space]] for space in range(GOD_NB)]),
        "slots": write_list([("-", *words.TILES)[t.slot[slot]] for slot in range(3)]),
        "temple": write_attributes({
            name: f"{words.TILES[t.cell[cell] - 1 >> 2]}/{t.cell[cell] - 1 & 3}"
            for cell, name in enumerate(words.CELLS) if t.cell[cell]}),
        "tiles": write_set(t.tiles, words.TILES),
        "market": write_attributes({
            name: words.CARDS[t.market[slot] - 1] for slot, name in enumerate(words.SLOTS) if t.market[slot]}),
        "open": write_set(t.opened, SECTIONS),
        "blessings": write_set(t.deck[0], words.BLESSINGS),
        "technologies": write_set(t.deck[1], words.TECHNOLOGIES),
        "decrees": t.decree_left,
        "shuffles": t.generation,
    }
    for deck in range(DECK_NB):
        fields[f"discard-{DECK_FIELDS[deck]}"] = write_set(t.discard[deck], DECK_CARDS[deck])
    fields["unseen"] = write_attributes({
        name: write_set(t.unseen[i], words.DECREES) for i, name in enumerate(GENERATIONS)})
    fields["starting"] = write_set(t.starting, words.STARTING)
    fields["pyramid"] = write_list([("-", *words.ACTION_TILES)[t.pyramid[i]] for i in range(ACTION_TILE_NB)])
    fields["marker"] = t.marker
    fields["edict"] = seats_text(t.edict)
    for seat in range(players):
        fields[seat_name(seat)] = write_player(t, seat)
    return fields


cdef str write_under(const uint8_t* bottom, int players):
    return write_attributes({
        seat_name(seat): words.DECREES[bottom[seat] - 1] for seat in range(players) if bottom[seat]})


cdef str write_state(const void* state):
    cdef const TekhenuState* s = <const TekhenuState*>state
    players = s.table.header.players
    fields = write_table(&s.table)
    fields["hands"] = write_attributes({
        seat_name(seat): write_set(s.decrees[seat], words.DECREES) for seat in range(players)})
    fields["under"] = write_under(s.bottom, players)
    fields["deck"] = write_set(s.decree_deck, words.DECREES)
    return write_fields(PREFIX, fields)


cdef str write_view(const void* view):
    cdef const TekhenuView* v = <const TekhenuView*>view
    fields = write_table(&v.table)
    fields["hands"] = write_attributes({
        seat_name(v.table.header.viewer): write_set(v.decrees, words.DECREES)})
    fields["under"] = write_under(v.bottom, v.table.header.players)
    return write_fields(PREFIX, fields)


# -- reading -------------------------------------------------------------------------------------------------

def keys_of(tuple tail):
    """The fields of a text by the number of players, in their order."""
    return lambda players: (*HEAD, *[seat_name(seat) for seat in range(players)], *tail)


STATE_KEYS = keys_of(("hands", "under", "deck"))
VIEW_KEYS = keys_of(("hands", "under"))


cdef tuple parse_step(str text, str field):
    name, star, argument = text.partition("*")
    number = parse_word(name, STEPS, field, "a step")
    return number, parse_number(argument, 1, 255, field) if star else 0


cdef tuple seat_names(int players):
    return tuple([seat_name(seat) for seat in range(players)])


cdef int read_course(Table* t, dict fields) except -1:
    """Who acts in which step, and what comes after it."""
    cdef int players = t.header.players
    seats = fields["order"].split("+")
    if len(seats) != players:
        raise NotationError(f"order: '{fields['order'][:40]}' must name {players} seats")
    for place, seat in enumerate(seats):
        t.order[place] = parse_seat(seat, players, "order")
    t.seat = parse_seat(fields["seat"], players, "seat")
    t.place = parse_count(fields, "place", 0, players - 1)
    t.round = parse_count(fields, "round", 0, TABLES.rounds)
    t.header.actor = parse_actor(fields["act"], players, "act")
    t.header.pending = parse_seats(fields["pending"], players, "pending")
    t.step, t.argument = parse_step(fields["step"], "step")
    steps = [] if fields["stack"] == "-" else fields["stack"].split("+")
    if len(steps) > STACK_NB:
        raise NotationError(f"stack: {len(steps)} steps, at most {STACK_NB} fit")
    for i, step in enumerate(reversed(steps)):
        t.stack[i].step, t.stack[i].argument = parse_step(step, "stack")
    t.height = len(steps)
    t.marker = parse_count(fields, "marker", 0, ACTION_TILE_NB)
    t.edict = parse_seats(fields["edict"], players, "edict")
    return 0


cdef int read_wheel(Table* t, dict fields) except -1:
    t.sun = parse_word(fields["sun"], GODS, "sun", "a god")
    for sector, dice in enumerate(parse_attributes(fields["wheel"], GODS, "wheel").values()):
        for name in [] if dice == "-" else dice.split("+"):
            if t.dice == DICE_NB:
                raise NotationError(f"wheel: '{name[:40]}' is one die more than the box holds")
            t.die[t.dice] = FACE_CODE_NB * sector + parse_word(name, words.FACES, "wheel", "a die")
            t.dice += 1
    for name, count in parse_pairs(fields["bag"], DIE_COLOURS, "bag").items():
        if count > DICE_NB:
            raise NotationError(f"bag: '{name}*{count}' is more than the box holds")
        t.bag[DIE_COLOURS.index(name)] = count
    return 0


cdef int read_board(Table* t, dict fields) except -1:
    for space, god in enumerate(parse_list(fields["horus"], GOD_NB, "horus")):
        t.god_at[space] = parse_word(god, (*GODS, "-"), "horus", "a god")
    for slot, tile in enumerate(parse_list(fields["slots"], 3, "slots")):
        t.slot[slot] = parse_word(tile, ("-", *words.TILES), "slots", "a pillar tile")
    for cell, text in enumerate(parse_attributes(fields["temple"], words.CELLS, "temple").values()):
        if text != "-":
            name, _, turns = text.partition("/")
            tile = parse_word(name, words.TILES, "temple", "a pillar tile")
            t.cell[cell] = 1 + 4 * tile + parse_number(turns, 0, 3, "temple")
    t.tiles = parse_set(fields["tiles"], words.TILES, "tiles", "a pillar tile")
    for slot, card in enumerate(parse_attributes(fields["market"], words.SLOTS, "market").values()):
        if card != "-":
            t.market[slot] = 1 + parse_word(card, words.CARDS, "market", "a card")
    t.opened = parse_set(fields["open"], SECTIONS, "open", "a section 1-4")
    for place, tile in enumerate(parse_list(fields["pyramid"], ACTION_TILE_NB, "pyramid")):
        t.pyramid[place] = parse_word(tile, ("-", *words.ACTION_TILES), "pyramid", "an action tile")
    return 0


cdef int read_decks(Table* t, dict fields) except -1:
    t.deck[0] = parse_set(fields["blessings"], words.BLESSINGS, "blessings", "a blessing")
    t.deck[1] = parse_set(fields["technologies"], words.TECHNOLOGIES, "technologies", "a technology")
    t.decree_left = parse_count(fields, "decrees", 0, CARD_NB)
    t.generation = parse_count(fields, "shuffles", 0, GENERATION_NB - 1)
    for deck in range(DECK_NB):
        key = f"discard-{DECK_FIELDS[deck]}"
        t.discard[deck] = parse_set(fields[key], DECK_CARDS[deck], key, "a card of this deck")
    for i, cards in enumerate(parse_attributes(fields["unseen"], GENERATIONS, "unseen").values()):
        t.unseen[i] = parse_set(cards, words.DECREES, "unseen", "a decree")
    t.starting = parse_set(fields["starting"], words.STARTING, "starting", "a starting card")
    return 0


cdef int read_table(Table* t, dict fields, bint as_view) except -1:
    cdef int players = int(fields["players"])
    t.header.players = players
    t.header.viewer = parse_viewer(fields["viewer"], players, as_view)
    t.header.variant = parse_word(fields["variant"], VARIANTS, "variant", "a variant")
    t.size = 1 if TABLES.variant[t.header.variant].solo else players
    read_course(t, fields)
    read_turn(&t.turn, fields["now"])
    read_wheel(t, fields)
    read_board(t, fields)
    read_decks(t, fields)
    for seat in range(players):
        read_player(t, seat, fields[seat_name(seat)])
    return 0


cdef int read_under(uint8_t* bottom, dict fields, int players) except -1:
    for seat, card in enumerate(parse_attributes(fields["under"], seat_names(players), "under").values()):
        if card != "-":
            bottom[seat] = 1 + parse_word(card, words.DECREES, "under", "a decree")
    return 0


cdef int explain(const Fault* fault, dict fields) except -1:
    """Says which field is wrong, what it says, and why that cannot be."""
    field = fault.field.decode()
    if fault.seat >= 0:
        field = f"{seat_name(fault.seat)} {field}".strip()
    name, _, attribute = field.partition(" ")
    token = fields.get(name, "-")
    if attribute:
        parts = dict([part.partition(":")[::2] for part in token.split(",")])
        token = parts.get(attribute, "-")
    shown = token if len(token) <= 80 else token[:80] + "…"
    raise StateError(f"{field}{':' if attribute else '='}{shown}: {fault.reason.decode()}")


cdef int read_state(str text, void* state) except -1:
    cdef TekhenuState* s = <TekhenuState*>state
    fields = read_fields(text, PREFIX, FEWEST, SEAT_NB, STATE_KEYS)
    cdef int players = int(fields["players"])
    memset(s, 0, sizeof(TekhenuState))
    read_table(&s.table, fields, False)
    for seat, cards in enumerate(parse_attributes(fields["hands"], seat_names(players), "hands").values()):
        s.decrees[seat] = parse_set(cards, words.DECREES, "hands", "a decree")
    read_under(s.bottom, fields, players)
    s.decree_deck = parse_set(fields["deck"], words.DECREES, "deck", "a decree")
    check_spelling(text, write_state(s))
    cdef Fault fault
    return explain(&fault, fields) if find_fault(s, &fault) else 0


cdef int read_view(str text, void* view) except -1:
    cdef TekhenuView* v = <TekhenuView*>view
    fields = read_fields(text, PREFIX, FEWEST, SEAT_NB, VIEW_KEYS)
    cdef int players = int(fields["players"])
    memset(v, 0, sizeof(TekhenuView))
    read_table(&v.table, fields, True)
    viewer = seat_name(v.table.header.viewer)
    v.decrees = parse_set(
        parse_attributes(fields["hands"], (viewer,), "hands")[viewer], words.DECREES, "hands", "a decree")
    read_under(v.bottom, fields, players)
    check_spelling(text, write_view(v))
    cdef Fault fault
    return explain(&fault, fields) if find_view_fault(v, &fault) else 0
