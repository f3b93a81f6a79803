"""Position, View and Rng: what a user of the package holds in hand. Text and checks live here, speed lives below."""

import json as json_format

from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize
from libc.stdint cimport int16_t, int32_t, uint32_t
from libc.string cimport memset

from egypt.core.evaluation cimport evaluate
from egypt.core.game cimport Game
from egypt.core.rng cimport rng_below, rng_next, rng_stream
from egypt.core.types cimport (
    CERTAIN, CHANCE, MAX_FEATURES, MAX_MOVES, MAX_SEATS, OVER, POINT, Move, Outlook, StateHeader,
)
from egypt.core.weights cimport Weights

from egypt.core.errors import EgyptError, IllegalMoveError, StateError, check
from egypt.core.fields import actor_name, seat_name, viewer_name
from egypt.core.integers import MOST_WORLDS, bits, integer, shown
from egypt.core.saying import ScoreItem


cdef class Rng:
    """A seedable random generator; the same seed gives the same numbers on every machine."""

    def __init__(self, seed=0):
        self.state = bits(seed, "seed")

    @staticmethod
    def stream(seed, stream, index):
        """An independent generator for each triple of integers, of which 64 bits count."""
        cdef Rng rng = Rng.__new__(Rng)
        rng.state = rng_stream(bits(seed, "seed"), bits(stream, "stream"), bits(index, "index"))
        return rng

    def next(self):
        """A 64-bit number."""
        return rng_next(&self.state)

    def below(self, bound):
        """A number in 0..bound-1, without bias. Raises EgyptError for a bound of 0, or of more than 32 bits."""
        return rng_below(&self.state, <uint32_t>integer(bound, "bound", 1, 0xFFFFFFFF))

    def __repr__(self):
        return f"Rng(0x{self.state:016x})"


cdef bytes empty_block(size_t size):
    cdef bytes block = PyBytes_FromStringAndSize(NULL, size)
    memset(<void*>PyBytes_AsString(block), 0, size)
    return block


cdef object MADE_HERE = object()    # other code cannot make a Position or a View without a game and its data


cdef Position new_position(Game game, bytes data):
    cdef Position position = Position.__new__(Position, MADE_HERE)
    position.game = game
    position.data = data
    return position


cdef View new_view(Game game, bytes data):
    cdef View view = View.__new__(View, MADE_HERE)
    view.game = game
    view.data = data
    return view


cdef list legal_codes_of(Game game, const void* state):
    cdef Move[MAX_MOVES] moves
    cdef int count
    if (<const StateHeader*>state).actor < 0:
        return []
    count = game.ops.legal_moves(state, moves)
    return [moves[i] for i in range(count)]


cdef tuple outlook_of(Game game, const void* state):
    cdef Outlook outlook
    cdef int players = (<const StateHeader*>state).players
    evaluate(&game.ops, &game.weights.of_players[players], state, &outlook)
    return (
        [outlook.points[seat] / <double>POINT for seat in range(players)],
        [outlook.chance[seat] / <double>CERTAIN for seat in range(players)],
    )


