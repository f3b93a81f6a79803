"""The names of data.toml, and bags in them."""

from libc.stdint cimport uint64_t

from egypt.core.bits cimport popcount
from egypt.games.sobek.bags cimport bag_count, bag_sum
from egypt.games.sobek.state cimport DOCK_CHARACTER, DOCK_EMPTY, PILE, SobekView
from egypt.games.sobek.tables cimport BACK_NB, FIRST_CHARACTER, KIND_NB, TABLES, TOKEN_KIND_NB

from egypt.games.sobek.components import BACKS
from egypt.games.sobek.tables import COMPONENTS

KINDS = tuple([row.name for row in COMPONENTS.kinds])
CHARACTERS = KINDS[FIRST_CHARACTER:]
FAMILIES = tuple([row.name for row in COMPONENTS.families])
TOKENS = tuple([row.name for row in COMPONENTS.tokens])
SYMBOLS = COMPONENTS.symbols
VARIANTS = tuple([row.variant for row in COMPONENTS.variants])
UNKNOWN = tuple([f"?{back}" for back in BACKS])     # a card of which the back is known
PHASES = ("green", "delivery", "first", "chooser", "starter", "turn", "set", "identify", "queen", "steal", "drop", "look",
          "retrieve", "purge", "tokens", "sight", "event", "unwrap", "lay", "lay-set", "penalty", "over")


cdef dict bag_dict(uint64_t bag):
    return {KINDS[kind]: bag_count(bag, kind) for kind in range(KIND_NB) if bag_count(bag, kind)}


cdef dict token_dict(int tokens):
    return {TOKENS[kind]: popcount(tokens & TABLES.token_run[kind]) for kind in range(TOKEN_KIND_NB)
            if tokens & TABLES.token_run[kind]}


cdef str place_name(int location):
    return f"hand{location + 1}" if location < PILE else f"pile{location - PILE + 1}"


cdef str dock_name(int kind):
    return {DOCK_CHARACTER: "?", DOCK_EMPTY: "_"}.get(kind) or KINDS[kind]


cdef uint64_t known_to_viewer(const SobekView* v, int location):
    if location == v.table.header.viewer:
        return v.hand
    if location == PILE + v.table.header.viewer:
        return v.pile
    return bag_sum(v.table.shown[location], v.extra[location])


cdef dict place_dict(const SobekView* v, int location):
    """Known cards by name, then unknown ones by back."""
    cdef uint64_t known = known_to_viewer(v, location)
    counts = bag_dict(known)
    for back in range(BACK_NB):
        hidden = v.table.count[location][back] - popcount(known & TABLES.back_mask[back])
        if hidden:
            counts[UNKNOWN[back]] = hidden
    return counts
