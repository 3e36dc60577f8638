"""Stand-ins for other parts of the notebook; none of them holds any of the solution."""

import inspect
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import torch
from torch import nn

from autograder.wire import messages
from autograder.wire.tensors import unpack
from autograder.wire.values import TensorData, Value
from autograder.worker.objects import Objects

_ABSENT = object()

Borrow = Callable[[str, list[Value]], Value]
"""Asks the host what a function of this name gives for these arguments."""


def bind(names: dict[str, Any], name: str, stand_in: Any) -> dict[str, Any]:
    """Replace the name and every alias of the same object; returns their values before."""
    original = names.get(name, _ABSENT)
    aliases = [key for key, value in names.items() if value is original]
    before = {name: _ABSENT} if original is _ABSENT else dict.fromkeys(aliases, original)
    names.update(dict.fromkeys(before, stand_in))
    return before


class CallRecorder:
    """Binds a recording class to a name of the notebook until `restore`; if `hollow`, the student's
    own class records as well, and sets up nothing meanwhile.
    """

    def __init__(
        self, names: dict[str, Any], name: str, recording: "Recording", hollow: bool
    ) -> None:
        self._made = recording.made
        self._made.clear()
        self._made_hollow: list[dict[str, Any]] = []
        self._names = names
        own: Any = names.get(name)
        is_own = isinstance(own, type) and issubclass(own, nn.Module)
        # A class that took the place of the notebook's for good records what it is given already.
        self._hollow = own if hollow and is_own and not issubclass(own, StandIn) else None
        if self._hollow is not None:
            self._init = vars(own).get("__init__", _ABSENT)
            records = self._made_hollow

            def record(self: nn.Module, *args: Any, **kwargs: Any) -> None:
                nn.Module.__init__(self)
                records.append(recording.given(args, kwargs))

            type.__setattr__(self._hollow, "__init__", record)
        self._replaced = bind(names, name, recording.type)

    def restore(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """Put everything back; returns what objects of both classes were made with."""
        self._names.update(self._replaced)
        for name in [name for name, value in self._replaced.items() if value is _ABSENT]:
            del self._names[name]
        if self._hollow is not None:
            if self._init is _ABSENT:
                type.__delattr__(self._hollow, "__init__")
            else:
                type.__setattr__(self._hollow, "__init__", self._init)
        return list(self._made), self._made_hollow


class StandIn(nn.Module):
    """The base of all recording classes."""


class Recording:
    """A module class, and the arguments that it was made with, under the names of the contract."""

    def __init__(self, name: str, signature: list[str], demands: messages.Demands) -> None:
        self.signature, self.demands = signature, demands
        self.made: list[dict[str, Any]] = []
        recording = self

        class Module(StandIn):
            def __init__(self, *args: Any, **kwargs: Any) -> None:
                super().__init__()
                self.given = recording.given(args, kwargs)
                recording.made.append(self.given)
                width_in, width_out = self.given.get("d_in"), self.given.get("d_out")
                if type(width_in) is int and type(width_out) is int:
                    self.weight = nn.Parameter(torch.zeros(width_in, width_out))

            def as_made(self) -> dict[str, Any]:
                """What it was given; asked of what an answer made once, and returns again."""
                for weight in self.parameters():
                    nn.init.zeros_(weight)
                return self.given

            def forward(self, x: torch.Tensor) -> torch.Tensor:
                return x @ self.weight

        # The name that an error of the student's own class would have.
        Module.__name__, Module.__qualname__, Module.__module__ = name, name, "__main__"
        Module.forward.__qualname__ = f"{name}.forward"
        self.type: type = Module

    def given(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
        """The arguments by name; raises what the real class would raise."""
        arguments = by_name(self.signature, args, kwargs)
        if missing := [name for name in self.demands.required if name not in arguments]:
            raise TypeError(f"{self.type.__name__}.__init__() {_missing(missing)}")
        # By the functions of a real class, so that the errors are the same.
        for name in self.demands.sizes:
            torch.empty((arguments.get(name, 1), 1), device="meta")
        for name in self.demands.rates:
            nn.Dropout(arguments.get(name, 0.0))
        return arguments


def taking_as_much(stand_in: Any, signature: list[str], own: Any) -> Any:
    """The stand-in, which leaves out the arguments that only the student's `own` takes."""
    names = list[str]()
    # It may be no callable, or say anything of its signature.
    with suppress(Exception):
        names = list(inspect.signature(own).parameters)
    if len(names) <= len(signature):
        return stand_in
    is_class = isinstance(stand_in, type)
    called, most = stand_in.__init__ if is_class else stand_in, len(signature) + is_class

    def taking(*args: Any, **kwargs: Any) -> Any:
        known = {key: kwargs[key] for key in kwargs if key in signature or key not in names}
        return called(*args[:most], **known)

    taking.__name__ = taking.__qualname__ = called.__name__
    if not is_class:
        return taking
    type.__setattr__(stand_in, "__init__", taking)
    return stand_in


def _missing(names: list[str]) -> str:
    *most, last = map(repr, names)
    before = ", ".join(most) + (", and " if len(most) > 1 else " and ") if most else ""
    plural = "s" if most else ""
    return f"missing {len(names)} required positional argument{plural}: {before}{last}"


def by_name(signature: list[str], args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
    """The arguments by name; TypeError if there are too many, or one is unknown."""
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
    namespace: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(source, "<provided>", "exec"), namespace)
    return namespace[name]


def holder(tensors: list[tuple[str, TensorData]], linear: bool) -> nn.Module:
    """A bare module that holds linear layers without bias, or parameters, under these names."""
    module = nn.Module()
    for name, data in tensors:
        weight = nn.Parameter(unpack(data))
        if not linear:
            module.register_parameter(name, weight)
            continue
        # Made small: initial values of the right size would be drawn only to be replaced.
        layer = nn.Linear(1, 1, bias=False)
        layer.out_features, layer.in_features = weight.shape
        layer.weight = weight
        module.add_module(name, layer)
    return module


def lent(name: str, signature: list[str], borrow: Borrow, objects: Objects) -> Callable[..., Any]:
    def function(*args: Any, **kwargs: Any) -> Any:
        arguments = by_name(signature, args, kwargs)
        values = [objects.to_value(arguments[key]) for key in signature if key in arguments]
        return objects.from_value(borrow(name, values))

    function.__name__ = function.__qualname__ = name
    return function
