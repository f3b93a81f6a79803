"""Ra's `Game` subclass: fills the table of rules and the table of text functions."""

import json
from pathlib import Path

from egypt.core.game cimport Game
from egypt.games.ra cimport evaluate, hidden, ledger, move_text, notation, rules, scoring, validate
from egypt.games.ra.state cimport RaState

from egypt.games.ra.action_list import list_actions
from egypt.games.ra.board import draw_board
from egypt.games.ra.catalogue import catalogue
from egypt.games.ra.components import PLAYER_COUNTS
from egypt.games.ra.evaluate import FEATURE_GROUPS, FEATURES
from egypt.games.ra.notation import FIELDS, VARIANTS
from egypt.games.ra.sentences import say_move
from egypt.games.ra.tables import COMPONENTS
from egypt.games.ra.tensor import lay_out


cdef class RaGame(Game):
    """Ra for 2-5 players."""

    def __init__(self):
        super().__init__("ra", "Ra", VARIANTS, COMPONENTS.rules_hash, FEATURES)
        self.field_names = FIELDS
        self.ops.state_size = sizeof(RaState)
        self.ops.view_size = sizeof(RaState)
        self.ops.min_players = min(PLAYER_COUNTS)
        self.ops.max_players = max(PLAYER_COUNTS)
        self.ops.new_game = rules.new_game
        self.ops.legal_moves = rules.legal_moves
        self.ops.apply = rules.apply
        self.ops.sample_chance = rules.sample_chance
        self.ops.enumerate_chance = rules.enumerate_chance
        self.ops.chance_pool = rules.chance_pool
        self.ops.playout = rules.playout
        self.ops.scores = scoring.scores
        self.ops.view = hidden.view
        self.ops.sample = hidden.sample
        self.ops.complete = hidden.complete
        self.ops.observe = hidden.observe
        self.ops.features = evaluate.features
        self.ops.validate = validate.validate
        self.ops.validate_view = validate.validate
        self.text.write_state = notation.write_state
        self.text.read_state = notation.read_state
        self.text.read_view = notation.read_view
        self.text.describe_state = notation.describe_state
        self.text.move_text = move_text.move_text
        self.text.move_code = move_text.move_code
        self.text.score_items = ledger.score_items
        self.draw_board = draw_board
        self.say = say_move
        self.list_components = catalogue
        self.list_actions = list_actions
        self.lay_out_tensor = lay_out
        self.load_weights(json.loads(Path(__file__).with_name("weights.json").read_text()))

    @property
    def feature_groups(self):
        return dict(FEATURE_GROUPS)


GAME = RaGame()
