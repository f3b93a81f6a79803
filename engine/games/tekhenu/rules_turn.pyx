"""A turn: take a die, bless it, use it (rulebook pp. 10, 14-15).

Where the order makes no difference, blessings are played in ascending order of their numbers, and of equal ones only the
first is offered. Who still has a blessing for any time may play the others in any order: it must not be the only way back
to one that was passed over. Blessings for any time are offered before the die is taken, and again as soon as they could do
something else than before: a marker has moved, a card was drawn or taken, or the end of the track is in reach.

The lists here say what the rules of each step allow. What would make it impossible to finish the turn is taken out of them
in duty.pyx: the die must be used, and whoever has played a blessing for an extra action must do it.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from egypt.core.bits cimport lowest_bit
from egypt.core.types cimport Move
from egypt.games.tekhenu.actions cimport action_values
from egypt.games.tekhenu.gains cimport (
    discard_blessing, distinct_blessings, has, is_own_turn, note_news, raise_floor, raise_happiness, raise_population,
    remember_window, reward_blessing, scribe_power, spend_blessing, status_of, take_die, takes_on_trust,
    technology_shift, technology_vp, win,
)
from egypt.games.tekhenu.market cimport can_shuffle
from egypt.games.tekhenu.moves cimport (
    AS_PURE, AS_TAINTED, MOVE_ANUBIS, MOVE_BLESS, MOVE_GO, MOVE_SHIFT, MOVE_TAKE, MOVE_USE, USE_EXTRA, USE_PLAIN,
    USE_WORK_FIRST, make_move, make_three, move_a, move_b, move_c, move_kind,
)
from egypt.games.tekhenu.payment cimport charge_scribes
from egypt.games.tekhenu.rules_production cimport is_repeated, produce_again
from egypt.games.tekhenu.rules_thoth cimport can_pay_for_cards
from egypt.games.tekhenu.state cimport (
    ACTION_NB, ALL_VALUES, ANUBIS, BELOW, COLOUR_NB, DICE_NB, FACE_NB, FORBIDDEN, FREE_VALUE, GOD_NB, GOLD, GREY,
    MAIN_DONE, NEWS, PRODUCE, PURE, RECOLOUR, REWARD_ACTION, SCRIBE, STEP_BEGIN, STEP_CARDS, STEP_LATE_BLESSING,
    STEP_MODIFY, STEP_SHIFT, STEP_TURN, STEP_USE, TAINTED, WORKED, Player, Table, TekhenuState, Turn, die_code,
    die_colour, die_face, die_sector, extra_gods, god_opposite, has_extras, push,
)
from egypt.games.tekhenu.step_arguments cimport with_value
from egypt.games.tekhenu.tables cimport (
    BLESSING_ANUBIS, BLESSING_NEIGHBOUR, BLESSING_OPPOSITE, BLESSING_RAISE_EITHER, BLESSING_RECOLOUR,
    ANY_COLOUR, BLESSING_SET_VALUE, TABLES, TECH_ANUBIS_VP, TECH_BETTER_PRAYER, TECH_BETTER_WORK, TECH_BLESSING_GAIN,
    TECH_GOLD_IS_SCRIBE, TECH_PURE_VP, TECH_TAINTED_WORK, TECH_TAKE_FORBIDDEN, WHEN_TAKING,
)


cdef void begin_turn(TekhenuState* s) noexcept nogil:
    cdef Table* t = &s.table
    cdef Player* player = &t.player[t.seat]
    t.turn.population = player.population
    t.turn.happiness = player.happiness
    t.turn.held = player.blessings
    push(t, STEP_TURN)


# -- values that a die can have -----------------------------------------------------------------------------

cdef inline int scribes_between(int face, int value) noexcept nogil:
    """Scribes that turn one value into another."""
    return ((value - face if value > face else face - value) + TABLES.scribe_shift - 1) // TABLES.scribe_shift


cdef inline int scribes_for(const Turn* turn, int value) noexcept nogil:
    """Scribes that give the die this value."""
    return 0 if turn.flags & FREE_VALUE else scribes_between(turn.face, value)


cdef int values_after_scribes(const Table* t, const Player* player, int action, int scribes) noexcept nogil:
    """Values with which an action can be done by a player who spends `scribes` scribes on it first. That makes a difference
    where scribes serve as gold: what is spent on the one is missing for the other.
    """
    cdef Player poorer
    cdef int missing
    if scribes == 0 or action >= PRODUCE or not has(player, TECH_GOLD_IS_SCRIBE):
        return action_values(t, player, action, False)
    poorer = player[0]
    missing = max(0, scribes - poorer.goods[SCRIBE])
    poorer.goods[SCRIBE] -= scribes - missing
    poorer.goods[GOLD] -= missing
    return action_values(t, &poorer, action, False)


# -- taking a die -------------------------------------------------------------------------------------------

cdef int usable_faces(const Table* t, const Player* player, int god) noexcept nogil:
    """Faces (bits 1..6) of grey dice with which the player can do the god's action; other colours can always produce."""
    cdef int shift = technology_shift(player, TECH_BETTER_PRAYER)
    cdef int values = spread(action_values(t, player, god, False), shift)
    cdef int face, value, scribes, faces = 0
    if values == 0 or values == ALL_VALUES:
        return values
    if player.blessings & TABLES.blessing_with[BLESSING_SET_VALUE]:
        return ALL_VALUES
    if not has(player, TECH_GOLD_IS_SCRIBE):
        return spread(values, TABLES.scribe_shift * min(3, scribe_power(player)))
    for face in range(1, 7):
        for value in range(1, 7):
            scribes = scribes_between(face, value)
            if scribes <= scribe_power(player) and (
                    spread(values_after_scribes(t, player, god, scribes), shift) >> value & 1):
                faces |= 1 << face
                break
    return faces


