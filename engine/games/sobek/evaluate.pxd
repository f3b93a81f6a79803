"""What a seat's position is worth, as integer features."""

from libc.stdint cimport int16_t

from egypt.core.weights cimport Weights

cdef enum:
    ONE
    SCORE
    SETS
    PLAYABLE            # points that sets of three or more from the hand would bring, without amulets
    AMULET_GAIN         # what the amulets would add to the best of them
    PAIRS               # the same for families with two cards in hand, as if one more came
    SINGLES             # and with one card
    SINGLE_SCARABS      # scarabs on cards of such families
    AMULETS
    FIRST_POWER         # seven features: characters in hand, by power
    CORRUPTION = 16
    LEAD                # cards more than the next one
    BEHIND              # cards fewer than the most corrupt one
    MOST
    TIED
    PENALTY             # points at stake if the player is most corrupt
    PENALTY_NEAR        # the same if they are at most two cards away
    SAFE_POINTS         # set points of a player who is well behind
    TURN
    EVENT_CHOICE        # they choose an event now
    OTHER_MOMENT        # they decide something in the turn of another player
    CURSE_POINTS
    LYING               # points of horizontal sets if the round ended now
    LEFTOVER            # cards that would then go to the pile
    LEFTOVER_TIME       # the same times the quarters of the round left
    OVER_SIX
    SET_SCARABS         # scarabs of sets on the table: what one more card there is worth
    SET_SCARABS_TIME
    HAND_TIME
    PLAYABLE_LATE       # points in hand when the round may end soon
    PILE_TIME
    EXTRA_TURN
    RETRIEVE_CHOICE
    SETS_HIGH           # set points beyond 40: penalties grow with them
    PAIRS_TO_COME       # scarabs of families with two cards in hand, times the cards of the family that may still come
    DOCK_GAIN           # on their turn: points that the best of the first docks adds to their cards, less its corruption
    DOCK_WORTH          # points that all cards at the docks would add, each alone
    PENALTY_LEAD        # points at stake times the cards more or fewer than the rival has, up to five
    PENALTY_LEAD_TIME
    SUM_NB              # columns from here on are for a network alone
    TURN_NEXT = SUM_NB  # their turn is the next one
    TO_COME             # cards at the docks and in the deck
    HAND                # cards in hand
    DOCK_BEST           # points that the best of the first docks would add, less its corruption, on any seat's turn
    DOCK_AMULET         # an amulet lies at one of the first docks
    PLAYABLE_TURN       # on their turn: points that the hand would bring now
    END_SCORE           # the marker if the round ended now: hands laid down, the most corrupt player has paid
    END_LOSS            # what they would pay
    END_LAID            # the marker then, while the hands are being laid down
    FEATURE_NB


cdef int features(const void* state, const Weights* weights, int16_t* rows) noexcept nogil
