# cython: boundscheck=True
# Anybody may ask for the text of any number, whether it is a move or not.
"""Moves and outcomes as words. One small pair of functions per kind of move, and two tables that choose among them."""

from egypt.core.types cimport MAX_SEATS, Move
from egypt.games.tekhenu.moves cimport (
    AS_PURE, AS_TAINTED, LOT_CELL, LOT_DESTINY, LOT_DIE, LOT_SITE, LOT_STARTING, LOT_STATUE, MOVE_ANUBIS, MOVE_BLESS,
    MOVE_CARD, MOVE_CARDS, MOVE_CELL, MOVE_CHOOSE, MOVE_DEAL, MOVE_DEBEN, MOVE_DESTINY, MOVE_DIE, MOVE_DISTRICT,
    MOVE_DRAFT, MOVE_DRAFTER, MOVE_FAITH, MOVE_GO, MOVE_GOD_TILE, MOVE_KEEP, MOVE_LOT, MOVE_MARKER, MOVE_MIX,
    MOVE_OFFERED, MOVE_PASS, MOVE_PAY, MOVE_PYRAMID, MOVE_REFRESH, MOVE_REVEAL, MOVE_ROTATE, MOVE_SHIFT, MOVE_SITE,
    MOVE_STARTING, MOVE_STATUE, MOVE_SUN, MOVE_TAKE, MOVE_TILE, MOVE_USE, NO_FAITH, USE_EXTRA, USE_PLAIN,
    USE_WORK_FIRST, make_goods, make_move, make_reveal, make_three, move_a, move_b, move_c, move_decrees, move_goods,
    move_kind,
)
from egypt.games.tekhenu.state cimport (
    BASIC_NB, BELOW, CARD_NB, COLOUR_NB, FACE_CODE_NB, FACE_NB, GOD_NB, PRODUCE, SCRIBE, SECTION_NB,
)
from egypt.games.tekhenu.tables cimport BLESSING_RAISE_EITHER, BLESSING_RECOLOUR, TABLES

from egypt.core.errors import NotationError
from egypt.core.fields import parse_number, parse_pairs, parse_word, seat_name, write_counts
from egypt.games.tekhenu import words
from egypt.games.tekhenu.cards import BASICS, GODS
from egypt.games.tekhenu.words import FACES, GOODS, die_name, parse_die

PLAIN = {MOVE_GO: "done", MOVE_PASS: "pass"}
MARKERS = ("population", "happiness")
WAYS = ("right", "up")
USES = {USE_PLAIN: "use", USE_WORK_FIRST: "work-and-use", USE_EXTRA: "extra"}

# Moves with one word: how the move is called, the words by number, what such a word is.
NAMED = {
    MOVE_CELL: ("cell", words.CELLS, "a cell"),
    MOVE_ROTATE: ("turn", ("0", "1", "2", "3"), "a number of quarter turns 0-3"),
    MOVE_SHIFT: ("shift", ("", "1", "2", "3", "4", "5", "6"), "a value 1-6"),
    MOVE_SITE: ("site", words.SITES, "a site"),
    MOVE_STATUE: ("statue", ("1", "2", "3", "4", "5", "6", *words.PEOPLE), "a place for a statue"),
    MOVE_REFRESH: ("refresh", ("1", "2", "3", "4"), "a section 1-4"),
    MOVE_CHOOSE: ("choose", GOODS, "a kind of goods"),
    MOVE_MARKER: ("raise", MARKERS, "a marker"),
    MOVE_KEEP: ("keep", (*words.DECREES, "?"), "a decree"),      # HIDDEN comes after the last decree
    MOVE_DEAL: ("deal", (*words.DECREES, "?"), "a decree"),
    MOVE_DRAFT: ("draft", words.STARTING, "a starting card"),
    MOVE_DESTINY: ("destiny", words.DESTINY, "a destiny card"),
    MOVE_OFFERED: ("offered", words.CARDS, "a card"),
    MOVE_SUN: ("sun", GODS, "a god"),
    MOVE_GOD_TILE: ("god-tile", GODS, "a god"),
    MOVE_TILE: ("tile", words.TILES, "a pillar tile"),
    MOVE_CARD: ("card", words.CARDS, "a card"),
    MOVE_STARTING: ("starting", words.STARTING, "a starting card"),
    MOVE_DRAFTER: ("drafter", tuple([seat_name(seat) for seat in range(MAX_SEATS - 1)]), "a seat"),
    MOVE_PYRAMID: ("pyramid", words.ACTION_TILES, "an action tile"),
    MOVE_DEBEN: ("deben", WAYS, "a side of the deben"),
}
NAMED_CODE = {row[0]: (kind, row[1], row[2]) for kind, row in NAMED.items()}


