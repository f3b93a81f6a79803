"""Game: a rules table and its words. Rooms subclass it, fill `ops` and forward text to their notation module."""

cimport cython
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from egypt.core.types cimport CHANCE, MAX_FEATURES, MAX_MOVES, MAX_SEATS, MAX_STAGES, MAX_STATE_BYTES, OVER, POINT, Move
from egypt.core.types cimport TRUTH as TRUTH_VIEWER
from egypt.core.game cimport LOGIT, Weights
from egypt.core.network cimport EXCITED, MAX_UNITS, MOST_BIAS, Network

from egypt.core.errors import EgyptError, StateError

# The same words for Python.
CHANCE_ACTOR = CHANCE
OVER_ACTOR = OVER
TRUTH = TRUTH_VIEWER
LIMITS = {"seats": MAX_SEATS, "moves": MAX_MOVES, "state_bytes": MAX_STATE_BYTES, "features": MAX_FEATURES}


@cython.boundscheck(True)
@cython.wraparound(True)
def _at_stage(value, int stage):
    """A weight is given once, or per stage with the last one repeated."""
    return value[min(stage, len(value) - 1)] if isinstance(value, list) else value


def _fixed(value, int unit, int most=32767):
    """A weight in units of the core, at the edge of what it can hold at most."""
    return max(-most, min(most, round(value * unit)))


