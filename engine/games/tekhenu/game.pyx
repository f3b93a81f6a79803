"""Tekhenu's `Game` subclass: fills the table of rules and the table of text functions."""

import json
from pathlib import Path

from egypt.core.game cimport Game
from egypt.games.tekhenu cimport (
    describe, evaluate, hidden, ledger, moments, move_text, notation, playout, rules, scoring, traits, validate,
)
from egypt.games.tekhenu.state cimport TekhenuState, TekhenuView

from egypt.games.tekhenu.action_list import list_actions
from egypt.games.tekhenu.board import draw_board
from egypt.games.tekhenu.catalogue import catalogue
from egypt.games.tekhenu.components import SOLO_SEATS, TABLE_SIZES
from egypt.games.tekhenu.evaluate import FEATURE_GROUPS, FEATURES
from egypt.games.tekhenu.sentences import say_move
from egypt.games.tekhenu.tables import COMPONENTS
from egypt.games.tekhenu.tensor import lay_out
from egypt.games.tekhenu.traits import TRAIT_GROUPS


cdef class TekhenuGame(Game):
    """Tekhenu for 2-4 players, and for one against the automaton, who then sits on the second seat."""

    def __init__(self):
        names = tuple([row.name for row in COMPONENTS.variants])
        super().__init__("tekhenu", "Tekhenu: Obelisk of the Sun", names, COMPONENTS.rules_hash, FEATURES)
        self.trait_groups = TRAIT_GROUPS
        self.seats_by_variant = {row.name: (SOLO_SEATS, SOLO_SEATS) for row in COMPONENTS.variants if row.level}
        self.ops.state_size = sizeof(TekhenuState)
        self.ops.view_size = sizeof(TekhenuView)
        self.ops.min_players = min(TABLE_SIZES)
        self.ops.max_players = max(TABLE_SIZES)
        self.ops.new_game = rules.new_game
        self.ops.legal_moves = rules.legal_moves
        self.ops.apply = rules.apply
        self.ops.apply_and_list = rules.apply_and_list
        self.ops.sample_chance = rules.sample_chance
        self.ops.enumerate_chance = rules.enumerate_chance
        self.ops.chance_pool = rules.chance_pool
        self.ops.playout = playout.playout
        self.ops.scores = scoring.scores
        self.ops.view = hidden.view
        self.ops.sample = hidden.sample
        self.ops.complete = hidden.complete
        self.ops.sample_for = hidden.sample_for
        self.ops.observe = hidden.observe
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
        self.text.moments = moments.moments
        self.draw_board = draw_board
        self.say = say_move
        self.list_components = catalogue
        self.list_actions = list_actions
        self.lay_out_tensor = lay_out
        self.load_weights(json.loads(Path(__file__).with_name("weights.json").read_text()))

    @property
    def feature_groups(self):
        return dict(FEATURE_GROUPS)


GAME = TekhenuGame()
