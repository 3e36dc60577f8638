"""Requests to the worker and replies from it.

Every request has a number and every reply must carry the number of the request it answers: a
reply that the student's code sent out of turn never passes for an answer to a later question.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec

from autograder.wire.frames import WireError
from autograder.wire.values import MAX_NESTING, Entries, Items, Ref, TensorData, Value, nesting

WALL = 3
"""A request's `seconds` are processor time; this many times as many may pass by the clock."""

Sentence = Annotated[str, msgspec.Meta(max_length=4000)]
"""What an exception says goes into the report, check by check: it must not be a book."""


class RunCell(msgspec.Struct, tag=True, frozen=True):
    """Run one code cell; with `definitions_only`, nothing but its imports, defs and classes."""

    index: int
    source: str
    seconds: float
    definitions_only: bool = False


class Names(msgspec.Struct, tag=True, frozen=True):
    """Ask for the public names of the executed notebook that are functions or classes."""


class Call(msgspec.Struct, tag=True, frozen=True):
    """Call a name of the notebook, or an object behind a handle."""

    target: str | int
    args: list[Value]
    seconds: float


class Train(msgspec.Struct, tag=True, frozen=True):
    """Put a module in training (`on`) or evaluation mode."""

    handle: int
    on: bool


class Load(msgspec.Struct, tag=True, frozen=True):
    """Copy values into a module's tensors, by dotted path."""

    handle: int
    tensors: list[tuple[str, TensorData]]


class Read(msgspec.Struct, tag=True, frozen=True):
    """Read the attribute at a dotted path."""

    handle: int
    path: str


class Describe(msgspec.Struct, tag=True, frozen=True):
    """Describe the parameter at a dotted path."""

    handle: int
    path: str


class Gradients(msgspec.Struct, tag=True, frozen=True):
    """Run forward and backward and return the gradients at the dotted paths."""

    handle: int
    args: list[Value]
    upstream: TensorData
    paths: list[str]
    seconds: float


class Measure(msgspec.Struct, tag=True, frozen=True):
    """Count what can be iterated and indexed at a path, or (empty path) the parameters."""

    handle: int
    path: str


class Travel(msgspec.Struct, tag=True, frozen=True):
    """Move a module to the meta device and run it there on an input of this shape."""

    handle: int
    shape: list[int]
    seconds: float


class Seed(msgspec.Struct, tag=True, frozen=True):
    """Seed torch's generator."""

    seed: int


class State(msgspec.Struct, tag=True, frozen=True):
    """Ask for torch's global state."""


class StandIn(msgspec.Struct, tag=True, frozen=True):
    """Bind a recording class to a name, or (empty name) restore it and return the records.

    Two of them: what the recording class was made with, and what the notebook's own was, which with
    `hollow` sets up nothing meanwhile.
    """

    name: str
    signature: list[str]
    hollow: bool = False


class Hold(msgspec.Struct, tag=True, frozen=True):
    """Make a bare module with these linear layers or parameters."""

    tensors: list[tuple[str, TensorData]]
    linear: bool


class Trace(msgspec.Struct, tag=True, frozen=True):
    """Start (`on`) watching for calls of torch operations, or stop and return those seen."""

    on: bool


class Forget(msgspec.Struct, tag=True, frozen=True):
    """Drop every handle, end what the last check began, put torch's settings back."""


class Lend(msgspec.Struct, tag=True, frozen=True):
    """Bind functions that ask the host for what they give to names of the notebook.

    With each name the names of its arguments.
    """

    names: list[tuple[str, list[str]]]


class Replace(msgspec.Struct, tag=True, frozen=True):
    """Bind a recording class to a name for good, for the cells that are still to run."""

    name: str
    signature: list[str]


class Given(msgspec.Struct, tag=True, frozen=True):
    """The host's answer to Wanted."""

    value: Value


class Refused(msgspec.Struct, tag=True, frozen=True):
    """The host's answer to Wanted where there is no value to give."""

    reason: str


Request = (
    RunCell
    | Names
    | Call
    | Train
    | Load
    | Read
    | Describe
    | Gradients
    | Measure
    | Travel
    | Seed
    | State
    | StandIn
    | Hold
    | Trace
    | Forget
    | Replace
    | Lend
    | Given
    | Refused
)


class Script(msgspec.Struct, tag=True, frozen=True):
    """Encoded groups of requests, to be answered one after the other with a reply for each group.

    The worker begins no further group once `seconds` have passed by the clock, a request ran out
    of time, or the frame is full.
    """

    groups: list[msgspec.Raw]
    seconds: float


