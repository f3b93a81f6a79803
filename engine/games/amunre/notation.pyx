"""Position and view text, and plain data. Reading checks each token, validate how they fit.

A view is written in the fields of a state; what it does not know is written as so many question marks: `?*3`.
"""

from libc.stdint cimport uint16_t, uint64_t
from libc.string cimport memset

from egypt.core.types cimport CHANCE, MAX_SEATS, OVER
from egypt.games.amunre.favors cimport bag_size, favor_count, one_favor
from egypt.games.amunre.move_text cimport offering_text, parse_offering
from egypt.games.amunre.moves cimport WITH_ADJUSTMENT, offering_gold
from egypt.games.amunre.state cimport (
    PHASE_CHOOSE, PHASE_OFFER, PHASE_SELL, PLAY_NB, THIEF, AmunreState, AmunreView, Table,
)
from egypt.games.amunre.tables cimport FAVOR_NB, PROVINCE_NB, SPACE_NB, TABLES

from egypt.core.errors import NotationError
from egypt.core.fields import (
    parse_count, parse_fields, parse_number, parse_pairs, parse_seat, parse_viewer, seat_name, viewer_name,
    write_counts,
)
from egypt.games.amunre.components import FAVORS, VARIANTS
from egypt.games.amunre.tables import COMPONENTS

PREFIX = "amunre/1"
PHASES = (
    "start", "deal", "choose", "reveal", "bid", "bonus", "favors", "draw", "farmers", "build", "offer", "unveil",
    "adjust", "reward", "reward-draw", "harvest", "scoring", "sell", "over",
)
PROVINCES = tuple([row.name for row in COMPONENTS.provinces])
ACTORS = {CHANCE: "chance", OVER: "over"}
ACTOR_CODE = {name: actor for actor, name in ACTORS.items()}
# Numbers that a phase needs, with the largest that is read; validate knows what fits.
COUNTERS = {"debt": 255, "floor": 255, "draws": 255, "cursor": 255, "bought": 255, "used": 255, "rewards": 255}
HEAD = (
    "viewer", "players", "variant", "age", "round", "phase", "act", "turn", "start", "tile", "resume", *COUNTERS,
    "served", "adjust", "total", "gave", "auction", "outbid", "shielded", "bribed", "kingdom", "seen", "map",
    "known", "deck", "under", "discard",
)
SECRETS = ("chosen", "offers", "sales", "fresh", "drawn", "played")
AGES = ("stale", "fresh")   # of cards, see knowledge.pxd
FIELDS = (*HEAD, "p#", *SECRETS)     # as validate names them
HIGHEST_SCORE = 9999        # for the eye; validate knows what a game can bring
HIGHEST_GOLD = 9999


# -- small words ---------------------------------------------------------------------------------------------

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


cdef str unknown_text(int count):
    return write_counts({"?": count})


cdef int parse_unknown(str text, str field) except -1:
    return parse_pairs(text, ("?",), field).get("?", 0)


cdef list province_names(int mask):
    return [PROVINCES[i] for i in range(PROVINCE_NB) if mask >> i & 1]


cdef str mask_text(int mask):
    return "+".join(province_names(mask)) or "-"


cdef int parse_province(str word, str field) except -1:
    if word not in PROVINCES:
        raise NotationError(f"{field}: '{word[:40]}' is not a province")
    return PROVINCES.index(word)


cdef int parse_mask(str text, str field) except -1:
    mask = 0
    if text == "-":
        return 0
    for word in text.split("+"):
        mask |= 1 << parse_province(word, field)
    return mask


cdef list seat_names(int mask):
    return [seat_name(seat) for seat in range(MAX_SEATS) if mask >> seat & 1]


cdef str seats_text(int mask):
    return "+".join(seat_names(mask)) or "-"


cdef int parse_seats(dict fields, str key, int players) except -1:
    mask = 0
    if fields[key] == "-":
        return 0
    for word in fields[key].split("+"):
        mask |= 1 << parse_seat(word, players, key)
    return mask


