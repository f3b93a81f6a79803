"""The contract between a game and everything else.

A game is reached through one table of `noexcept nogil` functions, GameOps, and through the text methods of its Game object.
Search, protocol, bots, tests and bench know no game by name.

Rules for the functions of the table:
- The first argument points to the room's own struct, which begins with a StateHeader; the room casts it on its first line.
- They allocate nothing, keep nothing, raise nothing. Callers pass only legal moves of valid states; text is checked at
  the boundary.
- A state's unused bytes are zero, so equal states are equal bytes.
"""

from libc.stdint cimport int16_t, int32_t, uint16_t

from egypt.core.actions cimport ActionTable
from egypt.core.tensor cimport TensorLayout
from egypt.core.types cimport Move, Rng
from egypt.core.weights cimport GameWeights, Weights

ctypedef struct GameOps:
    # -- sizes -----------------------------------------------------------------------------------------------------
    size_t state_size
    size_t view_size                    # may differ from state_size: a view has a struct of its own where that is clearer
    int min_players
    int max_players

    # -- the course of a game --------------------------------------------------------------------------------------
    # Writes the state before anything is dealt. Dealing is chance, hence explicit: the actor is usually CHANCE now.
    void (*new_game)(void* state, int players, int variant) noexcept nogil
    # Writes the legal moves of the acting seat, unique and in ascending order; returns their number (>= 1 for a seat).
    int (*legal_moves)(const void* state, Move* moves) noexcept nogil
    # Carries out a legal move of the acting seat or, at CHANCE, an outcome. In a secret simultaneous choice any seat
    # whose bit is set in header.pending may be made the actor first.
    void (*apply)(void* state, Move move) noexcept nogil
    # Optional. As `apply`, and writes the legal moves of the seat that acts then; returns their number, 0 if none acts. For
    # rooms whose `apply` has to look at those moves anyway.
    int (*apply_and_list)(void* state, Move move, Move* moves) noexcept nogil
    # Draws one outcome as the rules deal it. Pools are unordered; a card exists nowhere before it is drawn.
    Move (*sample_chance)(const void* state, Rng* rng) noexcept nogil
    # Writes all outcomes in ascending order with their exact probabilities (sum 1); returns their number.
    int (*enumerate_chance)(const void* state, Move* outcomes, double* probabilities) noexcept nogil
    # Optional. Which pool the pending draw comes from (deck, bag, dice …), 0..7: a referee gives each pool its own
    # random stream, so that the same seed deals the same cards to different players as far as the play allows.
    int (*chance_pool)(const void* state) noexcept nogil
    # Points so far (final when OVER) and ranks (1 = first, ties share the better rank), in seat order.
    void (*scores)(const void* state, int32_t* points, int32_t* ranks) noexcept nogil

    # -- who knows what --------------------------------------------------------------------------------------------
    # Composes, field by field, what `seat` knows. Unused bytes of the view are zero.
    void (*view)(const void* state, int seat, void* view) noexcept nogil
    # Fills in the unknown, spread as the rules deal; its view for the same seat is the given view again.
    void (*sample)(const void* view, Rng* rng, void* state) noexcept nogil
    # Optional. Whether any one world that fits the view stands for all of them, so that the rest can be solved exactly as a
    # game with open cards. It does if both hold:
    # - From here to the end all these worlds have the same moves, outcomes and points: what the viewer does not know is
    #   nothing, or can no longer be played, be drawn or score.
    # - No other seat will decide without knowing what matters to its choice: nothing that matters is hidden from a seat that
    #   will act, none will draw in secret before another acts, and no secret simultaneous choice is still to come.
    # False where that is not certain.
    bint (*complete)(const void* view) noexcept nogil
    # The move or outcome as `seat` perceives it when it is applied to `state`: itself, or a disguise such as "a card".
    Move (*observe)(const void* state, Move move, int seat) noexcept nogil
    # Optional. As `sample`, but a world in which the next event is one that the viewer perceives as `perceived`, a move of
    # `actor` or an outcome of CHANCE; False if there is none. Without it worlds are sampled until one allows the event,
    # which fails where the event shows cards that are rare among the unknown.
    bint (*sample_for)(const void* view, int actor, Move perceived, Rng* rng, void* state) noexcept nogil

    # -- judgement -------------------------------------------------------------------------------------------------
    # Writes one row of integer features per seat (rows MAX_FEATURES apart); returns the stage of the game. Columns from
    # weights.features on are not read: a room may leave them out, or fill them.
    # Called for states in which a seat acts. The weights let a room resolve a forced sequence, such as the rest of
    # an auction, and describe what comes out.
    int (*features)(const void* state, const Weights* weights, int16_t* rows) noexcept nogil
    # Optional. What each of the legal moves of the acting seat is like: a row of MOVE_TRAITS numbers per move, 0 for none,
    # else 1 + a place in the room's groups of traits. Their weights say how a long search would spread its visits.
    void (*traits)(const void* state, const Move* moves, int count, uint16_t* rows) noexcept nogil
    # Optional. Plays at most `limit` uniformly random decisions in one go; returns how many were played. Reads the same
    # random numbers as listing and applying moves does (none where there is one move only), and ends in the same bytes.
    int (*playout)(void* state, Rng* rng, int limit) noexcept nogil

    # -- self-control ----------------------------------------------------------------------------------------------
    # A Status: OK, or what is wrong. Used at the boundary and after every move of the tests.
    int (*validate)(const void* state) noexcept nogil
    int (*validate_view)(const void* view) noexcept nogil

