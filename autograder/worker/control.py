"""Orders of the host to the warm process, and what it answers about its workers."""

import struct
from enum import IntEnum

import msgspec

from autograder.worker.confine.privileges import Policy

READY = b"ready "
"""The warm process's first message, before its pace."""

STATUS = struct.Struct(">idd")
"""A wait status (os.waitpid) or a `Finding`, and the seconds for which the worker computed and
slept while it was watched."""

USED_UP, BUSY = 71, 72
"""The exit codes of a worker that has no memory left, and of one whose threads go on computing."""

GRACE = 1.0
"""Seconds beyond its time in which a worker may heed its alarm before it is killed."""


class Finding(IntEnum):
    """What has become of a worker under watch. No wait status is negative."""

    ASLEEP = -1
    OVERDUE = -2
    ALIVE = -3


class Preload(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an assignment has in each of its workers.

    Attributes:
        visible: The source of modules that notebooks may import, by name.
        ruled_out: Operations of torch that no worker may use.
        withheld: Those that bare workers may not use.
        given: Files that lie beside the notebook, by path.
    """

    visible: dict[str, str] = {}
    ruled_out: tuple[str, ...] = ()
    withheld: tuple[str, ...] = ()
    given: dict[str, bytes] = {}


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The warm process's settings, as JSON in an inherited file.

    Attributes:
        control: The descriptor of the socket on which it takes orders.
        bare: That of the socket for orders on bare workers (see warm.py).
        output_cap: How many characters a worker keeps of what is printed.
    """

    control: int
    bare: int
    policy: Policy
    preload: Preload
    output_cap: int


class Spawn(msgspec.Struct, tag=True, frozen=True):
    """Fork a worker under this name; kill it after `seconds` whatever happens.

    With `memory` it may add so many bytes to what it is born with, and has nothing to write into.
    """

    name: str
    seconds: float
    memory: int = 0


class End(msgspec.Struct, tag=True, frozen=True):
    """Kill the worker of this name."""

    name: str


class WatchOver(msgspec.Struct, tag=True, frozen=True):
    """Watch the worker of this name: kill it if it computes for more than so many seconds of
    processor time, or sleeps for more, and report the `Finding` as its status."""

    name: str
    seconds: float


class EndWatch(msgspec.Struct, tag=True, frozen=True):
    """The worker of this name has answered: report the seconds that it took (ALIVE)."""

    name: str


class Clock(msgspec.Struct, tag=True, frozen=True):
    """Report how many seconds of processor time the worker of this name has ever used (ALIVE)."""

    name: str


Order = Spawn | End | WatchOver | EndWatch | Clock
