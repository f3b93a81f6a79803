"""The games of egypt-engine as OpenSpiel games: `pyspiel.load_game("egypt_ra(players=3)")`.

Importing this module registers one OpenSpiel game per game of the engine, under the name `egypt_` and the game's own. It
needs the extra `openspiel`; nothing else of the package imports it.

Nature's draws are chance nodes, action i being the i-th outcome of `Position.outcomes`. A secret simultaneous choice is made
seat by seat: no seat is told of another's part before all have chosen, so the order reveals nothing.

The observation of a seat is its View. Its information state is everything it has perceived since the start, as `Table.told`
has it; views of these games already hold what can matter later, so searches may use observations, which are shorter.
"""

from __future__ import annotations

import math
from typing import Any

import egypt
from egypt.extras import needs

with needs("openspiel"):
    import numpy as np
    import pyspiel

EVENTS = 2000  # number of the latest events in an information state's tensor; no game seen was half as long
EVENT_NUMBERS = 3  # who, then the high and the low half of the move's code as perceived
MOST_OUTCOMES = 64  # of one draw of nature
MOST_POINTS = 1000.0
REWARDS = ("win", "points", "margin")
MOST_WEIGHT = 1e100  # of a start; sums of them are still finite
STARTS = "|"  # between the positions of the parameter `start`

PARAMETERS = {"players": 0, "variant": "", "reward": "win", "start": ""}


def _game_type(game: egypt.Game, reward: str) -> pyspiel.GameType:
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"egypt_{game.name}",
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if reward == "win" else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.max_players,
        min_num_players=game.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(PARAMETERS),
    )


class EgyptGame(pyspiel.Game):
    """A game of the engine for a number of players.

    Parameters: `players` (0: as few as the game allows), `variant`, `reward` (`win`: a zero-sum share of the win; `points`;
    or `margin` over the best rival), and `start`: positions with `|` between them, one of which a first chance node chooses,
    each with a weight in front if they are not equally likely (`2*ra/1;…`). Games and states can be pickled and serialized,
    but not with `start`: OpenSpiel writes a game as one text with its parameters, and cannot read positions in it.
    """

    name = ""  # of the engine's game; the registered subclasses say it

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**PARAMETERS, **(params or {})}
        self.egypt_game = game = egypt.game(self.name)
        self.reward = given["reward"]
        if self.reward not in REWARDS:
            raise egypt.EgyptError(f"reward '{self.reward}': choose one of {', '.join(REWARDS)}")
        weighed = [_weighed(text) for text in given["start"].split(STARTS) if text]
        self.starts = tuple(egypt.Position.from_text(text, game) for _, text in weighed)
        self.start_chances = [weight / sum(weight for weight, _ in weighed) for weight, _ in weighed]
        first = self.starts[0] if self.starts else None
        players = given["players"] or (first.players if first else game.min_players)
        self.variant = game.check_table(players, given["variant"] or (first.variant if first else None))
        for start in self.starts:
            if (start.players, start.variant) != (players, self.variant):
                raise egypt.StateError(
                    f"start: a position for {start.players}, {start.variant}, at a table for {players}, {self.variant}"
                )
        lowest = -1.0 / max(1, players - 1) if self.reward == "win" else -MOST_POINTS
        info = pyspiel.GameInfo(
            num_distinct_actions=game.action_count(players, self.variant),
            max_chance_outcomes=max(MOST_OUTCOMES, len(self.starts)),
            num_players=players,
            min_utility=lowest,
            max_utility=1.0 if self.reward == "win" else MOST_POINTS,
            utility_sum=0.0 if self.reward == "win" else None,
            max_game_length=EVENTS,
        )
        super().__init__(_game_type(game, self.reward), info, given)

    def new_initial_state(self) -> EgyptState:
        return EgyptState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> EgyptObserver:
        return EgyptObserver(self, iig_obs_type, params)


class Heard:
    """What a seat has perceived: a chain of events, shared by all states that follow."""

    __slots__ = ("_text", "before", "code", "length", "line", "who")

    def __init__(self, before: Heard | None, line: str, who: int = 0, code: int = 0) -> None:
        self.before = before
        self.line = line
        self.who = who
        self.code = code
        self.length: int = before.length + 1 if before else 0
        self._text = "" if before else line

    def __deepcopy__(self, memo: object) -> Heard:
        return self  # never changed, so clones of a state may share it

    def __reduce__(self) -> tuple[Any, ...]:
        """As one list: a pickle follows a chain link by link, and no stack is as deep as a game is long."""
        events: list[tuple[str, int, int]] = []
        event = self
        while event.before is not None:
            events.append((event.line, event.who, event.code))
            event = event.before
        return Heard.of, (event.line, events[::-1])

    @staticmethod
    def of(start: str, events: list[tuple[str, int, int]]) -> Heard:
        heard = Heard(None, start)
        for event in events:
            heard = Heard(heard, *event)
        return heard

    def text(self) -> str:
        """All lines, the first event first."""
        if not self._text:
            missing: list[str] = []
            known: Heard | None = self
            while known is not None and not known._text:
                missing.append(known.line)
                known = known.before
            self._text = "\n".join([known._text if known else "", *reversed(missing)])
        return self._text

    def numbers(self) -> np.ndarray:
        """The latest events as numbers, the first of them first."""
        rows: list[tuple[int, int, int]] = []
        event: Heard | None = self
        while event is not None and event.before is not None and len(rows) < EVENTS:
            rows.append((event.who + 2, event.code >> 16, event.code & 0xFFFF))
            event = event.before
        return np.array(rows[::-1], np.float32).reshape(-1, EVENT_NUMBERS)