cdef inline uint64_t useful_grey_dice(const Table* t, const Player* player) noexcept nogil:
    """Bit per grey die of those on the wheel (`grey_bit`) with which the god can be asked for something, and ANY_COLOUR."""
    cdef uint64_t found = 0, useful = <uint64_t>1 << ANY_COLOUR
    cdef int i, sector
    for i in range(t.dice):
        found |= <uint64_t>1 << TABLES.grey_bit[t.die[i]]
    found &= useful - 1
    while found:
        sector = lowest_bit(found) // FACE_NB
        useful |= <uint64_t>(usable_faces(t, player, sector) >> 1) << FACE_NB * sector
        found &= ~<uint64_t>0 << FACE_NB * (sector + 1)
    return useful


cdef int list_dice(const Table* t, const Player* player, bint all_of_them, Move* moves) noexcept nogil:
    """Dice by pan, equal ones once. A technology lets forbidden dice go to either pan; a blessing can recolour them.

    Without branches in its loop: which dice lie where is as random as can be.
    """
    cdef bint recolour = (player.blessings & TABLES.blessing_with[BLESSING_RECOLOUR]) != 0
    cdef uint64_t useful = ~<uint64_t>0 if all_of_them or recolour else useful_grey_dice(t, player)
    cdef const uint8_t* pans_of = TABLES.pans[t.sun][has(player, TECH_TAKE_FORBIDDEN)]
    cdef Move[DICE_NB] tainted
    cdef int pure_nb = 0, tainted_nb = 0, last = -1
    cdef int i, code, pans
    for i in range(t.dice):
        code = t.die[i]
        pans = pans_of[code] & -<int>((code != last) & (useful >> TABLES.grey_bit[code]))
        last = code
        moves[pure_nb] = make_three(MOVE_TAKE, PURE, 0, code)
        tainted[tainted_nb] = make_three(MOVE_TAKE, TAINTED, 0, code)
        pure_nb += pans & 1
        tainted_nb += pans >> TAINTED & 1
    memcpy(moves + pure_nb, tainted, sizeof(tainted))
    if recolour:
        return pure_nb + tainted_nb + list_forbidden_dice(t, moves + pure_nb + tainted_nb)
    return pure_nb + tainted_nb


cdef int list_forbidden_dice(const Table* t, Move* moves) noexcept nogil:
    cdef const uint8_t* pans_of = TABLES.pans[t.sun][False]
    cdef int i, n = 0
    for i in range(t.dice):
        if pans_of[t.die[i]] >> FORBIDDEN and (i == 0 or t.die[i] != t.die[i - 1]):
            moves[n] = make_three(MOVE_TAKE, FORBIDDEN, 0, t.die[i])
            n += 1
    return n


cdef int list_any_die(const Table* t, Move* moves) noexcept nogil:
    """For an Anubis action: every die, below the scales."""
    cdef int i, n = 0
    for i in range(t.dice):
        if i == 0 or t.die[i] != t.die[i - 1]:
            moves[n] = make_three(MOVE_TAKE, BELOW, 0, t.die[i])
            n += 1
    return n