cdef int parse_word(dict fields, str key, tuple words) except -1:
    if fields[key] not in words:
        raise NotationError(f"{key}: '{fields[key][:40]}' is none of {' '.join(words)}")
    return words.index(fields[key])


cdef str actor_name(const Table* t):
    return ACTORS.get(t.header.actor) or seat_name(t.header.actor)


cdef dict parse_by_seat(str text, int players, str field):
    """`p1:this,p3:that` as texts by seat."""
    found = {}
    if text == "-":
        return found
    for part in text.split(","):
        name, colon, value = part.partition(":")
        seat = parse_seat(name, players, field)
        if not colon or not value or seat in found:
            raise NotationError(f"{field}: '{part[:40]}' is not a seat with its value, each seat once")
        found[seat] = value
    return found


# -- writing -------------------------------------------------------------------------------------------------

cdef str given_text(const Table* t, int seat):
    return ("theft" if t.given[seat] == THIEF else str(t.given[seat])) + ("+adjustment" if t.adjusted >> seat & 1 else "")


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
        seat = t.play[i] >> 4
        which = AGES[from_fresh >> i & 1] if viewer in (-1, seat) else "?"
        parts.append(f"{seat_name(seat)}:{FAVORS[t.play[i] & 15]}:{t.play_limit[i]}:{which}")
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
        "act": actor_name(t),
        "turn": seat_name(t.turn),
        "start": seat_name(t.start),
        "tile": t.tile or "-",
        "resume": PHASES[t.resume] if t.phase == PHASE_SELL else "-",
        **counters,
        "served": seats_text(t.served),
        "adjust": seats_text(t.adjusters),
        "total": t.total,
        "gave": ",".join([f"{seat_name(seat)}:{given_text(t, seat)}" for seat in range(players) if t.given[seat]])
        or "-",
        "auction": auction_text(t),
        "outbid": ",".join(
            [f"{seat_name(seat)}:{PROVINCES[t.outbid[seat] - 1]}" for seat in range(players) if t.outbid[seat]]) or "-",
        "shielded": seats_text(t.shielded),
        "bribed": seats_text(t.bribed),
        "kingdom": mask_text(t.kingdom) if t.age > 1 else "-",
        "seen": mask_text(t.seen),
        "map": map_text(t),
        "known": seats_text(t.architects),
        "deck": deck,
        "under": bag_text(t.under),
        "discard": write_counts(favor_counts(t.discard)),
    }


cdef str join_fields(dict fields):
    return ";".join([PREFIX] + [f"{key}={value}" for key, value in fields.items()])


cdef str write_state(const AmunreState* s):
    cdef const Table* t = &s.table
    fields = table_fields(t, write_counts(favor_counts(s.deck)))
    for seat in range(t.header.players):
        fields[seat_name(seat)] = (
            f"{t.score[seat]},{t.gold[seat]},{write_counts(favor_counts(s.hand[seat]))},{mask_text(s.province_hand[seat])}"
        )
    fields["chosen"] = ",".join(
        [f"{seat_name(seat)}:{PROVINCES[s.chosen[seat] - 1]}" for seat in range(t.header.players) if s.chosen[seat]]) or "-"
    fields["offers"] = ",".join(
        [f"{seat_name(seat)}:{offering_text(s.offer[seat] - 1)}" for seat in range(t.header.players) if s.offer[seat]]
    ) or "-"
    fields["sales"] = ",".join(
        [f"{seat_name(seat)}:{bag_text(s.sold[seat])}" for seat in range(t.header.players) if s.sold[seat]]) or "-"
    fields["fresh"] = bag_text(t.fresh)
    fields["drawn"] = ",".join(
        [f"{seat_name(seat)}:{bag_text(s.drawn[seat])}" for seat in range(t.header.players) if s.drawn[seat]]) or "-"
    fields["played"] = plays_text(t, s.from_fresh, -1)
    return join_fields(fields)


