"""Speed, signature and strength: reports, not tests. `python -m bench --help` lists them."""

import os

# Processes share out the work here. Threads of numpy's matrix products only wait for each other on a machine that is busy.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
