from egypt.core.explaining import Explanation
from egypt.core.position import View

def explain(view: View, worlds: int = 32, seed: int = 0) -> Explanation:
    """Where the static evaluation of what a seat knows comes from: an Explanation, over the worlds that `view.evaluate`
    takes with the same arguments."""
