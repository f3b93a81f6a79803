# cython: boundscheck=True
# Anybody may ask for the text of any number, whether it is a move or not.
"""Moves as people say them. README.md has the grammar."""

from egypt.core.bits cimport popcount
from egypt.core.types cimport Move
from egypt.games.sobek.bags cimport token_add
from egypt.games.sobek.moves cimport (
    DISCARDED_GREEN_MOST, HIDDEN, HIDDEN_FAMILY, MOVE_BEGIN, MOVE_CHARACTER, MOVE_CHOOSER, MOVE_DOCK, MOVE_DONE, MOVE_DRAW,
    MOVE_DROP, MOVE_EVENT, MOVE_LAY, MOVE_PASS, MOVE_PAY, MOVE_PURGE, MOVE_RETRIEVE, MOVE_SEE, MOVE_SET, MOVE_SIGHT,
    MOVE_STARTER, MOVE_STOLEN, MOVE_TAKE, MOVE_TOKEN, SET_GOODS_MOST, discarded_goods, make_begin, make_character,
    make_discarded, make_event, make_move, make_purge, make_set, move_a, move_aim, move_argument, move_b, move_character,
    move_kind, move_token, move_tokens, purge_family, set_amulet_count, set_family, set_goods, set_mates, with_others,
)
from egypt.games.sobek.state cimport DOCK_CHARACTER, DOCK_NB, SEAT_NB
from egypt.games.sobek.tables cimport (
    AMULET, COURTESAN, CURSE, FIRST_CHARACTER, GREEN_PLAIN, MERCHANT, PLAIN, PRIEST, PROSPERITY, ROW_NB, SYMBOL_NB, TABLES,
    THIEF, VIZIER, WITH_SCARABS, good,
)
from egypt.games.sobek.words cimport token_dict

from egypt.core.errors import NotationError
from egypt.core.fields import parse_number, parse_pairs, parse_seat, seat_name, seat_names, write_counts
from egypt.games.sobek.components import BACKS
from egypt.games.sobek.words import CHARACTERS, FAMILIES, KINDS, TOKENS, UNKNOWN

CARD_MOVES = {MOVE_DROP: "drop", MOVE_RETRIEVE: "retrieve", MOVE_DRAW: "draw", MOVE_STOLEN: "stolen", MOVE_SEE: "see"}
SET_MOVES = {MOVE_SET: "set", MOVE_LAY: "lay"}
SEAT_MOVES = {MOVE_STARTER: "starter", MOVE_CHOOSER: "chooser"}
PLAIN_MOVES = {MOVE_PASS: "pass", MOVE_DONE: "done"}
CARD_CODE = {text: kind for kind, text in CARD_MOVES.items()}
SET_CODE = {text: kind for kind, text in SET_MOVES.items()}
SEAT_CODE = {text: kind for kind, text in SEAT_MOVES.items()}
PLAIN_CODE = {text: kind for kind, text in PLAIN_MOVES.items()}


# -- cards inside a set: the family is said once, so `1` is a card with one scarab, `0` one without, `0g` a green one

cdef str card_in_family(int family, int kind):
    if kind == good(family, WITH_SCARABS):
        return str(TABLES.value[family])
    if kind == good(family, PLAIN):
        return "0"
    if kind == good(family, GREEN_PLAIN):
        return "0g"
    return KINDS[kind]


cdef int kind_in_family(int family, str token, str text) except -1:
    kinds = [good(family, row) for row in range(ROW_NB)] + [AMULET]
    names = {card_in_family(family, kind): kind for kind in kinds}
    for i in range(TABLES.mates[family]):
        names[KINDS[TABLES.mate[family][i]]] = TABLES.mate[family][i]
    if token not in names:
        raise NotationError(f"'{text}': '{token}' is not a card of {FAMILIES[family]}")
    return names[token]


cdef list mates_of(int family, int mates):
    """The kinds of some characters of a family, bit each."""
    return [TABLES.mate[family][i] for i in range(TABLES.mates[family]) if mates >> i & 1]


cdef tuple count_cards(int family, list tokens, str text):
    """Cards of a family: goods by row, characters as bits, amulets."""
    goods = [0] * ROW_NB
    amulets = mates = 0
    for token in tokens:
        kind = kind_in_family(family, token, text)
        if kind == AMULET:
            amulets += 1
        elif kind >= FIRST_CHARACTER:
            if mates >> TABLES.mate_index[kind] & 1:
                raise NotationError(f"'{text}': '{token}' twice")
            mates |= 1 << TABLES.mate_index[kind]
        else:
            goods[kind - good(family, WITH_SCARABS)] += 1
    return goods, mates, amulets


