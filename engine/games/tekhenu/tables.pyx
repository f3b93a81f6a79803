"""Copies the rows of components.py into C arrays at import; wrong counts never get this far (components.py refuses them)."""

from libc.string cimport memset

from egypt.games.tekhenu.state cimport (
    BASIC_NB, CARD_NB, CELL_NB, COLOUR_NB, DECK_NB, FACE_NB, FORBIDDEN, GOD_NB, GREY, PURE, SECTION_NB, SITE_NB, TAINTED,
    TEMPLE_COLUMN, TEMPLE_ROW, die_code,
)
from egypt.games.tekhenu.tables cimport (
    ABILITY_NB, ANY_COLOUR, BLESSING_EFFECT_NB, DECREE_EFFECT_NB, MAX_VARIANTS, NO_DECK, PIECE_NB, PLACE_NB, PRICE_NB,
    TABLES, TECH_EFFECT_NB, WHEN_NB, BlessingRow, DecreeRow, Gain, TechnologyRow, TileRow,
)

from egypt.games.tekhenu.board_rows import SIDES
from egypt.games.tekhenu.cards import (
    BASICS, BLESSING_EFFECTS, BLESSING_TIMES, DECKS, DECREE_EFFECTS, DESTINY_EFFECTS, GODS, LIGHTS, NAMES, PIECES,
    STARTING_EFFECTS, TECHNOLOGY_EFFECTS, TILE_ABILITIES,
)
from egypt.games.tekhenu.components import DIE_COLOURS, STATUSES, load
from egypt.games.tekhenu.data_reader import GAINS, PLAYER_COUNTS

TIMES = ("production", "any-time", "taking-a-die", "start-of-turn", "gods")     # in the order of WHEN_
COMPONENTS = load()
NUMBERS, LISTS = COMPONENTS.numbers, COMPONENTS.lists


cdef Gain gain(row):
    cdef Gain copy
    for kind, units in enumerate(row.units()):
        copy.amount[kind] = units
    return copy


cdef unsigned int bits(names, tuple words):
    """Bit per word that is named."""
    return sum([1 << words.index(name) for name in names])


cdef int number_of(dict effects, str effect):
    return list(effects).index(effect)


cdef void fill_variants() except *:
    for index, row in enumerate(COMPONENTS.variants):
        TABLES.variant[index].printed_gods = row.printed_gods
        TABLES.variant[index].random_start = row.random_start
        TABLES.variant[index].decree_vp = COMPONENTS.solo.hard_decree_vp if row.hard_decrees else COMPONENTS.solo.decree_vp
        for level in COMPONENTS.solo.levels:
            if level.name == row.level:
                TABLES.variant[index].solo = True
                TABLES.variant[index].statues = sum([1 << (space - 1) for space in level.statues])
                TABLES.variant[index].shops = sum(
                    [1 << ((line - 1) * BASIC_NB + BASICS.index(district)) for district, line in level.buildings])
                TABLES.variant[index].pillar = level.pillar


cdef void fill_sizes() except *:
    by_players = COMPONENTS.by_players
    for size in PLAYER_COUNTS:
        TABLES.starting_cards[size] = by_players["game.starting_cards"][size]
        TABLES.god_spaces[size] = by_players["game.god_statue_spaces"][size]
        TABLES.refill[size] = by_players["game.refill_dice"][size]
        TABLES.pays_when_built[size] = COMPONENTS.also_when_built[size]
        TABLES.pays_own_actions[size] = COMPONENTS.also_for_own_actions[size]
        for colour in range(COLOUR_NB):
            TABLES.dice[size][colour] = COMPONENTS.dice[size][colour]
        for number, side in enumerate(SIDES):
            for line in COMPONENTS.temple.sites[size][side]:
                TABLES.sites[size] |= 1 << (5 * number + line - 1)
        for deck, section in enumerate(("blessings", "technologies", "decrees")):
            for card, name in enumerate(NAMES[section]):
                if size > COMPONENTS.removed.get(name, 0):
                    TABLES.cards[size][deck] |= 1 << card


