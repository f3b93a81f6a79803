"""Moves and positions as text: what is written is read again, and what is wrong is refused by name."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from egypt.core.errors import IllegalMoveError, NotationError, StateError
from egypt.core.position import Position, Rng, View
from tests.games.ra.positions import BOX, GAME, play, position, position_text, seat, seats

# -- moves ---------------------------------------------------------------------------------------------------

MOVES = [
    "draw",
    "invoke",
    "pass",
    "stop",
    *(f"{verb}:{kind}" for verb in ("god", "lose", "tile") for kind in BOX),
    *(f"bid:{sun}" for sun in range(1, 17)),
    *(f"suns:{row}" for row in range(1, 6)),
]


@pytest.mark.parametrize("text", MOVES)
def test_move_text_comes_back(text):
    assert GAME.move_text(GAME.move_code(text)) == text


def test_move_codes_differ():
    assert len({GAME.move_code(text) for text in MOVES}) == len(MOVES)
    assert 0 not in {GAME.move_code(text) for text in MOVES}


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("", "''"),
        ("drwa", "drwa"),
        ("DRAW", "DRAW"),
        ("draw ", "draw "),
        ("draw:1", "draw:1"),
        ("pass:", "pass:"),
        ("bid", "''"),
        ("bid:", "''"),
        ("bid:0", "'0'"),
        ("bid:17", "'17'"),
        ("bid:-1", "'-1'"),
        ("bid:07", "'07'"),
        ("bid:+7", "'+7'"),
        ("bid:٧", "'٧'"),
        ("bid:7:8", "'7:8'"),
        ("bid:99999999999999999999", "99999999"),
        ("bid: 7", "' 7'"),
        ("bid:gold", "gold"),
        ("god:", "''"),
        ("god:silver", "silver"),
        ("god:Gold", "Gold"),
        ("lose:step_pyramid", "step_pyramid"),
        ("tile:ра", "ра"),
        ("suns:0", "'0'"),
        ("suns:6", "'6'"),
        ("gold", "gold"),
        (":", ":"),
        ("tile:gold;", "gold;"),
        ("\x00", "\x00"),
        ("bid:" + "9" * 5000, "9" * 40),
    ],
)
def test_a_text_that_is_no_move_is_refused_by_name(text, token):
    with pytest.raises(NotationError) as caught:
        GAME.move_code(text)
    assert token in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("code", [0, 10, 15, 1 | 1 << 4, 5 | 23 << 4, 6, 6 | 17 << 4, 9 | 5 << 4, 2**32 - 1])
def test_a_code_that_is_no_move_is_refused_by_name(code):
    with pytest.raises(NotationError, match=str(code)):
        GAME.move_text(code)
    with pytest.raises(NotationError, match=str(code)):
        position(*seats(2)).after(code)


@pytest.mark.parametrize("move", ["pass", "stop", "bid:9", "god:gold", "lose:art", "tile:gold", "suns:1"])
def test_a_move_that_is_not_legal_is_refused_by_name_and_changes_nothing(move):
    start = position(*seats(2), track="gold")
    before = start.to_text()
    with pytest.raises(IllegalMoveError, match=move):
        start.after(move)
    assert start.to_text() == before


# -- positions -----------------------------------------------------------------------------------------------

START = position_text(*seats(2, p1="gold*2 sphinx", p2="nile*3"), track="pharaoh*2 unrest", ra=2)
AUCTION = play(position(*seats(3), track="gold"), "invoke", "bid:6").to_text()
UNREST = play(position(*seats(2, p1="art*2 religion writing"), track="unrest"), "invoke", "pass", "bid:2").to_text()
GOD = play(position(*seats(2, p1="god*2"), track="gold nile"), "god:gold").to_text()
OVER = play(position(*seats(2), epoch=3, ra=5), "draw", "tile:ra").to_text()
DEAL = Position.start(GAME, 4).after("suns:3").to_text()
DRAW = position(*seats(2)).after("draw").to_text()
LAST_SUN = position_text(seat((5,), (1, 2, 3)), seat((), (4, 6, 7, 8)), center=9, track="gold")
TEXTS = {
    "start": START,
    "auction": AUCTION,
    "unrest": UNREST,
    "god": GOD,
    "over": OVER,
    "deal": DEAL,
    "draw": DRAW,
    "last sun": LAST_SUN,
}


def test_the_start_is_written_like_this():
    assert Position.start(GAME, 2).after("suns:2").to_text() == (
        "ra/1;viewer=all;players=2;epoch=1;ra=0;center=1;phase=turn;turn=p2;act=p2;auction=-;bid=-;lose=0+0;dealt=-;"
        "track=-;p1=10,8+7+4+3,-,-;p2=10,9+6+5+2,-,-;"
        "bag=ra*30+god*8+gold*5+pharaoh*25+nile*25+flood*12+art*5+agriculture*5+religion*5+astronomy*5+writing*5+"
        "fortress*5+obelisk*5+palace*5+pyramid*5+sphinx*5+statues*5+step-pyramid*5+temple*5+funeral*2+drought*2+"
        "unrest*4+earthquake*2;gone=-"
    )


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_position_comes_back_as_it_was_written(text):
    assert Position.from_text(text, GAME).to_text() == text


# Text, what is replaced by what, and the token that the message must name. Every row is one way to go wrong.
MUTILATED = [
    ("empty text", "", "", "", "''"),
    ("no game", START, "ra/1;", "", "viewer=all"),
    ("other game", START, "ra/1", "sobek/1", "sobek/1"),
    ("other version", START, "ra/1", "ra/2", "ra/2"),
    ("trailing semicolon", START + ";", "", "", "''"),
    ("no equals sign", START, "epoch=1", "epoch", "epoch"),
    ("no value", START, "epoch=1", "epoch=", "epoch="),
    ("unknown field", START, "dealt=-;", "dealt=-;fish=1;", "fish"),
    ("missing field", START, "center=1;", "", "center"),
    ("missing players", START, "players=2;", "", "players"),
    ("field twice", START, "epoch=1;", "epoch=1;epoch=1;", "epoch"),
    ("seat too many", START, "p2=10", "p3=10", "p3"),
    ("wrong order", START, "epoch=1;ra=2;", "ra=2;epoch=1;", "'ra' stands where 'epoch'"),
    ("six players", START, "players=2", "players=6", "'6'"),
    ("one player", START, "players=2", "players=1", "'1'"),
    ("three players, two seats", START, "players=2", "players=3", "p3"),
    ("view as position", START, "viewer=all", "viewer=p1", "p1"),
    ("unknown viewer", START, "viewer=all", "viewer=me", "me"),
    ("epoch 0", START, "epoch=1", "epoch=0", "'0'"),
    ("epoch 4", START, "epoch=1", "epoch=4", "'4'"),
    ("leading zero", START, "epoch=1", "epoch=01", "'01'"),
    ("plus sign", START, "epoch=1", "epoch=+1", "'+1'"),
    ("negative number", START, "ra=2", "ra=-2", "'-2'"),
    ("no number", START, "ra=2", "ra=two", "two"),
    ("decimal", START, "ra=2", "ra=2.0", "2.0"),
    ("unicode digit", START, "ra=2", "ra=２", "２"),
    ("huge number", START, "ra=2", "ra=" + "9" * 4000, "9" * 40),
    ("beyond 32 bits", START, "ra=2", "ra=4294967298", "4294967298"),
    ("boat beyond the track", START, ";ra=2", ";ra=7", "'7'"),
    ("sun 17 in the centre", START, "center=1", "center=17", "'17'"),
    ("unknown phase", START, "phase=turn", "phase=fight", "fight"),
    ("unknown seat", START, "act=p1", "act=p3", "p3"),
    ("seat without number", START, "turn=p1", "turn=p", "'p'"),
    ("unknown auction", AUCTION, "auction=invoked", "auction=silent", "silent"),
    ("bid without sun", AUCTION, "bid=p2:6", "bid=p2", "''"),
    ("bid without bidder", AUCTION, "bid=p2:6", "bid=6", "6"),
    ("bid of 17", AUCTION, "bid=p2:6", "bid=p2:17", "17"),
    ("one loss", UNREST, "lose=2+0", "lose=2", "''"),
    ("three losses", UNREST, "lose=2+0", "lose=2+0+0", "0+0"),
    ("set 5 of 4", DEAL, "dealt=3", "dealt=5", "'5'"),
    ("set twice", DEAL, "dealt=3", "dealt=3+3", "dealt: '3' twice"),
    ("sun twice in a hand", START, "9+6+5+2", "9+9+5+2", "'9' twice"),
    ("sun 0", START, "9+6+5+2", "9+6+5+0", "'0'"),
    ("sun 17", START, "9+6+5+2", "17+6+5+2", "17"),
    ("suns in another order", START, "9+6+5+2", "6+9+5+2", "6+9+5+2"),
    ("three parts of a seat", START, ",9+6+5+2,-,", ",9+6+5+2,", "p1"),
    ("five parts of a seat", START, ",9+6+5+2,-,", ",9+6+5+2,-,-,", "p1"),
    ("negative score", START, "p1=10", "p1=-1", "-1"),
    ("wild score", START, "p1=10", "p1=10000", "10000"),
    ("unknown tile of a seat", START, "gold*2+sphinx", "gold*2+lynx", "lynx"),
    ("Ra tile of a seat", START, "gold*2+sphinx", "ra+gold*2", "ra"),
    ("disaster of a seat", START, "gold*2+sphinx", "gold*2+funeral", "funeral"),
    ("tile twice in a list", START, "gold*2+sphinx", "gold*2+gold", "'gold' twice"),
    ("tile times one", START, "gold*2+sphinx", "gold*2+sphinx*1", "'1'"),
    ("tile times zero", START, "gold*2+sphinx", "gold*2+sphinx*0", "'0'"),
    ("more of a seat than the box", START, "gold*2+sphinx", "gold*2+sphinx*6", "sphinx*6"),
    ("tiles in another order", START, "gold*2+sphinx", "sphinx+gold*2", "sphinx+gold*2"),
    ("Ra tile on the track", START, "track=pharaoh*2", "track=ra+pharaoh", "ra"),
    ("nine tiles on the track", START, "track=pharaoh*2+unrest", "track=pharaoh*9", "pharaoh*9"),
    ("nine tiles of two kinds", START, "track=pharaoh*2+unrest", "track=pharaoh*5+nile*4", "pharaoh*5+nile*4"),
    ("more on the track than the box", START, "track=pharaoh*2+unrest", "track=gold*8", "gold*8"),
    ("more in the bag than the box", START, "bag=ra*28", "bag=ra*31", "ra*31"),
    ("tile in two places", START, "+sphinx;p2", "+sphinx*2;p2", "sphinx"),
    ("tile nowhere", START, "+sphinx;p2", ";p2", "gone="),
    ("gone is wrong", START, "gone=ra*2", "gone=ra*3", "gone=ra*3"),
    ("gone is negative", START, "gone=ra*2", "gone=ra*-2", "ra*-2"),
    ("two lines", START, ";epoch=1", "\n;epoch=1", "'2\n'"),
    ("spaces", START, "epoch=1", "epoch= 1", "' 1'"),
    ("zero byte", START, "epoch=1", "epoch=1\x00", "1\x00"),
]


@pytest.mark.parametrize(("text", "old", "new", "token"), [row[1:] for row in MUTILATED], ids=[row[0] for row in MUTILATED])
def test_a_mutilated_position_is_refused_by_name(text, old, new, token):
    assert old in text
    with pytest.raises(NotationError) as caught:
        Position.from_text(text.replace(old, new, 1), GAME)
    assert token in str(caught.value)
    assert len(str(caught.value)) < 700


# Well-formed, but no such position can arise.
IMPOSSIBLE = [
    ("sun in two hands", START, "8+7+4+3", "9+7+4+3", "balance"),
    ("sun missing", START, "8+7+4+3", "8+7+4", "balance"),
    ("sun up and down", START, "9+6+5+2,-", "9+6+5,9", "balance"),
    ("sun of a larger table", START, "9+6+5+2", "10+6+5+2", "balance"),
    ("centre sun owned", START, "center=1", "center=9", "balance"),
    ("uneven hands", START, "9+6+5+2,-", "9+6+5,-", "balance"),
    ("boat ahead of the bag", START, ";ra=2", ";ra=3", "balance"),
    ("boat behind the bag", START, ";ra=2", ";ra=1", "balance"),
    ("turn of one without suns", LAST_SUN, "turn=p1;act=p1", "turn=p2;act=p2", "phase"),
    ("another acts in a turn", START, "act=p1", "act=p2", "phase"),
    ("nature in a turn", START, "act=p1", "act=chance", "phase"),
    ("over in a turn", START, "act=p1", "act=over", "phase"),
    ("auction in a turn", START, "auction=-", "auction=drawn", "phase"),
    ("bid in a turn", START, "bid=-", "bid=p1:9", "phase"),
    ("loss in a turn", START, "lose=0+0", "lose=2+0", "phase"),
    ("deal in a turn", START, "dealt=-", "dealt=1", "phase"),
    ("a seat acts in a draw", DRAW, "act=chance", "act=p1", "phase"),
    ("over in the first epoch", START, "phase=turn;turn=p1;act=p1", "phase=over;turn=p1;act=over", "phase"),
    ("over with suns and Ra tiles left", OVER, ";ra=6", ";ra=5", "phase"),
    ("not over at the last Ra tile", OVER, "phase=over;turn=p1;act=over", "phase=turn;turn=p1;act=p1", "number"),
    ("a turn owns the end", OVER, "turn=p1", "turn=p2", "phase"),
    ("god phase without a god", START, "phase=turn", "phase=god", "phase"),
    ("auction of no kind", AUCTION, "auction=invoked", "auction=-", "phase"),
    ("full auction with room", AUCTION, "auction=invoked", "auction=full", "phase"),
    ("Ra auction without a Ra tile", AUCTION, "auction=invoked", "auction=drawn", "phase"),
    ("bid of another's sun", AUCTION, "bid=p2:6", "bid=p2:7", "phase"),
    ("bid of the actor", AUCTION, "bid=p2:6", "bid=p3:4", "phase"),
    ("bid of one not yet asked", AUCTION, "bid=p2:6", "bid=p1:5", "phase"),
    ("actor cannot outbid", AUCTION, "bid=p2:6", "bid=p2:12", "phase"),
    ("no choice of losses", UNREST, "lose=2+0", "lose=0+0", "phase"),
    ("more to lose than disasters done", UNREST, "lose=2+0", "lose=3+0", "number"),
    ("earthquake without one", UNREST, "lose=2+0", "lose=2+2", "number"),
    ("another loses", UNREST, "act=p1", "act=p2", "phase"),
    ("bid is not in the centre", UNREST, "bid=p1:2", "bid=p1:3", "phase"),
    ("unrest is an earthquake", UNREST, "phase=unrest", "phase=earthquake", "phase"),
    ("dealt set is not owned", DEAL, "dealt=3", "dealt=2", "lies"),
    ("deal to the second seat", DEAL, "p1=10,11+8+4,-,-;p2=10,-,-,-", "p1=10,-,-,-;p2=10,11+8+4,-,-", "lies"),
    ("deal with a score", DEAL, "p2=10", "p2=11", "lies"),
    ("deal in the second epoch", DEAL, "epoch=1", "epoch=2", "phase"),
]


@pytest.mark.parametrize(
    ("text", "old", "new", "token"), [row[1:] for row in IMPOSSIBLE], ids=[row[0] for row in IMPOSSIBLE]
)
def test_an_impossible_position_is_refused(text, old, new, token):
    assert old in text
    with pytest.raises(StateError, match=token):
        Position.from_text(text.replace(old, new, 1), GAME)


def test_a_finished_game_has_no_tiles_on_the_track():
    text = position_text(*seats(2), epoch=3, ra=6, phase="over", act="over", track="gold")
    with pytest.raises(StateError, match="phase"):
        Position.from_text(text, GAME)


def test_a_finished_game_has_no_suns_or_no_ra_tiles_left():
    with pytest.raises(StateError, match="phase"):
        position(*seats(2), epoch=3, ra=5, phase="over", act="over")
    assert position(seat((), (9, 6, 5, 2)), seat((), (8, 7, 4, 3)), epoch=3, ra=5, phase="over", act="over").is_over


@pytest.mark.parametrize("epoch", [1, 2, 3])
def test_scores_beyond_reason_are_refused(epoch):
    players = seats(2)
    players[1]["score"] = 300 * epoch
    assert position(*players, epoch=epoch).scores() == [10, 300 * epoch]
    players[1]["score"] += 1
    with pytest.raises(StateError, match="number"):
        position(*players, epoch=epoch)


def test_a_god_takes_one_disaster_at_a_time():
    held = "art*3 religion writing sphinx temple palace"
    players = seats(2, p1=held)
    fine = position(*players, phase="unrest", lose="2+0", gone="god unrest*2")
    assert fine.legal_moves() == ["lose:art", "lose:religion", "lose:writing"]
    for lose in ("3+0", "2+2"):
        with pytest.raises(StateError, match="number"):
            position(*players, phase="unrest", lose=lose, gone="god unrest*2 earthquake")


def test_a_view_is_not_a_position_and_the_other_way_round():
    view = Position.from_text(START, GAME).view(1)
    assert View.from_text(view.to_text(), GAME) == view
    with pytest.raises(NotationError, match="p2"):
        Position.from_text(view.to_text(), GAME)
    with pytest.raises(NotationError, match="all"):
        View.from_text(START, GAME)


# -- fuzz ----------------------------------------------------------------------------------------------------


def survives(text):
    """Refused with a proper error, or valid and playable for 200 moves."""
    try:
        where = Position.from_text(text, GAME)
    except (NotationError, StateError):
        return
    assert where.to_text() == text
    play_on(where)


def play_on(where):
    rng = Rng(1)
    for _ in range(200):
        where = where.settle(rng)
        where.validate()
        if where.is_over:
            return
        codes = where.legal_codes()
        where = where.after(codes[rng.below(len(codes))])


TOKENS = st.sampled_from(
    [
        "0",
        "1",
        "2",
        "5",
        "9",
        "16",
        "17",
        "255",
        "256",
        "500",
        "-",
        "-1",
        "+",
        "*",
        ";",
        "=",
        ",",
        ":",
        "p1",
        "p2",
        "p3",
        "chance",
        "over",
        "turn",
        "auction",
        "god",
        "unrest",
        "earthquake",
        "drawn",
        "full",
        "invoked",
        "gold",
        "nile*3",
        "ra",
        "art*5",
        "é",
        "\x00",
        "",
    ]
)


@settings(max_examples=400, deadline=None)
@given(
    st.sampled_from(list(TEXTS.values())), st.lists(st.tuples(st.integers(0, 999), st.integers(0, 4), TOKENS), max_size=4)
)
def test_fuzzed_characters_never_crash(text, edits):
    for place, cut, token in edits:
        place %= len(text) + 1
        text = text[:place] + token + text[place + cut :]
    survives(text)


FIELDS = {
    "epoch": st.integers(1, 3),
    "ra": st.integers(0, 6),
    "center": st.integers(1, 9),
    "phase": st.sampled_from(["deal", "turn", "draw", "auction", "god", "unrest", "earthquake", "over"]),
    "turn": st.sampled_from(["p1", "p2"]),
    "act": st.sampled_from(["p1", "p2", "chance", "over"]),
    "auction": st.sampled_from(["-", "drawn", "full", "invoked"]),
    "bid": st.sampled_from(["-", "p1:5", "p2:4", "p1:9", "p2:8"]),
    "lose": st.sampled_from(["0+0", "1+0", "2+0", "0+1", "0+2", "2+2", "4+0", "8+4"]),
    "dealt": st.sampled_from(["-", "1", "2"]),
}
HELD = st.sampled_from(["", "god", "god*8", "art religion writing", "sphinx temple*2 palace", "gold*5 art", "nile*9 flood"])
TRACKS = st.sampled_from(["", "gold", "nile*8", "unrest art", "earthquake temple", "god*3", "funeral drought pharaoh*5"])
SCORES = st.sampled_from([0, 10, 300, 301, 900])


@settings(max_examples=600, deadline=None)
@given(st.fixed_dictionaries({}, optional=FIELDS), HELD, HELD, TRACKS, SCORES, st.booleans())
def test_fuzzed_fields_never_crash(fields, first, second, track, score, disasters_gone):
    players = seats(2, p1=first, p2=second)
    players[0]["score"] = score
    gone = {"unrest": 2, "earthquake": 1} if disasters_gone else {}
    survives(position_text(*players, track=track, gone=gone, **fields))


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_a_move_or_refused(text):
    try:
        code = GAME.move_code(text)
    except NotationError:
        return
    assert GAME.move_text(code) == text


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_any_code_is_a_move_or_refused(code):
    try:
        text = GAME.move_text(code)
    except NotationError:
        return
    assert GAME.move_code(text) == code
