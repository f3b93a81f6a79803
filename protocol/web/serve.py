"""Runs the server on a socket and says where it is as soon as it can be reached."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import os
import re
import socket
import sys
import time
import webbrowser
from argparse import Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path

import uvicorn

from egypt.protocol.client import EngineFailure, Refused
from egypt.protocol.locking import lock
from egypt.protocol.threads import start_thread
from egypt.protocol.web.addresses import open_socket, others_address, own_address
from egypt.protocol.web.advisers import Effort
from egypt.protocol.web.app import make_app
from egypt.protocol.web.messages import MAX_MESSAGE_BYTES, BadMessage, order_for, parse_order
from egypt.protocol.web.records import BadRecord, ReadRecord
from egypt.protocol.web.seats import new_token
from egypt.protocol.web.sockets import ACCEPTED_AT_ONCE, Sockets, bounded, most_sockets
from egypt.protocol.web.tables import Tables
from egypt.protocol.web.troubles import Reporter

KEY = re.compile(r"[!-~]{16,}")
LOCK_ATTEMPTS, LOCK_SECONDS = 200, 0.01


class CannotServe(ValueError):
    """The options do not go together."""


def serve(options: Namespace, programs: Mapping[str, Sequence[str]], reader: ReadRecord | None) -> int:
    """Blocks until Ctrl-C. Raises ValueError in one line, EngineFailure, Refused or OSError before it has begun."""
    tables = Tables(options.records, programs, options.pause, reader, options.mixed_rules)
    asyncio.run(tables.start())
    tables.review_effort = Effort(iterations=options.review_iterations) if options.review_iterations else None
    key = host_key(options.records)
    sockets = Sockets(most_sockets(tables.most_engines))
    logging.basicConfig(handlers=[Reporter()], level=logging.WARNING, force=True)
    with _free_socket(options.host, options.port) as bound:
        config = uvicorn.Config(
            make_app(tables, key, others_address(bound), sockets),
            http=bounded(sockets),
            loop="asyncio",
            backlog=ACCEPTED_AT_ONCE,
            proxy_headers=False,  # a socket is known by its own address
            log_config=None,
            access_log=False,
            lifespan="on",
            ws_max_size=MAX_MESSAGE_BYTES,
            timeout_graceful_shutdown=2,
        )
        server = _Server(config, tables, options, key)
        server.run(sockets=[bound])
    if server.problem is not None:
        raise server.problem
    return 0


def _free_socket(host: str, port: int) -> socket.socket:
    try:
        return open_socket(host, port)
    except OSError as problem:
        if problem.errno == errno.EADDRINUSE:
            raise CannotServe(f"--port {port} is taken, perhaps by another egypt-play; 0 takes any that is free") from None
        why = str(problem.strerror).partition(" (while")[0]  # the address follows, which was said already
        raise CannotServe(f"--host {host} --port {port}: {why}") from None
    except (TypeError, UnicodeError):  # it cannot even be asked for
        raise CannotServe(f"--host {host}: this is no name of a machine") from None


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, tables: Tables, options: Namespace, key: str) -> None:
        super().__init__(config)
        self._tables = tables
        self._options = options
        self._key = key
        self.problem: Exception | None = None  # why it has not begun

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.should_exit or not sockets:
            return
        try:
            address = f"{own_address(sockets[0])}#key={self._key}{await self._first_table()}"
            _say(f"egypt-play: {address}")
            if others := others_address(sockets[0]):
                _say(f"others in this network open the links of their seats, which begin with {others}")
        except (BadMessage, BadRecord, EngineFailure, Refused, OSError) as problem:
            self.problem, self.should_exit = problem, True  # the server ends first, and then tells it
            return
        if not self._options.no_browser:
            with contextlib.suppress(ValueError):  # no thread for it (EgyptError): the address is printed
                start_thread(webbrowser.open, address)

    async def _first_table(self) -> str:
        """The table that the options ask for, as the end of an address."""
        if self._options.review is not None:
            recorded = self._tables.open_record(self._options.review, self._options.game)
            return f"&table={recorded.table}&token={recorded.passes[0].token}&review=1"
        if self._options.game is None:
            return ""
        order = parse_order(order_for(self._options, self._tables.games), self._tables.games, self._tables.programs)
        deal = await self._tables.create(order)
        return f"&table={deal.table}&token={deal.passes[0].token}"


def _say(line: str) -> None:
    """Raises OSError: a server that nobody can find is none."""
    try:
        print(line, file=sys.stdout or sys.stderr, flush=True)
    except OSError as problem:
        raise OSError(problem.errno, problem.strerror, "output") from None


def host_key(folder: Path) -> str:
    """The host's secret, the same for every run on this folder."""
    path = folder / "key"
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        for _attempt in range(LOCK_ATTEMPTS):  # of two programs that begin at once the first one gives the key
            try:
                lock(handle)
                break
            except OSError:
                time.sleep(LOCK_SECONDS)
        os.lseek(handle, 0, os.SEEK_SET)
        known = os.read(handle, 1000).decode("ascii", "replace").strip()
        if KEY.fullmatch(known):
            return known
        key = new_token()  # there is none yet, or one that was torn when it was written
        os.ftruncate(handle, 0)
        os.lseek(handle, 0, os.SEEK_SET)
        os.write(handle, f"{key}\n".encode())
        return key
    finally:
        os.close(handle)