cdef class Situation:
    """What Position and View share: a game, and the bytes of one of its states or views. Immutable."""

    def __cinit__(self, maker=None):
        if maker is not MADE_HERE:
            raise TypeError(
                "use game.deal(players), Position.start(game, players), Position.view(seat) or from_text(text, game)")

    cdef const void* block(self) noexcept:
        return <const void*>PyBytes_AsString(self.data)

    cdef const StateHeader* header(self) noexcept:
        return <const StateHeader*>PyBytes_AsString(self.data)

    cdef dict _describe(self):
        return {}

    cdef int seat_given(self, seat) except -1:
        cdef int players = self.header().players
        seat = integer(seat, "seat", error=StateError)
        if not 0 <= seat < players:
            raise StateError(f"'p{shown(seat + 1)}' does not sit at this table of {players}")
        return seat

    cdef int actor_given(self, actor) except? -1:
        actor = integer(actor, "actor", error=StateError)
        return CHANCE if actor == CHANCE else self.seat_given(actor)

    @property
    def players(self):
        """How many seats the table has."""
        return self.header().players

    @property
    def variant(self):
        """The name of the variant that is played."""
        return self.game.variants[self.header().variant]

    @property
    def actor(self):
        """The seat to act (0 is p1), CHANCE (-1) or OVER (-2); in a view, as the viewer knows it."""
        return self.header().actor

    @property
    def pending(self):
        """The seats that must act now; several in a secret simultaneous choice, none at CHANCE or OVER.

        In a view of a seat that still has to choose, no other seat has chosen yet.
        """
        cdef const StateHeader* header = self.header()
        if header.actor < 0:
            return []
        if not header.pending:
            return [header.actor]
        return [seat for seat in range(header.players) if header.pending >> seat & 1]

    @property
    def is_over(self):
        """Whether the game has ended."""
        return self.header().actor == OVER

    def as_dict(self):
        """The same as the text, as plain Python data: what every game says in the same words, then what the room says."""
        cdef const StateHeader* header = self.header()
        return {
            "game": self.game.name,
            "variant": self.variant,
            "viewer": viewer_name(header.viewer),
            "players": header.players,
            "to_act": actor_name(header.actor),
            "pending": [seat_name(seat) for seat in self.pending],
        } | self._describe()

    def say(self, move, actor=None):
        """A move or outcome in words: a Saying, with the sentence and the ids of what it touches.

        `actor` is the seat that makes it (in a secret simultaneous choice, or where a view does not know), else the one
        to act. In a view the move is written as its owner perceives it. Raises NotationError for what is no move, StateError
        for an actor who does not sit here, IllegalMoveError for what cannot happen here.
        """
        cdef int who = self.header().actor
        if actor is not None:
            who = self.actor_given(actor)
        text = self.game.move_text(self.game.code_given(move))
        from egypt.core.following import need_possible  # it knows what situations are
        need_possible(self, who, text)
        return self.game.say_move(self.as_dict(), actor_name(who), text)

    def json(self):
        """What `as_dict` gives, as one line of JSON."""
        return json_format.dumps(self.as_dict(), separators=(",", ":"))

    def board(self):
        """A board for human eyes."""
        return self.game.board(self.as_dict())

    # -- for learners ----------------------------------------------------------------------------------------------------

    def legal_actions(self):
        """The numbers of the legal moves (`Game.action_index`), in the order of `legal_moves`."""
        return [self.game.action_index(code) for code in self.legal_codes()]

    def action_mask(self, out=None):
        """A byte per action of the game, 1 where it is legal; in a view, all zero unless its owner acts.

        `out` may be any writable buffer of `action_count` bytes, such as a NumPy array of int8; it is given back.
        """
        from egypt.core.learning import mask_actions  # it knows what situations are
        return mask_actions(self, out)

    def __repr__(self):
        return self.to_text()

    def _repr_pretty_(self, printer, cycle):
        printer.text(self.board())

    def __eq__(self, other):
        return type(other) is type(self) and (<Situation>other).game is self.game and (<Situation>other).data == self.data

    def __hash__(self):
        return hash(self.data)


