"""Position text, move text and plain data of Ra. Reading checks every token; balance is checked by validate afterwards."""

from libc.string cimport memset

from engine.core.types cimport CHANCE, OVER, TRUTH, Move
from engine.games.ra.moves cimport (
    MOVE_BID, MOVE_DRAW, MOVE_GOD, MOVE_INVOKE, MOVE_LOSE, MOVE_PASS, MOVE_STOP, MOVE_SUNS, MOVE_TILE,
    make_move, move_argument, move_kind,
)
from engine.games.ra.state cimport (
    CIVILIZATION, FUNERAL, KIND_NB, NO_AUCTION, PHASE_AUCTION, PHASE_EARTHQUAKE, PHASE_UNREST, RA, RaState, count_of,
    disasters_on_track, field_mask, one_tile,
)
from engine.games.ra.tables cimport TABLES

from engine.core.errors import NotationError
from engine.core.fields import (
    parse_count, parse_fields, parse_number, parse_pairs, parse_seat, parse_viewer, seat_name, viewer_name, write_counts,
)
from engine.games.ra.components import HIGHEST_SUN, KINDS

PREFIX = "ra/1"
PHASES = ("deal", "turn", "draw", "auction", "god", "unrest", "earthquake", "over")
AUCTIONS = ("-", "drawn", "full", "invoked")
ACTORS = {CHANCE: "chance", OVER: "over"}
KIND_NUMBER = {name: number for number, name in enumerate(KINDS)}
HELD = KINDS[1:19]          # what a player can own: everything but Ra tiles and disasters
ON_TRACK = KINDS[1:]


# -- moves -------------------------------------------------------------------------------------------------------------

PLAIN = {MOVE_DRAW: "draw", MOVE_INVOKE: "invoke", MOVE_PASS: "pass", MOVE_STOP: "stop"}
PLAIN_CODE = {text: code for code, text in PLAIN.items()}
TILE_VERBS = {MOVE_GOD: "god", MOVE_LOSE: "lose", MOVE_TILE: "tile"}
VERBS = {**TILE_VERBS, MOVE_BID: "bid", MOVE_SUNS: "suns"}
VERB_CODE = {text: code for code, text in VERBS.items()}


cdef str move_text(Move move):
    kind, argument = move_kind(move), move_argument(move)
    if kind in PLAIN:
        return PLAIN[kind]
    if kind in TILE_VERBS:
        return f"{TILE_VERBS[kind]}:{KINDS[argument]}"
    return f"{VERBS[kind]}:{argument + 1 if kind == MOVE_SUNS else argument}"


cdef Move move_code(str text) except? 0:
    if text in PLAIN_CODE:
        return PLAIN_CODE[text]
    verb, _, argument = text.partition(":")
    if verb not in VERB_CODE:
        raise NotationError(f"'{text}' is not a move of ra")
    kind = VERB_CODE[verb]
    if kind in TILE_VERBS:
        if argument not in KIND_NUMBER:
            raise NotationError(f"'{text}': '{argument}' is not a tile")
        return make_move(kind, KIND_NUMBER[argument])
    if kind == MOVE_BID:
        return make_move(kind, parse_number(argument, 1, HIGHEST_SUN, text))
    return make_move(kind, parse_number(argument, 1, 5, text) - 1)


# -- positions ---------------------------------------------------------------------------------------------------------

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
        counts[KINDS[kind]] = disasters_on_track(s.track_disasters, kind)
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
        "dealt": "+".join([str(row + 1) for row in range(s.header.players) if s.sets_dealt >> row & 1]) or "-",
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


