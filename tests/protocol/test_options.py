"""The table of options."""

import pytest

from egypt.protocol.commands import CommandError
from egypt.protocol.options import TABLE, Options


def test_what_the_user_sets_wins_over_what_suits_the_game() -> None:
    options = Options()
    assert options["Exploration"] == 700
    options.use_game_defaults({"exploration": 0.45, "playout": 0, "exact": False, "family": "multiple", "unrelated": 3})
    assert (options["Exploration"], options["Playout"], options["Exact"], options["Search"]) == (450, 0, 0, 1)
    options.set("Exploration", "900")
    assert options["Exploration"] == 900
    options.use_game_defaults({})
    assert (options["Exploration"], options["Playout"], options["Exact"]) == (900, 1_000_000, 1)


def test_a_search_is_told_only_what_the_user_set() -> None:
    options = Options()
    options.use_game_defaults({"exploration": 0.45})
    assert options.chosen_settings() == {}
    for name, value in (("Search", "multiple"), ("Exploration", "250"), ("KeyedDraws", "2"), ("Exact", "false")):
        options.set(name, value)
    assert options.chosen_settings() == {"family": "multiple", "exploration": 0.25, "keyed_draws": 2, "exact": False}


def test_names_do_not_care_for_case() -> None:
    options = Options()
    options.set("multipv", "3")
    assert options["MultiPV"] == 3


@pytest.mark.parametrize(
    "name, value, code, named",
    [
        ("Has", "3", "unknown-option", "'Has'"),
        ("Hash", "many", "bad-argument", "'many'"),
        ("Hash", "", "bad-argument", "''"),
        ("Hash", "0", "bad-argument", "'0'"),
        ("Hash", "-4", "bad-argument", "'-4'"),
        ("Hash", "99999999", "bad-argument", "'99999999'"),
        ("Hash", "9" * 5000, "bad-argument", "999…'"),
        ("Hash", "٣", "bad-argument", "'٣'"),
        ("Exact", "1", "bad-argument", "'1'"),
        ("Search", "best", "bad-argument", "'best'"),
    ],
)
def test_a_bad_value_is_named_and_changes_nothing(name: str, value: str, code: str, named: str) -> None:
    options = Options()
    before = [options[option.name] for option in TABLE]
    with pytest.raises(CommandError) as caught:
        options.set(name, value)
    assert caught.value.code == code and named in caught.value.text
    assert [options[option.name] for option in TABLE] == before


def test_every_default_is_in_its_range_and_declared() -> None:
    options = Options()
    for option, line in zip(TABLE, options.declarations(), strict=True):
        assert option.low <= option.default <= option.high
        assert line.startswith(f"option name {option.name} type ")
    assert "option name Hash type spin default 64 min 1 max 65536" in options.declarations()
    assert "option name Exact type check default true" in options.declarations()
    assert "option name Search type combo default single var single var multiple var determinized" in options.declarations()
