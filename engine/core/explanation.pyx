"""Where an evaluation comes from: what each group of features, in a player's words, adds to points and chances.

Points are a sum of features times weights, so each group's part of the sum is what it adds. Chances are no sum: odds are
divided among the seats, and a network corrects them. They are explained from the position in which every feature is the same
for all seats, its mean, and everybody has the same chance: all groups go from there to the real position in small equal
steps, one after the other, and what a group's steps change is what it adds. These changes add up to the chances exactly.
"""

from libc.math cimport floor, trunc
from libc.stdint cimport int16_t, int32_t
from libc.string cimport memset

from egypt.core.evaluation cimport chances_from_log_odds
from egypt.core.game cimport Game
from egypt.core.network cimport (
    ACTIVATION_ONE, MAX_CORRECTION, MAX_UNITS, MOST_SEEN, SECOND_SHIFT, SEEN_SHIFT, Network,
)
from egypt.core.position cimport Position, View
from egypt.core.types cimport CERTAIN, MAX_FEATURES, MAX_SEATS, POINT, Outlook
from egypt.core.weights cimport LOGIT, GameWeights, Weights

from egypt.core.explaining import Contribution, Explanation
from egypt.core.position import Rng

cdef enum:
    STEPS = 16              # from the position in which all are equal to the real one


# Features of all seats, on their way from the mean to what they are.
ctypedef struct Rows:
    double of[MAX_SEATS][MAX_FEATURES]


cdef double unit_says(
        const int16_t* own, const int16_t* everyone, const double* seat, const double* all, int count) noexcept nogil:
    """What a unit sees: a seat's columns and the sums of all seats', each times its weight."""
    cdef double value = 0.0
    cdef int i
    for i in range(count):
        value += seat[i] * own[i] + all[i] * everyone[i]
    return value


cdef void network_says(
        const Network* network, const Rows* rows, int players, int count, int stage, double* correction) noexcept nogil:
    """What the network adds to the log odds of all seats, as engine/core/network.pxd computes it, for features that need not
    be integers."""
    cdef double[MAX_SEATS + 1][MAX_UNITS] seen          # the last row: summed up
    cdef double[MAX_FEATURES] together
    cdef double value
    cdef int unit, seat, i
    memset(seen, 0, sizeof(seen))
    for i in range(count):
        together[i] = 0.0
        for seat in range(players):
            together[i] += rows.of[seat][i]
    for seat in range(players):
        correction[seat] = 0.0
        for unit in range(network.units):
            value = network.bias[stage][unit] + unit_says(
                network.own[unit], network.all[unit], rows.of[seat], together, count)
            value = max(0.0, value)
            correction[seat] += value * network.log_odds[stage][unit]
            seen[seat][unit] = min(floor(value / (1 << SEEN_SHIFT)), <double>MOST_SEEN)
            seen[MAX_SEATS][unit] += seen[seat][unit]
    for seat in range(players):
        for unit in range(network.second_units):
            value = network.second_bias[stage][unit] + unit_says(
                network.second_own[unit], network.second_all[unit], seen[seat], seen[MAX_SEATS], network.units)
            if value > 0:
                correction[seat] += floor(value / (1 << SECOND_SHIFT)) * network.second_log_odds[stage][unit]
        correction[seat] = max(
            -<double>MAX_CORRECTION, min(<double>MAX_CORRECTION, trunc(correction[seat] / ACTIVATION_ONE)))


cdef void chances_of(const Weights* weights, const Rows* rows, int players, int stage, Outlook* outlook) noexcept nogil:
    cdef int32_t[MAX_SEATS] log_odds
    cdef double[MAX_SEATS] correction
    cdef double total
    cdef int seat, i
    memset(correction, 0, sizeof(correction))
    if not weights.spread[stage] and weights.network.units:
        network_says(&weights.network, rows, players, weights.features, stage, correction)
    for seat in range(players):
        total = correction[seat]
        for i in range(weights.features):
            if weights.spread[stage]:
                total += rows.of[seat][i] * weights.points[stage][i]
            else:
                total += rows.of[seat][i] * weights.log_odds[stage][i]
        log_odds[seat] = <int32_t>floor(total + 0.5)
    chances_from_log_odds(log_odds, weights.spread[stage] or LOGIT, players, outlook)


