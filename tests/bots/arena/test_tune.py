"""Tuning finds the values that win, goes on where it was cut off, and shows the way it went."""

from __future__ import annotations

import errno
import json
import os
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from egypt import Game, Rng, View, get_game
from egypt.bots import Bot
from egypt.bots.arena.cli import main
from egypt.bots.arena.errors import ArenaError
from egypt.bots.arena.record import read_run
from egypt.bots.arena.schedule import MAX_SEED
from egypt.bots.arena.tune import read_tunable
from egypt.bots.greedy import GreedyBot
from egypt.protocol.locking import lock
from tests.bots.arena.helpers import arena


class Dial(Bot):
    """Plays a good move as often as its skill says, in per cent, and any move else. Its colour changes nothing."""

    def __init__(self, game: Game, *, seed: int = 0, skill: int = 50, colour: float = 0.5) -> None:
        super().__init__(game, seed=seed)
        self._rng, self._skill = Rng(seed), skill
        self._good = GreedyBot(game, worlds=2, seed=seed)

    def choose(self, view: View) -> str:
        legal = view.legal_moves()
        return self._good.choose(view) if self._rng.below(100) < self._skill else legal[self._rng.below(len(legal))]


DIAL = [
    "tune",
    "--game",
    "ra",
    "--engine",
    "bot=tests.bots.arena.test_tune:Dial",
    "--option",
    "skill=0:100:20",
    "--option",
    "colour=0.0:1.0",
]


