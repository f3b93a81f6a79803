"""Fits the two layers of a network (engine/core/network.pxd) to positions, by gradient descent in numpy.

The weighted sums of a room stay as they are; the network learns what they leave unexplained.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from bench._fitting import BATCH, REACH, Adam, softmax, spreads
from bench._shards import Positions
from egypt import EgyptError

EPOCHS = 12
STEPS = 200  # at least
DECAY = 0.02
OLD_RATE = 0.002  # of a network that goes on from an old one
SECOND_REACH = 4.0  # the core holds no larger weight of the second layer
CHUNK = 50_000


@dataclass
class Layers:
    """A network, for features that were divided by `scale`. Columns from `own_columns` on are the same for all seats."""

    scale: Any
    own_columns: int
    weights: list[Any]  # own, all, bias, log odds of the first layer; the same of the second, if there is one

    @staticmethod
    def new(scale: Any, own_columns: int, stages: int, units: int, second: int, seed: int) -> Layers:
        rng = np.random.default_rng(seed)
        near = 1 / np.sqrt(units)
        sizes = [0.08, 0.05, 0.1, 0.05, near, near / 2, 0.1, 0.05]
        shapes = [(units, own_columns), (units, len(scale)), (stages, units), (stages, units)]
        if second:
            shapes += [(second, units), (second, units), (stages, second), (stages, second)]
        return Layers(
            scale,
            own_columns,
            [rng.normal(0, size, shape).astype(np.float32) for size, shape in zip(sizes, shapes, strict=False)],
        )

    def begin_with(self, old: Layers) -> None:
        """Say for now what an old network says, of one layer or two; units that it does not have are silent yet."""
        for at in range(0, len(self.weights), 4):
            own, common, bias, log_odds = self.weights[at : at + 4]
            log_odds[:] = 0
            if at < len(old.weights):
                old_own, old_common, old_bias, old_log_odds = old.weights[at : at + 4]
                if len(old_own) > len(own):
                    raise EgyptError(f"a network of {len(old_own)} units cannot go on with {len(own)}: --units, --second")
                seen = self.scale / old.scale if at == 0 else np.ones(old_own.shape[1], np.float32)
                kept = len(old_own)
                own[:kept], common[:kept] = 0, 0
                columns = min(own.shape[1], old_own.shape[1])
                own[:kept, :columns] = (old_own * seen[: old_own.shape[1]])[:, :columns]
                common[:kept, : old_common.shape[1]] = old_common * seen
                bias[:, :kept], log_odds[:, :kept] = old_bias[: len(bias)], old_log_odds[: len(bias)]

    def values(self, rows: Any, stage: Any) -> tuple[Any, list[Any]]:
        """What it adds to the log odds of every seat, and by layer the values of its units."""
        added, layers, seen = 0.0, [], rows
        for at in range(0, len(self.weights), 4):
            own, common, bias, log_odds = self.weights[at : at + 4]
            together = seen.sum(axis=1) @ common.T + bias[stage]
            seen = np.maximum(seen[..., : own.shape[1]] @ own.T + together[:, None], 0)
            layers.append(seen)
            added = added + np.einsum("nsu,nu->ns", seen, log_odds[stage])
        return added, layers

    def gradients(self, rows: Any, stage: Any, which: Any, error: Any) -> list[Any]:
        """Of the loss, for all weights; `error` is by how much each seat's chance is too high."""
        _, layers = self.values(rows, stage)
        gradients: list[Any] = []
        from_above: Any = 0.0
        for layer in range(len(layers) - 1, -1, -1):
            own, common, _, log_odds = self.weights[4 * layer : 4 * layer + 4]
            values, below = layers[layer], layers[layer - 1] if layer else rows
            back = (error[..., None] * log_odds[stage][:, None] + from_above) * (values > 0)
            together = back.sum(axis=1)
            flat = back.reshape(-1, back.shape[2]).T
            gradients = [
                flat @ below[..., : own.shape[1]].reshape(-1, own.shape[1]),
                together.T @ below.sum(axis=1),
                which @ together,
                which @ np.einsum("ns,nsu->nu", error, values),
                *gradients,
            ]
            if layer:
                from_above = back @ own + (together @ common)[:, None]
        return gradients

    def table(self, names: tuple[str, ...]) -> dict[str, Any]:
        """In the form of a weights.json."""
        first = [
            np.clip(self.weights[0] / self.scale[: self.own_columns], -REACH, REACH),
            np.clip(self.weights[1] / self.scale, -REACH, REACH),
        ]
        table: dict[str, Any] = {
            "bias": _rounded(self.weights[2]),
            "log_odds": _rounded(self.weights[3]),
            "own": {name: row for name, row in zip(names, _rounded(first[0].T), strict=False)},
            "all": dict(zip(names, _rounded(first[1].T), strict=True)),
        }
        if len(self.weights) > 4:
            own, common = (np.clip(weights, -SECOND_REACH, SECOND_REACH) for weights in self.weights[4:6])
            table["second"] = {
                "bias": _rounded(self.weights[6]),
                "log_odds": _rounded(self.weights[7]),
                "own": _rounded(own.T),
                "all": _rounded(common.T),
            }
        return table


