"""The warm process: torch imported once, a fork for each session; no student code runs in it.

The host starts it with a seqpacket socket, on which each datagram is an `Order`; that to spawn has
two descriptors, the worker's connection and a pipe for its wait status when it is gone. The child
confines itself before it reads the first request. When no holder of the socket is left, all workers
are killed.
"""

import contextlib
import math
import os
import select
import signal
import socket
import time
from dataclasses import replace
from pathlib import Path

import msgspec

from autograder.worker import control, heap, library, timing, warmup
from autograder.worker.cells import Notebook
from autograder.worker.confine import NotConfined, confine, privileges, scratch
from autograder.worker.control import Finding, Order, Start
from autograder.worker.serve import serve
from autograder.worker.timing import LOOK_SECONDS, IdleWatch

MAX_ORDER = 4096
ARRANGED_AT = 2
"""The fork behind which the heap is arranged: for a single submission that would not pay."""

SPARE_DIVISOR = 16
"""A cell must leave this part of the memory that a worker may use."""

METERED_OPEN_FILES = 16
"""Files that a worker may have open where all is counted that it holds: pipes hold some, too."""


class Child(msgspec.Struct):
    pid: int
    status: int
    room: str
    watch: IdleWatch | None = None
    finding: Finding | None = None

    def end_watch(self, code: int) -> None:
        watch, self.watch = self.watch, None
        self.tell(code, watch.computed if watch else 0.0, watch.idled if watch else 0.0)

    def tell(self, code: int, computed: float, idled: float = 0.0) -> None:
        # Whoever asked for this worker may be gone.
        with contextlib.suppress(OSError):
            os.write(self.status, control.STATUS.pack(code, computed, idled))


class Warm:
    def __init__(self, start: Start, withheld: library.Operations) -> None:
        self._start = start
        seconds = math.ceil(timing.scaled(start.policy.cpu_seconds))
        self._policy = replace(start.policy, cpu_seconds=seconds)
        self._control = socket.socket(fileno=start.control)
        self._withheld = withheld
        self._children: dict[str, Child] = {}
        self._forks = 0
        self._looked = 0.0
        self._wakeup, write = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        signal.set_wakeup_fd(write, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)

    def run(self) -> None:
        while True:
            sources: list[socket.socket | int] = [self._control, self._wakeup]
            ready, _, _ = select.select(sources, [], [], LOOK_SECONDS if self._children else None)
            if self._wakeup in ready:
                os.read(self._wakeup, 4096)
            self._reap()
            self._end_beyond_limits()
            if self._control in ready and not self._obey():
                break
        for child in self._children.values():
            os.kill(child.pid, signal.SIGKILL)

    def _obey(self) -> bool:
        data, descriptors, _, _ = socket.recv_fds(self._control, MAX_ORDER, 2)
        if not data:
            return False
        order = msgspec.msgpack.decode(data, type=Order)
        child = self._children.get(order.name)
        if order.kind == "spawn":
            self._spawn(order, *descriptors)
        elif child is None:
            return True
        elif order.kind == "end":
            os.kill(child.pid, signal.SIGKILL)
        elif order.kind == "watch":
            child.watch = IdleWatch(child.pid, order.seconds)
        elif order.kind == "answered":
            child.end_watch(Finding.ALIVE)
        else:
            with contextlib.suppress(OSError):  # it has ended
                child.tell(Finding.ALIVE, timing.processor_time(child.pid))
        return True

    def _spawn(self, order: Order, connection: int, status: int) -> None:
        taken = [child.room for child in self._children.values()]
        room = min(self._start.rooms, key=taken.count)
        pid = os.fork()
        if pid == 0:
            self._become_worker(connection, status, order, room)
        os.close(connection)
        self._children[order.name] = Child(pid, status, room)
        self._forks += 1
        if self._forks == ARRANGED_AT:
            heap.collapse()

    def _become_worker(self, connection: int, status: int, order: Order, room: str) -> None:
        """In the child; never returns."""
        policy = replace(self._policy, scratch=room)
        memory, given = order.memory, self._start.preload.given
        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            self._control.detach()
            if order.bare:
                self._withheld.take_out()
            channel = socket.socket(fileno=connection)
            if memory:
                policy = replace(
                    policy, memory_bytes=memory, open_files=METERED_OPEN_FILES, holds=True
                )
                # What is free above the end of the heap would be memory that nobody has counted.
                heap.trim()
            confine(policy, (connection, status), given)
            os.close(status)
            notebook = Notebook(self._start.output_cap, policy.memory_bytes // SPARE_DIVISOR)
            # Where nothing may be written, nothing can be put back.
            serve(channel, notebook, scratch.place(room), {} if memory else given)
        except NotConfined:
            os.write(status, control.STATUS.pack(Finding.UNCONFINED, 0.0, 0.0))
        finally:
            os._exit(70)

    def _end_beyond_limits(self) -> None:
        """Kill whoever sleeps or computes under watch, or keeps in files, beyond its limit."""
        now = time.monotonic()
        looks = now - self._looked >= LOOK_SECONDS
        self._looked = now if looks else self._looked
        for child in self._children.values():
            if child.watch and not child.finding:
                child.finding = child.watch.finding()
            full = looks and scratch.overfull(child.room, child.pid, self._policy.file_bytes)
            if child.finding or full:
                os.kill(child.pid, signal.SIGKILL)

    def _reap(self) -> None:
        for name, child in list(self._children.items()):
            pid, status = os.waitpid(child.pid, os.WNOHANG)
            if pid:
                del self._children[name]
                # What cannot be removed no other worker can reach.
                with contextlib.suppress(OSError):
                    scratch.clean(child.room, pid)
                child.end_watch(child.finding or status)
                os.close(child.status)


def main(descriptor: int) -> None:
    """Warm up, say on the control socket at which pace, and obey."""
    with os.fdopen(descriptor, "rb") as file:
        file.seek(0)
        start = msgspec.json.decode(file.read(), type=Start)
    withheld = warmup.prepare(start.preload)
    privileges.drop_bounds()
    pace = warmup.pace()
    timing.alarm.pace = pace
    warm = Warm(start, withheld)
    socket.socket(fileno=os.dup(start.control)).send(f"{pace:.3f}".encode())
    # Where a worker's own writes to stderr go; the host has seen to stdin and stdout.
    with Path(os.devnull).open("wb") as null:
        os.dup2(null.fileno(), 2)
    warm.run()
