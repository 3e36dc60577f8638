"""What crosses the trust line is decoded strictly and capped."""

import socket
import struct
import time
from collections.abc import Iterator
from contextlib import nullcontext

import msgspec
import pytest
import torch

from autograder.wire import messages
from autograder.wire.codec import decode_reply, encode
from autograder.wire.frames import MAX_FRAME, Closed, Late, WireError, receive, send
from autograder.wire.messages import NumberedReply
from autograder.wire.tensors import pack, unpack
from autograder.wire.values import MAX_NESTING, Items, TensorData, Value


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, socket.socket]]:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield ours, theirs


def test_deep_nesting_is_refused():
    head = b"\x92\x01\x82\xa4type\xa8Returned\xa5value"
    with pytest.raises(WireError):
        decode_reply(head + b"\x92\xa4list\x91" * 100_000)


def test_nesting_that_a_reader_could_not_walk_through_is_refused():
    value: Value = None
    for depth in range(1, 400):
        value = Items([value])
        data = encode(NumberedReply(1, messages.Returned(value)))
        with nullcontext() if depth <= MAX_NESTING else pytest.raises(WireError):
            decode_reply(data)


def test_a_reply_that_is_none_is_refused():
    """Nor is one whose error is as long as a book: it would be shown check by check."""
    long = encode(NumberedReply(1, messages.Raised("E", "x" * 100_000, "")))
    for data in (long, msgspec.msgpack.encode([1, {"type": "Verdict", "points": 100}])):
        with pytest.raises(WireError):
            decode_reply(data)


def test_a_huge_announced_length_is_refused(ends):
    """The length is judged before anything of that size is read."""
    ends[0].sendall(struct.pack(">I", MAX_FRAME + 1))
    with pytest.raises(WireError, match="cap"):
        receive(ends[1])


def test_a_half_frame_ends_at_the_deadline(ends):
    """Who stops in the middle is Late, as is who does not read; who hangs up is Closed."""
    ends[0].sendall(struct.pack(">I", 10) + b"half")
    with pytest.raises(Late):
        receive(ends[1], time.monotonic() + 0.05)
    with pytest.raises(Late):
        send(ends[1], b"x" * MAX_FRAME, time.monotonic() + 0.05)
    ends[0].close()
    with pytest.raises(Closed):
        receive(ends[1], time.monotonic() + 1)


LYING = {
    "short": ("float32", [2], b"1234"),
    "negative": ("float32", [-1], b""),
    "dtype": ("float128", [1], b"1234"),
    "dimensions": ("float32", [1] * 9, b"1234"),
    "absurd": ("float32", [0, 1 << 40], b""),
    "absurd together": ("float32", [0] + [1 << 31] * 7, b""),
}


@pytest.mark.parametrize("how", LYING)
def test_a_lying_tensor_is_refused(how):
    with pytest.raises(WireError):
        unpack(TensorData(*LYING[how]))


def test_a_tensor_subclass_crosses_as_its_numbers():
    """What a subclass overrides has no say in the bytes that are sent."""

    class Liar(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            return torch.zeros(3)

    honest = torch.tensor([1.0, 2.0, 3.0])
    assert torch.equal(unpack(pack(honest.as_subclass(Liar))), honest)