# -- blessings for any time ---------------------------------------------------------------------------------

cdef bint can_reach_end(const Player* player, uint32_t cards) noexcept nogil:
    """Whether such blessings may lead to the action at the end of the track, which depends on when it is done."""
    cdef int steps = 0
    if player.rewards & REWARD_ACTION:
        return False
    while cards:
        steps += TABLES.blessing[lowest_bit(cards)].steps
        cards &= cards - 1
    return player.happiness + steps >= TABLES.action_at


cdef int list_any_time(const Table* t, Move* moves) noexcept nogil:
    """Those that could not have been played to the same effect before."""
    cdef const Player* player = &t.player[t.seat]
    cdef uint32_t cards = player.blessings & TABLES.blessing_with[BLESSING_RAISE_EITHER]
    cdef int n = 0
    if cards == 0 or not is_own_turn(t):
        return 0
    if (player.population == t.turn.population and player.happiness == t.turn.happiness
            and not t.turn.flags & NEWS and not can_reach_end(player, cards) and not can_shuffle(t, player, cards)
            and (t.step != STEP_TURN or t.turn.flags & ANUBIS)
            and (t.step != STEP_CARDS or can_pay_for_cards(t, player))):
        cards &= ~t.turn.held
    cards = distinct_blessings(cards)
    while cards:
        moves[n] = make_three(MOVE_BLESS, lowest_bit(cards), 0, 0)
        moves[n + 1] = make_three(MOVE_BLESS, lowest_bit(cards), 1, 0)
        cards &= cards - 1
        n += 2
    return n


cdef int list_turn(const TekhenuState* s, Move* moves) noexcept nogil:
    cdef const Table* t = &s.table
    cdef const Player* player = &t.player[t.seat]
    cdef uint32_t cards
    cdef int n
    if t.turn.flags & ANUBIS:
        n = list_any_die(t, moves)
        return n + list_any_time(t, moves + n)
    n = list_dice(t, player, takes_on_trust(player), moves)
    if scribe_power(player) >= TABLES.anubis_scribes:
        moves[n] = make_move(MOVE_ANUBIS)
        n += 1
    cards = distinct_blessings(player.blessings & TABLES.blessing_with[BLESSING_ANUBIS])
    while cards:
        moves[n] = make_move(MOVE_ANUBIS, lowest_bit(cards) + 1)
        cards &= cards - 1
        n += 1
    n += list_any_time(t, moves + n)
    return n if n else list_dice(t, player, True, moves)


cdef void answer_turn(TekhenuState* s, Move move) noexcept nogil:
    cdef int kind = move_kind(move)
    remember_window(&s.table)
    if kind == MOVE_TAKE:
        take(s, move_a(move), move_c(move))
    elif kind == MOVE_ANUBIS:
        push(&s.table, STEP_TURN)
        declare_anubis(s, move_c(move))
    else:
        push(&s.table, STEP_TURN)
        play_any_time(s, move_a(move), move_b(move))


cdef void bless_in_between(TekhenuState* s, Move move) noexcept nogil:
    """Between replacing cards and taking them, or between two blessings for a production."""
    push(&s.table, s.table.step, s.table.argument)
    play_any_time(s, move_a(move), move_b(move))


cdef void play_any_time(TekhenuState* s, int blessing, int marker) noexcept nogil:
    cdef int seat = s.table.seat
    spend_blessing(s, seat, blessing)
    if marker:
        raise_happiness(s, seat, TABLES.blessing[blessing].steps)
    else:
        raise_population(s, seat, TABLES.blessing[blessing].steps)
    note_news(&s.table)     # another one may follow, even if this one has changed nothing


cdef void declare_anubis(TekhenuState* s, int card) noexcept nogil:
    """For scribes (card 0), or by a blessing."""
    cdef Player* player = &s.table.player[s.table.seat]
    s.table.turn.flags |= ANUBIS
    win(player, technology_vp(player, TECH_ANUBIS_VP))
    if card:
        spend_blessing(s, s.table.seat, card - 1)
    else:
        charge_scribes(s, TABLES.anubis_scribes)


