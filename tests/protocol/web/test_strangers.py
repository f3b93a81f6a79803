"""Who has no link may open sockets, and that is all: they are bounded, they end, and the host plays on."""

from __future__ import annotations

import asyncio
import json
import logging
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from websockets import Origin
from websockets.sync.client import connect

from egypt.protocol.web.sockets import FEWEST_SOCKETS, MAX_SOCKETS, MAX_STRANGERS, Sockets, most_sockets
from egypt.protocol.web.troubles import REPEAT_SECONDS, Reporter
from tests import PATIENCE
from tests.protocol.web.house import Page

pytestmark = pytest.mark.attack

# -- how many ----------------------------------------------------------------------------------------------------------


class Wire:
    """A transport whose socket is open until it is aborted."""

    def __init__(self, address: str, port: int) -> None:
        self.client = (address, port)
        self.is_open = True

    def get_extra_info(self, name: str) -> Any:
        return self if name == "socket" else self.client

    def fileno(self) -> int:
        return 7 if self.is_open else -1

    def abort(self) -> None:
        self.is_open = False


def opened(sockets: Sockets, address: str, count: int, join: bool = False) -> list[Wire]:
    wires = [Wire(address, port) for port in range(count)]
    for wire in wires:
        sockets.admit(wire)  # type: ignore[arg-type]
        if join:
            sockets.limit(wire.client, None)
    return wires


def still_open(wires: list[Wire]) -> list[int]:
    return [number for number, wire in enumerate(wires) if wire.is_open]


def test_of_one_address_the_newest_strangers_stay() -> None:
    async def flood() -> None:
        sockets = Sockets(1000)
        guests = opened(sockets, "192.0.2.1", 5, join=True)
        friend = opened(sockets, "192.0.2.9", 1)
        wires = [Wire("192.0.2.1", 100 + port) for port in range(200)]
        for wire in wires:
            sockets.admit(wire)  # type: ignore[arg-type]
        assert still_open(wires) == list(range(200 - MAX_STRANGERS, 200))
        assert still_open(guests) == [0, 1, 2, 3, 4] and still_open(friend) == [0]

    asyncio.run(flood())


def test_of_all_the_greediest_address_makes_room() -> None:
    async def flood() -> None:
        sockets = Sockets(20)
        guests, friend = opened(sockets, "192.0.2.1", 5, join=True), opened(sockets, "192.0.2.9", 1)
        greedy = opened(sockets, "192.0.2.2", 14)
        others = [wire for last in range(100) for wire in opened(sockets, f"198.51.100.{last}", 1)]
        assert len(still_open(guests)) == 5 and not still_open(greedy)
        assert sum(wire.is_open for wire in [*guests, *friend, *greedy, *others]) == 20
        assert still_open(others)[-1] == 99, "a newcomer always gets in"

    asyncio.run(flood())


def test_guests_of_one_address_do_not_take_all() -> None:
    async def flood() -> None:
        sockets = Sockets(20)
        assert len(still_open(opened(sockets, "192.0.2.1", 30, join=True))) == 10
        assert len(still_open(opened(sockets, "192.0.2.2", 30, join=True))) == 10
        assert not still_open(opened(sockets, "192.0.2.3", 1)), "who has joined is not sent away"

    asyncio.run(flood())


def test_sockets_that_were_closed_are_not_counted() -> None:
    async def flood() -> None:
        sockets = Sockets(20)
        for wire in opened(sockets, "192.0.2.1", 10, join=True):
            wire.abort()
        assert len(still_open(opened(sockets, "192.0.2.1", 10, join=True))) == 10

    asyncio.run(flood())


def test_a_socket_that_has_left_already_is_closed() -> None:
    wire = Wire("192.0.2.1", 1)
    wire.client = ()  # type: ignore[assignment]
    Sockets(20).admit(wire)  # type: ignore[arg-type]
    assert not wire.is_open