class EgyptState(pyspiel.State):
    """A position, what each seat has perceived so far, and the parts of a secret choice that are still sealed."""

    def __init__(self, game: EgyptGame) -> None:
        super().__init__(game)
        self._game = _Shared(game)
        one = len(game.starts) == 1
        self.position: egypt.Position | None = (
            None
            if len(game.starts) > 1
            else (game.starts[0] if one else egypt.Position.start(game.egypt_game, game.num_players(), game.variant))
        )
        self._heard = [Heard(None, f"p{seat + 1}") for seat in range(game.num_players())]
        self._sealed: tuple[_Part, ...] = ()
        if one:
            self._look()

    # -- what OpenSpiel asks -------------------------------------------------------------------------------------------

    def current_player(self) -> int:
        if self.position is None or self.position.is_chance:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.position.is_over else self.position.actor

    def is_terminal(self) -> bool:
        return self.position is not None and self.position.is_over

    def _legal_actions(self, player: int) -> list[int]:
        assert self.position is not None
        return sorted(self.position.legal_actions())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self.position is None:
            return list(enumerate(self._game.of.start_chances))
        return [(number, chance) for number, (_, chance) in enumerate(self.position.outcomes())]

    def _apply_action(self, action: int) -> None:
        if self.position is None:
            self.position = self._game.of.starts[_listed(action, len(self._game.of.starts))]
            self._look()
            return
        self._play(self.code_of(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if self.position is None:
            return f"start:{action}"
        return self._game.of.egypt_game.move_text(self.code_of(action))

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self.num_players()
        assert self.position is not None
        if self._game.of.reward == "win":
            return _shares(self.position.ranks())
        scores = self.position.scores()
        if self._game.of.reward == "points":
            return [float(score) for score in scores]
        return [float(own - max(scores[:seat] + scores[seat + 1 :], default=0)) for seat, own in enumerate(scores)]

    def __str__(self) -> str:
        return self.position.to_text() if self.position is not None else "start"

    # -- what a seat knows ---------------------------------------------------------------------------------------------

    def heard(self, seat: int) -> Heard:
        """What a seat has perceived: of a sealed choice its own part alone."""
        heard = self._heard[seat]
        for part in self._sealed:
            if part.actor == seat:
                heard = part.told(heard, seat)
        return heard

    def resample_from_infostate(self, player: int, probability_sampler: Any) -> EgyptState:
        """A state that this player cannot tell from this one, as likely as the rules deal it.

        The other seats' past is not made up: what they know at this moment stands for it.
        """
        assert self.position is not None
        state: EgyptState = self._game.of.new_initial_state()
        rng = egypt.Rng(int(probability_sampler() * (1 << 53)))
        state.position = self.position.sample(rng, player)
        state._heard = [Heard(None, state.position.view(seat).to_text()) for seat in range(self.num_players())]
        state._heard[player] = self.heard(player)
        return state

    # -- within --------------------------------------------------------------------------------------------------------

    def _look(self) -> None:
        """All seats look at a position from which the game starts."""
        assert self.position is not None
        self._heard = [Heard(None, self.position.view(seat).to_text()) for seat in range(self.num_players())]

    def code_of(self, action: int) -> int:
        """The engine's code of an action here: a move, or an outcome of nature. Raises IllegalMoveError if there is none."""
        assert self.position is not None
        game = self._game.of.egypt_game
        if self.position.is_chance:
            outcomes = self.position.outcomes()
            return game.move_code(outcomes[_listed(action, len(outcomes))][0])
        return game.action_code(action)

    def _play(self, code: int) -> None:
        """Play a move or an outcome, and tell the seats of it; a part of a choice only when all have chosen."""
        before = self.position
        assert before is not None
        after = before.after(code)
        is_sealed = egypt.still_sealed(before, after, bool(self._sealed))
        self._sealed = (*self._sealed, _Part(before, before.actor, code))
        self.position = after
        if is_sealed:
            return
        for seat in range(self.num_players()):
            for part in sorted(self._sealed, key=lambda part: egypt.telling_order(part.actor, seat)):
                self._heard[seat] = part.told(self._heard[seat], seat)
        self._sealed = ()


class _Shared:
    """The game that a state belongs to; clones of a state share it."""

    def __init__(self, game: EgyptGame) -> None:
        self.of = game

    def __deepcopy__(self, memo: object) -> _Shared:
        return self


class _Part:
    """One move or outcome: where, whose and what."""

    __slots__ = ("actor", "before", "code")

    def __init__(self, before: egypt.Position, actor: int, code: int) -> None:
        self.before = before
        self.actor = actor
        self.code = code

    def __deepcopy__(self, memo: object) -> _Part:
        return self

    def told(self, heard: Heard, seat: int) -> Heard:
        perceived = self.before.observed(self.code, seat, self.actor)
        who = "chance" if self.actor < 0 else f"p{self.actor + 1}"
        return Heard(heard, f"{who} {perceived}", self.actor, self.before.game.move_code(perceived))


class EgyptObserver:
    """Views as OpenSpiel wants to see them: the whole course with perfect recall, else the view."""

    def __init__(self, game: EgyptGame, kind: Any, params: Any) -> None:
        if params:
            raise egypt.EgyptError(f"an observation has no parameters; passed {params}")
        self._recalls = bool(kind is not None and kind.perfect_recall)
        view = game.egypt_game.tensor_size(game.num_players(), game.variant)
        events = EVENTS * EVENT_NUMBERS if self._recalls else 0
        self.tensor = np.zeros(view + events, np.float32)
        self.dict = {"view": self.tensor[:view]}
        if events:
            self.dict["events"] = self.tensor[view:].reshape(EVENTS, EVENT_NUMBERS)

    def set_from(self, state: EgyptState, player: int) -> None:
        self.tensor.fill(0)
        if state.position is None:
            return
        state.position.view(player).tensor(self.dict["view"])
        if self._recalls:
            events = state.heard(player).numbers()
            self.dict["events"][: len(events)] = events

    def string_from(self, state: EgyptState, player: int) -> str:
        if state.position is None:
            return "start"
        return state.heard(player).text() if self._recalls else state.position.view(player).to_text()


class SearchBot(pyspiel.Bot):
    """The engine's own search as a player of OpenSpiel's: it looks at the view of its seat and at nothing else."""

    def __init__(self, game: EgyptGame, player: int, iterations: int, **settings: Any) -> None:
        super().__init__()
        self._player = player
        self._limits = egypt.Limits(iterations=iterations)
        self._search = egypt.Search(game.egypt_game, **settings)

    def player_id(self) -> int:
        return self._player

    def restart_at(self, state: EgyptState) -> None:
        self._search.forget()

    def step(self, state: EgyptState) -> int:
        position = state.position
        assert position is not None
        best = self._search.run(position.view(self._player), self._limits).chosen()
        return position.game.action_index(best)


def _weighed(text: str) -> tuple[float, str]:
    """A position of the parameter `start`, and how likely it is in terms of the others. Raises EgyptError."""
    weight, star, position = text.partition("*")
    if not star or "/" in weight:
        return 1.0, text
    try:
        value = float(weight)
    except ValueError:
        value = math.nan
    if not 0 < value <= MOST_WEIGHT:
        raise egypt.EgyptError(f"start: the weight '{weight}' must be a positive number of at most {MOST_WEIGHT:g}")
    return value, position


def _listed(action: int, count: int) -> int:
    """The number of one of the outcomes of a chance node; raises IllegalMoveError."""
    return egypt.integer(action, "outcome", 0, count - 1, egypt.IllegalMoveError)


def _shares(ranks: list[int]) -> list[float]:
    """1 for winning alone, the same in sum for losing; those who share the first place share the 1."""
    first = ranks.count(1)
    others = max(1, len(ranks) - 1)
    return [((rank == 1) / first * len(ranks) - 1) / others if len(ranks) > 1 else float(rank == 1) for rank in ranks]


def load(name: str, **parameters: Any) -> EgyptGame:
    """The OpenSpiel game for a game of the engine, by that game's own name."""
    if f"egypt_{name}" not in pyspiel.registered_names():
        register(name)
    game: EgyptGame = pyspiel.load_game(f"egypt_{name}", parameters)
    return game


def register(name: str) -> None:
    """Make a game of the engine known to OpenSpiel; those of the package are, once this module is imported."""
    game = egypt.game(name)
    made = type(f"Egypt{game.title.title().replace(' ', '').replace('-', '')}", (EgyptGame,), {"name": name})
    globals()[made.__name__] = made  # where pickles look for it
    pyspiel.register_game(_game_type(game, "win"), made)


for _name in egypt.game_names():
    register(_name)
