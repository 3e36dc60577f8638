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
from autograder.wire.values import ArrayData, Entries, Fields, Items, Octets, Ref, TensorData, Value

__all__ = [
    "MAX_FRAME",
    "ArrayData",
    "CellRan",
    "Closed",
    "Entries",
    "Fields",
    "Items",
    "Late",
    "Octets",
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