cdef class Sums:
    """What the groups add, summed over worlds, in the units of an Outlook."""

    cdef int groups
    cdef int players
    cdef int[MAX_FEATURES] group_of
    cdef double[MAX_FEATURES][MAX_SEATS] points     # by group and seat
    cdef double[MAX_FEATURES][MAX_SEATS] chances
    cdef double[MAX_SEATS] even                     # chances where all are equal

    def __cinit__(self, Game game not None, int players):
        cdef int group, i
        names = {name: i for i, name in enumerate(game.feature_names)}
        self.players = players
        for i in range(MAX_FEATURES):
            self.group_of[i] = -1
        self.groups = 0
        for group, features in enumerate(game.feature_groups.values()):
            self.groups += 1
            for name in features:
                self.group_of[<int>names[name]] = group

    cdef void add_world(self, const Weights* weights, const int16_t* rows, int stage) noexcept nogil:
        cdef Rows now
        cdef Outlook before, after
        cdef double mean
        cdef int seat, i, step, turn, group
        memset(&now, 0, sizeof(now))
        for i in range(weights.features):
            mean = 0.0
            for seat in range(self.players):
                mean += <double>rows[seat * MAX_FEATURES + i] / self.players
                if self.group_of[i] >= 0:
                    self.points[self.group_of[i]][seat] += (
                        <double>rows[seat * MAX_FEATURES + i] * weights.points[stage][i])
            for seat in range(self.players):
                now.of[seat][i] = mean
        chances_of(weights, &now, self.players, stage, &before)
        for seat in range(self.players):
            self.even[seat] += before.chance[seat]
        for step in range(STEPS):
            for turn in range(self.groups):
                group = turn if step % 2 == 0 else self.groups - 1 - turn      # no group is always the first
                self.move_group(&now, rows, weights.features, group, 1.0 / (STEPS - step))
                chances_of(weights, &now, self.players, stage, &after)
                for seat in range(self.players):
                    self.chances[group][seat] += after.chance[seat] - before.chance[seat]
                before = after

    cdef void move_group(self, Rows* now, const int16_t* rows, int count, int group, double part) noexcept nogil:
        """The features of a group go this part of the way that is left; all of it in the last step."""
        cdef int seat, i
        for i in range(count):
            if self.group_of[i] == group:
                for seat in range(self.players):
                    if part >= 1.0:
                        now.of[seat][i] = rows[seat * MAX_FEATURES + i]
                    else:
                        now.of[seat][i] += part * (rows[seat * MAX_FEATURES + i] - now.of[seat][i])

    cdef object contribution(self, str words, int group, int worlds):
        cdef int seat
        return Contribution(
            words,
            tuple([self.points[group][seat] / POINT / worlds for seat in range(self.players)]),
            tuple([self.chances[group][seat] / CERTAIN / worlds for seat in range(self.players)]))


def explain(View view not None, worlds=32, seed=0):
    """Where the static evaluation of what a seat knows comes from: an Explanation, over the worlds that `view.evaluate`
    takes with the same arguments."""
    cdef Game game = view.game
    cdef int players = view.players
    cdef GameWeights judging = game.weights     # kept: `load_weights` may give the game others meanwhile
    cdef const Weights* weights = judging.get(players)
    cdef int16_t[MAX_SEATS * MAX_FEATURES] rows
    cdef Sums sums = Sums(game, players)
    cdef Position world
    cdef int stage, seat
    points, chances = view.evaluate(worlds, seed)
    rng, over = Rng(seed), []
    for _ in range(worlds):
        world = view.sample(rng).settle(rng)
        if world.is_over:
            over.append(world.evaluate())
            continue
        memset(rows, 0, sizeof(rows))
        stage = game.ops.features(world.state(), weights, rows)
        with nogil:
            sums.add_world(weights, rows, stage)
    weighed = set(game.feature_names[:weights.features])        # a group that these weights leave out explains nothing
    contributions = [
        sums.contribution(words, group, worlds) for group, (words, features) in enumerate(game.feature_groups.items())
        if not weighed.isdisjoint(features)]
    even = 1.0 / players
    if over:        # worlds in which nature ends the game, or a game that is over: its scores are the truth
        contributions.append(Contribution(
            "scores of the finished game",
            tuple([sum([each[seat] for each, _ in over]) / worlds for seat in range(players)]),
            tuple([sum([each[seat] - even for _, each in over]) / worlds for seat in range(players)])))
    evens = tuple([(sums.even[seat] / CERTAIN + len(over) * even) / worlds for seat in range(players)])
    return Explanation(tuple(points), tuple(chances), evens, tuple(contributions))