cdef str write_view(const AmunreView* view):
    cdef const Table* t = &view.table
    viewer = t.header.viewer
    fields = table_fields(t, unknown_text(t.deck_count))
    for seat in range(t.header.players):
        hand, cards = unknown_text(t.hand_count[seat]), unknown_text(t.cards[seat])
        if seat == viewer:
            hand, cards = write_counts(favor_counts(view.hand)), mask_text(view.province_hand)
        fields[seat_name(seat)] = f"{t.score[seat]},{t.gold[seat]},{hand},{cards}"
    fields["chosen"] = f"{seat_name(viewer)}:{PROVINCES[view.chosen - 1]}" if view.chosen else "-"
    fields["offers"] = f"{seat_name(viewer)}:{offering_text(view.offer - 1)}" if view.offer else "-"
    fields["sales"] = f"{seat_name(viewer)}:{bag_text(view.sold)}" if view.sold else "-"
    fields["fresh"] = bag_text(t.fresh)
    fields["drawn"] = ",".join(
        [f"{seat_name(seat)}:{bag_text(view.drawn) if seat == viewer else unknown_text(t.fresh_count[seat])}"
         for seat in range(t.header.players) if t.fresh_count[seat]]) or "-"
    fields["played"] = plays_text(t, view.from_fresh, viewer)
    return join_fields(fields)


# -- reading -------------------------------------------------------------------------------------------------

cdef dict read_fields(str text):
    """All fields, each there once and in its place."""
    fields = parse_fields(text, PREFIX)
    players = parse_count(fields, "players", 3, MAX_SEATS)
    wanted = (*HEAD, *[seat_name(seat) for seat in range(players)], *SECRETS)
    for key in fields:
        if key not in wanted:
            raise NotationError(f"'{key[:40]}' is not a field of amunre with {players} players")
    for key in wanted:
        if key not in fields:
            raise NotationError(f"field '{key}' is missing")
    for key, place in zip(fields, wanted):
        if key != place:
            raise NotationError(f"field '{key}' stands where '{place}' belongs")
    return fields


cdef int parse_signed(str text, int low, int high, str field) except? -9999:
    return -parse_number(text[1:], 1, -low, field) if text.startswith("-") else parse_number(text, 0, high, field)


cdef int read_auction(Table* t, str text) except -1:
    for part in [] if text == "-" else text.split(","):
        name, colon, bid = part.partition(":")
        province = parse_province(name, "auction")
        if not colon or t.offered_count == MAX_SEATS:
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
    for part in [] if text == "-" else text.split(","):
        name, _, rest = part.partition(":")
        province = parse_province(name, "map")
        words = rest.split("+")
        if len(words) != 5:
            raise NotationError(f"map: '{part[:40]}' needs owner, pyramids, stones, farmers, free farmers")
        if words[0] != "-":
            t.owned[parse_seat(words[0], t.header.players, "map")] |= <uint16_t>(1 << province)
        numbers = [parse_number(word, 0, 255, "map") for word in words[1:]]
        t.pyramids[province], t.stones[province] = numbers[0], numbers[1]
        t.farmers[province], t.free_farmers[province] = numbers[2], numbers[3]
        if t.farmers_placed + numbers[2] + numbers[3] > TABLES.farmer_tokens:
            raise NotationError(f"map: '{part[:40]}' is more farmers than the box holds")
        t.farmers_placed += numbers[2] + numbers[3]
    return 0


cdef int read_offerings(Table* t, dict fields) except -1:
    players = t.header.players
    t.served = parse_seats(fields, "served", players)
    t.adjusters = parse_seats(fields, "adjust", players)
    t.total = parse_signed(fields["total"], -999, 9999, "total")
    for seat, word in parse_by_seat(fields["gave"], players, "gave").items():
        offering = parse_offering(word.split("+"), "gave")
        t.given[seat] = offering_gold(offering) or THIEF
        t.adjusted |= (offering & WITH_ADJUSTMENT) << seat
    return 0


