"""HTTP and WebSocket: the page, the lobby, the tables. Everything is checked here before it is looked at."""

from __future__ import annotations

import asyncio
import ipaddress
import mimetypes
import os
import re
import secrets
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from egypt.protocol.client import EngineFailure, Refused
from egypt.protocol.web import views
from egypt.protocol.web.addresses import MAX_PORT
from egypt.protocol.web.advisers import LEVEL_ITERATIONS
from egypt.protocol.web.connection import Connection, Gone
from egypt.protocol.web.messages import MAX_MESSAGE_BYTES, BadMessage, parse_order, parse_text
from egypt.protocol.web.records import BadRecord, InUse, WhichGame
from egypt.protocol.web.sockets import CLOSE_SECONDS, HOST_SECONDS, Sockets
from egypt.protocol.web.tables import Tables
from egypt.protocol.web.troubles import report

PAGE = Path(__file__).parent / "page"
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-cache",
}
TYPES = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml"}
HOST = re.compile(r"(?:\[(?P<v6>[0-9A-Fa-f:.]{2,45})\]|(?P<name>[A-Za-z0-9._-]{1,253}))(?::(?P<port>[0-9]{1,5}))?")
POLICY_VIOLATION, TRY_AGAIN = 1008, 1013
MAX_REASON_BYTES = 123  # that a close frame has room for
MAX_RECORD_BYTES = 64 * 1024 * 1024


class _Answers:
    """What the server answers, one method per address."""

    def __init__(self, tables: Tables, key: str, address: str, sockets: Sockets) -> None:
        self._tables = tables
        self._key = key
        self._address = address
        self._sockets = sockets

    def _is_host(self, request: Request) -> bool:
        told = request.headers.get("authorization", "").encode()
        if not secrets.compare_digest(told, f"Bearer {self._key}".encode()):
            return False
        self._sockets.limit(request.client, HOST_SECONDS)
        return True

    async def index(self, request: Request) -> Response:
        return FileResponse(PAGE / "index.html")

    async def games(self, request: Request) -> Response:
        shown = [
            {
                "name": game.name,
                "min": game.min_players,
                "max": game.max_players,
                "variants": list(game.variants),
                "seats": game.seats,
                "automata": self._tables.automata.get(game.name, {}),
            }
            for game in self._tables.games.values()
        ]
        return JSONResponse({"games": shown, "levels": LEVEL_ITERATIONS, "programs": self._tables.programs})

    async def components(self, request: Request) -> Response:
        found = self._tables.components.get(request.path_params["game"])
        return _problem(404, "there is no such game") if found is None else JSONResponse(found)

    async def list_tables(self, request: Request) -> Response:
        if not self._is_host(request):
            return _problem(403, "only the host sees the list of tables")
        listed = [views.listing(deal, course) for deal, course in self._tables.listed()]
        return JSONResponse({"tables": listed, "address": self._address})

    async def create_table(self, request: Request) -> Response:
        if not self._is_host(request):
            return _problem(403, "only the host makes tables")
        try:
            deal = await self._tables.create(parse_order(await _body(request), self._tables.games, self._tables.programs))
        except (BadMessage, Refused, EngineFailure) as problem:
            return _refusal(problem)
        except OSError as problem:
            return _problem(507, f"the table cannot be saved: {problem.strerror or problem}")
        return JSONResponse({"table": deal.table, "passes": [one.to_dict() for one in deal.passes]}, 201)

    async def open_record(self, request: Request) -> Response:
        if not self._is_host(request):
            return _problem(403, "only the host opens records")
        number = request.query_params.get("game", "")
        if number and not (number.isascii() and number.isdigit() and len(number) < 16):
            return _problem(400, f"game: {number!r:.80} is no number")
        try:
            with TemporaryDirectory() as folder:
                path = Path(folder) / _file_name(request.query_params.get("name", ""))
                with path.open("wb") as file:
                    async for chunk in _chunks(request, MAX_RECORD_BYTES):
                        file.write(chunk)
                deal = await run_in_threadpool(self._tables.open_record, path, int(number) if number else None)
        except WhichGame as several:
            return JSONResponse({"games": [asdict(game) for game in several.games]})
        except (BadRecord, BadMessage) as problem:
            return _problem(400, str(problem).replace(f"{path}: ", ""))
        except OSError as problem:
            return _problem(507, f"the record cannot be saved: {problem.strerror or problem}")
        return JSONResponse({"table": deal.table, "passes": [one.to_dict() for one in deal.passes]}, 201)

    async def read_position(self, request: Request) -> Response:
        if not self._is_host(request):
            return _problem(403, "only the host asks about positions")
        try:
            return JSONResponse(await self._tables.inspect(parse_text(await _body(request))))
        except (BadMessage, Refused, EngineFailure) as problem:
            return _refusal(problem)

    async def delete_table(self, request: Request) -> Response:
        if not self._is_host(request):
            return _problem(403, "only the host clears tables away")
        try:
            await self._tables.delete(request.path_params["table"])
        except InUse as problem:
            return _problem(409, str(problem))
        except BadRecord as problem:
            return _problem(404, str(problem))
        except OSError as problem:
            name = f"{Path(problem.filename).name}: " if problem.filename else ""
            return _problem(507, f"the table cannot be cleared away: {name}{problem.strerror or problem}")
        return JSONResponse({})

    async def play(self, websocket: WebSocket) -> None:
        await websocket.accept()
        try:
            connection = Connection(_Socket(websocket), self._tables)
            table = await connection.join()
            self._sockets.limit(websocket.client, None)
            await connection.run(table)
        except BadMessage as problem:
            await self._close(websocket, POLICY_VIOLATION, str(problem))
        except Gone:
            await self._close(websocket, TRY_AGAIN, "")
        finally:
            self._sockets.limit(websocket.client, CLOSE_SECONDS)

    async def _close(self, websocket: WebSocket, code: int, why: str) -> None:
        """One that does not read does not read this either: it is left to the deadline of its socket."""
        if websocket.application_state == WebSocketState.CONNECTED and websocket.client_state == WebSocketState.CONNECTED:
            reason = why.encode(errors="replace")[:MAX_REASON_BYTES].decode(errors="ignore")
            with suppress(TimeoutError):
                async with asyncio.timeout(CLOSE_SECONDS):
                    await websocket.close(code, reason)


