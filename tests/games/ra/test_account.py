"""Games by chance: what is allowed and what everybody has, by a second account (account.py)."""

from random import Random

import pytest

from egypt import Position, Rng
from tests.games.ra import account
from tests.games.ra.positions import GAME, counts_text, suns_text

GAMES = 8  # of each number of players


def fields(where):
    return dict(part.split("=", 1) for part in where.to_text().split(";")[1:])


def seat_text(book, seat):
    suns = f"{suns_text(book.up[seat])},{suns_text(book.down[seat])}"
    return f"{book.score[seat]},{suns},{counts_text(book.tiles[seat])}"


def faults(players, seed):
    """Every position of a game in which the engine and the account differ; draws and passes are played more often."""
    choice, rng = Random(seed), Rng(seed)
    now = Position.start(GAME, players).settle(rng)
    found = fields(now)
    dealt = [[int(sun) for sun in found[f"p{seat + 1}"].split(",")[1].split("+")] for seat in range(players)]
    book = account.Account(dealt, now.actor)
    while not now.is_over:
        if now.is_chance:
            move = GAME.move_text(now.draw_code(rng))
        else:
            moves = now.legal_moves()
            if (set(moves), now.actor, len(moves)) != (book.legal(), book.actor, len(set(moves))):
                yield f"{moves}, not {book.legal()}, at {now.to_text()}"
                return
            move = choice.choices(moves, [choice.choice((1, 8)) if word in ("draw", "pass") else 1 for word in moves])[0]
        now = now.after(move)
        book.play(move)
        found = fields(now)
        if not now.is_chance:
            table = (book.center, book.epoch, counts_text(book.track), [seat_text(book, seat) for seat in range(players)])
            seats = [found[f"p{seat + 1}"] for seat in range(players)]
            if table != (int(found["center"]), int(found["epoch"]), found["track"], seats):
                yield f"{table} after {move} at {now.to_text()}"
                return
    if (book.is_over, book.ranks()) != (True, now.ranks()):
        yield f"{book.ranks()} at {now.to_text()}"


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_games_of_a_second_account(players, seed):
    assert not list(faults(players, seed))


PLANTS = {
    "gods take gods": ("within_reach_of_gods", lambda right, book: list(book.track) if book.tiles[book.turn]["god"] else []),
    "nobody may pass": ("may_pass", lambda right, book: False),
    "a lone civilization costs points": (
        "points",
        lambda right, book, seat: right(book, seat) - (book.tiles[seat]["art"] == 1),
    ),
    "the winner has the next turn": (
        "after_auction",
        lambda right, book: (setattr(book, "turn", book.best[0]), right(book)),
    ),
    "the first seat begins every epoch": ("end_epoch", lambda right, book: (right(book), book.begin_turn(0))),
}


@pytest.mark.parametrize("name", PLANTS)
def test_a_wrong_rule_is_noticed(name, monkeypatch):
    function, wrong = PLANTS[name]
    right = getattr(account.Account, function)
    monkeypatch.setattr(account.Account, function, lambda *arguments: wrong(right, *arguments))
    assert any(True for seed in range(GAMES) for _ in faults(3, seed))
