"""What the host tells the warm process, and what it is told of its workers."""

import struct
from enum import IntEnum

import msgspec

READY = b"ready "
"""What the warm process says when it is, before its pace."""

STATUS = struct.Struct(">idd")
"""A wait status (os.waitpid) or a `Finding`, and of the watch that it ends (without one: zeros) the
seconds for which the worker computed and slept."""


class Finding(IntEnum):
    """What has become of a worker under watch. No wait status is negative."""

    ASLEEP = -1
    OVERDUE = -2
    ALIVE = -3


class Spawn(msgspec.Struct, tag=True, frozen=True):
    """Fork a worker under this name; kill it after `seconds` whatever happens."""

    name: str
    seconds: float


class End(msgspec.Struct, tag=True, frozen=True):
    """Kill the worker of this name."""

    name: str


class WatchOver(msgspec.Struct, tag=True, frozen=True):
    """Watch the worker of this name: kill it if from now on it computes for more than so many
    seconds of processor time, or sleeps for more, and tell the `Finding` as its status."""

    name: str
    seconds: float


class EndWatch(msgspec.Struct, tag=True, frozen=True):
    """The worker of this name has answered: let it sleep, and tell what it took (ALIVE)."""

    name: str


Order = Spawn | End | WatchOver | EndWatch