cdef void fill_course() except *:
    TABLES.rounds = NUMBERS["game.rounds"]
    TABLES.maat_every = NUMBERS["game.maat_every"]
    TABLES.score_every = NUMBERS["game.score_every"]
    TABLES.start_vp = NUMBERS["game.start_vp"]
    TABLES.start_happiness = NUMBERS["game.start_happiness"]
    TABLES.start_population = NUMBERS["game.start_population"]
    TABLES.start_gain = gain(COMPONENTS.start_gain)
    TABLES.decrees_dealt = NUMBERS["game.decrees_dealt"]
    TABLES.scribe_shift = NUMBERS["game.scribe_shift"]
    TABLES.anubis_scribes = NUMBERS["game.anubis_scribes"]
    TABLES.decrees_scored = NUMBERS["game.decrees_scored"]
    TABLES.last_order_vp = LISTS["game.last_order_vp"]
    TABLES.last_order_second_from = NUMBERS["game.last_order_second_from"]
    TABLES.dice_per_sector = NUMBERS["dice.per_sector"]
    TABLES.maat_clamp = NUMBERS["maat.clamp"]
    TABLES.surplus_weight = NUMBERS["maat.surplus_weight"]
    TABLES.penalty = LISTS["maat.penalty"]
    TABLES.district_vp = NUMBERS["score.district"]
    TABLES.temple_piece_vp = NUMBERS["score.temple_piece"]
    TABLES.pillar_in_line_vp = NUMBERS["score.pillar_in_line"]
    TABLES.statue_vp = LISTS["score.statues"]
    TABLES.happiness_triangle_vp = NUMBERS["score.happiness_triangle"]
    TABLES.full_production_vp = NUMBERS["score.full_production"]
    TABLES.unpaid_bread_vp = NUMBERS["score.unpaid_bread"]


cdef void fill_player_board() except *:
    TABLES.buildings = NUMBERS["player.buildings"]
    TABLES.pillars = NUMBERS["player.pillars"]
    TABLES.statues = NUMBERS["player.statues"]
    TABLES.production_start = NUMBERS["player.production_start"]
    TABLES.production_max = NUMBERS["player.production_max"]
    for built in range(6):
        TABLES.statue_cost[built] = LISTS["player.statue_granite"][built]
    for built in range(11):
        TABLES.row_vp[built] = sum(LISTS["player.building_vp"][:built])
        TABLES.row_bread[built] = sum(LISTS["player.building_bread"][:built])


cdef void fill_track_and_market() except *:
    TABLES.track_max = NUMBERS["track.max"]
    TABLES.gold_at = NUMBERS["track.gold_at"]
    TABLES.scribe_at = NUMBERS["track.scribe_at"]
    TABLES.action_at = NUMBERS["track.action_at"]
    for space in range(TABLES.track_max + 1):
        reached = [triangles for at, triangles in COMPONENTS.triangles.items() if at <= space]
        TABLES.triangles[space] = max(reached, default=0)
    TABLES.section_from = LISTS["track.section_from"]
    for space, section in COMPONENTS.opens_section.items():
        TABLES.opens_at[section - 1] = space
    TABLES.refresh_papyrus = NUMBERS["market.refresh_papyrus"]
    for section in range(SECTION_NB):
        decks = [deck for deck in range(DECK_NB) for _ in range(COMPONENTS.sections[section][deck])]
        for place, deck in enumerate(decks + [NO_DECK] * (4 - len(decks))):
            TABLES.slot_deck[4 * section + place] = deck
        TABLES.section_size[section] = len(decks)
    for places in range(1 << PLACE_NB):
        TABLES.sets_of[places.bit_count()] |= 1 << places
        for among in range(1 << PLACE_NB):
            if places & ~among == 0:
                TABLES.places_within[among] |= 1 << places


