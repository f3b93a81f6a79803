"""Copies the checked rows of components.py into the C arrays of this room."""

from egypt.games.amunre import components
from egypt.games.amunre.components import FAVORS, load

COMPONENTS = load()
PROVINCES = tuple([row.name for row in COMPONENTS.provinces])


cdef void fill_provinces() except *:
    cdef int number
    for number in range(PROVINCE_NB):
        row = COMPONENTS.provinces[number]
        TABLES.province[number].fields = row.fields
        TABLES.province[number].limit = row.limit
        TABLES.province[number].symbols = row.limit + row.favors
        TABLES.province[number].stones = row.stones
        TABLES.province[number].favors = row.favors
        TABLES.province[number].gold = row.gold
        TABLES.province[number].mine = row.mine
        TABLES.province[number].caravan = row.caravan
        TABLES.province[number].temples = row.temples
        TABLES.west |= row.west << number
        TABLES.upper |= row.upper << number
        TABLES.nile |= row.nile << number
        TABLES.with_fields |= (row.fields > 0) << number


cdef void fill_rest() except *:
    cdef int i
    game, score = COMPONENTS.game, COMPONENTS.score
    for i in range(FAVOR_NB):
        TABLES.all_favors += <uint64_t>(COMPONENTS.favors[FAVORS[i]]) << (FAVOR_BITS * i)
    TABLES.favors_in_box = sum(COMPONENTS.favors.values())
    for i in range(SPACE_NB):
        TABLES.track[i] = COMPONENTS.track[i]
    for i in range(1, PRICE_NB):        # beyond the printed scale each further item costs its number
        TABLES.price[i] = COMPONENTS.prices[i - 1] if i <= len(COMPONENTS.prices) else TABLES.price[i - 1] + i
    for i in range(TILE_NB):
        TABLES.tile_total[i + 1] = COMPONENTS.tiles[i].total
        TABLES.tile_value[i + 1] = COMPONENTS.tiles[i].value
        TABLES.tile_camel[i + 1] = COMPONENTS.tiles[i].camel
    TABLES.start_gold = game["start_gold"]
    TABLES.rounds = game["rounds"]
    TABLES.ages = game["ages"]
    TABLES.cards_each = game["cards_each"]
    TABLES.stones_per_pyramid = game["stones_per_pyramid"]
    TABLES.farmer_tokens = game["farmer_tokens"]
    TABLES.theft = game["theft"]
    TABLES.adjustment = game["adjustment"]
    TABLES.treasury = game["treasury"]
    TABLES.big_harvest = game["big_harvest"]
    TABLES.protection = game["protection"]
    for i in range(REWARD_NB):
        TABLES.rewards[i] = COMPONENTS.rewards[i]
    for i in range(GOLD_RANK_NB):
        TABLES.gold_ranks[i] = COMPONENTS.gold_ranks[i]
    TABLES.pyramid = score["pyramid"]
    TABLES.fewest_pyramids = score["fewest_pyramids"]
    TABLES.most_pyramids = score["most_pyramids"]
    TABLES.yellow_card = score["yellow_card"]
    TABLES.scribes_symbols = score["scribes_symbols"]
    TABLES.farmers_needed = score["farmers_needed"]


assert (len(FAVORS), components.PROVINCE_NB) == (FAVOR_NB, PROVINCE_NB)
assert (components.TILE_NB, components.SPACE_NB) == (TILE_NB, SPACE_NB)
assert (components.REWARD_NB, components.GOLD_RANK_NB) == (REWARD_NB, GOLD_RANK_NB)
assert components.MOST_COPIES == (1 << FAVOR_BITS) - 1
fill_provinces()
fill_rest()
