"""Solo is solo: where an automaton sits at the table, nature moves it, and no engine is credited with what it does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.strength import main as strength
from egypt import game_names, get_game
from egypt.bots.arena.cli import main
from egypt.bots.arena.record import header_line, read_run
from egypt.bots.automaton import automaton_seats
from tests.bots.arena.helpers import config_of, play, words

SOLO = {"game": "tekhenu", "more": ("--variant", "solo-low")}


def test_only_solo_variants_have_an_automaton() -> None:
    for game in map(get_game, game_names()):
        for variant in game.variants:
            for players in range(game.seats_of(variant)[0], game.seats_of(variant)[1] + 1):
                assert automaton_seats(game, players, variant) == ((1,) if variant.startswith("solo") else ())


@pytest.mark.parametrize("form", ["round-robin", "gauntlet"])
def test_every_engine_plays_the_automaton_and_nobody_else(form: str) -> None:
    config = config_of(
        "bot=random", "bot=greedy", "name=third,bot=random", game="tekhenu", deals=2, more=(*SOLO["more"], "--format", form)
    )
    assert [config.seats_of(number) for number in range(3)] == [
        ("random", "automaton"),
        ("greedy", "automaton"),
        ("third", "automaton"),
    ]
    assert config.games == 6


@pytest.mark.parametrize("engine", ["bot=random", "bot=greedy"])
def test_the_automaton_is_reported_as_what_it_is(engine: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of random bots, which are played below Python, too."""
    path, page = tmp_path / "run.jsonl", tmp_path / "run.html"
    assert main([*words(engine, **SOLO), "--out", str(path), "--html", str(page)]) == 0  # type: ignore[arg-type]
    out = capsys.readouterr().out
    assert "1 player and the automaton, solo-low" in out and "2 games of 2 deals" in out and "Seats" not in out
    (row,) = [line for line in out.splitlines() if line.startswith(" automaton ")]
    assert row.split()[-1] == "2"
    for record in read_run(path).records:
        assert record.seats[1] == "automaton"
    assert main(["verify", str(path)]) == 0
    assert "automaton" in page.read_text()


def test_what_cannot_be_in_a_solo_game(capsys: pytest.CaptureFixture[str]) -> None:
    for engines, more, text in (
        (("bot=random", "bot=greedy"), ("--sprt", "0,10,0.05,0.05"), "each plays the automaton"),
        (("name=automaton,bot=random",), (), "cannot be called 'automaton'"),
    ):
        assert main(words(*engines, game="tekhenu", more=(*SOLO["more"], *more))) == 2
        assert text in capsys.readouterr().err


def test_files_from_before_keep_their_schedule(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In which an engine sat on the automaton's seat; and no file can put one where there is none."""
    path = tmp_path / "run.jsonl"
    config = config_of("bot=random", "bot=greedy", **SOLO)  # type: ignore[arg-type]
    data = json.loads(header_line(config))
    old = {key: value for key, value in data.items() if key not in ("automata", "check")}
    path.write_text(json.dumps({**old, "games": 4}) + "\n")
    assert read_run(path).config.automata == () and len(read_run(path).config.seatings) == 2
    for forged in ({"automata": [1]}, {"automata": [1, 2]}, {"automata": [2, 2]}, {"variant": "standard"}):
        path.write_text(json.dumps({**data, **forged}) + "\n")
        assert main(["--resume", "--out", str(path)]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_two_solo_players_share_their_deals(tmp_path: Path) -> None:
    records = play(config_of("bot=random", "bot=greedy", **SOLO), tmp_path / "run.jsonl")  # type: ignore[arg-type]
    assert records[0].seed == records[1].seed != records[2].seed == records[3].seed


def test_a_bench_match_is_solo_as_well(capsys: pytest.CaptureFixture[str]) -> None:
    match = ["--game", "tekhenu", "--variant", "solo-low", "--a", "random", "--deals", "3", "--processes", "1", "--json"]
    assert strength(match) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["b"], result["games"]) == ("automaton", 3)
