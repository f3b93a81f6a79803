# cython: boundscheck=True
# Any number may be asked for its text, whether it is a move or not.
"""Moves of Amun-Re as text: a kind, a colon, words joined by plus signs. README.md has the grammar."""

from egypt.core.types cimport MAX_SEATS, Move
from egypt.games.amunre.favors cimport HIDDEN
from egypt.games.amunre.moves cimport (
    HIDDEN_OFFER, MOST_ITEMS, MOVE_ADJUST, MOVE_BID, MOVE_BIG_HARVEST, MOVE_BUILD, MOVE_BUY, MOVE_CARD, MOVE_CHOOSE,
    MOVE_DONE, MOVE_FARMERS, MOVE_FAVOR, MOVE_OFFER, MOVE_PROVINCE, MOVE_SCORE, MOVE_SELL, MOVE_SOLD, MOVE_START,
    MOVE_TAKE_FARMER, MOVE_TAKE_FAVOR, MOVE_TAKE_STONE, MOVE_TREASURY, MOVE_UNVEIL, WITH_ADJUSTMENT, WITH_ARCHITECT,
    WITH_BRIBERY, WITH_FREE_FARMER, WITH_PROTECTION, argument_number, argument_options, make_move, move_argument,
    move_kind, move_place, offering, offering_gold, with_options,
)
from egypt.games.amunre.state cimport MOST_OFFERED
from egypt.games.amunre.tables cimport FAVOR_NB, PRICE_NB, PROVINCE_NB, SPACE_NB, TABLES

from egypt.core.errors import NotationError
from egypt.core.fields import parse_number, parse_seat, parse_word, seat_name
from egypt.games.amunre.components import FAVORS
from egypt.games.amunre.tables import PROVINCES

PLAIN = {
    "done": make_move(MOVE_DONE, 0, 0),
    "take:favor": make_move(MOVE_TAKE_FAVOR, 0, 0),
    "adjust:down": make_move(MOVE_ADJUST, 0, 0),
    "adjust:up": make_move(MOVE_ADJUST, 0, 1),
    "choose:?": make_move(MOVE_CHOOSE, HIDDEN, 0),
    "card:?": make_move(MOVE_CARD, HIDDEN, 0),
    "favor:?": make_move(MOVE_FAVOR, HIDDEN, 0),
    "offer:?": make_move(MOVE_OFFER, 0, HIDDEN_OFFER),
    "sell:?": make_move(MOVE_SELL, HIDDEN, 0),
}
PLAIN_TEXT = {code: text for text, code in PLAIN.items()}

# Kinds whose whole argument is one province, or one favor.
PROVINCE_KINDS = {
    "choose": MOVE_CHOOSE, "treasury": MOVE_TREASURY, "big-harvest": MOVE_BIG_HARVEST, "card": MOVE_CARD,
    "province": MOVE_PROVINCE, "take:farmer+": MOVE_TAKE_FARMER, "take:stone+": MOVE_TAKE_STONE,
}
FAVOR_KINDS = {"sell": MOVE_SELL, "score": MOVE_SCORE, "favor": MOVE_FAVOR, "sold": MOVE_SOLD}
KIND_NAME = {kind: name for name, kind in {**PROVINCE_KINDS, **FAVOR_KINDS}.items()}
BID_OPTIONS = {"bribery": WITH_BRIBERY, "protection": WITH_PROTECTION}
BUILD_OPTIONS = {"architect": WITH_ARCHITECT, "free-farmer": WITH_FREE_FARMER}


# -- writing -------------------------------------------------------------------------------------------------

cdef str options_text(int options, dict names):
    return "".join([f"+{name}" for name, bit in names.items() if options & bit])


cdef str offering_text(int argument):
    gold = offering_gold(argument)
    return (str(gold) if gold else "theft") + ("+adjustment" if argument & WITH_ADJUSTMENT else "")


