# cython: boundscheck=True
# Anybody may ask for the text of any number, whether it is a move or not.
"""Position text, move text and plain data of Ra. Reading checks each token, validate how they fit."""

from libc.string cimport memset

from egypt.core.types cimport CHANCE, MAX_SEATS, OVER, Move
from egypt.games.ra.moves cimport (
    MOVE_BID, MOVE_DRAW, MOVE_GOD, MOVE_INVOKE, MOVE_LOSE, MOVE_PASS, MOVE_STOP, MOVE_SUNS, MOVE_TILE,
    make_move, move_argument, move_kind,
)
from egypt.games.ra.state cimport (
    FUNERAL, KIND_NB, NO_AUCTION, PHASE_UNREST, RaState, count_of, disasters_of, one_tile,
)
from egypt.games.ra.tables cimport TABLES

from egypt.core.errors import NotationError
from egypt.core.fields import (
    parse_count, parse_fields, parse_number, parse_pairs, parse_seat, parse_viewer, seat_name, viewer_name,
    write_counts,
)
from egypt.games.ra.components import HIGHEST_SUN, KINDS

PREFIX = "ra/1"
PHASES = ("deal", "turn", "draw", "auction", "god", "unrest", "earthquake", "over")
AUCTIONS = ("-", "drawn", "full", "invoked")
ACTORS = {CHANCE: "chance", OVER: "over"}
ACTOR_CODE = {name: actor for actor, name in ACTORS.items()}
HEAD = (
    "viewer", "players", "epoch", "ra", "center", "phase", "turn", "act", "auction", "bid", "lose", "dealt",
    "track",
)
KIND_NUMBER = {name: number for number, name in enumerate(KINDS)}
HELD = KINDS[1:19]          # what a player can own: everything but Ra tiles and disasters
ON_TRACK = KINDS[1:]
HIGHEST_SCORE = 9999        # for the eye; validate knows what an epoch can bring


# -- moves ---------------------------------------------------------------------------------------------------

PLAIN = {MOVE_DRAW: "draw", MOVE_INVOKE: "invoke", MOVE_PASS: "pass", MOVE_STOP: "stop"}
PLAIN_CODE = {text: code for code, text in PLAIN.items()}
TILE_VERBS = {MOVE_GOD: "god", MOVE_LOSE: "lose", MOVE_TILE: "tile"}
VERB_CODE = {**{text: code for code, text in TILE_VERBS.items()}, "bid": MOVE_BID, "suns": MOVE_SUNS}


cdef str move_text(Move move):
    kind, argument = move_kind(move), move_argument(move)
    if kind in PLAIN and argument == 0:
        return PLAIN[kind]
    if kind in TILE_VERBS and argument < KIND_NB:
        return f"{TILE_VERBS[kind]}:{KINDS[argument]}"
    if kind == MOVE_BID and 1 <= argument <= HIGHEST_SUN:
        return f"bid:{argument}"
    if kind == MOVE_SUNS and argument < MAX_SEATS:
        return f"suns:{argument + 1}"
    raise NotationError(f"'{move}' is not the code of a move of ra")


cdef Move move_code(str text) except? 0:
    if text in PLAIN_CODE:
        return PLAIN_CODE[text]
    verb, _, argument = text.partition(":")
    if verb not in VERB_CODE:
        raise NotationError(f"'{text[:40]}' is not a move of ra")
    kind = VERB_CODE[verb]
    if kind in TILE_VERBS:
        if argument not in KIND_NUMBER:
            raise NotationError(f"{verb}: '{argument[:40]}' is not a tile")
        return make_move(kind, KIND_NUMBER[argument])
    if kind == MOVE_BID:
        return make_move(kind, parse_number(argument, 1, HIGHEST_SUN, verb))
    return make_move(kind, parse_number(argument, 1, MAX_SEATS, verb) - 1)


# -- positions -----------------------------------------------------------------------------------------------

cdef list suns_of(int mask):
    """High suns first, as people say them."""
    return [sun for sun in range(HIGHEST_SUN, 0, -1) if mask >> (sun - 1) & 1]


cdef str suns_text(int mask):
    return "+".join([str(sun) for sun in suns_of(mask)]) or "-"


cdef int suns_mask(str text, str field) except -1:
    mask = 0
    if text == "-":
        return 0
    for token in text.split("+"):
        bit = 1 << (parse_number(token, 1, HIGHEST_SUN, field) - 1)
        if mask & bit:
            raise NotationError(f"{field}: sun '{token}' twice")
        mask |= bit
    return mask


