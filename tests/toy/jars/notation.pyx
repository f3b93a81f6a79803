"""Position text, view text and plain data of Jars. Reading checks each token, validate how they fit.

A view is written in the fields of a state; what it does not know is written with question marks.
"""

import re

from libc.stdint cimport uint8_t
from libc.string cimport memset

from egypt.core.types cimport Move
from tests.toy.jars.moves cimport MOVE_DRAW, move_kind
from tests.toy.jars.state cimport (
    CARD_NB, COPIES, NOBODY, PHASE_LAY, PHASE_OFFER, PHASE_OVER, PHASE_REVEAL, ROUND_NB, SEAT_NB, VALUE_NB, JarsState,
    JarsView, Table, count_cards,
)

from egypt.core.errors import NotationError
from egypt.core.fields import (
    actor_name, check_spelling, parse_actor, parse_choice, parse_count, parse_list, parse_number, parse_seat,
    parse_signed, parse_viewer, read_fields, seat_name, viewer_name, write_fields,
)

PREFIX = "jars/1"
VARIANTS = ("standard", "open")
PHASES = ("deal", "lay", "reveal", "offer", "draw", "over")
FIELDS = ("viewer", "players", "variant", "phase", "round", "turn", "winner", "hands", "gone", "laid", "points")
MOST_POINTS = 999           # that are read, either way
HAND = re.compile(r"-|(?=.)(?:[1-8]\*?){0,16}(?:\?[1-9][0-9]?)?")
PILE = re.compile(r"-|[1-8]{1,16}")


# -- words ---------------------------------------------------------------------------------------------------

cdef list cards_of(const uint8_t* cards):
    return [value for value in range(1, VALUE_NB) for _ in range(cards[value])]


cdef str hand_text(const uint8_t* cards, const uint8_t* shown, int unseen):
    """`135*?2`: a star behind a card that everybody has seen, then the number of cards that the viewer has not seen."""
    words = []
    for value in range(1, VALUE_NB):
        for i in range(cards[value]):
            words.append(f"{value}*" if i < shown[value] else f"{value}")
    return "".join(words) + (f"?{unseen}" if unseen else "") or "-"


cdef int read_hand(str text, uint8_t* cards, uint8_t* shown) except -1:
    """Fills the known and the shown cards; returns the number of unseen ones."""
    if not HAND.fullmatch(text):
        raise NotationError(f"hands: '{text[:40]}' is not a hand")
    known, _, unseen = text.partition("?")
    for card, star in re.findall(r"([1-8])(\*?)", known):
        cards[<int>int(card)] += 1
        shown[<int>int(card)] += len(star)
    return int(unseen or 0)


cdef int read_pile(str text, uint8_t* cards) except -1:
    if not PILE.fullmatch(text):
        raise NotationError(f"gone: '{text[:40]}' is not a pile of cards")
    for card in text.strip("-"):
        cards[<int>int(card)] += 1
    return 0


cdef int parse_laid(str text) except -1:
    return 0 if text == "-" else parse_number(text, 1, VALUE_NB - 1, "laid")


# -- writing -------------------------------------------------------------------------------------------------

cdef str write_table(const Table* t, list hands, list laid):
    players = t.header.players
    return write_fields(PREFIX, {
        "viewer": viewer_name(t.header.viewer),
        "players": players,
        "variant": VARIANTS[t.header.variant],
        "phase": PHASES[t.phase],
        "round": t.round + (t.phase != PHASE_OVER),
        "turn": actor_name(t.header.actor),
        "winner": "-" if t.winner == NOBODY else seat_name(t.winner),
        "hands": ",".join(hands),
        "gone": "".join([str(card) for card in cards_of(t.gone)]) or "-",
        "laid": ",".join([str(card or "-") for card in laid]),
        "points": ",".join([str(t.points[seat]) for seat in range(players)]),
    })


