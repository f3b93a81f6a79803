"""Reads, checks and holds the weights of an evaluation."""

cimport cython
from libc.string cimport memcpy

from egypt.core.network cimport (
    ACTIVATION_ONE, MAX_BIAS, MAX_UNITS, MOST_SECOND, SECOND_ONE, SECOND_SHIFT, Network,
)
from egypt.core.types cimport MAX_FEATURES, MAX_SEATS, MAX_STAGES, MAX_TRAITS, POINT
from egypt.core.weights cimport LOGIT, Weights

from egypt.core.errors import EgyptError
from egypt.core.integers import integer


@cython.boundscheck(True)
@cython.wraparound(True)
def _at_stage(value, int stage):
    """A weight is given once, or per stage with the last one repeated."""
    return value[min(stage, len(value) - 1)] if isinstance(value, list) else value


def _fixed(value, int unit, int most=32767):
    """A weight in units of the core, clipped to what it can hold."""
    return max(-most, min(most, round(value * unit)))


cdef class GameWeights:
    """The weights of a game's evaluation for every number of players, and its network. Immutable.

    `data` has the form of a room's weights.json. Its features are those of the room, in any order; one that is not mentioned
    weighs nothing. A weight is a number, or a list with one number per stage, whose last one serves all later stages.
    Per number of players, `points` has a weight per feature, and so has `log_odds`; instead of `log_odds` there may be a
    `spread`: the number of points that make the odds of winning e times as good. A `network` may correct the log odds: its
    `own` and `all` have a list of units per feature, its `bias` and `log_odds` one per stage. It may have a `second` layer:
    there `own` and `all` have a list per unit of the first layer. `priors` may have a list per group of the room's traits of
    moves: log odds that a search should look at a move that has the trait. They serve all numbers of players that have none
    of their own.

    Raises EgyptError if the data lack that form or are for another game.
    """

    def __cinit__(self, str game="", tuple feature_names=(), int fewest=0, int most=-1, dict data=None,
                  tuple trait_groups=()):
        self.game = game or ""
        self.feature_names = feature_names or ()
        self.trait_groups = trait_groups or ()
        self.search_defaults = {}
        if len(self.feature_names) > MAX_FEATURES:
            raise EgyptError(f"{self.game}: {len(self.feature_names)} features, at most {MAX_FEATURES} allowed")
        if 1 + sum([size for _, size in self.trait_groups]) > MAX_TRAITS:
            raise EgyptError(f"{self.game}: more traits of moves than the {MAX_TRAITS - 1} that are allowed")
        if data is None:
            return
        try:
            self._read(data, max(0, fewest), min(most, MAX_SEATS))
            self.search_defaults = dict(data.get("search", {}))
        except EgyptError:
            raise
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise EgyptError(
                f"{self.game}: these weights lack the form of a weights.json ({type(error).__name__}: {error})") from None

    def __repr__(self):
        counts = [str(players) for players in range(MAX_SEATS + 1) if self.of_players[players].features]
        return f"<GameWeights of {self.game} for {', '.join(counts) or 'no'} players, {len(self.feature_names)} features>"

    def points(self, players):
        """Points per unit of every feature, by stage."""
        cdef const Weights* weights = self.get(integer(players, "players", 0, MAX_SEATS))
        cdef int i, stage
        return {
            name: [weights.points[stage][i] / <double>POINT for stage in range(MAX_STAGES)]
            for i, name in enumerate(self.feature_names)
        }

    def log_odds(self, players):
        """Log odds of winning per unit of every feature, by stage."""
        cdef const Weights* weights = self.get(integer(players, "players", 0, MAX_SEATS))
        cdef int i, stage
        return {
            name: [weights.log_odds[stage][i] / <double>LOGIT for stage in range(MAX_STAGES)]
            for i, name in enumerate(self.feature_names)
        }

    def network(self, players):
        """The network that corrects the log odds, in the form of a room's weights.json; None if there is none."""
        cdef const Network* network = &self.get(integer(players, "players", 0, MAX_SEATS)).network
        cdef double one = ACTIVATION_ONE
        cdef int i, stage, unit
        if network.units == 0:
            return None
        units, stages, features = range(network.units), range(MAX_STAGES), tuple(enumerate(self.feature_names))
        table = {
            "bias": [[network.bias[stage][unit] / one for unit in units] for stage in stages],
            "log_odds": [[network.log_odds[stage][unit] / <double>LOGIT for unit in units] for stage in stages],
            "own": {name: [network.own[unit][i] / one for unit in units] for i, name in features},
            "all": {name: [network.all[unit][i] / one for unit in units] for i, name in features},
        }
        if network.second_units:
            table["second"] = self._second(network)
        return table

    cdef dict _second(self, const Network* network):
        cdef double one = SECOND_ONE
        cdef int i, stage, unit
        units, firsts, stages = range(network.second_units), range(network.units), range(MAX_STAGES)
        return {
            "bias": [[network.second_bias[stage][unit] / <double>(ACTIVATION_ONE << SECOND_SHIFT) for unit in units]
                     for stage in stages],
            "log_odds": [[network.second_log_odds[stage][unit] / <double>LOGIT for unit in units] for stage in stages],
            "own": [[network.second_own[unit][i] / one for unit in units] for i in firsts],
            "all": [[network.second_all[unit][i] / one for unit in units] for i in firsts],
        }

    def priors(self, players):
        """Log odds per trait of a move, by group, in the form of a room's weights.json; None if there are none."""
        cdef const Weights* weights = self.get(integer(players, "players", 0, MAX_SEATS))
        cdef int place = 1, i
        if weights.traits == 0:
            return None
        groups = {}
        for name, size in self.trait_groups:
            groups[name] = [weights.prior[place + i] / <double>LOGIT for i in range(size)]
            place += size
        return groups

    cdef const Weights* get(self, int players) except NULL:
        if not 0 <= players <= MAX_SEATS:
            raise EgyptError(f"{self.game}: no weights for {players} players")
        return &self.of_players[players]

    cdef Weights all_columns(self, int players) noexcept:
        """The same weights for somebody who wants to see all columns of features, those too that weigh nothing."""
        cdef Weights weights = self.of_players[players]
        weights.features = (len(self.feature_names) + 7) // 8 * 8
        return weights

    cdef GameWeights without_network(self):
        """The same weights, judging by the weighted sums alone."""
        cdef GameWeights plain = GameWeights(self.game, self.feature_names)
        cdef int players
        plain.search_defaults = self.search_defaults
        plain.trait_groups = self.trait_groups
        memcpy(plain.of_players, self.of_players, sizeof(self.of_players))
        for players in range(MAX_SEATS + 1):
            plain.of_players[players].network.units = 0
            plain.of_players[players].network.second_units = 0
        return plain

    @cython.boundscheck(True)       # a file may hold anything
    cdef int _read(self, dict data, int fewest, int most) except -1:
        cdef int players
        unknown = set(data["features"]) - set(self.feature_names)
        if unknown:
            raise EgyptError(f"{self.game}: '{sorted(unknown)[0]}' is no feature of this game")
        for players in range(fewest, most + 1):
            self._read_table(data["players"][str(players)], &self.of_players[players])
            priors = data["players"][str(players)].get("priors", data.get("priors"))
            if priors is not None:
                self._read_priors(priors, &self.of_players[players])
        return 0

    @cython.boundscheck(True)
    cdef int _read_table(self, dict table, Weights* target) except -1:
        cdef int i, stage
        names = self.feature_names
        points = table["points"]
        network = table.get("network", {})
        for weights in (points, table.get("log_odds", {}), network.get("own", {}), network.get("all", {})):
            unknown = set(weights) - set(names)
            if unknown:
                raise EgyptError(f"{self.game}: weight for unknown feature {sorted(unknown)[0]}")
        target.features = self._columns(
            [points, table.get("log_odds", {}), network.get("own", {}), network.get("all", {})])
        for stage in range(MAX_STAGES):
            for i, name in enumerate(names):
                target.points[stage][i] = _fixed(_at_stage(points.get(name, 0.0), stage), POINT)
            if "log_odds" in table:
                log_odds = {name: _at_stage(weight, stage) for name, weight in table["log_odds"].items()}
            else:
                spread = _at_stage(table["spread"], stage)
                target.spread[stage] = max(1, round(spread * POINT))
                log_odds = {name: _at_stage(weight, stage) / spread for name, weight in points.items()}
            for i, name in enumerate(names):
                target.log_odds[stage][i] = _fixed(log_odds.get(name, 0.0), LOGIT)
        if network:
            self._read_network(network, &target.network)
        return 0

    @cython.boundscheck(True)
    cdef int _read_priors(self, dict table, Weights* target) except -1:
        cdef int place = 1, i
        unknown = set(table) - {name for name, _ in self.trait_groups}
        if unknown:
            raise EgyptError(f"{self.game}: priors for unknown traits '{sorted(unknown)[0]}'")
        for name, size in self.trait_groups:
            values = table.get(name, [0.0] * size)
            if len(values) != size:
                raise EgyptError(f"{self.game}: priors for {len(values)} of the {size} traits '{name}'")
            for i, value in enumerate(values):
                target.prior[place + i] = _fixed(value, LOGIT)
            place += size
        target.traits = place
        return 0

    cdef int _columns(self, list tables) except -1:
        """How many columns of features these tables need, a multiple of 8: the evaluation goes no further."""
        used = [i for i, name in enumerate(self.feature_names) if any([name in table for table in tables])]
        return (max(used, default=0) + 8) // 8 * 8

    @cython.boundscheck(True)
    cdef int _read_network(self, dict data, Network* target) except -1:
        cdef int unit, stage, i
        own, together = data["own"], data["all"]
        units = len(data["bias"][0])
        if units > MAX_UNITS:
            raise EgyptError(f"{self.game}: {units} units of a network, at most {MAX_UNITS} allowed")
        target.units = units
        target.own_features = self._columns([{name for name, weights in own.items() if any(weights)}])
        for unit in range(units):
            for i, name in enumerate(self.feature_names):
                target.own[unit][i] = _fixed(own[name][unit], ACTIVATION_ONE) if name in own else 0
                target.all[unit][i] = _fixed(together[name][unit], ACTIVATION_ONE) if name in together else 0
                target.own_pairs[i // 2][unit][i % 2] = target.own[unit][i]
                target.all_pairs[i // 2][unit][i % 2] = target.all[unit][i]
            for stage in range(MAX_STAGES):
                target.bias[stage][unit] = _fixed(_at_stage(data["bias"], stage)[unit], ACTIVATION_ONE, MAX_BIAS)
                target.log_odds[stage][unit] = _fixed(_at_stage(data["log_odds"], stage)[unit], LOGIT)
        if "second" in data:
            self._read_second(data["second"], target)
        return 0

    @cython.boundscheck(True)
    cdef int _read_second(self, dict data, Network* target) except -1:
        cdef int unit, stage, i
        own, together = data["own"], data["all"]
        units = len(data["bias"][0])
        if units > MAX_UNITS:
            raise EgyptError(f"{self.game}: {units} units of a second layer, at most {MAX_UNITS} allowed")
        target.second_units = units
        for unit in range(units):
            for i in range(target.units):
                target.second_own[unit][i] = _fixed(own[i][unit], SECOND_ONE, MOST_SECOND)
                target.second_all[unit][i] = _fixed(together[i][unit], SECOND_ONE, MOST_SECOND)
                target.second_own_pairs[i // 2][unit][i % 2] = target.second_own[unit][i]
                target.second_all_pairs[i // 2][unit][i % 2] = target.second_all[unit][i]
            for stage in range(MAX_STAGES):
                target.second_bias[stage][unit] = _fixed(
                    _at_stage(data["bias"], stage)[unit], ACTIVATION_ONE << SECOND_SHIFT, MAX_BIAS)
                target.second_log_odds[stage][unit] = _fixed(_at_stage(data["log_odds"], stage)[unit], LOGIT)
        return 0
