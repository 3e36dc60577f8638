"""What crosses the trust line is decoded strictly and capped, a script's replies too."""

import socket
import struct
import time
from collections.abc import Iterator
from contextlib import nullcontext
from functools import partial
from types import SimpleNamespace

import msgspec
import pytest
import torch

from autograder.checks.request_batch import (
    KEPT_BYTES,
    BatchMismatch,
    BatchReplay,
    VerdictCache,
    that_fit,
)
from autograder.core.assignment.plan import Limits
from autograder.grading.session import Session
from autograder.sandbox.worker_process import LossCause, WorkerLost
from autograder.wire import codec, messages
from autograder.wire.frames import MAX_FRAME, Closed, Late, WireError, receive, send
from autograder.wire.tensors import pack, unpack
from autograder.wire.values import MAX_NESTING, Items, TensorData, Value
from tests.engine.far_end import hosted, losing


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, socket.socket]]:
    connection, peer = socket.socketpair()
    with connection, peer:
        yield connection, peer


def test_deep_nesting_is_refused():
    head = b"\x92\x01\x82\xa4type\xa8Returned\xa5value"
    with pytest.raises(WireError):
        codec.decode_reply(head + b"\x92\xa4list\x91" * 100_000)
    # A reader walks through what is let in, and calls itself for each level.
    value: Value = None
    for depth in range(1, 400):
        value = Items([value])
        data = codec.encode(messages.NumberedReply(1, messages.Returned(value)))
        with nullcontext() if depth <= MAX_NESTING else pytest.raises(WireError):
            codec.decode_reply(data)


def test_a_reply_that_is_none_is_refused():
    """Nor is one whose error is as long as a book: it would be shown check by check."""
    long = codec.encode(messages.NumberedReply(1, messages.Raised("E", "x" * 100_000, "")))
    for data in (long, msgspec.msgpack.encode([1, {"type": "Verdict", "points": 100}])):
        with pytest.raises(WireError):
            codec.decode_reply(data)


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


ONE = (messages.Forget(), messages.State())
LINES = tuple(map(codec.encode_part, (ONE, (messages.Names(),))))
SCRIPT = messages.Script(list(LINES), 1.0)
YES = codec.encode_part(messages.Returned(True))


def replies(number: int, *each: msgspec.Raw) -> bytes:
    return codec.encode(messages.NumberedReplies(number, list(each)))


def test_replies_come_back_one_for_each_group_as_far_as_there_was_time():
    for count in range(3):
        worker, _ = hosted(replies(1, *[YES] * count))
        assert worker.perform(SCRIPT, 5) == [bytes(YES)] * count


@pytest.mark.parametrize(
    "answer",
    [replies(2, YES, YES), replies(1, YES, YES, YES),
     *(codec.encode(messages.NumberedReply(1, body))
       for body in (messages.Returned([]), messages.Wanted("softmax_naive", []))),
     b"\x92\x01", b"", replies(1, YES)[:-1]],
    ids=["number", "too many", "one reply", "wanted", "torn", "empty", "cut"],
)  # fmt: skip
def test_what_is_no_answer_to_the_script_loses_the_worker(answer):
    worker, _ = hosted(answer)
    with losing(LossCause.PROTOCOL_ERROR):
        worker.perform(SCRIPT, 5)
    assert worker.ended


def test_a_replay_answers_what_its_script_asks_and_nothing_else():
    torn = BatchReplay(LINES, [bytes(YES), b"\xc1"], pytest.fail)
    assert torn.ask(*ONE) == messages.Returned(True)
    whole, none = BatchReplay(LINES, [bytes(YES)], pytest.fail), BatchReplay(LINES, [], pytest.fail)
    for replay, requests in ((torn, [messages.Names()]), (whole, [messages.Names()]), (none, ONE)):
        with pytest.raises(BatchMismatch):
            replay.ask(*requests)


def test_a_script_is_cut_where_a_frame_is_half_full():
    """The other half is for what else stands in it; what is left over is asked by itself."""
    tensor = TensorData("uint8", [MAX_FRAME // 5], bytes(MAX_FRAME // 5))
    large = (codec.encode_part([messages.Call("f", [tensor], 1.0)]),) * 5
    assert len(that_fit([large, LINES])) == 2


def test_what_is_known_of_replies_is_let_go_of_in_time():
    memory: VerdictCache[int] = VerdictCache()
    large = [[bytes([number]) * (KEPT_BYTES // 4)] for number in range(4)]
    for number, batch in enumerate(large):
        memory.put("a check", batch, number)
    assert [memory.get("a check", batch) for batch in large] == [0, 1, 2, 3]
    assert memory.get("another", large[0]) is None
    memory.put("a check", [b"x"], 7)
    assert [memory.get("a check", batch) for batch in large] == [None] * 4
    assert memory.get("a check", [b"x"]) == 7


def test_a_submission_that_loses_a_worker_over_a_script_is_asked_question_by_question():
    yes, scripts = messages.Returned(True), []

    def dies(script: messages.Script, seconds: float) -> list[bytes]:
        scripts.append(script)
        raise WorkerLost(LossCause.SIGNALLED)

    worker = partial(
        SimpleNamespace, spent=0.0, ask=lambda *_: yes, perform=dies, close=lambda: None
    )
    session = Session(worker, (), Limits())
    assert session.perform(LINES) == session.perform(LINES) == []
    assert len(scripts) == 1
    assert session.ask(messages.Names()) == yes
