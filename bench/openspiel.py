"""OpenSpiel's ISMCTS against the engine's search, with as many simulations a move.

OpenSpiel plays random games to the end from its leaves, in Python; the engine's search judges them. One search of ours sits
among OpenSpiel's, on every seat in turn, with the same deals. Needs the extra `openspiel`.

  python -m bench openspiel --game ra --players 2 --simulations 50 --deals 5
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bench._report import parser, players_of, positive, progress, show
from egypt import Rng, get_game

if TYPE_CHECKING:
    from egypt.openspiel import EgyptGame

EXPLORATION = 1.4  # of OpenSpiel's search; rewards of the games are between -1 and 1


def one_game(game: EgyptGame, bots: list[Any], seed: int) -> list[float]:
    """What each seat gets. Nature's draws depend on the seed, as far as the play allows."""
    state = game.new_initial_state()
    draws = Rng(seed)
    for bot in bots:
        bot.restart()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            drawn = draws.below(1 << 30) / (1 << 30)
            state.apply_action(actions[min(int(np.searchsorted(np.cumsum(chances), drawn, "right")), len(actions) - 1)])
        else:
            state.apply_action(bots[state.current_player()].step(state))
    return list(state.returns())


def match(game: EgyptGame, simulations: int, deals: int, seed: int) -> dict[str, Any]:
    """One search of ours on every seat in turn, OpenSpiel's on the others; ties split the win."""
    from open_spiel.python.algorithms import ismcts, mcts

    from egypt.openspiel import SearchBot

    players = game.num_players()
    shares = []
    games = [(deal, seat) for deal in range(deals) for seat in range(players)]
    for deal, seat in progress(games, len(games), "games"):
        rng = np.random.RandomState((seed + deal) % 2**32)
        bots: list[Any] = [
            SearchBot(game, seat, simulations, seed=seed + deal)
            if number == seat
            else ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), EXPLORATION, simulations, random_state=rng)
            for number in range(players)
        ]
        reward = one_game(game, bots, seed + deal)[seat]
        shares.append((reward * (players - 1) + 1) / players)
    return {"games": len(shares), "share": float(np.mean(shares)), "fair": 1 / players}


def main(argv: list[str]) -> int:
    options = parser(__name__, __doc__, players=2)
    options.add_argument("--simulations", type=positive, default=50, help="a move, of both")
    options.add_argument("--deals", type=positive, default=5, help="each with ours on every seat")
    args = options.parse_args(argv)
    from egypt import openspiel

    players = players_of(args, get_game(args.game))
    game = openspiel.load(args.game, players=players)
    show(
        {
            "game": args.game,
            "players": players,
            "simulations": args.simulations,
            **match(game, args.simulations, args.deals, args.seed),
        },
        args.json,
    )
    return 0