def test_engines_and_records_have_descriptors_in_reserve(monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in (64, 128, 256, 512, 1024, 10**6):
        monkeypatch.setattr(resource, "getrlimit", lambda which, limit=limit: (limit, limit))
        most = most_sockets(18)
        assert most in (FEWEST_SOCKETS, MAX_SOCKETS) or 2 * most + 18 * 3 + 64 in (limit, limit - 1)
    monkeypatch.setattr(resource, "getrlimit", lambda which: (resource.RLIM_INFINITY,) * 2)
    assert most_sockets(18) == MAX_SOCKETS


# -- what the host hears -----------------------------------------------------------------------------------------------


def test_one_line_per_kind_of_trouble(capsys: pytest.CaptureFixture[str]) -> None:
    clock = [0.0]
    log = logging.Logger("server")
    log.addHandler(Reporter(lambda: clock[0]))
    for _ in range(1000):
        log.error("out of descriptors\nsocket: <fd=7>")
        try:
            raise OSError(24, "Too many open files")
        except OSError:
            log.exception("Exception in ASGI application\n")
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 2 and told[0] == "egypt-play: out of descriptors"
    assert told[1].startswith(
        "egypt-play: Exception in ASGI application: OSError(24, 'Too many open files') (test_strangers.py:"
    )
    clock[0] += REPEAT_SECONDS
    log.error("out of descriptors\nsocket: <fd=8>")
    assert capsys.readouterr().err == "egypt-play: out of descriptors (999 more since this was last said)\n"


# -- the whole program -------------------------------------------------------------------------------------------------

DESCRIPTORS = 200
CODE = """
import resource, sys
from pathlib import Path
resource.setrlimit(resource.RLIMIT_NOFILE, ({descriptors}, {descriptors}))
from egypt.protocol.web import connection, sockets
sockets.HEAD_SECONDS = connection.JOIN_SECONDS = {seconds}
from egypt.protocol.web.__main__ import main
sys.exit(main(["--no-browser", "--port", "0", "--pause", "0", "--records", {folder!r}]))
"""


class Host:
    """The program with few descriptors, and its host."""

    def __init__(self, base: str, key: str) -> None:
        self.base, self._key = base, key
        self.address = ("127.0.0.1", int(base.rpartition(":")[2]))

    def make_table(self) -> Any:
        body = {"game": "jars", "seats": [{"kind": "here"}, {"kind": "engine", "level": 1}], "pause": 0}
        headers = {"Authorization": f"Bearer {self._key}", "Origin": self.base}
        asked = Request(f"{self.base}/api/tables", json.dumps(body).encode(), headers, method="POST")
        with urlopen(asked, timeout=PATIENCE) as answer:
            return json.load(answer)

    @contextmanager
    def page(self, made: Any) -> Iterator[Page]:
        with connect(f"ws{self.base.removeprefix('http')}/play", origin=Origin(self.base), open_timeout=PATIENCE) as wire:
            wire.send_text, wire.receive_text = wire.send, lambda: wire.recv(PATIENCE)  # type: ignore[attr-defined]
            page = Page(wire)  # type: ignore[arg-type]
            page.say(type="join", table=made["table"], token=made["passes"][0]["token"])
            page.hear_type("state")
            yield page


@contextmanager
def running(folder: Path, seconds: float) -> Iterator[Host]:
    code = CODE.format(descriptors=DESCRIPTORS, seconds=seconds, folder=str(folder))
    with (folder / "stderr").open("w") as log:
        program = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=log, text=True)
    assert program.stdout is not None
    try:
        base, _, key = program.stdout.readline().split()[1].partition("/#key=")
        yield Host(base, key)
    finally:
        program.terminate()
        program.wait(PATIENCE)
        program.stdout.close()


def stranger(host: Host, number: int, said: str) -> socket.socket:
    """A socket from one of several addresses of this machine."""
    one = socket.socket()
    one.settimeout(PATIENCE)
    one.bind((f"127.0.0.{1 + number % 9}", 0))
    with suppress(OSError):  # closed at once
        one.connect(host.address)
        one.sendall(said.encode())
    return one


def is_closed(one: socket.socket) -> bool:
    """Wait until the other side has closed it; False if it does not."""
    try:
        while one.recv(65536):
            pass
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


@pytest.mark.program
def test_a_flood_of_strangers_does_not_keep_the_host_from_playing(tmp_path: Path) -> None:
    with running(tmp_path, 3600) as host, ExitStack() as stack:
        page = stack.enter_context(host.page(host.make_table()))
        page.my_turn()
        head = f"GET /play HTTP/1.1\r\nHost: 127.0.0.1:{host.address[1]}\r\nOrigin: {host.base}\r\nUpgrade: websocket\r\n"
        shake = "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        for number in range(400):
            stack.enter_context(stranger(host, number, ("", "GET / HTTP/1.1\r\nHost", head + shake)[number % 3]))
        for _ in range(2):
            page.play_on()
            page.my_turn()
        page.say(type="hint", id="h")
        assert page.hear_type("hint")["move"]
        again = stack.enter_context(host.page(host.make_table()))
        again.my_turn()
        again.play_on()
    assert (tmp_path / "stderr").read_text() == ""


@pytest.mark.program
def test_sockets_without_a_purpose_are_closed(tmp_path: Path) -> None:
    with running(tmp_path, 1) as host, ExitStack() as stack:
        plain = f"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1:{host.address[1]}\r\n"
        upload = f"POST /api/records HTTP/1.1\r\nHost: 127.0.0.1:{host.address[1]}\r\nContent-Length: 100000\r\n\r\n"
        upgrade = (
            f"GET /play HTTP/1.1\r\nHost: 127.0.0.1:{host.address[1]}\r\nOrigin: {host.base}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        said = ["", "GET / HT", plain, f"{plain}\r\n", f"{plain}\r\n{plain}", upload, upgrade]
        page = stack.enter_context(host.page(host.make_table()))
        page.my_turn()
        for number, text in enumerate(said):
            assert is_closed(stack.enter_context(stranger(host, number, text))), text
        with stranger(host, 0, f"{plain}\r\n{plain}") as slow, suppress(OSError):
            for _ in range(int(PATIENCE * 20)):  # a line now and then puts nothing off
                slow.sendall(b"X: y\r\n")
                time.sleep(0.05)
            raise AssertionError("it is open still")
        page.play_on()  # who has joined stays
