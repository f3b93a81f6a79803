"""Searches on several threads, stopped from outside, and threads that use one object at the same time: food for the thread
sanitizer (tests/sanitize.sh --threads). `python -m tests.races shared` does the second part alone.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from array import array
from collections.abc import Callable, Iterator
from itertools import cycle

from egypt import EgyptError, Game, GreedyChooser, Limits, Result, Search, Table, View, get_game
from egypt.bots.arena.random_games import RandomGames
from egypt.rl.batch import Games
from egypt.search.playouts import time_playouts, time_views
from tests import ROOT

Call = Callable[[], object]
GAMES = 256


def run_until_stopped(search: Search, view: View) -> Result:
    """An endless search that another thread ends."""
    stopper = threading.Timer(0.2, search.stop)
    stopper.start()
    result = search.run(view, Limits())
    stopper.join()
    search.clear()
    return result


def search_on_several_threads() -> None:
    for name, players in (("ra", 3), ("sobek", 2)):
        game = get_game(name)
        table = Table.deal(game, players, 1)
        view = table.view(table.position.actor)
        for family in ("single", "multiple", "determinized"):
            search = Search(game, threads=3, hash_mb=4, family=family, reuse="always")
            whole = search.run(view, Limits(iterations=6000))
            assert whole.iterations == 6000
            told: list[Result] = []
            search.run(view, Limits(movetime=200), told.append, info_interval=10)  # reads while others write
            search.run(view, Limits(target=100, movetime=200))
            assert told
            stopped = run_until_stopped(search, view)
            assert stopped.best in view.legal_moves()
            print(name, family, whole.iterations, stopped.iterations, flush=True)


# -- one object, several threads ---------------------------------------------------------------------------------------


def games_calls(game: Game) -> tuple[list[Call], int]:
    players, actions = game.min_players, array("i", bytes(4 * GAMES))
    games = Games(
        game,
        players,
        None,
        GAMES,
        "win",
        True,
        array("f", bytes(4 * GAMES * game.tensor_size(players))),
        bytearray(GAMES * game.action_count()),
        bytearray(GAMES),
        array("f", bytes(4 * GAMES * players)),
        bytearray(GAMES),
    )
    numbers = cycle(range(GAMES))

    def play() -> None:
        games.step(games.random_actions(actions))

    def scribble() -> None:  # into the actions that the other thread may be playing
        actions[next(numbers)] = -1

    def play_one() -> None:
        number = next(numbers)
        games.step_one(number, games.view(number).legal_actions()[0])

    def look() -> None:
        for number in range(GAMES):
            games.position(number).validate()
            games.view(number).validate()

    rarely = [lambda: games.reset(3), lambda: games.deal_one(next(numbers), 7), games.seeds, games.legal_counts]
    return [play, scribble, play_one, play, look, play, scribble, *rarely], 60


def search_calls(game: Game) -> tuple[list[Call], int]:
    """The beginning of a game, which is searched, and its end, which is solved."""
    table, search = Table.deal(game, game.min_players, 2), Search(game, threads=2, hash_mb=4, reuse="always")
    few, views = Limits(iterations=200), [table.view(table.actor)] * 2
    while not table.is_over:
        view = table.view(table.actor)
        if view.is_complete and search.run(view, few).exact:
            views[1] = view
        table.play(table.legal_moves()[0])
    runs = [lambda view=view: search.run(view, few) for view in views]
    assert runs[1]().exact
    return [*runs, search.forget, search.clear, lambda: search.settings(game.max_players), *runs, search.stop], 10


def judging_calls(game: Game) -> tuple[list[Call], int]:
    view, weights = (
        game.deal(game.min_players, seed=2).view(0),
        json.loads((ROOT / f"engine/games/{game.name}/weights.json").read_text()),
    )
    chooser, position = GreedyChooser(game, 4), game.deal(game.min_players, seed=3).position
    return [
        lambda: view.explain(4),
        lambda: game.load_weights(weights),
        lambda: chooser.choose(view),
        lambda: time_playouts(position, 1, 4),
        lambda: time_views(position, 1, 4),
    ], 6


def random_games_calls(game: Game) -> tuple[list[Call], int]:
    plays, numbers = RandomGames(game, game.min_players, game.variants[0], 1, [b"[]", b"[0]"]), array("q", range(16))

    def scribble() -> None:
        for value in (-(2**62), 3):
            numbers[5] = value

    return [lambda: plays.play(numbers), scribble], 20


# Every function that drops the GIL, by file, and the calls above that reach it (tests/test_races.py compares).
REACHED = {
    "engine/rl/batch.pyx": ({"reset", "step", "play_given", "random_actions"}, games_calls),
    "engine/search/searcher.pyx": ({"_iterate", "_lead"}, search_calls),
    "engine/search/endgame.pyx": ({"solve"}, search_calls),
    "engine/search/greedy.pyx": ({"choose"}, judging_calls),
    "engine/search/playouts.pyx": ({"time_playouts", "time_views"}, judging_calls),
    "engine/core/explanation.pyx": ({"explain"}, judging_calls),
    "bots/arena/random_games.pyx": ({"play"}, random_games_calls),
}


def hammer(calls: list[Call], rounds: int) -> tuple[int, int]:
    """Three threads make the calls, each in another order: how many were made and how many refused with an EgyptError."""
    counts = [0, 0]

    def work(mine: list[Call]) -> Iterator[bool]:
        for _ in range(rounds):
            for call in mine:
                try:
                    call()
                    yield True
                except EgyptError:
                    yield False
                    time.sleep(0.0001)  # else a thread is through with all its calls before the other one is back

    def run(mine: list[Call]) -> None:
        for worked in work(mine):
            counts[not worked] += 1

    threads = [threading.Thread(target=run, args=(calls[at:] + calls[:at],)) for at in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(counts) == 3 * rounds * len(calls), "a call raised something else than EgyptError"
    return counts[0], counts[1]


def share_one_object() -> None:
    for name in ("amunre", "sobek"):
        for kind in dict.fromkeys(kind for _, kind in REACHED.values()):
            calls, rounds = kind(get_game(name))
            print(name, kind.__name__, *hammer(calls, rounds), flush=True)


if __name__ == "__main__":
    if sys.argv[1:] != ["shared"]:
        search_on_several_threads()
    share_one_object()