cdef void take(TekhenuState* s, int pan, int code) noexcept nogil:
    cdef Table* t = &s.table
    take_die(t, code)
    t.turn.die = code + 1
    t.turn.colour = die_colour(code)
    t.turn.face = die_face(code)
    t.turn.pan = pan
    t.turn.floor = 0
    if pan == FORBIDDEN and not t.turn.flags & ANUBIS:
        t.turn.flags |= RECOLOUR
    push(t, STEP_MODIFY)


# -- blessings for the die ----------------------------------------------------------------------------------

cdef int list_modifiers(const TekhenuState* s, Move* moves) noexcept nogil:
    cdef const Table* t = &s.table
    cdef const Player* player = &t.player[t.seat]
    cdef uint32_t cards = player.blessings & TABLES.blessing_at[WHEN_TAKING]
    cdef uint32_t later = ~((<uint32_t>1 << t.turn.floor) - 1)
    cdef int n = list_any_time(t, moves)
    if has(player, TECH_BLESSING_GAIN) and has(player, TECH_GOLD_IS_SCRIBE):
        later |= TABLES.blessing_with[BLESSING_NEIGHBOUR]    # paid for with what a blessing played before has brought
    cards = distinct_blessings(cards & later)
    while cards:
        n += list_modifier(t, player, lowest_bit(cards), moves + n)
        cards &= cards - 1
    if not t.turn.flags & RECOLOUR:
        moves[n] = make_move(MOVE_GO)
        n += 1
    return n


cdef int list_modifier(const Table* t, const Player* player, int card, Move* moves) noexcept nogil:
    cdef int effect = TABLES.blessing[card].effect
    if effect == BLESSING_RECOLOUR:
        return list_recolours(t, player, card, moves)
    if effect == BLESSING_NEIGHBOUR and scribe_power(player) < TABLES.blessing[card].scribes:
        return 0
    if effect == BLESSING_OPPOSITE and (player.happiness < TABLES.blessing[card].happiness
                                        or player.population < TABLES.blessing[card].population):
        return 0
    moves[0] = make_three(MOVE_BLESS, card, 0, 0)
    return 1


cdef int list_recolours(const Table* t, const Player* player, int card, Move* moves) noexcept nogil:
    """Another colour that may be taken where the die lies, and a value near its own."""
    cdef int sector = die_sector(t.turn.die - 1)
    cdef int shift = 0 if t.turn.flags & FREE_VALUE else TABLES.blessing[card].shift
    cdef int first = max(1, t.turn.face - shift)
    cdef int last = min(6, t.turn.face + shift)
    cdef int colour, value, n = 0
    for colour in range(COLOUR_NB):
        if colour == t.turn.colour:
            continue
        if not t.turn.flags & ANUBIS and status_of(t, sector, colour) == FORBIDDEN:
            if has(player, TECH_TAKE_FORBIDDEN):
                for value in range(first, last + 1):
                    moves[n + value - first] = make_three(MOVE_BLESS, card, colour, value | AS_PURE)
                    moves[n + last - first + 1 + value - first] = make_three(MOVE_BLESS, card, colour, value | AS_TAINTED)
                n += 2 * (last - first + 1)
            continue
        for value in range(first, last + 1):
            moves[n] = make_three(MOVE_BLESS, card, colour, value)
            n += 1
        if t.turn.flags & ANUBIS:   # its colour does not matter
            break
    return n


cdef void answer_modifier(TekhenuState* s, Move move) noexcept nogil:
    remember_window(&s.table)
    if move_kind(move) == MOVE_GO:
        settle_die(s)
        return
    push(&s.table, STEP_MODIFY)
    if TABLES.blessing[move_a(move)].effect == BLESSING_RAISE_EITHER:
        play_any_time(s, move_a(move), move_b(move))
        return
    raise_floor(&s.table, move_a(move))
    bless_die(s, move_a(move), move_b(move), move_c(move))


