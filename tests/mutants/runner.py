"""Feeds mutants to the checker in child processes, so that a crash or a hang is one more failure and the run goes on.

A child that spends too much CPU time on one text is ended by the kernel's own timer (SIGPROF), which a busy machine does not
hasten; one that waits for ever without using any is ended by the parent.
"""

from __future__ import annotations

import mmap
import multiprocessing
import os
import random
import re
import signal
import struct
import sys
import tempfile
import time
from collections.abc import Generator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from pathlib import Path

from egypt import get_game
from tests.mutants.check import STAGES, Checker, Fault
from tests.mutants.corpus import Corpus, join, split
from tests.mutants.mutate import mutate

CPU_SECONDS = 20.0  # for one text; the slowest takes some tenths of a second
CPU_SECONDS_CHECKED = 120.0  # under sanitizers
ASLEEP = 600.0  # seconds without a word and without CPU time: ended too
REPORT_EVERY = 0.5
CANARY_EVERY = 5000
CHAIN = 5  # changes on top of each other, as long as they are accepted
SIZE = 1 << 17  # bytes to remember a text and where it came from

_fork = multiprocessing.get_context("fork")


@dataclass(frozen=True)
class Plan:
    game: str
    mutants: int
    seed: int = 1
    jobs: int = 1
    games: int = 60
    names: bool = True  # whether a refusal must name a field
    examples: int = 5


@dataclass
class Failure:
    """One text that breaks the rule. `base` is what it was made from."""

    kind: str
    where: str
    text: str
    base: str
    is_view: bool
    seed: int

    @property
    def changed(self) -> list[str]:
        """The fields that differ."""
        before = dict(split(self.base)[1])
        return [key for key, value in split(self.text)[1] if before.get(key) != value]


@dataclass
class Totals:
    mutants: int = 0
    accepted: int = 0
    failures: int = 0
    kinds: dict[str, list[Failure]] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)

    def add(self, failure: Failure, examples: int) -> bool:
        """Count it; whether it is kept as an example: a few of each kind, preferably with different fields changed."""
        self.failures += 1
        self.counts[failure.kind] = self.counts.get(failure.kind, 0) + 1
        kept = self.kinds.setdefault(failure.kind, [])
        if (any(other.changed == failure.changed for other in kept) and len(kept) >= 2) or len(kept) >= examples:
            return False
        kept.append(failure)
        return True


class Memory:
    """What a child is doing now, readable after its death."""

    def __init__(self) -> None:
        self.map = mmap.mmap(-1, SIZE)

    def write(self, index: int, is_view: bool, seed: int, text: str, base: str) -> None:
        first, second = text.encode("utf-8", "replace"), base.encode()
        if len(first) + len(second) + 64 < SIZE:
            self.set_stage(0)
            self.map[1:26] = struct.pack("<Q?QII", index, is_view, seed, len(first), len(second))
            self.map[26 : 26 + len(first) + len(second)] = first + second

    def set_stage(self, stage: int) -> None:
        self.map[0] = stage

    def read(self) -> tuple[str, int, bool, int, str, str]:
        """Stage, index, whether it is a view, seed, text and base."""
        index, is_view, seed, first, second = struct.unpack("<Q?QII", self.map[1:26])
        block = self.map[26 : 26 + first + second]
        return STAGES[self.map[0]], index, is_view, seed, block[:first].decode(), block[first:].decode()


# -- in the child ----------------------------------------------------------------------------------------------------------


def _cpu_limit() -> float:
    return CPU_SECONDS_CHECKED if os.environ.get("EGYPT_BUILD") == "debug" else CPU_SECONDS


def _normal(kind: str) -> str:
    """The kind of a failure without the tokens of its text."""
    return re.sub(r"\d+", "#", re.sub(r"'[^']*'", "'…'", kind)) if "status" not in kind else kind


def mutants_of(corpus: Corpus, index: int, seed: int) -> Generator[tuple[str, str, bool, int], bool, None]:
    """(text, base, is_view, seed) of one chain; the caller sends whether the last one was accepted."""
    rng = random.Random(f"{corpus.game.name} {seed} {index}")
    entry = corpus.pick(rng)
    text = entry.text
    for _ in range(CHAIN):
        mutant = mutate(corpus, entry, text, rng)
        if mutant == text:
            continue
        if not (yield mutant, text, entry.is_view, rng.getrandbits(32)):
            return
        text = mutant


