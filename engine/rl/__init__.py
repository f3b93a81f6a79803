"""For learners: the games as environments of PettingZoo and Gymnasium, and many games at once. Needs the extra `rl`.

>>> import egypt.rl
>>> env = egypt.rl.aec_env("ra", players=3)
>>> env.reset(seed=7)
>>> observation, reward, termination, truncation, info = env.last()
>>> env.step(observation["action_mask"].argmax())

docs/RESEARCH.md is the manual.
"""

from egypt import game_names
from egypt.extras import needs

with needs("rl"):
    import gymnasium
    import pettingzoo

from egypt.rl.aec import TurnEnv, aec_env
from egypt.rl.parallel import SimultaneousEnv, parallel_env, simultaneous_env
from egypt.rl.single import SeatEnv, gym_env
from egypt.rl.spaces import VERSION
from egypt.rl.vector import VectorEnv, seat_vector_env, vector_env

__all__ = [
    "SeatEnv",
    "SimultaneousEnv",
    "TurnEnv",
    "VectorEnv",
    "aec_env",
    "environment_id",
    "gym_env",
    "parallel_env",
    "register_all",
    "seat_vector_env",
    "simultaneous_env",
    "vector_env",
]

NAMESPACE = "egypt"


def environment_id(name: str) -> str:
    """The id of a game's environments in the registries: `egypt/Ra-v0`."""
    return f"{NAMESPACE}/{''.join(part.capitalize() for part in name.split('_'))}-{VERSION}"


def register_all() -> list[str]:
    """Enter every game into the registries of PettingZoo (`aec`, `parallel`) and Gymnasium; returns the ids that are new."""
    added = []
    for name in game_names():
        key = environment_id(name)
        if key not in pettingzoo.aec_registry:
            pettingzoo.register("aec", key, entry_point="egypt.rl:aec_env", kwargs={"game": name})
            pettingzoo.register("parallel", key, entry_point="egypt.rl:parallel_env", kwargs={"game": name})
            gymnasium.register(
                key, entry_point="egypt.rl:gym_env", vector_entry_point="egypt.rl:seat_vector_env", kwargs={"game": name}
            )
            added.append(key)
    return added


register_all()
