"""Ra at the door: fills the rules table and forwards text to notation. No rules in here."""

import json
from pathlib import Path

from egypt.core.game cimport Game
from egypt.core.types cimport Move
from egypt.games.ra cimport evaluate, hidden, notation, rules, validate
from egypt.games.ra.state cimport RaState

from egypt.games.ra.board import draw_board
from egypt.games.ra.evaluate import FEATURES
from egypt.games.ra.tables import COMPONENTS
from egypt.games.ra.validate import FIELD_NAMES


cdef class RaGame(Game):
    """Ra for 2-5 players."""

    def __init__(self):
        super().__init__("ra", "Ra", ("standard",), COMPONENTS.rules_hash, FEATURES)
        self.field_names = FIELD_NAMES
        self.ops.state_size = sizeof(RaState)
        self.ops.view_size = sizeof(RaState)
        self.ops.min_players = 2
        self.ops.max_players = 5
        self.ops.new_game = rules.new_game
        self.ops.legal_moves = rules.legal_moves
        self.ops.apply = rules.apply
        self.ops.sample_chance = rules.sample_chance
        self.ops.enumerate_chance = rules.enumerate_chance
        self.ops.chance_pool = rules.chance_pool
        self.ops.scores = rules.scores
        self.ops.playout = rules.playout
        self.ops.view = hidden.view
        self.ops.sample = hidden.sample
        self.ops.complete = hidden.complete
        self.ops.observe = hidden.observe
        self.ops.features = evaluate.features
        self.ops.validate = validate.validate
        self.ops.validate_view = validate.validate_view
        self.load_weights(json.loads(Path(__file__).with_name("weights.json").read_text()))

    cdef str write_state(self, const void* state):
        return notation.write_state(<const RaState*>state)

    cdef int read_state(self, str text, void* state) except -1:
        return notation.read_state(text, False, <RaState*>state)

    cdef int read_view(self, str text, void* view) except -1:
        return notation.read_state(text, True, <RaState*>view)

    cdef dict describe_state(self, const void* state):
        return notation.describe(<const RaState*>state)

    cpdef str move_text(self, Move move):
        return notation.move_text(move)

    cpdef Move move_code(self, str text) except? 0:
        return notation.move_code(text)

    cpdef str board(self, dict description):
        return draw_board(description)


GAME = RaGame()
