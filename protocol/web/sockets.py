"""How many sockets a server keeps open, of whom and for how long: a stranger needs no link to open one.

A socket has a deadline until its page has joined a table. Where there are too many, those that have not joined make room,
beginning with the oldest one of the address that has most of them, so who floods the server closes their own.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from dataclasses import dataclass
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 20.0  # from the connection, or from the last answer, to the end of a request's head
ANSWER_SECONDS = 60.0  # from there to the end of the answer
HOST_SECONDS = 600.0  # the same where the host asks: a record is long, and a first engine takes its time
JOIN_SECONDS = 20.0  # from a WebSocket to the message 'join'
CLOSE_SECONDS = 10.0  # from the end of a page's visit to that of its socket
MAX_STRANGERS = 24  # sockets of one address that have not joined
MAX_SOCKETS = 400
FEWEST_SOCKETS = 8
ACCEPTED_AT_ONCE = 16  # by the event loop, before it comes to look at any of them
SPARE_DESCRIPTORS = 4 * ACCEPTED_AT_ONCE  # for those, and for what is open for a moment: records, pipes of a new program
ENGINE_DESCRIPTORS = 3  # the two pipes of a program, and its log
NO_LIMIT = 1 << 20

Client = tuple[str, int]


def most_sockets(engines: int) -> int:
    """So many that enough descriptors are left for the engines and for the records: a page may hold a table open, too."""
    free = _descriptors() - SPARE_DESCRIPTORS - ENGINE_DESCRIPTORS * engines
    return max(FEWEST_SOCKETS, min(MAX_SOCKETS, free // 2))


def _descriptors() -> int:
    if sys.platform == "win32":  # it has no such limit
        return NO_LIMIT
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return NO_LIMIT if soft == resource.RLIM_INFINITY else soft


@dataclass(slots=True, eq=False)
class _Open:
    transport: asyncio.Transport
    client: Client
    has_joined: bool = False
    deadline: asyncio.TimerHandle | None = None

    @property
    def is_closed(self) -> bool:
        """Its descriptor is free again: a transport that is told to close may still wait for its peer to read."""
        return bool(self.transport.get_extra_info("socket").fileno() < 0)


class Sockets:
    """All that are open, the oldest first."""

    def __init__(self, most: int = MAX_SOCKETS) -> None:
        self._most = most
        self._open: dict[Client, _Open] = {}

    def admit(self, transport: asyncio.Transport) -> None:
        """A new socket stays with a deadline, or is closed at once."""
        for client in [one.client for one in self._open.values() if one.is_closed]:
            self._forget(client)
        peer = transport.get_extra_info("peername")
        if not peer:  # it has left again
            transport.abort()
            return
        client = cast(Client, tuple(peer[:2]))
        self._make_room(client[0])
        of_address = sum(one.client[0] == client[0] for one in self._open.values())
        if len(self._open) >= self._most or of_address >= max(FEWEST_SOCKETS, self._most // 2):
            transport.abort()
            return
        self._open[client] = _Open(transport, client)
        self.limit(client, HEAD_SECONDS)

    def _make_room(self, address: str) -> None:
        strangers = [one for one in self._open.values() if not one.has_joined]
        counts = Counter(one.client[0] for one in strangers)
        if counts[address] < MAX_STRANGERS:
            if len(self._open) < self._most or not strangers:
                return
            address = max(counts, key=counts.__getitem__)
        self._drop(next(one.client for one in strangers if one.client[0] == address))

    def limit(self, client: Any, seconds: float | None) -> None:
        """Close a socket after so many seconds from now, whatever was said before; None: it has joined, and stays."""
        one = self._open.get(tuple(client or ()))
        if one is not None:
            if one.deadline is not None:
                one.deadline.cancel()
            one.has_joined = seconds is None
            one.deadline = None
            if seconds is not None:
                one.deadline = asyncio.get_running_loop().call_later(seconds, self._drop, one.client)

    def _drop(self, client: Client) -> None:
        self._open[client].transport.abort()
        self._forget(client)

    def _forget(self, client: Client) -> None:
        one = self._open.pop(client)
        if one.deadline is not None:
            one.deadline.cancel()


def bounded(sockets: Sockets) -> type[asyncio.Protocol]:
    """uvicorn's HTTP, which tells `sockets` how far each request is."""

    class Bounded(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            sockets.admit(transport)

        def data_received(self, data: bytes) -> None:
            last = self.cycle
            super().data_received(data)
            if self.cycle is not last:
                sockets.limit(self.client, ANSWER_SECONDS)

        def on_response_complete(self) -> None:
            last = self.cycle
            super().on_response_complete()
            sockets.limit(self.client, HEAD_SECONDS if self.cycle is last else ANSWER_SECONDS)

        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            super().handle_websocket_upgrade(event)
            sockets.limit(self.client, JOIN_SECONDS + CLOSE_SECONDS)

    return Bounded
