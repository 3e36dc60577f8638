"""What is fuzzed: one input in, nothing but the declared errors out."""

import socket
from contextlib import suppress

import torch

from autograder.wire import codec, messages
from autograder.wire.frames import WireError, receive
from autograder.wire.tensors import plain, unpack
from autograder.wire.values import ArrayData, Entries, Fields, Items, TensorData, Value
from tests.fuzz import stages

MAX_SENT = 64 * 1024
"""A socket's buffer takes this much before anyone reads."""


def wire(data: bytes) -> None:
    """A frame, the reply or the replies in it, and the tensors in those."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(data[:MAX_SENT])
        theirs.close()
        try:
            frame = receive(ours)
        except WireError:
            return
    replies = []
    with suppress(WireError):
        replies.append(codec.decode_reply(frame).body)
    with suppress(WireError):
        # Those to a script, each read by itself.
        for each in codec.decode_replies(frame).replies:
            replies.append(codec.decode_one(bytes(each)))
    for reply in replies:
        if isinstance(reply, messages.Returned):
            with suppress(WireError):
                tensors(reply.value)


def tensors(value: Value) -> None:
    """Unpack every tensor in a value."""
    if isinstance(value, TensorData):
        found = unpack(value)
        assert found.numel() * found.element_size() == len(value.data)
        assert found.dtype is not torch.bool or not (found.view(torch.uint8) > 1).any()
    elif isinstance(value, ArrayData):
        assert plain(value, lambda _: None).nbytes == len(value.data)
    elif isinstance(value, Items | Fields):
        for item in value.items:
            tensors(item)
    elif isinstance(value, Entries):
        for _, item in value.entries:
            tensors(item)


def notebook(data: bytes) -> None:
    """A file, by all stages, as that of an assignment which restores quickly."""
    stages.read_all(data, stages.small)
