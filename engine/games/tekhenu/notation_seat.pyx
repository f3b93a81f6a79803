"""One player and one turn as attributes `key:value,key:value`; what is nothing or zero is left out."""

from egypt.games.tekhenu.state cimport (
    BASIC_NB, BOTTOM_DECK, BOTTOM_HAND, CARD_NB, FACE_CODE_NB, GENERATION_NB, Player, Table, Turn, die_sector,
)
from egypt.games.tekhenu.tables cimport TABLES

from egypt.core.errors import NotationError
from egypt.core.fields import (
    parse_attributes, parse_number, parse_pairs, parse_seat, parse_set, parse_word, seat_name, write_attributes,
    write_counts, write_set,
)
from egypt.games.tekhenu import words
from egypt.games.tekhenu.cards import BASICS, GODS
from egypt.games.tekhenu.components import DIE_COLOURS
from egypt.games.tekhenu.words import FACES, GOODS, PANS, die_name, parse_die

HIGHEST_SCORE = 9999        # validate knows what a game can bring
MOST_SURPLUS = 50           # far beyond what a game brings: it is gone after four rounds, as is faith
MOST_BALANCE = 124          # four dice, faith and surplus
REWARDS = ("gold", "scribe", "action")
FLAGS = ("anubis", "free-value", "main-done", "virtual", "waived", "gold-swapped", "stone-swapped", "twice", "worked",
         "recolour", "thrice", "news")
DUE = (*BASICS, "scribe")
ACTIONS = (*GODS, *BASICS)
SECTIONS = ("1", "2", "3", "4")
PLAYER_KEYS = (
    "vp", "population", "happiness", "production", "goods", "sites", "shops", "pillars", "gods", "people", "blessings",
    "technologies", "decrees", "hidden", "under", "drafted", "destiny", "rewards", "dice", "surplus", "balance",
)
EXTRAS = ("beside", "opposite")
TURN_KEYS = (
    "flags", "die", "pan", "colour", "face", "effective", "action", "value", "extras", "held", "floor", "due", "cards",
    "refreshed", "rotation", "population", "happiness", "offer",
)


cdef str number_text(int number):
    return str(number) if number else "-"


cdef int parse_optional(str text, int high, str field) except -1:
    return 0 if text == "-" else parse_number(text, 1, high, field)


cdef str statues_text(int counts):
    """Two bits per god."""
    return write_counts({god: counts >> 2 * i & 3 for i, god in enumerate(GODS)})


cdef int parse_statues(str text, str field) except -1:
    counts = 0
    for god, count in parse_pairs(text, GODS, field).items():
        if count > 3:
            raise NotationError(f"{field}: '{god}*{count}' is more than three")
        counts |= count << 2 * GODS.index(god)
    return counts


# -- a player ------------------------------------------------------------------------------------------------

cdef str pan_die_text(int code):
    return f"{FACES[code % FACE_CODE_NB]}/{PANS[die_sector(code)]}"


cdef int parse_pan_die(str text, str field) except -1:
    face, _, pan = text.partition("/")
    return FACE_CODE_NB * parse_word(pan, PANS, field, "a pan") + parse_word(face, FACES, field, "a die")


cdef str under_text(int place):
    """Where the decree is that the player has put under the deck."""
    if place < BOTTOM_HAND:
        return "deck" if place == BOTTOM_DECK else "-"
    return seat_name(place - BOTTOM_HAND)


cdef int parse_under(str text, int players, str field) except -1:
    if text == "-":
        return 0
    return BOTTOM_DECK if text == "deck" else BOTTOM_HAND + parse_seat(text, players, field)


