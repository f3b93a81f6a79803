"""The profile: functions from recorded outputs of the tools, lines from a small traced module, real runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from bench import _trace
from bench._functions import FunctionProfile, name_of, parse_callgrind, parse_perf, readable
from bench._lines import FunctionLines, SourceLine, read_record
from bench.profile import function_table, line_table
from bench.yardstick import Rate, parse
from tests import PATIENCE, ROOT
from tests.bench import bench

# -- names ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("symbol", "name"),
    [
        ("__pyx_f_5egypt_6search_4tree_tree_find", "egypt.search.tree.tree_find"),
        ("__pyx_f_5egypt_4core_3rng_rng_below", "egypt.core.rng.rng_below"),
        ("__pyx_f_5egypt_6search_6ismcts_worker_run.part.0", "egypt.search.ismcts.worker_run"),
        ("__pyx_f_5egypt_6search_6ismcts_worker_run.isra.0.cold", "egypt.search.ismcts.worker_run"),
        ("__pyx_pw_5egypt_6search_8playouts_1time_playouts", "egypt.search.playouts.time_playouts"),
        ("__pyx_pf_5egypt_6search_8searcher_6Search_10_run", "egypt.search.searcher.Search._run"),
        ("__pyx_f_5tests_3toy_5rules_apply", "tests.toy.rules.apply"),
        ("memcpy", "memcpy"),
    ],
)
def test_mangled_names_become_readable(symbol: str, name: str) -> None:
    assert readable(symbol) == name


@pytest.mark.parametrize(
    ("symbol", "library", "name"),
    [
        ("_PyEval_EvalFrameDefault", "libpython3.11.so.1.0", "(Python)"),
        ("PyDict_New", "/usr/bin/python3.11", "(Python)"),
        ("0x00000000000a8f3c", "libm.so.6", "(libm.so.6)"),
        ("__memmove_avx_unaligned_erms", "/lib/libc.so.6", "__memmove_avx_unaligned_erms (libc.so.6)"),
        ("__pyx_f_5tests_3toy_5rules_apply", "rules.cpython-311-x86_64-linux-gnu.so", "tests.toy.rules.apply"),
        ("sqrt", "ismcts.cpython-311-x86_64-linux-gnu.so", "sqrt (ismcts.cpython-311-x86_64-linux-gnu.so)"),
    ],
)
def test_foreign_functions_are_named_by_their_library(symbol: str, library: str, name: str) -> None:
    assert name_of(symbol, library) == name


# -- perf and callgrind, as recorded -------------------------------------------------------------------------

PERF = """\
# To display the perf.data header info, please use --header/--header-only options.
#
# Samples: 6K of event 'cpu-clock'
# Event count (approx.): 1627500000
#
#     Samples\tShared Object                             \tSymbol                                       \x20
        3258\tismcts.cpython-311-x86_64-linux-gnu.so    \t[.] __pyx_f_5egypt_6search_6ismcts_worker_run
        1518\ttree.cpython-311-x86_64-linux-gnu.so      \t[.] __pyx_f_5egypt_6search_4tree_tree_find
          42\tlibpython3.11.so.1.0                      \t[.] _PyEval_EvalFrameDefault
          31\t[kernel.kallsyms]                         \t[k] finish_task_switch.isra.0
          25\tlibpython3.11.so.1.0                      \t[.] unicodekeys_lookup_unicode
          17\t[kernel.kallsyms]                         \t[k] clear_page_erms


# (Cannot load tips.txt file, please install perf!)
"""


def test_perf_is_read() -> None:
    assert parse_perf(PERF) == {
        "egypt.search.ismcts.worker_run": 3258,
        "egypt.search.tree.tree_find": 1518,
        "(Python)": 67,
        "(system)": 48,
    }
    assert parse_perf("Error:\nThe perf.data data has no samples!\n") == {}


CALLGRIND = """\
# callgrind format
version: 1
creator: callgrind-3.19.0
part: 1

desc: Trigger: Program termination

positions: line
events: Ir
summary: 171

ob=(6) /usr/lib/libpython3.11.so.1.0
fl=(160) Modules/main.c
fn=(8332) Py_RunMain
cfn=(8336) pymain_run_module
calls=1 267\x20
595 171