cdef int parse_family(str token, str text) except -1:
    if token not in FAMILIES:
        raise NotationError(f"'{text}': '{token}' is not a family")
    return FAMILIES.index(token)


cdef str set_text(Move move):
    family = set_family(move)
    name = FAMILIES[family]     # of the checked list first: the C tables behind it are not checked
    cards = [good(family, row) for row in range(ROW_NB) for _ in range(set_goods(move, row))]
    cards += mates_of(family, set_mates(move)) + [AMULET] * set_amulet_count(move)
    return "+".join([name] + [card_in_family(family, kind) for kind in cards])


cdef Move set_code(int kind, str argument, str text) except? 0:
    name, *tokens = argument.split("+")
    family = parse_family(name, text)
    (scarabs, plain, green), mates, amulets = count_cards(family, tokens, text)
    if max(scarabs, plain, green, amulets) > SET_GOODS_MOST:
        raise NotationError(f"'{text}': more cards than the box holds")
    return with_others(make_set(kind, family, scarabs, plain, green), mates, amulets)


# -- characters and events with their targets ----------------------------------------------------------------

cdef str character_text(Move move):
    character = move_character(move)
    name, power = CHARACTERS[character], TABLES.power[character]
    a, b, c = move_a(move), move_b(move), move_argument(move)
    if a == 0:
        return name
    if power == THIEF:
        return f"{name}:{seat_name(a - 1)}+{BACKS[b]}"
    if power == VIZIER:
        return f"{name}:{seat_name(a - 1)}"
    if power == MERCHANT:
        return f"{name}:{a - 1}"
    family = a - 1
    words = [FAMILIES[family]]
    if power == PRIEST:
        cards = [good(family, row) for row in range(ROW_NB) for _ in range(discarded_goods(move, row))] + mates_of(family, c)
    else:
        cards = [kind - 1 for kind in (b, c) if kind]
    return f"{name}:" + "+".join(words + [card_in_family(family, kind) for kind in cards])


cdef Move priest_code(int character, int family, list tokens, str text) except? 0:
    (scarabs, plain, green), mates, amulets = count_cards(family, tokens, text)
    if amulets:
        raise NotationError(f"'{text}': amulets are never discarded")
    if max(scarabs, plain) > SET_GOODS_MOST or green > DISCARDED_GREEN_MOST:
        raise NotationError(f"'{text}': more cards than the box holds")
    return make_character(character, family + 1, make_discarded(scarabs, plain, green), mates)


cdef Move character_code(int character, str argument, str text) except? 0:
    power = TABLES.power[character]
    if not argument:
        return make_character(character)
    first, *rest = argument.split("+")
    if power == THIEF:
        if len(rest) != 1 or rest[0] not in BACKS:
            raise NotationError(f"'{text}': a back must follow, one of {', '.join(BACKS)}")
        return make_character(character, parse_seat(first, SEAT_NB, text) + 1, BACKS.index(rest[0]))
    if power == VIZIER and not rest:
        return make_character(character, parse_seat(first, SEAT_NB, text) + 1)
    if power == MERCHANT and not rest:
        return make_character(character, parse_number(first, 0, DOCK_NB - 1, text) + 1)
    if power == PRIEST:
        return priest_code(character, parse_family(first, text), rest, text)
    if power == COURTESAN and 1 <= len(rest) <= 2:
        family = parse_family(first, text)
        kinds = sorted([kind_in_family(family, token, text) + 1 for token in rest]) + [0]
        return make_character(character, family + 1, kinds[0], kinds[1])
    raise NotationError(f"'{text}': '{argument}' is not a target of the {CHARACTERS[character]}")


cdef str event_text(Move move):
    token, aim = move_token(move), move_aim(move)
    if aim == 0:
        return f"event:{TOKENS[token]}"
    return f"event:{TOKENS[token]}+{FAMILIES[aim - 1] if token == PROSPERITY else seat_name(aim - 1)}"


cdef Move event_code(str argument, str text) except? 0:
    name, plus, target = argument.partition("+")
    if name not in TOKENS:
        raise NotationError(f"'{text}': '{name}' is not an event")
    token = TOKENS.index(name)
    if not plus:
        return make_event(token)
    if token == PROSPERITY:
        return make_event(token, parse_family(target, text) + 1)
    if token == CURSE or token < SYMBOL_NB:
        return make_event(token, parse_seat(target, SEAT_NB, text) + 1)
    raise NotationError(f"'{text}': {name} has no target")


cdef int parse_tokens(str argument, str text) except -1:
    """What a player has seen; nothing for `?`."""
    tokens = 0
    if argument == "?":
        return 0
    for name, count in parse_pairs(argument, TOKENS, text).items():
        kind = TOKENS.index(name)
        if count > popcount(TABLES.token_run[<int>kind]):
            raise NotationError(f"'{text}': more '{name}' than the box holds")
        for _ in range(count):
            tokens = token_add(tokens, kind)
    return tokens


