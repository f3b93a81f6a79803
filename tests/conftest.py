"""Everything the tests share is in modules; this file only builds the toy game before any test runs, and hears interrupts.

Child processes find it built then: on a busy machine its compilation would outlast the time for a handshake. A shell starts
what runs in its background deaf to interrupts, and some tests send them.
"""

import signal

import tests.toy  # noqa: F401

signal.signal(signal.SIGINT, signal.default_int_handler)