cdef int read_tiles(RaState* s, int seat, str text) except -1:
    for name, count in parse_pairs(text, HELD, f"{seat_name(seat)} tiles").items():
        kind = KIND_NUMBER[name]
        if count > (field_mask(kind) // one_tile(kind)):
            raise NotationError(f"{seat_name(seat)}: '{name}*{count}' is more than the box holds")
        s.player[seat].tiles += count * one_tile(kind)
    return 0


cdef int read_player(RaState* s, int seat, str text) except -1:
    name = seat_name(seat)
    parts = text.split(",")
    if len(parts) != 4:
        raise NotationError(f"{name}: '{text}' needs four parts: score,suns up,suns down,tiles")
    s.player[seat].score = parse_number(parts[0], 0, 999, f"{name} score")
    s.player[seat].up = suns_mask(parts[1], f"{name} suns up")
    s.player[seat].down = suns_mask(parts[2], f"{name} suns down")
    return read_tiles(s, seat, parts[3])


cdef int read_track(RaState* s, str text) except -1:
    for name, count in parse_pairs(text, ON_TRACK, "track").items():
        kind = KIND_NUMBER[name]
        if count > TABLES.track_size:
            raise NotationError(f"track: '{name}*{count}' does not fit on {TABLES.track_size} spaces")
        s.track_kinds |= 1 << kind
        s.track_count += count
        if kind >= FUNERAL:
            s.track_disasters |= count << (4 * (kind - FUNERAL))
        else:
            s.track += count * one_tile(kind)
    if s.track_count > TABLES.track_size:
        raise NotationError(f"track: '{text}' does not fit on {TABLES.track_size} spaces")
    return 0


cdef int read_bag(RaState* s, str text) except -1:
    for name, count in parse_pairs(text, KINDS, "bag").items():
        kind = KIND_NUMBER[name]
        if count > TABLES.tile_count[kind]:
            raise NotationError(f"bag: '{name}*{count}' is more than the box holds")
        s.bag[kind] = count
        s.bag_count += count
    return 0


cdef int read_state(str text, bint as_view, RaState* s) except -1:
    """Fill `s` from text; what the tokens say is checked here, how they fit together by validate."""
    memset(s, 0, sizeof(RaState))
    head = ("viewer", "players", "epoch", "ra", "center", "phase", "turn", "act", "auction", "bid", "lose", "dealt", "track")
    fields = parse_fields(text, PREFIX)
    players = parse_count(fields, "players", 2, 5)
    seats = tuple([seat_name(seat) for seat in range(players)])
    if tuple(fields) != (*head, *seats, "bag", "gone"):
        wanted = (*head, *seats, "bag", "gone")
        wrong = [key for key in (*fields, *wanted) if key not in wanted or key not in fields] or ["their order"]
        raise NotationError(f"ra: fields must be {' '.join(wanted)}; wrong: '{wrong[0]}'")
    s.header.players = players
    s.header.viewer = parse_viewer(fields["viewer"], players, as_view)
    s.epoch = parse_count(fields, "epoch", 1, TABLES.epochs)
    s.ra_count = parse_count(fields, "ra", 0, TABLES.ra_limit[players])
    s.center = parse_count(fields, "center", 1, HIGHEST_SUN)
    if fields["phase"] not in PHASES:
        raise NotationError(f"phase: '{fields['phase']}' is not a phase of ra")
    s.phase = PHASES.index(fields["phase"])
    s.turn = parse_seat(fields["turn"], players, "turn")
    names = {name: actor for actor, name in ACTORS.items()}
    actor = names.get(fields["act"])
    s.header.actor = parse_seat(fields["act"], players, "act") if actor is None else actor
    if fields["auction"] not in AUCTIONS:
        raise NotationError(f"auction: '{fields['auction']}' is not a kind of auction")
    s.auction = AUCTIONS.index(fields["auction"])
    if fields["bid"] != "-":
        seat, _, sun = fields["bid"].partition(":")
        s.best_bidder = parse_seat(seat, players, "bid")
        s.best_bid = parse_number(sun, 1, HIGHEST_SUN, "bid")
    civilization, _, monuments = fields["lose"].partition("+")
    s.lose_civilization = parse_number(civilization, 0, 20, "lose")
    s.lose_monuments = parse_number(monuments, 0, 20, "lose")
    if fields["dealt"] != "-":
        for row in fields["dealt"].split("+"):
            s.sets_dealt |= 1 << (parse_number(row, 1, players, "dealt") - 1)
    read_track(s, fields["track"])
    for seat in range(players):
        read_player(s, seat, fields[seat_name(seat)])
    read_bag(s, fields["bag"])
    if fields["gone"] != write_counts(gone_counts(s)):
        raise NotationError(f"gone: '{fields['gone']}' does not balance; the rest of the box is "
                            f"'{write_counts(gone_counts(s))}'")
    if write_state(s) != text:
        raise NotationError("ra: not in canonical form; this position is written " + write_state(s))
    return 0


# -- plain data --------------------------------------------------------------------------------------------------------

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