cdef Move purge_code(str argument, str text) except? 0:
    name, *names = argument.split("+")
    family = parse_family(name, text)
    goods, mates, amulets = count_cards(family, names, text)
    if sum(goods) + amulets:
        raise NotationError(f"'{text}': only characters are shown in this way")
    return make_purge(family, mates)


# -- all moves and outcomes ----------------------------------------------------------------------------------

cdef str move_text(Move move):
    kind, argument = move_kind(move), move_argument(move)
    if kind in PLAIN_MOVES:
        return PLAIN_MOVES[kind]
    if kind == MOVE_TAKE:
        return f"take:{argument}"
    if kind in CARD_MOVES:
        return f"{CARD_MOVES[kind]}:{UNKNOWN[argument - HIDDEN] if argument >= HIDDEN else KINDS[argument]}"
    if kind == MOVE_DOCK:
        return "dock:?" if argument == DOCK_CHARACTER else f"dock:{KINDS[argument]}"
    if kind in SET_MOVES:
        return f"{SET_MOVES[kind]}:{set_text(move)}"
    if kind == MOVE_BEGIN:
        return "begin:?" if set_family(move) == HIDDEN_FAMILY else f"begin:{set_text(move)}"
    if kind in SEAT_MOVES:
        return f"{SEAT_MOVES[kind]}:{seat_name(argument)}"
    if kind == MOVE_CHARACTER:
        return character_text(move)
    if kind == MOVE_EVENT:
        return event_text(move)
    if kind == MOVE_PAY:
        return "pay:" + ("+".join(seat_names(argument)) or "nobody")
    if kind == MOVE_PURGE:
        family = purge_family(move)
        return "purge:" + "+".join([FAMILIES[family]] + [KINDS[mate] for mate in mates_of(family, argument)])
    if kind == MOVE_SIGHT:
        return f"sight:{write_counts(token_dict(move_tokens(move))) if move_tokens(move) else '?'}"
    if kind == MOVE_TOKEN:
        return "token:?" if argument == HIDDEN else f"token:{TOKENS[argument]}"
    return f"?{move}"


cdef Move card_code(int kind, str argument, str text) except? 0:
    if argument in KINDS:
        return make_move(kind, KINDS.index(argument))
    if argument in UNKNOWN:
        return make_move(kind, HIDDEN + UNKNOWN.index(argument))
    raise NotationError(f"'{text}': '{argument}' is not a card")


cdef Move dock_code(str argument, str text) except? 0:
    if argument == "?":
        return make_move(MOVE_DOCK, DOCK_CHARACTER)
    if argument not in KINDS[:FIRST_CHARACTER]:
        raise NotationError(f"'{text}': '{argument}' is not a good")
    return make_move(MOVE_DOCK, KINDS.index(argument))


cdef Move token_code(str argument, str text) except? 0:
    if argument == "?":
        return make_move(MOVE_TOKEN, HIDDEN)
    if argument not in TOKENS:
        raise NotationError(f"'{text}': '{argument}' is not an event")
    return make_move(MOVE_TOKEN, TOKENS.index(argument))


cdef Move move_code(str text) except? 0:
    if text in PLAIN_CODE:
        return make_move(PLAIN_CODE[text])
    word, colon, argument = text.partition(":")
    if word in CHARACTERS and (argument or not colon):
        return character_code(CHARACTERS.index(word), argument, text)
    if not argument:
        raise NotationError(f"'{text}' is not a move of sobek")
    if word == "take":
        return make_move(MOVE_TAKE, parse_number(argument, 0, TABLES.sizes.reach - 1, text))
    if word in CARD_CODE:
        return card_code(CARD_CODE[word], argument, text)
    if word == "dock":
        return dock_code(argument, text)
    if word in SET_CODE:
        return set_code(SET_CODE[word], argument, text)
    if word == "begin":
        return make_begin(HIDDEN_FAMILY, 0) if argument == "?" else set_code(MOVE_BEGIN, argument, text)
    if word in SEAT_CODE:
        return make_move(SEAT_CODE[word], parse_seat(argument, SEAT_NB, text))
    if word == "event":
        return event_code(argument, text)
    if word == "pay":
        seats = [] if argument == "nobody" else argument.split("+")
        return make_move(MOVE_PAY, sum({1 << parse_seat(seat, SEAT_NB, text) for seat in seats}))
    if word == "purge":
        return purge_code(argument, text)
    if word == "sight":
        return make_move(MOVE_SIGHT, parse_tokens(argument, text))
    if word == "token":
        return token_code(argument, text)
    raise NotationError(f"'{text}' is not a move of sobek")
