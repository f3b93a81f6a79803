"""Position text and view text. Reading checks each token, validate how they fit together.

A view has the fields of a state but for the order of the decree deck; `hands` and `under` then say what the viewer knows.
"""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from egypt.core.types cimport CHANCE, OVER
from egypt.games.tekhenu.faults cimport Fault
from egypt.games.tekhenu.notation_seat cimport read_player, read_turn, write_player, write_turn
from egypt.games.tekhenu.state cimport (
    ACTION_TILE_NB, CARD_NB, DECK_NB, DICE_NB, GENERATION_NB, GOD_NB, SEAT_NB, STACK_NB, Table, TekhenuState, TekhenuView,
    die_colour, die_face, die_sector,
)
from egypt.games.tekhenu.tables cimport T
from egypt.games.tekhenu.validate cimport find_fault, find_view_fault

from egypt.core.errors import NotationError, StateError
from egypt.core.fields import (
    parse_count, parse_fields, parse_number, parse_pairs, parse_seat, parse_viewer, seat_name, viewer_name, write_counts,
)
from egypt.games.tekhenu import words
from egypt.games.tekhenu.cards import GODS
from egypt.games.tekhenu.components import COMPONENTS, DIE_COLOURS
from egypt.games.tekhenu.course import STEPS
from egypt.games.tekhenu.words import (
    number_of, parse_attributes, parse_list, parse_set, write_attributes, write_list, write_set,
)

PREFIX = "tekhenu/1"
VARIANTS = tuple([row.name for row in COMPONENTS.variants])
ACTORS = {CHANCE: "chance", OVER: "over"}
ACTOR_CODE = {name: actor for actor, name in ACTORS.items()}
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


cdef str actor_name(const Table* table):
    return ACTORS.get(table.header.actor) or seat_name(table.header.actor)


# -- writing -------------------------------------------------------------------------------------------------

cdef str write_step(int step, int argument):
    return f"{STEPS[step]}*{argument}" if argument else STEPS[step]


cdef str write_seats(int mask):
    return write_set(mask, tuple([seat_name(seat) for seat in range(SEAT_NB)]))


cdef str write_wheel(const Table* table):
    sectors = {god: [] for god in GODS}
    for i in range(table.dice):
        code = table.die[i]
        sectors[GODS[die_sector(code)]].append(f"{DIE_COLOURS[die_colour(code)]}{die_face(code)}")
    return write_attributes({god: "+".join(dice) or "-" for god, dice in sectors.items()})


cdef dict write_table(const Table* table):
    players = table.header.players
    fields = {
        "viewer": viewer_name(table.header.viewer),
        "players": players,
        "variant": VARIANTS[table.header.variant],
        "round": table.round,
        "order": "+".join([seat_name(table.order[place]) for place in range(players)]),
        "seat": seat_name(table.seat),
        "place": table.place,
        "act": actor_name(table),
        "pending": write_seats(table.header.pending),
        "step": write_step(table.step, table.argument),
        "stack": "+".join([write_step(table.stack[i].step, table.stack[i].argument)
                           for i in range(table.height - 1, -1, -1)]) or "-",
        "now": write_turn(&table.turn),
        "sun": GODS[table.sun],
        "wheel": write_wheel(table),
        "bag": write_counts({colour: table.bag[i] for i, colour in enumerate(DIE_COLOURS)}),
        "horus": write_list([(*GODS, "-")[table.god_at[space]] for space in range(GOD_NB)]),
        "slots": write_list([("-", *words.TILES)[table.slot[slot]] for slot in range(3)]),
        "temple": write_attributes({
            name: f"{words.TILES[table.cell[cell] - 1 >> 2]}/{table.cell[cell] - 1 & 3}"
            for cell, name in enumerate(words.CELLS) if table.cell[cell]}),
        "tiles": write_set(table.tiles, words.TILES),
        "market": write_attributes({
            name: words.CARDS[table.market[slot] - 1] for slot, name in enumerate(words.SLOTS) if table.market[slot]}),
        "open": write_set(table.opened, SECTIONS),
        "blessings": write_set(table.deck[0], words.BLESSINGS),
        "technologies": write_set(table.deck[1], words.TECHNOLOGIES),
        "decrees": table.decree_left,
        "shuffles": table.generation,
    }
    for deck in range(DECK_NB):
        fields[f"discard-{DECK_FIELDS[deck]}"] = write_set(table.discard[deck], DECK_CARDS[deck])
    fields["unseen"] = write_attributes({
        name: write_set(table.unseen[i], words.DECREES) for i, name in enumerate(GENERATIONS)})
    fields["starting"] = write_set(table.starting, words.STARTING)
    fields["pyramid"] = write_list([("-", *words.ACTION_TILES)[table.pyramid[i]] for i in range(ACTION_TILE_NB)])
    fields["marker"] = table.marker
    fields["edict"] = write_seats(table.edict)
    for seat in range(players):
        fields[seat_name(seat)] = write_player(table, seat)
    return fields


