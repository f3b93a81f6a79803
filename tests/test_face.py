"""`import egypt`: what a user of the package meets first."""

from __future__ import annotations

import doctest
import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

import egypt


def test_the_example_of_the_package_holds() -> None:
    tried = doctest.testmod(egypt)
    assert tried.attempted >= 5 and tried.failed == 0


@pytest.mark.parametrize("name", egypt.__all__)
def test_every_name_is_there_and_explained(name: str) -> None:
    assert not callable(getattr(egypt, name)) or getattr(egypt, name).__doc__


def test_games_are_listed_and_found_by_name() -> None:
    assert {"amunre", "jars", "ra", "sobek", "tekhenu"} <= {game.name for game in egypt.games()}
    assert egypt.game("ra") in egypt.games()
    with pytest.raises(egypt.UnknownGameError, match="'chess'"):
        egypt.game("chess")


@pytest.mark.program
def test_the_list_of_games_does_not_hide_their_rooms() -> None:
    assert importlib.import_module("egypt.games.ra.components").KINDS[0] == "ra"
    done = subprocess.run(
        [sys.executable, "-c", "import egypt.games.ra.components as c; print(c.KINDS[0])"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "ra\n"


def test_a_table_says_where_the_game_stands() -> None:
    table = egypt.game("ra").deal(players=3, seed=7)
    assert table.game is egypt.game("ra") and not table.is_over
    assert table.actor == table.position.actor and table.legal_moves() == table.position.legal_moves()
    assert table.scores() == [10, 10, 10] and table.ranks() == table.position.ranks()
    assert table.board() == table.position.board()
    while not table.is_over:
        table.play(table.legal_moves()[-1])
    assert table.legal_moves() == [] and table.actor == egypt.OVER


def test_a_deal_without_a_seed_is_a_new_one_each_time() -> None:
    game = egypt.game("sobek")
    one, other = game.deal(players=2), game.deal(players=2)
    assert one.seed != other.seed
    assert game.deal(2, seed=one.seed).position == one.position


@pytest.mark.parametrize(
    ("players", "variant", "word"),
    [(1, None, "'1' players: ra is for 2-5"), (6, None, "'6' players"), (3, "solo", "no variant 'solo'")],
)
def test_tables_that_there_are_not(players: int, variant: str | None, word: str) -> None:
    with pytest.raises(egypt.StateError, match=word):
        egypt.game("ra").check_table(players, variant)
    with pytest.raises(egypt.StateError, match=word):
        egypt.game("ra").deal(players, 1, variant)


def test_a_variant_has_numbers_of_players_of_its_own() -> None:
    tekhenu = egypt.game("tekhenu")
    assert tekhenu.check_table(3) == "standard" and tekhenu.check_table(2, "solo-low") == "solo-low"
    with pytest.raises(egypt.StateError, match=r"'3' players: tekhenu solo-low is for 2$"):
        tekhenu.check_table(3, "solo-low")


@pytest.mark.parametrize("name", egypt.game_names())
def test_any_text_is_read_without_naming_the_game(name: str) -> None:
    position = egypt.game(name).deal(egypt.game(name).max_players, seed=3).position
    assert egypt.read(position.to_text()) == position
    view = egypt.read(position.view(1).to_text() + "\n")
    assert isinstance(view, egypt.View) and view == position.view(1)


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("", "''"),
        ("ra", "'ra'"),
        ("chess/1;viewer=all", "'chess'"),
        ("ra/2;viewer=all", "'ra/2'"),
        ("ra/1;viewer=p9", "'p9'|players"),
    ],
)
def test_other_texts_are_refused_by_name(text: str, token: str) -> None:
    with pytest.raises(egypt.EgyptError, match=token):
        egypt.read(text)


def test_what_a_console_shows() -> None:
    game = egypt.game("ra")
    table = game.deal(players=3, seed=36)
    assert repr(game) == "<Game ra for 2-5 players>"
    assert repr(table) == f"<Table of ra for 3 players, {len(table.events)} events, p{table.actor + 1} to act>"
    event = table.play("draw")[0]
    assert repr(event) == f"<Event {event.number}: p{event.actor + 1} draw>"


def test_position_and_view_are_of_one_kind_but_not_equal() -> None:
    table = egypt.game("ra").deal(2, seed=1)
    assert table.view(0) == table.view(0) and table.view(0) != table.view(1) and table.position != table.view(0)
    assert len({table.view(0), table.view(0), table.position}) == 2


def test_a_table_plays_and_a_position_has_a_next_one() -> None:
    """One name for one thing: `play` changes a table and gives events, `after` gives another position."""
    table = egypt.game("ra").deal(3, seed=36)
    before = table.position
    after = before.after("draw")
    assert after != before and after.is_chance and not hasattr(before, "play")
    assert table.play("draw")[0].before == before


@pytest.mark.program
def test_nothing_in_the_working_directory_is_in_the_way(tmp_path: Path) -> None:
    """Folders and files named as those of the repository belong to the user."""
    for name in ("engine", "protocol", "bots", "bench"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('the wrong file')")
    done = subprocess.run(
        [sys.executable, "-m", "egypt.protocol", "--game", "ra"],
        input="egi\nquit\n",
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=True,
    )
    assert "egiok" in done.stdout and done.stderr == ""


@pytest.mark.program
def test_engine_and_client_need_nothing_but_python() -> None:
    """What other packages bring is for the arena, the board in the browser and the tests."""
    code = """import importlib.metadata, sys
for name in importlib.metadata.packages_distributions():
    if name != 'egypt' and not name.startswith('__editable__'):
        sys.modules[name] = None
import egypt, egypt.bots, egypt.protocol.session
from egypt.protocol.client import Client
with Client([sys.executable, '-m', 'egypt.protocol', '--game', 'ra'], timeout=120, start_timeout=120) as engine:
    engine.position_deal(players=3, seed=1)
    assert engine.go(iterations=20).best == egypt.Search(egypt.game('ra')).run(
        egypt.game('ra').deal(3, seed=1).view(0), egypt.Limits(iterations=20)).best
print('played')
"""
    environment = {key: value for key, value in os.environ.items() if key != "EGYPT_GAMES"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)
    assert done.stdout == "played\n", done.stderr


@pytest.mark.program
def test_what_is_seldom_needed_is_kept_out_of_the_start() -> None:
    code = (
        "import sys, egypt, egypt.protocol.session\n"
        "print({'random', 'egypt.protocol.luck', 'egypt.protocol.bench'} & set(sys.modules))"
    )
    environment = {key: value for key, value in os.environ.items() if key != "EGYPT_GAMES"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert done.stdout == "set()\n"


def test_arguments_of_another_kind_are_refused_by_name() -> None:
    """A table or a view is easily taken for a position: an AttributeError from within would not say so."""
    table = egypt.game("ra").deal(3, seed=1)
    table.play(table.legal_moves()[0])
    others = (None, 1, "x", (), {}, table, table.position, table.view(0), table.events[-1], table.game)
    wrong = []
    for function in (getattr(egypt, name) for name in egypt.__all__):
        for arguments in [(one,) for one in others] + [(one, other) for one in others for other in others]:
            try:
                if callable(function):
                    function(*arguments)
            except (TypeError, egypt.EgyptError):
                pass
            except Exception as problem:
                wrong.append(f"{function.__name__}{arguments!r:.60}: {problem!r:.80}")
    assert wrong == []
    with pytest.raises(TypeError, match=r"position: .* must be of type Position"):
        egypt.public_data(table.view(0))  # type: ignore[arg-type]