cdef str write_state(const void* state):
    cdef const JarsState* s = <const JarsState*>state
    seats = range(s.table.header.players)
    hands = [hand_text(s.hand[seat], s.table.shown[seat], 0) for seat in seats]
    return write_table(&s.table, hands, [s.laid[seat] for seat in seats])


cdef str write_view(const void* view):
    cdef const JarsView* v = <const JarsView*>view
    cdef const Table* t = &v.table
    hands, laid = [], []
    for seat in range(t.header.players):
        if seat == t.header.viewer:
            hands.append(hand_text(v.own, t.shown[seat], 0))
            laid.append(v.laid)
        else:
            hands.append(hand_text(t.shown[seat], t.shown[seat], v.size[seat] - count_cards(t.shown[seat])))
            laid.append("?" if t.phase == PHASE_REVEAL else 0)
    return write_table(t, hands, laid)


# -- reading -------------------------------------------------------------------------------------------------

def field_order(players):
    return FIELDS


cdef int read_table(Table* t, dict fields, bint as_view) except -1:
    """What states and views have in common, but for the hands."""
    players = parse_count(fields, "players", 2, SEAT_NB)
    t.header.players = players
    t.header.viewer = parse_viewer(fields["viewer"], players, as_view)
    t.header.variant = parse_choice(fields, "variant", VARIANTS)
    t.header.actor = parse_actor(fields["turn"], players, "turn")
    t.phase = parse_choice(fields, "phase", PHASES)
    t.round = parse_count(fields, "round", 1, ROUND_NB) - (t.phase != PHASE_OVER)
    t.winner = NOBODY if fields["winner"] == "-" else parse_seat(fields["winner"], players, "winner")
    read_pile(fields["gone"], t.gone)
    for seat, points in enumerate(parse_list(fields["points"], players, "points")):
        t.points[seat] = parse_signed(points, -MOST_POINTS, MOST_POINTS, "points")
    if t.phase == PHASE_OFFER and t.winner != NOBODY:
        t.header.pending = 1 << t.winner
    return 0


cdef int fill_deck(JarsState* s) except -1:
    """The deck is what lies nowhere else. If there is too much elsewhere, validate finds that it does not add up."""
    for value in range(1, VALUE_NB):
        elsewhere = s.table.gone[value] + sum([s.hand[seat][value] for seat in range(s.table.header.players)])
        s.deck[value] = max(0, COPIES - elsewhere)
    return 0


cdef int read_state(str text, void* state) except -1:
    cdef JarsState* s = <JarsState*>state
    cdef Table* t = &s.table
    fields = read_fields(text, PREFIX, 2, SEAT_NB, field_order)
    memset(s, 0, sizeof(JarsState))
    read_table(t, fields, False)
    players = t.header.players
    for seat, hand in enumerate(parse_list(fields["hands"], players, "hands")):
        if read_hand(hand, s.hand[seat], t.shown[seat]):
            raise NotationError(f"hands: '{hand[:40]}' is not a hand of a full state")
    for seat, card in enumerate(parse_list(fields["laid"], players, "laid")):
        s.laid[seat] = parse_laid(card)
        if t.phase == PHASE_LAY:
            t.header.pending |= (s.laid[seat] == 0) << seat
    fill_deck(s)
    return check_spelling(text, write_state(s))


cdef int read_view(str text, void* view) except -1:
    cdef JarsView* v = <JarsView*>view
    cdef Table* t = &v.table
    cdef uint8_t[VALUE_NB] other
    cdef uint8_t* known
    fields = read_fields(text, PREFIX, 2, SEAT_NB, field_order)
    memset(v, 0, sizeof(JarsView))
    read_table(t, fields, True)
    players, viewer = t.header.players, t.header.viewer
    for seat, hand in enumerate(parse_list(fields["hands"], players, "hands")):
        memset(other, 0, sizeof(other))
        known = &v.own[0] if seat == viewer else &other[0]
        unseen = read_hand(hand, known, t.shown[seat])
        v.size[seat] = count_cards(known) + unseen
    v.laid = parse_laid(parse_list(fields["laid"], players, "laid")[viewer])
    if t.phase == PHASE_LAY:
        t.header.pending = (1 << players) - 1 - ((v.laid != 0) << viewer)
    return check_spelling(text, write_view(v))


