"""Position, view and move text, both ways: what is written is read again, and what is wrong is refused by name."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from egypt import Position, Rng, View
from egypt.core.errors import NotationError, StateError
from tests.games.tekhenu.positions import GAME, play, position, seat

TABLES = [(2, "standard"), (3, "standard"), (4, "standard"), (2, "printed"), (2, "solo-low"), (2, "solo-hardest")]


def random_game(players, variant, seed):
    """Every position of a random game in which a seat acts."""
    rng = Rng(seed)
    where = Position.start(GAME, players, variant).settle(rng)
    while not where.is_over:
        yield where
        codes = where.legal_codes()
        where = where.after(codes[rng.below(len(codes))]).settle(rng)
    yield where


# -- round trips ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "variant"), TABLES)
def test_positions_views_and_moves_come_back(players, variant):
    for where in random_game(players, variant, seed=players):
        assert Position.from_text(where.to_text(), GAME) == where
        for viewer in range(players):
            view = where.view(viewer)
            assert View.from_text(view.to_text(), GAME) == view
        if not where.is_over:
            for move in where.legal_moves():
                assert GAME.move_text(GAME.move_code(move)) == move


def test_outcomes_come_back():
    seen = set()
    for players, variant in TABLES:
        rng = Rng(7)
        where = Position.start(GAME, players, variant)
        while not where.is_over:
            if where.actor < 0:
                outcomes = [text for text, _ in where.outcomes()]
                assert [GAME.move_text(GAME.move_code(text)) for text in outcomes] == outcomes
                seen |= {text.partition(":")[0] for text in outcomes}
                where = where.after(outcomes[rng.below(len(outcomes))])
            else:
                codes = where.legal_codes()
                where = where.after(codes[rng.below(len(codes))])
    assert seen >= {
        "sun",
        "god-tile",
        "tile",
        "die",
        "card",
        "deal",
        "starting",
        "drafter",
        "reveal",
        "pyramid",
        "deben",
        "lot",
    }


def test_a_turn_is_written_like_this():
    where = position(
        sun="ra",
        p1=seat(
            goods="gold*2 scribe", cards="B07 T10", pillars="r3c3", sites="west1", shops="bread5", gods="ra", people="row"
        ),
        temple={"r3c3": "P05/2"},
        wheel="ra white4 black2",
    )
    assert where.to_text() == (
        "tekhenu/1;viewer=all;players=2;variant=standard;round=1;order=p1+p2;seat=p1;place=0;act=p1;pending=-;step=turn;"
        "stack=end-turn;now=held:B07,population:5,happiness:2;sun=ra;"
        "wheel=horus:brown1+black1+grey1,ra:brown2+white4+black2+black2+grey2,hathor:brown3+black3+grey3,"
        "bastet:brown4+white4+grey4,thoth:white5+grey5,osiris:white6+grey6;bag=yellow*4;"
        "horus=thoth,bastet,osiris,hathor,ra,horus;slots=P22,P23,P24;temple=r3c3:P05/2;"
        "tiles=P01+P02+P03+P04+P06+P07+P08+P09+P10+P11+P12+P13+P14+P15+P16+P17+P18+P19+P20+P21+P25+P26+P27;"
        "market=1a:B24,1b:B23,1c:T24,2a:B22,2b:B21,2c:T23,2d:T22;open=1+2;"
        "blessings=B01+B02+B03+B04+B05+B06+B08+B09+B10+B11+B12+B13+B14+B15+B16+B17+B18+B19+B20;"
        "technologies=T01+T02+T03+T04+T05+T06+T07+T08+T09+T11+T12+T13+T14+T15+T17+T18+T19+T20+T21;decrees=19;shuffles=0;"
        "discard-blessings=-;discard-technologies=-;discard-decrees=-;"
        "unseen=0:D01+D02+D03+D04+D05+D06+D07+D08+D09+D10+D11+D12+D13+D14+D15+D16+D17+D18+D19+D21+D22+D23+D24;"
        "starting=-;pyramid=-;marker=0;edict=-;"
        "p1=vp:10,population:5,happiness:2,production:2+2+2+2,goods:gold*2+scribe,sites:west1,shops:bread5,pillars:r3c3,"
        "gods:ra,people:row,blessings:B07,technologies:T10,hidden:1+0+0+0,under:deck,destiny:F01;"
        "p2=vp:10,population:5,happiness:2,production:2+2+2+2,hidden:1+0+0+0,under:deck,destiny:F02;"
        "hands=p1:D24,p2:D22;under=p1:D23,p2:D21;"
        "deck=D01+D02+D03+D04+D05+D06+D07+D08+D09+D10+D11+D12+D13+D14+D15+D16+D17+D18+D19"
    )


def test_a_view_has_only_what_its_viewer_knows():
    where = position(p1=seat(secret="D05"), p2=seat(secret="D13"))
    text = where.view(1).to_text()
    hands, under = text.split(";")[-2:]
    assert hands == "hands=p2:D13"
    assert under.startswith("under=p2:D")
    assert "deck=" not in text.replace("under:deck", "").replace(";decrees=", "")
    assert "hidden:1+0+0+0" in text


# -- what is wrong is named ----------------------------------------------------------------------------------------

TURN = position(p1=seat(goods="gold", cards="B07 T10", gods="ra", dice=""), wheel="ra white4").to_text()
LATER = play(position(p1=seat(cards="B09"), round=2, wheel="bastet black2"), "take:bastet+black2+pure").to_text()

MUTILATED = [
    ("empty text", "", "", "", "''"),
    ("other game", TURN, "tekhenu/1", "ra/1", "ra/1"),
    ("other version", TURN, "tekhenu/1", "tekhenu/2", "tekhenu/2"),
    ("no value", TURN, "round=1", "round=", "round="),
    ("unknown field", TURN, "edict=-;", "edict=-;fish=1;", "fish"),
    ("missing field", TURN, "marker=0;", "", "marker"),
    ("field twice", TURN, "round=1;", "round=1;round=1;", "round"),
    ("wrong order", TURN, "seat=p1;place=0;", "place=0;seat=p1;", "'place' stands where 'seat'"),
    ("five players", TURN, "players=2", "players=5", "'5'"),
    ("three players, two seats", TURN, "players=2", "players=3", "p3"),
    ("view as position", TURN, "viewer=all", "viewer=p1", "p1"),
    ("unknown variant", TURN, "variant=standard", "variant=speedy", "speedy"),
    ("round 17", TURN, "round=1;", "round=17;", "'17'"),
    ("leading zero", TURN, "round=1;", "round=01;", "'01'"),
    ("one seat in order", TURN, "order=p1+p2", "order=p1", "order"),
    ("unknown seat in order", TURN, "order=p1+p2", "order=p1+p3", "p3"),
    ("unknown actor", TURN, "act=p1", "act=me", "me"),
    ("unknown step", TURN, "step=turn", "step=sleep", "sleep"),
    ("argument too large", TURN, "step=turn", "step=turn*256", "256"),
    ("stack too high", TURN, "stack=end-turn", "stack=" + "+".join(["end-turn"] * 25), "25 steps"),
    ("unknown memory", TURN, "now=held:B07", "now=hold:B07", "hold"),
    ("memory without value", TURN, "now=held:B07", "now=held", "held"),
    ("unknown sector", TURN, "wheel=horus", "wheel=hours", "hours"),
    ("unknown die", TURN, "white4", "white7", "white7"),
    ("27 dice", TURN, "wheel=horus:", "wheel=horus:" + "yellow1+" * 27, "box"),
    ("unknown colour in the bag", TURN, "bag=", "bag=pink+", "pink"),
    ("five gods", TURN, "horus=thoth,", "horus=", "horus"),
    ("unknown tile", TURN, "slots=P22", "slots=P28", "P28"),
    ("tile without turns", TURN, "temple=-", "temple=r1c1:P01", "''"),
    ("tile turned too far", TURN, "temple=-", "temple=r1c1:P01/4", "'4'"),
    ("unknown cell", TURN, "temple=-", "temple=r6c1:P01/0", "r6c1"),
    ("unknown place of the market", TURN, "market=1a", "market=5a", "5a"),
    ("unknown card", TURN, "1a:B24", "1a:B25", "B25"),
    ("section 5", TURN, "open=1+2", "open=1+5", "'5'"),
    ("blessing among technologies", TURN, "technologies=T01", "technologies=B01", "B01"),
    ("card twice", TURN, "technologies=T01", "technologies=T01+T01", "'T01' twice"),
    ("cards in another order", TURN, "technologies=T01+T02", "technologies=T02+T01", "technologies=T02"),
    ("four shuffles", TURN, "shuffles=0", "shuffles=4", "'4'"),
    ("unknown starting card", TURN, "starting=-", "starting=S13", "S13"),
    ("short pyramid", TURN, "pyramid=-", "pyramid=horus,ra", "pyramid"),
    ("marker beyond", TURN, "marker=0", "marker=11", "'11'"),
    ("player without points", TURN, "p1=vp:10,", "p1=", "p1 vp"),
    ("negative points", TURN, "p1=vp:10", "p1=vp:-1", "-1"),
    ("population beyond", TURN, "p1=vp:10,population:5", "p1=vp:10,population:22", "'22'"),
    ("three productions", TURN, "production:2+2+2+2,goods", "production:2+2+2,goods", "2+2+2"),
    ("unknown good", TURN, "goods:gold", "goods:silver", "silver"),
    ("unknown attribute", TURN, "goods:gold", "bads:gold", "bads"),
    ("attribute twice", TURN, "goods:gold", "goods:gold,goods:gold", "'goods' twice"),
    ("four statues of a god", TURN, "gods:ra", "gods:ra*4", "ra*4"),
    ("three generations", TURN, "hidden:1+0+0+0", "hidden:1+0+0", "hidden"),
    ("unknown destiny", TURN, "destiny:F01", "destiny:F05", "F05"),
    ("die without pan", LATER, "/below", "/above", "above"),
    ("five dice", LATER, "dice:grey1/below", "dice:" + "+".join(["grey1/below"] * 5), "more than four"),
    ("unknown flag", LATER, "now=die", "now=flags:lucky,die", "lucky"),
    ("decree of nobody", TURN, "hands=p1:", "hands=p3:", "p3"),
    ("zero written out", TURN, "destiny:F01;", "destiny:F01,surplus:0;", "'0'"),
    ("nothing written out", TURN, "destiny:F01;", "destiny:F01,surplus:-;", "must be written"),
    ("spaces", TURN, "round=1;", "round= 1;", "' 1'"),
]


@pytest.mark.parametrize(("text", "old", "new", "token"), [row[1:] for row in MUTILATED], ids=[row[0] for row in MUTILATED])
def test_a_mutilated_position_is_refused_by_name(text, old, new, token):
    assert old in text
    with pytest.raises(NotationError) as caught:
        Position.from_text(text.replace(old, new, 1), GAME)
    assert token in str(caught.value)
    assert len(str(caught.value)) < 700


def test_a_view_is_not_a_position_and_the_other_way_round():
    view = Position.from_text(TURN, GAME).view(1)
    assert View.from_text(view.to_text(), GAME) == view
    with pytest.raises(NotationError):
        Position.from_text(view.to_text(), GAME)
    with pytest.raises(NotationError):
        View.from_text(TURN, GAME)


# -- moves ---------------------------------------------------------------------------------------------------------

MOVES = [
    "take:ra+white4+pure", "take:osiris+grey6", "anubis", "anubis:B23", "bless:B07+happiness", "bless:B11+black3",
    "bless:B17", "bless:B09", "done", "use:osiris+5", "produce:granite+4", "work-and-use:ra+4", "extra:bastet+2",
    "shift:3", "statue:4", "statue:workshops", "cell:r2c3", "turn:3", "site:south5", "cards:2a+2c", "refresh:2",
    "district:bread", "district:bread+granite", "district:granite+granite+bread", "pay:granite*2+gold", "pay:-",
    "pay:papyrus*2+scribe", "choose:bread", "raise:population", "faith:pure+2", "faith:tainted+1", "faith:none", "keep:D05",
    "draft:S07", "destiny:F03", "offered:T05", "mix:papyrus*3+bread*2", "pass", "sun:ra", "god-tile:hathor", "tile:P05",
    "die:white4", "card:B05", "card:D24", "deal:D07", "deal:?", "starting:S04", "drafter:p2", "reveal:D05+D12",
    "reveal:none", "pyramid:horus", "pyramid:bread", "deben:up", "deben:right", "lot:ra+white4", "lot:row",
    "lot:r3c3", "lot:west3",
    "lot:F01", "lot:S04",
]  # fmt: skip


@pytest.mark.parametrize("move", MOVES)
def test_a_move_comes_back(move):
    assert GAME.move_text(GAME.move_code(move)) == move


def test_different_moves_have_different_codes():
    assert len({GAME.move_code(move) for move in MOVES}) == len(MOVES)


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("", "''"),
        ("jump", "jump"),
        ("take", "take"),
        ("take:ra", "take:ra"),
        ("take:re+white4", "'re'"),
        ("take:ra+white7", "white7"),
        ("take:ra+white4+below", "below"),
        ("bless:B25", "B25"),
        ("bless:B07", "bless:B07"),
        ("bless:B07+luck", "luck"),
        ("bless:B09+happiness", "bless:B09"),
        ("use:papyrus+3", "papyrus"),
        ("use:ra+7", "'7'"),
        ("produce:gold+3", "gold"),
        ("statue:7", "'7'"),
        ("shift:", "shift"),
        ("cell:r6c1", "r6c1"),
        ("cards:1a+2b", "cards:1a+2b"),
        ("cards:1b+1a", "must be written 'cards:1a+1b'"),
        ("cards:1a+1a", "'1a' stands twice"),
        ("district:bread+bread", "must be written 'district:bread'"),
        ("district:gold", "gold"),
        ("pay:granite+bread", "must be written 'pay:bread+granite'"),
        ("pay:granite*16", "granite*16"),
        ("mix:gold", "gold"),
        ("faith:pure+0", "'0'"),
        ("faith:below+1", "below"),
        ("keep:T05", "T05"),
        ("lot:nothing", "nothing"),
        ("reveal:D12+D05", "must be written 'reveal:D05+D12'"),
    ],
)
def test_a_wrong_move_is_refused_by_name(text, token):
    with pytest.raises(NotationError) as caught:
        GAME.move_code(text)
    assert token in str(caught.value)


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="abcdeghiklmnoprstuwy:+*-?0123456789BDFPST", max_size=24))
def test_any_text_is_a_move_or_refused(text):
    try:
        code = GAME.move_code(text)
    except NotationError:
        return
    assert GAME.move_text(code) == text


@settings(max_examples=600, deadline=None)
@given(st.integers(1, 43), st.integers(0, 255), st.integers(0, 31), st.integers(0, 31))
def test_any_code_is_a_move_or_refused(verb, a, b, c):
    code = verb << 24 | a << 16 | b << 8 | c
    try:
        text = GAME.move_text(code)
    except NotationError:
        return
    assert GAME.move_code(text) == code


# -- fuzz ----------------------------------------------------------------------------------------------------------

WORDS = st.sampled_from(
    ["0", "1", "5", "21", "255", "-", "-1", "+", "*", ";", "=", ",", ":", "/", "p1", "p2", "p3", "chance", "over", "turn",
     "use", "pay", "cell", "end-turn", "gold*9", "white4", "B07", "T10", "D05", "P22", "r3c3", "west1", "ra", "é",
     "\x00", ""]
)  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(st.sampled_from([TURN, LATER]), st.lists(st.tuples(st.integers(0, 1999), st.integers(0, 4), WORDS), max_size=4))
def test_fuzzed_characters_never_crash(text, edits):
    """Refused with a proper error, or valid and playable for a while."""
    for place, cut, word in edits:
        place %= len(text) + 1
        text = text[:place] + word + text[place + cut :]
    try:
        where = Position.from_text(text, GAME)
    except (NotationError, StateError):
        return
    assert where.to_text() == text
    rng = Rng(1)
    for _ in range(40):
        where = where.settle(rng)
        where.validate()
        if where.is_over:
            return
        codes = where.legal_codes()
        where = where.after(codes[rng.below(len(codes))])


# -- the board -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "variant"), TABLES)
def test_the_board_shows_every_position(players, variant):
    for where in random_game(players, variant, seed=11):
        drawn = where.board()
        assert f"round {where.as_dict()['round']} of 16" in drawn
        assert max(map(len, drawn.splitlines())) <= 96
        for row in where.as_dict()["seats"]:
            assert f"{row['score']:>3} points" in drawn
        assert "as p2 knows it" in where.view(1).board()


def test_the_board_hides_what_a_viewer_does_not_know():
    where = position(p1=seat(secret="D05"), p2=seat(secret="D13"))
    assert "D05" in where.board()
    assert "D05" not in where.view(1).board()
    assert "D??" in where.view(1).board()


def test_the_board_shows_pieces_where_they_are():
    where = position(
        p1=seat(sites="west2", shops="bread5", pillars="r3c3", people="row"),
        temple={"r3c3": "P05/1"},
        p2=seat(gods="ra", people="workshops"),
    )
    lines = where.board().splitlines()
    assert any(line.startswith(" 1Y") for line in lines)  # p1 at site west2, where the rim is yellow
    assert any("B05 p1B" in line for line in lines)  # P05 turned once: yellow in the north
    assert any(line.rstrip().endswith("□") and " row 5   □         1" in line for line in lines)
    assert any("statues: row 1, column □" in line for line in lines)
    assert any("Horus 5" in line and line.endswith("p2") for line in lines)


# -- places in the JSON --------------------------------------------------------------------------------------------------


def test_places_of_pieces_are_objects_with_the_ids_that_moves_touch():
    start = position(
        p1=seat(sites="west3", shops="granite2", pillars="r2c3", people="row"),
        p2=seat(sites="south2", gods="ra*1"),
        temple={"r2c3": "P09"},
    )
    data = start.as_dict()
    assert {site["id"]: site for site in data["sites"]}["site:west3"] == {
        "id": "site:west3",
        "side": "west",
        "line": 3,
        "owner": "p1",
    }
    assert [site["id"] for site in data["sites"] if site["owner"] == "p2"] == ["site:south2"]
    assert {shop["id"]: shop for shop in data["shops"]}["shop:granite2"] == {
        "id": "shop:granite2",
        "district": "granite",
        "row": 2,
        "owner": "p1",
    }
    assert [(space["id"], space["owner"]) for space in data["people"]] == [
        ("people:workshops", None),
        ("people:quarries", None),
        ("people:row", "p1"),
        ("people:column", None),
    ]
    assert {row["god"]: row["statues"] for row in data["horus"]}["ra"] == {"p2": 1}
    first = data["seats"][0]
    assert (first["sites"], first["shops"]) == (
        [{"at": "site:west3", "side": "west", "line": 3}],
        [{"at": "shop:granite2", "district": "granite", "row": 2}],
    )
    assert (first["pillars"], first["people"]) == (
        [{"at": "cell:r2c3", "row": 2, "column": 3}],
        [{"at": "people:row", "space": "row"}],
    )
