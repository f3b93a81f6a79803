"""What a learner takes from positions and views: legal actions as a mask, knowledge as numbers, features by name."""

from cpython.buffer cimport PyBuffer_Release
from libc.stdint cimport int16_t, uint8_t
from libc.string cimport memset

from egypt.core.actions cimport ActionTable, mark_actions
from egypt.core.game cimport Game
from egypt.core.position cimport Position, Rng, Situation, View
from egypt.core.tensor cimport TensorLayout, writable_bytes, writable_floats
from egypt.core.types cimport MAX_FEATURES, MAX_MOVES, MAX_SEATS, Move
from egypt.core.weights cimport Weights

from array import array

from egypt.core.errors import EgyptError
from egypt.core.integers import MOST_WORLDS, integer
from egypt.core.tensor import is_unit


def mask_actions(Situation situation not None, out=None):
    """A byte per action of the game, 1 where it is legal."""
    cdef ActionTable table = situation.game.actions()
    cdef Move[MAX_MOVES] moves
    cdef Py_buffer buffer
    cdef uint8_t* mask
    cdef int i
    codes = situation.legal_codes()
    for i in range(len(codes)):
        moves[i] = codes[i]
    if out is None:
        out = bytearray(table.map.count)
    mask = writable_bytes(out, table.map.count, &buffer)
    memset(mask, 0, table.map.count)
    mark_actions(&table.map, moves, len(codes), mask)
    PyBuffer_Release(&buffer)
    return out


def fill_tensors(Game game not None, list views not None, out=None, str observation not None="counts"):
    """The tensors of views of equal tables, one after the other."""
    cdef bint unit = is_unit(observation)
    cdef TensorLayout layout
    cdef Py_buffer buffer
    cdef float* entries
    cdef View view
    cdef Py_ssize_t i
    if not views:
        return array("f") if out is None else out
    for one in views:
        if not isinstance(one, View):
            raise EgyptError(f"'{type(one).__name__}' is not a view")
    view = views[0]
    players, variant = view.header().players, view.header().variant
    for view in views:
        if view.game is not game or view.header().players != players or view.header().variant != variant:
            raise EgyptError(f"all must be views of {game.name} for {players} players, {game.variants[variant]}")
    layout = game.tensor_layout(players, variant)
    if out is None:
        out = array("f", bytes(sizeof(float) * layout.size * len(views)))
    entries = writable_floats(out, layout.size * len(views), &buffer)
    for i, view in enumerate(views):
        if unit:
            layout.fill_unit(view.view(), entries + i * layout.size)
        else:
            layout.fill(view.view(), entries + i * layout.size)
    PyBuffer_Release(&buffer)
    return out


def mean_features(View view not None, worlds, seed):
    """The evaluation's features of sampled worlds, averaged: (stage of the first world, one dict per seat)."""
    cdef int16_t[MAX_SEATS * MAX_FEATURES] rows
    cdef Game game = view.game
    cdef Rng rng = Rng(seed)
    cdef Position world
    cdef int players = view.header().players
    cdef Weights weights = game.weights.all_columns(players)
    cdef int seat, i, stage = -1, found
    worlds = integer(worlds, "worlds", 1, MOST_WORLDS)
    if view.is_over:
        raise EgyptError("a game that is over has no features")
    sums = [[0] * len(game.feature_names) for _ in range(players)]
    counted = 0
    for _ in range(worlds):
        world = view.sample(rng).settle(rng)
        if world.is_over:
            continue            # nature's last draw may have ended the game
        counted += 1
        memset(rows, 0, sizeof(rows))
        found = game.ops.features(world.state(), &weights, rows)
        stage = found if stage < 0 else stage
        for seat in range(players):
            for i in range(len(game.feature_names)):
                sums[seat][i] += rows[seat * MAX_FEATURES + i]
    if counted == 0:
        raise EgyptError("a game that is over has no features")
    return stage, [{name: sums[seat][i] / counted for i, name in enumerate(game.feature_names)} for seat in range(players)]
