"""Tekhenu at the door: fills the rules table and forwards text to notation. No rules in here."""

import json
from pathlib import Path

from egypt.core.game cimport Game
from egypt.core.types cimport Move
from egypt.games.tekhenu cimport describe, evaluate, hidden, notation, rules, rules_setup, validate
from egypt.games.tekhenu.move_text cimport move_code as code_of_text
from egypt.games.tekhenu.move_text cimport move_text as text_of_move
from egypt.games.tekhenu.state cimport TekhenuState, TekhenuView

from egypt.games.tekhenu.board import draw_board
from egypt.games.tekhenu.components import COMPONENTS
from egypt.games.tekhenu.evaluate import FEATURES


cdef class TekhenuGame(Game):
    """Tekhenu for 2-4 players, and for one against the automaton, who then sits on the second seat."""

    def __init__(self):
        names = tuple([row.name for row in COMPONENTS.variants])
        super().__init__("tekhenu", "Tekhenu: Obelisk of the Sun", names, COMPONENTS.rules_hash, FEATURES)
        self.variant_seats = {row.name: (2, 2) for row in COMPONENTS.variants if row.level}
        self.ops.state_size = sizeof(TekhenuState)
        self.ops.view_size = sizeof(TekhenuView)
        self.ops.min_players = 2
        self.ops.max_players = 4
        self.ops.new_game = rules_setup.new_game
        self.ops.legal_moves = rules.legal_moves
        self.ops.apply = rules.apply
        self.ops.sample_chance = rules.sample_chance
        self.ops.enumerate_chance = rules.enumerate_chance
        self.ops.chance_pool = rules.chance_pool
        self.ops.scores = rules.scores
        self.ops.playout = rules.playout
        self.ops.view = hidden.view
        self.ops.sample = hidden.sample
        self.ops.observe = hidden.observe
        self.ops.features = evaluate.features
        self.ops.validate = validate.validate
        self.ops.validate_view = validate.validate_view
        self.load_weights(json.loads(Path(__file__).with_name("weights.json").read_text()))

    cdef str write_state(self, const void* state):
        return notation.write_state(<const TekhenuState*>state)

    cdef int read_state(self, str text, void* state) except -1:
        return notation.read_state(text, <TekhenuState*>state)

    cdef str write_view(self, const void* view):
        return notation.write_view(<const TekhenuView*>view)

    cdef int read_view(self, str text, void* view) except -1:
        return notation.read_view(text, <TekhenuView*>view)

    cdef dict describe_state(self, const void* state):
        return describe.describe_state(<const TekhenuState*>state)

    cdef dict describe_view(self, const void* view):
        return describe.describe_view(<const TekhenuView*>view)

    cpdef str move_text(self, Move move):
        return text_of_move(move)

    cpdef Move move_code(self, str text) except? 0:
        return code_of_text(text)

    cpdef str board(self, dict description):
        return draw_board(description)


GAME = TekhenuGame()
