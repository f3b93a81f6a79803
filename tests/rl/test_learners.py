"""Libraries that learn run on the environments as they are: each trains for some seconds, bounded by steps.

They need the extra `rl-tests`, which CI alone installs.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import pytest

import egypt.rl

pytestmark = pytest.mark.learners
STEPS = 2048


def test_maskable_ppo_trains_on_one_seat() -> None:
    """It asks for `action_masks` through the wrappers of Gymnasium; an action that is not legal would raise."""
    from sb3_contrib import MaskablePPO

    env = gymnasium.make("egypt/Ra-v0", opponents="random", seat=None, max_cycles=60, observation="unit")
    model = MaskablePPO("MultiInputPolicy", env, n_steps=256, batch_size=64, seed=1, device="cpu")
    before = [weight.detach().clone() for weight in model.policy.parameters()]
    model.learn(STEPS)
    assert model.num_timesteps == STEPS and model.ep_info_buffer and len(model.ep_info_buffer) >= 10
    assert any((weight != was).any() for weight, was in zip(model.policy.parameters(), before, strict=True))
    observation, _ = env.reset(seed=3)
    for _ in range(60):
        action, _ = model.predict(observation, action_masks=env.get_wrapper_attr("action_masks")(), deterministic=True)
        assert observation["action_mask"][action]
        observation, _, termination, truncation, _ = env.step(int(action))
        if termination or truncation:
            observation, _ = env.reset()


def actor_and_critic(env: Any) -> tuple[Any, Any]:
    """Two small networks which all seats share; what is drawn is legal, or the action of a seat that waits."""
    from tensordict.nn import TensorDictModule
    from torchrl.modules import MaskedCategorical, MultiAgentMLP, ProbabilisticActor

    seats, size = env.observation_spec["player", "observation", "observation"].shape
    actions = env.observation_spec["player", "action_mask"].shape[-1]
    settings: dict[str, Any] = {"n_agents": seats, "share_params": True, "depth": 1, "num_cells": 32}
    seen = ("player", "observation", "observation")
    logits = TensorDictModule(
        MultiAgentMLP(n_agent_inputs=size, n_agent_outputs=actions, centralized=False, **settings),
        in_keys=[seen],
        out_keys=[("player", "logits")],
    )
    actor = ProbabilisticActor(
        logits,
        in_keys={"logits": ("player", "logits"), "mask": ("player", "action_mask")},
        out_keys=[("player", "action")],
        distribution_class=MaskedCategorical,
        return_log_prob=True,
        log_prob_key=("player", "log_prob"),
    )
    critic = TensorDictModule(
        MultiAgentMLP(n_agent_inputs=size, n_agent_outputs=1, centralized=True, **settings),
        in_keys=[seen],
        out_keys=[("player", "state_value")],
    )
    return actor, critic


def test_torchrl_trains_all_seats_at_once() -> None:
    """Its wrapper of the parallel environment; an action that is not legal would raise."""
    import torch
    from torchrl.collectors import Collector
    from torchrl.envs import PettingZooWrapper, check_env_specs
    from torchrl.objectives import ClipPPOLoss, ValueEstimators

    torch.manual_seed(1)
    env = PettingZooWrapper(egypt.rl.parallel_env("ra", players=3, observation="unit", illegal="raise"))
    check_env_specs(env)
    actor, critic = actor_and_critic(env)
    loss = ClipPPOLoss(actor, critic, normalize_advantage=True)
    loss.set_keys(
        reward=("player", "reward"),
        action=("player", "action"),
        sample_log_prob=("player", "log_prob"),
        value=("player", "state_value"),
        done=("player", "done"),
        terminated=("player", "terminated"),
    )
    loss.make_value_estimator(ValueEstimators.GAE, gamma=1.0, lmbda=0.95)
    optimizer = torch.optim.Adam(loss.parameters(), 1e-3)
    before = [weight.detach().clone() for weight in actor.parameters()]
    frames = games = 0
    for batch in Collector(env, actor, frames_per_batch=256, total_frames=STEPS):
        frames, games = frames + batch.numel(), games + int(batch["next", "done"].sum())
        chosen = batch["player", "action"].unsqueeze(-1)
        assert batch["player", "action_mask"].gather(-1, chosen).all()
        with torch.no_grad():
            loss.value_estimator(batch, params=loss.critic_network_params, target_params=loss.target_critic_network_params)
        parts = loss(batch)
        total = parts["loss_objective"] + parts["loss_critic"] + parts["loss_entropy"]
        assert torch.isfinite(total)
        optimizer.zero_grad()
        total.backward()
        optimizer.step()
    assert frames == STEPS and games >= 3
    assert any((weight != was).any() for weight, was in zip(actor.parameters(), before, strict=True))