cdef class Position(Situation):
    """A whole state of a game, nothing unknown. Immutable: `after` and `settle` give a new one.

    Get the first one from `Position.start(game, players)` or `Position.from_text(text, game)`; a Table plays a whole game.
    """

    cdef const void* state(self) noexcept:
        return self.block()

    # -- where positions come from -----------------------------------------------------------------------------------

    @staticmethod
    def start(Game game not None, players, str variant=None):
        """The position before anything is dealt; nature acts first in most games (`settle` deals)."""
        game.need_rules()
        variant = game.check_table(players, variant)
        cdef bytes data = empty_block(game.ops.state_size)
        game.ops.new_game(<void*>PyBytes_AsString(data), players, game.variants.index(variant))
        return new_position(game, data)

    @staticmethod
    def from_text(str text not None, Game game not None):
        """Read what `to_text` wrote; raises NotationError or StateError, naming the offending token."""
        game.need_rules()
        text = text.strip()
        cdef bytes data = empty_block(game.ops.state_size)
        game.read_state(text, <void*>PyBytes_AsString(data))
        check(game.ops.validate(PyBytes_AsString(data)), f"{game.name} position", game.field_names, text)
        return new_position(game, data)

    def __reduce__(self):
        return Position.from_text, (self.to_text(), self.game)      # bytes could say what no text does

    # -- who, what, how many -------------------------------------------------------------------------------------------

    @property
    def is_chance(self):
        """Whether nature draws next."""
        return self.header().actor == CHANCE

    def scores(self):
        """Points in seat order; final once the game is over."""
        cdef int32_t[MAX_SEATS] points, ranks
        self.game.ops.scores(self.state(), points, ranks)
        return [points[seat] for seat in range(self.header().players)]

    def ranks(self):
        """Ranks in seat order, 1 is first; tied seats share the better rank."""
        cdef int32_t[MAX_SEATS] points, ranks
        self.game.ops.scores(self.state(), points, ranks)
        return [ranks[seat] for seat in range(self.header().players)]

    def score_items(self, move, seat=None):
        """Why each score changes when a move or outcome is played here: ScoreItems that add up to the change of `scores`.

        Raises what `play` raises. A room that does not tell gives nothing.
        """
        cdef Move code = self.game.code_given(move)
        cdef bytes data = self._before(move, code, seat)
        cdef bytes after = PyBytes_FromStringAndSize(PyBytes_AsString(data), self.game.ops.state_size)
        if self.game.text.score_items == NULL:
            return []
        self.game.ops.apply(<void*>PyBytes_AsString(after), code)
        items = self.game.text.score_items(PyBytes_AsString(data), code, PyBytes_AsString(after))
        return [ScoreItem(*item) for item in items]

    def moments(self, move, seat=None):
        """What is decided on the way to the next question because there is no choice, when a move or outcome is played here.

        Tuples (actor, move, plain data of that moment), for `Game.say_move`; nothing in them is secret. Raises what `play`
        raises. A room that does not tell gives nothing.
        """
        cdef Move code = self.game.code_given(move)
        cdef bytes data = self._before(move, code, seat)
        if self.game.text.moments == NULL:
            return []
        return self.game.text.moments(PyBytes_AsString(data), code)

    # -- moves -----------------------------------------------------------------------------------------------------------

    def legal_codes(self):
        """The legal moves as integers, ascending; empty at CHANCE and OVER."""
        return legal_codes_of(self.game, self.state())

    def legal_moves(self):
        """The legal moves as text, in the order of their codes; empty at CHANCE and OVER."""
        return [self.game.move_text(code) for code in legal_codes_of(self.game, self.state())]

    def outcomes(self):
        """What nature may draw now: [(outcome, probability)], empty unless nature acts."""
        cdef Move[MAX_MOVES] moves
        cdef double[MAX_MOVES] probabilities
        cdef int count
        if self.header().actor != CHANCE:
            return []
        count = self.game.ops.enumerate_chance(self.state(), moves, probabilities)
        return [(self.game.move_text(moves[i]), probabilities[i]) for i in range(count)]

    @property
    def chance_pool(self):
        """The pool nature draws from next (see GameOps.chance_pool)."""
        return self.game.ops.chance_pool(self.state()) if self.game.ops.chance_pool != NULL else 0

    def acting(self, seat):
        """The same position with another pending seat made the actor; raises IllegalMoveError if it is not to act."""
        seat = self._pending_seat(seat)
        if seat == self.header().actor:
            return self
        cdef bytes data = PyBytes_FromStringAndSize(PyBytes_AsString(self.data), self.game.ops.state_size)
        (<StateHeader*>PyBytes_AsString(data)).actor = seat
        return new_position(self.game, data)

    def after(self, move, seat=None):
        """The position after a move (text or code) of the acting seat or, at CHANCE, after an outcome.

        In a secret simultaneous choice `seat` may be any pending seat. Raises NotationError for a text that is no move of
        this game, IllegalMoveError for a move that is not legal here.
        """
        cdef Move code = self.game.code_given(move)
        cdef bytes data = self._before(move, code, seat)
        self.game.ops.apply(<void*>PyBytes_AsString(data), code)
        return new_position(self.game, data)

    cdef bytes _before(self, move, Move code, seat):
        """A copy of the state in which `seat` acts (None: its own actor); raises IllegalMoveError for an illegal move."""
        cdef Move[MAX_MOVES] moves
        cdef double[MAX_MOVES] probabilities
        cdef int count, i
        cdef bytes data = PyBytes_FromStringAndSize(PyBytes_AsString(self.data), self.game.ops.state_size)
        cdef StateHeader* header = <StateHeader*>PyBytes_AsString(data)
        if header.actor == OVER:
            raise IllegalMoveError(f"'{self._name(move)}': the game is over")
        if header.actor == CHANCE:
            count = self.game.ops.enumerate_chance(<const void*>header, moves, probabilities)
        else:
            if seat is not None:
                header.actor = self._pending_seat(seat)
            count = self.game.ops.legal_moves(<const void*>header, moves)
        for i in range(count):
            if moves[i] == code:
                return data
        if header.actor >= 0 and self.game.accepts(<const void*>header, code):
            return data
        raise IllegalMoveError(f"'{self._name(move)}' is not legal here")

    def _pending_seat(self, seat):
        seat = integer(seat, "seat", error=IllegalMoveError)
        if seat not in self.pending:
            raise IllegalMoveError(f"'p{shown(seat + 1)}' is not to act")
        return seat

    def _name(self, move):
        return move if isinstance(move, str) else self.game.move_text(move)

    def draw_code(self, Rng rng not None):
        """One outcome of nature, drawn as the rules deal it; raises IllegalMoveError unless nature acts."""
        if self.header().actor != CHANCE:
            raise IllegalMoveError("nature has nothing to draw here")
        return self.game.ops.sample_chance(self.state(), &rng.state)

    def settle(self, Rng rng not None):
        """The position after nature has drawn all it owes."""
        cdef bytes data = PyBytes_FromStringAndSize(PyBytes_AsString(self.data), self.game.ops.state_size)
        cdef void* state = <void*>PyBytes_AsString(data)
        while (<StateHeader*>state).actor == CHANCE:
            self.game.ops.apply(state, self.game.ops.sample_chance(state, &rng.state))
        return new_position(self.game, data)

    def observed(self, move, seat, actor=None):
        """The text of a move or outcome as `seat` perceives it when it is played here; raises what `after` raises.

        In a secret simultaneous choice `actor` says which of the pending seats plays it.
        """
        cdef Move code = self.game.code_given(move)
        cdef bytes data = self._before(move, code, actor)
        return self.game.move_text(self.game.ops.observe(PyBytes_AsString(data), code, self.seat_given(seat)))

    def perceived_as(self, perceived, seat):
        """The codes of all moves of the acting seat or, at CHANCE, of all outcomes that `seat` perceives as this one.

        A move that is not listed, but does what a listed one does, is among them if it is this one.
        """
        cdef Move[MAX_MOVES] moves
        cdef double[MAX_MOVES] probabilities
        cdef Move code = self.game.code_given(perceived)
        cdef int viewer = self.seat_given(seat)
        cdef int count = 0, i
        if self.header().actor == CHANCE:
            count = self.game.ops.enumerate_chance(self.state(), moves, probabilities)
        elif self.header().actor != OVER:
            count = self.game.ops.legal_moves(self.state(), moves)
        codes = [moves[i] for i in range(count) if self.game.ops.observe(self.state(), moves[i], viewer) == code]
        if not codes and self.header().actor >= 0 and self.game.accepts(self.state(), code):
            codes = [code]
        return codes

    # -- knowledge -------------------------------------------------------------------------------------------------------

    def view(self, seat):
        """What a seat knows of this position; raises StateError for one that does not sit here."""
        cdef int viewer = self.seat_given(seat)
        cdef bytes data = empty_block(self.game.ops.view_size)
        self.game.ops.view(self.state(), viewer, <void*>PyBytes_AsString(data))
        return new_view(self.game, data)

    def sample(self, Rng rng not None, seat=None):
        """A position that `seat` (default: the acting one, else p1) cannot tell from this one."""
        if seat is None:
            seat = max(0, self.header().actor)
        return self.view(seat).sample(rng)

    # -- judgement -------------------------------------------------------------------------------------------------------

    def evaluate(self):
        """The static evaluation: (expected final points, winning chances), each in seat order. Not at CHANCE."""
        if self.header().actor == CHANCE:
            raise StateError("nature must draw before the position can be judged")
        return outlook_of(self.game, self.state())

    def features(self):
        """The evaluation's integer features: (stage, one dict per seat). Not at CHANCE or OVER."""
        cdef int16_t[MAX_SEATS * MAX_FEATURES] rows
        cdef Weights weights
        cdef int stage
        if self.header().actor < 0:
            raise StateError("features are for positions in which a seat acts")
        memset(rows, 0, sizeof(rows))
        weights = self.game.weights.all_columns(self.header().players)
        stage = self.game.ops.features(self.state(), &weights, rows)
        return stage, [
            {name: rows[seat * MAX_FEATURES + i] for i, name in enumerate(self.game.feature_names)}
            for seat in range(self.header().players)
        ]

    # -- text ------------------------------------------------------------------------------------------------------------

    def to_text(self):
        """One token without spaces that holds the whole truth."""
        return self.game.write_state(self.state())

    cdef dict _describe(self):
        return self.game.describe_state(self.state())

    def validate(self):
        """Raise StateError if the position contradicts the rules."""
        check(self.game.ops.validate(self.state()), f"{self.game.name} position", self.game.field_names)


