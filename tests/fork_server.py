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
import pwd
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from ctypes import CDLL
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

AFRESH = "AUTOGRADER_TESTS_AFRESH"
BIN = Path(sys.executable).parent
PROGRAMS = ("autograder", "nbgrader")
LONGEST = 1 << 17
"""Bytes of an order: words, folder and environment."""
LONGEST_NUMBER = 16
"""Bytes of a process's number, which are of one length: its exit code follows them."""
OF_THE_TEST = (
    "AUTOGRADER_ACCEPT_PUBLISHED_NUMBERS", "COLUMNS", "HOME", "JUPYTER_CONFIG_DIR",
    "JUPYTER_CONFIG_PATH", "PYTEST_CURRENT_TEST", "USER",
)  # fmt: skip
"""Variables that nothing reads as it is imported; with any other one changed, a command is new."""
DUMPABLE = 4
"""PR_SET_DUMPABLE: without it /proc/self stays root's after a change of user, until an exec."""
BEFORE = (
    "nbconvert.exporters.html", "nbgrader.apps.nbgraderapp", "nbgrader.exchange.default", "nh3",
    "rich.progress", "rich.table", "sqlalchemy.dialects.sqlite", "torch", "typer.rich_utils",
)  # fmt: skip
BEFORE_FORKS = (sys.stdout, sys.stderr)
OURS = ("core", "notebook", "wire", "checks", "grading", "report", "sandbox")
"""Packages that know nothing of nbgrader: with the others imported it would never be the plain
one that it is in a course without our configuration."""


@dataclass
class Forked:
    """A command that was forked, as `subprocess.Popen` has one that was started: its process, and
    where its exit code will be written."""

    pid: int
    _status: int
    _code: int | None = field(default=None)

    def poll(self) -> int | None:
        if self._code is None and select.select([self._status], [], [], 0)[0]:
            self.wait()
        return self._code

    def wait(self, timeout: float | None = None) -> int:
        if self._code is None:
            if not select.select([self._status], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0)
            code = _text(self._status)
            assert code, "the process that forks is gone; what it said is above"
            self._code = int(code)
        return self._code

    def kill(self) -> None:
        """End it without a chance to tidy up."""
        os.kill(self.pid, signal.SIGKILL)


class ForkServer:
    """The process that forks, started when the first command is run."""

    def __init__(self, python: Path) -> None:
        self._python = python
        self._environment: dict[str, str] | None = None

    def run(
        self, folder: Path, command: tuple[str, ...], env: Mapping[str, str], user: str = "",
        *, lent: bool = False,
    ) -> "subprocess.CompletedProcess[str]":  # fmt: skip
        """Run a command in a folder, as this user; it may be lent a warm process."""
        words = self._words(command)
        if not self._forks(command, env):
            who = of_user(user)
            return subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, **who)
        pipes = [os.pipe() for _ in range(2)]
        try:
            forked = self._fork(folder, words, env, [write for _, write in pipes], user, lent=lent)
        finally:
            for _, write in pipes:
                os.close(write)
        with ThreadPoolExecutor(2) as pool:
            out, err = pool.map(_text, [read for read, _ in pipes])
        return subprocess.CompletedProcess(words, forked.wait(), out, err)

    def start(
        self, folder: Path, command: tuple[str, ...], env: Mapping[str, str], out: int, err: int
    ) -> "Forked | subprocess.Popen[bytes]":
        """Start a command in a session of its own, as a terminal does."""
        words = self._words(command)
        if self._forks(command, env):
            return self._fork(folder, words, env, [out, err], session=True)
        return subprocess.Popen(
            words, cwd=folder, env=env, stdout=out, stderr=err, start_new_session=True
        )

    def _words(self, command: tuple[str, ...]) -> list[str]:
        return [str(self._python.parent / command[0]), *command[1:]]

    def _forks(self, command: tuple[str, ...], env: Mapping[str, str]) -> bool:
        return AFRESH not in env and command[0] in PROGRAMS and self._as_started(env)

    def _fork(
        self, folder: Path, words: list[str], env: Mapping[str, str], given: list[int],
        user: str = "", session: bool = False, lent: bool = False,
    ) -> Forked:  # fmt: skip
        """The process of a command that writes to what is given."""
        order = {"words": words, "folder": str(folder), "env": dict(env)}
        order |= {"user": user, "session": session, "lent": lent}
        status, theirs = os.pipe()
        try:
            socket.send_fds(self._control, [json.dumps(order).encode()], [*given, theirs])
        finally:
            os.close(theirs)
        pid = os.read(status, LONGEST_NUMBER)
        assert pid, "the process that forks is gone; what it said is above"
        return Forked(int(pid), status)

    def _as_started(self, env: Mapping[str, str]) -> bool:
        """Whether the process that forks has this environment; it is started here."""
        lasting = {name: value for name, value in env.items() if name not in OF_THE_TEST}
        if self._environment is None:
            self._environment = lasting
            self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            with theirs:
                subprocess.Popen(
                    [str(self._python), __file__, str(theirs.fileno())], env=env,
                    pass_fds=[theirs.fileno()],
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
        for each in given:
            os.close(each)


def _watched(order: dict[str, object], given: list[int]) -> None:
    """Fork once more: one process waits for the other one's exit code."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    out, err, status = given
    if child := os.fork():
        os.write(status, f"{child:{LONGEST_NUMBER}}".encode())
        os.close(out)
        os.close(err)
        _, ended = os.waitpid(child, 0)
        os.write(status, str(os.waitstatus_to_exitcode(ended)).encode())
        os._exit(0)
    os.dup2(out, 1)
    os.dup2(err, 2)
    for each in given:
        os.close(each)
    # Those of before know whether what they wrote to could be rewound.
    sys.stdout = sys.__stdout__ = os.fdopen(1, "w", closefd=False)
    sys.stderr = sys.__stderr__ = os.fdopen(2, "w", 1, errors="backslashreplace", closefd=False)
    if order["session"]:
        os.setsid()
    os.chdir(str(order["folder"]))
    _become(str(order["user"]))
    os.environ.clear()
    os.environ.update(dict(order["env"]))
    sys.argv = list(order["words"])
    if order["lent"]:
        from tests.lent import lend

        lend()


def of_user(name: str) -> dict[str, object]:
    """What `subprocess` is told to run a command as this user."""
    if not name:
        return {}
    user = pwd.getpwnam(name)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def _become(name: str) -> None:
    """Go on as this user."""
    if name:
        user = pwd.getpwnam(name)
        os.setgroups([])
        os.setgid(user.pw_gid)
        os.setuid(user.pw_uid)
        CDLL(None).prctl(DUMPABLE, 1, 0, 0, 0)


def import_all() -> None:
    # As `autograder` itself does: see its `main`.
    sys.modules.setdefault("rfc3987_syntax", None)
    for name in BEFORE:
        importlib.import_module(name)
    for name in OURS:
        package = importlib.import_module(f"autograder.{name}")
        for one in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(one.name)


def main() -> object:
    """Run the command, as its script does."""
    if Path(sys.argv[0]).name == "nbgrader":
        from nbgrader.apps.nbgraderapp import main as command
    else:
        from autograder.cli import main as command
    return command()


def end(command: Callable[[], object]) -> NoReturn:
    """Run the command, and end without Python's own end, which takes apart all that was imported.

    That takes three times as long as a short command.
    """
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
