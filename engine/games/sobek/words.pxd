"""What cards, tokens and places are called in texts and in plain data."""

from libc.stdint cimport uint64_t

from egypt.games.sobek.state cimport SobekView


# Cards of a bag, or tokens, by name: those that are there.
cdef dict bag_dict(uint64_t bag)
cdef dict token_dict(int tokens)

# `hand1`, `pile1`; `?` and `_` for a face-down card and an empty dock.
cdef str place_name(int location)
cdef str dock_name(int kind)

# The cards of a hand or pile as a viewer knows it: the known ones by name, then the unknown ones by back.
cdef dict place_dict(const SobekView* v, int location)
