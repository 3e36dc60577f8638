"""What the host asks of a module that stays in the worker: weights in, values out."""

from collections.abc import Iterator
from typing import Any

import torch
from torch import nn
from torch.utils._python_dispatch import TorchDispatchMode

from autograder.wire import Entries, Items, TensorData, Value
from autograder.wire.tensors import unpack
from autograder.worker import failure
from autograder.worker.objects import at_path

REQUIRES_GRAD = vars(torch._C.TensorBase)["requires_grad"].__get__
"""torch's own answer, whatever a class of the submission's says of itself."""

NO_DATA_ON_META = ("meta tensor", "data-dependent", "no data")


def load(module: object, tensors: list[tuple[str, TensorData]]) -> None:
    """Copy values in place, so that tied, transposed and delegated weights stay what they are."""
    with torch.no_grad():
        for path, data in tensors:
            target = at_path(module, path)
            values = unpack(data)
            if not isinstance(target, torch.Tensor):
                raise TypeError(f"{path} is no tensor but {type(target).__name__}")
            if tuple(target.shape) != tuple(values.shape):
                shapes = f"{tuple(target.shape)}, expected {tuple(values.shape)}"
                raise ValueError(f"{path} has shape {shapes}")
            target.copy_(values)


def describe(module: Any, path: str) -> Value:
    """Existence, shape, trainability and registration of the tensor at `path`."""
    try:
        thing = at_path(module, path)
    except (AttributeError, IndexError, KeyError, TypeError):
        return Entries([("exists", False)])
    if not isinstance(thing, torch.Tensor):
        return Entries([("exists", thing is not None), ("kind", type(thing).__name__[:80])])
    # Not the module's own method: a class that overrides it would register what it likes.
    registered = any(thing is parameter for parameter in nn.Module.parameters(module))
    return Entries(
        [
            ("exists", True),
            ("kind", type(thing).__name__[:80]),
            ("shape", _sizes(thing)),
            ("trainable", bool(REQUIRES_GRAD(thing))),
            ("registered", registered),
        ]
    )


def _sizes(tensor: torch.Tensor) -> Value:
    return Items([int(size) for size in tensor.shape])


def gradients(
    module: Any, args: list[Any], upstream: TensorData, paths: list[str]
) -> list[tuple[str, torch.Tensor | None]]:
    """The gradient at each path after one backward pass from `upstream`."""
    module.zero_grad(set_to_none=True)
    result = module(*args)
    result.backward(unpack(upstream))
    found = [(path, at_path(module, path).grad) for path in paths]
    module.zero_grad(set_to_none=True)
    return found


def measure(module: Any, path: str) -> int:
    """How many parameters a module has, or how many items lie at `path`."""
    if not path:
        return sum(int(parameter.numel()) for parameter in nn.Module.parameters(module))
    thing = at_path(module, path)
    count = sum(1 for _ in thing)
    for index in range(count):
        thing[index]
    return count


class _NotesDevices:
    """Notes when a tensor on the CPU meets one on the meta device in one operation.

    No mode itself: see `trace.py`.
    """

    mixed = False

    def __torch_dispatch__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Any = None
    ) -> Any:
        kinds = {tensor.device.type for tensor in _tensors((args, kwargs)) if tensor.dim()}
        # Copying to another device is how a mask legitimately catches up with its module, and a
        # number wrapped as a tensor without dimensions is welcome on every device.
        if len(kinds) > 1 and func.overloadpacket.__name__ not in {"_to_copy", "copy_"}:
            self.mixed = True
        return func(*args, **(kwargs or {}))


def _tensors(arguments: Any) -> Iterator[torch.Tensor]:
    """All tensors in an operation's arguments; torch's own walk takes longer than the operation."""
    if isinstance(arguments, torch.Tensor):
        yield arguments
    elif isinstance(arguments, dict):
        yield from _tensors(list(arguments.values()))
    elif isinstance(arguments, list | tuple):
        for each in arguments:
            yield from _tensors(each)


class _SeesMixedDevices(_NotesDevices, TorchDispatchMode):
    """The notes taken while the block runs."""


def travel(module: Any, shape: list[int]) -> Value:
    """Whether the module, moved to the meta device, still runs without leaving tensors behind."""
    moved = module.to("meta")
    with _SeesMixedDevices() as watch:
        try:
            moved(torch.empty(shape, device="meta"))
            error = None
        except Exception as problem:
            error = failure.sentence(problem)
    unknown = error is not None and any(text in error.lower() for text in NO_DATA_ON_META)
    return Entries([("mixed", watch.mixed), ("error", error), ("unknown", unknown)])
