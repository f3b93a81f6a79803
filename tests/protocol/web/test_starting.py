"""`egypt-play` as it begins: options, the host's key, an address to tell, an output or none."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest
from websockets import ConnectionClosed, Origin
from websockets.sync.client import connect

from egypt.protocol.web.__main__ import main
from egypt.protocol.web.serve import host_key
from tests import PATIENCE

pytestmark = pytest.mark.program


@pytest.mark.parametrize("left", ["", "\n", "short\n", "\xff"])
def test_a_torn_key_is_replaced(tmp_path: Path, left: str) -> None:
    (tmp_path / "key").write_text(left, encoding="latin-1")
    key = host_key(tmp_path)
    assert len(key) >= 16 and host_key(tmp_path) == key
    assert [path.name for path in tmp_path.iterdir()] == ["key"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--rules", "/nope"], "No such file"),
        (["--port", "99999"], "from 0 to 65535"),
        (["--port", "-1"], "from 0 to 65535"),
        (["--pause", "-5"], "from 0 to 10000"),
        (["--pause", "99999999"], "from 0 to 10000"),
        (["--game", "jars", "--players", "2", "--seat", "3"], "choose one of 1 to 2"),
        (["--game", "jars", "--seat", "-1"], "choose one of"),
        (["--game", "jars", "--players", "0"], "--players 0: jars is for 2 to 4"),
        (["--game", "jars", "--players", "-2"], "--players -2: jars is for 2 to 4"),
        (["--engine", "a=true", "--engine", "a=false"], "--engine a: there are two of that name"),
        (["--engine", "egypt-engine=true"], "--engine egypt-engine: there are two of that name"),
        (["--engine", "x= "], "--engine 'x= ': expected NAME=COMMAND"),
        (["--engine", "x=''"], "expected NAME=COMMAND"),
        (["--engine", "x=a 'b"], '--engine "x=a \'b": No closing quotation'),
        (["--records", "/dev/null"], "egypt-play: /dev/null: Not a directory"),
        (["--host", "192.0.2.1"], "egypt-play: --host 192.0.2.1 --port 0: Cannot assign requested address"),
    ],
)
def test_options_that_cannot_be_are_refused_before_the_server_runs(
    tmp_path: Path, words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    port = [] if "--port" in words else ["--port", "0"]
    with pytest.raises(SystemExit) as ended:
        sys.exit(main(["--no-browser", "--records", str(tmp_path), *words, *port]))
    assert ended.value.code == 2 and said in capsys.readouterr().err.splitlines()[-1]


def test_an_option_that_cannot_be_ends_the_program(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "egypt.protocol.web", "--no-browser", "--records", str(tmp_path), "--port", "-1"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 2 and "from 0 to 65535" in done.stderr.splitlines()[-1] and "Traceback" not in done.stderr


@pytest.mark.parametrize("where", ["full", "gone"])
def test_an_address_that_cannot_be_told_ends_the_program_with_a_line(tmp_path: Path, where: str) -> None:
    if where == "full":
        stdout = os.open("/dev/full", os.O_WRONLY)
    else:
        nobody, stdout = os.pipe()
        os.close(nobody)
    command = [sys.executable, "-m", "egypt.protocol.web", "--no-browser", "--port", "0", "--records", str(tmp_path)]
    done = subprocess.run(command, stdout=stdout, stderr=subprocess.PIPE, text=True, timeout=PATIENCE, check=False)
    os.close(stdout)
    assert done.returncode == 2
    assert done.stderr == f"egypt-play: output: {'No space left on device' if where == 'full' else 'Broken pipe'}\n"


def test_a_first_table_that_does_not_fit_on_the_disk_ends_the_program_with_a_line(tmp_path: Path) -> None:
    host_key(tmp_path)
    code = f"""
import resource, signal, sys
from egypt.protocol.web.__main__ import main
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
sys.exit(main(["--no-browser", "--port", "0", "--records", {str(tmp_path)!r}, "--game", "jars"]))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "egypt-play: the disk is full\n")
    assert [path.name for path in tmp_path.iterdir()] == ["key"]


def test_a_program_without_an_output_tells_its_address_on_stderr(tmp_path: Path) -> None:
    command = f"exec {sys.executable} -m egypt.protocol.web --no-browser --port 0 --records {tmp_path} >&-"
    with subprocess.Popen(command, shell=True, stderr=subprocess.PIPE, text=True) as program:
        assert program.stderr is not None
        try:
            assert program.stderr.readline().startswith("egypt-play: http://127.0.0.1:")
        finally:
            program.terminate()
        assert program.stderr.read() == ""


NO_HOME = """
import os, pwd, sys
def unknown(user):
    raise KeyError(user)
pwd.getpwuid = unknown
for name in ("HOME", "XDG_DATA_HOME"):
    os.environ.pop(name, None)
from egypt.protocol.web.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--help"], 0, "usage: "),
        ([], 2, "--records FOLDER names another place"),
        (["--records", "/dev/null"], 2, "egypt-play: /dev/null: Not a directory"),  # so far it has come
    ],
)
def test_a_user_without_a_home_names_a_folder(words: list[str], code: int, said: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", NO_HOME, "--no-browser", "--port", "0", *words],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == code and said in done.stdout + done.stderr and "Traceback" not in done.stderr


def test_the_host_does_not_hear_of_guests_who_talk_nonsense(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "egypt.protocol.web", "--no-browser", "--port", "0", "--records", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None and program.stderr is not None
        try:
            base, _, key = program.stdout.readline().split()[1].partition("/#key=")
            host = base.removeprefix("http://")
            with connect(f"ws://{host}/play", origin=Origin(base)) as page:
                page.send(b"\xff\xfe", text=True)
                with pytest.raises(ConnectionClosed):
                    page.recv(PATIENCE)
            for path in ("tables", "records", "position"):
                head = (
                    f"POST /api/{path} HTTP/1.1\r\nhost: {host}\r\norigin: {base}\r\nauthorization: Bearer {key}\r\n"
                    "content-length: 1000\r\n\r\n"
                )
                with socket.create_connection(("127.0.0.1", int(host.partition(":")[2]))) as guest:
                    guest.sendall(head.encode() + b"{")
            with urlopen(f"{base}/api/games", timeout=PATIENCE) as answer:
                assert answer.status == 200
        finally:
            program.terminate()
        assert program.stderr.read() == ""


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "-m", "egypt.protocol.web", "--no-browser", "--records", str(tmp_path), "--port", str(port)],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == f"egypt-play: --port {port} is taken, perhaps by another egypt-play; 0 takes any that is free\n"


def test_programs_that_begin_at_once_have_one_key(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from egypt.protocol.web.serve import host_key; "
        "print(host_key(Path(sys.argv[1])))"
    )
    for number in range(3):
        folder = tmp_path / str(number)
        folder.mkdir()
        both = [subprocess.Popen([sys.executable, "-c", code, str(folder)], stdout=-1, text=True) for _ in range(4)]
        keys = {one.communicate(timeout=PATIENCE)[0] for one in both}
        assert len(keys) == 1 and keys == {(folder / "key").read_text()}


@pytest.mark.parametrize("name", ["my\tengine", "my\u00a0engine", "x" * 101])
def test_engines_without_a_name_that_can_be_shown_are_refused(tmp_path: Path, name: str) -> None:
    command = [
        sys.executable,
        "-m",
        "egypt.protocol.web",
        "--no-browser",
        "--port",
        "0",
        "--records",
        str(tmp_path),
        "--engine",
        f"{name}=true",
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 2 and "expected NAME=COMMAND" in done.stderr and done.stderr.count("\n") == 1
