"""The house rules that a machine can check, as functions from text to faults."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator
from graphlib import CycleError, TopologicalSorter
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from tests import ROOT
from tests.platforms import POSIX_MODULES, WINDOWS_MODULES

# Folder -> the name by which it is imported.
LAYERS = {"engine": "egypt", "protocol": "egypt.protocol", "bots": "egypt.bots", "bench": "bench"}

ENGINE = ("egypt.core", "egypt.games", "egypt.search")

# Who may import whom: a module, by the longest matching name, and the packages it may use.
ALLOWED = {
    "egypt": ("egypt.core", "egypt.games", "egypt.search"),  # the face: only __init__.py itself is here
    "egypt.core": ("egypt.core",),
    "egypt.search": ("egypt.core", "egypt.search"),
    "egypt.games": ("egypt.core",),  # the registry
    "egypt.games.{room}": ("egypt.core", "egypt.games.{room}"),
    "egypt.protocol": ("egypt", "egypt.protocol"),  # users of the package: they meet its face
    "egypt.protocol.web": (
        "egypt.protocol.client",
        "egypt.protocol.async_client",
        "egypt.protocol.answers",
        "egypt.protocol.command_line",
        "egypt.protocol.locking",
        "egypt.protocol.ranges",
        "egypt.protocol.threads",
        "egypt.protocol.web",
    ),  # no rules
    "egypt.bots": ("egypt", "egypt.protocol", "egypt.bots"),
    "egypt.bots.arena.random_games": ("egypt", "egypt.core"),  # compiled: plays whole games below Python
    # environments for learners, with bots on the other seats and the page's own pictures of boards
    "egypt.rl": ("egypt", "egypt.bots", "egypt.protocol.web.picture", "egypt.rl"),
    "egypt.rl.batch": ("egypt", "egypt.core"),  # compiled, too
    "egypt.openspiel": ("egypt",),
    "bench": ("egypt", *ENGINE, "egypt.protocol", "egypt.bots", "egypt.rl", "egypt.openspiel", "bench"),
}

EXTRAS = "egypt.extras"  # names packages that are not installed, to whoever needs them

# Where the types that several modules of the core know are declared.
HOMES = {
    "Weights": "egypt.core.weights",
    "GameWeights": "egypt.core.weights",
    "Move": "egypt.core.types",
    "Game": "egypt.core.game",
}

# A Game pickles by its name: the one place where the core looks up, and only when called.
LOOKS_UP = ("egypt.core.game", "egypt.games")


def sources() -> Iterator[Path]:
    for layer in LAYERS:
        for path in sorted((ROOT / layer).rglob("*")):
            if path.suffix in (".py", ".pyx", ".pxd", ".pyi"):
                yield path


def module_of(path: Path) -> str:
    layer, *parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join([LAYERS[layer], *(parts[:-1] if parts[-1] == "__init__" else parts)])


def code_of(text: str) -> str:
    """The text without docstrings and comments, line for line."""
    text = re.sub(r'"""(.*?)"""', lambda match: '""' + "\n" * match[1].count("\n"), text, flags=re.S)
    return "\n".join(re.sub(r"(^|\s)#.*", "", line) for line in text.splitlines())


def imports_of(code: str) -> list[str]:
    found = re.findall(r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+c?import\b|c?import[ \t]+([\w.]+))", code, flags=re.M)
    return [one or other for one, other in found]


def allowed_for(module: str) -> tuple[str, ...]:
    parts = module.split(".")
    if module.startswith("egypt.games.") and len(parts) > 2:
        return tuple(name.format(room=parts[2]) for name in ALLOWED["egypt.games.{room}"])
    return (*ALLOWED[next(".".join(parts[:n]) for n in (4, 3, 2, 1) if ".".join(parts[:n]) in ALLOWED)], EXTRAS)


def import_faults(module: str, text: str) -> list[str]:
    faults = []
    for imported in imports_of(code_of(text)):
        if imported.split(".")[0] not in ("egypt", "bench", "tests") or (module, imported) == LOOKS_UP:
            continue
        allowed = allowed_for(module)
        below = tuple(f"{name}." for name in allowed if name != "egypt")
        if imported not in allowed and not imported.startswith(below):
            faults.append(f"{module} imports {imported}")
    return faults


def imported_at_once(text: str, modules: Collection[str]) -> set[str]:
    """Which of the modules are loaded with this one: imports that stand in no function; a submodule counts for itself."""
    code, found = code_of(text), set()
    for package, names in re.findall(r"^from[ \t]+([\w.]+)[ \t]+c?import\b[ \t]*(\([^)]*\)|[^\n]*)", code, flags=re.M):
        below = {f"{package}.{name}" for name in re.findall(r"\w+", names)} & set(modules)
        found |= below or {package} & set(modules)
    return found | set(re.findall(r"^c?import[ \t]+([\w.]+)", code, flags=re.M)) & set(modules)


def import_circle(texts: Iterable[tuple[str, str]]) -> list[str]:
    """Modules that import each other round about, the first one again at the end; [] if there are none."""
    texts = list(texts)
    modules = {module for module, _ in texts}
    graph: dict[str, set[str]] = {module: set() for module in modules}
    for module, text in texts:
        graph[module] |= imported_at_once(text, modules) - {module}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as problem:
        return list(problem.args[1])
    return []


def face_faults(module: str, text: str, face: Iterable[str]) -> list[str]:
    """What `egypt` itself offers, fetched from below by bench, which may look there for the rest."""
    if module.split(".")[0] != "bench":
        return []
    return [
        f"{module} imports {alias.name} from {node.module}, not from egypt"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(ENGINE)
        for alias in node.names
        if alias.name.removesuffix("_ACTOR") in face
    ]


def rename_faults(module: str, text: str) -> list[str]:
    """Names that a room takes from a module which has them from another."""
    found = re.findall(r"^from (egypt\.core\.\w+) cimport \(?([\w, \n]+)", code_of(text), flags=re.M)
    return [
        f"{module} takes {name} from {source}, not from {HOMES[name]}"
        for source, names in found
        for name in re.findall(r"\w+", names)
        if HOMES.get(name, source) != source
    ]


def name_faults(module: str, text: str, names: list[str]) -> list[str]:
    """Names of games where none may be known. The help of a program may give an example."""
    faults = []
    for number, line in enumerate(code_of(text).splitlines(), 1):
        for name in names:
            known = re.search(rf"(?<![A-Za-z0-9])({name}|{name.capitalize()})(?![a-z0-9])", line)
            if known and "help=" not in line:
                faults.append(f"{module}:{number} knows {name}: {line.strip()}")
    return faults


def cython_faults(module: str, text: str) -> list[str]:
    """What costs speed or hides where a name comes from."""
    rules = {
        r"^\s*DEF\s": "DEF instead of a cdef enum",
        r"\bcimport\s+\*": "cimport *",
        r"\bimport\s+\*": "import *",
        r"^\s*include\s+[\"']": "include",
        r"^\s*from\s+\.": "a relative import",
        r"(?<!with )(?<!noexcept )\bnogil\b": "nogil without noexcept",
        # Text is Python's business: what takes or gives it may raise.
        (
            r"^(?!.*\b(?:str|dict|list)\b).*"
            r"\(\*\w+\)\s*\([^)]*\)\s*(?!noexcept nogil)(\w|$)"
        ): "a function pointer that is not noexcept nogil",
    }
    return [
        f"{module}:{number} has {what}: {line.strip()}"
        for number, line in enumerate(code_of(text).splitlines(), 1)
        for pattern, what in rules.items()
        if re.search(pattern, line)
    ]


def platform_faults(module: str, text: str) -> list[str]:
    """Modules that not every platform has, imported by everybody who imports this one."""
    tree = ast.parse(text)
    names = [alias.name for node in tree.body if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "" for node in tree.body if isinstance(node, ast.ImportFrom)]
    return [f"{module} imports {name}" for name in names if name.split(".")[0] in (*POSIX_MODULES, *WINDOWS_MODULES)]


# -- what one can read at a glance -----------------------------------------------------------------------------

MOST_FILE_LINES = 600
MOST_LINES = 60  # of a function
MOST_NESTING = 5  # of blocks within a function
FUNCTION = re.compile(r"(?:async def|def|cdef|cpdef)\s+(?!class\b)[^=]*?\b(\w+)\(")


class Statement(NamedTuple):
    first: int  # lines, from 1
    last: int
    indent: int
    text: str  # of its first line


def statements(code: str) -> list[Statement]:
    """All statements in their order; lines within brackets go on with the one before."""
    found: list[Statement] = []
    open_brackets = 0
    for number, line in enumerate(code.splitlines(), 1):
        bare = re.sub(r"""'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*\"""", "", line)
        if open_brackets or not line.strip():
            found[-1:] = [one._replace(last=number if line.strip() else one.last) for one in found[-1:]]
        else:
            found.append(Statement(number, number, len(line) - len(line.lstrip()), line.strip()))
        open_brackets += sum(map(bare.count, "([{")) - sum(map(bare.count, ")]}"))
    return found


def size_faults(module: str, text: str) -> list[str]:
    """Files and functions that are too long, and blocks that are nested too deeply."""
    lines = len(text.splitlines())
    faults = [f"{module} has {lines} lines"] if lines > MOST_FILE_LINES else []
    found = statements(code_of(text))
    for place, head in enumerate(found):
        name = FUNCTION.match(head.text)
        body = list(takewhile(lambda one, indent=head.indent: one.indent > indent, found[place + 1 :]))
        if name is None or not body:
            continue
        length = body[-1].last - head.first + 1
        nesting = len({one.indent for one in body}) - 1
        if length > MOST_LINES:
            faults.append(f"{module}:{head.first} {name[1]} has {length} lines")
        if nesting > MOST_NESTING:
            faults.append(f"{module}:{head.first} {name[1]} is nested {nesting} deep")
    return faults


# Spelled apart, so that this file itself has none of them.
LEFTOVERS = ("TO" + "DO", "FIX" + "ME", "X" * 3)


def leftover_faults(module: str, text: str) -> list[str]:
    return [f"{module}: {word}" for word in re.findall(rf"\b({'|'.join(LEFTOVERS)})\b", text)]
