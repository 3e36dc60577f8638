"""What stands in the place of another part of the notebook and gives nothing of it away."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import nn

from autograder.wire import TensorData, Value, messages
from autograder.wire.tensors import unpack
from autograder.worker.objects import Objects

_ABSENT = object()
NO_DEMANDS = messages.Demands()

Borrow = Callable[[str, list[Value]], Value]
"""Asks the host what a function of this name gives for these arguments."""


def bind(names: dict[str, Any], name: str, stand_in: Any) -> dict[str, Any]:
    """Replace the name and every alias of the same object; what stood there before."""
    original = names.get(name, _ABSENT)
    aliases = [key for key, value in names.items() if value is original]
    before = {name: _ABSENT} if original is _ABSENT else dict.fromkeys(aliases, original)
    names.update(dict.fromkeys(before, stand_in))
    return before


class Recorder:
    """Binds a recording class to a name of the notebook and puts the student's own back.

    With `hollow` the student's own class only records, too, wherever an answer has kept it.
    """

    def __init__(
        self, names: dict[str, Any], name: str, recording: "Recording", hollow: bool
    ) -> None:
        self._made = recording.made
        self._made.clear()
        self._names = names
        own = names.get(name)
        # A stand-in that was bound for good records by itself.
        module = isinstance(own, type) and issubclass(own, nn.Module)
        itself = isinstance(own, type) and issubclass(own, StandIn)
        self._hollow = Hollow(own, recording) if hollow and module and not itself else None
        self._replaced = bind(names, name, recording.type)

    def restore(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """Put back what stood there before.

        The constructor arguments that the recording class was given, and the hollow one.
        """
        for name, value in self._replaced.items():
            if value is _ABSENT:
                self._names.pop(name, None)
            else:
                self._names[name] = value
        return list(self._made), self._hollow.end() if self._hollow else []


class Hollow:
    """A module class of the notebook that for a while records its arguments and sets up nothing."""

    def __init__(self, own: Any, recording: "Recording") -> None:
        self._own = own
        self._made: list[dict[str, Any]] = []
        self._before = type.__getattribute__(own, "__dict__").get("__init__", _ABSENT)
        made = self._made

        def record(self: nn.Module, *args: Any, **kwargs: Any) -> None:
            nn.Module.__init__(self)
            made.append(recording.given(args, kwargs))

        type.__setattr__(own, "__init__", record)

    def end(self) -> list[dict[str, Any]]:
        """Let the class be as it was; what was recorded."""
        if self._before is _ABSENT:
            type.__delattr__(self._own, "__init__")
        else:
            type.__setattr__(self._own, "__init__", self._before)
        return self._made


class StandIn(nn.Module):
    """What every recording class is."""


@dataclass(frozen=True)
class Recording:
    """A module class, and the arguments that it was made with, under the names of the contract."""

    type: type
    signature: list[str]
    made: list[dict[str, Any]]
    demands: messages.Demands = NO_DEMANDS

    def given(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
        """The arguments by name, where the real class would take them.

        Raises:
            TypeError, ValueError, RuntimeError: what the real class would raise, too.
        """
        found = by_name(self.signature, args, kwargs)
        missing = [name for name in self.demands.required if name not in found]
        if missing:
            raise TypeError(_missing(self.type.__name__, missing))
        # The functions by which a real class comes to grief, so that the errors are the same.
        for name in self.demands.sizes:
            torch.empty((found.get(name, 1), 1), device="meta")
        for name in self.demands.rates:
            nn.Dropout(found.get(name, 0.0))
        return found


def _missing(kind: str, names: list[str]) -> str:
    """As Python says it."""
    quoted = [repr(name) for name in names]
    listed = ", ".join(quoted[:-1]) + (", and " if len(quoted) > 2 else " and ") + quoted[-1]
    shown = listed if len(quoted) > 1 else quoted[0]
    plural = "s" if len(quoted) > 1 else ""
    return f"{kind}.__init__() missing {len(quoted)} required positional argument{plural}: {shown}"


def recording(name: str, signature: list[str], demands: messages.Demands = NO_DEMANDS) -> Recording:
    """A new recording class of this name."""
    made: list[dict[str, Any]] = []

    class Module(StandIn):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__()
            made.append(recorded.given(args, kwargs))
            width_in, width_out = made[-1].get("d_in"), made[-1].get("d_out")
            if type(width_in) is int and type(width_out) is int:
                self.weight = nn.Parameter(torch.zeros(width_in, width_out))

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return x @ self.weight

    Module.__name__ = Module.__qualname__ = name
    recorded = Recording(Module, signature, made, demands)
    return recorded


def by_name(signature: list[str], args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
    """The arguments by name.

    Raises:
        TypeError: there are too many, or one that the signature does not know.
    """
    if len(args) > len(signature):
        raise TypeError(f"takes {len(signature)} arguments but {len(args)} were given")
    bound = dict(zip(signature, args, strict=False))
    for key, value in kwargs.items():
        if key not in signature:
            raise TypeError(f"got an unexpected keyword argument {key!r}")
        if key in bound:
            raise TypeError(f"got multiple values for argument {key!r}")
        bound[key] = value
    return bound


def provided(name: str, source: str) -> Any:
    """What the author's code defines under this name, in a namespace of its own."""
    namespace: dict[str, Any] = {"__name__": "provided"}
    exec(compile(source, "<provided>", "exec"), namespace)
    return namespace[name]


def holder(tensors: list[tuple[str, TensorData]], linear: bool) -> nn.Module:
    """A bare module that holds linear layers without bias, or parameters, under these names."""
    bare = nn.Module()
    for name, data in tensors:
        weight = nn.Parameter(unpack(data))
        if not linear:
            bare.register_parameter(name, weight)
            continue
        # Made small: initial values of the right size would be drawn only to be replaced.
        layer = nn.Linear(1, 1, bias=False)
        layer.out_features, layer.in_features = weight.shape
        layer.weight = weight
        bare.add_module(name, layer)
    return bare


def lent(name: str, signature: list[str], borrow: Borrow, objects: Objects) -> Callable[..., Any]:
    """A function of this name and these arguments whose values come from the host.

    Only values cross. What gives them stays on the trusted side.
    """

    def function(*args: Any, **kwargs: Any) -> Any:
        given = by_name(signature, args, kwargs)
        values = [objects.to_value(given[key]) for key in signature if key in given]
        return objects.from_value(borrow(name, values))

    function.__name__ = function.__qualname__ = name
    return function
