"""Sessions in this process, line by line, over the toy game and a fake searcher."""

import json
import re
import time

import pytest

from egypt import Limits, Position, Rng, Table, game_names, get_game
from egypt.protocol.lines import BadLine
from tests.pace import wait_until
from tests.protocol.conversation import Conversation

DEAL = "position deal players 3 seed 1"


@pytest.fixture
def talk() -> Conversation:
    return Conversation()


def referee() -> Conversation:
    conversation = Conversation()
    assert conversation.say(DEAL) == []
    return conversation


def adviser(seat: int = 0) -> Conversation:
    conversation = Conversation()
    view = Table.deal(get_game("jars"), 3, 1).view(seat)
    assert conversation.say(f"position view {view.to_text()}") == []
    return conversation


# -- handshake and options -----------------------------------------------------------------------------------


def test_the_handshake_begins_with_id_and_ends_with_egiok(talk: Conversation) -> None:
    lines = talk.say("egi")
    assert lines[0].startswith("id name egypt-engine ")
    assert lines[-1] == "egiok 1"
    assert "game jars players 2-4 variants standard,open rules toy-1 seats 2-4,2-4" in lines
    assert any(re.fullmatch(r"feature games (\w+,)*jars(,\w+)*", line) for line in lines)
    assert "option name Threads type spin default 1 min 1 max 64" in lines


def test_options_are_silent_or_refused(talk: Conversation) -> None:
    assert talk.say("setoption name Seed value 5") == []
    assert talk.error("setoption name Sed value 5") == "unknown-option : 'Sed' is not an option"
    assert talk.error("setoption name Seed value x").startswith("bad-argument : 'x'")


def test_a_session_without_a_game() -> None:
    talk = Conversation(game=None)
    assert any(line.startswith("game jars ") for line in talk.say("egi"))
    assert talk.error(DEAL).startswith("unknown-game : ")
    assert talk.error("bench").startswith("unknown-game : ")
    assert talk.error("newgame game chess").startswith("unknown-game : 'chess'")
    assert talk.error("position view chess/1;x=y").startswith("unknown-game : 'chess'")
    assert talk.say("newgame game jars") == []
    assert talk.say(DEAL) == []


def test_a_position_text_names_the_game_of_a_session_without_one() -> None:
    talk = Conversation(game=None)
    view = Table.deal(get_game("jars"), 2, 1).view(1).to_text()
    assert talk.error("position view jars/1;rubbish").startswith("bad-view : ")
    assert talk.error(DEAL).startswith("unknown-game : ")
    assert talk.say(f"position view {view}") == []
    assert talk.say("legal")[0].startswith("legal ")
    assert talk.error("position view ra/1;x=y").startswith("bad-view : 'ra'")


def test_a_new_game_forgets_the_position() -> None:
    talk = referee()
    assert talk.say("newgame") == []
    assert talk.error("legal").startswith("no-position : ")


# -- positions -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        "legal",
        "legal p1",
        "play x",
        "undo",
        "turn",
        "events all",
        "view p1",
        "view all",
        "json",
        "d",
        "go",
        "eval",
        "luck",
        "sample 1",
        "perft 1",
    ],
)
def test_without_a_position_there_is_nothing_to_ask(talk: Conversation, command: str) -> None:
    assert talk.error(command).startswith("no-position : ")


def test_silence_is_consent(talk: Conversation) -> None:
    assert talk.say("") == talk.say("# a remark") == talk.say("stop") == []
    assert talk.say(f"  {DEAL.replace(' ', '   ')}  ") == []
    assert talk.say("isready") == ["readyok"]


def test_a_deal_without_a_seed_tells_which_it_took(talk: Conversation) -> None:
    (line,) = talk.say("position deal players 2")
    seed = line.removeprefix("info string seed ")
    truth = talk.say("view all")
    assert talk.say(f"position deal players 2 seed {seed}") == []
    assert talk.say("view all") == truth