# The words of a room: position, view and move text both ways, and the same as plain data. They raise NotationError or
# StateError, naming the offending token. Those for views are optional: without them a view is written as a state is.
ctypedef struct TextOps:
    str (*write_state)(const void* state)
    int (*read_state)(str text, void* state) except -1
    str (*write_view)(const void* view)
    int (*read_view)(str text, void* view) except -1
    dict (*describe_state)(const void* state)
    dict (*describe_view)(const void* view)
    str (*move_text)(Move move)
    Move (*move_code)(str text) except? 0
    # Optional. Why the scores change when a move or outcome leads from one state to the next: tuples (seat, item, text,
    # score) that add up, for every seat, to the change of `scores`. Told by the room's own scoring, not by a copy of it.
    list (*score_items)(const void* before, Move move, const void* after)
    # Optional. What a move or outcome brings about by itself before somebody is asked again, in order: tuples (actor, move,
    # plain data of that moment). They are decisions that leave no choice; without a move, what the room wants to be told.
    # Nothing in them is secret.
    list (*moments)(const void* before, Move move)


cdef class Game:
    cdef GameOps ops
    cdef TextOps text
    cdef object draw_board              # plain data -> a board for human eyes
    cdef object say                     # plain data before a move, who makes it, its text -> Saying; None: no words
    cdef object list_components         # -> the catalogue as plain data; None: no catalogue
    cdef object list_actions            # -> the texts of all moves that a seat can ever make; None: no dense actions
    cdef object lay_out_tensor          # players, number of the variant -> TensorLayout; None: no tensors
    cdef ActionTable action_table       # made when it is first asked for
    cdef dict tensor_layouts            # (players, number of the variant) -> TensorLayout, likewise
    cdef readonly str name              # as in `--game`; also the first word of a position text
    cdef readonly str title             # as on the box
    cdef readonly tuple variants        # the first is the default
    cdef dict seats_by_variant          # variant -> (fewest, most players), where it allows fewer numbers than the game
    cdef readonly str rules_hash        # changes with the room's data file
    cdef readonly tuple feature_names
    cdef readonly tuple trait_groups    # of the traits of moves: (name, how many there are), in the order of their numbers
    cdef readonly tuple field_names     # fields of a position text that a status may name (in_field); `#` for a seat
    cdef readonly GameWeights weights   # of its evaluation, for all numbers of players

    # Raises EgyptError if this is the bare class, or an object that skipped its room's set-up: its table is empty.
    cdef int need_rules(self) except -1
    # Weights that a caller brought along, as GameWeights or as data; the game's own for None.
    cdef GameWeights given_weights(self, weights)

    # For learners; both raise EgyptError if the room declares none.
    cdef ActionTable actions(self)
    cdef TensorLayout tensor_layout(self, int players, int variant)

    # Text, both ways: what the room put into `text`.
    cdef str write_state(self, const void* state)
    cdef int read_state(self, str text, void* state) except -1
    cdef str write_view(self, const void* view)
    cdef int read_view(self, str text, void* view) except -1
    cdef dict describe_state(self, const void* state)
    cdef dict describe_view(self, const void* view)
    # The code of a move that a user gives as text or as a number; raises NotationError for what is neither.
    cdef Move code_given(self, move) except? 0
    cdef bint accepts(self, const void* state, Move move) except -1
    cpdef str move_text(self, move)
    cpdef Move move_code(self, str text) except? 0
    cpdef str board(self, dict description)
