"""What holds after every move of any game."""

import pytest

from egypt.core.position import Position, Rng
from tests.games.ra.positions import BOX, GAME, RA_LIMIT, SUN_SETS, plain

GAMES = 200  # per number of players


def random_game(players, seed):
    """All positions of a random game in which somebody acts, and the end, with the move that led there."""
    rng = Rng(seed)
    position = Position.start(GAME, players).settle(rng)
    yield position, None
    while not position.is_over:
        codes = position.legal_codes()
        move = codes[rng.below(len(codes))]
        position = position.after(move).settle(rng)
        yield position, GAME.move_text(move)


def check_components(data):
    totals = dict.fromkeys(BOX, 0)
    for place in (data["bag"], data["gone"], data["track"], *(player["tiles"] for player in data["seats"])):
        for kind, number in place.items():
            assert number > 0
            totals[kind] += number
    assert totals == BOX
    assert sum(data["track"].values()) <= 8
    assert "ra" not in data["track"]
    assert sum(data["bag"].values()) >= 60


def check_suns(data):
    sets = SUN_SETS[data["players"]]
    owned = [player["suns_up"] + player["suns_down"] for player in data["seats"]]
    assert sorted([data["center_sun"], *(sun for suns in owned for sun in suns)]) == sorted(
        [1, *(sun for suns in sets for sun in suns)]
    )
    assert {len(suns) for suns in owned} == {len(sets[0])}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_position_of_random_games(players):
    for seed in range(GAMES):
        before, bids = None, []
        for position, move in random_game(players, seed):
            position.validate()
            data = plain(position)
            check_components(data)
            check_suns(data)
            assert min(position.scores()) >= 0
            assert 30 - data["bag"].get("ra", 0) <= 3 * RA_LIMIT[players]
            if not position.is_over:
                assert data["ra_tiles"] < RA_LIMIT[players]
                codes = position.legal_codes()
                assert codes == sorted(set(codes))
                assert 1 <= len(codes) <= 9
            if before and before["phase"] == "auction" and move.startswith("bid:"):
                bids.append(int(move[4:]))
                assert bids == sorted(set(bids))
            if data["phase"] != "auction":
                bids = []
            if before and before["phase"] == "auction" and data["phase"] == "turn" and data["epoch"] == before["epoch"]:
                check_turn_order(before, data)
            before = data
        assert sorted(position.ranks()) == list(range(1, players + 1))


def check_turn_order(before, after):
    """After an auction the turn is left of the Ra player, past those without usable suns."""
    caller = int(before["turn"][1]) - 1
    players = before["players"]
    for step in range(1, players + 1):
        seat = after["seats"][(caller + step) % players]
        if seat["suns_up"]:
            assert after["to_act"] == seat["seat"]
            return
    raise AssertionError("nobody has a sun, yet the epoch goes on")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_texts_of_random_games_come_back_equal(players):
    for seed in range(10):
        for position, _ in random_game(players, seed):
            assert Position.from_text(position.to_text(), GAME) == position


@pytest.mark.parametrize("players", [2, 5])
def test_everybody_knows_everything(players):
    rng = Rng(3)
    for position, _ in random_game(players, 3):
        for seat in range(players):
            view = position.view(seat)
            view.validate()
            assert view.sample(rng) == position
            assert view.to_text() == position.to_text().replace("viewer=all", f"viewer=p{seat + 1}")
