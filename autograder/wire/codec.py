"""Messages as bytes: whatever comes from a process that runs student code is decoded strictly."""

from collections.abc import Sequence
from functools import partial
from typing import TypeVar

import msgspec

from autograder.wire import messages
from autograder.wire.frames import WireError
from autograder.wire.values import MAX_NESTING, nesting

Message = TypeVar("Message")


def encode(message: object) -> bytes:
    """The bytes of a message; WireError for a number beyond 64 bits, or nesting without end."""
    try:
        return msgspec.msgpack.encode(message)
    except (OverflowError, RecursionError, UnicodeEncodeError, TypeError) as error:
        raise WireError(f"value cannot cross: {error}") from None


def encode_part(part: Sequence[messages.Request] | messages.Reply) -> msgspec.Raw:
    """A group of a script, or a reply; raises as `encode` does."""
    return msgspec.Raw(encode(part))


decode_request = msgspec.msgpack.Decoder(messages.NumberedRequest).decode
decode_group = msgspec.msgpack.Decoder(list[messages.Request]).decode
"""The requests of a script's group. Workers trust what the host sends."""


def _strictly(decoder: "msgspec.msgpack.Decoder[Message]", data: bytes) -> Message:
    try:
        message = decoder.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError, OverflowError) as error:
        raise WireError(f"reply is not of the protocol: {type(error).__name__}") from None
    body = message.body if isinstance(message, messages.NumberedReply) else message
    values = body.args if isinstance(body, messages.Wanted) else []
    values = [body.value] if isinstance(body, messages.Returned) else values
    if any(nesting(value) > MAX_NESTING for value in values):
        # Whoever walks through it would run out of stack.
        raise WireError("reply is nested without end")
    return message


decode_reply = partial(_strictly, msgspec.msgpack.Decoder(messages.NumberedReply))
"""The reply in bytes from a process that runs student code; WireError if they are not exactly one
reply of the closed set."""
decode_replies = partial(_strictly, msgspec.msgpack.Decoder(messages.NumberedReplies))
"""The replies to a script, each still encoded; raises as `decode_reply` does."""
decode_one = partial(_strictly, msgspec.msgpack.Decoder(messages.Reply))
"""The reply to a group of a script; raises as `decode_reply` does."""
