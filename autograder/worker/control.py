"""Orders of the host to the warm process, and what it answers about its workers."""

import struct
from enum import IntEnum
from typing import Literal

import msgspec

from autograder.worker.confine.privileges import Policy

STATUS = struct.Struct(">idd")
"""A wait status (os.waitpid) or a `Finding`, and for how many seconds the worker computed and slept
under watch."""

USED_UP = 71
"""The exit code of a worker that has no memory left."""

GRACE = 1.0
"""Seconds beyond its time in which a worker may heed its alarm before it is killed."""


class Finding(IntEnum):
    """What has become of a worker, where that is no wait status: none is negative. It says itself
    that it could not be confined, while no student code can run in it yet.
    """

    ASLEEP = -1
    OVERDUE = -2
    ALIVE = -3
    UNCONFINED = -4


class Preload(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an assignment has in each of its workers: the source of modules that notebooks may
    import (`visible`), operations of torch that no worker may use (`ruled_out`) or no bare one
    (`withheld`), files beside the notebook (`given`).
    """

    visible: dict[str, str] = {}
    ruled_out: tuple[str, ...] = ()
    withheld: tuple[str, ...] = ()
    given: dict[str, bytes] = {}


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The warm process's settings, as JSON in an inherited file: `control` is the descriptor of the
    socket on which it takes orders, `rooms` are the folders for scratches, `output_cap` is how many
    characters a worker keeps of what is printed.
    """

    control: int
    policy: Policy
    rooms: tuple[str, ...]
    preload: Preload
    output_cap: int


class Order(msgspec.Struct, frozen=True):
    """What is wanted of the worker of this name: `spawn` forks it, `end` kills it, `watch` kills it
    with a `Finding` if it computes or sleeps for more than `seconds`, `answered` ends the watch and
    reports what it has seen, `cpu_time` reports all processor time that it has used. One that is
    spawned with `memory` may add so many bytes and write no file (0: as the policy says); a `bare`
    one lacks what only some parts rule out.
    """

    kind: Literal["spawn", "end", "watch", "answered", "cpu_time"]
    name: str
    seconds: float = 0.0
    memory: int = 0
    bare: bool = False
