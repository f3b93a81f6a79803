"""Another platform, played on this one: what Windows lacks is taken away, and what it has is a stand-in.

`run_as_windows` starts a program like that. It is no Windows, but code that asks for the platform, and code that should ask
and does not, behave as they would there.
"""

from __future__ import annotations

import os
import sys

POSIX_MODULES = ("fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty")
WINDOWS_MODULES = ("_winapi", "msvcrt", "nt", "winreg", "winsound")
POSIX_NAMES = {
    "os": ("fork", "forkpty", "getpgid", "getuid", "killpg", "mkfifo", "set_blocking", "setsid", "wait", "wait3", "wait4"),
    "select": ("poll", "epoll"),
    "signal": ("SIGHUP", "SIGKILL", "SIGUSR1", "SIGUSR2", "alarm", "pthread_kill", "setitimer"),
}


def become_windows() -> None:
    """From here on this process has what Windows has. The standard library is that of this machine: it is loaded before."""
    import asyncio
    import ctypes  # noqa: F401 - likewise
    import multiprocessing.connection
    import select
    import subprocess
    import tempfile

    asyncio.new_event_loop().close()
    tempfile.gettempdir()
    os.environ.pop("EGYPT_GAMES", None)  # the toy is compiled, which asks the machine about itself
    subprocess.Popen.kill = lambda process: process.send_signal(9)  # type: ignore[method-assign]
    for name in POSIX_MODULES:
        sys.modules[name] = None  # type: ignore[assignment]    # an import of it fails
    for module, names in POSIX_NAMES.items():
        for name in names:
            if hasattr(sys.modules[module], name):
                delattr(sys.modules[module], name)

    def sockets_only(*_: object) -> None:
        raise OSError("not a socket")

    select.select = sockets_only  # type: ignore[assignment]
    subprocess.CREATE_NEW_PROCESS_GROUP = 0  # type: ignore[attr-defined]
    assert multiprocessing.connection
    sys.platform = "win32"


def run_as_windows(code: str, first: str = "") -> list[str]:
    """The command that runs some code as on Windows; `first` loads what is of this machine, too."""
    return [sys.executable, "-c", f"from tests.platforms import become_windows\n{first}\nbecome_windows()\n{code}"]
