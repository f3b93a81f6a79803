"""Position and View at the boundary: errors name the token and change nothing."""

from __future__ import annotations

import pickle
import subprocess
import sys

import pytest

from egypt import IllegalMoveError, NotationError, Position, Rng, StateError, UnknownGameError, View, get_game
from tests import PATIENCE

JARS = get_game("jars")
STATE = (
    "jars/1;viewer=all;players=2;variant=standard;phase=lay;round=1;turn=p1;winner=-;"
    "hands=114,345;gone=-;laid=-,-;points=0,0"
)


def test_the_example_reads() -> None:
    assert Position.from_text(STATE, JARS).to_text() == STATE


@pytest.mark.parametrize(
    ("old", "new", "token"),
    [
        ("jars/1", "jars/3", "jars/3"),
        ("players=2", "players=7", "'7'"),
        ("variant=standard", "variant=blue", "blue"),
        ("phase=lay", "phase=tea", "tea"),
        ("turn=p1", "turn=p9", "p9"),
        ("114,345", "114,3x5", "3x5"),
        ("114,345", "114", "'114'"),
        ("points=0,0", "points=0,none", "none"),
        ("gone=-", "lost=-", "'lost'"),
    ],
)
def test_a_bad_token_is_named(old: str, new: str, token: str) -> None:
    with pytest.raises(NotationError) as problem:
        Position.from_text(STATE.replace(old, new), JARS)
    assert token in str(problem.value)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("114,345", "111,345", "components do not balance"),
        ("phase=lay", "phase=offer", "phase data contradict"),
        ("laid=-,-", "laid=8,-", "outside what the rules can reach"),
    ],
)
def test_a_position_that_cannot_be_is_refused(old: str, new: str, sentence: str) -> None:
    with pytest.raises(StateError, match=sentence):
        Position.from_text(STATE.replace(old, new), JARS)


def test_players_variants_seats_and_games_that_do_not_exist() -> None:
    with pytest.raises(StateError, match="'5' players: jars is for 2-4"):
        Position.start(JARS, 5)
    with pytest.raises(StateError, match="'blue'"):
        Position.start(JARS, 2, "blue")
    with pytest.raises(StateError, match="'p3'"):
        Position.from_text(STATE, JARS).view(2)
    with pytest.raises(UnknownGameError, match=r"'chess'.*jars"):
        get_game("chess")


def test_play_leaves_the_old_position_alone() -> None:
    position = Position.from_text(STATE, JARS)
    assert position.after("lay:4") != position
    assert position.to_text() == STATE


def test_illegal_moves_are_named() -> None:
    position = Position.from_text(STATE, JARS)
    with pytest.raises(IllegalMoveError, match="'lay:8' is not legal here"):
        position.after("lay:8")
    with pytest.raises(IllegalMoveError, match="nature has nothing to draw"):
        position.draw_code(Rng(0))


def test_only_nature_waits_for_no_judgement() -> None:
    start = Position.start(JARS, 2)
    with pytest.raises(StateError, match="nature must draw"):
        start.evaluate()
    with pytest.raises(StateError, match="a seat acts"):
        start.features()


def test_nobody_makes_one_from_nothing() -> None:
    for kind in (Position, View):
        with pytest.raises(TypeError, match="from_text"):
            kind()


def test_a_pickle_holds_the_text_and_is_read_like_one() -> None:
    for one in (Position.from_text(STATE, JARS), Position.from_text(STATE, JARS).view(0)):
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            data = pickle.dumps(one, protocol)
            assert pickle.loads(data) == one and b"turn=p1" in data
            with pytest.raises(NotationError, match="turn: 'p7'"):
                pickle.loads(data.replace(b"turn=p1", b"turn=p7"))


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("114,345", "14,345", "hands: '14,345'"),
        ("winner=-", "winner=p1", "winner: 'p1'"),
        ("turn=p1", "turn=chance", "turn: 'chance'"),
        ("laid=-,-", "laid=8,-", "laid: '8,-'"),
    ],
)
def test_what_does_not_fit_is_named_with_its_field(old: str, new: str, named: str) -> None:
    text = STATE.replace(old, new)
    with pytest.raises(StateError) as problem:
        Position.from_text(text, JARS)
    assert named in str(problem.value)


CHANGED = """
import egypt, faulthandler, random
faulthandler.dump_traceback_later({seconds}, exit=True)
made, accepted = random.Random(5), 0
for game in egypt.games():
    for seed in range({games}):
        rng, position = egypt.Rng(seed), game.deal(game.min_players, seed).position
        for _ in range(made.randrange(60)):
            if not position.is_over:
                codes = position.legal_codes()
                position = position.after(codes[rng.below(len(codes))]).settle(rng)
        rebuild, arguments = position.__reduce__()
        for _ in range(40):
            at = next(place for place, argument in enumerate(arguments) if argument is not game)
            data = arguments[at]
            place, kind = made.randrange(len(data)), type(data)
            other = made.choice(data) if kind is str else bytes([made.randrange(256)])
            changed = data[:place] + other + data[place + 1:]
            try:
                one = rebuild(*[changed if argument is data else argument for argument in arguments])
            except egypt.EgyptError:
                continue
            accepted += 1
            while not one.is_over:
                codes = one.legal_codes() or [one.draw_code(rng)]
                one = one.after(codes[rng.below(len(codes))])
print(accepted)
"""


@pytest.mark.program
def test_a_changed_pickle_is_refused_or_played_to_the_end() -> None:
    """In a process of its own: bytes of a state that no text says once led to a move that never returned."""
    program = CHANGED.format(seconds=PATIENCE, games=5)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and int(done.stdout) > 10, done.stderr[-2000:]


def test_the_bytes_of_a_state_are_no_pickle() -> None:
    rebuild, arguments = Position.from_text(STATE, JARS).__reduce__()
    assert arguments == (STATE, JARS)
    for other in (b"", bytes(JARS.state_bytes), None, 7):
        with pytest.raises(TypeError):
            rebuild(other, JARS)