def test_a_deal_with_moves_is_a_replay() -> None:
    talk = referee()
    played = ["lay:8", "lay:3", "lay:4"]
    for move in played:
        talk.say(f"play {move}")
    truth = talk.say("view all")
    assert talk.say(f"{DEAL} moves 3 {' '.join(played)}") == []
    assert talk.say("view all") == truth


@pytest.mark.parametrize(
    "line, code, named",
    [
        ("position deal players 5 seed 1", "bad-argument", "'5'"),
        ("position deal players 3 seed 1 variant sand", "bad-argument", "'sand'"),
        ("position deal players 3 seed 1 moves 1 lay:7", "illegal-move", "'lay:7'"),
        ("position deal players 3 seed 1 moves 2 lay:8 fold", "illegal-move", "'fold'"),
        ("position view jars/1;viewer=p1", "bad-view", ""),
        ("position full jars/2;viewer=all", "bad-view", ""),
        ("position view nothing", "bad-view", "'nothing'"),
        ("play lay:7", "illegal-move", "'lay:7'"),
        ("play jump", "illegal-move", "'jump'"),
        ("play p4 lay:8", "illegal-move", "'p4'"),
        ("play chance", "illegal-move", "'chance'"),
        ("play chance card:3", "illegal-move", "'chance'"),
        ("undo", "illegal-move", "'undo'"),
        ("view p4", "bad-argument", "'p4'"),
        ("legal p4", "bad-argument", "'p4'"),
        ("json p4", "bad-argument", "'p4'"),
        ("events p4", "bad-argument", "'p4'"),
        ("go searchmoves lay:8,lay:7", "illegal-move", "'lay:7'"),
        ("go clock 1000,1000", "bad-argument", "'1000,1000'"),
        ("go clock 1000,1000,1000 inc 5", "bad-argument", "'5'"),
        ("nonsense", "unknown-command", "'nonsense'"),
    ],
)
def test_a_refused_command_changes_nothing(line: str, code: str, named: str) -> None:
    talk = referee()
    before = talk.say("view all"), talk.say("events all")
    problem = talk.error(line)
    assert problem.startswith(f"{code} : ") and named in problem
    assert (talk.say("view all"), talk.say("events all")) == before
    assert talk.searcher.calls == []


def test_a_variant_for_another_number_of_players_is_refused() -> None:
    talk = Conversation("tekhenu")
    assert talk.error("position deal players 3 variant solo-low").startswith("bad-argument : '3' players")


def test_bad_bytes_are_an_error_like_any_other(talk: Conversation) -> None:
    assert talk.error(BadLine("byte 0xff at column 1 is not UTF-8")) == ("bad-argument : byte 0xff at column 1 is not UTF-8")


# -- the referee ---------------------------------------------------------------------------------------------


def test_a_round_of_the_toy_game() -> None:
    talk = referee()
    assert talk.say("turn") == ["turn p1,p2,p3"]
    assert talk.say("legal") == ["legal 3 lay:3,lay:5,lay:8"]
    assert talk.say("legal p3") == ["legal 2 lay:4,lay:5"]
    assert talk.say("play p3 lay:4") == ["event 10 p3 lay:4", "turn p1,p2"]
    assert talk.say("legal p3") == ["legal 0"]
    assert talk.say("events p2 since 10") == ["turn p1,p2,p3"]
    assert talk.say("events p3 since 10") == ["event 10 p3 lay:4", "turn p1,p2"]
    assert talk.say("play lay:8") == ["event 11 p1 lay:8", "turn p2"]
    assert talk.say("events p1 since 10") == ["event 10 p1 lay:8", "turn p2,p3"]
    assert talk.say("events p2 since 10") == ["turn p1,p2,p3"]
    assert talk.say("events p3 since 10") == ["event 10 p3 lay:4", "turn p1,p2"]
    last = talk.say("play p2 lay:3")
    assert last == ["event 12 p2 lay:3", "event 13 chance reveal:8+3+4", "turn p1"]
    assert talk.say("events p2 since 10") == [
        "event 10 p2 lay:3",
        "event 11 p1 lay:?",
        "event 12 p3 lay:?",
        "event 13 chance reveal:8+3+4",
        "turn p1",
    ]
    assert talk.say("events all since 12") == last
    assert talk.say("events all since 999") == ["turn p1"]