cdef dict held_counts(const RaState* s, int seat):
    return {KINDS[kind]: count_of(s.player[seat].tiles, kind) for kind in range(1, FUNERAL)}


cdef dict track_counts(const RaState* s):
    counts = {KINDS[kind]: count_of(s.track, kind) for kind in range(1, FUNERAL)}
    for kind in range(FUNERAL, KIND_NB):
        counts[KINDS[kind]] = disasters_of(s.track_disasters, kind)
    return counts


cdef dict gone_counts(const RaState* s):
    """Tiles that have left the game: what the box holds beyond bag, track and players."""
    counts = {KINDS[kind]: TABLES.tile_count[kind] - s.bag[kind] for kind in range(KIND_NB)}
    for held in [track_counts(s)] + [held_counts(s, seat) for seat in range(s.header.players)]:
        for name, count in held.items():
            counts[name] -= count
    return counts


cdef str actor_name(const RaState* s):
    return ACTORS.get(s.header.actor) or seat_name(s.header.actor)


cdef str write_state(const RaState* s):
    fields = {
        "viewer": viewer_name(s.header.viewer),
        "players": s.header.players,
        "epoch": s.epoch,
        "ra": s.ra_count,
        "center": s.center,
        "phase": PHASES[s.phase],
        "turn": seat_name(s.turn),
        "act": actor_name(s),
        "auction": AUCTIONS[s.auction],
        "bid": f"{seat_name(s.best_bidder)}:{s.best_bid}" if s.best_bid else "-",
        "lose": f"{s.lose_civilization}+{s.lose_monuments}",
        "dealt": "+".join([str(row + 1) for row in range(MAX_SEATS) if s.sets_dealt >> row & 1]) or "-",
        "track": write_counts(track_counts(s)),
    }
    for seat in range(s.header.players):
        fields[seat_name(seat)] = (
            f"{s.player[seat].score},{suns_text(s.player[seat].up)},{suns_text(s.player[seat].down)},"
            f"{write_counts(held_counts(s, seat))}"
        )
    fields["bag"] = write_counts({KINDS[kind]: s.bag[kind] for kind in range(KIND_NB)})
    fields["gone"] = write_counts(gone_counts(s))
    return ";".join([PREFIX] + [f"{key}={value}" for key, value in fields.items()])


cdef int parse_word(dict fields, str key, tuple words) except -1:
    """The number of the one word among these that the field holds."""
    if fields[key] not in words:
        raise NotationError(f"{key}: '{fields[key][:40]}' is none of {' '.join(words)}")
    return words.index(fields[key])


cdef dict read_counts(str text, tuple names, str field):
    """Tiles by kind number; never more than the box holds, so that every count fits where it is kept."""
    counts = {KIND_NUMBER[name]: count for name, count in parse_pairs(text, names, field).items()}
    for kind, count in counts.items():
        if count > TABLES.tile_count[kind]:
            raise NotationError(f"{field}: '{KINDS[kind]}*{count}' is more than the box holds")
    return counts


cdef int read_player(RaState* s, int seat, str text) except -1:
    name = seat_name(seat)
    parts = text.split(",")
    if len(parts) != 4:
        raise NotationError(f"{name}: '{text[:40]}' needs four parts: score,suns up,suns down,tiles")
    s.player[seat].score = parse_number(parts[0], 0, HIGHEST_SCORE, f"{name} score")
    s.player[seat].up = suns_mask(parts[1], f"{name} suns up")
    s.player[seat].down = suns_mask(parts[2], f"{name} suns down")
    for kind, count in read_counts(parts[3], HELD, f"{name} tiles").items():
        s.player[seat].tiles += count * one_tile(kind)
    return 0


cdef int read_track(RaState* s, str text) except -1:
    counts = read_counts(text, ON_TRACK, "track")
    if sum(counts.values()) > TABLES.track_size:
        raise NotationError(f"track: '{text[:40]}' does not fit on {TABLES.track_size} spaces")
    for kind, count in counts.items():
        s.track_kinds |= 1 << kind
        s.track_count += count
        if kind >= FUNERAL:
            s.track_disasters |= count << (4 * (kind - FUNERAL))
        else:
            s.track += count * one_tile(kind)
    return 0


cdef int read_bag(RaState* s, str text) except -1:
    for kind, count in read_counts(text, KINDS, "bag").items():
        s.bag[kind] = count
        s.bag_count += count
    return 0


