"""How large the numbers of a command may be."""

from __future__ import annotations

MAX_SEATS = 5
MAX_SEED = 2**64 - 1
MAX_MILLISECONDS = 7 * 24 * 3600 * 1000
MAX_ITERATIONS = 10**12
MAX_SAMPLES = 1000
MAX_PERFT_DEPTH = 32
MAX_BENCH_ITERATIONS = 10**8
