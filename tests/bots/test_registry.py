"""Texts that name bots."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from egypt import EgyptError, Table, get_game
from egypt.bots import BotSpecError, bot_names, make_bot
from tests import ROOT

JARS = get_game("jars")


@pytest.mark.parametrize(
    "spec",
    [
        "random",
        "random:seed=3",
        "greedy",
        "greedy:worlds=4,seed=2",
        "ismcts",
        "ismcts:iterations=50,seed=3",
        "ismcts:movetime=5.5,exploration=0.4,playout=0,exact=true,threads=2,hash_mb=4",
    ],
)
def test_a_good_spec_makes_a_bot_that_plays(spec: str) -> None:
    view = Table.deal(JARS, 3, 1).view(0)
    with make_bot(spec, JARS) as bot:
        assert bot.name == spec.split(":")[0]
        assert bot.game is JARS and bot.seed == (int(spec.partition("seed=")[2][0]) if "seed=" in spec else 0)
        bot.new_game()
        assert bot.choose(view) in view.legal_moves()


@pytest.mark.program
def test_an_external_command_keeps_its_commas_and_quotes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    code = "import sys; assert sys.argv[1:] == ['a,b=c', 'd']; from egypt.protocol.__main__ import main; main([])"
    with make_bot(f'external:iterations=20,seed=4,command={sys.executable} -c "{code}" a,b=c d', JARS) as bot:
        assert bot.name.startswith("egypt-engine ") and bot.game is JARS and bot.seed == 4
        view = Table.deal(JARS, 3, 1).view(0)
        assert bot.choose(view) in view.legal_moves()


@pytest.mark.parametrize(
    "spec, named",
    [
        ("", "''"),
        ("stockfish", "'stockfish'"),
        ("Random", "'Random'"),
        ("random:speed=3", "'speed'"),
        ("random:seed", "'seed'"),
        ("random:game=ra", "'game'"),
        ("random:seed=", "'seed='"),
        ("random:seed=three", "'seed=three'"),
        ("random:seed=1,seed=2", "'seed'"),
        ("random:seed=1,,", "','"),
        ("greedy:worlds=0", "0"),
        ("ismcts:exact=yes", "'exact=yes'"),
        ("ismcts:threads=0", "0"),
        ("ismcts:iterations=0", "iterations"),
        ("external", "'command'"),
        ("external:movetime=100", "'command'"),
        ("external:command=", "'command'"),
    ],
)
def test_a_bad_spec_is_named(spec: str, named: str) -> None:
    with pytest.raises(EgyptError) as caught:
        make_bot(spec, JARS)
    assert named in str(caught.value)


def test_a_bad_name_lists_the_good_ones() -> None:
    with pytest.raises(BotSpecError, match="external, greedy, ismcts, ismcts-v1, ismcts-v2, random"):
        make_bot("x", JARS)
    assert bot_names() == ["external", "greedy", "ismcts", "ismcts-v1", "ismcts-v2", "random"]


OWN = """
from egypt.bots import Bot

class First(Bot):
    def choose(self, view):
        return view.legal_moves()[0]

class Settings(First):
    name = "named"
    def __init__(self, game, *, depth: int, share: float = 0.5, Loud=False, word=None):
        super().__init__(game)
        self.said = (depth, share, Loud, word)

class Unfinished(Bot):
    pass

NUMBER = 5
"""


def test_your_own_bot_is_named_by_module_and_class(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the working directory, with the settings that its own arguments name."""
    (tmp_path / "own_bots.py").write_text(OWN)
    (tmp_path / "broken_bots.py").write_text("1 / 0")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    view = Table.deal(JARS, 3, 1).view(0)
    with make_bot("own_bots:First:seed=4", JARS) as bot:
        assert (bot.name, bot.seed, bot.game) == ("First", 4, JARS)
        assert bot.choose(view) == view.legal_moves()[0]
    bot = make_bot("own_bots:Settings:depth=3,share=0.25,Loud=true,word=x", JARS)
    assert bot.name == "named" and vars(bot)["said"] == (3, 0.25, True, "x")
    for spec, message in (
        ("own_bots:Settings", "'depth' is missing"),
        ("own_bots:Settings:depth=deep", "'depth=deep' is not a number"),
        ("own_bots:First:depth=3", "'depth' is not a setting; there are seed"),
        ("own_bots:Third", "own_bots has no Third"),
        ("own_bots:NUMBER", "must be a class derived from egypt.bots.Bot"),
        ("own_bots:Unfinished", "Unfinished lacks choose"),
        ("broken_bots:First", "cannot import broken_bots: ZeroDivisionError: division by zero"),
        ("no_such_module:First", "cannot import no_such_module: ModuleNotFoundError"),
        ("own-bots:First", "must be package.module:Class"),
    ):
        with pytest.raises(BotSpecError, match=message):
            make_bot(spec, JARS)