cdef dict read_fields(str text):
    """All fields, each there once and in its place."""
    fields = parse_fields(text, PREFIX)
    players = parse_count(fields, "players", 2, MAX_SEATS)
    wanted = (*HEAD, *[seat_name(seat) for seat in range(players)], "bag", "gone")
    for key in fields:
        if key not in wanted:
            raise NotationError(f"'{key[:40]}' is not a field of ra with {players} players")
    for key in wanted:
        if key not in fields:
            raise NotationError(f"field '{key}' is missing")
    for key, place in zip(fields, wanted):
        if key != place:
            raise NotationError(f"field '{key}' stands where '{place}' belongs")
    return fields


cdef int read_phase(RaState* s, dict fields) except -1:
    """Whose turn, who acts, and what an auction or a disaster has come to."""
    cdef int players = s.header.players
    s.phase = parse_word(fields, "phase", PHASES)
    s.turn = parse_seat(fields["turn"], players, "turn")
    if fields["act"] in ACTOR_CODE:
        s.header.actor = ACTOR_CODE[fields["act"]]
    else:
        s.header.actor = parse_seat(fields["act"], players, "act")
    s.auction = parse_word(fields, "auction", AUCTIONS)
    if fields["bid"] != "-":
        bidder, _, sun = fields["bid"].partition(":")
        s.best_bidder = parse_seat(bidder, players, "bid")
        s.best_bid = parse_number(sun, 1, HIGHEST_SUN, "bid")
    civilization, _, monuments = fields["lose"].partition("+")
    s.lose_civilization = parse_number(civilization, 0, 255, "lose")
    s.lose_monuments = parse_number(monuments, 0, 255, "lose")
    if fields["dealt"] != "-":
        for row in fields["dealt"].split("+"):
            s.sets_dealt |= 1 << (parse_number(row, 1, players, "dealt") - 1)
    return 0


cdef int check_rest(const RaState* s, str text) except -1:
    """`gone` is what remains of the box, never less than nothing; and a position is written one way only."""
    rest = gone_counts(s)
    for name, count in rest.items():
        if count < 0:
            raise NotationError(f"'{name}': {-count} more than the box holds")
    for given, proper in zip(text.split(";"), write_state(s).split(";")):
        if given != proper and given.startswith("gone="):
            raise NotationError(f"'{given[:40]}' does not balance; the rest of the box is '{proper}'")
        if given != proper:
            raise NotationError(f"'{given[:40]}' must be written '{proper}'")
    return 0


cdef int read_state(str text, bint as_view, RaState* s) except -1:
    """Fill `s` from text; what the tokens say is checked here, how they fit together by validate."""
    fields = read_fields(text)
    cdef int players = int(fields["players"])
    memset(s, 0, sizeof(RaState))
    s.header.players = players
    s.header.viewer = parse_viewer(fields["viewer"], players, as_view)
    s.epoch = parse_count(fields, "epoch", 1, TABLES.epochs)
    s.ra_count = parse_count(fields, "ra", 0, TABLES.ra_limit[players])
    s.center = parse_count(fields, "center", 1, HIGHEST_SUN)
    read_phase(s, fields)
    read_track(s, fields["track"])
    for seat in range(players):
        read_player(s, seat, fields[seat_name(seat)])
    read_bag(s, fields["bag"])
    return check_rest(s, text)


# -- plain data ----------------------------------------------------------------------------------------------

cdef dict present(dict counts):
    return {name: count for name, count in counts.items() if count}


cdef dict describe(const RaState* s):
    """The position as plain data, for JSON and for the board."""
    return {
        "game": "ra",
        "viewer": viewer_name(s.header.viewer),
        "players": s.header.players,
        "epoch": s.epoch,
        "epochs": TABLES.epochs,
        "ra_tiles": s.ra_count,
        "ra_limit": TABLES.ra_limit[s.header.players],
        "center_sun": s.center,
        "phase": PHASES[s.phase],
        "turn": seat_name(s.turn),
        "to_act": actor_name(s),
        "auction": AUCTIONS[s.auction] if s.auction != NO_AUCTION else None,
        "best_bid": s.best_bid or None,
        "best_bidder": seat_name(s.best_bidder) if s.best_bid else None,
        "to_lose": s.lose_civilization if s.phase == PHASE_UNREST else s.lose_monuments,
        "track": present(track_counts(s)),
        "track_size": TABLES.track_size,
        "seats": [
            {
                "seat": seat_name(seat),
                "score": s.player[seat].score,
                "suns_up": suns_of(s.player[seat].up),
                "suns_down": suns_of(s.player[seat].down),
                "tiles": present(held_counts(s, seat)),
            }
            for seat in range(s.header.players)
        ],
        "bag": present({KINDS[kind]: s.bag[kind] for kind in range(KIND_NB)}),
        "gone": present(gone_counts(s)),
    }
