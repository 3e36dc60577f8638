"""What crosses the trust line: closed messages, strictly decoded, in frames of capped length."""

from autograder.wire import codec, messages
from autograder.wire.frames import MAX_FRAME, Closed, Late, WireError, receive, send, whole
from autograder.wire.values import ArrayData, Entries, Fields, Items, Octets, Ref, TensorData, Value

__all__ = [
    "MAX_FRAME", "ArrayData", "Closed", "Entries", "Fields", "Items", "Late", "Octets", "Ref",
    "TensorData", "Value", "WireError", "codec", "messages", "receive", "send", "whole",
]  # fmt: skip
