"""A user's own rules, in every room: numbers that count in play, files refused by name, no other game disturbed.

A process plays one set of rules per game, so each case is a process of its own.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import egypt
from egypt.core.data import DataError, OwnRules, parse_data
from tests import PATIENCE, ROOT

pytestmark = pytest.mark.program  # all of them start processes


class Room(NamedTuple):
    """What is changed in a room's file, an expression that shows it in a game, and its value; then what is refused."""

    change: str
    shown: str
    value: str
    wrong_type: str  # with the entry that is named
    wrong_type_entry: str
    unknown: str
    unknown_entry: str
    contradiction: str
    contradiction_entry: str


ROOMS = {
    "amunre": Room(
        "[game]\nstart_gold = 25\n[provinces.memphis]\ncaravan = 3",
        "[row['gold'] for row in table.position.as_dict()['seats']]",
        "[25, 25, 25]",
        "[game]\nstart_gold = '25'",
        "[game]: 'start_gold'",
        "[provinces.thebes]\nvineyards = 2",
        "[provinces.thebes]: 'vineyards'",
        "[favors]\narchitect = 3",
        "[favors]: 'architect' is 3",
    ),
    "ra": Room(
        "[game]\nstart_score = 17",
        "table.scores()",
        "[17, 17, 17]",
        "[tiles]\ngod = 8",
        "[tiles.god]: must be a table, not 8",
        "[score]\npharaoh = 1",
        "[score]: 'pharaoh'",
        "[tiles]\nra = { count = 20 }",
        "[ra_limit]: '3' is 8: 20 Ra tiles",
    ),
    "sobek": Room(
        "[sizes]\nreach = 5",
        "len([move for move in table.legal_moves() if move.startswith('take:')])",
        "5",
        "[sizes]\nreach = [5]",
        "[sizes]: 'reach'",
        "[sizes]\nships = 3",
        "[sizes]: 'ships'",
        "[goods.ivory]\nwith = 1",
        "[goods]: 52 cards",
    ),
    "tekhenu": Room(
        "[game]\nstart_vp = 12",
        "table.scores()",
        "[12, 12, 12]",
        "[player]\nstatue_granite = 2",
        "[player]: 'statue_granite'",
        "[horuss]\nbonus = 1",
        ": 'horuss'",
        "[dice]\nyellow = { 1 = 1, 2 = 1, 3 = 1, 4 = 1 }",
        "[dice]: 22 dice for 4 players",
    ),
}
PLAY = """
import sys, egypt
table = egypt.use_rules(sys.argv[1]).deal(players=3, seed=1)
print(table.game.rules_hash)
print({shown})
rng = egypt.Rng(1)
while not table.is_over:
    moves = table.legal_moves()
    table.play(moves[rng.below(len(moves))])
    table.position.validate()
"""


def run(*arguments: str | Path, data: str = "", path: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = os.environ | ({"PYTHONPATH": str(path), "EGYPT_GAMES": ""} if path is not None else {})
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        input=data,
        capture_output=True,
        text=True,
        timeout=5 * PATIENCE,
        check=False,
        cwd=ROOT if path is None else path,
        env=environment,
    )


def engine(*arguments: str | Path, data: str = "", path: Path | None = None) -> subprocess.CompletedProcess[str]:
    return run("-m", "egypt.protocol", *arguments, data=data, path=path)


def rules(folder: Path, game: str, text: str) -> Path:
    path = folder / f"my-{game}.toml"
    path.write_text(f'rules_for = "{game}"\n{text}\n', encoding="utf-8")
    return path


def refused(file: Path | str, *more: str) -> str:
    """The one line with which the program refuses a file."""
    finished = engine("--rules", file, *more, data="egi\nquit\n")
    assert (finished.returncode, finished.stdout, finished.stderr.count("\n")) == (2, "", 1), finished
    assert finished.stderr.startswith(f"egypt-engine: --rules {file}"), finished.stderr
    return finished.stderr.strip()


# -- numbers that count --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ROOMS)
def test_a_changed_number_is_played(tmp_path: Path, game: str) -> None:
    room = ROOMS[game]
    script = tmp_path / "play.py"
    script.write_text(PLAY.replace("{shown}", room.shown), encoding="utf-8")
    finished = run(script, rules(tmp_path, game, room.change))
    assert finished.returncode == 0, finished.stderr
    rules_hash, shown = finished.stdout.splitlines()
    assert shown == room.value and rules_hash != egypt.game(game).rules_hash
    table = egypt.game(game).deal(players=3, seed=1)
    assert str(eval(room.shown, {"table": table})) != room.value


