"""Requests to the worker, replies from it, and answers to what it wants: closed sets.

Every reply carries the number of the request that it answers, so that none is taken for the answer
to a later one. What student code sends in the place of a reply is a value like any: right or not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec

from autograder.wire.values import Stored, TensorData, Value

Tensors = Sequence[tuple[str, TensorData | Stored]]
"""By name or dotted path."""

Sentence = Annotated[str, msgspec.Meta(max_length=4000)]
"""What an exception says goes into the report, check by check: it must not be a book."""


class _Message(msgspec.Struct, tag=True, frozen=True):
    """On the wire it is tagged with the name of its class."""


class RunCell(_Message, frozen=True):
    """Run one code cell, or of it only imports, functions and classes."""

    number: int
    source: str
    seconds: float
    definitions_only: bool = False


class Names(_Message, frozen=True):
    """Ask for the public names of the executed notebook that are functions or classes."""


class Call(_Message, frozen=True, omit_defaults=True):
    """Call a name of the notebook, or an object behind a handle."""

    target: str | int
    args: list[Value]
    seconds: float
    keywords: list[tuple[str, Value]] = []


class Train(_Message, frozen=True):
    handle: int
    on: bool


class Load(_Message, frozen=True):
    handle: int
    tensors: Tensors


class Read(_Message, frozen=True):
    """Read the attribute at a dotted path; with an empty one, the object itself."""

    handle: int
    path: str


class Describe(_Message, frozen=True):
    handle: int
    path: str


class Gradients(_Message, frozen=True):
    """Run forward and backward and return the gradients at the dotted paths."""

    handle: int
    args: list[Value]
    upstream: TensorData | Stored
    paths: list[str]
    seconds: float


class Measure(_Message, frozen=True):
    """Count the items at a path; at an empty one, the numbers in the module's parameters."""

    handle: int
    path: str


class Travel(_Message, frozen=True):
    """Move a module to the meta device and run it there on an input of this shape."""

    handle: int
    shape: list[int]
    seconds: float


class Seed(_Message, frozen=True):
    seed: int


class State(_Message, frozen=True):
    """Ask for torch's global state; with `draw`, also for what its generator draws next."""

    draw: bool = False


class Demands(msgspec.Struct, frozen=True):
    """The arguments that are required, that are whole numbers, and that lie between 0 and 1."""

    required: list[str] = []
    sizes: list[str] = []
    rates: list[str] = []


class StandIn(_Message, frozen=True):
    """Bind a recording class to a name; with `hollow` the notebook's own class records as well,
    and sets up nothing. An empty name puts both back, and asks for what they recorded.
    """

    name: str
    signature: list[str]
    hollow: bool = False
    demands: Demands = Demands()


class Keep(_Message, frozen=True):
    """Keep a value, so that calls are given the same one and it can be read afterwards."""

    # Recorded scripts of courses hold this field as `tensor`: renamed, they could not be read.
    value: Value = msgspec.field(name="tensor")


class Put(_Message, frozen=True):
    """Keep a further piece of the bytes of a `Stored` value of this number."""

    number: int
    data: bytes


class Fetch(_Message, frozen=True):
    """Ask for the bytes of a `Stored` value of this number from a place on."""

    number: int
    start: int


class Printed(_Message, frozen=True):
    """Ask what was printed since the check began, or since it was last asked."""


class WriteFile(_Message, frozen=True):
    name: str
    data: bytes


class ReadFile(_Message, frozen=True):
    name: str


class Step(_Message, frozen=True):
    """Take `rate` from every number of a module's trainable parameters."""

    handle: int
    rate: float


class Hold(_Message, frozen=True):
    """Make a bare module with these linear layers or parameters."""

    tensors: Tensors
    linear: bool


class Forget(_Message, frozen=True):
    """Drop every handle, end what the last check began, put torch's settings back."""


class Lend(_Message, frozen=True):
    """Bind functions whose values the host computes to names, each with those of its arguments."""

    names: list[tuple[str, list[str]]]


class Replace(_Message, frozen=True):
    """Bind a recording class to a name for the cells still to run, or what `source` defines."""

    name: str
    signature: list[str]
    demands: Demands = Demands()
    source: str = ""


class Provide(_Message, frozen=True):
    """Keep what the author's code defines under a name; the reply is its handle."""

    name: str
    source: str


class Given(_Message, frozen=True):
    """The host's answer to Wanted."""

    value: Value


class Refused(_Message, frozen=True):
    """The same where there is no value to give."""

    reason: str


Request = (
    RunCell | Names | Call | Train | Load | Read | Describe | Gradients | Measure | Travel |
    Seed | State | StandIn | Hold | Keep | Put | Fetch | Printed | WriteFile | ReadFile | Step |
    Forget | Replace | Provide | Lend
)  # fmt: skip


class Returned(_Message, frozen=True):
    value: Value


class Raised(_Message, frozen=True):
    """The student's code raised: the type's name, the message, the place in the notebook."""

    kind: Sentence
    message: Sentence
    where: Sentence
    timed_out: bool = False
    missing: bool = False


class CellRan(_Message, frozen=True):
    """What a cell printed, its error, and whether definitions `below` the error were run."""

    output: str
    error: Sentence | None
    timed_out: bool = False
    below: bool = False


class Wanted(_Message, frozen=True):
    """A lent name was called, in the midst of answering: the host answers Given or Refused."""

    name: Sentence
    args: list[Value]


Reply = Returned | Raised | CellRan


class Script(_Message, frozen=True):
    """Encoded groups of requests, to be answered with a reply each: none is begun once `seconds`
    have passed by the clock, a request ran out of time, or the frame is full.
    """

    groups: list[msgspec.Raw]
    seconds: float


class NumberedRequest(msgspec.Struct, array_like=True, frozen=True):
    """Requests, answered by the last one's reply or the first failure; a script; or, amid the
    requests of this number, the answer to a `Wanted`.
    """

    number: int
    body: list[Request] | Script | Given | Refused


class NumberedReply(msgspec.Struct, array_like=True, frozen=True):
    """A reply with the number of the requests it answers, or what is wanted for it."""

    number: int
    body: Reply | Wanted


class NumberedReplies(msgspec.Struct, array_like=True, frozen=True):
    """Encoded replies to as many groups of that script as there was time and room for."""

    number: int
    replies: list[msgspec.Raw]
