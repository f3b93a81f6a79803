"""The two-world test: whatever a seat has not seen may be dealt otherwise, and nothing that seat is given
changes.

A world is a Table: the truth of a game, and the seed of what nature will draw next. Other worlds come from
two sources that know nothing of each other, so that a mistake in one is found by the other:

- `redealt` fills in the unknown of the seat's view (`View.sample`);
- `retold` plays the whole game once more, other seats' hidden moves and nature's hidden draws chosen anew,
  such that the seat perceives the same (`observe`). It never asks for a view, so a view that shows too much
  differs between these worlds.

A witness is anything a seat, its adviser or its front end is given, as text. `telltales` names the witnesses
that tell the worlds apart; there must be none. Rooms may pass witnesses of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from egypt import EgyptError, Limits, Position, Rng, Search, Table
from tests.contract.cases import Ply
from tests.toy.build import load

data_of = load("tests.toy.probe").data_of
Witness = Callable[[Table, int], str]

ITERATIONS = 150
SEARCH_SEED = 20
MOST_STEPS = 4  # how often, on average, a ply of a retold game may be tried before the attempt is given up


# -- other worlds --------------------------------------------------------------------------------------------


def redealt(position: Position, viewer: int, seeds: Iterable[int]) -> list[Table]:
    """Worlds sampled from the view; their future is drawn from other seeds too."""
    view = position.view(viewer)
    return [Table(view.sample(Rng(seed)), seed) for seed in seeds]


def retold(history: Sequence[Ply], viewer: int, seeds: Iterable[int]) -> list[Table]:
    """Worlds in which the viewer has perceived the same game. `history` ends with the position in question,
    whose code is ignored.
    """
    perceived = [ply.position.observed(ply.code, viewer) for ply in history[:-1]]
    worlds = []
    for seed in seeds:
        position = _retell(history, perceived, viewer, Rng(seed))
        if position is not None:
            worlds.append(Table(position, seed))
    return worlds


def _retell(history: Sequence[Ply], perceived: Sequence[str], viewer: int, rng: Rng) -> Position | None:
    """Depth first, with a budget: a hidden choice may turn out not to fit what is revealed later."""
    path = [_set_actor(history[0].position, history[0].position)]
    untried = [_candidates(path[0], history[0], perceived[0], viewer, rng)] if perceived else []
    budget = MOST_STEPS * len(history)
    while len(path) < len(history):
        budget -= 1
        if budget < 0 or not path:
            return None
        if not untried[-1]:
            untried.pop()
            path.pop()
            continue
        number = len(path)
        after = path[-1].after(untried[-1].pop())
        if after.actor < 0 or history[number].position.actor in after.pending:
            if (after.actor < 0) != (history[number].position.actor < 0):
                continue
            path.append(_set_actor(after, history[number].position))
            if number < len(perceived):
                untried.append(_candidates(path[-1], history[number], perceived[number], viewer, rng))
    return path[-1]


def _set_actor(position: Position, model: Position) -> Position:
    return position if model.actor < 0 else position.acting(model.actor)


def _candidates(position: Position, ply: Ply, perceived: str, viewer: int, rng: Rng) -> list[int]:
    """The moves that the viewer perceives like the true one, in the order in which they are popped: last
    first.
    """
    game = position.game
    if position.is_chance:
        codes = [game.move_code(text) for text, _ in position.outcomes()]
    else:
        codes = position.legal_codes()
    alike = [code for code in codes if position.observed(code, viewer) == perceived]
    for last in range(len(alike) - 1, 0, -1):
        other = rng.below(last + 1)
        alike[last], alike[other] = alike[other], alike[last]
    if ply.code in alike and rng.below(3):  # stay near the truth, which is sure to work out
        alike.remove(ply.code)
        alike.append(ply.code)
    return alike


# -- witnesses -----------------------------------------------------------------------------------------------


def search_report(table: Table, viewer: int, seed: int = SEARCH_SEED) -> str:
    """All that a search says, but for the time it took."""
    view = table.view(viewer)
    if view.is_over:
        return "over"
    result = Search(view.game, hash_mb=1, seed=seed).run(view, Limits(iterations=ITERATIONS))
    return repr((result.best, result.lines, result.iterations, result.nodes))


def view_bytes(table: Table, viewer: int) -> str:
    data: bytes = data_of(table.view(viewer))
    return data.hex()


def view_features(table: Table, viewer: int) -> str:
    try:
        return repr(table.view(viewer).features(worlds=3, seed=6))
    except EgyptError as error:
        return str(error)


WITNESSES: dict[str, Witness] = {
    "bytes": view_bytes,
    "text": lambda table, viewer: table.view(viewer).to_text(),
    "json": lambda table, viewer: table.view(viewer).json(),
    "board": lambda table, viewer: table.view(viewer).board(),
    "actor": lambda table, viewer: str(table.view(viewer).actor),
    "legal": lambda table, viewer: ",".join(table.view(viewer).legal_moves()),
    "evaluation": lambda table, viewer: repr(table.view(viewer).evaluate(worlds=4, seed=5)),
    "tensor": lambda table, viewer: table.view(viewer).tensor().tobytes().hex(),
    "mask": lambda table, viewer: table.view(viewer).action_mask().hex(),
    "features": view_features,
    "search": search_report,
}


def telltales(worlds: Sequence[Table], viewer: int, witnesses: dict[str, Witness] = WITNESSES) -> list[str]:
    """The names of the witnesses whose testimony is not the same in all worlds."""
    return [name for name, witness in witnesses.items() if len({witness(world, viewer) for world in worlds}) > 1]


# -- what a move tells ---------------------------------------------------------------------------------------


def observation_faults(worlds: Sequence[Position], viewer: int, most_moves: int = 40) -> list[str]:
    """Where what is perceived of a move and what the view holds afterwards do not match, in worlds the viewer
    cannot tell apart.

    Equal perceptions must lead to equal views, or the view knows more than was seen; only worlds in which the
    same seats are to act are compared. And if two moves made in one world are told apart, then the view must
    tell their results apart, or something was seen that should not be (or is forgotten).
    """
    faults = []
    views: dict[tuple[object, str], object] = {}
    for world in worlds:
        perceptions: dict[object, tuple[str, Position]] = {}
        if world.is_chance:
            codes = [world.game.move_code(text) for text, _ in world.outcomes()]
        else:
            codes = world.legal_codes()
        turn = (world.actor, tuple(world.pending))
        sealed = len(world.view(viewer).pending) > 1
        for code in codes[:: max(1, len(codes) // most_moves)]:
            perceived = world.observed(code, viewer)
            if world.actor == viewer and perceived != world.game.move_text(code):
                faults.append(f"p{viewer + 1} perceives its own {world.game.move_text(code)} as {perceived}")
            after = world.after(code)
            view = after.view(viewer)
            # A sealed choice may take several moves, and it is known when the last of them is made.
            last = sealed and len(view.pending) <= 1
            if views.setdefault((turn, last, perceived), view) != view:
                faults.append(f"after {perceived} the view depends on more than was perceived: {view}")
            earlier, earlier_after = perceptions.setdefault(view, (perceived, after))
            if earlier != perceived and earlier_after != after:
                faults.append(f"{earlier} and {perceived} are told apart, but lead to the same view {view}")
    return faults


def hidden_runs(history: Sequence[Ply], viewer: int) -> list[tuple[str, ...]]:
    """Moves in a row that a viewer perceives in disguise, all of one seat or all merely shown by nature."""
    runs: list[tuple[str, ...]] = []
    last: tuple[object, str] | None = None
    for ply in history[:-1]:
        position = ply.position
        perceived = position.observed(ply.code, viewer)
        free = position.is_chance and len(position.outcomes()) > 1
        if free or perceived == position.game.move_text(ply.code):
            last = None
            continue
        key = (position.actor, perceived.partition(":")[0])
        runs[-1:] = [(*runs[-1], perceived)] if key == last else [*runs[-1:], (perceived,)]
        last = key
    return runs


def order_faults(runs: Iterable[tuple[str, ...]]) -> list[str]:
    """Runs that differ in their order alone: where nothing is drawn, the order can only come from what is hidden."""
    orders: dict[tuple[str, ...], tuple[str, ...]] = {}
    return [
        f"{orders[bag]} and {run} differ in their order alone"
        for run in runs
        for bag in [tuple(sorted(run))]
        if orders.setdefault(bag, run) != run
    ]


def secrecy_faults(position: Position, most_moves: int = 10) -> list[str]:
    """Where a seat that still has to choose can notice that another has chosen, in a secret simultaneous
    choice.
    """
    faults = []
    pending = position.pending
    for chooser in pending if len(pending) > 1 else []:
        for code in position.acting(chooser).legal_codes()[:most_moves]:
            after = position.after(code, chooser)
            if chooser in after.pending and after.view(chooser) == position.view(chooser):
                faults.append(f"p{chooser + 1} has chosen and nothing of it is kept")
            for seat in pending:
                if seat != chooser and (seat not in after.pending or after.view(seat) != position.view(seat)):
                    faults.append(f"p{seat + 1} notices that p{chooser + 1} has chosen: {after.view(seat)}")
    return faults
