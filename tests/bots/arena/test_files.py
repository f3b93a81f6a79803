"""Files and numbers of a command line that cannot be meant: a line before the first game, and nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from egypt.bots.arena import pool
from egypt.bots.arena.cli import main
from egypt.bots.arena.work import jobs_of
from tests.bots.arena.helpers import config_of, words
from tests.bots.arena.test_tune import DIAL

ENGINES = ("name=a,bot=random", "name=b,bot=greedy")
RUN = words(*ENGINES, deals=1)


def refusal(line: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """What the program says, in one line, before it does anything."""
    assert main(line) == 2
    caught = capsys.readouterr()
    assert not caught.out and caught.err.count("\n") == 1
    return caught.err


def test_a_page_does_not_replace_what_it_is_about(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run, link = tmp_path / "run.jsonl", tmp_path / "link"
    link.symlink_to(run)
    for page in (run, link, tmp_path / ".." / tmp_path.name / "run.jsonl"):
        assert "is the file of the run" in refusal([*RUN, "--out", str(run), "--html", str(page)], capsys)
    assert main([*RUN, "--out", str(run)]) == 0
    before = run.read_bytes()
    capsys.readouterr()
    assert "is the file of the run" in refusal(["report", str(run), "--html", str(link)], capsys)
    twin = tmp_path / "twin.html"
    twin.hardlink_to(run)
    assert "is the file of the run" in refusal(["report", str(run), "--html", str(twin)], capsys)
    twin.unlink()
    tuning = [*DIAL, "--rounds", "1", "--deals", "1", "--final", "1", "--out", str(tmp_path / "t.jsonl"), "--html"]
    for page in (tmp_path / "t.jsonl", tmp_path / "t.final.jsonl"):
        assert "is the file of the run" in refusal([*tuning, str(page)], capsys)
    assert run.read_bytes() == before and sorted(tmp_path.iterdir()) == [link, run]


def test_a_page_that_cannot_be_written_is_known_before_the_first_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for page, text in ((tmp_path, "Is a directory"), (tmp_path / "none" / "x.html", "No such file or directory")):
        for command in (RUN, [*DIAL, "--out", str(tmp_path / "t.jsonl")]):
            assert text in refusal([*command, "--html", str(page)], capsys)


def test_the_report_is_printed_also_if_the_page_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*RUN, "--html", "/dev/full"]) == 2
    assert "Standings" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["a\\u0000b", "a\\u0000/b"])
@pytest.mark.parametrize("flag", ["out", "html", "positions", "rules", "log"])
def test_names_that_no_file_can_have_are_refused(
    flag: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No shell can type them, but a file of matches can."""
    matches = tmp_path / "matches.toml"
    matches.write_text(f'game = "ra"\ndeals = 1\n{flag} = "{name}"\n[[engine]]\nname = "a"\nbot = "random"\n')
    try:
        assert main(["--config", str(matches)]) == 2
    except SystemExit as ended:
        assert ended.code == 2
    err = capsys.readouterr().err
    assert f"--{flag}: 'a\\x00" in err and "Traceback" not in err


def test_no_more_processes_than_games(monkeypatch: pytest.MonkeyPatch) -> None:
    started = []

    class Counted(pool._WorkerProcess):
        def __init__(self, config: object) -> None:
            started.append(config)
            super().__init__(config)  # type: ignore[arg-type]

    monkeypatch.setattr(pool, "_WorkerProcess", Counted)
    config = config_of(*ENGINES, deals=1)
    assert len(list(pool.play_in_pool(config, jobs_of(config, set()), 5, lambda number: None))) == 2
    assert len(started) == 2


@pytest.mark.parametrize(
    ("flags", "text"),
    [
        (["--concurrency", "100000"], "--concurrency 100000: from 1 to 1024"),
        (["--concurrency", "0"], "--concurrency 0: from 1 to 1024"),
        (["--players", "9" * 30], f"--players {'9' * 30}: "),
        (["--players", f"-{'9' * 30}"], f"--players -{'9' * 30}: "),
        (["--engine", "bot=module:"], "bot='module:' must be package.module:Class"),
    ],
)
def test_impossible_numbers_and_names_are_refused(flags: list[str], text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert text in refusal([*RUN, *flags], capsys)
