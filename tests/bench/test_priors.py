"""Priors: learned from visits, gathered in shards, written into a room."""

import json
from pathlib import Path

import numpy as np
import pytest

from bench import fit, priors
from bench.priors import Roots
from egypt import EgyptError, get_game

TINY = ("--game", "tekhenu", "--players", "2", "--iterations", "60", "--processes", "1", "--json")


def choices(number: int, favourite: int) -> Roots:
    """Positions with three moves of one trait each, of which one trait gets nearly all visits."""
    traits = np.tile(np.array([[1, 0], [2, 0], [3, 4]]), (number, 1))
    visits = np.tile(np.where(np.arange(3) == favourite, 90.0, 5.0), number)
    return Roots(traits, visits, np.full(number, 3))


def test_a_trait_that_is_visited_gets_its_share() -> None:
    weights, quality = priors.fit(choices(500, 1), 5, 1.0)
    assert weights[0] == 0 and weights[2] - weights[1] == pytest.approx(np.log(18), abs=0.3)
    assert quality["found"] == 1.0
    assert quality["surprise_visits"] <= quality["surprise"] < quality["surprise_visits"] + 0.02 < quality["surprise_even"]


def test_few_positions_teach_little() -> None:
    few, many = (priors.fit(choices(number, 0), 5, 30.0)[0][1] for number in (5, 2000))
    assert 0 < few < many / 2


def test_shards_are_kept_and_added_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    room = tmp_path / "weights.json"
    before = json.loads(fit.weights_file(get_game("tekhenu")).read_text())
    room.write_text(json.dumps(before))
    monkeypatch.setattr(priors, "weights_file", lambda _: room)
    monkeypatch.setattr(priors, "SHARD", 15)
    monkeypatch.setattr(priors, "workers", lambda _: Here())
    shards = tmp_path / "shards"
    assert priors.main([*TINY, "--roots", "15", "--shards", str(shards)]) == 0
    first = next(shards.iterdir()).read_bytes()
    with room.open() as reading:
        assert priors.main([*TINY, "--roots", "30", "--shards", str(shards), "--write"]) == 0
        assert json.load(reading) == before     # the file is replaced as a whole
    assert len(list(shards.iterdir())) == 2 and sorted(shards.iterdir())[0].read_bytes() == first
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(row["roots"], row["written"]) for row in rows] == [(15, False), (30, True)]
    after = json.loads(room.read_text())
    assert get_game("tekhenu").read_weights(after).priors(2) is not None
    assert {**after, "priors": None} == {**before, "priors": None}


def test_what_cannot_be_learned_is_said(tmp_path: Path) -> None:
    (tmp_path / "1.npz").write_text("half")
    with pytest.raises(EgyptError, match=r"1\.npz"):
        priors.main([*TINY, "--roots", "0", "--shards", str(tmp_path)])
    with pytest.raises(EgyptError, match="jars declares no traits"):
        priors.main(["--game", "jars"])
    with pytest.raises(EgyptError, match="no shards in"):
        priors.main([*TINY, "--roots", "0", "--shards", "nowhere"])


class Here:
    """A pool whose jobs run at once, in this process, where SHARD is small."""

    def __enter__(self) -> "Here":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def submit(self, function: object, *arguments: object) -> object:
        from concurrent.futures import Future

        done: Future[object] = Future()
        done.set_result(function(*arguments))   # type: ignore[operator]
        return done
