"""The regressions behind `bench fit`: from positions to weights in the form of a room's weights.json."""

from __future__ import annotations

from typing import Any

import numpy as np

BATCH, EPOCHS, RATE = 2048, 8, 0.005
STEPS = 2000  # at least, or a small sample ends before the weights have found their place
LEAST_SPREAD = 0.25
REACH = 7.99  # the core holds no larger weight of a unit (engine/core/network.pxd)
DECAY = 0.01  # of a network's weights, so that what the sample does not need stays small


class Sample:
    """Positions as arrays: features by seat, stage, and by seat the final points, who won and what a search thought of the
    chances (who won, where none looked)."""

    def __init__(self, features: Any, stages: Any, points: Any, won: Any, search_values: Any) -> None:
        self.features, self.stages, self.points, self.won, self.search_values = features, stages, points, won, search_values

    def __len__(self) -> int:
        return len(self.stages)

    @property
    def players(self) -> int:
        return int(self.features.shape[1])

    def part(self, which: Any) -> Sample:
        return Sample(*(values[which] for values in self._columns()))

    def chances(self, search_weight: float) -> Any:
        """Targets of the fit: the search's values with this weight, and for the rest who won."""
        return (1 - search_weight) * self.won + search_weight * self.search_values

    def _columns(self) -> tuple[Any, ...]:
        return self.features, self.stages, self.points, self.won, self.search_values

    @staticmethod
    def join(samples: list[Sample]) -> Sample:
        return Sample(*(np.concatenate(parts) for parts in zip(*(s._columns() for s in samples), strict=True)))


class Adam:
    """The rate grows at first and falls to 0 in the end, so that the last batches settle."""

    def __init__(self, steps: int, decay: float, *weights: Any, rate: float = RATE) -> None:
        self.weights, self._rate = list(weights), rate
        self._first = [np.zeros_like(w) for w in weights]
        self._second = [np.zeros_like(w) for w in weights]
        self.steps, self._step, self._decay = steps, 0, decay

    def step(self, *gradients: Any) -> None:
        self._step += 1
        done = self._step / self.steps
        rate = self._rate * min(10 * done, 1.0, 10 * (1 - done) / 7)
        for i, gradient in enumerate(gradients):
            self._first[i] = 0.9 * self._first[i] + 0.1 * gradient
            self._second[i] = 0.999 * self._second[i] + 0.001 * gradient**2
            first = self._first[i] / (1 - 0.9**self._step)
            second = self._second[i] / (1 - 0.999**self._step)
            self.weights[i] = self.weights[i] * (1 - rate * self._decay) - rate * first / (np.sqrt(second) + 1e-8)


def softmax(log_odds: Any) -> Any:
    shares = np.exp(log_odds - log_odds.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=1, keepdims=True)


def spreads(features: Any) -> Any:
    """How much each feature varies; regressions work on features of equal spread. One that hardly varies would get too large
    a weight, so there is a least spread."""
    some = features[:: max(1, len(features) // 200_000)]
    return np.maximum(some.reshape(-1, some.shape[-1]).astype(np.float32).std(axis=0), LEAST_SPREAD)


def steps_for(features: Any) -> int:
    return max(STEPS, EPOCHS * len(features) // BATCH)


def fit_points(sample: Sample, ridge: float, prior: Any) -> Any:
    """Ridge regression towards the prior: what the sample does not tell stays as it was."""
    rows = sample.features.reshape(-1, sample.features.shape[-1]).astype(float)
    target = sample.points.reshape(-1)
    scale = rows.std(axis=0) + 1e-9
    gram = rows.T @ rows + ridge * np.diag(scale**2 + 1e-3)
    return prior + np.linalg.solve(gram, rows.T @ (target - rows @ prior))


def fit_log_odds(features: Any, chances: Any, prior: Any, seed: int) -> Any:
    """Softmax regression from the prior on: the weights under which the winners are most likely."""
    rng = np.random.default_rng(seed)
    scale = spreads(features)
    adam = Adam(steps_for(features), 0.0, prior * scale)
    for _ in range(adam.steps):
        batch = rng.integers(len(features), size=min(BATCH, len(features)))
        rows = features[batch] / scale
        error = softmax(rows @ adam.weights[0]) - chances[batch]
        gradient = np.einsum("ns,nsf->f", error, rows) / len(batch) + 1e-5 * (adam.weights[0] - prior * scale)
        adam.step(gradient)
    return adam.weights[0] / scale


def fit_network(sample: Sample, chances: Any, weights: Any, units: int, seed: int) -> tuple[Any, Any, Any, Any]:
    """What the weighted sums (`weights`, a row per stage) leave unexplained: own, all, bias and log odds of a network
    (engine/core/network.pxd)."""
    rng = np.random.default_rng(seed)
    scale = spreads(sample.features)
    stages, columns = weights.shape
    weights = (weights * scale).astype(np.float32)
    stage_of = np.eye(stages, dtype=np.float32)
    adam = Adam(
        steps_for(sample.features),
        DECAY,
        *(
            rng.normal(0, size, shape).astype(np.float32)
            for size, shape in (
                (0.05, (units, columns)),
                (0.05, (units, columns)),
                (0.1, (stages, units)),
                (0.05, (stages, units)),
            )
        ),
    )
    for _ in range(adam.steps):
        own, common, bias, log_odds = adam.weights
        batch = rng.integers(len(sample), size=min(BATCH, len(sample)))
        rows = (sample.features[batch] / scale).astype(np.float32)
        stage = sample.stages[batch]
        everyone = rows.sum(axis=1)
        values = np.maximum(rows @ own.T + (everyone @ common.T + bias[stage])[:, None], 0)
        judged = np.einsum("nsf,nf->ns", rows, weights[stage]) + np.einsum("nsu,nu->ns", values, log_odds[stage])
        error = ((softmax(judged) - chances[batch]) / len(batch)).astype(np.float32)
        back = error[..., None] * log_odds[stage][:, None] * (values > 0)
        together = back.sum(axis=1)
        which = stage_of[stage].T
        adam.step(
            np.tensordot(back, rows, ((0, 1), (0, 1))),
            together.T @ everyone,
            which @ together,
            which @ np.einsum("ns,nsu->nu", error, values),
        )
    own, common, bias, log_odds = adam.weights
    log_odds = log_odds * np.isin(np.arange(stages), sample.stages)[:, None]  # of a stage that never came it knows nothing
    return np.clip(own / scale, -REACH, REACH), np.clip(common / scale, -REACH, REACH), bias, log_odds


def cross_entropy(sample: Sample, weights: Any, network: tuple[Any, Any, Any, Any] | None) -> float:
    """Of an evaluation and who won, the mean over the positions."""
    total = 0.0
    for start in range(0, len(sample), 100_000):
        part = sample.part(slice(start, start + 100_000))
        rows = part.features.astype(np.float32)
        judged = np.einsum("nsf,nf->ns", rows, weights[part.stages])
        if network is not None:
            own, common, bias, log_odds = network
            common_part = rows.sum(axis=1) @ common.T + bias[part.stages]
            judged += np.einsum("nsu,nu->ns", np.maximum(rows @ own.T + common_part[:, None], 0), log_odds[part.stages])
        total -= float((part.won * np.log(softmax(judged) + 1e-12)).sum())
    return total / len(sample)
