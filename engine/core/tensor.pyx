"""TensorLayout: how a room's view becomes an array of numbers, and what the entries are called."""

from cpython.buffer cimport (
    PyBUF_C_CONTIGUOUS, PyBUF_FORMAT, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer,
)
from libc.stdint cimport int8_t, int16_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.math cimport fabs, log1p
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memset

from egypt.core.bits cimport lowest_bit, popcount
from egypt.core.types cimport MAX_SEATS, StateHeader

from egypt.core.errors import EgyptError
from egypt.core.integers import shown

cdef enum:
    ALL_BITS = 64

OBSERVATIONS = ("counts", "unit")   # counts as they are, or between 0 and 1


# -- filling ---------------------------------------------------------------------------------------------------------

cdef inline uint64_t read_word(const char* at, int size) noexcept nogil:
    if size == 1:
        return (<const uint8_t*>at)[0]
    if size == 2:
        return (<const uint16_t*>at)[0]
    if size == 4:
        return (<const uint32_t*>at)[0]
    return (<const uint64_t*>at)[0]


cdef inline int64_t read_value(const TensorRow* row, const char* at) noexcept nogil:
    if row.is_signed:
        return (<const int8_t*>at)[0] if row.bytes == 1 else (<const int16_t*>at)[0]
    return <int64_t>(read_word(at, row.bytes) >> row.shift & row.mask)


cdef inline void fill_parts(const TensorRow* row, const uint64_t* parts, uint64_t word, float* entries) noexcept nogil:
    cdef int k
    if word == 0:
        return
    for k in range(row.width):
        if row.kind == ROW_COUNTED:
            entries[k] = popcount(word & parts[k])
        else:
            entries[k] = (word & parts[k]) >> lowest_bit(parts[k])


cdef inline void fill_element(
    const TensorRow* row, const char* at, const StateHeader* header, float* entries
) noexcept nogil:
    """One element of a row: a number, a one-hot, bits, or seats as the viewer counts them."""
    cdef int64_t value = read_value(row, at)
    cdef int k
    if row.kind == ROW_NUMBER:
        entries[0] = value
    elif row.kind == ROW_ONE_HOT:
        value = (value - row.first) // row.divisor % row.modulus if value >= row.first else -1
        if 0 <= value < row.width:
            entries[value] = 1
    elif row.kind == ROW_HISTOGRAM:
        if value < row.width:
            entries[value] += 1
    elif row.kind == ROW_BITS:
        for k in range(row.width):
            entries[k] = value >> k & 1
    elif row.kind == ROW_SEAT:
        value -= row.first
        if 0 <= value < header.players:
            entries[(value + header.players - header.viewer) % header.players] = 1
    elif row.kind == ROW_SEATS:
        for k in range(header.players):
            entries[k] = value >> (header.viewer + k) % header.players & 1


cdef inline void fill_row(const TensorRow* row, const uint64_t* parts, const char* view, float* entries) noexcept nogil:
    cdef const StateHeader* header = <const StateHeader*>view
    cdef size_t moved = 0
    cdef int count = row.count
    cdef int width = row.width if row.kind != ROW_HISTOGRAM else 0
    cdef int i
    if row.seat_stride:
        moved = row.seat_stride * ((header.viewer + row.seat) % header.players)
    if row.guard_bytes:
        if read_word(view + row.guard + moved, row.guard_bytes) == 0:
            return
        if row.is_list:
            count = min(count, <int>read_word(view + row.guard + moved, row.guard_bytes))
    entries += row.at
    if row.kind == ROW_PACKED or row.kind == ROW_COUNTED:
        fill_parts(row, parts + row.part, read_word(view + row.offset + moved, row.bytes), entries)
    else:
        for i in range(count):
            fill_element(row, view + row.offset + moved + i * row.stride, header, entries + i * width)


cdef inline float in_unit(float count, float scale) noexcept nogil:
    cdef float share = <float>(log1p(fabs(count)) * fabs(scale))
    if scale > 0:
        return share
    return 0.5 + 0.5 * share if count >= 0 else 0.5 - 0.5 * share


