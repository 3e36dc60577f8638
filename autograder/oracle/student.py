"""The `student` of a hidden check: reads as if the code were local, speaks over the trust line."""

import difflib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

import torch

from autograder.assignment import Part
from autograder.model import Outcome, Text
from autograder.oracle.failures import CheckFailed, Lost, NotDefined, StudentRaised
from autograder.wire import MAX_FRAME, Entries, Items, Ref, TensorData, Value, WireError, messages
from autograder.wire.tensors import pack, unpack


class Port(Protocol):
    """The way to a submission's worker."""

    def ask(self, *requests: messages.Request) -> messages.Reply:
        """The reply to the last of the requests, or the first failure among them.

        Raises:
            Lost: the worker ran out of time or is gone.
        """


@dataclass(frozen=True)
class Offence:
    """A forbidden call and where it stands (or that it was seen to run)."""

    call: str
    where: str


@dataclass(frozen=True)
class ParameterFacts:
    """What is known of the tensor at a dotted path of a module."""

    exists: bool
    kind: str = ""
    shape: tuple[int, ...] = ()
    trainable: bool = False
    registered: bool = False


@dataclass(frozen=True)
class TravelFacts:
    """How a module fared on another device: did tensors left behind meet those that moved?"""

    mixed: bool
    error: str | None
    unknown: bool


@dataclass(frozen=True)
class TorchState:
    """torch's global state in the worker."""

    initial_seed: str
    grad_enabled: bool
    inference_mode: bool
    default_dtype: str
    default_device: str
    deterministic: bool
    num_threads: int
    anomaly: bool


@dataclass(frozen=True)
class LastCall:
    """What else is known of the latest call: which arguments it changed in place."""

    changed: tuple[int, ...] = ()


@dataclass
class Record:
    """The constructor arguments that a stand-in was given, known once the block has ended."""

    made: tuple[dict[str, Any], ...] = ()


@dataclass
class TraceLog:
    """The forbidden calls that ran in the block, known once it has ended."""

    calls: tuple[str, ...] = ()


@dataclass(frozen=True)
class Exchange:
    """Requests and the reply to them, kept for naming mistakes and for explaining a verdict."""

    requests: tuple[messages.Request, ...]
    reply: messages.Reply


