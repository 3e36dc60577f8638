"""What the worker does for each request of the host."""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import nn
from torch._tensor_str import PRINT_OPTS

from autograder.wire import Entries, Items, TensorData, Value, messages
from autograder.wire.values import Stored
from autograder.worker import modules
from autograder.worker.cells import Notebook
from autograder.worker.files import Files
from autograder.worker.objects import Objects, at_path
from autograder.worker.reference_client import Borrow, lent
from autograder.worker.stubs import Recorder, Recording, bind, holder, provided, recording
from autograder.worker.switches import AS_IMPORTED, SWITCHES
from autograder.worker.timing import time_limit

HIDDEN_NAMES = frozenset({"get_ipython", "display"})
UNSEEDED = 20_240_601
"""The seed of a check that names none."""


class MissingName(Exception):
    """The notebook defines no such name."""


class Answers:
    """One submission's worker: a notebook, its objects, and the answer to every request."""

    def __init__(self, notebook: Notebook, borrow: Borrow, files: Files | None = None) -> None:
        self._notebook = notebook
        self._files = files or Files()
        self._borrow = borrow
        self._objects = Objects()
        self._recorder: Recorder | None = None
        self._replaced: dict[str, Recording] = {}

    def answer(self, request: messages.Request) -> messages.Reply:
        """The reply to a request (chosen by its type)."""
        self._objects.begin()
        return _METHODS[type(request)](self, request)

    def run_cell(self, request: messages.RunCell) -> messages.Reply:
        """Run a cell."""
        self._files.cells_run()
        error, timed_out = self._notebook.run(
            request.index, request.source, request.seconds, request.definitions_only
        )
        return messages.CellRan(
            self._notebook.printed.take(), error, timed_out, self._notebook.below
        )

    def names(self, request: messages.Names) -> messages.Reply:
        """The public names that can be called."""
        names = [
            name
            for name, value in self._notebook.names.items()
            if type(name) is str and name.isidentifier() and not name.startswith("_")
            if callable(value) and name not in HIDDEN_NAMES
        ]
        return messages.Returned(Items([name[:80] for name in names[:1000]]))

    def call(self, request: messages.Call) -> messages.Reply:
        """Call a name or an object."""
        function = self._target(request.target)
        args = [self._objects.from_value(value) for value in request.args]
        keywords = {name: self._objects.from_value(value) for name, value in request.keywords}
        with time_limit(request.seconds):
            result = function(*args, **keywords)
        return messages.Returned(self._objects.to_value(result))

    def _target(self, target: str | int) -> Any:
        if isinstance(target, int):
            return self._objects.get(target)
        if target not in self._notebook.names:
            raise MissingName(target)
        return self._notebook.names[target]

    def train(self, request: messages.Train) -> messages.Reply:
        """Put a module in training or evaluation mode."""
        # Not the module's own method: what it overrides would answer for its dropout.
        nn.Module.train(self._objects.get(request.handle), request.on)
        return messages.Returned(None)

    def load(self, request: messages.Load) -> messages.Reply:
        """Copy values into a module."""
        modules.load(self._objects.get(request.handle), self._whole(request.tensors))
        return messages.Returned(None)

    def read(self, request: messages.Read) -> messages.Reply:
        """The attribute at a path."""
        thing = self._objects.get(request.handle)
        return self._value(at_path(thing, request.path) if request.path else thing)

    def describe(self, request: messages.Describe) -> messages.Reply:
        """What is known of the parameter at a path."""
        return messages.Returned(modules.describe(self._objects.get(request.handle), request.path))

    def gradients(self, request: messages.Gradients) -> messages.Reply:
        """Run forward and backward."""
        args = [self._objects.from_value(value) for value in request.args]
        module = self._objects.get(request.handle)
        with time_limit(request.seconds):
            upstream = self._objects.received(request.upstream)
            found = modules.gradients(module, args, upstream, request.paths)
        entries = [(path, self._objects.to_value(gradient)) for path, gradient in found]
        return messages.Returned(Entries(entries))

    def measure(self, request: messages.Measure) -> messages.Reply:
        """Count."""
        module = self._objects.get(request.handle)
        return messages.Returned(modules.measure(module, request.path))

    def travel(self, request: messages.Travel) -> messages.Reply:
        """Move to the meta device and run there."""
        module = self._objects.get(request.handle)
        with time_limit(request.seconds):
            return messages.Returned(modules.travel(module, request.shape))

    def seed(self, request: messages.Seed) -> messages.Reply:
        """Seed torch's generator."""
        # torch.manual_seed also formats a stack for every kind of accelerator, at 0.5 ms a call.
        torch.default_generator.manual_seed(request.seed)
        return messages.Returned(None)

    def state(self, request: messages.State) -> messages.Reply:
        """torch's global state."""
        state = _torch_state()
        if request.draw:
            drawn = torch.rand(2, generator=torch.default_generator, device="cpu")
            state.append(("drawn", Items([float(each) for each in drawn])))
        return messages.Returned(Entries(state))

    def stand_in(self, request: messages.StandIn) -> messages.Reply:
        """Bind a recording class, or put the student's own back."""
        if request.name:
            kept = self._replaced.get(request.name)
            stand_in = kept or recording(request.name, request.signature, request.demands)
            names = self._notebook.names
            self._recorder = Recorder(names, request.name, stand_in, request.hollow)
            return messages.Returned(None)
        made, own = self._recorder.restore() if self._recorder else ([], [])
        self._recorder = None
        return self._value([made, own])

    def replace(self, request: messages.Replace) -> messages.Reply:
        """Bind the author's own for good, or a recording class, which then is the one that stands
        in when checks ask for one.
        """
        if request.source:
            own = provided(request.name, request.source)
            bind(self._notebook.names, request.name, own)
            return messages.Returned(None)
        stand_in = recording(request.name, request.signature, request.demands)
        self._replaced[request.name] = stand_in
        bind(self._notebook.names, request.name, stand_in.type)
        return messages.Returned(None)

    def lend(self, request: messages.Lend) -> messages.Reply:
        """Bind names of earlier parts to functions that ask the host."""
        for name, signature in request.names:
            function = lent(name, signature, self._borrow, self._objects)
            bind(self._notebook.names, name, function)
        return messages.Returned(None)

    def provide(self, request: messages.Provide) -> messages.Reply:
        """Keep what the author's code defines."""
        return messages.Returned(self._objects.keep(provided(request.name, request.source)))

    def keep(self, request: messages.Keep) -> messages.Reply:
        """Keep a value."""
        return messages.Returned(self._objects.keep(self._objects.from_value(request.value)))

    def put(self, request: messages.Put) -> messages.Reply:
        """Keep a piece of a large value."""
        self._objects.put(request.number, request.data)
        return messages.Returned(None)

    def fetch(self, request: messages.Fetch) -> messages.Reply:
        """A piece of a large value."""
        return messages.Returned(self._objects.piece(request.number, request.start))

    def printed(self, request: messages.Printed) -> messages.Reply:
        """What was printed."""
        return self._value(self._notebook.printed.take_printed())

    def write_file(self, request: messages.WriteFile) -> messages.Reply:
        """Write a file."""
        self._files.write(request.name, request.data)
        return messages.Returned(None)

    def read_file(self, request: messages.ReadFile) -> messages.Reply:
        """The content of a file."""
        return self._value(self._files.read(request.name))

    def step(self, request: messages.Step) -> messages.Reply:
        """One step of an optimiser, by torch's own way to a module's parameters."""
        modules.step(self._objects.get(request.handle), request.rate)
        return messages.Returned(None)

    def hold(self, request: messages.Hold) -> messages.Reply:
        """Make a bare module."""
        return self._value(holder(self._whole(request.tensors), request.linear))

    def forget(self, request: messages.Forget) -> messages.Reply:
        """Drop all that the last check left."""
        if self._recorder:
            self._recorder.restore()
        self._recorder = None
        self._objects.forget()
        self._notebook.printed.restart()
        self._files.restore()
        restore_torch()
        # What a check is not told to draw must not depend on what was asked before it.
        torch.default_generator.manual_seed(UNSEEDED)
        return messages.Returned(None)

    def _whole(
        self, tensors: Sequence[tuple[str, TensorData | Stored]]
    ) -> list[tuple[str, TensorData]]:
        return [(path, self._objects.received(data)) for path, data in tensors]

    def _value(self, thing: object) -> messages.Reply:
        return messages.Returned(self._objects.to_value(thing))


