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
    assert quality["loss_visits"] <= quality["loss"] < quality["loss_visits"] + 0.02 < quality["loss_even"]


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
    first = next(shards.glob("*.npz")).read_bytes()
    with room.open() as reading:
        assert priors.main([*TINY, "--roots", "30", "--shards", str(shards), "--write"]) == 0
        assert json.load(reading) == before  # the file is replaced as a whole
    made = sorted(shards.glob("*.npz"))
    assert len(made) == 2 and made[0].read_bytes() == first
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(row["roots"], row["written"]) for row in rows] == [(15, False), (30, True)]
    after = json.loads(room.read_text())
    assert get_game("tekhenu").read_weights(after).priors(2) is not None
    assert {**after, "priors": None} == {**before, "priors": None}


@pytest.fixture
def begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one shard."""
    monkeypatch.setattr(priors, "SHARD", 3)
    monkeypatch.setattr(priors, "workers", lambda _: Here())
    assert priors.main([*TINY, "--roots", "3", "--shards", str(tmp_path)]) == 0
    return tmp_path


def test_a_folder_goes_on_with_its_own_settings_only(begun: Path) -> None:
    more = [*TINY, "--roots", "6", "--shards", str(begun)]
    with pytest.raises(EgyptError, match=r"was begun with --iterations 60, not 61: take another --shards"):
        priors.main([*more, "--iterations", "61"])
    with pytest.raises(EgyptError, match=r"was begun with --game tekhenu, not sobek"):
        priors.main([*more, "--game", "sobek"])
    kept = json.loads((begun / "run.json").read_text())
    assert kept["rules"] == get_game("tekhenu").rules_hash
    (begun / "run.json").write_text(json.dumps(kept | {"rules": "0123456789ab"}))
    with pytest.raises(EgyptError, match=r"was begun with --rules 0123456789ab, not"):
        priors.main(more)
    assert len(list(begun.glob("*.npz"))) == 1


def test_shards_that_are_there_are_fitted_whatever_their_iterations_but_by_the_same_rules(begun: Path) -> None:
    there = [*TINY, "--roots", "0", "--shards", str(begun), "--iterations", "61"]
    assert priors.main(there) == 0
    kept = json.loads((begun / "run.json").read_text())
    (begun / "run.json").write_text(json.dumps(kept | {"rules": "0123456789ab"}))
    with pytest.raises(EgyptError, match=r"was begun with --rules 0123456789ab, not"):
        priors.main(there)


def test_shards_that_nothing_is_known_of_are_not_added_to(begun: Path) -> None:
    (begun / "run.json").unlink()
    assert priors.main([*TINY, "--roots", "0", "--shards", str(begun)]) == 0
    with pytest.raises(EgyptError, match=r"no run\.json that tells their --iterations and --rules"):
        priors.main([*TINY, "--roots", "6", "--shards", str(begun)])


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
        done.set_result(function(*arguments))  # type: ignore[operator]
        return done
