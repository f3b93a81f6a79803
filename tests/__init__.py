"""The tests of the house. Importing this package invites the toy game into every program started from here,
child processes included.
"""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOY = "tests.toy"
PATIENCE = 120.0  # seconds for what a quiet machine does at once; nothing waits that long unless it is broken

if TOY not in os.environ.get("EGYPT_GAMES", "").split(","):
    os.environ["EGYPT_GAMES"] = ",".join(filter(None, [os.environ.get("EGYPT_GAMES"), TOY]))
os.environ.pop("PYTHONUNBUFFERED", None)  # programs are started as users start them: some faults show only with a buffer
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
# Threads of the linear algebra wait for each other by spinning: on a busy machine the tiny fits here took ten times as long.
for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")
