"""Arrows point one way: core <- games, core <- search, then protocol, then bots, then bench. Only a room
knows its game.
"""

from __future__ import annotations

import pytest

import egypt
from egypt import game_names
from tests import ROOT
from tests.architecture import (
    cython_faults,
    face_faults,
    import_circle,
    import_faults,
    leftover_faults,
    module_of,
    name_faults,
    platform_faults,
    rename_faults,
    size_faults,
    sources,
)
from tests.map import first_line
from tests.map import main as map_of_files

SOURCES = [(module_of(path), path.suffix, path.read_text(encoding="utf-8")) for path in sources()]


def test_all_layers_are_looked_at() -> None:
    modules = {module for module, _, _ in SOURCES}
    assert {"egypt", "egypt.core.game", "egypt.search.ismcts", "egypt.games"} <= modules


def test_imports_point_one_way() -> None:
    assert [fault for module, _, text in SOURCES for fault in import_faults(module, text)] == []


def test_no_imports_go_round_in_a_circle() -> None:
    assert import_circle((module, text) for module, suffix, text in SOURCES if suffix != ".pyi") == []
    pair = [
        ("egypt.games.ra.rules", "from egypt.games.ra cimport scoring\n"),
        ("egypt.games.ra.scoring", "from egypt.games.ra.rules cimport apply\n"),
    ]
    assert set(import_circle(pair)) == {"egypt.games.ra.rules", "egypt.games.ra.scoring"}
    assert import_circle([pair[0], ("egypt.games.ra.scoring", "def late():\n    import egypt.games.ra.rules\n")]) == []


def test_files_and_functions_can_be_read_at_a_glance() -> None:
    tests = [
        (str(path.relative_to(ROOT)), path.read_text(encoding="utf-8"))
        for path in sorted((ROOT / "tests").rglob("*"))
        if path.suffix in (".py", ".pyx", ".pxd")
    ]
    assert [fault for module, _, text in SOURCES for fault in size_faults(module, text)] == []
    assert [fault for module, text in tests for fault in size_faults(module, text)] == []


def test_what_is_too_large_is_found() -> None:
    assert size_faults("m", "x = 1\n" * 601) == ["m has 601 lines"]
    head = "cdef int f(\n    int a) noexcept nogil:\n"
    assert size_faults("m", head + "    a = (\n        1)\n" * 29) == []
    assert size_faults("m", head + "    a = (\n        1)\n" * 30) == ["m:1 f has 62 lines"]
    deep = "".join(f"{'    ' * depth}if a:\n" for depth in range(1, 7))
    assert size_faults("m", "def f():\n" + deep) == []
    assert size_faults("m", "def f():\n" + deep + "    " * 7 + "a\n") == ["m:1 f is nested 6 deep"]


def test_measurements_use_the_face_for_what_it_has() -> None:
    python = [(module, text) for module, suffix, text in SOURCES if suffix == ".py"]
    assert [fault for module, text in python for fault in face_faults(module, text, egypt.__all__)] == []
    for module, name in (("core.table", "Table"), ("core.game", "CHANCE_ACTOR, TRUTH"), ("games", "read")):
        line = f"from egypt.{module} import {name}"
        assert len(face_faults("bench.fit", f"def late():\n    {line}", egypt.__all__)) == 1
        assert face_faults("egypt.core.table", line, egypt.__all__) == []
    assert face_faults("bench.priors", "from egypt.search.priors import move_traits", egypt.__all__) == []


def test_names_come_from_where_they_are_declared() -> None:
    assert [fault for module, _, text in SOURCES for fault in rename_faults(module, text)] == []
    for line in ("from egypt.core.game cimport Weights", "from egypt.core.game cimport Game, Weights"):
        assert rename_faults("egypt.games.ra.evaluate", line) == [
            "egypt.games.ra.evaluate takes Weights from egypt.core.game, not from egypt.core.weights"
        ]


def test_only_a_room_knows_its_game() -> None:
    names = game_names()
    assert "jars" in names
    for module, _, text in SOURCES:
        if not module.startswith("egypt.games."):
            assert name_faults(module, text, names) == []