cdef inline uint64_t largest(const TensorRow* row, const uint64_t* parts, int k) noexcept nogil:
    """The largest number that the k-th entry of a row can be; 1 for what is either there or not."""
    if row.kind == ROW_NUMBER:
        return (<uint64_t>0 - 1) >> ALL_BITS - 8 * row.bytes + row.is_signed
    if row.kind == ROW_HISTOGRAM:
        return row.count
    if row.kind == ROW_COUNTED:
        return popcount(parts[row.part + k])
    if row.kind == ROW_PACKED:
        return parts[row.part + k] >> lowest_bit(parts[row.part + k])
    return 1


# -- describing ------------------------------------------------------------------------------------------------------

cdef class TensorLayout:
    """How the views of one table (a number of players, a variant) are written. Immutable once it is finished."""

    def __init__(self, int players):
        cdef StateHeader header
        if not 1 <= players <= MAX_SEATS:
            raise EgyptError(f"{players} players: at most {MAX_SEATS} sit at a table")
        self.players = players
        self.building = []
        self.view = <const char*>&header
        self.view_size = sizeof(header)
        self.one_hot("viewer", [f"p{seat + 1}" for seat in range(players)], &header.viewer, sizeof(header.viewer))
        self.seat("actor", &header.actor, sizeof(header.actor))
        self.one_hot("actor", ("over", "chance"), &header.actor, sizeof(header.actor), 0xFE)
        self.seats("pending", &header.pending, sizeof(header.pending))

    def __dealloc__(self):
        free(self.rows)
        free(self.parts)
        free(self.logs)

    cdef int describe(self, const void* view, size_t size) except -1:
        self.view, self.view_size = <const char*>view, size
        return 0

    cdef TensorRow _row(self, int kind, const void* field, size_t size) except *:
        cdef TensorRow row
        cdef Py_ssize_t offset = <const char*>field - self.view
        if not 0 <= offset <= <Py_ssize_t>(self.view_size - size):
            raise EgyptError("a field outside the view")
        memset(&row, 0, sizeof(row))
        row.kind, row.bytes, row.count, row.width = kind, size, 1, 1
        row.offset, row.stride = offset, size
        row.mask = <uint64_t>0 - 1
        row.divisor, row.modulus = 1, 0xFFFF
        return row

    cdef int _add(self, str name, names, TensorRow* row, size_t each) except -1:
        """The row, or one per seat; `names` are those of all its entries, () for one number without a name of its own."""
        cdef TensorRow* larger
        cdef int seat, seats = self.players if each else 1
        larger = <TensorRow*>realloc(self.rows, (self.row_count + seats) * sizeof(TensorRow))
        if larger == NULL:
            raise MemoryError
        self.rows = larger
        row.seat_stride = each
        for seat in range(seats):
            row.seat = seat
            row.at = len(self.building)
            prefix = f"seat{seat}.{name}" if each else name
            self.building += [f"{prefix}.{part}" for part in names] if names else [prefix]
            self.rows[self.row_count] = row[0]
            self.row_count += 1
        return 0

    cdef int number(self, str name, const void* field, size_t size, size_t each=0, bint is_signed=False) except -1:
        return self.numbers(name, (), field, size, each, is_signed)

    cdef int numbers(self, str name, names, const void* field, size_t size, size_t each=0, bint is_signed=False,
                     size_t stride=0) except -1:
        cdef TensorRow row = self._row(ROW_NUMBER, field, size)
        row.count = len(names) or 1
        row.is_signed = is_signed
        if stride:
            row.stride = stride
        return self._add(name, names, &row, each)

    cdef int one_hot(self, str name, names, const void* field, size_t size, int first=0, size_t each=0, int shift=0,
                     uint64_t mask=0xFFFFFFFF) except -1:
        cdef TensorRow row = self._row(ROW_ONE_HOT, field, size)
        row.first, row.width, row.shift, row.mask = first, len(names), shift, mask
        return self._add(name, names, &row, each)

    cdef int digit(self, str name, names, const void* field, size_t size, int first, int divisor) except -1:
        cdef TensorRow row = self._row(ROW_ONE_HOT, field, size)
        row.first, row.width, row.divisor, row.modulus = first, len(names), divisor, len(names)
        return self._add(name, names, &row, 0)

    cdef int bits(self, str name, names, const void* field, size_t size, size_t each=0, int shift=0) except -1:
        cdef TensorRow row = self._row(ROW_BITS, field, size)
        row.width, row.shift = len(names), shift
        return self._add(name, names, &row, each)

    cdef int packed(self, str name, dict parts, const void* field, size_t size, size_t each=0) except -1:
        return self._add_parts(ROW_PACKED, name, parts, field, size, each)

    cdef int counted(self, str name, dict parts, const void* field, size_t size, size_t each=0) except -1:
        return self._add_parts(ROW_COUNTED, name, parts, field, size, each)

    cdef int _add_parts(self, int kind, str name, dict parts, const void* field, size_t size, size_t each) except -1:
        """`parts`: name -> mask of the bits, which must not be empty."""
        cdef TensorRow row = self._row(kind, field, size)
        cdef uint64_t* larger = <uint64_t*>realloc(self.parts, (self.part_count + len(parts)) * sizeof(uint64_t))
        if larger == NULL:
            raise MemoryError
        self.parts = larger
        row.part, row.width = self.part_count, len(parts)
        for mask in parts.values():
            if mask == 0:
                raise EgyptError(f"{name}: a part without bits")
            self.parts[self.part_count] = mask
            self.part_count += 1
        return self._add(name, tuple(parts), &row, each)

    cdef int seat(self, str name, const void* field, size_t size, size_t each=0, int first=0,
                  const void* guard=NULL) except -1:
        cdef TensorRow row = self._row(ROW_SEAT, field, size)
        row.width, row.first = self.players, first
        if guard != NULL:
            row.guard, row.guard_bytes = self._row(ROW_NUMBER, guard, 1).offset, 1
        return self._add(name, [f"seat{seat}" for seat in range(self.players)], &row, each)

    cdef int seats(self, str name, const void* field, size_t size, int shift=0, size_t each=0) except -1:
        cdef TensorRow row = self._row(ROW_SEATS, field, size)
        row.width, row.shift = self.players, shift
        return self._add(name, [f"seat{seat}" for seat in range(self.players)], &row, each)

    cdef TensorRow _list(self, int kind, const void* field, int most, const void* length) except *:
        cdef TensorRow row = self._row(kind, field, 1)
        row.count, row.is_list = most, True
        row.guard, row.guard_bytes = self._row(ROW_NUMBER, length, 1).offset, 1
        return row

    cdef int listed(self, str name, names, const void* field, int most, const void* length, uint64_t mask=0xFF) except -1:
        cdef TensorRow row = self._list(ROW_ONE_HOT, field, most, length)
        row.width, row.mask = len(names), mask
        return self._add(name, [f"{i}.{part}" for i in range(most) for part in names], &row, 0)

    cdef int listed_seats(self, str name, const void* field, int most, const void* length, int shift=0) except -1:
        cdef TensorRow row = self._list(ROW_SEAT, field, most, length)
        row.width, row.shift = self.players, shift
        return self._add(name, [f"{i}.seat{seat}" for i in range(most) for seat in range(self.players)], &row, 0)

    cdef int histogram(self, str name, names, const void* field, int most, const void* length, size_t each=0,
                       size_t stride=1) except -1:
        cdef TensorRow row = self._list(ROW_HISTOGRAM, field, most, length)
        row.width, row.stride = len(names), stride
        return self._add(name, names, &row, each)

    cdef TensorLayout finish(self):
        self.names = tuple(self.building)
        self.size = len(self.names)
        self.building = []
        self.view = NULL
        self._scale()
        if len(set(self.names)) < self.size:
            raise EgyptError(f"'{max(self.names, key=self.names.count)}' is the name of several entries")
        return self

    cdef void fill(self, const void* view, float* entries) noexcept nogil:
        cdef int i
        memset(entries, 0, self.size * sizeof(float))
        for i in range(self.row_count):
            fill_row(&self.rows[i], self.parts, <const char*>view, entries)

    cdef int _scale(self) except -1:
        cdef TensorRow* row
        cdef uint64_t most
        cdef int r, k
        numbers = [1] * self.size
        self.logs = <float*>calloc(self.size, sizeof(float))
        if self.logs == NULL:
            raise MemoryError
        for r in range(self.row_count):
            row = &self.rows[r]
            for k in range(row.count if row.kind == ROW_NUMBER else row.width):
                most = largest(row, self.parts, k)
                if most > 1:
                    numbers[row.at + k] = -<object>most - 1 if row.is_signed else most
                    self.logs[row.at + k] = (-1 if row.is_signed else 1) / log1p(<double>most + row.is_signed)
        self.largest = tuple(numbers)
        return 0

    cdef void fill_unit(self, const void* view, float* entries) noexcept nogil:
        cdef int k
        self.fill(view, entries)
        for k in range(self.size):
            if self.logs[k] < 0 or (self.logs[k] > 0 and entries[k] > 0):
                entries[k] = in_unit(entries[k], self.logs[k])

    def bits_read(self, size_t view_size):
        """The bits of a view that the entries depend on, as bytes: what is set elsewhere is lost."""
        cdef TensorRow* row
        cdef uint64_t mask
        cdef int r, i, k
        read = bytearray(view_size)
        for r in range(self.row_count):
            row = &self.rows[r]
            mask = row.mask << row.shift
            if row.kind == ROW_PACKED or row.kind == ROW_COUNTED:
                mask = 0
                for k in range(row.width):
                    mask |= self.parts[row.part + k]
            elif row.kind == ROW_BITS:
                mask = ((<uint64_t>1 << row.width) - 1 if row.width < ALL_BITS else <uint64_t>0 - 1) << row.shift
            _mark(read, row.guard + row.seat * row.seat_stride, row.guard_bytes, <uint64_t>0 - 1)
            for i in range(row.count):
                _mark(read, row.offset + row.seat * row.seat_stride + i * row.stride, row.bytes, mask)
        return bytes(read)


