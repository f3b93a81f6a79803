"""Where the server listens, and by which address it tells others to come."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from egypt.protocol.web import addresses
from egypt.protocol.web.addresses import open_socket, others_address, own_address
from tests import PATIENCE
from tests.protocol.web.browsing import Program, Visitor

pytestmark = pytest.mark.program  # all of them start processes


def has_ipv6() -> bool:
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False


ipv6 = pytest.mark.skipif(not has_ipv6(), reason="this machine has no IPv6")


@contextmanager
def running(folder: Path, host: str) -> Iterator[tuple[Program, Any]]:
    """The program on that address, and what it tells the lobby of the host."""
    program = Program(folder, 0, "--host", host)
    try:
        key = program.url.partition("#key=")[2]
        asked = Request(f"{program.base}api/tables", headers={"authorization": f"Bearer {key}"})
        with urlopen(asked, timeout=PATIENCE) as answer:
            yield program, json.load(answer)
    finally:
        program.stop()


def is_served(base: str, host: str = "") -> bool:
    """Whether the server is there, called by that name."""
    asked = Request(f"{base}api/games", headers={"host": host} if host else {})
    with urlopen(asked, timeout=PATIENCE) as answer:
        return bool(json.load(answer)["games"])


@pytest.mark.parametrize("host", ["0.0.0.0", pytest.param("::", marks=ipv6)])
def test_others_in_the_network_are_told_an_address_that_serves_them(tmp_path: Path, host: str) -> None:
    with running(tmp_path, host) as (program, lobby):
        others = lobby["address"]
        assert program.line() == f"others in this network open the links of their seats, which begin with {others}\n"
        assert others.endswith(f":{program.port}/") and "127.0.0.1" not in others and "localhost" not in others
        assert is_served(program.base) and is_served(program.base, others.split("/")[2])


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", pytest.param("::1", marks=ipv6)])
def test_a_server_for_this_machine_names_no_address_for_others(tmp_path: Path, host: str) -> None:
    with running(tmp_path, host) as (program, lobby):
        assert lobby["address"] == "" and is_served(program.base)
        assert program.base.startswith("http://[::1]:" if host == "::1" else "http://127.0.0.1:")


def test_the_address_of_a_machine_without_a_network_is_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "OUTSIDE", {})
    with open_socket("0.0.0.0", 0) as bound:
        port = bound.getsockname()[1]
        assert others_address(bound) == f"http://{socket.gethostname()}:{port}/"
        assert own_address(bound) == f"http://127.0.0.1:{port}/"


def test_what_cannot_be_listened_on_is_said_in_a_line(tmp_path: Path) -> None:
    for host in ("203.0.113.77", "2001:db8::77", "no such host", "\u00fcn\u00efcode..x", "x" * 70, "\u00fc" * 70):
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "egypt.protocol.web",
                "--no-browser",
                "--port",
                "0",
                "--records",
                str(tmp_path),
                "--host",
                host,
            ],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 2 and done.stderr.startswith("egypt-play: --host ") and done.stderr.count("\n") == 1


def test_the_links_of_the_lobby_lead_others_here(tmp_path: Path, visitor: Visitor) -> None:
    with running(tmp_path, "0.0.0.0") as (program, lobby):
        assert program.base.startswith("http://127.0.0.1:")
        page = visitor.begin(program, "ra", 2, seat2="link")
        page.locator(".links input").first.wait_for(state="attached")
        links = [one.input_value() for one in page.locator(".links input").all()]
        assert links and all(link.startswith(f"{lobby['address']}#table=") for link in links)
        guest = visitor.context.new_page()  # it complains that a header is for https only
        guest.goto(links[0])
        guest.locator("#now").wait_for(state="attached")
        for tab in (guest, page):
            tab.close()  # or they would look for a program that is gone
