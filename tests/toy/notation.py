"""Jars in text: `jars/1;viewer=p1;…;hands=135,?3,2*?2;…`. A card is a digit, `*` marks one that everybody has
seen, `?3` is three unseen cards.
"""

from __future__ import annotations

import re
from typing import Any

from egypt.core.errors import NotationError

PHASES = ("deal", "lay", "reveal", "offer", "draw", "over")
KEYS = ("viewer", "players", "variant", "phase", "round", "turn", "winner", "hands", "gone", "laid", "points")
VERBS = {"lay": 1, "draw": 2, "pass": 3, "card": 4, "reveal": 5}
WEIGHTS = {
    "features": ["points", "hand_value", "rounds_left"],
    "players": {
        str(players): {
            "points": {"points": 1.0, "hand_value": players * 0.2, "rounds_left": players * 1.0},
            "spread": [9.0, 7.0, 5.0],
        }
        for players in (2, 3, 4)
    },
}


# -- moves ---------------------------------------------------------------------------------------------------


def move_text(kind: int, cards: int) -> str:
    verb = next(word for word, code in VERBS.items() if code == kind)
    if verb in ("draw", "pass"):
        return verb
    if verb != "reveal":
        return f"{verb}:{cards or '?'}"
    return f"{verb}:" + "+".join(str(cards >> shift & 15) for shift in range(0, 16, 4) if cards >> shift)


def move_parts(text: str) -> tuple[int, int]:
    """The kind and the packed cards of a move text."""
    match = re.fullmatch(r"(draw|pass)|(lay|card):([1-8?])|(reveal):([1-8](?:\+[1-8]){1,3})", text)
    if not match:
        raise NotationError(f"jars: '{text}' is not a move")
    bare, verb, card, _, cards = match.groups()
    if bare:
        return VERBS[bare], 0
    if verb:
        return VERBS[verb], 0 if card == "?" else int(card)
    return VERBS["reveal"], sum(int(card) << 4 * i for i, card in enumerate(cards.split("+")))


# -- positions and views -------------------------------------------------------------------------------------


def seat_name(seat: int) -> str:
    return f"p{seat + 1}" if seat >= 0 else "all"


def turn_name(actor: int) -> str:
    return {-1: "chance", -2: "over"}.get(actor) or f"p{actor + 1}"


def _write_hand(hand: dict[str, Any]) -> str:
    shown = list(hand["shown"])
    words = []
    for card in hand["cards"]:
        if card in shown:
            shown.remove(card)
            words.append(f"{card}*")
        else:
            words.append(str(card))
    return "".join(words) + (f"?{hand['unseen']}" if hand["unseen"] else "") or "-"


def write(data: dict[str, Any], name: str) -> str:
    fields = dict(data)
    fields["winner"] = data["winner"] or "-"
    fields["hands"] = ",".join(map(_write_hand, data["hands"]))
    fields["gone"] = "".join(map(str, data["gone"])) or "-"
    fields["laid"] = ",".join("?" if card is None else str(card or "-") for card in data["laid"])
    fields["points"] = ",".join(map(str, data["points"]))
    return f"{name}/1;" + ";".join(f"{key}={fields[key]}" for key in KEYS)


def _match(pattern: str, token: str, what: str) -> re.Match[str]:
    match = re.fullmatch(pattern, token, re.ASCII)
    if not match:
        raise NotationError(f"jars: '{token}' is not {what}")
    return match


def _list(token: str, players: int, key: str) -> list[str]:
    words = token.split(",")
    if len(words) != players:
        raise NotationError(f"jars: {key} '{token}' has {len(words)} entries for {players} seats")
    return words


def _read_hand(token: str, hidden: bool) -> dict[str, Any]:
    _match(r"-|(?=.)([1-8]\*?){0,16}" + (r"(\?[1-9]\d?)?" if hidden else ""), token, "a hand")
    cards = re.findall(r"([1-8])(\*?)", token.split("?")[0])
    return {
        "cards": sorted(int(card) for card, _ in cards),
        "shown": sorted(int(card) for card, star in cards if star),
        "unseen": int(token.partition("?")[2] or 0),
    }


def read(text: str, game: Any, hidden: bool) -> dict[str, Any]:
    """The fields of a view (hidden) or of a whole state; raises NotationError, naming the token."""
    head, *words = text.split(";")
    if head != f"{game.name}/1":
        raise NotationError(f"jars: '{head}' is not {game.name}/1")
    for word, key in zip(words, KEYS, strict=False):
        if not word.startswith(f"{key}="):
            raise NotationError(f"jars: '{word}' stands where {key}= is expected")
    if len(words) != len(KEYS):
        raise NotationError(f"jars: {len(words)} fields where {len(KEYS)} are expected after '{head}'")
    fields = {key: word.partition("=")[2] for key, word in zip(KEYS, words, strict=True)}
    for key, value in fields.items():
        if not all(value.split(",")):
            raise NotationError(f"jars: {key}: '{value}' leaves something out")
    players = int(_match("[2-4]", fields["players"], "a number of players")[0])
    seat = f"p[1-{players}]"
    viewer = _match(seat if hidden else "all", fields["viewer"], "a viewer here")[0]
    winner = _match(f"-|{seat}", fields["winner"], "a winner")[0]
    turn = _match(f"chance|over|{seat}", fields["turn"], "a turn")[0]
    if fields["variant"] not in game.variants:
        raise NotationError(f"jars: '{fields['variant']}' is not a variant")
    if fields["phase"] not in PHASES:
        raise NotationError(f"jars: '{fields['phase']}' is not a phase")
    data = {
        "viewer": int(viewer[1:]) - 1 if hidden else -1,
        "players": players,
        "variant": game.variants.index(fields["variant"]),
        "phase": fields["phase"],
        "round": int(_match("[1-3]", fields["round"], "a round")[0]),
        "turn": {"chance": -1, "over": -2}[turn] if turn in ("chance", "over") else int(turn[1:]) - 1,
        "winner": -1 if winner == "-" else int(winner[1:]) - 1,
        "hands": [_read_hand(word, hidden) for word in _list(fields["hands"], players, "hands")],
        "gone": [
            int(card) for card in _match("-|[1-8]{1,16}", fields["gone"], "a pile of cards")[0].strip("-")
        ],
        "laid": [
            int(
                _match(r"[-1-8?]" if hidden else "[-1-8]", word, "a card laid")[0]
                .replace("-", "0")
                .replace("?", "0")
            )
            for word in _list(fields["laid"], players, "laid")
        ],
        "points": [
            int(_match(r"-?\d{1,3}", word, "a number of points")[0])
            for word in _list(fields["points"], players, "points")
        ],
    }
    for other in range(players if hidden else 0):
        if other != data["viewer"]:
            _match(
                r"\?" if data["phase"] == "reveal" else "-",
                fields["laid"].split(",")[other],
                "what another seat's card looks like",
            )
            _match(
                r"-|([1-8]\*)*(\?\d+)?",
                fields["hands"].split(",")[other],
                "what another seat's hand looks like",
            )
    everywhere = data["gone"] + [card for hand in data["hands"] for card in hand["cards"]]
    data["deck"] = [value for value in range(1, 9) for _ in range(2 - everywhere.count(value))]
    return data
