"""What a check cannot be told as it is, is refused: never converted, never cut off."""

import re
import sys
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import pytest
import torch

from autograder.checks import references
from autograder.checks.facts import CheckEnded, CheckFailed
from autograder.checks.fingerprints import MAX_WORDS, first_words
from autograder.checks.large import CHECK_BYTES, LargeValues
from autograder.checks.worker_client import Conversation, MemoryBudget, to_value
from autograder.core.errors import CourseError
from autograder.wire import codec, messages
from autograder.wire.frames import MAX_FRAME, WireError
from autograder.wire.tensors import by_name, plain
from autograder.wire.values import (
    MAX_ITEMS,
    MAX_TEXT,
    ArrayData,
    Fields,
    Items,
    Members,
    Named,
    Octets,
    Ref,
    Stored,
    TensorData,
    Value,
)  # fmt: skip
from autograder.worker.objects import Objects
from tests.engine.far_end import Port

TOO_LARGE = {
    "a list of 4097 items": [0] * (MAX_ITEMS + 1),
    "a tuple of 4097 items": (0,) * (MAX_ITEMS + 1),
    "a text of 65537 letters": "a" * (MAX_TEXT + 1),
    "a dict of 4097 items": {str(n): n for n in range(MAX_ITEMS + 1)},
}


@pytest.mark.parametrize("said", TOO_LARGE)
def test_a_value_that_is_too_large_is_refused_whole(said):
    for thing in (TOO_LARGE[said], [TOO_LARGE[said]]):
        with pytest.raises(WireError, match=said):
            Objects().to_value(thing)
    value = Objects().to_value([[0] * MAX_ITEMS, "a" * MAX_TEXT])
    assert (value.items[0].items, value.items[1]) == ([0] * MAX_ITEMS, "a" * MAX_TEXT)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({1.5: 2}, "x has the key 1.5; the keys of a case are text or whole numbers"),
        ([{"a": {None: 3}}], "x[0]['a'] has the key None; the keys of a case are text"),
        ((1, {2}), "x[1] is a set"), ({1, 2}, "x is a set"), (np.float64(1), "x is a float64"),
        ([torch.ones(1)], "x[0] is a Tensor"), ({"a": torch.ones(1)}, "x['a'] is a Tensor"),
    ],
    ids=str,
)  # fmt: skip
def test_a_case_holds_nothing_that_would_come_back_as_something_else(value, said):
    with pytest.raises(CourseError, match=re.escape(f"part/few: {said}")):
        references.encode({"part/few": {"x": value}})


def test_what_a_case_may_hold_comes_back_the_same_for_everybody():
    """A check that changes a case spoils it for nobody."""
    values = {
        "n": 1, "rate": 0.5, "cfg": {"a": [1, {"b": None}], "on": True}, "text": "x",
        "pair": (1, [2, ()]), "numbered": {0: "a", 7: {"b": (True,)}}, "odd": {"(tuple)": [1]},
    }  # fmt: skip
    case = references.decode(references.encode({"part/few": values}))["part/few"]
    case.cfg["a"].append(2)
    assert references.plain_contents(case) == values


VALUES = (
    None, True, 7, 0.5, "text", b"\x00bytes", [1, "a"], (1, (2, [])), {"a": 1, 2: (3,), True: None},
    {"deep": [{"t": (b"", {0: 0})}]}, {7}, frozenset({(1, "a")}), [set()], torch.bfloat16,
    {"at": Path("a/b")},
)  # fmt: skip


def crossed(value: Value) -> Value:
    reply = codec.decode_one(bytes(codec.encode_part(messages.Returned(value))))
    assert isinstance(reply, messages.Returned)
    return reply.value


def nobody(ref: Ref) -> NoReturn:
    raise AssertionError(ref)


def there_and_back(thing: object) -> tuple[object, object]:
    """What a worker gets, and what comes back from it."""
    objects = Objects()
    copy = objects.from_value(crossed(to_value(thing)))
    return copy, plain(crossed(objects.to_value(copy)), nobody)


@pytest.mark.parametrize("thing", VALUES, ids=str)
def test_every_value_crosses_both_ways_as_it_is(thing):
    assert [*map(repr, there_and_back(thing))] == [repr(thing)] * 2


@pytest.mark.parametrize("dtype", ["float32", "int64", "bool", "complex64", ">f4", "uint8"])
def test_an_array_crosses_both_ways_with_dtype_shape_and_values(dtype):
    array = np.arange(6).reshape(2, 3).T.astype(dtype)
    for copy in there_and_back(array):
        assert type(copy) is np.ndarray and copy.dtype == array.dtype.newbyteorder("=")
        assert np.array_equal(copy, array)


OBJECTS = (len, np.array(["a"]), torch.strided, range(3))


@pytest.mark.parametrize("thing", OBJECTS, ids=repr)
def test_what_does_not_cross_stays_an_object(thing):
    assert isinstance(Objects().to_value(thing), Ref)


@pytest.mark.parametrize(
    ("thing", "said"),
    [*((thing, f"cannot send {type(thing).__name__}") for thing in (np.float64(1), *OBJECTS)),
     *((thing, "keys are text") for thing in ({1.5: 2}, [{(1, 2): 3}], {"a": {None: 1}})),
     ([nobody], r"provided\.py, and pass student\.provided\('nobody'\)")]
)  # fmt: skip
def test_what_a_check_cannot_send_as_it_is_is_refused(thing, said):
    with pytest.raises(TypeError, match=said):
        to_value(thing)


