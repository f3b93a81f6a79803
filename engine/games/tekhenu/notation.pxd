"""Position text and view text, both ways."""

from egypt.games.tekhenu.state cimport Table, TekhenuState, TekhenuView


cdef str write_state(const TekhenuState* state)
cdef int read_state(str text, TekhenuState* state) except -1
cdef str write_view(const TekhenuView* view)
cdef int read_view(str text, TekhenuView* view) except -1

# Who acts, in one word; the current step by its name.
cdef str actor_name(const Table* table)
cdef str step_name(int step)
