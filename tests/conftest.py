"""Everything the tests share is in modules; this file only builds the toy game before any test runs.

Child processes find it built then: on a busy machine its compilation would outlast the time for a handshake.
"""

import tests.toy  # noqa: F401