fn=(8336)
300 5
fi=(270) ./Include/object.h
770 1
fe=(160)
+5 2
cob=(9) /x/engine/search/ismcts.cpython-311-x86_64-linux-gnu.so
cfi=(300) ismcts.c
cfn=(40) __pyx_f_5egypt_6search_6ismcts_worker_run
calls=3 10\x20
* 163

ob=(9)
fl=(300)
fn=(40)
12 40
+1 23
-1 50
cob=(11) /x/engine/search/tree.cpython-311-x86_64-linux-gnu.so
cfi=(301) tree.c
cfn=(41) __pyx_f_5egypt_6search_4tree_tree_find
calls=7 1\x20
* 50

ob=(11)
fl=(301)
fn=(42) __pyx_f_5egypt_6search_4tree_tree_find'2
9 20
0x1f 10
fn=(41)
* 20
"""


def test_callgrind_is_read_without_the_cost_of_callees() -> None:
    counts = parse_callgrind(CALLGRIND)
    assert counts == {"(Python)": 8, "egypt.search.ismcts.worker_run": 113, "egypt.search.tree.tree_find": 50}
    assert sum(counts.values()) == 171  # its own summary


def test_functions_are_shown_by_falling_share() -> None:
    profile = FunctionProfile("perf", "samples", {"a.small": 10, "b.large": 80, "c.rest": 6, "d.rest": 4})
    lines = function_table(profile, 2).splitlines()
    assert lines[0] == "by function (perf, 100 samples)"
    assert lines[2:] == ["  80.0%  b.large", "  10.0%  a.small", "  10.0%  (all others)"]


# -- the yardstick's output ----------------------------------------------------------------------------------

YARDSTICK = """\
plain C state 296 B bag_mode 0
buffer              np=2  min:  620663 playouts/s  19.52 ns/move | median:  559848 playouts/s  21.64 ns/move \
| 82.5 moves/playout chk 75c05895cb76865f
shuffled-bag+buffer np=5  min:  158891 playouts/s  30.10 ns/move | median:  149221 playouts/s  32.05 ns/move \
| 209.1 moves/playout chk da8a8db246e03a2f
fused np=3 473124 playouts/s 14.88 ns/move
fused np=4 no figures today
"""


def test_the_yardstick_is_read() -> None:
    assert parse(YARDSTICK) == {
        ("buffer", 2): Rate(559848, 21.64),
        ("shuffled-bag+buffer", 5): Rate(149221, 32.05),
        ("fused", 3): Rate(473124, 14.88),
    }


# -- lines ---------------------------------------------------------------------------------------------------

TRACED = """\
cdef int twice(int n) noexcept nogil:
    return n + n

cdef int work(int amount) noexcept nogil:
    cdef int total = 0
    cdef int i
    for i in range(amount):
        total += twice(i)
        total += 1
    return total

cdef int refuse(int amount) except -1:
    raise ValueError(amount)

def run(int amount):
    cdef int total
    with nogil:
        total = work(amount)
    try:
        refuse(amount)
    except ValueError:
        total += 1
    try:
        return total
    finally:
        print(end="")
        print(end="")
"""
BUILD = """
from setuptools import Extension, setup
from Cython.Build import cythonize
directives = {"language_level": 3, "linetrace": True, "profile": True, "binding": True}
modules = [Extension("traced", ["traced.pyx"], extra_compile_args=["-DCYTHON_TRACE_NOGIL=1"])]
setup(name="traced", ext_modules=cythonize(modules, compiler_directives=directives))
"""
RECORD = """
import json, sys
import traced
from bench import _lines
from bench._lines import record
if sys.argv[1] == "without": _lines._has_line_profiler = lambda: False
print(json.dumps(record(lambda amount: traced.run(amount), 0.2)))
"""


@pytest.fixture(scope="module")
def traced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small module in a trace build: it reports its lines as the core does, but it builds fast."""
    folder = tmp_path_factory.mktemp("traced")
    (folder / "traced.pyx").write_text(TRACED)
    (folder / "setup.py").write_text(BUILD)
    (folder / "record.py").write_text(RECORD)
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return folder


def record(traced: Path, mode: str) -> dict[str, Any]:
    paths = os.pathsep.join([str(traced), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "record.py", mode],
        cwd=traced,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, "PYTHONPATH": paths},
    )
    assert done.returncode == 0, done.stderr
    data: dict[str, Any] = json.loads(done.stdout)
    return data


