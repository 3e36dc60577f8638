"""The closed set of values that may cross, and the numbers that bound them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, Union

import msgspec

MAX_DIMENSIONS = 8
MAX_ITEMS = 4096
MAX_TEXT = 65536
MAX_NESTING = 32
INLINE_BYTES = 1 << 20
"""Of tensors in one message; those beyond it cross in pieces, besides it."""
PIECE_BYTES = 2 << 20
OBJECT_BYTES = 64
"""Of memory, for the smallest thing: an item may be one byte in a message."""

ITEM_BYTES = {
    "bool": 1, "uint8": 1, "int8": 1, "int16": 2, "int32": 4, "int64": 8, "float16": 2,
    "bfloat16": 2, "float32": 4, "float64": 8, "complex64": 8, "complex128": 16,
}  # fmt: skip
"""The dtypes that may cross, by torch's name, with their size in bytes."""


class TensorData(msgspec.Struct, tag="tensor", array_like=True, frozen=True):
    """A tensor as plain data: torch's dtype name, shape, and raw row-major bytes."""

    dtype: str
    shape: list[int]
    data: bytes


class ArrayData(msgspec.Struct, tag="array", array_like=True, frozen=True):
    """An array of NumPy's, as a tensor is sent."""

    dtype: str
    shape: list[int]
    data: bytes


class Stored(msgspec.Struct, tag="stored", array_like=True, frozen=True):
    """A tensor or an array, `like` this one, whose bytes cross in pieces: from the host they have
    been sent under this number, from a worker they are to be asked for.
    """

    like: TensorData | ArrayData
    number: int
    size: int


class Octets(msgspec.Struct, tag="bytes", array_like=True, frozen=True):
    data: bytes


class Items(msgspec.Struct, tag="list", array_like=True, frozen=True):
    items: list[Value]


class Fields(msgspec.Struct, tag="tuple", array_like=True, frozen=True):
    items: list[Value]


class Members(msgspec.Struct, tag="set", array_like=True, frozen=True):
    """A set, in an order of its own that is always the same."""

    items: list[Value]
    fixed: bool = False
    """Whether it is a frozenset."""


class Named(msgspec.Struct, tag="named", array_like=True, frozen=True):
    """One of torch's dtypes, or a path."""

    kind: Literal["dtype", "path"]
    name: str


Key = Union[str, bool, int]  # noqa: UP007


class Entries(msgspec.Struct, tag="dict", array_like=True, frozen=True):
    """A dict whose keys are text, whole numbers or truth values, in order."""

    entries: Sequence[tuple[Key, Value]]


class Ref(msgspec.Struct, tag="ref", array_like=True, frozen=True):
    """An object that stays in the worker: the number of its handle and its type's name."""

    handle: int
    kind: str


Value = Union[  # noqa: UP007
    None, bool, int, float, str, Octets, Items, Fields, Entries, Members, Named,
    TensorData, ArrayData, Stored, Ref,
]  # fmt: skip
# msgspec resolves the recursive names at run time, where `X | "Y"` would raise a TypeError.


_HOLDERS = (Items, Fields, Entries, Members)


def nesting(value: Value) -> int:
    """How many lists and dicts lie within each other, at most, in a value."""
    depth, layer = 0, [value]
    while layer := [outer for outer in layer if isinstance(outer, _HOLDERS)]:
        layer = [inner for outer in layer for inner in _within(outer)]
        depth += 1
    return depth


def rebuilt(value: Value, change: Callable[[Value], Value]) -> Value:
    """The value, with what `change` makes of each thing in it that is no container."""
    if isinstance(value, Items | Fields | Members):
        items = [rebuilt(item, change) for item in value.items]
        return msgspec.structs.replace(value, items=items)
    if isinstance(value, Entries):
        return Entries([(key, rebuilt(item, change)) for key, item in value.entries])
    return change(value)


def size(value: Value) -> int:
    """The bytes of memory that a value takes, roughly."""
    if isinstance(value, str):
        return OBJECT_BYTES + len(value)
    if isinstance(value, TensorData | ArrayData | Octets):
        return OBJECT_BYTES + len(value.data)
    return OBJECT_BYTES + sum(map(size, _within(value)))


def in_sets(value: Value) -> int:
    """How many items all sets in a value hold together."""
    count = len(value.items) if isinstance(value, Members) else 0
    return count + sum(map(in_sets, _within(value)))


def members(items: Iterable[Value], *, fixed: bool) -> Members:
    return Members(sorted(items, key=msgspec.msgpack.encode), fixed)


def _within(value: Value) -> Sequence[Value]:
    if isinstance(value, Entries):
        return [inner for _, inner in value.entries]
    return value.items if isinstance(value, _HOLDERS) else ()
