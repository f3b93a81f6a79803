"""Expectimax over max^n, with a memory for states that are reached in several ways."""

from libc.stdint cimport int32_t, uint64_t
from libc.stdlib cimport calloc
from libc.string cimport memcpy, memset

from egypt.core.evaluation cimport final_outlook
from egypt.core.rng cimport fold_multiply
from egypt.core.types cimport (
    CERTAIN, CHANCE, MAX_MOVES, MAX_SEATS, MAX_STATE_WORDS, OVER, POINT, Move, Outlook, StateHeader,
)
from egypt.search.exact cimport MAX_PLIES, Remembered, Solver, Value
from egypt.search.rewards cimport set_rewards
from egypt.search.stopping cimport is_stopped, now_ms

cdef enum:
    SOLVER_ENTRIES = 1 << 15
    NODES_PER_CLOCK_CHECK = 256


cdef Remembered* solver_memory() noexcept nogil:
    return <Remembered*>calloc(SOLVER_ENTRIES, sizeof(Remembered))


cdef inline void state_key(const void* state, size_t size, uint64_t* key) noexcept nogil:
    """128 bits of the state's bytes."""
    cdef const char* bytes_left = <const char*>state
    cdef uint64_t one = 0x243f6a8885a308d3, other = 0x13198a2e03707344
    cdef uint64_t word
    cdef size_t done = 0
    while done < size:
        word = 0
        memcpy(&word, bytes_left + done, 8 if size - done >= 8 else size - done)
        one = fold_multiply(one ^ word, <uint64_t>0xa0761d6478bd642f)
        other = fold_multiply(other + word, <uint64_t>0xe7037ed1a0b428db ^ <uint64_t>done)
        done += 8
    key[0] = one
    key[1] = other


cdef inline void value_of_end(Solver* s, const void* state, Value* value) noexcept nogil:
    cdef Outlook outlook
    cdef int32_t[MAX_SEATS] reward
    cdef int seat
    final_outlook(s.ops, state, &outlook)
    set_rewards(&outlook, s.players, s.margin, reward)
    for seat in range(s.players):
        value.reward[seat] = reward[seat] / <double>CERTAIN
        value.chance[seat] = outlook.chance[seat] / <double>CERTAIN
        value.points[seat] = outlook.points[seat] / <double>POINT


cdef inline bint is_better(const Value* one, const Value* other, int seat) noexcept nogil:
    """For a seat: more reward, or as much of it with more points."""
    cdef double difference = one.reward[seat] - other.reward[seat]
    if difference > 1e-9 or difference < -1e-9:
        return difference > 0
    return one.points[seat] > other.points[seat] + 1e-9


cdef void best_for_actor(Solver* s, const void* state, int plies, Value* value) noexcept nogil:
    cdef Move[MAX_MOVES] moves
    cdef uint64_t[MAX_STATE_WORDS] after
    cdef Value candidate
    cdef int actor = (<const StateHeader*>state).actor
    cdef int count = s.ops.legal_moves(state, moves)
    cdef int i
    for i in range(count):
        memcpy(after, state, s.ops.state_size)
        s.ops.apply(after, moves[i])
        solve(s, after, plies + 1, &candidate)
        if s.failed:
            return
        if i == 0 or is_better(&candidate, value, actor):
            value[0] = candidate


cdef void mean_over_nature(Solver* s, const void* state, int plies, Value* value) noexcept nogil:
    cdef Move[MAX_MOVES] outcomes
    cdef double[MAX_MOVES] probability
    cdef uint64_t[MAX_STATE_WORDS] after
    cdef Value outcome
    cdef int count = s.ops.enumerate_chance(state, outcomes, probability)
    cdef int i, seat
    memset(value, 0, sizeof(Value))
    for i in range(count):
        memcpy(after, state, s.ops.state_size)
        s.ops.apply(after, outcomes[i])
        solve(s, after, plies + 1, &outcome)
        if s.failed:
            return
        for seat in range(s.players):
            value.reward[seat] += probability[i] * outcome.reward[seat]
            value.chance[seat] += probability[i] * outcome.chance[seat]
            value.points[seat] += probability[i] * outcome.points[seat]


cdef void solve(Solver* s, const void* state, int plies, Value* value) noexcept nogil:
    cdef uint64_t[2] key
    cdef Remembered* memory
    cdef int actor = (<const StateHeader*>state).actor
    if actor == OVER:
        value_of_end(s, state, value)
        return
    state_key(state, s.ops.state_size, key)
    memory = &s.memory[key[0] % SOLVER_ENTRIES]
    if memory.solution == s.solution and memory.key[0] == key[0] and memory.key[1] == key[1]:
        value[0] = memory.value
        return
    s.nodes += 1
    if s.nodes > s.budget or plies >= MAX_PLIES:
        s.failed = True
    elif s.nodes % NODES_PER_CLOCK_CHECK == 0 and (is_stopped(s.stop) or now_ms() >= s.deadline):
        s.failed = True
    if s.failed:
        return
    if actor == CHANCE:
        mean_over_nature(s, state, plies, value)
    else:
        best_for_actor(s, state, plies, value)
    if not s.failed:
        memory.key[0] = key[0]
        memory.key[1] = key[1]
        memory.solution = s.solution
        memory.value = value[0]


cdef void solve_move(Solver* s, const void* state, Move move, Value* value) noexcept nogil:
    cdef uint64_t[MAX_STATE_WORDS] after
    memcpy(after, state, s.ops.state_size)
    s.ops.apply(after, move)
    solve(s, after, 1, value)
