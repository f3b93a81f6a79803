"""Position and view text. Reading checks each token, validate how they fit.

A view is written in the fields of a state; cards that it does not know are written as a number of question marks: `?*3`.
"""

from libc.stdint cimport uint16_t, uint64_t
from libc.string cimport memset

from egypt.core.bits cimport popcount
from egypt.core.types cimport MAX_SEATS, TRUTH
from egypt.games.amunre.favors cimport bag_size, favor_count, one_favor
from egypt.games.amunre.move_text cimport offering_text, parse_offering
from egypt.games.amunre.moves cimport WITH_ADJUSTMENT, offering, offering_gold
from egypt.games.amunre.state cimport (
    PHASE_CHOOSE, PHASE_OFFER, PHASE_SELL, PLAY_NB, THIEF, THIRD_STONE, USED_ARCHITECT, USED_FREE_FARMER, USED_TREASURY,
    AmunreState, AmunreView, Table, noted_play, play_kind, play_seat,
)
from egypt.games.amunre.tables cimport FAVOR_NB, PROVINCE_NB, SPACE_NB, TABLES, TILE_NB

from egypt.core.errors import NotationError
from egypt.core.fields import (
    actor_name, check_spelling, parse_by_seat, parse_choice, parse_count, parse_head, parse_number, parse_pairs,
    parse_parts, parse_seat, parse_seats, parse_set, parse_signed, parse_unknown, parse_word, read_fields, seat_name,
    seats_text, split_list, unknown_text, viewer_name, write_by_seat, write_counts, write_fields, write_set,
)
from egypt.games.amunre.components import FAVORS, PLAYER_COUNTS, VARIANTS
from egypt.games.amunre.tables import PROVINCES

cdef enum:
    MOST_BOUGHT = 66        # of a kind; no purse pays for more
    ALL_USED = USED_ARCHITECT | USED_FREE_FARMER | USED_TREASURY | THIRD_STONE

PREFIX = "amunre/1"
PHASES = (
    "start", "deal", "choose", "reveal", "bid", "bonus", "favors", "draw", "farmers", "build", "offer", "unveil",
    "adjust", "reward", "reward-draw", "harvest", "scoring", "sell", "over",
)
FEWEST, MOST = min(PLAYER_COUNTS), max(PLAYER_COUNTS)
# That a phase needs, and the most that each can be: debt is bounded by what a hand can pay, which validate knows.
MOST_OF = {
    "debt": 255, "floor": 2 * PROVINCE_NB, "draws": TABLES.favors_in_box, "cursor": PROVINCE_NB, "bought": MOST_BOUGHT,
    "used": ALL_USED, "rewards": TABLES.rewards[0],
}
COUNTERS = tuple(MOST_OF)
HEAD = (
    "viewer", "players", "variant", "age", "round", "phase", "act", "turn", "start", "tile", "resume", *COUNTERS,
    "served", "adjust", "total", "gave", "auction", "outbid", "shielded", "bribed", "kingdom", "seen", "map",
    "known", "deck", "under", "discard",
)
SECRETS = ("chosen", "offers", "sales", "fresh", "drawn", "played")
AGES = ("stale", "fresh")   # of cards, see knowledge.pxd
FIELDS = (*HEAD, "p#", *SECRETS)     # as validate names them
# Bounds of what is read; validate knows what a game can bring.
HIGHEST_NUMBER = 9999       # points, gold, the total of the offerings
LOWEST_TOTAL = -999
MOST_COUNTED = 255          # of a kind in a province


# -- bags of favors ------------------------------------------------------------------------------------------

cdef dict favor_counts(uint64_t bag):
    return {FAVORS[kind]: favor_count(bag, kind) for kind in range(FAVOR_NB) if favor_count(bag, kind)}


cdef str bag_text(uint64_t bag):
    return write_counts(favor_counts(bag))


cdef uint64_t parse_favors(str text, str field) except? 0xFFFFFFFFFFFFFFFF:
    cdef uint64_t bag = 0
    for name, count in parse_pairs(text, FAVORS, field).items():
        kind = FAVORS.index(name)
        if count > favor_count(TABLES.all_favors, kind):
            raise NotationError(f"{field}: '{name}*{count}' is more than the box holds")
        bag += count * one_favor(kind)
    return bag


# -- writing -------------------------------------------------------------------------------------------------

