"""A position as plain data, for JSON and for the board. What a viewer does not know is not in it."""

from libc.stdint cimport uint32_t

from egypt.core.bits cimport popcount
from egypt.games.tekhenu.gains cimport light_of, status_of
from egypt.games.tekhenu.notation cimport actor_name, step_name
from egypt.games.tekhenu.notation_seat cimport write_turn
from egypt.games.tekhenu.state cimport (
    ACTION_TILE_NB, BOTTOM_HAND, GENERATION_NB, GOD_NB, SEAT_NB, Player, Table, TekhenuState, TekhenuView, buildings_of,
    die_colour, die_sector, is_solo, statues_at, statues_of,
)
from egypt.games.tekhenu.tables cimport T

from egypt.core.fields import seat_name, viewer_name
from egypt.games.tekhenu import words
from egypt.games.tekhenu.cards import BASICS, GODS, LIGHTS
from egypt.games.tekhenu.components import COMPONENTS, DIE_COLOURS, STATUSES
from egypt.games.tekhenu.data_reader import GAINS
from egypt.games.tekhenu.words import FACES, GOODS, PANS, set_words


cdef dict present(names, numbers):
    return {name: number for name, number in zip(names, numbers) if number}


def bonus_words(bonus):
    """What lies beside a Horus space, in words."""
    if bonus.either:
        return " or ".join(bonus.either)
    return ", ".join([f"{units} {name}" for name, units in present(GAINS, bonus.gain.units()).items()])


cdef list describe_wheel(const Table* table):
    sectors = [{"god": god, "light": LIGHTS[light_of(table, sector)], "dice": []} for sector, god in enumerate(GODS)]
    for i in range(table.dice):
        code = table.die[i]
        status = STATUSES[status_of(table, die_sector(code), die_colour(code))]
        sectors[die_sector(code)]["dice"].append({"die": FACES[code % 30], "status": status})
    return sectors


cdef list describe_horus(const Table* table):
    return [
        {
            "space": space + 1,
            "god": (*GODS, None)[table.god_at[space]],
            "bonus": bonus_words(COMPONENTS.bonus[space]),
        }
        for space in range(GOD_NB)
    ]


cdef dict describe_temple(const Table* table):
    cells = {}
    for cell, name in enumerate(words.CELLS):
        if table.cell[cell]:
            owners = [seat_name(seat) for seat in range(SEAT_NB) if table.player[seat].pillars >> cell & 1]
            cells[name] = {
                "tile": words.TILES[table.cell[cell] - 1 >> 2],
                "turns": table.cell[cell] - 1 & 3,
                "owner": owners[0] if owners else None,
            }
    return cells


cdef int decrees_held(const Table* table, int seat):
    """How many, which everybody can see."""
    number = popcount(table.player[seat].decrees)
    for i in range(GENERATION_NB):
        number += table.hidden[seat][i]
    for other in range(SEAT_NB):
        number += table.bottom_at[other] == BOTTOM_HAND + seat
    return number


cdef dict describe_player(const Table* table, int seat, uint32_t decrees):
    cdef const Player* player = &table.player[seat]
    dice = [{"die": FACES[player.die[i] % 30], "pan": PANS[die_sector(player.die[i])]} for i in range(player.dice)]
    return {
        "seat": seat_name(seat),
        "automaton": is_solo(table) and seat == 1,
        "vp": player.vp,
        "population": player.population,
        "happiness": player.happiness,
        "goods": present(GOODS, [player.goods[kind] for kind in range(len(GOODS))]),
        "production": {kind: player.production[i] for i, kind in enumerate(BASICS)},
        "buildings": buildings_of(player),
        "statues": statues_of(player),
        "sites": set_words(player.sites, words.SITES),
        "shops": set_words(player.shops, words.SHOPS),
        "pillars": set_words(player.pillars, words.CELLS),
        "gods": present(GODS, [statues_at(player, god) for god in range(GOD_NB)]),
        "people": set_words(player.people, words.PEOPLE),
        "blessings": set_words(player.blessings, words.BLESSINGS),
        "technologies": set_words(player.technologies, words.TECHNOLOGIES),
        "decrees": set_words(decrees, words.DECREES),
        "decrees_held": decrees_held(table, seat),
        "drafted": set_words(player.drafted, words.STARTING),
        "destiny": (None, *words.DESTINY)[player.destiny],
        "dice": dice,
        "surplus": player.surplus,
        "balance": player.balance,
    }


cdef dict describe_table(const Table* table):
    players = table.header.players
    return {
        "game": "tekhenu",
        "viewer": viewer_name(table.header.viewer),
        "players": players,
        "variant": COMPONENTS.variants[table.header.variant].name,
        "solo": is_solo(table),
        "round": table.round,
        "rounds": T.rounds,
        "order": [seat_name(table.order[place]) for place in range(players)],
        "turn": seat_name(table.seat),
        "to_act": actor_name(table),
        "phase": step_name(table.step),
        "now": write_turn(&table.turn),
        "sun": GODS[table.sun],
        "wheel": describe_wheel(table),
        "bag": present(DIE_COLOURS, [table.bag[colour] for colour in range(len(DIE_COLOURS))]),
        "horus": describe_horus(table),
        "slots": [(None, *words.TILES)[table.slot[slot]] for slot in range(3)],
        "tiles_left": popcount(table.tiles),
        "temple": describe_temple(table),
        "market": {name: words.CARDS[table.market[i] - 1] for i, name in enumerate(words.SLOTS) if table.market[i]},
        "sections": [section + 1 for section in range(4) if table.opened >> section & 1],
        "blessings_left": popcount(table.deck[0]),
        "technologies_left": popcount(table.deck[1]),
        "decrees_left": table.decree_left,
        "starting": set_words(table.starting, words.STARTING),
        "pyramid": [(None, *words.ACTION_TILES)[table.pyramid[i]] for i in range(ACTION_TILE_NB)],
        "marker": table.marker,
    }


cdef dict describe_state(const TekhenuState* state):
    description = describe_table(&state.table)
    description["seats"] = [
        describe_player(&state.table, seat, state.decrees[seat]) for seat in range(state.table.header.players)]
    return description


cdef dict describe_view(const TekhenuView* view):
    description = describe_table(&view.table)
    description["seats"] = [
        describe_player(
            &view.table, seat, view.decrees if seat == view.table.header.viewer else view.table.player[seat].decrees)
        for seat in range(view.table.header.players)]
    return description
