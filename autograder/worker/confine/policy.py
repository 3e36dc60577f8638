"""What a worker may do, as plain data from the host."""

import dataclasses
import json
import types
import typing
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Policy:
    """Paths and bounds for one worker. Sizes are in bytes.

    Attributes:
        readable: What it may read, with everything below.
        writable: What it may read and write, with everything below.
        memory_bytes: How far its address space may grow beyond that of the warm process.
        threads: How many threads it may add.
        landlock: The Landlock ABI whose rules it is held to; 0 for none.
        uid: The user it becomes, where the warm process is root; None to stay who it is.
        uids: The worker becomes one of so many users from `uid` on, drawn at random. Users of
            their own cannot use up each other's number of threads.
        reads_any: Keep the power to read files of other users, where `uid` cannot read the
            Python installation. What may be read is then up to Landlock alone.
        scratch: Where the worker makes a writable directory of its own (see scratch.py).
        private_mounts: Whether it gets mounts of its own, which show it nothing but what it may
            read and its scratch (see mounts.py): inside bubblewrap, where there is no Landlock.
    """

    readable: tuple[str, ...]
    writable: tuple[str, ...]
    memory_bytes: int
    threads: int
    open_files: int
    file_bytes: int
    cpu_seconds: int
    landlock: int
    uid: int | None = None
    uids: int = 1
    reads_any: bool = False
    scratch: str | None = None
    private_mounts: bool = False

    def to_json(self) -> str:
        """The policy as text."""
        return json.dumps(dataclasses.asdict(self))

    @classmethod
    def from_json(cls, text: str) -> "Policy":
        """The policy in `text`.

        Raises:
            ValueError: not JSON, or a key or a type that is not the policy's.
        """
        found = json.loads(text)
        if not isinstance(found, dict):
            raise ValueError("a policy is an object")
        hints = typing.get_type_hints(cls)
        if wrong := set(found) - set(hints):
            raise ValueError(f"a policy has no {', '.join(sorted(wrong))}")
        try:
            return cls(**{key: _checked(key, found[key], hints[key]) for key in found})
        except TypeError as error:
            raise ValueError(str(error)) from None


def _checked(key: str, value: object, hint: object) -> Any:
    """`value` if it is of the hinted type; a list of strings becomes a tuple."""
    if hint == tuple[str, ...]:
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return tuple(value)
    else:
        kinds = typing.get_args(hint) if isinstance(hint, types.UnionType) else (hint,)
        # By exact type: bool passes for int in isinstance.
        if type(value) in kinds:
            return value
    raise ValueError(f"{key} of a policy cannot be {value!r}")
