"""Requests to the worker and replies from it.

Every request has a number and every reply must carry the number of the request it answers: a
reply that the student's code sent out of turn never passes for an answer to a later question.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from autograder.wire.frames import WireError
from autograder.wire.replies import CellRan, Raised, Replies, Reply, Returned, Wanted
from autograder.wire.requests import (
    Call,
    Demands,
    Describe,
    Fetch,
    Forget,
    Given,
    Gradients,
    Hold,
    Keep,
    Lend,
    Load,
    Measure,
    Names,
    Printed,
    Provide,
    Put,
    Read,
    ReadFile,
    Refused,
    Replace,
    Request,
    RunCell,
    Seed,
    StandIn,
    State,
    Step,
    Train,
    Travel,
    WriteFile,
)
from autograder.wire.values import MAX_NESTING, Entries, Fields, Items, Ref, Value, nesting


class Script(msgspec.Struct, tag=True, frozen=True):
    """Encoded groups of requests, to be answered one after the other with a reply for each group.

    The worker begins no further group once `seconds` have passed by the clock, a request ran out
    of time, or the frame is full.
    """

    groups: list[msgspec.Raw]
    seconds: float


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
    "Demands",
    "Describe",
    "Entries",
    "Fetch",
    "Fields",
    "Forget",
    "Given",
    "Gradients",
    "Hold",
    "Items",
    "Keep",
    "Lend",
    "Load",
    "Measure",
    "Names",
    "NumberedReplies",
    "NumberedReply",
    "NumberedRequest",
    "Printed",
    "Provide",
    "Put",
    "Raised",
    "Read",
    "ReadFile",
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
    "Step",
    "Train",
    "Travel",
    "Wanted",
    "WriteFile",
    "decode_group",
    "decode_one",
    "decode_replies",
    "decode_reply",
    "decode_request",
    "encode",
    "encode_group",
    "encode_one",
]
