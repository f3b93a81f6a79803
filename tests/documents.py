"""The Markdown pages of the project: which there are, where their links lead, and what their programs print."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests import ROOT

BLOCK = re.compile(r"^([ ]*)```(\w*).*\n((?:.*\n)*?)\1```$", re.MULTILINE)
LEFT_OUT = "…"  # alone on a line: some lines; after a space or a comma: the rest of one
SHOWN = re.compile(r"^(print\(.*\))  # -> (.*)$", re.MULTILINE)


def pages() -> list[Path]:
    found = [(path, path.relative_to(ROOT).parts) for path in ROOT.rglob("*.md")]
    return sorted(path for path, parts in found if parts[0] != "build" and not any(part.startswith(".") for part in parts))


def blocks(text: str, language: str) -> list[str]:
    return [block[3] for block in BLOCK.finditer(text) if block[2] == language]


def anchors(text: str) -> set[str]:
    """The names that GitHub gives to the headings of a page."""
    found: list[str] = []
    for heading in re.findall(r"^#+ +(.*?) *$", BLOCK.sub("", text), re.MULTILINE):
        words = re.sub(r"\]\([^)]*\)", "]", heading).lower()
        found.append(re.sub(r"[^\w\- ]", "", words).replace(" ", "-"))
    return {f"{name}-{number}" if (number := found[:place].count(name)) else name for place, name in enumerate(found)}


def broken_links(page: Path) -> Iterator[str]:
    """The links of a page to files and headings of the project that lead nowhere."""
    text = page.read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)\s]+)\)", BLOCK.sub("", text)):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        if not target.exists() or not target.is_relative_to(ROOT):
            yield f"{page.relative_to(ROOT)}: {link}: no such file"
        elif anchor and (target.suffix != ".md" or anchor not in anchors(target.read_text(encoding="utf-8"))):
            yield f"{page.relative_to(ROOT)}: {link}: no such heading"


def with_outputs(text: str) -> str:
    """A page with fresh comments behind `print(…)  # -> …`; a program that has some prints only there, once each."""

    def fresh(block: re.Match[str]) -> str:
        if block[2] != "python" or not SHOWN.search(block[3]):
            return block[0]
        printed: list[str] = []
        namespace: dict[str, Any] = {"print": lambda *values: printed.append(" ".join(map(str, values)))}
        exec(block[3], namespace)
        outputs = iter(printed)
        program = SHOWN.sub(lambda line: f"{line[1]}  # -> {next(outputs)}", block[3])
        assert next(outputs, None) is None, f"prints more than is shown:\n{block[3]}"
        return block[0].replace(block[3], program)

    return BLOCK.sub(fresh, text)


def examples(text: str) -> list[tuple[str, list[str]]]:
    """Each command that is typed on a page, with the lines that the page shows after it, in their order."""
    return [
        (command, shown.splitlines())
        for block in blocks(text, "console")
        for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block.replace("\\\n", " "), re.MULTILINE)
    ]


def shape(line: str) -> str:
    line = re.sub(r"\d+(\.\d+)? ms\b", "0 ms", line.rstrip())
    return re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", "then", line)


def is_shown(shown: list[str], said: list[str]) -> bool:
    """Whether the lines of a page are those of the program, but for what it leaves out."""
    pattern = ""
    for line in filter(None, map(shape, shown)):
        if line == LEFT_OUT:
            pattern += r"(?:.*\n)*?"
        else:
            begin, gap, _ = line.partition(f" {LEFT_OUT}") if f" {LEFT_OUT}" in line else line.partition(f",{LEFT_OUT}")
            pattern += re.escape(begin) + (".*" if gap else "") + r"\n"
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in filter(None, map(shape, said)))) is not None