def test_values_move_towards_those_that_win(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, page = tmp_path / "tune.jsonl", tmp_path / "tune.html"
    line = [*DIAL, "--rounds", "14", "--deals", "3", "--final", "8", "--step", "0.3", "--spread", "0.2", "--out", str(path)]
    assert main([*line, "--html", str(page)]) == 0
    out = capsys.readouterr().out
    rounds = [json.loads(text) for text in path.read_text().splitlines()[1:]]
    assert len(rounds) == 14 and rounds[-1]["places"][0] > 0.4
    assert re.search(r"14 rounds, 84 games: skill=\d+, colour=[\d.]+ \(start skill=20, colour=0.5\)", out)
    assert re.search(r"tuned - start: \+\d+ Elo", out)
    final = read_run(path.with_suffix(".final.jsonl"))
    assert final.config.names == ("tuned", "start") and len(final.records) == 16
    assert final.config.engines[1].options == {"skill": "20", "colour": "0.5"}
    text = page.read_text()
    (plot,) = re.findall(r"<svg.*?</svg>", text, flags=re.S)
    ElementTree.fromstring(plot)
    assert plot.count("<polyline") == 2 and "tuned - start" in text and "skill: 20 →" in text


def test_a_tuning_that_was_cut_off_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    line = [*DIAL, "--rounds", "4", "--deals", "1", "--final", "0"]
    assert main([*line, "--out", str(whole)]) == 0
    lines = whole.read_bytes().splitlines(keepends=True)
    part.write_bytes(b"".join(lines[:3]) + lines[3][:20])
    assert main([*line, "--out", str(part)]) == 2 and "--resume" in capsys.readouterr().err
    assert main([*line, "--out", str(part), "--resume"]) == 0
    assert part.read_bytes() == whole.read_bytes()
    for change, key in ((["--seed", "2"], "seed"), (["--deals", "2"], "deals"), (["--option", "x=1:2"], "")):
        assert main([*line, *change, "--out", str(part), "--resume"]) == 2
        assert f"started with {key}" in capsys.readouterr().err or not key
    for damaged in (lines[0][:-1], b"{}\n", b"x\n", lines[0] + b'{"round":7}\n', lines[0] + lines[2]):
        part.write_bytes(damaged)
        assert main([*line, "--out", str(part), "--resume"]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_two_tunings_do_not_write_to_one_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "tune.jsonl"
    line = [*DIAL, "--rounds", "1", "--deals", "1", "--final", "0", "--out", str(path)]
    assert main(line) == 0
    before = path.read_bytes()
    with open(path, "ab") as other:
        lock(other.fileno())
        for more in ("--resume", "--overwrite"):
            assert main([*line, more]) == 2
            assert "another arena is writing to it" in capsys.readouterr().err
    assert path.read_bytes() == before
    assert main([*line, "--overwrite"]) == 0 and path.read_bytes() == before


def test_a_disk_that_fills_up_is_a_line_that_names_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("os.fsync", full)
    path = tmp_path / "tune.jsonl"
    assert main([*DIAL, "--rounds", "1", "--deals", "1", "--final", "0", "--out", str(path)]) == 2
    assert f"egypt-arena: {path}: No space left on device; rounds before that are kept\n" in capsys.readouterr().err


@pytest.mark.program
def test_a_tuning_is_played_by_the_rules_that_are_given_and_logged(tmp_path: Path) -> None:
    rules, path = tmp_path / "rules.toml", tmp_path / "tune.jsonl"
    rules.write_text('rules_for = "ra"\n[game]\nstart_score = 11\n')
    command = f"cmd={sys.executable} -m egypt.protocol --game ra --rules {rules},iterations=5,start=120"
    line = [
        "tune",
        "--game",
        "ra",
        "--engine",
        command,
        "--option",
        "Exploration=50:400",
        "--rounds",
        "1",
        "--deals",
        "1",
        "--final",
        "1",
        "--out",
        str(path),
    ]
    refused = arena(*line, check=False)
    assert refused.returncode == 2 and "it plays ra by rules" in refused.stderr
    arena(*line, "--mixed-rules")
    mixed = json.loads(path.read_text().splitlines()[0])["rules"]
    arena(*line, "--rules", str(rules), "--log", str(tmp_path / "log"), "--overwrite")
    own = json.loads(path.read_text().splitlines()[0])["rules"]
    assert own != mixed == get_game("ra").rules_hash
    assert read_run(path.with_suffix(".final.jsonl")).config.rules == own
    assert {file.name.split(".")[0] for file in (tmp_path / "log").iterdir()} >= {"start", "plus", "minus", "tuned"}


def test_the_final_match_of_another_tuning_is_not_overwritten_by_mistake(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, final = tmp_path / "tune.jsonl", tmp_path / "tune.final.jsonl"
    line = [*DIAL, "--rounds", "1", "--deals", "1", "--final", "1", "--out", str(path)]
    final.write_text("precious\n")
    for more in ((), ("--resume",)):  # there is nothing to go on with
        assert main([*line, *more]) == 2
        assert f"{final} exists" in capsys.readouterr().err
        assert final.read_text() == "precious\n" and not path.exists()
    assert main([*line, "--overwrite"]) == 0
    kept = final.read_bytes()
    assert len(read_run(final).records) == 2
    assert main([*line, "--resume"]) == 0 and final.read_bytes() == kept
    final.write_bytes(b"")  # killed before its first line
    assert main([*line, "--resume"]) == 0 and len(read_run(final).records) == 2


def test_tunables() -> None:
    exploration = read_tunable("Exploration=50:400")
    assert (exploration.value(0), exploration.value(0.5), exploration.value(2)) == ("50", "225", "400")
    assert read_tunable("share=0.0:1:0.25").value(0.25) == "0.25"
    for text in ("Exploration", "x=1", "x=2:1", "x=1:1", "x=1:2:3", "x=a:b", "=1:2", "x=1:2:"):
        with pytest.raises(ArenaError, match="--option"):
            read_tunable(text)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (DIAL[:5], "--option is missing"),
        ([*DIAL, "--engine", "bot=random"], "one --engine"),
        ([*DIAL, "--option", "Skill=1:2"], "named twice"),
        ([*DIAL, "--rounds", "0"], "--rounds 0"),
        ([*DIAL, "--step", "0"], "--step 0"),
        ([*DIAL, "--option", "size=1:2"], "no option 'size'"),
        (DIAL, "--out is missing"),
        ([*DIAL, "--sprt", "0,1,0.05,0.05"], "--sprt is not for tune"),
        ([*DIAL, "--final", "-1"], "--final -1: "),
        ([*DIAL, "--final", "1000000001"], "--final 1000000001: "),
        ([*DIAL, "--rules", "/nonexistent.toml"], "No such file"),
        ([*DIAL, "--resume", "--overwrite"], "exclude each other"),
        ([*DIAL, "--seed", str(MAX_SEED)], "--seed "),
        ([*DIAL[:6], f"skill=0:{'9' * 400}"], "--option skill=0:"),
    ],
)
def test_what_cannot_be_tuned_is_named(line: list[str], text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line) == 2
    assert text in capsys.readouterr().err


@pytest.mark.program
def test_the_program_of_the_house_can_be_tuned(tmp_path: Path) -> None:
    """Options of a child process, in several processes; and one that it does not have ends the tuning at once."""
    command = f"cmd={sys.executable} -m egypt.protocol --game ra,iterations=5,start=120"
    line = ["tune", "--game", "ra", "--engine", command, "--rounds", "1", "--deals", "1", "--final", "0"]
    done = arena(*line, "--option", "Exploration=50:400", "--concurrency", "2", "--out", str(tmp_path / "tune.jsonl"))
    assert "1 rounds, 2 games: Exploration=" in done.stdout
    bad = arena(*line, "--option", "Colour=50:400", "--out", str(tmp_path / "bad.jsonl"), check=False)
    assert bad.returncode == 2 and "no option 'Colour'" in bad.stderr and not (tmp_path / "bad.jsonl").exists()
