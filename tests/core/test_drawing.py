"""Lines of a board: one width, labels in front, nothing lost."""

from __future__ import annotations

from egypt.core.drawing import Sheet


def test_a_headline_fills_the_line_and_says_whose_view_it_is() -> None:
    sheet = Sheet(40)
    assert sheet.headline({"viewer": "all"}, "Ra", "p1 acts") == " Ra" + "p1 acts ".rjust(37)
    seen = sheet.headline({"viewer": "p2"}, "Ra", "p1 acts")
    assert len(seen) == 40 and seen.startswith(" Ra · as p2 knows it ") and seen.endswith(" p1 acts ")


def test_words_go_on_below_their_label() -> None:
    lines = Sheet(20).wrap("hand: ", ["gold", "flood", "pharaoh", "nile"])
    assert lines == ["hand: gold  flood", "      pharaoh", "      nile"]
    assert all(len(line) <= 20 for line in lines)


def test_a_word_that_is_too_long_stands_alone() -> None:
    assert Sheet(12).wrap("hand: ", ["god", "catastrophe", "nile"]) == ["hand: god", "      catastrophe", "      nile"]
    assert Sheet(12).wrap("hand: ", []) == ["hand:"]


def test_a_rule_is_as_wide_as_the_sheet() -> None:
    assert Sheet(5).rule("─") == "─────"


def test_a_headline_that_does_not_fit_takes_two_lines() -> None:
    short, long = ({"viewer": viewer} for viewer in ("all", "p1"))
    assert Sheet(30).headline(short, "RA · epoch 1", "p1 to bid") == " RA · epoch 1       p1 to bid "
    first, second = Sheet(30).headline(long, "RA · epoch 1", "p1 to bid").split("\n")
    assert first == " RA · epoch 1 · as p1 knows it" and second == "p1 to bid ".rjust(30)
