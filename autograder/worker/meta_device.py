"""A module on another device, on a machine that has none: torch's meta device.

Tensors there have shapes and no numbers. Where torch works out a shape in Python, a hundred times
as long as the operation takes, it is read off the same operation on the CPU.
"""

from collections.abc import Iterator
from typing import Any

import torch
from torch import Tensor, nn
from torch.utils._python_dispatch import TorchDispatchMode

from autograder.wire import Entries, Value
from autograder.worker import failure
from autograder.worker.modules import registered

NO_DATA_ON_META = ("meta tensor", "data-dependent", "no data")

_ATEN = torch.ops.aten
SLOW = frozenset(
    {
        _ATEN.addmm.default, _ATEN.native_dropout.default, _ATEN.triu.default, _ATEN.tril.default,
        _ATEN.masked_fill.Scalar, _ATEN.where.self, _ATEN.add.Tensor, _ATEN.sub.Tensor,
        _ATEN.mul.Tensor, _ATEN.div.Tensor, _ATEN.pow.Tensor_Scalar,
    }
)  # fmt: skip
"""Python on the meta device, and not on the CPU. None of them reads numbers to know its shape, is
choosy about them, or returns a view of what it was given."""


class _NotesDevices:
    """Notes when a tensor on the CPU meets one on the meta device in one operation.

    No mode itself: torch wraps the method of a mode's own body for its compiler's sake, and every
    operation would pay for that.
    """

    mixed = False

    def __init__(self) -> None:
        super().__init__()
        self.used: set[int] = set()

    def __torch_dispatch__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Any = None
    ) -> Any:
        given = [tensor for tensor in _tensors((args, kwargs)) if tensor.dim()]
        self.used.update(map(id, given))
        kinds = {tensor.device.type for tensor in given}
        # Copying to another device is how a mask legitimately catches up with its module, and a
        # number wrapped as a tensor without dimensions is welcome on every device.
        if len(kinds) > 1 and func.overloadpacket.__name__ not in {"_to_copy", "copy_"}:
            self.mixed = True
        if func in SLOW and kinds == {"meta"}:
            return _moved(func(*map(_stand_in, args), **(kwargs or {})))
        return func(*args, **(kwargs or {}))


class _SeesMixedDevices(_NotesDevices, TorchDispatchMode):
    """The notes taken while the block runs."""


def _tensors(arguments: Any) -> Iterator[Tensor]:
    """All tensors in an operation's arguments; torch's own walk takes longer than the operation."""
    if isinstance(arguments, Tensor):
        yield arguments
    elif isinstance(arguments, dict):
        yield from _tensors(list(arguments.values()))
    elif isinstance(arguments, list | tuple):
        for each in arguments:
            yield from _tensors(each)


def _stand_in(argument: Any) -> Any:
    """A tensor of the same layout on the CPU, in the place of one on the meta device."""
    if isinstance(argument, Tensor) and argument.is_meta:
        return torch.empty_strided(argument.size(), argument.stride(), dtype=argument.dtype)
    return argument


def _moved(result: Any) -> Any:
    """What an operation gave on the CPU, as it would be on the meta device."""
    if isinstance(result, tuple):
        return tuple(map(_moved, result))
    layout = (result.size(), result.stride())
    return torch.empty_strided(*layout, dtype=result.dtype, device="meta")


def travel(module: Any, shape: list[int]) -> Value:
    """Whether the module, moved to the meta device, still runs without leaving tensors behind."""
    # torch's own methods: a class's own could answer for a module that was never moved.
    nn.Module.to(module, "meta")
    stayed = not all(parameter.is_meta for parameter in registered(module))
    with _SeesMixedDevices() as watch:
        try:
            result = nn.Module._call_impl(module, torch.empty(shape, device="meta"))
            error = None if result.is_meta else "the result is on another device"
            # A forward that gives up as soon as it finds itself elsewhere has not followed.
            idle = [one for one in registered(module) if id(one) not in watch.used]
            error = "some weights had no part in the result" if idle and not error else error
        except Exception as problem:
            error = failure.sentence(problem)
    unknown = error is not None and any(text in error.lower() for text in NO_DATA_ON_META)
    return Entries([("mixed", watch.mixed or stayed), ("error", error), ("unknown", unknown)])
