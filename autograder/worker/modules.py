"""What the host asks of a module that stays in the worker: weights in, values out."""

from typing import Any

import torch
from torch import Tensor, nn
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

from autograder.wire.tensors import unpack
from autograder.wire.values import Entries, Items, TensorData, Value
from autograder.worker import failure
from autograder.worker.objects import at_path

NO_DATA_ON_META = (
    "meta tensor", "data-dependent", "no data", "unsupported scalartype", "register_meta",
)  # fmt: skip

NAMESPACE = vars(nn.Module)["__dict__"].__get__
REQUIRES_GRAD = vars(torch._C.TensorBase)["requires_grad"].__get__
"""torch's own answers, whatever a class overrides."""


def registered(module: Any) -> tuple[Tensor, ...]:
    """The parameters that torch has registered in a module and those below, each once; not by its
    methods, which a class may override.
    """
    modules, ids = [module], {id(module)}
    for outer in modules:
        below = {id(inner): inner for inner in _held(outer, "_modules") if id(inner) not in ids}
        modules += below.values()
        ids |= below.keys()
    return tuple({id(p): p for m in modules for p in _held(m, "_parameters")}.values())


def _held(module: Any, name: str) -> list[Any]:
    things = NAMESPACE(module).get(name, {})
    return [thing for thing in dict.values(things) if thing is not None]


def load(module: object, tensors: list[tuple[str, TensorData]]) -> None:
    """Copy values in place, so that tied, transposed and delegated weights stay what they are."""
    with torch.no_grad():
        for path, data in tensors:
            target = at_path(module, path)
            values = unpack(data)
            if not isinstance(target, Tensor):
                raise TypeError(f"{path} is no tensor but {type(target).__name__}")
            if tuple(target.shape) != tuple(values.shape):
                shapes = f"{tuple(target.shape)}, expected {tuple(values.shape)}"
                raise ValueError(f"{path} has shape {shapes}")
            target.copy_(values)


def describe(module: Any, path: str) -> Value:
    try:
        thing = at_path(module, path)
    except (AttributeError, IndexError, KeyError, TypeError):
        return Entries([("exists", False)])
    if not isinstance(thing, Tensor):
        return Entries([("exists", thing is not None), ("kind", type(thing).__name__[:80])])
    return Entries([
        ("exists", True),
        ("kind", type(thing).__name__[:80]),
        ("shape", Items([int(size) for size in thing.shape])),
        ("trainable", bool(REQUIRES_GRAD(thing))),
        ("registered", any(thing is parameter for parameter in registered(module))),
    ])  # fmt: skip


def step(module: Any, rate: float) -> None:
    with torch.no_grad():
        for parameter in registered(module):
            if REQUIRES_GRAD(parameter):
                Tensor.sub_(parameter, rate)


def gradients(
    module: Any, args: list[Any], upstream: TensorData, paths: list[str]
) -> list[tuple[str, Tensor | None]]:
    module.zero_grad(set_to_none=True)
    result = module(*args)
    result.backward(unpack(upstream))
    grads = [(path, at_path(module, path).grad) for path in paths]
    module.zero_grad(set_to_none=True)
    return grads


def measure(module: Any, path: str) -> int:
    """How many items lie at `path`; if it is empty, how many numbers all parameters hold."""
    if not path:
        return sum(int(parameter.numel()) for parameter in registered(module))
    items = at_path(module, path)
    return len([items[index] for index, _ in enumerate(items)])


def travel(module: Any, shape: list[int]) -> Value:
    """Whether the module still runs on the meta device, which every machine has, without tensors
    left behind.
    """
    # torch's own: a class's could answer for a module that was never moved.
    nn.Module.to(module, "meta")
    stayed = not all(parameter.is_meta for parameter in registered(module))
    with _DevicesSeen() as seen:
        try:
            result = nn.Module._call_impl(module, torch.empty(shape, device="meta"))
            error, stayed = None, stayed or not result.is_meta
        except Exception as problem:
            error = failure.sentence(problem)
    mixed = seen.mixed or stayed
    # Which operation gave up on what was left behind, and when, is no other mistake.
    error = None if mixed else error
    # A forward that gives up as soon as it finds itself elsewhere has not followed.
    idle = not mixed and any(id(parameter) not in seen.used for parameter in registered(module))
    unknown = error is not None and any(text in error.lower() for text in NO_DATA_ON_META)
    return Entries([("mixed", mixed), ("error", error), ("unknown", unknown), ("idle", idle)])


BY_INDICES = {"index", "index_put", "index_put_", "_index_put_impl_"}
"""Operations that take indices on the CPU for a tensor on any device."""


class _DevicesSeen(TorchDispatchMode):
    """Notes which tensors are used, and when one on the CPU meets one on the meta device."""

    def __init__(self) -> None:
        super().__init__()
        self.mixed = False
        self.used: set[int] = set()

    def __torch_dispatch__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Any = None
    ) -> Any:
        leaves = tree_leaves((args, kwargs))
        inputs = [leaf for leaf in leaves if isinstance(leaf, Tensor) and leaf.dim()]
        self.used.update(map(id, inputs))
        # Copying to another device is how a mask legitimately catches up with its module, a number
        # wrapped as a tensor without dimensions is welcome on every device, and so are indices.
        name = func.overloadpacket.__name__
        if name in BY_INDICES:
            leaves = tree_leaves((args[0], args[2:]))
        devices = {leaf.device.type for leaf in leaves if isinstance(leaf, Tensor) and leaf.dim()}
        self.mixed |= len(devices) > 1 and name not in {"_to_copy", "copy_"}
        return func(*args, **(kwargs or {}))
