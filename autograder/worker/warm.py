"""The warm process: torch imported once, a fork for each submission, nothing of theirs computed.

Theory of operation. The host starts this process (inside bubblewrap where there is one) with a
seqpacket socket. A second one is for bare workers, from which what some part rules out is taken: at
the first order on it this process forks another warm process, which takes that out once and obeys
the second socket alone. A datagram on a socket is an order. `Spawn` carries two descriptors: the
connection of the new worker, and a pipe on which this process writes the worker's wait status
when it is gone. The child confines itself before it reads the first request. `End` kills a
worker, `WatchOver` one that turns out to sleep or to compute without end; `EndWatch` ends that.
When the last holder of the socket is gone, everything here is killed and this process ends. No
student code ever runs in it.
"""

import contextlib
import gc
import math
import os
import platform
import select
import signal
import socket
import sys
import time
import types
from dataclasses import replace
from typing import Any

import msgspec
import torch

from autograder.worker import compiler, given, hugepages, library, poison, preallocate, timing
from autograder.worker.cells import Notebook
from autograder.worker.confine import (
    NO_HOME,
    Policy,
    confine,
    landlock,
    privileges,
    scratch,
    seccomp,
)
from autograder.worker.control import READY, STATUS, End, EndWatch, Finding, Order, Spawn, WatchOver
from autograder.worker.idle_watch import LOOK_SECONDS, IdleWatch
from autograder.worker.pace import pace
from autograder.worker.serve import serve
from autograder.worker.warmup import settle_chance, warm_up

MAX_ORDER = 4096
COLLECT = (20_000, 10, 10)
"""A worker lives for a moment: Python's own threshold of 700 would have it collect all the time."""

SPARE_SHARE = 16
"""A cell must leave this part of the memory that a worker may use."""


class Start(msgspec.Struct, frozen=True):
    """What the warm process is told at its start, as JSON in an inherited file."""

    control: int
    bare: int
    policy: str
    visible: dict[str, str]
    output_cap: int
    uid: int | None = None
    ruled_out: list[str] = []
    withheld: list[str] = []
    given: dict[str, bytes] = {}
    lasting: bool = True


class Child(msgspec.Struct):
    """A living worker."""

    pid: int
    status: int
    until: float
    watch: IdleWatch | None = None
    finding: Finding | None = None

    def tell(self, code: int) -> None:
        """Write a status on the pipe, with what was seen since the watch began; it is over."""
        seen = (self.watch.computed, self.watch.idled) if self.watch else (0.0, 0.0)
        self.watch = None
        # Whoever asked for this worker may be gone by now.
        with contextlib.suppress(OSError):
            os.write(self.status, STATUS.pack(code, *seen))