@pytest.mark.parametrize("game", ROOMS)
def test_the_handshake_has_the_hash_of_the_rules(tmp_path: Path, game: str) -> None:
    def said(*arguments: str | Path) -> str:
        return engine("--game", game, *arguments, data="egi\nquit\n").stdout.partition(" rules ")[2].split()[0]

    assert said() == said("--rules", rules(tmp_path, game, "")) == egypt.game(game).rules_hash
    assert said("--rules", rules(tmp_path, game, ROOMS[game].change)) != egypt.game(game).rules_hash


@pytest.mark.parametrize("game", ROOMS)
def test_a_template_changes_nothing(tmp_path: Path, game: str) -> None:
    printed = engine("--rules-template", game)
    assert printed.returncode == 0 and printed.stdout == egypt.rules_template(game)
    assert printed.stdout.endswith(Path(egypt.__file__).with_name("games").joinpath(game, "data.toml").read_text("utf-8"))
    path = tmp_path / "template.toml"
    path.write_text(printed.stdout, encoding="utf-8")
    assert egypt.game(game, rules=path) is egypt.game(game)  # the same rules as those in use


def test_the_order_of_entries_does_not_count(tmp_path: Path) -> None:
    tables, rules_hash = parse_data("[a]\nb = 1\nc = 2\n")
    one = OwnRules.read(rules(tmp_path, "ra", "[a]\nb = 3\nd = 4")).overlay(tables, rules_hash)
    other = OwnRules.read(rules(tmp_path, "ra", "[a]\nd = 4\nb = 3")).overlay(tables, rules_hash)
    assert one == other and one[0] == {"a": {"b": 3, "c": 2, "d": 4}} and one[1] != rules_hash


TEKHENU = """
import sys, egypt
egypt.use_rules(sys.argv[1])
from tests.games.tekhenu.scenes import play, position
{play}
"""
PLAYED = {  # every position on the way is checked
    "a die that is turned over by a blessing": (
        "[blessings.B12]\nshift = 9",
        "play(position(dice='bastet:brown1', p1={'blessings': 'B12 B17', 'goods': {'scribe': 1, 'papyrus': 9}}), "
        "'take:bastet+brown1+pure', 'bless:B12+white6')",
    ),
    "extra actions at different prices": (
        "[blessings.B18]\nscribes = 2",
        "asked = play(position(dice='ra:white3', p1={'blessings': 'B18', 'technologies': 'T10', "
        "'goods': {'scribe': 1, 'gold': 2, 'granite': 2}}), 'take:ra+white3+pure', 'bless:B18')\n"
        "assert asked.legal_moves() and 'step=pay' in asked.to_text()",
    ),
}


@pytest.mark.parametrize("scene", PLAYED)
def test_own_numbers_of_tekhenus_cards_are_played(tmp_path: Path, scene: str) -> None:
    change, played = PLAYED[scene]
    finished = run("-c", TEKHENU.replace("{play}", played), rules(tmp_path, "tekhenu", change))
    assert finished.returncode == 0, finished.stderr


# -- files that are refused ----------------------------------------------------------------------------------


def test_a_blessing_may_not_leave_more_happiness_than_population(tmp_path: Path) -> None:
    assert "[blessings.B20]: 'population' is 9" in refused(rules(tmp_path, "tekhenu", "[blessings.B20]\npopulation = 9"))


ENDS = [  # numbers that were once accepted, and led to a traceback or to positions that the engine itself refuses
    ("ra", "[score]\nmonument_copies = [0, 0, 0, 5, 100, 15]", "[score]: 'monument_copies' is 100, must be -31..31"),
    ("amunre", "[game]\nrewards = [0, 2, 1]", "[game]: 'rewards' is [0, 2, 1], must not grow"),
]


@pytest.mark.parametrize(("game", "change", "named"), ENDS)
def test_numbers_that_cannot_be_played_are_refused(tmp_path: Path, game: str, change: str, named: str) -> None:
    assert named in refused(rules(tmp_path, game, change))


def test_a_number_at_its_ends(tmp_path: Path) -> None:
    """One of the numbers that `python -m tests.rules_ends` tries; all of them take many minutes."""
    finished = run("-m", "tests.rules_ends", "--game", "ra", "--entries", "1", "--seed", "4")
    assert (finished.returncode, finished.stderr) == (0, ""), finished
    assert finished.stdout.startswith("ra: one number, ") and finished.stdout.endswith(" no faults\n")


@pytest.mark.parametrize("game", ROOMS)
@pytest.mark.parametrize("fault", ["wrong_type", "unknown", "contradiction"])
def test_a_wrong_entry_is_named(tmp_path: Path, game: str, fault: str) -> None:
    room = ROOMS[game]._asdict()
    assert room[f"{fault}_entry"] in refused(rules(tmp_path, game, room[fault]))