def test_cython_is_written_as_agreed() -> None:
    cython = [(module, text) for module, suffix, text in SOURCES if suffix in (".pyx", ".pxd")]
    assert cython and [fault for module, text in cython for fault in cython_faults(module, text)] == []


def test_no_module_needs_one_platform_to_be_imported() -> None:
    python = [(module, text) for module, suffix, text in SOURCES if suffix == ".py"]
    assert python and [fault for module, text in python for fault in platform_faults(module, text)] == []
    for line in ("import fcntl", "import os, termios", "from msvcrt import locking"):
        assert platform_faults("egypt.bots.base", line)
    assert platform_faults("egypt.bots.base", "def lock():\n    import fcntl") == []


def test_every_module_says_what_it_is_for(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    empty = {module for module, suffix, text in SOURCES if suffix != ".pyi" and text.strip() and not first_line(text)}
    assert empty == set()
    monkeypatch.setattr("sys.argv", ["map", "engine/search"])
    assert map_of_files() == 0
    lines = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines())
    assert lines["engine/search/tree.*"].startswith("The node pool: one flat array")
    assert lines["engine/search/settings.py"] and all(name.startswith("engine/search/") for name in lines)


def test_a_module_without_a_docstring_is_found() -> None:
    assert first_line('# cython: boundscheck=False\n\n"""What it is for.\n\nMore."""\n') == "What it is for."
    assert first_line('"""One line."""\n') == "One line."
    assert first_line('import os\n"""Late."""\n') is None


def test_nothing_is_left_to_do() -> None:
    assert [fault for module, _, text in SOURCES for fault in leftover_faults(module, text)] == []


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("egypt.core.table", "from egypt.games.ra.state cimport RaState"),
        ("egypt.core.table", "from egypt.search.searcher import Search"),
        ("egypt.search.ismcts", "from egypt.games import get_game"),
        ("egypt.games.ra.rules", "from egypt.search.tree cimport Tree"),
        ("egypt.games.ra.rules", "    from egypt.games.sobek.state cimport SobekState"),
        ("egypt.games", "import egypt.search"),
        ("egypt.protocol.session", "import egypt.bots.greedy"),
        ("egypt.protocol.session", "def late():\n    from egypt.core.table import Table"),
        ("egypt.protocol.options", "from egypt.search.settings import SETTINGS"),
        ("egypt.bots.greedy", "import egypt.search.greedy"),
        ("egypt.bots.arena.random_games", "from egypt.search.tree cimport Tree"),
        ("egypt.rl.single", "from egypt.games import get_game"),
        ("egypt.protocol.session", "import tests.toy"),
        ("egypt.protocol.web.table", "from egypt.protocol.session import Session"),
        ("egypt.protocol.web.table", "from egypt.games import get_game"),
        ("egypt.bots.greedy", "from bench import speed"),
    ],
)
def test_a_wrong_import_is_found(module: str, line: str) -> None:
    assert import_faults(module, f'"""Doc."""\n{line}\n')


@pytest.mark.parametrize(
    "line", ['if game.name == "jars":', "from egypt.games import jars", "table = jars_table()", "class JarsBot:", "Jars()"]
)
def test_a_known_game_is_found(line: str) -> None:
    assert name_faults("egypt.bots.greedy", line, ["jars"])


@pytest.mark.parametrize(
    "line",
    [
        "DEF SEATS = 5",
        "from egypt.core.types cimport *",
        "from .state cimport RaState",
        'include "rules.pxi"',
        "cdef int scores(const State* state) nogil:",
        "    int (*legal_moves)(const void* state, Move* moves) nogil",
        "    int (*legal_moves)(const void* state, Move* moves) except -1",
        "    int (*legal_moves)(const void* state, Move* moves)",
    ],
)
def test_wrong_cython_is_found(line: str) -> None:
    assert cython_faults("egypt.core.game", line)


@pytest.mark.parametrize(
    "line",
    [
        "        with nogil:",
        "cdef int scores(const State* state) noexcept nogil:",
        "from egypt.core.types cimport Move, Rng",
        "    int (*legal_moves)(const void* state, Move* moves) noexcept nogil",
        "# DEF is banned, nogil needs noexcept",
    ],
)
def test_right_cython_is_left_alone(line: str) -> None:
    assert cython_faults("egypt.core.game", line) == []
