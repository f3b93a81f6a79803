"""Sobek at the door: fills the rules table and forwards text to notation. No rules in here."""

import json
from pathlib import Path

from egypt.core.game cimport Game
from egypt.core.types cimport MAX_MOVES, Move
from egypt.games.sobek cimport evaluate, hidden, notation, rules, rules_characters, scoring, validate
from egypt.games.sobek.move_text cimport move_code as code_of_text
from egypt.games.sobek.move_text cimport move_text as text_of_move
from egypt.games.sobek.state cimport SobekState, SobekView

from egypt.games.sobek.board import draw_board
from egypt.games.sobek.components import COMPONENTS
from egypt.games.sobek.evaluate import FEATURES


cdef class SobekGame(Game):
    """Sobek for 2-4 players."""

    def __init__(self):
        variants = tuple([row.variant for row in COMPONENTS.variants])
        super().__init__("sobek", "Sobek", variants, COMPONENTS.rules_hash, FEATURES)
        self.ops.state_size = sizeof(SobekState)
        self.ops.view_size = sizeof(SobekView)
        self.ops.min_players = 2
        self.ops.max_players = 4
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
        return notation.write_state(<const SobekState*>state)

    cdef int read_state(self, str text, void* state) except -1:
        return notation.read_state(text, <SobekState*>state)

    cdef str write_view(self, const void* view):
        return notation.write_view(<const SobekView*>view)

    cdef int read_view(self, str text, void* view) except -1:
        return notation.read_view(text, <SobekView*>view)

    cdef dict describe_state(self, const void* state):
        return notation.describe_state(<const SobekState*>state)

    cdef dict describe_view(self, const void* view):
        return notation.describe_view(<const SobekView*>view)

    cpdef str move_text(self, Move move):
        return text_of_move(move)

    cpdef Move move_code(self, str text) except? 0:
        return code_of_text(text)

    cdef bint accepts(self, const void* state, Move move) except -1:
        """A Merchant may take any of several equal neighbours of the docks; the first is listed for all of them."""
        cdef Move[MAX_MOVES] moves
        cdef Move listed = rules_characters.listed_merchant(<const SobekState*>state, move)
        cdef int i
        for i in range(rules.legal_moves(state, moves)):
            if moves[i] == listed:
                return True
        return False

    cpdef str board(self, dict description):
        return draw_board(description)


GAME = SobekGame()
