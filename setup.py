"""Turns every .pyx below engine/ and bots/ into one extension module of the package `egypt`.

The folders of the repository and the modules of the package have different names (`PACKAGES` below). Tools that look for a
module by walking folders (Cython's cimport, mypy, a build that was not installed) are shown build/links, a tree of links in
which the folders lie as the modules do.

One switch, the environment variable EGYPT_BUILD, chooses how:

  release   (default) all checks off, -O3
  debug     checks on, C asserts live, address and undefined-behaviour sanitizers
  tsan      checks off, thread sanitizer
  trace     line tracing, for `python -m bench profile` and coverage
  annotate  release, plus one HTML page per module; a hot loop stays white there

A release wheel is built for the limited API of Python 3.11, so that one serves every later Python; a build in place is for
the Python at hand. CPU time of the limited build in terms of the other, 19 alternating runs: searches 1.00 (Ra), 1.02
(Sobek), 0.99 (Amun-Re), 1.00 (Tekhenu), playouts 1.00, 0.99, 1.00, 0.99; Python code that lists, plays and prints single
moves 1.35, 1.33, 1.36, 1.16.

A machine that cannot build is told so in one line before anything is installed or compiled.

EGYPT_CORE=0 leaves the core out, for an editable install that is built in place afterwards.
EGYPT_NATIVE=1 adds -march=native; the default build runs on any machine of the architecture.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parent
CHECK = "check-machine"  # `python3 setup.py check-machine`: what the Makefile asks before it installs anything


def machine_fault(root: Path, compiler: str, headers: Path) -> str:
    """Why the core cannot be built here and what to install, or nothing."""
    if sys.version_info < (3, 11):  # noqa: UP036 - pip has not looked yet
        return f"Python 3.11 or later is needed, and {sys.executable} is {sys.version.split()[0]}"
    folders = [folder for folder in (root, root / "build", root / "engine") if folder.exists()]
    if locked := [str(folder) for folder in folders if not os.access(folder, os.W_OK)]:
        return f"{locked[0]} cannot be written: clone to a folder of your own"
    if os.name == "posix" and shutil.which(compiler) is None:
        return f"there is no C compiler '{compiler}' (apt-get install gcc)"
    if not (headers / "Python.h").exists():
        return f"there is no {headers / 'Python.h'}: the headers of Python are missing (apt-get install python3-dev)"
    return ""


if __name__ == "__main__":
    if os.environ.get("EGYPT_CORE") != "0":
        command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
        if fault := machine_fault(ROOT, shlex.split(command)[0], Path(sysconfig.get_path("include"))):
            sys.exit(f"egypt-engine: {fault}")
    if sys.argv[1:] == [CHECK]:
        sys.exit()

# Only now, because a new machine lacks them.
from Cython.Build import cythonize  # noqa: E402
from Cython.Compiler import Options  # noqa: E402
from setuptools import Extension, setup  # noqa: E402
from setuptools.command.build_ext import build_ext  # noqa: E402

BUILD = os.environ.get("EGYPT_BUILD", "release")

# Package -> folder. `bench` is no part of it: it measures and fits a checkout, and is run from one.
PACKAGES = {"egypt": "engine", "egypt.protocol": "protocol", "egypt.bots": "bots"}
LIMITED_API = 0x030B0000  # Python 3.11
IS_LIMITED = "bdist_wheel" in sys.argv and BUILD == "release"
NATIVE = os.environ.get("EGYPT_NATIVE", "0") == "1"

# -ffp-contract=off: a fused multiply-add would let two machines disagree in the last bit of a search.
# -fno-strict-aliasing: a state is a block of bytes to the search and a struct to its room.
COMMON_FLAGS = [
    "-std=gnu11",
    "-fno-math-errno",
    "-ffp-contract=off",
    "-fno-strict-aliasing",
    "-Wno-unused-function",
    "-Wno-sign-compare",
]
FLAGS = {
    "release": ["-O3", "-DNDEBUG", "-g0"],  # debug information would make the wheel three times as large
    "annotate": ["-O3", "-DNDEBUG"],
    "trace": ["-O1", "-DNDEBUG", "-DCYTHON_TRACE_NOGIL=1"],
    "debug": [
        "-O1",
        "-g",
        "-UNDEBUG",
        "-fno-omit-frame-pointer",
        "-fsanitize=address,undefined",
        "-fno-sanitize-recover=undefined",
    ],
    "tsan": ["-O1", "-g", "-DNDEBUG", "-fsanitize=thread"],
}
# States and rows of features are some hundred bytes. Left to itself, gcc copies and clears as many by an instruction for
# long strings that takes its time to begin. Compilers that do not know these flags go without: see ParallelBuild.
COPY_FLAGS = [f"-mmem{what}-strategy=vector_loop:2048:noalign,libcall:-1:noalign" for what in ("cpy", "set")]
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


def link_packages(root: Path = ROOT) -> Path:
    """The folder build/links below the root, in which `egypt` and its subpackages can be imported under their names."""
    links = root / "build" / "links"
    package = links / "egypt"
    package.mkdir(parents=True, exist_ok=True)
    wanted = {path.name: path for path in (root / "engine").iterdir() if path.name != "__pycache__"}
    wanted |= {name.rpartition(".")[2]: root / folder for name, folder in PACKAGES.items() if "." in name}
    for old in package.iterdir():
        if old.is_symlink() and old.name not in wanted:
            old.unlink()
    for name, target in wanted.items():
        with suppress(FileExistsError):  # from an earlier build, or from another process just now
            (package / name).symlink_to(os.path.relpath(target, package))
    return links


def subpackages() -> list[str]:
    """Every package below PACKAGES, by its installed name."""
    return [
        ".".join([name, *init.parent.relative_to(ROOT / folder).parts])
        for name, folder in PACKAGES.items()
        for init in sorted((ROOT / folder).rglob("__init__.py"))
    ]


def extensions() -> list[Extension]:
    flags = COMMON_FLAGS + FLAGS[BUILD] + (["-march=native"] if NATIVE else [])
    return [
        Extension(
            ".".join([package, *path.with_suffix("").parts[1:]]),
            [str(path)],
            extra_compile_args=flags,
            define_macros=[("Py_LIMITED_API", hex(LIMITED_API))] if IS_LIMITED else [],
            py_limited_api=IS_LIMITED,
            extra_link_args=LINK.get(BUILD, []),
        )
        for package, folder in PACKAGES.items()
        for path in sorted(Path(folder).rglob("*.pyx"))
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


class Progress:
    """Says how many modules are done: every few seconds, and at the end."""

    PAUSE = 5.0

    def __init__(self, done: str, output: int = 1) -> None:
        self._done, self._output, self._count = done, output, 0
        self._began = self._said = time.monotonic()
        self._lock = threading.Lock()

    def step(self, total: int) -> None:
        with self._lock:
            self._count += 1
            now = time.monotonic()
            if now - self._said >= self.PAUSE or self._count == total:
                self._said = now
                text = f"{self._done} {self._count} of {total} modules, {now - self._began:.0f} s\n"
                os.write(self._output, text.encode())


@contextmanager
def counted_translations():
    """Cython's line for every module becomes a count."""
    sys.stdout.flush()
    output = os.dup(1)
    source, sink = os.pipe()
    progress = Progress("translated", output)

    def count() -> None:
        with open(source, encoding="utf-8", errors="replace") as said:
            for line in iter(said.readline, "end\n"):  # not the end of the pipe: helpers of multiprocessing hold it open
                if found := re.match(r"\[ *\d+/(\d+)\]", line):
                    progress.step(int(found[1]))

    counter = threading.Thread(target=count)
    counter.start()
    os.dup2(sink, 1)
    os.close(sink)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.write(1, b"\nend\n")
        os.dup2(output, 1)
        counter.join()
        os.close(output)