@pytest.mark.parametrize("name", game_names())
def test_the_first_seat_of_turn_is_meant_where_none_is_named(name: str) -> None:
    """Also between the steps of a sealed choice: in Amun-Re all lay down their offerings before favors are sold for them."""
    talk, rng = Conversation(name), Rng(5)
    talk.say(f"position deal players {max(3, get_game(name).min_players)} seed 5")
    answers = talk.say("turn")
    while not answers[-1].startswith("gameover"):
        first = answers[-1].split()[1].split(",")[0]
        legal = talk.say("legal")
        assert legal == talk.say(f"legal {first}")
        moves = legal[0].split()[2].split(",")
        answers = talk.say(f"play {moves[rng.below(len(moves))]}")
        assert answers[0].split()[2] == first


def test_undo_takes_back_a_move_and_what_nature_drew() -> None:
    talk = referee()
    start = talk.say("view all")
    for move in ("lay:8", "lay:3"):
        talk.say(f"play {move}")
    before = talk.say("view all")
    answers = talk.say("play lay:4")
    assert len(answers) == 3
    assert talk.say("undo") == []
    assert talk.say("view all") == before
    assert talk.say("play lay:4") == answers
    for _ in range(3):
        assert talk.say("undo") == []
    assert talk.say("view all") == start
    assert talk.error("undo").startswith("illegal-move : 'undo'")


def test_a_game_ends_with_ranks_and_scores() -> None:
    talk = referee()
    answers = talk.say("turn")
    while answers[-1].startswith("turn"):
        moves = talk.say("legal")[0].split()[2].split(",")
        answers = talk.say(f"play {moves[0]}")
    assert re.fullmatch(r"gameover ranks \d,\d,\d scores -?\d+,-?\d+,-?\d+", answers[-1])
    assert talk.say("turn") == answers[-1:]
    assert talk.say("legal") == ["legal 0"]
    assert talk.say("eval")[0].startswith("info time 0 ")
    assert talk.error(f"play {moves[0]}").startswith("illegal-move : ")
    talk.begin("go infinite")
    talk.begin("stop")
    assert talk.wait_for("bestmove") == ["bestmove none"]


def test_views_are_what_the_seats_know_and_all_is_the_truth() -> None:
    talk = referee()
    table = Table.deal(get_game("jars"), 3, 1)
    for seat in range(3):
        assert talk.say(f"view p{seat + 1}") == [f"view {table.view(seat).to_text()}"]
    assert talk.say("view all") == [f"view {table.position.to_text()}"]
    assert json.loads(talk.say("json")[0].removeprefix("json ")) == table.position.as_dict()
    assert json.loads(talk.say("json p2")[0].removeprefix("json ")) == table.view(1).as_dict()


def test_a_board_ends_with_its_only_empty_line() -> None:
    talk = referee()
    for command in ("d", "d p1"):
        lines = talk.say(command)
        assert lines[-1] == "" and "" not in lines[:-1] and len(lines) > 3


def test_nature_may_be_told_what_to_draw() -> None:
    talk = Conversation()
    undealt = Position.start(get_game("jars"), players=2)
    assert talk.say(f"position full {undealt.to_text()}") == []
    assert talk.say("turn") == ["turn chance"]
    assert talk.say("legal") == ["legal 8 " + ",".join(f"card:{value}" for value in range(1, 9))]
    assert talk.error("play p1 lay:3").startswith("illegal-move : 'p1'")
    assert talk.error("play card:9").startswith("illegal-move : ")
    assert talk.say("play card:5") == ["event 1 chance card:5", "turn chance"]
    assert talk.say("play chance card:5") == ["event 2 chance card:5", "turn chance"]
    talk.begin("go iterations 5")
    assert talk.wait_for("bestmove") == ["bestmove none"]
    before = talk.say("view all")
    drawn = talk.say("play chance")
    assert drawn[0].startswith("event 3 chance card:") and drawn[-1] == "turn p1,p2"
    assert talk.say("undo") == [] and talk.say("view all") == before
    assert talk.say("play chance") == drawn


