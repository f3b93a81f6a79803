"""Position text and plain data of Ra. Reading checks each token, validate how they fit."""

from libc.string cimport memset

from egypt.core.types cimport MAX_SEATS
from egypt.games.ra.state cimport (
    AUCTION_NONE, FUNERAL, GOD, HIGHEST_SUN, KIND_NB, RaState, count_of, disasters_of, one_disaster,
    one_tile,
)
from egypt.games.ra.tables cimport TABLES

from egypt.core.errors import NotationError
from egypt.core.fields import (
    actor_name, check_spelling, parse_choice, parse_count, parse_head, parse_number, parse_pairs, parse_parts,
    parse_seat, parse_set, present, read_fields, seat_name, split_list, viewer_name, write_counts, write_fields,
    write_set,
)
from egypt.games.ra.components import KINDS, PLAYER_COUNTS

PREFIX = "ra/1"
VARIANTS = ("standard",)
FEWEST, MOST = min(PLAYER_COUNTS), max(PLAYER_COUNTS)
PHASES = ("deal", "turn", "draw", "auction", "god", "unrest", "earthquake", "over")
AUCTIONS = ("-", "drawn", "full", "invoked")
HEAD = (
    "viewer", "players", "epoch", "ra", "center", "phase", "turn", "act", "auction", "bid", "lose", "dealt",
    "track",
)
TAIL = ("bag", "gone")
FIELDS = (*HEAD, "p#", *TAIL)   # as validate names them
ROWS = tuple([str(row + 1) for row in range(MAX_SEATS)])    # of sun sets
HELD = KINDS[GOD:FUNERAL]   # what a player can own: everything but Ra tiles and disasters
ON_TRACK = KINDS[GOD:]
HIGHEST_SCORE = 9999        # that is read; validate knows what an epoch can bring
HIGHEST_LOSS = 255          # likewise


# -- words -------------------------------------------------------------------------------------------------

cdef list suns_of(int mask):
    """High suns first, as people say them."""
    return [sun for sun in range(HIGHEST_SUN, 0, -1) if mask >> (sun - 1) & 1]


cdef str suns_text(int mask):
    return "+".join([str(sun) for sun in suns_of(mask)]) or "-"


cdef int parse_suns(str text, str field) except -1:
    mask = 0
    for token in split_list(text, "+"):
        bit = 1 << (parse_number(token, 1, HIGHEST_SUN, field) - 1)
        if mask & bit:
            raise NotationError(f"{field}: sun '{token}' twice")
        mask |= bit
    return mask


cdef dict held_counts(const RaState* s, int seat):
    return {KINDS[kind]: count_of(s.player[seat].tiles, kind) for kind in range(GOD, FUNERAL)}


cdef dict track_counts(const RaState* s):
    counts = {KINDS[kind]: count_of(s.track, kind) for kind in range(GOD, FUNERAL)}
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


# -- writing -----------------------------------------------------------------------------------------------

cdef str write_state(const void* state):
    cdef const RaState* s = <const RaState*>state
    fields = {
        "viewer": viewer_name(s.header.viewer),
        "players": s.header.players,
        "epoch": s.epoch,
        "ra": s.ra_count,
        "center": s.center,
        "phase": PHASES[s.phase],
        "turn": seat_name(s.turn),
        "act": actor_name(s.header.actor),
        "auction": AUCTIONS[s.auction],
        "bid": f"{seat_name(s.best_bidder)}:{s.best_bid}" if s.best_bid else "-",
        "lose": f"{s.lose_civilization}+{s.lose_monuments}",
        "dealt": write_set(s.sets_dealt, ROWS),
        "track": write_counts(track_counts(s)),
    }
    for seat in range(s.header.players):
        fields[seat_name(seat)] = (
            f"{s.player[seat].score},{suns_text(s.player[seat].up)},{suns_text(s.player[seat].down)},"
            f"{write_counts(held_counts(s, seat))}"
        )
    fields["bag"] = write_counts({KINDS[kind]: s.bag[kind] for kind in range(KIND_NB)})
    fields["gone"] = write_counts(gone_counts(s))
    return write_fields(PREFIX, fields)


# -- reading -----------------------------------------------------------------------------------------------

cdef dict read_counts(str text, tuple names, str field):
    """Tiles by kind number; never more than the box holds, so that every count fits where it is kept."""
    counts = {KINDS.index(name): count for name, count in parse_pairs(text, names, field).items()}
    for kind, count in counts.items():
        if count > TABLES.tile_count[kind]:
            raise NotationError(f"{field}: '{KINDS[kind]}*{count}' is more than the box holds")
    return counts


cdef int read_player(RaState* s, int seat, str text) except -1:
    name = seat_name(seat)
    score, up, down, tiles = parse_parts(text, ("score", "suns up", "suns down", "tiles"), name)
    s.player[seat].score = parse_number(score, 0, HIGHEST_SCORE, f"{name} score")
    s.player[seat].up = parse_suns(up, f"{name} suns up")
    s.player[seat].down = parse_suns(down, f"{name} suns down")
    for kind, count in read_counts(tiles, HELD, f"{name} tiles").items():
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
            s.track_disasters += count * one_disaster(kind)
        else:
            s.track += count * one_tile(kind)
    return 0


cdef int read_bag(RaState* s, str text) except -1:
    for kind, count in read_counts(text, KINDS, "bag").items():
        s.bag[kind] = count
        s.bag_count += count
    return 0