cdef str given_text(const Table* t, int seat):
    return offering_text(offering(0 if t.given[seat] == THIEF else t.given[seat], t.adjusted >> seat & 1))


cdef str auction_text(const Table* t):
    """Provinces in the order in which they came up, with their standing bids: `thebes:p1:6,buto:-`."""
    parts = []
    for i in range(t.offered_count):
        province = t.offered[i]
        bid = f"{seat_name(t.bidder[province])}:{TABLES.track[t.bid[province] - 1]}" if t.bid[province] else "-"
        parts.append(f"{PROVINCES[province]}:{bid}")
    return ",".join(parts) or "-"


cdef int owner(const Table* t, int province):
    for seat in range(MAX_SEATS):
        if t.owned[seat] >> province & 1:
            return seat
    return -1


cdef str map_text(const Table* t):
    """`thebes:p1+pyramids+stones+farmers+free`, for every province that is not empty and unowned."""
    parts = []
    for province in range(PROVINCE_NB):
        seat = owner(t, province)
        numbers = (t.pyramids[province], t.stones[province], t.farmers[province], t.free_farmers[province])
        if seat >= 0 or any(numbers):
            name = seat_name(seat) if seat >= 0 else "-"
            parts.append(f"{PROVINCES[province]}:{name}+{'+'.join([str(number) for number in numbers])}")
    return ",".join(parts) or "-"


cdef str plays_text(const Table* t, int from_fresh, int viewer):
    """`p2:nile:1:fresh`: who played what, after how many fresh cards drawn, and which it was; `?` if unknown."""
    parts = []
    for i in range(t.plays):
        seat = play_seat(t, i)
        which = AGES[from_fresh >> i & 1] if viewer in (TRUTH, seat) else "?"
        parts.append(f"{seat_name(seat)}:{FAVORS[play_kind(t, i)]}:{t.play_limit[i]}:{which}")
    return ",".join(parts) or "-"


cdef dict table_fields(const Table* t, str deck):
    counters = {
        "debt": t.debt, "floor": t.floor, "draws": t.draws, "cursor": t.cursor, "bought": t.bought, "used": t.used,
        "rewards": t.rewards,
    }
    players = t.header.players
    return {
        "viewer": viewer_name(t.header.viewer),
        "players": players,
        "variant": VARIANTS[t.header.variant],
        "age": t.age,
        "round": t.round,
        "phase": PHASES[t.phase],
        "act": actor_name(t.header.actor),
        "turn": seat_name(t.turn),
        "start": seat_name(t.start),
        "tile": t.tile or "-",
        "resume": PHASES[t.resume] if t.phase == PHASE_SELL else "-",
        **counters,
        "served": seats_text(t.served),
        "adjust": seats_text(t.adjusters),
        "total": t.total,
        "gave": write_by_seat({seat: given_text(t, seat) for seat in range(players) if t.given[seat]}),
        "auction": auction_text(t),
        "outbid": write_by_seat({seat: PROVINCES[t.outbid[seat] - 1] for seat in range(players) if t.outbid[seat]}),
        "shielded": seats_text(t.shielded),
        "bribed": seats_text(t.bribed),
        "kingdom": write_set(t.kingdom, PROVINCES) if t.age > 1 else "-",
        "seen": write_set(t.seen, PROVINCES),
        "map": map_text(t),
        "known": seats_text(t.architects),
        "deck": deck,
        "under": bag_text(t.under),
        "discard": bag_text(t.discard),
    }


cdef str write_state(const void* state):
    cdef const AmunreState* s = <const AmunreState*>state
    cdef const Table* t = &s.table
    players = t.header.players
    fields = table_fields(t, bag_text(s.deck))
    for seat in range(players):
        cards = write_set(s.province_hand[seat], PROVINCES)
        fields[seat_name(seat)] = f"{t.score[seat]},{t.gold[seat]},{bag_text(s.hand[seat])},{cards}"
    fields["chosen"] = write_by_seat({seat: PROVINCES[s.chosen[seat] - 1] for seat in range(players) if s.chosen[seat]})
    fields["offers"] = write_by_seat({seat: offering_text(s.offer[seat] - 1) for seat in range(players) if s.offer[seat]})
    fields["sales"] = write_by_seat({seat: bag_text(s.sold[seat]) for seat in range(players) if s.sold[seat]})
    fields["fresh"] = bag_text(t.fresh)
    fields["drawn"] = write_by_seat({seat: bag_text(s.drawn[seat]) for seat in range(players) if s.drawn[seat]})
    fields["played"] = plays_text(t, s.from_fresh, TRUTH)
    return write_fields(PREFIX, fields)


