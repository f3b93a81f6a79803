"""The extras are extras: who does not ask for them loads none of their modules."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests import PATIENCE, ROOT

pytestmark = pytest.mark.program  # all of them start processes

BLOCKED = """
import sys
for name in ("numpy", "gymnasium", "pettingzoo", "matplotlib", "PIL", "pyspiel", "open_spiel"):
    sys.modules[name] = None
import egypt, egypt.protocol.session, egypt.bots
table = egypt.game("ra").deal(3, seed=1)
view = table.view(table.actor)
assert len(view.tensor()) == view.game.tensor_size(3) and sum(view.action_mask()) == len(view.legal_actions())
assert not any(name.startswith("egypt.rl") for name in sys.modules), "egypt.rl"
try:
    import egypt.rl
except ImportError as error:
    print(error)
"""
LAZY = """
import sys, egypt
table = egypt.game("ra").deal(3, seed=1)
egypt.Search(table.game).run(table.view(table.actor), egypt.Limits(iterations=50))
extras = ("egypt.rl", "egypt.core.learning", "gymnasium", "pettingzoo")
print(sorted(name for name in sys.modules if name.startswith(extras)))
"""
WITHOUT_PILLOW = """
import sys
sys.modules["PIL"] = None
import egypt.rl
for mode in ("ansi", "rgb_array"):
    env = egypt.rl.aec_env("ra", render_mode=mode)
    env.reset(seed=1)
    try:
        print(type(env.render()).__name__)
    except egypt.EgyptError as error:
        print(error)
"""


def run(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_without_the_extras_all_but_egypt_rl_works() -> None:
    said = run(BLOCKED)
    assert "egypt-engine[rl]" in said


def test_who_plays_and_searches_loads_nothing_for_learners() -> None:
    """No table of actions is made and no module of learners is loaded before it is asked for: nothing can be slower."""
    assert run(LAZY) == "[]"


def test_pillow_is_needed_for_pictures_only() -> None:
    board, picture = run(WITHOUT_PILLOW).splitlines()
    assert board == "str"
    assert picture.startswith("render_mode 'rgb_array': ") and "PIL" in picture and "egypt-engine[rl]" in picture