cdef void fill_actions() except *:
    TABLES.slot_vp = COMPONENTS.ra_slot_vp
    for value in range(1, 7):
        TABLES.thoth_cards[value] = LISTS["thoth.cards"][value - 1]
        TABLES.thoth_papyrus[value] = LISTS["thoth.papyrus"][value - 1]
        TABLES.bastet_scribes[value] = LISTS["bastet.scribes"][value - 1]
        TABLES.ra_slot[value] = COMPONENTS.ra_slot[value - 1]
        TABLES.slot_values[TABLES.ra_slot[value]] |= 1 << value
        for cards in range(TABLES.thoth_cards[value], PLACE_NB + 1):
            TABLES.values_of_cards[cards] |= 1 << value
        for papyrus in range(TABLES.thoth_papyrus[value], PRICE_NB):
            TABLES.values_of_papyrus[papyrus] |= 1 << value
    TABLES.bastet_papyrus = NUMBERS["bastet.papyrus"]
    TABLES.match_vp = NUMBERS["ra.match_vp"]
    TABLES.corner_match_vp = NUMBERS["ra.corner_match_vp"]
    TABLES.ra_building_vp = NUMBERS["ra.building_vp"]
    TABLES.hathor_pillar_vp = NUMBERS["hathor.pillar_vp"]
    TABLES.hathor_units = NUMBERS["hathor.unit_per_empty_cell"]
    TABLES.people_gold = NUMBERS["horus.people_gold"]
    TABLES.temple_pillar_vp = NUMBERS["horus.temple_pillar_vp"]
    TABLES.osiris_happiness = NUMBERS["osiris.happiness"]
    TABLES.row2_gold = NUMBERS["osiris.row2_gold"]


cdef void fill_wheel_and_horus() except *:
    for god in range(GOD_NB):
        TABLES.light[god] = LIGHTS.index(COMPONENTS.light[god])
        TABLES.bonus[god] = gain(COMPONENTS.bonus[god].gain)
        TABLES.bonus_either[god] = bits(COMPONENTS.bonus[god].either, BASICS)
        TABLES.printed_god[god] = GODS.index(COMPONENTS.printed_gods[god])
    for colour, name in enumerate(DIE_COLOURS):
        for light, status in enumerate(COMPONENTS.status[name]):
            TABLES.status[light][colour] = STATUSES.index(status)
    for sun in range(GOD_NB):
        for sector in range(GOD_NB):
            light = TABLES.light[(sector - sun) % GOD_NB]
            for colour in range(COLOUR_NB):
                status = TABLES.status[light][colour]
                for face in range(1, 7):
                    code = die_code(sector, colour, face)
                    TABLES.grey_bit[code] = FACE_NB * sector + face - 1 if colour == GREY else ANY_COLOUR
                    TABLES.pans[sun][0][code] = 1 << status
                    TABLES.pans[sun][1][code] = 1 << status
                    if status == FORBIDDEN:
                        TABLES.pans[sun][1][code] |= 1 << PURE | 1 << TAINTED


cdef void fill_osiris() except *:
    for line, row in enumerate(COMPONENTS.osiris_rows):
        TABLES.row_raise[line] = row.raises
        TABLES.row_any[line] = row.any
        TABLES.row_units[line] = row.units
        TABLES.row_gold[line] = row.gold
        for district in range(BASIC_NB):
            shop = BASIC_NB * line + district
            TABLES.row_shops[line] |= 1 << shop
            TABLES.district_shops[district] |= 1 << shop
            TABLES.shown_nb[shop] = len(row.shown[district])
            for place, kind in enumerate(row.shown[district]):
                TABLES.shown[shop][place] = BASICS.index(kind)
    for space, districts in enumerate(COMPONENTS.osiris_statues):
        TABLES.people_districts[space] = bits(districts, BASICS)


