# cython: boundscheck=True
# Anybody may ask for the text of any number, whether it is a move or not.
"""Moves as people say them. README.md has the grammar."""

from egypt.core.types cimport Move
from egypt.games.sobek.bags cimport token_add
from egypt.games.sobek.moves cimport (
    BEGIN, CHARACTER, CHOOSER, DOCK, DONE, DRAW, DROP, EVENT, HIDDEN, HIDDEN_FAMILY, LAY, PASS, PAY, PURGE,
    RETRIEVE, SEE, SET, SIGHT, STARTER, STOLEN, TAKE, TOKEN, make, make_begin, make_character, make_event, make_set,
    move_a, move_aim, move_argument, move_b, move_character, move_token, move_tokens, move_verb,
    set_amulet_count, set_family, set_green, set_mates, set_plain, set_scarabs,
)
from egypt.games.sobek.state cimport DOCK_CHARACTER, SEAT_NB
from egypt.games.sobek.tables cimport (
    AMULET, COURTESAN, CURSE, FIRST_CHARACTER, MERCHANT, PRIEST, PROSPERITY, SYMBOL_NB, THIEF, VIZIER, T,
)

from egypt.core.errors import NotationError
from egypt.core.fields import parse_number, parse_pairs, parse_seat, seat_name, write_counts
from egypt.games.sobek.components import BACKS, COMPONENTS

KINDS = tuple([row.name for row in COMPONENTS.kinds])
FAMILIES = tuple([row.name for row in COMPONENTS.families])
TOKENS = tuple([row.name for row in COMPONENTS.tokens])
CHARACTERS = KINDS[FIRST_CHARACTER:]
CARD_VERBS = {DROP: "drop", RETRIEVE: "retrieve", DRAW: "draw", STOLEN: "stolen", SEE: "see"}
SET_VERBS = {SET: "set", LAY: "lay"}
SEAT_VERBS = {STARTER: "starter", CHOOSER: "chooser"}
PLAIN = {PASS: "pass", DONE: "done"}
CARD_CODE = {text: verb for verb, text in CARD_VERBS.items()}
SET_CODE = {text: verb for verb, text in SET_VERBS.items()}
SEAT_CODE = {text: verb for verb, text in SEAT_VERBS.items()}
PLAIN_CODE = {text: verb for verb, text in PLAIN.items()}


# -- cards inside a set: the family is said once, so `1` is a card with one scarab, `0` one without, `0g` a gr

cdef str card_in_family(int family, int kind):
    if kind == 3 * family:
        return str(T.value[family])
    if kind == 3 * family + 1:
        return "0"
    if kind == 3 * family + 2:
        return "0g"
    return KINDS[kind]


cdef int kind_in_family(int family, str token, str text) except -1:
    names = {card_in_family(family, kind): kind for kind in (3 * family, 3 * family + 1, 3 * family + 2, AMULET)}
    for i in range(T.mates[family]):
        names[KINDS[T.mate[family][i]]] = T.mate[family][i]
    if token not in names:
        raise NotationError(f"'{text}': '{token}' is not a card of {FAMILIES[family]}")
    return names[token]


cdef int parse_family(str token, str text) except -1:
    if token not in FAMILIES:
        raise NotationError(f"'{text}': '{token}' is not a family")
    return FAMILIES.index(token)


cdef str set_text(Move move):
    family = set_family(move)
    name = FAMILIES[family]     # of the checked list first: the C tables behind it are not checked
    cards = [3 * family] * set_scarabs(move) + [3 * family + 1] * set_plain(move) + [3 * family + 2] * set_green(move)
    cards += [T.mate[family][i] for i in range(T.mates[family]) if set_mates(move) >> i & 1]
    cards += [AMULET] * set_amulet_count(move)
    return "+".join([name] + [card_in_family(family, kind) for kind in cards])


cdef Move set_code(int verb, str argument, str text) except? 0:
    name, *tokens = argument.split("+")
    family = parse_family(name, text)
    numbers = [0, 0, 0]
    amulets = mates = 0
    for token in tokens:
        kind = kind_in_family(family, token, text)
        if kind == AMULET:
            amulets += 1
        elif kind >= FIRST_CHARACTER:
            if mates >> T.mate_index[kind] & 1:
                raise NotationError(f"'{text}': '{token}' twice")
            mates |= 1 << T.mate_index[kind]
        else:
            numbers[kind - 3 * family] += 1
    for number in (*numbers, amulets):
        if number > 7:
            raise NotationError(f"'{text}': more cards than the box holds")
    return make_set(verb, family, numbers[0], numbers[1], numbers[2], mates, amulets)


# -- characters and events with their targets ----------------------------------------------------------------

cdef str character_text(Move move):
    character = move_character(move)
    name, power = CHARACTERS[character], T.power[character]
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
        cards = [3 * family] * (b >> 5) + [3 * family + 1] * (b >> 2 & 7) + [3 * family + 2] * (b & 3)
        cards += [T.mate[family][i] for i in range(T.mates[family]) if c >> i & 1]
    else:
        cards = [kind - 1 for kind in (b, c) if kind]
    return f"{name}:" + "+".join(words + [card_in_family(family, kind) for kind in cards])


