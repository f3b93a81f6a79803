"""The rows of components.py as C arrays. Written once at import, only read after that.

"By size" means by number of players, 1 for the solo game; entry 0 is unused. Sets of cards, cells, sites and shops are bit
masks, numbered as in state.pxd.
"""

from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t

from egypt.games.tekhenu.state cimport (
    ACTION_TILE_NB, BASIC_NB, CARD_NB, CELL_NB, COLOUR_NB, DECK_NB, DESTINY_NB, FACE_CODE_NB, GAIN_NB, GOD_NB,
    LINE_NB, PEOPLE_NB, SECTION_NB, SHOP_NB, SITE_NB, SLOT_NB, STARTING_NB, TILE_NB,
)

cdef enum:
    MAX_VARIANTS = 16
    SIZE_NB = 5
    TRACK_NB = 32           # room for the spaces of the population track
    PIECE_NB = 8            # what decrees count
    NO_DECK = 3             # in slot_deck: the section has no such place
    PLACE_NB = 4            # of a section
    PRICE_NB = 10           # of sites and cards: 0..9
    DIE_NB = GOD_NB * FACE_CODE_NB  # codes of dice on the wheel
    ANY_COLOUR = 63         # in grey_bit: a die that is not grey

cdef enum:                  # abilities of pillar tiles
    ABILITY_NONE
    ABILITY_GAIN
    ABILITY_MATCH_VP
    ABILITY_BUILDING_VP
    ABILITY_THOTH
    ABILITY_HORUS
    ABILITY_OSIRIS
    ABILITY_DRAW_DECREE
    ABILITY_DOUBLE_CELL
    ABILITY_NB

cdef enum:                  # effects of blessings
    BLESSING_GAIN
    BLESSING_RAISE_EITHER
    BLESSING_SET_VALUE
    BLESSING_RECOLOUR
    BLESSING_WAIVE
    BLESSING_NEIGHBOUR
    BLESSING_OPPOSITE
    BLESSING_TWICE
    BLESSING_ANUBIS
    BLESSING_EFFECT_NB

cdef enum:                  # when a blessing can be played
    WHEN_PRODUCTION
    WHEN_ANY
    WHEN_TAKING
    WHEN_START
    WHEN_GOD                # in the action of one of its gods
    WHEN_NB

cdef enum:                  # effects of technologies
    TECH_GOD_GAIN
    TECH_HATHOR_PILLAR
    TECH_STATUE_GAIN
    TECH_TAKE_FORBIDDEN
    TECH_EVERY_ABILITY
    TECH_GOLD_IS_SCRIBE
    TECH_LOW_DIE
    TECH_SURPLUS_VP
    TECH_BETTER_WORK
    TECH_BETTER_PRAYER
    TECH_FAITHFUL
    TECH_COURT
    TECH_BAKERY
    TECH_PURE_VP
    TECH_TAINTED_WORK
    TECH_STONE_SWAP
    TECH_ANUBIS_VP
    TECH_BLESSING_GAIN
    TECH_EFFECT_NB

cdef enum:                  # effects of decrees
    DECREE_PER_PIECE
    DECREE_PER_SYMBOL
    DECREE_REPEAT
    DECREE_POPULATION
    DECREE_HAPPINESS
    DECREE_LEAD
    DECREE_TREASURY
    DECREE_ORDER
    DECREE_PURE_PIPS
    DECREE_FREE_ACTION
    DECREE_TEMPLE
    DECREE_EFFECT_NB

cdef enum:                  # what DECREE_PER_PIECE counts
    PIECE_TECHNOLOGY
    PIECE_SCRIBE
    PIECE_WORKSHOP
    PIECE_QUARRY
    PIECE_TEMPLE_BUILDING
    PIECE_PILLAR
    PIECE_GOD_STATUE
    PIECE_PEOPLE_STATUE

cdef enum:                  # effects of starting cards
    STARTING_GAIN
    STARTING_MIX
    STARTING_OSIRIS
    STARTING_KEEP_ONE

cdef enum:                  # effects of destiny cards
    DESTINY_GAIN
    DESTINY_RAISE_EITHER

ctypedef struct Gain:
    int8_t amount[GAIN_NB]

