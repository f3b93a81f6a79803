"""What a state of Tekhenu is: the table that all can see, and the decrees that they cannot.

The course of the game is a stack of steps. The current step asks a seat (or nature) something; the steps below it are what
happens afterwards. An answer may put new steps on top: a pillar tile that lets its owner build a statue, a marker that
opens a section of the market. So every chain of decisions ends where it should, however deep it got.
"""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint32_t

from egypt.core.bits cimport popcount
from egypt.core.types cimport StateHeader

cdef extern from "<assert.h>":
    void assert_that "assert"(bint) noexcept nogil  # in debug builds

cdef enum:
    SEAT_NB = 4
    AUTOMATON = 1           # its seat in the solo game
    DICE_NB = 26
    STACK_NB = 24
    GENERATION_NB = 4       # shuffles of the decree deck that are told apart
    NOBODY = -1
    BONUS_BUILT = 7         # of STEP_BONUS, instead of a place: for the builder alone
    FILL_PLACES = 2         # of STEP_FILL: from this bit on the places to fill, none of them for all

# Kinds of goods: what a player keeps beside the board, in the order of Player.goods …
cdef enum:
    PAPYRUS = 0
    BREAD = 1
    LIMESTONE = 2
    GRANITE = 3
    BASIC_NB = 4
    GOLD = 4
    SCRIBE = 5
    FAITH = 6
    GOODS_NB = 7
    # … and what else a gain may hold
    VP = 7
    POPULATION = 8
    HAPPINESS = 9
    GAIN_NB = 10

# Colours of dice; the first four produce the basic resource of the same number.
cdef enum:
    YELLOW = 0
    BROWN = 1
    WHITE = 2
    BLACK = 3
    GREY = 4
    COLOUR_NB = 5

cdef enum:
    FACE_NB = 6             # of a die: values 1..6
    FACE_CODE_NB = 30       # colours times faces
    ALL_VALUES = 0x7E       # bit per value of a die

cdef enum:                  # what a die is where it lies, and the pan on which it is put
    PURE = 0
    TAINTED = 1
    FORBIDDEN = 2
    BELOW = 2               # below the scales: the die of an Anubis action

cdef enum:
    SUNNY = 0
    SHADED = 1
    DARK = 2
    NO_LIGHT = 3

# Actions: six gods, clockwise around the wheel, then production of a basic resource.
cdef enum:
    HORUS = 0
    RA = 1
    HATHOR = 2
    BASTET = 3
    THOTH = 4
    OSIRIS = 5
    GOD_NB = 6
    PRODUCE = 6             # the first of four
    ACTION_NB = 10

# Spaces for statues of the people.
cdef enum:
    OSIRIS_WORKSHOPS = 0    # above papyrus and bread
    OSIRIS_QUARRIES = 1     # above limestone and granite
    TEMPLE_ROW = 2
    TEMPLE_COLUMN = 3
    PEOPLE_NB = 4

cdef enum:
    CELL_NB = 25            # row * 5 + column
    LINE_NB = 10            # rows 0..4, columns 5..9
    SITE_NB = 20            # five each: west, east (rows), north, south (columns)
    SHOP_NB = 24            # cells of the Osiris area: row * 4 + district
    SECTION_NB = 4
    SLOT_NB = 16            # market: section * 4 + place
    TILE_NB = 27
    DECK_NB = 3
    CARD_NB = 24            # of each deck
    STARTING_NB = 12
    DESTINY_NB = 4
    ACTION_TILE_NB = 10     # of the automaton

cdef enum:                  # decks
    BLESSING = 0
    TECHNOLOGY = 1
    DECREE = 2

# Where the decree is that a seat has put under the deck.
cdef enum:
    BOTTOM_NONE = 0         # not put there yet, or shown to all since
    BOTTOM_DECK = 1         # still there
    BOTTOM_HAND = 2         # drawn unseen; + the seat that holds it

# Player.rewards: rewards of the happiness track that were already given.
cdef enum:
    REWARD_GOLD = 1
    REWARD_SCRIBE = 2
    REWARD_ACTION = 4

# Turn.flags
cdef enum:
    ANUBIS = 1              # the die goes below the scales and does any action
    FREE_VALUE = 2          # a blessing sets the value
    MAIN_DONE = 4           # the normal action is done; only extra ones are left
    VIRTUAL = 8             # the action in progress is done without a die
    WAIVED = 16             # the action in progress costs no resources
    GOLD_SWAPPED = 32       # gold and scribes have stood in for each other in this turn
    STONE_SWAPPED = 64      # limestone and granite have
    TWICE = 128             # the production in progress is to be carried out once more
    WORKED = 256            # the tainted die has already produced; a god action must follow
    RECOLOUR = 512          # a forbidden die was taken that a blessing must recolour
    THRICE = 1024           # the production in progress is to be carried out yet once more
    NEWS = 2048             # something was drawn, or a card was taken, since any-time blessings were last offered

