"""What the worker does for each request of the host (`wire.messages` says what each one is)."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import torch
from torch import nn
from torch._tensor_str import PRINT_OPTS
from torch.distributions import Distribution

from autograder.wire import messages
from autograder.wire.values import Entries, Items, TensorData, Value
from autograder.worker import modules, stubs
from autograder.worker.cells import Notebook
from autograder.worker.files import Files
from autograder.worker.objects import Objects, at_path
from autograder.worker.timing import time_limit

UNSEEDED = 20_240_601
"""The seed of a check that names none."""

_CUDA: Any = torch.backends.cuda
_INVARIANTS = torch.sparse.check_sparse_tensor_invariants
SWITCHES: tuple[tuple[Callable[[], Any], Callable[[Any], object]], ...] = (
    (partial(torch.is_autocast_enabled, "cpu"), partial(torch.set_autocast_enabled, "cpu")),
    (partial(torch.get_autocast_dtype, "cpu"), partial(torch.set_autocast_dtype, "cpu")),
    (torch.is_autocast_cache_enabled, torch.set_autocast_cache_enabled),
    (torch.is_warn_always_enabled, torch.set_warn_always),
    (torch._C._is_multithreading_enabled, torch._C._set_multithreading_enabled),
    (torch._C._get_mkldnn_enabled, torch._C._set_mkldnn_enabled),
    (_CUDA.math_sdp_enabled, _CUDA.enable_math_sdp),
    (_INVARIANTS.is_enabled, lambda on: _INVARIANTS.enable() if on else _INVARIANTS.disable()),
    (lambda: Distribution._validate_args, Distribution.set_default_validate_args),
)
"""How settings of torch's that no tensor shows are read and set."""

AS_IMPORTED = tuple(read() for read, _ in SWITCHES)


class MissingName(Exception):
    """The notebook defines no such name."""


