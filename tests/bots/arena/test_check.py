"""Before the first game every engine is tried: what cannot play ends the program at once, with one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from egypt import Game, View
from egypt.bots import Bot
from egypt.bots.arena.check import check_engines
from egypt.bots.arena.cli import main
from egypt.bots.arena.cluster import check_on_cluster
from egypt.bots.arena.errors import ArenaError
from egypt.bots.arena.record import read_run
from tests.bots.arena.helpers import config_of, program, words

pytestmark = pytest.mark.program  # all of them start processes

BAD = [
    ("name=bad,cmd=/no/such/program", "bad: cannot start: [Errno 2] No such file or directory"),
    (program("cannot-start", name="bad"), "bad: cannot start: ended with exit code 1 when asked 'egi'"),
    (program("never-starts", "start=0.3", name="bad"), "bad: cannot start: gave no answer to 'egi' in time"),
    (program("good", "option.Thread=2", name="bad"), "bad: cannot start: it has no option 'Thread'; there are Seed"),
    (program("other-rules", name="bad"), "bad: cannot start: it plays ra by rules 0123456789ab, the arena by "),
    (program("illegal-at-once", name="bad"), "bad: illegal move: 'conquer:rome'"),
    (program("hang-at-once", "stall=0.3", name="bad"), "bad: stall: gave no answer"),
    ("name=bad,bot=ismcts,option.Threads=1000", "bad: cannot start: "),
    ("name=bad,bot=tests.bots.arena.test_check:Needy", "bad: cannot start: TypeError: "),
]


class Needy(Bot):
    """A bot with a setting that must be given."""

    def __init__(self, game: Game, *, must: int) -> None:
        super().__init__(game)

    def choose(self, view: View) -> str:
        return view.legal_moves()[0]


@pytest.mark.parametrize(("engine", "text"), BAD)
def test_what_cannot_play_ends_the_program_at_once(
    engine: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "run.jsonl"
    assert main([*words("name=good,bot=random", engine), "--out", str(path)]) == 2
    caught = capsys.readouterr()
    assert text in caught.err and caught.err.count("\n") == 1 and not caught.out and not path.exists()


def test_the_trial_can_be_skipped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "run.jsonl"
    assert main([*words("bot=random", BAD[0][0], deals=1), "--no-check", "--out", str(path)]) == 0
    assert "cannot start" in capsys.readouterr().out and len(read_run(path).records) == 2


def test_good_engines_pass_however_slow_they_are() -> None:
    """A late answer is an answer, a long search is cut short, an option of --each is for those who have it."""
    check_engines(
        config_of(
            program("late-at-once", "movetime=5", "overhead=0"),
            "bot=ismcts,iterations=1000000000",
            "bot=greedy,tc=10",
            more=("--each", "option.Thread=2,iterations=5"),
        )
    )


def test_a_cluster_tries_engines_on_its_workers() -> None:
    from distributed import LocalCluster

    with LocalCluster(n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        check_on_cluster(config_of("bot=random", "bot=greedy"), cluster.scheduler_address)
        with pytest.raises(ArenaError, match=r"bad: cannot start: .*No such file"):
            check_on_cluster(config_of("bot=random", BAD[0][0]), cluster.scheduler_address)
