"""No run on sand: before the first game every engine is started once, gets its options and a position, and must answer."""

from __future__ import annotations

from dataclasses import replace

from egypt import EgyptError, Table
from egypt.bots.arena.clocks import Clocks
from egypt.bots.arena.engines import EngineSpec
from egypt.bots.arena.errors import ArenaError
from egypt.bots.arena.faults import Kind, PlayerFault
from egypt.bots.arena.players import make_player
from egypt.bots.arena.schedule import Config, game_of

TRIAL_MOVETIME = 100  # milliseconds that the trial move may take; a clock runs as in a game
TRIAL_ITERATIONS = 100


def check_engines(config: Config) -> None:
    """Raises ArenaError, naming the engine and the cause, if one of them cannot play the first decision of the run.

    An answer that is late is an answer: the machine may be busy. Blocks.
    """
    game = game_of(config)
    for spec in config.engines:
        table = config.table(game, 0, config.game_of(0).seed)
        try:
            _answer(_hurried(spec), table, config)
        except PlayerFault as problem:
            if problem.kind is not Kind.TIME:
                raise ArenaError(f"{spec.name}: {problem.kind}: {problem.text} (--no-check skips this trial)") from None


def _hurried(spec: EngineSpec) -> EngineSpec:
    """The same engine with less time for the trial than for a move of a game."""
    return replace(
        spec,
        movetime=None if spec.movetime is None else min(spec.movetime, TRIAL_MOVETIME),
        iterations=None if spec.iterations is None else min(spec.iterations, TRIAL_ITERATIONS),
    )


def _answer(spec: EngineSpec, table: Table, config: Config) -> None:
    """Raises PlayerFault unless the engine makes a legal move here."""
    game, position = table.game, table.position
    clocks = Clocks([spec] * position.players)
    player = make_player(spec, game, config.log)
    try:
        if not config.mixed_rules and not game.has_rules(player.rules):
            raise PlayerFault(
                Kind.START,
                f"it plays {game.name} by rules {player.rules}, the arena by {game.rules_hash} "
                "(--rules gives the arena others, --mixed-rules lets them differ)",
            )
        player.new_game(0)
        choice = player.choose(table.view(position.actor), clocks.shown_to(position.actor, False), clocks.gains)
        try:
            table.play(choice.move, position.actor)
        except EgyptError as problem:
            raise PlayerFault(Kind.ILLEGAL, str(problem)) from None
    finally:
        player.close()
