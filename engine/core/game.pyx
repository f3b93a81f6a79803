"""Game: a rules table and its words. Rooms subclass it, fill `ops` and forward text to their notation module."""

from copy import deepcopy

from egypt.core.actions cimport NO_ACTION, ActionTable, action_of
from egypt.core.tensor cimport TensorLayout
from egypt.core.types cimport CHANCE, MAX_FEATURES, MAX_MOVES, MAX_SEATS, MAX_STATE_BYTES, OVER, Move
from egypt.core.types cimport TRUTH as TRUTH_VIEWER
from egypt.core.weights cimport GameWeights

from egypt.core.errors import EgyptError, IllegalMoveError, NotationError, StateError
from egypt.core.integers import integer, shown
from egypt.core.saying import Saying

# The same words for Python.
CHANCE_ACTOR = CHANCE
OVER_ACTOR = OVER
TRUTH = TRUTH_VIEWER
MOST_CODE = 0xFFFFFFFF      # of a move
CAPACITY = {"seats": MAX_SEATS, "moves": MAX_MOVES, "state_bytes": MAX_STATE_BYTES, "features": MAX_FEATURES}


cdef class Game:
    """One game: its name, its players, its variants and the way to its first position.

    A Game has no state of its own; one object serves any number of positions and threads.
    """

    def __cinit__(self, *_arguments, **_keywords):
        self.weights = GameWeights()        # an object that skips its set-up has weights, too: empty ones
        self.tensor_layouts = {}

    def __init__(
            self, str name, str title, tuple variants=("standard",), str rules_hash="", tuple feature_names=()):
        self.name = name
        self.title = title
        self.variants = variants
        self.seats_by_variant = {}
        self.rules_hash = rules_hash
        self.feature_names = feature_names
        self.field_names = ()
        self.trait_groups = ()
        self.weights = GameWeights(name, feature_names)     # raises if there are too many

    def __repr__(self):
        return f"<Game {self.name} for {self.ops.min_players}-{self.ops.max_players} players>"

    def __reduce__(self):
        from egypt.games import own_rules, unpickle_game  # a rules table cannot travel; a name and a user's rules can
        return unpickle_game, (self.name, own_rules(self.name), self.rules_hash)

    @property
    def min_players(self):
        return self.ops.min_players

    @property
    def max_players(self):
        return self.ops.max_players

    def check_table(self, players, str variant=None):
        """The variant (None: the usual one) for that number of players; raises StateError if there is none.

        The one place that says which tables there are.
        """
        players = integer(players, "players", error=StateError)
        fewest, most = self.seats_of(variant)
        variant = self.variants[0] if variant is None else variant
        if not fewest <= players <= most:
            which = self.name if variant == self.variants[0] else f"{self.name} {variant}"
            number = str(fewest) if fewest == most else f"{fewest}-{most}"
            raise StateError(f"'{shown(players)}' players: {which} is for {number}")
        return variant

    def deal(self, players, seed=None, str variant=None):
        """A Table with a new game, dealt. The seed decides all that nature draws; None takes one at random."""
        from egypt.core.table import Table  # it holds positions, which know their game
        return Table.deal(self, players, seed, variant)

    def seats_of(self, str variant=None):
        """The fewest and the most players of a variant (None: the usual one); raises StateError if there is none."""
        if variant is not None and variant not in self.variants:
            raise StateError(f"{self.name} has no variant '{variant}', only {', '.join(self.variants)}")
        variant = self.variants[0] if variant is None else variant
        return self.seats_by_variant.get(variant, (self.ops.min_players, self.ops.max_players))

    @property
    def variant_seats(self):
        """Variants for fewer numbers of players than the game: variant -> (fewest, most)."""
        return dict(self.seats_by_variant)

    def has_rules(self, str rules_hash=None):
        """Whether another program plays this game by the same rules; None: it does not say, so nothing speaks against it."""
        return rules_hash is None or rules_hash == self.rules_hash

    @property
    def state_bytes(self):
        return self.ops.state_size

    @property
    def view_bytes(self):
        return self.ops.view_size

    @property
    def can_be_solved(self):
        """Whether there are positions where nothing unknown still matters (`complete`), whose rest can be solved exactly."""
        return self.ops.complete != NULL

    cdef int need_rules(self) except -1:
        if self.ops.apply == NULL:
            raise EgyptError("a game without rules; get_game(name) gives one that has them")
        return 0

    @property
    def search_defaults(self):
        """Settings of the search that suit this game, from its weights.json: name -> value."""
        return deepcopy(self.weights.search_defaults)

    @property
    def feature_groups(self):
        """The features in groups that a player knows: words -> names of features. A room says its own."""
        return {name: (name,) for name in self.feature_names}

    def read_weights(self, dict data not None):
        """Weights for this game, in the form of a room's weights.json; raises EgyptError if they do not fit."""
        return GameWeights(
            self.name, self.feature_names, self.ops.min_players, self.ops.max_players, data, self.trait_groups)

    cdef GameWeights given_weights(self, weights):
        cdef GameWeights given = self.weights
        if weights is not None:
            given = weights if isinstance(weights, GameWeights) else self.read_weights(weights)
        if given.game != self.name or given.feature_names != self.feature_names:
            raise EgyptError(f"weights of '{given.game}' cannot judge {self.name}")
        return given

    def load_weights(self, dict data not None):
        """Take over weights in the form of a room's weights.json, all or none; raises EgyptError if they do not fit."""
        self.weights = self.read_weights(data)

    # -- for learners ----------------------------------------------------------------------------------------------------

    cdef ActionTable actions(self):
        if self.action_table is None:
            if self.list_actions is None:
                raise EgyptError(f"{self.name} declares no actions")
            self.action_table = ActionTable([self.move_code(text) for text in self.list_actions()])
        return self.action_table

    def action_count(self, players=None, str variant=None):
        """How many actions there are, the same for all tables of the game; raises StateError for a table there is not."""
        if players is not None or variant is not None:
            self.check_table(self.seats_of(variant or self.variants[0])[0] if players is None else players, variant)
        return self.actions().map.count

    def action_index(self, move):
        """The number of a move (text or code), 0..action_count-1; raises IllegalMoveError for what no seat ever does.

        Numbers stay as they are while `rules_hash` does.
        """
        cdef Move code = self.code_given(move)
        cdef int action = action_of(&self.actions().map, code)
        if action == NO_ACTION:
            raise IllegalMoveError(f"'{self.move_text(code)}' is not an action of {self.name}")
        return action

    def action_code(self, action):
        """The code of the move with this number; raises IllegalMoveError if there is none."""
        cdef ActionTable table = self.actions()
        action = integer(action, "action", error=IllegalMoveError)
        if not 0 <= action < table.map.count:
            raise IllegalMoveError(f"'{shown(action)}' is not an action of {self.name}, which are 0-{table.map.count - 1}")
        return table.map.codes[<int>action]

    def action_move(self, action):
        """The text of the move with this number; raises IllegalMoveError if there is none."""
        return self.move_text(self.action_code(action))

    cdef TensorLayout tensor_layout(self, int players, int variant):
        cdef TensorLayout layout = self.tensor_layouts.get((players, variant))
        if layout is None:
            if self.lay_out_tensor is None:
                raise EgyptError(f"{self.name} declares no tensors")
            layout = self.tensor_layouts[players, variant] = self.lay_out_tensor(players, variant)
        return layout

    def layout_of(self, players, str variant=None):
        """How the views of a table become numbers: a TensorLayout, with `size` and `names`. Raises StateError."""
        variant = self.check_table(players, variant)
        return self.tensor_layout(players, self.variants.index(variant))

    def tensor_size(self, players, str variant=None):
        """How many entries the tensor of a view has."""
        return self.layout_of(players, variant).size

    def tensor_names(self, players, str variant=None):
        """What the entries of a tensor are called; seat0 is the viewer, seat1 sits to their left."""
        return self.layout_of(players, variant).names

    def tensors(self, views, out=None, observation="counts"):
        """The tensors of many views of tables of one kind, one after the other, in an array of 32-bit floats.

        `out` may be any writable C-contiguous buffer of exactly that many, such as a NumPy array of shape
        (len(views), tensor_size); it is given back. `observation` is `counts`, or `unit`: all between 0 and 1.
        """
        from egypt.core.learning import fill_tensors  # it knows what a view is
        return fill_tensors(self, list(views), out, observation)

    # -- text: what the room put into `text` ---------------------------------------------------------------------------

    cdef str write_state(self, const void* state):
        return self.text.write_state(state)

    cdef int read_state(self, str text, void* state) except -1:
        return self.text.read_state(text, state)

    cdef str write_view(self, const void* view):
        return self.text.write_view(view) if self.text.write_view != NULL else self.write_state(view)

    cdef int read_view(self, str text, void* view) except -1:
        return self.text.read_view(text, view) if self.text.read_view != NULL else self.read_state(text, view)

    cdef dict describe_state(self, const void* state):
        return self.text.describe_state(state)

    cdef dict describe_view(self, const void* view):
        return self.text.describe_view(view) if self.text.describe_view != NULL else self.describe_state(view)

    cpdef str move_text(self, move):
        """The text of a move or outcome; raises NotationError for a number that is the code of none."""
        self.need_rules()
        return self.text.move_text(integer(move, "move", 0, MOST_CODE, NotationError))

    cpdef Move move_code(self, str text) except? 0:
        """The code of a move or outcome; raises NotationError if the text is none of this game."""
        self.need_rules()
        return self.text.move_code(text)

    cdef Move code_given(self, move) except? 0:
        if isinstance(move, str):
            return self.move_code(move)
        return integer(move, "move", 0, MOST_CODE, NotationError)

    cdef bint accepts(self, const void* state, Move move) except -1:
        """Whether a move that is not listed as legal may be played all the same, because it does what a listed one does."""
        return False

    cpdef str board(self, dict description):
        """A board for human eyes, from what `as_dict` of a position or view gives."""
        self.need_rules()
        if self.draw_board is None:         # a room that draws none
            return "\n".join([f"{key}: {value}" for key, value in description.items()])
        return self.draw_board(description)

    # -- words -----------------------------------------------------------------------------------------------------------

    @property
    def has_words(self):
        """Whether its room says moves in sentences and lists its components."""
        return self.say is not None and self.list_components is not None and self.text.score_items != NULL

    def say_move(self, dict description not None, str actor not None, str move not None, dict after=None, moments=()):
        """A move or outcome in words, as a `Saying`.

        `description` is what `as_dict` of a position or a view gives before the move, `actor` is `p2` or `chance`, and
        `move` is the move as the viewer perceives it. With `after`, the same data after the move, it is also told what
        the move has brought about; `moments`, which `Position.moments` gives, are what was decided on the way because there
        was no choice. A room that says nothing gives who and what as they are written.
        """
        self.need_rules()
        if self.say is None:
            return Saying(f"{actor} {move}")
        if self.text.moments == NULL:
            return self.say(description, actor, move, after)
        return self.say(description, actor, move, after, moments)

    def catalogue(self):
        """Everything in the box, as plain data: {"components": [{id, name, kind, text, count, sure}], "board": {…}}."""
        self.need_rules()
        return self.list_components() if self.list_components is not None else {"components": [], "board": {}}
