"""Texts that name bots."""

from __future__ import annotations

import sys

import pytest

from egypt import EgyptError, Table, get_game
from egypt.bots import BotSpecError, bot_names, make_bot
from tests import ROOT

JARS = get_game("jars")


@pytest.mark.parametrize("spec", [
    "random", "random:seed=3", "greedy", "greedy:worlds=4,seed=2", "ismcts", "ismcts:iterations=50,seed=3",
    "ismcts:movetime=5.5,exploration=0.4,playout=0,exact=true,threads=2,hash_mb=4",
])
def test_a_good_spec_makes_a_bot_that_plays(spec: str) -> None:
    view = Table.deal(JARS, 3, 1).view(0)
    with make_bot(spec, JARS) as bot:
        assert bot.name == spec.split(":")[0]
        bot.new_game()
        assert bot.choose(view) in view.legal_moves()


def test_an_external_command_keeps_its_commas_and_quotes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    code = "import sys; assert sys.argv[1:] == ['a,b=c', 'd']; from egypt.protocol.__main__ import main; main([])"
    with make_bot(f'external:iterations=20,seed=4,command={sys.executable} -c "{code}" a,b=c d', JARS) as bot:
        assert bot.name.startswith("egypt-engine ")
        view = Table.deal(JARS, 3, 1).view(0)
        assert bot.choose(view) in view.legal_moves()


@pytest.mark.parametrize("spec, named", [
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
    ("external", "'command'"),
    ("external:movetime=100", "'command'"),
    ("external:command=", "'command'"),
])
def test_a_bad_spec_is_named(spec: str, named: str) -> None:
    with pytest.raises(EgyptError) as caught:
        make_bot(spec, JARS)
    assert named in str(caught.value)


def test_a_bad_name_lists_the_good_ones() -> None:
    with pytest.raises(BotSpecError, match="external, greedy, ismcts, ismcts-v1, random"):
        make_bot("x", JARS)
    assert bot_names() == ["external", "greedy", "ismcts", "ismcts-v1", "random"]