cdef long read_plays(Table* t, str text, int viewer) except -1:
    """Fills the noted plays; returns which of them were fresh cards."""
    cdef long from_fresh = 0
    for part in [] if text == "-" else text.split(","):
        words = part.split(":")
        if len(words) != 4 or words[1] not in FAVORS or t.plays == PLAY_NB:
            raise NotationError(f"played: '{part[:40]}' is not seat:favor:number:word, or one too many")
        seat = parse_seat(words[0], t.header.players, "played")
        if words[3] not in (AGES if viewer in (-1, seat) else ("?",)):
            raise NotationError(f"played: '{words[3][:40]}' does not belong here")
        t.play[t.plays] = seat << 4 | FAVORS.index(words[1])
        t.play_limit[t.plays] = parse_number(words[2], 1, TABLES.favors_in_box, "played")
        from_fresh |= (words[3] == "fresh") << t.plays
        t.plays += 1
    return from_fresh


cdef int read_table(str text, dict fields, bint as_view, Table* t) except -1:
    players = int(fields["players"])
    t.header.players = players
    t.header.viewer = parse_viewer(fields["viewer"], players, as_view)
    t.header.variant = parse_word(fields, "variant", VARIANTS)
    t.age = parse_count(fields, "age", 1, TABLES.ages)
    t.round = parse_count(fields, "round", 1, TABLES.rounds)
    t.phase = parse_word(fields, "phase", PHASES)
    if fields["act"] in ACTOR_CODE:
        t.header.actor = ACTOR_CODE[fields["act"]]
    else:
        t.header.actor = parse_seat(fields["act"], players, "act")
    t.turn = parse_seat(fields["turn"], players, "turn")
    t.start = parse_seat(fields["start"], players, "start")
    t.tile = 0 if fields["tile"] == "-" else parse_count(fields, "tile", 1, 4)
    t.resume = 0 if fields["resume"] == "-" else parse_word(fields, "resume", PHASES)
    t.debt, t.floor, t.draws, t.cursor, t.bought, t.used, t.rewards = [
        parse_count(fields, key, 0, most) for key, most in COUNTERS.items()]
    read_offerings(t, fields)
    read_auction(t, fields["auction"])
    for seat, word in parse_by_seat(fields["outbid"], players, "outbid").items():
        t.outbid[seat] = parse_province(word, "outbid") + 1
    t.shielded = parse_seats(fields, "shielded", players)
    t.bribed = parse_seats(fields, "bribed", players)
    for province in range(PROVINCE_NB):
        if t.bid[province]:
            t.live |= 1 << t.bidder[province]
    t.kingdom = parse_mask(fields["kingdom"], "kingdom") if t.age > 1 else (1 << PROVINCE_NB) - 1
    t.seen = parse_mask(fields["seen"], "seen")
    read_map(t, fields["map"])
    t.architects = parse_seats(fields, "known", players)
    t.discard = parse_favors(fields["discard"], "discard")
    t.under = parse_favors(fields["under"], "under")
    t.fresh = parse_favors(fields["fresh"], "fresh")
    return 0


cdef list read_player(Table* t, int seat, str text):
    """Score and gold go into the table; hand and province cards come back as text."""
    name = seat_name(seat)
    parts = text.split(",")
    if len(parts) != 4:
        raise NotationError(f"{name}: '{text[:40]}' needs four parts: score,gold,favors,provinces")
    t.score[seat] = parse_number(parts[0], 0, HIGHEST_SCORE, f"{name} score")
    t.gold[seat] = parse_number(parts[1], 0, HIGHEST_GOLD, f"{name} gold")
    return parts[2:]


cdef int check_proper(str text, str proper) except -1:
    """A position is written in one way only."""
    for given, wanted in zip(text.split(";"), proper.split(";")):
        if given != wanted:
            raise NotationError(f"'{given[:40]}' must be written '{wanted}'")
    return 0


