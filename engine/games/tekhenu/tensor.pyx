"""How a view of Tekhenu is written as numbers."""

from egypt.core.tensor cimport TensorLayout
from egypt.games.tekhenu.state cimport (
    ACTION_TILE_NB, BOTTOM_HAND, CELL_NB, DECK_NB, DICE_NB, GENERATION_NB, GOD_NB, SLOT_NB, STACK_NB, Player, TekhenuView,
)

from egypt.games.tekhenu import words
from egypt.games.tekhenu.cards import BASICS, DECKS, GODS
from egypt.games.tekhenu.components import DIE_COLOURS
from egypt.games.tekhenu.course import STEPS
from egypt.games.tekhenu.notation_seat import ACTIONS, DUE, FLAGS, REWARDS, SECTIONS
from egypt.games.tekhenu.tables import COMPONENTS

VALUES = ("-", "1", "2", "3", "4", "5", "6")
QUARTERS = ("0", "1", "2", "3")
SHUFFLES = tuple([str(shuffle) for shuffle in range(GENERATION_NB)])
STACK = tuple([str(place) for place in range(STACK_NB)])
ON_WHEEL = tuple([f"{god}.{face}" for god in GODS for face in words.FACES])
ON_SCALES = tuple([f"{pan}.{face}" for pan in words.PANS for face in words.FACES])
DECK_NAMES = {deck: words.CARDS[24 * number:24 * (number + 1)] for number, deck in enumerate(DECKS)}


def lay_out(int players, int variant):
    """The entries of the tensor of a view, in order."""
    cdef TekhenuView v
    cdef TensorLayout tensor = TensorLayout(players)
    tensor.describe(&v, sizeof(v))
    lay_out_course(tensor, &v)
    lay_out_turn(tensor, &v)
    lay_out_board(tensor, &v)
    lay_out_cards(tensor, &v)
    lay_out_pieces(tensor, &v)
    lay_out_goods(tensor, &v)
    if COMPONENTS.variants[variant].level:
        lay_out_automaton(tensor, &v)
    return tensor.finish()


cdef int lay_out_course(TensorLayout tensor, const TekhenuView* v) except -1:
    """Rounds, turns, and the stack of steps: how often each waits, then all of it from below."""
    cdef size_t byte = 1, stacked = sizeof(v.table.stack[0])
    cdef int place
    tensor.number("round", &v.table.round, byte)
    tensor.seat("seat", &v.table.seat, byte)
    tensor.number("place", &v.table.place, byte)
    for place in range(tensor.players):
        tensor.seat(f"order{place}", &v.table.order[place], byte)
    tensor.seats("edict", &v.table.edict, byte)
    tensor.one_hot("step", STEPS, &v.table.step, byte)
    tensor.number("argument", &v.table.argument, byte)
    tensor.bits("argument", "01234567", &v.table.argument, byte)
    tensor.number("height", &v.table.height, byte)
    tensor.histogram("waiting", STEPS, &v.table.stack[0].step, STACK_NB, &v.table.height, 0, stacked)
    tensor.numbers("stack.step", STACK, &v.table.stack[0].step, byte, 0, False, stacked)
    tensor.numbers("stack.argument", STACK, &v.table.stack[0].argument, byte, 0, False, stacked)
    return 0


cdef int lay_out_turn(TensorLayout tensor, const TekhenuView* v) except -1:
    cdef size_t byte = 1
    tensor.bits("flag", FLAGS, &v.table.turn.flags, sizeof(v.table.turn.flags))
    tensor.number("beside", &v.table.turn.beside, byte)
    tensor.number("opposite", &v.table.turn.opposite, byte)
    tensor.bits("held", words.BLESSINGS, &v.table.turn.held, sizeof(v.table.turn.held))
    tensor.one_hot("die", ON_WHEEL, &v.table.turn.die, byte, 1)
    tensor.one_hot("colour", DIE_COLOURS, &v.table.turn.colour, byte)
    tensor.one_hot("face", VALUES, &v.table.turn.face, byte)
    tensor.one_hot("pan", words.PANS, &v.table.turn.pan, byte)
    tensor.one_hot("effective", VALUES, &v.table.turn.effective, byte)
    tensor.one_hot("action", ACTIONS, &v.table.turn.action, byte)
    tensor.one_hot("value", VALUES, &v.table.turn.value, byte)
    tensor.number("floor", &v.table.turn.floor, byte)
    tensor.numbers("due", DUE, &v.table.turn.due[0], byte)
    tensor.number("cards", &v.table.turn.cards, byte)
    tensor.bits("refreshed", SECTIONS, &v.table.turn.refreshed, byte)
    tensor.one_hot("rotation", QUARTERS, &v.table.turn.rotation, byte)
    tensor.number("window.population", &v.table.turn.population, byte)
    tensor.number("window.happiness", &v.table.turn.happiness, byte)
    tensor.one_hot("offer0", words.CARDS, &v.table.turn.offer[0], byte, 1)
    tensor.one_hot("offer1", words.CARDS, &v.table.turn.offer[1], byte, 1)
    return 0