cdef Move character_code(int character, str argument, str text) except? 0:
    power = T.power[character]
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
        return make_character(character, parse_number(first, 0, 8, text) + 1)
    if power == PRIEST:
        family = parse_family(first, text)
        numbers, mask = [0, 0, 0], 0
        for token in rest:
            kind = kind_in_family(family, token, text)
            if kind == AMULET:
                raise NotationError(f"'{text}': amulets are never discarded")
            if kind >= FIRST_CHARACTER:
                mask |= 1 << T.mate_index[kind]
            else:
                numbers[kind - 3 * family] += 1
        if numbers[0] > 7 or numbers[1] > 7 or numbers[2] > 3:
            raise NotationError(f"'{text}': more cards than the box holds")
        return make_character(character, family + 1, numbers[0] << 5 | numbers[1] << 2 | numbers[2], mask)
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


cdef str sight_text(int tokens):
    counts = {name: bin(tokens & T.token_run[kind]).count("1") for kind, name in enumerate(TOKENS)}
    return write_counts(counts) if tokens else "?"


cdef int sight_mask(str argument, str text) except -1:
    tokens = 0
    if argument == "?":
        return 0
    for name, count in parse_pairs(argument, TOKENS, text).items():
        kind = TOKENS.index(name)
        if count > bin(T.token_run[kind]).count("1"):
            raise NotationError(f"'{text}': more '{name}' than the box holds")
        for _ in range(count):
            tokens = token_add(tokens, kind)
    return tokens


# -- all moves and outcomes ----------------------------------------------------------------------------------

cdef str card_name(int kind):
    return f"?{BACKS[kind - HIDDEN]}" if kind >= HIDDEN else KINDS[kind]


cdef str move_text(Move move):
    verb, argument = move_verb(move), move_argument(move)
    if verb in PLAIN:
        return PLAIN[verb]
    if verb == TAKE:
        return f"take:{argument}"
    if verb in CARD_VERBS:
        return f"{CARD_VERBS[verb]}:{card_name(argument)}"
    if verb == DOCK:
        return "dock:?" if argument == DOCK_CHARACTER else f"dock:{KINDS[argument]}"
    if verb in SET_VERBS:
        return f"{SET_VERBS[verb]}:{set_text(move)}"
    if verb == BEGIN:
        return "begin:?" if set_family(move) == HIDDEN_FAMILY else f"begin:{set_text(move)}"
    if verb in SEAT_VERBS:
        return f"{SEAT_VERBS[verb]}:{seat_name(argument)}"
    if verb == CHARACTER:
        return character_text(move)
    if verb == EVENT:
        return event_text(move)
    if verb == PAY:
        return "pay:" + ("+".join([seat_name(seat) for seat in range(SEAT_NB) if argument >> seat & 1]) or "nobody")
    if verb == PURGE:
        family = move_b(move)
        words = [FAMILIES[family]]
        words += [KINDS[T.mate[family][i]] for i in range(T.mates[family]) if argument >> i & 1]
        return "purge:" + "+".join(words)
    if verb == SIGHT:
        return f"sight:{sight_text(move_tokens(move))}"
    if verb == TOKEN:
        return "token:?" if argument == HIDDEN else f"token:{TOKENS[argument]}"
    return f"?{move}"


cdef Move move_code(str text) except? 0:
    if text in PLAIN_CODE:
        return make(PLAIN_CODE[text])
    verb, colon, argument = text.partition(":")
    if verb in CHARACTERS and (argument or not colon):
        return character_code(CHARACTERS.index(verb), argument, text)
    if not argument:
        raise NotationError(f"'{text}' is not a move of sobek")
    if verb == "take":
        return make(TAKE, parse_number(argument, 0, T.sizes.reach - 1, text))
    if verb in CARD_CODE:
        if argument in KINDS:
            return make(CARD_CODE[verb], KINDS.index(argument))
        if argument[0] == "?" and argument[1:] in BACKS:
            return make(CARD_CODE[verb], HIDDEN + BACKS.index(argument[1:]))
        raise NotationError(f"'{text}': '{argument}' is not a card")
    if verb == "dock":
        if argument == "?":
            return make(DOCK, DOCK_CHARACTER)
        if argument not in KINDS[:FIRST_CHARACTER]:
            raise NotationError(f"'{text}': '{argument}' is not a good")
        return make(DOCK, KINDS.index(argument))
    if verb in SET_CODE:
        return set_code(SET_CODE[verb], argument, text)
    if verb == "begin":
        return make_begin(HIDDEN_FAMILY, 0) if argument == "?" else set_code(BEGIN, argument, text)
    if verb in SEAT_CODE:
        return make(SEAT_CODE[verb], parse_seat(argument, SEAT_NB, text))
    if verb == "event":
        return event_code(argument, text)
    if verb == "pay":
        seats = [] if argument == "nobody" else argument.split("+")
        return make(PAY, sum({1 << parse_seat(seat, SEAT_NB, text) for seat in seats}))
    if verb == "purge":
        name, *names = argument.split("+")
        family = parse_family(name, text)
        kinds = {kind_in_family(family, token, text) for token in names}
        if min(kinds, default=FIRST_CHARACTER) < FIRST_CHARACTER:
            raise NotationError(f"'{text}': only characters are shown in this way")
        return make(PURGE, family << 8 | sum([1 << T.mate_index[kind] for kind in kinds]))
    if verb == "sight":
        return make(SIGHT, sight_mask(argument, text))
    if verb == "token":
        if argument == "?":
            return make(TOKEN, HIDDEN)
        if argument not in TOKENS:
            raise NotationError(f"'{text}': '{argument}' is not an event")
        return make(TOKEN, TOKENS.index(argument))
    raise NotationError(f"'{text}' is not a move of sobek")
