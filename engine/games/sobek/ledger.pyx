"""Scores change when the sets of a round are counted, by a Guild and by a Ruse; what the sets bring is asked of scoring."""

from egypt.core.types cimport Move
from egypt.games.sobek.moves cimport MOVE_EVENT, MOVE_PAY, move_argument, move_kind, move_token
from egypt.games.sobek.scoring cimport horizontal_points, vertical_points
from egypt.games.sobek.state cimport SobekState
from egypt.games.sobek.tables cimport FAMILY_NB, RUSE, SYMBOL_NB

from egypt.games.sobek.words import FAMILIES, SYMBOLS


cdef list event_items(const SobekState* s, int token, const SobekState* after):
    items = []
    for seat in range(s.table.header.players):
        score = after.table.total[seat] - s.table.total[seat]
        if score and token < SYMBOL_NB:
            way = "forward" if score > 0 else "back"
            items.append((seat, "guild", f"guild of the {SYMBOLS[token]}, {way} to the next {SYMBOLS[token]}", score))
        elif score and token == RUSE:
            items.append((seat, "ruse", "ruse, cards in the corruption pile", score))
    return items


cdef list round_items(const SobekState* s, int payers, const SobekState* after):
    """The sets of every seat; what is then missing of a player who pays (bit each) is the penalty."""
    items = []
    for seat in range(s.table.header.players):
        missing = after.table.total[seat] - s.table.total[seat]
        for family in range(FAMILY_NB):
            for item, text, score in (
                ("set", f"set of {FAMILIES[family]}, cards times scarabs", vertical_points(&s.table, seat, family)),
                ("lying-set", f"horizontal set of {FAMILIES[family]}, scarabs", horizontal_points(&s.table, seat, family)),
            ):
                missing -= score
                if score:
                    items.append((seat, item, text, score))
        if missing and payers >> seat & 1:
            items.append((seat, "penalty", "penalty of the most corrupt", missing))
    return items


cdef list score_items(const void* before, Move move, const void* after):
    cdef const SobekState* s = <const SobekState*>before
    if move_kind(move) == MOVE_EVENT:
        return event_items(s, move_token(move), <const SobekState*>after)
    if move_kind(move) == MOVE_PAY:
        return round_items(s, move_argument(move), <const SobekState*>after)
    return []
