"""Trains a small policy for Ra by playing against `greedy`, and plots its win share: `docs/learn.py --plot learn.png`.

Minutes are those of the CPU. Two layers in NumPy, trained by policy gradients (PPO with the outcome of whole games). The
learner begins by copying what greedy would do in its place, for a third of the time, and goes on with what wins.
"""

import argparse
import json
import time
from collections import deque

import numpy as np

import egypt.rl
from egypt import GreedyChooser

GAMES, HIDDEN, BATCH, RATE = 192, 96, 4096, 1e-3


class Policy:
    """Logits of all actions and a value, from a tensor; Adam does the rest."""

    def __init__(self, size: int, actions: int, rng: np.random.Generator) -> None:
        shapes = [(size, HIDDEN), (HIDDEN, HIDDEN), (HIDDEN, actions + 1)]
        self.weights = [rng.normal(0, s[0] ** -0.5, s).astype(np.float32) for s in shapes]
        self.weights += [np.zeros(s[1], np.float32) for s in shapes]
        self.weights[2] *= 0.1
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.steps = 0

    def forward(self, x: np.ndarray, mask: np.ndarray) -> tuple[list[np.ndarray], np.ndarray, np.ndarray]:
        layers = [x]
        for i in range(2):
            layers.append(np.maximum(layers[-1] @ self.weights[i] + self.weights[i + 3], 0))
        out = layers[-1] @ self.weights[2] + self.weights[5]
        logits = np.where(mask, out[:, :-1], -1e9)
        chances = np.exp(logits - logits.max(1, keepdims=True))
        return layers, chances / chances.sum(1, keepdims=True), out[:, -1]

    def learn(self, layers: list[np.ndarray], slope: np.ndarray, rate: float) -> None:
        """One step of Adam along the slopes of the last layer."""
        slopes = [np.empty(0)] * 6
        for i in (2, 1, 0):
            slopes[i], slopes[i + 3] = layers[i].T @ slope, slope.sum(0)
            slope = (slope @ self.weights[i].T) * (layers[i] > 0)
        self.steps += 1
        for weight, (mean, square), d in zip(self.weights, self.moments, slopes, strict=True):
            mean += 0.1 * (d - mean)
            square += 0.001 * (d * d - square)
            scale = np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
            weight -= rate * scale * mean / (np.sqrt(square) + 1e-8)


def squeeze(observations: np.ndarray) -> np.ndarray:
    """Counts and points in one range."""
    return np.sign(observations) * np.log1p(np.abs(observations))


def copy_step(policy: Policy, x: np.ndarray, mask: np.ndarray, wanted: np.ndarray, result: np.ndarray):
    """Towards the actions that greedy would have taken, and towards the value of what came of it."""
    layers, chances, value = policy.forward(x, mask)
    chances[np.arange(len(x)), wanted] -= 1
    policy.learn(layers, np.column_stack([chances, 0.5 * (value - result)]) / len(x), RATE)


def ppo_step(policy: Policy, x: np.ndarray, mask: np.ndarray, action: np.ndarray, old: np.ndarray, result: np.ndarray):
    """Towards actions that brought more than expected, but not far from the policy that was played."""
    layers, chances, value = policy.forward(x, mask)
    rows = np.arange(len(x))
    gain = result - value
    gain = (gain - gain.mean()) / (gain.std() + 1e-6)
    ratio = chances[rows, action] / old
    pull = np.where((ratio > 1.2) & (gain > 0) | (ratio < 0.8) & (gain < 0), 0, gain * ratio)
    entropy = chances * (np.log(chances + 1e-9) - (chances * np.log(chances + 1e-9)).sum(1, keepdims=True))
    slope = chances * pull[:, None] + 0.003 * entropy
    slope[rows, action] -= pull
    policy.learn(layers, np.column_stack([slope, 0.5 * (value - result)]) / len(x), RATE / 3)


def train(minutes: float, seed: int, players: int = 2) -> list[tuple[float, int, float]]:
    """Returns (CPU minutes, games so far, win share of the last thousand games) as it goes."""
    rng = np.random.default_rng(seed)
    env = egypt.rl.vector_env("ra", players, count=GAMES, reward="margin", seed=seed)
    policy = Policy(env.observations.shape[1], env.masks.shape[1], rng)
    greedy = GreedyChooser(env.game, 16, seed)
    seat = np.arange(GAMES) % players  # the learner's, in each game
    stories: list[list[tuple[np.ndarray, ...]]] = [[] for _ in range(GAMES)]
    pool: list[tuple[np.ndarray, ...]] = []
    recent: deque[float] = deque(maxlen=1000)
    course, games, began = [(0.0, 0, 0.0)], 0, time.process_time()
    while (spent := (time.process_time() - began) / 60) < minutes:
        copies = spent < minutes / 3
        mine = np.flatnonzero(env.actors == seat)
        actions = env.masks.argmax(1)
        for i in np.flatnonzero((env.masks.sum(1) > 1) & (copies | (env.actors != seat))):
            actions[i] = env.game.action_index(greedy.choose(env.view(int(i))))
        x, mask = squeeze(env.observations[mine]), env.masks[mine].astype(bool)
        chances = policy.forward(x, mask)[1]
        chosen = (chances.cumsum(1) > rng.random((len(mine), 1))).argmax(1)
        chosen = np.where(mask[np.arange(len(mine)), chosen], chosen, chances.argmax(1))
        wanted = actions[mine] if copies else chosen
        actions[mine] = chosen
        for k in np.flatnonzero(mask.sum(1) > 1):
            stories[mine[k]].append((x[k], mask[k], wanted[k], chances[k, chosen[k]]))
        env.step(actions)
        for i in np.flatnonzero(env.dones):
            margin = env.rewards[i, seat[i]]
            result = np.float32(np.sign(margin) * 0.7 + np.clip(margin / 60, -1, 1) * 0.3)
            pool += [(*row, result) for row in stories[i]]
            stories[i] = []
            recent.append(float(margin > 0) + 0.5 * float(margin == 0))
            games += 1
        if len(pool) >= BATCH:
            columns = [np.array(column) for column in zip(*pool, strict=True)]
            for _ in range(1 if copies else 3):
                for rows in np.array_split(rng.permutation(len(pool)), len(pool) // 512):
                    parts = [column[rows] for column in columns]
                    if copies:
                        copy_step(policy, *parts[:3], parts[4])
                    else:
                        ppo_step(policy, *parts)
            pool = []
            course.append(((time.process_time() - began) / 60, games, float(np.mean(recent)) if recent else 0.0))
    return course


def plot(course: list[tuple[float, int, float]], path: str) -> None:
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 3.5))
    axes.plot([row[0] for row in course], [100 * row[2] for row in course], color="#8a5a1a")
    axes.axvline(course[-1][0] / 3, color="grey", linestyle=":")
    axes.set(xlabel="CPU minutes", ylabel="won of the last 1,000 games (%)", title="A small policy against greedy in Ra")
    axes.set_ylim(bottom=0)
    figure.tight_layout()
    figure.savefig(path, dpi=110)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", help="a picture of the win share, such as learn.png")
    args = parser.parse_args()
    result = train(args.minutes, args.seed)
    if args.plot:
        plot(result, args.plot)
    print(json.dumps(dict(zip(("minutes", "games", "win_share"), np.round(result[-1], 3).tolist(), strict=True))))