cdef str write_view(const void* view):
    cdef const AmunreView* v = <const AmunreView*>view
    cdef const Table* t = &v.table
    viewer = t.header.viewer
    fields = table_fields(t, unknown_text(t.deck_count))
    for seat in range(t.header.players):
        hand, cards = unknown_text(t.hand_count[seat]), unknown_text(t.cards[seat])
        if seat == viewer:
            hand, cards = bag_text(v.hand), write_set(v.province_hand, PROVINCES)
        fields[seat_name(seat)] = f"{t.score[seat]},{t.gold[seat]},{hand},{cards}"
    drawn = {seat: unknown_text(t.fresh_count[seat]) for seat in range(t.header.players) if t.fresh_count[seat]}
    if viewer in drawn:
        drawn[viewer] = bag_text(v.drawn)
    fields["chosen"] = write_by_seat({viewer: PROVINCES[v.chosen - 1]} if v.chosen else {})
    fields["offers"] = write_by_seat({viewer: offering_text(v.offer - 1)} if v.offer else {})
    fields["sales"] = write_by_seat({viewer: bag_text(v.sold)} if v.sold else {})
    fields["fresh"] = bag_text(t.fresh)
    fields["drawn"] = write_by_seat(drawn)
    fields["played"] = plays_text(t, v.from_fresh, viewer)
    return write_fields(PREFIX, fields)


# -- reading -------------------------------------------------------------------------------------------------

def keys_for(players):
    """The fields of a text for that number of players, in their order."""
    return (*HEAD, *[seat_name(seat) for seat in range(players)], *SECRETS)


cdef int parse_province(str word, str field) except -1:
    return parse_word(word, PROVINCES, field, "a province")


cdef int parse_provinces(str text, str field) except -1:
    return parse_set(text, PROVINCES, field, "a province")


cdef int read_auction(Table* t, str text) except -1:
    for part in split_list(text, ","):
        name, colon, bid = part.partition(":")
        province = parse_province(name, "auction")
        if not colon or t.offered_count == t.header.players:
            raise NotationError(f"auction: '{part[:40]}' is not a province with its bid, or one too many")
        t.offered[t.offered_count] = province
        t.offered_count += 1
        if bid != "-":
            who, _, gold = bid.partition(":")
            t.bidder[province] = parse_seat(who, t.header.players, "auction")
            spaces = [space for space in range(SPACE_NB) if str(TABLES.track[space]) == gold]
            if not spaces:
                raise NotationError(f"auction: '{gold[:40]}' is not a bidding space")
            t.bid[province] = spaces[0] + 1
    return 0


cdef int read_map(Table* t, str text) except -1:
    for part in split_list(text, ","):
        name, _, rest = part.partition(":")
        province = parse_province(name, "map")
        words = rest.split("+")
        if len(words) != 5:
            raise NotationError(f"map: '{part[:40]}' needs owner, pyramids, stones, farmers, free farmers")
        if words[0] != "-":
            t.owned[parse_seat(words[0], t.header.players, "map")] |= <uint16_t>(1 << province)
        numbers = [parse_number(word, 0, MOST_COUNTED, "map") for word in words[1:]]
        t.pyramids[province], t.stones[province] = numbers[0], numbers[1]
        t.farmers[province], t.free_farmers[province] = numbers[2], numbers[3]
        if t.farmers_placed + numbers[2] + numbers[3] > TABLES.farmer_tokens:
            raise NotationError(f"map: '{part[:40]}' is more farmers than the box holds")
        t.farmers_placed += numbers[2] + numbers[3]
    return 0


cdef int read_offerings(Table* t, dict fields) except -1:
    players = t.header.players
    t.served = parse_seats(fields["served"], players, "served")
    t.adjusters = parse_seats(fields["adjust"], players, "adjust")
    t.total = parse_signed(fields["total"], LOWEST_TOTAL, HIGHEST_NUMBER, "total")
    for seat, word in parse_by_seat(fields["gave"], players, "gave").items():
        argument = parse_offering(word.split("+"), "gave")
        t.given[seat] = offering_gold(argument) or THIEF
        t.adjusted |= (argument & WITH_ADJUSTMENT) << seat
    return 0


