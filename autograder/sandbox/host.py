"""The host of a warm process: starts it in its rings, and asks it for workers."""

import itertools
import os
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path

import msgspec

from autograder.core.assignment.given import given_files, visible_checks
from autograder.core.assignment.plan import Assignment, Limits
from autograder.core.errors import GraderFault
from autograder.sandbox import allowed_paths, bubblewrap
from autograder.sandbox.isolation import Rings, choose, policy, python
from autograder.sandbox.worker_process import Worker
from autograder.worker.confine import Policy
from autograder.worker.control import Order, Preload, Start

START_SECONDS = 600.0

SPARE_SECONDS = 30.0
"""Beyond a submission's time: the host ends a worker before the kernel does, whose kill looks like
one for want of memory."""

FIRST_UID, UIDS = 0x70000000, 1 << 16
"""Where the grader is root, a worker becomes one of these users, which nobody else is."""

ENTRY = (
    # torch's objects stay: collecting among them would add a third to its import.
    "import gc, os, sys; gc.disable(); sys.path.insert(0, sys.argv[1]); sys.path += sys.argv[3:]; "
    # Libraries' fork handlers renew locks of threads that do not exist here, and copy 250 pages.
    "os.register_at_fork = lambda **_: None; "
    "from autograder.worker.warm import main; main(int(sys.argv[2])); "
    # Without Python's own end, which would take torch apart, piece by piece.
    "os._exit(0)"
)


def warm_host(assignment: Assignment, rings: Rings) -> "Host":
    """The warm process for an assignment, with its visible checks preloaded; not yet started."""
    visible, given = visible_checks(assignment.folder), given_files(assignment.folder)
    preload = Preload({"checks": visible}, assignment.ruled_out, assignment.withheld, given)
    return Host(assignment.limits, rings, preload)


@contextmanager
def warming(assignment: Assignment, *, accept_weaker: bool) -> Iterator["Host"]:
    """A warm process that gets ready while the block begins; raises as `choose` does."""
    with closing(warm_host(assignment, choose(accept_weaker=accept_weaker))) as host:
        host.start()
        yield host


class Host:
    """Owns one warm process; use as a context manager. `spawn` may be called after a fork."""

    def __init__(self, limits: Limits, rings: Rings, preload: Preload) -> None:
        self.rings = rings
        self._limits, self._preload = limits, preload
        self._numbers = itertools.count(1)
        self._process: subprocess.Popen[bytes]
        self._started = self._ready = False
        self._pace = 1.0

    def start(self) -> None:
        """Start the warm process, if it is not started, and do not wait for it."""
        if self._started:
            return
        self._scratch = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        # Each worker makes its own folder in here, as a user of its own.
        Path(self._scratch.name).chmod(0o1777)
        self._control, peer = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with peer, os.fdopen(os.memfd_create("start"), "wb") as file:
            cap, size = self._limits.output_kb << 10, self._limits.scratch_mb
            rooms = bubblewrap.ROOMS if self.rings.outer else (self._scratch.name,)
            # Those cover one alone.
            rooms = rooms[:1] if self.rings.private_mounts else rooms
            start = Start(peer.fileno(), self._policy(), rooms, self._preload, cap)
            file.write(msgspec.json.encode(start))
            file.flush()
            # By descriptor: an argument may not be longer than 128 KiB, and everyone can read it.
            words = python(ENTRY, self.rings.engine, str(file.fileno()), *allowed_paths.sites())
            self._process = subprocess.Popen(
                bubblewrap.command(words, size, rooms) if self.rings.outer else words,
                pass_fds=(peer.fileno(), file.fileno()),
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                cwd=self._scratch.name,
                # Ctrl-C goes to the whole group of a terminal, and the grader means to finish the
                # submission under way.
                start_new_session=True,
                env=bubblewrap.ENVIRONMENT | {"HOME": "/nonexistent", "PATH": os.environ["PATH"]},
            )  # fmt: skip
        self._started = True

    def __enter__(self) -> "Host":
        self.start()
        self._control.settimeout(START_SECONDS)
        pace = b""
        with suppress(OSError):
            pace = self._control.recv(32)
        if not pace:
            self._process.kill()
            said = self._process.communicate()[1].decode("utf-8", "replace").strip()[-2000:]
            self.close()
            said = said or f"killed, or not ready in {START_SECONDS:g} s; is there enough memory?"
            raise GraderFault(f"the warm process did not start: {said}")
        self._pace = float(pace)
        self._control.settimeout(None)
        self._ready = True
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the warm process; one that is still getting ready is not waited for."""
        if not self._started:
            return
        if not self._ready and self._process.poll() is None:
            # Its group: what bubblewrap has just forked would wait for it.
            os.killpg(self._process.pid, signal.SIGKILL)
        self._started = self._ready = False
        self._control.close()
        with self._process:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout=5)
            self._process.kill()
        self._scratch.cleanup()

    def spawn(self, *, bare: bool = False, memory: int = 0) -> Worker:
        """A fresh, confined worker; a `bare` one lacks what only some parts rule out. With `memory`
        it may add so many bytes to what it is born with, and no more. GraderFault if the warm
        process is gone.
        """
        name = f"{os.getpid()}-{next(self._numbers)}"
        connection, peer = socket.socketpair()
        read, write = os.pipe()
        order = msgspec.msgpack.encode(Order("spawn", name, memory=memory, bare=bare))
        try:
            socket.send_fds(self._control, [order], [peer.fileno(), write])
        except OSError as error:
            raise GraderFault(f"the warm process is gone ({error})") from None
        finally:
            peer.close()
            os.close(write)
        return Worker(connection, read, name, partial(_send, self._control), self._pace)

    def _policy(self) -> Policy:
        root = os.getuid() == 0
        return policy(
            self._limits, self.rings,
            cpu_seconds=int(self._limits.submission_seconds + SPARE_SECONDS),
            uid=FIRST_UID if root else None, uids=UIDS,
            reads_any=root and not self.rings.outer and not allowed_paths.open_to_everyone(),
        )  # fmt: skip


def _send(control: socket.socket, order: Order) -> None:
    # A warm process that is gone has taken its workers with it.
    with suppress(OSError):
        control.send(msgspec.msgpack.encode(order))
