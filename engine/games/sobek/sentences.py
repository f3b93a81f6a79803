"""Moves of Sobek in words, from the plain data of a position or view before the move.

A sentence also says what follows for certain: what goes to a corruption pile, that the docks are empty or the round is over,
whose hands are laid aside without a choice. Points are told by the ledger.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from egypt.core.saying import Saying, Story, listing, number, place, several
from egypt.games.sobek.components import Rulings
from egypt.games.sobek.tables import COMPONENTS

SIZES = COMPONENTS.sizes
KINDS = {kind.name: kind for kind in COMPONENTS.kinds}
FAMILIES = [family.name for family in COMPONENTS.families]
RULINGS: dict[str, Rulings] = {row.variant: row for row in COMPONENTS.variants}
CALLED = {
    "queen": "Queen",
    "priest": "High Priest",
    "vizier": "Vizier",
    "scribe": "Scribe",
    "thief": "Thief",
    "merchant": "Merchant",
    "courtesan": "Courtesan",
}
EVENTS = {"prosperity": "Prosperity", "flood": "Flood", "curse": "Curse", "embalming": "Embalming", "ruse": "Ruse"}


def say_move(table: dict[str, Any], actor: str, move: str, after: dict[str, Any] | None = None) -> Saying:
    """The sentence of a move or outcome, and the ids of what it touches.

    With what is known after it, also what a penalty takes, the next round, and an early end.
    """
    word, _, argument = move.partition(":")
    story = _Story(table)
    story.is_unwrapping = after is not None and after["phase"] == "unwrap"
    if word in KINDS:
        _play_character(story, actor, word, argument)
    else:
        MOVES[word](story, actor, argument)
    if after and table["phase"] in ("turn", "identify") and after["phase"] in ("lay", "penalty"):
        _round_over(story, word)
    if after and table["phase"] == "unwrap" and after["phase"] != "unwrap":
        _take_pile(story)
    if after and word == "pay":
        _penalties(story, argument, after)
        _next_round(story, after)
    if after and after["to_act"] == "over" and table["round"] < table["rounds"]:
        scores = [f"score:{name}" for name in story.names]
        story.tell(f"the game ends early, because a player has more than {SIZES.early_end_above} points", *scores)
    return story.saying()


# -- the table while a sentence is told --------------------------------------------------------------------------------


class _Story(Story):
    """What is told so far."""

    def __init__(self, table: dict[str, Any]) -> None:
        super().__init__(table)
        self.seats: dict[str, dict[str, Any]] = {seat["seat"]: seat for seat in self.table["seats"]}
        self.names = list(self.seats)
        self.turn: str = self.table["turn"]
        self.waiting: dict[str, Any] = self.table["waiting"]
        self.is_unwrapping = False  # a pile is taken when the characters in it that were not seen are known

    def left_of(self, seat: str) -> str:
        return self.names[(self.names.index(seat) + 1) % len(self.names)]

    def dock(self, index: int) -> str:
        """What lies on a dock."""
        name = self.table["docks"]["cards"][index]["kind"]
        return _card(name) if name else "a face-down character"

    def known(self, seat: str, place: str) -> list[dict[str, Any]]:
        """The cards of a hand or pile; onlookers know none of those that some seat sees otherwise."""
        return self.seats[seat][place]["cards"] or []

    def hand(self, seat: str, names: list[str]) -> list[str]:
        """The ids of known cards of a hand; each further one of a kind has its own."""
        rows = {card["kind"]: [card, *(card["copies"] or [])] for card in self.known(seat, "hand")}
        return [card["id"] for name in dict.fromkeys(names) for card in rows.get(name, [])[: names.count(name)]]

    def pile(self, seat: str, names: list[str]) -> list[str]:
        """The ids of known kinds of cards of a corruption pile."""
        return [card["id"] for card in self.known(seat, "pile") if card["kind"] in names]

    def with_back(self, seat: str, back: str) -> list[str]:
        """The ids of cards of a hand that have this back."""
        back_of = {f"card:{kind.name}": kind.back for kind in COMPONENTS.kinds}
        return [
            card["id"]
            for card in self.known(seat, "hand")
            if back_of.get(card["component"], card["component"]) in (back, f"back:{back}")
        ]

    def has_set(self, seat: str, family: str) -> bool:
        return any(row["family"] == family and not row["lying"] for row in self.seats[seat]["sets"])


# -- names -------------------------------------------------------------------------------------------------------------


def _character(name: str) -> str:
    """`the High Priest of ebony`; of a character of which there is one, its title alone."""
    power, _, family = name.partition("-")
    return f"the {CALLED[power]} of {family}" if family else f"the {CALLED[power]}"


def _scarabs(name: str) -> str:
    """What tells a good from others of its family."""
    kind = KINDS[name]
    if kind.scarabs:
        return f"with {several(kind.scarabs, 'scarab')}"
    return "with a green back" if kind.back == "green" else "without scarabs"


def _card(name: str) -> str:
    """`ebony with two scarabs`, `an amulet`, `the Thief`; of an unknown card its back."""
    if name.startswith("?"):
        return "an unknown character" if name == "?orange" else f"a card with a {name[1:]} back"
    kind = KINDS[name]
    if kind.power:
        return _character(name)
    return "an amulet" if name == "amulet" else f"{FAMILIES[kind.family]} {_scarabs(name)}"


def _full_names(family: str, tokens: list[str]) -> list[str]:
    """The cards that a move calls `1`, `0g`, `amulet` or by their title."""
    return [token if token in KINDS else f"{family}{token}" for token in tokens]


def _cards(family: str, tokens: list[str]) -> str:
    """`two cards with one scarab, the Thief and an amulet`: cards of a family, which is named elsewhere."""
    words, names = [], _full_names(family, tokens)
    for name in dict.fromkeys(names):
        if KINDS[name].power:
            words.append(_character(name))
        elif name == "amulet":
            words.append(several(names.count(name), "amulet"))
        else:
            words.append(f"{several(names.count(name), 'card')} {_scarabs(name)}")
    return listing(words)


def _is_of(name: str | None, family: str) -> bool:
    return name is not None and name != "amulet" and FAMILIES[KINDS[name].family] == family


def _event(name: str) -> str:
    return EVENTS.get(name) or f"the Guild of the {name.removeprefix('guild-')}"


def _tokens(text: str) -> str:
    """`Flood and two Curses`."""
    words = []
    for part in text.split("+"):
        name, _, count = part.partition("*")
        words.append(_event(name) if not count else f"{_event(name)}, {number(int(count))} times,")
    return listing(words).rstrip(",")


# -- the course of a round ---------------------------------------------------------------------------------------------


def _take_from_docks(story: _Story, count: int) -> None:
    """What follows for certain when these docks are emptied."""
    left = len(story.table["docks"]["cards"]) - count
    deck = story.table["deck"]["count"]
    if left == 0 and deck:
        story.tell(f"the docks are empty, and {several(min(SIZES.docks, deck), 'card')} are delivered next", "docks", "deck")
    elif left == 0:
        story.tell("docks and deck are empty, and the round is over", "docks", "deck")


def _take(story: _Story, actor: str, argument: str) -> None:
    skipped = int(argument)
    touches = [f"dock:{dock}" for dock in range(skipped + 1)]
    story.tell(f"{actor} takes the {place(skipped + 1)} card, {story.dock(skipped)}", *touches, f"hand:{actor}")
    if skipped:
        went = listing([story.dock(dock) for dock in range(skipped)])
        story.tell(f"{went} {'goes' if skipped == 1 else 'go'} to the corruption pile of {actor}", f"pile:{actor}")
    _take_from_docks(story, skipped + 1)


def _pass(story: _Story, actor: str, _argument: str) -> None:
    story.tell(f"{actor} passes the second turn", f"seat:{actor}")


def _starter(story: _Story, actor: str, argument: str) -> None:
    if actor == "chance":
        story.tell(f"{argument} is drawn as starting player", f"seat:{argument}")
    else:
        story.tell(f"{actor} names {argument} as starting player", f"seat:{argument}")


def _chooser(story: _Story, _actor: str, argument: str) -> None:
    story.tell(f"{argument} is drawn to name the starting player", f"seat:{argument}")


def _dock(story: _Story, _actor: str, argument: str) -> None:
    empty = [i for i, card in enumerate(story.table["docks"]["cards"]) if card["empty"]]
    what = "a face-down character" if argument == "?" else _card(argument)
    story.tell(f"{what} is laid on the {place(empty[-1] + 1)} dock", f"dock:{empty[-1]}", "deck")


def _draw(story: _Story, _actor: str, argument: str) -> None:
    what, waiting = _card(argument), story.waiting
    if story.table["phase"] == "green":
        story.tell(f"{waiting['target']} is dealt {what}", f"hand:{waiting['target']}")
    elif story.table["phase"] == "queen":
        story.tell(f"{story.turn} draws {what} from the deck", "deck", f"hand:{story.turn}")
    else:
        did, where = ("skipped", f"pile:{story.turn}") if waiting["to_pile"] else ("taken", f"hand:{story.turn}")
        seen = "stays unseen" if argument.startswith("?") else f"is {what}"
        story.tell(f"the character that {story.turn} has {did} {seen}", where)


# -- sets --------------------------------------------------------------------------------------------------------------


def _set(story: _Story, actor: str, argument: str) -> None:
    family, *tokens = argument.split("+")
    how = "extends the set of" if story.has_set(actor, family) else "plays a set of"
    touches = f"hand:{actor}", f"set:{actor}:{family}", *story.hand(actor, _full_names(family, tokens))
    story.tell(f"{actor} {how} {family} with {_cards(family, tokens)}", *touches)
    if story.table["events"]["left"]:
        story.tell("an event happens", "events")
    else:
        story.tell("there is no event token left", "events")


def _begin(story: _Story, actor: str, argument: str) -> None:
    if argument == "?":
        story.tell(f"{actor} begins a set", f"hand:{actor}")
        return
    family, *amulets = argument.split("+")
    mine = [card["id"] for card in story.known(actor, "hand") if _is_of(card["kind"], family)]
    touches = f"hand:{actor}", *mine, *story.hand(actor, amulets)
    story.tell(f"{actor} begins a set of {family} with {several(len(amulets), 'amulet')}", *touches)


def _lay(story: _Story, actor: str, argument: str) -> None:
    family, *tokens = argument.split("+")
    touches = f"hand:{actor}", f"lying:{actor}:{family}", *story.hand(actor, _full_names(family, tokens))
    story.tell(f"{actor} lays a horizontal set of {family} with {_cards(family, tokens)}", *touches)
    left = story.seats[actor]["hand"]["count"] - len(tokens)
    if left < SIZES.set_minimum or family == FAMILIES[-1]:
        _lay_aside(story, actor, left)


def _done(story: _Story, actor: str, _argument: str) -> None:
    story.tell(f"{actor} lays no further set", f"hand:{actor}")
    _lay_aside(story, actor, story.seats[actor]["hand"]["count"])


def _lay_aside(story: _Story, seat: str, left: int) -> None:
    """The rest of a hand becomes corruption, and so do the hands behind it that are too small for a set."""
    if left:
        went = f"{several(left, 'card')} left in the hand of {seat} {'goes' if left == 1 else 'go'} to the corruption pile"
        story.tell(f"the {went}", f"hand:{seat}", f"pile:{seat}")
    _small_hands(story, story.left_of(seat), len(story.names) - 1 - story.waiting["players_done"])


def _small_hands(story: _Story, seat: str, players: int, taker: str = "") -> None:
    """The hands of this many players, from a seat on, up to one that may hold a set; the taker has one card more."""
    for _ in range(players):
        cards = story.seats[seat]["hand"]["count"] + (seat == taker)
        if cards >= SIZES.set_minimum:
            return
        if cards:
            story.tell(
                f"{seat} has too few cards for a set, and {several(cards, 'card')} "
                f"{'becomes' if cards == 1 else 'become'} corruption",
                f"hand:{seat}",
                f"pile:{seat}",
            )
        seat = story.left_of(seat)
    story.tell("the corruption piles are compared", *(f"corruption:{name}" for name in story.names))


def _round_over(story: _Story, word: str) -> None:
    """After the last card of the docks, or its character, horizontal sets are laid from the starting player on."""
    takes = word == "take" or bool(word == "draw" and story.waiting["to_hand"])
    _small_hands(story, story.table["starter"], len(story.names), story.turn if takes else "")


def _pay(story: _Story, _actor: str, argument: str) -> None:
    scores = [f"score:{name}" for name in story.names]
    if argument == "nobody":
        story.tell("no player is corrupt, so none pays a penalty", *scores)
    elif "+" in argument:
        story.tell(f"{listing(argument.split('+'))} are equally corrupt, and each pays a penalty", *scores)
    else:
        story.tell(f"{argument} is the most corrupt and pays a penalty", *scores)
    rest = story.table["rounds"] - story.table["round"]
    story.tell("the sets of the round are counted" if rest else "the sets of the last round are counted, and the game ends")


def _penalties(story: _Story, argument: str, after: dict[str, Any]) -> None:
    """What is missing of the points of a player who pays; it may be nothing, if the sets have brought little."""
    for new in after["seats"]:
        if new["seat"] in argument.split("+"):
            old = story.seats[new["seat"]]
            lost = old["score"] + sum(row["score"] for row in old["sets"]) - new["score"]
            story.tell(f"the penalty takes {several(lost, 'point') if lost else 'nothing'} from {new['seat']}")


def _next_round(story: _Story, after: dict[str, Any]) -> None:
    """All cards and tokens come together again; the green cards that hands begin with are told one by one."""
    if after["round"] > story.table["round"]:
        tokens, cards = after["events"]["left"], after["deck"]["count"]
        story.tell(f"round {after['round']} begins")
        story.tell(
            f"all cards and {several(tokens, 'event token')} are shuffled, and {several(cards, 'card')} lie in the deck",
            "deck",
            "events",
        )


# -- characters --------------------------------------------------------------------------------------------------------


def _play_character(story: _Story, actor: str, name: str, argument: str) -> None:
    story.touch(f"hand:{actor}", "discard", *story.hand(actor, [name]))
    power = KINDS[name].power
    CHARACTERS[power](story, actor, f"{actor} plays {_character(name)}", argument)


def _queen(story: _Story, actor: str, played: str, _argument: str) -> None:
    cards = min(SIZES.queen_draws, story.table["deck"]["count"])
    story.tell(f"{played} and draws {several(cards, 'card')}" if cards else f"{played}, but the deck is empty", "deck")


def _priest(story: _Story, actor: str, played: str, argument: str) -> None:
    pile = f"the corruption pile of {actor}"
    if not argument:
        story.tell(f"{played}, but {pile} is empty", f"pile:{actor}")
        return
    family, *tokens = argument.split("+")
    leaves = "leaves" if len(tokens) < 2 else "leave"
    story.tell(f"{played} and names {family}", f"pile:{actor}", *story.pile(actor, _full_names(family, tokens)))
    story.tell(f"{_cards(family, tokens)} {leaves} {pile}")


def _purge(story: _Story, _actor: str, argument: str) -> None:
    family, *names = argument.split("+")
    touches = f"pile:{story.turn}", "discard"
    if names:
        shown, leave = listing([_character(name) for name in names]), "leaves" if len(names) == 1 else "leave"
        story.tell(f"{shown}, unseen so far, {leave} the corruption pile of {story.turn}", *touches)
    else:
        story.tell(f"no unseen character of {family} lies in the corruption pile of {story.turn}", *touches)


def _vizier(story: _Story, _actor: str, played: str, argument: str) -> None:
    if not argument:
        story.tell(f"{played}, but there is no corruption pile to look through")
        return
    count = story.seats[argument]["pile"]["count"]
    story.tell(f"{played} and looks through the corruption pile of {argument}, {several(count, 'card')}", f"pile:{argument}")


def _scribe(story: _Story, actor: str, played: str, _argument: str) -> None:
    story.tell(played)
    surplus = {
        name: seat["hand"]["count"] - SIZES.scribe_keeps
        for name, seat in story.seats.items()
        if name != actor and seat["hand"]["count"] > SIZES.scribe_keeps
    }
    for name, cards in surplus.items():
        story.tell(f"{name} must drop {several(cards, 'card')}", f"hand:{name}", f"pile:{name}")
    if not surplus:
        story.tell(f"no opponent has more than {several(SIZES.scribe_keeps, 'card')}")


def _thief(story: _Story, _actor: str, played: str, argument: str) -> None:
    if not argument:
        story.tell(f"{played}, but there is nothing to steal")
        return
    victim, back = argument.split("+")
    what = "a character" if back == "orange" else f"a card with a {back} back"
    story.tell(f"{played} and steals {what} from {victim}", f"hand:{victim}", *story.with_back(victim, back))


def _merchant(story: _Story, actor: str, played: str, argument: str) -> None:
    dock = int(argument)
    story.tell(f"{played} and takes the {place(dock + 1)} card, {story.dock(dock)}", f"dock:{dock}", f"hand:{actor}")
    _take_from_docks(story, 1)


def _courtesan(story: _Story, actor: str, played: str, argument: str) -> None:
    if not argument:
        story.tell(f"{played}, but no card in hand fits a set")
        return
    family, *tokens = argument.split("+")
    touches = f"set:{actor}:{family}", *story.hand(actor, _full_names(family, tokens))
    story.tell(f"{played} and adds {_cards(family, tokens)} to the set of {family}", *touches)


def _drop(story: _Story, actor: str, argument: str) -> None:
    touches = f"hand:{actor}", f"pile:{actor}", *story.hand(actor, [argument])
    story.tell(f"{actor} drops {_card(argument)} on the own corruption pile", *touches)


def _retrieve(story: _Story, actor: str, argument: str) -> None:
    owner = story.waiting["target"]
    touches = f"pile:{owner}", f"hand:{actor}", *story.pile(owner, [argument])
    story.tell(f"{actor} takes {_card(argument)} from the corruption pile of {owner}", *touches)


def _stolen(story: _Story, _actor: str, argument: str) -> None:
    victim = story.waiting["target"]
    story.tell(f"{story.turn} has stolen {_card(argument)} from {victim}", f"hand:{victim}", f"hand:{story.turn}")


def _see(story: _Story, _actor: str, argument: str) -> None:
    owner = story.waiting["target"] or story.turn
    story.tell(f"{story.turn} finds {_card(argument)} in the corruption pile of {owner}", f"pile:{owner}")


# -- events ------------------------------------------------------------------------------------------------------------


def _token(story: _Story, _actor: str, argument: str) -> None:
    story.tell(f"{story.turn} turns over an event token" + ("" if argument == "?" else f", {_event(argument)}"), "events")


def _sight(story: _Story, _actor: str, argument: str) -> None:
    story.tell(f"{story.turn} looks at the event tokens" + ("" if argument == "?" else f", {_tokens(argument)}"), "events")


def _choose_event(story: _Story, actor: str, argument: str) -> None:
    name, _, aim = argument.partition("+")
    chosen = f"{actor} chooses {_event(name)}"
    known = [token["id"] for token in story.table["events"]["tokens"] or () if token["kind"] == name]
    story.touch("events", *known)
    if name.startswith("guild-"):
        _guild(story, actor, chosen, name.removeprefix("guild-"), aim)
    else:
        EFFECTS[name](story, actor, chosen, aim)


def _guild(story: _Story, actor: str, chosen: str, symbol: str, opponent: str) -> None:
    rulings = RULINGS[story.table["variant"]]
    mine, theirs = story.seats[actor]["score"], story.seats[opponent]["score"]
    goal = next(space for space in range(mine + 1, mine + 1 + len(rulings.track)) if _symbol(rulings, space) == symbol)
    story.tell(f"{chosen}; {_moved(actor, 'forward', mine, goal)}", f"score:{actor}", f"track:{goal % len(rulings.track)}")
    floor = 0 if rulings.guild_floor == "zero" else theirs
    goal = next((space for space in range(theirs - 1, -1, -1) if _symbol(rulings, space) == symbol), floor)
    story.tell(_moved(opponent, "back", theirs, goal), f"score:{opponent}", f"track:{goal % len(rulings.track)}")


def _symbol(rulings: Rulings, space: int) -> str:
    return rulings.track[space % len(rulings.track)]


def _moved(seat: str, way: str, start: int, goal: int) -> str:
    if start == goal:
        return f"the marker of {seat} stays on {start}"
    return f"the marker of {seat} goes {way} to {goal}"


def _prosperity(story: _Story, actor: str, chosen: str, family: str) -> None:
    if not family:
        story.tell(f"{chosen} without a set that it may lie on", f"seat:{actor}")
        return
    scarabs = several(SIZES.prosperity_scarabs, "scarab")
    story.tell(f"{chosen} for the set of {family}, which counts {scarabs} more", f"set:{actor}:{family}")


def _flood(story: _Story, actor: str, chosen: str, _aim: str) -> None:
    story.tell(f"{chosen} and takes another turn", f"seat:{actor}")


def _curse(story: _Story, _actor: str, chosen: str, opponent: str) -> None:
    weight = several(SIZES.curse_weight, "card")
    story.tell(f"{chosen} for {opponent}, whose corruption grows by {weight}", f"corruption:{opponent}")


def _embalming(story: _Story, actor: str, chosen: str, _aim: str) -> None:
    cards = several(story.seats[actor]["pile"]["count"], "card")
    if not story.seats[actor]["pile"]["count"]:
        what = "with an empty corruption pile"
    elif story.is_unwrapping:
        what = f"and looks at the {cards} of the own corruption pile first"
    else:
        what = f"and takes {cards} from the own corruption pile"
    story.tell(f"{chosen} {what}", f"pile:{actor}", f"hand:{actor}")


def _take_pile(story: _Story) -> None:
    cards = several(story.seats[story.turn]["pile"]["count"], "card")
    story.tell(f"{story.turn} takes {cards} from the own corruption pile", f"pile:{story.turn}", f"hand:{story.turn}")


def _ruse(story: _Story, actor: str, chosen: str, _aim: str) -> None:
    count = story.seats[actor]["pile"]["count"]
    what = (
        f"and scores {several(count, 'point')} for the cards of the own corruption pile"
        if count
        else ("with an empty corruption pile")
    )
    story.tell(f"{chosen} {what}", f"pile:{actor}", f"score:{actor}")


MOVES: dict[str, Callable[[_Story, str, str], None]] = {
    "take": _take,
    "set": _set,
    "begin": _begin,
    "pass": _pass,
    "event": _choose_event,
    "drop": _drop,
    "retrieve": _retrieve,
    "lay": _lay,
    "done": _done,
    "starter": _starter,
    "chooser": _chooser,
    "dock": _dock,
    "draw": _draw,
    "stolen": _stolen,
    "token": _token,
    "see": _see,
    "sight": _sight,
    "pay": _pay,
    "purge": _purge,
}
CHARACTERS: dict[str, Callable[[_Story, str, str, str], None]] = {
    "queen": _queen,
    "priest": _priest,
    "vizier": _vizier,
    "scribe": _scribe,
    "thief": _thief,
    "merchant": _merchant,
    "courtesan": _courtesan,
}
EFFECTS: dict[str, Callable[[_Story, str, str, str], None]] = {
    "prosperity": _prosperity,
    "flood": _flood,
    "curse": _curse,
    "embalming": _embalming,
    "ruse": _ruse,
}
