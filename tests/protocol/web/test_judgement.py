"""Losses become classes, accuracies and an account that adds up."""

from __future__ import annotations

import pytest

from egypt.protocol.web.judgement import (
    Judged,
    Step,
    accounts,
    accuracy,
    changes,
    classify,
    key_moments,
    luck_word,
    standard_error,
    summarize,
    thresholds,
)


@pytest.mark.parametrize(
    ("loss", "seats", "kind"),
    [
        (-1.0, 2, "best"),
        (0.0, 2, "best"),
        (0.9, 2, "best"),
        (1.0, 2, "good"),
        (4.9, 2, "good"),
        (5.0, 2, "inaccuracy"),
        (9.9, 2, "inaccuracy"),
        (10.0, 2, "mistake"),
        (15.0, 2, "blunder"),
        (2.4, 4, "good"),
        (2.5, 4, "inaccuracy"),
        (5.0, 4, "mistake"),
        (7.5, 4, "blunder"),
        (6.0, 5, "blunder"),
    ],
)
def test_classes_shrink_with_the_number_of_seats(loss: float, seats: int, kind: str) -> None:
    assert classify(loss, 0.0, seats, 3) == kind


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_thresholds_that_are_told_are_those_that_count(seats: int) -> None:
    told = thresholds(seats)
    for kind in ("inaccuracy", "mistake", "blunder", "good"):
        assert classify(told[kind] + 1e-9, 0.0, seats, 3) == kind != classify(told[kind] - 1e-9, 0.0, seats, 3)
    for word, below in (("lucky", ""), ("very lucky", "lucky")):
        assert (luck_word(told[word] + 1e-9, seats), luck_word(told[word] - 1e-9, seats)) == (word, below)


def test_what_the_search_cannot_tell_is_unclear() -> None:
    assert classify(8.0, 3.9, 2, 3) == "inaccuracy"
    assert classify(8.0, 4.1, 2, 3) == "unclear"
    assert classify(20.0, 11.0, 2, 3) == "unclear"
    assert classify(20.0, 0.0, 2, 1) == "forced"


@pytest.mark.parametrize(("loss", "rate"), [(0, 100), (1, 97), (2, 92), (5, 81), (10, 65), (20, 41), (40, 16), (100, 0)])
def test_accuracy_is_that_of_the_published_formula(loss: float, rate: int) -> None:
    assert accuracy(loss, 2) == pytest.approx(rate, abs=0.6)
    assert accuracy(loss / 2, 4) == pytest.approx(accuracy(loss, 2))


def test_a_standard_error_shrinks_with_visits() -> None:
    assert standard_error(100) == pytest.approx(5.0) and standard_error(10000) == pytest.approx(0.5)
    assert standard_error(0) == standard_error(1)


def test_forced_moves_count_in_no_mean() -> None:
    decisions = [
        Judged(0, 0.0, 0.0, "best"),
        Judged(0, 10.0, 2.0, "mistake"),
        Judged(0, 0.0, 0.0, "forced"),
        Judged(1, 30.0, 9.0, "blunder"),
    ]
    summary = summarize(decisions, 0, 2)
    assert (summary.decisions, summary.unforced, summary.loss, summary.points) == (3, 2, 10.0, 2.0)
    assert summary.accuracy == pytest.approx((100 + accuracy(10, 2)) / 2, abs=0.1)
    assert summary.counts["mistake"] == 1 and summary.counts["forced"] == 1 and summary.counts["blunder"] == 0
    assert summarize(decisions[2:3], 0, 2).accuracy is None


# A game of two seats, small enough to be solved: a list is a draw with equal outcomes, a tuple a decision of a seat among
# moves, a number an end with the first seat's share.
Tree = float | list["Tree"] | tuple[int, dict[str, "Tree"]]

GAME: Tree = [
    (0, {"safe": 0.5, "bold": [(1, {"left": 0.2, "right": 1.0}), (1, {"left": 0.9, "right": 0.6}), 1.0]}),
    (0, {"safe": 0.25, "bold": [0.0, (1, {"left": 0.0, "right": 0.4})]}),
]


def worth(tree: Tree) -> float:
    """The first seat's chance if everybody plays best."""
    if isinstance(tree, list):
        return sum(map(worth, tree)) / len(tree)
    if isinstance(tree, tuple):
        seat, moves = tree
        return (max, min)[seat](worth(after) for after in moves.values())
    return tree


def percent(tree: Tree) -> list[float]:
    return [100 * worth(tree), 100 - 100 * worth(tree)]


