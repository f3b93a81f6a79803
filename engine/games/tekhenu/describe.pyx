"""A position as plain data, for JSON and for the board. What a viewer does not know is not in it."""

from libc.stdint cimport uint32_t

from egypt.core.bits cimport popcount
from egypt.games.tekhenu.gains cimport light_of, status_of
from egypt.games.tekhenu.notation cimport step_name
from egypt.games.tekhenu.notation_seat cimport write_turn
from egypt.games.tekhenu.state cimport (
    ACTION_TILE_NB, BOTTOM_HAND, FACE_CODE_NB, GENERATION_NB, GOD_NB, SEAT_NB, Player, Table, TekhenuState,
    TekhenuView, buildings_of, die_colour, die_sector, is_solo, statues_at, statues_of,
)
from egypt.games.tekhenu.tables cimport TABLES

from egypt.core.fields import actor_name, present, seat_name, set_words, viewer_name
from egypt.games.tekhenu import words
from egypt.games.tekhenu.cards import BASICS, GODS, LIGHTS
from egypt.games.tekhenu.components import DIE_COLOURS, STATUSES
from egypt.games.tekhenu.data_reader import GAINS
from egypt.games.tekhenu.tables import COMPONENTS
from egypt.games.tekhenu.words import FACES, GOODS, PANS


def bonus_words(bonus):
    """What lies beside a Horus space, in words."""
    if bonus.either:
        return " or ".join(bonus.either)
    return ", ".join([f"{units} {name}" for name, units in present(dict(zip(GAINS, bonus.gain.units()))).items()])


cdef list describe_wheel(const Table* t):
    sectors = [{"god": god, "light": LIGHTS[light_of(t, sector)], "dice": []} for sector, god in enumerate(GODS)]
    for i in range(t.dice):
        code = t.die[i]
        status = STATUSES[status_of(t, die_sector(code), die_colour(code))]
        sectors[die_sector(code)]["dice"].append({"die": FACES[code % FACE_CODE_NB], "status": status})
    return sectors


cdef list describe_horus(const Table* t):
    return [
        {
            "space": space + 1,
            "god": (*GODS, None)[t.god_at[space]],
            "bonus": bonus_words(COMPONENTS.bonus[space]),
        }
        for space in range(GOD_NB)
    ]


cdef dict describe_temple(const Table* t):
    cells = {}
    for cell, name in enumerate(words.CELLS):
        if t.cell[cell]:
            owners = [seat_name(seat) for seat in range(SEAT_NB) if t.player[seat].pillars >> cell & 1]
            cells[name] = {
                "tile": words.TILES[t.cell[cell] - 1 >> 2],
                "turns": t.cell[cell] - 1 & 3,
                "owner": owners[0] if owners else None,
            }
    return cells


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
    dice = [{"die": FACES[player.die[i] % FACE_CODE_NB], "pan": PANS[die_sector(player.die[i])]} for i in range(player.dice)]
    return {
        "seat": seat_name(seat),
        "automaton": is_solo(t) and seat == 1,
        "vp": player.vp,
        "population": player.population,
        "happiness": player.happiness,
        "goods": present({name: player.goods[kind] for kind, name in enumerate(GOODS)}),
        "production": {kind: player.production[i] for i, kind in enumerate(BASICS)},
        "buildings": buildings_of(player),
        "statues": statues_of(player),
        "sites": set_words(player.sites, words.SITES),
        "shops": set_words(player.shops, words.SHOPS),
        "pillars": set_words(player.pillars, words.CELLS),
        "gods": present({name: statues_at(player, god) for god, name in enumerate(GODS)}),
        "people": set_words(player.people, words.PEOPLE),
        "blessings": set_words(player.blessings, words.BLESSINGS),
        "technologies": set_words(player.technologies, words.TECHNOLOGIES),
        "decrees": set_words(decrees, words.DECREES),
        "decrees_held": decrees_held(t, seat),
        "drafted": set_words(player.drafted, words.STARTING),
        "destiny": (None, *words.DESTINY)[player.destiny],
        "dice": dice,
        "surplus": player.surplus,
        "balance": player.balance,
    }


cdef dict describe_table(const Table* t):
    players = t.header.players
    return {
        "game": "tekhenu",
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
        "now": write_turn(&t.turn),
        "sun": GODS[t.sun],
        "wheel": describe_wheel(t),
        "bag": present({name: t.bag[colour] for colour, name in enumerate(DIE_COLOURS)}),
        "horus": describe_horus(t),
        "slots": [(None, *words.TILES)[t.slot[slot]] for slot in range(3)],
        "tiles_left": popcount(t.tiles),
        "temple": describe_temple(t),
        "market": {name: words.CARDS[t.market[i] - 1] for i, name in enumerate(words.SLOTS) if t.market[i]},
        "sections": [section + 1 for section in range(4) if t.opened >> section & 1],
        "blessings_left": popcount(t.deck[0]),
        "technologies_left": popcount(t.deck[1]),
        "decrees_left": t.decree_left,
        "starting": set_words(t.starting, words.STARTING),
        "pyramid": [(None, *words.ACTION_TILES)[t.pyramid[i]] for i in range(ACTION_TILE_NB)],
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
