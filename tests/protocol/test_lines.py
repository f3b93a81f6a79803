"""Bytes to lines: limits, bad bytes, line ends, and any way of cutting the stream."""

from hypothesis import given
from hypothesis import strategies as st

from egypt.protocol.lines import MAX_LINE_BYTES, BadLine, LineReader


def read(data: bytes, *cuts: int) -> list[str | BadLine]:
    reader = LineReader()
    lines: list[str | BadLine] = []
    for start, end in zip([0, *sorted(cuts)], [*sorted(cuts), len(data)], strict=True):
        lines += reader.feed(data[start:end])
    return lines + reader.finish()


def test_lf_crlf_and_a_last_line_without_end() -> None:
    assert read(b"egi\r\nisready\n\nquit") == ["egi", "isready", "", "quit"]


def test_a_carriage_return_within_a_line_is_part_of_it() -> None:
    assert read(b"egi\risready\n") == ["egi\risready"]


def test_bad_utf8_is_named_by_byte_and_column() -> None:
    assert read(b"go \xff\nisready\n") == [BadLine("byte 0xff at column 4 is not UTF-8"), "isready"]


def test_the_longest_line_is_64_kib() -> None:
    longest = b"x" * MAX_LINE_BYTES
    assert read(longest + b"\r\n") == [longest.decode()]
    assert read(longest) == [longest.decode()]
    (problem,) = read(longest + b"x\n")
    assert isinstance(problem, BadLine) and "'xxxx" in problem.reason and "65536" in problem.reason


def test_a_megabyte_is_one_complaint_and_is_not_kept() -> None:
    reader = LineReader()
    complaints = [line for _ in range(16) for line in reader.feed(b"x" * 65536)]
    assert len(complaints) == 1 and isinstance(complaints[0], BadLine)
    assert len(reader._rest) <= MAX_LINE_BYTES + 1
    assert reader.feed(b"tail\nisready\n") == ["isready"]


def test_end_of_input_within_a_line_that_is_too_long() -> None:
    reader = LineReader()
    assert len(reader.feed(b"x" * 70000)) == 1
    assert reader.finish() == []


@given(st.binary(max_size=300), st.lists(st.integers(0, 300), max_size=8))
def test_lines_do_not_depend_on_how_the_stream_is_cut(data: bytes, cuts: list[int]) -> None:
    assert read(data, *[min(cut, len(data)) for cut in cuts]) == read(data)


@given(
    st.lists(
        st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"])).filter(
            lambda line: not line.endswith("\r")
        ),
        max_size=10,
    )
)
def test_text_comes_out_as_it_went_in(lines: list[str]) -> None:
    assert read("".join(f"{line}\n" for line in lines).encode()) == lines
