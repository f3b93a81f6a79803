"""How environments show a game: as text, and as the board of the page, always what the seat to act may see."""

from __future__ import annotations

import json
import warnings
from functools import partial
from io import BytesIO

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import render_test
from PIL import Image

import egypt.rl
from egypt import EgyptError, Game, Table
from egypt.protocol.web import picture
from tests.contract.cases import every_game
from tests.contract.two_worlds import redealt
from tests.protocol.web.browsing import changed

STEPS = 12
LEAST = 0.0005  # of a picture: less is no change
SEAT_COLOURS = [(0xB2, 0x3C, 0x2A), (0x1F, 0x66, 0xA3)]  # of style/base.css


def steps(env: egypt.rl.TurnEnv, count: int) -> None:
    rng = np.random.default_rng(1)
    for _ in range(count):
        if not env.single.is_over:
            env.step(int(rng.choice(env.single.legal_actions())))


@pytest.mark.program
@pytest.mark.browser
@every_game
def test_the_render_test_passes(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    warnings.simplefilter("ignore", UserWarning)
    render_test(partial(egypt.rl.aec_env, game.name))
    assert capsys.readouterr().out.count("p1") > 5  # `human` prints the board


@pytest.mark.program
@pytest.mark.browser
@every_game
def test_the_picture_is_of_the_board_and_changes_with_it(game: Game) -> None:
    env = egypt.rl.aec_env(game.name, render_mode="rgb_array")
    env.reset(seed=3)
    first = env.render()
    assert isinstance(first, np.ndarray) and first.shape == (picture.HEIGHT, picture.WIDTH, 3)
    for colour in SEAT_COLOURS:
        assert (np.abs(first.astype(int) - colour) < 12).all(axis=2).sum() > 20
    assert changed(env.render(), first) < LEAST
    steps(env, STEPS)
    assert changed(env.render(), first) > LEAST
    env.close()


class Pencil:
    """Stands in for the camera, and keeps what it is given to draw: all that a picture can depend on."""

    def __init__(self) -> None:
        self.drawn: list[str] = []

    def png(self, view: dict[str, object], catalogue: dict[str, object]) -> bytes:
        self.drawn.append(json.dumps([view, catalogue]))
        paper = BytesIO()
        Image.new("RGB", (1, 1)).save(paper, "png")
        return paper.getvalue()


def drawn(env: egypt.rl.TurnEnv, worlds: list[Table], seat: int, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """What pictures that the environment shows a seat in each of these worlds are made of."""
    pencil = Pencil()
    monkeypatch.setattr(env.single, "_camera", pencil)
    for world in worlds:
        monkeypatch.setattr(env.single, "position", lambda world=world: world.position)
        env.single.render(seat)
    monkeypatch.undo()
    assert len(pencil.drawn) == len(worlds)
    return set(pencil.drawn)


@every_game
def test_the_picture_tells_a_seat_nothing_that_it_does_not_know(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    env = egypt.rl.aec_env(game.name, render_mode="rgb_array")
    env.reset(seed=5)
    told = 0
    while not env.single.is_over:
        seat, truth = env.single.actor, Table(env.single.position())
        worlds = [truth, *redealt(truth.position, seat, range(3))]
        assert len(drawn(env, worlds, seat, monkeypatch)) == 1
        others = [other for other in range(env.single.players) if other != seat]
        told += any(len(drawn(env, worlds, other, monkeypatch)) > 1 for other in others)
        steps(env, STEPS)
    assert (told > 0) == (game.name != "ra")  # with other eyes there was a difference; Ra has no secrets of a seat


def test_the_seat_to_act_is_shown_and_in_the_end_the_first() -> None:
    for make in (egypt.rl.aec_env, egypt.rl.parallel_env):
        env = make("jars", 3, render_mode="ansi")
        env.reset(seed=3)
        table = Table.deal(env.single.game, 3, 3)
        while not table.is_over:
            assert env.render() == table.view(table.actor).board()
            action = env.single.legal_actions()[0]
            env.step(action if make is egypt.rl.aec_env else dict.fromkeys(env.agents, action))
            table.play(table.game.action_code(action))
        assert env.render() == table.view(0).board()


@pytest.mark.program
@pytest.mark.browser
def test_one_seat_is_shown_what_it_may_see() -> None:
    env = gymnasium.make("egypt/Jars-v0", render_mode="rgb_array", seat=1, opponents="random", disable_env_checker=True)
    env.reset(seed=2)
    image = env.render()
    assert isinstance(image, np.ndarray) and image.shape == (picture.HEIGHT, picture.WIDTH, 3)
    env.close()


def test_people_are_shown_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    seat = egypt.rl.gym_env("jars", render_mode="human", opponents="random")
    seat.reset(seed=1)
    assert capsys.readouterr().out == seat.single.position().view(0).board() + "\n"
    both = egypt.rl.parallel_env("jars", render_mode="human")
    both.reset(seed=1)
    both.step({})
    assert capsys.readouterr().out.count("JARS") == 2 and both.render() is None


def test_without_a_browser_one_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(*arguments: object) -> None:
        raise picture.NoBrowser("there is none")

    monkeypatch.setattr(picture, "_open", nobody)
    env = egypt.rl.aec_env("jars", render_mode="rgb_array")
    env.reset(seed=1)
    with pytest.raises(EgyptError, match=r"^render_mode 'rgb_array': there is none$"):
        env.render()
    env.close()


def test_other_modes_are_refused_and_none_shows_nothing() -> None:
    with pytest.raises(EgyptError, match="render_mode 'rgb': choose one of human, ansi, rgb_array"):
        egypt.rl.aec_env("ra", render_mode="rgb")
    env = egypt.rl.aec_env("ra")
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="without a render_mode"):
        assert env.render() is None
