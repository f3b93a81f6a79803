"""Records that outlive a run: their schema, what they keep, and their other form, a text for people."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from egypt import get_game
from egypt.bots.arena.cli import main
from egypt.bots.arena.reading import BadField
from egypt.bots.arena.record import ADJUDICATED, FORFEIT, GameRecord, checksum, read_run
from egypt.bots.arena.thoughts import checked
from egypt.bots.base import Thought
from tests import ROOT
from tests.bots.arena.helpers import config_of, play, program

pytestmark = pytest.mark.program  # all of them start processes

SCHEMA = json.loads((ROOT / "bots" / "arena" / "record.schema.json").read_text())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
ENGINES = (program("thinks", name="t"), "name=i,bot=ismcts,iterations=20", "name=g,bot=greedy")
OLD = Path(__file__).with_name("old_run.jsonl")


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A run as version 1 wrote it, under today's rules: they may change, the format of its lines may not."""
    header, *games = OLD.read_text().splitlines(keepends=True)
    data = {**json.loads(header), "rules": get_game("ra").rules_hash}
    path = tmp_path / "old.jsonl"
    path.write_text(json.dumps({**data, "check": checksum(data)}, separators=(",", ":")) + "\n" + "".join(games))
    return path


@pytest.fixture(scope="module")
def rich(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run with all that a record can have: thoughts, words, a fault."""
    path = tmp_path_factory.mktemp("records") / "run.jsonl"
    play(config_of(*ENGINES, program("crash", name='a "bad" \\ one'), deals=1, more=("--words",)), path)
    return path


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_every_line_fits_the_schema(rich: Path, tmp_path: Path) -> None:
    fast, solo, ruled = (tmp_path / name for name in ("fast.jsonl", "solo.jsonl", "ruled.jsonl"))
    play(config_of("name=a,bot=random", "name=b,bot=random", more=("--sprt", "0,10,0.05,0.05", "--deals", "3")), fast)
    play(config_of("bot=greedy", game="tekhenu", more=("--variant", "solo-low")), solo)
    play(config_of("bot=greedy", "bot=random", more=("--max-moves", "9")), ruled)
    for path in (rich, fast, solo, ruled, OLD):
        for line in lines_of(path):
            VALIDATOR.validate(line)
    assert {line["end"] for line in lines_of(ruled)[1:]} == {ADJUDICATED}


def test_the_schema_and_the_reader_know_the_same_fields(rich: Path) -> None:
    from egypt.bots.arena import record, schedule

    assert set(SCHEMA["$defs"]["game"]["properties"]) == set(record._GAME_FIELDS)
    assert set(SCHEMA["$defs"]["header"]["properties"]) == set(schedule._FIELDS)
    for line in lines_of(rich):
        with pytest.raises(jsonschema.ValidationError):
            VALIDATOR.validate({**line, "extra": 1})


def test_a_record_keeps_what_movers_thought_and_nature_drew(rich: Path) -> None:
    run = read_run(rich)
    thinkers: dict[str, list[Thought]] = {name: [] for name in ("t", "i", "g")}
    for record in run.records:
        assert record.began <= record.ended and record.began.endswith("Z")
        assert record.nature[0].startswith("suns:") and "tile:" in " ".join(record.nature)
        assert len(record.words) == len(record.moves.split()) + len(" ".join(record.nature).split())
        table = run.config.table(get_game("ra"), record.deal, record.seed)
        for move, thought in zip(record.moves.split(), record.thoughts, strict=bool(record.thoughts)):
            name = record.seats[table.actor]
            if thought is not None:
                thinkers[name].append(thought)
            table.play(move)
    assert {thought.iterations for thought in thinkers["t"]} == {7}
    assert thinkers["t"][0].chances == (0.75, 0.25) and len(thinkers["t"][0].pv) == 1
    assert {thought.iterations for thought in thinkers["i"]} <= set(range(1, 21)) and thinkers["i"]
    assert not thinkers["g"]


def test_a_record_names_the_programs_behind_the_engines(rich: Path, capsys: pytest.CaptureFixture[str]) -> None:
    by_name = {
        name: told
        for record in read_run(rich).records
        if record.programs
        for name, told in zip(record.seats, record.programs, strict=True)
    }
    assert by_name["t"] == "program" and by_name.get("i", "") == by_name.get("g", "") == ""
    record = next(record for record in read_run(rich).records if "t" in record.seats and not record.faults)
    assert main(["show", str(rich), "--game", str(record.number)]) == 0
    told = capsys.readouterr().out.splitlines()
    shown = [line for line in told if line.startswith(f"p{record.seats.index('t') + 1}: t (")]
    assert len(shown) == 1 and shown[0].endswith("; program)")
    short = record.to_json() | {"programs": ["one"]}
    with pytest.raises(BadField, match="1 programs at a table of 2"):
        GameRecord.from_json(json.loads(json.dumps(short))).must_fit(2)


def test_what_an_engine_says_is_kept_only_if_it_makes_sense() -> None:
    sound = Thought(5, (0.5, 0.5), (3.0, 4.0), ("draw", "pass"))
    assert checked(sound, 2) == sound
    nonsense = Thought(-1, (0.5, float("nan")), (1.0,), ())
    assert checked(nonsense, 2) is None and checked(None, 2) is None
    assert checked(Thought(None, (2.0, -1.0), (float("inf"), 0.0), ("draw", "a{b", "pass")), 2) == Thought(pv=("draw",))
    kept = checked(Thought(pv=("\x1b[31m" + "x" * 1000,)), 2)
    assert kept is not None and kept.pv[0].isprintable() and len(kept.pv[0]) <= 300


def test_a_changed_draw_is_noticed(rich: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    header, first, *rest = lines_of(rich)
    for at in (0, next(n for n, outcome in enumerate(first["nature"]) if outcome.startswith("tile:gold"))):
        nature = [*first["nature"][:at], "tile:gods", *first["nature"][at + 1 :]]
        path = tmp_path / "run.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in (header, {**first, "nature": nature}, *rest)))
        assert main(["verify", str(path)]) == 1
        assert f"nature after move {at} is 'tile:gods'" in capsys.readouterr().out


def test_files_of_version_1_stay_readable(old: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = read_run(OLD)
    assert len(run.records) == 2 and run.is_header_sound and run.began == ""
    for command in ("report", "verify", "show", "convert"):
        assert main([command, str(old)]) == 0
    assert "2 games, " in capsys.readouterr().out
    assert main(["--resume", "--extend", "--deals", "2", "--out", str(old)]) == 0
    assert len(read_run(old).records) == 4


# -- show --------------------------------------------------------------------------------------------------------------


def test_a_game_is_shown_move_by_move(rich: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(rich), "--game", "0"]) == 0
    out = capsys.readouterr().out
    record = read_run(rich).records[0]
    assert "game 0, deal 0" in out and "p1: t (cmd=" in out and "p2: i (bot=ismcts, iterations=20)" in out
    assert "chance suns:" in out and "wins 75.0%" in out and "7 iterations" in out and " p1 draw: p1 draws a tile" in out
    assert f"{len(record.moves.split()):4}. " in out
    assert f"finished; scores {' '.join(map(str, record.scores))}" in out
    assert main(["show", str(rich), "--game", "0", "--board"]) == 0
    assert len(capsys.readouterr().out.splitlines()) > 3 * len(out.splitlines())
    forfeited = next(record for record in read_run(rich).records if record.end == FORFEIT)
    assert main(["show", str(rich), "--game", str(forfeited.number)]) == 0
    assert "crash: ended with exit code 3" in capsys.readouterr().out
    assert main(["show", str(rich), "--game", "99"]) == 2
    assert "there is no game 99; its games are from 0 to 11" in capsys.readouterr().err


# -- the text ----------------------------------------------------------------------------------------------------------


def test_text_and_back_loses_nothing(rich: Path, old: Path, tmp_path: Path) -> None:
    for number, path in enumerate((rich, old)):
        text, back = tmp_path / f"{number}.txt", tmp_path / f"{number}.jsonl"
        assert main(["convert", str(path), str(text)]) == 0
        assert main(["convert", str(text), str(back)]) == 0
        assert back.read_text() == "".join(
            path.read_text().splitlines(keepends=True)[:1] + [record.to_line() for record in read_run(path).records]
        )
        assert main(["verify", str(back)]) == 0


def test_one_game_can_be_mailed(rich: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And a person may write remarks between the moves, or leave out nature and the comments."""
    assert main(["convert", str(rich), "--game", "0"]) == 0
    text = capsys.readouterr().out
    assert '[Game "ra"]' in text and '[P2Engine "bot=ismcts, iterations=20"]' in text and "\n1. draw {" in text
    assert text.count("[Number ") == 1
    mailed, back = tmp_path / "mailed.txt", tmp_path / "back.jsonl"
    mailed.write_text(text.replace("\n2. ", " {what a move!} {wp looks bad for p2; pts 3} {pv is what p2 said}\n2. "))
    mailed.write_text(mailed.read_text().replace(" ms", " ms; a blunder", 1))
    assert main(["convert", str(mailed), str(back)]) == 0
    record = read_run(rich).records[0]
    assert read_run(back).records == [record]
    bare = tmp_path / "bare.txt"
    head, _, body = text.partition("\n\n{nature")
    moves = " ".join(f"{n}. {move}" for n, move in enumerate(record.moves.split(), 1))
    bare.write_text(f"{head}\n\n{moves}\n")
    assert main(["convert", str(bare)]) == 0
    again = GameRecord.from_json(json.loads(capsys.readouterr().out.splitlines()[1]))
    assert (again.moves, again.nature, again.times) == (record.moves, (), ())
    assert body


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (('[Seed "', '[Sead "'), "'Seed' is missing"),
        (('[Deal "0"', '[Deal "x"'), "invalid literal"),
        (('[End "finished"]', '[End "fin\x1bished"]'), "cannot be shown"),
        (("wp 0.75,", "wp 0.75,0.1,"), "another table"),
        (('[P1 "', '[P7 "'), "'P1' is missing"),
        (('{"egypt-arena"', '{"egypt-arenas"'), "header"),
        (("1. draw ", "1. drew "), "game 0: 'drew' is not a move of ra"),
        (('"game":"ra"', '"game":"rah"'), "rah"),
        (("{nature ", "{nature sun "), "game 0: 'sun' is not a move"),
    ],
)
def test_a_text_that_is_damaged_is_named(
    change: tuple[str, str], text: str, rich: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", str(rich), "--game", "0"]) == 0
    mailed = tmp_path / "mailed.txt"
    good = capsys.readouterr().out
    assert change[0] in good
    mailed.write_text(good.replace(*change))
    assert main(["convert", str(mailed)]) == 2
    caught = capsys.readouterr().err
    assert text in caught and caught.count("\n") == 1 and "Traceback" not in caught


def test_no_file_is_overwritten(rich: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    precious = tmp_path / "precious"
    precious.write_text("x")
    assert main(["convert", str(rich), str(precious)]) == 2
    assert "exists" in capsys.readouterr().err and precious.read_text() == "x"
    assert main(["convert", str(tmp_path / "none")]) == 2
