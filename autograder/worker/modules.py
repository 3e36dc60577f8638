"""What the host asks of a module that stays in the worker: weights in, values out."""

from typing import Any

import torch
from torch import nn

from autograder.wire import Entries, Items, TensorData, Value
from autograder.wire.tensors import unpack
from autograder.worker.objects import at_path

NAMESPACE = vars(nn.Module)["__dict__"].__get__
SCRIPTED: Any = vars(torch.jit)["RecursiveScriptModule"]
REQUIRES_GRAD = vars(torch._C.TensorBase)["requires_grad"].__get__
"""torch's own answer, whatever a class of the submission's says of itself."""


def registered(module: Any) -> tuple[torch.Tensor, ...]:
    """The parameters that torch has registered in a module and those below, each once.

    nn.Module.parameters asks methods that a class may override: they would answer for themselves.
    """
    found: dict[int, torch.Tensor] = {}
    waiting, seen = [module], {id(module)}
    while waiting:
        one = waiting.pop()
        if type(one) is SCRIPTED:
            found |= {id(parameter): parameter for parameter in nn.Module.parameters(one)}
            continue
        found |= {id(parameter): parameter for parameter in _held(one, "_parameters")}
        waiting += [below for below in _held(one, "_modules") if id(below) not in seen]
        seen |= set(map(id, waiting))
    return tuple(found.values())


def _held(module: Any, name: str) -> list[Any]:
    things = NAMESPACE(module).get(name, {})
    return [thing for thing in dict.values(things) if thing is not None]


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
    return Entries(
        [
            ("exists", True),
            ("kind", type(thing).__name__[:80]),
            ("shape", _sizes(thing)),
            ("trainable", bool(REQUIRES_GRAD(thing))),
            ("registered", any(thing is one for one in registered(module))),
        ]
    )


def _sizes(tensor: torch.Tensor) -> Value:
    return Items([int(size) for size in tensor.shape])


def step(module: Any, rate: float) -> None:
    """Take `rate` from every number that an optimiser would be given."""
    with torch.no_grad():
        for parameter in registered(module):
            if REQUIRES_GRAD(parameter):
                torch.Tensor.sub_(parameter, rate)


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
        return sum(int(parameter.numel()) for parameter in registered(module))
    thing = at_path(module, path)
    count = sum(1 for _ in thing)
    for index in range(count):
        thing[index]
    return count
