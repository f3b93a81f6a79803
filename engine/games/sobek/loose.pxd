"""Loose cards: how a random playout keeps the 63 cards, as single cards and not as numbers of a kind.

A bag (tables.pxd) counts the cards of a kind, so that equal bags are equal masks; every card that comes or goes
shifts its run. Inside a playout nobody compares bags. There each bit is one card of the box: cards come and go by
`|` and `^`, and whoever counts or asks for a family reads a mask of loose cards as he reads a bag. `scatter` and
`gather` lead there and back.

While cards are loose, these fields of the state are loose masks: cards, blind, laid, lying, discard, tokens, tokens_used.
These are out of date, and `gather` writes them: pool, shown, count, docks, dock_count, dock_characters.
"""

from libc.stdint cimport uint8_t, uint64_t

from egypt.core.bits cimport popcount
from egypt.core.rng cimport rng_below
from egypt.core.types cimport Rng
from egypt.games.sobek.state cimport DOCK_NB, SobekState
from egypt.games.sobek.tables cimport BACK_NB, CARD_NB, T

# What a playout holds beside the state.
ctypedef struct Loose:
    Rng* rng
    uint64_t row[DOCK_NB + 1]       # docks: row[i] is the first i cards of the delivery, so that a take is two differences
    int row_first                   # cards taken from the near end
    int row_end                     # cards of the row
    uint64_t known                  # cards that everybody can place; `shown` is what of them lies at a location
    uint64_t set_amulets            # amulets in sets, of which the state keeps the numbers alone
    int undrawn                     # deck[:undrawn] can be drawn, the rest is drawn; both in any order
    uint8_t deck[CARD_NB]
    int green_nb
    uint8_t green[CARD_NB]          # the starting cards, in any order


cdef void scatter(SobekState* state, Loose* loose) noexcept nogil
cdef void gather(SobekState* state, Loose* loose) noexcept nogil


cdef inline uint64_t draw_card(Loose* loose) noexcept nogil:
    """A random card of the deck, by one step of a shuffle: as each round shuffles on, the deck is never rebuilt."""
    cdef uint8_t* deck = loose.deck
    cdef int chosen = rng_below(loose.rng, loose.undrawn)
    cdef int card = deck[chosen]
    loose.undrawn -= 1
    deck[chosen] = deck[loose.undrawn]
    deck[loose.undrawn] = card
    return <uint64_t>1 << card


cdef inline uint64_t lowest_cards(uint64_t cards, int number) noexcept nogil:
    """So many of these cards."""
    cdef uint64_t rest = cards
    for _ in range(number):
        rest &= rest - 1
    return cards ^ rest


cdef inline uint64_t cards_of_kind(uint64_t cards, int kind, int number) noexcept nogil:
    """So many of the cards of one kind, by table: a loop of unknown length would be mispredicted."""
    return <uint64_t>T.lowest[cards >> T.first[kind] & T.span[kind]][number] << T.first[kind]


cdef inline void count_cards_at(SobekState* state, int location) noexcept nogil:
    """Brings `count` of one location up to date."""
    cdef int back
    for back in range(BACK_NB):
        state.table.count[location][back] = popcount(state.cards[location] & T.back_mask[back])
