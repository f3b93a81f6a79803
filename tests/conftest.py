"""Everything the tests share is in modules; this file only makes sure that the toy game is invited before any
test is collected.
"""

import tests  # noqa: F401
