"""What the worker does for each request of the host."""

import functools
from typing import Any

import torch

from autograder.wire import Entries, Items, Value, messages
from autograder.worker import modules
from autograder.worker.cells import Notebook
from autograder.worker.objects import Objects, at_path
from autograder.worker.standins import Recorder, holder
from autograder.worker.timing import time_limit
from autograder.worker.trace import Watch

HIDDEN_NAMES = frozenset({"get_ipython", "display"})


class MissingName(Exception):
    """The notebook defines no such name."""


class Answers:
    """One submission's worker: a notebook, its objects, and the answer to every request."""

    def __init__(self, notebook: Notebook) -> None:
        self._notebook = notebook
        self._objects = Objects()
        self._recorder: Recorder | None = None
        self._watch: Watch | None = None

    @functools.singledispatchmethod
    def answer(self, request: Any) -> messages.Reply:
        """The reply to a request (chosen by its type)."""
        raise TypeError(f"no such request: {type(request).__name__}")

    @answer.register
    def _(self, request: messages.RunCell) -> messages.Reply:
        error, timed_out = self._notebook.run(
            request.index, request.source, request.seconds, request.definitions_only
        )
        return messages.CellRan(self._notebook.printed.take(), error, timed_out)

    @answer.register
    def _(self, request: messages.Names) -> messages.Reply:
        names = [
            name
            for name, value in self._notebook.names.items()
            if type(name) is str and name.isidentifier() and not name.startswith("_")
            if callable(value) and name not in HIDDEN_NAMES
        ]
        return messages.Returned(Items([name[:80] for name in names[:1000]]))

    @answer.register
    def _(self, request: messages.Call) -> messages.Reply:
        function = self._target(request.target)
        args = [self._objects.from_value(value) for value in request.args]
        with time_limit(request.seconds):
            result = function(*args)
        return messages.Returned(self._objects.to_value(result), _changed(request.args, args))

    def _target(self, target: str | int) -> Any:
        if isinstance(target, int):
            return self._objects.get(target)
        if target not in self._notebook.names:
            raise MissingName(target)
        return self._notebook.names[target]

    @answer.register
    def _(self, request: messages.Train) -> messages.Reply:
        self._objects.get(request.handle).train(request.on)
        return messages.Returned(None)

    @answer.register
    def _(self, request: messages.Load) -> messages.Reply:
        modules.load(self._objects.get(request.handle), request.tensors)
        return messages.Returned(None)

    @answer.register
    def _(self, request: messages.Read) -> messages.Reply:
        return self._value(at_path(self._objects.get(request.handle), request.path))

    @answer.register
    def _(self, request: messages.Describe) -> messages.Reply:
        return messages.Returned(modules.describe(self._objects.get(request.handle), request.path))

    @answer.register
    def _(self, request: messages.Gradients) -> messages.Reply:
        args = [self._objects.from_value(value) for value in request.args]
        module = self._objects.get(request.handle)
        with time_limit(request.seconds):
            found = modules.gradients(module, args, request.upstream, request.paths)
        entries = [(path, self._objects.to_value(gradient)) for path, gradient in found]
        return messages.Returned(Entries(entries))

    @answer.register
    def _(self, request: messages.Measure) -> messages.Reply:
        module = self._objects.get(request.handle)
        return messages.Returned(modules.measure(module, request.path))

    @answer.register
    def _(self, request: messages.Travel) -> messages.Reply:
        module = self._objects.get(request.handle)
        with time_limit(request.seconds):
            return messages.Returned(modules.travel(module, request.shape))

    @answer.register
    def _(self, request: messages.Seed) -> messages.Reply:
        torch.manual_seed(request.seed)
        return messages.Returned(None)

    @answer.register
    def _(self, request: messages.State) -> messages.Reply:
        return messages.Returned(Entries(_torch_state()))

    @answer.register
    def _(self, request: messages.StandIn) -> messages.Reply:
        if request.name:
            self._recorder = Recorder(self._notebook.names, request.name, request.signature)
            return messages.Returned(None)
        made = self._recorder.restore() if self._recorder else []
        self._recorder = None
        return self._value([dict(arguments) for arguments in made])

    @answer.register
    def _(self, request: messages.Hold) -> messages.Reply:
        return self._value(holder(request.tensors, request.linear))

    @answer.register
    def _(self, request: messages.Trace) -> messages.Reply:
        if request.on:
            self._watch = Watch()
            return messages.Returned(None)
        seen = self._watch.stop() if self._watch else []
        self._watch = None
        return self._value(seen)

    @answer.register
    def _(self, request: messages.Forget) -> messages.Reply:
        if self._recorder:
            self._recorder.restore()
        if self._watch:
            self._watch.stop()
        self._recorder = self._watch = None
        self._objects.forget()
        self._notebook.printed.take()
        restore_torch()
        return messages.Returned(None)

    def _value(self, thing: object) -> messages.Reply:
        return messages.Returned(self._objects.to_value(thing))


def _changed(sent: list[Value], now: list[Any]) -> list[int]:
    """The positions of the tensors that no longer hold the numbers that were sent."""
    from autograder.wire.tensors import pack

    return [
        position
        for position, (value, thing) in enumerate(zip(sent, now, strict=True))
        if isinstance(thing, torch.Tensor) and pack(thing) != value
    ]


def restore_torch() -> None:
    """torch's settings as they are after its import: one part's change must not reach another."""
    torch.set_grad_enabled(True)
    torch.set_default_dtype(torch.float32)
    torch.set_default_device(None)
    torch.use_deterministic_algorithms(False)
    torch.autograd.set_detect_anomaly(False)
    torch.set_num_threads(1)


def _torch_state() -> list[tuple[str, Value]]:
    return [
        ("initial_seed", str(torch.initial_seed())),
        ("grad_enabled", torch.is_grad_enabled()),
        ("inference_mode", torch.is_inference_mode_enabled()),
        ("default_dtype", str(torch.get_default_dtype())),
        ("default_device", str(torch.get_default_device())),
        ("deterministic", torch.are_deterministic_algorithms_enabled()),
        ("num_threads", torch.get_num_threads()),
        ("anomaly", torch.is_anomaly_enabled()),
    ]
