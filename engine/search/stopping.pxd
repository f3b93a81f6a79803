"""When to stop: a flag that any thread may raise, and the clock."""

from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

cdef extern from *:
    """
    static inline void egypt_flag_set(int *flag, int value) { __atomic_store_n(flag, value, __ATOMIC_RELAXED); }
    static inline int egypt_flag_get(const int *flag) { return __atomic_load_n(flag, __ATOMIC_RELAXED); }
    """
    void flag_set "egypt_flag_set"(int* flag, int value) noexcept nogil
    int flag_get "egypt_flag_get"(const int* flag) noexcept nogil

ctypedef struct StopFlag:
    int raised


cdef inline void raise_stop(StopFlag* flag, int value) noexcept nogil:
    flag_set(&flag.raised, value)


cdef inline bint is_stopped(const StopFlag* flag) noexcept nogil:
    return flag_get(&flag.raised)


cdef inline double now_ms() noexcept nogil:
    cdef timespec time
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1e3 + time.tv_nsec * 1e-6
