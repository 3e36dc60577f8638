"""The `student` of a hidden check: reads as if the code were local, speaks over the trust line."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import torch

from autograder.checks import facts
from autograder.checks.facts import Record, StudentRaised, TorchState, fail, taken
from autograder.checks.provided import Provided, demands_of
from autograder.checks.worker_client import Conversation, Handle, to_value
from autograder.core.assignment.plan import Part
from autograder.notebook.calls import Offence
from autograder.wire import messages
from autograder.wire.tensors import pack

Made = TypeVar("Made")
Records = tuple[tuple[dict[str, Any], ...], tuple[dict[str, Any], ...]]


class Student:
    """A submission as one part's checks see it; a public name of the notebook is an attribute."""

    def __init__(
        self, line: Conversation, parts: dict[str, Part], offences: tuple[Offence, ...],
        provided: Provided,
    ) -> None:  # fmt: skip
        self.told: list[str] = []
        self._line = line
        self._parts = parts
        self._offences = offences
        self._provided = provided

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return self[name]

    def __getitem__(self, name: str) -> Callable[..., Any]:
        """A name of the notebook, also one that Student itself has, such as `seed`."""

        def _called(*args: object, **keywords: object) -> Any:
            result = self._line.call(name, args, keywords)
            is_class = name in self._parts and self._parts[name].kind == "class"
            return _handle(result) if is_class else result

        return _called

    def seed(self, number: int) -> None:
        """Seed torch's generator in the worker."""
        self._line.post(messages.Seed(number))

    def state(self) -> TorchState:
        """torch's global state in the worker, and what its generator draws next."""
        return taken(TorchState, self._line.ask(messages.State(draw=True)))

    def offences(self) -> tuple[Offence, ...]:
        """Forbidden calls of this part that the source shows, with their places."""
        self.told = [offence.call for offence in self._offences]
        return self._offences

    @contextmanager
    def stand_in(self, name: str, *, hollow: bool = False) -> Iterator[Record]:
        """Bind a recording class to `name` inside the block.

        With `hollow` the student's own class sets up nothing there, and records as well.
        """
        record = Record()
        part = self._parts[name]
        demands = demands_of(part)
        self._line.post(messages.StandIn(name, list(part.signature), hollow, demands))
        try:
            yield record
        except facts.CheckEnded:
            # Whoever goes on from here means the student's own class.
            self._line.post(messages.StandIn("", []))
            raise
        record.made, record.own = taken(Records, self._line.ask(messages.StandIn("", [])))

    def made_with_stand_in(
        self, name: str, make: Callable[[], Made], *, hollow: bool = False
    ) -> tuple[Made, Record]:
        """What `make` gives with a recording class bound to `name`, and the record.

        Where that raises, it is made with the student's own class, and the record is empty: a
        class that an answer has kept may not get along with a stranger under its name, as in
        `super(Name, self)`, and may take arguments of its own.
        """

        def recorded() -> tuple[Made, Record]:
            with self.stand_in(name, hollow=hollow) as record:
                result = make()
            return result, record if record.made or record.own else self._kept(result)

        return self.either(recorded, lambda: (make(), Record()))

    def _kept(self, result: object) -> Record:
        """What a stand-in was given that an answer made once, and returns again."""
        count = len(self._line.exchanges)
        try:
            settings = result.method("as_made") if isinstance(result, Handle) else None
        except (StudentRaised, facts.CheckFailed):
            # It is none: that this was asked must not make another mistake of it.
            del self._line.exchanges[count:]
            settings = None
        return Record((settings,)) if isinstance(settings, dict) else Record()

    def either(self, first: Callable[[], Made], second: Callable[[], Made]) -> Made:
        """What `first` gives, or, where the student's code raises in it, `second`; the first
        StudentRaised if neither gives anything.
        """
        try:
            return first()
        except StudentRaised as refused:
            count = len(self._line.exchanges)
            try:
                return second()
            except (StudentRaised, facts.CheckFailed, facts.NotDefined):
                # In the words of each student's own class no two would have made one mistake.
                del self._line.exchanges[count:]
                raise refused from None

    def keep(self, value: object) -> Handle:
        """A tensor, list, dict or array that stays in the worker: pass it to calls, and look at
        its `value()` afterwards.
        """
        return _handle(self._line.ask(messages.Keep(to_value(value))))

    def printed(self) -> str:
        """What was printed since the check began, or since this was last called."""
        return taken(str, self._line.ask(messages.Printed()))

    def write_file(self, name: str, content: str | bytes) -> None:
        """Write a file for the student's code to read, which the next check does not find;
        ValueError for a path in the place of a name.
        """
        if "/" in name:
            raise ValueError(f"{name!r} is a path; files lie in the folder where the notebook runs")
        data = content.encode() if isinstance(content, str) else content
        self._line.post(messages.WriteFile(name, data))

    def read_file(self, name: str) -> bytes:
        """The content of a file that the student's code has written where it runs."""
        return taken(bytes, self._line.ask(messages.ReadFile(name)))

    def holder(self, tensors: dict[str, torch.Tensor], *, linear: bool) -> Handle:
        """A bare module with linear layers (weights given) or parameters of these names."""
        packed = [(name, pack(tensor)) for name, tensor in tensors.items()]
        return _handle(self._line.ask(messages.Hold(packed, linear)))

    def provided(self, name: str) -> Handle:
        """A class or function of `hidden/provided.py`, in the worker; call it as the author's own.
        LookupError if the file defines no such name, or what it defines uses a part.
        """
        if name not in self._provided.names:
            raise LookupError(f"hidden/provided.py defines no {name!r}")
        answered = self._provided.uses[name].intersection(self._parts)
        if answered:
            raise LookupError(
                f"{name!r} of hidden/provided.py uses {min(answered)}, which is a part: "
                "every answer could find it there"
            )
        return self._line.ask(messages.Provide(name, self._provided.sources[name]))


def _handle(result: object) -> Handle:
    if not isinstance(result, Handle):
        kind = type(result).__name__
        fail(f"making an object gave {kind}, not a module", f"构造得到的是 {kind}，而不是模块")
    return result
