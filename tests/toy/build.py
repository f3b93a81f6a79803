"""Builds the Cython modules of the tests on demand, with the flags and directives of setup.py.

The result lies in build/tests-<build>/<key>; the key changes with the sources, the headers that they cimport and
the flags, so nothing is built twice and nothing stale is loaded. Programs that the tests start learn the folder from the
environment: computing the key needs setup.py, Cython and setuptools, which take a quarter of a second to import.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import re
import shutil
import sys
import tempfile
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

from tests import ROOT

FOLDER = "EGYPT_TEST_MODULES"  # "<build>:<folder>", for child processes of the same build and checkout
SOURCES = sorted((ROOT / "tests").rglob("*.pyx"))


def from_file(name: str, path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _key(settings: Any, folders: list[Path]) -> str:
    digest = hashlib.sha256(repr((sys.version, settings)).encode())
    for path in sorted({*SOURCES, *_headers(folders)}):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _headers(folders: list[Path]) -> set[Path]:
    """The headers of the sources, all that they cimport, and what these cimport; modules are looked for in the folders."""
    found = {path.with_suffix(".pxd") for path in SOURCES if path.with_suffix(".pxd").exists()}
    unread = [*SOURCES, *found]
    while unread:
        for module in re.findall(r"^\s*from ([\w.]+) cimport\b", unread.pop().read_text("utf-8"), re.MULTILINE):
            paths = [folder.joinpath(*module.split(".")).with_suffix(".pxd") for folder in folders]
            new = {path for path in paths if path.exists()} - found
            found |= new
            unread += new
    return found


@cache
def folder() -> Path:
    """Where the compiled modules are, built now if they are not there yet."""
    return _find_folder()


def _find_folder() -> Path:
    build = " ".join([os.environ.get("EGYPT_BUILD", "release"), os.environ.get("EGYPT_NATIVE", "0")])
    name, _, known = os.environ.get(FOLDER, "").partition(":")
    target = Path(known)
    if name != build or ROOT not in target.parents or not target.exists():
        target = _built_folder()
        os.environ[FOLDER] = f"{build}:{target}"
    return target


def _built_folder() -> Path:
    setup = from_file("egypt_setup", ROOT / "setup.py")
    flags = setup.COMMON_FLAGS + setup.FLAGS[setup.BUILD] + (["-march=native"] if setup.NATIVE else [])
    home = ROOT / "build" / f"tests-{setup.BUILD}"
    target = home / _key((flags, setup.DIRECTIVES), [setup.link_packages(), ROOT])
    if not target.exists():
        home.mkdir(parents=True, exist_ok=True)
        scratch = Path(tempfile.mkdtemp(dir=home))
        try:
            _build(setup, flags, scratch)
            os.replace(scratch / "lib", target)
        except OSError:
            if not target.exists():  # otherwise another process was faster
                raise
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
    return target


def _build(setup: ModuleType, flags: list[str], scratch: Path) -> None:
    from Cython.Build import cythonize
    from Cython.Compiler import Options
    from setuptools import Distribution, Extension

    here = os.getcwd()
    os.chdir(ROOT)  # module names follow from paths relative to the project
    try:
        extensions = [
            Extension(
                ".".join(path.relative_to(ROOT).with_suffix("").parts),
                [str(path.relative_to(ROOT))],
                extra_compile_args=flags,
                extra_link_args=setup.LINK.get(setup.BUILD, []),
            )
            for path in SOURCES
        ]
        Options.warning_errors = True
        with setup.performance_hints_are_errors():
            modules = cythonize(
                extensions,
                build_dir=str(scratch / "c"),
                compiler_directives=setup.DIRECTIVES,
                quiet=True,
                include_path=[str(setup.link_packages())],
            )
        command = Distribution({"name": "toy", "ext_modules": modules}).get_command_obj("build_ext")
        command.build_lib, command.build_temp = str(scratch / "lib"), str(scratch / "o")
        command.parallel = os.cpu_count()
        command.ensure_finalized()
        command.run()
    finally:
        os.chdir(here)


class BuiltModules(MetaPathFinder):
    """Finds the compiled modules of the tests by their dotted names; builds them when the first one is asked for."""

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        parts = fullname.split(".")
        if parts[0] != "tests" or not ROOT.joinpath(*parts).with_suffix(".pyx").exists():
            return None
        (file,) = folder().joinpath(*parts[:-1]).glob(f"{parts[-1]}.*.so")
        return importlib.util.spec_from_file_location(fullname, file)


def load(name: str) -> ModuleType:
    """The compiled module of that dotted name under tests/."""
    return importlib.import_module(name)


sys.meta_path.append(BuiltModules())
