"""What the host tells the warm process, and what it is told of a worker that is gone."""

import struct
from enum import IntEnum

import msgspec

STATUS = struct.Struct(">i")
"""A wait status (os.waitpid) or, where this process ended the worker on suspicion, a `Finding`."""


class Finding(IntEnum):
    """What comes of a suspicion. No wait status is negative."""

    INNOCENT = 0
    ASLEEP = -1
    OVERDUE = -2


class Spawn(msgspec.Struct, tag=True, frozen=True):
    """Fork a worker under this name; kill it after `seconds` whatever happens."""

    name: str
    seconds: float


class End(msgspec.Struct, tag=True, frozen=True):
    """Kill the worker of this name."""

    name: str


class Suspect(msgspec.Struct, tag=True, frozen=True):
    """Kill the worker of this name if it sleeps or has had more than so many seconds of processor
    time in its life, and tell the `Finding` in the place of its status."""

    name: str
    seconds: float


class Acquit(msgspec.Struct, tag=True, frozen=True):
    """The worker of this name has answered: no longer suspect it."""

    name: str


Order = Spawn | End | Suspect | Acquit
