"""Amun-Re at the door: fills the rules table and forwards text to notation. No rules in here."""

import json
from pathlib import Path

from egypt.core.game cimport Game
from egypt.core.types cimport Move
from egypt.games.amunre cimport evaluate, hidden, notation, rules, scoring, validate
from egypt.games.amunre.move_text cimport move_code as code_of_text
from egypt.games.amunre.move_text cimport move_text as text_of_move
from egypt.games.amunre.state cimport AmunreState, AmunreView

from egypt.games.amunre.board import draw_board
from egypt.games.amunre.components import VARIANTS
from egypt.games.amunre.evaluate import FEATURES
from egypt.games.amunre.notation import FIELDS
from egypt.games.amunre.tables import COMPONENTS


cdef class AmunreGame(Game):
    """Amun-Re for 3-5 players."""

    def __init__(self):
        super().__init__("amunre", "Amun-Re", VARIANTS, COMPONENTS.rules_hash, FEATURES)
        self.field_names = FIELDS
        self.ops.state_size = sizeof(AmunreState)
        self.ops.view_size = sizeof(AmunreView)
        self.ops.min_players = 3
        self.ops.max_players = 5
        self.ops.new_game = rules.new_game
        self.ops.legal_moves = rules.legal_moves
        self.ops.apply = rules.apply
        self.ops.sample_chance = rules.sample_chance
        self.ops.enumerate_chance = rules.enumerate_chance
        self.ops.chance_pool = rules.chance_pool
        self.ops.scores = scoring.scores
        self.ops.view = hidden.view
        self.ops.sample = hidden.sample
        self.ops.observe = hidden.observe
        self.ops.features = evaluate.features
        self.ops.validate = validate.validate
        self.ops.validate_view = validate.validate_view
        self.load_weights(json.loads(Path(__file__).with_name("weights.json").read_text()))

    cdef str write_state(self, const void* state):
        return notation.write_state(<const AmunreState*>state)

    cdef int read_state(self, str text, void* state) except -1:
        return notation.read_state(text, <AmunreState*>state)

    cdef str write_view(self, const void* view):
        return notation.write_view(<const AmunreView*>view)

    cdef int read_view(self, str text, void* view) except -1:
        return notation.read_view(text, <AmunreView*>view)

    cdef dict describe_state(self, const void* state):
        return notation.describe_state(<const AmunreState*>state)

    cdef dict describe_view(self, const void* view):
        return notation.describe_view(<const AmunreView*>view)

    cpdef str move_text(self, Move move):
        return text_of_move(move)

    cpdef Move move_code(self, str text) except? 0:
        return code_of_text(text)

    cpdef str board(self, dict description):
        return draw_board(description)


GAME = AmunreGame()
