"""How a view of Sobek is written as numbers."""

from egypt.core.tensor cimport TensorLayout
from egypt.games.sobek.state cimport CELL_NB, DOCK_NB, LOCATION_NB, PILE, SobekView
from egypt.games.sobek.tables cimport KIND_NB, TABLES, TOKEN_KIND_NB

from egypt.games.sobek.components import BACKS
from egypt.games.sobek.words import FAMILIES, KINDS, PHASES, TOKENS

ON_DOCKS = (*KINDS, "?", "_")       # as DOCK_CHARACTER and DOCK_EMPTY
PLACES = ("hand", "pile")           # of a seat, in the order of the locations
ROUNDS = ("1", "2", "3")


def lay_out(int players, int variant):
    """The entries of the tensor of a view, in order."""
    cdef SobekView v
    cdef TensorLayout tensor = TensorLayout(players)
    tensor.describe(&v, sizeof(v))
    lay_out_course(tensor, &v)
    lay_out_seats(tensor, &v)
    lay_out_knowledge(tensor, &v)
    return tensor.finish()


cdef dict card_parts():
    """Kinds that have cards, and their bits in a bag."""
    cdef int kind
    return {KINDS[kind]: TABLES.run[kind] for kind in range(KIND_NB) if TABLES.run[kind]}


cdef dict token_parts():
    cdef int kind
    return {TOKENS[kind]: TABLES.token_run[kind] for kind in range(TOKEN_KIND_NB) if TABLES.token_run[kind]}


cdef dict family_parts():
    """Four bits per family."""
    return {name: 15 << 4 * family for family, name in enumerate(FAMILIES)}


cdef int lay_out_course(TensorLayout tensor, const SobekView* v) except -1:
    """Docks, phase and event tokens."""
    cdef size_t byte = 1
    tensor.one_hot("phase", PHASES, &v.table.phase, byte)
    tensor.one_hot("round", ROUNDS, &v.table.round, byte, 1)
    tensor.seat("turn", &v.table.turn, byte)
    tensor.seat("starter", &v.table.starter, byte)
    tensor.number("docks.count", &v.table.dock_count, byte)
    tensor.number("docks.characters", &v.table.dock_characters, byte)
    tensor.listed("docks", ON_DOCKS, &v.table.docks[0], DOCK_NB, &v.table.dock_count)
    tensor.number("to-deliver", &v.table.to_deliver, byte)
    tensor.number("deck", &v.table.deck_left, byte)
    tensor.number("draws-to-pile", &v.table.draws_to_pile, byte)
    tensor.number("draws-to-hand", &v.table.draws_to_hand, byte)
    tensor.seat("target", &v.table.target, byte)
    tensor.one_hot("back", BACKS, &v.table.back, byte)
    tensor.one_hot("begun", FAMILIES, &v.table.begun_family, byte)
    tensor.number("begun-amulets", &v.table.begun_amulets, byte)
    tensor.number("lay-family", &v.table.lay_family, byte)
    tensor.number("layers-done", &v.table.layers_done, byte)
    tensor.number("again", &v.table.again, byte)
    tensor.number("flood-turn", &v.table.flood_turn, byte)
    tensor.number("drop-floor", &v.drop_floor, byte)
    tensor.number("tokens-left", &v.table.tokens_left, byte)
    tensor.number("tokens-drawn", &v.table.tokens_drawn, byte)
    tensor.seats("lookers", &v.table.lookers, byte)
    tensor.counted("tokens-used", token_parts(), &v.table.tokens_used, sizeof(v.table.tokens_used))
    tensor.counted("tokens", token_parts(), &v.tokens, sizeof(v.tokens))
    tensor.counted("discard", card_parts(), &v.table.discard, sizeof(v.table.discard))
    return 0


cdef int lay_out_seats(TensorLayout tensor, const SobekView* v) except -1:
    """What all can see of every seat."""
    cdef size_t byte = 1, small = sizeof(v.table.total[0]), nibbles = sizeof(v.table.prosperity[0])
    cdef size_t bag = sizeof(v.table.laid[0])
    tensor.number("curses", &v.table.curses[0], byte, byte)
    tensor.number("total", &v.table.total[0], small, small, True)
    tensor.number("gains", &v.table.gains[0], small, small, True)
    tensor.packed("set-amulets", family_parts(), &v.table.set_amulets[0], nibbles, nibbles)
    tensor.packed("lying-amulets", family_parts(), &v.table.lying_amulets[0], nibbles, nibbles)
    tensor.packed("prosperity", family_parts(), &v.table.prosperity[0], nibbles, nibbles)
    tensor.counted("laid", card_parts(), &v.table.laid[0], bag, bag)
    tensor.counted("lying", card_parts(), &v.table.lying[0], bag, bag)
    return 0


cdef int lay_out_knowledge(TensorLayout tensor, const SobekView* v) except -1:
    """Which cards lie where, as far as the viewer knows."""
    cdef size_t bag = sizeof(v.hand), mask = sizeof(v.table.barred[0])
    cdef int place, cell
    for place in range(0, LOCATION_NB, PILE):
        name = PLACES[place // PILE]
        tensor.numbers(f"{name}.backs", BACKS, &v.table.count[place][0], 1, sizeof(v.table.count[0]))
        tensor.counted(f"{name}.shown", card_parts(), &v.table.shown[place], bag, bag)
        tensor.counted(f"{name}.extra", card_parts(), &v.extra[place], bag, bag)
        tensor.bits(f"{name}.barred", KINDS, &v.table.barred[place], mask, mask)
    tensor.counted("hand", card_parts(), &v.hand, bag)
    tensor.counted("pile", card_parts(), &v.pile, bag)
    tensor.counted("unseen", card_parts(), &v.unseen, bag)
    for cell in range(CELL_NB):
        tensor.counted(f"either{cell}", card_parts(), &v.cells[cell].bag, bag)
        tensor.seats(f"either{cell}.hand", &v.cells[cell].where, bag)
        tensor.seats(f"either{cell}.pile", &v.cells[cell].where, bag, PILE)
    return 0
