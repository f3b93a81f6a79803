"""Sobek's `Game` subclass: fills the table of rules and the table of text functions."""

import json
from pathlib import Path

from egypt.core.game cimport Game
from egypt.core.types cimport Move
from egypt.games.sobek cimport (
    describe, evaluate, following, hidden, ledger, move_text, notation, rules, scoring, traits, validate,
)
from egypt.games.sobek.state cimport SEAT_NB, SobekState, SobekView

from egypt.games.sobek.action_list import list_actions
from egypt.games.sobek.board import draw_board
from egypt.games.sobek.catalogue import catalogue
from egypt.games.sobek.evaluate import FEATURE_GROUPS, FEATURES
from egypt.games.sobek.notation import FEWEST
from egypt.games.sobek.sentences import say_move
from egypt.games.sobek.tables import COMPONENTS
from egypt.games.sobek.words import VARIANTS
from egypt.games.sobek.tensor import lay_out
from egypt.games.sobek.traits import TRAIT_GROUPS


cdef class SobekGame(Game):
    """Sobek for 2-4 players."""

    def __init__(self):
        super().__init__("sobek", "Sobek", VARIANTS, COMPONENTS.rules_hash, FEATURES)
        self.trait_groups = TRAIT_GROUPS
        self.ops.state_size = sizeof(SobekState)
        self.ops.view_size = sizeof(SobekView)
        self.ops.min_players = FEWEST
        self.ops.max_players = SEAT_NB
        self.ops.new_game = rules.new_game
        self.ops.legal_moves = rules.legal_moves
        self.ops.apply = rules.apply
        self.ops.sample_chance = rules.sample_chance
        self.ops.enumerate_chance = rules.enumerate_chance
        self.ops.chance_pool = rules.chance_pool
        self.ops.scores = scoring.scores
        self.ops.view = hidden.view
        self.ops.sample = hidden.sample
        self.ops.complete = hidden.complete
        self.ops.observe = hidden.observe
        self.ops.sample_for = following.sample_for
        self.ops.features = evaluate.features
        self.ops.traits = traits.traits
        self.ops.validate = validate.validate
        self.ops.validate_view = validate.validate_view
        self.text.write_state = notation.write_state
        self.text.read_state = notation.read_state
        self.text.write_view = notation.write_view
        self.text.read_view = notation.read_view
        self.text.describe_state = describe.describe_state
        self.text.describe_view = describe.describe_view
        self.text.move_text = move_text.move_text
        self.text.move_code = move_text.move_code
        self.text.score_items = ledger.score_items
        self.draw_board = draw_board
        self.say = say_move
        self.list_components = catalogue
        self.list_actions = list_actions
        self.lay_out_tensor = lay_out
        self.load_weights(json.loads(Path(__file__).with_name("weights.json").read_text()))

    cdef bint accepts(self, const void* state, Move move) except -1:
        return rules.accepts(<const SobekState*>state, move)

    @property
    def feature_groups(self):
        return dict(FEATURE_GROUPS)


GAME = SobekGame()
