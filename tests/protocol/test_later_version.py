"""What SPEC allows a later version of EGI/1 to add is passed over by the client; the words of the handshake are in SPEC."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from egypt.protocol.client import Client, Refused
from tests import PATIENCE
from tests.protocol.test_json import SCHEMAS
from tests.protocol.transcripts import SPEC

PROGRAM = """
import sys

ANSWERS = {
    "egi": '''id name later
id licence MIT
host cpu 4 cores
game ra players 2-5 variants standard rules - seats 2-5 length 40
feature games ra
feature moods calm,angry
feature commands turn,dream
option name Hash type spin default 64 min 1 max 65536 unit MB
option name Book type string default none
egiok 1''',
    "isready": "readyok",
    "turn": "error too-late : it is past midnight",
    "go iterations 5": '''info time 1 iterations 5 ips 9 visits 5 depth 7 wp 0.6,0.4 pts 3.0,2.0 temperature 40 pv draw pass
bestmove draw''',
}
for line in sys.stdin:
    if line.strip() in ANSWERS:
        print(ANSWERS[line.strip()], flush=True)
    elif line.strip() == "quit":
        break
"""


@pytest.mark.program
def test_the_client_passes_over_what_a_later_version_adds(tmp_path: Path) -> None:
    (tmp_path / "later.py").write_text(PROGRAM, encoding="utf-8")
    with Client([sys.executable, str(tmp_path / "later.py")], timeout=PATIENCE, start_timeout=PATIENCE) as client:
        identity = client.identity
        assert identity.name == "later" and [game.name for game in identity.games] == ["ra"]
        assert identity.games[0].seats == {"standard": (2, 5)}
        assert identity.features["commands"] == "turn,dream"
        assert identity.options["Hash"]["max"] == "65536"
        with pytest.raises(Refused, match="it is past midnight"):
            client.turn()
        thought = client.go(iterations=5)
        assert thought.best == "draw" and thought.infos[-1].wp == (0.6, 0.4) and thought.infos[-1].pv == ("draw", "pass")


def test_every_key_of_the_handshake_is_explained() -> None:
    def keys(schema: Any) -> set[str]:
        if isinstance(schema, list):
            return set().union(*map(keys, schema))
        if not isinstance(schema, dict):
            return set()
        return set(schema.get("properties", ())).union(*map(keys, schema.values()))

    chapter = SPEC.read_text().partition("\n## JSON\n")[2].partition("\n## ")[0]
    names = keys(json.loads(SCHEMAS.joinpath("handshake.json").read_text("utf-8")))
    assert {"games", "min_players", "words"} <= names
    assert [name for name in sorted(names) if f"`{name}`" not in chapter] == []
