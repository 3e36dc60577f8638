"""Objects that stay in the worker, and how values get there and back."""

from pathlib import PurePath
from types import FunctionType
from typing import Any, Protocol, cast

import numpy as np
import torch

from autograder.checks.facts import Count, ParameterFacts, TravelFacts, taken
from autograder.wire import messages
from autograder.wire.tensors import named, pack, pack_array, packs_array
from autograder.wire.values import Entries, Fields, Items, Key, Octets, Ref, Value, members

SENT = (bool, int, float, str)
"""Exactly: a subclass, such as a number of NumPy's, would arrive as something else."""
MAX_KIND = 80
"""Letters of a type's name; it goes back with every handle, and a frame has its limit."""


class Line(Protocol):
    """The way from a handle to its object."""

    @property
    def seconds(self) -> float:
        """The processor time that a call may take."""

    def post(self, request: messages.Request) -> None:
        """Send a request that has no answer of its own together with the next one that has."""

    def ask(self, request: messages.Request) -> Any:
        """The value that a request is answered with; its failure ends the check."""


class Handle:
    """An object that stays in the worker, usually a module."""

    def __init__(self, line: Line, number: int, kind: str) -> None:
        self.number = number
        self.kind = kind[:MAX_KIND]
        self._line = line

    def __call__(self, *args: object, **keywords: object) -> Any:
        return self._line.ask(called(self.number, args, keywords, self._line.seconds))

    def train(self) -> None:
        """Put the module in training mode."""
        self._line.post(messages.Train(self.number, True))

    def eval(self) -> None:
        """Put the module in evaluation mode."""
        self._line.post(messages.Train(self.number, False))

    def load(self, tensors: dict[str, torch.Tensor]) -> None:
        """Copy values in place into the tensors at these dotted paths."""
        packed = [(path, pack(tensor)) for path, tensor in tensors.items()]
        self._line.post(messages.Load(self.number, packed))

    def read(self, path: str) -> Any:
        """The attribute at a dotted path."""
        return self._line.ask(messages.Read(self.number, path))

    def method(self, name: str, /, *args: object, **keywords: object) -> Any:
        """What a method of the object gives."""
        return self.read(name)(*args, **keywords)

    def value(self) -> Any:
        """What a kept value is now."""
        return self._line.ask(messages.Read(self.number, ""))

    def step(self, rate: float) -> None:
        """Take `rate` from every number that an optimiser would be given to train."""
        self._line.post(messages.Step(self.number, rate))

    def parameter(self, path: str) -> ParameterFacts:
        """Existence, shape, trainability and registration of the tensor at `path`."""
        return taken(ParameterFacts, self._line.ask(messages.Describe(self.number, path)))

    def gradients(
        self, *args: object, upstream: torch.Tensor, of: tuple[str, ...]
    ) -> dict[str, Any]:
        """Gradients at the paths after forward on `args` and backward from `upstream`."""
        values = [to_value(arg) for arg in args]
        request = messages.Gradients(
            self.number, values, pack(upstream), list(of), self._line.seconds
        )
        found = taken(dict[str, Any], self._line.ask(request))
        return {path: found.get(path) for path in of}

    def length(self, path: str) -> int:
        """How many items lie at `path`, by iterating and by indexing."""
        return taken(Count, self._line.ask(messages.Measure(self.number, path)))

    def parameter_count(self) -> int:
        """The number of values in all the module's parameters."""
        return self.length("")

    def travel(self, shape: tuple[int, ...]) -> TravelFacts:
        """Move the module to the meta device (for good) and run it there."""
        request = messages.Travel(self.number, list(shape), self._line.seconds)
        return taken(TravelFacts, self._line.ask(request))


def called(
    target: str | int, args: tuple[object, ...], keywords: dict[str, object], seconds: float
) -> messages.Call:
    named = [(name, to_value(value)) for name, value in keywords.items()]
    return messages.Call(target, [to_value(arg) for arg in args], seconds, named)


def to_value(thing: object) -> Value:
    """What a check sends, as it crosses the line.

    Raises:
        TypeError: it is nothing that crosses; it is never made into something else that does.
    """
    if isinstance(thing, np.ndarray) and packs_array(thing):
        return pack_array(thing)
    if isinstance(thing, torch.Tensor):
        return pack(thing)
    if isinstance(thing, Handle):
        return Ref(thing.number, thing.kind)
    if isinstance(thing, list):
        return Items([to_value(item) for item in thing])
    if isinstance(thing, tuple):
        return Fields([to_value(item) for item in thing])
    if isinstance(thing, dict):
        return Entries([(_key(key), to_value(item)) for key, item in thing.items()])
    if isinstance(thing, set | frozenset):
        return members(map(to_value, thing), fixed=isinstance(thing, frozenset))
    return _single(thing)


def _single(thing: object) -> Value:
    if thing is None or type(thing) in SENT:
        return cast("Value", thing)
    if isinstance(thing, bytes):
        return Octets(thing)
    if isinstance(thing, torch.dtype | PurePath):
        return named(thing)
    if isinstance(thing, FunctionType | type):
        raise TypeError(
            f"a hidden check cannot send the {type(thing).__name__} {thing.__name__}: define it in"
            f" hidden/provided.py, and pass student.provided({thing.__name__!r})"
        )
    raise TypeError(f"a hidden check cannot send {type(thing).__name__}")


def _key(key: object) -> Key:
    if type(key) not in (str, bool, int):
        raise TypeError(
            f"a hidden check cannot send a dict with the key {key!r}: "
            "keys are text or whole numbers"
        )
    return cast("Key", key)