cdef str write_player(const Table* t, int seat):
    cdef const Player* player = &t.player[seat]
    hidden = [t.hidden[seat][i] for i in range(GENERATION_NB)]
    return write_attributes({
        "vp": str(player.vp),
        "population": str(player.population),
        "happiness": str(player.happiness),
        "production": "+".join([str(player.production[kind]) for kind in range(BASIC_NB)]),
        "goods": write_counts({name: player.goods[kind] for kind, name in enumerate(GOODS)}),
        "sites": write_set(player.sites, words.SITES),
        "shops": write_set(player.shops, words.SHOPS),
        "pillars": write_set(player.pillars, words.CELLS),
        "gods": statues_text(player.god_statues),
        "people": write_set(player.people, words.PEOPLE),
        "blessings": write_set(player.blessings, words.BLESSINGS),
        "technologies": write_set(player.technologies, words.TECHNOLOGIES),
        "decrees": write_set(player.decrees, words.DECREES),
        "hidden": "+".join([str(count) for count in hidden]) if any(hidden) else "-",
        "under": under_text(t.bottom_at[seat]),
        "drafted": write_set(player.drafted, words.STARTING),
        "destiny": ("-", *words.DESTINY)[player.destiny],
        "rewards": write_set(player.rewards, REWARDS),
        "dice": "+".join([pan_die_text(player.die[i]) for i in range(player.dice)]) or "-",
        "surplus": number_text(player.surplus),
        "balance": number_text(player.balance),
    })


cdef int read_player(Table* t, int seat, str text) except -1:
    cdef Player* player = &t.player[seat]
    name = seat_name(seat)
    parts = parse_attributes(text, PLAYER_KEYS, name)
    player.vp = parse_number(parts["vp"], 0, HIGHEST_SCORE, f"{name} vp")
    player.population = parse_number(parts["population"], 0, TABLES.track_max, f"{name} population")
    player.happiness = parse_number(parts["happiness"], 0, TABLES.track_max, f"{name} happiness")
    production = parts["production"].split("+")
    if len(production) != BASIC_NB:
        raise NotationError(f"{name} production: '{parts['production'][:40]}' must be four numbers")
    for kind in range(BASIC_NB):
        player.production[kind] = parse_number(production[kind], 0, TABLES.production_max, f"{name} production")
    for good, count in parse_pairs(parts["goods"], GOODS, f"{name} goods").items():
        player.goods[GOODS.index(good)] = count
    player.sites = parse_set(parts["sites"], words.SITES, f"{name} sites", "a site")
    player.shops = parse_set(parts["shops"], words.SHOPS, f"{name} shops", "a district and a row")
    player.pillars = parse_set(parts["pillars"], words.CELLS, f"{name} pillars", "a cell")
    player.god_statues = parse_statues(parts["gods"], f"{name} gods")
    player.people = parse_set(parts["people"], words.PEOPLE, f"{name} people", "a people's space")
    player.blessings = parse_set(parts["blessings"], words.BLESSINGS, f"{name} blessings", "a blessing")
    player.technologies = parse_set(parts["technologies"], words.TECHNOLOGIES, f"{name} technologies", "a technology")
    player.decrees = parse_set(parts["decrees"], words.DECREES, f"{name} decrees", "a decree")
    if parts["hidden"] != "-":
        hidden = parts["hidden"].split("+")
        if len(hidden) != GENERATION_NB:
            raise NotationError(f"{name} hidden: '{parts['hidden'][:40]}' must be four numbers")
        for i in range(GENERATION_NB):
            t.hidden[seat][i] = parse_number(hidden[i], 0, CARD_NB, f"{name} hidden")
    t.bottom_at[seat] = parse_under(parts["under"], t.header.players, f"{name} under")
    player.drafted = parse_set(parts["drafted"], words.STARTING, f"{name} drafted", "a starting card")
    player.destiny = parse_word(parts["destiny"], ("-", *words.DESTINY), f"{name} destiny", "a destiny card")
    player.rewards = parse_set(parts["rewards"], REWARDS, f"{name} rewards", "a reward")
    dice = [] if parts["dice"] == "-" else parts["dice"].split("+")
    if len(dice) > 4:
        raise NotationError(f"{name} dice: '{parts['dice'][:40]}' are more than four")
    for i, die in enumerate(dice):
        player.die[i] = parse_pan_die(die, f"{name} dice")
    player.dice = len(dice)
    player.surplus = parse_optional(parts["surplus"], MOST_SURPLUS, f"{name} surplus")
    balance = parts["balance"]
    player.balance = parse_optional(balance.removeprefix("-") or "-", MOST_BALANCE, f"{name} balance")
    if balance != "-" and balance.startswith("-"):
        player.balance = -player.balance
    return 0