class Answers:
    """One submission's worker: a notebook, its objects, and the answer to every request."""

    def __init__(self, notebook: Notebook, borrow: stubs.Borrow, files: Files) -> None:
        self.notebook, self._borrow, self.files = notebook, borrow, files
        self.objects = Objects()
        self._recorder: stubs.CallRecorder | None = None
        self._replaced: dict[str, stubs.Recording] = {}

    def answer(self, request: messages.Request) -> messages.Reply:
        self.objects.begin()
        result = METHODS[type(request)](self, request)
        return result if isinstance(result, messages.CellRan) else messages.Returned(result)

    def _run_cell(self, request: messages.RunCell) -> messages.CellRan:
        self.files.cells_run()
        return self.notebook.run(request)

    def _names(self, request: messages.Names) -> Value:
        names: list[Value] = [
            name[:80]
            for name, value in self.notebook.names.items()
            if type(name) is str and name.isidentifier() and not name.startswith("_")
            if callable(value) and name not in ("get_ipython", "display")
        ]
        return Items(names[:1000])

    def _call(self, request: messages.Call) -> Value:
        if isinstance(request.target, int):
            function = self.objects.get(request.target)
        elif request.target in self.notebook.names:
            function = self.notebook.names[request.target]
        else:
            raise MissingName(request.target)
        args = [self.objects.from_value(value) for value in request.args]
        keywords = {name: self.objects.from_value(value) for name, value in request.keywords}
        with time_limit(request.seconds):
            result = function(*args, **keywords)
        return self.objects.to_value(result)

    def _train(self, request: messages.Train) -> None:
        module = self.target(request)
        # A class may keep a mode of its own too, or mean something else by one of these names.
        with suppress(Exception):
            switch = partial(module.train, mode=True) if request.on else module.eval
            switch()
        nn.Module.train(module, request.on)

    def _seed(self, request: messages.Seed) -> None:
        # torch.manual_seed also formats a stack for every kind of accelerator, at 0.5 ms a call.
        torch.default_generator.manual_seed(request.seed)

    def _gradients(self, request: messages.Gradients) -> Value:
        args = [self.objects.from_value(value) for value in request.args]
        module = self.target(request)
        upstream = self.objects.received(request.upstream)
        with time_limit(request.seconds):
            gradients = modules.gradients(module, args, upstream, request.paths)
        return Entries([(path, self.objects.to_value(gradient)) for path, gradient in gradients])

    def _travel(self, request: messages.Travel) -> Value:
        module = self.target(request)
        with time_limit(request.seconds):
            return modules.travel(module, request.shape)

    def _state(self, request: messages.State) -> Value:
        state = _torch_state()
        if request.draw:
            drawn = torch.rand(2, generator=torch.default_generator, device="cpu")
            state.append(("drawn", Items([float(number) for number in drawn])))
        return Entries(state)

    def _stand_in(self, request: messages.StandIn) -> Value:
        if not request.name:
            return self.objects.to_value(list(self._records()))
        kept = self._replaced.get(request.name)
        stand_in = kept or stubs.Recording(request.name, request.signature, request.demands)
        names = self.notebook.names
        if not kept:
            stubs.taking_as_much(stand_in.type, request.signature, names.get(request.name))
        self._recorder = stubs.CallRecorder(names, request.name, stand_in, request.hollow)
        return None

    def _records(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        recorder, self._recorder = self._recorder, None
        return recorder.restore() if recorder else ([], [])

    def _replace(self, request: messages.Replace) -> None:
        if request.source:
            replacement = stubs.provided(request.name, request.source)
        else:
            stand_in = stubs.Recording(request.name, request.signature, request.demands)
            # Checks that ask for a stand-in are given this one.
            self._replaced[request.name] = stand_in
            replacement = stand_in.type
        names = self.notebook.names
        stubs.taking_as_much(replacement, request.signature, names.get(request.name))
        stubs.bind(names, request.name, replacement)

    def _lend(self, request: messages.Lend) -> None:
        for name, signature in request.names:
            names = self.notebook.names
            function = stubs.lent(name, signature, self._borrow, self.objects)
            function = stubs.taking_as_much(function, signature, names.get(name))
            stubs.bind(names, name, function)

    def _forget(self, request: messages.Forget) -> None:
        self._records()
        self.objects.forget()
        self.notebook.printed.restart()
        self.files.restore()
        restore_torch()
        # What an answer draws must not depend on the checks before.
        torch.default_generator.manual_seed(UNSEEDED)

    def target(self, request: Any) -> Any:
        return self.objects.get(request.handle)

    def whole(self, tensors: messages.Tensors) -> list[tuple[str, TensorData]]:
        return [(path, self.objects.received(data)) for path, data in tensors]


METHODS: dict[type, Callable[[Answers, Any], Value | messages.CellRan]] = {
    messages.RunCell: Answers._run_cell,
    messages.Names: Answers._names,
    messages.Call: Answers._call,
    messages.Train: Answers._train,
    messages.Seed: Answers._seed,
    messages.Read: lambda self, it: self.objects.to_value(at_path(self.target(it), it.path)),
    messages.Gradients: Answers._gradients,
    messages.Travel: Answers._travel,
    messages.State: Answers._state,
    messages.StandIn: Answers._stand_in,
    messages.Replace: Answers._replace,
    messages.Lend: Answers._lend,
    messages.Forget: Answers._forget,
    messages.Load: lambda self, it: modules.load(self.target(it), self.whole(it.tensors)),
    messages.Describe: lambda self, it: modules.describe(self.target(it), it.path),
    messages.Measure: lambda self, it: modules.measure(self.target(it), it.path),
    messages.Step: lambda self, it: modules.step(self.target(it), it.rate),
    messages.Hold: lambda self, it: self.objects.keep(
        stubs.holder(self.whole(it.tensors), it.linear)
    ),
    messages.Provide: lambda self, it: self.objects.keep(stubs.provided(it.name, it.source)),
    messages.Keep: lambda self, it: self.objects.keep(self.objects.from_value(it.value)),
    messages.Put: lambda self, it: self.objects.put(it.number, it.data),
    messages.Fetch: lambda self, it: self.objects.piece(it.number, it.start),
    messages.Printed: lambda self, _: self.objects.to_value(self.notebook.printed.take_printed()),
    messages.WriteFile: lambda self, it: self.files.write(it.name, it.data),
    messages.ReadFile: lambda self, it: self.objects.to_value(self.files.read(it.name)),
}
"""By the type of its request."""


def _torch_state() -> list[tuple[str, Value]]:
    computed = torch.tensor([1 / 3, 12_345.678], requires_grad=True) * 1e-40
    return [
        ("initial_seed", str(torch.initial_seed())),
        ("grad_enabled", computed.requires_grad),
        ("inference_mode", computed.is_inference()),
        # Not a tensor as text, which takes as long as a check.
        ("printed", repr(PRINT_OPTS)),
        ("computed", Items([float(number) for number in computed.detach()])),
        ("precision", torch.get_float32_matmul_precision()),
        ("default_dtype", str(computed.dtype)),
        ("default_device", str(computed.device)),
        ("deterministic", torch.are_deterministic_algorithms_enabled()),
        ("num_threads", torch.get_num_threads()),
        ("anomaly", torch.is_anomaly_enabled()),
        ("switches", str([read() for read, _ in SWITCHES])),
    ]


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
    for (read, change), value in zip(SWITCHES, AS_IMPORTED, strict=True):
        if read() != value:
            change(value)