def test_perft_counts_decisions() -> None:
    talk = referee()
    talk.begin("perft 0")
    assert talk.wait_for("perft") == ["perft 0 nodes 1"]
    talk.begin("perft 2")
    assert talk.wait_for("perft") == ["perft 2 nodes 9"]
    talk.begin("perft 4 seed 5")
    first = talk.wait_for("perft")
    talk.begin("perft 4 seed 5")
    assert talk.wait_for("perft") == first


def test_perft_can_be_stopped() -> None:
    talk = referee()
    talk.begin("perft 32")
    assert talk.error("legal").startswith("busy : 'legal'")
    assert talk.say("isready") == ["readyok"]
    talk.begin("stop")
    assert talk.wait_for("perft") == ["perft 32 stopped"]


# -- the adviser ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command", ["play lay:8", "undo", "view p2", "view all", "events p1", "perft 1", "json p2", "d p3", "legal p2"]
)
def test_an_adviser_has_no_truth_to_tell(command: str) -> None:
    assert adviser().error(command).startswith("not-referee : '")


def test_an_adviser_knows_its_view() -> None:
    talk = adviser(seat=1)
    view = Table.deal(get_game("jars"), 3, 1).view(1)
    assert json.loads(talk.say("json")[0].removeprefix("json ")) == view.as_dict()
    assert talk.say("json p2") == talk.say("json")
    assert talk.say("d p2")[-1] == ""
    assert talk.say("legal") == talk.say("legal p2") == [f"legal 3 {','.join(view.legal_moves())}"]


def test_samples_agree_with_the_view_and_repeat() -> None:
    talk = adviser()
    lines = talk.say("sample 20")
    assert len(lines) == 20 and len(set(lines)) > 1
    assert all(line.startswith("sample jars/1;viewer=all;") and "hands=358," in line for line in lines)
    assert talk.say("sample 20") == lines
    talk.say("setoption name Seed value 1")
    assert talk.say("sample 20") != lines


def test_eval_is_one_info_line_for_all_seats() -> None:
    (line,) = adviser().say("eval")
    chances, points = r"\d\.\d{4}(?:,\d\.\d{4}){2}", r"-?\d+\.\d\d(?:,-?\d+\.\d\d){2}"
    match = re.fullmatch(rf"info time 0 iterations 0 ips 0 visits 0 wp ({chances}) pts {points}", line)
    assert match and abs(sum(map(float, match[1].split(","))) - 1) < 0.001


def test_eval_explains_itself_group_by_group() -> None:
    talk = adviser()
    *lines, info = talk.say("eval explain")
    assert [info] == talk.say("eval")
    vectors = [re.fullmatch(r"explain wp (\S+) pts (\S+) : (.+)", line) for line in lines]
    assert [match and match[3] for match in vectors] == ["all seats equal", "jars so far", "cards in hand", "rounds to come"]
    for place, word in ((1, "wp"), (2, "pts")):
        parts = [[float(value) for value in match[place].split(",")] for match in vectors if match]
        told = [float(value) for value in info.split()[info.split().index(word) + 1].split(",")]
        assert [sum(part) for part in zip(*parts, strict=True)] == pytest.approx(told, abs=0.03)
    assert talk.error("eval expand").startswith("bad-argument : 'expand' in 'eval'")