cdef str join(dict fields):
    return ";".join([PREFIX] + [f"{key}={value}" for key, value in fields.items()])


cdef str write_under(const uint8_t* bottom, int players):
    return write_attributes({
        seat_name(seat): words.DECREES[bottom[seat] - 1] for seat in range(players) if bottom[seat]})


cdef str write_state(const TekhenuState* state):
    players = state.table.header.players
    fields = write_table(&state.table)
    fields["hands"] = write_attributes({
        seat_name(seat): write_set(state.decrees[seat], words.DECREES) for seat in range(players)})
    fields["under"] = write_under(state.bottom, players)
    fields["deck"] = write_set(state.decree_deck, words.DECREES)
    return join(fields)


cdef str write_view(const TekhenuView* view):
    fields = write_table(&view.table)
    fields["hands"] = write_attributes({
        seat_name(view.table.header.viewer): write_set(view.decrees, words.DECREES)})
    fields["under"] = write_under(view.bottom, view.table.header.players)
    return join(fields)


# -- reading -------------------------------------------------------------------------------------------------

cdef dict read_fields(str text, tuple tail):
    """All fields, each there once and in its place."""
    fields = parse_fields(text, PREFIX)
    players = parse_count(fields, "players", 2, SEAT_NB)
    wanted = (*HEAD, *[seat_name(seat) for seat in range(players)], *tail)
    for key in fields:
        if key not in wanted:
            raise NotationError(f"'{key[:40]}' is not a field of tekhenu with {players} players")
    for key, place in zip(fields, wanted):
        if key != place:
            raise NotationError(f"field '{key}' stands where '{place}' belongs")
    if len(fields) < len(wanted):
        raise NotationError(f"field '{wanted[len(fields)]}' is missing after '{tuple(fields)[len(fields) - 1]}'")
    return fields


cdef tuple parse_step(str text, str field):
    name, star, argument = text.partition("*")
    number = number_of(name, STEPS, field, "a step")
    return number, parse_number(argument, 1, 255, field) if star else 0


cdef tuple seat_names(int players):
    return tuple([seat_name(seat) for seat in range(players)])


cdef int read_course(Table* table, dict fields) except -1:
    """Who acts in which step, and what comes after it."""
    cdef int players = table.header.players
    seats = fields["order"].split("+")
    if len(seats) != players:
        raise NotationError(f"order: '{fields['order'][:40]}' must name {players} seats")
    for place, seat in enumerate(seats):
        table.order[place] = parse_seat(seat, players, "order")
    table.seat = parse_seat(fields["seat"], players, "seat")
    table.place = parse_count(fields, "place", 0, SEAT_NB)
    table.round = parse_count(fields, "round", 0, T.rounds)
    if fields["act"] in ACTOR_CODE:
        table.header.actor = ACTOR_CODE[fields["act"]]
    else:
        table.header.actor = parse_seat(fields["act"], players, "act")
    table.header.pending = parse_set(fields["pending"], seat_names(players), "pending", "a seat")
    table.step, table.argument = parse_step(fields["step"], "step")
    steps = [] if fields["stack"] == "-" else fields["stack"].split("+")
    if len(steps) > STACK_NB:
        raise NotationError(f"stack: {len(steps)} steps, at most {STACK_NB} fit")
    for i, step in enumerate(reversed(steps)):
        table.stack[i].step, table.stack[i].argument = parse_step(step, "stack")
    table.height = len(steps)
    table.marker = parse_count(fields, "marker", 0, ACTION_TILE_NB)
    table.edict = parse_set(fields["edict"], seat_names(players), "edict", "a seat")
    return 0


cdef int read_wheel(Table* table, dict fields) except -1:
    table.sun = number_of(fields["sun"], GODS, "sun", "a god")
    for sector, dice in enumerate(parse_attributes(fields["wheel"], GODS, "wheel").values()):
        for name in [] if dice == "-" else dice.split("+"):
            if table.dice == DICE_NB:
                raise NotationError(f"wheel: '{name[:40]}' is one die more than the box holds")
            table.die[table.dice] = 30 * sector + number_of(name, words.FACES, "wheel", "a die")
            table.dice += 1
    for name, count in parse_pairs(fields["bag"], DIE_COLOURS, "bag").items():
        if count > DICE_NB:
            raise NotationError(f"bag: '{name}*{count}' is more than the box holds")
        table.bag[DIE_COLOURS.index(name)] = count
    return 0


