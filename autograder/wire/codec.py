"""Messages as bytes, in frames: four bytes of length, then that many bytes.

Whatever comes from a process that runs student code is decoded strictly.
"""

import socket
import struct
import time
from collections.abc import Sequence
from functools import partial
from typing import TypeVar

import msgspec

from autograder.wire import messages
from autograder.wire.values import MAX_NESTING, Value, nesting

MAX_FRAME = 4 * 1024 * 1024
"""No message is longer; a longer one ends the conversation before a byte of it is read."""

CHUNK = 1 << 18
"""Bytes asked for at a time; most frames, with their length, come in one such piece."""

_LENGTH = struct.Struct(">I")


class WireError(Exception):
    """The other side does not keep to the protocol."""


class Closed(WireError):
    """The other side is gone."""


class Late(WireError):
    """No whole frame arrived before the deadline."""


def send(connection: socket.socket, data: bytes, deadline: float | None = None) -> None:
    """Send one frame by `deadline` (time.monotonic).

    Raises:
        WireError: the frame is over the cap. Closed, Late: as they say.
    """
    if len(data) > MAX_FRAME:
        raise WireError(f"a message of {len(data)} bytes is over the cap of {MAX_FRAME}")
    try:
        _wait_until(connection, deadline)
        connection.sendall(_LENGTH.pack(len(data)) + data)
    except TimeoutError:
        raise Late("the other side does not read") from None
    except OSError as error:
        raise Closed(str(error)) from None


def receive(connection: socket.socket, deadline: float | None = None) -> bytes:
    """Receive one frame by `deadline` (time.monotonic).

    Raises:
        WireError: the announced length is over the cap, or more than the frame came.
        Closed, Late: as they say.
    """
    data = _part(connection, CHUNK, deadline)
    while len(data) < _LENGTH.size:
        data += _part(connection, CHUNK, deadline)
    (length,) = _LENGTH.unpack_from(data)
    if length > MAX_FRAME:
        raise WireError(f"a frame of {length} bytes was announced; the cap is {MAX_FRAME}")
    parts, left = [data[_LENGTH.size :]], length + _LENGTH.size - len(data)
    while left > 0:
        parts.append(_part(connection, min(left, CHUNK), deadline))
        left -= len(parts[-1])
    if left < 0:
        raise WireError("more came than the one frame that was due")
    return b"".join(parts)


def whole(data: bytes) -> bool:
    return len(data) >= _LENGTH.size and len(data) >= _LENGTH.size + _LENGTH.unpack_from(data)[0]


def _part(connection: socket.socket, size: int, deadline: float | None) -> bytes:
    try:
        _wait_until(connection, deadline)
        part = connection.recv(size)
    except TimeoutError:
        raise Late("no answer in time") from None
    except OSError as error:
        raise Closed(str(error)) from None
    if not part:
        raise Closed("the connection ended")
    return part


def _wait_until(connection: socket.socket, deadline: float | None) -> None:
    if deadline is None:
        connection.settimeout(None)
        return
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    connection.settimeout(left)


_encoder = msgspec.msgpack.Encoder()

BROKEN = (msgspec.DecodeError, RecursionError, UnicodeDecodeError, OverflowError)
"""How bytes from a hostile process can fail to be a message."""

Message = TypeVar("Message")


def encode(message: object) -> bytes:
    """The bytes of a message.

    Raises:
        WireError: a number that has no place in 64 bits, or nesting without end.
    """
    try:
        return _encoder.encode(message)
    except (OverflowError, RecursionError, UnicodeEncodeError, TypeError) as error:
        raise WireError(f"value cannot cross: {error}") from None


def encode_part(part: Sequence[messages.Request] | messages.Reply) -> msgspec.Raw:
    """A group of a script, or the reply to one; raises as `encode` does."""
    return msgspec.Raw(encode(part))


decode_request = msgspec.msgpack.Decoder(messages.NumberedRequest).decode
decode_group = msgspec.msgpack.Decoder(list[messages.Request]).decode
"""The requests of a script's group. Workers trust what the host sends."""


def _strictly(decoder: "msgspec.msgpack.Decoder[Message]", data: bytes) -> Message:
    try:
        message = decoder.decode(data)
    except BROKEN as error:
        raise WireError(f"reply is not of the protocol: {type(error).__name__}") from None
    body = message.body if isinstance(message, messages.NumberedReply) else message
    values: list[Value] = body.args if isinstance(body, messages.Wanted) else []
    if isinstance(body, messages.Returned):
        values = [body.value]
    if any(nesting(value) > MAX_NESTING for value in values):
        # Whoever walks through it would run out of stack.
        raise WireError("reply is nested without end")
    return message


decode_reply = partial(_strictly, msgspec.msgpack.Decoder(messages.NumberedReply))
"""The reply in bytes from a process that runs student code.

Raises:
    WireError: anything that is not exactly one reply of the closed set.
"""
decode_replies = partial(_strictly, msgspec.msgpack.Decoder(messages.NumberedReplies))
"""The replies to a script, each still encoded; raises as `decode_reply` does."""
decode_one = partial(_strictly, msgspec.msgpack.Decoder(messages.Reply))
"""The reply to a group of a script; raises as `decode_reply` does."""
