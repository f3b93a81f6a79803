"""Amun-Re, the table of contents: each phase and each move leads to the chapter that has its rules."""

from libc.stdint cimport uint16_t, uint64_t

from egypt.core.bits cimport lowest_bit, nth_bit, popcount
from egypt.core.rng cimport rng_below
from egypt.core.types cimport Move, Rng
from egypt.games.amunre.favors cimport favor_count, random_favor
from egypt.games.amunre.moves cimport (
    MOVE_ADJUST, MOVE_BID, MOVE_BIG_HARVEST, MOVE_BUILD, MOVE_BUY, MOVE_CARD, MOVE_CHOOSE, MOVE_DONE,
    MOVE_FARMERS, MOVE_FAVOR, MOVE_OFFER, MOVE_PROVINCE, MOVE_SCORE, MOVE_SELL, MOVE_SOLD, MOVE_START,
    MOVE_TAKE_FARMER, MOVE_TAKE_FAVOR, MOVE_TAKE_STONE, MOVE_TREASURY, MOVE_UNVEIL, make_move,
    move_argument, move_kind, move_place,
)
from egypt.games.amunre.rules_auction cimport after_bid, legal_bids, place_bid, reveal_province, take_bonus
from egypt.games.amunre.rules_favors cimport legal_sales, sell_favor
from egypt.games.amunre.rules_harvest cimport (
    collect, end_scoring_turn, legal_harvests, legal_scores, play_big_harvest, play_treasury, score_card,
)
from egypt.games.amunre.rules_market cimport (
    after_build, after_favors, build, buy_farmers, buy_favors, legal_buildings, legal_farmers,
    legal_favors, take_bought_favor,
)
from egypt.games.amunre.rules_offering cimport (
    adjust, ask_reward_favor, end_reward, legal_adjustments, legal_offers, legal_rewards, make_offer,
    seal_sale, take_reward_farmer, take_reward_favor, take_reward_stone, turn_up_sold, unveil,
)
from egypt.games.amunre.rules_round cimport choose_province, deal_province_card, name_start_player, set_up
from egypt.games.amunre.state cimport (
    EXPERT, PHASE_ADJUST, PHASE_BID, PHASE_BONUS, PHASE_BUILD, PHASE_CHOOSE, PHASE_DEAL, PHASE_DRAW,
    PHASE_FARMERS, PHASE_FAVORS, PHASE_HARVEST, PHASE_OFFER, PHASE_REVEAL, PHASE_REWARD, PHASE_SCORING,
    PHASE_SELL, PHASE_START, PHASE_UNVEIL, AmunreState,
)
from egypt.games.amunre.tables cimport FAVOR_NB

# Each has a random stream of its own, see GameOps.chance_pool.
cdef enum:
    POOL_PROVINCES = 0
    POOL_FAVORS = 1
    POOL_START = 2          # the lot for the Start Player
    POOL_TURNED_UP = 3      # what was chosen in secret: nothing is drawn


cdef void new_game(void* state, int players, int variant) noexcept nogil:
    set_up(<AmunreState*>state, players, variant)


# -- what may be done ----------------------------------------------------------------------------------------

cdef int legal_choices(const AmunreState* s, Move* moves) noexcept nogil:
    cdef uint16_t cards = s.province_hand[s.table.header.actor]
    cdef int count = 0
    while cards:
        moves[count] = make_move(MOVE_CHOOSE, lowest_bit(cards), 0)
        cards &= cards - 1
        count += 1
    return count


cdef int legal_moves(const void* state, Move* moves) noexcept nogil:
    cdef const AmunreState* s = <const AmunreState*>state
    cdef int phase = s.table.phase
    if phase == PHASE_BID:
        return legal_bids(s, moves)
    if phase == PHASE_BUILD:
        return legal_buildings(s, moves)
    if phase == PHASE_FARMERS:
        return legal_farmers(s, moves)
    if phase == PHASE_FAVORS:
        return legal_favors(s, moves)
    if phase == PHASE_OFFER:
        return legal_offers(s, s.table.header.actor, moves)
    if phase == PHASE_REWARD:
        return legal_rewards(s, moves)
    if phase == PHASE_HARVEST:
        return legal_harvests(s, moves)
    if phase == PHASE_SELL:
        return legal_sales(s, moves)
    if phase == PHASE_SCORING:
        return legal_scores(s, moves)
    if phase == PHASE_ADJUST:
        return legal_adjustments(s, moves)
    return legal_choices(s, moves) if phase == PHASE_CHOOSE else 0


# -- what it does --------------------------------------------------------------------------------------------

cdef void after_sale(AmunreState* s) noexcept nogil:
    """The phase that was waiting for gold goes on."""
    cdef int phase = s.table.phase
    if phase == PHASE_BID:
        after_bid(s)
    elif phase == PHASE_FAVORS:
        after_favors(s)
    else:
        after_build(s)


cdef void apply_done(AmunreState* s) noexcept nogil:
    """No further item, no card before the income, no further yellow card."""
    if s.table.phase == PHASE_REWARD:
        end_reward(s)
    elif s.table.phase == PHASE_HARVEST:
        collect(s)
    else:
        end_scoring_turn(s)


cdef void receive_favor(AmunreState* s, int kind) noexcept nogil:
    if s.table.phase == PHASE_BONUS:
        take_bonus(s, kind)
    elif s.table.phase == PHASE_DRAW:
        take_bought_favor(s, kind)
    else:
        take_reward_favor(s, kind)


