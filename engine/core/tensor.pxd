"""What a seat knows as an array of numbers.

A room says once, field by field, how the struct of its view is written (`tensor.pyx`); names, size and the filling follow
from that. What is told of seats is told from the viewer's chair: seat0 is the viewer, seat1 sits to their left. A view holds
nothing its seat does not know, and nothing but the view is read here.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef enum RowKind:
    ROW_NUMBER              # the value itself
    ROW_ONE_HOT             # 1 at the place `value - first`, or at a digit of that; nothing below `first`
    ROW_BITS                # bit by bit
    ROW_PACKED              # several numbers in one word, one per part
    ROW_COUNTED             # several numbers in one word, each the number of bits set in its part
    ROW_SEAT                # 1 at the seat that the value names; nothing for what is no seat
    ROW_SEATS               # a bit per seat
    ROW_HISTOGRAM           # how often each value occurs among the elements

# One field of a view, or one of an array of them: what is read, and where it is written.
ctypedef struct TensorRow:
    uint8_t kind
    uint8_t bytes           # of an element: 1, 2, 4 or 8
    uint8_t is_signed
    uint8_t seat            # whose field it is, counted from the viewer
    uint16_t offset         # in the view
    uint16_t seat_stride    # bytes from one seat's field to the next one's; 0: a field of the table
    uint16_t count          # elements
    uint16_t stride         # bytes from one element to the next
    uint16_t width          # entries per element
    uint16_t guard          # offset of a field without which this one means nothing: while that is 0, so are the entries
    uint8_t guard_bytes     # 0: no guard
    uint8_t is_list         # the guard says how many of the elements there are
    uint8_t shift           # of the value in its word
    uint64_t mask           # of the value, after the shift
    int32_t first           # ROW_ONE_HOT, ROW_SEAT: the value of the first place
    uint16_t divisor        # ROW_ONE_HOT: place = (value - first) // divisor % modulus
    uint16_t modulus
    uint32_t part           # ROW_PACKED, ROW_COUNTED: the first of `width` masks in `parts`
    uint32_t at             # the first entry


cdef class TensorLayout:
    cdef readonly int players
    cdef readonly int size              # entries
    cdef readonly tuple names           # of the entries
    cdef readonly tuple largest         # numbers that they can be, 1 for flags; of signed ones the lowest
    cdef const char* view               # a view of the room, for the offsets of its fields
    cdef size_t view_size
    cdef list building                  # names so far
    cdef TensorRow* rows
    cdef int row_count
    cdef uint64_t* parts
    cdef int part_count
    cdef float* logs                    # entry -> 1 / log(1 + the largest count that its field holds); below 0: signed

    # Called by a room first: whose fields follow.
    cdef int describe(self, const void* view, size_t size) except -1
    # Then once per field, with the address of the field in a view of its own. `each` is the distance of the
    # fields of two seats, whose first one is p1's; without it the field is one of the table.
    cdef int number(self, str name, const void* field, size_t size, size_t each=?, bint is_signed=?) except -1
    cdef int numbers(self, str name, names, const void* field, size_t size, size_t each=?, bint is_signed=?,
                     size_t stride=?) except -1
    cdef int one_hot(self, str name, names, const void* field, size_t size, int first=?, size_t each=?, int shift=?,
                     uint64_t mask=?) except -1
    # A digit of a number that packs several: (value - first) // divisor % len(names).
    cdef int digit(self, str name, names, const void* field, size_t size, int first, int divisor) except -1
    cdef int bits(self, str name, names, const void* field, size_t size, size_t each=?, int shift=?) except -1
    cdef int packed(self, str name, dict parts, const void* field, size_t size, size_t each=?) except -1
    cdef int counted(self, str name, dict parts, const void* field, size_t size, size_t each=?) except -1
    # While the byte at `guard` is 0, no seat is meant.
    cdef int seat(self, str name, const void* field, size_t size, size_t each=?, int first=?, const void* guard=?) except -1
    cdef int seats(self, str name, const void* field, size_t size, int shift=?, size_t each=?) except -1
    # Lists of bytes, of which the first ones are in use: as many as the byte at `length` says, `most` at most.
    cdef int listed(self, str name, names, const void* field, int most, const void* length, uint64_t mask=?) except -1
    cdef int listed_seats(self, str name, const void* field, int most, const void* length, int shift=?) except -1
    cdef int histogram(self, str name, names, const void* field, int most, const void* length, size_t each=?,
                       size_t stride=?) except -1
    # Nothing more follows.
    cdef TensorLayout finish(self)

    cdef TensorRow _row(self, int kind, const void* field, size_t size) except *
    cdef TensorRow _list(self, int kind, const void* field, int most, const void* length) except *
    cdef int _add(self, str name, names, TensorRow* row, size_t each) except -1
    cdef int _add_parts(self, int kind, str name, dict parts, const void* field, size_t size, size_t each) except -1
    cdef int _scale(self) except -1

    # Writes all entries.
    cdef void fill(self, const void* view, float* entries) noexcept nogil
    # The same with every count between 0 and 1: log(1 + count) / log(1 + the largest that its field holds). A field that may
    # be negative has its 0 in the middle. What differs stays different.
    cdef void fill_unit(self, const void* view, float* entries) noexcept nogil


# The memory of a buffer of exactly `count` 32-bit floats, C-contiguous and writable; the caller releases it. Raises
# EgyptError for any other.
cdef float* writable_floats(object out, Py_ssize_t count, Py_buffer* buffer) except NULL

# The same for bytes or booleans.
cdef uint8_t* writable_bytes(object out, Py_ssize_t count, Py_buffer* buffer) except NULL