class Student:
    """A submission as one part's checks see it; a public name of the notebook is an attribute."""

    def __init__(
        self, port: Port, parts: dict[str, Part], part: Part, offences: tuple[Offence, ...],
        seconds: float,
    ) -> None:  # fmt: skip
        self.last = LastCall()
        self.exchanges: list[Exchange] = []
        self.told: list[str] = []
        self._port = port
        self._parts = parts
        self._part = part
        self._offences = list(offences)
        self._seconds = seconds
        self._posted: list[messages.Request] = [messages.Forget()]

    def __getattr__(self, name: str) -> "Callee":
        return Callee(self, name)

    def seed(self, number: int) -> None:
        """Seed torch's generator in the worker."""
        self._post(messages.Seed(number))

    def state(self) -> TorchState:
        """torch's global state in the worker."""
        return _facts(TorchState, self._ask(messages.State()))

    def offences(self) -> tuple[Offence, ...]:
        """Forbidden calls of this part: found in the source, or by a trace in this check."""
        self.told = [offence.call for offence in self._offences]
        return tuple(self._offences)

    @contextmanager
    def traced(self) -> Iterator[TraceLog]:
        """Watch which torch operations run in the block."""
        log = TraceLog()
        self._post(messages.Trace(True))
        yield log
        seen = self._ask(messages.Trace(False))
        names = seen if isinstance(seen, list) else []
        log.calls = tuple(name for name in names if self._part.forbids(str(name)))
        # What the source shows has a place to name; the trace adds what the source hides.
        if not self._offences:
            self._offences = [Offence(name, "") for name in log.calls]

    @contextmanager
    def stand_in(self, name: str) -> Iterator[Record]:
        """Bind a recording class to `name` inside the block."""
        record = Record()
        self._post(messages.StandIn(name, list(self._parts[name].signature)))
        yield record
        made = self._ask(messages.StandIn("", []))
        rows = made if isinstance(made, list) else []
        record.made = tuple(row for row in rows if isinstance(row, dict))

    def holder(self, tensors: dict[str, torch.Tensor], *, linear: bool) -> "Handle":
        """A bare module with linear layers (weights given) or parameters of these names."""
        packed = [(name, pack(tensor)) for name, tensor in tensors.items()]
        return self._handle(self._ask(messages.Hold(packed, linear)))

    def call(self, target: str | int, args: tuple[object, ...]) -> Any:
        """Call a name or a handle; plain data or a Handle comes back."""
        values = [_to_value(arg) for arg in args]
        result = self._ask(messages.Call(target, values, self._seconds))
        if isinstance(target, str) and self._makes_objects(target):
            return self._handle(result)
        return result

    def _makes_objects(self, name: str) -> bool:
        return name in self._parts and self._parts[name].kind == "class"

    def _handle(self, result: object) -> "Handle":
        if isinstance(result, Handle):
            return result
        kind = type(result).__name__
        raise CheckFailed(
            Text(f"making an object gave {kind}, not a module", f"构造得到的是 {kind}，而不是模块")
        )

    def settle(self) -> None:
        """Send what was posted and not yet sent, so that its failure fails the check."""
        if any(not isinstance(request, messages.Forget) for request in self._posted):
            self._ask(messages.State())

    def _post(self, request: messages.Request) -> None:
        """Send a request that has no answer of its own together with the next one that has."""
        self._posted.append(request)
        if _bytes(self._posted) > MAX_FRAME // 2:
            # Each fits into a frame, all of them together might not.
            self.settle()

    def _ask(self, request: messages.Request) -> Any:
        posted, self._posted = self._posted, []
        sent = (*posted, request)
        try:
            reply = self._port.ask(*sent)
        except Lost as lost:
            # Kept without a reply of its own: an instructor wants to see what lost the worker.
            silence = messages.Raised("no reply", lost.detail.en, "")
            self.exchanges.append(Exchange(sent, silence))
            raise
        self.exchanges.append(Exchange(sent, reply))
        if isinstance(reply, messages.Raised):
            raise self._failure(reply)
        if not isinstance(reply, messages.Returned):
            raise Lost(Outcome.CRASHED, Text("the answer made no sense", "返回的内容无法理解"))
        self.last = LastCall(tuple(reply.changed))
        return self._from_value(reply.value)

    def _failure(self, reply: messages.Raised) -> Exception:
        if reply.timed_out:
            limit = f"{self._seconds:g}"
            return Lost(
                Outcome.TIMED_OUT,
                Text(f"it did not finish within {limit} s", f"在 {limit} 秒内没有结束"),
            )
        if reply.missing:
            return NotDefined(self._missing(reply.message))
        return StudentRaised(reply.kind, reply.message, reply.where)

    def _missing(self, name: str) -> Text:
        found = self._closest(name)
        if found:
            return Text(f"found {found}, expected {name}", f"找到的是 {found}，应为 {name}")
        return Text(f"{name} is not defined", f"没有定义 {name}")

    def _closest(self, name: str) -> str | None:
        reply = self._port.ask(messages.Names())
        names = self._from_value(reply.value) if isinstance(reply, messages.Returned) else []
        known = {part.name for part in self._parts.values()}
        candidates = [str(other) for other in names if other not in known]
        close = difflib.get_close_matches(name, candidates, n=1, cutoff=0.75)
        return close[0] if close else None

    def _from_value(self, value: Value) -> Any:
        try:
            return self._plain(value)
        except WireError as error:
            raise CheckFailed(
                Text(f"the result cannot be read: {error}", f"无法读取结果：{error}")
            ) from None

    def _plain(self, value: Value) -> Any:
        if isinstance(value, TensorData):
            return unpack(value)
        if isinstance(value, Items):
            return [self._plain(item) for item in value.items]
        if isinstance(value, Entries):
            return {key: self._plain(item) for key, item in value.entries}
        return Handle(self, value.handle, value.kind) if isinstance(value, Ref) else value


