"""A setting is declared once: signatures, stubs, bots and protocol options follow from the declaration."""

import ast
import inspect
import pydoc
import re

import pytest

from egypt import EgyptError, Limits, Search, Table, get_game
from egypt.bots import make_bot
from egypt.bots.ismcts import IsmctsBot
from egypt.protocol.options import TABLE
from egypt.search.results import Line, Result
from egypt.search.settings import BY_NAME, SETTINGS, core_values, resolve
from tests import ROOT

RA = get_game("ra")
ANNOTATIONS = {setting.name: f"{setting.annotation} | None" for setting in SETTINGS}


def shown(signature):
    return {
        name: parameter.annotation
        for name, parameter in signature.parameters.items()
        if name in BY_NAME and parameter.kind is parameter.KEYWORD_ONLY and parameter.default is None
    }


@pytest.mark.parametrize("kind", [Search, IsmctsBot])
def test_signatures_show_all_settings(kind):
    assert shown(inspect.signature(kind)) == ANNOTATIONS
    assert not any(parameter.kind is parameter.VAR_KEYWORD for parameter in inspect.signature(kind).parameters.values())


def test_the_stub_of_search_shows_what_the_signature_shows():
    stub = ast.parse((ROOT / "engine" / "search" / "searcher.pyi").read_text())
    (new,) = (node for node in ast.walk(stub) if isinstance(node, ast.FunctionDef) and node.name == "__new__")
    keywords = {argument.arg: ast.unparse(argument.annotation) for argument in new.args.kwonlyargs}
    defaults = [ast.literal_eval(default) for default in new.args.kw_defaults]
    real = [*inspect.signature(Search).parameters.values()][1:]
    assert keywords == {parameter.name: parameter.annotation for parameter in real}
    assert defaults == [parameter.default for parameter in real]


def test_help_shows_signature_and_docstring():
    text = pydoc.render_doc(Search, renderer=pydoc.plaintext)
    assert re.search(r"exploration: '?float \| None'? = None", text) and "memory of their trees in MB" in text


def test_the_protocol_offers_all_settings_with_range_and_meaning():
    options = {option.name: option for option in TABLE}
    for setting in SETTINGS:
        option = options[setting.option]
        assert option.meaning.startswith(setting.meaning)
        if not setting.words:
            assert (option.low, option.high) == (setting.low * setting.scale, setting.high * setting.scale)


def test_bots_take_any_setting_by_its_name():
    for setting in SETTINGS:
        value = str(setting.default).lower() if isinstance(setting.default, bool) else setting.default
        make_bot(f"ismcts:hash_mb=1,{setting.name}={value}", RA).close()


def test_the_core_gets_words_by_their_place():
    values = core_values(resolve({}, 3, {"family": "determinized", "reuse": "timed", "exploration": 0.5}))
    assert (values["family"], values["reuse"], values["exploration"], values["exact"]) == (2, 1, 0.5, True)


@pytest.mark.parametrize("moves", ["draw", ("draw", 3), [None]])
def test_searchmoves_are_a_tuple_of_texts(moves):
    with pytest.raises(EgyptError, match="searchmoves"):
        Limits(searchmoves=moves)


def test_what_goes_in_and_comes_out_prints_itself_in_a_line():
    search = Search(RA, threads=2, hash_mb=8, seed=3, margin=0.5)
    assert repr(search) == "<Search of ra: 2 threads, 8 MB, seed 3, margin=0.5>"
    assert repr(Limits(iterations=10, searchmoves=("draw",))) == "Limits(iterations=10, searchmoves=('draw',))"
    assert repr(Limits()) == "Limits()"
    line = Line("draw", 7, (0.25, 0.75), (10.0, 12.5), ("draw", "invoke"), (0, 1))
    assert repr(line) == "<Line draw: 7 visits, chances (0.250, 0.750), points (10.0, 12.5), pv draw invoke>"
    result = Result("draw", (line,), 7, 9, 1, 2.4, 32)
    assert repr(result) == "<Result draw, best of 1 moves: 7 iterations, 9 nodes, 2 ms>"


def test_where_nature_draws_there_is_no_best_move():
    table = Table.deal(RA, 3, 3)
    waiting = table.position.after("draw").view(1)
    with pytest.raises(EgyptError, match="not to act"):
        Search(RA, hash_mb=1).run(waiting, Limits(iterations=5)).chosen()