cdef str move_text(Move move):
    kind, place, argument = move_kind(move), move_place(move), move_argument(move)
    number = argument_number(argument)
    if move in PLAIN_TEXT:
        return PLAIN_TEXT[move]
    if kind in PROVINCE_KINDS.values() and place < PROVINCE_NB and argument == 0:
        name = KIND_NAME[kind]
        return f"{name}{PROVINCES[place]}" if name.endswith("+") else f"{name}:{PROVINCES[place]}"
    if kind in FAVOR_KINDS.values() and place < FAVOR_NB and argument == 0:
        return f"{KIND_NAME[kind]}:{FAVORS[place]}"
    if kind == MOVE_BID and place < PROVINCE_NB and number < SPACE_NB:
        return f"bid:{PROVINCES[place]}+{TABLES.track[number]}{options_text(argument_options(argument), BID_OPTIONS)}"
    if kind == MOVE_BUILD and place < PROVINCE_NB and number < PRICE_NB:
        return f"stones:{PROVINCES[place]}+{number}{options_text(argument_options(argument), BUILD_OPTIONS)}"
    if kind == MOVE_FARMERS and place < PROVINCE_NB and argument <= MOST_ITEMS:
        return f"farmers:{PROVINCES[place]}+{argument}"
    if kind == MOVE_BUY and place == 0 and argument <= MOST_ITEMS:
        return f"favors:{argument}"
    if kind == MOVE_OFFER and place == 0 and offering_gold(argument) <= MOST_OFFERED:
        return f"offer:{offering_text(argument)}"
    if kind == MOVE_UNVEIL and place < MAX_SEATS and offering_gold(argument) <= MOST_OFFERED:
        return f"unveil:{seat_name(place)}+{offering_text(argument)}"
    if kind == MOVE_START and place < MAX_SEATS and argument == 0:
        return f"start:{seat_name(place)}"
    raise NotationError(f"'{move}' is not the code of a move of amunre")


# -- reading -------------------------------------------------------------------------------------------------

cdef int parse_options(list words, dict names, str name) except -1:
    """Options in the order in which they are written, each at most once."""
    options = 0
    for word in words:
        if word not in names:
            raise NotationError(f"{name}: '{word[:40]}' does not belong here")
        for later in list(names)[list(names).index(word):]:
            if options & names[later]:
                wrong = "stands twice" if later == word else f"must stand before '{later}'"
                raise NotationError(f"{name}: '{word}' {wrong}")
        options |= names[word]
    return options


cdef int parse_offering(list words, str field) except -1:
    if not words or words[1:] not in ([], ["adjustment"]):
        raise NotationError(f"{field}: '{'+'.join(words)[:40]}' is not an offering")
    gold = 0 if words[0] == "theft" else parse_number(words[0], 1, MOST_OFFERED, field)
    return offering(gold, len(words) == 2)


cdef Move with_province_and_number(str name, list words, int kind) except? 0:
    if len(words) < 2:
        raise NotationError(f"{name}: '{'+'.join(words)[:40]}' needs a province and a number")
    province = parse_word(words[0], PROVINCES, name)
    if kind == MOVE_FARMERS:
        if len(words) > 2:
            raise NotationError(f"{name}: '{words[2][:40]}' does not belong here")
        return make_move(kind, province, parse_number(words[1], 0, MOST_ITEMS, name))
    if kind == MOVE_BID:
        gold = parse_number(words[1], 0, TABLES.track[SPACE_NB - 1], name)
        spaces = [space for space in range(SPACE_NB) if TABLES.track[space] == gold]
        if not spaces:
            raise NotationError(f"{name}: '{gold}' is not a bidding space")
        return make_move(kind, province, with_options(spaces[0], parse_options(words[2:], BID_OPTIONS, name)))
    number = parse_number(words[1], 0, PRICE_NB - 1, name)
    return make_move(kind, province, with_options(number, parse_options(words[2:], BUILD_OPTIONS, name)))


cdef Move move_code(str text) except? 0:
    if text in PLAIN:
        return PLAIN[text]
    for prefix in ("take:farmer+", "take:stone+"):
        if text.startswith(prefix):
            return make_move(PROVINCE_KINDS[prefix], parse_word(text[len(prefix):], PROVINCES, "take"), 0)
    name, colon, rest = text.partition(":")
    words = rest.split("+")
    if colon and name in PROVINCE_KINDS:
        return make_move(PROVINCE_KINDS[name], parse_word(rest, PROVINCES, name), 0)
    if colon and name in FAVOR_KINDS:
        return make_move(FAVOR_KINDS[name], parse_word(rest, FAVORS, name), 0)
    if colon and name in ("bid", "stones", "farmers"):
        kind = {"bid": MOVE_BID, "stones": MOVE_BUILD, "farmers": MOVE_FARMERS}[name]
        return with_province_and_number(name, words, kind)
    if colon and name == "favors":
        return make_move(MOVE_BUY, 0, parse_number(rest, 0, MOST_ITEMS, name))
    if colon and name == "offer":
        return make_move(MOVE_OFFER, 0, parse_offering(words, name))
    if colon and name == "unveil":
        return make_move(MOVE_UNVEIL, parse_seat(words[0], MAX_SEATS, name), parse_offering(words[1:], name))
    if colon and name == "start":
        return make_move(MOVE_START, parse_seat(rest, MAX_SEATS, name), 0)
    raise NotationError(f"'{text[:40]}' is not a move of amunre")
