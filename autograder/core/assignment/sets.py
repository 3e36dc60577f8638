"""The sets of hidden numbers that a course has, and which of them judges a submission: one file, so
that references and requests are of the same salt.
"""

import hashlib
import json
import struct
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from autograder.core import atomic_file
from autograder.core.assignment.plan import Assignment
from autograder.core.errors import DAMAGED, CourseError

SETS = "sets.msgpack"
"""All hidden numbers, and what the solution is asked about them; `autograder reseed` writes it."""
ACCEPTING = "AUTOGRADER_ACCEPT_PUBLISHED_NUMBERS"
"""The variable that says for every command what --accept-published-numbers says for one."""
EXAMPLE = -1
"""The index of the set that judges nobody: the last of `Sets.every`."""
MADE = "made"
"""The entry of a safetensors file's metadata that holds the settings of cases, as JSON."""
MENDED = "`autograder reseed` makes it anew"


class NumberSet(msgspec.Struct, frozen=True, array_like=True):
    """Reference tensors, and the requests made to the solution about them (empty until known)."""

    references: bytes
    script: bytes = b""


class Sets(msgspec.Struct, frozen=True):
    """Every set of a course. Who knows the salt knows all of its numbers, and who gets which.

    `published`: the salt is known to others, as that of the sets in the package is. `example` is a
    set that judges nobody and is no secret: students are told by it why a check fails.
    """

    salt: str
    published: bool
    sets: tuple[NumberSet, ...]
    example: NumberSet

    @property
    def every(self) -> tuple[NumberSet, ...]:
        """All sets by index, the example last."""
        return (*self.sets, self.example)

    def chosen(self, student: str, digest: str) -> int:
        """The set that judges a file of this SHA-256 digest when this student hands it in."""
        key = hashlib.blake2b(self.salt.encode()).digest()
        handed_in = bytes.fromhex(digest) + student.encode("utf-8", "surrogateescape")
        drawn = hashlib.blake2b(handed_in, key=key, digest_size=8).digest()
        return int.from_bytes(drawn, "big") % len(self.sets)

    def with_scripts(self, scripts: Iterable[bytes]) -> "Sets":
        pairs = zip(self.every, scripts, strict=True)
        *changed, example = (replace(number_set, script=script) for number_set, script in pairs)
        return replace(self, sets=tuple(changed), example=example)

    def write(self, hidden: Path) -> Path:
        """Put all sets in the place of those before, in one step; the file written."""
        file = hidden / SETS
        atomic_file.write(file, msgspec.msgpack.encode(self), atomic_file.AS_OTHERS)
        return file


def read(hidden: Path) -> Sets:
    """The sets of an assignment; CourseError if they are missing or cannot be read."""
    file = hidden / SETS
    if not file.is_file():
        raise CourseError(f"{file} is missing; `autograder reseed` makes it")
    try:
        sets = msgspec.msgpack.decode(file.read_bytes(), type=Sets)
    except DAMAGED as error:
        raise CourseError(f"{file}: {error}; {MENDED}") from None
    if not sets.sets:
        raise CourseError(f"{file} holds no numbers; {MENDED}")
    return sets


def refuse_published(assignment: Assignment) -> None:
    """Raise CourseError for numbers known outside this course: published, or of a typed salt."""
    if read(assignment.folder / "hidden").published:
        raise CourseError(
            f"nothing is graded: anybody can look up the hidden numbers of {assignment.id}, and "
            f"answer from a table; run `autograder reseed {assignment.id}`, which draws secret ones"
            " in seconds (to try things out: --accept-published-numbers, or for nbgrader's own"
            f" commands {ACCEPTING}=1 in the environment)"
        )


def settings(references: bytes) -> dict[str, dict[str, Any]]:
    """What is no tensor in a set's cases, by case and name: from the head of a safetensors file."""
    (length,) = struct.unpack("<Q", references[:8])
    return json.loads(json.loads(references[8 : 8 + length])["__metadata__"][MADE])["settings"]
