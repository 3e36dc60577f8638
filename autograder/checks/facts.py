"""What a check is told besides values: frozen facts, taken from the worker's word by type; and how
it can end other than by passing.
"""

from dataclasses import dataclass
from typing import Annotated, Any, NoReturn

import msgspec
import torch

from autograder.core.model import Outcome, Text

Count = Annotated[int, msgspec.Meta(ge=0)]
Drawn = Annotated[float, msgspec.Meta(ge=0, lt=1)]
Sentence = Annotated[str, msgspec.Meta(max_length=1000)]
"""What is longer is no sentence about an error."""


class CheckEnded(Exception):
    """A check did not pass; `outcome` and `detail` go into the report."""

    outcome = Outcome.FAILED

    def __init__(self, detail: Text) -> None:
        super().__init__(detail.en)
        self.detail = detail


class CheckFailed(CheckEnded):
    """The values that came back are not those of a right answer.

    `compared` is for instructors: what was compared, what was found, what was expected.
    """

    compared: tuple[Text, torch.Tensor, torch.Tensor] | None = None


def fail(detail: str, detail_zh: str) -> NoReturn:
    raise CheckFailed(Text(detail, detail_zh))


class StudentRaised(CheckEnded):
    """The student's code raised an exception."""

    outcome = Outcome.RAISED

    def __init__(self, kind: str, message: str, where: str) -> None:
        text = kind + (f": {message}" if message else "")
        at = f" ({where})" if where else ""
        super().__init__(Text(f"the code raised {text}{at}", f"代码抛出了异常 {text}{at}"))
        self.kind = kind


class NotDefined(CheckEnded):
    """The notebook defines no such name."""

    outcome = Outcome.MISSING


class Lost(CheckEnded):
    """The worker was lost: it ran out of time, or its process ended."""

    def __init__(self, outcome: Outcome, detail: Text) -> None:
        super().__init__(detail)
        self.outcome = outcome


class ParameterFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is known of the tensor at a dotted path of a module."""

    exists: bool
    kind: Sentence = ""
    shape: tuple[Count, ...] = ()
    trainable: bool = False
    registered: bool = False


class TravelFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a module fared on another device: did tensors left behind meet those that moved, or the
    result stay behind; and has one of its parameters had no part in it (`idle`)? An error that is
    `unknown` is the meta device's own, and says nothing of the answer.
    """

    mixed: bool
    error: Sentence | None
    unknown: bool
    idle: bool


class TorchState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """torch's global state in the worker, by what it makes of a fixed computation, and what its
    generator drew after that.
    """

    initial_seed: Sentence
    grad_enabled: bool
    inference_mode: bool
    printed: Sentence
    computed: tuple[float, ...]
    precision: Sentence
    default_dtype: Sentence
    default_device: Sentence
    deterministic: bool
    num_threads: Count
    anomaly: bool
    switches: Sentence
    drawn: tuple[Drawn, Drawn]

    @property
    def settings(self) -> "TorchState":
        return msgspec.structs.replace(self, drawn=(0.0, 0.0))


@dataclass
class Record:
    """Constructor arguments, known once the block has ended: those that a stand-in was given, and
    those that the student's own class was, made hollow."""

    made: tuple[dict[str, Any], ...] = ()
    own: tuple[dict[str, Any], ...] = ()

    def settings(self, names: set[str]) -> dict[str, int | float]:
        """The numbers that everything in the block was made with.

        Empty unless all of it was made with the same ones, and these give each of `names`: which
        of several is meant, and what the student's own defaults are, is not in a record.
        """
        numbers = [
            {name: value for name, value in arguments.items() if isinstance(value, int | float)}
            for arguments in (*self.made, *self.own)
        ]
        first, *others = numbers or [{}]
        same = all(other == first for other in others)
        return first if same and first.keys() >= names else {}


def taken(kind: Any, value: Any) -> Any:
    """What a worker said, of `kind` exactly; Lost if it is not, as no worker of ours says."""
    if isinstance(value, torch.Tensor):
        # msgspec would take it for a mapping and ask it for its keys.
        raise nonsense()
    try:
        return msgspec.convert(value, kind)
    except (msgspec.ValidationError, AttributeError, IndexError):
        # The same of a tensor inside (AttributeError), and of an array by some of its releases.
        raise nonsense() from None


def nonsense() -> Lost:
    """The end of a check whose worker does not keep to the protocol."""
    return Lost(Outcome.CRASHED, Text("the answer made no sense", "返回的内容无法理解"))
