"""Line to command: every command, every way to get it wrong, and garbage."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from egypt.protocol import commands as c
from egypt.protocol.commands import CommandError, parse

GOOD = {
    "egi": c.Egi(),
    "isready": c.IsReady(),
    "  isready \t ": c.IsReady(),
    "setoption name Hash value 16": c.SetOption("Hash", "16"),
    "setoption name Book value my own file": c.SetOption("Book", "my own file"),
    "newgame": c.NewGame(),
    "newgame game ra": c.NewGame("ra"),
    "position view ra/1;viewer=p1": c.PositionView("ra/1;viewer=p1"),
    "position full ra/1;x=y": c.PositionFull("ra/1;x=y"),
    "position deal players 3": c.PositionDeal(3),
    "position deal players 3 seed 7 variant v moves 2 a b:1": c.PositionDeal(3, 7, "v", ("a", "b:1")),
    "position deal players 3 moves 1 seed": c.PositionDeal(3, moves=("seed",)),
    "position deal seed 7 players 3": c.PositionDeal(3, 7),
    "position deal players 3 moves 3 chance card:1 p2 lay:1 draw": c.PositionDeal(
        3, moves=("chance card:1", "p2 lay:1", "draw")
    ),
    "legal": c.Legal(),
    "legal p2": c.Legal(1),
    "play take:2": c.Play("take:2"),
    "play p3 take:2": c.Play("take:2", 2),
    "play chance": c.Play(None, by_chance=True),
    "play chance card:3": c.Play("card:3", by_chance=True),
    "undo": c.Undo(),
    "undo 3": c.Undo(3),
    "redo": c.Redo(),
    "redo 2": c.Redo(2),
    "position seat p2 players 3": c.PositionSeat(1, 3),
    "position seat p1 players 2 variant long": c.PositionSeat(0, 2, "long"),
    "expect": c.Expect(),
    "expect p2 lay:?": c.Expect(1, "lay:?"),
    "expect chance card:3": c.Expect(None, "card:3"),
    "json public": c.ShowJson(public=True),
    "events public since 4": c.Events(None, 4, True),
    "observe p2 lay:?": c.Observe(1, "lay:?"),
    "observe chance card:3": c.Observe(None, "card:3"),
    "components": c.ShowComponents(),
    "help": c.Help(),
    "help go": c.Help("go"),
    "turn": c.Turn(),
    "events all": c.Events(None),
    "events p1 since 12": c.Events(0, 12),
    "view p5": c.ShowView(4),
    "view all": c.ShowView(None),
    "json": c.ShowJson(),
    "json p1": c.ShowJson(0),
    "json all": c.ShowJson(None, truth=True),
    "d": c.ShowBoard(),
    "d p2": c.ShowBoard(1),
    "d all": c.ShowBoard(None, truth=True),
    "go": c.Go(),
    "go id 4 movetime 100 iterations 7": c.Go(id=4, movetime=100, iterations=7),
    "go clock 1000,2000 inc 10,0": c.Go(clock=(1000, 2000), inc=(10, 0)),
    "go infinite searchmoves a,b,a": c.Go(infinite=True, searchmoves=("a", "b")),
    "go ponder": c.Go(ponder=True),
    "stop": c.Stop(),
    "eval": c.Eval(),
    "eval explain": c.Eval(explain=True),
    "luck": c.Luck(),
    "luck iterations 400": c.Luck(400),
    "sample 3": c.Sample(3),
    "perft 2": c.Perft(2),
    "perft 2 seed 9": c.Perft(2, 9),
    "bench": c.Bench(),
    "bench 100": c.Bench(100),
    "quit": c.Quit(),
    "": None,
    "   ": None,
    "# go": None,
    "#go": None,
}

BAD = {  # line -> code, and the token or the missing word that the text must name
    "foo": ("unknown-command", "'foo'"),
    "GO": ("unknown-command", "'GO'"),
    "go\0": ("unknown-command", r"'go\x00'"),
    "\ufeffegi": ("unknown-command", r"'\ufeffegi'"),
    "isready now": ("bad-argument", "'now'"),
    "setoption": ("bad-argument", "name"),
    "setoption Hash 3": ("bad-argument", "'Hash'"),
    "setoption name Hash": ("bad-argument", "value"),
    "newgame ra": ("bad-argument", "'ra'"),
    "newgame game": ("bad-argument", "game"),
    "newgame game ra sobek": ("bad-argument", "'sobek'"),
    "position": ("bad-argument", "view or deal or full"),
    "position startpos": ("bad-argument", "'startpos'"),
    "position view": ("bad-argument", "view"),
    "position view a b": ("bad-argument", "'b'"),
    "position deal": ("bad-argument", "players"),
    "position deal seed 4": ("bad-argument", "players"),
    "position deal players": ("bad-argument", "players"),
    "position deal players 0": ("bad-argument", "'0'"),
    "position deal players 6": ("bad-argument", "'6'"),
    "position deal players 3 players 3": ("bad-argument", "'players'"),
    "position deal players 3 seed -1": ("bad-argument", "'-1'"),
    "position deal players 3 seed 18446744073709551616": ("bad-argument", "'18446744073709551616'"),
    "position deal players 3 moves 3 a b": ("bad-argument", "moves"),
    "position deal players 3 moves 1 a b": ("bad-argument", "'b'"),
    "position deal players 3 moves 1 p2": ("bad-argument", "moves"),
    "undo 0": ("bad-argument", "'0'"),
    "redo all": ("bad-argument", "'all'"),
    "position seat p2": ("bad-argument", "players"),
    "position seat 2 players 3": ("bad-argument", "'2'"),
    "expect p2": ("bad-argument", "move"),
    "d public": ("bad-argument", "'public'"),
    "observe": ("bad-argument", "seat or chance"),
    "observe p2": ("bad-argument", "move"),
    "observe p9 lay:1": ("bad-argument", "'p9'"),
    "components ra": ("bad-argument", "'ra'"),
    "json p9": ("bad-argument", "'p9'"),
    "legal 3": ("bad-argument", "'3'"),
    "play": ("bad-argument", "move"),
    "play p9 take:2": ("bad-argument", "'p9'"),
    "play p1 take:2 now": ("bad-argument", "'now'"),
    "view": ("bad-argument", "seat"),
    "view p0": ("bad-argument", "'p0'"),
    "view p6": ("bad-argument", "'p6'"),
    "view p１": ("bad-argument", "'p１'"),
    "events": ("bad-argument", "seat"),
    "events p1 from 3": ("bad-argument", "'from'"),
    "events p1 since 0": ("bad-argument", "'0'"),
    "go depth 3": ("bad-argument", "'depth'"),
    "go movetime": ("bad-argument", "movetime"),
    "go movetime 0": ("bad-argument", "'0'"),
    "go movetime ten": ("bad-argument", "'ten'"),
    "go movetime 1e3": ("bad-argument", "'1e3'"),
    "go movetime ٣": ("bad-argument", "'٣'"),
    "go iterations 1 iterations 2": ("bad-argument", "'iterations'"),
    "go clock 1,,2": ("bad-argument", "''"),
    "go inc 1,2": ("bad-argument", "'inc'"),
    "go infinite infinite": ("bad-argument", "'infinite'"),
    "sample": ("bad-argument", "samples"),
    "sample 0": ("bad-argument", "'0'"),
    "sample 1001": ("bad-argument", "'1001'"),
    "perft": ("bad-argument", "depth"),
    "perft 33": ("bad-argument", "'33'"),
    "perft 2 3": ("bad-argument", "'3'"),
    "bench 0": ("bad-argument", "'0'"),
    "sample " + "9" * 5000: ("bad-argument", "999…'"),
}


@pytest.mark.parametrize("line", GOOD)
def test_a_good_line(line: str) -> None:
    command = parse(line)
    assert command == GOOD[line] and type(command) is type(GOOD[line])  # tuples of two kinds may be equal


@pytest.mark.parametrize("line", BAD)
def test_a_bad_line_names_its_fault(line: str) -> None:
    with pytest.raises(CommandError) as caught:
        parse(line)
    code, named = BAD[line]
    assert caught.value.code == code
    assert named in caught.value.text


def test_every_command_has_a_good_line() -> None:
    assert {type(command) for command in GOOD.values()} == {*c.Command.__args__, type(None)}


WORDS = st.sampled_from(sorted({word for line in [*GOOD, *BAD] for word in line.split()}))


@given(st.one_of(st.text(), st.lists(st.one_of(WORDS, st.text(max_size=5)), max_size=8).map(" ".join)))
def test_any_line_is_a_command_or_an_error_of_one_line(line: str) -> None:
    try:
        parse(line)
    except CommandError as problem:
        assert problem.code in ("unknown-command", "bad-argument")
        assert "\n" not in problem.text and problem.text.isprintable()
        assert len(problem.text) < 400
