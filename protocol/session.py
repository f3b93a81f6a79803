"""One conversation: position, options and worker thread. Each command is carried out whole or not at all."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import singledispatchmethod
from typing import Any

import egypt
from egypt import (
    CHANCE,
    DataError,
    EgyptError,
    Follower,
    Game,
    IllegalMoveError,
    Limits,
    NotationError,
    Position,
    Rng,
    StateError,
    Table,
    UnknownGameError,
    View,
    actor_name,
    game_names,
    get_game,
    public_data,
    public_position,
    seat_name,
)
from egypt.protocol import commands, messages
from egypt.protocol.commands import CommandError, bad_argument, quoted
from egypt.protocol.helping import GREETING, HELP
from egypt.protocol.job_thread import JobThread
from egypt.protocol.lines import BadLine
from egypt.protocol.messages import Message, dumps
from egypt.protocol.options import Options
from egypt.protocol.perft import Interrupted, Perft
from egypt.protocol.responder import Responder, vector
from egypt.protocol.searching import MakeSearcher, Searcher, make_searcher
from egypt.protocol.thinking import Thinking

VERSION = 1  # of the protocol
AUTHOR = "the egypt-engine project"
HEARD_WHILE_BUSY = (commands.Stop, commands.IsReady, commands.Quit)
EVAL_WORLDS = 64  # sampled worlds behind `eval`
LAST_ANSWER_SECONDS = 2.0  # how long a stopped job may take to answer before the program ends without it


@dataclass(frozen=True, slots=True)
class Adviser:
    """The engine was given a view: it knows what one seat knows, and `observe` moves that forward."""

    follower: Follower

    @property
    def view(self) -> View:
        return self.follower.view


@dataclass(frozen=True, slots=True)
class Referee:
    """The engine holds the truth of one game."""

    table: Table


class Session:
    """Answers commands, one at a time. `handle` does not block: what takes time runs on the worker thread."""

    def __init__(self, responder: Responder, game: Game | None = None, make_searcher: MakeSearcher = make_searcher) -> None:
        self._responder = responder
        self._make_searcher = make_searcher
        self._options = Options()
        self._worker = JobThread()
        self._game: Game | None = None
        self._role: Adviser | Referee | None = None
        self._searcher: tuple[Game, tuple[int, ...], Searcher] | None = None
        self.is_over = False  # `quit` was said
        if game is not None:
            self._choose_game(game)

    # -- one line of input -----------------------------------------------------------------------------------

    def handle(self, line: str | BadLine) -> None:
        """Carry out one line of input. Every problem becomes exactly one error line and changes nothing."""
        try:
            if isinstance(line, BadLine):
                raise bad_argument(line.reason)
            command = commands.parse(line)
            if command is None:
                return
            if self._worker.busy and not isinstance(command, HEARD_WHILE_BUSY):
                word = quoted(line.split()[0])
                raise CommandError("busy", f"{word} must wait: only stop, isready and quit are heard now")
            self._do(command)
        except Exception as problem:
            self._responder.error(_as_command_error(problem))

    def greet(self) -> None:
        """A line for a person who has started the program at a terminal; a program that reads on is not disturbed."""
        self._responder.note(GREETING)

    def close(self, grace: float = 0.0) -> bool:
        """No more commands will come. A job with an end of its own may reach it within `grace` seconds.

        Blocks until the last answer is written; False if the worker did not terminate.
        """
        if self._worker.busy and (self._worker.endless or not self._worker.wait(grace)):
            self._worker.stop()
        return self._worker.wait(LAST_ANSWER_SECONDS)

    # -- one method per command ------------------------------------------------------------------------------

    @singledispatchmethod
    def _do(self, command: object) -> None:
        raise AssertionError(f"no method for {command!r}")

    @_do.register(commands.Egi)
    def _egi(self, command: commands.Egi) -> None:
        shown = [self._game] if self._game is not None else _sound_games()
        names = game_names() if self._game is not None else [game.name for game in shown]
        features = {
            "games": names,
            "roles": ["adviser", "referee"],
            "commands": ["turn", "events", "redo", "observe", "expect", "components", "luck", "help"],
            "formats": ["text", "json"],
        }
        if self._responder.as_json:
            self._responder.line(
                dumps(
                    {
                        "message": "handshake",
                        "version": VERSION,
                        "name": f"egypt-engine {egypt.__version__}",
                        "author": AUTHOR,
                        "games": [messages.game(game) for game in shown],
                        "features": features,
                        "options": self._options.described(),
                    }
                )
            )
            return
        self._responder.lines(
            [
                f"id name egypt-engine {egypt.__version__}",
                f"id author {AUTHOR}",
                *(game_line(game) for game in shown),
                *(f"feature {name} {','.join(words) or 'none'}" for name, words in features.items()),
                *self._options.declarations(),
                f"egiok {VERSION}",
            ]
        )

    @_do.register(commands.IsReady)
    def _is_ready(self, command: commands.IsReady) -> None:
        self._responder.message("readyok", {"message": "readyok"})

    @_do.register(commands.SetOption)
    def _set_option(self, command: commands.SetOption) -> None:
        self._options.set(command.name, command.value)
        self._responder.as_json = bool(self._options["Format"])

    @_do.register(commands.NewGame)
    def _new_game(self, command: commands.NewGame) -> None:
        game = get_game(command.game) if command.game is not None else self._game
        self._role = None
        self._searcher = None
        if game is not None:
            self._choose_game(game)

    @_do.register(commands.PositionView)
    def _position_view(self, command: commands.PositionView) -> None:
        self._set_up(command.text, lambda game: Adviser(Follower(View.from_text(command.text, game))))

    @_do.register(commands.PositionFull)
    def _position_full(self, command: commands.PositionFull) -> None:
        seed = self._options["Seed"]
        self._set_up(command.text, lambda game: Referee(Table(Position.from_text(command.text, game), seed)))

    @_do.register(commands.PositionDeal)
    def _position_deal(self, command: commands.PositionDeal) -> None:
        seed = command.seed if command.seed is not None else int.from_bytes(os.urandom(6), "big")
        try:
            with move_errors():
                table = Table.deal(self._need_game(), command.players, seed, command.variant, command.moves)
        except StateError as problem:  # the game or the variant is not for that number of players
            raise bad_argument(str(problem)) from None
        self._role = Referee(table)
        if command.seed is None:
            self._responder.note(f"seed {seed}")

    @_do.register(commands.PositionSeat)
    def _position_seat(self, command: commands.PositionSeat) -> None:
        try:
            start = Position.start(self._need_game(), command.players, command.variant)
        except StateError as problem:
            raise bad_argument(str(problem)) from None
        if command.seat >= command.players:
            raise bad_argument(f"'{seat_name(command.seat)}' is no seat at a table of {command.players}")
        self._role = Adviser(Follower(start.view(command.seat)))

    @_do.register(commands.Legal)
    def _legal(self, command: commands.Legal) -> None:
        role = self._need_role()
        if isinstance(role, Adviser):
            self._only_own_seat(role, command.seat)
            self._responder.legal(role.view, role.view.legal_moves(), _viewer(role))
        elif command.seat is not None:
            view = self._view_of(role, command.seat)
            self._responder.legal(view, view.legal_moves(), seat_name(command.seat))
        else:
            position = role.table.position
            moves = position.legal_moves() or [outcome for outcome, _ in position.outcomes()]
            self._responder.legal(position, moves, None if position.is_over else actor_name(position.actor))

    @_do.register(commands.Play)
    def _play(self, command: commands.Play) -> None:
        table = self._need_referee("play").table
        since = len(table.events) + 1
        with move_errors():
            if command.by_chance and not table.position.is_chance:
                raise IllegalMoveError("'chance' is not to act")
            if command.seat is not None and command.seat not in table.position.pending:
                raise IllegalMoveError(f"'{seat_name(command.seat)}' is not to act")
            if command.move is None:
                table.draw()
            elif table.position.is_chance:
                table.play_only(command.move)
            else:
                table.play(command.move, command.seat)
        self._responder.write_events(table, None, since)

    @_do.register(commands.Undo)
    def _undo(self, command: commands.Undo) -> None:
        self._go_back(self._need_referee("undo").table.undo, command.plays, "undo")

    @_do.register(commands.Redo)
    def _redo(self, command: commands.Redo) -> None:
        self._go_back(self._need_referee("redo").table.redo, command.plays, "redo")

    @staticmethod
    def _go_back(there: Callable[[int], None], plays: int, word: str) -> None:
        try:
            there(plays)
        except IllegalMoveError as problem:
            raise CommandError("illegal-move", f"'{word}': {problem}") from None

    @_do.register(commands.Observe)
    def _observe(self, command: commands.Observe) -> None:
        role = self._need_adviser("observe")
        with move_errors():
            role.follower.observe(CHANCE if command.seat is None else command.seat, command.move)
        self._write_turn(role)

    @_do.register(commands.Expect)
    def _expect(self, command: commands.Expect) -> None:
        role = self._need_adviser("expect")
        if command.move is None:
            events = role.follower.expected()
        else:
            event = (CHANCE if command.seat is None else command.seat, command.move)
            with move_errors():
                role.follower.can_observe(*event)
            events = [event]
        self._responder.write_expected(role.view, events)
        self._write_turn(role)

    @_do.register(commands.Turn)
    def _turn(self, command: commands.Turn) -> None:
        self._write_turn(self._need_role())

    @_do.register(commands.Events)
    def _events(self, command: commands.Events) -> None:
        role = self._need_referee("events")
        if command.public:
            self._responder.write_public_events(role.table, command.since)
            return
        if command.seat is not None:
            self._view_of(role, command.seat)
        self._responder.write_events(role.table, command.seat, command.since)

    @_do.register(commands.ShowView)
    def _show_view(self, command: commands.ShowView) -> None:
        role = self._need_role()
        shown: Position | View
        if isinstance(role, Adviser) and command.seat == role.view.viewer:
            shown = role.view
        else:
            truth = self._need_referee("view")
            shown = truth.table.position if command.seat is None else self._view_of(truth, command.seat)
        viewer = "all" if command.seat is None else seat_name(command.seat)
        self._responder.message(f"view {shown.to_text()}", {"message": "view", "viewer": viewer, "text": shown.to_text()})

    @_do.register(commands.ShowJson)
    def _show_json(self, command: commands.ShowJson) -> None:
        if command.public:
            known = public_data(public_position(self._need_referee("json").table))
            self._responder.message(f"json {dumps(known)}", {"message": "position", "position": known})
            return
        shown = self._shown(command, "json")
        self._responder.message(f"json {shown.json()}", {"message": "position", "position": shown.as_dict()})

    @_do.register(commands.ShowBoard)
    def _show_board(self, command: commands.ShowBoard) -> None:
        self._responder.board(self._shown(command, "d").board())

    @_do.register(commands.ShowComponents)
    def _show_components(self, command: commands.ShowComponents) -> None:
        game = self._need_game()
        catalogue = {"game": game.name, **game.catalogue()}
        self._responder.message(f"components {dumps(catalogue)}", {"message": "components", **catalogue})

    @_do.register(commands.Help)
    def _help(self, command: commands.Help) -> None:
        if command.command is not None and command.command not in HELP:
            raise bad_argument(f"{quoted(command.command)} in 'help' is not a command")
        self._responder.help({name: HELP[name] for name in HELP if command.command in (None, name)})

    @_do.register(commands.Go)
    def _go(self, command: commands.Go) -> None:
        view = self._view_to_act() or (self._view_to_ponder() if command.until_stop else None)
        legal = view.legal_moves() if view is not None else []
        for move in command.searchmoves:
            if move not in legal:
                raise CommandError("illegal-move", f"{quoted(move)} in 'searchmoves' is not legal here")
        if view is not None and command.clock and len(command.clock) != view.players:
            raise bad_argument(f"'{vector(command.clock)}' in 'clock': expected {view.players} numbers")
        if view is not None and command.inc and len(command.inc) != view.players:
            raise bad_argument(f"'{vector(command.inc)}' in 'inc': expected {view.players} numbers")
        searcher = self._ready_searcher(self._need_game())
        thinking = Thinking(command, view, legal, searcher, self._options, self._responder, self._worker)
        self._run(thinking.run, searcher.stop, endless=command.until_stop)

    @_do.register(commands.Stop)
    def _stop(self, command: commands.Stop) -> None:
        if self._worker.busy:  # else silence: a stop may cross a bestmove on its way
            self._worker.stop()

    @_do.register(commands.Eval)
    def _eval(self, command: commands.Eval) -> None:
        view, seed = self._view_for_questions(), self._options["Seed"]
        if command.explain:
            self._responder.write_explanation(view.explain(EVAL_WORLDS, seed))
        points, chances = view.evaluate(EVAL_WORLDS, seed)
        self._responder.write_eval(chances, points)

    @_do.register(commands.Luck)
    def _luck(self, command: commands.Luck) -> None:
        from egypt.protocol.luck import Outlook, last_luck  # seldom needed: kept out of the start

        table = self._need_referee("luck").table
        if table.position.is_chance:
            raise CommandError("no-position", "'luck': nature has not drawn all it owes")
        seed = self._options["Seed"]
        if command.iterations is None:
            self._responder.write_luck(last_luck(table, seed))
            return
        searcher, limits = self._ready_searcher(table.game), Limits(iterations=command.iterations)

        def search(view: View) -> Outlook:
            result = searcher.run(view, limits)
            if self._worker.stopped.is_set():
                raise Interrupted
            return result.lines[0].chances, result.lines[0].points

        def job() -> None:
            try:
                luck = last_luck(table, seed, search)
            except Interrupted:
                luck = None
            self._worker.finish()
            self._responder.write_luck(luck)

        self._run(job, searcher.stop)

    @_do.register(commands.Sample)
    def _sample(self, command: commands.Sample) -> None:
        view, rng = self._view_for_questions(), Rng(self._options["Seed"])
        for text in [view.sample(rng).to_text() for _ in range(command.worlds)]:
            self._responder.message(f"sample {text}", {"message": "sample", "text": text})

    @_do.register(commands.Perft)
    def _perft(self, command: commands.Perft) -> None:
        position = self._need_referee("perft").table.position
        perft = Perft(command.seed, self._worker.stopped.is_set)

        def job() -> dict[str, Any]:
            return {"nodes": perft.count(position, command.depth)}

        self._run(self._answering(f"perft {command.depth}", {"message": "perft", "depth": command.depth}, job))

    @_do.register(commands.Bench)
    def _bench(self, command: commands.Bench) -> None:
        from egypt.protocol.bench import DEFAULT_ITERATIONS, run_bench  # seldom needed: kept out of the start

        game, options = self._need_game(), Options()
        options.use_game_defaults(game.search_defaults)
        searcher = self._make_searcher(game, options)  # of its own: the options do not touch the signature

        def job() -> dict[str, Any]:
            iterations = command.iterations or DEFAULT_ITERATIONS
            return run_bench(game, searcher.run, iterations, self._worker.stopped.is_set).as_dict()

        self._run(self._answering("bench", {"message": "bench"}, job), searcher.stop)

    @_do.register(commands.Quit)
    def _quit(self, command: commands.Quit) -> None:
        self.is_over = True

    # -- what commands need ----------------------------------------------------------------------------------

    def _choose_game(self, game: Game) -> None:
        self._game = game
        self._options.use_game_defaults(game.search_defaults)

    def _need_game(self) -> Game:
        if self._game is None:
            raise CommandError("unknown-game", "no game is chosen; 'newgame game <name>' chooses one")
        return self._game

    def _need_role(self) -> Adviser | Referee:
        if self._role is None:
            raise CommandError("no-position", "there is no position yet; 'position' gives one")
        return self._role

    def _need_referee(self, word: str) -> Referee:
        role = self._need_role()
        if isinstance(role, Adviser):
            raise CommandError("not-referee", f"'{word}': here is only a view of {_viewer(role)}")
        return role

    def _need_adviser(self, word: str) -> Adviser:
        role = self._need_role()
        if isinstance(role, Referee):
            raise CommandError("not-adviser", f"'{word}': here is the whole truth; 'play' moves it forward")
        return role

    def _only_own_seat(self, role: Adviser, seat: int | None) -> None:
        if seat is not None and seat != role.view.viewer:
            raise CommandError("not-referee", f"'{seat_name(seat)}': here is only a view of {_viewer(role)}")

    def _set_up(self, text: str, read: Callable[[Game], Adviser | Referee]) -> None:
        """Take over a position from text. It names its game; a session without a game takes that one."""
        name = text.split("/", 1)[0]
        if self._game is not None and name != self._game.name:
            raise CommandError("bad-view", f"{quoted(name)}: this is a session of {self._game.name}")
        game = self._game if self._game is not None else get_game(name)
        try:
            self._role = read(game)
        except EgyptError as problem:
            raise CommandError("bad-view", str(problem)) from None
        if self._game is None:
            self._choose_game(game)

    def _view_of(self, role: Referee, seat: int) -> View:
        if seat >= role.table.position.players:
            players = role.table.position.players
            raise bad_argument(f"'{seat_name(seat)}' is no seat at this table of {players}")
        return role.table.view(seat)

    def _view_to_act(self) -> View | None:
        """The view of the seat that must act; None if no seat is to be advised."""
        role = self._need_role()
        if isinstance(role, Adviser):
            return role.view if role.view.actor == role.view.viewer else None
        actor = role.table.position.actor
        return role.table.view(actor) if actor >= 0 else None

    def _view_to_ponder(self) -> View | None:
        """An adviser may think ahead while others decide."""
        role = self._need_role()
        return role.view if isinstance(role, Adviser) and not role.view.is_over else None

    def _view_for_questions(self) -> View:
        """The view that `eval` and `sample` look at: of the seat to act, else of p1."""
        role = self._need_role()
        return role.view if isinstance(role, Adviser) else role.table.view(max(0, role.table.position.actor))

    def _shown(self, command: commands.ShowJson | commands.ShowBoard, word: str) -> Position | View:
        role = self._need_referee(word) if command.truth else self._need_role()
        if isinstance(role, Adviser):
            self._only_own_seat(role, command.seat)
            return role.view
        return role.table.position if command.seat is None else self._view_of(role, command.seat)

    def _write_turn(self, role: Adviser | Referee) -> None:
        if isinstance(role, Referee):
            self._responder.turn(role.table.position, role.table.position)
        else:
            self._responder.turn(role.view.sample(Rng(0)), role.view)

    def _ready_searcher(self, game: Game) -> Searcher:
        """A searcher as the options say; its memory is kept from move to move."""
        settings = self._options.search_settings()
        if self._searcher is None or self._searcher[:2] != (game, settings):
            self._searcher = None  # frees the old tree before the new one is made
            try:
                self._searcher = (game, settings, self._make_searcher(game, self._options))
            except EgyptError as problem:  # a `Hash` that this machine does not have
                raise bad_argument(str(problem)) from None
        searcher = self._searcher[2]
        searcher.clear()
        return searcher

    def _answering(self, name: str, message: Message, job: Callable[[], dict[str, Any]]) -> Callable[[], None]:
        """A job that ends in one answer, `<name> <key> <value> …`, or in `<name> stopped`."""

        def answering() -> None:
            try:
                found = job()
                words = " ".join(f"{key} {value}" for key, value in found.items())
            except Interrupted:
                found, words = {}, "stopped"
            self._worker.finish()
            self._responder.message(f"{name} {words}", {**message, "stopped": not found, **found})

        return answering

    def _run(self, job: Callable[[], None], on_stop: Callable[[], None] = lambda: None, endless: bool = False) -> None:
        """Run a job on the worker; its problems become error lines like all others."""

        def guarded() -> None:
            try:
                job()
            except Exception as problem:
                self._worker.finish()
                self._responder.error(_as_command_error(problem))

        self._worker.start(guarded, on_stop, endless)


def _sound_games() -> list[Game]:
    """All games but those whose data file is broken: these are named in the log and disturb no other."""
    games = []
    for name in game_names():
        try:
            games.append(get_game(name))
        except DataError as problem:
            with suppress(OSError, AttributeError):
                sys.stderr.write(f"egypt-engine: {name}: {problem}\n")
    return games


def game_line(game: Game) -> str:
    """How the handshake introduces a game."""
    seats = ",".join("-".join(map(str, game.seats_of(variant))) for variant in game.variants)
    return (
        f"game {game.name} players {game.min_players}-{game.max_players} "
        f"variants {','.join(game.variants)} rules {game.rules_hash or '-'} seats {seats}"
    )


def _viewer(role: Adviser) -> str:
    return seat_name(role.view.viewer)


@contextmanager
def move_errors() -> Iterator[None]:
    """Inside, a text that is no move of the game is an illegal move like any other."""
    try:
        yield
    except (NotationError, IllegalMoveError) as problem:
        raise CommandError("illegal-move", str(problem)) from None


def _as_command_error(problem: Exception) -> CommandError:
    if isinstance(problem, CommandError):
        return problem
    if isinstance(problem, UnknownGameError | DataError):
        return CommandError("unknown-game", str(problem))
    if isinstance(problem, EgyptError):
        return CommandError("internal", str(problem))
    import traceback  # seldom needed: kept out of the start

    with suppress(OSError, AttributeError):  # a log that is full or closed takes nothing from the answer
        sys.stderr.write("".join(traceback.format_exception(problem)))
    return CommandError("internal", f"{type(problem).__name__}: {problem}")
