"""Turns every engine/**/*.pyx into one extension module.

One switch, the environment variable EGYPT_BUILD, chooses how:

  release   (default) all checks off, -O3
  debug     checks on, C asserts live, address and undefined-behaviour sanitizers
  tsan      checks off, thread sanitizer
  trace     line tracing for line_profiler and coverage
  annotate  release, plus one HTML page per module; a hot loop stays white there

EGYPT_CORE=0 leaves the core out, for an editable install that is built in place afterwards.
EGYPT_NATIVE=1 adds -march=native; the default build runs on any machine of the architecture.
"""

import os
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

from Cython.Build import cythonize
from Cython.Compiler import Options
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

BUILD = os.environ.get("EGYPT_BUILD", "release")
NATIVE = os.environ.get("EGYPT_NATIVE", "0") == "1"

# -ffp-contract=off: a fused multiply-add would let two machines disagree in the last bit of a search.
# -fno-strict-aliasing: a state is a block of bytes to the search and a struct to its room.
COMMON_FLAGS = ["-std=gnu11", "-fno-math-errno", "-ffp-contract=off", "-fno-strict-aliasing", "-Wno-unused-function",
                "-Wno-sign-compare"]
FLAGS = {
    "release": ["-O3", "-DNDEBUG"],
    "annotate": ["-O3", "-DNDEBUG"],
    "trace": ["-O1", "-DNDEBUG", "-DCYTHON_TRACE_NOGIL=1"],
    "debug": ["-O1", "-g", "-UNDEBUG", "-fno-omit-frame-pointer", "-fsanitize=address,undefined",
              "-fno-sanitize-recover=undefined"],
    "tsan": ["-O1", "-g", "-DNDEBUG", "-fsanitize=thread"],
}
LINK = {"debug": ["-fsanitize=address,undefined"], "tsan": ["-fsanitize=thread"]}

if BUILD not in FLAGS:
    sys.exit(f"EGYPT_BUILD={BUILD}: unknown build; choose one of {', '.join(FLAGS)}")

CHECKED = BUILD == "debug"
DIRECTIVES = {
    "language_level": 3,
    "binding": True,
    "embedsignature": False,
    "boundscheck": CHECKED,
    "wraparound": CHECKED,
    "initializedcheck": CHECKED,
    "cdivision": not CHECKED,
    "linetrace": BUILD == "trace",
    "profile": BUILD == "trace",
    # All of Cython's warnings but four: `undeclared` counts every Python import, `unused` every counter of a loop,
    # `unused_result` every loop variable, `unused_arg` every argument that an entry of a function table does not need.
    "warn.unreachable": True,
    "warn.maybe_uninitialized": True,
    "warn.multiple_declarators": True,
    "show_performance_hints": True,
}


def extensions() -> list[Extension]:
    flags = COMMON_FLAGS + FLAGS[BUILD] + (["-march=native"] if NATIVE else [])
    return [
        Extension(
            ".".join(path.with_suffix("").parts),
            [str(path)],
            extra_compile_args=flags,
            extra_link_args=LINK.get(BUILD, []),
        )
        for path in sorted(Path("engine").rglob("*.pyx"))
    ]


@contextmanager
def performance_hints_are_errors():
    """Fails the build on a Cython performance hint: one of those in a hot loop costs a factor of six."""
    sys.stderr.flush()
    saved = os.dup(2)
    with tempfile.TemporaryFile() as log:
        os.dup2(log.fileno(), 2)
        try:
            yield
        finally:
            sys.stderr.flush()
            os.dup2(saved, 2)
            os.close(saved)
            log.seek(0)
            text = log.read().decode(errors="replace")
            sys.stderr.write(text)
    if "performance hint" in text:
        sys.exit("a Cython performance hint is an error in this project (see above)")


class ParallelBuild(build_ext):
    def finalize_options(self):
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()


def cython_modules():
    Options.warning_errors = True
    with performance_hints_are_errors():
        return cythonize(
            extensions(),
            build_dir=f"build/cython-{BUILD}",
            nthreads=os.cpu_count() or 1,
            compiler_directives=DIRECTIVES,
            annotate=BUILD == "annotate",
        )


if __name__ == "__main__":  # the guard keeps cythonize's worker processes from building again
    core = [] if os.environ.get("EGYPT_CORE") == "0" else cython_modules()
    setup(ext_modules=core, cmdclass={"build_ext": ParallelBuild})
