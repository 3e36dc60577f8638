"""How a check can end other than by passing; each knows what the student may be told."""

import torch

from autograder.core.model import Outcome, Text


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

    def __init__(
        self, detail: Text, compared: tuple[str, torch.Tensor, torch.Tensor] | None = None
    ) -> None:
        super().__init__(detail)
        self.compared = compared


class StudentRaised(CheckEnded):
    """The student's code raised an exception."""

    outcome = Outcome.RAISED

    def __init__(self, kind: str, message: str, where: str) -> None:
        said = kind + (f": {message}" if message else "")
        at = f" ({where})" if where else ""
        super().__init__(Text(f"the code raised {said}{at}", f"代码抛出了异常 {said}{at}"))
        self.kind = kind


class NotDefined(CheckEnded):
    """The notebook defines no such name."""

    outcome = Outcome.MISSING


class Lost(CheckEnded):
    """The worker was lost: it ran out of time, or its process ended."""

    def __init__(self, outcome: Outcome, detail: Text) -> None:
        super().__init__(detail)
        self.outcome = outcome
