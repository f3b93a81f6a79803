"""The rare part of the books: hidden transfers, looks and what follows from them.

Cells of one observer are, for each back, nested or disjoint; two that merely overlap are joined into one over both their
locations. That gives away a little in the rarest cases and keeps `sample` exactly uniform over what the books say.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from egypt.core.bits cimport lowest_bit, popcount
from egypt.games.sobek.bags cimport bag_add, bag_count, bag_drop, bag_has, bag_minus, bag_sum
from egypt.games.sobek.state cimport (
    CELL_NB, LOCATION_NB, NO_SECRETS, PILE, SEAT_NB, SECRETS, Cell, SobekState, owner_of,
)
from egypt.games.sobek.tables cimport BACK_NB, KIND_NB, TABLES


cdef void put_in_cell(SobekState* s, int seat, uint64_t where, uint64_t bag) noexcept nogil:
    """Adds cards to the cell over `where`; one location alone is no cell but certain knowledge."""
    cdef Cell* cells = s.cells[seat]
    cdef int i
    if not bag:
        return
    if not where & (where - 1):
        i = lowest_bit(where)
        s.extra[seat][i] = bag_sum(s.extra[seat][i], bag)
        return
    for i in range(CELL_NB):
        if cells[i].bag == 0 or cells[i].where == where:
            cells[i].where = where
            cells[i].bag = bag_sum(cells[i].bag, bag)
            return
    cells[CELL_NB - 1].where |= where
    cells[CELL_NB - 1].bag = bag_sum(cells[CELL_NB - 1].bag, bag)


cdef uint64_t with_room(const SobekState* s, int seat, uint64_t where, int back) noexcept nogil:
    """Of several locations those that have room for a card of this back which the observer cannot place."""
    cdef uint64_t mask = TABLES.back_mask[back]
    cdef uint64_t left = where
    cdef int location, known
    for location in range(LOCATION_NB):
        if where >> location & 1:
            known = popcount(s.table.shown[location] & mask) + popcount(s.extra[seat][location] & mask)
            if s.table.count[location][back] <= known and left & (left - 1):
                left &= ~(<uint64_t>1 << location)
    return left


cdef void rebuild_cells(SobekState* s, int seat) noexcept nogil:
    """Brings one observer's cells into their only form, back by back.

    A location without room for unknown cards of a back cannot hold a card of that back; cards with one possible location are
    known; cells that merely overlap are joined. At the end equal cells are one, and sorted.
    """
    cdef Cell[CELL_NB] old
    cdef Cell[BACK_NB][CELL_NB] parts
    cdef Cell* cells = s.cells[seat]
    cdef Cell* part
    cdef Cell swap
    cdef uint64_t where, common
    cdef int i, j, back
    cdef bint changed
    compact(cells)
    if not cells[0].bag:
        return
    old = s.cells[seat]
    memset(cells, 0, sizeof(old))
    for back in range(BACK_NB):
        part = parts[back]
        for i in range(CELL_NB):
            part[i].where = old[i].where
            part[i].bag = old[i].bag & TABLES.back_mask[back]
        changed = True
        while changed:
            changed = False
            for i in range(CELL_NB):
                if not part[i].bag:
                    continue
                where = with_room(s, seat, part[i].where, back)
                changed = changed or where != part[i].where
                part[i].where = where
                if not where & (where - 1):
                    put_in_cell(s, seat, where, part[i].bag)
                    part[i].bag = 0
                    changed = True
            for i in range(CELL_NB):
                for j in range(i):
                    common = part[i].where & part[j].where
                    if part[i].bag and part[j].bag and common and common != part[i].where and common != part[j].where:
                        part[i].where |= part[j].where
                        part[i].bag = bag_sum(part[i].bag, part[j].bag)
                        part[j].bag = 0
                        changed = True
    for back in range(BACK_NB):
        for i in range(CELL_NB):
            put_in_cell(s, seat, parts[back][i].where, parts[back][i].bag)
    for i in range(1, CELL_NB):
        for j in range(i, 0, -1):
            if cells[j].bag and (not cells[j - 1].bag or cells[j].where < cells[j - 1].where):
                swap = cells[j]
                cells[j] = cells[j - 1]
                cells[j - 1] = swap


cdef void balance_books(SobekState* s) noexcept nogil:
    """After any change: rebuild all cells.

    What every observer happens to know privately does not become `shown`: that would tell each what the others know.
    """
    cdef int seat, location, i
    s.secrets = NO_SECRETS
    for seat in range(s.table.header.players):
        rebuild_cells(s, seat)
        for location in range(LOCATION_NB):
            s.secrets |= s.extra[seat][location] != 0
        for i in range(CELL_NB):
            s.secrets |= s.cells[seat][i].bag != 0


cdef void forget(SobekState* s, int seat, int location, int kind) noexcept nogil:
    """An observer sees a card of `kind` leave a location: what they knew most surely of that kind there is gone."""
    cdef Cell* cells = s.cells[seat]
    cdef uint64_t where = 0
    cdef uint64_t rest = 0
    cdef int i, found = 0
    if bag_has(s.extra[seat][location], kind):
        s.extra[seat][location] = bag_drop(s.extra[seat][location], kind)
        return
    for i in range(CELL_NB):
        if cells[i].where >> location & 1 and bag_has(cells[i].bag, kind):
            where |= cells[i].where
            found += 1
    if found == 0:
        return
    for i in range(CELL_NB):        # which of them it was is unknown, so the others may lie in any place of all
        if cells[i].where >> location & 1 and bag_has(cells[i].bag, kind):
            rest = bag_sum(rest, cells[i].bag & TABLES.run[kind])
            cells[i].bag &= ~TABLES.run[kind]
    rest = bag_drop(rest, kind)
    if rest:
        compact(cells)
        put_in_cell(s, seat, where, rest)


cdef void compact(Cell* cells) noexcept nogil:
    """Moves emptied cells to the end."""
    cdef int i, kept = 0
    for i in range(CELL_NB):
        if cells[i].bag:
            cells[kept] = cells[i]
            kept += 1
    for i in range(kept, CELL_NB):
        cells[i].bag = 0
        cells[i].where = 0


cdef void blur(SobekState* s, int seat, int source, int target, int back) noexcept nogil:
    """An observer sees the back of a card go from source to target: each card they knew there may be the one."""
    cdef Cell* cells = s.cells[seat]
    cdef Cell[CELL_NB] old
    cdef uint64_t mask = TABLES.back_mask[back]
    cdef uint64_t known = s.extra[seat][source] & mask
    cdef uint64_t to_target = <uint64_t>1 << target
    cdef int i
    s.extra[seat][source] ^= known
    old = s.cells[seat]
    for i in range(CELL_NB):
        if cells[i].where >> source & 1:
            cells[i].bag &= ~mask
    compact(cells)
    for i in range(CELL_NB):
        if old[i].where >> source & 1:
            put_in_cell(s, seat, old[i].where | to_target, old[i].bag & mask)
    put_in_cell(s, seat, <uint64_t>1 << source | to_target, known)


cdef void reveal_from_secrets(SobekState* s, int location, int kind) noexcept nogil:
    cdef int seat
    for seat in range(s.table.header.players):
        if seat != owner_of(location):
            forget(s, seat, location, kind)
    balance_books(s)


cdef void transfer(SobekState* s, int kind, int source, int target, int witnesses) noexcept nogil:
    cdef int back = TABLES.back[kind]
    cdef uint64_t shown = s.table.shown[source] & TABLES.back_mask[back]
    cdef int seat, barred
    if s.table.barred[source]:          # from here on an observer may lose sight of a shown card that stays
        for barred in range(KIND_NB):
            if bag_has(shown, barred):
                s.table.barred[source] &= ~(<unsigned int>1 << barred)
    s.table.shown[source] ^= shown      # no longer the same for all: each observer keeps a book of it
    for seat in range(s.table.header.players):
        if seat != owner_of(source):
            s.extra[seat][source] = bag_sum(s.extra[seat][source], shown)
    s.cards[source] = bag_drop(s.cards[source], kind)
    s.cards[target] = bag_add(s.cards[target], kind)
    s.table.count[source][back] -= 1
    s.table.count[target][back] += 1
    if source >= PILE:
        s.blind[source - PILE] &= s.cards[source]
    s.table.barred[target] &= s.table.barred[source] | ~TABLES.back_kinds[back]
    for seat in range(s.table.header.players):
        if not witnesses >> seat & 1:
            blur(s, seat, source, target, back)
            continue
        if seat != owner_of(source):
            forget(s, seat, source, kind)
        if seat != owner_of(target):
            s.extra[seat][target] = bag_add(s.extra[seat][target], kind)
    balance_books(s)


cdef void join(SobekState* s, int source, int target) noexcept nogil:
    cdef Cell[CELL_NB] old
    cdef int seat, back, i
    cdef uint64_t mask, where
    cdef uint64_t from_source = <uint64_t>1 << source
    cdef uint64_t to_target = <uint64_t>1 << target
    for back in range(BACK_NB):
        mask = TABLES.back_mask[back]
        if s.table.count[source][back] > popcount(s.table.shown[source] & mask):
            s.table.barred[target] &= s.table.barred[source] | ~TABLES.back_kinds[back]
        s.table.count[target][back] += s.table.count[source][back]
        s.table.count[source][back] = 0
    s.table.barred[source] = 0
    s.cards[target] = bag_sum(s.cards[target], s.cards[source])
    s.cards[source] = 0
    s.table.shown[target] = bag_sum(s.table.shown[target], s.table.shown[source])
    s.table.shown[source] = 0
    if source >= PILE:
        s.blind[source - PILE] = 0
    if s.secrets != SECRETS:
        return
    for seat in range(SEAT_NB):
        s.extra[seat][target] = bag_sum(s.extra[seat][target], s.extra[seat][source])
        s.extra[seat][source] = 0
        old = s.cells[seat]
        memset(s.cells[seat], 0, sizeof(old))
        for i in range(CELL_NB):
            where = old[i].where
            if where & from_source:
                where = where & ~from_source | to_target
            put_in_cell(s, seat, where, old[i].bag)
    balance_books(s)


cdef int next_unshown(const SobekState* s, int location, uint64_t mask, int left) noexcept nogil:
    cdef uint64_t unshown = bag_minus(s.cards[location], s.table.shown[location]) & mask
    cdef int rank
    for rank in range(KIND_NB - 1, -1, -1):
        left -= bag_count(unshown, TABLES.in_order[rank])
        if left <= 0:
            return TABLES.in_order[rank]
    return -1


cdef uint64_t first_unshown(const SobekState* s, int location, uint64_t mask, int left) noexcept nogil:
    cdef uint64_t unshown = bag_minus(s.cards[location], s.table.shown[location]) & mask
    cdef int rank
    for rank in range(KIND_NB - 1, -1, -1):
        while left > 0 and bag_has(unshown, TABLES.in_order[rank]):
            unshown = bag_drop(unshown, TABLES.in_order[rank])
            left -= 1
    return unshown


cdef void close_gap(Cell* cells, int empty) noexcept nogil:
    """A cell without cards is no cell: those behind it move up."""
    cdef int i
    for i in range(empty, CELL_NB - 1):
        cells[i] = cells[i + 1]
    memset(&cells[CELL_NB - 1], 0, sizeof(Cell))


cdef void turn_over(SobekState* s, int seat, int location, uint64_t mask, int left) noexcept nogil:
    """A card that the seat knew to lie there teaches nothing; one that it had in a cell is accounted for now."""
    cdef Cell* cells = s.cells[seat]
    cdef int kind = next_unshown(s, location, mask, left)
    cdef int i
    if seat == owner_of(location):
        s.blind[seat] = bag_drop(s.blind[seat], kind)
        return
    if bag_count(first_unshown(s, location, mask, left), kind) < bag_count(s.extra[seat][location], kind):
        return
    s.extra[seat][location] = bag_add(s.extra[seat][location], kind)
    for i in range(CELL_NB):
        if cells[i].where >> location & 1 and bag_has(cells[i].bag, kind):
            cells[i].bag = bag_drop(cells[i].bag, kind)
            if not cells[i].bag:
                close_gap(cells, i)
            break
    s.secrets = SECRETS


cdef void look_through(SobekState* s, int seat, int location) noexcept nogil:
    """What the seat still has in cells does not lie here."""
    cdef Cell[CELL_NB] old
    cdef uint64_t here = <uint64_t>1 << location
    cdef int i
    if seat == owner_of(location):
        return
    old = s.cells[seat]
    memset(s.cells[seat], 0, sizeof(old))
    for i in range(CELL_NB):
        put_in_cell(s, seat, old[i].where & ~here, old[i].bag)
    balance_books(s)


cdef void exclude(SobekState* s, int location, uint64_t bag) noexcept nogil:
    cdef Cell[CELL_NB] old
    cdef uint64_t part, here = <uint64_t>1 << location
    cdef int seat, i, kind
    for kind in range(KIND_NB):
        if bag & TABLES.run[kind]:
            s.table.barred[location] |= <unsigned int>1 << kind
    if s.secrets != SECRETS:
        return
    for seat in range(SEAT_NB):
        old = s.cells[seat]
        memset(s.cells[seat], 0, sizeof(old))
        for i in range(CELL_NB):
            part = old[i].bag & bag if old[i].where & here else 0
            put_in_cell(s, seat, old[i].where & ~here, part)
            put_in_cell(s, seat, old[i].where, old[i].bag ^ part)
    balance_books(s)