def field_order(players):
    return (*HEAD, *[seat_name(seat) for seat in range(players)], *TAIL)


cdef int read_phase(RaState* s, dict fields) except -1:
    """Whose turn it is, and what an auction or a disaster has come to."""
    cdef int players = s.header.players
    s.phase = parse_choice(fields, "phase", PHASES)
    s.turn = parse_seat(fields["turn"], players, "turn")
    s.auction = parse_choice(fields, "auction", AUCTIONS)
    if fields["bid"] != "-":
        bidder, _, sun = fields["bid"].partition(":")
        s.best_bidder = parse_seat(bidder, players, "bid")
        s.best_bid = parse_number(sun, 1, HIGHEST_SUN, "bid")
    civilization, _, monuments = fields["lose"].partition("+")
    s.lose_civilization = parse_number(civilization, 0, HIGHEST_LOSS, "lose")
    s.lose_monuments = parse_number(monuments, 0, HIGHEST_LOSS, "lose")
    s.sets_dealt = parse_set(fields["dealt"], ROWS[:players], "dealt")
    return 0


cdef int check_gone(const RaState* s, str text) except -1:
    """`gone` is what remains of the box, never less than nothing."""
    rest = gone_counts(s)
    for name, count in rest.items():
        if count < 0:
            raise NotationError(f"'{name}': {-count} more than the box holds")
    if text != write_counts(rest):
        raise NotationError(f"'gone={text[:40]}' does not balance; the rest of the box is 'gone={write_counts(rest)}'")
    return 0


cdef int read_position(str text, bint as_view, RaState* s) except -1:
    """Fill `s` from text; what the tokens say is checked here, how they fit together by validate."""
    fields = read_fields(text, PREFIX, FEWEST, MOST, field_order)
    memset(s, 0, sizeof(RaState))
    head = parse_head(fields, FEWEST, MOST, VARIANTS, as_view)
    cdef int players = head.players
    s.header.players = players
    s.header.viewer = head.viewer
    s.header.actor = head.actor
    s.epoch = parse_count(fields, "epoch", 1, TABLES.epochs)
    s.ra_count = parse_count(fields, "ra", 0, TABLES.ra_limit[players])
    s.center = parse_count(fields, "center", 1, HIGHEST_SUN)
    read_phase(s, fields)
    read_track(s, fields["track"])
    for seat in range(players):
        read_player(s, seat, fields[seat_name(seat)])
    read_bag(s, fields["bag"])
    check_gone(s, fields["gone"])
    return check_spelling(text, write_state(s))


cdef int read_state(str text, void* state) except -1:
    return read_position(text, False, <RaState*>state)


cdef int read_view(str text, void* view) except -1:
    return read_position(text, True, <RaState*>view)


# -- plain data ----------------------------------------------------------------------------------------------

cdef list describe_tiles(dict counts, str place):
    """Tiles of one place by kind; those that can be pointed at have an id there."""
    tiles = [{"component": f"tile:{name}", "kind": name, "count": count} for name, count in present(counts).items()]
    return [{"id": f"{place}:{tile['kind']}", **tile} for tile in tiles] if place else tiles


cdef dict describe_sun(int sun):
    return {"id": f"sun:{sun}", "component": f"sun:{sun}", "value": sun}


cdef dict describe_seat(const RaState* s, int seat):
    name = seat_name(seat)
    return {
        "id": f"seat:{name}",
        "seat": name,
        "score": s.player[seat].score,
        "ids": {"score": f"score:{name}"},
        "suns_up": [describe_sun(sun) for sun in suns_of(s.player[seat].up)],
        "suns_down": [describe_sun(sun) for sun in suns_of(s.player[seat].down)],
        "tiles": describe_tiles(held_counts(s, seat), f"tiles:{name}"),
    }


cdef dict describe_auction(const RaState* s):
    return {
        "id": "auction",
        "kind": AUCTIONS[s.auction],
        "best_bid": s.best_bid or None,
        "best_bidder": seat_name(s.best_bidder) if s.best_bid else None,
    }


cdef dict describe_state(const void* state):
    """The position as plain data, for JSON, for sentences and for the board."""
    cdef const RaState* s = <const RaState*>state
    bag = {KINDS[kind]: s.bag[kind] for kind in range(KIND_NB)}
    return {
        "phase": PHASES[s.phase],
        "turn": seat_name(s.turn),
        "epoch": s.epoch,
        "epochs": TABLES.epochs,
        "boat": {"id": "boat", "ra_tiles": s.ra_count, "ra_limit": TABLES.ra_limit[s.header.players]},
        "center": {"id": "center", "sun": describe_sun(s.center)},
        "auction": describe_auction(s) if s.auction != AUCTION_NONE else None,
        "to_lose": {"civilization": s.lose_civilization, "monuments": s.lose_monuments},
        "dealt": [row + 1 for row in range(MAX_SEATS) if s.sets_dealt >> row & 1],
        "track": {"id": "track", "size": TABLES.track_size, "tiles": describe_tiles(track_counts(s), "track")},
        "seats": [describe_seat(s, seat) for seat in range(s.header.players)],
        "bag": {"id": "bag", "count": s.bag_count, "tiles": describe_tiles(bag, "")},
        "gone": {"id": "gone", "tiles": describe_tiles(gone_counts(s), "")},
    }