_METHODS: dict[type, Callable[[Answers, Any], messages.Reply]] = {
    messages.RunCell: Answers.run_cell,
    messages.Names: Answers.names,
    messages.Call: Answers.call,
    messages.Train: Answers.train,
    messages.Load: Answers.load,
    messages.Read: Answers.read,
    messages.Describe: Answers.describe,
    messages.Gradients: Answers.gradients,
    messages.Measure: Answers.measure,
    messages.Travel: Answers.travel,
    messages.Seed: Answers.seed,
    messages.State: Answers.state,
    messages.StandIn: Answers.stand_in,
    messages.Hold: Answers.hold,
    messages.Keep: Answers.keep,
    messages.Put: Answers.put,
    messages.Fetch: Answers.fetch,
    messages.Printed: Answers.printed,
    messages.WriteFile: Answers.write_file,
    messages.ReadFile: Answers.read_file,
    messages.Step: Answers.step,
    messages.Forget: Answers.forget,
    messages.Replace: Answers.replace,
    messages.Provide: Answers.provide,
    messages.Lend: Answers.lend,
}


def restore_torch() -> None:
    """torch's settings as they are after its import: one part's change must not reach another."""
    torch.set_grad_enabled(True)
    torch.set_default_dtype(torch.float32)
    torch.set_default_device(None)
    # Not torch.use_deterministic_algorithms: it imports the compiler to tell it, too.
    torch._C._set_deterministic_algorithms(False, warn_only=False)
    torch.autograd.set_detect_anomaly(False)
    torch.set_num_threads(1)
    torch.set_printoptions(profile="default")
    torch.set_float32_matmul_precision("highest")
    torch.set_flush_denormal(False)
    for switch, value in zip(SWITCHES, AS_IMPORTED, strict=True):
        if switch.read() != value:
            switch.set(value)


def _torch_state() -> list[tuple[str, Value]]:
    computed = torch.tensor([1 / 3, 12_345.678], requires_grad=True) * 1e-40
    return [
        ("initial_seed", str(torch.initial_seed())),
        ("grad_enabled", computed.requires_grad),
        ("inference_mode", computed.is_inference()),
        # Not a tensor as text, which takes as long as a check.
        ("printed", repr(PRINT_OPTS)),
        ("computed", Items([float(each) for each in computed.detach()])),
        ("precision", torch.get_float32_matmul_precision()),
        ("default_dtype", str(computed.dtype)),
        ("default_device", str(computed.device)),
        ("deterministic", torch.are_deterministic_algorithms_enabled()),
        ("num_threads", torch.get_num_threads()),
        ("anomaly", torch.is_anomaly_enabled()),
        ("switches", str(_switches())),
    ]


def _switches() -> list[object]:
    return [switch.read() for switch in SWITCHES]