class Warm:
    """The loop of the warm process.

    A `fresh_heap` is all zeros: only where no tensor is made of them is it given to workers.
    """

    def __init__(self, start: Start, withheld: library.Operations, *, fresh_heap: bool) -> None:
        self._fresh_heap = fresh_heap
        self._start = start
        policy = Policy.from_json(start.policy)
        self._policy = replace(policy, cpu_seconds=math.ceil(timing.scaled(policy.cpu_seconds)))
        self._readable = landlock.set_aside(landlock.opened(self._policy.readable))
        self._control = socket.socket(fileno=start.control)
        self._bare: socket.socket | None = socket.socket(fileno=start.bare)
        self._bare_pid = 0
        self._withheld = withheld
        self._children: dict[str, Child] = {}
        # For a single submission it would take longer than it saves.
        self._arranged = not start.lasting
        self._looked = 0.0
        self._decoder = msgspec.msgpack.Decoder(Order)
        self._listen()

    def _listen(self) -> None:
        self._wakeup, write = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        signal.set_wakeup_fd(write, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)

    def run(self) -> None:
        """Obey orders until nobody can give any."""
        while True:
            waiting: list[Any] = [self._control, self._wakeup]
            waiting += [self._bare] if self._bare else []
            ready, _, _ = select.select(waiting, [], [], self._patience())
            if self._wakeup in ready:
                os.read(self._wakeup, 4096)
            self._reap()
            self._end_overdue()
            self._end_overfull()
            self._end_watched()
            if self._control in ready:
                if not self._obey():
                    break
            elif self._bare and self._bare in ready:
                self._divide(self._bare)
        for name in list(self._children):
            self._end(name)
        if self._bare_pid:
            os.waitpid(self._bare_pid, 0)

    def _divide(self, bare: socket.socket) -> None:
        """Fork the warm process of the bare workers, and leave the orders on `bare` to it."""
        self._bare = None
        self._bare_pid = os.fork()
        if self._bare_pid:
            bare.close()
            return
        # The other's workers, and the end of its host, are none of this one's business.
        for child in self._children.values():
            os.close(child.status)
        self._children.clear()
        self._control.close()
        self._control = bare
        self._listen()
        self._withheld.take_out()
        gc.freeze()

    def _patience(self) -> float | None:
        if not self._children:
            return None
        left = min(child.until for child in self._children.values()) - time.monotonic()
        return max(0.0, min(left, LOOK_SECONDS))

    def _obey(self) -> bool:
        data, descriptors, _, _ = socket.recv_fds(self._control, MAX_ORDER, 2)
        if not data:
            return False
        order = self._decoder.decode(data)
        if isinstance(order, End):
            self._end(order.name)
        elif isinstance(order, WatchOver):
            self._watch_over(order)
        elif isinstance(order, EndWatch):
            self._end_watch(order.name)
        else:
            self._spawn(order, *descriptors)
        return True

    def _spawn(self, order: Spawn, connection: int, status: int) -> None:
        pid = os.fork()
        if pid == 0:
            self._become_worker(connection)
        os.close(connection)
        self._children[order.name] = Child(pid, status, time.monotonic() + order.seconds)
        if not self._arranged:
            # Behind the first fork, so that a single submission does not wait for it.
            self._arranged = True
            hugepages.collapse()
            if self._fresh_heap:
                preallocate.make_room()

    def _become_worker(self, connection: int) -> None:
        """In the child: from here to the end of the process, never back into the loop."""
        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            for inherited in filter(None, (self._control, self._bare)):
                inherited.detach()
            channel = socket.socket(fileno=connection)
            confine(self._policy, (connection,), self._readable)
            room = self._policy.memory_bytes // SPARE_SHARE
            folder = scratch.place(self._policy.scratch) if self._policy.scratch else None
            serve(channel, Notebook(self._start.output_cap, room), folder, self._start.given)
        finally:
            os._exit(70)

    def _end(self, name: str) -> None:
        child = self._children.get(name)
        if child is not None:
            os.kill(child.pid, signal.SIGKILL)

    def _watch_over(self, order: WatchOver) -> None:
        child = self._children.get(order.name)
        if child is not None:
            child.watch = IdleWatch(child.pid, order.seconds)

    def _end_watch(self, name: str) -> None:
        child = self._children.get(name)
        if child is not None:
            # Of one that has ended the host is told that, and nothing else.
            child.tell(Finding.ALIVE)

    def _end_watched(self) -> None:
        for name, child in self._children.items():
            if child.watch and not child.finding:
                child.finding = child.watch.finding()
                if child.finding:
                    self._end(name)

    def _end_overdue(self) -> None:
        now = time.monotonic()
        for name, child in self._children.items():
            if child.until < now:
                self._end(name)
                child.until = now + 1.0

    def _end_overfull(self) -> None:
        now = time.monotonic()
        if now - self._looked < LOOK_SECONDS:
            return
        self._looked = now
        root, size = self._policy.scratch, self._policy.file_bytes
        for name, child in self._children.items():
            if root and scratch.overfull(root, child.pid, size):
                self._end(name)

    def _reap(self) -> None:
        for name, child in list(self._children.items()):
            pid, status = os.waitpid(child.pid, os.WNOHANG)
            if pid:
                del self._children[name]
                self._clean(pid)
                child.tell(child.finding or status)
                os.close(child.status)

    def _clean(self, pid: int) -> None:
        # What cannot be removed (a full table, an I/O error) is out of every other worker's reach.
        with contextlib.suppress(OSError):
            if self._policy.scratch:
                scratch.clean(self._policy.scratch, pid)


def _preload(visible: dict[str, str]) -> None:
    """Import the course's visible modules, so that no worker pays for it."""
    for name, source in visible.items():
        module = types.ModuleType(name)
        sys.modules[name] = module
        exec(compile(source, f"{name}.py", "exec"), module.__dict__)


def _silence() -> None:
    """Point 0, 1 and 2 at /dev/null: nothing that a worker writes there goes anywhere."""
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    os.close(null)


def _told(descriptor: int) -> Start:
    """What the host wrote into the file behind `descriptor`."""
    with os.fdopen(descriptor, "rb") as file:
        file.seek(0)
        return msgspec.json.decode(file.read(), type=Start)


def main(descriptor: int) -> None:
    """Warm up, say so on the control socket, and obey."""
    start = _told(descriptor)
    torch.set_num_threads(1)
    compiler.postpone()
    spoilt = poison.spoil()
    warm_up()
    # Each entry that the imports leave in Python's cache of attributes costs a worker that replaces
    # it the copies of two pages; what answers use comes back into it.
    sys._clear_type_cache()
    warm_up()
    given.preload(start.given)
    _preload(start.visible)
    settle_chance()
    # Before the objects are frozen: what is frozen is found no more. Once for both: all of torch's
    # half million objects are looked at.
    every = library.in_python() if start.ruled_out or start.withheld else ()
    library.operations(start.ruled_out, every).take_out()
    withheld = library.operations(start.withheld, every)
    # Without this every collection in a worker walks torch's half million objects, and copies
    # the pages that they share with all other workers. Nothing is collected before: what torch left
    # at its import is small, and to look for it takes a sixth as long as to import torch.
    gc.freeze()
    gc.set_threshold(*COLLECT)
    gc.enable()
    # What every worker would do for itself, and finds done.
    privileges.drop_bounds()
    privileges.clear_environment(NO_HOME)
    seccomp.program(platform.machine(), os.getpid())
    found = pace()
    timing.keep(found)
    warm = Warm(start, withheld, fresh_heap=spoilt)
    socket.socket(fileno=os.dup(start.control)).send(READY + f"{found:.3f}".encode())
    _silence()
    warm.run()
