"""What crosses the trust line: closed messages, strictly decoded, in frames of capped length."""

from autograder.wire import messages
from autograder.wire.frames import MAX_FRAME, Closed, Late, WireError, receive, send, whole
from autograder.wire.messages import (
    CellRan,
    Reply,
    Request,
    decode_reply,
    decode_request,
    encode,
)
from autograder.wire.values import Entries, Items, Ref, TensorData, Value

__all__ = [
    "MAX_FRAME",
    "CellRan",
    "Closed",
    "Entries",
    "Items",
    "Late",
    "Ref",
    "Reply",
    "Request",
    "TensorData",
    "Value",
    "WireError",
    "decode_reply",
    "decode_request",
    "encode",
    "messages",
    "receive",
    "send",
    "whole",
]