class Returned(msgspec.Struct, tag=True, frozen=True):
    """The value of a request, and the positions of the arguments that it changed in place."""

    value: Value
    changed: list[int] = []


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


class NumberedRequest(msgspec.Struct, array_like=True, frozen=True):
    """Requests to be answered in order, or a script.

    The reply to requests is that to the last of them, or the first failure.
    """

    number: int
    requests: list[Request] | Script


class NumberedReply(msgspec.Struct, array_like=True, frozen=True):
    """A reply with the number of the requests it answers, or what is wanted for it."""

    number: int
    body: Reply | Wanted


class NumberedReplies(msgspec.Struct, array_like=True, frozen=True):
    """The replies to a script, with its number."""

    number: int
    body: Replies


_encoder = msgspec.msgpack.Encoder()
_requests = msgspec.msgpack.Decoder(NumberedRequest)
_group = msgspec.msgpack.Decoder(list[Request])
_numbered = msgspec.msgpack.Decoder(NumberedReply)
_script = msgspec.msgpack.Decoder(NumberedReplies)
_one = msgspec.msgpack.Decoder(Reply)

BROKEN = (msgspec.DecodeError, RecursionError, UnicodeDecodeError, OverflowError)
"""How bytes from a hostile process can fail to be a message."""


def encode(message: NumberedRequest | NumberedReply | NumberedReplies) -> bytes:
    """The bytes of a message.

    Raises:
        WireError: a number that has no place in 64 bits, or nesting without end.
    """
    return _bytes_of(message)


def encode_group(requests: Sequence[Request]) -> msgspec.Raw:
    """A group of a script; raises as `encode` does."""
    return msgspec.Raw(_bytes_of(requests))


def encode_one(reply: Reply) -> msgspec.Raw:
    """A reply to a group of a script; raises as `encode` does."""
    return msgspec.Raw(_bytes_of(reply))


def _bytes_of(thing: object) -> bytes:
    try:
        return _encoder.encode(thing)
    except (OverflowError, RecursionError, UnicodeEncodeError, TypeError) as error:
        raise WireError(f"value cannot cross: {error}") from None


def decode_request(data: bytes) -> NumberedRequest:
    """The requests in `data` (trusted side to worker)."""
    return _requests.decode(data)


def decode_group(group: msgspec.Raw) -> list[Request]:
    """The requests of a script's group (trusted side to worker)."""
    return _group.decode(group)


def decode_reply(data: bytes) -> NumberedReply:
    """The reply in `data`, which comes from a process that runs student code.

    Raises:
        WireError: anything that is not exactly one reply of the closed set.
    """
    try:
        reply = _numbered.decode(data)
    except BROKEN as error:
        raise _not_of_the_protocol(error) from None
    _shallow(reply.body)
    return reply


def decode_replies(data: bytes) -> NumberedReplies:
    """The replies to a script in `data`, each still encoded; raises as `decode_reply` does."""
    try:
        return _script.decode(data)
    except BROKEN as error:
        raise _not_of_the_protocol(error) from None


def decode_one(data: bytes) -> Reply:
    """The reply to a group of a script; raises as `decode_reply` does."""
    try:
        reply = _one.decode(data)
    except BROKEN as error:
        raise _not_of_the_protocol(error) from None
    _shallow(reply)
    return reply


def _not_of_the_protocol(error: Exception) -> WireError:
    return WireError(f"reply is not of the protocol: {type(error).__name__}")


def _shallow(reply: Reply | Wanted) -> None:
    if any(nesting(value) > MAX_NESTING for value in _values(reply)):
        # Whoever walks through it would run out of stack.
        raise WireError("reply is nested without end")


def _values(reply: Reply | Wanted) -> list[Value]:
    if isinstance(reply, Wanted):
        return reply.args
    return [reply.value] if isinstance(reply, Returned) else []


__all__ = [
    "Call",
    "CellRan",
    "Describe",
    "Entries",
    "Forget",
    "Given",
    "Gradients",
    "Hold",
    "Items",
    "Lend",
    "Load",
    "Measure",
    "Names",
    "NumberedReplies",
    "NumberedReply",
    "NumberedRequest",
    "Raised",
    "Read",
    "Ref",
    "Refused",
    "Replace",
    "Replies",
    "Reply",
    "Request",
    "Returned",
    "RunCell",
    "Script",
    "Seed",
    "StandIn",
    "State",
    "Trace",
    "Train",
    "Travel",
    "Wanted",
    "decode_group",
    "decode_one",
    "decode_replies",
    "decode_reply",
    "decode_request",
    "encode",
    "encode_group",
    "encode_one",
]