# "chance" marks steps in which nature acts; "auto" marks those that only do something and ask nobody.
cdef enum Step:
    STEP_NONE
    # set-up, rulebook pp. 6-8
    STEP_SUN                # chance: how the wheel lies
    STEP_GOD_TILE           # chance: the Horus tile for space `argument`
    STEP_TILE               # chance: a pillar tile for the row; argument 1: for the centre cell, with the automaton's pillar
    STEP_DICE               # chance: a die for sector argument >> 3; argument & 7 are still to come, this one included
    STEP_CARD               # chance: a card for market slot `argument`
    STEP_DEAL               # chance: a secret decree for seat `argument`
    STEP_KEEP               # all seats at once, in secret: which decree to keep
    STEP_STARTING           # chance: a starting card is laid open; `argument` are still to come
    STEP_DRAFTER            # chance: who drafts first
    STEP_DRAFT              # take a starting card; `argument` is the number of the pick
    STEP_SETTLE_ORDER       # auto: turn order by initiative
    STEP_DESTINY            # take a destiny card; `argument` is the place in turn order. At Maat too
    STEP_DESTINY_GAIN       # auto: seat `argument` gains what its destiny card shows
    STEP_STARTING_GAIN      # auto: seat `argument` gains what its next starting card shows, cards that draw cards first
    STEP_OFFER              # chance: a card of deck `argument` from which one may be kept (two are drawn)
    STEP_KEEP_OFFER         # which of the two cards of deck `argument` on offer to keep
    STEP_MIX                # `argument` is the starting card: which resources
    STEP_SETTLED            # auto: set-up is over
    # a turn, rulebook pp. 10-11, 14-15
    STEP_TURN               # take a die, or declare an Anubis action, or play a blessing first
    STEP_MODIFY             # a die was taken: blessings, or go on
    STEP_USE                # which action with which value; also what comes after the first action
    STEP_SHIFT              # a technology lets the value of action `argument` be shifted
    STEP_PAY                # how to pay what is due
    STEP_BEGIN              # auto: action argument >> 3 with value argument & 7
    STEP_BEGIN_VIRTUAL      # auto: the same without a die
    STEP_BEGIN_FREE         # auto: the same without a die and without its resource cost
    STEP_BONUS              # bonuses for statues of a god: argument = god * 8 + place in the row after the turn player
    STEP_MARKER             # population or happiness; `argument` steps
    STEP_FREE_ACTION        # any action with any value (end of the happiness track)
    STEP_LATE_BLESSING      # after the actions: any-time blessings
    STEP_END_TURN           # auto
    STEP_NEXT_TURN          # auto
    # the actions, rulebook pp. 16-21
    STEP_STATUE             # Horus: where; argument = bit per Horus space that may be used
    STEP_BUILD_STATUE       # auto: paid, now build at place `argument`
    STEP_CELL               # Ra: where; `argument` is the slot of the tile
    STEP_ROTATE             # Ra: how to turn the tile; `argument` is the cell
    STEP_RAISE_PILLAR       # auto: paid, now lay the tile on cell `argument`
    STEP_FINISH_PILLAR      # auto: put the pillar on cell `argument`, slide the tiles
    STEP_SITE               # Hathor: where
    STEP_BUILD_SITE         # auto: paid, now build at site `argument`
    STEP_FESTIVAL           # auto: Bastet, paid
    STEP_CARDS              # Thoth: refresh a section, or take the cards
    STEP_TAKE_CARDS         # auto: paid, now take from section argument >> 4 the places argument & 15
    STEP_REFRESH            # auto: paid, now replace section `argument`
    STEP_FILL               # auto: fill empty slots of section argument & 3, places argument >> FILL_PLACES
    STEP_DISTRICT           # Osiris: where in row argument & 7, districts argument >> 4; & 8: by a starting card
    STEP_YIELD              # production of resource `argument`: blessings, or go on
    STEP_TILE_HORUS         # Horus by the tile on cell `argument`: play the blessing that alone pays, or lose the action
    STEP_DRAW_DECREE        # chance: the top decree, for the turn player alone
    # rotation, Maat, scoring, rulebook pp. 11-13
    STEP_ROTATION           # auto
    STEP_FAITH              # faith on the scales; `argument` is the place in turn order
    STEP_JUDGEMENT          # auto: balances, penalties, new turn order
    STEP_EDICT              # a decree that is played before the last scoring; `argument` is the place in turn order
    STEP_SCORE              # auto
    STEP_UPKEEP             # bread for buildings; `argument` is the place in turn order
    STEP_REVEAL             # chance, no choice: seat `argument` shows its decrees
    STEP_FINISH             # auto: the end of the game
    STEP_COLLECT            # auto: dice, surplus, faith and destiny cards go back
    STEP_NEXT_ROUND         # auto
    # the automaton, rulebook pp. 22-25
    STEP_PYRAMID            # chance: which action tile lies on place `argument` of the pyramid
    STEP_DEBEN              # chance: where the marker goes
    STEP_LOT_DIE            # chance: which of the dice that suit the automaton equally well
    STEP_LOT_STATUE         # chance: the same for a people's space; `argument` is a bit per space
    STEP_LOT_CELL           # chance: the same for a cell of the temple; `argument` is the slot of the tile
    STEP_LOT_SITE           # chance: the same for a site; `argument` is the value of the die
    STEP_LOT_DESTINY        # chance: the destiny card of the automaton
    STEP_LOT_STARTING       # chance: a random starting card for the player (a way to make it harder)
    STEP_OVER
    STEP_NB