class ParallelBuild(build_ext):
    def finalize_options(self):
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def build_extensions(self):
        if BUILD == "release" and self.accepts(COPY_FLAGS):
            for extension in self.extensions:
                extension.extra_compile_args = [*extension.extra_compile_args, *COPY_FLAGS]
        self.progress = Progress("compiled")
        super().build_extensions()

    def build_extension(self, ext):
        super().build_extension(ext)
        self.progress.step(len(self.extensions))

    def accepts(self, flags: list[str]) -> bool:
        """Whether the compiler knows these flags, on this architecture."""
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "empty.c")
            source.write_text("int empty;\n", encoding="utf-8")
            command = [*self.compiler.compiler_so, *flags, "-c", str(source), "-o", str(source.with_suffix(".o"))]
            return subprocess.run(command, capture_output=True).returncode == 0


def cython_modules():
    Options.warning_errors = True
    with performance_hints_are_errors(), counted_translations():
        return cythonize(
            extensions(),
            build_dir=f"build/cython-{BUILD}",
            include_path=[str(link_packages())],
            nthreads=os.cpu_count() or 1,
            compiler_directives=DIRECTIVES,
            annotate=BUILD == "annotate",
        )


if __name__ == "__main__":  # the guard keeps cythonize's worker processes from building again
    core = [] if os.environ.get("EGYPT_CORE") == "0" else cython_modules()
    setup(
        packages=subpackages(),
        package_dir=PACKAGES,
        ext_modules=core,
        cmdclass={"build_ext": ParallelBuild},
        options={"bdist_wheel": {"py_limited_api": "cp311"}} if IS_LIMITED else {},
    )