# -- plain data ----------------------------------------------------------------------------------------------

cdef list describe_cards(const uint8_t* cards):
    return [{"component": f"card:{value}", "count": cards[value]} for value in range(1, VALUE_NB) if cards[value]]


cdef dict describe_hand(int seat, const uint8_t* cards, const uint8_t* shown, int unseen):
    """Known cards have ids of their own; of the others there is only their number."""
    name = seat_name(seat)
    known = [
        {"id": f"hand:{name}:{value}", "component": f"card:{value}", "count": cards[value], "shown": shown[value]}
        for value in range(1, VALUE_NB) if cards[value]
    ]
    return {"id": f"hand:{name}", "cards": known, "unseen": unseen}


cdef dict describe_laid(int seat, int card, bint hidden):
    return {"id": f"laid:{seat_name(seat)}", "component": f"card:{card}" if card else None, "hidden": hidden}


cdef dict describe_seat(const Table* t, int seat, dict hand, dict laid):
    name = seat_name(seat)
    return {
        "id": f"seat:{name}",
        "seat": name,
        "score": t.points[seat],
        "ids": {"score": f"score:{name}"},
        "hand": hand,
        "laid": laid,
    }


cdef dict describe_table(const Table* t, list seats, dict deck):
    return {
        "phase": PHASES[t.phase],
        "round": t.round + (t.phase != PHASE_OVER),
        "rounds": ROUND_NB,
        "winner": None if t.winner == NOBODY else seat_name(t.winner),
        "deck": deck,
        "gone": {"id": "gone", "cards": describe_cards(t.gone)},
        "seats": seats,
    }


cdef dict describe_state(const void* state):
    """The position as plain data, for JSON and for the board."""
    cdef const JarsState* s = <const JarsState*>state
    seats = []
    for seat in range(s.table.header.players):
        hand = describe_hand(seat, s.hand[seat], s.table.shown[seat], 0)
        seats.append(describe_seat(&s.table, seat, hand, describe_laid(seat, s.laid[seat], False)))
    deck = {"id": "deck", "count": count_cards(s.deck), "cards": describe_cards(s.deck)}
    return describe_table(&s.table, seats, deck)


cdef dict describe_view(const void* view):
    """The same with nothing but what the viewer knows."""
    cdef const JarsView* v = <const JarsView*>view
    cdef const Table* t = &v.table
    seats, left = [], CARD_NB - count_cards(t.gone)
    for seat in range(t.header.players):
        mine = seat == t.header.viewer
        if mine:
            hand = describe_hand(seat, v.own, t.shown[seat], 0)
        else:
            hand = describe_hand(seat, t.shown[seat], t.shown[seat], v.size[seat] - count_cards(t.shown[seat]))
        laid = describe_laid(seat, v.laid if mine else 0, not mine and t.phase == PHASE_REVEAL)
        seats.append(describe_seat(t, seat, hand, laid))
        left -= v.size[seat]
    return describe_table(t, seats, {"id": "deck", "count": left})


# -- why scores change ---------------------------------------------------------------------------------------

cdef list score_items(const void* before, Move move, const void* after):
    """The winner of a round takes what was laid, and pays for a card."""
    cdef const Table* old = <const Table*>before
    cdef const Table* new = <const Table*>after
    item, text = ("card", "price of a card") if move_kind(move) == MOVE_DRAW else ("round", "the cards laid")
    return [
        (seat, item, text, new.points[seat] - old.points[seat])
        for seat in range(old.header.players) if new.points[seat] != old.points[seat]
    ]