@pytest.mark.parametrize("game", ROOMS)
def test_a_broken_file_is_named(tmp_path: Path, game: str) -> None:
    assert "(at line 2, column" in refused(rules(tmp_path, game, "[game\n"))
    assert "No such file" in refused(tmp_path / "nowhere.toml", "--game", game)
    (tmp_path / "bytes.toml").write_bytes(b"rules_for = '\xff'")
    assert "utf-8" in refused(tmp_path / "bytes.toml")


def test_a_file_must_say_which_game_it_is_for(tmp_path: Path) -> None:
    (tmp_path / "whose.toml").write_text("[game]\n", encoding="utf-8")
    assert "'rules_for' is missing" in refused(tmp_path / "whose.toml")
    assert "'chess' is not a game here" in refused(rules(tmp_path, "chess", ""))
    with pytest.raises(DataError, match="'rules_for' is 'ra', not 'sobek'"):
        egypt.game("sobek", rules=rules(tmp_path, "ra", ""))
    template = engine("--rules-template", "chess")
    assert template.returncode == 2 and "'chess' is not a game here" in template.stderr


# -- one set of rules per process ----------------------------------------------------------------------------


def test_rules_cannot_change_under_a_game_in_use(tmp_path: Path) -> None:
    game = egypt.game("ra")
    with pytest.raises(egypt.EgyptError, match=f"ra is in use with rules {game.rules_hash} already"):
        egypt.game("ra", rules=rules(tmp_path, "ra", ROOMS["ra"].change))
    assert egypt.game("ra") is game


DISTURBED = """
import sys, egypt
for number in (1, 2):
    try:
        egypt.use_rules(sys.argv[number])
    except egypt.EgyptError as problem:
        print(problem)
for game in egypt.games():
    print(game.name, game.rules_hash, game.deal(players=3, seed=1).position.to_text())
"""


@pytest.mark.parametrize("game", ROOMS)
def test_a_broken_file_disturbs_no_game(tmp_path: Path, game: str) -> None:
    """Not even the one it was for: its own rules are still there."""
    script = tmp_path / "play.py"
    script.write_text(DISTURBED, encoding="utf-8")
    unknown = tmp_path / "unknown.toml"
    unknown.write_text(f'rules_for = "{game}"\n{ROOMS[game].unknown}\n', encoding="utf-8")
    finished = run(script, rules(tmp_path, game, ROOMS[game].contradiction), unknown)
    lines = finished.stdout.splitlines()
    assert finished.returncode == 0 and len(lines) == 2 + len(egypt.games()), finished
    assert lines[2:] == [
        f"{one.name} {one.rules_hash} {one.deal(players=3, seed=1).position.to_text()}" for one in egypt.games()
    ]


def test_a_broken_room_disturbs_no_other(tmp_path: Path) -> None:
    """An installation in which one data file was spoiled."""
    packages = tmp_path / "egypt"
    games = packages / "games"
    games.mkdir(parents=True)
    home = Path(egypt.__file__).parent
    for name in ("__init__.py", "core", "search"):
        (packages / name).symlink_to(home / name)
    for package in ("protocol", "bots"):
        (packages / package).symlink_to(ROOT / package)
    for path in (home / "games").iterdir():
        if path.name == "ra":
            shutil.copytree(path, games / "ra")
        elif path.name != "__pycache__":
            (games / path.name).symlink_to(path)
    data = games / "ra" / "data.toml"
    data.write_text(data.read_text(encoding="utf-8").replace("epochs = 3", "epochs = 300"), encoding="utf-8")
    talk = "egi\nnewgame game ra\nnewgame game amunre\nposition deal players 3 seed 1\nturn\nquit\n"
    said = engine(data=talk, path=tmp_path)
    assert said.returncode == 0 and "ra: data.toml [game]: 'epochs' is 300" in said.stderr
    assert "game amunre" in said.stdout and "game ra " not in said.stdout and "egiok 1" in said.stdout
    assert "error unknown-game : data.toml [game]: 'epochs' is 300, must be 1..8" in said.stdout
    assert said.stdout.splitlines()[-1].startswith("turn p")


# -- travelling ----------------------------------------------------------------------------------------------


PICKLED = """
import pickle, sys, egypt
if len(sys.argv) > 2:
    table = egypt.use_rules(sys.argv[2]).deal(players=3, seed=1)
    with open(sys.argv[1], "wb") as file:
        pickle.dump(table.position, file)
else:
    with open(sys.argv[1], "rb") as file:
        position = pickle.load(file)
    print(position.game.rules_hash, position.scores())
"""


