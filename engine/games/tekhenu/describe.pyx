"""A position as plain data, for JSON and for the board. What a viewer does not know is not in it."""

from libc.stdint cimport uint32_t

from egypt.core.bits cimport popcount
from egypt.games.tekhenu.gains cimport light_of, status_of
from egypt.games.tekhenu.notation cimport step_name
from egypt.games.tekhenu.payment cimport bread_owed
from egypt.games.tekhenu.state cimport (
    ACTION_TILE_NB, BOTTOM_HAND, GENERATION_NB, GOD_NB, PEOPLE_NB, SEAT_NB, SHOP_NB, SITE_NB, STEP_CARD, STEP_CELL,
    STEP_DEAL, STEP_DICE, STEP_DISTRICT, STEP_GOD_TILE, STEP_REVEAL, STEP_ROTATE, STEP_SHIFT, STEP_TILE, STEP_UPKEEP, Player,
    Table, TekhenuState, TekhenuView, Turn, buildings_of, die_colour, die_face, die_sector, is_solo, statues_at, statues_of,
)
from egypt.games.tekhenu.step_arguments cimport row_in, sector_in
from egypt.games.tekhenu.tables cimport TABLES

from egypt.core.fields import actor_name, present, seat_name, set_words, viewer_name
from egypt.games.tekhenu import words
from egypt.games.tekhenu.board_rows import SIDES, TEMPLE_SIZE
from egypt.games.tekhenu.cards import BASICS, GODS, LIGHTS
from egypt.games.tekhenu.components import DIE_COLOURS, STATUSES
from egypt.games.tekhenu.data_reader import GAINS
from egypt.games.tekhenu.notation_seat import ACTIONS, DUE, FLAGS
from egypt.games.tekhenu.tables import COMPONENTS
from egypt.games.tekhenu.words import GOODS, PANS, RA_SLOTS

# What the plain values of the table and of a seat are called.
TABLE_IDS = {
    "sun": "obelisk", "bag": "bag", "tiles_left": "stack", "blessings_left": "deck:blessings",
    "technologies_left": "deck:technologies", "decrees_left": "deck:decrees", "order": "order", "starting": "starting",
    "marker": "marker", "round": "round", "sections": "market",
}
SEAT_IDS = {
    "score": "score", "population": "population", "happiness": "happiness", "goods": "goods", "production": "production",
    "buildings": "buildings", "statues": "statues", "decrees_held": "hand", "surplus": "surplus", "balance": "scales",
}


def card(word):
    """A card or pillar tile that everybody may name: its id is that of the catalogue."""
    return {"id": f"card:{word}", "component": f"card:{word}", "card": word}


def cards(held):
    return [card(word) for word in held]


def bonus_data(bonus):
    """What lies beside a Horus space: goods by number, one entry for each alternative."""
    if bonus.either:
        return [{name: 1} for name in bonus.either]
    units = present(dict(zip(GAINS, bonus.gain.units())))
    return [{"score" if name == "vp" else name: number for name, number in units.items()}]


# Where pieces may stand. A place has its `id` in the lists of the table; elsewhere it is named by `at`, which is that id.


