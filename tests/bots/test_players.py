"""Random, ismcts and external players, and whole games between them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from egypt import EgyptError, IllegalMoveError, Position, Table, View, game_names, get_game
from egypt.bots import Bot, make_bot
from egypt.bots.external import ExternalBot
from egypt.bots.match import play_game
from egypt.bots.random import RandomBot
from egypt.protocol.client import CannotStart, Stalled
from tests import ROOT
from tests.bots.test_greedy import random_table

JARS = get_game("jars")
HANDSHAKE = "import sys, time\nprint('egiok 1', flush=True)\ninput()\n"


class Watcher(Bot):
    """Plays the first move and keeps what it was shown."""

    name = "watcher"

    def __init__(self) -> None:
        self.shown: list[View] = []
        self.games = 0

    def choose(self, view: View) -> str:
        self.shown.append(view)
        return view.legal_moves()[0]

    def new_game(self) -> None:
        self.games += 1


@pytest.mark.parametrize("name", game_names())
def test_bots_play_whole_games_of_every_game_and_size(name: str) -> None:
    game = get_game(name)
    for players in range(game.min_players, game.max_players + 1):
        for spec in ("random:seed=1", "greedy", "ismcts:iterations=10,hash_mb=1"):
            table = play_game([make_bot(spec, game)] * players, Table.deal(game, players, seed=players))
            again = play_game([make_bot(spec, game)] * players, Table.deal(game, players, seed=players))
            assert table.position.is_over
            assert table.position == again.position


def test_each_bot_is_shown_its_own_views_and_nothing_else() -> None:
    bots = [Watcher() for _ in range(4)]
    play_game(bots, Table.deal(JARS, 4, seed=2))
    for seat, bot in enumerate(bots):
        assert bot.games == 1 and bot.shown
        assert all(view.viewer == view.actor == seat for view in bot.shown)


def test_a_table_may_begin_before_the_deal() -> None:
    table = Table(Position.start(JARS, 2), seed=4)
    assert play_game([Watcher(), Watcher()], table).position.is_over


def test_bots_and_seats_must_match() -> None:
    with pytest.raises(EgyptError, match="2 bots cannot sit on 3 seats"):
        play_game([Watcher(), Watcher()], Table.deal(JARS, 3, 1))


def test_an_illegal_choice_is_not_played() -> None:
    class Cheat(Watcher):
        def choose(self, view: View) -> str:
            return "pass"

    table = Table.deal(JARS, 2, 1)
    before = table.position
    with pytest.raises(IllegalMoveError, match="'pass'"):
        play_game([Cheat(), Cheat()], table)
    assert table.position == before


def test_random_choices_are_spread_over_all_moves_and_repeat() -> None:
    view = Table.deal(JARS, 3, 1).view(0)
    bot, twin = RandomBot(JARS, seed=7), RandomBot(JARS, seed=7)
    choices = [bot.choose(view) for _ in range(3000)]
    assert choices == [twin.choose(view) for _ in range(3000)]
    for move in view.legal_moves():
        assert 900 < choices.count(move) < 1100


def test_ismcts_depends_on_view_and_seed_alone() -> None:
    for seed in range(5):
        table = random_table("jars", seed, decisions=seed)
        view = table.view(table.position.actor)
        first, second = (make_bot("ismcts:iterations=300,seed=9", JARS) for _ in range(2))
        assert first.choose(view) == first.choose(view) == second.choose(view)


def test_ismcts_says_when_there_is_nothing_to_choose() -> None:
    table = Table.deal(JARS, 2, 1)
    table.play(table.position.legal_moves()[0], seat=0)
    with pytest.raises(EgyptError, match="p1 is not to act"):
        make_bot("ismcts", JARS).choose(table.view(0))


@pytest.mark.program
@pytest.mark.parametrize("name", game_names())
def test_an_external_program_plays_like_the_bot_inside_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    game = get_game(name)
    command = [sys.executable, "-m", "egypt.protocol"]
    seats = game.min_players
    bot = make_bot("ismcts:iterations=30,seed=3", game)
    inside = play_game([bot] * seats, Table.deal(game, seats, seed=6))
    with ExternalBot(game, command=command, iterations=30, seed=3) as outside:
        table = play_game([outside] * seats, Table.deal(game, seats, seed=6))
    assert [event.text() for event in table.events] == [event.text() for event in inside.events]


@pytest.mark.program
def test_external_programs_that_fail() -> None:
    with pytest.raises(CannotStart):
        ExternalBot(JARS, command="no-such-program")
    silent = HANDSHAKE + "while True: input() == 'isready' and print('readyok', flush=True)"
    bot = ExternalBot(JARS, command=[sys.executable, "-c", silent], movetime=10, patience=0.2)
    with bot, pytest.raises(Stalled):
        bot.choose(Table.deal(JARS, 2, 1).view(0))


@pytest.mark.program
def test_an_external_program_without_a_move() -> None:
    answers = "answers = {'isready': 'readyok', 'go': 'bestmove none'}\n"
    loop = "while True: print(answers.get(input().split()[0], 'info string'), flush=True)"
    bot = ExternalBot(JARS, command=[sys.executable, "-c", HANDSHAKE + answers + loop])
    with bot, pytest.raises(EgyptError, match="none"):
        bot.choose(Table.deal(JARS, 2, 1).view(0))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "weights: cannot read .*No such file"),
        ("{", "weights: cannot read"),
        ("[1]", "weights: cannot read"),
        ('{"features": []}', "jars: these weights lack the form of a weights.json"),
        ('{"features": [], "players": {"2": {}}}', "jars: these weights lack the form of a weights.json"),
    ],
)
def test_a_file_of_weights_that_is_none_is_named(tmp_path: Path, text: str | None, message: str) -> None:
    path = tmp_path / "weights.json"
    if text is not None:
        path.write_text(text)
    with pytest.raises(EgyptError, match=message):
        make_bot(f"ismcts:weights={path}", JARS)