def test_a_position_takes_its_rules_along(tmp_path: Path) -> None:
    script, pickled = tmp_path / "pickled.py", tmp_path / "position.pickle"
    script.write_text(PICKLED, encoding="utf-8")
    assert run(script, pickled, rules(tmp_path, "ra", ROOMS["ra"].change)).returncode == 0
    (tmp_path / "my-ra.toml").unlink()
    arrived = run(script, pickled)
    assert arrived.stdout.split()[1:] == ["[17,", "17,", "17]"], arrived.stderr
    assert arrived.stdout.split()[0] != egypt.game("ra").rules_hash
    script.write_text("import egypt\negypt.game('ra')\n" + PICKLED, encoding="utf-8")
    assert "ra is in use with rules" in run(script, pickled).stderr


# -- the arena and other programs ----------------------------------------------------------------------------


def arena(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return run("-m", "egypt.bots.arena.cli", *arguments)


def test_a_run_by_own_rules(tmp_path: Path) -> None:
    own, out = rules(tmp_path, "ra", ROOMS["ra"].change), tmp_path / "run.jsonl"
    match = ("--game", "ra", "--engine", "bot=random", "--engine", "name=g,bot=greedy", "--deals", "1")
    played = arena(*match, "--rules", own, "--concurrency", "2", "--out", out)
    assert played.returncode == 0, played.stderr
    header: dict[str, Any] = json.loads(out.read_text(encoding="utf-8").splitlines()[0])
    assert header["rules"] != egypt.game("ra").rules_hash
    assert "--rules FILE gives others" in arena("verify", out).stderr
    assert "--rules FILE gives others" in arena("--out", out, "--resume").stderr
    assert "all as recorded" in arena("verify", "--rules", own, out).stdout
    assert "--rules FILE gives others" in arena("show", out).stderr
    assert arena("show", "--rules", own, out).returncode == 0
    assert arena("--out", out, "--resume", "--rules", own).returncode == 0
    page = tmp_path / "page.html"
    for command in (("report", out, "--html", page), ("convert", out)):
        assert arena(*command, "--rules", own).returncode == 0
        missing = arena(*command, "--rules", tmp_path / "nothing.toml")
        assert (missing.returncode, missing.stderr.count("\n")) == (2, 1) and "nothing.toml" in missing.stderr
    plain = tmp_path / "plain.jsonl"
    assert arena(*match, "--out", plain).returncode == 0
    rated = arena("rate", out, plain).stdout
    assert all(f"ra by rules {one}: ratings" in rated for one in (header["rules"], egypt.game("ra").rules_hash))
    assert "rules of ra, not of sobek" in arena("--game", "sobek", "--engine", "bot=random", "--rules", own).stderr


def test_programs_with_other_rules_do_not_play_together(tmp_path: Path) -> None:
    own = rules(tmp_path, "ra", ROOMS["ra"].change)
    program = f"{sys.executable} -m egypt.protocol --game ra"
    match = ("--game", "ra", "--rules", own, "--engine", "bot=random", "--deals", "1", "--engine")
    different = arena(*match, f"name=x,cmd={program},iterations=5")
    assert different.returncode == 2 and "cannot start: it plays ra by rules" in different.stderr
    assert arena(*match, f"name=x,cmd={program},iterations=5", "--mixed-rules").returncode == 0
    assert arena(*match, f"name=x,cmd={program} --rules {own},iterations=5").returncode == 0


def test_an_external_bot_has_the_rules_of_its_game(tmp_path: Path) -> None:
    from egypt.bots import make_bot
    from egypt.protocol.client import CannotStart

    own = rules(tmp_path, "ra", ROOMS["ra"].change)
    program = f"command={sys.executable} -m egypt.protocol --game ra"
    make_bot(f"external:{program}", egypt.game("ra")).close()
    with pytest.raises(CannotStart, match="it plays ra by rules"):
        make_bot(f"external:{program} --rules {own}", egypt.game("ra"))
    make_bot(f"external:mixed_rules=true,{program} --rules {own}", egypt.game("ra")).close()


def test_a_room_without_a_data_file_has_no_own_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game need not keep its numbers in a file."""
    shutil.copytree(ROOT / "tests" / "toy" / "jars", tmp_path / "jars")
    registry = sys.modules["egypt.games"]  # `egypt.games` is the function
    monkeypatch.setattr(registry, "__path__", [str(tmp_path)])
    monkeypatch.setattr(registry, "_guests", {})
    assert egypt.own_rules("jars") is None
    with pytest.raises(egypt.EgyptError, match="jars has no file of numbers"):
        egypt.rules_template("jars")
