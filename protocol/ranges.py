"""How large the numbers of a command may be, and how much is done for one."""

from __future__ import annotations

MAX_SEATS = 5
MAX_SEED = 2**64 - 1
MAX_MILLISECONDS = 7 * 24 * 3600 * 1000
MAX_ITERATIONS = 10**12
MAX_SAMPLES = 1000
MAX_PERFT_DEPTH = 32
MAX_BENCH_ITERATIONS = 10**8

LUCK_OUTCOMES = 4000  # of all draws together: up to this number they are enumerated
LUCK_SAMPLES = 4000  # drawn where there are more
LUCK_SEARCHED = 24  # outcomes that are searched; of more, a sample