def played(*choices: int | str) -> tuple[list[float], list[float], list[Step], list[float]]:
    """A line of the game: (chances at the start, luck of the deal, steps, result), judged exactly."""
    here: Tree = GAME
    deal, steps = [0.0, 0.0], list[Step]()
    for choice in choices:
        if isinstance(here, list):
            assert isinstance(choice, int)
            luck = [came - mean for came, mean in zip(percent(here[choice]), percent(here), strict=True)]
            if steps:
                steps[-1] = Step(steps[-1].seat, steps[-1].best, steps[-1].played, luck)
            else:
                deal = luck
            here = here[choice]
        else:
            assert isinstance(here, tuple) and isinstance(choice, str)
            seat, moves = here
            steps.append(Step(seat, percent(here), percent(moves[choice]), [0.0, 0.0]))
            here = moves[choice]
    return percent(GAME), deal, steps, percent(here)


@pytest.mark.parametrize(
    "line",
    [
        (0, "safe"),
        (0, "bold", 0, "left"),
        (0, "bold", 0, "right"),
        (0, "bold", 1, "left"),
        (0, "bold", 2),
        (1, "safe"),
        (1, "bold", 0),
        (1, "bold", 1, "right"),
    ],
)
def test_with_an_exact_judge_every_change_is_luck_or_error(line: tuple[int | str, ...]) -> None:
    start, deal, steps, result = played(*line)
    for change in changes(steps, result):
        assert change.rest == pytest.approx((0, 0)), "nothing is left over"
    for seat, one in enumerate(accounts(start, deal, steps, result)):
        assert one.knowledge == one.foresight == 0
        assert one.start + one.luck + one.own + one.others == pytest.approx(one.result, abs=0.2)
        assert one.own <= 0 <= one.others, "an error costs its maker, and gives to the other"
        assert one.result == pytest.approx(result[seat], abs=0.05)


def test_luck_and_error_are_told_apart() -> None:
    """Mean of the game: 0.45. The bold move is right after the first deal (0.6 to 0.5), and then the worst comes."""
    _, deal, steps, result = played(0, "bold", 0, "left")
    assert worth(GAME) == pytest.approx(0.425)
    assert deal[0] == pytest.approx(100 * (0.6 - 0.425))
    first, second = changes(steps, result)
    assert first.error == pytest.approx((0, 0)) and first.luck[0] == pytest.approx(-40)
    assert second.error == pytest.approx((0, 0)) and result[0] == pytest.approx(20)
    one, other = accounts(*played(0, "bold", 0, "right"))
    assert (one.others, other.own) == pytest.approx((80, -80)), "the other seat gives away what luck had given it"


def test_what_a_judge_cannot_explain_is_told() -> None:
    steps = [
        Step(0, (50, 50), (40, 60), (5, -5)),  # 45 expected; the same seat finds 38 a move later
        Step(0, (38, 62), (38, 62), (0, 0)),  # the other seat, who knows more, says 30
        Step(1, (30, 70), (30, 70), (0, 0)),  # and the end says 0
    ]
    one, other = accounts((48, 52), (0, 0), steps, (0, 100))
    assert (one.luck, one.own, one.others) == (5, -10, 0)
    assert (one.foresight, one.knowledge) == (-7, 2 - 8 - 30)
    assert (other.luck, other.own, other.others, other.foresight, other.knowledge) == (-5, 0, 10, 7, 36)
    for account in (one, other):
        terms = account.luck, account.own, account.others, account.knowledge, account.foresight
        assert account.start + sum(terms) == account.result


def test_draws_are_called_lucky_from_a_bound_that_shrinks_with_the_seats() -> None:
    assert [luck_word(luck, 2) for luck in (7.4, 7.5, -7.5, 15.0, -20.0)] == [
        "",
        "lucky",
        "unlucky",
        "very lucky",
        "very unlucky",
    ]
    assert luck_word(5.0, 3) == "lucky" and luck_word(4.9, 3) == ""


def test_key_moments_are_errors_and_lucky_draws_in_order() -> None:
    decisions = [Judged(0, 12.0, 0, "mistake"), Judged(1, 6.0, 0, "inaccuracy"), Judged(1, 20.0, 0, "blunder")]
    found = key_moments(decisions, {-1: (-9.0, 9.0), 0: (1.0, -1.0), 1: (-16.0, 16.0)}, 2)
    assert [(one.ply, one.what, one.size) for one in found] == [
        (-1, "draw", -9.0),
        (0, "decision", 12.0),
        (1, "draw", -16.0),
        (2, "decision", 20.0),
    ]
    many = [Judged(0, float(loss), 0, "blunder") for loss in range(20, 60)]
    assert [one.size for one in key_moments(many, {}, 2)] == list(range(48, 60)), "the largest ones"