def test_a_set_has_the_same_bytes_whatever_its_order():
    words = [str(n) for n in range(50)]
    sets = [to_value(set(one)) for one in (words, words[::-1])] + [Objects().to_value(set(words))]
    assert len({bytes(codec.encode_part(messages.Returned(value))) for value in sets}) == 1


@pytest.mark.parametrize(
    "value",
    [
        Members([Items([])]), Members([0] * (MAX_ITEMS + 1)),
        Named("dtype", "nn"), Named("dtype", "__dict__"), Named("dtype", "no_such"),
        ArrayData("bfloat16", [1], b"12"), ArrayData("float32", [2], b"1234"),
    ],
    ids=str,
)  # fmt: skip
def test_a_set_a_name_or_an_array_that_is_none_is_refused(value):
    with pytest.raises(WireError):
        plain(value, nobody)


def test_a_name_imports_nothing_into_the_grader():
    """torch imports parts of itself when somebody looks for their names."""
    before = {*sys.modules}
    for name in ("_inductor", "_dynamo", "onnx"):
        with pytest.raises(WireError):
            by_name(Named("dtype", name))
    assert {*sys.modules} == before


class Far:
    """A worker's side, for large values alone."""

    def __init__(self) -> None:
        self.objects = Objects()

    def ask(self, request: messages.Request) -> messages.Reply:
        assert isinstance(request, messages.Fetch)
        return messages.Returned(self.objects.piece(request.number, request.start))


def test_what_one_check_holds_of_a_worker_is_bounded():
    claimed = Stored(TensorData("uint8", [CHECK_BYTES + 1], b""), 1, CHECK_BYTES + 1)
    with pytest.raises(CheckFailed, match="too large"):
        LargeValues(Far().ask).whole(claimed)
    half = Far()
    half.objects.begin()
    several = half.objects.to_value([torch.zeros(9 << 20) for _ in range(2)])
    with pytest.raises(CheckFailed, match="too large"):
        LargeValues(half.ask).whole(several)


def test_a_worker_that_answers_byte_by_byte_is_asked_once():
    replies = iter([messages.Returned(Octets(b"1"))])
    with pytest.raises(CheckEnded):
        LargeValues(lambda _: next(replies)).whole(
            Stored(TensorData("uint8", [1 << 20], b""), 1, 1 << 20)
        )
    assert not [*replies]


def test_a_shape_of_many_sizes_is_never_multiplied():
    """The product of as many large sizes as a frame holds takes minutes."""
    huge = [(1 << 62) + 1] * (MAX_FRAME // 10)
    value = LargeValues(nobody).whole(Stored(TensorData("uint8", huge, b""), 1, 1))
    with pytest.raises(WireError, match="absurd shape"):
        plain(value, nobody)


@pytest.mark.parametrize(
    ("dtype", "shape", "data", "size"),
    [
        ("uint8", [4], b"", 5), ("uint8", [-4], b"", -4), ("uint8", [-4, -1], b"", 4),
        ("what", [4], b"", 0), ("uint8", [4], b"1234", 4), ("uint8", [8], b"", 8),
        ("uint8", [2], b"", 2),
    ],
)  # fmt: skip
def test_a_large_value_that_is_none_fails_the_check(dtype, shape, data, size):
    """Too few bytes come, or too many, or its shape is another."""
    far = Far()
    far.objects._large[1] = b"1234"
    with pytest.raises((CheckEnded, WireError)):
        plain(LargeValues(far.ask).whole(Stored(TensorData(dtype, shape, data), 1, size)), nobody)


class Says(Port):
    """A worker that answers with one value."""

    def __init__(self, value: Value) -> None:
        self.value, self.charged = value, 0.0

    def ask(self, *requests: messages.Request) -> messages.Reply:
        return messages.Returned(self.value)

    def charge(self, seconds: float) -> None:
        self.charged += seconds


def heard(worker: Says) -> Any:
    return Conversation(worker, (), 1.0, MemoryBudget()).ask(messages.Names())


def test_sets_that_are_large_together_are_not_put_together():
    """Items can be chosen so that each is compared with all others."""
    members = Members([Fields([n]) for n in range(MAX_ITEMS // 2)])
    assert len(heard(Says(Items([members, members])))) == 2
    with pytest.raises(CheckFailed, match="too many items"):
        heard(Says(Items([members] * 3)))


def test_reading_an_answer_is_charged_to_the_submission():
    """The grader reads a reply of a million items long after the worker has sent it."""
    worker = Says(Items([None] * 100_000))
    heard(worker)
    assert worker.charged > 0.0


def test_small_items_are_counted_as_what_they_take():
    """An item is a byte in a message, and many times that in memory."""
    many = messages.Returned(Items([None] * 1_000))
    assert MemoryBudget(100_000).kept(many) is many
    assert MemoryBudget(32_000).kept(many) is not many


def test_of_a_long_list_only_the_first_numbers_are_looked_at():
    """What comes back need not be a tensor: to project a million numbers takes a minute."""
    long = Items([*([0.5] * MAX_WORDS), to_value(torch.ones(9))])
    tensors = [tensor for _, tensor in first_words(messages.Returned(long))]
    assert len(tensors) == MAX_WORDS
    assert not any(tensor is not None and tensor.dim() for tensor in tensors)
