"""Searches on several threads, stopped from outside: food for the thread sanitizer (tests/sanitize.sh --threads)."""

import threading
import time

from engine import Limits, Search, Table, get_game


def main() -> None:
    for name, players in (("ra", 3), ("sobek", 2)):
        game = get_game(name)
        table = Table.deal(game, players, 1)
        view = table.view(table.position.actor)
        for family in ("single", "multiple", "determinized"):
            search = Search(game, threads=3, hash_mb=4, family=family, reuse=True)
            whole = search.run(view, Limits(iterations=6000))
            assert whole.iterations == 6000
            results = []
            endless = threading.Thread(target=lambda s=search, r=results: r.append(s.run(view, Limits())))
            endless.start()
            time.sleep(0.2)
            search.stop()
            endless.join()
            assert results[0].best in view.legal_moves()
            print(name, family, whole.iterations, results[0].iterations, flush=True)


if __name__ == "__main__":
    main()
