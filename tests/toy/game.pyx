"""Jars as a Game: its table of functions, and its text by way of plain Python data (notation.py)."""

from libc.stdint cimport uint8_t

from egypt.core.game cimport Game
from egypt.core.types cimport TRUTH, Move, StateHeader
from tests.toy.rules cimport (
    ENDED, LAYING, NOBODY, OFFER, REVEALING, VALUES, JarsState, JarsView, fill_ops, make_move, move_kind,
)

from tests.toy import notation


cdef class Jars(Game):
    def __init__(self, str name="jars"):
        super().__init__(name, "Jars", ("standard", "open"), "toy-1", tuple(notation.WEIGHTS["features"]))
        self.field_names = notation.KEYS
        fill_ops(&self.ops)
        self.load_weights(notation.WEIGHTS)

    cdef str write_state(self, const void* state):
        return notation.write(self.describe_state(state), self.name)

    cdef str write_view(self, const void* view):
        return notation.write(self.describe_view(view), self.name)

    cdef int read_state(self, str text, void* target) except -1:
        cdef JarsState* state = <JarsState*>target
        cdef int seat, value
        data = notation.read(text, self, hidden=False)
        fill_header(&state.header, data, TRUTH)
        state.phase = notation.PHASES.index(data["phase"])
        state.round = data["round"] - (state.phase != ENDED)
        state.winner = data["winner"]
        for value in range(1, VALUES):
            state.gone[value] = data["gone"].count(value)
            state.deck[value] = data["deck"].count(value)
        for seat in range(state.header.players):
            state.laid[seat] = data["laid"][seat]
            state.points[seat] = data["points"][seat]
            for value in range(1, VALUES):
                state.hand[seat][value] = data["hands"][seat]["cards"].count(value)
                state.shown[seat][value] = data["hands"][seat]["shown"].count(value)
            if state.phase == LAYING:
                state.header.pending |= (state.laid[seat] == 0) << seat
        if state.phase == OFFER and state.winner != NOBODY:
            state.header.pending = 1 << state.winner
        return 0

    cdef int read_view(self, str text, void* target) except -1:
        cdef JarsView* view = <JarsView*>target
        cdef int seat, value
        data = notation.read(text, self, hidden=True)
        fill_header(&view.header, data, data["viewer"])
        view.phase = notation.PHASES.index(data["phase"])
        view.round = data["round"] - (view.phase != ENDED)
        view.winner = data["winner"]
        view.laid = data["laid"][data["viewer"]]
        for value in range(1, VALUES):
            view.gone[value] = data["gone"].count(value)
            view.own[value] = data["hands"][data["viewer"]]["cards"].count(value)
        for seat in range(view.header.players):
            view.points[seat] = data["points"][seat]
            view.size[seat] = len(data["hands"][seat]["cards"]) + data["hands"][seat]["unseen"]
            for value in range(1, VALUES):
                view.shown[seat][value] = data["hands"][seat]["shown"].count(value)
        if view.phase == LAYING:
            view.header.pending = (1 << view.header.players) - 1 - ((view.laid != 0) << view.header.viewer)
        elif view.phase == OFFER and view.winner != NOBODY:
            view.header.pending = 1 << view.winner
        return 0

    cdef dict describe_state(self, const void* source):
        cdef const JarsState* state = <const JarsState*>source
        cdef int seat
        seats = range(state.header.players)
        return describe(self, &state.header, state.phase, state.round, state.winner) | {
            "hands": [hand_of(cards_of(state.hand[seat]), state.shown[seat], 0) for seat in seats],
            "gone": cards_of(state.gone),
            "laid": [state.laid[seat] for seat in seats],
            "points": [state.points[seat] for seat in seats],
            "deck": cards_of(state.deck),
        }

    cdef dict describe_view(self, const void* source):
        cdef const JarsView* view = <const JarsView*>source
        cdef int me = view.header.viewer, seat
        hands, laid = [], []
        for seat in range(view.header.players):
            known = cards_of(view.own) if seat == me else cards_of(view.shown[seat])
            hands.append(hand_of(known, view.shown[seat], view.size[seat] - len(known)))
            laid.append(view.laid if seat == me else None if view.phase == REVEALING else 0)
        return describe(self, &view.header, view.phase, view.round, view.winner) | {
            "hands": hands,
            "gone": cards_of(view.gone),
            "laid": laid,
            "points": [view.points[seat] for seat in range(view.header.players)],
        }

    cpdef str move_text(self, Move move):
        return notation.move_text(move_kind(move), move >> 3)

    cpdef Move move_code(self, str text) except? 0:
        kind, cards = notation.move_parts(text)
        return make_move(kind, cards)


cdef int fill_header(StateHeader* header, dict data, int viewer) except -1:
    header.viewer = viewer
    header.players = data["players"]
    header.variant = data["variant"]
    header.actor = data["turn"]
    return 0


cdef list cards_of(const uint8_t* cards):
    return [value for value in range(1, VALUES) for _ in range(cards[value])]


cdef dict hand_of(list cards, const uint8_t* shown, int unseen):
    return {"cards": cards, "shown": cards_of(shown), "unseen": unseen}


cdef dict describe(Game game, const StateHeader* header, int phase, int rounds, int winner):
    """What states and views have in common."""
    return {
        "viewer": notation.seat_name(header.viewer),
        "players": header.players,
        "variant": game.variants[header.variant],
        "phase": notation.PHASES[phase],
        "round": rounds + (phase != ENDED),
        "turn": notation.turn_name(header.actor),
        "winner": None if winner == NOBODY else notation.seat_name(winner),
    }


GAME = Jars()