cdef void fill_temple() except *:
    temple = COMPONENTS.temple
    steps = ((-1, 0), (0, 1), (1, 0), (0, -1))      # north, east, south, west
    for cell in range(CELL_NB):
        row, column = divmod(cell, 5)
        TABLES.cell_units[cell], kind = temple.cells[row][column]
        TABLES.cell_kind[cell] = GAINS.index(kind)
        TABLES.corner[cell] = row in (0, 4) and column in (0, 4)
        for line in (row, 5 + column):
            TABLES.line_cells[line] |= 1 << cell
        for direction, side in enumerate(("north", "east", "south", "west")):
            beside, below = row + steps[direction][0], column + steps[direction][1]
            if beside in range(5) and below in range(5):
                TABLES.neighbour[cell][direction] = 5 * beside + below
            else:
                TABLES.neighbour[cell][direction] = -1
                TABLES.rim[cell][direction] = 1 + temple.rim[side][column if side in ("north", "south") else row]
    for site in range(SITE_NB):
        side, line = divmod(site, 5)
        TABLES.site_line[site] = line if SIDES[side] in ("west", "east") else 5 + line
        TABLES.site_bread[site] = temple.site_bread[line]
        TABLES.line_sites[TABLES.site_line[site]] |= 1 << site
        TABLES.site_cells[site] = TABLES.line_cells[TABLES.site_line[site]]
        for bread in range(TABLES.site_bread[site], PRICE_NB):
            TABLES.sites_for[bread] |= 1 << site
    for cell in range(CELL_NB):
        TABLES.cross_sites[cell] = TABLES.line_sites[cell // 5] | TABLES.line_sites[5 + cell % 5]
    TABLES.people_line = (-1, -1, -1, -1)
    TABLES.people_line[TEMPLE_ROW] = temple.statue_row - 1
    TABLES.people_line[TEMPLE_COLUMN] = 5 + temple.statue_column - 1


cdef void fill_tiles() except *:
    cdef TileRow* tile
    cdef int number
    for number, row in enumerate(COMPONENTS.tiles):
        tile = &TABLES.tile[number]
        tile.light = (*LIGHTS, "none").index(row.light)
        tile.limestone = row.limestone
        tile.granite = row.granite
        for turn in range(4):
            for side in range(4):
                tile.edge[turn][side] = row.edges[(side - turn) % 4]
        tile.rotations = len({row.edges[-turn:] + row.edges[:-turn] for turn in range(4)})
        tile.ability = number_of(TILE_ABILITIES, row.ability)
        tile.vp = row.vp
        tile.values = sum([1 << (value - 1) for value in row.values])
        tile.gain = gain(row.gain)


cdef void fill_blessings() except *:
    cdef BlessingRow* blessing
    cdef int card
    rows = [(row.effect, row.gods, row.gain, row.steps, row.shift, row.kinds, row.scribes, row.happiness, row.population)
            for row in COMPONENTS.blessings]
    for card, row in enumerate(COMPONENTS.blessings):
        blessing = &TABLES.blessing[card]
        blessing.effect = number_of(BLESSING_EFFECTS, row.effect)
        blessing.gods = bits(row.gods, GODS)
        blessing.kinds = bits(row.kinds, BASICS)
        blessing.steps = row.steps
        blessing.shift = row.shift
        blessing.scribes = row.scribes
        blessing.happiness = row.happiness
        blessing.population = row.population
        blessing.gain = gain(row.gain)
        TABLES.blessing_with[blessing.effect] |= 1 << card
        TABLES.blessing_at[TIMES.index(BLESSING_TIMES.get(row.effect, "gods"))] |= 1 << card
        for god in row.gods:
            TABLES.waives[GODS.index(god)] |= 1 << card
        TABLES.twins[card] = sum([1 << other for other in range(card) if rows[other] == rows[card]])


cdef void fill_technologies() except *:
    cdef TechnologyRow* technology
    cdef int card
    for card, row in enumerate(COMPONENTS.technologies):
        technology = &TABLES.technology[card]
        technology.effect = number_of(TECHNOLOGY_EFFECTS, row.effect)
        technology.vp = row.vp
        technology.value = row.value
        technology.shift = row.shift
        technology.units = row.units
        technology.faith = row.faith
        technology.ankh = row.ankh
        technology.scribes = row.scribes
        technology.gain = gain(row.first if row.effect == "court" else row.gain)
        technology.last = gain(row.last)
        TABLES.technology_with[technology.effect] |= 1 << card
        if row.produces:
            technology.produces = BASICS.index(row.produces)
        if row.god:
            technology.god = GODS.index(row.god)
            TABLES.god_gain[technology.god] |= 1 << card


cdef void fill_decrees() except *:
    cdef DecreeRow* decree
    cdef int card
    for card, row in enumerate(COMPONENTS.decrees):
        decree = &TABLES.decree[card]
        decree.symbol = COMPONENTS.symbols.index(row.symbol)
        decree.effect = number_of(DECREE_EFFECTS, row.effect)
        decree.vp = row.order_vp[0] if row.effect == "order" else row.vp
        decree.vp2 = row.order_vp[1]
        decree.gold = row.gold
        decree.resources = row.resources
        decree.gold_vp = row.gold_vp
        decree.basic_vp = row.basic_vp
        decree.most = row.most
        decree.divide = row.divide
        for piece in range(PIECE_NB):
            decree.piece_vp[piece] = row.per_piece[piece]
        TABLES.decree_with[decree.effect] |= 1 << card


cdef void fill_set_up() except *:
    for card, row in enumerate(COMPONENTS.starting):
        TABLES.starting[card].effect = number_of(STARTING_EFFECTS, row.effect)
        TABLES.starting[card].units = row.units
        TABLES.starting[card].kinds = bits(row.kinds, BASICS)
        TABLES.starting[card].value = row.value
        TABLES.starting[card].districts = bits(row.districts, BASICS)
        TABLES.starting[card].deck = DECKS.index(row.deck) if row.deck else 0
        TABLES.starting[card].gain = gain(row.gain)
    for card, row in enumerate(COMPONENTS.destiny):
        TABLES.destiny[card].effect = number_of(DESTINY_EFFECTS, row.effect)
        TABLES.destiny[card].steps = row.steps
        TABLES.destiny[card].ankh = row.ankh
        TABLES.destiny[card].gain = gain(row.gain)


cdef void fill_solo() except *:
    solo = COMPONENTS.solo
    TABLES.solo.start_vp = solo.numbers["start_vp"]
    TABLES.solo.start_happiness = solo.numbers["start_happiness"]
    TABLES.solo.start_population = solo.numbers["start_population"]
    TABLES.solo.ankh = solo.numbers["ankh"]
    TABLES.solo.no_statue_vp = solo.numbers["no_statue_vp"]
    TABLES.solo.edge_vp = solo.numbers["edge_vp"]
    TABLES.solo.blessing_vp = solo.numbers["blessing_vp"]
    TABLES.solo.technology_vp = solo.numbers["technology_vp"]
    TABLES.solo.scribes_per_vp = solo.numbers["scribes_per_vp"]
    for phase, balance in enumerate(solo.balance):
        TABLES.solo.balance[phase] = balance
    TABLES.solo.destiny = bits(solo.destiny, NAMES["destiny"])
    for number in range(GOD_NB):
        TABLES.solo.bonus[number] = gain(solo.bonus[number])
        TABLES.solo.action_tile[number][0] = GODS.index(solo.god_tiles[number])
    for number in range(BASIC_NB):
        for place in range(BASIC_NB):
            TABLES.solo.action_tile[GOD_NB + number][place] = BASICS.index(solo.resource_tiles[number][place])


memset(&TABLES, 0, sizeof(TABLES))
assert len(COMPONENTS.variants) <= MAX_VARIANTS
assert len(TILE_ABILITIES) == ABILITY_NB and len(PIECES) == PIECE_NB and len(TIMES) == WHEN_NB
assert len(BLESSING_EFFECTS) == BLESSING_EFFECT_NB and len(TECHNOLOGY_EFFECTS) == TECH_EFFECT_NB
assert len(DECREE_EFFECTS) == DECREE_EFFECT_NB and len(COMPONENTS.blessings) == CARD_NB
fill_variants()
fill_sizes()
fill_course()
fill_player_board()
fill_track_and_market()
fill_actions()
fill_wheel_and_horus()
fill_osiris()
fill_temple()
fill_tiles()
fill_blessings()
fill_technologies()
fill_decrees()
fill_set_up()
fill_solo()
