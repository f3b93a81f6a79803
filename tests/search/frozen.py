"""Weights that no fit changes, for tests of what the search does with any."""

import json

from egypt.bots.ismcts_v2 import WEIGHTS


def frozen_weights(name):
    return json.loads((WEIGHTS / f"{name}.json").read_text())