# -- a turn --------------------------------------------------------------------------------------------------

cdef str take_text(Move move):
    pan, die = move_a(move), move_c(move)
    if pan > BELOW or die >= GOD_NB * FACE_CODE_NB:
        raise unknown(move)
    return f"take:{die_name(die)}" + (f"+{words.PANS[pan]}" if pan < BELOW else "")


cdef Move take_code(list parts, str text) except? 0:
    if len(parts) not in (2, 3):
        raise NotationError(f"'{text[:40]}': a god and a die must follow, and the pan")
    pan = parse_word(parts[2], words.PANS[:BELOW], text[:40], "a pan") if len(parts) == 3 else BELOW
    return make_three(MOVE_TAKE, pan, 0, parse_die(parts[0], parts[1], text[:40]))


cdef str anubis_text(Move move):
    if move_c(move) > CARD_NB:
        raise unknown(move)
    return f"anubis:{words.BLESSINGS[move_c(move) - 1]}" if move_c(move) else "anubis"


cdef Move anubis_code(list parts, str text) except? 0:
    if not parts:
        return make_move(MOVE_ANUBIS)
    only(parts, 1, text)
    return make_move(MOVE_ANUBIS, 1 + parse_word(parts[0], words.BLESSINGS, text[:40], "a blessing"))


cdef str bless_text(Move move):
    card, a, b = move_a(move), move_b(move), move_c(move)
    if card >= CARD_NB:
        raise unknown(move)
    effect, name = TABLES.blessing[card].effect, f"bless:{words.BLESSINGS[card]}"
    if effect == BLESSING_RAISE_EITHER and a < 2 and b == 0:
        return f"{name}+{MARKERS[a]}"
    if effect == BLESSING_RECOLOUR and a < COLOUR_NB and 1 <= b % AS_PURE <= 6 and b < AS_PURE + AS_TAINTED:
        pan = f"+{words.PANS[b // AS_PURE - 1]}" if b >= AS_PURE else ""
        return f"{name}+{FACES[FACE_NB * a + b % AS_PURE - 1]}{pan}"
    if effect in (BLESSING_RAISE_EITHER, BLESSING_RECOLOUR) or a or b:
        raise unknown(move)
    return name


