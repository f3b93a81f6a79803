"""How large exact books would be: `python -m tests.games.sobek.books [GAMES]`.

For every view of random games: in how many ways the cards that moved unseen in this round may have gone, as far as its
viewer can tell. An exact book would have to hold them all.
"""

from __future__ import annotations

import argparse
from collections import Counter

from egypt import Position, Rng
from tests.games.sobek.positions import GAME, KINDS, field, plain


def places(text: str) -> dict[str, str]:
    """The source of each kind of hidden transfer."""
    target = field(text, "target")[1:]
    return {"drop": f"hand{field(text, 'act')[1:]}", "stolen": f"hand{target}", "retrieve": f"pile{target}"}


def candidates(view: str, place: str, back: str) -> int:
    """The kinds that the viewer knows the card to be one of; unknown cards count as one."""
    groups = [part.partition(":") for part in field(view, "either").split(",") if part != "-"]
    lists = [field(view, place), *[cards for where, _, cards in groups if place in where.split("|")]]
    names = {item.partition("*")[0] for cards in lists for item in cards.split("+") if cards != "-"}
    return max(1, sum(name == f"?{back}" or (name in KINDS and KINDS[name].back == back) for name in names))


def count_ways(games: int) -> tuple[Counter[int], int]:
    """How many views allow how many ways, and how many have a group in their book."""
    rng, sizes, groups = Rng(5), Counter[int](), 0
    for game in range(games):
        now = Position.start(GAME, 2 + game % 3)
        ways, number = [1] * now.players, 1
        while not now.is_over:
            codes = now.legal_codes()
            code = codes[rng.below(len(codes))] if codes else now.draw_code(rng)
            verb = GAME.move_text(code).partition(":")[0]
            for viewer in range(now.players) if verb in ("drop", "stolen", "retrieve") else []:
                _, hidden, back = now.observed(code, viewer).partition("?")
                if hidden:
                    ways[viewer] *= candidates(now.view(viewer).to_text(), places(now.to_text())[verb], back)
            now = now.after(code)
            if plain(now)["round"] != number:
                ways, number = [1] * now.players, number + 1
            if now.actor >= 0:
                sizes.update(ways)
                groups += sum(field(now.view(seat).to_text(), "either") != "-" for seat in range(now.players))
    return sizes, groups


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.games.sobek.books", description=__doc__)
    parser.add_argument("games", nargs="?", type=int, default=300, help="random games to look at (default: %(default)s)")
    counted, with_group = count_ways(parser.parse_args().games)
    ordered = sorted(counted.elements())
    shares = {share: ordered[int(share * (len(ordered) - 1))] for share in (0.5, 0.9, 0.95, 0.99, 0.999, 1.0)}
    print(f"{len(ordered)} views, {with_group / len(ordered):.1%} with a group; ways by share of views: {shares}")
