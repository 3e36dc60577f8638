"""What a worker can reply: a closed set."""

from __future__ import annotations

from typing import Annotated

import msgspec

from autograder.wire.values import Value

Sentence = Annotated[str, msgspec.Meta(max_length=4000)]
"""What an exception says goes into the report, check by check: it must not be a book."""


class Returned(msgspec.Struct, tag=True, frozen=True):
    """The value of a request."""

    value: Value


class Raised(msgspec.Struct, tag=True, frozen=True):
    """The student's code raised: the type's name, the message, the place in the notebook."""

    kind: Sentence
    message: Sentence
    where: Sentence
    timed_out: bool = False
    missing: bool = False


class CellRan(msgspec.Struct, tag=True, frozen=True):
    """A cell was run: what it printed, its error if it raised one, and whether definitions
    below the failing statement were made all the same."""

    output: str
    error: Sentence | None
    timed_out: bool = False
    below: bool = False


class Wanted(msgspec.Struct, tag=True, frozen=True):
    """A lent name was called, in the midst of answering: the host answers Given or Refused."""

    name: Sentence
    args: list[Value]


Reply = Returned | Raised | CellRan


class Replies(msgspec.Struct, tag=True, frozen=True):
    """Encoded replies to the first groups of a script, as many as there was time and room for."""

    replies: list[msgspec.Raw]
