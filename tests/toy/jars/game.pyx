"""Jars' `Game` subclass: fills the table of rules and the table of text functions."""

import json
from importlib.resources import files

from egypt.core.game cimport Game
from tests.toy.jars cimport evaluate, hidden, move_text, notation, rules, scoring, validate
from tests.toy.jars.state cimport SEAT_NB, JarsState, JarsView

from tests.toy.jars.action_list import list_actions
from tests.toy.jars.board import draw_board
from tests.toy.jars.catalogue import catalogue
from tests.toy.jars.evaluate import FEATURE_GROUPS, FEATURES
from tests.toy.jars.notation import FIELDS, VARIANTS
from tests.toy.jars.sentences import say_move
from tests.toy.jars.tensor import lay_out

WEIGHTS = files("tests.toy.jars").joinpath("weights.json")


cdef class Jars(Game):
    """Jars for 2-4 players."""

    def __init__(self, str name="jars"):
        super().__init__(name, "Jars", VARIANTS, "toy-1", FEATURES)
        self.field_names = FIELDS
        self.ops.state_size = sizeof(JarsState)
        self.ops.view_size = sizeof(JarsView)
        self.ops.min_players = 2
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
        self.ops.sample_for = hidden.sample_for
        self.ops.observe = hidden.observe
        self.ops.features = evaluate.features
        self.ops.validate = validate.validate
        self.ops.validate_view = validate.validate_view
        self.text.write_state = notation.write_state
        self.text.read_state = notation.read_state
        self.text.write_view = notation.write_view
        self.text.read_view = notation.read_view
        self.text.describe_state = notation.describe_state
        self.text.describe_view = notation.describe_view
        self.text.move_text = move_text.move_text
        self.text.move_code = move_text.move_code
        self.text.score_items = notation.score_items
        self.draw_board = draw_board
        self.say = say_move
        self.list_components = catalogue
        self.list_actions = list_actions
        self.lay_out_tensor = lay_out
        self.load_weights(json.loads(WEIGHTS.read_text()))

    @property
    def feature_groups(self):
        return dict(FEATURE_GROUPS)


GAME = Jars()