cdef class Game:
    """One game: its name, its players, its variants and the way to its first position.

    A Game has no state of its own; one object serves any number of positions and threads.
    """

    def __init__(
            self, str name, str title, tuple variants=("standard",), str rules_hash="", tuple feature_names=()):
        if len(feature_names) > MAX_FEATURES:
            raise EgyptError(f"{name}: {len(feature_names)} features, at most {MAX_FEATURES} allowed")
        self.name = name
        self.title = title
        self.variants = variants
        self.variant_seats = {}
        self.rules_hash = rules_hash
        self.feature_names = feature_names
        self.field_names = ()
        self.search_defaults = {}
        memset(self.weights, 0, sizeof(self.weights))

    def __repr__(self):
        return f"<Game {self.name} for {self.ops.min_players}-{self.ops.max_players} players>"

    def __reduce__(self):
        from egypt.games import get_game  # by name: a rules table cannot travel, a name can
        return get_game, (self.name,)

    @property
    def min_players(self):
        return self.ops.min_players

    @property
    def max_players(self):
        return self.ops.max_players

    def check_table(self, int players, str variant=None):
        """The variant (None: the usual one) that so many players can play; raises StateError if there is none such.

        The one place that says which tables there are.
        """
        if variant is None:
            variant = self.variants[0]
        if variant not in self.variants:
            raise StateError(f"{self.name} has no variant '{variant}', only {', '.join(self.variants)}")
        fewest, most = self.seats_of(variant)
        if not fewest <= players <= most:
            which = self.name if variant == self.variants[0] else f"{self.name} {variant}"
            raise StateError(f"'{players}' players: {which} is for {fewest}-{most}")
        return variant

    def deal(self, int players, seed=None, str variant=None):
        """A Table with a new game, dealt. The seed decides all that nature draws; None takes one at random."""
        from egypt.core.table import Table  # it holds positions, which know their game
        return Table.deal(self, players, seed, variant)

    def seats_of(self, str variant):
        """The fewest and the most players of a variant."""
        return self.variant_seats.get(variant, (self.ops.min_players, self.ops.max_players))

    @property
    def state_bytes(self):
        return self.ops.state_size

    @property
    def view_bytes(self):
        return self.ops.view_size

    @property
    def can_be_solved(self):
        """Whether there are positions without secrets, whose rest can be solved exactly."""
        return self.ops.complete != NULL

    cdef int need_rules(self) except -1:
        if self.ops.apply == NULL:
            raise EgyptError("a game without rules; get_game(name) gives one that has them")
        return 0

    cdef Weights* _weights_of(self, int players) except NULL:
        if not 0 <= players <= MAX_SEATS:
            raise EgyptError(f"'{players}' players: {self.name} is for {self.ops.min_players}-{self.ops.max_players}")
        return &self.weights[players]

    def weights_of(self, int players, str kind="points"):
        """The evaluation's weights for a player count: {feature: points (or log odds, for "chance") per unit, by stage}."""
        cdef Weights* weights = self._weights_of(players)
        unit = {"points": <double>POINT, "chance": <double>LOGIT}[kind]
        return {
            name: [
                (weights.points[stage][i] if kind == "points" else weights.chance[stage][i]) / unit
                for stage in range(MAX_STAGES)
            ]
            for i, name in enumerate(self.feature_names)
        }

    def network_of(self, int players):
        """The network that corrects the log odds, in the form of a room's weights.json; None if there is none."""
        cdef Network* network = &self._weights_of(players).network
        cdef int i, stage, unit
        if network.units == 0:
            return None
        units, stages, features = range(network.units), range(MAX_STAGES), tuple(enumerate(self.feature_names))
        return {
            "bias": [[network.bias[stage][unit] / <double>EXCITED for unit in units] for stage in stages],
            "odds": [[network.odds[stage][unit] / <double>LOGIT for unit in units] for stage in stages],
            "own": {name: [network.own[unit][i] / <double>EXCITED for unit in units] for i, name in features},
            "all": {name: [network.all[unit][i] / <double>EXCITED for unit in units] for i, name in features},
        }

    def load_weights(self, dict data):
        """Take over weights in the form of a room's weights.json, all or none of them; raises EgyptError if they do not fit.

        Features are those of the room, in any order; one that is not mentioned weighs nothing.
        A weight is a number, or a list with one number per stage; the last one serves all later stages. Chances have weights
        of their own, or a "spread": so many points make the odds of winning e times as good. A "network" may correct them:
        its "own" and "all" have a list of units per feature, its "bias" and "odds" one per stage.
        """
        cdef Weights* weights = <Weights*>calloc(MAX_SEATS + 1, sizeof(Weights))
        if weights == NULL:
            raise MemoryError("no memory for weights")
        try:
            self._read_weights(data, weights)
            self.search_defaults = dict(data.get("search", {}))
            memcpy(self.weights, weights, sizeof(self.weights))
        except EgyptError:
            raise
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise EgyptError(
                f"{self.name}: these weights lack the form of a weights.json ({type(error).__name__}: {error})") from None
        finally:
            free(weights)

    @cython.boundscheck(True)       # a file may hold anything
    cdef int _read_weights(self, dict data, Weights* target) except -1:
        cdef int players, i, stage
        names = self.feature_names
        unknown = set(data["features"]) - set(names)
        if unknown:
            raise EgyptError(f"{self.name}: '{sorted(unknown)[0]}' is no feature of this game")
        for players in range(self.ops.min_players, self.ops.max_players + 1):
            table = data["players"][str(players)]
            network = table.get("network", {})
            for weights in (table["weights"], table.get("chances", {}), network.get("own", {}), network.get("all", {})):
                unknown = set(weights) - set(names)
                if unknown:
                    raise EgyptError(f"{self.name}: weight for unknown feature {sorted(unknown)[0]}")
            target[players].features = (len(names) + 7) // 8 * 8
            for stage in range(MAX_STAGES):
                for i, name in enumerate(names):
                    target[players].points[stage][i] = _fixed(_at_stage(table["weights"].get(name, 0.0), stage), POINT)
                if "chances" in table:
                    odds = {name: _at_stage(weight, stage) for name, weight in table["chances"].items()}
                else:
                    spread = _at_stage(table["spread"], stage)
                    target[players].spread[stage] = max(1, round(spread * POINT))
                    odds = {name: _at_stage(weight, stage) / spread for name, weight in table["weights"].items()}
                for i, name in enumerate(names):
                    target[players].chance[stage][i] = _fixed(odds.get(name, 0.0), LOGIT)
            if network:
                self._read_network(&target[players].network, network)
        return 0

    @cython.boundscheck(True)
    cdef int _read_network(self, Network* network, dict data) except -1:
        cdef int unit, stage, i
        units = len(data["bias"][0])
        if units > MAX_UNITS:
            raise EgyptError(f"{self.name}: {units} units of a network, at most {MAX_UNITS} allowed")
        network.units = units
        for unit in range(units):
            for i, name in enumerate(self.feature_names):
                network.own[unit][i] = _fixed(data["own"][name][unit], EXCITED) if name in data["own"] else 0
                network.all[unit][i] = _fixed(data["all"][name][unit], EXCITED) if name in data["all"] else 0
            for stage in range(MAX_STAGES):
                network.bias[stage][unit] = _fixed(_at_stage(data["bias"], stage)[unit], EXCITED, MOST_BIAS)
                network.odds[stage][unit] = _fixed(_at_stage(data["odds"], stage)[unit], LOGIT)
        return 0

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

    cpdef str move_text(self, Move move):
        """The text of a move or outcome."""
        self.need_rules()
        return self.text.move_text(move)

    cpdef Move move_code(self, str text) except? 0:
        """The code of a move or outcome; raises NotationError if the text is none of this game."""
        self.need_rules()
        return self.text.move_code(text)

    def accepts(self, bytes data, Move move):
        """Whether a move that is not listed as legal may be played all the same, because it does what a listed one does."""
        return False

    cpdef str board(self, dict description):
        """A board for human eyes, from what `as_dict` of a position or view gives."""
        self.need_rules()
        return self.draw_board(description)