@pytest.mark.program
@pytest.mark.parametrize("mode", ["with", "without"])
def test_lines_of_functions_that_exist_in_c_alone(traced: Path, mode: str) -> None:
    data = record(traced, mode)
    usable = sys.version_info < (3, 12) and find_spec("line_profiler") is not None
    assert (data["tool"] == "line_profiler") == (usable and mode == "with")
    functions = {function.name: function for function in read_record(data, [traced])}
    assert set(functions) == {"run", "work", "twice", "refuse"}
    assert functions["work"].file == "traced.pyx" and functions["work"].first == 4
    hits = {line.number: line.hits for function in functions.values() for line in function.lines}
    assert hits[2] == hits[8] == hits[9] == data["amount"]
    calls = hits[18]
    ends = () if data["tool"] == "line_profiler" else (26, 27)  # a `finally` after the return
    assert all(hits[line] == calls for line in (5, 10, 13, 20, 22, 24, *ends)) and hits[7] == data["amount"] + calls
    times = {line.number: line.seconds for function in functions.values() for line in function.lines}
    assert times[18] > times[8] > times[2] > 0  # a line's time contains what it calls
    assert functions["run"].seconds > functions["work"].seconds > functions["twice"].seconds


def test_lines_are_shown_with_their_source() -> None:
    function = FunctionLines("a.pyx", "add", 1, (SourceLine(1, 10, 0.001), SourceLine(2, 30, 0.003)))
    source = ["first = 1", "second = 2"]
    shown = line_table(function, 80, source).splitlines()
    assert shown[0] == "add  a.pyx:1  50.0% of all hits"
    assert shown[-1].split(maxsplit=4) == ["30", "3.00", "75.0%", "2", "second = 2"]


def test_the_copy_for_the_trace_build_changes_only_what_differs(tmp_path: Path) -> None:
    files = _trace.wanted_files("ra")
    assert Path("engine/games/ra/rules.pyx") in files and Path("engine/games/__init__.py") in files
    assert not any(file.suffix == ".so" for file in files)
    assert Path("engine/games/ra/rules.pyx") not in _trace.wanted_files("jars")
    _trace.synchronise(tmp_path, files)
    changed, same = tmp_path / "engine/search/tree.pyx", tmp_path / "engine/search/ismcts.pyx"
    changed.write_text("old")
    os.utime(same, (1, 1))
    gone = [tmp_path / "engine/search/former.pyx", tmp_path / "engine/search/former.cpython-311.so"]
    kept = tmp_path / "engine/search/tree.cpython-311.so"
    for path in [*gone, kept]:
        path.write_text("")
    _trace.synchronise(tmp_path, files)
    assert changed.read_bytes() == (ROOT / "engine/search/tree.pyx").read_bytes()
    assert same.stat().st_mtime == 1 and kept.exists()
    assert not any(path.exists() for path in gone)


# -- real runs -----------------------------------------------------------------------------------------------


@pytest.mark.program
@pytest.mark.parametrize("tool", ["perf", "callgrind"])
def test_a_profile_by_function_or_what_to_install(tool: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EGYPT_GAMES", "")  # valgrind makes the guests' imports take long
    done = bench(
        "profile", "--game", "ra", "--what", "playouts", "--by", "function", "--tool", tool, "--seconds", "0.5", "--json"
    )
    result = json.loads(done.stdout)
    assert result["game"] == "ra" and result["what"] == "playouts"
    if done.returncode == 0:
        shares = [row["share"] for row in result["functions"]]
        assert result["tool"] == tool and shares == sorted(shares, reverse=True) and 0 < sum(shares) <= 1.01
        assert any(row["name"].startswith("egypt.games.ra.") for row in result["functions"])
    else:
        assert done.returncode == 1 and "functions" not in result
        assert done.stderr.startswith("no profile by function: ") and len(done.stderr.splitlines()) == 1


@pytest.mark.program
def test_without_tools_the_profile_says_what_to_install(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bench", "profile", "--game", "jars", "--by", "function"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        cwd=ROOT,
        env={**os.environ, "PATH": str(tmp_path)},
    )
    assert done.returncode == 1 and done.stdout == ""
    assert "linux-perf" in done.stderr and "valgrind" in done.stderr