def make_app(tables: Tables, key: str, address: str = "", sockets: Sockets | None = None) -> Starlette:
    """The server. `key` is the host's: it opens the list of tables and makes new ones. `address` is for other machines.
    `sockets` are those that it keeps open.
    """
    for ending, kind in TYPES.items():
        mimetypes.add_type(kind, ending)  # some systems call a module text/plain, and then it is not run
    answers = _Answers(tables, key, address, sockets or Sockets())

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        if not tables.games:
            await tables.start()
        try:
            yield
        finally:
            await tables.close()

    app = Starlette(
        routes=[
            Route("/", answers.index),
            Route("/api/games", answers.games),
            Route("/api/components/{game}", answers.components),
            Route("/api/tables", answers.list_tables, methods=["GET"]),
            Route("/api/tables", answers.create_table, methods=["POST"]),
            Route("/api/records", answers.open_record, methods=["POST"]),
            Route("/api/tables/{table}", answers.delete_table, methods=["DELETE"]),
            Route("/api/position", answers.read_position, methods=["POST"]),
            WebSocketRoute("/play", answers.play),
            Mount("/page", _PageFiles()),
        ],
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False  # an address is written in one way
    app.add_middleware(Guard)
    return app


def _refusal(problem: BadMessage | Refused | EngineFailure) -> Response:
    """What was asked cannot be done: by whose fault, and why. What the host has written is refused in the room's words."""
    if isinstance(problem, EngineFailure):
        return _problem(503, report(problem, "the referee"))
    return _problem(400, problem.text if isinstance(problem, Refused) else str(problem))


def _problem(status: int, text: str) -> Response:
    return JSONResponse({"error": text}, status)


async def _chunks(request: Request, most: int) -> AsyncIterator[bytes]:
    """What is sent, as it comes; raises BadMessage."""
    size = 0
    try:
        async for chunk in request.stream():
            size += len(chunk)
            if size > most:
                raise BadMessage("the message is too long")
            yield chunk
    except ClientDisconnect:  # nobody reads the answer, and the host need not hear of it
        raise BadMessage("the message ends too early") from None


async def _body(request: Request) -> bytes:
    return b"".join([chunk async for chunk in _chunks(request, MAX_MESSAGE_BYTES)])


def _file_name(text: str) -> str:
    """What a file was called, as far as it can be a name here."""
    return re.sub(r"[^A-Za-z0-9_.-]", "_", text)[:80].lstrip(".") or "record"


class _PageFiles(StaticFiles):
    """The files of the page, each under its own name and no other way of writing it."""

    def __init__(self) -> None:
        super().__init__(directory=PAGE)
        self._names = {path.relative_to(PAGE).as_posix() for path in PAGE.rglob("*") if path.is_file()}

    def get_path(self, scope: Scope) -> str:
        return "" if b"%" in scope.get("raw_path", b"") else str(scope["path"]).removeprefix("/page/")

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        return super().lookup_path(path) if path in self._names else ("", None)


class _Socket:
    """A WebSocket with the words that a connection needs."""

    def __init__(self, websocket: WebSocket) -> None:
        self._websocket = websocket

    async def send(self, text: str) -> None:
        try:
            await self._websocket.send_text(text)
        except (WebSocketDisconnect, RuntimeError):
            raise Gone("it has left") from None

    async def receive(self) -> str:
        try:
            message = await self._websocket.receive()
        except RuntimeError:
            raise Gone("it has left") from None
        if message["type"] == "websocket.disconnect":
            raise Gone("it has left")
        text = message.get("text")
        return text if isinstance(text, str) else "bytes"


class Guard:
    """Lets in what asks for this server by its own name and comes from its own page; adds the headers of every answer.

    A name that another site has pointed at this machine, or a page of another site, gets nothing.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        if not self._may_pass(connection, scope):
            if scope["type"] == "websocket":
                await receive()
                await send({"type": "websocket.close", "code": POLICY_VIOLATION})
            else:
                await PlainTextResponse("not from there", 403)(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                present = {name for name, _ in message["headers"]}
                extra = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message["headers"], *(item for item in extra if item[0] not in present)]
            await send(message)

        await self._app(scope, receive, send_guarded)

    def _may_pass(self, connection: HTTPConnection, scope: Scope) -> bool:
        hosts, origins = (connection.headers.getlist(name) for name in ("host", "origin"))
        if len(hosts) != 1 or not is_own_name(hosts[0]):
            return False
        if not origins:  # a page always sends it with what could change something
            return scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        return origins in ([f"http://{hosts[0]}"], [f"https://{hosts[0]}"])


def is_own_name(host: str) -> bool:
    """Whether a Host header names this machine in a way that cannot be redirected: address, localhost, or its own name,
    with a port or without one, and nothing else.
    """
    parts = HOST.fullmatch(host)
    if parts is None or int(parts["port"] or 0) > MAX_PORT:
        return False
    try:
        if parts["v6"]:
            ipaddress.IPv6Address(parts["v6"])
        else:
            ipaddress.IPv4Address(parts["name"])
        return True
    except ValueError:
        own = socket.gethostname().lower()
        return (parts["name"] or "").lower() in ("localhost", own, f"{own}.local")