cdef void bless_die(TekhenuState* s, int card, int a, int b) noexcept nogil:
    cdef Turn* turn = &s.table.turn
    cdef Player* player = &s.table.player[s.table.seat]
    cdef int effect = TABLES.blessing[card].effect
    discard_blessing(s, s.table.seat, card)
    if effect == BLESSING_NEIGHBOUR and charge_scribes(s, TABLES.blessing[card].scribes):
        turn.beside += 1    # a reward for playing the card comes when its price has been paid
        return
    reward_blessing(s, s.table.seat)
    if effect == BLESSING_SET_VALUE:
        turn.flags |= FREE_VALUE
    elif effect == BLESSING_RECOLOUR:
        turn.colour = a
        turn.face = b & (AS_PURE - 1)
        turn.flags &= ~RECOLOUR
        if b >= AS_PURE:
            turn.pan = TAINTED if b & AS_TAINTED else PURE
        elif not turn.flags & ANUBIS:
            turn.pan = status_of(&s.table, die_sector(turn.die - 1), a)
    elif effect == BLESSING_NEIGHBOUR:
        turn.beside += 1
    elif effect == BLESSING_OPPOSITE:
        turn.opposite += 1
        player.happiness -= TABLES.blessing[card].happiness
        player.population -= TABLES.blessing[card].population


cdef void settle_die(TekhenuState* s) noexcept nogil:
    """The die goes to the scales with the face it was rolled with."""
    cdef Table* t = &s.table
    cdef Player* player = &t.player[t.seat]
    cdef int code = t.turn.die - 1
    player.die[player.dice] = die_code(t.turn.pan, die_colour(code), die_face(code))
    player.dice += 1
    if t.turn.pan == PURE:
        win(player, technology_vp(player, TECH_PURE_VP))
    t.turn.floor = 0
    push(t, STEP_USE)


# -- using the die ------------------------------------------------------------------------------------------

cdef inline int shift_for(const Player* player, int action) noexcept nogil:
    return technology_shift(player, TECH_BETTER_WORK if action >= PRODUCE else TECH_BETTER_PRAYER)


cdef inline int values_in_reach(const Turn* turn, int power) noexcept nogil:
    """What the die is worth, or can be made worth by a player who can pay so many scribes."""
    cdef int reach
    if turn.effective:
        return 1 << turn.effective
    if turn.flags & FREE_VALUE:
        return ALL_VALUES
    reach = min(6, TABLES.scribe_shift * power)
    return ((2 << min(6, turn.face + reach)) - (1 << max(1, turn.face - reach)))


cdef int list_values(const Table* t, const Player* player, int flags, int action, Move* moves) noexcept nogil:
    """One move for each value of the die with which the action can be done."""
    cdef int values = values_in_reach(&t.turn, scribe_power(player))
    cdef int shift = 0, value, n = 0
    cdef bint shared = action < PRODUCE and not t.turn.effective and has(player, TECH_GOLD_IS_SCRIBE)
    if action < PRODUCE:
        shift = technology_shift(player, TECH_BETTER_PRAYER)
        values &= spread(action_values(t, player, action, False), shift)
    while values:
        value = lowest_bit(values)
        values &= values - 1
        if shared and not spread(values_after_scribes(t, player, action, scribes_for(&t.turn, value)), shift) >> value & 1:
            continue
        moves[n] = make_three(MOVE_USE, flags, action, value)
        n += 1
    return n


cdef int list_main_uses(const Table* t, const Player* player, Move* moves) noexcept nogil:
    cdef int sector = die_sector(t.turn.die - 1)
    cdef int action, n = 0
    if t.turn.flags & ANUBIS:
        for action in range(ACTION_NB):
            n += list_values(t, player, USE_PLAIN, action, moves + n)
        return n
    n = list_values(t, player, USE_PLAIN, sector, moves)
    if t.turn.colour != GREY and not t.turn.flags & WORKED:
        n += list_values(t, player, USE_PLAIN, PRODUCE + t.turn.colour, moves + n)
        n += list_uses_after_work(t, player, sector, moves + n)
    return n


cdef int list_uses_after_work(const Table* t, const Player* player, int god, Move* moves) noexcept nogil:
    """A tainted die may first produce, if the god's action is possible then."""
    cdef int scribes, spent, value, n = 0
    if t.turn.pan != TAINTED or not has(player, TECH_TAINTED_WORK):
        return 0
    scribes = TABLES.technology[lowest_bit(player.technologies & TABLES.technology_with[TECH_TAINTED_WORK])].scribes
    for value in range(1, 7):
        spent = scribes + (0 if t.turn.effective else scribes_for(&t.turn, value))
        if (t.turn.effective == 0 or value == t.turn.effective) and scribe_power(player) >= spent:
            moves[n] = make_three(MOVE_USE, USE_WORK_FIRST, god, value)
            n += 1
    return n