def _rounded(rows: Any) -> list[list[float]]:
    return [[round(float(value), 4) for value in row] for row in rows]


def own_columns(features: Any) -> int:
    """How many columns there are before the last ones that never differ between seats."""
    differ = np.flatnonzero((features != features[:, :1]).any(axis=(0, 1)))
    return int(differ[-1]) + 1 if len(differ) else 1


def target_chances(positions: Positions, search_weight: float) -> Any:
    """Targets of the fit: the search's own values with this weight, and for the rest what came later."""
    return search_weight * positions.search_values + (1 - search_weight) * positions.later


def fit_layers(
    positions: Positions, chances: Any, sums: Any, units: int, second: int, seed: int, old: Layers | None = None
) -> Layers:
    """A network beside the weighted sums (`sums`: log odds by stage and column) with the least cross-entropy to the targets.
    It goes on from an old one, if there is one, in shorter steps: that knows many games already."""
    rng = np.random.default_rng(seed)
    scale = spreads(positions.features).astype(np.float32)
    layers = Layers.new(scale, own_columns(positions.features), len(sums), units, second, seed)
    if old is not None:
        layers.begin_with(old)
    stage_of = np.eye(len(sums), dtype=np.float32)
    scaled = (sums * scale).astype(np.float32)
    steps = max(STEPS, EPOCHS * len(positions) // BATCH)
    adam = Adam(steps, DECAY, *layers.weights) if old is None else Adam(steps, 0.0, *layers.weights, rate=OLD_RATE)
    for _ in range(adam.steps):
        layers.weights = adam.weights
        batch = rng.integers(len(positions), size=min(BATCH, len(positions)))
        rows, stage = (positions.features[batch] / scale).astype(np.float32), positions.stages[batch]
        judged = np.einsum("nsf,nf->ns", rows, scaled[stage]) + layers.values(rows, stage)[0]
        error = ((softmax(judged) - chances[batch]) / len(batch)).astype(np.float32)
        adam.step(*layers.gradients(rows, stage, stage_of[stage].T, error))
    layers.weights = adam.weights
    unknown = ~np.isin(np.arange(len(sums)), positions.stages)  # of a stage that never came it knows nothing
    for at in range(3, len(layers.weights), 4):
        layers.weights[at][unknown] = 0
    return layers


def cross_entropy(positions: Positions, sums: Any, layers: Layers | None) -> float:
    """Of an evaluation and who won, the mean over positions that were played."""
    played = positions.part(~positions.off_trajectory)
    total = 0.0
    for start in range(0, len(played), CHUNK):
        part = played.part(slice(start, start + CHUNK))
        rows = part.features.astype(np.float32)
        judged = np.einsum("nsf,nf->ns", rows, sums[part.stages])
        if layers is not None:
            judged = judged + layers.values(rows / layers.scale, part.stages)[0]
        total -= float((part.won * np.log(softmax(judged) + 1e-12)).sum())
    return total / max(1, len(played))