ctypedef struct VariantRow:
    bint solo
    bint printed_gods       # the Horus spaces as printed, no tiles
    # -- the automaton
    uint32_t statues        # bit per Horus space
    uint32_t shops
    bint pillar             # on the centre cell
    bint random_start       # the player is dealt their starting cards
    int decree_vp

ctypedef struct TileRow:
    uint8_t light
    uint8_t limestone
    uint8_t granite
    uint8_t rotations       # 0..rotations-1 look different
    uint8_t edge[4][4]      # by rotation and side (north, east, south, west): colour; a quarter turn moves north to east
    uint8_t ability
    uint8_t vp
    uint8_t values          # bit per value - 1 with which the action may be done
    Gain gain

ctypedef struct BlessingRow:
    uint8_t effect
    uint8_t gods            # bit per god in whose action it can be played
    uint8_t kinds           # bit per basic resource that it waives
    uint8_t steps
    uint8_t shift
    uint8_t scribes
    uint8_t happiness
    uint8_t population
    Gain gain

ctypedef struct TechnologyRow:
    uint8_t effect
    uint8_t god
    uint8_t produces
    uint8_t vp
    uint8_t value
    uint8_t shift
    uint8_t units
    uint8_t faith
    uint8_t ankh
    uint8_t scribes
    Gain gain               # TECH_COURT: of the first in turn order
    Gain last               # TECH_COURT: of the last

ctypedef struct DecreeRow:
    uint8_t symbol
    uint8_t effect
    uint8_t vp              # DECREE_ORDER: of the first
    uint8_t vp2             # DECREE_ORDER: of the second
    uint8_t gold
    uint8_t resources
    uint8_t gold_vp
    uint8_t basic_vp
    uint8_t most
    uint8_t divide
    int8_t piece_vp[PIECE_NB]

ctypedef struct StartingRow:
    uint8_t effect
    uint8_t units
    uint8_t kinds           # bit per basic resource
    uint8_t value
    uint8_t districts       # bit per district
    uint8_t deck
    Gain gain

ctypedef struct DestinyRow:
    uint8_t effect
    uint8_t steps
    uint8_t ankh
    Gain gain

ctypedef struct SoloTable:
    int start_vp
    int start_happiness
    int start_population
    int ankh
    int no_statue_vp
    int edge_vp
    int blessing_vp
    int technology_vp
    int scribes_per_vp
    int8_t balance[4]       # by Maat phase
    uint8_t destiny         # bit per card that it may take
    Gain bonus[GOD_NB]      # by Horus space
    uint8_t action_tile[ACTION_TILE_NB][BASIC_NB]   # 0..5: the god in [0]; 6..9: colours of dice in the order wanted

