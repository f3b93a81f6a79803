"""The specification shows what the program really says, and so does every other page with a transcript."""

from __future__ import annotations

import re

import pytest

from egypt.protocol.commands import _PARSERS
from egypt.protocol.options import TABLE
from tests.documents import pages
from tests.protocol.test_fuzz import ERROR_CODES
from tests.protocol.transcripts import SPEC, Transcript, replay, transcripts

TEXT = SPEC.read_text()


def shape(line: str, timed: bool) -> str:
    """A line without what changes from run to run: times and speeds, and all figures of a search without `iterations`."""
    if line.startswith(("info", "bestmove", "bench")) and " string " not in line:
        line = re.sub(r"\b(time|ips) \d+", r"\1 0", line)
        if timed:
            line = re.sub(r" pv .*", " pv …", line)
            line = re.sub(r"-?\d+(\.\d+)?", "0", line)
            line = re.sub(r"bestmove (id 0 )?(?!none)\S+", r"bestmove \g<1>move", line)
    if line.startswith("info string seed"):
        line = "info string seed …"
    if line.startswith(("option", "game", "feature games", "id name")):
        line = re.sub(r"default \S+|rules \S+|egypt-engine \S+|games \S+", "…", line)
    return line


@pytest.mark.program
@pytest.mark.parametrize(
    "transcript",
    [transcript for page in pages() for transcript in transcripts(page.read_text())],
    ids=lambda transcript: transcript.said[0],
)
def test_a_transcript_is_real(transcript: Transcript) -> None:
    """`python -m tests.protocol.transcripts --write` writes them anew after a change of the search."""
    timed = any(said.startswith("go ") and "iterations" not in said for said in transcript.said)
    assert [shape(line, timed) for line in replay(transcript)] == [shape(line, timed) for line in transcript.lines]


def test_every_chapter_stands_once() -> None:
    headings = re.findall(r"^##+ .*$", TEXT, re.MULTILINE)
    assert len(headings) == len(set(headings)) > 20


def test_every_command_has_a_transcript() -> None:
    said = {line.split()[0] for transcript in transcripts(TEXT) for line in transcript.said if line.strip()}
    assert set(_PARSERS) <= said


def test_every_option_and_error_code_is_explained() -> None:
    for option in TABLE:
        assert f"`{option.name}`" in TEXT
    for code in {*ERROR_CODES, "internal"}:
        assert f"`{code}`" in TEXT
