"""Commands of this environment, each in a process of its own that has imported everything already.

Most of what a command takes is imports: of nbgrader, of nbconvert, of torch. One process makes them
once and forks for every command, which runs in its folder, with its words, to its own exit code.
Commands that may be lent a warm process grade in one that is started once (`tests/lent.py`).
With AUTOGRADER_TESTS_AFRESH set (`make test-all`) every command is a new Python instead.
"""

import atexit
import functools
import gc
import importlib
import json
import os
import pkgutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NoReturn

AFRESH = "AUTOGRADER_TESTS_AFRESH"
BIN = Path(sys.executable).parent
PROGRAMS = ("autograder", "nbgrader")
LONGEST = 1 << 17
"""Bytes of an order: words, folder and environment."""
OF_THE_TEST = (
    "AUTOGRADER_ACCEPT_PUBLISHED_NUMBERS", "COLUMNS", "HOME", "JUPYTER_CONFIG_DIR",
    "JUPYTER_CONFIG_PATH", "PYTEST_CURRENT_TEST", "USER",
)  # fmt: skip
"""Variables that nothing reads as it is imported; with any other one changed, a command is new."""
BEFORE = (
    "nbconvert.exporters.html", "nbgrader.apps.nbgraderapp", "nbgrader.exchange.default", "nh3",
    "rich.progress", "rich.table", "sqlalchemy.dialects.sqlite", "torch", "typer.rich_utils",
)  # fmt: skip
BEFORE_FORKS = (sys.stdout, sys.stderr)
OURS = ("core", "notebook", "wire", "checks", "corrections", "grading", "report", "sandbox")
"""Packages that know nothing of nbgrader: with the others imported it would never be the plain
one that it is in a course without our configuration."""


class ForkServer:
    """The process that forks, started when the first command is run."""

    def __init__(self, python: Path) -> None:
        self._python = python
        self._environment: dict[str, str] | None = None

    def run(
        self, folder: Path, command: tuple[str, ...], env: Mapping[str, str], *, lent: bool = False
    ) -> "subprocess.CompletedProcess[str]":
        """Run a command in a folder; it may be lent a warm process."""
        words = [str(self._python.parent / command[0]), *command[1:]]
        if AFRESH in env or command[0] not in PROGRAMS or not self._as_started(env):
            return subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True)
        order = {"words": words, "folder": str(folder), "env": dict(env), "lent": lent}
        pipes = [os.pipe() for _ in range(3)]
        try:
            given = [write for _, write in pipes]
            socket.send_fds(self._control, [json.dumps(order).encode()], given)
        finally:
            for _, write in pipes:
                os.close(write)
        with ThreadPoolExecutor(3) as pool:
            out, err, code = pool.map(_text, [read for read, _ in pipes])
        assert code, "the process that forks is gone; what it said is above"
        return subprocess.CompletedProcess(words, int(code), out, err)

    def _as_started(self, env: Mapping[str, str]) -> bool:
        """Whether the process that forks has this environment; it is started here."""
        lasting = {name: value for name, value in env.items() if name not in OF_THE_TEST}
        if self._environment is None:
            self._environment = lasting
            self._control, remote = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            with remote:
                subprocess.Popen(
                    [str(self._python), __file__, str(remote.fileno())], env=env,
                    pass_fds=[remote.fileno()],
                    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                )  # fmt: skip
        return lasting == self._environment


@functools.cache
def fork_server(python: Path = Path(sys.executable)) -> ForkServer:
    """The one of this process for an environment's Python."""
    return ForkServer(python)


def _text(read: int) -> str:
    with os.fdopen(read) as file:
        return file.read()


def serve(control: socket.socket) -> None:
    """Fork for every order; return in each process that is to run a command."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        data, given, _, _ = socket.recv_fds(control, LONGEST, 3)
        if not data:
            if lent := sys.modules.get("tests.lent"):
                lent.end()
            sys.exit()
        order = json.loads(data)
        if order["lent"]:
            from tests.lent import warm

            warm()
        if os.fork() == 0:
            control.close()
            return _watched(order, given)
        for descriptor in given:
            os.close(descriptor)


def _watched(order: dict[str, object], given: list[int]) -> None:
    """Fork once more: one process waits for the other one's exit code."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    out, err, status = given
    if child := os.fork():
        os.close(out)
        os.close(err)
        _, ended = os.waitpid(child, 0)
        os.write(status, str(os.waitstatus_to_exitcode(ended)).encode())
        os._exit(0)
    os.dup2(out, 1)
    os.dup2(err, 2)
    for descriptor in given:
        os.close(descriptor)
    # Those of before know whether what they wrote to could be rewound.
    sys.stdout = sys.__stdout__ = os.fdopen(1, "w", closefd=False)
    sys.stderr = sys.__stderr__ = os.fdopen(2, "w", 1, errors="backslashreplace", closefd=False)
    os.chdir(str(order["folder"]))
    os.environ.clear()
    os.environ.update(dict(order["env"]))
    sys.argv = list(order["words"])
    if order["lent"]:
        from tests.lent import lend

        lend()


def import_all() -> None:
    # As `autograder` itself does: see its `main`.
    sys.modules.setdefault("rfc3987_syntax", None)
    for name in BEFORE:
        importlib.import_module(name)
    for name in OURS:
        package = importlib.import_module(f"autograder.{name}")
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)


def main() -> object:
    """Run the command, as its script does."""
    if Path(sys.argv[0]).name == "nbgrader":
        from nbgrader.apps.nbgraderapp import main as command
    else:
        from autograder.cli import main as command
    return command()


def end(command: Callable[[], object]) -> NoReturn:
    """Run the command without Python's own end, which takes three times as long as a short one."""
    code: object = 1
    try:
        code = command()
    except SystemExit as ended:
        code = ended.code
    except BaseException:
        sys.excepthook(*sys.exc_info())
    if isinstance(code, str):
        sys.stderr.write(f"{code}\n")
    threading._shutdown()
    atexit._run_exitfuncs()
    # What was imported before the fork may hold the streams of then: nbgrader's validator does.
    for stream in (*BEFORE_FORKS, sys.stdout, sys.stderr):
        stream.flush()
    os._exit(code if isinstance(code, int) else int(code is not None))


if __name__ == "__main__":
    sys.path[0] = str(BIN)
    import_all()
    gc.collect()
    gc.freeze()
    serve(socket.socket(fileno=int(sys.argv[1])))
    end(main)
