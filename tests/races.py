"""Searches on several threads, stopped from outside: food for the thread sanitizer (tests/sanitize.sh --threads)."""

import threading

from egypt import Limits, Result, Search, Table, View, get_game


def run_until_stopped(search: Search, view: View) -> Result:
    """An endless search that another thread ends."""
    stopper = threading.Timer(0.2, search.stop)
    stopper.start()
    result = search.run(view, Limits())
    stopper.join()
    search.clear()
    return result


def main() -> None:
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


if __name__ == "__main__":
    main()