ctypedef struct StackedStep:
    uint8_t step
    uint8_t argument

ctypedef struct Player:
    uint32_t sites          # own buildings at the temple
    uint32_t shops          # own buildings in the Osiris area
    uint32_t pillars        # own pillars, bit per cell
    uint32_t blessings      # bit per card
    uint32_t technologies
    uint32_t decrees        # decrees that everybody knows to be held here
    uint16_t god_statues    # two bits per god: own statues there
    uint16_t drafted        # starting cards, until they have been used
    int16_t vp
    uint8_t people          # own statues on people's spaces
    uint8_t goods[GOODS_NB]
    uint8_t production[BASIC_NB]
    uint8_t population
    uint8_t happiness
    uint8_t rewards
    uint8_t surplus         # resources on the tainted pan
    uint8_t destiny         # card + 1, 0 for none
    uint8_t dice            # number of dice taken since the last Maat phase
    uint8_t die[4]          # `die_code` by pan, in the order in which they were taken; 0 beyond `dice`
    int8_t balance          # after faith, in a Maat phase; 0 otherwise
    uint8_t spare[2]

# What a turn needs to remember; all zero between turns.
ctypedef struct Turn:
    uint16_t flags
    uint8_t beside          # extra actions still to be done: of a god beside the die's sector,
    uint8_t opposite        # and of the one opposite
    uint32_t held           # blessings held when any-time blessings were last offered
    uint8_t die             # the die taken: its code in Table.die + 1, 0 for none
    uint8_t colour          # what it counts as
    uint8_t face            # its value before scribes, 1..6
    uint8_t pan
    uint8_t effective       # its value after scribes; 0 before that is decided
    uint8_t action          # in progress
    uint8_t value           # with which it is done
    uint8_t floor           # blessings with lower numbers can no longer be played in this step
    uint8_t due[BASIC_NB + 1]   # being paid: the basic resources, then scribes
    uint8_t cards           # Thoth: cards to take
    uint8_t refreshed       # Thoth: bit per section that was replaced
    uint8_t rotation        # Ra: of the tile to be laid
    uint8_t population      # when any-time blessings were last offered
    uint8_t happiness
    uint8_t offer[2]        # cards on offer (set-up): 1 + deck * 24 + card

ctypedef struct Table:
    StateHeader header
    Player player[SEAT_NB]
    Turn turn
    # -- decks; a deck is an unordered pool, bit per card
    uint32_t deck[2]                # blessings and technologies: everybody can work out what is left
    uint32_t discard[DECK_NB]
    uint32_t tiles                  # the stack of pillar tiles
    uint32_t unseen[GENERATION_NB]  # decrees not shown since shuffle 0, 1 …: deck, under the deck, or secret in a hand
    uint8_t hidden[SEAT_NB][GENERATION_NB]  # secret decrees of a seat by shuffle, without those from under the deck
    uint8_t bottom_at[SEAT_NB]
    uint8_t generation              # shuffles of the decree deck so far
    uint8_t decree_left             # cards in the decree deck, those under it not counted
    uint16_t starting               # starting cards on the table
    # -- the board
    uint8_t cell[CELL_NB]           # 0, or 1 + tile * 4 + rotation
    uint8_t slot[3]                 # tile + 1; left, middle, right
    uint8_t god_at[GOD_NB]          # the god of Horus space 0..5, GOD_NB while it is empty
    uint8_t market[SLOT_NB]         # 1 + deck * 24 + card, 0 for none
    uint8_t opened                  # bit per section that is in use
    # -- the wheel
    uint8_t sun                     # the first of the two sunny sectors
    uint8_t dice
    uint8_t die[DICE_NB]            # `die_code` by sector, ascending; 0 beyond `dice`
    uint8_t bag[COLOUR_NB]
    # -- the course
    uint8_t size                    # 1 in the solo game, else the number of players
    uint8_t round                   # 1..16; 0 during set-up
    uint8_t seat                    # whose turn it is, or who acts outside a turn
    uint8_t order[SEAT_NB]          # seats in turn order
    uint8_t place                   # of `seat` in the turn order
    uint8_t edict                   # bit per seat that has played a decree before the last scoring
    # -- the automaton
    uint8_t pyramid[ACTION_TILE_NB]  # action tile + 1 on places 0..9
    uint8_t marker                  # place + 1 of the progress marker, 0 left of the base
    # -- steps
    uint8_t step
    uint8_t argument
    uint8_t height                  # of the stack
    StackedStep stack[STACK_NB]     # [height - 1] comes next