ctypedef struct TekhenuTables:
    VariantRow variant[MAX_VARIANTS]
    # -- by size
    uint8_t starting_cards[SIZE_NB]
    uint8_t god_spaces[SIZE_NB]
    uint8_t refill[SIZE_NB]
    uint8_t dice[SIZE_NB][COLOUR_NB]
    bint pays_when_built[SIZE_NB]
    bint pays_own_actions[SIZE_NB]
    uint32_t sites[SIZE_NB]
    uint32_t cards[SIZE_NB][DECK_NB]    # cards in play
    # -- the course of the game
    int rounds
    int maat_every
    int score_every
    int start_vp
    int start_happiness
    int start_population
    Gain start_gain
    int decrees_dealt
    int scribe_shift
    int anubis_scribes
    int decrees_scored
    int last_order_vp[2]
    int last_order_second_from
    int dice_per_sector
    # -- the player board
    int buildings
    int pillars
    int statues
    int production_start
    int production_max
    uint8_t statue_cost[7]      # by statues built so far
    uint8_t row_vp[11]          # by buildings built: the sum of what they uncover
    uint8_t row_bread[11]
    # -- population and happiness
    int track_max
    int gold_at
    int scribe_at
    int action_at
    uint8_t triangles[TRACK_NB]         # by space
    uint8_t section_from[SECTION_NB]    # lowest happiness
    uint8_t opens_at[SECTION_NB]        # population; 0: open from the start
    # -- the market
    uint8_t slot_deck[SLOT_NB]          # a deck or NO_DECK; blessings first, decrees last, then what is no place
    uint8_t section_size[SECTION_NB]    # places
    uint16_t places_within[1 << PLACE_NB]   # by places (bit each): bit per set of places among them
    uint16_t sets_of[PLACE_NB + 1]      # bit per set of so many places
    int refresh_papyrus
    # -- by value of the die, 1..6
    uint8_t thoth_cards[7]
    uint8_t thoth_papyrus[7]
    uint8_t bastet_scribes[7]
    uint8_t ra_slot[7]
    uint8_t slot_values[3]      # the reverse: bit per value
    uint8_t values_of_cards[PLACE_NB + 1]   # bit per value with which at most so many cards are taken,
    uint8_t values_of_papyrus[PRICE_NB]     # and bit per value for which at most so much papyrus is paid
    uint8_t slot_vp[3]          # left, middle, right
    # -- other numbers of the actions
    int bastet_papyrus
    int match_vp
    int corner_match_vp
    int ra_building_vp
    int hathor_pillar_vp
    int hathor_units            # per empty cell
    int people_gold
    int temple_pillar_vp
    int osiris_happiness
    int row2_gold
    # -- the wheel
    uint8_t light[GOD_NB]       # by sectors clockwise of the sun
    uint8_t status[3][COLOUR_NB]
    # Bit per pan, FORBIDDEN among them, to which a die may go: by where the sun is, whether the player may take forbidden
    # dice, and the die's code.
    uint8_t pans[GOD_NB][2][DIE_NB]
    uint8_t grey_bit[DIE_NB]    # of a grey die: FACE_NB * sector + face - 1
    # -- Horus spaces
    Gain bonus[GOD_NB]
    uint8_t bonus_either[GOD_NB]    # bit per basic resource to choose from, 0 for none
    uint8_t printed_god[GOD_NB]
    # -- the Osiris area
    uint8_t row_raise[6]
    uint8_t row_any[6]
    uint8_t row_units[6]
    uint8_t row_gold[6]
    uint8_t shown_nb[SHOP_NB]
    uint8_t shown[SHOP_NB][2]
    uint32_t row_shops[6]
    uint32_t district_shops[BASIC_NB]
    uint8_t people_districts[PEOPLE_NB]     # bit per district below the statue; 0 at the temple
    # -- the temple
    uint8_t cell_kind[CELL_NB]
    uint8_t cell_units[CELL_NB]
    int8_t neighbour[CELL_NB][4]    # north, east, south, west; -1 outside
    uint8_t rim[CELL_NB][4]         # colour of the rim + 1, 0 where a cell does not touch it
    bint corner[CELL_NB]
    uint32_t line_cells[LINE_NB]
    uint32_t line_sites[LINE_NB]
    uint32_t cross_sites[CELL_NB]   # sites that face the cell's row or column
    uint32_t site_cells[SITE_NB]    # cells that the site faces
    uint8_t site_line[SITE_NB]
    uint8_t site_bread[SITE_NB]
    uint32_t sites_for[PRICE_NB]    # sites that cost at most so much bread
    int8_t people_line[PEOPLE_NB]   # -1 for those above the Osiris area
    # -- Maat and scoring
    int maat_clamp
    int surplus_weight
    uint8_t penalty[11]             # by how far the balance is below zero
    int district_vp
    int temple_piece_vp
    int pillar_in_line_vp
    uint8_t statue_vp[7]
    int happiness_triangle_vp
    int full_production_vp
    int unpaid_bread_vp
    # -- tiles and cards
    TileRow tile[TILE_NB]
    BlessingRow blessing[CARD_NB]
    uint32_t blessing_with[BLESSING_EFFECT_NB]
    uint32_t blessing_at[WHEN_NB]
    uint32_t waives[GOD_NB]         # blessings that waive the cost of the god's action
    uint32_t twins[CARD_NB]         # blessings with lower numbers that do exactly the same
    TechnologyRow technology[CARD_NB]
    uint32_t technology_with[TECH_EFFECT_NB]
    uint32_t god_gain[GOD_NB]       # technologies with a gain for the god's action
    DecreeRow decree[CARD_NB]
    uint32_t decree_with[DECREE_EFFECT_NB]
    StartingRow starting[STARTING_NB]
    DestinyRow destiny[DESTINY_NB]
    SoloTable solo

cdef TekhenuTables TABLES