cdef int read_board(Table* table, dict fields) except -1:
    for space, god in enumerate(parse_list(fields["horus"], GOD_NB, "horus")):
        table.god_at[space] = number_of(god, (*GODS, "-"), "horus", "a god")
    for slot, tile in enumerate(parse_list(fields["slots"], 3, "slots")):
        table.slot[slot] = number_of(tile, ("-", *words.TILES), "slots", "a pillar tile")
    for cell, text in enumerate(parse_attributes(fields["temple"], words.CELLS, "temple").values()):
        if text != "-":
            name, _, turns = text.partition("/")
            tile = number_of(name, words.TILES, "temple", "a pillar tile")
            table.cell[cell] = 1 + 4 * tile + parse_number(turns, 0, 3, "temple")
    table.tiles = parse_set(fields["tiles"], words.TILES, "tiles", "a pillar tile")
    for slot, card in enumerate(parse_attributes(fields["market"], words.SLOTS, "market").values()):
        if card != "-":
            table.market[slot] = 1 + number_of(card, words.CARDS, "market", "a card")
    table.opened = parse_set(fields["open"], SECTIONS, "open", "a section 1-4")
    for place, tile in enumerate(parse_list(fields["pyramid"], ACTION_TILE_NB, "pyramid")):
        table.pyramid[place] = number_of(tile, ("-", *words.ACTION_TILES), "pyramid", "an action tile")
    return 0


cdef int read_decks(Table* table, dict fields) except -1:
    table.deck[0] = parse_set(fields["blessings"], words.BLESSINGS, "blessings", "a blessing")
    table.deck[1] = parse_set(fields["technologies"], words.TECHNOLOGIES, "technologies", "a technology")
    table.decree_left = parse_count(fields, "decrees", 0, CARD_NB)
    table.generation = parse_count(fields, "shuffles", 0, GENERATION_NB - 1)
    for deck in range(DECK_NB):
        key = f"discard-{DECK_FIELDS[deck]}"
        table.discard[deck] = parse_set(fields[key], DECK_CARDS[deck], key, "a card of this deck")
    for i, cards in enumerate(parse_attributes(fields["unseen"], GENERATIONS, "unseen").values()):
        table.unseen[i] = parse_set(cards, words.DECREES, "unseen", "a decree")
    table.starting = parse_set(fields["starting"], words.STARTING, "starting", "a starting card")
    return 0


cdef int read_table(Table* table, dict fields, bint as_view) except -1:
    cdef int players = int(fields["players"])
    table.header.players = players
    table.header.viewer = parse_viewer(fields["viewer"], players, as_view)
    table.header.variant = number_of(fields["variant"], VARIANTS, "variant", "a variant")
    table.size = 1 if T.variant[table.header.variant].solo else players
    read_course(table, fields)
    read_turn(&table.turn, fields["now"])
    read_wheel(table, fields)
    read_board(table, fields)
    read_decks(table, fields)
    for seat in range(players):
        read_player(table, seat, fields[seat_name(seat)])
    return 0


cdef int read_under(uint8_t* bottom, dict fields, int players) except -1:
    for seat, card in enumerate(parse_attributes(fields["under"], seat_names(players), "under").values()):
        if card != "-":
            bottom[seat] = 1 + number_of(card, words.DECREES, "under", "a decree")
    return 0


cdef int check_spelling(str text, str proper) except -1:
    """A position is written one way only."""
    for given, wanted in zip(text.split(";"), proper.split(";")):
        if given != wanted:
            raise NotationError(f"'{given[:60]}' must be written '{wanted[:200]}'")
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


cdef int read_state(str text, TekhenuState* state) except -1:
    fields = read_fields(text, ("hands", "under", "deck"))
    cdef int players = int(fields["players"])
    memset(state, 0, sizeof(TekhenuState))
    read_table(&state.table, fields, False)
    for seat, cards in enumerate(parse_attributes(fields["hands"], seat_names(players), "hands").values()):
        state.decrees[seat] = parse_set(cards, words.DECREES, "hands", "a decree")
    read_under(state.bottom, fields, players)
    state.decree_deck = parse_set(fields["deck"], words.DECREES, "deck", "a decree")
    check_spelling(text, write_state(state))
    cdef Fault fault
    return explain(&fault, fields) if find_fault(state, &fault) else 0


cdef int read_view(str text, TekhenuView* view) except -1:
    fields = read_fields(text, ("hands", "under"))
    cdef int players = int(fields["players"])
    memset(view, 0, sizeof(TekhenuView))
    read_table(&view.table, fields, True)
    viewer = seat_name(view.table.header.viewer)
    view.decrees = parse_set(
        parse_attributes(fields["hands"], (viewer,), "hands")[viewer], words.DECREES, "hands", "a decree")
    read_under(view.bottom, fields, players)
    check_spelling(text, write_view(view))
    cdef Fault fault
    return explain(&fault, fields) if find_view_fault(view, &fault) else 0