cdef class View(Situation):
    """What one seat knows. The search takes a View and nothing else.

    Get one from `Position.view(seat)` or `View.from_text(text, game)`.
    """

    cdef const void* view(self) noexcept:
        return self.block()

    @staticmethod
    def from_text(str text not None, Game game not None):
        """Read what `to_text` wrote; raises NotationError or StateError, naming the offending token."""
        game.need_rules()
        text = text.strip()
        cdef bytes data = empty_block(game.ops.view_size)
        game.read_view(text, <void*>PyBytes_AsString(data))
        check(game.ops.validate_view(PyBytes_AsString(data)), f"{game.name} view", game.field_names, text)
        return new_view(game, data)

    def __reduce__(self):
        return View.from_text, (self.to_text(), self.game)

    @property
    def viewer(self):
        """The seat whose knowledge this is (0 is p1)."""
        return self.header().viewer

    def legal_codes(self):
        """The viewer's legal moves as integers; empty if another seat or nature acts."""
        if self.header().actor != self.header().viewer:
            return []
        cdef Position world = self.sample(Rng(0))
        return legal_codes_of(self.game, world.state())

    def legal_moves(self):
        """The viewer's legal moves as text; empty if another seat or nature acts."""
        return [self.game.move_text(code) for code in self.legal_codes()]

    def sample(self, Rng rng not None):
        """A whole position that the viewer cannot tell from the true one, spread as the rules deal."""
        cdef bytes data = empty_block(self.game.ops.state_size)
        self.game.ops.sample(self.view(), &rng.state, <void*>PyBytes_AsString(data))
        return new_position(self.game, data)

    @property
    def is_complete(self):
        """Whether nothing unknown matters any more: any one world stands for all, and its end can be solved. False where the
        room cannot tell."""
        return self.game.ops.complete != NULL and self.game.ops.complete(self.view())

    @property
    def can_sample_for(self):
        """Whether the room finds worlds in which a given event can happen (`sample_for`)."""
        return self.game.ops.sample_for != NULL

    def sample_for(self, Rng rng not None, actor, perceived):
        """A world in which the viewer can perceive this next: a move of `actor`, or an outcome of CHANCE (-1).

        None if there is none. Raises EgyptError if the room has no way to find one, or no such seat sits here.
        """
        cdef Move code
        cdef int who
        if self.game.ops.sample_for == NULL:
            raise EgyptError(f"{self.game.name} samples no worlds for an event")
        code = self.game.code_given(perceived)
        self.game.move_text(code)           # raises if the number is no move
        who = self.actor_given(actor)
        cdef bytes data = empty_block(self.game.ops.state_size)
        if not self.game.ops.sample_for(self.view(), who, code, &rng.state, <void*>PyBytes_AsString(data)):
            return None
        return new_position(self.game, data)

    def after(self, actor, str move not None, seed=0):
        """The view after an event as its owner perceives it: a move of `actor`, or an outcome of CHANCE (-1).

        Raises NotationError or IllegalMoveError for what cannot have happened. In a secret simultaneous choice, of which a
        view does not tell who has chosen, a `Follower` takes in one event after the other.
        """
        from egypt.core.following import Follower  # it holds views
        follower = Follower(self, seed)
        follower.observe(actor, move)
        return follower.view

    def evaluate(self, worlds=32, seed=0):
        """The static evaluation, averaged over sampled worlds: (expected final points, winning chances)."""
        cdef Rng rng = Rng(seed)
        cdef Position world
        cdef int players = self.header().players
        worlds = integer(worlds, "worlds", 1, MOST_WORLDS)
        points, chances = [0.0] * players, [0.0] * players
        for _ in range(worlds):
            world = self.sample(rng).settle(rng)
            world_points, world_chances = outlook_of(self.game, world.state())
            points = [a + b / worlds for a, b in zip(points, world_points)]
            chances = [a + b / worlds for a, b in zip(chances, world_chances)]
        return points, chances

    def features(self, worlds=32, seed=0):
        """What the evaluation sees, averaged over sampled worlds: (stage of the first world, one dict per seat)."""
        from egypt.core.learning import mean_features  # it looks into views
        return mean_features(self, worlds, seed)

    def tensor(self, out=None, observation="counts"):
        """All that the viewer knows as 32-bit floats; `Game.tensor_names` says what they are.

        `out` may be any writable buffer of `Game.tensor_size` floats; it is given back. `observation` is `counts`, as they
        are, or `unit`: every count between 0 and 1, by its logarithm.
        """
        return self.game.tensors([self], out, observation)

    def explain(self, worlds=32, seed=0):
        """Where that evaluation comes from, by groups of features that a player knows."""
        from egypt.core.explanation import explain  # it looks into views
        return explain(self, worlds, seed)

    def to_text(self):
        """One token without spaces; `?` stands for what the viewer does not know."""
        return self.game.write_view(self.view())

    cdef dict _describe(self):
        return self.game.describe_view(self.view())

    def validate(self):
        """Raise StateError if the view contradicts the rules."""
        check(self.game.ops.validate_view(self.view()), f"{self.game.name} view", self.game.field_names)