class MutantTester:
    """The work of one child process: mutants until its share is done; tells numbers now and then, failures at once."""

    def __init__(self, corpus: Corpus, plan: Plan, memory: Memory, pipe: Connection) -> None:
        self.corpus, self.plan, self.memory, self.pipe = corpus, plan, memory, pipe
        self.checker = Checker(corpus.game, memory.set_stage, plan.names)
        self.limit = _cpu_limit()
        self.done = self.accepted = 0
        self.told = time.monotonic()

    def work(self, indices: range, share: int) -> None:
        for index in indices:
            chain = mutants_of(self.corpus, index, self.plan.seed)
            mutant = next(chain, None)
            while mutant:
                accepted = self._try(index, *mutant)
                if self.done % CANARY_EVERY == 0:
                    self.checker.check_nothing_changed()
                if time.monotonic() - self.told > REPORT_EVERY or self.done == share:
                    self.pipe.send((self.done, self.accepted))
                    self.told = time.monotonic()
                if self.done == share:
                    self.pipe.send(None)
                    return
                try:
                    mutant = chain.send(accepted)
                except StopIteration:
                    break

    def _try(self, index: int, text: str, base: str, is_view: bool, seed: int) -> bool:
        """Whether the text is accepted and the rule holds."""
        self.memory.write(index, is_view, seed, text, base)
        signal.setitimer(signal.ITIMER_PROF, self.limit)
        self.done += 1
        try:
            accepted = self.checker.check(text, is_view, seed)
        except Fault as fault:
            self.pipe.send(Failure(_normal(fault.kind), fault.where, text, base, is_view, seed))
            return False
        self.accepted += accepted
        return accepted


def _work(corpus: Corpus, plan: Plan, indices: range, share: int, memory: Memory, pipe: Connection, log: str) -> None:
    _be_a_child(log)
    MutantTester(corpus, plan, memory, pipe).work(indices, share)


def _be_a_child(log: str) -> None:
    """Last words go to a file; the timer's signal kills."""
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    target = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(target, 2)


# -- in the parent ---------------------------------------------------------------------------------------------------------


class ForkedTester:
    """One child at a time; after its death the next one goes on behind the text that killed it."""

    def __init__(self, corpus: Corpus, plan: Plan, number: int, share: int, log: str) -> None:
        self.corpus, self.plan, self.number, self.share, self.log = corpus, plan, number, share, log
        self.memory = Memory()
        self.done = self.accepted = 0  # of children that have ended
        self.now = (0, 0)  # of this one
        self.finished = share == 0
        self.heard = time.monotonic()
        if not self.finished:
            self._start(number)

    def _start(self, first: int) -> None:
        Path(self.log).write_text("")
        self.pipe, theirs = _fork.Pipe(duplex=False)
        indices = range(first, 1 << 62, self.plan.jobs)
        left = self.share - self.done
        self.process = _fork.Process(
            target=_work, args=(self.corpus, self.plan, indices, left, self.memory, theirs, self.log), daemon=True
        )
        self.process.start()
        theirs.close()
        self.now = (0, 0)

    def hear(self) -> Failure | None:
        """One message of the child, or its death."""
        try:
            message = self.pipe.recv()
        except (EOFError, OSError):
            return self._bury()
        self.heard = time.monotonic()
        if isinstance(message, Failure):
            return message
        if message is None:
            self.finished = True
            self.process.join()
            self.done += self.now[0]
            self.accepted += self.now[1]
            self.now = (0, 0)
        else:
            self.now = message
        return None

    def _bury(self) -> Failure:
        self.process.join()
        stage, index, is_view, seed, text, base = self.memory.read()
        kind = death(self.process.exitcode or 0, stage, Path(self.log).read_text(errors="replace"))
        self.done += self.now[0] + 1
        self.accepted += self.now[1]
        self.now = (0, 0)
        if self.done >= self.share:
            self.finished = True
        else:
            self._start(index + self.plan.jobs)
        return Failure(*kind, text, base, is_view, seed)

    def end_if_asleep(self) -> None:
        if time.monotonic() - self.heard > ASLEEP and not self.finished:
            self.process.kill()
            self.heard = time.monotonic()