cdef int _mark(read, size_t offset, int size, uint64_t mask) except -1:
    cdef int byte
    for byte in range(size):
        read[offset + byte] |= mask >> 8 * byte & 0xFF
    return 0


def is_unit(str observation not None):
    """Whether counts are scaled; raises EgyptError for what is none of OBSERVATIONS."""
    if observation not in OBSERVATIONS:
        raise EgyptError(f"observation '{observation}': choose one of {', '.join(OBSERVATIONS)}")
    return observation == "unit"


# -- buffers ---------------------------------------------------------------------------------------------------------

cdef int _check_buffer(Py_buffer* buffer, Py_ssize_t count, Py_ssize_t size, bytes formats, str what) except -1:
    if buffer.itemsize != size or buffer.format == NULL or buffer.format[0] not in formats or buffer.format[1] != 0:
        PyBuffer_Release(buffer)
        raise EgyptError(f"out: an array of {what} is wanted")
    if buffer.len != count * size:
        entries = buffer.len // size
        PyBuffer_Release(buffer)
        raise EgyptError(f"out: it has {entries} entries, {count} are wanted")
    return 0


cdef int _get_buffer(object out, Py_buffer* buffer) except -1:
    """Whatever an object says that gives no such buffer, users are told what is wanted."""
    try:
        PyObject_GetBuffer(out, buffer, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS | PyBUF_FORMAT)
    except (BufferError, TypeError, ValueError):
        raise EgyptError(f"out: a writable C-contiguous array is wanted, not {shown(out)}") from None
    return 0


cdef float* writable_floats(object out, Py_ssize_t count, Py_buffer* buffer) except NULL:
    _get_buffer(out, buffer)
    _check_buffer(buffer, count, sizeof(float), b"f", "32-bit floats")
    return <float*>buffer.buf


cdef uint8_t* writable_bytes(object out, Py_ssize_t count, Py_buffer* buffer) except NULL:
    _get_buffer(out, buffer)
    _check_buffer(buffer, count, 1, b"bB?", "bytes")
    return <uint8_t*>buffer.buf