@dataclass(frozen=True)
class Callee:
    """A name of the notebook, to be called."""

    student: Student = field(repr=False)
    name: str

    def __call__(self, *args: object) -> Any:
        return self.student.call(self.name, args)


class Handle:
    """An object that stays in the worker, usually a module."""

    def __init__(self, student: Student, number: int, kind: str) -> None:
        self.number = number
        self.kind = kind
        self._student = student

    def __call__(self, *args: object) -> Any:
        return self._student.call(self.number, args)

    def train(self) -> None:
        """Put the module in training mode."""
        self._student._post(messages.Train(self.number, True))

    def eval(self) -> None:
        """Put the module in evaluation mode."""
        self._student._post(messages.Train(self.number, False))

    def load(self, tensors: dict[str, torch.Tensor]) -> None:
        """Copy values in place into the tensors at these dotted paths."""
        packed = [(path, pack(tensor)) for path, tensor in tensors.items()]
        self._student._post(messages.Load(self.number, packed))

    def read(self, path: str) -> Any:
        """The attribute at a dotted path."""
        return self._student._ask(messages.Read(self.number, path))

    def parameter(self, path: str) -> ParameterFacts:
        """Existence, shape, trainability and registration of the tensor at `path`."""
        facts = self._student._ask(messages.Describe(self.number, path))
        return _facts(ParameterFacts, facts)

    def gradients(
        self, *args: object, upstream: torch.Tensor, of: tuple[str, ...]
    ) -> dict[str, Any]:
        """Gradients at the paths after forward on `args` and backward from `upstream`."""
        values = [_to_value(arg) for arg in args]
        request = messages.Gradients(
            self.number, values, pack(upstream), list(of), self._student._seconds
        )
        found = self._student._ask(request)
        return {path: found.get(path) if isinstance(found, dict) else None for path in of}

    def length(self, path: str) -> int:
        """How many items lie at `path`, by iterating and by indexing."""
        return int(self._student._ask(messages.Measure(self.number, path)))

    def parameter_count(self) -> int:
        """The number of values in all the module's parameters."""
        return int(self._student._ask(messages.Measure(self.number, "")))

    def travel(self, shape: tuple[int, ...]) -> TravelFacts:
        """Move the module to the meta device (for good) and run it there."""
        request = messages.Travel(self.number, list(shape), self._student._seconds)
        return _facts(TravelFacts, self._student._ask(request))


def _bytes(requests: list[messages.Request]) -> int:
    loads = (request for request in requests if isinstance(request, messages.Load))
    return sum(len(data.data) for load in loads for _, data in load.tensors)


def _to_value(thing: object) -> Value:
    if isinstance(thing, torch.Tensor):
        return pack(thing)
    if isinstance(thing, Handle):
        return Ref(thing.number, thing.kind)
    if isinstance(thing, list | tuple):
        return Items([_to_value(item) for item in thing])
    if isinstance(thing, dict):
        return Entries([(str(key), _to_value(item)) for key, item in thing.items()])
    if thing is None or isinstance(thing, bool | int | float | str):
        return thing
    raise TypeError(f"a hidden check cannot send {type(thing).__name__}")


def _facts(kind: type, given: Any) -> Any:
    """Facts from a hostile process: exactly the fields of `kind`, with their types."""
    try:
        fields = {
            key: tuple(value) if isinstance(value, list) else value for key, value in given.items()
        }
        return kind(**fields)
    except (AttributeError, TypeError):
        raise Lost(
            Outcome.CRASHED, Text("the answer made no sense", "返回的内容无法理解")
        ) from None