ctypedef struct TekhenuState:
    Table table
    uint32_t decrees[SEAT_NB]       # all decrees held
    uint32_t decree_deck            # without the cards under it
    uint8_t bottom[SEAT_NB]         # decree + 1 that the seat has put under the deck, while bottom_at says it is not shown

ctypedef struct TekhenuView:
    Table table
    uint32_t decrees                # the viewer's own
    uint8_t bottom[SEAT_NB]         # decree + 1 that the seat has put under the deck, if the viewer has seen it


# -- dice ----------------------------------------------------------------------------------------------------

cdef inline int die_code(int sector, int colour, int face) noexcept nogil:
    """The same code serves dice on the wheel (by sector) and on the scales (by pan)."""
    return sector * FACE_CODE_NB + colour * FACE_NB + face - 1


cdef inline int die_sector(int code) noexcept nogil:
    return code // FACE_CODE_NB


cdef inline int die_colour(int code) noexcept nogil:
    return code // FACE_NB % COLOUR_NB


cdef inline int die_face(int code) noexcept nogil:
    return code % FACE_NB + 1


# -- gods around the wheel -----------------------------------------------------------------------------------

cdef inline int gods_beside(int sector) noexcept nogil:
    """Bit per god whose sector is next to this one."""
    return 1 << (sector + 1) % GOD_NB | 1 << (sector + GOD_NB - 1) % GOD_NB


cdef inline int god_opposite(int sector) noexcept nogil:
    return (sector + GOD_NB // 2) % GOD_NB


cdef inline bint has_extras(const Turn* turn) noexcept nogil:
    return turn.beside | turn.opposite


cdef inline int extra_gods(const Turn* turn) noexcept nogil:
    """Bit per god of whom an extra action may be done now."""
    cdef int sector = die_sector(turn.die - 1)
    return (gods_beside(sector) if turn.beside else 0) | (1 << god_opposite(sector) if turn.opposite else 0)


# -- pieces --------------------------------------------------------------------------------------------------

cdef inline int buildings_of(const Player* player) noexcept nogil:
    return popcount(player.sites) + popcount(player.shops)


cdef inline int statues_at(const Player* player, int god) noexcept nogil:
    return player.god_statues >> 2 * god & 3


cdef inline int god_statues_of(const Player* player) noexcept nogil:
    return popcount(player.god_statues & 0x555) + 2 * popcount(player.god_statues & 0xAAA)


cdef inline int statues_of(const Player* player) noexcept nogil:
    return god_statues_of(player) + popcount(player.people)


cdef inline uint32_t all_sites(const Table* t) noexcept nogil:
    return t.player[0].sites | t.player[1].sites | t.player[2].sites | t.player[3].sites


cdef inline uint32_t all_shops(const Table* t) noexcept nogil:
    return t.player[0].shops | t.player[1].shops | t.player[2].shops | t.player[3].shops


cdef inline int all_people(const Table* t) noexcept nogil:
    return t.player[0].people | t.player[1].people | t.player[2].people | t.player[3].people


cdef inline int god_statues_at(const Table* t, int god) noexcept nogil:
    """Statues of all players for one god."""
    return (statues_at(&t.player[0], god) + statues_at(&t.player[1], god)
            + statues_at(&t.player[2], god) + statues_at(&t.player[3], god))


cdef inline bint is_solo(const Table* t) noexcept nogil:
    return t.size == 1


# -- steps ---------------------------------------------------------------------------------------------------

cdef inline void push(Table* t, int step, int argument=0) noexcept nogil:
    """`step` comes before everything that was pushed earlier. There is room: tests/games/tekhenu/test_validate.py."""
    assert_that(t.height < STACK_NB)
    if t.height < STACK_NB:
        t.stack[t.height].step = step
        t.stack[t.height].argument = argument
        t.height += 1


cdef inline void pop(Table* t) noexcept nogil:
    """Makes the step on top of the stack the current one; the stack is never empty before the game is over."""
    t.height -= 1
    t.step = t.stack[t.height].step
    t.argument = t.stack[t.height].argument
    t.stack[t.height].step = 0
    t.stack[t.height].argument = 0