cdef bint is_waiting(const Table* t, int seat, int offer, uint64_t sold):
    """Whether an offering still lacks favors to be sold for it."""
    return offering_gold(offer - 1) > t.gold[seat] + bag_size(sold)


cdef int waiting(const Table* t, chosen):
    """Bit per seat that still has to choose, in a secret choice."""
    if t.phase != PHASE_CHOOSE and t.phase != PHASE_OFFER:
        return 0
    return sum([1 << seat for seat in range(t.header.players) if seat not in chosen])


cdef int read_state(str text, AmunreState* s) except -1:
    """Fill `s` from text; what the tokens say is checked here, how they fit together by validate."""
    cdef Table* t = &s.table
    fields = read_fields(text)
    memset(s, 0, sizeof(AmunreState))
    read_table(text, fields, False, t)
    s.deck = parse_favors(fields["deck"], "deck")
    t.deck_count = bag_size(s.deck)
    for seat in range(t.header.players):
        hand, cards = read_player(t, seat, fields[seat_name(seat)])
        s.hand[seat] = parse_favors(hand, f"{seat_name(seat)} favors")
        t.hand_count[seat] = bag_size(s.hand[seat])
        s.province_hand[seat] = parse_mask(cards, f"{seat_name(seat)} provinces")
        t.cards[seat] = len(province_names(s.province_hand[seat]))
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
    s.from_fresh = read_plays(t, fields["played"], -1)
    if t.phase == PHASE_OFFER:
        chosen = [seat for seat in offers if not is_waiting(t, seat, s.offer[seat], s.sold[seat])]
    t.header.pending = waiting(t, chosen)
    return check_proper(text, write_state(s))


cdef int read_view(str text, AmunreView* view) except -1:
    cdef Table* t = &view.table
    fields = read_fields(text)
    memset(view, 0, sizeof(AmunreView))
    read_table(text, fields, True, t)
    t.deck_count = parse_unknown(fields["deck"], "deck")
    viewer = t.header.viewer
    for seat in range(t.header.players):
        hand, cards = read_player(t, seat, fields[seat_name(seat)])
        if seat == viewer:
            view.hand = parse_favors(hand, f"{seat_name(seat)} favors")
            t.hand_count[seat] = bag_size(view.hand)
            view.province_hand = parse_mask(cards, f"{seat_name(seat)} provinces")
            t.cards[seat] = len(province_names(view.province_hand))
        else:
            t.hand_count[seat] = parse_unknown(hand, f"{seat_name(seat)} favors")
            t.cards[seat] = parse_unknown(cards, f"{seat_name(seat)} provinces")
    chosen = parse_by_seat(fields["chosen"], t.header.players, "chosen")
    offers = parse_by_seat(fields["offers"], t.header.players, "offers")
    sales = parse_by_seat(fields["sales"], t.header.players, "sales")
    for seat in [*chosen, *offers, *sales]:
        if seat != viewer:
            raise NotationError(f"'{seat_name(seat)}': a view does not know what another seat has chosen")
    if chosen:
        view.chosen = parse_province(chosen[viewer], "chosen") + 1
    if offers:
        view.offer = parse_offering(offers[viewer].split("+"), "offers") + 1
    if sales:
        view.sold = parse_favors(sales[viewer], "sales")
    for seat, word in parse_by_seat(fields["drawn"], t.header.players, "drawn").items():
        if seat == viewer:
            view.drawn = parse_favors(word, "drawn")
        t.fresh_count[seat] = bag_size(view.drawn) if seat == viewer else parse_unknown(word, "drawn")
    view.from_fresh = read_plays(t, fields["played"], viewer)
    if t.phase == PHASE_OFFER:
        chosen = [seat for seat in offers if not is_waiting(t, seat, view.offer, view.sold)]
    t.header.pending = waiting(t, chosen)
    return check_proper(text, write_view(view))


