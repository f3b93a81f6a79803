"""The grammar of --engine and --each: what is meant, and what is wrong, by name."""

from __future__ import annotations

import pytest

from egypt.bots.arena.engines import read_clock, read_engines, split_fields
from egypt.bots.arena.errors import ArenaError


def test_a_program_keeps_its_spaces_and_commas() -> None:
    (spec,) = read_engines(["name=new,cmd=egypt-engine --game ra --set a,b,movetime=100"], [])
    assert (spec.name, spec.arguments, spec.movetime) == ("new", ["egypt-engine", "--game", "ra", "--set", "a,b"], 100)


def test_quotes_keep_a_field_together() -> None:
    assert split_fields('cmd="run x,y=1",iterations=5') == [("cmd", "run x,y=1"), ("iterations", "5")]


def test_each_fills_in_what_an_engine_leaves_open() -> None:
    one, other = read_engines(
        ["bot=ismcts,iterations=9,option.Threads=2", "bot=greedy"],
        ["iterations=5,option.Threads=1,option.Hash=8", "overhead=7"],
    )
    assert (one.iterations, one.overhead, one.options, one.each) == (9, 7, {"Threads": "2"}, {"Hash": "8"})
    assert (other.iterations, other.options, other.each) == (5, {}, {"Threads": "1", "Hash": "8"})
    assert one.settings() == {"threads": 2, "hash_mb": 8, "iterations": 9}
    assert other.settings() == {}  # one ply needs neither threads nor iterations


def test_options_mean_the_same_for_bots_and_programs() -> None:
    (spec,) = read_engines(["bot=ismcts,movetime=50,option.Exploration=700,option.Exact=true,option.Seed=4"], [])
    assert spec.settings() == {"exploration": 0.7, "exact": True, "seed": 4, "movetime": 50}


def test_nameless_engines_get_names() -> None:
    specs = read_engines(["bot=random", "bot=random", "cmd=/opt/x/engine -v", "bot=egypt.bots.greedy:GreedyBot"], [])
    assert [spec.name for spec in specs] == ["random", "random-2", "engine", "GreedyBot"]


@pytest.mark.parametrize(("text", "clock"), [("10", (10_000, 0)), ("0.5+0.01", (500, 10)), ("60+1", (60_000, 1000))])
def test_clocks(text: str, clock: tuple[float, float]) -> None:
    assert read_clock("e", text) == pytest.approx(clock)


@pytest.mark.parametrize(
    ("engines", "each", "token"),
    [
        (["name=a"], [], "bot= or cmd="),
        (["bot=random,cmd=x"], [], "bot= or cmd="),
        (["bot=chess"], [], "bot=chess"),
        (["bot=external"], [], "bot=external"),
        (["bot=no.such.module:Class"], [], "bot='no.such.module:Class': cannot import no.such.module"),
        (["bot=tests.bots.test_players:JARS"], [], "JARS must be a class derived from egypt.bots.Bot"),
        (["bot=egypt.bots.greedy:GreedyBot,option.depth=1"], [], "no option 'depth'"),
        (["bot=random,colour=red"], [], "'colour'"),
        (["bot=random,movetime=soon"], [], "movetime=soon"),
        (["bot=random,movetime=-5"], [], "movetime=-5"),
        (["bot=random,iterations=0"], [], "iterations=0"),
        (["bot=ismcts,iterations=2000000000000"], [], "iterations=2000000000000"),
        (["bot=ismcts,tc=fast"], [], "tc=fast"),
        (["bot=ismcts,tc=0"], [], "tc=0"),
        (["bot=ismcts,tc=1000000"], [], "604800 seconds"),
        (["bot=ismcts,tc=1+1000000"], [], "604800 seconds"),
        (["bot=ismcts,tc=5,movetime=5"], [], "exclude"),
        (["bot=ismcts,option.Threads=many"], [], "option.Threads=many"),
        (["bot=greedy,option.Threads=2"], [], "'Threads'"),
        (["bot=ismcts,option.Exact=perhaps"], [], "perhaps"),
        (["bot=greedy,iterations=3"], [], "bot=greedy has no setting 'iterations'"),
        (["bot=ismcts,dir=/tmp"], [], "bot=ismcts has no setting 'dir'"),
        (["bot=random,stall=3"], [], "bot=random has no setting 'stall'"),
        (["bot=random,start=3"], ["start=5"], "bot=random has no setting 'start'"),
        (["name=a,bot=random", "name=a,bot=greedy"], [], "called 'a'"),
        (["bot=random,bot=greedy"], [], "'bot' stands twice"),
        (["random"], [], "'random'"),
        (["cmd="], [], "'cmd='"),
        (["cmd=x 'y"], [], "x 'y"),
        (["bot=random"], ["bot=greedy"], "'bot'"),
    ],
)
def test_errors_name_the_bad_part(engines: list[str], each: list[str], token: str) -> None:
    with pytest.raises(ArenaError) as caught:
        read_engines(engines, each)
    assert token in str(caught.value)
