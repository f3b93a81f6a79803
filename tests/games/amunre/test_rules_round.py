"""Which provinces come up: the cards of the expert game."""

from __future__ import annotations

from egypt import Position, Rng
from tests.games.amunre.positions import BOX, GAME, ROW, favors_text, field, names_text, play, position, province, seat


def test_expert_cards_are_turned_up_from_the_start_player_on() -> None:
    rng = Rng(3)
    table = play(Position.start(GAME, 3, "expert"), "start:p2").settle(rng)
    chosen = []
    for number in range(3):
        chosen.append(table.acting(number).legal_moves()[0].partition(":")[2])
        table = table.after(f"choose:{chosen[-1]}", number)
    table = table.settle(rng)
    assert [lot["province"] for lot in table.as_dict()["auction"]] == [chosen[1], chosen[2], chosen[0]]
    assert table.as_dict()["to_act"] == "p2"
    assert [row["province_cards"] for row in table.as_dict()["seats"]] == [2, 2, 2]


def test_expert_bonuses_are_laid_out_from_the_start_player_on() -> None:
    """Section 11 and ruling 15: with too few favors the province of the last in turn order goes short."""
    rest = dict(BOX) | {"nile": BOX["nile"] - 1, "egypt": BOX["egypt"] - 2}
    others = [name for name in ROW if not ROW[name].favors]
    hands = [["thebes", *others[0:2]], ["buto", *others[2:4]], ["dakhla", *others[4:6]]]
    cards = [names_text(hand) for hand in hands]
    start = position(3, phase="choose", variant="expert", start="p2", cards=cards, hands=[favors_text(rest)])
    table = start.after("choose:thebes", 0).after("choose:buto", 1).after("choose:dakhla", 2)
    table = table.settle(Rng(1))
    assert [lot["province"] for lot in table.as_dict()["auction"]] == ["buto", "dakhla", "thebes"]
    end = play(table, "bid:buto+0", "bid:dakhla+0", "bid:thebes+0")
    while end.is_chance:
        end = play(end, end.outcomes()[0][0])
    assert [seat(end, name)["favors"] for name in ("p2", "p3")] == [1, 1]
    assert seat(end, "p1")["favors"] == sum(rest.values()) + 1  # Thebes should have given two


def test_an_expert_card_gives_no_right_to_its_province() -> None:
    """Section 11: all else as in the standard game; the province goes to whoever bids for it."""
    rng = Rng(4)
    table = Position.start(GAME, 3, "expert").settle(rng)
    chosen = []
    for number in range(3):
        chosen.append(table.acting(number).legal_moves()[0].partition(":")[2])
        table = table.after(f"choose:{chosen[-1]}", number)
    table = table.settle(rng)
    for _ in range(3):
        mine = int(table.as_dict()["to_act"][1]) - 1
        table = play(table, f"bid:{chosen[(mine + 1) % 3]}+0")
    assert [province(table, chosen[(number + 1) % 3])["owner"] for number in range(3)] == ["p1", "p2", "p3"]
    assert field(table.to_text(), "seen").count("+") == 2
