"""One game: seats its players, keeps their clocks, lets them play under a referee, and writes down what happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from egypt import EgyptError, Table, get_game
from egypt.bots.arena.adjudication import Adjudication, Arbiter, Ruling
from egypt.bots.arena.clocks import Clocks
from egypt.bots.arena.engines import EngineSpec
from egypt.bots.arena.faults import Fault, Kind, PlayerFault, forfeit_ranks
from egypt.bots.arena.players import ChildPlayer, Choice, Player, make_player
from egypt.bots.arena.record import ADJUDICATED, FINISHED, FORFEIT, GameRecord
from egypt.bots.arena.replay import nature_of, now, sentences_of
from egypt.bots.arena.schedule import Config, ScheduledGame
from egypt.bots.automaton import AUTOMATON

MAX_IDLE_CHILDREN = 12  # kept alive for later games, the least recently used go first


class PlayerPool:
    """The players of one process. They are kept from game to game; one that failed is replaced."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.game = get_game(config.game)
        self._idle: dict[tuple[int, int], Player] = {}  # by engine and copy, least recently used first

    def play(self, scheduled: ScheduledGame) -> GameRecord:
        """Play a game to its end or to the first fault. Blocks."""
        config = self.config
        began = now()
        table = config.table(self.game, scheduled.deal, scheduled.seed)
        players, faults = self._seat_players(scheduled)
        choices: list[Choice] = []
        ruling: Ruling | None = None
        if not faults:
            clocks = Clocks([player.spec for player in players])
            try:
                fault, ruling = _play_out(table, players, clocks, choices, config.adjudication)
            except BaseException:  # an interrupt: close all players
                self._leave(scheduled, players, set(range(config.players)))
                raise
            faults = [fault] if fault is not None else []
        self._leave(scheduled, players, {fault.seat for fault in faults})
        if faults:
            end, ranks = FORFEIT, forfeit_ranks(config.players, {fault.seat for fault in faults})
        elif ruling is not None:
            end, ranks = ADJUDICATED, ruling.ranks(config.players)
        else:
            end, ranks = FINISHED, table.position.ranks()
        return GameRecord(
            number=scheduled.number,
            deal=scheduled.deal,
            seed=scheduled.seed,
            seats=config.seats_of(scheduled.number),
            end=end,
            scores=tuple(table.position.scores()),
            ranks=tuple(ranks),
            moves=" ".join(choice.move for choice in choices),
            times=tuple(choice.used for choice in choices),
            faults=tuple(faults),
            nature=nature_of(table),
            thoughts=tuple(choice.thought for choice in choices) if any(choice.thought for choice in choices) else (),
            words=sentences_of(table) if config.words else (),
            ruling="" if ruling is None else ruling.text,
            programs=tuple(player.program for player in players) if any(player.program for player in players) else (),
            began=began,
            ended=now(),
        )

    def play_all(self, numbers: Sequence[int], on_start: Callable[[int], None] = lambda number: None) -> list[GameRecord]:
        """Play several games, one after the other."""
        records = []
        for number in numbers:
            on_start(number)
            records.append(self.play(self.config.game_of(number)))
        return records

    def close(self) -> None:
        """Close all players."""
        while self._idle:
            self._idle.popitem()[1].close()

    def _seat_players(self, scheduled: ScheduledGame) -> tuple[list[Player], list[Fault]]:
        players: list[Player] = []
        faults: list[Fault] = []
        for seat, key in enumerate(_copies(scheduled.seats)):
            player = None
            if seat in self.config.automata:
                players.append(Absent())
                continue
            try:
                player = self._idle.pop(key, None) or make_player(self.config.engines[key[0]], self.game, self.config.log)
                player.new_game(scheduled.bot_seeds[seat])
            except PlayerFault as problem:
                faults.append(Fault(seat, problem.kind, problem.text))
            players.append(player or Absent())
        return players, faults

    def _leave(self, scheduled: ScheduledGame, players: Sequence[Player], faulty: set[int]) -> None:
        for seat, (key, player) in enumerate(zip(_copies(scheduled.seats), players, strict=True)):
            if seat in faulty or seat in self.config.automata:
                player.close()
            else:
                self._idle[key] = player
        children = [key for key, player in self._idle.items() if isinstance(player, ChildPlayer)]
        for key in children[: max(0, len(children) - MAX_IDLE_CHILDREN)]:
            self._idle.pop(key).close()


class Absent(Player):
    """Sits where no player could be seated, and where an automaton sits that nature moves; never asked."""

    def __init__(self) -> None:
        self.spec = EngineSpec(name=AUTOMATON)

    def new_game(self, seed: int) -> None:
        raise AssertionError("nobody sits here")

    def choose(self, view: object, clocks: Sequence[float], gains: Sequence[float]) -> Choice:
        raise AssertionError("nobody sits here")


def _copies(seats: Sequence[int]) -> list[tuple[int, int]]:
    """Each seat's engine and which copy of it this is: every seat has a player of its own."""
    return [(engine, seats[:seat].count(engine)) for seat, engine in enumerate(seats)]


def _play_out(
    table: Table, players: Sequence[Player], clocks: Clocks, choices: list[Choice], rules: Adjudication | None
) -> tuple[Fault | None, Ruling | None]:
    """Play to the end, to the first fault, or until the game is adjudicated; the latter two are returned."""
    arbiter = Arbiter(rules) if rules is not None else None
    while not table.position.is_over:
        seat = table.position.actor
        try:
            choice = players[seat].choose(table.view(seat), clocks.shown_to(seat, table.is_sealed), clocks.gains)
        except PlayerFault as problem:
            return Fault(seat, problem.kind, problem.text), None
        try:
            table.play(choice.move, seat)
        except EgyptError as problem:
            return Fault(seat, Kind.ILLEGAL, str(problem)), None
        choices.append(choice)
        clocks.spend(seat, choice.used)
        ruling = arbiter.heard(seat, choice.thought) if arbiter is not None and not table.position.is_over else None
        if ruling is not None:
            return None, ruling
    return None, None