# -- plain data ----------------------------------------------------------------------------------------------

cdef dict describe_province(const Table* t, int province):
    row = COMPONENTS.provinces[province]
    seat = owner(t, province)
    return {
        "province": row.name,
        "owner": seat_name(seat) if seat >= 0 else None,
        "pyramids": t.pyramids[province],
        "stones": t.stones[province],
        "farmers": t.farmers[province],
        "free_farmers": t.free_farmers[province],
        "fields": row.fields,
        "limit": row.limit,
        "bank": "west" if row.west else "east",
        "half": "upper" if row.upper else "lower",
        "nile": row.nile,
        "mine": row.mine,
        "caravan": row.caravan,
        "temples": row.temples,
        "bonus": {"stones": row.stones, "favors": row.favors, "gold": row.gold},
    }


cdef dict describe_table(const Table* t):
    return {
        "game": "amunre",
        "viewer": viewer_name(t.header.viewer),
        "players": t.header.players,
        "variant": VARIANTS[t.header.variant],
        "age": t.age,
        "round": t.round,
        "phase": PHASES[t.phase],
        "resume": PHASES[t.resume] if t.phase == PHASE_SELL else None,
        "to_act": actor_name(t),
        "pending": seat_names(t.header.pending),
        "turn": seat_name(t.turn),
        "start_player": seat_name(t.start),
        "tile": t.tile or None,
        "debt": t.debt,
        "draws": t.draws,
        "rewards": t.rewards,
        "asked_about": PROVINCES[t.cursor] if PHASES[t.phase] in ("farmers", "build") else None,
        "total": t.total,
        "auction": [
            {
                "province": PROVINCES[t.offered[i]],
                "bid": TABLES.track[t.bid[t.offered[i]] - 1] if t.bid[t.offered[i]] else None,
                "bidder": seat_name(t.bidder[t.offered[i]]) if t.bid[t.offered[i]] else None,
            }
            for i in range(t.offered_count)
        ],
        "shielded": seat_names(t.shielded),
        "provinces": [describe_province(t, province) for province in range(PROVINCE_NB)],
        "to_come": province_names(t.kingdom & ~t.seen),
        "discard": favor_counts(t.discard),
        "deck": t.deck_count + bag_size(t.under),
        "seats": [
            {
                "seat": seat_name(seat),
                "score": t.score[seat],
                "gold": t.gold[seat],
                "favors": t.hand_count[seat],
                "hand": None,
                "known_architect": bool(t.architects >> seat & 1),
                "province_cards": t.cards[seat],
                "province_hand": None,
                "chosen": None,
                "offer": None,
                "sale": None,
                "gave": given_text(t, seat) if t.given[seat] else None,
                "outbid_from": PROVINCES[t.outbid[seat] - 1] if t.outbid[seat] else None,
            }
            for seat in range(t.header.players)
        ],
    }


cdef int add_secrets(dict seat, uint64_t hand, int province_hand, int chosen, int offer, uint64_t sold) except -1:
    seat["hand"] = favor_counts(hand)
    seat["province_hand"] = province_names(province_hand)
    seat["chosen"] = PROVINCES[chosen - 1] if chosen else None
    seat["offer"] = offering_text(offer - 1) if offer else None
    seat["sale"] = favor_counts(sold) if offer else None
    return 0


cdef dict describe_state(const AmunreState* s):
    """The position as plain data, for JSON and for the board."""
    data = describe_table(&s.table)
    for seat in range(s.table.header.players):
        add_secrets(data["seats"][seat], s.hand[seat], s.province_hand[seat], s.chosen[seat], s.offer[seat], s.sold[seat])
    return data


cdef dict describe_view(const AmunreView* view):
    """The same with nothing but the viewer's own secrets."""
    data = describe_table(&view.table)
    add_secrets(
        data["seats"][view.table.header.viewer], view.hand, view.province_hand, view.chosen, view.offer, view.sold)
    return data