cdef Move bless_code(list parts, str text) except? 0:
    card = parse_word(parts[0] if parts else "", words.BLESSINGS, text[:40], "a blessing")
    effect = TABLES.blessing[card].effect
    if effect == BLESSING_RAISE_EITHER:
        only(parts, 2, text)
        return make_three(MOVE_BLESS, card, parse_word(parts[1], MARKERS, text[:40], "a marker"), 0)
    if effect == BLESSING_RECOLOUR:
        only(parts, 3 if len(parts) == 3 else 2, text)
        face = parse_word(parts[1], FACES, text[:40], "a die")
        pan = 1 + parse_word(parts[2], words.PANS[:BELOW], text[:40], "a pan") if len(parts) == 3 else 0
        return make_three(MOVE_BLESS, card, face // FACE_NB, face % FACE_NB + 1 + pan * AS_PURE)
    only(parts, 1, text)
    return make_three(MOVE_BLESS, card, 0, 0)


cdef str use_text(Move move):
    flag, action, value = move_a(move), move_b(move), move_c(move)
    if flag not in USES or not 1 <= value <= 6 or action >= (PRODUCE + BASIC_NB if flag == USE_PLAIN else GOD_NB):
        raise unknown(move)
    if action >= PRODUCE:
        return f"produce:{BASICS[action - PRODUCE]}+{value}"
    return f"{USES[flag]}:{GODS[action]}+{value}"


cdef Move use_code(int flag, list parts, str text) except? 0:
    only(parts, 2, text)
    god = parse_word(parts[0], GODS, text[:40], "a god")
    return make_three(MOVE_USE, flag, god, parse_number(parts[1], 1, FACE_NB, text[:40]))


cdef Move produce_code(list parts, str text) except? 0:
    only(parts, 2, text)
    kind = parse_word(parts[0], BASICS, text[:40], "a basic resource")
    return make_three(MOVE_USE, USE_PLAIN, PRODUCE + kind, parse_number(parts[1], 1, 6, text[:40]))


cdef str cards_text(Move move):
    section, places = move_a(move), move_c(move)
    if section >= SECTION_NB or not 0 < places < 16:
        raise unknown(move)
    return "cards:" + "+".join([words.SLOTS[4 * section + place] for place in range(4) if places >> place & 1])


cdef Move cards_code(list parts, str text) except? 0:
    slots = [parse_word(part, words.SLOTS, text[:40], "a place of the market") for part in parts]
    if len({slot // 4 for slot in slots}) != 1:
        raise NotationError(f"'{text[:40]}': places of one section must follow")
    for part in parts:
        if parts.count(part) > 1:
            raise NotationError(f"'{text[:40]}': '{part}' stands twice")
    return spelled(make_three(MOVE_CARDS, slots[0] // 4, 0, sum({1 << slot % 4 for slot in slots})), text)


cdef str district_text(Move move):
    """District, resource gained, production raised besides; what repeats the word before it is left out at the end."""
    district, kind, raised = move_a(move), move_b(move), move_c(move)
    if max(district, kind, raised) >= BASIC_NB:
        raise unknown(move)
    text = f"district:{BASICS[district]}"
    if kind != district or raised != kind:
        text += f"+{BASICS[kind]}"
    return text + f"+{BASICS[raised]}" if raised != kind else text


cdef Move district_code(list parts, str text) except? 0:
    if not 1 <= len(parts) <= 3:
        raise NotationError(f"'{text[:40]}': one to three resources must follow")
    kinds = [parse_word(part, BASICS, text[:40], "a basic resource") for part in parts]
    district = kinds[0]
    kind = kinds[1] if len(kinds) > 1 else district
    raised = kinds[2] if len(kinds) > 2 else kind
    return spelled(make_three(MOVE_DISTRICT, district, kind, raised), text)


# -- numbers of goods ----------------------------------------------------------------------------------------

cdef str goods_text(str word, int kinds, Move move):
    counts = {GOODS[kind]: move_goods(move, kind) for kind in range(kinds)}
    if kinds == BASIC_NB and move & 255:
        raise unknown(move)
    return f"{word}:{write_counts(counts)}"


cdef Move goods_code(int kind, int kinds, str argument, str text) except? 0:
    counts = parse_pairs(argument, GOODS[:kinds], text[:40])
    for name, count in counts.items():
        if count > 15:
            raise NotationError(f"'{text[:40]}': '{name}*{count}' is too much")
    numbers = [counts.get(name, 0) for name in GOODS]
    move = make_goods(kind, numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[SCRIBE])
    return spelled(move, text)


cdef str faith_text(Move move):
    faith = move_c(move) - NO_FAITH
    return f"faith:{'pure' if faith > 0 else 'tainted'}+{abs(faith)}" if faith else "faith:none"


cdef Move faith_code(list parts, str text) except? 0:
    if parts == ["none"]:
        return make_move(MOVE_FAITH, NO_FAITH)
    only(parts, 2, text)
    pan = parse_word(parts[0], ("pure", "tainted"), text[:40], "a pan")
    number = parse_number(parts[1], 1, 127 if pan == 0 else 128, text[:40])
    return make_move(MOVE_FAITH, NO_FAITH - number if pan else NO_FAITH + number)


# -- outcomes ------------------------------------------------------------------------------------------------

cdef str die_text(Move move):
    colour, face = move_b(move), move_c(move)
    if colour >= COLOUR_NB or not 1 <= face <= 6:
        raise unknown(move)
    return f"die:{FACES[FACE_NB * colour + face - 1]}"


cdef str reveal_text(Move move):
    held = [words.DECREES[card] for card in range(CARD_NB) if move_decrees(move) >> card & 1]
    return "reveal:" + ("+".join(held) or "none")


cdef Move reveal_code(list parts, str text) except? 0:
    cards = [] if parts == ["none"] else [parse_word(part, words.DECREES, text[:40], "a decree") for part in parts]
    return spelled(make_reveal(sum({1 << card for card in cards})), text)


# What is drawn by lot, by kind: the words and what such a word is.
LOTS = {
    LOT_STATUE: (words.PEOPLE, "a people's space"),
    LOT_CELL: (words.CELLS, "a cell"),
    LOT_SITE: (words.SITES, "a site"),
    LOT_DESTINY: (words.DESTINY, "a destiny card"),
    LOT_STARTING: (words.STARTING, "a starting card"),
}


cdef str lot_text(Move move):
    kind, what = move_a(move), move_c(move)
    if kind == LOT_DIE and what < GOD_NB * FACE_CODE_NB:
        return f"lot:{die_name(what)}"
    if kind not in LOTS or what >= len(LOTS[kind][0]):
        raise unknown(move)
    return f"lot:{LOTS[kind][0][what]}"


cdef Move lot_code(list parts, str text) except? 0:
    if len(parts) == 2:
        return make_three(MOVE_LOT, LOT_DIE, 0, parse_die(parts[0], parts[1], text[:40]))
    only(parts, 1, text)
    for kind, (names, _) in LOTS.items():
        if parts[0] in names:
            return make_three(MOVE_LOT, kind, 0, names.index(parts[0]))
    raise NotationError(f"'{text[:40]}': '{parts[0]}' is not drawn by lot")


# -- all moves and outcomes ----------------------------------------------------------------------------------

cdef object unknown(Move move):
    return NotationError(f"'{move}' is not the code of a move of tekhenu")


cdef int only(list parts, int number, str text) except -1:
    if len(parts) != number:
        raise NotationError(f"'{text[:40]}': {number} part{'s' * (number > 1)} must follow, not {len(parts)}")
    return 0


cdef Move spelled(Move move, str text) except? 0:
    """The move, if this is the one way to write it."""
    if text_of(move) != text:
        raise NotationError(f"'{text[:40]}' must be written '{text_of(move)}'")
    return move


cdef str text_of(Move move):
    kind = move_kind(move)
    if kind in PLAIN:
        return PLAIN[kind]
    if kind in NAMED:
        name, row, _ = NAMED[kind]
        if move_c(move) >= len(row) or not row[move_c(move)]:
            raise unknown(move)
        return f"{name}:{row[move_c(move)]}"
    if kind == MOVE_TAKE:
        return take_text(move)
    if kind == MOVE_ANUBIS:
        return anubis_text(move)
    if kind == MOVE_BLESS:
        return bless_text(move)
    if kind == MOVE_USE:
        return use_text(move)
    if kind == MOVE_CARDS:
        return cards_text(move)
    if kind == MOVE_DISTRICT:
        return district_text(move)
    if kind == MOVE_PAY:
        return goods_text("pay", SCRIBE + 1, move)
    if kind == MOVE_MIX:
        return goods_text("mix", BASIC_NB, move)
    if kind == MOVE_FAITH:
        return faith_text(move)
    if kind == MOVE_DIE:
        return die_text(move)
    if kind == MOVE_REVEAL:
        return reveal_text(move)
    if kind == MOVE_LOT:
        return lot_text(move)
    raise unknown(move)


cdef str move_text(Move move):
    text = text_of(move)
    if move_code(text) != move:     # bits that no move of this kind has
        raise unknown(move)
    return text


cdef Move move_code(str text) except? 0:
    for kind, name in PLAIN.items():
        if text == name:
            return make_move(kind)
    word, colon, argument = text.partition(":")
    parts = argument.split("+") if colon else []
    if word in NAMED_CODE:
        only(parts, 1, text)
        code, row, what = NAMED_CODE[word]
        if not parts[0]:
            raise NotationError(f"'{text[:40]}': {what} must follow")
        return make_move(code, parse_word(parts[0], row, text[:40], what))
    if word == "take":
        return take_code(parts, text)
    if word == "anubis":
        return anubis_code(parts, text)
    if word == "bless":
        return bless_code(parts, text)
    for flag, name in USES.items():
        if word == name:
            return use_code(flag, parts, text)
    if word == "produce":
        return produce_code(parts, text)
    if word == "cards":
        return cards_code(parts, text)
    if word == "district":
        return district_code(parts, text)
    if word == "pay":
        return goods_code(MOVE_PAY, SCRIBE + 1, argument, text)
    if word == "mix":
        return goods_code(MOVE_MIX, BASIC_NB, argument, text)
    if word == "faith":
        return faith_code(parts, text)
    if word == "die":
        only(parts, 1, text)
        face = parse_word(parts[0], FACES, text[:40], "a die")
        return make_three(MOVE_DIE, 0, face // FACE_NB, face % FACE_NB + 1)
    if word == "reveal":
        return reveal_code(parts, text)
    if word == "lot":
        return lot_code(parts, text)
    raise NotationError(f"'{text[:40]}' is not a move of tekhenu")