cdef long read_plays(Table* t, str text, int viewer) except -1:
    """Fills the noted plays; returns which of them were fresh cards."""
    cdef long from_fresh = 0
    for part in split_list(text, ","):
        words = part.split(":")
        if len(words) != 4 or words[1] not in FAVORS or t.plays == PLAY_NB:
            raise NotationError(f"played: '{part[:40]}' is not seat:favor:number:word, or one too many")
        seat = parse_seat(words[0], t.header.players, "played")
        if words[3] not in (AGES if viewer in (TRUTH, seat) else ("?",)):
            raise NotationError(f"played: '{words[3][:40]}' does not belong here")
        t.play[t.plays] = noted_play(seat, FAVORS.index(words[1]))
        t.play_limit[t.plays] = parse_number(words[2], 1, TABLES.favors_in_box, "played")
        from_fresh |= (words[3] == "fresh") << t.plays
        t.plays += 1
    return from_fresh


cdef int read_head(dict fields, bint as_view, Table* t) except -1:
    """The header, and where in the game it is."""
    head = parse_head(fields, FEWEST, MOST, VARIANTS, as_view)
    t.header.players, t.header.viewer, t.header.variant, t.header.actor = head
    t.age = parse_count(fields, "age", 1, TABLES.ages)
    t.round = parse_count(fields, "round", 1, TABLES.rounds)
    t.phase = parse_choice(fields, "phase", PHASES)
    t.turn = parse_seat(fields["turn"], head.players, "turn")
    t.start = parse_seat(fields["start"], head.players, "start")
    t.tile = 0 if fields["tile"] == "-" else parse_count(fields, "tile", 1, TILE_NB)
    t.resume = 0 if fields["resume"] == "-" else parse_choice(fields, "resume", PHASES)
    return 0


cdef int read_table(dict fields, bint as_view, Table* t) except -1:
    read_head(fields, as_view, t)
    players = t.header.players
    t.debt, t.floor, t.draws, t.cursor, t.bought, t.used, t.rewards = [
        parse_count(fields, key, 0, most) for key, most in MOST_OF.items()]
    read_offerings(t, fields)
    read_auction(t, fields["auction"])
    for seat, word in parse_by_seat(fields["outbid"], players, "outbid").items():
        t.outbid[seat] = parse_province(word, "outbid") + 1
    t.shielded = parse_seats(fields["shielded"], players, "shielded")
    t.bribed = parse_seats(fields["bribed"], players, "bribed")
    for province in range(PROVINCE_NB):
        if t.bid[province]:
            t.live |= 1 << t.bidder[province]
    t.kingdom = parse_provinces(fields["kingdom"], "kingdom") if t.age > 1 else (1 << PROVINCE_NB) - 1
    t.seen = parse_provinces(fields["seen"], "seen")
    read_map(t, fields["map"])
    t.architects = parse_seats(fields["known"], players, "known")
    t.discard = parse_favors(fields["discard"], "discard")
    t.under = parse_favors(fields["under"], "under")
    t.fresh = parse_favors(fields["fresh"], "fresh")
    return 0


cdef list read_player(Table* t, int seat, str text):
    """Score and gold go into the table; hand and province cards come back as text."""
    name = seat_name(seat)
    parts = parse_parts(text, ("score", "gold", "favors", "provinces"), name)
    t.score[seat] = parse_number(parts[0], 0, HIGHEST_NUMBER, f"{name} score")
    t.gold[seat] = parse_number(parts[1], 0, HIGHEST_NUMBER, f"{name} gold")
    return parts[2:]


cdef bint is_waiting(const Table* t, int seat, int offer, uint64_t sold):
    """Whether an offering still lacks favors to be sold for it."""
    return offering_gold(offer - 1) > t.gold[seat] + bag_size(sold)


cdef int waiting(const Table* t, chosen):
    """Bit per seat that still has to choose, in a secret choice."""
    if t.phase != PHASE_CHOOSE and t.phase != PHASE_OFFER:
        return 0
    return sum([1 << seat for seat in range(t.header.players) if seat not in chosen])