def test_a_referee_judges_what_the_seat_to_act_knows() -> None:
    assert referee().say("eval explain") == adviser().say("eval explain")
    assert referee().say("eval") == adviser().say("eval")
    assert referee().say("sample 5") == adviser().say("sample 5")


# -- thinking ------------------------------------------------------------------------------------------------


def test_go_answers_with_info_and_one_bestmove() -> None:
    talk = referee()
    talk.begin("go iterations 50")
    assert talk.wait_for("bestmove") == [
        "info time 4 iterations 50 ips 12500 nodes 50 hashfull 1 visits 50 wp 0.3333,0.3333,0.3333 "
        "pts 10.00,10.00,10.00 pv lay:3",
        "bestmove lay:3",
    ]


def test_the_search_sees_the_view_of_the_seat_to_act() -> None:
    talk = referee()
    talk.begin("go iterations 5")
    talk.wait_for("bestmove")
    ((view, limits),) = talk.searcher.calls
    assert view == Table.deal(get_game("jars"), 3, 1).view(0)
    assert (limits.iterations, limits.movetime) == (5, None)


def test_multipv_and_id_are_in_every_line() -> None:
    talk = referee()
    talk.say("setoption name MultiPV value 2")
    talk.begin("go id 7 iterations 5")
    first, second, best = talk.wait_for("bestmove")
    assert first.startswith("info id 7 multipv 1 time ") and second.startswith("info id 7 multipv 2 time ")
    assert best == "bestmove id 7 lay:3"


@pytest.mark.parametrize(
    "words, movetime, target",
    [
        ("", 1000.0, None),
        ("movetime 70", 70.0, None),
        ("movetime 70 clock 60000,60000,60000", 70.0, 1500.0),
        ("clock 6000,9000,9000", 450.0, 150.0),
        ("clock 6000,9000,9000 inc 100,0,0", 690.0, 230.0),
    ],
)
def test_limits_of_time(words: str, movetime: float, target: float | None) -> None:
    talk = referee()
    talk.say("setoption name MoveOverhead value 0")
    talk.begin(f"go {words}")
    wait_until(lambda: bool(talk.searcher.calls))
    talk.begin("stop")
    lines = talk.wait_for("bestmove")
    assert talk.searcher.calls[0][1] == Limits(movetime=movetime, target=target)
    assert len(lines) == 3, "an interim line, a last line and the move"


def test_searchmoves_reach_the_search() -> None:
    talk = referee()
    talk.begin("go iterations 5 searchmoves lay:8,lay:5")
    assert talk.wait_for("bestmove")[-1] == "bestmove lay:8"
    assert talk.searcher.calls[0][1].searchmoves == ("lay:8", "lay:5")


def test_while_thinking_only_three_commands_are_heard() -> None:
    talk = referee()
    talk.begin("go infinite")
    wait_until(lambda: bool(talk.searcher.calls))
    talk.wait_for("info")
    assert talk.say("isready") == ["readyok"]
    for command in ("egi", "go", "legal", "newgame", DEAL, "setoption name Seed value 1", "d", "undo"):
        assert talk.error(command).startswith(f"busy : '{command.split()[0]}'")
    assert talk.error("rubbish").startswith("unknown-command : ")
    talk.begin("stop")
    assert [line.split()[0] for line in talk.wait_for("bestmove")] == ["info", "bestmove"]
    assert talk.say("stop") == []
    assert talk.say("legal") == ["legal 3 lay:3,lay:5,lay:8"]


@pytest.mark.parametrize("words", ["infinite", "ponder", "infinite iterations 5", "ponder movetime 1"])
def test_infinite_and_ponder_answer_only_when_stopped(words: str) -> None:
    talk = referee()
    talk.begin(f"go {words}")
    wait_until(lambda: bool(talk.searcher.calls))
    time.sleep(0.05)
    lines = talk.say("legal")
    assert lines.pop().startswith("error busy : 'legal'")
    assert all(line.startswith("info ") for line in lines)
    talk.begin("stop")
    assert talk.wait_for("bestmove")[-1] == "bestmove lay:3"


