"""Some entries of Ra's tensors, read off a position."""

from __future__ import annotations

from egypt import Position, get_game

RA = get_game("ra")
TEXT = (
    "ra/1;viewer=all;players=3;epoch=1;ra=1;center=7;phase=auction;turn=p2;act=p2;auction=drawn;bid=p1:9;lose=0+0;dealt=-;"
    "track=flood+sphinx+unrest;p1=10,12+9+6+3,-,-;p2=10,13+8+5+2,-,-;p3=10,11+10+4,1,gold+nile;"
    "bag=ra*29+god*8+gold*4+pharaoh*25+nile*24+flood*11+art*5+agriculture*5+religion*5+astronomy*5+writing*5+fortress*5+obelisk*5"
    "+palace*5+pyramid*5+sphinx*4+statues*5+step-pyramid*5+temple*5+funeral*2+drought*2+unrest*3+earthquake*2;gone=ra"
)


def known(seat: int) -> dict[str, float]:
    view = Position.from_text(TEXT, RA).view(seat)
    return dict(zip(RA.tensor_names(3), view.tensor(), strict=True))


def test_the_table_is_told_alike_to_all() -> None:
    for seat in range(3):
        entries = known(seat)
        assert entries["phase.auction"] == entries["auction.drawn"] == entries["epoch.1"] == entries["center.7"] == 1
        assert entries["best-bid"] == 9 and entries["ra"] == 1 and entries["bag.nile"] == 24
        assert [name for name, value in entries.items() if name.startswith("track.kinds.") and value] == [
            "track.kinds.flood",
            "track.kinds.sphinx",
            "track.kinds.unrest",
        ]
        assert entries["track.unrest"] == entries["track.flood"] == 1 and entries["track.nile"] == 0


def test_seats_are_counted_from_the_viewer() -> None:
    for seat in range(3):
        entries = known(seat)
        holder, bidder = (2 - seat) % 3, (0 - seat) % 3
        assert entries[f"seat{holder}.tiles.gold"] == entries[f"seat{holder}.suns-down.1"] == 1
        assert entries[f"seat{bidder}.suns.9"] == entries[f"best-bidder.seat{bidder}"] == 1
        assert sum(value for name, value in entries.items() if name.startswith("best-bidder.")) == 1
        assert entries[f"turn.seat{(1 - seat) % 3}"] == 1