# -- a turn --------------------------------------------------------------------------------------------------

cdef str write_turn(const Turn* turn):
    offer = [words.CARDS[turn.offer[i] - 1] for i in range(2) if turn.offer[i]]
    due = {name: turn.due[i] for i, name in enumerate(DUE)}
    busy = turn.die or turn.value       # an action is going on: yellow, pure and Horus are no accident then
    return write_attributes({
        "flags": write_set(turn.flags, FLAGS),
        "die": die_name(turn.die - 1) if turn.die else "-",
        "pan": PANS[turn.pan] if turn.pan or turn.die else "-",
        "colour": DIE_COLOURS[turn.colour] if turn.colour or turn.die else "-",
        "face": number_text(turn.face),
        "effective": number_text(turn.effective),
        "action": ACTIONS[turn.action] if turn.action or busy else "-",
        "value": number_text(turn.value),
        "extras": write_counts({"beside": turn.beside, "opposite": turn.opposite}),
        "held": write_set(turn.held, words.BLESSINGS),
        "floor": number_text(turn.floor),
        "due": write_counts(due),
        "cards": number_text(turn.cards),
        "refreshed": write_set(turn.refreshed, SECTIONS),
        "rotation": number_text(turn.rotation),
        "population": number_text(turn.population),
        "happiness": number_text(turn.happiness),
        "offer": "+".join(offer) or "-",
    })


cdef int read_turn(Turn* turn, str text) except -1:
    parts = parse_attributes(text, TURN_KEYS, "now")
    turn.flags = parse_set(parts["flags"], FLAGS, "now flags", "a flag")
    if parts["die"] != "-":
        sector, _, face = parts["die"].partition("+")
        turn.die = 1 + parse_die(sector, face, "now die")
    if parts["pan"] != "-":
        turn.pan = parse_word(parts["pan"], PANS, "now pan", "a pan")
    if parts["colour"] != "-":
        turn.colour = parse_word(parts["colour"], DIE_COLOURS, "now colour", "a colour")
    turn.face = parse_optional(parts["face"], 6, "now face")
    turn.effective = parse_optional(parts["effective"], 6, "now effective")
    if parts["action"] != "-":
        turn.action = parse_word(parts["action"], ACTIONS, "now action", "an action")
    turn.value = parse_optional(parts["value"], 6, "now value")
    extras = parse_pairs(parts["extras"], EXTRAS, "now extras")
    turn.beside = extras.get("beside", 0)
    turn.opposite = extras.get("opposite", 0)
    turn.held = parse_set(parts["held"], words.BLESSINGS, "now held", "a blessing")
    turn.floor = parse_optional(parts["floor"], CARD_NB, "now floor")
    for name, count in parse_pairs(parts["due"], DUE, "now due").items():
        turn.due[DUE.index(name)] = count
    turn.cards = parse_optional(parts["cards"], 4, "now cards")
    turn.refreshed = parse_set(parts["refreshed"], SECTIONS, "now refreshed", "a section")
    turn.rotation = parse_optional(parts["rotation"], 63, "now rotation")
    turn.population = parse_optional(parts["population"], TABLES.track_max, "now population")
    turn.happiness = parse_optional(parts["happiness"], TABLES.track_max, "now happiness")
    offer = [] if parts["offer"] == "-" else parts["offer"].split("+")
    if len(offer) > 2:
        raise NotationError(f"now offer: '{parts['offer'][:40]}' are more than two cards")
    for i, card in enumerate(offer):
        turn.offer[i] = 1 + parse_word(card, words.CARDS, "now offer", "a card")
    return 0