def test_who_is_not_to_act_gets_no_move() -> None:
    talk = referee()
    talk.say("play p1 lay:8")
    view = talk.say("view p1")[0].removeprefix("view ")
    assert talk.say(f"position view {view}") == []
    assert talk.say("legal") == ["legal 0"]
    talk.begin("go iterations 5")
    assert talk.wait_for("bestmove") == ["bestmove none"]
    for word in ("ponder", "infinite"):
        talk.begin(f"go {word}")
        wait_until(lambda: bool(talk.searcher.calls))
        talk.begin("stop")
        assert talk.wait_for("bestmove")[-1] == "bestmove none"
        assert [limits for _, limits in talk.searcher.calls] == [Limits()]  # it ponders on what others will do
        talk.searcher.calls.clear()


def test_an_only_move_needs_no_search() -> None:
    talk = Conversation()
    talk.say("position deal players 2 seed 1")
    for _ in range(40):
        (line,) = talk.say("legal")
        moves = line.split()[2].split(",")
        if len(moves) == 1:
            break
        talk.say(f"play {moves[0]}")
    assert len(moves) == 1
    talk.begin("go id 3 movetime 60000")
    info, best = talk.wait_for("bestmove")
    assert info.startswith("info id 3 time 0 iterations 0 ips 0 visits 0 wp ")
    assert info.endswith(f" pv {moves[0]}")
    assert best == f"bestmove id 3 {moves[0]}"
    assert talk.searcher.calls == []


def test_a_search_that_fails_is_an_error_and_the_session_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    talk = referee()
    talk.searcher.problem = RuntimeError("two\nlines")
    talk.begin("go iterations 5")
    assert talk.wait_for("error") == ["error internal : RuntimeError: two lines"]
    assert "Traceback" in capsys.readouterr().err
    talk.searcher.problem = None
    talk.begin("go iterations 5")
    assert talk.wait_for("bestmove")[-1] == "bestmove lay:3"


def test_a_searcher_that_cannot_be_made_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    talk = referee()

    def no_memory(game: object, options: object) -> object:
        raise MemoryError("no memory for a tree of 64 MB")

    talk.session._make_searcher = no_memory  # type: ignore[assignment]
    assert talk.error("go iterations 5") == "internal : MemoryError: no memory for a tree of 64 MB"
    assert talk.say("isready") == ["readyok"]


@pytest.mark.parametrize("go", ["go iterations 5", "go infinite"])
def test_the_last_info_lines_and_the_move_are_one_write(go: str) -> None:
    """A reader that waits for the move wakes up once."""
    talk = referee()
    talk.begin(go)
    if go == "go infinite":
        talk.wait_for("info")
        talk.begin("stop")
    talk.wait_for("bestmove")
    assert [line.split()[0] for line in talk.writes[-1].splitlines()] == [b"info", b"bestmove"]


def test_the_next_command_after_bestmove_is_never_busy() -> None:
    talk = referee()
    for _ in range(300):
        talk.begin("go iterations 1")
        talk.wait_for("bestmove")
        assert talk.say("legal") == ["legal 3 lay:3,lay:5,lay:8"]


def test_a_bench_signature_repeats_and_ignores_options() -> None:
    talk = referee()
    talk.begin("bench 10")
    first = talk.wait_for("bench")[0].split()
    talk.say("setoption name Seed value 99")
    talk.begin("bench 10")
    second = talk.wait_for("bench")[0].split()
    assert first[:9] == second[:9]
    assert first[1] == "signature" and re.fullmatch("[0-9a-f]{8}", first[2])


def test_nobody_listens_any_more() -> None:
    talk = referee()
    talk.begin("go infinite")
    talk.wait_for("info")

    def broken(data: bytes) -> None:
        raise BrokenPipeError

    talk.session._responder._write = broken
    talk.say("isready")
    assert talk.session._responder.broken
    assert talk.session.close()
