"""Requests to the worker and replies from it: two closed sets.

Every request has a number and every reply must carry the number of the request it answers: a
reply that the student's code sent out of turn never passes for an answer to a later question.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec

from autograder.wire.values import Stored, TensorData, Value


class RunCell(msgspec.Struct, tag=True, frozen=True):
    """Run one code cell; with `definitions_only`, nothing but its imports, defs and classes."""

    index: int
    source: str
    seconds: float
    definitions_only: bool = False


class Names(msgspec.Struct, tag=True, frozen=True):
    """Ask for the public names of the executed notebook that are functions or classes."""


class Call(msgspec.Struct, tag=True, frozen=True, omit_defaults=True):
    """Call a name of the notebook, or an object behind a handle."""

    target: str | int
    args: list[Value]
    seconds: float
    keywords: list[tuple[str, Value]] = []


class Train(msgspec.Struct, tag=True, frozen=True):
    """Put a module in training (`on`) or evaluation mode."""

    handle: int
    on: bool


class Load(msgspec.Struct, tag=True, frozen=True):
    """Copy values into a module's tensors, by dotted path."""

    handle: int
    tensors: Sequence[tuple[str, TensorData | Stored]]


class Read(msgspec.Struct, tag=True, frozen=True):
    """Read the attribute at a dotted path; with an empty one, the object itself."""

    handle: int
    path: str


class Describe(msgspec.Struct, tag=True, frozen=True):
    """Describe the parameter at a dotted path."""

    handle: int
    path: str


class Gradients(msgspec.Struct, tag=True, frozen=True):
    """Run forward and backward and return the gradients at the dotted paths."""

    handle: int
    args: list[Value]
    upstream: TensorData | Stored
    paths: list[str]
    seconds: float


class Measure(msgspec.Struct, tag=True, frozen=True):
    """Count what can be iterated and indexed at a path, or (empty path) the parameters."""

    handle: int
    path: str


class Travel(msgspec.Struct, tag=True, frozen=True):
    """Move a module to the meta device and run it there on an input of this shape."""

    handle: int
    shape: list[int]
    seconds: float


class Seed(msgspec.Struct, tag=True, frozen=True):
    """Seed torch's generator."""

    seed: int


class State(msgspec.Struct, tag=True, frozen=True):
    """Ask for torch's global state; with `draw`, also for what its generator draws next."""

    draw: bool = False


class Demands(msgspec.Struct, frozen=True):
    """What the class in whose place one stands in would refuse: a missing argument, a size that is
    no whole number, a rate outside 0 to 1.
    """

    required: list[str] = []
    sizes: list[str] = []
    rates: list[str] = []


class StandIn(msgspec.Struct, tag=True, frozen=True):
    """Bind a recording class to a name, or (empty name) restore it and return the records.

    Two of them: what the recording class was made with, and what the notebook's own was, which with
    `hollow` sets up nothing meanwhile.
    """

    name: str
    signature: list[str]
    hollow: bool = False
    demands: Demands = Demands()


class Keep(msgspec.Struct, tag=True, frozen=True):
    """Keep a value, so that calls are given the same one and it can be read afterwards."""

    # Under the name by which scripts have it that were recorded when it was always a tensor.
    value: Value = msgspec.field(name="tensor")


class Put(msgspec.Struct, tag=True, frozen=True):
    """Keep a further piece of the bytes of a `Stored` value of this number."""

    number: int
    data: bytes


class Fetch(msgspec.Struct, tag=True, frozen=True):
    """Ask for the bytes of a `Stored` value of this number from a place on."""

    number: int
    start: int


class Printed(msgspec.Struct, tag=True, frozen=True):
    """Ask what was printed since the check began, or since it was last asked."""


class WriteFile(msgspec.Struct, tag=True, frozen=True):
    """Write a file where the notebook runs."""

    name: str
    data: bytes


class ReadFile(msgspec.Struct, tag=True, frozen=True):
    """Ask for the content of a file where the notebook runs."""

    name: str


class Step(msgspec.Struct, tag=True, frozen=True):
    """Take `rate` from every number of every trainable parameter that torch knows a module by."""

    handle: int
    rate: float


class Hold(msgspec.Struct, tag=True, frozen=True):
    """Make a bare module with these linear layers or parameters."""

    tensors: Sequence[tuple[str, TensorData | Stored]]
    linear: bool


class Forget(msgspec.Struct, tag=True, frozen=True):
    """Drop every handle, end what the last check began, put torch's settings back."""


class Lend(msgspec.Struct, tag=True, frozen=True):
    """Bind functions that ask the host for what they give to names of the notebook.

    With each name the names of its arguments.
    """

    names: list[tuple[str, list[str]]]


class Replace(msgspec.Struct, tag=True, frozen=True):
    """Bind a recording class to a name for good, for the cells that are still to run.

    With a `source`, what the author's code defines under that name.
    """

    name: str
    signature: list[str]
    demands: Demands = Demands()
    source: str = ""


class Provide(msgspec.Struct, tag=True, frozen=True):
    """Keep what the author's code defines under a name; the reply is its handle."""

    name: str
    source: str


class Given(msgspec.Struct, tag=True, frozen=True):
    """The host's answer to Wanted."""

    value: Value


class Refused(msgspec.Struct, tag=True, frozen=True):
    """The host's answer to Wanted where there is no value to give."""

    reason: str


Request = (
    RunCell | Names | Call | Train | Load | Read | Describe | Gradients | Measure | Travel |
    Seed | State | StandIn | Hold | Keep | Put | Fetch | Printed | WriteFile | ReadFile | Step |
    Forget | Replace | Provide | Lend | Given | Refused
)  # fmt: skip

Sentence = Annotated[str, msgspec.Meta(max_length=4000)]
"""What an exception says goes into the report, check by check: it must not be a book."""


class Returned(msgspec.Struct, tag=True, frozen=True):
    """The value of a request."""

    value: Value


class Raised(msgspec.Struct, tag=True, frozen=True):
    """The student's code raised: the type's name, the message, the place in the notebook."""

    kind: Sentence
    message: Sentence
    where: Sentence
    timed_out: bool = False
    missing: bool = False


class CellRan(msgspec.Struct, tag=True, frozen=True):
    """A cell was run: what it printed, its error if it raised one, and whether definitions
    below the failing statement were made all the same."""

    output: str
    error: Sentence | None
    timed_out: bool = False
    below: bool = False


class Wanted(msgspec.Struct, tag=True, frozen=True):
    """A lent name was called, in the midst of answering: the host answers Given or Refused."""

    name: Sentence
    args: list[Value]


Reply = Returned | Raised | CellRan


class Replies(msgspec.Struct, tag=True, frozen=True):
    """Encoded replies to the first groups of a script, as many as there was time and room for."""

    replies: list[msgspec.Raw]


class Script(msgspec.Struct, tag=True, frozen=True):
    """Encoded groups of requests, to be answered one after the other with a reply for each group.

    The worker begins no further group once `seconds` have passed by the clock, a request ran out
    of time, or the frame is full.
    """

    groups: list[msgspec.Raw]
    seconds: float


class NumberedRequest(msgspec.Struct, array_like=True, frozen=True):
    """Requests to be answered in order, or a script.

    The reply to requests is that to the last of them, or the first failure.
    """

    number: int
    requests: list[Request] | Script


class NumberedReply(msgspec.Struct, array_like=True, frozen=True):
    """A reply with the number of the requests it answers, or what is wanted for it."""

    number: int
    body: Reply | Wanted


class NumberedReplies(msgspec.Struct, array_like=True, frozen=True):
    """The replies to a script, with its number."""

    number: int
    body: Replies
