"""Bytes in, lines out. No input can break this: bad bytes become a complaint, never an exception."""

from __future__ import annotations

from dataclasses import dataclass

MAX_LINE_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that is not text, or too long to be a command; `reason` names the offending part."""

    reason: str


class LineReader:
    """Cuts a stream of bytes into lines. Holds at most MAX_LINE_BYTES of an unfinished line."""

    def __init__(self) -> None:
        self._rest = b""
        self._skipping = False  # inside a line that is too long: drop bytes until it ends

    def feed(self, data: bytes) -> list[str | BadLine]:
        """Take in some bytes and return the lines they complete."""
        *complete, rest = (self._rest + data).split(b"\n")
        lines: list[str | BadLine] = []
        for raw in complete:
            if self._skipping:
                self._skipping = False  # the complaint was made when the limit was passed
            else:
                lines.append(_decode(raw))
        if self._skipping:
            rest = b""
        elif len(rest) > MAX_LINE_BYTES + 1:  # + 1: a carriage return does not count
            lines.append(_too_long(rest))
            self._skipping = True
            rest = b""
        self._rest = rest
        return lines

    def finish(self) -> list[str | BadLine]:
        """End of input: the last line may lack its newline."""
        rest, self._rest = self._rest, b""
        return [_decode(rest)] if rest and not self._skipping else []


def _decode(raw: bytes) -> str | BadLine:
    raw = raw.removesuffix(b"\r")
    if len(raw) > MAX_LINE_BYTES:
        return _too_long(raw)
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as problem:
        return BadLine(f"byte 0x{raw[problem.start]:02x} at column {problem.start + 1} is not UTF-8")


def _too_long(raw: bytes) -> BadLine:
    start = raw[:24].decode("utf-8", errors="replace")
    return BadLine(f"'{start}…' is longer than {MAX_LINE_BYTES} bytes")