cdef int read_state(str text, void* state) except -1:
    """Fill the state from text; what the tokens say is checked here, how they fit together by validate."""
    cdef AmunreState* s = <AmunreState*>state
    cdef Table* t = &s.table
    fields = read_fields(text, PREFIX, FEWEST, MOST, keys_for)
    memset(s, 0, sizeof(AmunreState))
    read_table(fields, False, t)
    s.deck = parse_favors(fields["deck"], "deck")
    t.deck_count = bag_size(s.deck)
    for seat in range(t.header.players):
        hand, cards = read_player(t, seat, fields[seat_name(seat)])
        s.hand[seat] = parse_favors(hand, f"{seat_name(seat)} favors")
        t.hand_count[seat] = bag_size(s.hand[seat])
        s.province_hand[seat] = parse_provinces(cards, f"{seat_name(seat)} provinces")
        t.cards[seat] = popcount(s.province_hand[seat])
    chosen = parse_by_seat(fields["chosen"], t.header.players, "chosen")
    for seat, word in chosen.items():
        s.chosen[seat] = parse_province(word, "chosen") + 1
    offers = parse_by_seat(fields["offers"], t.header.players, "offers")
    for seat, word in offers.items():
        s.offer[seat] = parse_offering(word.split("+"), "offers") + 1
    for seat, word in parse_by_seat(fields["sales"], t.header.players, "sales").items():
        s.sold[seat] = parse_favors(word, "sales")
    for seat, word in parse_by_seat(fields["drawn"], t.header.players, "drawn").items():
        s.drawn[seat] = parse_favors(word, "drawn")
        t.fresh_count[seat] = bag_size(s.drawn[seat])
    s.from_fresh = read_plays(t, fields["played"], TRUTH)
    if t.phase == PHASE_OFFER:
        chosen = [seat for seat in offers if not is_waiting(t, seat, s.offer[seat], s.sold[seat])]
    t.header.pending = waiting(t, chosen)
    return check_spelling(text, write_state(s))


cdef str own_choice(dict fields, str key, const Table* t):
    """What the viewer has chosen, "" for nothing; a view knows no other seat's."""
    by_seat = parse_by_seat(fields[key], t.header.players, key)
    for seat in by_seat:
        if seat != t.header.viewer:
            raise NotationError(f"{key}: '{seat_name(seat)}': a view does not know what another seat has chosen")
    return by_seat.get(t.header.viewer, "")


cdef int read_own_secrets(dict fields, AmunreView* v) except -1:
    cdef Table* t = &v.table
    viewer = t.header.viewer
    chosen, offer, sale = [own_choice(fields, key, t) for key in ("chosen", "offers", "sales")]
    v.chosen = parse_province(chosen, "chosen") + 1 if chosen else 0
    v.offer = parse_offering(offer.split("+"), "offers") + 1 if offer else 0
    v.sold = parse_favors(sale, "sales") if sale else 0
    for seat, word in parse_by_seat(fields["drawn"], t.header.players, "drawn").items():
        if seat == viewer:
            v.drawn = parse_favors(word, "drawn")
        t.fresh_count[seat] = bag_size(v.drawn) if seat == viewer else parse_unknown(word, "drawn")
    v.from_fresh = read_plays(t, fields["played"], viewer)
    has_chosen = v.chosen != 0
    if t.phase == PHASE_OFFER:
        has_chosen = v.offer and not is_waiting(t, viewer, v.offer, v.sold)
    t.header.pending = waiting(t, [viewer] if has_chosen else [])
    return 0


cdef int read_view(str text, void* view) except -1:
    cdef AmunreView* v = <AmunreView*>view
    cdef Table* t = &v.table
    fields = read_fields(text, PREFIX, FEWEST, MOST, keys_for)
    memset(v, 0, sizeof(AmunreView))
    read_table(fields, True, t)
    t.deck_count = parse_unknown(fields["deck"], "deck")
    for seat in range(t.header.players):
        hand, cards = read_player(t, seat, fields[seat_name(seat)])
        if seat == t.header.viewer:
            v.hand = parse_favors(hand, f"{seat_name(seat)} favors")
            t.hand_count[seat] = bag_size(v.hand)
            v.province_hand = parse_provinces(cards, f"{seat_name(seat)} provinces")
            t.cards[seat] = popcount(v.province_hand)
        else:
            t.hand_count[seat] = parse_unknown(hand, f"{seat_name(seat)} favors")
            t.cards[seat] = parse_unknown(cards, f"{seat_name(seat)} provinces")
    read_own_secrets(fields, v)
    return check_spelling(text, write_view(v))