cdef void apply(void* state, Move move) noexcept nogil:
    cdef AmunreState* s = <AmunreState*>state
    cdef int kind = move_kind(move)
    cdef int place = move_place(move)
    cdef int argument = move_argument(move)
    if kind == MOVE_DONE:
        apply_done(s)
    elif kind == MOVE_BID:
        place_bid(s, place, argument)
    elif kind == MOVE_BUILD:
        build(s, place, argument)
    elif kind == MOVE_FARMERS:
        buy_farmers(s, place, argument)
    elif kind == MOVE_BUY:
        buy_favors(s, argument)
    elif kind == MOVE_FAVOR:
        receive_favor(s, place)
    elif kind == MOVE_OFFER:
        make_offer(s, argument)
    elif kind == MOVE_UNVEIL:
        unveil(s, argument)
    elif kind == MOVE_SOLD:
        turn_up_sold(s, place)
    elif kind == MOVE_TAKE_FAVOR:
        ask_reward_favor(s)
    elif kind == MOVE_TAKE_FARMER:
        take_reward_farmer(s, place)
    elif kind == MOVE_TAKE_STONE:
        take_reward_stone(s, place)
    elif kind == MOVE_SELL:
        if s.table.phase == PHASE_OFFER:
            seal_sale(s, place)
        elif sell_favor(s, place):
            after_sale(s)
    elif kind == MOVE_TREASURY:
        play_treasury(s, place)
    elif kind == MOVE_BIG_HARVEST:
        play_big_harvest(s, place)
    elif kind == MOVE_PROVINCE:
        reveal_province(s, place)
    elif kind == MOVE_ADJUST:
        adjust(s, argument)
    elif kind == MOVE_SCORE:
        score_card(s, place)
    elif kind == MOVE_CHOOSE:
        choose_province(s, place)
    elif kind == MOVE_CARD:
        deal_province_card(s, place)
    elif kind == MOVE_START:
        name_start_player(s, place)


# -- chance --------------------------------------------------------------------------------------------------

cdef uint16_t cards_to_come(const AmunreState* s) noexcept nogil:
    """Province cards of which nature picks one: not yet seen in this age and, in the expert game, not yet dealt."""
    cdef uint16_t cards = s.table.kingdom & ~s.table.seen
    cdef int seat
    for seat in range(s.table.header.players):
        cards &= ~s.province_hand[seat]
    return cards


cdef Move only_outcome(const AmunreState* s) noexcept nogil:
    """What is turned up, not drawn: an offering, or a province that was chosen; 0 if there is something to draw."""
    cdef int seat = s.table.turn
    if s.table.phase == PHASE_UNVEIL and s.table.debt == 0:
        return make_move(MOVE_UNVEIL, seat, s.offer[seat] - 1)
    if s.table.phase == PHASE_REVEAL and s.table.header.variant == EXPERT:
        return make_move(MOVE_PROVINCE, s.chosen[seat] - 1, 0)
    return 0


cdef Move sample_chance(const void* state, Rng* rng) noexcept nogil:
    cdef const AmunreState* s = <const AmunreState*>state
    cdef int phase = s.table.phase
    cdef Move outcome = only_outcome(s)
    cdef uint16_t cards
    if outcome:
        return outcome
    if phase == PHASE_REVEAL or phase == PHASE_DEAL:
        cards = cards_to_come(s)
        return make_move(
            MOVE_PROVINCE if phase == PHASE_REVEAL else MOVE_CARD,
            nth_bit(cards, rng_below(rng, popcount(cards))), 0)
    if phase == PHASE_START:
        return make_move(MOVE_START, rng_below(rng, s.table.header.players), 0)
    if phase == PHASE_UNVEIL:
        return make_move(MOVE_SOLD, random_favor(s.sold[s.table.turn], s.table.debt, rng), 0)
    return make_move(MOVE_FAVOR, random_favor(s.deck, s.table.deck_count, rng), 0)


cdef int enumerate_chance(const void* state, Move* outcomes, double* probabilities) noexcept nogil:
    cdef const AmunreState* s = <const AmunreState*>state
    cdef int phase = s.table.phase
    cdef int count = 0, i
    cdef uint16_t cards
    outcomes[0] = only_outcome(s)
    probabilities[0] = 1.0
    if outcomes[0]:
        return 1
    if phase == PHASE_REVEAL or phase == PHASE_DEAL:
        cards = cards_to_come(s)
        while cards:
            outcomes[count] = make_move(MOVE_PROVINCE if phase == PHASE_REVEAL else MOVE_CARD, lowest_bit(cards), 0)
            cards &= cards - 1
            count += 1
    elif phase == PHASE_START:
        count = s.table.header.players
        for i in range(count):
            outcomes[i] = make_move(MOVE_START, i, 0)
    elif phase == PHASE_UNVEIL:
        return any_of(MOVE_SOLD, s.sold[s.table.turn], s.table.debt, outcomes, probabilities)
    else:
        return any_of(MOVE_FAVOR, s.deck, s.table.deck_count, outcomes, probabilities)
    for i in range(count):
        probabilities[i] = 1.0 / count
    return count


cdef int any_of(int kind, uint64_t bag, int size, Move* outcomes, double* probabilities) noexcept nogil:
    """One card of a bag of `size` cards."""
    cdef int count = 0, favor
    for favor in range(FAVOR_NB):
        if favor_count(bag, favor):
            outcomes[count] = make_move(kind, favor, 0)
            probabilities[count] = <double>favor_count(bag, favor) / size
            count += 1
    return count


cdef int chance_pool(const void* state) noexcept nogil:
    cdef const AmunreState* s = <const AmunreState*>state
    cdef int phase = s.table.phase
    if only_outcome(s) or phase == PHASE_UNVEIL:
        return POOL_TURNED_UP
    if phase == PHASE_REVEAL or phase == PHASE_DEAL:
        return POOL_PROVINCES
    return POOL_START if phase == PHASE_START else POOL_FAVORS