cdef int list_extra_uses(const Table* t, const Player* player, Move* moves) noexcept nogil:
    """Which of the two gods beside the die it is may be decided when they act."""
    cdef int gods = extra_gods(&t.turn)
    cdef int god, n = 0
    for god in range(GOD_NB):
        if gods >> god & 1:
            n += list_values(t, player, USE_EXTRA, god, moves + n)
    return n


cdef int list_uses(const TekhenuState* s, Move* moves) noexcept nogil:
    """The normal action and extra ones in any order, until all of them are done."""
    cdef const Table* t = &s.table
    cdef const Player* player = &t.player[t.seat]
    cdef int n = 0
    if t.turn.flags & MAIN_DONE and not has_extras(&t.turn):
        moves[0] = make_move(MOVE_GO)     # any-time blessings have a window of their own after that
        return 1
    n = list_any_time(t, moves)
    if not t.turn.flags & MAIN_DONE:
        n += list_main_uses(t, player, moves + n)
    if has_extras(&t.turn):
        n += list_extra_uses(t, player, moves + n)
    return n


cdef void answer_use(TekhenuState* s, Move move) noexcept nogil:
    cdef Table* t = &s.table
    cdef Player* player = &t.player[t.seat]
    cdef int action = move_b(move)
    cdef int scribes = 0
    if move_kind(move) == MOVE_GO:
        t.turn.beside = t.turn.opposite = 0
        if player.blessings & TABLES.blessing_with[BLESSING_RAISE_EITHER]:
            push(t, STEP_LATE_BLESSING)
        return
    remember_window(t)
    push(t, STEP_USE)
    if move_kind(move) == MOVE_BLESS:
        play_any_time(s, move_a(move), move_b(move))
        return
    if t.turn.effective == 0:
        t.turn.effective = move_c(move)
        scribes = scribes_for(&t.turn, t.turn.effective)
    if move_a(move) == USE_EXTRA:
        if action == god_opposite(die_sector(t.turn.die - 1)):
            t.turn.opposite -= 1
        else:
            t.turn.beside -= 1
    elif move_a(move) == USE_WORK_FIRST:
        t.turn.flags |= WORKED
        scribes += TABLES.technology[lowest_bit(player.technologies & TABLES.technology_with[TECH_TAINTED_WORK])].scribes
        action = PRODUCE + t.turn.colour
    else:
        t.turn.flags |= MAIN_DONE
    if shift_for(player, action):
        push(t, STEP_SHIFT, action)
    else:
        push(t, STEP_BEGIN, with_value(action, t.turn.effective))
    charge_scribes(s, scribes)


cdef int list_shifts(const TekhenuState* s, Move* moves) noexcept nogil:
    cdef const Table* t = &s.table
    cdef const Player* player = &t.player[t.seat]
    cdef int values = action_values(t, player, t.argument, False)
    cdef int value, n = 0
    values &= spread(1 << t.turn.effective, shift_for(player, t.argument))
    for value in range(1, 7):
        if values >> value & 1:
            moves[n] = make_move(MOVE_SHIFT, value)
            n += 1
    return n


cdef void answer_shift(TekhenuState* s, Move move) noexcept nogil:
    if s.table.argument >= PRODUCE and is_repeated(&s.table.turn):
        produce_again(s, s.table.argument - PRODUCE, move_c(move))
        return
    push(&s.table, STEP_BEGIN, with_value(s.table.argument, move_c(move)))


# -- actions without a die, and the end of the turn ---------------------------------------------------------

cdef int list_free_actions(const TekhenuState* s, bint free, Move* moves) noexcept nogil:
    """Any action with any value."""
    cdef const Table* t = &s.table
    cdef const Player* player = &t.player[t.seat]
    cdef int action, value, values, n = 0
    for action in range(ACTION_NB):
        values = action_values(t, player, action, free)
        for value in range(1, 7):
            if values >> value & 1:
                moves[n] = make_three(MOVE_USE, USE_PLAIN, action, value)
                n += 1
    return n


cdef int list_late_blessings(const TekhenuState* s, Move* moves) noexcept nogil:
    cdef int n = list_any_time(&s.table, moves)
    moves[n] = make_move(MOVE_GO)
    return n + 1


cdef void answer_late_blessing(TekhenuState* s, Move move) noexcept nogil:
    remember_window(&s.table)
    if move_kind(move) == MOVE_BLESS:
        push(&s.table, STEP_LATE_BLESSING)
        play_any_time(s, move_a(move), move_b(move))
