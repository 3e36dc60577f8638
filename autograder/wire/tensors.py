"""Tensors to plain data and back, trusting neither the tensor nor the data."""

import math
from collections.abc import Callable, Sequence
from pathlib import Path, PurePath
from typing import Any

import numpy as np
import torch

from autograder.wire import values
from autograder.wire.frames import WireError
from autograder.wire.values import ITEM_BYTES, ArrayData, TensorData, Value

MAX_STRIDE = 1 << 31
NAMED_DTYPES = {
    name: dtype for name, dtype in vars(torch).items() if isinstance(dtype, torch.dtype)
}
"""Listed here, as getattr imports some of torch's modules."""

WITHHELD = 0x7FEDF00D
"""The bits of a float32 that comes from an operation which the exercise rules out: a nan."""

UNFILLED = 0x7FEDBEEF
"""The bits of a float32 that nobody has written to, and of all that is computed from it: a nan."""

_DTYPES: dict[str, torch.dtype] = {name: getattr(torch, name) for name in ITEM_BYTES}
_NAMES = {dtype: name for name, dtype in _DTYPES.items()}


def pack(tensor: torch.Tensor) -> TensorData:
    """The tensor's numbers as they lie in memory, whatever class or hooks it comes with; WireError
    if its dtype, layout or device has no plain row-major bytes.
    """
    with torch._C.DisableTorchFunctionSubclass():
        plain = torch.Tensor.detach(tensor).as_subclass(torch.Tensor)
        if plain.layout is not torch.strided or plain.device.type != "cpu":
            raise WireError(f"a tensor of layout {plain.layout} on {plain.device} is no plain data")
        name = _NAMES.get(plain.dtype)
        if name is None:
            raise WireError(f"a tensor of {plain.dtype} is no plain data")
        if plain.dtype is torch.bfloat16:
            # numpy has no such type, but one of as many bytes.
            plain = plain.contiguous().view(torch.int16)
        data = plain.resolve_conj().resolve_neg().numpy().tobytes()
        return TensorData(name, list(plain.shape), data)


def packs_array(array: "np.ndarray[Any, Any]") -> bool:
    return array.dtype.name in ITEM_BYTES and array.ndim <= values.MAX_DIMENSIONS


def pack_array(array: "np.ndarray[Any, Any]") -> ArrayData:
    """The array's numbers as they lie in memory, in this machine's order of bytes."""
    plain = array.astype(array.dtype.newbyteorder("="))
    return ArrayData(plain.dtype.name, list(plain.shape), plain.tobytes())


def plain(value: Value, resolve: Callable[[values.Ref | values.Stored], Any]) -> Any:
    """What a value stands for, by `resolve` if it is kept elsewhere; WireError if it is none."""
    match value:
        case str() | int() | float() | None:
            return value
        case TensorData():
            return unpack(value)
        case values.Items() | values.Fields():
            items = [plain(item, resolve) for item in value.items]
            return items if isinstance(value, values.Items) else tuple(items)
        case values.Entries():
            return {key: plain(item, resolve) for key, item in value.entries}
        case ArrayData("bfloat16"):
            raise WireError("NumPy has no such dtype")
        case ArrayData(dtype, shape, data):
            return unpack(TensorData(dtype, shape, data)).numpy()
        case values.Octets():
            return value.data
        case values.Members():
            return _as_set([plain(item, resolve) for item in value.items], fixed=value.fixed)
        case values.Named():
            return by_name(value)
        case _:
            return resolve(value)


def named(thing: torch.dtype | PurePath) -> values.Named:
    if isinstance(thing, torch.dtype):
        return values.Named("dtype", str(thing).removeprefix("torch."))
    return values.Named("path", str(thing))


def by_name(value: values.Named) -> torch.dtype | Path:
    """The argument of `named`; WireError if there is no such dtype."""
    if value.kind == "path":
        return Path(value.name)
    if value.name not in NAMED_DTYPES:
        raise WireError("unknown dtype")
    return NAMED_DTYPES[value.name]


def _as_set(items: Sequence[Any], *, fixed: bool) -> set[Any] | frozenset[Any]:
    if len(items) > values.MAX_ITEMS:
        # Items can be chosen so that a set is slow to put together.
        raise WireError(f"a set of {len(items)} items")
    try:
        return frozenset(items) if fixed else set(items)
    except TypeError:
        raise WireError("a set of things that can be in no set") from None


def unpack(data: TensorData) -> torch.Tensor:
    """A fresh tensor from data that may come from a hostile process; WireError for an unknown
    dtype, an absurd shape, or bytes that do not fit the shape.
    """
    dtype = _DTYPES.get(data.dtype)
    if dtype is None:
        raise WireError("unknown dtype")
    if len(data.shape) > values.MAX_DIMENSIONS or any(size < 0 for size in data.shape):
        raise WireError("absurd shape")
    if math.prod(data.shape) * ITEM_BYTES[data.dtype] != len(data.data):
        raise WireError("bytes and shape do not agree")
    if not data.data:
        if math.prod(size or 1 for size in data.shape) > MAX_STRIDE:
            # torch and numpy multiply the sizes of an empty tensor too, and overflow.
            raise WireError("absurd shape")
        return torch.empty(data.shape, dtype=dtype)
    if dtype is torch.bool:
        # A byte other than 0 or 1 in a bool tensor makes torch's own comparisons undefined.
        return torch.frombuffer(bytearray(data.data), dtype=torch.uint8).ne(0).reshape(data.shape)
    return torch.frombuffer(bytearray(data.data), dtype=dtype).reshape(data.shape)
