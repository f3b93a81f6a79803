"""Faults planted on purpose, `python -m tests.mutants.planted NAME`; prints what the runner says of them, as JSON.

`lenient` is a game whose reader accepts too much, `straying` one whose rules write what no text says; `dying` plants a
crash, a hang and a fault into the checker.
"""

from __future__ import annotations

import json
import os
import signal
import sys

import tests.toy  # noqa: F401
from egypt import register
from tests.mutants import runner
from tests.mutants.check import Checker, Fault
from tests.toy.build import load

_check = Checker.check


def dying_check(self: Checker, text: str, is_view: bool, seed: int) -> bool:
    if seed % 40 == 0:
        os.kill(os.getpid(), signal.SIGSEGV)
    while seed % 40 == 1:
        pass
    if seed % 40 == 2:
        raise Fault("planted")
    return _check(self, text, is_view, seed)


def main(name: str) -> None:
    runner.CPU_SECONDS, runner.CPU_SECONDS_CHECKED = 0.2, 1.0
    if name in ("lenient", "straying"):
        lenient = load("tests.mutants.lenient")
        register(lenient.LenientJars() if name == "lenient" else lenient.StrayingJars())
        plan = runner.Plan(name, 400)
    else:
        setattr(Checker, "check", dying_check)  # noqa: B010
        plan = runner.Plan("jars", 200, jobs=2, examples=1)
    totals = runner.run(plan, progress=False)
    failures = [failure for kept in totals.kinds.values() for failure in kept]
    print(json.dumps({"mutants": totals.mutants, "kinds": totals.counts, "texts": [failure.text for failure in failures]}))


if __name__ == "__main__":
    main(sys.argv[1])
