"""Objects behind handles, and the way between Python objects and plain values."""

from collections.abc import Collection
from pathlib import PosixPath, PurePosixPath
from typing import Any

import msgspec
import numpy as np
import torch

from autograder.wire import tensors, values
from autograder.wire.frames import WireError
from autograder.wire.values import TensorData, Value

MAX_DEPTH = 8
PATHS = (PosixPath, PurePosixPath)

SINGLE = frozenset(np.dtype(code).type for code in "?bhilqBHILQefdU")
"""NumPy's types of a single number or text that Python has, too."""


class Objects:
    def __init__(self) -> None:
        self._kept: dict[int, Any] = {}
        self._received: dict[int, bytearray] = {}
        self._large: dict[int, bytes] = {}
        self._inline = values.INLINE_BYTES

    def keep(self, thing: object) -> values.Ref:
        number = len(self._kept) + 1
        self._kept[number] = thing
        return values.Ref(number, type.__getattribute__(type(thing), "__name__")[:80])

    def get(self, handle: int) -> Any:
        return self._kept[handle]

    def forget(self) -> None:
        self._kept.clear()
        self._received.clear()
        self._large.clear()

    def begin(self) -> None:
        """A new message begins: it may hold `INLINE_BYTES` of tensors."""
        self._inline = values.INLINE_BYTES

    def put(self, number: int, data: bytes) -> None:
        self._received.setdefault(number, bytearray()).extend(data)

    def piece(self, number: int, start: int) -> values.Octets:
        return values.Octets(self._large[number][start : start + values.PIECE_BYTES])

    def received(self, value: TensorData | values.ArrayData | values.Stored) -> Any:
        """A tensor that the host sent, with its bytes; given out once."""
        if not isinstance(value, values.Stored):
            return value
        return msgspec.structs.replace(value.like, data=bytes(self._received.pop(value.number)))

    def _sent(
        self, data: TensorData | values.ArrayData
    ) -> TensorData | values.ArrayData | values.Stored:
        """The data; kept here, to be fetched in pieces, if the message is full of others."""
        size = len(data.data)
        if size <= self._inline:
            self._inline -= size
            return data
        number = len(self._large) + 1
        self._large[number] = data.data
        return values.Stored(msgspec.structs.replace(data, data=b""), number, size)

    def to_value(self, thing: Any, depth: int = 0) -> Value:
        """Plain data as itself, anything else as a handle; never calls a method of `thing`."""
        exact = type(thing)
        if thing is None or exact in (bool, float) or (exact is int and _fits(thing)):
            return thing
        if exact is str:
            return _bounded(thing, values.MAX_TEXT, "text", "letters")
        if exact is bytes:
            return values.Octets(_bounded(thing, values.MAX_TEXT, "text", "bytes"))
        if exact is np.ndarray and tensors.packs_array(thing):
            return self._sent(tensors.pack_array(thing))
        if exact in SINGLE:
            return self.to_value(thing.item(), depth)
        if issubclass(exact, torch.Tensor):
            return self._sent(tensors.pack(thing))
        if exact is torch.dtype or exact in PATHS:
            return tensors.named(thing)
        return self._within(thing, exact, depth) if depth < MAX_DEPTH else self.keep(thing)

    def _within(self, thing: Any, exact: type, depth: int) -> Value:
        """A container by its own type's methods: a subclass may have others."""
        if issubclass(exact, list):
            return values.Items(self._items("list", list.__getitem__(thing, slice(None)), depth))
        if issubclass(exact, tuple):
            return values.Fields(self._items("tuple", tuple.__getitem__(thing, slice(None)), depth))
        if exact in (set, frozenset):
            return values.members(self._items("set", thing, depth), fixed=exact is frozenset)
        if issubclass(exact, dict):
            keys = [key.item() if type(key) in SINGLE else key for key in dict.keys(thing)]
            if all(map(_crosses_as_key, keys)):
                items = self._items("dict", dict.values(thing), depth)
                return values.Entries(list(zip(keys, items, strict=True)))
        return self.keep(thing)

    def _items(self, kind: str, things: Collection[Any], depth: int) -> list[Value]:
        _bounded(things, values.MAX_ITEMS, kind, "items")
        return [self.to_value(item, depth + 1) for item in things]

    def from_value(self, value: Value) -> Any:
        return tensors.plain(value, self._elsewhere)

    def _elsewhere(self, value: values.Ref | values.Stored) -> Any:
        if isinstance(value, values.Ref):
            return self.get(value.handle)
        return self.from_value(self.received(value))


def _bounded(thing: Any, limit: int, kind: str, unit: str) -> Any:
    """The thing; WireError if it is too large to send: cut off, it would pass for another."""
    if len(thing) > limit:
        raise WireError(f"a {kind} of {len(thing)} {unit} is too large to send")
    return thing


def _crosses_as_key(key: object) -> bool:
    return type(key) in (str, bool) or (type(key) is int and _fits(key))


def _fits(number: Any) -> bool:
    return -(1 << 63) <= number < 1 << 63


def at_path(root: object, path: str) -> Any:
    """The attribute at a dotted path, the object at an empty one; digits index into lists. Raises
    what the object raises.
    """
    thing: Any = root
    for place, step in enumerate(steps := path.split(".") if path else []):
        # An nn.ModuleDict may have digits as names.
        is_index = step.isdigit() and not hasattr(thing, step)
        if is_index and not hasattr(thing, "__getitem__"):
            raise TypeError(f"{'.'.join(steps[:place])} is no list but {type(thing).__name__}")
        thing = thing[int(step)] if is_index else getattr(thing, step)
    return thing