def death(code: int, stage: str, log: str) -> tuple[str, str]:
    """The kind of a child's end, and its last words."""
    words = [line.strip() for line in log.splitlines() if "ERROR: AddressSanitizer" in line or "runtime error:" in line]
    last = words[0] if words else (log.strip().splitlines() or [""])[-1]
    if code == -signal.SIGPROF:
        return f"hang while {stage}", last
    name = signal.Signals(-code).name if code < 0 else f"exit code {code}"
    last = re.sub(r"==\d+==|0x[0-9a-f]+|\(pc.*", "", last)
    return f"crash while {stage}: {name}{': ' + last if words else ''}", log[-1500:]


def verdict(plan: Plan, text: str, is_view: bool, seed: int) -> Failure | None:
    """Check one text in a child of its own."""
    receiver, sender = _fork.Pipe(duplex=False)
    memory = Memory()
    with tempfile.NamedTemporaryFile() as log:

        def work() -> None:
            _be_a_child(log.name)
            signal.setitimer(signal.ITIMER_PROF, _cpu_limit())
            try:
                Checker(get_game(plan.game), memory.set_stage, plan.names).check(text, is_view, seed)
                sender.send(None)
            except Fault as fault:
                sender.send(Failure(_normal(fault.kind), fault.where, text, text, is_view, seed))

        process = _fork.Process(target=work, daemon=True)
        process.start()
        sender.close()
        try:
            found: Failure | None = receiver.recv()
        except EOFError:
            process.join()
            kind = death(process.exitcode or 0, memory.read()[0], Path(log.name).read_text(errors="replace"))
            found = Failure(*kind, text, text, is_view, seed)
        process.join()
        return found


def shrink(plan: Plan, failure: Failure) -> Failure:
    """Take back every changed field that the failure does not need."""
    head, fields = split(failure.text)
    before = dict(split(failure.base)[1])
    if [key for key, _ in fields] != list(before):
        return failure
    best = failure
    for key in failure.changed:
        if len(best.changed) == 1:
            break
        trial = join(head, [(name, before[name] if name == key else value) for name, value in split(best.text)[1]])
        found = verdict(plan, trial, failure.is_view, failure.seed)
        if found and found.kind == failure.kind:
            best = Failure(found.kind, found.where, trial, failure.base, failure.is_view, failure.seed)
    return best


def run(plan: Plan, progress: bool = True) -> Totals:
    """All mutants of a plan."""
    corpus = Corpus(get_game(plan.game), plan.games, plan.seed)
    totals = Totals()
    began = told = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        shares = [plan.mutants // plan.jobs + (i < plan.mutants % plan.jobs) for i in range(plan.jobs)]
        workers = [ForkedTester(corpus, plan, i, share, f"{folder}/{i}") for i, share in enumerate(shares)]
        while active := [worker for worker in workers if not worker.finished]:
            by_pipe = {worker.pipe: worker for worker in active}
            for pipe in wait(list(by_pipe), timeout=5.0):
                failure = by_pipe[pipe].hear()  # type: ignore[index]
                if failure:
                    totals.add(failure, plan.examples)
            for worker in active:
                worker.end_if_asleep()
            totals.mutants = sum(worker.done + worker.now[0] for worker in workers)
            totals.accepted = sum(worker.accepted + worker.now[1] for worker in workers)
            if progress and time.monotonic() - told > (1 if sys.stderr.isatty() else 15):
                told = time.monotonic()
                _tell(plan, totals, told - began)
    for kept in totals.kinds.values():
        kept[:] = [shrink(plan, failure) for failure in kept]
    return totals


def _tell(plan: Plan, totals: Totals, seconds: float) -> None:
    rate = totals.mutants / seconds or 1e-9
    left = round((plan.mutants - totals.mutants) / rate)
    line = (
        f"{plan.game}: {totals.mutants:,} of {plan.mutants:,} mutants, {rate:,.0f}/s, {left // 60}:{left % 60:02} left, "
        f"{100 * totals.accepted / max(1, totals.mutants):.0f} % accepted, {totals.failures} failures of "
        f"{len(totals.kinds)} kinds"
    )
    end = "\r" if sys.stderr.isatty() else "\n"
    print(line, end=end, file=sys.stderr, flush=True)