cdef int lay_out_board(TensorLayout tensor, const TekhenuView* v) except -1:
    """The wheel, the temple, the Horus spaces and the tiles of Ra."""
    cdef size_t byte = 1
    cdef int place
    tensor.one_hot("sun", GODS, &v.table.sun, byte)
    tensor.number("wheel", &v.table.dice, byte)
    tensor.histogram("wheel", ON_WHEEL, &v.table.die[0], DICE_NB, &v.table.dice)
    tensor.numbers("bag", DIE_COLOURS, &v.table.bag[0], byte)
    for place in range(CELL_NB):
        tensor.digit(f"temple.{words.CELLS[place]}.tile", words.TILES, &v.table.cell[place], byte, 1, len(QUARTERS))
        tensor.digit(f"temple.{words.CELLS[place]}.turn", QUARTERS, &v.table.cell[place], byte, 1, 1)
    for place in range(len(words.RA_SLOTS)):
        tensor.one_hot(f"slot.{words.RA_SLOTS[place]}", words.TILES, &v.table.slot[place], byte, 1)
    tensor.bits("tiles", words.TILES, &v.table.tiles, sizeof(v.table.tiles))
    for place in range(GOD_NB):
        tensor.one_hot(f"horus{place + 1}", GODS, &v.table.god_at[place], byte)
    return 0


cdef int lay_out_cards(TensorLayout tensor, const TekhenuView* v) except -1:
    """Market, decks, and the decrees as far as the viewer knows them."""
    cdef size_t byte = 1, mask = sizeof(v.decrees)
    cdef int place
    for place in range(SLOT_NB):
        tensor.one_hot(f"market.{words.SLOTS[place]}", words.CARDS, &v.table.market[place], byte, 1)
    tensor.bits("opened", SECTIONS, &v.table.opened, byte)
    tensor.bits("deck", words.BLESSINGS, &v.table.deck[0], mask)
    tensor.bits("deck", words.TECHNOLOGIES, &v.table.deck[1], mask)
    for place in range(DECK_NB):
        tensor.bits("discard", DECK_NAMES[DECKS[place]], &v.table.discard[place], mask)
    for place in range(GENERATION_NB):
        tensor.bits(f"unseen{place}", words.DECREES, &v.table.unseen[place], mask)
    tensor.numbers("hidden", SHUFFLES, &v.table.hidden[0][0], byte, sizeof(v.table.hidden[0]))
    tensor.one_hot("under", ("-", "deck"), &v.table.bottom_at[0], byte, 0, byte)
    tensor.seat("under", &v.table.bottom_at[0], byte, byte, BOTTOM_HAND)
    tensor.number("shuffles", &v.table.generation, byte)
    tensor.number("decrees-left", &v.table.decree_left, byte)
    tensor.bits("starting", words.STARTING, &v.table.starting, sizeof(v.table.starting))
    tensor.bits("own", words.DECREES, &v.decrees, mask)
    tensor.one_hot("under.card", words.DECREES, &v.bottom[0], byte, 1, byte)
    return 0


cdef int lay_out_pieces(TensorLayout tensor, const TekhenuView* v) except -1:
    """What the seats have on the board, and their open cards."""
    cdef const Player* player = &v.table.player[0]
    cdef size_t each = sizeof(Player), mask = sizeof(player.sites)
    tensor.bits("sites", words.SITES, &player.sites, mask, each)
    tensor.bits("shops", words.SHOPS, &player.shops, mask, each)
    tensor.bits("pillars", words.CELLS, &player.pillars, mask, each)
    tensor.packed("statues", {god: 3 << 2 * i for i, god in enumerate(GODS)}, &player.god_statues,
                  sizeof(player.god_statues), each)
    tensor.bits("people", words.PEOPLE, &player.people, 1, each)
    tensor.bits("blessings", words.BLESSINGS, &player.blessings, mask, each)
    tensor.bits("technologies", words.TECHNOLOGIES, &player.technologies, mask, each)
    tensor.bits("decrees", words.DECREES, &player.decrees, mask, each)
    tensor.bits("drafted", words.STARTING, &player.drafted, sizeof(player.drafted), each)
    tensor.one_hot("destiny", words.DESTINY, &player.destiny, 1, 1, each)
    return 0


cdef int lay_out_goods(TensorLayout tensor, const TekhenuView* v) except -1:
    """Points, markers, goods, and the dice on the scales: how many of each, then in the order in which they were taken."""
    cdef const Player* player = &v.table.player[0]
    cdef size_t each = sizeof(Player), byte = 1
    tensor.number("vp", &player.vp, sizeof(player.vp), each, True)
    tensor.numbers("goods", words.GOODS, &player.goods[0], byte, each)
    tensor.numbers("production", BASICS, &player.production[0], byte, each)
    tensor.number("population", &player.population, byte, each)
    tensor.number("happiness", &player.happiness, byte, each)
    tensor.bits("rewards", REWARDS, &player.rewards, byte, each)
    tensor.number("surplus", &player.surplus, byte, each)
    tensor.number("balance", &player.balance, byte, each, True)
    tensor.number("dice", &player.dice, byte, each)
    tensor.histogram("scales", ON_SCALES, &player.die[0], 4, &player.dice, each)
    tensor.numbers("taken", QUARTERS, &player.die[0], byte, each)
    return 0


cdef int lay_out_automaton(TensorLayout tensor, const TekhenuView* v) except -1:
    cdef int place
    for place in range(ACTION_TILE_NB):
        tensor.one_hot(f"pyramid{place}", words.ACTION_TILES, &v.table.pyramid[place], 1, 1)
    tensor.number("marker", &v.table.marker, 1)
    return 0