def site_place(int site):
    """Beside the temple: sites are counted along each side, as the cells are."""
    return {"side": SIDES[site // TEMPLE_SIZE], "line": site % TEMPLE_SIZE + 1}


def shop_place(int shop):
    """In the area of Osiris: papyrus and bread come from workshops, the stones from quarries."""
    return {"district": BASICS[shop % len(BASICS)], "row": shop // len(BASICS) + 1}


def cell_place(int cell):
    return {"row": cell // TEMPLE_SIZE + 1, "column": cell % TEMPLE_SIZE + 1}


def people_place(int space):
    return {"space": words.PEOPLE[space]}


def market_place(int slot):
    """`place` is the letter beside the card."""
    name = words.SLOTS[slot]
    return {"section": int(name[0]), "place": name[1]}


PLACES = {
    "site": (words.SITES, site_place), "shop": (words.SHOPS, shop_place), "cell": (words.CELLS, cell_place),
    "people": (words.PEOPLE, people_place),
}


def held_places(uint32_t held, str kind):
    """Where a seat has pieces."""
    names, place = PLACES[kind]
    return [{"at": f"{kind}:{name}", **place(i)} for i, name in enumerate(names) if held >> i & 1]


def die_data(int code, str where, list others):
    """A die; equal ones at the same place are counted."""
    colour, value = DIE_COLOURS[die_colour(code)], die_face(code)
    name = f"die:{where}:{colour}{value}"
    equal = sum([die["colour"] == colour and die["value"] == value for die in others])
    return {"id": f"{name}:{equal + 1}" if equal else name, "colour": colour, "value": value}


cdef list describe_wheel(const Table* t):
    sectors = [
        {"id": f"sector:{god}", "god": god, "light": LIGHTS[light_of(t, sector)], "dice": []}
        for sector, god in enumerate(GODS)
    ]
    for i in range(t.dice):
        code = t.die[i]
        dice = sectors[die_sector(code)]["dice"]
        status = STATUSES[status_of(t, die_sector(code), die_colour(code))]
        dice.append({**die_data(code, GODS[die_sector(code)], dice), "status": status})
    return sectors


cdef dict god_statues(const Table* t, int god):
    """How many statues each seat has at a god; empty before the tile is laid."""
    if god >= GOD_NB:
        return {}
    return present({seat_name(seat): statues_at(&t.player[seat], god) for seat in range(t.header.players)})


cdef list describe_horus(const Table* t):
    return [
        {
            "id": f"horus:{space + 1}",
            "space": space + 1,
            "god": (*GODS, None)[t.god_at[space]],
            "bonus": bonus_data(COMPONENTS.bonus[space]),
            "statues": god_statues(t, t.god_at[space]),
        }
        for space in range(GOD_NB)
    ]


cdef dict describe_temple(const Table* t):
    cells = {}
    for cell, name in enumerate(words.CELLS):
        if t.cell[cell]:
            owners = [seat_name(seat) for seat in range(SEAT_NB) if t.player[seat].pillars >> cell & 1]
            tile = words.TILES[t.cell[cell] - 1 >> 2]
            cells[name] = {
                "id": f"cell:{name}",
                **cell_place(cell),
                "tile": tile,
                "component": f"tile:{tile}",
                "turns": t.cell[cell] - 1 & 3,
                "owner": owners[0] if owners else None,
            }
    return cells


cdef dict describe_slot(int slot, int tile):
    word = (None, *words.TILES)[tile]
    return {"id": f"slot:{RA_SLOTS[slot]}", "tile": word, "component": f"tile:{word}" if word else None}


cdef dict describe_market(const Table* t):
    market = {}
    for i, name in enumerate(words.SLOTS):
        if t.market[i]:
            word = words.CARDS[t.market[i] - 1]
            market[name] = {"id": f"market:{name}", **market_place(i), "card": word, "component": f"card:{word}"}
    return market


cdef list describe_places(str kind, list used, list held):
    """Places for pieces, with who has one there; `held` are the places of each seat."""
    names, place = PLACES[kind]
    rows = []
    for i in used:
        owners = [seat_name(seat) for seat, places in enumerate(held) if places >> i & 1]
        rows.append({"id": f"{kind}:{names[i]}", **place(i), "owner": owners[0] if owners else None})
    return rows


cdef list sites_in_use(const Table* t):
    return [site for site in range(SITE_NB) if TABLES.sites[t.size] >> site & 1]


cdef dict describe_turn(const Turn* turn):
    """What the turn remembers that a person would: the die, the action, what is due."""
    die = None
    if turn.die:
        die = {
            "god": GODS[die_sector(turn.die - 1)], "colour": DIE_COLOURS[turn.colour], "value": turn.face,
            "pan": PANS[turn.pan],
        }
    return {
        "die": die,
        "flags": set_words(turn.flags, FLAGS),
        "action": ACTIONS[turn.action] if turn.value else None,
        "value": turn.value or None,
        "due": present({name: turn.due[i] for i, name in enumerate(DUE)}),
        "cards": turn.cards,
        "extra_actions": {"beside": turn.beside, "opposite": turn.opposite},
        "offer": cards([words.CARDS[turn.offer[i] - 1] for i in range(2) if turn.offer[i]]),
    }


cdef dict describe_place(const Table* t):
    """What the current step is about: a seat, a sector, a place of the market, a cell …"""
    step, argument = t.step, t.argument
    if step == STEP_DICE:
        return {"god": GODS[sector_in(argument)]}
    if step == STEP_CARD:
        return {"at": f"market:{words.SLOTS[argument]}", **market_place(argument)}
    if step == STEP_GOD_TILE:
        return {"space": argument + 1}
    if step == STEP_DEAL or step == STEP_REVEAL:
        return {"seat": seat_name(argument)}
    if step == STEP_TILE:
        return {"center": argument == 1}
    if step == STEP_CELL:
        return {"at": f"slot:{RA_SLOTS[argument]}", "slot": RA_SLOTS[argument]}
    if step == STEP_ROTATE:
        slot = RA_SLOTS[TABLES.ra_slot[t.turn.value]]
        return {"at": f"cell:{words.CELLS[argument]}", "slot": slot, **cell_place(argument)}
    if step == STEP_UPKEEP and t.header.actor >= 0:
        return {"seat": seat_name(t.header.actor), "bread": bread_owed(&t.player[t.header.actor])}
    if step == STEP_SHIFT:
        return {"action": ACTIONS[argument]}
    if step == STEP_DISTRICT:
        return {"row": row_in(argument) + 1}
    return {}


cdef int decrees_held(const Table* t, int seat):
    """How many, which everybody can see."""
    number = popcount(t.player[seat].decrees)
    for i in range(GENERATION_NB):
        number += t.hidden[seat][i]
    for other in range(SEAT_NB):
        number += t.bottom_at[other] == BOTTOM_HAND + seat
    return number


cdef dict describe_player(const Table* t, int seat, uint32_t decrees):
    cdef const Player* player = &t.player[seat]
    name = seat_name(seat)
    dice = []
    for i in range(player.dice):
        dice.append({**die_data(player.die[i], name, dice), "pan": PANS[die_sector(player.die[i])]})
    held = cards(set_words(decrees, words.DECREES))
    return {
        "id": f"seat:{name}",
        "ids": {key: f"{word}:{name}" for key, word in SEAT_IDS.items()},
        "seat": name,
        "automaton": is_solo(t) and seat == 1,
        "score": player.vp,
        "population": player.population,
        "happiness": player.happiness,
        "goods": present({name: player.goods[kind] for kind, name in enumerate(GOODS)}),
        "production": {kind: player.production[i] for i, kind in enumerate(BASICS)},
        "stores": [{"id": f"store:{name}:{kind}", "good": kind} for kind in GOODS],
        "yields": [{"id": f"production:{name}:{kind}", "good": kind} for kind in BASICS],
        "pans": [{"id": f"pan:{name}:{pan}", "pan": pan} for pan in PANS],
        "buildings": buildings_of(player),
        "statues": statues_of(player),
        "sites": held_places(player.sites, "site"),
        "shops": held_places(player.shops, "shop"),
        "pillars": held_places(player.pillars, "cell"),
        "gods": present({name: statues_at(player, god) for god, name in enumerate(GODS)}),
        "people": held_places(player.people, "people"),
        "blessings": cards(set_words(player.blessings, words.BLESSINGS)),
        "technologies": cards(set_words(player.technologies, words.TECHNOLOGIES)),
        "decrees": held,
        "decrees_held": decrees_held(t, seat),
        "drafted": cards(set_words(player.drafted, words.STARTING)),
        "destiny": card(words.DESTINY[player.destiny - 1]) if player.destiny else None,
        "dice": dice,
        "surplus": player.surplus,
        "balance": player.balance,
    }


cdef dict describe_table(const Table* t):
    players = t.header.players
    return {
        "game": "tekhenu",
        "ids": dict(TABLE_IDS),
        "viewer": viewer_name(t.header.viewer),
        "players": players,
        "variant": COMPONENTS.variants[t.header.variant].name,
        "solo": is_solo(t),
        "round": t.round,
        "rounds": TABLES.rounds,
        "order": [seat_name(t.order[place]) for place in range(players)],
        "turn": seat_name(t.seat),
        "to_act": actor_name(t.header.actor),
        "phase": step_name(t.step),
        "about": describe_place(t),
        "now": describe_turn(&t.turn),
        "sun": GODS[t.sun],
        "wheel": describe_wheel(t),
        "bag": present({name: t.bag[colour] for colour, name in enumerate(DIE_COLOURS)}),
        "horus": describe_horus(t),
        "slots": [describe_slot(slot, t.slot[slot]) for slot in range(3)],
        "tiles_left": popcount(t.tiles),
        "temple": describe_temple(t),
        "sites": describe_places("site", sites_in_use(t), [t.player[seat].sites for seat in range(players)]),
        "shops": describe_places("shop", list(range(SHOP_NB)), [t.player[seat].shops for seat in range(players)]),
        "people": describe_places("people", list(range(PEOPLE_NB)), [t.player[seat].people for seat in range(players)]),
        "market": describe_market(t),
        "sections": [section + 1 for section in range(4) if t.opened >> section & 1],
        "blessings_left": popcount(t.deck[0]),
        "technologies_left": popcount(t.deck[1]),
        "decrees_left": t.decree_left,
        "starting": cards(set_words(t.starting, words.STARTING)),
        "pyramid": [
            {"id": f"pyramid:{i + 1}", "tile": (None, *words.ACTION_TILES)[t.pyramid[i]]} for i in range(ACTION_TILE_NB)],
        "marker": t.marker,
    }


cdef dict describe_state(const void* state):
    cdef const TekhenuState* s = <const TekhenuState*>state
    description = describe_table(&s.table)
    description["seats"] = [
        describe_player(&s.table, seat, s.decrees[seat]) for seat in range(s.table.header.players)]
    return description


cdef dict describe_view(const void* view):
    cdef const TekhenuView* v = <const TekhenuView*>view
    description = describe_table(&v.table)
    description["seats"] = [
        describe_player(&v.table, seat, v.decrees if seat == v.table.header.viewer else v.table.player[seat].decrees)
        for seat in range(v.table.header.players)]
    return description
